/* A table that changes quickly. Then: lines. */
#include "games/trakks/solver/solver.h"

#include "base/base.h"

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

/* ---- Lines ---- */

/* What the runs and sets of one colour can do at one value; bound.c explains why this is
 * enough. */

static int runs_code(const struct trakks_lines *lines, int a, int b, bool may_cross)
{
    int high = a > b ? a : b, low = a > b ? b : a;
    for (int code = 0; code < TRAKKS_RUNS_CODES; code++) {
        const struct trakks_runs *runs = &lines->runs[code];
        if (runs->length[0] == high && runs->length[1] == low &&
            runs->may_cross == (low && may_cross))
            return code;
    }
    CHECK(false);
    return 0;
}

/* Whether everything that is possible with `b` open is possible with `a` open: its runs are longer,
 * or can end at once. */
static bool runs_cover(const struct trakks_runs *a, const struct trakks_runs *b)
{
    if (b->length[1])
        return a->length[0] >= b->length[0] && a->length[1] >= b->length[1] &&
               a->may_cross >= b->may_cross;
    if (a->length[1] && a->length[0] < TRAKKS_LONG)
        return false;
    int other = a->length[1] ? a->length[1] : a->length[0];
    return b->length[0] ? other >= b->length[0] : other % TRAKKS_LONG == 0;
}

void trakks_lines_start(struct trakks_lines *lines)
{
    int count = 0;
    for (int a = 0; a <= TRAKKS_LONG; a++)
        for (int b = 0; b <= a; b++)
            for (int may_cross = 0; may_cross <= (b > 0); may_cross++)
                lines->runs[count++] = (struct trakks_runs){{a, b}, may_cross};
    CHECK(count == TRAKKS_RUNS_CODES);
    for (int a = 0; a < TRAKKS_RUNS_CODES; a++) {
        lines->covers[a] = 0;
        for (int b = 0; b < TRAKKS_RUNS_CODES; b++)
            if (b != a && runs_cover(&lines->runs[b], &lines->runs[a]))
                lines->covers[a] |= (uint16_t)bit(b);
    }
}

/* Whether a transition is at least as good as another in every respect. */
static bool way_covers(const struct trakks_lines *lines, const struct trakks_way *a,
                       const struct trakks_way *b)
{
    return a->left <= b->left && a->shared <= b->shared && a->parts <= b->parts &&
           (a->to == b->to || bits_have(lines->covers[b->to], a->to));
}

/* Adds a transition unless another is as good, and removes those that it makes redundant. */
static void way_add(const struct trakks_lines *lines, struct trakks_ways *ways,
                    struct trakks_way way)
{
    if (!lines->parts_count)
        way.parts = 0;
    for (int i = 0; i < ways->count; i++)
        if (way_covers(lines, &ways->way[i], &way))
            return;
    int kept = 0;
    for (int i = 0; i < ways->count; i++)
        if (!way_covers(lines, &way, &ways->way[i]))
            ways->way[kept++] = ways->way[i];
    CHECK(kept < TRAKKS_WAYS_MAX);
    ways->way[kept++] = way;
    ways->count = (uint8_t)kept;
}

static int longer(int length)
{
    return length < TRAKKS_LONG ? length + 1 : TRAKKS_LONG;
}

/* A run ends here and another starts, while one more continues: all three contain this value, so
 * two of them cross. The two that are open now may cross again, unlike those before. */
static void runs_third(const struct trakks_lines *lines, struct trakks_ways *ways,
                       const struct trakks_runs *from, struct trakks_way way)
{
    for (int i = 0; i < 2; i++) {
        if (longer(from->length[i]) < TRAKKS_LONG)
            continue;
        way.to = (uint8_t)runs_code(lines, longer(from->length[1 - i]), 1, true);
        way_add(lines, ways, way);
    }
}

/* Three runs contain this value and the one before, so two of them are connected by a third that is
 * left out: their parts become one. Not all three started at the value before. */
static void runs_join(const struct trakks_lines *lines, struct trakks_ways *ways,
                      const struct trakks_runs *from, struct trakks_way way)
{
    int a = longer(from->length[0]), b = longer(from->length[1]);
    if (!from->may_cross || a < TRAKKS_LONG || b < 2)
        return;
    way.to = (uint8_t)runs_code(lines, a, b, false);
    way.parts--;
    way_add(lines, ways, way);
}

/* Four runs contain this value. If two end and two start, runs_third already covers it. Otherwise
 * at least three continue to the value before or after, so there are two tiles there too; their
 * crossings are not restricted further. */
static void runs_fourth(const struct trakks_lines *lines, struct trakks_ways *ways,
                        const struct trakks_runs *from, struct trakks_way way)
{
    way.to = (uint8_t)runs_code(lines, longer(from->length[0]), longer(from->length[1]), true);
    way_add(lines, ways, way);
}

/* Some of the runs continue (a bit each), the others end, and new ones start. */
static void runs_go(const struct trakks_lines *lines, struct trakks_ways *ways,
                    const struct trakks_runs *from, int on, int sets, int used,
                    struct trakks_way way)
{
    int length[2] = {1, 1}, count = 0;
    for (int i = 0; i < 2; i++) {
        if (bits_have((uint64_t)on, i))
            length[count++] = longer(from->length[i]);
        else if (from->length[i] % TRAKKS_LONG)
            return;
    }
    for (int runs = count; runs <= 2; runs++) {
        bool may_cross = count < 2 || from->may_cross;
        if (runs + sets < used || runs + sets > 2 * used || (runs > used && !may_cross))
            continue;
        way.to = (uint8_t)runs_code(lines, runs > 0 ? length[0] : 0, runs > 1 ? length[1] : 0,
                                    may_cross && runs <= used);
        way.parts = (int8_t)(runs - count - (runs + sets - used));
        way_add(lines, ways, way);
    }
}

/* With `used` tiles of the kind placed, each in one or two of the lines. */
static void ways_use(const struct trakks_lines *lines, struct trakks_ways *ways,
                     const struct trakks_runs *from, int sets, int used,
                     const struct trakks_stock *stock)
{
    struct trakks_way way = {.left = (uint8_t)(lines->left_ignored ? 0 : stock->all - used),
                             .shared = (uint8_t)(sets > used ? sets - used : 0)};
    int open = (from->length[0] > 0) + 2 * (from->length[1] > 0);
    for (int on = 0; on <= open; on++)
        if ((on & open) == on)
            runs_go(lines, ways, from, on, sets, used, way);
    if (used < 2 || open < 3)
        return;
    way.parts = (int8_t)-sets;
    if (sets <= 1) {
        runs_third(lines, ways, from, way);
        runs_join(lines, ways, from, way);
    }
    if (sets == 0 && stock->beside)
        runs_fourth(lines, ways, from, way);
}

int trakks_stock_code(const struct trakks_stock *stock)
{
    return stock->beside ? 6 + stock->required
                         : stock->all * (stock->all + 1) / 2 + stock->required;
}

void trakks_lines_ways(struct trakks_lines *lines)
{
    for (int i = 0; i < TRAKKS_STOCKS; i++) {
        struct trakks_stock stock = {.beside = i >= 6};
        stock.all = i >= 3 ? 2 : i >= 1 ? 1 : 0;
        stock.required = i >= 6 ? i - 6 : i - stock.all * (stock.all + 1) / 2;
        CHECK(trakks_stock_code(&stock) == i);
        for (int sets = 0; sets <= TRAKKS_SETS_MAX; sets++)
            for (int from = 0; from < TRAKKS_RUNS_CODES; from++) {
                struct trakks_ways *ways = &lines->ways[i][sets][from];
                ways->count = 0;
                for (int used = stock.all; used >= stock.required; used--)
                    ways_use(lines, ways, &lines->runs[from], sets, used, &stock);
            }
    }
}
