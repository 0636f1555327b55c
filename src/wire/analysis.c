/* Writes analyses. */
#include "wire/analysis.h"

enum { VERSION = 1, SENTENCE_MAX = 2048 };

typedef void sentence_writer(const struct texts *texts, enum language language, const char *game,
                             const char *key, const char *detail, struct buffer *out);

/* A sentence in both languages, with its key and values; null if there is none. */
static json_t *sentence_json(const struct analysis *analysis, const struct texts *texts,
                             sentence_writer *write, const char *key, const char *detail)
{
    char text[LANGUAGES][SENTENCE_MAX];
    if (!key)
        return json_null();
    for (int language = 0; language < LANGUAGES; language++) {
        struct buffer out;
        buffer_start(&out, text[language], SENTENCE_MAX);
        write(texts, (enum language)language, analysis->game->id, key, detail, &out);
    }
    return json_pack("{ss ss ss ss}", "key", key, "detail", detail, "en", text[ENGLISH], "fr",
                     text[FRENCH]);
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
    json_t *json = json_object();
    json_object_set_new(json, "seat", json_integer(decision->seat));
    json_object_set_new(json, "move", json_string(decision->move));
    json_object_set_new(json, "grade", json_string(grade_names[decision->grade]));
    json_object_set_new(json, "lost", json_integer(decision->loss.mean));
    json_object_set_new(json, "error", json_integer(decision->loss.error));
    json_object_set_new(json, "best", decision->best ? json_string(decision->best) : json_null());
    json_object_set_new(json, "waits", json_boolean(decision->waits));
    json_object_set_new(
        json, "reason",
        sentence_json(analysis, texts, texts_hint, decision->reason, decision->reason_detail));
    json_object_set_new(
        json, "note",
        sentence_json(analysis, texts, texts_review, decision->note, decision->note_detail));
    json_object_set_new(json, "effects", numbers_json(decision->effects, analysis->seats));
    return json;
}

static json_t *summary_json(const struct analysis *analysis, int seat, const struct texts *texts)
{
    char detail[SENTENCE_MAX];
    struct buffer buffer;
    buffer_start(&buffer, detail, sizeof detail);
    const char *key = analysis_summary(analysis, seat, &buffer);
    return sentence_json(analysis, texts, texts_review, key, detail);
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
    json_t *seats = json_array(), *curve = json_array(), *decisions = json_array();
    for (int seat = 0; seat < analysis->seats; seat++) {
        json_t *object = breakdown_json(analysis, seat);
        json_object_set_new(object, "name", json_string(names[seat]));
        json_object_set_new(object, "summary", summary_json(analysis, seat, texts));
        json_array_append_new(seats, object);
    }
    for (size_t i = 0; i < analysis_known(analysis); i++)
        json_array_append_new(curve, numbers_json(analysis->positions[i].chances, analysis->seats));
    for (size_t i = 0; i < analysis->move_count; i++)
        json_array_append_new(decisions, decision_json(analysis, i, texts));
    return json_pack("{si ss si si si so so so}", "analysis", VERSION, "game", analysis->game->id,
                     "effort", analysis->effort, "progress", analysis_progress(analysis), "one",
                     CHANCE_ONE, "seats", seats, "curve", curve, "decisions", decisions);
}
