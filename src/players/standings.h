/* What a series of games says about its players: shares of wins with their confidence, ratings,
 * and whether it is clear yet who is better.
 *
 * Deals are shared: the same deal is played once for every seat order, so that each player has
 * had each seat with it. A player's share is taken deal by deal, and what luck a deal holds
 * cancels before its spread is measured. All sums can be added up over shards. */
#ifndef PLAYERS_STANDINGS_H
#define PLAYERS_STANDINGS_H

#include <stdbool.h>
#include <stdint.h>

enum { STANDINGS_MAX = 16 };

struct standing {
    int64_t games; /* seats taken: a player who sits twice in a game has two */
    int64_t deals;
    double wins;                     /* a shared win counts in parts, unless all win together */
    double score;                    /* sum */
    double share_sum, share_squares; /* over deals, of the share of wins per seat taken */
    double thinking_s;
    int64_t moves;
};

struct standings {
    int count;
    struct standing of[STANDINGS_MAX];
    double beaten[STANDINGS_MAX][STANDINGS_MAX]; /* wins of one in games that the other lost */
};

/* One deal's games, gathered per player before they are added. */
struct standings_deal {
    double games[STANDINGS_MAX], wins[STANDINGS_MAX];
};

/* Adds a finished deal. */
void standings_add_deal(struct standings *standings, const struct standings_deal *deal);

/* Adds what another shard has counted. */
void standings_merge(struct standings *into, const struct standings *from);

double standing_share(const struct standing *standing);
/* The 95 % interval around the share, from 0 to 1. */
void standing_interval(const struct standing *standing, double *low, double *high);

/* Ratings on the Elo scale, with a mean of 1500. */
void standings_elo(const struct standings *standings, double elo[STANDINGS_MAX]);

/* Whether the first player's share is now known, with 95 % confidence at any time one looks, to
 * be better than `even` (+1), worse (-1), or within `margin` of it (2); 0: not yet. */
int standings_decided(const struct standings *standings, double even, double margin);

#endif
