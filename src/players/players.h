/* Computer players. A player is given what its seat may know, a view and a memory of what the view
 * no longer shows, and returns a move. It never sees a state, except the
 * clairvoyant player of the arena, which exists to measure what that is worth.
 *
 * The levels are the same for every game. What a game knows about good play is its mind
 * (game/mind.h); the general search is here.
 *
 *     player.c     the levels and how long they think; real time
 *     rating.c     ratings; adapting: which level suits a person
 *     search.c     the tree search that all games may use
 *     teach.c      what a teacher would do, and the reasons of all players
 *     weights.c    what minds have learned, from data/minds/
 *     bot_match.c  matches between computer players, and with guests; statistics of a series */
#ifndef PLAYERS_PLAYERS_H
#define PLAYERS_PLAYERS_H

#include "game/game.h"
#include "game/teaching.h"

#include <stdbool.h>
#include <stdint.h>

struct player {
    const char *name;
    enum mind_way way;
    int ms; /* default time per decision; 0: it needs hardly any */
    /* A step of the ladder below the expert. How it plays is up to the game (struct mind_step):
     * `way` only says that it is not random. */
    bool is_step;
    /* A level of an earlier version, which old tables, records and programs name. Only
     * player_in_game knows which player it stands for. */
    bool is_earlier;
    /* How well it plays, roughly: MIND_CHILD, …, MIND_STEPS for the expert; less than 0 for random
     * moves. A step of the ladder has the index of its struct mind_step. */
    int step;
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
    const void *truth;      /* NULL, except for a clairvoyant player (bot_match.c): the state */
};

/* All players: random moves, the quick player by rules of thumb, and the ladder from the child to the
 * expert. The last has a NULL name. */
extern const struct player players_all[];

/* The player with this name, which may be that of a level of an earlier version (`medium`, `hard`); or
 * NULL. */
const struct player *player_find(const char *name);

/* `auto`, at a table whose match has not started: the start replaces it by the step of the ladder
 * that suits the host. */
extern const struct player player_auto;
/* The player of this name in a game; NULL if there is none, or if the game's ladder lacks this step. A level
 * of an earlier version becomes the player that it stands for. */
const struct player *player_find_in_game(const struct game *game, const char *name);
/* Says that there is no such player, and which ones the game has. Returns false. */
bool player_fault_unknown(const struct game *game, struct fault *fault);
/* The player with this name, which may be that of player_auto; or NULL. */
const struct player *player_find_for_table(const char *name);

enum { PLAYER_STEP = 1000 }; /* a step of the ladder */
/* The steps that the ladder of this game has, from 0 child to the expert; NULL beyond. */
const struct player *player_on_ladder(const struct game *game, int index);
/* The player itself; instead of a step that the game leaves out, the one below; instead of a level of
 * an earlier version, the step with its strength. Code that reads a name calls this at once, so
 * that only the new name is ever shown. */
const struct player *player_in_game(const struct game *game, const struct player *player);
/* The name of that player. A text that names no player stays as it is. */
const char *player_name_in_game(const struct game *game, const char *name);
/* How well the player plays this game, roughly, in thousandths of a step of its ladder: 0 child. */
int player_step(const struct game *game, const struct player *player);

/* Whether this names a player that exists only for measurements in an arena: PLAYER_CLAIRVOYANT,
 * PLAYER_TEACHER (who does what player_advise says), a program, or a level with a budget of its own. */
#define PLAYER_CLAIRVOYANT "clairvoyant"
#define PLAYER_TEACHER "teacher"
#define PLAYER_PROGRAM "exec:"
bool player_is_arena_only(const char *name);
/* The fault of a request for such a player at a table. Returns false. */
bool player_fault_arena_only(const char *name, struct fault *fault);

/* How the player plays this game. For a step of the ladder the game says it; for other players the
 * iterations and the softness are those of the question. The way is MIND_RANDOM if its moves are random. */
struct mind_step player_manner(const struct player *player, const struct player_question *question);

/* Chooses a legal move; `move` has move_size bytes. The player may be one of an earlier version. */
void player_choose(const struct player *player, const struct player_question *question,
                   struct move *move);

/* A hint for a person counts iterations instead of time, so that asking again gives the same hint. */
#define PLAYER_HINT_LEVEL "expert"
enum {
    PLAYER_HINT_ITERATIONS = 2000,
    PLAYER_DETAIL_MAX = 640, /* every tile of Trakks */
};

/* Whether the player would rather do nothing now, so that the hint is to wait. player_choose still
 * returns a move. */
bool player_waits(const struct player *player, const struct player_question *question);

/* Why a player makes the move that it chose, or waits (`move` is NULL): the key of a sentence among
 * the game's "hints" or those that all games share, and its values in `detail`. NULL if there is no
 * reason: the player is random or makes mistakes, or the game does not teach. */
const char *player_reason(const struct player *player, const struct player_question *question,
                          const struct move *move, struct buffer *detail);

/* ---- Teaching ---- */

struct player_advice {
    bool waits;      /* the advice is to do nothing now */
    const char *key; /* why, as player_reason returns it */
    /* A second sentence, among those that all games share, and its value; or NULL. */
    const char *also;
    char also_detail[8];
};

/* What a teacher would do: a choice that is nearly as good as the best and shows an idea of the
 * lesson, and why (game/teaching.h). If the game does not teach, what the expert would do. `move` has
 * move_size bytes. */
void player_advise(const struct player_question *question, struct move *move, struct buffer *detail,
                   struct player_advice *advice);

/* The same for a question to a mind that teaches. */
void teach_choose(const struct game *game, const struct mind_question *question, struct move *move,
                  struct buffer *detail, struct player_advice *advice);
/* The reason for a choice; `move` is NULL if it is to wait. */
const char *teach_reason(const struct game *game, const struct mind_question *question,
                         const struct move *move, struct buffer *detail);

/* What is compared to find a reason, the best first, for tests. Returns the number of choices; their
 * facts are described. */
int teach_compare(const struct game *game, const struct mind_question *question,
                  const struct move *asked, struct mind_choice choices[MIND_CHOICES_MAX]);
/* The fact that speaks for a choice and not for another, or -1. */
int teach_fact_between(const struct game *game, const struct mind_question *question,
                       const struct mind_choice *choice, const struct mind_choice *other);

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

/* ---- Adapting ---- */

/* The level `auto`: which step of the ladder suits a person, by their results against computer
 * players. A person starts in the lower middle; at first a match against equals moves them by up to
 * a step, later by less. The result is the same on every machine. */

/* How well a person plays. */
struct adapting {
    const struct game *game;
    int matches;
    int step; /* as player_step returns it */
};

/* A person without matches in this game. */
struct adapting adapting_new(const struct game *game);

/* The computer players of one match, and how the person did against them. All zero: none yet. */
struct adapting_match {
    int count;
    int steps;         /* their sum */
    int beaten_halves; /* two for each that the person beat, one for each tie */
};

/* Adds a computer player. `order` is positive if the person came before it, 0 if they tied. */
void adapting_meet(struct adapting_match *match, const struct game *game,
                   const struct player *player, int order);
/* Adds a finished match. One without computer players changes nothing. */
void adapting_add(struct adapting *person, const struct adapting_match *match);

/* The step of the ladder that suits the person. */
const struct player *adapting_player(const struct adapting *person);

/* ---- Matches between computer players ---- */

/* A match between computer players. Each player sees its own view and remembers the events it was
 * shown, and nothing else.
 *
 * In a real-time game the players perform, watch each other, and move when they like. A tick is
 * REALTIME_TICK_MS of game time but takes only as long as the machine needs, so that hours of play can
 * be simulated in seconds. The server runs the same ticks at the pace of a clock. */

struct bot_match;

/* A player that is not one of the levels, such as another program. If one of these functions returns false
 * the match stops. All but `choose` may be NULL. */
struct bot_match_guest {
    /* A match begins. */
    bool (*begin)(struct bot_match_guest *guest, const struct bot_match *match, int seat);
    /* What happened, as the events that `seat` sees: the root of `doc`. */
    void (*observe)(struct bot_match_guest *guest, const struct doc *doc);
    /* Chooses a legal move; `move` has move_size bytes. In real time it is asked at every tick at which
     * the seat may move, and false is to wait. */
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
    bool teacher;       /* measurement only: does what player_advise says */
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
 * a seat has besides its player may be filled in between this and the first move. */
void bot_match_start(struct bot_match *match, const struct game *game,
                     const struct game_setup *setup, const struct player *const *players,
                     uint64_t chance);

/* A real-time match is stopped after this many ticks. */
enum { BOT_MATCH_TICKS_MAX = 3600 * 1000 / REALTIME_TICK_MS };

/* Plays the match to its end, or until a guest stops it. Returns the number of moves. */
int64_t bot_match_play(struct bot_match *match, struct game_result *result);

/* One real-time tick: each gesture reaches all players, then those who want to move do so, one
 * after the other. Returns the number of moves. */
int bot_match_tick(struct bot_match *match, uint32_t tick);

/* Makes a move, which must be legal. All players see it and remember its events. */
void bot_match_move(struct bot_match *match, int seat, const struct move *move);

void bot_match_end(struct bot_match *match);

/* ---- Ratings ---- */

/* Ratings: how strong players are, as the results of their matches suggest.
 *
 * The method is Algorithm 4 (Plackett–Luce) of R. C. Weng and C.-J. Lin, "A Bayesian Approximation
 * Method for Online Ranking", Journal of Machine Learning Research 12 (2011), with the ties of the
 * OpenSkill libraries. All numbers are 60 times those of the paper, so that ratings look like those
 * of chess. docs/statistics.md explains the choice.
 *
 * Every result is the same on every machine: only operations that IEEE 754 rounds correctly are used
 * (+ − × ÷ and square roots), always in the same order. */

enum {
    RATING_MEAN = 1500,     /* of a player without matches */
    RATING_DEVIATION = 500, /* likewise */
    RATING_LUCK = 250,      /* deviation of one performance from the player's strength */
    RATING_DRIFT = 5,       /* deviation by which strength changes between two matches */
    RATING_SEATS_MAX = 8,
};

/* Strength as a normal distribution. */
struct rating {
    double mean, deviation;
};

/* The rating of a player without matches. */
struct rating rating_new(void);

/* Makes the rating less certain, since time has passed. Call it before each match. */
void rating_drift(struct rating *rating);

/* Updates the ratings of the players of one match, at least two. Lower places are better; equal
 * places are ties. */
void rating_update(struct rating *ratings, const int *places, int count);

/* ---- Search ---- */

/* Tree search over information sets, for games in which one seat moves at a time and much is
 * hidden. Each iteration imagines a world that fits the view, walks down one tree shared by all
 * worlds, and plays the world out with the quick moves of the game. */

/* Chooses the move that was tried most; a soft player one of those tried, by their values. The game must have a mind with `rollout` and `value`. */
void search_choose(const struct game *game, const struct mind_question *question,
                   struct move *move);

/* How often a search tries each of the legal moves, in the order of `legal`. Returns their number. */
int search_visits(const struct game *game, const struct mind_question *question,
                  int32_t visits[GAME_MOVES_MAX]);

/* The legal moves with their values to the seat. The move that was tried most has the highest. */
int search_choices(const struct game *game, const struct mind_question *question,
                   struct mind_choice choices[MIND_CHOICES_MAX]);

/* The value of the position to every seat, averaged over all worlds, if `question->seat` makes `move`
 * now; NULL: as the position is. Without a move the seat need not be to move; it may be
 * GAME_SPECTATOR. */
void search_value(const struct game *game, const struct mind_question *question,
                  const struct move *move, double values[GAME_SEATS_MAX]);

/* ---- Moves in real time ---- */

/* Asks a player whether it moves now, and if so, how. To be called once a tick for each seat that
 * may move. Ignores the time and iterations of the question. */
bool player_wants_to_move(const struct player *player, const struct player_question *question,
                          struct move *move);

/* ---- Standings of a series ---- */

/* The results of a series of matches: shares of wins with their confidence, ratings, and whether it
 * is clear yet who is better.
 *
 * Each deal is played once for every seat order, so that each player has had each seat with it.
 * Shares are computed per deal, which cancels the luck of the deal before the spread is measured.
 * All sums of results are integers, so that shards add up to exactly the whole, in any order. */

enum {
    STANDINGS_MAX = 16,
    STANDINGS_WIN = 840, /* a whole win; divisible by 1 to 8 winners */
};
#define STANDINGS_SHARE (INT64_C(1) << 31) /* a share of 1 */

struct standing {
    int64_t matches; /* counted once for each seat taken in one */
    int64_t deals;
    int64_t wins; /* in parts of STANDINGS_WIN; a shared win is divided, unless all win together */
    int64_t score;
    int64_t share_sum, share_squares; /* over deals, of the share of wins per seat taken */
    double thinking_s;
    int64_t moves;
    struct habit_tally habits[GAME_HABITS_MAX]; /* in the order of the game's list */
};

struct standings {
    int count;
    struct standing of[STANDINGS_MAX];
    int64_t beaten[STANDINGS_MAX][STANDINGS_MAX]; /* wins of one in matches that the other lost */
};

/* The matches of one deal, summed up per player. */
struct standings_deal {
    int64_t matches[STANDINGS_MAX], wins[STANDINGS_MAX]; /* wins in parts of STANDINGS_WIN */
};

/* Adds a finished deal. */
void standings_add_deal(struct standings *standings, const struct standings_deal *deal);

/* Adds the sums of another shard. */
void standings_merge(struct standings *into, const struct standings *from);

/* Wilson's interval around a share of `n` independent matches, z deviations wide: it stays between 0
 * and 1 and keeps some width even if a player has won everything. */
void standings_wilson(double share, double n, double z, double *low, double *high);
#define STANDINGS_Z 1.96 /* for an interval of 95 % */

double standing_share(const struct standing *standing);
/* The 95 % interval around the share, from 0 to 1. */
void standing_interval(const struct standing *standing, double *low, double *high);

/* Ratings on the Elo scale, with a mean of 1500. */
void standings_elo(const struct standings *standings, double elo[STANDINGS_MAX]);

/* The share of the first player compared with an even one. Reports contain the numbers. */
enum standings_verdict {
    STANDINGS_WORSE = -1,
    STANDINGS_UNDECIDED = 0,
    STANDINGS_BETTER = 1,
    STANDINGS_EVEN = 2, /* within the margin */
};

/* Compares the share of the first player with `even`. The confidence is 95 %, even if this is called
 * after every deal. */
enum standings_verdict standings_decide(const struct standings *standings, double even,
                                        double margin);

/* ---- Weights ---- */

/* What minds have learned (weights_read in game/mind.h): the files data/minds/<game>.bin, compiled in
 * or replaced by the user. Numbers in a file are little-endian:
 *
 *     8 bytes   "ludomind"
 *     4 bytes   version of this format, 1
 *     4 bytes   size of the id
 *     4 bytes   size of the origin
 *     4 bytes   size of the weights
 *     8 bytes   hash of all that follows (base/base.h)
 *               id of the game
 *               origin: the commands and seeds that made the weights, as text
 *               weights, as the mind of the game reads them
 *
 * There is one set for the whole program, which is complete before anyone thinks. Decisions therefore
 * carry no weights, and can be copied to another worker (wasm/browser.c). */

#define WEIGHTS_MAGIC "ludomind"
enum { WEIGHTS_VERSION = 1, WEIGHTS_HEAD_SIZE = 32 };

/* The parts of a file. */
struct weights_file {
    const char *id, *origin; /* without a zero at the end */
    const unsigned char *weights;
    size_t id_size, origin_size, weights_size;
};
/* Finds the parts; they stay where they are. False if the file is not whole. */
bool weights_file_open(struct weights_file *file, const void *bytes, size_t size);

/* The weights of a game, or NULL if its computer players have to do without. The first call loads the
 * compiled files, unless weights_load did before. Any thread may call this. */
const void *weights_of(const struct game *game);

/* Loads all files; `folder` as in data_read. If one cannot be used, its game has no weights, the
 * result is false, and `fault` names the file. Not while anyone thinks. */
bool weights_load(const char *folder, struct fault *fault);

/* Loads one file from memory, likewise. False if it cannot be used. */
bool weights_add(const void *file, size_t size);

#endif
