#include "hall/origins.h"

#include "match/branch.h"
#include "puzzles/calendar.h"
#include "puzzles/list.h"
#include "wire/lesson.h"
#include "wire/position.h"
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

/* Takes over the start of a match of the request's game. */
static bool take_start(struct table_settings *settings, struct match *match, struct fault *fault)
{
    if (match->seats != settings->seats)
        return fault_bad_request(fault, "seats");
    if (match_is_over(match))
        return fault_set(fault, FAULT_OVER, NULL, "core.over", NULL);
    table_settings_set_position(settings, match);
    return true;
}

static bool start_scene(const struct environment *environment, const json_t *lesson,
                        struct table_asked *asked, struct fault *fault)
{
    struct table_settings *settings = &asked->settings;
    struct match match = {0};
    if (settings->origin.number >= wire_lesson_scenes(lesson))
        return table_origin_bad_number(&settings->origin, fault);
    bool good = wire_lesson_start(lesson, settings->origin.number, settings->game,
                                  environment->settings.data_folder, &match, fault) &&
                take_start(settings, &match, fault);
    match_free(&match);
    return good;
}

/* Starts from an entry of a puzzle file. */
static bool start_entry(const struct environment *environment, const json_t *entry,
                        struct table_asked *asked, struct fault *fault)
{
    struct table_settings *settings = &asked->settings;
    struct match match = {0}, branch = {0};
    bool good = wire_position_start(json_object_get(entry, "position"), settings->game,
                                    environment->settings.data_folder, &match, fault);
    if (good) {
        struct rng rng = environment_rng(environment);
        match_branch(&match, asked->sit, &rng, &branch);
        good = take_start(settings, &branch, fault);
    }
    match_free(&branch);
    match_free(&match);
    return good;
}

static bool start_puzzle(const struct environment *environment, const json_t *list,
                         struct table_asked *asked, struct fault *fault)
{
    const struct table_origin *origin = &asked->settings.origin;
    const json_t *entry = puzzle_list_entry(list, origin->number);
    if (!entry)
        return table_origin_bad_number(origin, fault);
    if (!puzzle_is_out(origin->number, puzzle_day_at(environment->now_ms)))
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.puzzle_later", NULL);
    return start_entry(environment, entry, asked, fault);
}

/* A kind of origin that is in the files of a game. */
struct origin_file {
    json_t *(*read)(const struct game *game, const char *folder);
    bool (*start)(const struct environment *environment, const json_t *file,
                  struct table_asked *asked, struct fault *fault);
    /* The same for what a request contains instead of the game's name. */
    bool (*start_given)(const struct environment *environment, const json_t *given,
                        struct table_asked *asked, struct fault *fault);
};
static const struct origin_file files[ORIGIN_KINDS] = {
    [ORIGIN_LESSON] = {wire_lesson_json, start_scene, start_scene},
    [ORIGIN_PUZZLE] = {puzzle_list, start_puzzle, start_entry},
};

bool origin_from_file(const struct environment *environment, struct table_asked *asked,
                      struct fault *fault)
{
    const struct game *game = asked->settings.game;
    const struct table_origin *origin = &asked->settings.origin;
    const struct origin_file *file = &files[origin->kind];
    if (!file->read)
        return true;
    if (!origin->name[0])
        return environment->settings.records && asked->origin
                   ? file->start_given(environment, asked->origin, asked, fault)
                   : table_origin_bad_name(origin, fault);
    json_t *json = strcmp(origin->name, game->id) == 0
                       ? file->read(game, environment->settings.data_folder)
                       : NULL;
    bool good =
        json ? file->start(environment, json, asked, fault) : table_origin_bad_name(origin, fault);
    json_decref(json);
    return good;
}
