/* What a game adds to the analysis of finished matches (src/analysis). Optional: without it, the
 * analysis estimates winning chances with the general search, or by playing matches out.
 *
 * Like a mind, a review judges by what a seat may know, never by the real state. The level of every question
 * is that of the expert. The same question gives the same answer. */
#ifndef GAME_REVIEW_H
#define GAME_REVIEW_H

#include "base/buffer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct game_chances;
struct mind_question;
struct move;

struct game_review {
    /* Estimates everyone's winning chances after each of these moves of the question's seat. A NULL
     * move: as the position is. The moves are compared in the same imagined worlds. The seat is
     * GAME_SPECTATOR only if all moves are NULL. Takes about as many iterations per move as the
     * question allows. */
    void (*chances)(const struct mind_question *question, const struct move *const *moves,
                    int count, struct game_chances *chances);
    int iterations; /* a good number for one estimate */

    /* Whether the chances do not depend on random numbers, so that one sample is enough. NULL:
     * never. */
    bool (*certain)(const struct mind_question *question);

    /* Whether the seat knows enough to judge this move. NULL: always. */
    bool (*judges)(const struct mind_question *question, const struct move *move);

    /* The key of a sentence among the game's "reviews" about a move that was made, with its values
     * in `detail`, separated by ", ". NULL if there is nothing to add. May be NULL. */
    const char *(*note)(const struct mind_question *question, const struct move *move,
                        struct buffer *detail);

    /* The key of a sentence among the game's "reviews" about a seat over the whole match, likewise.
     * It looks back at the real states, `count` of them, `stride` bytes apart, from before the first
     * move to the end; no grade depends on it. NULL if there is nothing to say. May be NULL. */
    const char *(*summary)(const void *states, size_t stride, size_t count, int seat,
                           struct buffer *detail);
};

#endif
