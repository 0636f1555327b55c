/* The geometry of the table; trakks_internal.h explains how any group fits into a small array. */
#include "games/trakks/trakks_internal.h"

#include "base/base.h"

#include <stdlib.h>
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

/* ---- Place ---- */

/* K8 to K14: checks a placing. The checks go from tiles (whose are they?) to shapes (are these
 * groups?) to players (has everyone opened?), so that the first failure names a rule that is broken
 * whatever the later ones say. */

bool trakks_illegal(struct fault *fault, const char *rule, const char *text, uint8_t tile)
{
    char name[TRAKKS_TILE_TEXT_MAX];
    trakks_tile_text(tile, name);
    return fault_set(fault, FAULT_ILLEGAL_MOVE, rule, text, "%s", name);
}

/* The tiles of a placing, which may be anything that a text can express. */
static bool tiles_gather(const struct trakks_place *place, struct trakks_tiles *tiles,
                         struct fault *fault)
{
    *tiles = (struct trakks_tiles){0};
    for (int i = 0; i < place->table.tile_count; i++) {
        uint8_t tile = place->table.tile[i];
        if (!trakks_tile_is_number(tile))
            return trakks_illegal(fault, "K8", "trakks.action_on_table", tile);
        if (bits_have(tiles->two, tile))
            return trakks_illegal(fault, "K8", "trakks.not_in_rack", tile);
        trakks_tiles_add(tiles, tile);
    }
    if (place->too_many)
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "K8", "trakks.too_many_tiles", NULL);
    return true;
}

/* K8: every tile of the table is still there, and the rest comes from the rack of the player. */
static bool tiles_check(const struct trakks_state *s, int seat, const struct trakks_place *place,
                        struct fault *fault)
{
    struct trakks_tiles after, before = trakks_table_tiles(&s->table);
    if (!tiles_gather(place, &after, fault))
        return false;
    struct trakks_tiles missing = trakks_tiles_difference(before, after);
    if (missing.one)
        return trakks_illegal(fault, "K8", "trakks.tile_missing", trakks_tiles_pop(&missing));
    struct trakks_tiles laid = trakks_tiles_difference(after, before);
    if (!laid.one)
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "K8", "trakks.nothing_laid", NULL);
    struct trakks_tiles foreign = trakks_tiles_difference(laid, s->rack[seat]);
    if (foreign.one)
        return trakks_illegal(fault, "K8", "trakks.not_in_rack", trakks_tiles_pop(&foreign));
    return true;
}

static bool group_refuse(enum trakks_grid_flaw flaw, const struct trakks_grid_line *line,
                         struct fault *fault)
{
    static const char *const texts[] = {
        [TRAKKS_GRID_SHARED] = "trakks.squares_shared",
        [TRAKKS_GRID_APART] = "trakks.group_apart",
        [TRAKKS_GRID_ALONE] = "trakks.tile_alone",
        [TRAKKS_GRID_LINE_OF_TWO] = "trakks.line_of_two",
        [TRAKKS_GRID_LINE_WRONG] = "trakks.line_wrong",
    };
    char storage[sizeof fault->detail], name[TRAKKS_TILE_TEXT_MAX];
    struct buffer tiles;
    buffer_start(&tiles, storage, sizeof storage);
    for (int i = 0; i < line->length && i < TRAKKS_GRID_LINE_MAX; i++) {
        trakks_tile_text(line->tile[i], name);
        buffer_add_format(&tiles, "%s%s", i ? " " : "", name);
    }
    /* Any line of two breaks K11. */
    const char *rule = flaw == TRAKKS_GRID_LINE_WRONG && line->length > 2 ? "K10" : "K11";
    return fault_set(fault, FAULT_ILLEGAL_MOVE, rule, texts[flaw], "%s", tiles.text);
}

/* K13: every group is still there, unchanged, plus one more. That one consists of own tiles,
 * because no others are left (K8). */
static bool opens(const struct trakks_table *before, const struct trakks_table *after)
{
    if (after->group_count != before->group_count + 1)
        return false;
    uint64_t found = 0;
    for (int i = 0; i < before->group_count; i++) {
        struct trakks_group group = trakks_table_group(before, i);
        int same = 0;
        for (; same < after->group_count; same++) {
            struct trakks_group other = trakks_table_group(after, same);
            if (!bits_have(found, same) && trakks_grid_groups_equal(&group, &other))
                break;
        }
        if (same == after->group_count)
            return false;
        found |= bit(same);
    }
    return true;
}

bool trakks_place_check(const struct trakks_state *s, int seat, const struct trakks_place *place,
                        struct fault *fault)
{
    const struct trakks_table *after = &place->table;
    if (!tiles_check(s, seat, place, fault))
        return false;
    if (after->group_count > trakks_groups_limit(s->seats)) /* K12 */
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "K12", "trakks.too_many_groups", "%d",
                         trakks_groups_limit(s->seats));
    for (int i = 0; i < after->group_count; i++) { /* K10, K11 */
        struct trakks_group group = trakks_table_group(after, i);
        struct trakks_grid_line line = {0};
        enum trakks_grid_flaw flaw = trakks_grid_group_check(&group, &line);
        if (flaw != TRAKKS_GRID_SOUND)
            return group_refuse(flaw, &line, fault);
    }
    if (!bits_have(s->opened, seat) && !opens(&s->table, after)) /* K13 */
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "K13", "trakks.open_first", NULL);
    if (!trakks_groups_leave_one_each(s->seats, (uint8_t)(s->opened | bit(seat)),
                                      after->group_count))
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "K14", "trakks.no_room_to_open", NULL);
    return true;
}
