/* The contract between a game and everything else.
 *
 * A game is one `const struct game`: what it is called, how large its data is, and what it can do.
 * Nothing outside src/games/<id>/ knows more of a game than this, so every face (referee,
 * terminal, server, page, simulator) has every game, and a new game is one folder.
 *
 * The four kinds of data, all flat structs without pointers, copied by assignment:
 *
 * state    The whole truth of a match: whoever has a state can go on with it. Unused bytes are
 *          zero, so two equal states are equal bytes. The options and components in force
 *          are in it, and so is the match's stream of chance where the game shuffles again after
 *          the start: `apply` depends on nothing else.
 * view     What one seat, or a spectator, may know: the same struct as the state, in which
 *          everything hidden has the game's code for "hidden" (written "?" in a document), and
 *          the stream of chance is zero. A view is built up from nothing, never by deleting from
 *          a copy: a field that somebody forgets is missing, not leaked.
 *          `to_act`, `phase`, `check`, `legal`, `sample`, `format`, `save` and `result` work on a
 *          view as well as on a state, and for the viewing seat give the same answer: they read
 *          only what that seat may know. (In `result`, what nobody may know yet may differ.)
 * move     A struct move; a game whose moves need more lays its own struct behind one.
 * memory   What a seat has seen that the view no longer shows, for games in which a careful
 *          player remembers more than the view tells. `observe` keeps it, `determinize` uses it.
 *
 * No function here draws, prints, reads a clock, allocates, or keeps anything between calls.
 * Bad input gets a struct fault and changes nothing; calling a function against its promise
 * trips a CHECK. */
#ifndef GAME_GAME_H
#define GAME_GAME_H

#include "base/buffer.h"
#include "base/doc.h"
#include "base/fault.h"
#include "base/rng.h"
#include "game/encoding.h"
#include "game/mind.h"
#include "game/stage.h"
#include "game/story.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    GAME_SEATS_MAX = 8,
    GAME_OPTIONS_MAX = 4,
    GAME_STATE_BYTES_MAX = 1024,
    GAME_MOVE_BYTES_MAX = 704,
    GAME_COMPONENTS_BYTES_MAX = 128,
    GAME_MEMORY_BYTES_MAX = 1024,
    GAME_MOVES_MAX = 8192,     /* most moves that `legal` may list */
    GAME_MOVE_TEXT_MAX = 4096, /* longest move text, with its end */
    GAME_SPECTATOR = -1,       /* as a viewer: somebody without a seat */
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

/* A move, small enough to keep thousands of. What kind and the others mean is the game's affair.
 * A kind that needs more is the head of a larger struct of at most `move_size` bytes. */
struct move {
    uint8_t kind;
    uint8_t a, b, c;
};
union game_move_storage {
    struct move head;
    _Alignas(16) unsigned char bytes[GAME_MOVE_BYTES_MAX];
};

/* An option of a game. Values are words; which JSON value a word stands for is `type`. The first
 * value is not always the default. A choice is an index into `values`. */
enum game_option_type {
    GAME_OPTION_WORD,    /* "face"; with commas in it, a list of words */
    GAME_OPTION_INTEGER, /* "7" */
    GAME_OPTION_BOOL,    /* "false", "true" */
};
struct game_option {
    const char *name;
    enum game_option_type type;
    uint8_t standard; /* the default */
    uint8_t value_count;
    const char *const *values;
    uint8_t seats; /* the only number of seats at which it matters, or 0: at all */
    /* An option may narrow another one: whether `value` goes with `other_value` of option `narrowed`.
     * NULL: with all. For front ends that offer a choice; `start` decides. */
    bool (*allows)(int value, int other_value);
    uint8_t narrowed;
};

/* What a match begins with. */
struct game_setup {
    int seats;
    uint8_t options[GAME_OPTIONS_MAX];
    const void *components; /* the components in force, as from components_load */
    const char *seed;
    size_t seed_length;
};

struct game_result {
    bool over;
    int32_t scores[GAME_SEATS_MAX];
    uint32_t winners; /* a bit per seat; none before the end */
};

struct game {
    const char *id;
    int seats_min, seats_max;
    int seats_together; /* number of seats at which the game is cooperative, or 0 */
    bool lowest_wins;   /* the lowest score is the best one, not the highest */
    size_t state_size, move_size, components_size, memory_size; /* memory_size may be 0 */
    const struct game_option *options;
    int option_count;

    /* Reads the components of data/components/<id>.json. A game without replaceable
     * components has components_size 0 and NULL here. */
    bool (*components_load)(const struct doc *doc, void *components, struct fault *fault);

    /* Deals a new match. Fails only by options that contradict each other (bad_option). */
    bool (*start)(void *state, const struct game_setup *setup, struct fault *fault);

    /* A bit per seat that has a legal move now; several: simultaneous or real time; none: over. */
    uint32_t (*to_act)(const void *state);
    /* Of these, a bit per seat without whom the match cannot go on: whose clocks run. NULL: all of
     * them. In real time people act when they like, and most of the time nobody is waited for. */
    uint32_t (*awaited)(const void *state);
    const char *(*phase)(const void *state); /* "over" when over */

    /* Whether `seat`, or GAME_SPECTATOR, may show this text to the others now; if not, the rule that
     * it breaks. NULL: anything, at any time. */
    bool (*may_say)(const void *state, int seat, const char *text, struct fault *fault);

    /* Whether `seat`, one of to_act, may make this move; if not, the rule that it breaks. */
    bool (*check)(const void *state, int seat, const struct move *move, struct fault *fault);

    /* Carries out a move that `check` allows. `story` is told what happens, step by step, as its
     * viewer may know it; NULL: nobody listens. */
    void (*apply)(void *state, int seat, const struct move *move, struct story *story);

    /* Writes every legal move of `seat` into `moves`, which holds GAME_MOVES_MAX, and returns how
     * many; 0 for a seat that may not move. Moves of an open kind (below) are not among them. */
    int (*legal)(const void *state, int seat, struct move *moves);
    /* The kind of move that cannot be listed but may be tried now, such as "place", or NULL.
     * The function may be NULL: no such kind. */
    const char *(*open_kind)(const void *state, int seat);
    /* One legal move of `seat`, which must be one of to_act, at random, of any kind; every legal
     * move but those of an open kind has a chance. `move` is a buffer of move_size bytes. */
    void (*sample)(const void *state, int seat, struct rng *rng, struct move *move);

    /* `viewer` is a seat or GAME_SPECTATOR. */
    void (*view)(const void *state, int viewer, void *view);
    /* A state that could be the truth behind what `viewer` sees and, if `memory` is not NULL,
     * remembers, every such state being possible; with a fresh stream of chance. */
    void (*determinize)(const void *view, int viewer, const void *memory, struct rng *rng,
                        void *state);
    /* Adds one event, as told to `viewer`, to what it remembers. NULL when memory_size is 0. A
     * memory begins as zeroes. */
    void (*observe)(void *memory, int viewer, const struct doc *doc, const struct doc_node *event);

    /* Adds to an open object what follows from a view and people like to see beside it: current
     * points, the current ranking, who is waited for. docs/referee.md lists it for each game. Works
     * on a state too. NULL: nothing. */
    void (*aids)(const void *view, int viewer, struct doc *doc);

    void (*result)(const void *state, struct game_result *result);
    /* Adds to an open object what decided the result. May be NULL. */
    void (*result_details)(const void *state, struct doc *doc);

    /* A text that is exactly one of this match's moves, legal or not. */
    bool (*parse)(const void *state, const char *text, struct move *move);
    void (*format)(const void *state, const struct move *move, struct buffer *text);

    /* Writes the state, or a view, as the object of the protocol: the next value of `doc`, under
     * `key` (NULL: the root or in a list). `game` is this struct, for game_head_save. */
    void (*save)(const struct game *game, const void *state, struct doc *doc, const char *key);
    /* Reads a position, never a view. `game` is this struct, for game_head_load. */
    bool (*load)(const struct game *game, const struct doc *doc, const struct doc_node *position,
                 const void *components, void *state, struct fault *fault);

    /* Whether the state is one that can be. For tests; `load` uses it too. On failure `fault`
     * says what is wrong, as bad_position. */
    bool (*invariants)(const void *state, struct fault *fault);

    /* Views as bytes and moves as numbers, for programs that learn; NULL: there is no encoding. */
    const struct game_encoding *encoding;
    /* What computer players need to play this game well, or NULL. */
    const struct game_mind *mind;
    /* A game in real time has one, and a mind; NULL: it is played in turns. */
    const struct game_stage *stage;
};

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

/* Of the seats that may move, those without whom the match cannot go on. */
uint32_t game_awaited(const struct game *game, const void *state);

/* What follows from a view, as an object under `key`; empty for a game without aids. */
void game_aids_save(const struct game *game, const void *view, int viewer, struct doc *doc,
                    const char *key);

/* Options as documents, for `save` and `load`: the choices under the key "options", every default
 * filled in; and from an object, or from NULL for all defaults. */
void game_options_save(const struct game *game, const uint8_t *chosen, struct doc *doc,
                       const char *key);
bool game_options_load(const struct game *game, const struct doc *doc,
                       const struct doc_node *options, uint8_t *chosen, struct fault *fault);

/* One value of an option as a document, under `key` or NULL. */
void game_option_value_save(const struct game_option *option, int value, struct doc *doc,
                            const char *key);

/* The head that every position has: that "game" is this game, "seats" is in its range, "options"
 * are valid. A position may leave "options" out. */
bool game_head_load(const struct game *game, const struct doc *doc, const struct doc_node *position,
                    int *seats, uint8_t *options, struct fault *fault);
void game_head_save(const struct game *game, int seats, const uint8_t *options, struct doc *doc);

/* Bad position: `where` is the path of what is wrong, such as "players[1].hand". Returns false. */
bool game_bad_position(struct fault *fault, const char *rule, const char *text, const char *where,
                       ...) __attribute__((format(printf, 4, 5)));

#endif
