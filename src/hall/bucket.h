/* A token bucket: allows a number of events per minute on average, and a burst. */
#ifndef HALL_BUCKET_H
#define HALL_BUCKET_H

#include <stdbool.h>
#include <stdint.h>

/* All zero is a full bucket. */
struct bucket {
    int64_t at_ms; /* when `level` was last brought up to date; 0: never */
    int64_t level; /* in thousandths of a token */
};

/* Takes one token. False if there is none. */
bool bucket_take(struct bucket *bucket, int64_t per_minute, int64_t burst, int64_t now_ms);

/* Whether there is a token to take. */
bool bucket_has(struct bucket *bucket, int64_t per_minute, int64_t burst, int64_t now_ms);

/* Puts one token back: what it was taken for turned out to be harmless. */
void bucket_give(struct bucket *bucket, int64_t burst);

#endif
