/* Quick moves for any seat of a world, and the beginner's moves. */
#ifndef GAMES_TYRANNOSAURUS_MIND_INSTINCT_H
#define GAMES_TYRANNOSAURUS_MIND_INSTINCT_H

#include "games/tyrannosaurus/mind/choices.h"

/* How tempting each choice looks at first sight; at least 1 each. */
void tyrannosaurus_instinct(const struct tyrannosaurus_state *s, int seat, int count,
                            const uint8_t *codes, int weights[TYREX_CHOICES_LISTED_MAX]);
uint8_t tyrannosaurus_instinct_choose(const struct tyrannosaurus_state *s, int seat,
                                      struct rng *rng);
uint8_t tyrannosaurus_beginner_choose(const struct tyrannosaurus_state *s, int seat,
                                      struct rng *rng);

#endif
