/* The sheet of Trakks. There are at most 116 tiles, so linear searches are fast enough. */
#include "terminal/games/trakks/sheet/sheet.h"

#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAP = 2,        /* free cells between groups, so that each can grow by one */
    FIRST = 2,      /* column and row of the first group; a margin of one cell is shown */
    LABEL = 4,      /* columns of the terminal for a row number */
    CELL = 4,       /* columns of the terminal for a cell: a mark and a tile */
    TILE_WIDTH = 3, /* the longest number tile: "r14" */
};

int sheet_find(const struct sheet *sheet, int x, int y)
{
    for (int i = 0; i < sheet->count; i++)
        if (sheet->tiles[i].x == x && sheet->tiles[i].y == y)
            return i;
    return -1;
}

void sheet_add(struct sheet *sheet, int tile, int x, int y, bool laid)
{
    CHECK(sheet->count < SHEET_TILES_MAX);
    sheet->tiles[sheet->count++] =
        (struct sheet_tile){.x = (int16_t)x, .y = (int16_t)y, .tile = (uint8_t)tile, .laid = laid};
}

void sheet_remove(struct sheet *sheet, int index)
{
    sheet->tiles[index] = sheet->tiles[--sheet->count];
    sheet->tiles[sheet->count] = (struct sheet_tile){0};
}

void sheet_start(struct sheet *sheet, const struct doc *doc, const struct doc_node *table,
                 const struct terminal *terminal)
{
    *sheet = (struct sheet){0};
    uint8_t group = 0;
    DOC_EACH (doc, table, list) {
        DOC_EACH (doc, list, item) {
            char name[TILE_TEXT];
            int x, y, tile = -1;
            const char *text = doc_text(doc, item);
            if (text && sscanf(text, "%7[a-z0-9]@%d,%d", name, &x, &y) == 3)
                tile = tile_parse(name);
            CHECK(tile >= 0);
            sheet_add(sheet, tile, x, y, false);
            sheet->tiles[sheet->count - 1].group = group;
        }
        group++;
    }
    sheet_arrange(sheet, terminal);
}

/* Groups ---------------------------------------------------------------------------------- */

static int compare_places(const void *a, const void *b)
{
    const struct sheet_tile *one = a, *other = b;
    return one->y != other->y ? one->y - other->y : one->x - other->x;
}

/* Gives all tiles connected to this one the same group. */
static void spread_group(struct sheet *sheet, int index, bool *found)
{
    static const int steps[][2] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};
    int pending[SHEET_TILES_MAX], count = 0;
    pending[count++] = index;
    found[index] = true;
    while (count) {
        const struct sheet_tile *tile = &sheet->tiles[pending[--count]];
        for (int i = 0; i < 4; i++) {
            int next = sheet_find(sheet, tile->x + steps[i][0], tile->y + steps[i][1]);
            if (next < 0 || found[next])
                continue;
            found[next] = true;
            sheet->tiles[next].group = tile->group;
            pending[count++] = next;
        }
    }
}

int sheet_find_groups(struct sheet *sheet)
{
    bool found[SHEET_TILES_MAX] = {false};
    int groups = 0;
    qsort(sheet->tiles, (size_t)sheet->count, sizeof *sheet->tiles, compare_places);
    for (int i = 0; i < sheet->count; i++) {
        if (found[i])
            continue;
        sheet->tiles[i].group = (uint8_t)groups++;
        spread_group(sheet, i, found);
    }
    return groups;
}

struct box {
    int left, top, right, bottom;
};

/* The bounding box of a group, or of all tiles for -1. False if there are none. */
static bool find_box(const struct sheet *sheet, int group, struct box *box)
{
    bool any = false;
    *box = (struct box){0};
    for (int i = 0; i < sheet->count; i++) {
        const struct sheet_tile *tile = &sheet->tiles[i];
        if (group >= 0 && tile->group != group)
            continue;
        if (!any)
            *box = (struct box){tile->x, tile->y, tile->x, tile->y};
        any = true;
        box->left = tile->x < box->left ? tile->x : box->left;
        box->top = tile->y < box->top ? tile->y : box->top;
        box->right = tile->x > box->right ? tile->x : box->right;
        box->bottom = tile->y > box->bottom ? tile->y : box->bottom;
    }
    return any;
}

/* The number of cells that fit into a line of the terminal. */
static int columns_shown(const struct terminal *terminal)
{
    return (terminal->columns - LABEL) / CELL;
}

void sheet_arrange(struct sheet *sheet, const struct terminal *terminal)
{
    int last = columns_shown(terminal) - 1; /* with a free cell */
    int x = FIRST, y = FIRST, next_y = FIRST;
    struct box box;
    for (int group = 0; find_box(sheet, group, &box); group++) {
        int width = box.right - box.left + 1, height = box.bottom - box.top + 1;
        if (x > FIRST && x + width - 1 > last) {
            x = FIRST;
            y = next_y;
        }
        for (int i = 0; i < sheet->count; i++) {
            struct sheet_tile *tile = &sheet->tiles[i];
            if (tile->group == group) {
                tile->x = (int16_t)(tile->x + x - box.left);
                tile->y = (int16_t)(tile->y + y - box.top);
            }
        }
        x += width + GAP;
        next_y = y + height + GAP > next_y ? y + height + GAP : next_y;
    }
}

static bool is_clear(const struct sheet *sheet, const struct box *box)
{
    for (int i = 0; i < sheet->count; i++) {
        const struct sheet_tile *tile = &sheet->tiles[i];
        if (tile->x >= box->left - GAP && tile->x <= box->right + GAP &&
            tile->y >= box->top - GAP && tile->y <= box->bottom + GAP)
            return false;
    }
    return true;
}

void sheet_find_space(const struct sheet *sheet, int width, int height,
                      const struct terminal *terminal, int *x, int *y)
{
    int last = columns_shown(terminal) - 1;
    for (*y = FIRST;; ++*y) { /* below all tiles there is always space */
        *x = FIRST;
        do {
            struct box box = {*x, *y, *x + width - 1, *y + height - 1};
            if (is_clear(sheet, &box))
                return;
            ++*x;
        } while (*x + width - 1 <= last);
    }
}

void sheet_turn_group(struct sheet *sheet, int x, int y, const struct terminal *terminal)
{
    struct sheet turned = {0};
    struct box box;
    sheet_find_groups(sheet);
    int group = sheet->tiles[sheet_find(sheet, x, y)].group;
    CHECK(find_box(sheet, group, &box));
    for (int i = 0; i < sheet->count; i++) {
        const struct sheet_tile *tile = &sheet->tiles[i];
        if (tile->group != group)
            sheet_add(&turned, tile->tile, tile->x, tile->y, tile->laid);
    }
    int width = box.bottom - box.top + 1, height = box.right - box.left + 1;
    struct box after = {box.left, box.top, box.left + width - 1, box.top + height - 1};
    if (!is_clear(&turned, &after) || after.right > SHEET_HIGH || after.bottom > SHEET_HIGH)
        sheet_find_space(&turned, width, height, terminal, &after.left, &after.top);
    for (int i = 0; i < sheet->count; i++) {
        const struct sheet_tile *tile = &sheet->tiles[i];
        if (tile->group == group)
            sheet_add(&turned, tile->tile, after.left + tile->y - box.top,
                      after.top + tile->x - box.left, tile->laid);
    }
    *sheet = turned;
}

/* Drawing --------------------------------------------------------------------------------- */

/* Whether a place has a tile or touches one, even at a corner. */
static bool is_near(const struct sheet *sheet, int x, int y)
{
    for (int i = 0; i < sheet->count; i++)
        if (abs(sheet->tiles[i].x - x) <= 1 && abs(sheet->tiles[i].y - y) <= 1)
            return true;
    return false;
}

/* Free places near tiles are dots, the others are blank, so that groups stand out. */
static void draw_cell(const struct sheet *sheet, const struct terminal *terminal, int x, int y,
                      bool last)
{
    int found = sheet_find(sheet, x, y);
    if (found < 0) {
        terminal_style(terminal, "2");
        fputs(is_near(sheet, x, y) ? "  ·" : "   ", terminal->out);
        terminal_style(terminal, "0");
        fputs(last ? "" : " ", terminal->out);
        return;
    }
    const struct sheet_tile *tile = &sheet->tiles[found];
    terminal_style(terminal, "1");
    fputc(tile->laid ? '+' : ' ', terminal->out);
    terminal_style(terminal, "0");
    tile_draw(terminal, tile->tile, TILE_WIDTH);
}

/* The last column to draw in a row; less than the first if the row is empty. */
static int row_end(const struct sheet *sheet, const struct box *shown, int y)
{
    int end = shown->left - 1;
    for (int i = 0; i < sheet->count; i++) {
        const struct sheet_tile *tile = &sheet->tiles[i];
        if (tile->x >= shown->left && tile->x <= shown->right && abs(tile->y - y) <= 1 &&
            tile->x >= end)
            end = tile->x + 1;
    }
    return end <= shown->right ? end : shown->right;
}

static void draw_columns(const struct sheet *sheet, const struct terminal *terminal,
                         const struct box *shown)
{
    FILE *out = terminal->out;
    fprintf(out, "%*s", LABEL, "");
    for (int x = shown->left; x <= shown->right; x++)
        fprintf(out, "%*d", x == shown->left ? CELL - 1 : CELL, x);
    fputc('\n', out);
    bool skipped = false;
    for (int y = shown->top; y <= shown->bottom; y++) {
        int end = row_end(sheet, shown, y);
        if (end < shown->left) {
            skipped = true;
            continue;
        }
        if (skipped)
            fputs("  …\n", out);
        skipped = false;
        fprintf(out, "%*d ", LABEL - 1, y);
        for (int x = shown->left; x <= end; x++)
            draw_cell(sheet, terminal, x, y, x == end);
        fputc('\n', out);
    }
}

void sheet_draw(const struct sheet *sheet, const struct terminal *terminal)
{
    struct box all;
    if (!find_box(sheet, -1, &all))
        return;
    int wide = columns_shown(terminal);
    for (int from = all.left - 1; from <= all.right;) {
        int first = all.right; /* the next column that has a tile */
        for (int i = 0; i < sheet->count; i++)
            if (sheet->tiles[i].x >= from && sheet->tiles[i].x < first)
                first = sheet->tiles[i].x;
        struct box shown = {first - 1, all.top - 1, all.right + 1, all.bottom + 1};
        if (shown.left < from)
            shown.left = from;
        if (shown.right > shown.left + wide - 1)
            shown.right = shown.left + wide - 1;
        draw_columns(sheet, terminal, &shown);
        from = shown.right + 1;
        if (from <= all.right)
            fputc('\n', terminal->out);
    }
}

void sheet_format(const struct sheet *sheet, struct buffer *text)
{
    struct sheet sorted = *sheet;
    int groups = sheet_find_groups(&sorted);
    buffer_add(text, "place");
    for (int group = 0; group < groups; group++) {
        struct box box;
        find_box(&sorted, group, &box);
        if (group)
            buffer_add(text, " |");
        for (int i = 0; i < sorted.count; i++) {
            const struct sheet_tile *tile = &sorted.tiles[i];
            char name[TILE_TEXT];
            tile_format(tile->tile, name);
            if (tile->group == group)
                buffer_add_format(text, " %s@%d,%d", name, tile->x - box.left, tile->y - box.top);
        }
    }
}

/* ---- Tiles ---- */

static const char colour_letters[TILE_COLOURS + 1] = "yrbg";

int tile_parse(const char *text)
{
    for (int tile = 0; tile < TILE_KINDS; tile++) {
        char name[TILE_TEXT];
        tile_format(tile, name);
        if (strcmp(name, text) == 0)
            return tile;
    }
    return -1;
}

void tile_format(int tile, char text[TILE_TEXT])
{
    if (tile < TILE_PLUS)
        snprintf(text, TILE_TEXT, "%c%d", colour_letters[tile / TILE_VALUES],
                 tile % TILE_VALUES + 1);
    else
        snprintf(text, TILE_TEXT, "%s", tile == TILE_PLUS ? "plus" : "arrow");
}

void tile_draw(const struct terminal *terminal, int tile, int width)
{
    static const char *const styles[] = {"30;43", "97;41", "97;44", "30;42", "7"};
    char text[TILE_TEXT];
    tile_format(tile, text);
    terminal_style(terminal, styles[tile / TILE_VALUES]);
    terminal_column(terminal, text, width);
    terminal_style(terminal, "0");
}

int tiles_count(const struct doc *doc, const struct doc_node *list, struct tile_counts *counts)
{
    int known = 0;
    *counts = (struct tile_counts){0};
    DOC_EACH (doc, list, item) {
        const char *text = doc_text(doc, item);
        int tile = text ? tile_parse(text) : -1;
        if (tile >= 0) {
            counts->of[tile]++;
            known++;
        }
    }
    return known;
}

/* Prints the tiles from one kind up to, but not including, another. */
static int draw_kinds(const struct terminal *terminal, const struct tile_counts *counts, int from,
                      int to)
{
    int drawn = 0, column = 2;
    for (int tile = from; tile < to; tile++) {
        char name[TILE_TEXT];
        tile_format(tile, name);
        int width = (int)strlen(name);
        for (int i = 0; i < counts->of[tile]; i++, drawn++) {
            if (column + 1 + width > terminal->columns) {
                fputs("\n ", terminal->out);
                column = 1;
            }
            fputc(' ', terminal->out);
            tile_draw(terminal, tile, width);
            column += 1 + width;
        }
    }
    return drawn;
}

int tiles_draw(const struct terminal *terminal, const struct tile_counts *counts)
{
    return draw_kinds(terminal, counts, 0, TILE_KINDS);
}

int tiles_draw_sorted(const struct terminal *terminal, const struct tile_counts *counts)
{
    int drawn = 0;
    for (int from = 0; from < TILE_KINDS; from += TILE_VALUES) {
        int to = from + TILE_VALUES < TILE_KINDS ? from + TILE_VALUES : TILE_KINDS;
        int left = 0;
        for (int tile = from; tile < to; tile++)
            left += counts->of[tile];
        if (!left)
            continue;
        fputc(' ', terminal->out);
        drawn += draw_kinds(terminal, counts, from, to);
        fputc('\n', terminal->out);
    }
    return drawn;
}
