/* The list of public tables. It is by far the most expensive answer, and anyone may request it
 * repeatedly, so a list is reused for ten times as long as it took to make. */
#ifndef HALL_LISTING_H
#define HALL_LISTING_H

#include "hall/client.h"
#include "hall/live_table.h"

struct listings {
    const struct live_tables *tables;
    struct listing *first; /* one for each game that was asked for, and one for all games */
};

void listings_start(struct listings *listings, const struct live_tables *tables);
void listings_free(struct listings *listings);

/* The request `tables`. */
void listing_answer(struct listings *listings, struct client *client,
                    const struct request *request);

#endif
