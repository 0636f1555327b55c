/* Takes people whom the store has deleted out of every table and every leaderboard. */
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

#endif
