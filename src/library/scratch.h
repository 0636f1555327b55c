/* What each thread of the library's user has for itself: the latest fault, the latest text, and memory for
 * documents and lists of moves. Made on the first use, freed with the thread. */
#ifndef LIBRARY_SCRATCH_H
#define LIBRARY_SCRATCH_H

#include "game/game.h"

struct scratch {
    struct fault fault;
    struct doc doc;
    struct move moves[GAME_MOVES_MAX];
    char *text; /* what a function has returned last */
};

struct scratch *scratch_get(void);

/* The fault of the running call, to be filled in. */
struct fault *scratch_fault(void);

/* An argument that is out of range. Always false. */
bool scratch_bad_argument(const char *name);

/* Keeps a text from the heap, and returns it. */
const char *scratch_keep(char *text);
/* Keeps a copy. */
const char *scratch_copy(const char *text);
/* Keeps the document as JSON. */
const char *scratch_keep_doc(void);

#endif
