#include "table/origin.h"

#include "game/registry.h"
#include "store/job.h"
#include "wire/json.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static bool is_game(const char *name)
{
    return game_find(games_all, name);
}

static const struct {
    const char *name_key, *number_key;
    const char *name_text, *number_text; /* for faults */
    bool (*is_name)(const char *text);
    bool is_exercise;
} kinds[ORIGIN_KINDS] = {
    [ORIGIN_RECORD] = {.name_key = "record",
                       .number_key = "move",
                       .name_text = "origin.record",
                       .number_text = "origin.move",
                       .is_name = store_id_is_valid},
    [ORIGIN_LESSON] = {.name_key = "lesson",
                       .number_key = "scene",
                       .name_text = "origin.lesson",
                       .number_text = "origin.scene",
                       .is_name = is_game,
                       .is_exercise = true},
    [ORIGIN_PUZZLE] = {.name_key = "puzzle",
                       .number_key = "number",
                       .name_text = "origin.puzzle",
                       .number_text = "origin.number",
                       .is_name = is_game},
};

bool table_origin_bad_name(const struct table_origin *origin, struct fault *fault)
{
    return fault_bad_request(fault, kinds[origin->kind].name_text);
}

bool table_origin_bad_number(const struct table_origin *origin, struct fault *fault)
{
    return fault_bad_request(fault, kinds[origin->kind].number_text);
}

/* The kind whose name the object has; a record if it has none. */
static enum table_origin_kind kind_of(const json_t *json)
{
    for (int kind = ORIGIN_NONE + 1; kind < ORIGIN_KINDS; kind++)
        if (json_object_get(json, kinds[kind].name_key))
            return (enum table_origin_kind)kind;
    return ORIGIN_RECORD;
}

bool table_origin_read(struct table_origin *origin, const json_t *json, struct fault *fault)
{
    *origin = (struct table_origin){0};
    if (!json || json_is_null(json))
        return true;
    origin->kind = kind_of(json);
    const json_t *named = table_origin_named(origin, json);
    const json_t *number = json_object_get(json, kinds[origin->kind].number_key);
    const char *name = wire_text(named);
    if (name ? strlen(name) >= sizeof origin->name || !kinds[origin->kind].is_name(name)
             : named && !json_is_object(named) && !json_is_null(named))
        return table_origin_bad_name(origin, fault);
    if (!json_is_integer(number) || json_integer_value(number) < 0 ||
        json_integer_value(number) > INT_MAX)
        return table_origin_bad_number(origin, fault);
    origin->number = (int)json_integer_value(number);
    snprintf(origin->name, sizeof origin->name, "%s", name ? name : "");
    return true;
}

const json_t *table_origin_named(const struct table_origin *origin, const json_t *json)
{
    return json_object_get(json, kinds[origin->kind].name_key);
}

json_t *table_origin_json(const struct table_origin *origin)
{
    return json_pack("{s:s?, s:i}", kinds[origin->kind].name_key,
                     origin->name[0] ? origin->name : NULL, kinds[origin->kind].number_key,
                     origin->number);
}

void table_origin_write(const struct table_origin *origin, struct buffer *out)
{
    const char *quote = origin->name[0] ? "\"" : "";
    buffer_add_format(out, "{\"%s\":%s%s%s,\"%s\":%d}", kinds[origin->kind].name_key, quote,
                      origin->name[0] ? origin->name : "null", quote,
                      kinds[origin->kind].number_key, origin->number);
}

bool table_origin_is_exercise(const struct table_origin *origin)
{
    return kinds[origin->kind].is_exercise;
}
