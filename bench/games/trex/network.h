/* How the mind of T-Rex learns (games/trex/mind/weights.h): to choose cards as a search does, and to tell how
 * well each seat stands before a round. */
#ifndef BENCH_TREX_NETWORK_H
#define BENCH_TREX_NETWORK_H

#include "learner.h"

extern const struct learner network_learner;

#endif
