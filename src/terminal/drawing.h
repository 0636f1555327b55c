/* What a table is drawn from: a view and its aids. */
#ifndef TERMINAL_DRAWING_H
#define TERMINAL_DRAWING_H

#include "game/game.h"
#include "terminal/console.h"
#include "terminal/terminal.h"

struct drawing {
    const struct console *console;
    const struct terminal *terminal;
    const struct game *game;
    const struct doc *view; /* its root is a view, or a position that shows everything */
    const struct doc *aids; /* its root is the object of aids */
    int viewer;             /* a seat or GAME_SPECTATOR */
    const char *const *names;
};

/* A text of the game's file in data/texts: its section and key; the key itself if there is none. */
const char *drawing_text(const struct drawing *drawing, const char *section, const char *key);
/* The same with {1}, {2} … replaced by the words that follow; a NULL ends them. */
void drawing_say_into(struct buffer *out, const struct drawing *drawing, const char *section,
                      const char *key, ...) __attribute__((sentinel));
/* The same as a paragraph on the terminal. */
void drawing_say(const struct drawing *drawing, const char *section, const char *key, ...)
    __attribute__((sentinel));

/* Prints the name of a seat in a column, the viewer's own in bold. */
void drawing_name(const struct drawing *drawing, int seat, int width);

/* The word for a value of the game. */
const char *drawing_word(const struct drawing *drawing, const char *value);
/* A string in an object of the view; "" if there is none. */
const char *drawing_field(const struct drawing *drawing, const struct doc_node *object,
                          const char *key);
/* An item of a list in the root of the view, or NULL; and in that of the aids. */
const struct doc_node *drawing_item(const struct drawing *drawing, const char *list, int index);
const struct doc_node *drawing_aid(const struct drawing *drawing, const char *list, int index);
/* Whether a list in the root of the view contains this seat; and in that of the aids. */
bool drawing_lists(const struct drawing *drawing, const char *list, int seat);
bool drawing_aid_lists(const struct drawing *drawing, const char *list, int seat);

#endif
