/* Finished matches: records, lists of records, and statistics, all from the store. */
#ifndef HALL_HISTORY_H
#define HALL_HISTORY_H

#include "hall/client.h"

/* Answers to `stats`, which are used for some seconds. */
struct history {
    struct cached_statistics *first;
};

void history_start(struct history *history);
void history_free(struct history *history);

/* The requests `record`, `records`, `share` and `stats`. Takes the request. */
void history_ask(struct history *history, struct client *client, struct request *request);

#endif
