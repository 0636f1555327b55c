/* Reading performances (S15): what a stream of gestures says of a player's level.
 *
 * Nothing is assumed about how a performer makes its gestures; people do it with a pad, a mouse or
 * a shaken phone. Of what was seen since a card was drawn three means are taken, power, pace and
 * reach, and each is held to grow with the level along a line. Which line is each player's own:
 * the reader begins with what performers are like in general, and every card that turns is a point
 * of the line (Bayesian linear regression). A level is as likely as the lines make what was seen,
 * by Student's distribution, whose long tails forgive an odd performance. */
#ifndef GAMES_SCALE_READER_H
#define GAMES_SCALE_READER_H

#include "game/stage.h"

#include <stdbool.h>
#include <stdint.h>

enum { SCALE_LEVELS = 10 };
enum scale_feature { SCALE_FEATURE_POWER, SCALE_FEATURE_PACE, SCALE_FEATURE_REACH, SCALE_FEATURES };

/* What was seen of a player since the card was drawn. */
struct scale_look {
    uint32_t count; /* of gestures */
    uint32_t sums[SCALE_FEATURES];
    uint8_t x, y;    /* the latest */
    uint8_t zero[2]; /* explicit padding, always zero */
};

/* Weighted sums over the cards that turned: all that the line of a feature needs. */
struct scale_line {
    float weight, level, level_squared, seen, seen_times_level;
};

struct scale_reader {
    struct scale_look look;
    struct scale_line lines[SCALE_FEATURES];
};

/* How well somebody reads. */
struct scale_reading {
    int features;    /* the first ones of enum scale_feature */
    bool calibrates; /* uses what earlier performances turned out to mean */
};

void scale_reader_witness(struct scale_reader *reader, const struct stage_gesture *gesture);

/* The card performed turns out to be this one. */
void scale_reader_learn(struct scale_reader *reader, int value);

/* A new performance begins. */
void scale_reader_forget_look(struct scale_reader *reader);

/* chances[value - 1] holds how likely each level is without the performance, and then how likely
 * it is with it. They need not add up to 1 before; they do after. */
void scale_reader_estimate(const struct scale_reader *reader, const struct scale_reading *reading,
                           float chances[SCALE_LEVELS]);

#endif
