/* How strong a person is, for that person only: ratings from the matches that they have played. */
#ifndef HALL_STRENGTH_H
#define HALL_STRENGTH_H

#include "hall/client.h"

/* The request `ratings`. Takes the request. */
void strength_ask(struct client *client, struct request *request);

#endif
