/* A match: a game being played. The one door through which moves reach a game: what comes in is
 * text from anywhere, and `check` always runs before `apply`.
 *
 * A match begun from a seed keeps its moves: seed and moves alone give the whole match again. */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include "game/game.h"

struct match_move {
    int seat;
    char *text;
};

struct match {
    const struct game *game; /* NULL: no match */
    struct game_components_storage components;
    int seats;
    uint8_t options[GAME_OPTIONS_MAX];
    char *seed; /* NULL: begun from a position */
    size_t seed_length;
    struct game_state_storage state;
    struct game_memory_storage memories[GAME_SEATS_MAX]; /* what each seat remembers */
    struct match_move *moves;
    size_t move_count, move_capacity;
};

/* Begin a match. On failure there is a fault, and `match` is as it was; otherwise what it held
 * before is freed. A match never begun is all zero. */
bool match_start(struct match *match, const struct game *game,
                 const struct game_components_storage *components, int seats,
                 const uint8_t *options, const char *seed, size_t seed_length, struct fault *fault);
bool match_load(struct match *match, const struct game *game,
                const struct game_components_storage *components, const struct doc *doc,
                const struct doc_node *position, struct fault *fault);
void match_free(struct match *match);

/* Makes a move, given as text. On failure nothing changes. The protocol fixes the order in which
 * faults are looked for: over, bad_move, not_your_turn, illegal_move. If `events` is not NULL, the
 * list of what happened, as told to `viewer` (a seat, GAME_SPECTATOR or STORY_ALL), becomes its
 * root. */
bool match_play(struct match *match, int seat, const char *text, struct doc *events, int viewer,
                struct fault *fault);

/* Whether the move could be made now; the same faults as match_play. `move` gets it. */
bool match_check(const struct match *match, int seat, const char *text,
                 union game_move_storage *move, struct fault *fault);

bool match_is_over(const struct match *match);

/* The result as an object of the protocol: over, scores, winners, and what decided it. */
void match_result(const struct match *match, struct doc *doc, const char *key);

/* The hash of game and components that a record carries, in hexadecimal. */
enum { MATCH_HASH_TEXT = 33 };
void match_components_hash(const struct game *game,
                           const struct game_components_storage *components,
                           char text[MATCH_HASH_TEXT]);

#endif
