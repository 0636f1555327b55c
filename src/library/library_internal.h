/* The library behind ludosaure.h, its only public header: what its files share.
 *
 *     about.c    version, faults, games; reads arguments; what each thread keeps
 *     match.c    matches: begin, copy, look, load from a record
 *     play.c     the moves of a match, as texts and as numbers
 *     players.c  computer players, analyses and ratings
 *     batch.c    many matches at once, and the matches of a seed by number
 *     pool.c     the threads of a batch
 *     example.c  how to use the library; it is installed, and no part of it */
#ifndef LIBRARY_LIBRARY_INTERNAL_H
#define LIBRARY_LIBRARY_INTERNAL_H

#include "game/game.h"
#include "match/match.h"
#include "players/players.h"

/* ---- Matches ---- */

/* A match of the library's user. */

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

/* Whether the seat may move; if not, the fault says why. */
bool library_may_move(const struct ludosaure_match *match, int seat);

/* "seat_0", "seat_1" …: what a seat is called where it needs a name. */
extern const char *const library_seat_names[GAME_SEATS_MAX];

/* ---- Computer players ---- */

struct library_player {
    const struct player *player; /* NULL: none */
    int ms, iterations;          /* 0: those of the player */
};

/* Reads "easy" or "expert@iterations=400", for example. Fails with a fault, also if computer players cannot
 * play the game with these options. */
bool library_player_read(struct library_player *player, const struct game *game,
                         const uint8_t *options, const char *text);

/* What the player would do. It depends on what the seat may know and on how many moves the seat has made, as
 * with `ludosaure bot`. */
void library_player_choose(const struct library_player *player, const struct game *game, int seat,
                           const void *state, const void *memory, size_t moves, struct move *move);

size_t library_moves_of(const struct ludosaure_match *match, int seat);

/* ---- Threads that share the work of a batch ---- */

struct pool;

enum { POOL_THREADS_MAX = 256 };

/* `threads` in all, with the one that calls pool_run; at least 1. */
struct pool *pool_new(int threads);
void pool_free(struct pool *pool);

/* Calls `work` for parts of 0 to count - 1, first to last - 1, on all threads, and waits until all are
 * done. */
void pool_run(struct pool *pool, int count, void (*work)(void *argument, int first, int last),
              void *argument);

/* The number of processors, as threads for a pool. */
int pool_processors(void);

/* ---- Rewards ---- */

/* What a result is worth to each seat; ludosaure.h says how it is counted. */

/* One for each of the seats; all 0 before the end. */
static inline void rewards_write(const struct game *game, int seats,
                                 const struct game_result *result, float *rewards)
{
    bool together = seats == 1 || game->seats_together == seats;
    for (int seat = 0; seat < seats; seat++) {
        bool wins = bits_have(result->winners, seat);
        float share = wins ? 1 / (float)bits_count(result->winners) : 0;
        rewards[seat] = !result->over ? 0
                        : together    ? (wins ? 1.0f : -1.0f)
                                      : ((float)seats * share - 1) / (float)(seats - 1);
    }
}

/* All sentences, which are not changed any more. */
struct texts *library_texts(void);

/* ---- Scratch ---- */

/* What each thread of the library's user has for itself: the latest fault, the latest text, and memory for
 * documents and lists of moves. Made on the first use, freed with the thread. */

struct scratch {
    struct fault fault;
    struct doc doc;
    struct move moves[GAME_MOVES_MAX];
    char *text; /* what a function has returned last */
};

struct scratch *scratch_get(void);

/* The fault of the running call, to be filled in. */
struct fault *scratch_fault(void);

/* An argument that is wrong, or a number that is out of its range. Always false. */
bool scratch_bad_argument(const char *name);
bool scratch_bad_range(const char *name, int64_t low, int64_t high);

/* Keeps a text from the heap, and returns it. */
const char *scratch_keep(char *text);
/* Keeps a copy. */
const char *scratch_copy(const char *text);
/* Keeps the document as JSON. */
const char *scratch_keep_doc(void);

/* ---- What a match or a batch begins with ---- */

struct start {
    const struct game *game;
    struct game_components_storage components;
    int seats;
    uint8_t options[GAME_OPTIONS_MAX];
};

/* The game with this id; NULL, and a fault, if there is none. */
const struct game *start_game(const char *id);
/* The same for a game with an encoding. */
const struct game *start_encoded_game(const char *id);

/* A JSON text as the document of this thread. */
bool start_doc(const char *json, const char *what);

/* Whether a seed is UTF-8, so that a record can hold it; a fault, if it is not. */
bool start_seed(const char *seed);

/* All but the seed. Fails with a fault, also if the game does not begin with these options. */
bool start_read(struct start *start, const char *game, int seats, const char *options,
                const char *folder);

/* All that a match with this seed begins with; valid as long as both are. */
struct game_setup start_setup(const struct start *start, const char *seed);

/* Deals the match with this seed. The start must have been read. */
void start_deal(const struct start *start, const char *seed, void *state);

/* ---- Numbered ---- */

/* The matches of a seed, by number: number n has the seed "SEED/n", and its random moves come from a stream
 * of that seed too. `ludosaure simulate` numbers matches in the same way. */

enum { NUMBERED_SEED_MAX = 100, NUMBERED_TEXT = NUMBERED_SEED_MAX + 32, NUMBERED_NOBODY = -1 };

struct numbered {
    struct start start;
    char seed[NUMBERED_SEED_MAX + 1];
};

/* Reads the arguments; *threads 0 becomes the number of processors. False, and a fault, if one is wrong. */
bool numbered_read(struct numbered *numbered, const char *game, int seats, const char *options,
                   const char *seed, const char *folder, int *threads);

/* The seed of match `number`. */
void numbered_text(const struct numbered *numbered, int64_t number, char text[NUMBERED_TEXT]);

/* Deals match `number`, and starts its random numbers. */
void numbered_deal(const struct numbered *numbered, int64_t number, void *state, struct rng *rng);

/* The seat that moves next, at random if there are several; NUMBERED_NOBODY if there is none. */
int numbered_seat(uint32_t to_act, struct rng *rng);

#endif
