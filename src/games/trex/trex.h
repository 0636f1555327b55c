/* T-Rex: twelve rounds in which everybody lays dinosaurs on a pile of their own, for two eggs a
 * round. The rules T1 to T22 are in data/rules/trex.en.md; refusals cite the same numbers.
 *
 * Files, each using only those before it:
 *
 *  state.h       the data of a match
 *  text.c        names, moves, positions and views as texts
 *  components.c  symbols and eggs, which a user may replace
 *  score.c       comparing cards, the points, who wins
 *  events.c      the events of a move
 *  rules.c       dealing, and what a move does
 *  legal.c       who may make which move
 *  view.c        what a seat may know, and the states that fit it
 *  aids.c        piles, ranking, points, who is to play
 *  invariants.c  validates positions
 *  encode.c      views as bytes and moves as numbers, for programs that learn
 *  load.c        reads positions
 *  mind/         computer players; mind/mind.h lists its files
 *  trex.c        the options, and the game as the rest of the program sees it */
#ifndef GAMES_TREX_TREX_H
#define GAMES_TREX_TREX_H

#include "game/game.h"

extern const struct game game_trex;

#endif
