/* The commands that change the sheet. A failed command leaves a complaint and a useless copy. */
#include "terminal/games/trakks/compose_edits.h"

#include <stdio.h>
#include <string.h>

static const char *complain_of_tile(struct compose_edit *edit, const char *key, int tile)
{
    tile_format(tile, edit->detail);
    return key;
}

static const char *complain_of_place(struct compose_edit *edit, const char *key,
                                     struct compose_place place)
{
    snprintf(edit->detail, sizeof edit->detail, "%d,%d", place.x, place.y);
    return key;
}

static bool on_sheet(struct compose_place place)
{
    return place.x >= SHEET_LOW && place.x <= SHEET_HIGH && place.y >= SHEET_LOW &&
           place.y <= SHEET_HIGH;
}

struct tile_counts compose_rack_left(const struct compose_edit *edit, const struct sheet *sheet)
{
    struct tile_counts left = edit->rack;
    for (int i = 0; i < sheet->count; i++)
        if (sheet->tiles[i].laid)
            left.of[sheet->tiles[i].tile]--;
    return left;
}

static const char *lay_line(struct compose_edit *edit, struct sheet *sheet, const int *tiles,
                            int count, struct compose_place place, bool down)
{
    for (int i = 0; i < count; i++) {
        if (!compose_rack_left(edit, sheet).of[tiles[i]])
            return complain_of_tile(edit, "not_on_rack", tiles[i]);
        if (!on_sheet(place))
            return complain_of_place(edit, "off_sheet", place);
        if (sheet_find(sheet, place.x, place.y) >= 0)
            return complain_of_place(edit, "taken", place);
        sheet_add(sheet, tiles[i], place.x, place.y, true);
        *(down ? &place.y : &place.x) += 1;
    }
    return NULL;
}

const char *compose_lay(struct compose_edit *edit, struct compose_words *words, struct sheet *sheet)
{
    int tiles[COMPOSE_WORDS_MAX + 1]; /* and one for the last, failing read */
    do {
        struct compose_place place;
        int count = 0;
        while (compose_words_take_tile(words, &tiles[count]))
            count++;
        bool placed = compose_words_take_place(words, &place);
        bool down = placed && compose_words_take(words, "down", "bas");
        if (!count || (!placed && !compose_words_end(words)))
            return "unclear";
        if (!placed)
            sheet_find_space(sheet, count, 1, edit->terminal, &place.x, &place.y);
        const char *complaint = lay_line(edit, sheet, tiles, count, place, down);
        if (complaint)
            return complaint;
    } while (!compose_words_end(words));
    return NULL;
}

/* The index of the tile of this kind that was laid this turn: -1 if none, -2 if several. */
static int find_laid(const struct sheet *sheet, int tile)
{
    int found = -1;
    for (int i = 0; i < sheet->count; i++)
        if (sheet->tiles[i].laid && sheet->tiles[i].tile == tile)
            found = found == -1 ? i : -2;
    return found;
}

/* Equal tiles are interchangeable: if an equal one was laid this turn, either may go back. */
static const char *take_back_from(struct compose_edit *edit, struct sheet *sheet,
                                  struct compose_place place)
{
    int index = sheet_find(sheet, place.x, place.y);
    if (index < 0)
        return complain_of_place(edit, "nothing_there", place);
    for (int i = 0; i < sheet->count && !sheet->tiles[index].laid; i++) {
        if (sheet->tiles[i].laid && sheet->tiles[i].tile == sheet->tiles[index].tile) {
            sheet->tiles[i].laid = false;
            sheet->tiles[index].laid = true;
        }
    }
    if (!sheet->tiles[index].laid)
        return complain_of_place(edit, "not_laid_now", place);
    sheet_remove(sheet, index);
    return NULL;
}

const char *compose_take_back(struct compose_edit *edit, struct compose_words *words,
                              struct sheet *sheet)
{
    do {
        struct compose_place place;
        int tile, index;
        bool named = compose_words_take_tile(words, &tile),
             placed = compose_words_take_place(words, &place);
        if (!named && !placed)
            return "unclear";
        if (named && !placed) {
            index = find_laid(sheet, tile);
            if (index < 0)
                return complain_of_tile(edit, index == -1 ? "none_laid" : "several_laid", tile);
            place = (struct compose_place){sheet->tiles[index].x, sheet->tiles[index].y};
        }
        index = sheet_find(sheet, place.x, place.y);
        if (named && index >= 0 && sheet->tiles[index].tile != tile)
            return complain_of_tile(edit, "another_there", tile);
        const char *complaint = take_back_from(edit, sheet, place);
        if (complaint)
            return complaint;
    } while (!compose_words_end(words));
    return NULL;
}

/* Finds a chosen tile that shares its place with another tile. */
static bool find_clash(const struct sheet *sheet, const bool *chosen, struct compose_place *place)
{
    for (int i = 0; i < sheet->count; i++) {
        *place = (struct compose_place){sheet->tiles[i].x, sheet->tiles[i].y};
        for (int other = 0; chosen[i] && other < sheet->count; other++)
            if (other != i && sheet->tiles[other].x == place->x &&
                sheet->tiles[other].y == place->y)
                return true;
    }
    return false;
}

static const char *shift(struct compose_edit *edit, struct sheet *sheet, const bool *chosen, int dx,
                         int dy)
{
    struct compose_place place;
    for (int i = 0; i < sheet->count; i++) {
        if (!chosen[i])
            continue;
        place = (struct compose_place){sheet->tiles[i].x + dx, sheet->tiles[i].y + dy};
        if (!on_sheet(place))
            return complain_of_place(edit, "off_sheet", place);
        sheet->tiles[i].x = (int16_t)place.x;
        sheet->tiles[i].y = (int16_t)place.y;
    }
    return find_clash(sheet, chosen, &place) ? complain_of_place(edit, "taken", place) : NULL;
}

/* Chooses the group that has a tile at this place; false if there is none. */
static bool choose_group(struct sheet *sheet, struct compose_place place, bool *chosen)
{
    sheet_find_groups(sheet);
    int index = sheet_find(sheet, place.x, place.y);
    for (int i = 0; index >= 0 && i < sheet->count; i++)
        chosen[i] = sheet->tiles[i].group == sheet->tiles[index].group;
    return index >= 0;
}

static bool is_between(int value, int one, int other)
{
    return one <= other ? one <= value && value <= other : other <= value && value <= one;
}

static bool choose_corners(const struct sheet *sheet, struct compose_place from,
                           struct compose_place to, bool *chosen)
{
    bool any = false;
    for (int i = 0; i < sheet->count; i++) {
        chosen[i] = is_between(sheet->tiles[i].x, from.x, to.x) &&
                    is_between(sheet->tiles[i].y, from.y, to.y);
        any = any || chosen[i];
    }
    return any;
}

/* Moves the tile at the first place to the last place, and the others by the same distance. */
const char *compose_move(struct compose_edit *edit, struct compose_words *words,
                         struct sheet *sheet)
{
    bool chosen[SHEET_TILES_MAX] = {false}, whole = compose_words_take(words, "group", "groupe");
    struct compose_place from, corner, to;
    if (!compose_words_take_corners(words, &from, &corner))
        return "unclear";
    compose_words_take(words, "to", "vers");
    if (!compose_words_take_place(words, &to))
        return "unclear";
    if (!(whole ? choose_group(sheet, from, chosen) : choose_corners(sheet, from, corner, chosen)))
        return complain_of_place(edit, "nothing_there", from);
    return shift(edit, sheet, chosen, to.x - from.x, to.y - from.y);
}

const char *compose_turn(struct compose_edit *edit, struct compose_words *words,
                         struct sheet *sheet)
{
    struct compose_place place;
    if (!compose_words_take_place(words, &place))
        return "unclear";
    if (sheet_find(sheet, place.x, place.y) < 0)
        return complain_of_place(edit, "nothing_there", place);
    sheet_turn_group(sheet, place.x, place.y, edit->terminal);
    return NULL;
}

const char *compose_tidy(struct compose_edit *edit, struct compose_words *words,
                         struct sheet *sheet)
{
    (void)words;
    sheet_find_groups(sheet);
    sheet_arrange(sheet, edit->terminal);
    return NULL;
}

const char *compose_reset(struct compose_edit *edit, struct compose_words *words,
                          struct sheet *sheet)
{
    (void)words;
    *sheet = edit->start;
    return NULL;
}
