/* Finds tables for the requests `watch` and `info`: by id, invitation or code, in memory or in the
 * store. Makes new invitations. */
#ifndef HALL_FINDING_H
#define HALL_FINDING_H

#include "hall/loading.h"

/* The requests `watch` and `info`. Takes the request. */
void finding_ask(struct loading *loading, struct client *client, struct request *request);

/* The request `invite`. Takes the request. */
void finding_invite(struct client *client, struct request *request);

#endif
