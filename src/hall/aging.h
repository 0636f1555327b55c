/* Expires sessions that are not used, and removes people without an account who do not come back. A
 * small batch every minute. */
#ifndef HALL_AGING_H
#define HALL_AGING_H

#include "hall/client.h"

enum {
    AGING_MS = 60 * 1000, /* interval between batches */
    AGING_SESSIONS = 200, /* sessions ended, or dated anew, at a time */
    AGING_PEOPLE = 1000,  /* people examined at a time */
    /* A session in use is dated anew after this time, or after this part of what it lasts. */
    AGING_DATED_MS = 24 * 3600 * 1000,
    AGING_PARTS = 10,
};

struct aging {
    struct clients *clients;
    struct environment *environment;
    int64_t done_ms;
    int64_t from; /* the place in the list of people */
    bool is_under_way;
};

void aging_start(struct aging *aging, struct clients *clients);
void aging_tick(struct aging *aging);

/* Whether a session that was last used then has expired. */
bool aging_has_expired(const struct environment *environment, int64_t used_ms);

/* The client has a session with this date. Dates it anew, if it is time to. */
void aging_use(struct client *client, int64_t used_ms);

#endif
