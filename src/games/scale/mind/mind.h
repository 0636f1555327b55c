/* Computer players of Scale.
 *
 *  reader.c  what a performance reveals about a level (S15)
 *  stage.c   how a computer player performs (S15)
 *  weigh.c   the value of a match with each other player, and what makes a level
 *  hint.c    explains why a move is good
 *  review.c  winning chances, for the analysis of finished matches
 *  mind.c    what a computer player does, and when */
#ifndef GAMES_SCALE_MIND_MIND_H
#define GAMES_SCALE_MIND_MIND_H

#include "game/mind.h"
#include "game/stage.h"

extern const struct game_mind scale_mind;
extern const struct game_stage scale_stage;

#endif
