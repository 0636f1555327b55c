/* How the piles look to a seat that is about to play a card. */
#ifndef GAMES_TREX_MIND_OUTLOOK_H
#define GAMES_TREX_MIND_OUTLOOK_H

#include "games/trex/score.h"

struct trex_outlook {
    int counted;     /* what its latest card counts as */
    int rival_count; /* others whose latest card will stay unless a higher meteor comes, … */
    int rivals[TREX_SEATS_MAX - 1]; /* … and its strength; 0 beyond them */
    int to_come; /* if a meteor leads: the number of plays between this card and the end */
};
/* The situation in which a card is played: no meteor leads; one leads and one, two, or more seats
 * play after this one; the meteor of this seat leads, so the card is the last. */
enum trex_moment {
    TREX_OPENING,
    TREX_BEFORE_ONE,
    TREX_BEFORE_TWO,
    TREX_BEFORE_MORE,
    TREX_LAST,
    TREX_MOMENTS
};
/* The effect of a card. */
enum trex_deed {
    TREX_LOW_METEOR,
    TREX_DRAW_1,
    TREX_DRAW_2,
    TREX_DRAW_3,
    TREX_LEADING_METEOR,
    TREX_SHOWERS,
    TREX_COPIES,
    TREX_DEEDS
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

static inline enum trex_moment trex_outlook_moment(const struct trex_outlook *outlook,
                                                   const struct trex_state *s, int seat)
{
    if (s->meteor.seat == TREX_NOBODY)
        return TREX_OPENING;
    if (s->meteor.seat == seat)
        return TREX_LAST;
    return outlook->to_come > 2    ? TREX_BEFORE_MORE
           : outlook->to_come == 2 ? TREX_BEFORE_TWO
                                   : TREX_BEFORE_ONE;
}

static inline enum trex_deed trex_deed_of(const struct trex_state *s, int card)
{
    if (card >= TREX_NUMBERS)
        return card == TREX_SHOWER ? TREX_SHOWERS : TREX_COPIES;
    if (s->components.symbols[card] != TREX_SYMBOL_METEOR)
        return (enum trex_deed)s->components.symbols[card];
    return trex_meteor_leads(s, s->meteor, card) ? TREX_LEADING_METEOR : TREX_LOW_METEOR;
}

/* The latest card of this seat. */
int trex_pile_top(const struct trex_state *s, int seat);

#endif
