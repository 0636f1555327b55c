/* Tree search over information sets, for games in which one seat moves at a time and much is
 * hidden: each iteration imagines a world behind the view, walks down one tree that all worlds
 * share, and plays the world out with the game's quick moves. */
#ifndef PLAYERS_SEARCH_H
#define PLAYERS_SEARCH_H

#include "game/game.h"

/* The move that was tried most. The game must have a mind with `rollout` and `value`. */
void search_choose(const struct game *game, const struct mind_question *question,
                   struct move *move);

#endif
