/* Keeps the matches of a study. */
#include "cli/study_sample.h"

#include "base/alloc.h"
#include "base/hash.h"

#include <stdlib.h>

void study_sheet_prepare(struct study_sheet *sheet, const struct shard *shard)
{
    const struct study_design *design = &sheet->design;
    int deals = (design->games + STUDY_REPLAYS - 1) / STUDY_REPLAYS;
    for (int i = 0; i < design->setting_count; i++) {
        struct study_sample *sample = &sheet->samples[i];
        sample->deal_count = shard_count(shard, deals);
        sample->deals = alloc_array((size_t)sample->deal_count, sizeof *sample->deals);
        for (int k = 0; k < sample->deal_count; k++)
            sample->deals[k].number = shard_item(shard, k);
    }
}

int study_part_find(struct study_sheet *sheet, const char *part)
{
    for (int i = 0; i < sheet->part_count; i++)
        if (strcmp(sheet->parts[i], part) == 0)
            return i;
    if (sheet->part_count == STUDY_PARTS_MAX || strlen(part) >= STUDY_PART_BYTES)
        return -1;
    strcpy(sheet->parts[sheet->part_count], part);
    return sheet->part_count++;
}

void study_parts_sort(struct study_sheet *sheet)
{
    uint8_t place[STUDY_PARTS_MAX] = {0};
    char sorted[STUDY_PARTS_MAX][STUDY_PART_BYTES] = {0};
    for (int i = 0; i < sheet->part_count; i++) {
        for (int k = 0; k < sheet->part_count; k++)
            place[i] = (uint8_t)(place[i] + (strcmp(sheet->parts[k], sheet->parts[i]) < 0));
        strcpy(sorted[place[i]], sheet->parts[i]);
    }
    memcpy(sheet->parts, sorted, sizeof sheet->parts);
    for (int i = 0; i < sheet->design.setting_count; i++)
        for (int d = 0; d < sheet->samples[i].deal_count; d++)
            for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
                uint8_t *part = &sheet->samples[i].deals[d].parts[seat];
                *part = place[*part];
            }
}

static uint64_t add_number(uint64_t hash, int64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%lld ", (long long)number);
    return hash_text(hash, text);
}

static uint64_t add_match(uint64_t hash, const struct study_match *match, int seats)
{
    hash = add_number(hash, match->is_over);
    hash = add_number(hash, match->winners);
    hash = add_number(hash, match->moves);
    hash = add_number(hash, match->ticks);
    for (int seat = 0; seat < seats; seat++)
        hash = add_number(hash, match->scores[seat]);
    return hash;
}

uint64_t study_signature(const struct study *study)
{
    uint64_t hash = HASH_START;
    for (int s = 0; s < study->sheet_count; s++) {
        const struct study_sheet *sheet = &study->sheets[s];
        hash = hash_text(hash, sheet->design.game->id);
        for (int i = 0; i < sheet->design.setting_count; i++)
            for (int d = 0; d < sheet->samples[i].deal_count; d++)
                for (int r = 0; r < STUDY_REPLAYS; r++)
                    hash = add_match(hash, &sheet->samples[i].deals[d].matches[r],
                                     sheet->design.settings[i].seats);
    }
    return hash;
}

void study_free(struct study *study)
{
    for (int s = 0; s < study->sheet_count; s++) {
        for (int i = 0; i < STUDY_SETTINGS_MAX; i++)
            free(study->sheets[s].samples[i].deals);
        study_design_free(&study->sheets[s].design);
    }
    free(study->sheets);
    series_free(&study->series);
}
