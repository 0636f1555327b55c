/* A match of the library's user. */
#ifndef LIBRARY_MATCH_H
#define LIBRARY_MATCH_H

#include "match/match.h"

struct ludosaure_match {
    struct match match;
    struct rng rng;
    /* The latest move, to tell its events to anyone who asks. */
    bool has_moved;
    int seat;
    union game_move_storage move;
    struct game_state_storage before;
};

/* A match that has not begun. */
struct ludosaure_match *library_match_new(void);
/* A match without a past, whose state is still to be set. */
struct ludosaure_match *library_match_of(const struct game *game,
                                         const struct game_components_storage *components,
                                         int seats, const uint8_t *options);

/* Check an argument; false, and a fault, if it is out of range. */
bool library_is_seat(const struct ludosaure_match *match, int seat);
bool library_is_viewer(const struct ludosaure_match *match, int viewer);

/* The move as text, kept by the thread. */
const char *library_move_text(const struct ludosaure_match *match, const struct move *move);

/* One of the listed moves; false, and a fault, if there is none. */
bool library_legal_move(const struct ludosaure_match *match, int seat, int index,
                        struct move *move);

#endif
