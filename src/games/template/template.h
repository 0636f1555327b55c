/* Fossils, the template game: copy this folder to begin a game of your own, and read
 * docs/adding-a-game.md beside it. It is compiled and tested like the others, but is not in the
 * registry. It is as small as a game can be that still has a hidden hand, a pile with an order,
 * a secret, an option and components.
 *
 * P1  Fossils with the numbers 1 to 16 (the table may say up to 20), one of each, are shuffled
 *     into a pile, and each of the 2 to 4 players is dealt three.
 * P2  Players take turns, seat 0 first. `play N` lays a fossil of the hand open and scores its
 *     number; the turn is over. `bury N` puts one away face down, the top of the pile comes into
 *     the hand, and the same player goes on.
 * P3  Nobody buries twice.
 * P4  The game ends when every hand is empty. The highest score wins (option `goal` = `low`: the
 *     lowest); ties share. */
#ifndef GAMES_TEMPLATE_H
#define GAMES_TEMPLATE_H

#include "game/game.h"

#include <assert.h>

enum {
    FOSSILS_MIN = 16,
    FOSSILS_MAX = 20,
    FOSSIL_HIDDEN = 255, /* in a view: there is a fossil here, and you may not know which */
    HAND_SIZE = 3,
    TEMPLATE_SEATS_MAX = 4,
};

enum template_move { TEMPLATE_PLAY, TEMPLATE_BURY }; /* move.a is the fossil */
enum template_option { OPTION_GOAL, TEMPLATE_OPTIONS };
enum template_goal { GOAL_HIGH, GOAL_LOW };

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
    uint8_t hidden[TEMPLATE_SEATS_MAX]; /* only in views: how many more are in that hand */
    uint8_t buried[TEMPLATE_SEATS_MAX]; /* 0 = nothing yet */
    uint8_t pile_count;
    uint8_t pile[FOSSILS_MAX]; /* in drawing order, next first */
    uint8_t zero[3];           /* padding, told so that it stays zero */
};
static_assert(sizeof(struct template_state) == 68, "a state stays small and has no holes");

extern const struct game game_template;

#endif
