/* Branching: continues from a moment of another match. */
#ifndef MATCH_BRANCH_H
#define MATCH_BRANCH_H

#include "match/match.h"

/* Makes `branch` a match that starts where `match` is now, and frees what it was before.
 *
 * What `viewer` (a seat or GAME_SPECTATOR) cannot know at this moment is dealt anew: hidden cards, the
 * order of piles, secret choices of others, and later shuffles. All of it agrees with the viewer's view
 * and memory. After a match everyone may look at every card, so with the same cards the person who
 * plays on would see through them. Memories start empty: what the other seats remember may not be true
 * of the new cards. */
void match_branch(const struct match *match, int viewer, struct rng *rng, struct match *branch);

#endif
