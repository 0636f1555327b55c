/* The matches that the random tests play: one round, with 2 to 4 seats by turns. */
#ifndef TESTS_TRAKKS_ONE_ROUND_H
#define TESTS_TRAKKS_ONE_ROUND_H

#include "games/trakks/state.h"

/* Starts match `number`, from the seed "PREFIXnumber". */
void one_round_start(struct trakks_state *s, const char *prefix, int number);

#endif
