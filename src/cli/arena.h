/* What an arena has to report: shown as a table, as JSON that can be merged with other shards, or
 * as a picture. */
#ifndef CLI_ARENA_H
#define CLI_ARENA_H

#include "cli/cli.h"
#include "players/standings.h"

#include <jansson.h>

enum { ARENA_NAME = 32 };

struct arena_report {
    char game[32], seed[101];
    int seats;
    char names[STANDINGS_MAX][ARENA_NAME];
    struct standings standings;
    int decided; /* as standings_decided says */
};

void arena_report_print(const struct cli *cli, const struct arena_report *report);
json_t *arena_report_json(const struct arena_report *report);
/* Takes what arena_report_json gave, of any shard; false if it is something else. */
bool arena_report_read(struct arena_report *report, const json_t *json);
/* Whether two reports are of the same series: game, seats and players. */
bool arena_report_fits(const struct arena_report *a, const struct arena_report *b);
/* Shares of wins with their intervals, and ratings. False if the file cannot be written. */
bool arena_report_svg(const struct arena_report *report, const char *path);

#endif
