/* The matches that the random tests play. */
#include "short_match.h"

#include "base/base.h"
#include "games/trakks/trakks.h"

#include <stdio.h>

void short_match_start(struct trakks_state *s, const char *prefix, int number)
{
    struct fault fault;
    char seed[32];
    int length = snprintf(seed, sizeof seed, "%s%d", prefix, number);
    CHECK(game_trakks.start(s,
                            &(struct game_setup){.seats = 2 + number % 3,
                                                 .options = {[TRAKKS_OPTION_ROUNDS] = 1},
                                                 .seed = seed,
                                                 .seed_length = (size_t)length},
                            &fault));
}
