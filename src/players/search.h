/* Tree search over information sets, for games in which one seat moves at a time and much is
 * hidden. Each iteration imagines a world that fits the view, walks down one tree shared by all
 * worlds, and plays the world out with the quick moves of the game. */
#ifndef PLAYERS_SEARCH_H
#define PLAYERS_SEARCH_H

#include "game/game.h"

/* Chooses the move that was tried most; a soft player one of those tried, by their values. The game must have a mind with `rollout` and `value`. */
void search_choose(const struct game *game, const struct mind_question *question,
                   struct move *move);

/* How often a search tries each of the legal moves, in the order of `legal`. Returns their number. */
int search_visits(const struct game *game, const struct mind_question *question,
                  int32_t visits[GAME_MOVES_MAX]);

/* The value of the position to every seat, averaged over all worlds, if `question->seat` makes `move`
 * now; NULL: as the position is. Without a move the seat need not be to move; it may be
 * GAME_SPECTATOR. */
void search_value(const struct game *game, const struct mind_question *question,
                  const struct move *move, double values[GAME_SEATS_MAX]);

#endif
