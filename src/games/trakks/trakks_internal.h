/* What only the files of Trakks share; its mind uses trakks.h alone. */
#ifndef GAMES_TRAKKS_TRAKKS_INTERNAL_H
#define GAMES_TRAKKS_TRAKKS_INTERNAL_H

#include "game/game.h"
#include "games/trakks/trakks.h"

/* ---- Aids ---- */

/* The aids of Trakks: how many groups are allowed, and the current penalty of the racks that the
 * viewer sees. */
void trakks_aids(const void *view, int viewer, struct doc *doc);

/* ---- Drafts ---- */

/* The squares of a draft are on one plane, on which groups are what is connected; the text of a
 * placing shows the groups too, which are not read here. */
bool trakks_draft(const struct game *game, const struct doc *view, int seat, const char *text,
                  struct doc *marks, struct fault *fault);

/* ---- Events ---- */

/* The events of Trakks. They are a public interface: every front end draws and explains a move by
 * them, and memory.c learns from them. "?" stands for a tile that the reader may not know.
 *
 * take             seat, tile            from the open pool (K3)
 * refill           tile                  the pool is filled up from the bag
 * draw             seat, tiles           from the bag (K4, K6)
 * nothing_to_draw  seat                  a "+3" met an empty bag
 * plus             seat, to, left        a "+3" is played; `left`: tiles left in the rack of seat
 * arrow            seat, left            an arrow is played
 * give             seat, tiles           chosen for the left neighbour (K7)
 * hand_over        seats                 all have chosen; these hand on
 * hand             seat, to, tiles, left one player's tiles reach the neighbour; `left`: tiles
 *                                        that seat kept, before anything reaches it in turn
 * nothing_handed                         an arrow when no rack has a tile
 * open             seat                  the first placing of that player (K13)
 * place            seat, tiles, groups, left   `tiles`: those laid from the rack; `groups`: how
 *                                        many there are now
 * pass             seat, passes          in a row so far
 * round_end        round, reason, seats  reason: "out" (K15) or "passes" (K16); seats: winners
 * score            seat, penalty, total
 * round            round, seat           a new round is dealt, that seat begins
 * over             seats                 the winners of the match */

void trakks_event_take(struct story *story, int seat, uint8_t tile);
void trakks_event_refill(struct story *story, uint8_t tile);
void trakks_event_draw(struct story *story, int seat, const uint8_t *tiles, int count);
void trakks_event_plus(struct story *story, const struct trakks_state *s, int seat, int to);
void trakks_event_arrow(struct story *story, const struct trakks_state *s, int seat);
void trakks_event_give(struct story *story, const struct trakks_state *s, int seat);
/* Before the tiles move. */
void trakks_event_hand_over(struct story *story, const struct trakks_state *s);
/* After the placing; `first`: K13. */
void trakks_event_place(struct story *story, const struct trakks_state *s, int seat,
                        struct trakks_tiles laid, bool first);
void trakks_event_pass(struct story *story, const struct trakks_state *s, int seat);
/* After the penalties of this round have been added to the totals. */
void trakks_event_round_end(struct story *story, const struct trakks_state *s,
                            const int *penalties);
void trakks_event_round(struct story *story, const struct trakks_state *s);
void trakks_event_over(struct story *story, const struct trakks_state *s);

/* ---- Validates positions ---- */

bool trakks_invariants(const void *state, struct fault *fault);

/* Whether the totals at the end of a match agree with the racks. This is not an invariant: imagined
 * worlds need not satisfy it. */
bool trakks_end_agrees(const struct trakks_state *s, struct fault *fault);

/* Counts all tiles of the match; false if there are more than two of some kind. */
bool trakks_tiles_total(const struct trakks_state *s, struct trakks_tiles *total);

/* ---- Reads positions, and the part of a view that placings depend on ---- */

bool trakks_load(const struct game *game, const struct doc *doc, const struct doc_node *position,
                 const void *components, void *state, struct fault *fault);

/* Reads who plays, the course of the round, the table and the racks; the rest of `s` is zero. A
 * view of a match has sound groups and no third copy of a tile, which is not checked here. */
bool trakks_view_load(const struct game *game, const struct doc *doc, const struct doc_node *view,
                      struct trakks_state *s, struct fault *fault);

/* ---- What a seat remembers about the other racks, and worlds that agree with it ---- */

bool trakks_observe(void *memory, int viewer, const struct doc *doc, const struct doc_node *event);
/* What a viewer cannot see. */
struct trakks_unseen {
    struct trakks_tiles tiles;
    int racks[TRAKKS_SEATS_MAX]; /* how many of them are in each rack */
};

/* The known tiles in the racks of the others, in one of the worlds that agree with the memory of
 * `viewer`. False if there is none. */
bool trakks_memory_world(const struct trakks_memory *memory, int seats, int viewer,
                         const struct trakks_unseen *unseen, struct rng *rng,
                         struct trakks_tiles held[TRAKKS_SEATS_MAX]);

#endif
