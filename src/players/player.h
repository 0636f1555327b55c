/* Computer players. A player is given what its seat may know, a view and a memory of what the view
 * no longer shows, and returns a move. It never sees a state, except the
 * clairvoyant player of the arena, which exists to measure what that is worth.
 *
 * The levels are the same for every game. What a game knows about good play is its mind
 * (game/mind.h); the general search is here. */
#ifndef PLAYERS_PLAYER_H
#define PLAYERS_PLAYER_H

#include "game/game.h"

struct player {
    const char *name;
    int level; /* 0 random, 1 easy, … 4 expert, as struct mind_question has it */
    int ms;    /* default time per decision; 0: it needs hardly any */
    /* A step of the ladder below the expert. How it plays is up to the game (struct mind_step):
     * `level` only says that it is not random. */
    bool is_step;
    /* How well it plays, roughly: MIND_CHILD, …, MIND_STEPS for the expert; less than 0 for random
     * moves. A step of the ladder has the index of its struct mind_step. */
    int rung;
};

struct player_question {
    const struct game *game;
    int seat;           /* may move now */
    const void *view;   /* that seat's */
    const void *memory; /* that seat's, or NULL */
    struct rng *rng;    /* the player's own random numbers */
    int ms;             /* 0: the level's default */
    int64_t iterations; /* if not 0: instead of time; gives the same move on every machine. Steps
                             * of the ladder have their own */
    int softness; /* for measurements: that of a player who is not on the ladder, in thousandths */
    uint32_t ticks_skipped; /* in real time: between two questions, on average */
    const void *truth;      /* NULL, except for a clairvoyant player (bot_match.h): the state */
};

/* All players: the levels that programs use, from weakest to strongest, then the steps of the ladder
 * for people. The last has a NULL name. */
extern const struct player players_all[];

/* The player with this name, or NULL. */
const struct player *player_find(const char *name);

/* `auto`, at a table whose match has not started: the start replaces it by the step of the ladder
 * that suits the host (adapting.h). */
extern const struct player player_auto;
/* The player with this name, which may be that of player_auto; or NULL. */
const struct player *player_find_for_table(const char *name);

enum { PLAYER_RUNG = 1000 }; /* a step of the ladder */
/* The steps that the ladder of this game has, from 0 child to the expert; NULL beyond. */
const struct player *player_on_ladder(const struct game *game, int index);
/* The player itself; instead of a step that the game leaves out, the one below. */
const struct player *player_in_game(const struct game *game, const struct player *player);
/* How well the player plays this game, roughly, in thousandths of a step of its ladder: 0 child. */
int player_rung(const struct game *game, const struct player *player);

/* Whether this names a player that exists only for measurements in an arena: PLAYER_CLAIRVOYANT, a
 * program, or a level with a budget of its own. */
#define PLAYER_CLAIRVOYANT "clairvoyant"
#define PLAYER_PROGRAM "exec:"
bool player_is_arena_only(const char *name);
/* The fault of a request for such a player at a table. Returns false. */
bool player_fault_arena_only(const char *name, struct fault *fault);

/* How the player plays this game: on the ladder as the game says, elsewhere as the question does.
 * The level is 0 if its moves are random. */
struct mind_step player_manner(const struct player *player, const struct player_question *question);

/* Chooses a legal move; `move` has move_size bytes. */
void player_choose(const struct player *player, const struct player_question *question,
                   struct move *move);

/* A hint for a person is what this player would do. It counts iterations instead of time, so that
 * asking again gives the same hint. */
#define PLAYER_HINT_LEVEL "expert"
enum {
    PLAYER_HINT_ITERATIONS = 2000,
    PLAYER_DETAIL_MAX = 640, /* for player_reason: every tile of Trakks */
};

/* Whether the player would rather do nothing now, so that the hint is to wait. player_choose still
 * returns a move. */
bool player_waits(const struct player *player, const struct player_question *question);

/* Why a player makes the move that it chose, or waits (`move` is NULL): the key of a sentence among
 * the game's "hints", and its values in `detail`. NULL if there is no reason: the player is random
 * or makes mistakes, or the game has no mind. */
const char *player_reason(const struct player *player, const struct player_question *question,
                          const struct move *move, struct buffer *detail);

/* Whether computer players can play a match with these options; if not, the fault says why. */
bool players_take_part(const struct game *game, const uint8_t *options, struct fault *fault);

/* Solves the puzzle of a game that has one (mind.h); false if no move of that kind is possible.
 * `ms` or `iterations` must not be 0. */
bool player_solve(const struct player_question *question, struct move *move,
                  struct mind_solution *solution);

/* The random numbers for one question. They depend on what the seat may know, so that two states
 * behind the same view get the same answer, and on the number of moves, so that a later question is
 * a new one. They never depend on the match's seed. */
struct rng player_rng(const struct game *game, const void *view, size_t move_count);

#endif
