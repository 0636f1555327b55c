/* Starts analyses, and works on them by requests. */
#include "wire/analyse.h"

#include "base/alloc.h"
#include "base/check.h"
#include "wire/analysis.h"
#include "wire/fault.h"

#include <stdlib.h>

enum { STEPS_MAX = 1000 };

struct wire_analyser {
    struct analysis analysis;
    char *names[GAME_SEATS_MAX];
};

static bool moves_add(struct analysis *analysis, const struct record *record, struct match *match,
                      struct fault *fault)
{
    for (size_t i = 0; i < record->move_count; i++) {
        int seat;
        const char *text;
        union game_move_storage move;
        record_move(record, i, &seat, &text);
        if (!match_check(match, seat, text, &move, fault))
            return false;
        analysis_add_move(analysis, match->state.bytes, match->memories, seat, text);
        CHECK(match_play(match, seat, text, NULL, STORY_ALL, fault));
    }
    if (!match_is_over(match))
        return fault_set(fault, FAULT_BAD_RECORD, NULL, "core.record_unfinished", NULL);
    analysis_add_end(analysis, match->state.bytes);
    return true;
}

bool wire_analysis_start(struct analysis *analysis, const struct record *record, const char *folder,
                         int effort, struct fault *fault)
{
    struct match match = {0};
    if (!record_start(record, folder, &match, fault))
        return false;
    analysis_start(analysis, record->game, record->seats, effort);
    bool good = moves_add(analysis, record, &match, fault);
    if (!good)
        analysis_free(analysis);
    match_free(&match);
    return good;
}

void wire_analyser_free(struct wire_analyser *analyser)
{
    if (!analyser)
        return;
    analysis_free(&analyser->analysis);
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++)
        free(analyser->names[seat]);
    free(analyser);
}

/* ---- Requests ---- */

/* The integer under `key`, or `standard` without one. False if it is not from `low` to `high`. */
static bool read_number(const json_t *request, const char *key, int low, int high, int standard,
                        int *number, struct fault *fault)
{
    const json_t *value = json_object_get(request, key);
    *number = standard;
    if (!value)
        return true;
    if (!json_is_integer(value) || json_integer_value(value) < low ||
        json_integer_value(value) > high)
        return fault_bad_request(fault, key);
    *number = (int)json_integer_value(value);
    return true;
}

static bool start_over(struct wire_analyser **analyser, const json_t *request, struct fault *fault)
{
    struct record record;
    struct analysis analysis;
    int effort;
    if (!read_number(request, "effort", 0, ANALYSIS_EFFORT_MAX, 1, &effort, fault) ||
        !record_read(&record, json_object_get(request, "record"), fault) ||
        !wire_analysis_start(&analysis, &record, NULL, effort, fault))
        return false;
    wire_analyser_free(*analyser);
    *analyser = alloc_new(sizeof **analyser);
    (*analyser)->analysis = analysis;
    for (int seat = 0; seat < record.seats; seat++)
        (*analyser)->names[seat] = alloc_text(record.names[seat] ? record.names[seat] : "");
    return true;
}

static bool carry_out(struct wire_analyser **analyser, const json_t *request, struct fault *fault)
{
    int steps;
    if (!json_is_object(request))
        return fault_bad_request(fault, "record");
    if (!read_number(request, "steps", 1, STEPS_MAX, 0, &steps, fault) ||
        (json_object_get(request, "record") && !start_over(analyser, request, fault)))
        return false;
    if (!*analyser)
        return fault_bad_request(fault, "record");
    while (steps-- > 0 && analysis_step(&(*analyser)->analysis))
        ;
    return true;
}

json_t *wire_analyse(struct wire_analyser **analyser, const struct texts *texts,
                     const json_t *request)
{
    struct fault fault = {0};
    if (!carry_out(analyser, request, &fault))
        return json_pack("{s:o}", "error", wire_fault(texts, &fault));
    const struct analysis *analysis = &(*analyser)->analysis;
    json_t *answer =
        json_pack("{s:i, s:b, s:b}", "progress", analysis_progress(analysis), "curve",
                  analysis_has_curve(analysis), "rough", analysis_has_result(analysis));
    if (json_is_true(json_object_get(request, "show")))
        json_object_set_new(
            answer, "analysis",
            wire_analysis(analysis, (const char *const *)(*analyser)->names, texts));
    return answer;
}
