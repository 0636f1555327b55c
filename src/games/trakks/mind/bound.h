/* What nobody can lay: a number of optional tiles that stay in hand whatever is done, so that a
 * solution that leaves no more than these is known to be the best. */
#ifndef GAMES_TRAKKS_BOUND_H
#define GAMES_TRAKKS_BOUND_H

#include "games/trakks/tiles.h"

/* A number of the optional tiles that at least cannot be laid together with all required ones in
 * `groups_max` groups; it does not look beyond `enough`. It counts its steps, not the time, and
 * answers with what it has shown so far when they are used up: the same on every machine, after a
 * few milliseconds at most. */
int trakks_bound(struct trakks_tiles required, struct trakks_tiles optional, int groups_max,
                 int enough);

#endif
