/* Computer players. A player is asked for a move and told what its seat may know: a view, and its
 * memory of what the view no longer shows. It never meets a state.
 *
 * The levels are the same for every game; what a game knows of good play is its mind
 * (game/mind.h), and the searching is here. */
#ifndef PLAYERS_PLAYER_H
#define PLAYERS_PLAYER_H

#include "game/game.h"

struct player {
    const char *name;
    int level; /* 0 random, 1 easy, … 4 expert, as struct mind_question has it */
    int ms;    /* what a decision may take by default; 0: it needs no time worth the name */
};

struct player_question {
    const struct game *game;
    int seat;           /* may move now */
    const void *view;   /* that seat's */
    const void *memory; /* that seat's, or NULL */
    struct rng *rng;    /* the player's own chance */
    int ms;             /* 0: the level's default */
    int64_t iterations; /* not 0: so many, whatever the time; the same on every machine */
};

/* All players, from the weakest to the strongest; the last has a NULL name. */
extern const struct player players_all[];

/* The player with this name, or NULL. */
const struct player *player_find(const char *name);

/* A legal move, in room for the game's move_size. */
void player_choose(const struct player *player, const struct player_question *question,
                   struct move *move);

/* A hint for a person is what this player would do, thinking by counting and not by the clock:
 * asked again, it says the same. */
#define PLAYER_HINT_LEVEL "hard"
enum {
    PLAYER_HINT_ITERATIONS = 2000,
    PLAYER_DETAIL_MAX = 640, /* of player_reason: every tile of Trakks */
};

/* Whether the player would rather do nothing now: a hint then is to wait. player_choose finds a move
 * all the same. */
bool player_waits(const struct player *player, const struct player_question *question);

/* Why a player makes the move that it chose, or waits (`move` is NULL): the key of a sentence among the game's "hints", and
 * in `detail` what it speaks of. NULL: it has no reason, as `random`, or the game has no mind. */
const char *player_reason(const struct player *player, const struct player_question *question,
                          const struct move *move, struct buffer *detail);

/* Whether computer players take part in a match with these options; the fault says why not. */
bool players_take_part(const struct game *game, const uint8_t *options, struct fault *fault);

/* Solves the puzzle of a game that has one (mind.h): false if no move of that kind is possible.
 * `ms` must not be 0 unless `iterations` is not. */
bool player_solve(const struct player_question *question, struct move *move,
                  struct mind_solution *solution);

/* A player's chance for one question. It comes from what the seat may know, so that two truths
 * behind one view get the same answer, and never from the match's seed; and from the number of
 * moves made, so that asking again later is a new question. */
struct rng player_rng(const struct game *game, const void *view, size_t move_count);

#endif
