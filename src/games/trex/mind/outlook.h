/* How the piles look to a seat that is about to play a card. */
#ifndef GAMES_TREX_MIND_OUTLOOK_H
#define GAMES_TREX_MIND_OUTLOOK_H

#include "games/trex/state.h"

struct trex_outlook {
    int counted;     /* what its latest card counts as */
    int rival_count; /* others whose latest card will stay unless a higher meteor comes, … */
    int rivals[TREX_SEATS_MAX - 1]; /* … and its strength; 0 beyond them */
    int to_come; /* if a meteor leads: the number of plays between this card and the end */
};
/* Fills in the outlook of `seat`. */
void trex_outlook_see(struct trex_outlook *outlook, const struct trex_state *s, int seat);

/* The Chamaelosaurus counts as what it is laid on (T14). */
static inline int trex_outlook_counts_as(const struct trex_outlook *outlook, int card)
{
    return card == TREX_CHAMAELOSAURUS ? outlook->counted : card;
}

/* The number of rivals that stay ahead of the seat if it plays this card now. */
static inline int trex_outlook_beaten_by(const struct trex_outlook *outlook,
                                         const struct trex_state *s, int card)
{
    int strength = trex_strength(s, trex_outlook_counts_as(outlook, card)), count = 0;
    for (int i = 0; i < TREX_SEATS_MAX - 1; i++)
        count += outlook->rivals[i] > strength; /* of equal cards the later is stronger (T15) */
    return count;
}

/* The latest card of this seat. */
int trex_pile_top(const struct trex_state *s, int seat);

#endif
