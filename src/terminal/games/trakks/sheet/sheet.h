/* Composing placings of Trakks in a terminal, on a sheet that shows the whole table.
 *
 *     compose.c  the composer, its commands and their words
 *     sheet.c    the table in one coordinate system; tiles as text */
#ifndef TERMINAL_GAMES_TRAKKS_SHEET_SHEET_H
#define TERMINAL_GAMES_TRAKKS_SHEET_SHEET_H

#include "base/base.h"
#include "terminal/screen/screen.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- Words of a command ---- */

/* The composer: putting a placing of Trakks together, command by command. It shows the table on one
 * sheet, lets the player lay, move and take back tiles, and after each step prints what is still
 * wrong, in the words of the core. It knows no rules: it asks `check`. */

struct composer;

/* Whether this line is one of the composer's commands: "+ r7 3,4", "- r7", "move 3,4 5,6", "turn",
 * "tidy", "undo", "redo", "reset", "show", "done", "?", or the same in French. The rest of the line is not checked. */
bool composer_takes(const char *line);

/* Starts from the current table with the rack of the viewer, who is a player. `check` decides
 * whether a move is allowed now; if not, `fault` says why. Except for the view, `drawing` must stay
 * valid. Release it with composer_free. */
struct composer *composer_new(const struct drawing *drawing,
                              bool (*check)(void *context, const char *move, struct fault *fault),
                              void *context);
void composer_free(struct composer *composer);

/* Carries out one command line, which may hold any bytes, and shows the outcome. True when the move
 * is complete ("done" and allowed): its text is then in `move`, which must be empty, with a
 * capacity of GAME_MOVE_TEXT_MAX. */
bool composer_line(struct composer *composer, const char *line, struct buffer *move);

/* The same, for the face of Trakks. */
extern const struct face_composer composer_face;

/* ---- Words of a command ---- */

/* The words of a command line of the composer: tiles such as r7, places such as 3,4. */

enum {
    COMPOSE_WORDS_MAX = 256, /* two for every tile of the game */
    COMPOSE_WORD_BYTES = 24, /* longer words mean nothing here */
};

/* A line split into words in lower case. '@' separates words too, so that a tile can be typed with
 * its place as in a move: r7@3,4. */
struct compose_words {
    int count, next;
    bool cut; /* there were more */
    char word[COMPOSE_WORDS_MAX][COMPOSE_WORD_BYTES];
};

/* Column and row on the sheet. */
struct compose_place {
    int x, y;
};

void compose_words_read(struct compose_words *words, const char *line);

/* The next word; "" at the end. */
const char *compose_words_peek(const struct compose_words *words);
bool compose_words_end(const struct compose_words *words);

/* Each of these goes past the next word and returns true if it is this word in English or French,
 * a tile, a place, or two corners such as 3,4-6,4 (a single place is both corners). */
bool compose_words_take(struct compose_words *words, const char *english, const char *french);
bool compose_words_take_tile(struct compose_words *words, int *tile);
bool compose_words_take_place(struct compose_words *words, struct compose_place *place);
bool compose_words_take_corners(struct compose_words *words, struct compose_place *from,
                                struct compose_place *to);

/* ---- Tiles ---- */

/* Tiles of Trakks, as texts and in colour. A tile is a letter and a number; colour only repeats the
 * letter. */

/* Tiles are numbered in the order in which people sort them: yellow, red, blue and green 1 to 14,
 * then the action tiles. */
enum {
    TILE_COLOURS = 4,
    TILE_VALUES = 14,
    TILE_PLUS = TILE_COLOURS * TILE_VALUES,
    TILE_ARROW,
    TILE_KINDS,
    TILE_TEXT = 8, /* bytes for the text of a tile */
};

/* A collection: the number of tiles of each kind. */
struct tile_counts {
    uint8_t of[TILE_KINDS];
};

/* Reads a text such as "r7"; -1 if it is not a tile. */
int tile_parse(const char *text);
void tile_format(int tile, char text[TILE_TEXT]);

/* Prints a tile on its colour, in exactly `width` columns. */
void tile_draw(const struct terminal *terminal, int tile, int width);

/* Counts the visible tiles of a list; returns their number. */
int tiles_count(const struct doc *doc, const struct doc_node *list, struct tile_counts *counts);

/* Prints a few tiles in order, each after a space, in the current line. Returns their number. */
int tiles_draw(const struct terminal *terminal, const struct tile_counts *counts);

/* Prints any number of tiles, each colour on its own line. Returns their number. */
int tiles_draw_sorted(const struct terminal *terminal, const struct tile_counts *counts);

/* ---- Sheet ---- */

/* The sheet: all groups of a Trakks table in one coordinate system, so that people can say where a
 * tile lies. In the protocol every group has its own origin; here the groups are laid out next to
 * and below each other with free cells between them, to fit the width of the terminal. The table is
 * drawn this way, and placings are composed on the same sheet.
 *
 * The sheet does not know which groups are legal: groups are tiles that touch. */

enum {
    SHEET_TILES_MAX = 116,
    SHEET_LOW = -99, /* limits of columns and rows; four digits would not fit above a cell */
    SHEET_HIGH = 999,
};

struct sheet_tile {
    int16_t x, y; /* column and row, downwards */
    uint8_t tile;
    uint8_t group;
    bool laid; /* by the player, in this turn */
};

/* Unused tiles are zero. */
struct sheet {
    int count;
    struct sheet_tile tiles[SHEET_TILES_MAX];
};

/* Lays out the groups of a view's "table" for the width of a terminal. */
void sheet_start(struct sheet *sheet, const struct doc *doc, const struct doc_node *table,
                 const struct terminal *terminal);

/* The index of the tile at a place, or -1. */
int sheet_find(const struct sheet *sheet, int x, int y);

void sheet_add(struct sheet *sheet, int tile, int x, int y, bool laid);
void sheet_remove(struct sheet *sheet, int index);

/* Numbers the groups of touching tiles from 0 in reading order, and sorts the tiles in reading
 * order. Returns the number of groups. */
int sheet_find_groups(struct sheet *sheet);

/* Lays out the groups again, in the order of their numbers. */
void sheet_arrange(struct sheet *sheet, const struct terminal *terminal);

/* Finds a free place for a box of this size, well apart from all tiles: the column and row of its
 * first cell. */
void sheet_find_space(const struct sheet *sheet, int width, int height,
                      const struct terminal *terminal, int *x, int *y);

/* Turns the group with a tile at this place, so that rows become columns. Its first corner stays,
 * unless it would come too close to another group; then it moves to a free place. */
void sheet_turn_group(struct sheet *sheet, int x, int y, const struct terminal *terminal);

/* Draws the sheet with coordinates at its borders; tiles laid this turn are marked with a +. If the
 * sheet is wider than the terminal, the remaining columns follow below. */
void sheet_draw(const struct sheet *sheet, const struct terminal *terminal);

/* The table as a move text: "place b3@0,0 b4@1,0 b5@2,0 | …". */
void sheet_format(const struct sheet *sheet, struct buffer *text);

/* ---- Edits ---- */

struct compose_edit {
    const struct terminal *terminal;
    struct tile_counts rack; /* before the first tile was laid */
    struct sheet start;      /* the table at the beginning of the turn */
    char detail[24];         /* the tile or place of the latest complaint */
};

/* The tiles of the rack that are not on the sheet. */
struct tile_counts compose_rack_left(const struct compose_edit *edit, const struct sheet *sheet);

/* A command: changes `sheet`, a copy of the current one, and takes its words. Returns NULL, or the
 * key of a complaint, after which the copy is of no use; "unclear" if the words make no sense. */
typedef const char *compose_command(struct compose_edit *edit, struct compose_words *words,
                                    struct sheet *sheet);
compose_command compose_lay, compose_take_back, compose_move, compose_turn, compose_tidy,
    compose_reset;

#endif
