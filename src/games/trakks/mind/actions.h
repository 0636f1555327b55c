/* Moves without tiles to place: action tiles (K5 to K7), and what is passed on with an arrow. */
#ifndef GAMES_TRAKKS_MIND_ACTIONS_H
#define GAMES_TRAKKS_MIND_ACTIONS_H

#include "games/trakks/state.h"

enum { TRAKKS_DANGER = 4 }; /* an opponent with this many tiles may soon be out */

/* A move that is no placing. */
void trakks_move_set(struct move *move, enum trakks_move kind, int a);

/* The opponent who is closest to winning. */
int trakks_seat_ahead(const struct trakks_state *view, int seat);

/* Decides when to play an action tile, if `left` tiles of the rack cannot be placed; the rack can
 * never be empty otherwise. */
bool trakks_action_play(const struct trakks_state *view, int seat, int left, struct move *move);

/* Removes the tile of a rack that is the greatest burden, and returns it. `left` are the tiles that
 * cannot be placed. */
uint8_t trakks_burden_take(struct trakks_tiles *rack, struct trakks_tiles *left);
/* Passes on the two greatest burdens, or the only tile. */
void trakks_give_choose(struct trakks_tiles rack, struct trakks_tiles left, struct move *move);

#endif
