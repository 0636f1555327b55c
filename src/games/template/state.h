/* The data of a match of Fossils. */
#ifndef GAMES_TEMPLATE_STATE_H
#define GAMES_TEMPLATE_STATE_H

#include "base/bits.h"

#include <assert.h>

enum {
    TEMPLATE_FOSSILS_MIN = 16,
    TEMPLATE_FOSSILS_MAX = 20,
    TEMPLATE_FOSSIL_HIDDEN = 255, /* in a view: a fossil that the viewer may not know */
    TEMPLATE_HAND_SIZE = 3,
    TEMPLATE_SEATS_MAX = 4,
};

enum template_move { TEMPLATE_PLAY, TEMPLATE_BURY }; /* move.a is the fossil */
enum template_option { TEMPLATE_OPTION_GOAL, TEMPLATE_OPTIONS };
enum template_goal { TEMPLATE_GOAL_HIGH, TEMPLATE_GOAL_LOW };

struct template_components {
    uint8_t fossils; /* the numbers are 1 to this */
};

struct template_state {
    uint8_t options[TEMPLATE_OPTIONS];
    struct template_components components;
    uint8_t seats;
    uint8_t turn;
    uint32_t hand[TEMPLATE_SEATS_MAX];  /* a bit per fossil: order does not matter */
    uint32_t open[TEMPLATE_SEATS_MAX];  /* the fossils that seat laid open */
    uint8_t hidden[TEMPLATE_SEATS_MAX]; /* only in views: number of further fossils in that hand */
    uint8_t buried[TEMPLATE_SEATS_MAX]; /* 0 = nothing yet */
    uint8_t pile_count;
    uint8_t pile[TEMPLATE_FOSSILS_MAX]; /* in drawing order, next first */
    uint8_t zero[3];                    /* explicit padding, always zero */
};
static_assert(sizeof(struct template_state) == 68, "a state stays small and has no holes");

static inline int template_hand_size(const struct template_state *s, int seat)
{
    return bits_count(s->hand[seat]) + s->hidden[seat];
}

/* P4: the player whose turn it is has no fossil left, so nobody has. */
static inline bool template_over(const struct template_state *s)
{
    return template_hand_size(s, s->turn) == 0;
}

#endif
