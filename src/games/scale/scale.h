/* On a Scale of One to T-Rex. The rules S1 to S15 are in data/rules/scale.en.md. This folder knows
 * nothing about performances (S5, S15), except for computer players: showing them is up to the
 * front ends.
 *
 * Files, each using only those before it:
 *
 *  state.h       the data of a match, and what a seat remembers
 *  text.c        names, moves, positions and views as texts
 *  components.c  the number cards, which a user may replace
 *  speech.c      what a performer may not say (S5)
 *  score.c       the totals, and who wins
 *  legal.c       who may make which move, or say what
 *  events.c      the events of a move
 *  rules.c       dealing, and what a move does
 *  view.c        what a seat may know, and the states that fit it
 *  memory.c      what a seat remembers
 *  aids.c        totals, offers, what each player has to do
 *  invariants.c  validates positions
 *  encode.c      views as bytes and moves as numbers, for programs that learn
 *  load.c        reads positions
 *  mind/         computer players; mind/mind.h lists its files
 *  scale.c       the options, and the game as the rest of the program sees it */
#ifndef GAMES_SCALE_SCALE_H
#define GAMES_SCALE_SCALE_H

#include "game/game.h"

extern const struct game game_scale;

#endif
