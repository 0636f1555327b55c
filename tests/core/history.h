/* Histories that a seat cannot distinguish from the real one; history.c explains what they prove.
 * They differ from game to game: `const struct history_game history_<id>` is in
 * tests/games/<id>/history.c, where the build finds it. */
#ifndef TESTS_CORE_HISTORY_H
#define TESTS_CORE_HISTORY_H

#include "game/game.h"
#include "match/match.h"

/* A match as it really happened, up to now. */
struct history {
    const struct game *game;
    const struct match *match;
    const struct game_state_storage *states; /* before each move, and the current one */
};

enum { HISTORY_REPLACED_MAX = 16 };

/* How it may have happened instead: from another start to a world of the viewer. All moves are made
 * again by their texts, except those that were secret to the viewer. */
struct history_other {
    int viewer;
    const void *world;
    size_t begin; /* the number of moves before it begins */
    struct game_state_storage start;
    struct history_replaced {
        size_t number; /* of the move */
        struct move move;
    } replaced[HISTORY_REPLACED_MAX];
    int replaced_count;
};

/* An event that may reveal to a viewer what was hidden before. */
struct history_news {
    const char *type;
    bool personal; /* only to the viewer who is its "seat" or its "to" */
};

struct history_game {
    const struct game *game;
    /* Finds begin, start and replaced moves for the given viewer and world, by tracing hidden cards
     * back along the paths they are known to have taken. False if there are none. */
    bool (*imagine)(const struct history *history, struct history_other *other);
    /* Makes the shuffle of move `number` give what the world has. NULL: nothing is shuffled after a
     * start. */
    void (*reshuffle)(const struct history *history, const struct history_other *other,
                      size_t number, void *state);
    /* Clears the random stream, which no world can know. NULL: there is none. */
    void (*stream_clear)(void *state);
    /* Whether nobody but its maker may learn anything about this move except that it was made;
     * moves with different results may be distinguishable. NULL: there are no such moves. */
    bool (*secret)(const void *state, const struct move *move);
    /* A kind of move that leads to another shuffle and that random players make too rarely. NULL:
     * there is none. */
    bool (*stirs)(const struct move *move);
    const struct history_news *news; /* ends with NULL */
};

/* The real move with this number. */
void history_move(const struct history *history, size_t number, union game_move_storage *move);
/* Makes the events of that move, as the viewer (or STORY_ALL) saw them, the root of `doc`. */
void history_tell(const struct history *history, size_t number, int viewer, struct doc *doc);
/* Adds a move that replaces a real one. */
void history_replace(struct history_other *other, size_t number, struct move move);
/* Unique cards: those of one set become those of another of the same size; those in both stay. */
void history_exchange(uint8_t *becomes, uint32_t truth, uint32_t world);

#endif
