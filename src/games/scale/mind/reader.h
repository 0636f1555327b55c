/* Reading performances (S15): what a stream of gestures reveals about the level of a player.
 *
 * Nothing is assumed about how gestures are made: people use a pad, a mouse or a shaken phone. From
 * the gestures since a card was drawn the reader computes three means, power, pace and reach. Each
 * is assumed to grow with the level along a line that is different for each player. The reader
 * starts with a prior for performers in general, and every card that is turned over adds a point to
 * the line (Bayesian linear regression). The probability of a level follows from the lines by
 * Student's distribution, whose long tails forgive an odd performance. */
#ifndef GAMES_SCALE_READER_H
#define GAMES_SCALE_READER_H

#include "game/stage.h"

#include <stdbool.h>
#include <stdint.h>

enum { SCALE_LEVELS = 10 };
enum scale_feature { SCALE_FEATURE_POWER, SCALE_FEATURE_PACE, SCALE_FEATURE_REACH, SCALE_FEATURES };

/* The gestures of a player since the card was drawn. */
struct scale_look {
    uint32_t count; /* of gestures */
    uint32_t sums[SCALE_FEATURES];
    uint8_t x, y;    /* the latest */
    uint8_t zero[2]; /* explicit padding, always zero */
};

/* Weighted sums over the cards that were turned over: all that the line of a feature needs. */
struct scale_line {
    float weight, level, level_squared, seen, seen_times_level;
};

struct scale_reader {
    struct scale_look look;
    struct scale_line lines[SCALE_FEATURES];
};

/* How well a player reads. */
struct scale_reading {
    int features;    /* the first ones of enum scale_feature */
    bool calibrates; /* learns from earlier performances */
};

void scale_reader_witness(struct scale_reader *reader, const struct stage_gesture *gesture);

/* The performed card is turned over and is this one. */
void scale_reader_learn(struct scale_reader *reader, int value);

/* A new performance begins. */
void scale_reader_forget_look(struct scale_reader *reader);

/* On entry chances[value - 1] is the probability of each level without the performance, up to a
 * factor; on return it includes the performance, and the chances add up to 1. */
void scale_reader_estimate(const struct scale_reader *reader, const struct scale_reading *reading,
                           float chances[SCALE_LEVELS]);

#endif
