/* What the analysis of finished matches knows about Trakks. */
#ifndef GAMES_TRAKKS_MIND_REVIEW_H
#define GAMES_TRAKKS_MIND_REVIEW_H

#include "game/review.h"

extern const struct game_review trakks_review;

#endif
