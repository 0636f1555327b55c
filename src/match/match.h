/* A match: a game being played. Every move that comes in as text reaches a game through this unit,
 * and `check` always runs before `apply`. Loops that play legal moves of their own, a million a
 * second, call the game themselves.
 *
 * A match keeps what it started from, a seed or a position, and its moves. They are enough to replay
 * it. Also here: taking moves back, playing on from a moment of another match, and turning points. */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include "game/game.h"

struct match_move {
    int seat;
    enum game_reveals reveals;
    char *text;
};

/* Moves that were taken back: the latest of a seat, and those after it. */
struct match_undone {
    int seat;
    size_t at; /* how many moves were left */
    struct match_move *moves;
    size_t move_count;
};

struct match {
    const struct game *game; /* NULL: no match */
    struct game_components_storage components;
    int seats;
    uint8_t options[GAME_OPTIONS_MAX];
    char *seed; /* NULL if it started from a position */
    size_t seed_length;
    struct game_state_storage start; /* if it started from a position */
    struct game_state_storage state;
    struct game_memory_storage memories[GAME_SEATS_MAX];
    struct match_move *moves;
    size_t move_count, move_capacity;
    struct match_undone *undone; /* oldest first */
    size_t undone_count, undone_capacity;
    bool without_memories; /* nobody will ask what the seats remember */
    /* State and memories after the first `marked` moves. What was seen until then cannot be taken back. */
    unsigned char *mark;
    size_t marked;
};

/* Start a match. On failure `fault` is set and `match` is unchanged; on success its old content is
 * freed. A match that was never started is all zero. */
bool match_start(struct match *match, const struct game *game,
                 const struct game_components_storage *components, int seats,
                 const uint8_t *options, const char *seed, size_t seed_length, struct fault *fault);
bool match_load(struct match *match, const struct game *game,
                const struct game_components_storage *components, const struct doc *doc,
                const struct doc_node *position, struct fault *fault);
void match_free(struct match *match);

/* A match of its own that is like this one, to be freed. */
struct match match_copy(const struct match *match);

/* Makes a move. On failure nothing changes. The protocol fixes the order in which faults are
 * checked: over, bad_move, not_your_turn, illegal_move. If `events` is not NULL, its root becomes
 * the list of events as `viewer` (a seat, GAME_SPECTATOR or STORY_ALL) sees them. */
bool match_play(struct match *match, int seat, const char *text, struct doc *events, int viewer,
                struct fault *fault);

/* Whether the move could be made now, with the same faults as match_play. Stores the parsed move in
 * `move`. */
bool match_check(const struct match *match, int seat, const char *text,
                 union game_move_storage *move, struct fault *fault);

bool match_is_over(const struct match *match);

/* The result as a protocol object: over, scores, winners, and what decided it. */
void match_result(const struct match *match, struct doc *doc, const char *key);

/* The hash of game and components in hexadecimal, as records store it: of those that a match with these
 * options is played with. */
enum { MATCH_HASH_TEXT = 33 };
void match_components_hash(const struct game *game, const uint8_t *options,
                           const struct game_components_storage *components,
                           char text[MATCH_HASH_TEXT]);

/* ---- Taking back ---- */

/* A player may take back their latest move, and with it all that came after, if nothing was shown since
 * but secrets of their own: nobody can look at a hidden card and then choose again. State, memories and
 * random numbers are those from before the move, so that the same cards come again.
 *
 * A choice that is still secret is taken back alone: those of the others do not depend on it. */
enum match_taking {
    MATCH_TAKES_NOTHING,  /* the seat has not moved */
    MATCH_TAKES_REVEALED, /* something hidden was shown since: it must not */
    MATCH_TAKES_SECRET,   /* nobody else knows the move */
    MATCH_TAKES_OPEN,
};
enum match_taking match_taking(const struct match *match, int seat);

/* Takes back the latest move of the seat, which match_taking must allow. */
void match_take_back(struct match *match, int seat);

/* Back to the moment after `count` moves, of those that match_taking allows. What is undone is kept as taken
 * back by `seat`. */
void match_rewind(struct match *match, int seat, size_t count);

/* ---- Branching ---- */

/* Branching: continues from a moment of another match. */

/* Makes `branch` a match that starts where `match` is now, and frees what it was before.
 *
 * What `viewer` (a seat or GAME_SPECTATOR) cannot know at this moment is dealt anew: hidden cards, the
 * order of piles, secret choices of others, and later shuffles. All of it agrees with the viewer's view
 * and memory. After a match everyone may look at every card, so with the same cards the person who
 * plays on would see through them. Memories start empty: what the other seats remember may not be true
 * of the new cards. */
void match_branch(const struct match *match, int viewer, struct rng *rng, struct match *branch);

/* ---- Turning points ---- */

/* Turning points of a match: where a part of it begins, where the lead changes, the largest changes of
 * a score, and the end. */

enum turning_kind { TURNING_PART, TURNING_LEAD, TURNING_SWING, TURNING_END };

struct turning_point {
    size_t moves; /* how many were made */
    enum turning_kind kind;
    char part[16]; /* the type of the event that begins it, such as "round" */
    int seat;      /* of a lead or a swing */
    int number;    /* of a part; the change of a score */
};

/* All zero is empty, and may be freed. */
struct turning {
    struct turning_point *points; /* in order */
    size_t count, capacity;
    int32_t scores[GAME_SEATS_MAX]; /* after the latest move */
    int leader;                     /* who was alone in the lead last, or -1 */
};

void turning_start(struct turning *turning, const struct match *match);

/* A move was made, with these events, which include all secrets. */
void turning_follow(struct turning *turning, const struct match *match, const struct doc *events);

/* The match ends here: only the largest changes of a score stay. */
void turning_finish(struct turning *turning);

void turning_free(struct turning *turning);

#endif
