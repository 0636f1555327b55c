/* A match between computer players. Each player sees its own view and remembers the events it was
 * shown, and nothing else.
 *
 * In a real-time game the players perform, watch each other, and move when they like. A tick is
 * STAGE_TICK_MS of game time but takes only as long as the machine needs, so that hours of play can
 * be simulated in seconds. The server runs the same ticks at the pace of a clock. */
#ifndef PLAYERS_BOT_MATCH_H
#define PLAYERS_BOT_MATCH_H

#include "players/player.h"

struct bot_match;

/* A player outside this program. If one of these functions returns false the match stops. */
struct bot_match_guest {
    /* A match begins. */
    bool (*begin)(struct bot_match_guest *guest, const struct bot_match *match, int seat);
    /* What happened, as the events that `seat` sees: the root of `doc`. */
    void (*observe)(struct bot_match_guest *guest, const struct doc *doc);
    /* Chooses a legal move; `move` has move_size bytes. */
    bool (*choose)(struct bot_match_guest *guest, const struct bot_match *match, int seat,
                   struct move *move);
    /* The match is over. */
    bool (*end)(struct bot_match_guest *guest, const struct bot_match *match,
                const struct game_result *result);
};

struct bot_match_seat {
    const struct player *player;
    int ms;             /* if not 0: the budget of this seat, instead of that of the match */
    int64_t iterations; /* likewise */
    int softness;       /* measurement only: as in struct player_question */
    bool clairvoyant;   /* measurement only: the player sees the state (mind.h, `truth`) */
    struct bot_match_guest *guest; /* chooses instead of the player; or NULL */
    struct rng rng;                /* the player's own random numbers */
    uint64_t manner;               /* its style of performing */
    struct game_memory_storage memory;
    struct game_state_storage view;
    int64_t moves;       /* so far */
    int64_t thinking_ns; /* so far, if the match is timed */
};

struct bot_match {
    const struct game *game;
    int seats;
    int ms;             /* per decision; 0: the default of each level */
    int64_t iterations; /* if not 0: per decision, instead of time */
    struct game_state_storage state;
    struct bot_match_seat seat[GAME_SEATS_MAX];
    struct doc *doc; /* for the events of a move */
    bool timed;      /* counts how long each seat thinks; reading the clock is slow in a browser */
    bool stopped;    /* by a guest */
    uint32_t ticks;  /* so far, in real time */
    /* If not NULL: called before each move. */
    void (*watch)(void *context, const struct bot_match *match, int seat, const struct move *move);
    void *watch_context;
};

/* Deals the match. `chance` seeds the players' random numbers. The game must accept the setup. What
 * a seat has besides its player may be filled in between this and the first move. Guests only play
 * in turns. */
void bot_match_start(struct bot_match *match, const struct game *game,
                     const struct game_setup *setup, const struct player *const *players,
                     uint64_t chance);

/* A real-time match is stopped after this many ticks. */
enum { BOT_MATCH_TICKS_MAX = 3600 * 1000 / STAGE_TICK_MS };

/* Plays the match to its end, or until a guest stops it. Returns the number of moves. */
int64_t bot_match_play(struct bot_match *match, struct game_result *result);

/* One real-time tick: each gesture reaches all players, then those who want to move do so, one
 * after the other. Returns the number of moves. */
int bot_match_tick(struct bot_match *match, uint32_t tick);

/* Makes a move, which must be legal. All players see it and remember its events. */
void bot_match_move(struct bot_match *match, int seat, const struct move *move);

void bot_match_end(struct bot_match *match);

#endif
