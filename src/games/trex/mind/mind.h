/* Playing T-Rex well.
 *
 * mind.c   the beginner's rules of thumb, and how likely a good player makes each move
 * worth.c  what a world is worth to each seat
 * hint.c   why a move is good, for a person
 *
 * The likings of cards to play and the worths of cards were fitted to games of the search with
 * itself, four seats and the standard components; how eggs, removals and trumps are weighed, and what
 * only five seats can meet, was set by hand. */
#ifndef GAMES_TREX_MIND_H
#define GAMES_TREX_MIND_H

#include "games/trex/trex.h"

extern const struct game_mind trex_mind;

/* Nine levels of numbered cards, weak, middle and strong colour with three numbers each, and one
 * below them for whatever counts 0. */
enum { TREX_LEVELS = 10 };

static inline int trex_level(int card, int strong, int weak)
{
    if (card >= TREX_NUMBERS)
        return 0;
    int colour = card % TREX_COLOURS;
    int class = 1 + (colour == strong) - (colour == weak);
    return 1 + 3 * class + card / TREX_COLOURS;
}

/* How a seat that is to play a card sees the table. */
struct trex_table {
    int counted;     /* what the own latest card counts as */
    int rival_count; /* others whose latest card stays, unless a higher meteor comes, … */
    int rivals[TREX_SEATS_MAX]; /* … and its strength */
    int to_come;                /* if a meteor leads: how many play between this card and the end */
};
void trex_table_see(struct trex_table *table, const struct trex_state *s, int seat);

/* How many rivals stay above the seat if it lays `card` now. */
int trex_beaten_by(const struct trex_table *table, const struct trex_state *s, int card);

/* The card that this seat played last. */
int trex_pile_top(const struct trex_state *s, int seat);
/* What the top of the own deck is worth keeping: a card ever played is known, otherwise the mean
 * of what it may be. */
float trex_deck_top_worth(const struct trex_state *s, const struct trex_player *player);
/* What a hand is worth with the trumps that a move chooses. */
float trex_hand_worth_with(const struct trex_state *s, const struct move *move, uint64_t hand);

/* worth.c */

/* The exponential function of x <= 0, roughly, and the same on every machine. */
static inline float trex_exp(float x)
{
    float y = x > -15.0f ? 1.0f + x / 16.0f : 1.0f / 16.0f;
    y *= y;
    y *= y;
    y *= y;
    return y * y;
}

/* What having this card in hand is worth with these trumps; and having it at all. */
float trex_hand_worth(const struct trex_components *components, int card, int strong, int weak);
float trex_keep_worth(const struct trex_state *s, int card);
/* What one more egg of this colour is worth to a seat: points now and points to come. */
float trex_egg_worth(const struct trex_state *s, int seat, int colour);
void trex_value(const void *state, float values[]);

/* hint.c */
const char *trex_reason(const struct mind_question *question, const struct move *move,
                        struct buffer *detail);

#endif
