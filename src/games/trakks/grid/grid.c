/* The geometry of the table; grid.h explains how any group fits into a small array. */
#include "games/trakks/grid/grid.h"

#include <string.h>

struct trakks_box trakks_group_box(const struct trakks_group *group)
{
    int left = group->at[0].x, right = left, top = group->at[0].y, bottom = top;
    for (int i = 1; i < group->count; i++) {
        int x = group->at[i].x, y = group->at[i].y;
        left = x < left ? x : left;
        right = x > right ? x : right;
        top = y < top ? y : top;
        bottom = y > bottom ? y : bottom;
    }
    return (struct trakks_box){left, top, right - left + 1, bottom - top + 1};
}

enum trakks_grid_flaw trakks_grid_lay(struct trakks_grid *grid, const struct trakks_group *group)
{
    CHECK(group->count >= 1 && group->count <= TRAKKS_GRID_TILES_MAX);
    struct trakks_box box = trakks_group_box(group);
    if (box.width + box.height > group->count + 1)
        return TRAKKS_GRID_APART;
    grid->left = box.left - TRAKKS_GRID_MARGIN;
    grid->top = box.top - TRAKKS_GRID_MARGIN;
    grid->stride = box.width + 2 * TRAKKS_GRID_MARGIN;
    size_t cells = (size_t)(grid->stride * (box.height + 2 * TRAKKS_GRID_MARGIN));
    CHECK(cells <= sizeof grid->cell);
    memset(grid->cell, TRAKKS_TILE_NONE, cells);
    for (int i = 0; i < group->count; i++) {
        uint8_t *cell = &grid->cell[trakks_grid_cell(grid, group->at[i])];
        if (*cell)
            return TRAKKS_GRID_SHARED;
        *cell = group->tile[i];
    }
    return TRAKKS_GRID_SOUND;
}

/* K10: whether the tiles from `first` on, at distances of `step` up to the next empty cell, are a
 * run or a set of at least three. */
static bool line_fits_from(const uint8_t *first, int step)
{
    int difference = first[step] - first[0];
    const uint8_t *tile = first + step;
    if (difference == 1 || difference == -1) {
        for (; tile[step]; tile += step)
            if (tile[step] - tile[0] != difference)
                return false;
    } else {
        unsigned colours = 1u << (first[0] / TRAKKS_TILE_COLOUR);
        for (; *tile; tile += step) {
            unsigned colour = 1u << (*tile / TRAKKS_TILE_COLOUR);
            if (((*tile ^ first[0]) & TRAKKS_TILE_VALUE) != 0 || (colours & colour))
                return false;
            colours |= colour;
        }
        tile -= step;
    }
    return tile - first >= 2 * step;
}

bool trakks_grid_tile_fits(const uint8_t *tile, int step)
{
    while (tile[-step])
        tile -= step;
    return !tile[step] || line_fits_from(tile, step);
}

bool trakks_grid_line_fits(const struct trakks_grid *grid, int cell, int step)
{
    return trakks_grid_tile_fits(&grid->cell[cell], step);
}

static enum trakks_grid_flaw line_report(const uint8_t *first, int step,
                                         struct trakks_grid_line *line)
{
    struct trakks_grid_line found = {0};
    for (; *first; first += step, found.length++)
        if (found.length < TRAKKS_GRID_LINE_MAX)
            found.tile[found.length] = *first;
    if (line)
        *line = found;
    return found.length == 2 && trakks_tiles_may_touch(found.tile[0], found.tile[1])
               ? TRAKKS_GRID_LINE_OF_TWO
               : TRAKKS_GRID_LINE_WRONG;
}

/* Counts the tiles connected to the one in this cell, and removes them from the grid. */
static int tiles_lift(struct trakks_grid *grid, int cell)
{
    const int steps[] = {1, -1, grid->stride, -grid->stride};
    int found[TRAKKS_GRID_TILES_MAX], count = 0;
    found[count++] = cell;
    grid->cell[cell] = TRAKKS_TILE_NONE;
    for (int i = 0; i < count; i++)
        for (int way = 0; way < 4; way++) {
            int neighbour = found[i] + steps[way];
            if (grid->cell[neighbour]) {
                grid->cell[neighbour] = TRAKKS_TILE_NONE;
                found[count++] = neighbour;
            }
        }
    return count;
}

int trakks_grid_line_wrong(const struct trakks_grid *grid, const struct trakks_group *group,
                           int from)
{
    for (int i = from; i < 2 * group->count; i++) {
        const uint8_t *tile = &grid->cell[trakks_grid_cell(grid, group->at[i / 2])];
        int step = i % 2 ? grid->stride : 1;
        bool begins = !tile[-step] && tile[step];
        if (begins && !line_fits_from(tile, step))
            return i;
    }
    return -1;
}

enum trakks_grid_flaw trakks_grid_group_check(const struct trakks_group *group,
                                              struct trakks_grid_line *line)
{
    if (group->count == 1)
        return TRAKKS_GRID_ALONE;
    struct trakks_grid grid;
    enum trakks_grid_flaw flaw = trakks_grid_lay(&grid, group);
    if (flaw != TRAKKS_GRID_SOUND)
        return flaw;
    int wrong = trakks_grid_line_wrong(&grid, group, 0);
    if (wrong >= 0) {
        int cell = trakks_grid_cell(&grid, group->at[wrong / 2]);
        return line_report(&grid.cell[cell], wrong % 2 ? grid.stride : 1, line);
    }
    /* Connected tiles have neighbours, so every tile is in a line. */
    return tiles_lift(&grid, trakks_grid_cell(&grid, group->at[0])) == group->count
               ? TRAKKS_GRID_SOUND
               : TRAKKS_GRID_APART;
}

bool trakks_grid_groups_equal(const struct trakks_group *a, const struct trakks_group *b)
{
    if (a->count != b->count)
        return false;
    struct trakks_box box_a = trakks_group_box(a), box_b = trakks_group_box(b);
    if (box_a.width != box_b.width || box_a.height != box_b.height)
        return false;
    struct trakks_grid grid;
    enum trakks_grid_flaw flaw = trakks_grid_lay(&grid, a);
    CHECK(flaw == TRAKKS_GRID_SOUND);
    /* Shift the squares of b to those of a. */
    grid.left += box_b.left - box_a.left;
    grid.top += box_b.top - box_a.top;
    for (int i = 0; i < b->count; i++)
        if (grid.cell[trakks_grid_cell(&grid, b->at[i])] != b->tile[i])
            return false;
    return true;
}
