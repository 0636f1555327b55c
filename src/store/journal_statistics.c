#include "store/journal_statistics.h"

#include "store/statistics.h"

#include <string.h>

static void count_seats(struct statistics_seats *line, const struct store_record *record)
{
    int32_t best = INT32_MIN;
    line->matches++;
    line->moves += record->move_count;
    for (int i = 0; i < record->seats; i++) {
        const struct store_result_seat *seat = &record->seat[i];
        line->score += seat->score;
        best = seat->score > best ? seat->score : best;
        line->won += seat->won;
        line->won_first += i == 0 ? seat->won : 0;
    }
    line->best_score += best;
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

struct store_statistics *journal_statistics_new(const struct journal_record *records,
                                                const char *game)
{
    struct statistics_sums sums = {0};
    for (; records; records = records->next) {
        const struct store_record *record = &records->record;
        if (!record->is_shared || strcmp(record->game, game) != 0)
            continue;
        count_seats(&sums.by_seats[record->seats], record);
        count_levels(&sums, record);
    }
    return statistics_new(&sums);
}
