/* The outlook of a rack: how soon everything could be placed at once.
 *
 * Nobody knows which tiles will come. So orders are imagined in which the unseen tiles appear, one at a
 * time, in the pool. In each order, the *wait* of a rack is the number of these tiles after which
 * all of it may fit, if any of them could be taken. Racks are compared in the same orders, so that most
 * of the luck in them cancels out. */
#ifndef GAMES_TRAKKS_MIND_OUTLOOK_H
#define GAMES_TRAKKS_MIND_OUTLOOK_H

#include "game/mind.h"
#include "games/trakks/mind/bound.h"
#include "games/trakks/state.h"

struct trakks_outlook {
    struct trakks_fitting fitting;
    struct trakks_tiles pool;    /* now */
    struct trakks_tiles staying; /* those that nobody else will take, in this order */
    struct trakks_tiles unseen;  /* without those that others were seen to take */
    int groups_max, bag_count;
    int count; /* of the order */
    uint8_t order[TRAKKS_TILES];
    int64_t fits; /* questions asked so far, to count the effort */
};

/* A rack after a move, with what is known to come next. */
struct trakks_prospect {
    struct trakks_tiles have; /* on the rack or on the table */
    struct trakks_tiles pool; /* that could still be taken */
    int first, last;          /* the part of the order that is to come */
};

/* For the seat of a question; `table` and `groups_max` as in its puzzle. */
void trakks_outlook_start(struct trakks_outlook *outlook, const struct mind_question *question,
                          struct trakks_tiles table, int groups_max);
/* Imagines another order. A player who sees the bag knows it. */
void trakks_outlook_imagine(struct trakks_outlook *outlook, const struct mind_question *question);

/* The wait, counted from `first`, or one more than the tiles to come if it never fits. `guess` speeds it up. */
int trakks_outlook_wait(struct trakks_outlook *outlook, const struct trakks_prospect *prospect,
                        int guess);

#endif
