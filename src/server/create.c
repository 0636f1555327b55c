/* Entry 0 of a table: what a client wishes, with every default filled in. The same reader takes the
 * wish and the entry, so that nothing gets into a room that a client could not have asked for. */
#include "server/room.h"

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
    return !given || json_is_boolean(given) || room_bad_request(fault, key);
}

static bool read_bools(struct room *room, const json_t *json, struct fault *fault)
{
    return read_bool(json, "public", false, &room->is_public, fault) &&
           read_bool(json, "takeover", true, &room->takeover, fault) &&
           read_bool(json, "hints", true, &room->hints, fault) &&
           read_bool(json, "chat", true, &room->chat, fault) &&
           read_bool(json, "open_hands_after", true, &room->open_hands_after, fault) &&
           read_bool(json, "autostart", false, &room->autostart, fault);
}

static bool read_clock(struct room *room, const json_t *json, struct fault *fault)
{
    const json_t *clock = json_object_get(json, "clock");
    if (!clock)
        return true;
    const char *kind = wire_text(json_object_get(clock, "kind"));
    if (!kind)
        return room_bad_request(fault, "clock.kind");
    if (strcmp(kind, "none") == 0)
        return true;
    bool per_move = strcmp(kind, "move") == 0;
    if (!per_move && strcmp(kind, "game") != 0)
        return room_bad_request(fault, "clock.kind");
    const json_t *given = json_object_get(clock, "seconds");
    json_int_t seconds = given      ? json_integer_value(given)
                         : per_move ? SECONDS_STANDARD_MOVE
                                    : SECONDS_STANDARD_GAME;
    if ((given && !json_is_integer(given)) || seconds > SECONDS_MAX ||
        seconds < (per_move ? MOVE_SECONDS_MIN : GAME_SECONDS_MIN))
        return room_bad_request(fault, "clock.seconds");
    room->clock = per_move ? ROOM_CLOCK_MOVE : ROOM_CLOCK_GAME;
    room->clock_ms = (int64_t)seconds * 1000;
    return true;
}

static const char *const pace_names[] = {
    [ROOM_PACE_HUMAN] = "human", [ROOM_PACE_CALM] = "calm", [ROOM_PACE_FAST] = "fast"};

const char *room_pace_name(const struct room *room)
{
    return pace_names[room->pace];
}

static bool read_pace(struct room *room, const json_t *json, struct fault *fault)
{
    const json_t *given = json_object_get(json, "pace");
    const char *pace = given ? wire_text(given) : pace_names[ROOM_PACE_HUMAN];
    for (size_t i = 0; pace && i < sizeof pace_names / sizeof *pace_names; i++)
        if (strcmp(pace, pace_names[i]) == 0) {
            room->pace = (enum room_pace)i;
            return true;
        }
    return room_bad_request(fault, "pace");
}

static bool read_options(struct room *room, const json_t *json, struct fault *fault)
{
    const json_t *given = json_object_get(json, "options");
    if (given && !json_is_object(given))
        return room_bad_request(fault, "options");
    struct doc *doc = malloc(sizeof *doc);
    CHECK(doc);
    doc_start(doc);
    bool good;
    if (given && !wire_to_doc(given, doc))
        good = fault_set(fault, FAULT_BAD_OPTION, NULL, "core.too_large", "options");
    else
        good =
            game_options_load(room->game, doc, given ? doc_root(doc) : NULL, room->options, fault);
    free(doc);
    return good;
}

/* A position has seats and options of its own, which count. */
static bool read_position(struct room *room, json_t *position, struct fault *fault)
{
    if (!json_is_object(position))
        return room_bad_request(fault, "position");
    struct doc *doc = malloc(sizeof *doc);
    CHECK(doc);
    bool good =
        wire_to_doc(position, doc)
            ? game_head_load(room->game, doc, doc_root(doc), &room->seats, room->options, fault)
            : game_bad_position(fault, NULL, "core.too_large", "position");
    free(doc);
    if (good)
        room->position = json_incref(position);
    return good;
}

/* What the match begins from. */
static bool read_beginning(struct room *room, const json_t *json, struct fault *fault)
{
    json_t *position = json_object_get(json, "position");
    if (position)
        return read_position(room, position, fault);
    const char *seed = wire_text(json_object_get(json, "seed"));
    if (!seed || strlen(seed) >= SEED_MAX)
        return room_bad_request(fault, "seed");
    room->seed = strdup(seed);
    CHECK(room->seed);
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, (const unsigned char *)seed, strlen(seed));
    sodium_bin2hex(room->seed_hash, sizeof room->seed_hash, hash, sizeof hash);
    return true;
}

static bool read_host(struct room *room, const json_t *json, struct fault *fault)
{
    const json_t *host = json_object_get(json, "host");
    const char *id = wire_text(json_object_get(host, "id"));
    const char *name = wire_text(json_object_get(host, "name"));
    if (!id || !name || strlen(id) >= sizeof room->host || strlen(name) >= sizeof room->host_name)
        return room_bad_request(fault, "host");
    strcpy(room->host, id);
    strcpy(room->host_name, name);
    return true;
}

static bool read_guests(struct room *room, const json_t *json, struct fault *fault)
{
    const json_t *guests = json_object_get(json, "guests"), *guest;
    size_t index;
    if (guests && (!json_is_array(guests) || json_array_size(guests) > GAME_SEATS_MAX))
        return room_bad_request(fault, "guests");
    json_array_foreach(guests, index, guest)
    {
        const char *id = wire_text(guest);
        if (!id || strlen(id) >= sizeof *room->guests)
            return room_bad_request(fault, "guests");
        strcpy(room->guests[room->guest_count++], id);
    }
    return true;
}

bool room_read(struct room *room, const json_t *json, struct fault *fault)
{
    const char *id = wire_text(json_object_get(json, "game"));
    if (!id)
        return room_bad_request(fault, "game");
    room->game = game_find(games_all, id);
    if (!room->game)
        return fault_set(fault, FAULT_UNKNOWN_GAME, NULL, "core.unknown_game", "%s", id);
    const json_t *seats = json_object_get(json, "seats");
    if (!json_is_integer(seats) || json_integer_value(seats) < room->game->seats_min ||
        json_integer_value(seats) > room->game->seats_max)
        return room_bad_request(fault, "seats");
    room->seats = (int)json_integer_value(seats);
    return read_options(room, json, fault) && read_bools(room, json, fault) &&
           read_clock(room, json, fault) && read_pace(room, json, fault) &&
           read_beginning(room, json, fault) && read_host(room, json, fault) &&
           read_guests(room, json, fault);
}

/* `bots` and `sit` of a wish: whether the entries that will come of them can be. */
static bool check_seating(const struct room *room, const json_t *wish, struct fault *fault)
{
    const json_t *bots = json_object_get(wish, "bots"), *sit = json_object_get(wish, "sit"), *level;
    json_int_t own = sit ? json_integer_value(sit) : 0;
    if (sit && !json_is_null(sit) && (!json_is_integer(sit) || own < 0 || own >= room->seats))
        return room_bad_request(fault, "sit");
    if (json_is_null(sit))
        own = -1;
    if (!bots)
        return true;
    if (!json_is_array(bots) || json_array_size(bots) > (size_t)room->seats)
        return room_bad_request(fault, "bots");
    size_t index;
    json_array_foreach(bots, index, level)
    {
        if (json_is_null(level))
            continue;
        if (!wire_text(level) || !player_find(wire_text(level)))
            return room_bad_request(fault, "bots");
        if (!players_take_part(room->game, room->options, fault))
            return false;
        if ((json_int_t)index == own)
            return room_bad_request(fault, "sit");
    }
    return true;
}

static json_t *clock_json(const struct room *room)
{
    static const char *const kinds[] = {"none", "move", "game"};
    if (room->clock == ROOM_CLOCK_NONE)
        return json_pack("{s:s}", "kind", "none");
    return json_pack("{s:s, s:I}", "kind", kinds[room->clock], "seconds",
                     (json_int_t)(room->clock_ms / 1000));
}

static json_t *options_json(const struct room *room)
{
    struct doc *doc = malloc(sizeof *doc);
    CHECK(doc);
    doc_start(doc);
    game_options_save(room->game, room->options, doc, NULL);
    json_t *options = wire_from_doc(doc, doc_root(doc));
    free(doc);
    return options;
}

static char *room_text(const struct room *room)
{
    json_t *json =
        json_pack("{s:s, s:i, s:o, s:b, s:b, s:b, s:b, s:b, s:b, s:o, s:s, s:{s:s, s:s}}", "game",
                  room->game->id, "seats", room->seats, "options", options_json(room), "public",
                  room->is_public, "takeover", room->takeover, "hints", room->hints, "chat",
                  room->chat, "open_hands_after", room->open_hands_after, "autostart",
                  room->autostart, "clock", clock_json(room), "pace", room_pace_name(room), "host",
                  "id", room->host, "name", room->host_name);
    CHECK(json);
    if (room->seed)
        json_object_set_new(json, "seed", json_string(room->seed));
    else
        json_object_set(json, "position", room->position);
    char *text = json_dumps(json, JSON_COMPACT);
    CHECK(text);
    json_decref(json);
    return text;
}

char *room_create_text(const json_t *wish, const char *host_id, const char *host_name,
                       const char *seed, struct fault *fault)
{
    if (!json_is_object(wish)) {
        room_bad_request(fault, "create");
        return NULL;
    }
    json_t *whole = json_copy((json_t *)(uintptr_t)wish);
    CHECK(whole);
    json_object_set_new(whole, "host", json_pack("{s:s, s:s}", "id", host_id, "name", host_name));
    json_object_del(whole, "guests"); /* nobody's wish */
    if (seed) {
        json_object_set_new(whole, "seed", json_string(seed));
        json_object_del(whole, "position");
    }
    struct room *room = room_new("", NULL);
    char *text = NULL;
    if (room_read(room, whole, fault) && check_seating(room, wish, fault))
        text = room_text(room);
    room_free(room);
    json_decref(whole);
    return text;
}

bool room_begin(const struct room *room, struct match *match, struct fault *fault)
{
    if (room->seed)
        return match_start(match, room->game, &room->components, room->seats, room->options,
                           room->seed, strlen(room->seed), fault);
    struct doc *doc = malloc(sizeof *doc);
    CHECK(doc);
    bool good = wire_to_doc(room->position, doc)
                    ? match_load(match, room->game, &room->components, doc, doc_root(doc), fault)
                    : game_bad_position(fault, NULL, "core.too_large", "position");
    free(doc);
    return good;
}
