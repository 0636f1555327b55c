/* The results of a series of matches: shares of wins with their confidence, ratings, and whether it
 * is clear yet who is better.
 *
 * Each deal is played once for every seat order, so that each player has had each seat with it.
 * Shares are computed per deal, which cancels the luck of the deal before the spread is measured.
 * All sums of results are integers, so that shards add up to exactly the whole, in any order. */
#ifndef PLAYERS_STANDINGS_H
#define PLAYERS_STANDINGS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    STANDINGS_MAX = 16,
    STANDINGS_WIN = 840, /* a whole win; divisible by 1 to 8 winners */
};
#define STANDINGS_SHARE (INT64_C(1) << 31) /* a share of 1 */

struct standing {
    int64_t matches; /* counted once for each seat taken in one */
    int64_t deals;
    int64_t wins; /* in parts of STANDINGS_WIN; a shared win is divided, unless all win together */
    int64_t score;
    int64_t share_sum, share_squares; /* over deals, of the share of wins per seat taken */
    double thinking_s;
    int64_t moves;
};

struct standings {
    int count;
    struct standing of[STANDINGS_MAX];
    int64_t beaten[STANDINGS_MAX][STANDINGS_MAX]; /* wins of one in matches that the other lost */
};

/* The matches of one deal, summed up per player. */
struct standings_deal {
    int64_t matches[STANDINGS_MAX], wins[STANDINGS_MAX]; /* wins in parts of STANDINGS_WIN */
};

/* Adds a finished deal. */
void standings_add_deal(struct standings *standings, const struct standings_deal *deal);

/* Adds the sums of another shard. */
void standings_merge(struct standings *into, const struct standings *from);

/* Wilson's interval around a share of `n` independent matches, z deviations wide: it stays between 0
 * and 1 and keeps some width even if a player has won everything. */
void standings_wilson(double share, double n, double z, double *low, double *high);
#define STANDINGS_Z 1.96 /* for an interval of 95 % */

double standing_share(const struct standing *standing);
/* The 95 % interval around the share, from 0 to 1. */
void standing_interval(const struct standing *standing, double *low, double *high);

/* Ratings on the Elo scale, with a mean of 1500. */
void standings_elo(const struct standings *standings, double elo[STANDINGS_MAX]);

/* The share of the first player compared with an even one. Reports contain the numbers. */
enum standings_verdict {
    STANDINGS_WORSE = -1,
    STANDINGS_UNDECIDED = 0,
    STANDINGS_BETTER = 1,
    STANDINGS_EVEN = 2, /* within the margin */
};

/* Compares the share of the first player with `even`. The confidence is 95 %, even if this is called
 * after every deal. */
enum standings_verdict standings_decide(const struct standings *standings, double even,
                                        double margin);

#endif
