/* The library behind ludosaure.h, its only public header: what its files share.
 *
 *     about.c    version, faults, games; reads arguments; what each thread keeps
 *     match.c    matches: begin, copy, look, load from a record
 *     play.c     the moves of a match, as texts and as numbers
 *     batch.c    many matches at once, and the matches of a seed by number
 *     pool.c     the threads of a batch
 *     example.c  how to use the library; it is installed, and no part of it */
#ifndef LIBRARY_LIBRARY_INTERNAL_H
#define LIBRARY_LIBRARY_INTERNAL_H

#include "game/game.h"
#include "match/match.h"

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

/* An argument that is out of range. Always false. */
bool scratch_bad_argument(const char *name);

/* Keeps a text from the heap, and returns it. */
const char *scratch_keep(char *text);
/* Keeps a copy. */
const char *scratch_copy(const char *text);
/* Keeps the document as JSON. */
const char *scratch_keep_doc(void);

/* ---- Reading what a match or a batch begins with ---- */

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

/* Deals the match with this seed. The start must have been read. */
void start_deal(const struct start *start, const char *seed, void *state);

/* ---- Numbered ---- */

/* The matches of a seed, by number: number n has the seed "SEED/n", and its random moves come from a stream
 * of that seed too. `ludosaure simulate` numbers matches in the same way. */

enum { NUMBERED_SEED_MAX = 100, NUMBERED_NOBODY = -1 };

struct numbered {
    struct start start;
    char seed[NUMBERED_SEED_MAX + 1];
};

/* Reads the arguments; *threads 0 becomes the number of processors. False, and a fault, if one is wrong. */
bool numbered_read(struct numbered *numbered, const char *game, int seats, const char *options,
                   const char *seed, const char *folder, int *threads);

/* Deals match `number`, and starts its random numbers. */
void numbered_deal(const struct numbered *numbered, int64_t number, void *state, struct rng *rng);

/* The seat that moves next, at random if there are several; NUMBERED_NOBODY if there is none. */
int numbered_seat(uint32_t to_act, struct rng *rng);

#endif
