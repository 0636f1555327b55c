/* A slow check of groups that follows K10 and K11 literally, to compare the rules with. */
#ifndef TESTS_TRAKKS_SLOW_H
#define TESTS_TRAKKS_SLOW_H

#include "games/trakks/trakks_internal.h"

/* The tile on a square, or TRAKKS_TILE_NONE. */
int slow_tile_at(const struct trakks_group *group, int x, int y);
/* K10: whether some line of three has these tiles side by side. */
bool slow_may_touch(int a, int b);
/* K11: the line through a tile, along (1, 0) or (0, 1). */
bool slow_line_is_right(const struct trakks_group *group, int x, int y, int dx, int dy);
bool slow_group_is_right(const struct trakks_group *group);

#endif
