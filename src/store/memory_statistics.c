#include "store/memory_statistics.h"

#include <string.h>

enum {
    LEVELS_MAX =
        sizeof((struct store_statistics *)0)->by_level / sizeof(struct store_statistics_level)
};

/* The means hold sums until all records are counted. */

static void count_game(struct store_statistics_line *line, const struct store_record *record,
                       double won[2])
{
    int32_t best = INT32_MIN;
    line->seats = record->seats;
    line->games++;
    line->mean_moves += record->move_count;
    for (int i = 0; i < record->seats; i++) {
        const struct store_result_seat *seat = &record->seat[i];
        line->mean_score += seat->score;
        best = seat->score > best ? seat->score : best;
        won[0] += seat->won;
        won[1] += i == 0 ? seat->won : 0;
    }
    line->mean_best_score += best;
}

/* The line of this level, in alphabetical order; NULL if there are too many. */
static struct store_statistics_level *level_line(struct store_statistics *statistics,
                                                 const char *level)
{
    int at = 0;
    while (at < statistics->level_count && strcmp(statistics->by_level[at].level, level) < 0)
        at++;
    struct store_statistics_level *line = &statistics->by_level[at];
    if (at < statistics->level_count && strcmp(line->level, level) == 0)
        return line;
    if (statistics->level_count == LEVELS_MAX)
        return NULL;
    memmove(line + 1, line, (size_t)(statistics->level_count++ - at) * sizeof *line);
    *line = (struct store_statistics_level){0};
    memcpy(line->level, level, strlen(level) + 1);
    return line;
}

static void count_levels(struct store_statistics *statistics, const struct store_record *record)
{
    for (int i = 0; i < record->seats; i++) {
        struct store_statistics_level *line = level_line(statistics, record->seat[i].level);
        if (!line)
            continue;
        line->seats++;
        line->won += record->seat[i].won;
        line->mean_score += record->seat[i].score;
    }
}

void memory_statistics(const struct memory_record *records, const char *game,
                       struct store_statistics *statistics)
{
    double won[STORE_SEATS_MAX + 1][2] = {{0}}; /* by all seats, by the first one */
    for (; records; records = records->next) {
        const struct store_record *record = &records->record;
        if (strcmp(record->game, game) != 0)
            continue;
        statistics->games++;
        statistics->moves += record->move_count;
        count_game(&statistics->by_seats[record->seats], record, won[record->seats]);
        count_levels(statistics, record);
    }
    for (int i = 1; i <= STORE_SEATS_MAX; i++) {
        struct store_statistics_line *line = &statistics->by_seats[i];
        if (line->games == 0)
            continue;
        double games = (double)line->games;
        line->mean_moves /= games;
        line->mean_score /= games * i;
        line->mean_best_score /= games;
        line->first_seat_share = won[i][0] > 0 ? won[i][1] / won[i][0] : 0;
    }
    for (int i = 0; i < statistics->level_count; i++)
        statistics->by_level[i].mean_score /= (double)statistics->by_level[i].seats;
}
