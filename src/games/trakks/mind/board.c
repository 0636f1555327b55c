/* A table that changes quickly; see board.h. */
#include "games/trakks/mind/board.h"

#include "base/check.h"

#include <string.h>

static const int steps[] = {1, -1, TRAKKS_BOARD_SIDE, -TRAKKS_BOARD_SIDE};

static void board_start(struct trakks_board *board, struct trakks_tiles hand)
{
    *board = (struct trakks_board){.hand = hand};
}

static void tile_put(struct trakks_board *board, int cell, uint8_t tile)
{
    board->tile[cell] = tile;
    board->slot[cell] = (uint8_t)board->count;
    board->at[board->count++] = (uint16_t)cell;
    trakks_tiles_remove(&board->hand, tile);
}

static uint8_t tile_lift(struct trakks_board *board, int cell)
{
    uint8_t tile = board->tile[cell];
    uint16_t last = board->at[--board->count];
    board->at[board->slot[cell]] = last;
    board->slot[last] = board->slot[cell];
    board->tile[cell] = TRAKKS_TILE_NONE;
    trakks_tiles_add(&board->hand, tile);
    return tile;
}

void trakks_board_lay(struct trakks_board *board, int cell, uint8_t tile)
{
    CHECK(board->change_count < TRAKKS_BOARD_CHANGES_MAX);
    board->change[board->change_count++] = (struct trakks_board_change){.cell = (uint16_t)cell};
    tile_put(board, cell, tile);
}

void trakks_board_take(struct trakks_board *board, int cell)
{
    CHECK(board->change_count < TRAKKS_BOARD_CHANGES_MAX);
    uint8_t tile = tile_lift(board, cell);
    board->change[board->change_count++] =
        (struct trakks_board_change){.cell = (uint16_t)cell, .taken = tile};
}

void trakks_board_undo(struct trakks_board *board, int change_count)
{
    while (board->change_count > change_count) {
        struct trakks_board_change change = board->change[--board->change_count];
        if (change.taken)
            tile_put(board, change.cell, change.taken);
        else
            tile_lift(board, change.cell);
    }
}

/* Puts a group into the middle of a band. */
static bool group_load(struct trakks_board *board, const struct trakks_group *group, int band)
{
    struct trakks_box box = trakks_group_box(group);
    if (box.width > TRAKKS_BOARD_SIDE - 2 || box.height > TRAKKS_BOARD_SIDE - 2)
        return false;
    int first = band * TRAKKS_BOARD_BAND +
                (TRAKKS_BOARD_SIDE - box.height) / 2 * TRAKKS_BOARD_SIDE +
                (TRAKKS_BOARD_SIDE - box.width) / 2;
    for (int i = 0; i < group->count; i++)
        tile_put(board,
                 first + (group->at[i].y - box.top) * TRAKKS_BOARD_SIDE +
                     (group->at[i].x - box.left),
                 group->tile[i]);
    return true;
}

bool trakks_board_load(struct trakks_board *board, struct trakks_tiles all,
                       const struct trakks_table *table)
{
    board_start(board, all);
    for (int i = 0; i < table->group_count; i++) {
        struct trakks_group group = trakks_table_group(table, i);
        if (!group_load(board, &group, i)) {
            board_start(board, all);
            return false;
        }
    }
    return true;
}

void trakks_board_save(const struct trakks_board *board, struct trakks_table *table)
{
    struct trakks_board_groups groups;
    trakks_board_groups_find(board, &groups);
    CHECK(groups.count <= TRAKKS_GROUPS_MAX);
    *table = (struct trakks_table){.group_count = (uint8_t)groups.count};
    for (int group = 0; group < groups.count; group++) {
        table->size[group] = groups.size[group];
        int origin = -1; /* the first tile of the group in reading order */
        for (int cell = 0; cell < TRAKKS_BOARD_CELLS; cell++) {
            if (!board->tile[cell] || groups.of[board->slot[cell]] != group)
                continue;
            if (origin < 0)
                origin = cell;
            int x = cell % TRAKKS_BOARD_SIDE - origin % TRAKKS_BOARD_SIDE;
            int y = cell / TRAKKS_BOARD_SIDE - origin / TRAKKS_BOARD_SIDE;
            table->tile[table->tile_count] = board->tile[cell];
            table->at[table->tile_count++] = (struct trakks_square){(int16_t)x, (int16_t)y};
        }
    }
}

/* The length of the line through this tile; 1 if it has no neighbour there. */
static int line_length(const struct trakks_board *board, int cell, int step)
{
    int length = 1;
    for (int at = cell + step; board->tile[at]; at += step)
        length++;
    for (int at = cell - step; board->tile[at]; at -= step)
        length++;
    return length;
}

/* The tile to remove from a line of two: the one that is in no other line, or either. */
static int line_of_two_victim(const struct trakks_board *board, int cell, int step, struct rng *rng)
{
    int other = board->tile[cell + step] ? cell + step : cell - step;
    int across = step == 1 ? TRAKKS_BOARD_SIDE : 1;
    bool cell_stays = line_length(board, cell, across) >= 3;
    bool other_stays = line_length(board, other, across) >= 3;
    if (cell_stays != other_stays)
        return cell_stays ? other : cell;
    return rng_below(rng, 2) ? other : cell;
}

/* The rest of a line is sound if it is long enough, so only lines of two and single tiles are
 * wrong. Every tile removed here is a change too, whose neighbours are checked in turn. */
void trakks_board_mend(struct trakks_board *board, int first, struct rng *rng)
{
    for (int i = first; i < board->change_count; i++)
        for (int way = 0; way < 4; way++) {
            int cell = board->change[i].cell + steps[way];
            if (!board->tile[cell])
                continue;
            int across = line_length(board, cell, 1),
                down = line_length(board, cell, TRAKKS_BOARD_SIDE);
            if (across == 2)
                trakks_board_take(board, line_of_two_victim(board, cell, 1, rng));
            else if (down == 2)
                trakks_board_take(board, line_of_two_victim(board, cell, TRAKKS_BOARD_SIDE, rng));
            else if (across == 1 && down == 1)
                trakks_board_take(board, cell);
        }
}

void trakks_board_groups_find(const struct trakks_board *board, struct trakks_board_groups *groups)
{
    enum { NOWHERE = 255 };
    memset(groups->of, NOWHERE, (size_t)board->count);
    groups->count = 0;
    for (int first = 0; first < board->count; first++) {
        if (groups->of[first] != NOWHERE)
            continue;
        uint8_t found[TRAKKS_GRID_TILES_MAX], group = (uint8_t)groups->count++;
        int count = 0;
        found[count++] = (uint8_t)first;
        groups->of[first] = group;
        for (int i = 0; i < count; i++)
            for (int way = 0; way < 4; way++) {
                int cell = board->at[found[i]] + steps[way];
                uint8_t slot = board->slot[cell];
                if (board->tile[cell] && groups->of[slot] == NOWHERE) {
                    groups->of[slot] = group;
                    found[count++] = slot;
                }
            }
        groups->size[group] = (uint8_t)count;
    }
}

static void group_take(struct trakks_board *board, const struct trakks_board_groups *groups,
                       int group)
{
    uint16_t cells[TRAKKS_GRID_TILES_MAX];
    int count = 0;
    for (int slot = 0; slot < board->count; slot++)
        if (groups->of[slot] == group)
            cells[count++] = board->at[slot];
    while (count > 0)
        trakks_board_take(board, cells[--count]);
}

int trakks_board_groups_limit(struct trakks_board *board, int limit)
{
    struct trakks_board_groups groups;
    trakks_board_groups_find(board, &groups);
    while (groups.count > limit) {
        int smallest = 0;
        for (int group = 1; group < groups.count; group++)
            if (groups.size[group] < groups.size[smallest])
                smallest = group;
        group_take(board, &groups, smallest);
        trakks_board_groups_find(board, &groups);
    }
    return groups.count;
}

int trakks_board_free_cell(const struct trakks_board *board)
{
    unsigned used = 0;
    for (int slot = 0; slot < board->count; slot++)
        used |= 1u << (board->at[slot] / TRAKKS_BOARD_BAND);
    for (int band = 0; band < TRAKKS_GROUPS_MAX; band++)
        if (!(used >> band & 1))
            return band * TRAKKS_BOARD_BAND + TRAKKS_BOARD_SIDE / 2 * (TRAKKS_BOARD_SIDE + 1);
    return -1;
}
