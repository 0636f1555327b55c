/* Trakks. The rules K1 to K17 are in data/rules/trakks.en.md. Nothing about the components is
 * assumed, so there are none to replace.
 *
 * Files, each using only those before it:
 *
 *  tiles.h       tiles and collections of them
 *  grid.c        what may lie on the table
 *  state.h       the data of a match, and what a seat remembers
 *  text.c        names, moves, positions and views as texts
 *  score.c       penalties, and who wins
 *  place.c       checks placings
 *  legal.c       who may make which move
 *  sample.c      random moves, including placings
 *  events.c      the events of a move
 *  rules.c       dealing, and what a move does
 *  memory.c      what a seat remembers about the other racks, and worlds that agree with it
 *  view.c        what a seat may know, and the states that fit it
 *  aids.c        the limit of groups, and current penalties
 *  invariants.c  validates positions
 *  encode.c      views as bytes and moves as numbers, for programs that learn
 *                (encode_place.c: placings)
 *  load.c        reads positions
 *  draft.c       checks a placing while a person composes it
 *  mind/         computer players; mind/mind.h lists its files
 *  trakks.c      the options, and the game as the rest of the program sees it */
#ifndef GAMES_TRAKKS_TRAKKS_H
#define GAMES_TRAKKS_TRAKKS_H

#include "game/game.h"

extern const struct game game_trakks;

#endif
