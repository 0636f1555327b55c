/* Computer players. A player is asked for a move and told what its seat may know: a view, and its
 * memory of what the view no longer shows. It never meets a state. */
#ifndef PLAYERS_PLAYER_H
#define PLAYERS_PLAYER_H

#include "game/game.h"

struct player_question {
    const struct game *game;
    int seat;           /* may move now */
    const void *view;   /* that seat's */
    const void *memory; /* that seat's, or NULL */
    struct rng *rng;    /* the player's own chance */
};

struct player {
    const char *name;
    /* Answers with a legal move, in room for the game's move_size. */
    void (*choose)(const struct player_question *question, struct move *move);
};

extern const struct player player_random;

/* A player's chance for one question. It comes from what the seat may know, so that two truths
 * behind one view get the same answer, and never from the match's seed; and from the number of
 * moves made, so that asking again later is a new question. */
struct rng player_rng(const struct game *game, const void *view, size_t move_count);

/* The player with this name, or NULL. */
const struct player *player_find(const char *name);

#endif
