/* A match between computer players. Each player sees its own view and remembers the events it was
 * shown, and nothing else.
 *
 * In a real-time game the players perform, watch each other, and move when they like. A tick is
 * STAGE_TICK_MS of game time but takes only as long as the machine needs, so that hours of play can
 * be simulated in seconds. The server runs the same ticks at the pace of a clock. */
#ifndef PLAYERS_BOT_MATCH_H
#define PLAYERS_BOT_MATCH_H

#include "players/player.h"

struct bot_match_seat {
    const struct player *player;
    struct rng rng;  /* the player's own random numbers */
    uint64_t manner; /* its style of performing */
    struct game_memory_storage memory;
    struct game_state_storage view;
    int64_t moves, thinking_ns; /* so far */
};

struct bot_match {
    const struct game *game;
    int seats;
    int ms;             /* per decision; 0: the default of each level */
    int64_t iterations; /* if not 0: per decision, instead of time */
    struct game_state_storage state;
    struct bot_match_seat seat[GAME_SEATS_MAX];
    struct doc *doc; /* for the events of a move */
};

/* Deals the match. `chance` seeds the players' random numbers. The game must accept the setup. */
void bot_match_start(struct bot_match *match, const struct game *game,
                     const struct game_setup *setup, const struct player *const *players,
                     uint64_t chance);

/* A real-time match is stopped after this many ticks. */
enum { BOT_MATCH_TICKS_MAX = 3600 * 1000 / STAGE_TICK_MS };

/* Plays the match to its end. Returns the number of moves. */
int64_t bot_match_play(struct bot_match *match, struct game_result *result);

/* One real-time tick: each gesture reaches all players, then those who want to move do so, one
 * after the other. Returns the number of moves. */
int bot_match_tick(struct bot_match *match, uint32_t tick);

/* Makes a move, which must be legal. All players see it and remember its events. */
void bot_match_move(struct bot_match *match, int seat, const struct move *move);

void bot_match_end(struct bot_match *match);

#endif
