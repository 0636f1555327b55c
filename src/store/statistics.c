#include "store/statistics.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

struct statistics_level *statistics_level(struct statistics_sums *sums, const char *level)
{
    int at = 0;
    while (at < sums->level_count && strcmp(sums->by_level[at].level, level) < 0)
        at++;
    struct statistics_level *line = &sums->by_level[at];
    if (at < sums->level_count && strcmp(line->level, level) == 0)
        return line;
    if (sums->level_count == STATISTICS_LEVELS)
        return NULL;
    memmove(line + 1, line, (size_t)(sums->level_count++ - at) * sizeof *line);
    *line = (struct statistics_level){0};
    snprintf(line->level, sizeof line->level, "%s", level);
    return line;
}

static struct store_statistics_line seats_line(const struct statistics_seats *sums, int seats)
{
    double matches = (double)sums->matches;
    return (struct store_statistics_line){
        .seats = seats,
        .matches = sums->matches,
        .mean_moves = (double)sums->moves / matches,
        .mean_score = (double)sums->score / (matches * seats),
        .mean_best_score = (double)sums->best_score / matches,
        .first_seat_share = sums->won > 0 ? sums->won_first / sums->won : 0,
    };
}

struct store_statistics *statistics_new(const struct statistics_sums *sums)
{
    struct store_statistics *statistics = memory_new(sizeof *statistics);
    for (int seats = 0; seats <= STORE_SEATS_MAX; seats++) {
        const struct statistics_seats *from = &sums->by_seats[seats];
        if (!from->matches)
            continue;
        statistics->matches += from->matches;
        statistics->moves += from->moves;
        statistics->by_seats[seats] = seats_line(from, seats);
    }
    for (int i = 0; i < sums->level_count; i++) {
        const struct statistics_level *from = &sums->by_level[i];
        struct store_statistics_level *to = &statistics->by_level[i];
        memcpy(to->level, from->level, sizeof to->level);
        to->seats = from->seats;
        to->won = from->won;
        to->mean_score = (double)from->score / (double)from->seats;
    }
    statistics->level_count = sums->level_count;
    return statistics;
}
