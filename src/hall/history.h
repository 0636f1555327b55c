/* Finished matches: records, lists of records, and statistics, all from the store. */
#ifndef HALL_HISTORY_H
#define HALL_HISTORY_H

#include "hall/client.h"

/* The requests `record`, `records`, `share` and `stats`. Takes the request. */
void history_ask(struct client *client, struct request *request);

#endif
