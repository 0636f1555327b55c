/* The real-time part of the contract, for a game that people perform as well as play. There are
 * no turns, and every player sends a stream of gestures that all others see.
 *
 * Everything here depends only on what a seat may know: its view, its memory and its own random
 * numbers. */
#ifndef GAME_REALTIME_H
#define GAME_REALTIME_H

#include "base/base.h"

#include <stdbool.h>
#include <stdint.h>

struct mind_question;
struct move;

/* One moment of a performance: the position of the puppet and its power, 0 to 255 for 0 to 1. A
 * performer sends one per tick, and everybody at the table receives it. */
enum { REALTIME_TICK_MS = 50 };
struct realtime_gesture {
    uint8_t x, y, power;
};

/* Everything that a performer's gestures may depend on. */
struct realtime_performance {
    const void *view;
    int seat;
    uint64_t manner; /* any number; gives a performer its style for a whole match */
    uint32_t tick;   /* since the match began */
    struct rng *rng;
};

struct game_realtime {
    /* The next gesture of a computer player. */
    void (*perform)(const struct realtime_performance *performance,
                    struct realtime_gesture *gesture);
    /* Adds a gesture of `seat`, which may be the viewer, to the memory of the viewer. */
    void (*witness)(void *memory, int viewer, int seat, const struct realtime_gesture *gesture);
    /* Called once a tick for each computer player that may move. True: make this move now. False:
     * wait, which is what people do most of the time. */
    bool (*act)(const struct mind_question *question, struct move *move);
};

#endif
