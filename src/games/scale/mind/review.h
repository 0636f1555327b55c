/* What the analysis of finished matches knows about Scale. */
#ifndef GAMES_SCALE_MIND_REVIEW_H
#define GAMES_SCALE_MIND_REVIEW_H

#include "game/review.h"

extern const struct game_review scale_review;

#endif
