/* Performing on the stage (S15): how a computer player moves its puppet.
 *
 * Each performer has a manner of its own: its power at level 1 and how fast that grows with the
 * level, how far and how fast it swings, how steady it is. The power drifts slowly, so that a short
 * look misleads, and every action suits each performer a little differently. A stream therefore
 * reveals the level only to those who watch for a while, and best to those who know the performer
 * from cards that were turned over before. */
#ifndef GAMES_SCALE_STAGE_H
#define GAMES_SCALE_STAGE_H

#include "game/stage.h"

struct scale_manner {
    uint64_t seed;           /* for the drift, and for how each action suits the performer */
    float power, power_gain; /* at level 1, and the increase up to level 10 */
    float bend;              /* how far the middle levels are from a straight line */
    float reach, reach_gain; /* of the swing, in stage widths */
    float tempo, tempo_gain; /* swings a tick */
    float jitter, drift;     /* of the power: from gesture to gesture, and slowly */
};

/* What is performed. Value 0: nothing, the puppet stands still. */
struct scale_part {
    int value;  /* 1 to 10 */
    int colour; /* of the card */
    int action; /* the face-up action card of this colour, 1 to 20 */
};

struct scale_manner scale_manner_of(uint64_t seed);

void scale_stage_perform(const struct scale_manner *manner, const struct scale_part *part,
                         uint32_t tick, struct rng *rng, struct stage_gesture *gesture);

#endif
