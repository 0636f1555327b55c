/* Takes people whom the store has deleted, and names that it has changed, out of every table and every
 * leaderboard. */
#ifndef HALL_DELETING_H
#define HALL_DELETING_H

#include "hall/change.h"
#include "hall/leaderboards.h"

struct deleting {
    struct changes *changes;
    struct leaderboards *leaderboards;
};

/* The person leaves every seat, as if by `stand`, and their name disappears. */
void deleting_person(const struct deleting *deleting, const char *person);

/* Another server may have deleted this person, or anyone (NULL): if so, the same happens here. Or the
 * operator has renamed this person: then the tables that name them start over from their entries. */
void deleting_check(struct deleting *deleting, const char *person);

#endif
