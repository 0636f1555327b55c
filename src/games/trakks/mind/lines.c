/* What the rows and sequences of one colour can do at one value; bound.c explains why this is
 * enough. */
#include "games/trakks/mind/lines.h"

#include "base/bits.h"
#include "base/check.h"

static int rows_code(const struct trakks_lines *lines, int a, int b, bool may_cross)
{
    int high = a > b ? a : b, low = a > b ? b : a;
    for (int code = 0; code < TRAKKS_ROWS_CODES; code++) {
        const struct trakks_rows *rows = &lines->rows[code];
        if (rows->length[0] == high && rows->length[1] == low &&
            rows->may_cross == (low && may_cross))
            return code;
    }
    CHECK(false);
    return 0;
}

/* Whether everything that is possible with `b` open is possible with `a` open: its rows are longer,
 * or can end at once. */
static bool rows_cover(const struct trakks_rows *a, const struct trakks_rows *b)
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
                lines->rows[count++] = (struct trakks_rows){{a, b}, may_cross};
    CHECK(count == TRAKKS_ROWS_CODES);
    for (int a = 0; a < TRAKKS_ROWS_CODES; a++) {
        lines->covers[a] = 0;
        for (int b = 0; b < TRAKKS_ROWS_CODES; b++)
            if (b != a && rows_cover(&lines->rows[b], &lines->rows[a]))
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

/* A row ends here and another starts, while one more continues: all three contain this value, so
 * two of them cross. The two that are open now may cross again, unlike those before. */
static void rows_third(const struct trakks_lines *lines, struct trakks_ways *ways,
                       const struct trakks_rows *from, struct trakks_way way)
{
    for (int i = 0; i < 2; i++) {
        if (longer(from->length[i]) < TRAKKS_LONG)
            continue;
        way.to = (uint8_t)rows_code(lines, longer(from->length[1 - i]), 1, true);
        way_add(lines, ways, way);
    }
}

/* Three rows contain this value and the one before, so two of them are connected by a third that is
 * left out: their parts become one. Not all three started at the value before. */
static void rows_join(const struct trakks_lines *lines, struct trakks_ways *ways,
                      const struct trakks_rows *from, struct trakks_way way)
{
    int a = longer(from->length[0]), b = longer(from->length[1]);
    if (!from->may_cross || a < TRAKKS_LONG || b < 2)
        return;
    way.to = (uint8_t)rows_code(lines, a, b, false);
    way.parts--;
    way_add(lines, ways, way);
}

/* Four rows contain this value. If two end and two start, rows_third already covers it. Otherwise
 * at least three continue to the value before or after, so there are two tiles there too; their
 * crossings are not restricted further. */
static void rows_fourth(const struct trakks_lines *lines, struct trakks_ways *ways,
                        const struct trakks_rows *from, struct trakks_way way)
{
    way.to = (uint8_t)rows_code(lines, longer(from->length[0]), longer(from->length[1]), true);
    way_add(lines, ways, way);
}

/* Some of the rows continue (a bit each), the others end, and new ones start. */
static void rows_go(const struct trakks_lines *lines, struct trakks_ways *ways,
                    const struct trakks_rows *from, int on, int sequences, int used,
                    struct trakks_way way)
{
    int length[2] = {1, 1}, count = 0;
    for (int i = 0; i < 2; i++) {
        if (bits_have((uint64_t)on, i))
            length[count++] = longer(from->length[i]);
        else if (from->length[i] % TRAKKS_LONG)
            return;
    }
    for (int rows = count; rows <= 2; rows++) {
        bool may_cross = count < 2 || from->may_cross;
        if (rows + sequences < used || rows + sequences > 2 * used || (rows > used && !may_cross))
            continue;
        way.to = (uint8_t)rows_code(lines, rows > 0 ? length[0] : 0, rows > 1 ? length[1] : 0,
                                    may_cross && rows <= used);
        way.parts = (int8_t)(rows - count - (rows + sequences - used));
        way_add(lines, ways, way);
    }
}

/* With `used` tiles of the kind placed, each in one or two of the lines. */
static void ways_use(const struct trakks_lines *lines, struct trakks_ways *ways,
                     const struct trakks_rows *from, int sequences, int used,
                     const struct trakks_stock *stock)
{
    struct trakks_way way = {.left = (uint8_t)(lines->left_ignored ? 0 : stock->all - used),
                             .shared = (uint8_t)(sequences > used ? sequences - used : 0)};
    int open = (from->length[0] > 0) + 2 * (from->length[1] > 0);
    for (int on = 0; on <= open; on++)
        if ((on & open) == on)
            rows_go(lines, ways, from, on, sequences, used, way);
    if (used < 2 || open < 3)
        return;
    way.parts = (int8_t)-sequences;
    if (sequences <= 1) {
        rows_third(lines, ways, from, way);
        rows_join(lines, ways, from, way);
    }
    if (sequences == 0 && stock->beside)
        rows_fourth(lines, ways, from, way);
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
        for (int sequences = 0; sequences <= TRAKKS_SEQUENCES_MAX; sequences++)
            for (int from = 0; from < TRAKKS_ROWS_CODES; from++) {
                struct trakks_ways *ways = &lines->ways[i][sequences][from];
                ways->count = 0;
                for (int used = stock.all; used >= stock.required; used--)
                    ways_use(lines, ways, &lines->rows[from], sequences, used, &stock);
            }
    }
}
