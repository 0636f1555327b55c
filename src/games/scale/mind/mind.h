/* Computer players of Scale.
 *
 * reader.c  what a performance says of a level (S15)
 * stage.c   how a computer player performs (S15)
 * weigh.c   what a match with each other player would bring, and what makes a level
 * hint.c    why a move is good, for a person
 * mind.c    what a computer player does, and when */
#ifndef GAMES_SCALE_MIND_MIND_H
#define GAMES_SCALE_MIND_MIND_H

#include "game/mind.h"
#include "game/stage.h"

extern const struct game_mind scale_mind;
extern const struct game_stage scale_stage;

#endif
