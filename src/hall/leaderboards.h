/* A leaderboard per game, on servers that want one. It rates the matches whose records everyone may read,
 * and names only people with an account who have agreed.
 *
 * Ratings are computed when they are first asked for, and then updated with the matches that have ended
 * since, at most every few seconds. Every hour they are computed anew, because records may have been
 * shared late and people deleted. */
#ifndef HALL_LEADERBOARDS_H
#define HALL_LEADERBOARDS_H

#include "hall/client.h"

struct leaderboards {
    struct environment *environment;
    struct leaderboard *first;
};

void leaderboards_start(struct leaderboards *leaderboards, struct environment *environment);
void leaderboards_free(struct leaderboards *leaderboards);

/* The request `leaderboard`. Takes the request. */
void leaderboards_ask(struct leaderboards *leaderboards, struct client *client,
                      struct request *request);
/* The request `listing`. Takes the request. */
void leaderboards_list(struct leaderboards *leaderboards, struct client *client,
                       struct request *request);

/* Another server has changed who is listed, perhaps this person or anyone (NULL): the next answer is up to
 * date if it names them. */
void leaderboards_check(struct leaderboards *leaderboards, const char *person);

/* A person was deleted: the next answer does not name them, and is computed anew. */
void leaderboards_forget(struct leaderboards *leaderboards);

#endif
