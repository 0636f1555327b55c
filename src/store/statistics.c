#include "store/statistics.h"

#include "base/alloc.h"

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

struct store_statistics_part *statistics_part(struct statistics_sums *sums, const char *part)
{
    int at = 0;
    while (at < sums->part_count && strcmp(sums->by_part[at].part, part) < 0)
        at++;
    struct store_statistics_part *line = &sums->by_part[at];
    if (at < sums->part_count && strcmp(line->part, part) == 0)
        return line;
    if (sums->part_count == STATISTICS_PARTS)
        return NULL;
    memmove(line + 1, line, (size_t)(sums->part_count++ - at) * sizeof *line);
    *line = (struct store_statistics_part){0};
    snprintf(line->part, sizeof line->part, "%s", part);
    return line;
}

void statistics_seats_add(struct statistics_seats *sums, const struct statistics_seats *more)
{
    bool is_first = sums->matches == 0;
    sums->matches += more->matches;
    sums->moves += more->moves;
    sums->score += more->score;
    sums->best_score += more->best_score;
    if (is_first || more->shortest < sums->shortest)
        sums->shortest = more->shortest;
    if (is_first || more->longest > sums->longest)
        sums->longest = more->longest;
    if (is_first || more->lowest_score < sums->lowest_score)
        sums->lowest_score = more->lowest_score;
    if (is_first || more->highest_score > sums->highest_score)
        sums->highest_score = more->highest_score;
}

static struct store_statistics_line seats_line(const struct statistics_seats *sums, int seats)
{
    double matches = (double)sums->matches, won = 0;
    struct store_statistics_line line = {
        .seats = seats,
        .matches = sums->matches,
        .mean_moves = (double)sums->moves / matches,
        .mean_score = (double)sums->score / (matches * seats),
        .mean_best_score = (double)sums->best_score / matches,
        .shortest = sums->shortest,
        .longest = sums->longest,
        .lowest_score = sums->lowest_score,
        .highest_score = sums->highest_score,
    };
    for (int i = 0; i < seats; i++)
        won += sums->won[i];
    for (int i = 0; i < seats; i++)
        line.seat_shares[i] = won > 0 ? sums->won[i] / won : 0;
    return line;
}

struct store_statistics *statistics_new(const struct statistics_sums *sums)
{
    struct store_statistics *statistics = alloc_new(sizeof *statistics);
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
    memcpy(statistics->by_part, sums->by_part, sizeof statistics->by_part);
    statistics->part_count = sums->part_count;
    return statistics;
}
