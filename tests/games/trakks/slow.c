#include "slow.h"

#include <stdlib.h>

int slow_tile_at(const struct trakks_group *group, int x, int y)
{
    for (int i = 0; i < group->count; i++)
        if (group->at[i].x == x && group->at[i].y == y)
            return group->tile[i];
    return TRAKKS_TILE_NONE;
}

/* K10, of at most 14 tiles; longer lines are neither. */
static bool is_run_or_set(const int *tiles, int count)
{
    bool set = count <= 4, up = true, down = true;
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++) {
            int steps = (tiles[j] & TRAKKS_TILE_VALUE) - (tiles[i] & TRAKKS_TILE_VALUE);
            bool same_colour = tiles[i] / TRAKKS_TILE_COLOUR == tiles[j] / TRAKKS_TILE_COLOUR;
            set = set && steps == 0 && !same_colour;
            up = up && same_colour && steps == j - i;
            down = down && same_colour && steps == i - j;
        }
    return count >= 3 && (set || up || down);
}

bool slow_may_touch(int a, int b)
{
    for (int third = 0; third < TRAKKS_TILE_COLOURS * TRAKKS_TILE_COLOUR; third++) {
        const int before[] = {third, a, b}, after[] = {a, b, third};
        if (trakks_tile_is_number(third) && (is_run_or_set(before, 3) || is_run_or_set(after, 3)))
            return true;
    }
    return false;
}

bool slow_line_is_right(const struct trakks_group *group, int x, int y, int dx, int dy)
{
    int tiles[TRAKKS_TILE_VALUE_MAX + 1], count = 0;
    while (slow_tile_at(group, x - dx, y - dy))
        x -= dx, y -= dy;
    for (; count <= TRAKKS_TILE_VALUE_MAX && slow_tile_at(group, x, y); x += dx, y += dy)
        tiles[count++] = slow_tile_at(group, x, y);
    return count == 1 || is_run_or_set(tiles, count);
}

static bool hangs_together(const struct trakks_group *group)
{
    bool reached[TRAKKS_GRID_TILES_MAX] = {true};
    int count = 0;
    for (int times = 0; times < group->count; times++)
        for (int i = 0; i < group->count; i++)
            for (int j = 0; j < group->count && reached[i]; j++)
                if (abs(group->at[i].x - group->at[j].x) + abs(group->at[i].y - group->at[j].y) ==
                    1)
                    reached[j] = true;
    for (int i = 0; i < group->count; i++)
        count += reached[i];
    return count == group->count;
}

bool slow_group_is_right(const struct trakks_group *group)
{
    for (int i = 0; i < group->count; i++) {
        for (int j = 0; j < i; j++)
            if (group->at[i].x == group->at[j].x && group->at[i].y == group->at[j].y)
                return false;
        if (!slow_line_is_right(group, group->at[i].x, group->at[i].y, 1, 0) ||
            !slow_line_is_right(group, group->at[i].x, group->at[i].y, 0, 1))
            return false;
    }
    return group->count > 1 && hangs_together(group);
}
