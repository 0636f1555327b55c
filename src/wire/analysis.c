/* Writes analyses. */
#include "wire/wire.h"

#include "base/base.h"
#include "base/system/system.h"

#include <stdlib.h>

enum { VERSION = 2, SENTENCE_MAX = 2048 };

/* A sentence of a file of texts: a hint if `is_reason`, otherwise of a review. */
struct remark {
    const struct texts *texts;
    const char *file, *key, *detail;
    bool is_reason;
};

/* Adds it in both languages. A reason says "you" to a seat, or speaks of it by its name. */
static json_t *sentences_add(json_t *json, const struct remark *remark, const char *name)
{
    for (enum language language = 0; language < LANGUAGES; language++) {
        char text[SENTENCE_MAX];
        struct buffer out;
        buffer_start(&out, text, sizeof text);
        if (remark->is_reason)
            texts_hint(remark->texts, language, remark->file, remark->key, remark->detail, name,
                       &out);
        else
            texts_review(remark->texts, language, remark->file, remark->key, remark->detail, &out);
        json_object_set_new(json, language_code(language), json_string(text));
    }
    return json;
}

/* The sentence with its key and values, and what a reason says to others; null if there is none. */
static json_t *remark_json(const struct remark *remark)
{
    if (!remark->key)
        return json_null();
    json_t *json = json_pack("{ss ss}", "key", remark->key, "detail", remark->detail);
    if (remark->is_reason)
        json_object_set_new(json, "named", sentences_add(json_object(), remark, "{name}"));
    return sentences_add(json, remark, NULL);
}

static json_t *numbers_json(const int32_t *numbers, int count)
{
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list, json_integer(numbers[i]));
    return list;
}

static json_t *decision_json(const struct analysis *analysis, size_t move,
                             const struct texts *texts)
{
    const struct analysis_decision *decision = &analysis->decisions[move];
    const char *game = analysis->game->id;
    json_t *json = json_object();
    json_object_set_new(json, "seat", json_integer(decision->seat));
    json_object_set_new(json, "move", json_string(decision->move));
    json_object_set_new(json, "grade", json_string(grade_names[decision->grade]));
    json_object_set_new(json, "lost", json_integer(decision->loss.mean));
    json_object_set_new(json, "error", json_integer(decision->loss.error));
    json_object_set_new(json, "stake", json_integer(decision->stake));
    json_object_set_new(json, "best", decision->best ? json_string(decision->best) : json_null());
    json_object_set_new(json, "waits", json_boolean(decision->waits));
    json_object_set_new(json, "reason",
                        remark_json(&(struct remark){texts, game, decision->reason,
                                                     decision->reason_detail, true}));
    json_object_set_new(
        json, "note",
        remark_json(&(struct remark){texts, game, decision->note, decision->note_detail, false}));
    json_object_set_new(json, "effects", numbers_json(decision->effects, analysis->seats));
    return json;
}

static json_t *summary_json(const struct analysis *analysis, int seat, const struct texts *texts)
{
    char detail[SENTENCE_MAX];
    struct buffer buffer;
    buffer_start(&buffer, detail, sizeof detail);
    const char *key = analysis_summary(analysis, seat, &buffer);
    return remark_json(&(struct remark){texts, analysis->game->id, key, detail, false});
}

/* The three sentences about a seat, each with its move, which may be null. */
static json_t *story_json(const struct analysis *analysis, int seat, const struct texts *texts)
{
    struct analysis_sentence story[STORY_SENTENCES];
    json_t *list = json_array();
    analysis_story(analysis, seat, story);
    for (int i = 0; i < STORY_SENTENCES; i++) {
        char detail[ANALYSIS_DETAIL_MAX];
        bool has_move = story[i].move < analysis->move_count;
        if (!story[i].key)
            continue;
        analysis_detail(&story[i], detail);
        json_t *json = remark_json(&(struct remark){texts, "core", story[i].key, detail, false});
        json_object_set_new(json, "move",
                            has_move ? json_integer((json_int_t)story[i].move) : json_null());
        json_array_append_new(list, json);
    }
    return list;
}

static json_t *breakdown_json(const struct analysis *analysis, int seat)
{
    struct analysis_breakdown breakdown = analysis_break_down(analysis, seat);
    int counts[GRADES];
    analysis_count(analysis, seat, counts);
    json_t *grades = json_object();
    for (int grade = 0; grade < GRADES; grade++)
        json_object_set_new(grades, grade_names[grade], json_integer(counts[grade]));
    return json_pack("{si si si si si si so}", "start", breakdown.start, "deal", breakdown.deal,
                     "own", breakdown.own, "others", breakdown.others, "luck", breakdown.luck,
                     "result", breakdown.result, "grades", grades);
}

json_t *wire_analysis(const struct analysis *analysis, const char *const *names,
                      const struct texts *texts)
{
    json_t *seats = json_array(), *curve = json_array(), *views = json_array(),
           *decisions = json_array();
    for (int seat = 0; seat < analysis->seats; seat++) {
        json_t *object = breakdown_json(analysis, seat);
        json_object_set_new(object, "name", json_string(names[seat]));
        json_object_set_new(object, "summary", summary_json(analysis, seat, texts));
        if (analysis_has_result(analysis))
            json_object_set_new(object, "story", story_json(analysis, seat, texts));
        else
            json_object_set_new(object, "story", json_array());
        json_array_append_new(seats, object);
    }
    for (size_t i = 0; i < analysis_known(analysis); i++) {
        json_array_append_new(curve, numbers_json(analysis->positions[i].chances, analysis->seats));
        json_array_append_new(views, numbers_json(analysis->positions[i].views, analysis->seats));
    }
    for (size_t i = 0; i < analysis->move_count; i++)
        json_array_append_new(decisions, decision_json(analysis, i, texts));
    return json_pack("{si ss si si si so so so so}", "analysis", VERSION, "game",
                     analysis->game->id, "effort", analysis->effort, "progress",
                     analysis_progress(analysis), "one", CHANCE_ONE, "seats", seats, "curve", curve,
                     "views", views, "decisions", decisions);
}

/* ---- Analyses by requests ---- */

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
