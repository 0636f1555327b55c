/* What the files of the terminal share. */
#ifndef TERMINAL_TERMINAL_INTERNAL_H
#define TERMINAL_TERMINAL_INTERNAL_H

#include "match/match.h"
#include "terminal/screen/screen.h"
#include "terminal/terminal.h"

/* ---- Drawing a table ---- */

/* Drawing a table in the terminal with the face of its game. */

/* The face of the game, or the plain one, so that a new game can be played before it has a drawing.
 */
const struct face *draw_face(const struct game *game);

void draw_table(const struct drawing *drawing);

/* Adds the meaning of a move in a few words; nothing if it speaks for itself. */
void draw_move(const struct drawing *drawing, const char *move, struct buffer *words);

/* ---- The plain face ---- */

void plain_draw(const struct drawing *drawing);

/* ---- Move list ---- */

/* The legal moves as a numbered list. A move is found by its number or its text. */

struct move_list {
    char **texts;
    int count;
};

/* The legal moves of `seat`, each once: `give r7 b2` and `give b2 r7` are the same to a person. */
struct move_list move_list_new(const struct match *match, int seat);
void move_list_free(struct move_list *list);

/* Prints the list in as many columns as fit, each move with its meaning. */
void move_list_print(const struct move_list *list, const struct drawing *drawing);

enum { MOVE_LIST_NONE = -1, MOVE_LIST_SEVERAL = -2 };
/* Finds a move by its text, or by its last words if no other move ends with them, ignoring case. */
int move_list_find(const struct move_list *list, const char *typed);

/* ---- Prompt ---- */

/* The turn of one person: shows what happened, the table and the moves, and reads lines until a
 * move is made. */

enum prompt_end {
    PROMPT_ON, /* not yet: ask again */
    PROMPT_MOVED,
    PROMPT_LATER, /* another person goes first */
    PROMPT_LEAVE,
};

enum prompt_end prompt_person(struct session *session, int seat);

/* Prints a sentence with a name in it and waits for Enter. False: the people leave. */
bool prompt_enter(struct session *session, const char *key, const char *name);

/* After the last move: offers to save the match. */
void prompt_finished(struct session *session);

/* ---- Results ---- */

/* The end of a match: who won, with which scores, and what decided it. */

/* The match must be over. Uses the names and language of `drawing`, not its view. */
void result_print(const struct drawing *drawing, const struct match *match);

#endif
