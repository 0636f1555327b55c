/* A lower bound for the number of optional tiles that stay in hand. A solution that leaves no more
 * than this is optimal. */
#ifndef GAMES_TRAKKS_BOUND_H
#define GAMES_TRAKKS_BOUND_H

#include "games/trakks/mind/lines.h"
#include "games/trakks/tiles.h"

/* The number of optional tiles that cannot be placed together with all required ones in
 * `groups_max` groups, as far as it can be proven; the search stops at `enough`. It limits its
 * steps, not its time, and returns what it has proven so far when they are used up: the same on
 * every machine, after a few milliseconds at most. */
int trakks_bound(struct trakks_tiles required, struct trakks_tiles optional, int groups_max,
                 int enough);

/* The same question for many racks: whether all required tiles may fit on a table together, if any of
 * the optional ones can be added. The tables of transitions are made once. */
struct trakks_fitting {
    struct trakks_lines lines, lines_with_parts;
};
void trakks_fitting_start(struct trakks_fitting *fitting);
/* False is proven. */
bool trakks_may_fit(const struct trakks_fitting *fitting, struct trakks_tiles required,
                    struct trakks_tiles optional, int groups_max);

#endif
