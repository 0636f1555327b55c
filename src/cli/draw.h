/* Drawing a table in the terminal, from a view alone. A game without a drawing of its own is shown
 * by draw_plain, so a new game can be played before anybody draws it. */
#ifndef CLI_DRAW_H
#define CLI_DRAW_H

#include "cli/cli.h"
#include "cli/terminal.h"

struct drawing {
    const struct cli *cli;
    const struct terminal *terminal;
    const struct game *game;
    const struct doc *view; /* its root is a view, or a position with everything open */
    int viewer;             /* whose view it is: a seat or GAME_SPECTATOR */
    const char *const *names;
};

/* Draws with what suits the game. */
void draw_table(const struct drawing *drawing);

/* Adds what a move text means, in a few words; nothing, if it speaks for itself. */
void draw_move(const struct drawing *drawing, const char *move, struct buffer *words);

void draw_plain(const struct drawing *drawing);
void draw_trex(const struct drawing *drawing);
void draw_tyrannosaurus(const struct drawing *drawing);
void draw_scale(const struct drawing *drawing);
void draw_trakks(const struct drawing *drawing);

/* As draw_move, for what only a look at the table can tell; false: ask draw_move's texts. */
bool draw_trex_move(const struct drawing *drawing, const char *move, struct buffer *words);

/* For drawings. What people call a value of the game; a text of an object in the view, "" if there
 * is none; an item of one of the lists in the view's root, or NULL. */
const char *draw_word(const struct drawing *drawing, const char *value);
const char *draw_field(const struct drawing *drawing, const struct doc_node *object,
                       const char *key);
const struct doc_node *draw_item(const struct drawing *drawing, const char *list, int index);

#endif
