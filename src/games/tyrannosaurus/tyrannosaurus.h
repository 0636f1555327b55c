/* Tyrannosaurus Rex. The rules Y1 to Y21 are in data/rules/tyrannosaurus.en.md.
 *
 * Files, each using only those before it:
 *
 *  state.h          the data of a match
 *  text.c           names, moves, positions and views as texts
 *  components.c     corners, cards and trees, which a user may replace
 *  dinos.c          who plays which dinosaur
 *  score.c          who leads, and the result
 *  legal.c          who may choose what
 *  events.c         the events of a move
 *  resolve.c        what happens once all choices are made
 *  rules.c          dealing, and making a choice
 *  view.c           what a seat may know, and the states that fit it
 *  aids.c           order of play, who chooses, who leads
 *  invariants.c     validates positions
 *  encode.c         views as bytes and moves as numbers, for programs that learn
 *  load.c           reads positions
 *  mind/            computer players; mind/mind.h lists its files
 *  tyrannosaurus.c  the options, and the game as the rest of the program sees it
 *
 * Constants begin with TYREX_. */
#ifndef GAMES_TYRANNOSAURUS_TYRANNOSAURUS_H
#define GAMES_TYRANNOSAURUS_TYRANNOSAURUS_H

#include "game/game.h"

extern const struct game game_tyrannosaurus;

#endif
