/* Fossils: a small game with a hidden hand, an ordered pile, a secret, an option and components.
 * tools/new_game.sh begins a new game as a copy of this one (docs/adding-a-game.md).
 *
 * P1  The fossils with the numbers 1 to 16 (the components may say up to 20), one of each, are
 *     shuffled into a pile, and each of the 2 to 4 players is dealt three.
 * P2  Players take turns, seat 0 first. `play N` lays a fossil of the hand open and scores its
 *     number; the turn is over. `bury N` puts one away face down, the top of the pile comes into
 *     the hand, and the same player goes on.
 * P3  Nobody buries twice.
 * P4  The game ends when every hand is empty. The highest score wins (option `goal` = `low`: the
 *     lowest); ties share.
 *
 * Read the files in this order; every function is described in the contract, game/game.h:
 *
 *  template.h   the data of a match, and what these files share
 *  rules.c      dealing, who may make which move, what it does, who wins
 *  view.c       what a seat may know, the points so far, and views as bytes for programs that learn
 *  text.c       moves, events, positions and views as texts
 *  load.c       reads components and positions, and validates them
 *  template.c   the options, and the game as the rest of the program sees it
 *  mind/        computer players: what fossils are worth, and why a move is good */
#ifndef GAMES_TEMPLATE_TEMPLATE_H
#define GAMES_TEMPLATE_TEMPLATE_H

#include "base/base.h"
#include "game/game.h"

#include <assert.h>

extern const struct game game_template;

/* ---- The data of a match ---- */

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

/* ---- rules.c ---- */

/* All but `start` and `apply` work on views as well as on states. */
bool template_start(void *state, const struct game_setup *setup, struct fault *fault);
uint32_t template_to_act(const void *state);
bool template_check(const void *state, int seat, const struct move *move, struct fault *fault);
int template_legal(const void *state, int seat, struct move *moves);
void template_apply(void *state, int seat, const struct move *move, struct story *story);
void template_result(const void *state, struct game_result *result);

/* ---- view.c ---- */

void template_view(const void *state, int viewer, void *view);
void template_determinize(const void *view, int viewer, const void *memory, struct rng *rng,
                          void *state);
enum game_reveals template_reveals(const void *state, int seat, const struct move *move);
void template_aids(const void *view, int viewer, struct doc *doc);
extern const struct game_encoding template_encoding;

/* ---- text.c ---- */

const char *template_phase(const void *state);
bool template_parse(const void *state, const char *text, struct move *move);
void template_format(const void *state, const struct move *move, struct buffer *text);
void template_save(const struct game *game, const void *state, struct doc *doc, const char *key);

/* Events:
 *
 * play  seat, fossil  a fossil is laid open (P2)
 * bury  seat, fossil  a fossil is put away face down; "?" for all but its owner (P2) */
void template_event_play(struct story *story, int seat, uint8_t fossil);
void template_event_bury(struct story *story, int seat, uint8_t fossil);

/* ---- load.c ---- */

bool template_components_load(const struct doc *doc, void *components, struct fault *fault);
bool template_load(const struct game *game, const struct doc *doc, const struct doc_node *position,
                   const void *components, void *state, struct fault *fault);
bool template_invariants(const void *state, struct fault *fault);

#endif
