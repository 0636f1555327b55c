/* Histories that a seat cannot tell from the true one: see history.c for what is proved with them.
 * What they are made of differs from game to game: a game's is `const struct history_game
 * history_<id>` in tests/games/<id>/history.c, where the build finds it. */
#ifndef TESTS_HISTORY_H
#define TESTS_HISTORY_H

#include "game/game.h"
#include "match/match.h"

/* A match as it really went, up to now. */
struct history {
    const struct game *game;
    const struct match *match;
    const struct game_state_storage *states; /* before each move, and at last the present one */
};

enum { HISTORY_REPLACED_MAX = 16 };

/* How it may have gone instead: from another beginning to a world of the viewer's. All moves are
 * made again by their texts, but for those that were secret to the viewer. */
struct history_other {
    int viewer;
    const void *world;
    size_t begin; /* so many moves have been made before it begins */
    struct game_state_storage start;
    struct history_replaced {
        size_t number; /* of the move */
        struct move move;
    } replaced[HISTORY_REPLACED_MAX];
    int replaced_count;
};

/* An event with which a viewer may learn what was hidden before, be it told or only to be seen. */
struct history_news {
    const char *type;
    bool personal; /* only if the viewer is its "seat" or its "to" */
};

struct history_game {
    const struct game *game;
    /* Finds begin, start and replaced moves for the given viewer and world, by carrying what is
     * hidden back along the ways that cards are known to have gone. False: there are none. */
    bool (*imagine)(const struct history *history, struct history_other *other);
    /* What move `number` shuffles falls in the other history as the world has it. NULL: nothing is
     * shuffled after a beginning. */
    void (*reshuffle)(const struct history *history, const struct history_other *other,
                      size_t number, void *state);
    /* Wipes out the stream of chance, of which no world can know anything. NULL: there is none. */
    void (*stream_clear)(void *state);
    /* Whether nobody but its maker may learn anything of this move but that it was made; moves
     * with different answers may be told apart. NULL: there are no such moves. */
    bool (*secret)(const void *state, const struct move *move);
    /* A kind of move that leads to shuffling again, and that random players make too seldom. NULL:
     * there is none. */
    bool (*stirs)(const struct move *move);
    const struct history_news *news; /* ends with NULL */
};

/* The true move of that number. */
void history_move(const struct history *history, size_t number, union game_move_storage *move);
/* Makes a list of what that move told the viewer, who may be STORY_ALL, the root of `doc`. */
void history_tell(const struct history *history, size_t number, int viewer, struct doc *doc);
/* Adds a move in the place of a true one. */
void history_replace(struct history_other *other, size_t number, struct move move);
/* Cards that are one of a kind: those of one set become those of another of the same size; what is
 * in both stays as it is. */
void history_exchange(uint8_t *becomes, uint32_t truth, uint32_t world);

#endif
