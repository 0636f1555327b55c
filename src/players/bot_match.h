/* A match among computer players: every seat has a player, which sees its view and remembers what
 * it was told, and nothing else. */
#ifndef PLAYERS_TABLE_H
#define PLAYERS_TABLE_H

#include "players/player.h"

struct table_seat {
    const struct player *player;
    struct rng rng;  /* the player's own chance */
    uint64_t manner; /* of performing */
    struct game_memory_storage memory;
    struct game_state_storage view; /* what it sees now */
    int64_t moves, thinking_ns;     /* so far */
};

struct table {
    const struct game *game;
    int seats;
    int ms;             /* for every decision; 0: each level's own */
    int64_t iterations; /* not 0: so many for every decision, whatever the time */
    struct game_state_storage state;
    struct table_seat seat[GAME_SEATS_MAX];
    struct doc *doc; /* for what is told */
};

/* Takes the players and the match's setup; chance for the players comes from `chance`. The setup
 * must be one that the game starts with. */
void table_start(struct table *table, const struct game *game, const struct game_setup *setup,
                 const struct player *const *players, uint64_t chance);

/* Plays the match to its end. Returns how many moves it took. */
int64_t table_play(struct table *table, struct game_result *result);

/* Makes a move, which must be legal: everybody sees it and remembers what it is told. */
void table_move(struct table *table, int seat, const struct move *move);

void table_end(struct table *table);

#endif
