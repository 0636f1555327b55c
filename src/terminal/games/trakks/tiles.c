/* Tiles of Trakks. */
#include "terminal/games/trakks/tiles.h"

#include <string.h>

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
