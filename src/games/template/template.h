/* Fossils: a small game with a hidden hand, an ordered pile, a secret, an option and components.
 * tools/new_game.sh begins a new game as a copy of it (docs/adding-a-game.md).
 *
 * P1  Fossils with the numbers 1 to 16 (the components may say up to 20), one of each, are shuffled
 *     into a pile, and each of the 2 to 4 players is dealt three.
 * P2  Players take turns, seat 0 first. `play N` lays a fossil of the hand open and scores its
 *     number; the turn is over. `bury N` puts one away face down, the top of the pile comes into
 *     the hand, and the same player goes on.
 * P3  Nobody buries twice.
 * P4  The game ends when every hand is empty. The highest score wins (option `goal` = `low`: the
 *     lowest); ties share.
 *
 * Files, each using only those before it:
 *
 * state.h       the data of a match
 * components.c  how many fossils there are
 * events.c      the events of a move
 * rules.c       dealing, and what a move does
 * score.c       the score, and who wins
 * legal.c       who may make which move
 * view.c        what a seat may know
 * aids.c        the points so far
 * text.c        phases, moves, positions and views as texts
 * invariants.c  validates positions
 * encode.c      views as bytes and moves as numbers, for programs that learn
 * load.c        reads positions
 * mind/         computer players: worth.c (what fossils are worth), hint.c (why a move is good), mind.c
 * template.c    the options, and the game as the rest of the program sees it */
#ifndef GAMES_TEMPLATE_H
#define GAMES_TEMPLATE_H

#include "game/game.h"

extern const struct game game_template;

#endif
