/* Performing on the stage (S15): how a computer player moves its puppet.
 *
 * Each performer has a manner of its own: how much power it begins with and how fast that grows
 * with the level, how far and how quickly it swings, how steady it is. The power wanders slowly,
 * so that a short look misleads, and every action sits a little differently with everybody. A
 * stream therefore tells the level only to those who watch for a while, and best to those who know
 * the performer's manner from cards that were turned before. */
#ifndef GAMES_SCALE_STAGE_H
#define GAMES_SCALE_STAGE_H

#include "game/stage.h"

struct scale_manner {
    uint64_t seed;           /* of the drift, and of what each action does to the performer */
    float power, power_gain; /* at level 1, and how much more at level 10 */
    float bend;              /* how far the middle levels are from a straight line */
    float reach, reach_gain; /* of the swing, in widths of the stage */
    float tempo, tempo_gain; /* swings a tick */
    float jitter, drift;     /* of the power: from gesture to gesture, and slowly */
};

/* What is performed. Value 0: nothing, the puppet stands and waits. */
struct scale_part {
    int value;  /* 1 to 10 */
    int colour; /* of the card */
    int action; /* the action card of this colour that lies open, 1 to 20 */
};

struct scale_manner scale_manner_of(uint64_t seed);

void scale_stage_perform(const struct scale_manner *manner, const struct scale_part *part,
                         uint32_t tick, struct rng *rng, struct stage_gesture *gesture);

#endif
