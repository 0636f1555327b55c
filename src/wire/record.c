/* Writes and reads records. */
#include "wire/record.h"

#include "base/check.h"
#include "game/registry.h"
#include "wire/components.h"
#include "wire/json.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECORD_VERSION = 1 };

/* The options of the match, and its result or null, as JSON. */
static json_t *options_json(const struct match *match, struct doc *doc)
{
    doc_start(doc);
    game_options_save(match->game, match->options, doc, NULL);
    return wire_from_doc(doc, doc_root(doc));
}

/* Where a match without a seed started. */
static json_t *position_json(const struct match *match, struct doc *doc)
{
    doc_start(doc);
    match->game->save(match->game, match->start.bytes, doc, NULL);
    CHECK(!doc->full);
    return wire_from_doc(doc, doc_root(doc));
}

static json_t *result_json(const struct match *match, struct doc *doc)
{
    if (!match_is_over(match))
        return json_null();
    doc_start(doc);
    match_result(match, doc, NULL);
    return wire_from_doc(doc, doc_root(doc));
}

json_t *record_from_match(const struct match *match, const char *const *names)
{
    CHECK(match->game);
    struct doc *doc = doc_new();
    char hash[MATCH_HASH_TEXT];
    match_components_hash(match->game, &match->components, hash);
    json_t *record = json_object();
    json_object_set_new(record, "ludosaure", json_integer(RECORD_VERSION));
    json_object_set_new(record, "game", json_string(match->game->id));
    json_object_set_new(record, "seats", json_integer(match->seats));
    if (match->seed)
        json_object_set_new(record, "seed", json_stringn(match->seed, match->seed_length));
    else
        json_object_set_new(record, "position", position_json(match, doc));
    json_object_set_new(record, "options", options_json(match, doc));
    json_object_set_new(record, "data", json_string(hash));
    json_t *list = json_array();
    for (int seat = 0; names && seat < match->seats; seat++)
        json_array_append_new(list, json_string(names[seat]));
    json_object_set_new(record, "names", list);
    json_t *moves = json_array();
    for (size_t i = 0; i < match->move_count; i++)
        json_array_append_new(moves, json_pack("[is]", match->moves[i].seat, match->moves[i].text));
    json_object_set_new(record, "moves", moves);
    json_object_set_new(record, "result", result_json(match, doc));
    free(doc);
    return record;
}

static bool bad_record(struct fault *fault, const char *where)
{
    return fault_set(fault, FAULT_BAD_RECORD, NULL, "core.record_value", "%s", where);
}

static bool read_options(struct record *record, const json_t *options, struct fault *fault)
{
    struct doc *doc = doc_new();
    bool good = json_is_object(options) && wire_to_doc(options, doc)
                    ? game_options_load(record->game, doc, doc_root(doc), record->options, fault)
                    : bad_record(fault, "options");
    free(doc);
    return good;
}

static bool read_names(struct record *record, const json_t *names)
{
    size_t index, count = json_array_size(names);
    const json_t *name;
    if (!json_is_array(names) || (count != 0 && count != (size_t)record->seats))
        return false;
    json_array_foreach(names, index, name)
    {
        record->names[index] = wire_text(name);
        if (!record->names[index])
            return false;
    }
    return true;
}

static bool read_moves(struct record *record, const json_t *moves, struct fault *fault)
{
    size_t index;
    const json_t *move;
    if (!json_is_array(moves))
        return bad_record(fault, "moves");
    json_array_foreach(moves, index, move)
    {
        json_int_t seat = json_integer_value(json_array_get(move, 0));
        if (json_array_size(move) != 2 || !json_is_integer(json_array_get(move, 0)) || seat < 0 ||
            seat >= record->seats || !wire_text(json_array_get(move, 1))) {
            char where[48];
            snprintf(where, sizeof where, "moves[%zu]", index);
            return bad_record(fault, where);
        }
    }
    record->move_count = json_array_size(moves);
    return true;
}

/* A seed, or a position. */
static bool read_start(struct record *record, const json_t *json, struct fault *fault)
{
    const json_t *seed = json_object_get(json, "seed");
    record->position = json_object_get(json, "position");
    if (record->position)
        return (json_is_object(record->position) || bad_record(fault, "position")) &&
               (!seed || bad_record(fault, "seed"));
    if (!json_is_string(seed))
        return bad_record(fault, "seed");
    record->seed = json_string_value(seed);
    record->seed_length = json_string_length(seed);
    return true;
}

bool record_read(struct record *record, const json_t *json, struct fault *fault)
{
    *record = (struct record){.json = json};
    if (!json_is_object(json) ||
        json_integer_value(json_object_get(json, "ludosaure")) != RECORD_VERSION)
        return bad_record(fault, "ludosaure");
    const char *id = wire_text(json_object_get(json, "game"));
    record->game = id ? game_find(games_all, id) : NULL;
    if (!record->game)
        return fault_set(fault, FAULT_UNKNOWN_GAME, NULL, "core.unknown_game", "%s", id ? id : "?");
    const json_t *seats = json_object_get(json, "seats");
    if (!json_is_integer(seats) || json_integer_value(seats) < record->game->seats_min ||
        json_integer_value(seats) > record->game->seats_max)
        return bad_record(fault, "seats");
    record->seats = (int)json_integer_value(seats);
    if (!read_start(record, json, fault))
        return false;
    record->data = wire_text(json_object_get(json, "data"));
    if (!record->data)
        return bad_record(fault, "data");
    if (!read_names(record, json_object_get(json, "names")))
        return bad_record(fault, "names");
    record->result = json_object_get(json, "result");
    if (json_is_null(record->result))
        record->result = NULL;
    else if (!json_is_object(record->result))
        return bad_record(fault, "result");
    return read_options(record, json_object_get(json, "options"), fault) &&
           read_moves(record, json_object_get(json, "moves"), fault);
}

void record_move(const struct record *record, size_t index, int *seat, const char **text)
{
    const json_t *move = json_array_get(json_object_get(record->json, "moves"), index);
    *seat = (int)json_integer_value(json_array_get(move, 0));
    *text = json_string_value(json_array_get(move, 1));
}

/* The head of the position repeats the seats and options of the record. */
static bool start_from_position(const struct record *record,
                                const struct game_components_storage *components,
                                struct match *match, struct fault *fault)
{
    struct doc *doc = doc_new();
    int seats;
    uint8_t options[GAME_OPTIONS_MAX] = {0};
    bool good = wire_to_doc(record->position, doc)
                    ? game_head_load(record->game, doc, doc_root(doc), &seats, options, fault)
                    : bad_record(fault, "position");
    if (good && (seats != record->seats ||
                 memcmp(options, record->options, (size_t)record->game->option_count) != 0))
        good = bad_record(fault, "position");
    good = good && match_load(match, record->game, components, doc, doc_root(doc), fault);
    free(doc);
    return good;
}

bool record_start(const struct record *record, const char *folder, struct match *match,
                  struct fault *fault)
{
    struct game_components_storage components;
    char hash[MATCH_HASH_TEXT];
    if (!wire_components_load(record->game, folder, &components, fault))
        return false;
    match_components_hash(record->game, &components, hash);
    if (strcmp(hash, record->data) != 0)
        return fault_set(fault, FAULT_BAD_RECORD, NULL, "core.record_other_tables", "%s",
                         record->game->id);
    if (record->position)
        return start_from_position(record, &components, match, fault);
    return match_start(match, record->game, &components, record->seats, record->options,
                       record->seed, record->seed_length, fault);
}

bool record_seed_agrees(const struct record *record)
{
    const json_t *announced = json_object_get(record->json, "seed_hash");
    if (!announced || !record->seed)
        return !announced;
    unsigned char hash[crypto_hash_sha256_BYTES];
    char text[2 * sizeof hash + 1];
    crypto_hash_sha256(hash, (const unsigned char *)record->seed, record->seed_length);
    sodium_bin2hex(text, sizeof text, hash, sizeof hash);
    return wire_text(announced) && strcmp(wire_text(announced), text) == 0;
}

bool record_result_agrees(const struct record *record, const struct match *match)
{
    struct doc *doc = doc_new();
    json_t *result = result_json(match, doc);
    free(doc);
    bool agrees = record->result ? json_is_object(result) : json_is_null(result);
    const char *key;
    json_t *value;
    if (record->result)
        json_object_foreach(result, key, value) agrees =
            agrees && json_equal(value, json_object_get(record->result, key));
    json_decref(result);
    return agrees;
}
