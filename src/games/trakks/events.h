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
#ifndef GAMES_TRAKKS_EVENTS_H
#define GAMES_TRAKKS_EVENTS_H

#include "games/trakks/state.h"

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

#endif
