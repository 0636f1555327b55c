/* Entry 0 of a table: what a client changes, with every default filled in. The same reader takes the
 * asked and the entry, so that nothing gets into a table that a client could not have asked for. */
#include "table/settings.h"

#include "base/check.h"
#include "game/registry.h"
#include "players/player.h"
#include "wire/json.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOVE_SECONDS_MIN = 5,
    GAME_SECONDS_MIN = 30,
    SECONDS_MAX = 86400,
    SECONDS_STANDARD_MOVE = 60,
    SECONDS_STANDARD_GAME = 600,
    SEED_MAX = 256,
};

static bool read_bool(const json_t *json, const char *key, bool standard, bool *value,
                      struct fault *fault)
{
    const json_t *given = json_object_get(json, key);
    *value = given ? json_is_true(given) : standard;
    return !given || json_is_boolean(given) || table_bad_request(fault, key);
}

static bool read_bools(struct table *table, const json_t *json, struct fault *fault)
{
    return read_bool(json, "public", false, &table->is_public, fault) &&
           read_bool(json, "takeover", true, &table->takeover, fault) &&
           read_bool(json, "hints", true, &table->hints, fault) &&
           read_bool(json, "chat", true, &table->chat, fault) &&
           read_bool(json, "open_hands_after", true, &table->open_hands_after, fault) &&
           read_bool(json, "autostart", false, &table->autostart, fault);
}

static bool read_clock(struct table *table, const json_t *json, struct fault *fault)
{
    const json_t *clock = json_object_get(json, "clock");
    if (!clock)
        return true;
    const char *kind = wire_text(json_object_get(clock, "kind"));
    if (!kind)
        return table_bad_request(fault, "clock.kind");
    if (strcmp(kind, "none") == 0)
        return true;
    bool per_move = strcmp(kind, "move") == 0;
    if (!per_move && strcmp(kind, "game") != 0)
        return table_bad_request(fault, "clock.kind");
    const json_t *given = json_object_get(clock, "seconds");
    json_int_t seconds = given      ? json_integer_value(given)
                         : per_move ? SECONDS_STANDARD_MOVE
                                    : SECONDS_STANDARD_GAME;
    if ((given && !json_is_integer(given)) || seconds > SECONDS_MAX ||
        seconds < (per_move ? MOVE_SECONDS_MIN : GAME_SECONDS_MIN))
        return table_bad_request(fault, "clock.seconds");
    table->clock = per_move ? TABLE_CLOCK_MOVE : TABLE_CLOCK_GAME;
    table->clock_ms = (int64_t)seconds * 1000;
    return true;
}

static const char *const pace_names[] = {
    [TABLE_PACE_HUMAN] = "human", [TABLE_PACE_CALM] = "calm", [TABLE_PACE_FAST] = "fast"};

const char *table_pace_name(const struct table *table)
{
    return pace_names[table->pace];
}

static bool read_pace(struct table *table, const json_t *json, struct fault *fault)
{
    const json_t *given = json_object_get(json, "pace");
    const char *pace = given ? wire_text(given) : pace_names[TABLE_PACE_HUMAN];
    for (size_t i = 0; pace && i < sizeof pace_names / sizeof *pace_names; i++)
        if (strcmp(pace, pace_names[i]) == 0) {
            table->pace = (enum table_pace)i;
            return true;
        }
    return table_bad_request(fault, "pace");
}

static bool read_options(struct table *table, const json_t *json, struct fault *fault)
{
    const json_t *given = json_object_get(json, "options");
    if (given && !json_is_object(given))
        return table_bad_request(fault, "options");
    struct doc *doc = malloc(sizeof *doc);
    CHECK(doc);
    doc_start(doc);
    bool good;
    if (given && !wire_to_doc(given, doc))
        good = fault_set(fault, FAULT_BAD_OPTION, NULL, "core.too_large", "options");
    else
        good = game_options_load(table->game, doc, given ? doc_root(doc) : NULL, table->options,
                                 fault);
    free(doc);
    return good;
}

/* A position has seats and options of its own, which count. */
static bool read_position(struct table *table, json_t *position, struct fault *fault)
{
    if (!json_is_object(position))
        return table_bad_request(fault, "position");
    struct doc *doc = malloc(sizeof *doc);
    CHECK(doc);
    bool good =
        wire_to_doc(position, doc)
            ? game_head_load(table->game, doc, doc_root(doc), &table->seats, table->options, fault)
            : game_bad_position(fault, NULL, "core.too_large", "position");
    free(doc);
    if (good)
        table->position = json_incref(position);
    return good;
}

/* What the match begins from. */
static bool read_beginning(struct table *table, const json_t *json, struct fault *fault)
{
    json_t *position = json_object_get(json, "position");
    if (position)
        return read_position(table, position, fault);
    const char *seed = wire_text(json_object_get(json, "seed"));
    if (!seed || strlen(seed) >= SEED_MAX)
        return table_bad_request(fault, "seed");
    table->seed = strdup(seed);
    CHECK(table->seed);
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, (const unsigned char *)seed, strlen(seed));
    sodium_bin2hex(table->seed_hash, sizeof table->seed_hash, hash, sizeof hash);
    return true;
}

static bool read_host(struct table *table, const json_t *json, struct fault *fault)
{
    const json_t *host = json_object_get(json, "host");
    const char *id = wire_text(json_object_get(host, "id"));
    const char *name = wire_text(json_object_get(host, "name"));
    if (!id || !name || strlen(id) >= sizeof table->host || strlen(name) >= sizeof table->host_name)
        return table_bad_request(fault, "host");
    strcpy(table->host, id);
    strcpy(table->host_name, name);
    return true;
}

static bool read_guests(struct table *table, const json_t *json, struct fault *fault)
{
    const json_t *guests = json_object_get(json, "guests"), *guest;
    size_t index;
    if (guests && (!json_is_array(guests) || json_array_size(guests) > GAME_SEATS_MAX))
        return table_bad_request(fault, "guests");
    json_array_foreach(guests, index, guest)
    {
        const char *id = wire_text(guest);
        if (!id || strlen(id) >= sizeof *table->guests)
            return table_bad_request(fault, "guests");
        strcpy(table->guests[table->guest_count++], id);
    }
    return true;
}

bool table_read(struct table *table, const json_t *json, struct fault *fault)
{
    const char *id = wire_text(json_object_get(json, "game"));
    if (!id)
        return table_bad_request(fault, "game");
    table->game = game_find(games_all, id);
    if (!table->game)
        return fault_set(fault, FAULT_UNKNOWN_GAME, NULL, "core.unknown_game", "%s", id);
    const json_t *seats = json_object_get(json, "seats");
    if (!json_is_integer(seats) || json_integer_value(seats) < table->game->seats_min ||
        json_integer_value(seats) > table->game->seats_max)
        return table_bad_request(fault, "seats");
    table->seats = (int)json_integer_value(seats);
    return read_options(table, json, fault) && read_bools(table, json, fault) &&
           read_clock(table, json, fault) && read_pace(table, json, fault) &&
           read_beginning(table, json, fault) && read_host(table, json, fault) &&
           read_guests(table, json, fault);
}

/* `bots` and `sit` of a asked: whether the entries that will come of them can be. */
static bool check_live(const struct table *table, const json_t *asked, struct fault *fault)
{
    const json_t *bots = json_object_get(asked, "bots"), *sit = json_object_get(asked, "sit"),
                 *level;
    json_int_t own = sit ? json_integer_value(sit) : 0;
    if (sit && !json_is_null(sit) && (!json_is_integer(sit) || own < 0 || own >= table->seats))
        return table_bad_request(fault, "sit");
    if (json_is_null(sit))
        own = -1;
    if (!bots)
        return true;
    if (!json_is_array(bots) || json_array_size(bots) > (size_t)table->seats)
        return table_bad_request(fault, "bots");
    size_t index;
    json_array_foreach(bots, index, level)
    {
        if (json_is_null(level))
            continue;
        if (!wire_text(level) || !player_find(wire_text(level)))
            return table_bad_request(fault, "bots");
        if (!players_take_part(table->game, table->options, fault))
            return false;
        if ((json_int_t)index == own)
            return table_bad_request(fault, "sit");
    }
    return true;
}

static json_t *clock_json(const struct table *table)
{
    static const char *const kinds[] = {"none", "move", "game"};
    if (table->clock == TABLE_CLOCK_NONE)
        return json_pack("{s:s}", "kind", "none");
    return json_pack("{s:s, s:I}", "kind", kinds[table->clock], "seconds",
                     (json_int_t)(table->clock_ms / 1000));
}

static json_t *options_json(const struct table *table)
{
    struct doc *doc = malloc(sizeof *doc);
    CHECK(doc);
    doc_start(doc);
    game_options_save(table->game, table->options, doc, NULL);
    json_t *options = wire_from_doc(doc, doc_root(doc));
    free(doc);
    return options;
}

static char *table_text(const struct table *table)
{
    json_t *json =
        json_pack("{s:s, s:i, s:o, s:b, s:b, s:b, s:b, s:b, s:b, s:o, s:s, s:{s:s, s:s}}", "game",
                  table->game->id, "seats", table->seats, "options", options_json(table), "public",
                  table->is_public, "takeover", table->takeover, "hints", table->hints, "chat",
                  table->chat, "open_hands_after", table->open_hands_after, "autostart",
                  table->autostart, "clock", clock_json(table), "pace", table_pace_name(table),
                  "host", "id", table->host, "name", table->host_name);
    CHECK(json);
    if (table->seed)
        json_object_set_new(json, "seed", json_string(table->seed));
    else
        json_object_set(json, "position", table->position);
    char *text = json_dumps(json, JSON_COMPACT);
    CHECK(text);
    json_decref(json);
    return text;
}

char *table_create_text(const json_t *asked, const char *host_id, const char *host_name,
                        const char *seed, struct fault *fault)
{
    if (!json_is_object(asked)) {
        table_bad_request(fault, "create");
        return NULL;
    }
    json_t *whole = json_copy((json_t *)(uintptr_t)asked);
    CHECK(whole);
    json_object_set_new(whole, "host", json_pack("{s:s, s:s}", "id", host_id, "name", host_name));
    json_object_del(whole, "guests"); /* nobody's asked */
    if (seed) {
        json_object_set_new(whole, "seed", json_string(seed));
        json_object_del(whole, "position");
    }
    struct table *table = table_new("", NULL);
    char *text = NULL;
    if (table_read(table, whole, fault) && check_live(table, asked, fault))
        text = table_text(table);
    table_free(table);
    json_decref(whole);
    return text;
}

bool table_begin(const struct table *table, struct match *match, struct fault *fault)
{
    if (table->seed)
        return match_start(match, table->game, &table->components, table->seats, table->options,
                           table->seed, strlen(table->seed), fault);
    struct doc *doc = malloc(sizeof *doc);
    CHECK(doc);
    bool good = wire_to_doc(table->position, doc)
                    ? match_load(match, table->game, &table->components, doc, doc_root(doc), fault)
                    : game_bad_position(fault, NULL, "core.too_large", "position");
    free(doc);
    return good;
}
