/* `ludosaure simulate`: matches between computer players, as fast as possible. The report is printed
 * as a table, or as JSON that can be merged with other shards. All sums are integers, so that the
 * result does not depend on the order in which games are added.
 *
 *     simulate.c  plays the matches, on several threads
 *     report.c    the figures */
#ifndef CLI_SIMULATE_SIMULATE_H
#define CLI_SIMULATE_SIMULATE_H

#include "cli/cli.h"

#include <jansson.h>

enum { SIMULATE_NAME = 32 };

struct simulate_tally {
    int64_t games, moves, moves_min, moves_max;
    int64_t wins[GAME_SEATS_MAX]; /* in parts of STANDINGS_WIN; a shared win is divided */
    int64_t score[GAME_SEATS_MAX];
};

struct simulate_report {
    char game[32], seed[101];
    int seats;
    char players[GAME_SEATS_MAX][SIMULATE_NAME];
    struct simulate_tally tally;
    double seconds; /* of all shards together */
    int threads;    /* of one shard; 0 after merging */
    struct series series;
};

/* Adds one game. */
void simulate_tally_add(struct simulate_tally *tally, int seats, int64_t moves,
                        const struct game_result *result);
void simulate_tally_merge(struct simulate_tally *into, const struct simulate_tally *from);

/* Describes the series. A report that was described or read must be freed. */
void simulate_report_describe(struct simulate_report *report, const struct game *game,
                              const uint8_t *options, const struct player *const *players,
                              const char *shard);
void simulate_report_free(struct simulate_report *report);

void simulate_report_print(const struct console *console, const struct simulate_report *report);
json_t *simulate_report_json(const struct simulate_report *report);
/* Reads the output of simulate_report_json for any shard; false if it is something else. */
bool simulate_report_read(struct simulate_report *report, const json_t *json);
/* Adds a report to another. Returns NULL, or the key of a sentence that says why they do not fit
 * together. */
const char *simulate_report_add(struct simulate_report *total, const struct simulate_report *more);

#endif
