/* The report of an arena: printed as a table, as JSON that can be merged with other shards, or as a
 * picture. */
#ifndef CLI_ARENA_REPORT_H
#define CLI_ARENA_REPORT_H

#include "cli/arena_player.h"
#include "cli/series.h"
#include "players/standings.h"

#include <jansson.h>

struct arena_report {
    char game[32], seed[101];
    int seats;
    char names[STANDINGS_MAX][ARENA_NAME];
    struct standings standings;
    enum standings_verdict verdict;
    bool interrupted; /* not all of it was played */
    struct series series;
};

/* Describes the series. A report that was described or read must be freed. */
void arena_report_describe(struct arena_report *report, const struct game *game,
                           const uint8_t *options, json_t *line_up, int ms, int iterations,
                           const char *shard);
void arena_report_free(struct arena_report *report);

void arena_report_print(const struct console *console, const struct arena_report *report);
json_t *arena_report_json(const struct arena_report *report);
/* Reads the output of arena_report_json for any shard; false if it is something else. */
bool arena_report_read(struct arena_report *report, const json_t *json);
/* Adds a report to another. Returns NULL, or the key of a sentence that says why they do not fit
 * together. */
const char *arena_report_add(struct arena_report *total, const struct arena_report *more);
/* Draws shares of wins with their intervals, and ratings. False if the file cannot be written. */
bool arena_report_svg(const struct arena_report *report, const char *path);

#endif
