/* Computer players of Scale.
 *
 *  mind.c   what a computer player does, and when; how it performs (S15)
 *  weigh.c  the value of a match with each other player, and what makes a way of thinking
 *  hint.c   explains why a move is good; winning chances, for the analysis of finished matches */
#ifndef GAMES_SCALE_MIND_MIND_H
#define GAMES_SCALE_MIND_MIND_H

#include "game/mind.h"
#include "game/realtime.h"

#include <stdbool.h>
#include <stdint.h>

extern const struct game_mind scale_mind;
extern const struct game_realtime scale_realtime;

/* ---- What players of this game do more or less often ---- */

extern const struct game_habits scale_habits;

/* ---- What the analysis of finished matches knows about Scale ---- */

extern const struct game_review scale_review;

#endif
