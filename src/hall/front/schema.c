/* The protocol as one document of JSON Schema, for people who write clients, and for our tests and types. Commands, who
 * may send them and their values come from the table of requests, settings and levels from the tables that read them.
 * The shapes of everything that is sent to clients are in data/schema/, in a short notation (docs/schema.md) that this
 * file turns into JSON Schema. */
#include "hall/front/front.h"

#include "base/base.h"
#include "base/system/system.h"
#include "data/data.h"
#include "game/game.h"
#include "players/players.h"
#include "table/table.h"
#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFINITIONS "#/$defs/"
enum { NAME_MAX_BYTES = 128 };

/* ---- The notation ---- */

/* `text` has `length` bytes. */
static json_t *reference(const char *path, const char *text, size_t length)
{
    json_t *name = json_stringn(text, length);
    char whole[NAME_MAX_BYTES];
    int size = snprintf(whole, sizeof whole, DEFINITIONS "%s%s", path, json_string_value(name));
    CHECK(size > 0 && size < (int)sizeof whole);
    json_decref(name);
    return json_pack("{s:s}", "$ref", whole);
}

static bool word_is(const char *word, size_t length, const char *name)
{
    return strlen(name) == length && strncmp(word, name, length) == 0;
}

/* One word of the notation: "string", "true", "Person", "Person[]". */
static json_t *word_schema(const char *word, size_t length)
{
    static const char *const types[] = {"string", "integer", "number", "boolean", "null"};
    if (length > 2 && strncmp(word + length - 2, "[]", 2) == 0)
        return json_pack("{s:s, s:o}", "type", "array", "items", word_schema(word, length - 2));
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (word_is(word, length, types[i]))
            return json_pack("{s:s}", "type", types[i]);
    if (word_is(word, length, "any"))
        return json_object();
    if (word_is(word, length, "true") || word_is(word, length, "false"))
        return json_pack("{s:b}", "const", length == 4);
    return reference("", word, length);
}

/* Alternatives: "string|null", "'waiting'|'playing'". Literals become one list. */
static json_t *alternatives_schema(const char *text, size_t length)
{
    json_t *all = json_array(), *literals = json_array();
    for (size_t at = 0; at < length;) {
        const char *word = text + at;
        const char *bar = memchr(word, '|', length - at);
        size_t size = bar ? (size_t)(bar - word) : length - at;
        if (word[0] == '\'')
            json_array_append_new(literals, json_stringn(word + 1, size - 2));
        else
            json_array_append_new(all, word_schema(word, size));
        at += size + 1;
    }
    if (json_array_size(literals) > 0)
        json_array_insert_new(all, 0, json_pack("{s:O}", "enum", literals));
    json_decref(literals);
    if (json_array_size(all) > 1)
        return json_pack("{s:o}", "anyOf", all);
    json_t *only = json_incref(json_array_get(all, 0));
    json_decref(all);
    CHECK(only);
    return only;
}

/* A text, perhaps with a remark: "string|null # without an account". */
static json_t *text_schema(const char *text)
{
    const char *remark = strstr(text, " # ");
    json_t *schema = alternatives_schema(text, remark ? (size_t)(remark - text) : strlen(text));
    if (remark)
        json_object_set_new(schema, "description", json_string(remark + 3));
    return schema;
}

static json_t *list_schemas(const json_t *list, const json_t *shapes)
{
    json_t *schemas = json_array();
    for (size_t i = 0; i < json_array_size(list); i++)
        json_array_append_new(schemas, schema_from_shape(json_array_get(list, i), shapes));
    return schemas;
}

/* A list of one shape is any number of them; one of several has exactly these. */
static json_t *list_schema(const json_t *list, const json_t *shapes)
{
    json_t *items = list_schemas(list, shapes);
    if (json_array_size(items) > 1)
        return json_pack("{s:s, s:o, s:I, s:b}", "type", "array", "prefixItems", items, "minItems",
                         (json_int_t)json_array_size(items), "items", 0);
    json_t *schema = json_pack("{s:s, s:O}", "type", "array", "items", json_array_get(items, 0));
    json_decref(items);
    return schema;
}

static void add_members(json_t *schema, const json_t *shape, const json_t *shapes);

/* The members of a shape that is named, or of several. */
static void add_others(json_t *schema, const json_t *names, const json_t *shapes)
{
    for (size_t i = 0; i < json_array_size(names); i++)
        add_others(schema, json_array_get(names, i), shapes);
    const json_t *other = json_object_get(shapes, json_string_value(names));
    CHECK(json_is_array(names) || json_is_object(other));
    if (other)
        add_members(schema, other, shapes);
}

static void add_members(json_t *schema, const json_t *shape, const json_t *shapes)
{
    json_t *properties = json_object_get(schema, "properties");
    json_t *required = json_object_get(schema, "required");
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)shape, key, value)
    {
        size_t length = strlen(key);
        bool is_optional = key[length - 1] == '?';
        if (strcmp(key, "#") == 0)
            continue;
        if (strcmp(key, "...") == 0) {
            add_others(schema, value, shapes);
        } else if (strcmp(key, "*") == 0) {
            json_object_set_new(schema, "additionalProperties", schema_from_shape(value, shapes));
        } else {
            json_t *name = json_stringn(key, length - is_optional);
            json_object_set_new(properties, json_string_value(name),
                                schema_from_shape(value, shapes));
            if (!is_optional)
                json_array_append(required, name);
            json_decref(name);
        }
    }
}

json_t *schema_from_shape(const json_t *shape, const json_t *shapes)
{
    if (json_is_string(shape))
        return text_schema(json_string_value(shape));
    if (json_is_array(shape))
        return list_schema(shape, shapes);
    CHECK(json_is_object(shape));
    json_t *schema;
    if (json_object_get(shape, "|")) {
        schema = json_pack("{s:o}", "anyOf", list_schemas(json_object_get(shape, "|"), shapes));
    } else {
        schema = json_pack("{s:s, s:{}, s:[], s:b}", "type", "object", "properties", "required",
                           "additionalProperties", 0);
        add_members(schema, shape, shapes);
    }
    if (json_object_get(shape, "#"))
        json_object_set(schema, "description", json_object_get(shape, "#"));
    return schema;
}

/* ---- The document ---- */

/* Messages of one sort. The value of a key distinguishes them; an answer has the name of the command. */
static const struct sort {
    const char *all, *one, *key;
} sorts[] = {
    {.all = "Requests", .one = "Request"},
    {.all = "Answers", .one = "Answer"},
    {.all = "Pushes", .one = "Push", .key = "push"},
    {.all = "Events", .one = "Event", .key = "type"},
};
enum { SORTS = sizeof sorts / sizeof *sorts };

/* A message of a sort. A shape that is only the name of another one is a whole message. */
static json_t *message_schema(const struct sort *sort, const char *name, const json_t *shape,
                              const json_t *shapes)
{
    if (!json_is_object(shape))
        return schema_from_shape(shape, shapes);
    char value[NAME_MAX_BYTES];
    snprintf(value, sizeof value, "'%s'", name);
    json_t *whole = sort->key ? json_pack("{s:s}", sort->key, value)
                              : json_pack("{s:s, s:s}", "id", "any", "ok", "true");
    json_object_update(whole, (json_t *)shape);
    json_t *schema = schema_from_shape(whole, shapes);
    json_decref(whole);
    return schema;
}

static json_t *messages_schema(const struct sort *sort, const json_t *messages,
                               const json_t *shapes)
{
    json_t *schemas = json_object(), *message;
    const char *name;
    json_object_foreach((json_t *)messages, name, message)
        json_object_set_new(schemas, name, message_schema(sort, name, message, shapes));
    return schemas;
}

static json_t *keys_of(json_t *object)
{
    json_t *keys = json_array(), *value;
    const char *key;
    json_object_foreach(object, key, value) json_array_append_new(keys, json_string(key));
    return keys;
}

/* Defines all messages of a sort, and one of them. Takes `schemas`. */
static void define_messages(json_t *definitions, const struct sort *sort, json_t *schemas)
{
    json_t *one = json_array(), *names = keys_of(schemas);
    char path[NAME_MAX_BYTES];
    const char *name;
    json_t *schema;
    snprintf(path, sizeof path, "%s/properties/", sort->all);
    json_object_foreach(schemas, name, schema)
        json_array_append_new(one, reference(path, name, strlen(name)));
    json_object_set_new(
        definitions, sort->all,
        json_pack("{s:s, s:o, s:o}", "type", "object", "properties", schemas, "required", names));
    json_object_set_new(definitions, sort->one, json_pack("{s:o}", "anyOf", one));
}

/* Takes a list of texts. */
static void define_words(json_t *definitions, const char *name, json_t *words)
{
    json_object_set_new(definitions, name, json_pack("{s:o}", "enum", words));
}

/* What the tables of this program say. */
static void define_from_program(json_t *definitions)
{
    json_t *levels = json_array(), *codes = json_object(), *phrases = json_array(),
           *reasons = json_array();
    json_array_append_new(levels, json_string(player_auto.name));
    for (const struct player *player = players_all; player->name; player++)
        json_array_append_new(levels, json_string(player->name));
    for (int i = 0; text_phrases[i]; i++)
        json_array_append_new(phrases, json_string(text_phrases[i]));
    for (int i = 0; request_reasons[i]; i++)
        json_array_append_new(reasons, json_string(request_reasons[i]));
    /* Some codes share a name; a key is there only once. */
    for (int code = FAULT_NONE + 1; code < FAULT_COUNT; code++)
        json_object_set_new(codes, fault_code_name((enum fault_code)code), json_null());
    define_words(definitions, "Level", levels);
    define_words(definitions, "Phrase", phrases);
    define_words(definitions, "ReportReason", reasons);
    define_words(definitions, "ErrorCode", keys_of(codes));
    json_decref(codes);
    define_messages(definitions, &sorts[0], requests_schema());
}

/* Adds the shapes of a file, which replace those of the same name. False if it cannot be read. */
static bool add_file(json_t *shapes, const char *data_folder, const char *name)
{
    char path[NAME_MAX_BYTES];
    size_t size = 0;
    snprintf(path, sizeof path, "schema/%s.json", name);
    char *bytes = data_read(data_folder, path, &size);
    json_t *file = bytes ? wire_parse(bytes, size) : NULL;
    json_object_del(file, "about");
    bool good = json_is_object(file) && json_object_update(shapes, file) == 0;
    json_decref(file);
    free(bytes);
    return good;
}

static void define_shapes(json_t *definitions, const json_t *shapes)
{
    const char *name;
    json_t *shape;
    json_object_foreach((json_t *)shapes, name, shape)
    {
        const struct sort *sort = NULL;
        for (int i = 0; i < SORTS; i++)
            if (strcmp(sorts[i].all, name) == 0)
                sort = &sorts[i];
        if (sort)
            define_messages(definitions, sort, messages_schema(sort, shape, shapes));
        else
            json_object_set_new(definitions, name, schema_from_shape(shape, shapes));
    }
}

json_t *schema_document(const char *game, const char *data_folder)
{
    json_t *shapes = json_object();
    json_t *document = NULL;
    json_object_set_new(shapes, "Settings", table_settings_shape(false));
    if (add_file(shapes, data_folder, "protocol") && add_file(shapes, data_folder, "module") &&
        (!game || add_file(shapes, data_folder, game))) {
        json_t *definitions = json_object();
        define_from_program(definitions);
        define_shapes(definitions, shapes);
        document =
            json_pack("{s:s, s:s, s:[{s:s}, {s:s}, {s:s}, {s:s}], s:o}", "$schema",
                      "https://json-schema.org/draft/2020-12/schema", "title",
                      "A message between a client and a server of Ludosaure", "anyOf", "$ref",
                      DEFINITIONS "Request", "$ref", DEFINITIONS "Answer", "$ref",
                      DEFINITIONS "Refusal", "$ref", DEFINITIONS "Push", "$defs", definitions);
        CHECK(document);
    }
    json_decref(shapes);
    return document;
}
