#include "hall/origins.h"

#include "match/branch.h"
#include "wire/record.h"

/* Plays the first moves of the record. */
static bool play_until(const struct record *record, int moves, struct match *match,
                       struct fault *fault)
{
    if ((size_t)moves > record->move_count)
        return fault_bad_request(fault, "origin.move");
    for (int i = 0; i < moves; i++) {
        int seat;
        const char *text;
        record_move(record, (size_t)i, &seat, &text);
        if (!match_play(match, seat, text, NULL, STORY_ALL, fault))
            return false;
    }
    return !match_is_over(match) || fault_set(fault, FAULT_OVER, NULL, "core.over", NULL);
}

bool origin_find(const struct environment *environment, const json_t *json,
                 struct table_asked *asked, struct fault *fault)
{
    struct table_settings *settings = &asked->settings;
    struct record record;
    struct match match = {0}, branch = {0};
    if (!record_read(&record, json, fault))
        return false;
    if (record.game != settings->game || record.seats != settings->seats)
        return fault_bad_request(fault, "origin.record");
    bool good = record_start(&record, environment->settings.data_folder, &match, fault) &&
                play_until(&record, settings->origin.moves, &match, fault);
    if (good) {
        struct rng rng = environment_rng(environment);
        match_branch(&match, asked->sit, &rng, &branch);
        table_settings_set_position(settings, &branch);
    }
    match_free(&branch);
    match_free(&match);
    return good;
}
