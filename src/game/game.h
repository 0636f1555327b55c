/* The contract between a game and everything else: struct game. It has five headers, so that a reader
 * of one chapter can leave out the others:
 *
 *     game.h      the contract; the events of moves (story); the list of games, which src/games/registry.c
 *                 fills; how programs that learn see a game (encoding), which is optional
 *     realtime.h  optional: games without turns
 *     mind.h      optional: playing well, judging finished matches, good puzzles, habits
 *     teaching.h  optional: explaining what is good
 *     reading.h   helps to read positions: names, values, the random stream
 *
 * game.c and reading.c are what is the same for all games. */
#ifndef GAME_GAME_H
#define GAME_GAME_H

#include "base/base.h"
#include "game/mind.h"
#include "game/realtime.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct story;

/* ---- Game ---- */

/* A game is one `const struct game`: its name, the sizes of its data, and its functions. Nothing
 * outside src/games/<id>/ knows more about a game than this. Every front end (referee, terminal,
 * server, page, simulator) therefore has every game, and none of them changes for a new game.
 *
 * There are four kinds of data, all flat structs without pointers, copied by assignment:
 *
 * state    Everything about a match, enough to continue it. Unused bytes are zero, so equal states
 *          have equal bytes. The state includes the options and components in use and, if the game
 *          shuffles again after the start, its random stream: `apply` depends on nothing else.
 * view     What one seat, or a spectator, may know: the same struct as the state, in which hidden
 *          values hold the game's code for "hidden" (written "?" in documents) and the random
 *          stream is zero. A view is built from nothing, never by deleting from a copy, so a
 *          forgotten field is missing and not leaked. `to_act`, `phase`, `check`, `legal`,
 *          `sample`, `format`, `save` and `result` also work on a view and give the viewing seat
 *          the same answer as the state: they read only what that seat may know. (`result` may
 *          differ in what nobody may know yet.)
 * move     A struct move; a game whose moves need more uses a larger struct that starts with one.
 * memory   What a seat has seen but its view no longer shows, for games in which a careful player
 *          remembers more than the view contains. `observe` updates it, `determinize` uses it.
 *
 * No function here draws, prints, reads a clock, allocates, or keeps anything between calls. Bad
 * input gets a struct fault and changes nothing; breaking a precondition trips a CHECK.
 *
 * A function whose comment says what NULL means is optional. Others call `view`, `determinize`,
 * `sample`, `load` and `invariants` by game_view and so on (below), which know the defaults. An open
 * game, in which everyone sees everything and nothing is shuffled after the start, needs none of the
 * first three: src/games/nim/ is one. */

enum {
    GAME_SEATS_MAX = 8,
    GAME_OPTIONS_MAX = 5,
    GAME_STATE_BYTES_MAX = 1024,
    GAME_MOVE_BYTES_MAX = 704,
    GAME_COMPONENTS_BYTES_MAX = 128,
    GAME_MEMORY_BYTES_MAX = 1024,
    GAME_MOVES_MAX = 8192,     /* most moves that `legal` may list */
    GAME_MOVE_TEXT_MAX = 4096, /* longest move text, with its terminating zero */
    GAME_SPECTATOR = -1,       /* a viewer without a seat */
};

/* Storage for the data of any game, for code that serves all of them. */
struct game_state_storage {
    _Alignas(16) unsigned char bytes[GAME_STATE_BYTES_MAX];
};
struct game_components_storage {
    _Alignas(16) unsigned char bytes[GAME_COMPONENTS_BYTES_MAX];
};
struct game_memory_storage {
    _Alignas(16) unsigned char bytes[GAME_MEMORY_BYTES_MAX];
};

/* A move, small enough to keep thousands of them. The game defines the meaning of its fields. A
 * kind of move that needs more is a larger struct, of at most `move_size` bytes, that starts with
 * this one. */
struct move {
    uint8_t kind;
    uint8_t a, b, c;
};
union game_move_storage {
    struct move head;
    _Alignas(16) unsigned char bytes[GAME_MOVE_BYTES_MAX];
};

/* An option of a game. Values are words; `type` says which JSON value a word stands for. A choice
 * is an index into `values`. The default need not be the first value. */
enum game_option_type {
    GAME_OPTION_WORD,    /* "face"; one with commas is a list of words */
    GAME_OPTION_INTEGER, /* "7" */
    GAME_OPTION_BOOL,    /* "false", "true" */
};
struct game_option {
    const char *name;
    enum game_option_type type;
    uint8_t standard; /* the default */
    uint8_t value_count;
    const char *const *values;
    uint8_t seats; /* the only number of seats at which it matters, or 0 for all */
    /* An option may restrict another: whether `value` is compatible with `other_value` of option
     * `narrowed`. NULL: with all. For front ends that offer a choice; `start` decides. */
    bool (*allows)(int value, int other_value);
    uint8_t narrowed;
    /* For each value the components that it puts in place of those of the file: an earlier edition; NULL
     * for those of the file. The first edition here was in force before the option existed. NULL: the
     * option has nothing to do with components. */
    const void *const *components;
};

/* How a match starts. */
struct game_setup {
    int seats;
    uint8_t options[GAME_OPTIONS_MAX];
    const void *components; /* from components_load */
    const char *seed;
    size_t seed_length;
};

struct game_result {
    bool over;
    int32_t scores[GAME_SEATS_MAX];
    uint32_t winners; /* a bit per seat; none before the end */
};

/* What a move shows to viewers who did not know it before. */
enum game_reveals {
    GAME_REVEALS_NO_MOVE, /* not even which move it is: a choice made in secret */
    GAME_REVEALS_NOTHING, /* only the move itself */
    GAME_REVEALS_OWN,     /* also secrets of the seat that makes it, such as the card it plays */
    GAME_REVEALS_MORE,    /* secrets of chance or of others, to anyone: a card that is drawn */
};

/* The share of the win that each seat can expect, from 0 to 1. */
struct game_chances {
    double of[GAME_SEATS_MAX];
};

struct game {
    const char *id;
    int seats_min, seats_max;
    int seats_together; /* number of seats at which the game is cooperative, or 0 */
    bool lowest_wins;   /* the lowest score wins, not the highest */
    size_t state_size, move_size, components_size, memory_size; /* memory_size may be 0 */
    const struct game_option *options;
    int option_count;

    /* Reads the components of data/components/<id>.json. A game without replaceable
     * components has components_size 0 and NULL here. */
    bool (*components_load)(const struct doc *doc, void *components, struct fault *fault);

    /* Deals a new match. Fails only if options contradict each other (bad_option). */
    bool (*start)(void *state, const struct game_setup *setup, struct fault *fault);

    /* The seats that have a legal move now, a bit each. Several: simultaneous or real-time play;
     * none: the match is over. */
    uint32_t (*to_act)(const void *state);
    /* Those of them that the match is waiting for: their clocks run. NULL: all of them. In real
     * time people act when they like, and most of the time the match waits for nobody. */
    uint32_t (*awaited)(const void *state);
    const char *(*phase)(const void *state); /* "over" when over */

    /* Whether `seat`, or GAME_SPECTATOR, may send this text to the others now; if not, the fault
     * names the rule. NULL: always. */
    bool (*may_say)(const void *state, int seat, const char *text, struct fault *fault);

    /* Whether `seat`, one of to_act, may make this move; if not, the fault names the rule. */
    bool (*check)(const void *state, int seat, const struct move *move, struct fault *fault);

    /* Carries out a move that `check` allows. `story` records the events as its viewer may know
     * them; NULL: no events. */
    void (*apply)(void *state, int seat, const struct move *move, struct story *story);

    /* Writes every legal move of `seat` into `moves`, an array of GAME_MOVES_MAX, and returns their
     * number; 0 for a seat that may not move. Moves of an open kind (below) are left out. */
    int (*legal)(const void *state, int seat, struct move *moves);
    /* The kind of move that is allowed now but too numerous to list, such as "place", or NULL. The
     * function may be NULL: there is no such kind. */
    const char *(*open_kind)(const void *state, int seat);
    /* Checks a move of an open kind that a person is composing, finished or not, for a front end
     * that has only the view of `seat`, as `save` writes it. If `check` would not allow the move,
     * the fault names the rule. In any case adds to an open object of `marks` what to show meanwhile;
     * docs/browser.md lists it. NULL: there is nothing to show before the move is made. */
    bool (*draft)(const struct game *game, const struct doc *view, int seat, const char *text,
                  struct doc *marks, struct fault *fault);
    /* A random legal move of `seat`, which must be one of to_act. Every legal move can occur,
     * except that a game may leave out some of an open kind. `move` has move_size bytes. NULL: any of
     * those that `legal` lists, which must then be all. */
    void (*sample)(const void *state, int seat, struct rng *rng, struct move *move);

    /* `viewer` is a seat or GAME_SPECTATOR. NULL: nothing is hidden, and a view is the state. */
    void (*view)(const void *state, int viewer, void *view);
    /* A random state that agrees with what `viewer` sees and, if `memory` is not NULL, remembers;
     * every such state can occur. Its random stream is new. NULL, if `view` is: there is only one. */
    void (*determinize)(const void *view, int viewer, const void *memory, struct rng *rng,
                        void *state);
    /* Adds one event, as `viewer` sees it, to its memory. A memory starts as zeroes. Other programs
     * send events too (referee/bot.c): false, and the memory is unchanged, if no match has such an
     * event. NULL if memory_size is 0. */
    bool (*observe)(void *memory, int viewer, const struct doc *doc, const struct doc_node *event);
    /* Whether some state agrees with both the view and the memory, as `determinize` and the mind
     * require. NULL if memory_size is 0. */
    bool (*memory_fits)(const void *view, int viewer, const void *memory);

    /* What a move that `check` allows shows, to a seat, which may be the mover, or to a spectator: a
     * player may take back what has shown nothing but their own secrets. It may be more than what is
     * shown, never less. NULL: nothing but the move if `view` is NULL, or else GAME_REVEALS_MORE. */
    enum game_reveals (*reveals)(const void *state, int seat, const struct move *move);

    /* Adds to an open object what people like to see next to a view and what follows from it:
     * current points, the current ranking, who the match is waiting for. docs/referee.md lists the
     * aids of each game. Works on a state too. NULL: none. */
    void (*aids)(const void *view, int viewer, struct doc *doc);

    void (*result)(const void *state, struct game_result *result);
    /* What distinguishes the seat from the others since the start, such as its dinosaur: a word that
     * data/texts/<id>.json has, of at most 23 bytes. Statistics count wins by it. NULL: nothing. */
    const char *(*part)(const void *state, int seat);
    /* Adds to an open object what decided the result. May be NULL. */
    void (*result_details)(const void *state, struct doc *doc);

    /* Reads the text of a move, legal or not; false if it is not one. */
    bool (*parse)(const void *state, const char *text, struct move *move);
    void (*format)(const void *state, const struct move *move, struct buffer *text);

    /* Writes the state, or a view, as a protocol object: the next value of `doc`, under `key` (NULL
     * for the root or in a list). `game` is this struct, for game_head_save. */
    void (*save)(const struct game *game, const void *state, struct doc *doc, const char *key);
    /* Reads a position, never a view. `game` is this struct, for game_head_load. The values must be
     * such that `invariants`, which game_load calls next, can judge them. */
    bool (*load)(const struct game *game, const struct doc *doc, const struct doc_node *position,
                 const void *components, void *state, struct fault *fault);

    /* Whether the state is valid: the end of loading, and for tests. If not, the fault is a
     * bad_position that says what is wrong. NULL: whatever `load` accepts is. */
    bool (*invariants)(const void *state, struct fault *fault);

    /* Views as bytes and moves as numbers, for programs that learn; NULL: there is no encoding.
     * GAME_ENCODING (below) names it. */
    const struct game_encoding *encoding;
    /* What computer players need to play this game well, or NULL. */
    const struct game_mind *mind;
    /* What the analysis of finished matches needs to know about this game, or NULL. */
    const struct game_review *review;
    /* What players of this game do more or less often, or NULL. GAME_HABITS (mind.h) names it. */
    const struct game_habits *habits;
    /* What makes a decision of this game a good puzzle, or NULL: it has no puzzles. */
    const struct game_puzzle *puzzle;
    /* The real-time part of a game, which must also have a mind; NULL: the game is played in turns. */
    const struct game_realtime *realtime;
};

/* The functions of the game, or what stands for those that it leaves out. */
static inline void game_view(const struct game *game, const void *state, int viewer, void *view)
{
    if (game->view)
        game->view(state, viewer, view);
    else
        memcpy(view, state, game->state_size);
}

static inline void game_determinize(const struct game *game, const void *view, int viewer,
                                    const void *memory, struct rng *rng, void *state)
{
    if (game->determinize)
        game->determinize(view, viewer, memory, rng, state);
    else
        memcpy(state, view, game->state_size);
}

void game_sample_legal(const struct game *game, const void *state, int seat, struct rng *rng,
                       struct move *move);

static inline void game_sample(const struct game *game, const void *state, int seat,
                               struct rng *rng, struct move *move)
{
    if (game->sample)
        game->sample(state, seat, rng, move);
    else
        game_sample_legal(game, state, seat, rng, move);
}

/* People perform a game in real time, so what was done there is known. */
static inline enum game_reveals game_reveals(const struct game *game, const void *state, int seat,
                                             const struct move *move)
{
    if (game->reveals)
        return game->reveals(state, seat, move);
    return game->view || game->realtime ? GAME_REVEALS_MORE : GAME_REVEALS_NOTHING;
}

static inline bool game_invariants(const struct game *game, const void *state, struct fault *fault)
{
    return !game->invariants || game->invariants(state, fault);
}

/* Reads a position and validates it. */
bool game_load(const struct game *game, const struct doc *doc, const struct doc_node *position,
               const void *components, void *state, struct fault *fault);

/* Carries out a move that `check` allows. The list of its events, as `viewer` sees them, becomes the
 * root of `events`. */
void game_move_apply(const struct game *game, void *state, int seat, const struct move *move,
                     int viewer, struct doc *events);
/* The same without making the move: `state` does not change. */
void game_move_describe(const struct game *game, const void *state, int seat,
                        const struct move *move, int viewer, struct doc *events);
/* Adds these events to the memory of `viewer`. For games with a memory, before the move is made. */
void game_move_remember(const struct game *game, const void *state, int seat,
                        const struct move *move, int viewer, void *memory, struct doc *events);

/* Adds the event that ends a match: the winners, as "seats", and every seat's score. */
void game_event_end(struct story *story, const char *type, const struct game_result *result,
                    int seats);

/* The shares of a finished match: equal for all winners, and undivided if they win together. */
void game_shares(const struct game *game, const void *state, int seats,
                 struct game_chances *shares);

/* The seats that the match is waiting for. */
uint32_t game_awaited(const struct game *game, const void *state);

/* The aids of a view, as an object under `key`; empty for a game without aids. */
void game_aids_save(const struct game *game, const void *view, int viewer, struct doc *doc,
                    const char *key);

/* Options in documents: writes the choices as an object under `key`, defaults included; reads them
 * from an object, or from NULL for all defaults. */
void game_options_save(const struct game *game, const uint8_t *chosen, struct doc *doc,
                       const char *key);
bool game_options_load(const struct game *game, const struct doc *doc,
                       const struct doc_node *options, uint8_t *chosen, struct fault *fault);

/* One value of an option as a document, under `key` or NULL. */
void game_option_value_save(const struct game_option *option, int value, struct doc *doc,
                            const char *key);

/* The components that a match with these options is played with: those of the file, unless an option
 * replaces them. `start` and `load` ask this. */
const void *game_components(const struct game *game, const uint8_t *options,
                            const void *components);
/* What stands for such an option in a match that was stored before the option existed: the value of the
 * edition that was in force, or -1 for any other option. */
int game_option_before(const struct game_option *option);

/* The fields that every position starts with. Loading checks that "game" is this game, that "seats"
 * is in its range and that "options" are valid; "options" may be missing. */
bool game_head_load(const struct game *game, const struct doc *doc, const struct doc_node *position,
                    int *seats, uint8_t *options, struct fault *fault);
void game_head_save(const struct game *game, int seats, const uint8_t *options, struct doc *doc);

/* Sets `fault` to a bad position; `where` is the path of what is wrong, such as "players[1].hand".
 * Returns false. */
bool game_bad_position(struct fault *fault, const char *rule, const char *text, const char *where,
                       ...) __attribute__((format(printf, 4, 5)));

/* ---- Events ---- */

/* The events of a move as one viewer sees them: a list of objects, each with a "type". The viewer
 * is a seat, a spectator, or STORY_ALL, who knows everything. A game calls story_tells() before it
 * reveals what only one seat may know. For several viewers the same move is applied to copies of
 * the state; `apply` gives the same result each time.
 *
 *      if (story) {
 *          story_event(story, "draw", seat);
 *          doc_string(story->doc, "card", story_tells(story, seat) ? name : "?");
 *          story_event_end(story);
 *      } */

enum { STORY_ALL = -2 };

struct story {
    struct doc *doc; /* inside an open list */
    int viewer;
};

/* Whether the viewer may know what `seat` knows. */
static inline bool story_tells(const struct story *story, int seat)
{
    return story->viewer == seat || story->viewer == STORY_ALL;
}

/* Opens an event; the caller adds values with doc_… and closes it. `seat` < 0: no seat. */
static inline void story_event(struct story *story, const char *type, int seat)
{
    doc_object(story->doc, NULL);
    doc_string(story->doc, "type", type);
    if (seat >= 0)
        doc_integer(story->doc, "seat", seat);
}

static inline void story_event_end(struct story *story)
{
    doc_end(story->doc);
}

/* ---- Registry ---- */

/* The list of games. Adding one is one line in registry.c. */

extern const struct game *const games_all[]; /* in the order shown to people; ends with NULL */

/* The game with this id in a list that ends with NULL; NULL if there is none. */
const struct game *game_find(const struct game *const *games, const char *id);

/* ---- Encoding ---- */

/* Views as bytes and moves as numbers, for programs that learn. An optional part of the contract.
 *
 * An observation has the same number of bytes whatever the number of seats. It is made from a view
 * and nothing else, so it shows no more than the view does; it may show less, and docs/library.md says
 * for each game what it leaves out. Seats are relative: the viewer is the first, its left neighbour the
 * second. Actions are numbered from 0, and those that name a seat are relative in the same way.
 *
 * Most bytes are 0 or 1: a set has one byte for each possible member, a choice is a set of one. Counts
 * are numbers up to 255. */

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "encode_set is written for little-endian machines"
#endif

/* A run of bytes in an observation, or of numbers of actions. */
struct encoding_part {
    const char *name;
    uint16_t size;
    bool each_seat; /* in an observation: there is one for every seat */
};

/* Where the next part of an observation goes. The bytes are zero beforehand. */
struct encoder {
    uint8_t *at;
};

struct game_encoding {
    /* Both end with a NULL name. In an observation the shared parts come first; then come all parts
     * of the first seat, of the second, and so on up to the game's largest number of seats. */
    const struct encoding_part *observation;
    const struct encoding_part *actions;

    /* Writes all parts of the observation. `viewer` is a seat or GAME_SPECTATOR, who is placed at
     * seat 0 and has nothing of its own. */
    void (*observe)(const void *view, int viewer, struct encoder *to);

    /* The number of a move; -1: it has none. Every move that `legal` lists has one. */
    int (*number)(const void *state, int seat, const struct move *move);
    /* The move with this number, in a buffer of move_size bytes; it may be illegal. False: the number
     * stands for no move now. */
    bool (*decode)(const void *state, int seat, int number, struct move *move);
    /* Adds the numbers of legal moves of an open kind to the mask. NULL: they have none. */
    void (*open_mask)(const void *state, int seat, uint8_t *mask);
};

static inline void encode_number(struct encoder *to, int number)
{
    CHECK(number >= 0 && number <= UINT8_MAX);
    *to->at++ = (uint8_t)number;
}

static inline void encode_numbers(struct encoder *to, const uint8_t *numbers, size_t count)
{
    memcpy(to->at, numbers, count);
    to->at += count;
}

/* One of `count`; -1: none of them. */
static inline void encode_choice(struct encoder *to, int choice, int count)
{
    CHECK(choice >= -1 && choice < count);
    if (choice >= 0)
        to->at[choice] = 1;
    to->at += count;
}

static inline void encode_set(struct encoder *to, uint64_t set, int count)
{
    uint8_t *at = to->at;
    int i = 0;
    for (; i + 8 <= count; i += 8) {
        /* Eight bits become eight bytes: bit k alone in byte k, and then 1 for what is not 0. */
        uint64_t byte = (set >> i & 0xff) * UINT64_C(0x0101010101010101);
        uint64_t apart = (byte & UINT64_C(0x8040201008040201)) + UINT64_C(0x7f7f7f7f7f7f7f7f);
        uint64_t bytes = apart >> 7 & UINT64_C(0x0101010101010101);
        memcpy(at + i, &bytes, sizeof bytes);
    }
    for (; i < count; i++)
        at[i] = set >> i & 1;
    to->at += count;
}

/* Leaves a part zero. */
static inline void encode_nothing(struct encoder *to, int count)
{
    to->at += count;
}

/* The seat at a distance, clockwise, from where `viewer` sits, and the other way round. */
static inline int encoding_seat(int distance, int viewer, int seats)
{
    int seat = (viewer < 0 ? 0 : viewer) + distance;
    return seat >= seats ? seat - seats : seat;
}

static inline int encoding_distance(int seat, int viewer, int seats)
{
    int distance = seat - (viewer < 0 ? 0 : viewer);
    return distance < 0 ? distance + seats : distance;
}

/* Nothing learns in a browser, so its program leaves encodings out: a thirtieth of what a page fetches. */
#ifdef WITHOUT_ENCODINGS
#define GAME_ENCODING(encoding) NULL
#else
#define GAME_ENCODING(encoding) (&(encoding))
#endif

/* ---- Observations and masks of any game that has an encoding ---- */

/* Sums of the parts. The game must have an encoding. */
int game_observation_size(const struct game *game);
int game_action_count(const struct game *game);

/* The observation of `viewer`, from its view; `size` is game_observation_size. */
void game_observe(const struct game *game, const void *view, int viewer, uint8_t *bytes,
                  size_t size);
/* 1 for every action that is a legal move of `seat` now, otherwise 0. `count` is game_action_count;
 * `moves` holds GAME_MOVES_MAX. Works on the seat's view too. */
void game_mask(const struct game *game, const void *state, int seat, struct move *moves,
               uint8_t *mask, size_t count);

#endif
