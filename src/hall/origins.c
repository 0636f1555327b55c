#include "hall/origins.h"

#include "match/branch.h"
#include "wire/lesson.h"
#include "wire/record.h"

#include <string.h>

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

bool origin_from_record(const struct environment *environment, const json_t *json,
                        struct table_asked *asked, struct fault *fault)
{
    struct table_settings *settings = &asked->settings;
    struct record record;
    struct match match = {0}, branch = {0};
    if (!record_read(&record, json, fault))
        return false;
    if (record.game != settings->game || record.seats != settings->seats)
        return table_origin_bad_name(&settings->origin, fault);
    bool good = record_start(&record, environment->settings.data_folder, &match, fault) &&
                play_until(&record, settings->origin.number, &match, fault);
    if (good) {
        struct rng rng = environment_rng(environment);
        match_branch(&match, asked->sit, &rng, &branch);
        table_settings_set_position(settings, &branch);
    }
    match_free(&branch);
    match_free(&match);
    return good;
}

static bool start_scene(const struct environment *environment, const json_t *lesson,
                        struct table_settings *settings, struct fault *fault)
{
    const struct table_origin *origin = &settings->origin;
    struct match match = {0};
    if (!lesson)
        return table_origin_bad_name(origin, fault);
    if (origin->number >= wire_lesson_scenes(lesson))
        return table_origin_bad_number(origin, fault);
    bool good = wire_lesson_start(lesson, origin->number, settings->game,
                                  environment->settings.data_folder, &match, fault) &&
                (match.seats == settings->seats || fault_bad_request(fault, "seats")) &&
                (!match_is_over(&match) || fault_set(fault, FAULT_OVER, NULL, "core.over", NULL));
    if (good)
        table_settings_set_position(settings, &match);
    match_free(&match);
    return good;
}

bool origin_from_lesson(const struct environment *environment, struct table_asked *asked,
                        struct fault *fault)
{
    struct table_settings *settings = &asked->settings;
    const struct game *game = settings->game;
    const char *name = settings->origin.name;
    if (!name[0])
        return environment->settings.records
                   ? start_scene(environment, asked->origin, settings, fault)
                   : table_origin_bad_name(&settings->origin, fault);
    if (strcmp(name, game->id) != 0)
        return table_origin_bad_name(&settings->origin, fault);
    json_t *lesson = wire_lesson_json(game, environment->settings.data_folder);
    bool good = start_scene(environment, lesson, settings, fault);
    json_decref(lesson);
    return good;
}
