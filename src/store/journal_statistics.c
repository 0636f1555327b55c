#include "store/journal_statistics.h"

#include "store/statistics.h"

#include <string.h>

static void count_seats(struct statistics_seats *line, const struct store_record *record)
{
    struct statistics_seats sums = {
        .matches = 1,
        .moves = record->move_count,
        .shortest = record->move_count,
        .longest = record->move_count,
        .lowest_score = record->seats > 0 ? record->seat[0].score : 0,
        .highest_score = record->seats > 0 ? record->seat[0].score : 0,
    };
    for (int i = 0; i < record->seats; i++) {
        int64_t score = record->seat[i].score;
        sums.score += score;
        sums.lowest_score = score < sums.lowest_score ? score : sums.lowest_score;
        sums.highest_score = score > sums.highest_score ? score : sums.highest_score;
        line->won[i] += record->seat[i].won;
    }
    sums.best_score = sums.highest_score;
    statistics_seats_add(line, &sums);
}

static void count_levels(struct statistics_sums *sums, const struct store_record *record)
{
    for (int i = 0; i < record->seats; i++) {
        struct statistics_level *line = statistics_level(sums, record->seat[i].level);
        if (!line)
            continue;
        line->seats++;
        line->won += record->seat[i].won;
        line->score += record->seat[i].score;
    }
}

static void count_parts(struct statistics_sums *sums, const struct store_record *record)
{
    for (int i = 0; i < record->seats; i++) {
        const char *part = record->seat[i].part;
        struct store_statistics_part *line = *part ? statistics_part(sums, part) : NULL;
        if (!line)
            continue;
        line->seats++;
        line->won += record->seat[i].won;
    }
}

struct store_statistics *journal_statistics_new(const struct journal_record *records,
                                                const char *game)
{
    struct statistics_sums sums = {0};
    for (; records; records = records->next) {
        const struct store_record *record = &records->record;
        if (!record->is_shared || record->is_continued || strcmp(record->game, game) != 0)
            continue;
        count_seats(&sums.by_seats[record->seats], record);
        count_levels(&sums, record);
        count_parts(&sums, record);
    }
    return statistics_new(&sums);
}
