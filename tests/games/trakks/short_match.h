/* The matches that the random tests play: two rounds, with 2 to 4 seats by turns. */
#ifndef TESTS_TRAKKS_SHORT_MATCH_H
#define TESTS_TRAKKS_SHORT_MATCH_H

#include "games/trakks/trakks.h"

/* Starts match `number`, from the seed "PREFIXnumber". */
void short_match_start(struct trakks_state *s, const char *prefix, int number);

#endif
