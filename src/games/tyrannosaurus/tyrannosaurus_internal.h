/* What only the files of Tyrannosaurus Rex share; its mind uses tyrannosaurus.h alone. */
#ifndef GAMES_TYRANNOSAURUS_TYRANNOSAURUS_INTERNAL_H
#define GAMES_TYRANNOSAURUS_TYRANNOSAURUS_INTERNAL_H

#include "game/game.h"
#include "games/tyrannosaurus/tyrannosaurus.h"

/* ---- Aids ---- */

/* The aids of Tyrannosaurus Rex: the order of play, who chooses in this phase, and the square that
 * directions start from. */
void tyrannosaurus_aids(const void *view, int viewer, struct doc *doc);

/* ---- Components ---- */

/* The components that the rule sheet showed only in lost pictures (Y3, Y4), from
 * data/components/tyrannosaurus.json. */

bool tyrannosaurus_components_load(const struct doc *doc, void *components, struct fault *fault);

/* ---- Who plays which dinosaur (Y2): by the options `dinos` and `pair`, or at random ---- */

enum { TYREX_DINOS_VALUES = 1 + 24 + 6 + 2 + 2 };

/* The values of the option `dinos`. */
extern const char *const tyrannosaurus_dinos_values[TYREX_DINOS_VALUES];

/* The dinosaurs of this match, in arbitrary order. */
void tyrannosaurus_dinos_of_match(const struct tyrannosaurus_state *s,
                                  uint8_t dinos[TYREX_SEATS_MAX]);
/* The dinosaurs that the option `dinos` gives to the seats. Returns their number; 0 if they are
 * random. */
int tyrannosaurus_dinos_chosen(const struct tyrannosaurus_state *s, uint8_t dinos[TYREX_SEATS_MAX]);
/* Whether the dinosaurs of the players agree with the options `dinos`, unless random, and `pair`.
 */
bool tyrannosaurus_dinos_fit(const struct tyrannosaurus_state *s);
/* Whether these values of `pair` and `dinos` are compatible, with two players. */
bool tyrannosaurus_pair_allows(int pair, int dinos);

/* ---- Views of Tyrannosaurus Rex as bytes and moves as numbers, for programs that learn ---- */

extern const struct game_encoding tyrannosaurus_encoding;

/* ---- Events ---- */

/* The events of Tyrannosaurus Rex. `seat`, `from`, `to` and `seats` are seats; squares are `a1` to
 * `e5`, directions `N` to `NW`, choices move texts. `origin` is the square that something stood on,
 * `square` the one that it reaches: the same for what stays. All but the choice in `chosen` is
 * public.
 *
 * chosen         seat, choice: a secret choice is made; "?" for the others
 * reveal         seat, choice: it is laid open; an action card is discarded
 * void           seat, choice, reason (is_out, flight_is_over, tyrex_is_away): it is not carried out
 * lake           seat, direction, origin, square, carries: a step of the Lake, as seat chose; the
 *                dinosaurs of the seats `carries`, left out if there are none, go along (Y7)
 * lake_stays     seat, direction, origin, square, reason (the_edge, the_den, the_volcano, a_dinosaur)
 * volcano        seat, direction, origin, square, carries: the same of the Volcano (Y8)
 * volcano_stays  seat, direction, origin, square, reason (the_edge, the_den, the_lake, a_dinosaur)
 * trees          count, squares: trees are set on the board
 * turn           turn, seat: a turn begins, seat has the bone
 * rest           seat: a rest is carried out
 * move           seat, direction, origin, square: a movement, or the first step of a panic
 * move_stays     seat, direction, origin, square, reason (the_lake, the_volcano); a loss follows
 * move_ignored   seat, direction, origin, square, reason (the_edge), by the option `edge`
 * gift           from, to, square, from_trees, to_trees: `to` has run into `from`, who gives a tree
 *                and has from_trees left
 * loss           seat, square, reason (ran_into_tyrex, caught_by_tyrex, tyrex_came_back, lake_refused,
 *                volcano_refused), trees: one tree leaves the game, `trees` are left
 * out            seat: a player has no tree left
 * flight         seat, seats: seat is about to flee, and seats choose where to
 * flee           seat, from, direction, origin, square: a step of the flight, as `from` chose
 * flee_stays     seat, from, direction, origin, square, reason (the_edge, the_lake, the_volcano)
 * tyrex          seat, direction, origin, square: a step of the Ty-Rex, as seat chose
 * tyrex_stays    seat, direction, origin, square, reason (the_edge)
 * tyrex_leaves   seat, direction, origin, square, reason (the_lake, the_volcano): it is away until
 *                phase 4 of the next turn
 * tyrex_returns  square: it is back on its den
 * harvest        seat, square, trees: a tree is taken from the board, seat now has `trees`
 * bone           from, to: the bone is passed on
 * round_end      round, reason (as the aid `ending`): a round of several is over
 * score          seat, trees, total: the trees of this round, and of all so far
 * round          round, seat: the next round begins, seat has the bone
 * dino           seat, dino, trees: what seat plays in it, and begins with
 * over           seats, trees: the winners, and how many trees each of them has, in all rounds */

/* A step of a piece, taken or refused. */
struct tyrannosaurus_step {
    const char *type;
    int seat; /* who chose the direction, or owns the dinosaur */
    int direction;
    uint8_t origin, square;
    const char *reason; /* why the step was not taken, or NULL */
    uint8_t carries;    /* the seats that go along if it is taken, a bit each */
};

/* A choice as `seat` or anybody else may see it. */
void tyrannosaurus_event_chosen(struct story *story, int seat, uint8_t choice);
void tyrannosaurus_event_step(struct story *story, const struct tyrannosaurus_step *step);
/* The same for a flight: step->seat flees in the direction that `from` chose. */
void tyrannosaurus_event_flee(struct story *story, const struct tyrannosaurus_step *step, int from);
/* `reason` may be NULL. */
void tyrannosaurus_event_choice(struct story *story, const char *type, int seat, uint8_t choice,
                                const char *reason);
void tyrannosaurus_event_seat(struct story *story, const char *type, int seat);
void tyrannosaurus_event_flight(struct story *story, int seat, uint8_t seats);
void tyrannosaurus_event_gift(struct story *story, const struct tyrannosaurus_state *s, int from,
                              int to);
void tyrannosaurus_event_loss(struct story *story, const struct tyrannosaurus_state *s, int seat,
                              uint8_t square, const char *reason);
void tyrannosaurus_event_trees(struct story *story, const struct tyrannosaurus_state *s);
void tyrannosaurus_event_harvest(struct story *story, const struct tyrannosaurus_state *s,
                                 int seat);
void tyrannosaurus_event_return(struct story *story, uint8_t square);
void tyrannosaurus_event_bone(struct story *story, int from, int to);
void tyrannosaurus_event_turn(struct story *story, const struct tyrannosaurus_state *s);
void tyrannosaurus_event_round_end(struct story *story, const struct tyrannosaurus_state *s);
void tyrannosaurus_event_round(struct story *story, const struct tyrannosaurus_state *s);
void tyrannosaurus_event_over(struct story *story, const struct tyrannosaurus_state *s);

/* ---- Validates positions ---- */

bool tyrannosaurus_invariants(const void *state, struct fault *fault);

/* ---- Reads positions ---- */

bool tyrannosaurus_load(const struct game *game, const struct doc *doc,
                        const struct doc_node *position, const void *components, void *state,
                        struct fault *fault);

/* ---- Dealing, and making a choice ---- */

bool tyrannosaurus_start(void *state, const struct game_setup *setup, struct fault *fault);
void tyrannosaurus_apply(void *state, int seat, const struct move *move, struct story *story);

/* ---- Who leads, and the result (Y21) ---- */

/* Why the round is over: "last_turn", "one_left" or "none_left". */
const char *tyrannosaurus_ending(const struct tyrannosaurus_state *s);
/* The players with the highest score, a bit per seat. */
uint8_t tyrannosaurus_richest(const struct tyrannosaurus_state *s);
void tyrannosaurus_result(const void *state, struct game_result *result);

#endif
