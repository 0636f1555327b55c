/* What the analysis of finished matches knows about Tyrannosaurus Rex. */
#ifndef GAMES_TYRANNOSAURUS_MIND_REVIEW_H
#define GAMES_TYRANNOSAURUS_MIND_REVIEW_H

#include "game/review.h"

extern const struct game_review tyrannosaurus_review;

#endif
