/* The legal moves as a numbered list. A move is found by its number or its text. */
#ifndef TERMINAL_MOVE_LIST_H
#define TERMINAL_MOVE_LIST_H

#include "match/match.h"
#include "terminal/drawing.h"

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

#endif
