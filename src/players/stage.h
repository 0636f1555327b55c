/* How a computer player decides to move in a real-time game. */
#ifndef PLAYERS_STAGE_H
#define PLAYERS_STAGE_H

#include "players/player.h"

/* Asks a player whether it moves now, and if so, how. To be called once a tick for each seat that
 * may move. Ignores the time and iterations of the question. */
bool stage_wants_to_move(const struct player *player, const struct player_question *question,
                         struct move *move);

#endif
