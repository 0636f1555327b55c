/* The settings of a table: what is fixed when it is created. One struct, read from a request `create`
 * and from entry 0, written to entry 0 and to clients.
 *
 * Then: reading; requests; writing; origins. */
#include "table/settings/settings.h"

#include "base/base.h"
#include "base/system/system.h"
#include "game/game.h"
#include "store/job/job.h"
#include "wire/wire.h"

#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEED_MAX = 256,
    SETTINGS_BYTES_MAX = 4096,
};

static const char *const clock_names[] = {[TABLE_CLOCK_NONE] = "none",
                                          [TABLE_CLOCK_MOVE] = "move",
                                          [TABLE_CLOCK_GAME] = "game",
                                          [TABLE_CLOCK_DAYS] = "days"};
static const struct {
    int least, most, standard;
} clock_seconds[] = {
    [TABLE_CLOCK_MOVE] = {.least = 5, .most = 86400, .standard = 60},
    [TABLE_CLOCK_GAME] = {.least = 30, .most = 86400, .standard = 600},
    [TABLE_CLOCK_DAYS] = {.least = 3600, .most = 14 * 86400, .standard = 3 * 86400}};
static const char *const pace_names[] = {
    [TABLE_PACE_HUMAN] = "human", [TABLE_PACE_CALM] = "calm", [TABLE_PACE_FAST] = "fast"};

/* The settings that are just on or off. */
static const struct flag {
    const char *key;
    size_t offset; /* in struct table_settings */
    bool is_on;    /* by default */
} flags[] = {
    {.key = "public", .offset = offsetof(struct table_settings, is_public)},
    {.key = "takeover", .offset = offsetof(struct table_settings, takeover), .is_on = true},
    {.key = "hints", .offset = offsetof(struct table_settings, hints), .is_on = true},
    {.key = "chat", .offset = offsetof(struct table_settings, chat), .is_on = true},
    {.key = "open_hands_after",
     .offset = offsetof(struct table_settings, open_hands_after),
     .is_on = true},
    {.key = "programs", .offset = offsetof(struct table_settings, programs)},
    {.key = "autostart", .offset = offsetof(struct table_settings, autostart)},
};
enum { FLAGS = sizeof flags / sizeof *flags };

struct table_settings table_settings_copy(const struct table_settings *settings)
{
    struct table_settings copy = *settings;
    copy.seed = alloc_text(settings->seed);
    copy.position = json_incref(settings->position);
    return copy;
}

void table_settings_free(struct table_settings *settings)
{
    free(settings->seed);
    json_decref(settings->position);
    *settings = (struct table_settings){0};
}

void table_settings_set_host(struct table_settings *settings, const char *id, const char *name)
{
    snprintf(settings->host, sizeof settings->host, "%s", id);
    snprintf(settings->host_name, sizeof settings->host_name, "%s", name);
}

void table_settings_set_seed(struct table_settings *settings, const char *seed)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    free(settings->seed);
    json_decref(settings->position);
    settings->position = NULL;
    settings->origin = (struct table_origin){0};
    settings->seed = alloc_text(seed);
    crypto_hash_sha256(hash, (const unsigned char *)seed, strlen(seed));
    sodium_bin2hex(settings->seed_hash, sizeof settings->seed_hash, hash, sizeof hash);
}

void table_settings_set_position(struct table_settings *settings, const struct match *match)
{
    CHECK(settings->game == match->game && settings->seats == match->seats);
    CHECK(!settings->seed && !settings->position);
    struct doc *doc = doc_new();
    match->game->save(match->game, match->state.bytes, doc, NULL);
    CHECK(!doc->full);
    settings->position = wire_from_doc(doc, doc_root(doc));
    free(doc);
    memcpy(settings->options, match->options, sizeof settings->options);
}

/* ---- Reading ---- */

static bool read_flags(struct table_settings *settings, const json_t *json, struct fault *fault)
{
    for (int i = 0; i < FLAGS; i++) {
        const json_t *given = json_object_get(json, flags[i].key);
        if (given && !json_is_boolean(given))
            return fault_bad_request(fault, flags[i].key);
        *(bool *)((char *)settings + flags[i].offset) =
            given ? json_is_true(given) : flags[i].is_on;
    }
    return true;
}

/* The index of a name, or -1. */
static int name_find(const char *const *names, int count, const char *name)
{
    for (int i = 0; name && i < count; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return -1;
}

static bool read_clock(struct table_settings *settings, const json_t *json, struct fault *fault)
{
    const json_t *clock = json_object_get(json, "clock");
    if (!clock)
        return true;
    int kind = name_find(clock_names, TABLE_CLOCKS, wire_text(json_object_get(clock, "kind")));
    if (kind < 0)
        return fault_bad_request(fault, "clock.kind");
    if (kind == TABLE_CLOCK_NONE)
        return true;
    if (kind == TABLE_CLOCK_DAYS && settings->game->realtime)
        return fault_set(fault, FAULT_BAD_REQUEST, NULL, "server.no_days", NULL);
    const json_t *given = json_object_get(clock, "seconds");
    json_int_t seconds = given ? json_integer_value(given) : clock_seconds[kind].standard;
    if ((given && !json_is_integer(given)) || seconds > clock_seconds[kind].most ||
        seconds < clock_seconds[kind].least)
        return fault_bad_request(fault, "clock.seconds");
    settings->clock = (enum table_clock)kind;
    settings->clock_ms = (int64_t)seconds * 1000;
    return true;
}

static bool read_pace(struct table_settings *settings, const json_t *json, struct fault *fault)
{
    const json_t *given = json_object_get(json, "pace");
    int pace = given ? name_find(pace_names, 3, wire_text(given)) : TABLE_PACE_HUMAN;
    if (pace < 0)
        return fault_bad_request(fault, "pace");
    settings->pace = (enum table_pace)pace;
    return true;
}

static bool read_options(struct table_settings *settings, const json_t *json, struct fault *fault)
{
    const json_t *given = json_object_get(json, "options");
    if (given && !json_is_object(given))
        return fault_bad_request(fault, "options");
    struct doc *doc = alloc_new(sizeof *doc);
    doc_start(doc);
    bool good;
    if (given && !wire_to_doc(given, doc))
        good = fault_set(fault, FAULT_BAD_OPTION, NULL, "core.too_large", "options");
    else
        good = game_options_load(settings->game, doc, given ? doc_root(doc) : NULL,
                                 settings->options, fault);
    free(doc);
    return good;
}

/* The public settings. */
static bool read_common(struct table_settings *settings, const json_t *json, struct fault *fault)
{
    const char *id = wire_text(json_object_get(json, "game"));
    if (!id)
        return fault_bad_request(fault, "game");
    settings->game = game_find(games_all, id);
    if (!settings->game)
        return fault_set(fault, FAULT_UNKNOWN_GAME, NULL, "core.unknown_game", "%s", id);
    const json_t *seats = json_object_get(json, "seats");
    if (!json_is_integer(seats) || json_integer_value(seats) < settings->game->seats_min ||
        json_integer_value(seats) > settings->game->seats_max)
        return fault_bad_request(fault, "seats");
    settings->seats = (int)json_integer_value(seats);
    return read_options(settings, json, fault) && read_flags(settings, json, fault) &&
           read_clock(settings, json, fault) && read_pace(settings, json, fault) &&
           table_origin_read(&settings->origin, json_object_get(json, "origin"), fault);
}

/* The seats and options of a position replace the others. */
static bool read_position(struct table_settings *settings, json_t *position, struct fault *fault)
{
    if (!json_is_object(position))
        return fault_bad_request(fault, "position");
    struct doc *doc = alloc_new(sizeof *doc);
    bool good = wire_to_doc(position, doc)
                    ? game_head_load(settings->game, doc, doc_root(doc), &settings->seats,
                                     settings->options, fault)
                    : game_bad_position(fault, NULL, "core.too_large", "position");
    free(doc);
    if (good)
        settings->position = json_incref(position);
    return good;
}

/* What the match starts from. */
static bool read_start(struct table_settings *settings, const json_t *json, struct fault *fault)
{
    json_t *position = json_object_get(json, "position");
    if (position)
        return read_position(settings, position, fault);
    const char *seed = wire_text(json_object_get(json, "seed"));
    if (!seed || strlen(seed) >= SEED_MAX)
        return fault_bad_request(fault, "seed");
    table_settings_set_seed(settings, seed);
    return true;
}

static bool read_host(struct table_settings *settings, const json_t *json, struct fault *fault)
{
    const json_t *host = json_object_get(json, "host");
    const char *id = wire_text(json_object_get(host, "id"));
    const char *name = wire_text(json_object_get(host, "name"));
    if (!id || !name || strlen(id) >= sizeof settings->host ||
        strlen(name) >= sizeof settings->host_name)
        return fault_bad_request(fault, "host");
    table_settings_set_host(settings, id, name);
    return true;
}

static bool read_guests(struct table_settings *settings, const json_t *json, struct fault *fault)
{
    const json_t *guests = json_object_get(json, "guests"), *guest;
    size_t index;
    if (guests && (!json_is_array(guests) || json_array_size(guests) > GAME_SEATS_MAX))
        return fault_bad_request(fault, "guests");
    json_array_foreach(guests, index, guest)
    {
        const char *id = wire_text(guest);
        if (!id || strlen(id) >= sizeof *settings->guests)
            return fault_bad_request(fault, "guests");
        strcpy(settings->guests[settings->guest_count++], id);
    }
    return true;
}

bool table_settings_read(struct table_settings *settings, const char *text, struct fault *fault)
{
    *settings = (struct table_settings){0};
    json_t *json = text ? json_loads(text, 0, NULL) : NULL;
    bool good = json ? read_common(settings, json, fault) && read_start(settings, json, fault) &&
                           read_host(settings, json, fault) && read_guests(settings, json, fault)
                     : fault_bad_request(fault, "create");
    json_decref(json);
    return good;
}

/* ---- Requests ---- */

static bool read_bots(struct table_asked *asked, const json_t *json, struct fault *fault)
{
    const struct table_settings *settings = &asked->settings;
    const json_t *bots = json_object_get(json, "bots"), *level;
    if (!bots)
        return true;
    if (!json_is_array(bots) || json_array_size(bots) > (size_t)settings->seats)
        return fault_bad_request(fault, "bots");
    size_t seat;
    json_array_foreach(bots, seat, level)
    {
        if (json_is_null(level))
            continue;
        if (wire_text(level) && player_is_arena_only(wire_text(level)))
            return player_fault_arena_only(wire_text(level), fault);
        if (!wire_text(level) || !player_find_for_table(wire_text(level)))
            return fault_bad_request(fault, "bots");
        if (!players_take_part(settings->game, settings->options, fault))
            return false;
        if ((int)seat == asked->sit)
            return fault_bad_request(fault, "sit");
        asked->bots[seat] = player_in_game(settings->game, player_find_for_table(wire_text(level)));
    }
    return true;
}

/* null means that the host does not sit down. */
static bool read_sit(struct table_asked *asked, const json_t *json, struct fault *fault)
{
    const json_t *sit = json_object_get(json, "sit");
    if (json_is_null(sit)) {
        asked->sit = -1;
        return true;
    }
    if (sit && (!json_is_integer(sit) || json_integer_value(sit) < 0 ||
                json_integer_value(sit) >= asked->settings.seats))
        return fault_bad_request(fault, "sit");
    asked->sit = sit ? (int)json_integer_value(sit) : 0;
    return true;
}

bool table_asked_read(struct table_asked *asked, const json_t *json, bool may_choose_start,
                      struct fault *fault)
{
    *asked = (struct table_asked){0};
    if (!json_is_object(json))
        return fault_bad_request(fault, "create");
    bool chooses_start =
        may_choose_start && (json_object_get(json, "seed") || json_object_get(json, "position"));
    if (!read_common(&asked->settings, json, fault))
        return false;
    const struct table_origin *origin = &asked->settings.origin;
    if (origin->kind)
        asked->origin = table_origin_named(origin, json_object_get(json, "origin"));
    return (!chooses_start || origin->kind || read_start(&asked->settings, json, fault)) &&
           read_sit(asked, json, fault) && read_bots(asked, json, fault);
}

/* ---- Writing ---- */

static void write_clock(const struct table_settings *settings, struct buffer *out)
{
    buffer_add_format(out, "{\"kind\":\"%s\"", clock_names[settings->clock]);
    if (settings->clock != TABLE_CLOCK_NONE)
        buffer_add_format(out, ",\"seconds\":%lld", (long long)(settings->clock_ms / 1000));
    buffer_add(out, "}");
}

/* Values of several words are lists in JSON. */
static void write_option(const struct game_option *option, const char *value, struct buffer *out)
{
    wire_write_string(option->name, out);
    buffer_add(out, ":");
    if (option->type != GAME_OPTION_WORD) {
        buffer_add(out, value);
    } else if (!strchr(value, ',')) {
        wire_write_string(value, out);
    } else {
        buffer_add(out, "[\"");
        for (; *value; value++)
            buffer_add(out, *value == ',' ? "\",\"" : (char[]){*value, '\0'});
        buffer_add(out, "\"]");
    }
}

void table_settings_write(const struct table_settings *settings, struct buffer *out)
{
    const struct game *game = settings->game;
    buffer_add_format(out, "\"game\":\"%s\",\"seats\":%d,\"options\":{", game->id, settings->seats);
    for (int i = 0; i < game->option_count; i++) {
        if (i)
            buffer_add(out, ",");
        write_option(&game->options[i], game->options[i].values[settings->options[i]], out);
    }
    buffer_add(out, "}");
    for (int i = 0; i < FLAGS; i++) {
        bool is_on = *(const bool *)((const char *)settings + flags[i].offset);
        buffer_add_format(out, ",\"%s\":%s", flags[i].key, is_on ? "true" : "false");
    }
    buffer_add(out, ",\"clock\":");
    write_clock(settings, out);
    buffer_add_format(out, ",\"pace\":\"%s\"", pace_names[settings->pace]);
    if (settings->origin.kind) {
        buffer_add(out, ",\"origin\":");
        table_origin_write(&settings->origin, out);
    }
}

char *table_settings_text(const struct table_settings *settings)
{
    char storage[SETTINGS_BYTES_MAX];
    struct buffer common;
    buffer_start(&common, storage, sizeof storage);
    buffer_add(&common, "{");
    table_settings_write(settings, &common);
    buffer_add(&common, "}");
    CHECK(!common.cut && (settings->seed || settings->position));
    json_t *json = json_loadb(common.text, common.length, 0, NULL);
    CHECK(json);
    json_object_set_new(json, "host",
                        json_pack("{s:s, s:s}", "id", settings->host, "name", settings->host_name));
    if (settings->seed)
        json_object_set_new(json, "seed", json_string(settings->seed));
    else
        json_object_set(json, "position", settings->position);
    if (settings->guest_count > 0) {
        json_t *guests = json_array();
        for (int i = 0; i < settings->guest_count; i++)
            json_array_append_new(guests, json_string(settings->guests[i]));
        json_object_set_new(json, "guests", guests);
    }
    char *text = json_dumps(json, JSON_COMPACT);
    CHECK(text);
    json_decref(json);
    return text;
}

/* "'none'|'move'|'game'" */
static json_t *words_shape(const char *const *words, int count)
{
    char storage[128];
    struct buffer shape;
    buffer_start(&shape, storage, sizeof storage);
    for (int i = 0; i < count; i++)
        buffer_add_format(&shape, "%s'%s'", i ? "|" : "", words[i]);
    CHECK(!shape.cut);
    return json_string(storage);
}

/* What people who write clients should know of a setting. */
static const char *remark_of(const char *key)
{
    static const struct {
        const char *key, *text;
    } remarks[] = {
        {"game", "the game's `id`"},
        {"seats", "for how many players"},
        {"options", "of the game, as for the referee"},
        {"public", "everyone may watch and sit down"},
        {"takeover", "a computer player may take the seat of a person who leaves or is away during "
                     "the match, or "
                     "whose time is up in a match over days; without it, that person loses"},
        {"hints", "`suggest` is allowed"},
        {"chat", "`chat` is allowed"},
        {"open_hands_after", "the end of the match shows the complete position"},
        {"programs", "[programs](bots.md#at-the-tables-of-a-server) may sit down, as people do"},
        {"autostart", "the match starts when every seat is taken"},
        {"clock", "`{\"kind\":\"move\",\"seconds\":60}` for each move; "
                  "`{\"kind\":\"game\",\"seconds\":600}` for the whole match; "
                  "`{\"kind\":\"days\",\"seconds\":259200}` for each move of a match over days"},
        {"pace", "of computer players: `calm`, slower, for beginners; `fast`, at once"},
        {"origin", "where the match starts, if not from the deal"},
        {"bots", "a level or null for each seat"},
        {"sit", "the creator's seat; null: none"},
    };
    int i = 0;
    while (strcmp(remarks[i].key, key) != 0)
        CHECK(++i < (int)(sizeof remarks / sizeof *remarks));
    return remarks[i].text;
}

/* The same shape with a remark; takes the shape. That of a list is with what is in it. */
static json_t *with_remark(json_t *shape, const char *remark)
{
    if (json_is_object(shape)) {
        json_object_set_new(shape, "#", json_string(remark));
        return shape;
    }
    if (json_is_array(shape)) {
        json_array_set_new(shape, 0, with_remark(json_incref(json_array_get(shape, 0)), remark));
        return shape;
    }
    json_t *text = json_sprintf("%s # %s", json_string_value(shape), remark);
    json_decref(shape);
    return text;
}

/* Takes the shape. `standard`: the value if a request has none, or NULL. */
static void add_shape(json_t *shapes, const char *key, bool is_optional, const char *standard,
                      json_t *shape)
{
    json_t *name = json_sprintf("%s%s", key, is_optional ? "?" : "");
    json_t *remark = standard ? json_sprintf("%s; %s by default", remark_of(key), standard)
                              : json_string(remark_of(key));
    json_object_set_new(shapes, json_string_value(name),
                        with_remark(shape, json_string_value(remark)));
    json_decref(name);
    json_decref(remark);
}

static json_t *origin_shape(bool asked);

json_t *table_settings_shape(bool asked)
{
    json_t *shape = json_object();
    add_shape(shape, "game", false, NULL, json_string("string"));
    add_shape(shape, "seats", false, NULL, json_string("integer"));
    add_shape(shape, "options", asked, NULL, json_pack("{s:s}", "*", "any"));
    for (int i = 0; i < FLAGS; i++)
        add_shape(shape, flags[i].key, asked, flags[i].is_on ? "true" : "false",
                  json_string("boolean"));
    add_shape(shape, "clock", asked, "`{\"kind\":\"none\"}`",
              json_pack("{s:o, s:s}", "kind", words_shape(clock_names, TABLE_CLOCKS), "seconds?",
                        "integer"));
    add_shape(shape, "pace", asked, "`human`", words_shape(pace_names, 3));
    add_shape(shape, "origin", true, NULL, origin_shape(asked));
    if (asked) {
        add_shape(shape, "bots", true, NULL, json_pack("[s]", "Level|null"));
        add_shape(shape, "sit", true, "0", json_string("integer|null"));
    }
    return shape;
}

/* ---- Origins ---- */

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

/* A request may contain a record, lesson or puzzle instead of naming it; then nobody is sent a name. */
static json_t *origin_shape(bool asked)
{
    json_t *shapes = json_array();
    for (int kind = ORIGIN_NONE + 1; kind < ORIGIN_KINDS; kind++) {
        json_t *name = asked ? json_pack("{s:[s, {s:s}]}", "|", "string|null", "*", "any")
                             : json_string("string|null");
        json_array_append_new(shapes, json_pack("{s:o, s:s}", kinds[kind].name_key, name,
                                                kinds[kind].number_key, "integer"));
    }
    return json_pack("{s:o}", "|", shapes);
}
