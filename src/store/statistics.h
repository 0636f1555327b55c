/* Sums over the finished matches of one game, from which its statistics follow. */
#ifndef STORE_STATISTICS_H
#define STORE_STATISTICS_H

#include "store/job.h"

enum {
    STATISTICS_LEVELS =
        sizeof((struct store_statistics *)0)->by_level / sizeof(struct store_statistics_level),
    STATISTICS_PARTS =
        sizeof((struct store_statistics *)0)->by_part / sizeof(struct store_statistics_part),
};

struct statistics_seats {
    int64_t matches, moves, score, best_score;
    int64_t shortest, longest, lowest_score, highest_score;
    double won[STORE_SEATS_MAX];
};

struct statistics_level {
    char level[16]; /* "": people */
    int64_t seats, score;
    double won;
};

struct statistics_sums {
    struct statistics_seats by_seats[STORE_SEATS_MAX + 1]; /* index = number of seats */
    struct statistics_level by_level[STATISTICS_LEVELS];
    int level_count;
    struct store_statistics_part by_part[STATISTICS_PARTS];
    int part_count;
};

/* Adds the sums of further matches with the same number of seats. Does not add `won`. */
void statistics_seats_add(struct statistics_seats *sums, const struct statistics_seats *more);

/* The sums of a level, made if there are none yet. NULL if there are too many levels. The pointer is
 * valid until the next call, because levels are kept in alphabetical order. */
struct statistics_level *statistics_level(struct statistics_sums *sums, const char *level);

/* The same for a part. */
struct store_statistics_part *statistics_part(struct statistics_sums *sums, const char *part);

/* Allocates the answer to STORE_STATISTICS. */
struct store_statistics *statistics_new(const struct statistics_sums *sums);

#endif
