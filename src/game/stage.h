/* The real-time part of the contract, for a game that people perform as well as play. A game that
 * has one of these is in real time: nobody waits for a turn, and every player sends a stream of
 * gestures that all others see.
 *
 * Everything here depends only on what a seat may know: its view, its memory and its own chance. */
#ifndef GAME_STAGE_H
#define GAME_STAGE_H

#include "base/rng.h"

#include <stdbool.h>
#include <stdint.h>

struct mind_question;
struct move;

/* One moment of a performance: where the puppet is and with how much power, 0 to 255 standing for 0
 * to 1. A performer sends one a tick, and everybody at the table receives it. */
enum { STAGE_TICK_MS = 50 };
struct stage_gesture {
    uint8_t x, y, power;
};

/* All that a performer's stream may depend on. */
struct stage_performance {
    const void *view;
    int seat;
    uint64_t manner; /* any number; a performer keeps it, and its style with it, for a match */
    uint32_t tick;   /* since the match began */
    struct rng *rng;
};

struct game_stage {
    /* The next gesture of a computer player. */
    void (*perform)(const struct stage_performance *performance, struct stage_gesture *gesture);
    /* Adds a gesture of `seat`, which may be the viewer itself, to what the viewer remembers. */
    void (*witness)(void *memory, int viewer, int seat, const struct stage_gesture *gesture);
    /* Asked once a tick, for each computer player that may move: true, and a move, to make it now;
     * false to wait, which is what people do most of the time. */
    bool (*act)(const struct mind_question *question, struct move *move);
};

#endif
