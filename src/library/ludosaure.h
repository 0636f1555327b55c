/* libludosaure: the games of Ludosaure as a C library.
 *
 * This header is the whole interface: plain C types, opaque handles, no other header of Ludosaure. Within
 * one major version functions are added, never changed or removed. Link with `pkg-config --libs
 * ludosaure`. docs/library.md is a guide; docs/referee.md describes the JSON documents.
 *
 * Failure   A function that can fail returns false, NULL or -1, changes nothing, and leaves the reason with
 *           the calling thread: ludosaure_error_code and the functions next to it. A function that
 *           does not mention failure cannot fail.
 * Misuse    A handle that is NULL or freed, or a buffer that is too small, is undefined behaviour. A
 *           seat, viewer, index or action out of range is a failure like any other: "bad_request".
 * Texts     are UTF-8 and end with a zero. A text that a function returns belongs to the library and is
 *           valid until the same thread calls a function that returns a text again.
 * Threads   Handles are independent of each other. One handle is used by one thread at a time.
 * Memory    A process without memory is ended, with a message.
 *
 * A viewer is a seat, counted from 0, or LUDOSAURE_SPECTATOR. */
#ifndef LUDOSAURE_H
#define LUDOSAURE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LUDOSAURE_API_MAJOR 1
#define LUDOSAURE_API_MINOR 3

enum {
    LUDOSAURE_SPECTATOR = -1,
    LUDOSAURE_EVERYTHING = -2, /* only for events: nothing is hidden */
    LUDOSAURE_SEATS_MAX = 8,
};

/* In an array of actions. */
enum {
    LUDOSAURE_ACTION_RANDOM = -1, /* the library chooses a random move of any kind */
    LUDOSAURE_ACTION_NONE = -2,   /* for a seat that does not act */
};

enum ludosaure_language { LUDOSAURE_ENGLISH, LUDOSAURE_FRENCH };

/* How the matches of a batch advance. */
enum ludosaure_mode {
    LUDOSAURE_TURNS, /* a step is one move in each match; if several seats may act, chance picks one */
    LUDOSAURE_TOGETHER /* a step is one move of every seat that may act */
};

struct ludosaure_match;
struct ludosaure_batch;

/* ---- The library ---- */

/* The interface of the library that is loaded: 1000 * major + minor. */
int ludosaure_api(void);
/* The version of Ludosaure, such as "0.2.0". */
const char *ludosaure_version(void);

/* Why the latest failed call of this thread failed: a code of the protocol, such as "illegal_move"; the
 * rule that was broken, such as "T9", or NULL; a sentence. Before any failure: "", NULL, "". */
const char *ludosaure_error_code(void);
const char *ludosaure_error_rule(void);
const char *ludosaure_error_text(enum ludosaure_language language);

/* ---- Games ---- */

/* All games as JSON, a list like the one of the protocol's `games`: id, seats, options, facts. */
const char *ludosaure_games(void);
/* What is printed on the components of a game, such as the symbols of the cards, as JSON: the file
 * components/GAME.json in use, or null for a game without one. `folder` as in ludosaure_match_new. Fails
 * with unknown_game, bad_components. */
const char *ludosaure_components(const char *game, const char *folder);
/* The layout of observations and actions of a game as JSON:
 * {"observation":[{"name","first","size","seat"}…],"actions":[{"name","first","size"}…]}, `seat` being
 * null or the distance of the seat from the viewer. Fails with unknown_game, or bad_request for a game
 * without an encoding. */
const char *ludosaure_encoding(const char *game);
/* The size of an observation in bytes and the number of actions. Both fail in the same way. */
int ludosaure_observation_size(const char *game);
int ludosaure_action_count(const char *game);

/* ---- Matches ---- */

/* A new match. `options` is a JSON object, or NULL for all defaults. The seed, any UTF-8 text, decides every
 * shuffle. `folder` has files that replace those of Ludosaure's data/, such as components/; or NULL.
 * Fails with unknown_game, bad_request, bad_option, bad_components. */
struct ludosaure_match *ludosaure_match_new(const char *game, int seats, const char *options,
                                            const char *seed, const char *folder);
/* From a position, as ludosaure_match_position writes it. Fails with bad_json, unknown_game, bad_position,
 * bad_components. */
struct ludosaure_match *ludosaure_match_from_position(const char *position, const char *folder);
/* From a record, with all its moves. Fails with bad_json, unknown_game, bad_record, bad_components, or
 * the code of the first move that cannot be made. */
struct ludosaure_match *ludosaure_match_from_record(const char *record, const char *folder);
/* A copy that goes its own way: moves, memories, random numbers and all. */
struct ludosaure_match *ludosaure_match_copy(const struct ludosaure_match *match);
/* A match that could be the one that `viewer` sees, with all that it knows and remembers; `number`
 * picks which. It has no record. Fails with bad_request. */
struct ludosaure_match *ludosaure_match_world(const struct ludosaure_match *match, int viewer,
                                              uint64_t number);
/* `match` may be NULL. */
void ludosaure_match_free(struct ludosaure_match *match);

const char *ludosaure_match_game(const struct ludosaure_match *match);
int ludosaure_match_seats(const struct ludosaure_match *match);
/* The number of moves made through this handle, or in its record. */
int64_t ludosaure_match_moves(const struct ludosaure_match *match);
/* A bit for each seat that may move; 0: the match is over. */
uint32_t ludosaure_match_to_act(const struct ludosaure_match *match);
/* Of these, the seats without which the match cannot go on. */
uint32_t ludosaure_match_awaited(const struct ludosaure_match *match);
const char *ludosaure_match_phase(const struct ludosaure_match *match);

/* What a viewer sees, as JSON: {"view":…,"aids":…}. Fails with bad_request. */
const char *ludosaure_match_view(const struct ludosaure_match *match, int viewer);
/* What a viewer sees, as the terminal draws it: lines of 80 columns, without colours. A seat is called
 * seat_0, seat_1 and so on. Fails with bad_request. */
const char *ludosaure_match_drawing(const struct ludosaure_match *match, int viewer,
                                    enum ludosaure_language language);
/* The whole truth, as JSON. */
const char *ludosaure_match_position(const struct ludosaure_match *match);
/* The moves of a seat, as JSON: {"moves":[…],"open":[…]}, `open` being the kinds of moves that cannot be
 * listed. Both are empty for a seat that may not move. Fails with bad_request. */
const char *ludosaure_match_legal(const struct ludosaure_match *match, int seat);
/* The number of listed moves, and one of them. Fails with bad_request. */
int ludosaure_match_legal_count(const struct ludosaure_match *match, int seat);
const char *ludosaure_match_legal_move(const struct ludosaure_match *match, int seat, int index);

/* Makes a move, given as text, as an index into the listed moves, or as the number of an action. Fails
 * with over, bad_move, not_your_turn, illegal_move with its rule, or bad_request. */
bool ludosaure_match_play(struct ludosaure_match *match, int seat, const char *move);
bool ludosaure_match_play_index(struct ludosaure_match *match, int seat, int index);
bool ludosaure_match_play_action(struct ludosaure_match *match, int seat, int action);
/* What happened in the latest move, as JSON: a list of events as a viewer sees them, or with
 * LUDOSAURE_EVERYTHING. Fails with bad_request. */
const char *ludosaure_match_events(const struct ludosaure_match *match, int viewer);

/* The result as JSON: over, scores, winners and what decided. */
const char *ludosaure_match_result(const struct ludosaure_match *match);
/* The scores so far, one for each seat, and a bit for each winner, 0 before the end. */
uint32_t ludosaure_match_scores(const struct ludosaure_match *match, int32_t *scores);
/* What the result is worth, one for each seat; all 0 before the end. If all win or lose together, 1 or -1.
 * Otherwise they add up to 0: a lone winner has 1, winners share it, and each loser of n seats has
 * -1 / (n - 1). */
void ludosaure_match_rewards(const struct ludosaure_match *match, float *rewards);
/* The match as a record. Fails with bad_request if it did not begin from a seed. */
const char *ludosaure_match_record(const struct ludosaure_match *match);

/* Starts the random numbers of a match again. A match from a seed or a record has its own, those of this match in
 * a batch; any other match has those of the seed 0. */
void ludosaure_match_random_start(struct ludosaure_match *match, uint64_t seed);
/* A seat that may move, at random. In real time a match may only go on if all of them move now and then. Fails
 * with over. */
int ludosaure_match_random_seat(struct ludosaure_match *match);
/* A random move of a seat, of any kind. Fails with over, not_your_turn, bad_request. */
const char *ludosaure_match_sample(struct ludosaure_match *match, int seat);
/* Plays a copy to its end with random moves. Returns the winners; `scores` as above. */
uint32_t ludosaure_match_playout(const struct ludosaure_match *match, uint64_t seed,
                                 int32_t *scores);

/* What a viewer sees, as ludosaure_observation_size bytes. Fails with bad_request, also without an encoding. */
bool ludosaure_match_observe(const struct ludosaure_match *match, int viewer, uint8_t *observation);
/* 1 for every action that the seat may take now, otherwise 0: ludosaure_action_count bytes. */
bool ludosaure_match_mask(const struct ludosaure_match *match, int seat, uint8_t *mask);
/* The move that an action stands for now. Fails with bad_request, or bad_move if it is none. */
const char *ludosaure_match_action_move(const struct ludosaure_match *match, int seat, int action);
/* The number of a move. Fails with bad_request, or bad_move if it has none. */
int ludosaure_match_move_action(const struct ludosaure_match *match, int seat, const char *move);

/* ---- Records as training data ---- */

/* The decisions of a record, as training data: a row for each move, in order. In C order:
 *
 * seats, actions   [capacity]              who made the move, and its number; -1 for a move without one
 * observations     [capacity][ludosaure_observation_size]: what the seat knew; NULL: not wanted
 * masks            [capacity][ludosaure_action_count]: what it might have done; NULL: not wanted
 * rewards          [capacity]              what the match was worth to the seat in the end
 *
 * Returns the number of moves; rows beyond `capacity` are not written, so 0 asks for the number only. -1: it fails, as
 * ludosaure_match_from_record does, or with bad_request if the game has no encoding. */
int64_t ludosaure_record_decisions(const char *record, const char *folder, int64_t capacity,
                                   int8_t *seats, uint8_t *observations, uint8_t *masks,
                                   int32_t *actions, float *rewards);

/* ---- Computer players ---- */

/* A player is a text: a level that the game has, such as "random", "easy", "casual" or "expert". The expert and
 * easy may have a budget for each move: "expert@ms=100", or "expert@iterations=400", with which they play the same
 * on every machine. A text that is none of these fails with bad_request, and a game that computer players cannot
 * play with its options with bad_option. */

/* The move that a player would make. It is the one that `ludosaure bot` makes which has played this seat from
 * the beginning. Fails with over, not_your_turn, bad_request, bad_option. */
const char *ludosaure_match_suggest(const struct ludosaure_match *match, int seat,
                                    const char *player);

/* What a finished match tells us, as JSON, as `ludosaure analyse --json` writes it. `effort` is 0 to 100. Fails
 * with bad_request, also if it did not begin from a seed, and bad_record if it is not over. */
const char *ludosaure_match_analysis(const struct ludosaure_match *match, int effort);

/* Ratings after a match of `count` players, 2 to LUDOSAURE_SEATS_MAX. Lower places are better, equal ones
 * are ties. A player without matches has the mean 1500 and the deviation 500. Fails with bad_request. */
bool ludosaure_ratings_update(double *means, double *deviations, const int32_t *places, int count);

/* ---- Many matches at once ---- */

/* A batch plays `count` matches side by side, on `threads` threads (0: one for each processor). Slot i plays
 * the matches number i, i + count, i + 2 * count and so on; match n has the seed "SEED/n", and so do
 * its random moves. With random moves only and LUDOSAURE_TURNS these are the matches that `ludosaure
 * simulate --seed SEED` plays. Nothing depends on the number of threads.
 *
 * An agent is what acts in a step: with LUDOSAURE_TURNS there is one in each slot, which is another seat from
 * step to step; with LUDOSAURE_TOGETHER there is one for each seat. All arrays are in C order:
 *
 * actions, seats   [count][agents]         seats: the seat that the agent acts for, -1: it does not act
 * observations     [count][agents][ludosaure_observation_size]
 * masks            [count][agents][ludosaure_action_count]; zero for an agent that does not act
 * rewards          [count][seats]          ludosaure_match_rewards if the match ended in this step
 * ended            [count]                 1: the match ended in this step, and a new one began
 *
 * Fails with unknown_game, bad_request, bad_option, bad_components. `count` is 1 to 2^24. */
struct ludosaure_batch *ludosaure_batch_new(const char *game, int seats, const char *options,
                                            const char *seed, const char *folder, int count,
                                            int threads, enum ludosaure_mode mode);
/* `batch` may be NULL. */
void ludosaure_batch_free(struct ludosaure_batch *batch);

int ludosaure_batch_agents(const struct ludosaure_batch *batch);

/* Begins again with the first matches. Each array may be NULL: not wanted. */
void ludosaure_batch_reset(struct ludosaure_batch *batch, int8_t *seats, uint8_t *observations,
                           uint8_t *masks);

/* One step in all slots. `actions` NULL: all random. Actions of agents that do not act are ignored. With
 * LUDOSAURE_TOGETHER the seats of a match act one after the other, beginning at one picked by chance; an
 * action that an earlier one has made illegal is left out. Fails with illegal_move. */
bool ludosaure_batch_step(struct ludosaure_batch *batch, const int32_t *actions, int8_t *seats,
                          uint8_t *observations, uint8_t *masks, float *rewards, uint8_t *ended);

/* Lets computer players have some seats, and begins again with the first matches. `players` has one for each seat;
 * NULL: a seat of the caller. With LUDOSAURE_TURNS a step then goes on until a seat of the caller is to act, or the
 * match has ended; if no seat is the caller's, it is a whole match. With LUDOSAURE_TOGETHER they move in each step.
 * They do as ludosaure_match_suggest says. Fails with bad_request, bad_option. */
bool ludosaure_batch_opponents(struct ludosaure_batch *batch, const char *const *players);

/* A copy of the match in a slot, as it stands; it has no record. Fails with bad_request. */
struct ludosaure_match *ludosaure_batch_match(const struct ludosaure_batch *batch, int slot);
/* Goes on in a slot from where a match stands; the slot keeps its random numbers. Fails with
 * bad_request if it is another game or number of seats, or over. */
bool ludosaure_batch_set_match(struct ludosaure_batch *batch, int slot,
                               const struct ludosaure_match *match);
/* Fills the arrays of ludosaure_batch_reset for what stands now. */
void ludosaure_batch_show(struct ludosaure_batch *batch, int8_t *seats, uint8_t *observations,
                          uint8_t *masks);
/* The number of the match that is being played in each slot. */
void ludosaure_batch_numbers(const struct ludosaure_batch *batch, int64_t *numbers);
/* [count][seats]: the scores of the match that ended last in each slot; 0 if none has. */
void ludosaure_batch_scores(const struct ludosaure_batch *batch, int32_t *scores);

/* Whole matches of computer players, one for each seat: the numbers `first` to first + count - 1 of a seed, as
 * `ludosaure simulate --players` plays them, in real time too. Each array may be NULL. scores: [count][seats];
 * winners: [count], a bit for each; moves: [count]. Fails with the same codes as ludosaure_batch_new. */
bool ludosaure_play(const char *game, int seats, const char *options, const char *const *players,
                    const char *seed, const char *folder, int64_t first, int64_t count, int threads,
                    int32_t *scores, uint8_t *winners, int32_t *moves);
/* The same with random moves only: the matches of a batch. */
bool ludosaure_play_random(const char *game, int seats, const char *options, const char *seed,
                           const char *folder, int64_t first, int64_t count, int threads,
                           int32_t *scores, uint8_t *winners, int32_t *moves);

#ifdef __cplusplus
}
#endif

#endif
