/* Checks every message when a server sends it: it reveals nothing that is not on the disk or that the
 * viewer may not know, nothing comes twice or out of order, and every answer has a request. */
#define _GNU_SOURCE /* memmem */
#include "simulation.h"

#include "base/system/system.h"
#include "wire/wire.h"

#include <stdio.h>
#include <string.h>

struct push_check {
    struct world *world;
    struct connection *connection;
    const struct outgoing *outgoing;
    const json_t *json;
    struct truth *truth;
    int64_t version;
    int viewer;
};

#define WRONG(check, format, ...)                                                      \
    fail((check)->world, "connection %d, table %s, v %lld, seat %d: " format "\n%.*s", \
         (check)->connection->number, (check)->truth->id, (long long)(check)->version, \
         (check)->viewer, __VA_ARGS__, (int)(check)->outgoing->length, (check)->outgoing->text)

static bool has_bytes(const struct push_check *check, const char *bytes)
{
    return memmem(check->outgoing->text, check->outgoing->length, bytes, strlen(bytes)) != NULL;
}

static void check_same(const struct push_check *check, const char *key, const json_t *expected)
{
    const json_t *actual = json_object_get(check->json, key);
    if (json_equal(actual, expected))
        return;
    char *text = json_dumps(expected, JSON_COMPACT | JSON_ENCODE_ANY);
    WRONG(check, "%s should be %s", key, text ? text : "absent");
}

static void check_clocks(const struct push_check *check)
{
    const struct table *table = check->truth->table;
    const json_t *left = json_object_get(check->json, "left");
    if (table->settings.clock == TABLE_CLOCK_NONE) {
        if (!json_is_null(left))
            WRONG(check, "%s", "time without a clock");
        return;
    }
    const struct instant *instant = &check->truth->instants[check->version];
    if (!instant->has_state)
        return;
    if (json_array_size(left) != (size_t)table->settings.seats)
        WRONG(check, "%s", "not a time for every seat");
    uint32_t running = 0;
    size_t i;
    json_t *value;
    json_array_foreach(json_object_get(check->json, "running"), i, value) running |=
        UINT32_C(1) << json_integer_value(value);
    uint32_t resting = 0;
    json_array_foreach(json_object_get(check->json, "holidays"), i, value)
    {
        resting |= json_integer_value(value) > 0 ? UINT32_C(1) << i : 0;
        if (json_integer_value(value) > 0 &&
            (table->settings.clock != TABLE_CLOCK_DAYS || !instant->person[i][0]))
            WRONG(check, "seat %zu cannot be on holiday", i);
    }
    if (running != (instant->running & ~resting))
        WRONG(check, "the clocks that run should be %x", instant->running & ~resting);
    json_array_foreach(left, i, value)
    {
        json_int_t ms = json_integer_value(value);
        int64_t most_ms = table->settings.clock == TABLE_CLOCK_GAME ? instant->left_ms[i]
                                                                    : table->settings.clock_ms;
        bool runs = instant->running >> i & 1;
        if (!json_is_integer(value) || ms < 0 || (runs ? ms > most_ms : ms != most_ms))
            WRONG(check, "seat %zu should have %lld ms", i, (long long)most_ms);
    }
}

static void check_match(const struct push_check *check)
{
    struct world *world = check->world;
    struct truth *truth = check->truth;
    const struct outgoing *outgoing = check->outgoing;
    if (!truth->instants[check->version].has_state) {
        if (outgoing->view)
            WRONG(check, "%s", "a view before the start");
        return;
    }
    const char *expected = truth_view(world, truth, check->version, check->viewer);
    if (outgoing->view && (strlen(expected) != outgoing->view_length ||
                           memcmp(expected, outgoing->view, outgoing->view_length) != 0))
        WRONG(check, "the view should be %s", expected);
    const json_t *rest = truth_rest(world, truth, check->version, check->viewer);
    check_same(check, "phase", json_object_get(rest, "phase"));
    check_same(check, "to_act", json_object_get(rest, "to_act"));
    check_same(check, "legal", json_object_get(rest, "legal"));
    check_same(check, "open", json_object_get(rest, "open"));
    bool is_over = truth_is_over(truth, check->version);
    const json_t *result = json_object_get(check->json, "result");
    const json_t *position = json_object_get(check->json, "position");
    if (!is_over) {
        if (result && !json_is_null(result))
            WRONG(check, "%s", "a result before the end");
        if (position && !json_is_null(position))
            WRONG(check, "%s", "the position before the end");
    } else {
        check_same(check, "result", truth_result(world, truth));
        if (truth->table->settings.open_hands_after)
            check_same(check, "position", truth_position(world, truth));
        else if (position && !json_is_null(position))
            WRONG(check, "%s", "the position although hands stay closed");
    }
    check_clocks(check);
}

/* `info` is of this version or of a later one. */
static void check_info(const struct push_check *check)
{
    const json_t *info = json_object_get(check->json, "info");
    struct truth *truth = check->truth;
    int64_t version = json_integer_value(json_object_get(info, "v"));
    if (!json_is_object(info) || version < check->version)
        WRONG(check, "%s", "info is missing or old");
    if (!truth_reach(check->world, truth->id, version))
        WRONG(check, "%s", "info is ahead of the disk");
    static const char *const states[] = {"waiting", "playing", "over", "closed"};
    const struct instant *instant = &truth->instants[version];
    if (strcmp(text_of(info, "state"), states[instant->table_state]) != 0)
        WRONG(check, "info should say %s", states[instant->table_state]);
    if (strcmp(text_of(info, "seed_hash"), truth->seed_hash) != 0)
        WRONG(check, "%s", "the seed's hash is another one");
    const json_t *seed = json_object_get(info, "seed");
    if (truth_is_over(truth, version)) {
        if (!json_is_string(seed) ||
            strcmp(json_string_value(seed), truth->table->settings.seed) != 0)
            WRONG(check, "%s", "the seed is not opened after the end");
    } else if (seed && !json_is_null(seed)) {
        WRONG(check, "%s", "the seed before the end");
    }
    const json_t *seats = json_object_get(info, "seat");
    if (json_array_size(seats) != (size_t)instant->seats)
        WRONG(check, "%s", "seats in info");
    for (int seat = 0; seat < instant->seats; seat++) {
        const json_t *taken = json_array_get(seats, (size_t)seat);
        const char *person = text_of(taken, "person");
        /* Of somebody who is deleted, only the place is left until they have left it. */
        bool is_nobody = json_is_object(taken) && json_object_size(taken) == 1 &&
                         json_is_string(json_object_get(taken, "name")) && !*text_of(taken, "name");
        bool is_gone = is_nobody && was_deleted(check->world, instant->person[seat]);
        if (strcmp(person, instant->person[seat]) != 0 && !is_gone)
            WRONG(check, "info has another person on seat %d", seat);
    }
}

/* `removed` names people whom the host has removed, to the host and to themselves. */
static void check_removed(const struct push_check *check)
{
    const char *own = check->connection->person;
    const json_t *host = json_object_get(json_object_get(check->json, "info"), "host");
    bool is_host = own[0] && strcmp(text_of(host, "person"), own) == 0, names_own = false;
    size_t i;
    json_t *removed;
    json_array_foreach(json_object_get(check->json, "removed"), i, removed)
    {
        const char *person = text_of(removed, "person");
        bool is_own = strcmp(person, own) == 0;
        names_own |= is_own;
        if ((!is_host && !is_own) || !truth_is_removed(check->truth, check->version, person))
            WRONG(check, "%s as removed", person);
    }
    if (own[0] && !names_own && truth_is_removed(check->truth, check->version, own))
        WRONG(check, "does not say that %s is removed", own);
}

/* `may_sit` lists exactly the seats that this viewer may take. */
static void check_may_sit(const struct push_check *check)
{
    const struct truth *truth = check->truth;
    const struct instant *now = &truth->instants[check->version];
    const json_t *seats = json_object_get(json_object_get(check->json, "info"), "seat");
    int held = -1;
    for (int64_t i = 0; i <= check->version; i++)
        for (int seat = 0; truth->instants[i].has_state && seat < truth->table->settings.seats;
             seat++)
            if (strcmp(truth->instants[i].person[seat], check->connection->person) == 0)
                held = seat;
    json_t *expected = json_array();
    for (int seat = 0; seat < now->seats; seat++) {
        bool is_free = json_is_null(json_array_get(seats, (size_t)seat));
        bool may = held < 0 ? is_free
                            : seat == held && !now->person[seat][0] && !bits_have(now->lost, seat);
        may &= !truth_is_removed(truth, check->version, check->connection->person);
        if (may && check->viewer < 0 && now->table_state < TABLE_OVER)
            json_array_append_new(expected, json_integer(seat));
    }
    check_same(check, "may_sit", expected);
    json_decref(expected);
    check_removed(check);
}

static struct push_check push_check_new(struct world *world, struct connection *connection,
                                        const struct outgoing *outgoing)
{
    const json_t *json = outgoing->json;
    struct push_check check = {
        .world = world, .connection = connection, .outgoing = outgoing, .json = json};
    const json_t *version = json_object_get(json, "v");
    if (!json_is_integer(version))
        fail(world, "connection %d: no version in %.*s", connection->number, (int)outgoing->length,
             outgoing->text);
    check.version = json_integer_value(version);
    check.truth = truth_reach(world, text_of(json, "table"), check.version);
    if (!check.truth)
        fail(world, "connection %d: sent before it is on the disk: %.*s", connection->number,
             (int)outgoing->length, outgoing->text);
    check.viewer = truth_seat(check.truth, check.version, connection->person);
    return check;
}

/* Only those are named who want to be: half of the actors. */
static void check_named(struct world *world, const json_t *json)
{
    size_t i;
    json_t *named;
    json_array_foreach(json_object_get(json, "named"), i, named)
    {
        bool is_known = false, wants = false;
        for (int a = 0; a < world->actor_count; a++) {
            bool is = strcmp(text_of(named, "person"), world->actors[a]->person) == 0;
            is_known |= is;
            wants |= is && actor_wants_name(world->actors[a]);
        }
        if (is_known && !wants)
            fail(world, "table %s: %s is named", text_of(json, "table"), text_of(named, "person"));
        world->counts.named++;
    }
}

static void note_online(struct stream *stream, const json_t *json)
{
    size_t i;
    json_t *value;
    stream->online = 0;
    json_array_foreach(json_object_get(json, "online"), i, value) if (json_is_true(value))
        stream->online |= UINT32_C(1) << i;
    stream->spectators = (int)json_integer_value(json_object_get(json, "spectators"));
}

static void check_table_push(struct push_check *check)
{
    struct stream *stream = stream_find(check->world, check->connection, check->truth->id);
    if (!stream->on)
        WRONG(check, "%s", "not watched here");
    if (check->version < stream->version)
        WRONG(check, "goes back from %lld", (long long)stream->version);
    stream->version = check->version;
    note_online(stream, check->json);
    check_named(check->world, check->json);
    const json_t *you = json_object_get(check->json, "you");
    int seat = json_is_integer(you) ? (int)json_integer_value(you) : GAME_SPECTATOR;
    if (seat != check->viewer)
        WRONG(check, "you are not on seat %d", seat);
    check_info(check);
    check_may_sit(check);
    check_match(check);
    const struct instant *now = &check->truth->instants[check->version];
    if (json_array_size(json_object_get(check->json, "online")) != (size_t)now->seats)
        WRONG(check, "%s", "not every seat is online or not");
}

static const char *const kind_names[ENTRY_KINDS] = {
    [ENTRY_CREATE] = "create", [ENTRY_SIT] = "sit",
    [ENTRY_STAND] = "stand",   [ENTRY_BOT] = "bot",
    [ENTRY_START] = "start",   [ENTRY_MOVE] = "move",
    [ENTRY_MOVE_BOT] = "move", [ENTRY_MOVE_TIMEOUT] = "move",
    [ENTRY_CLOSE] = "close",   [ENTRY_REMATCH] = "rematch",
    [ENTRY_HINT] = "hint",     [ENTRY_SEATS] = "seats",
    [ENTRY_HOST] = "host",     [ENTRY_TAKE_BACK] = "take_back",
    [ENTRY_VOTE] = "vote",     [ENTRY_ADMIT] = "admit",
};

static const char *by_name(int kind)
{
    return kind == ENTRY_MOVE ? "person" : kind == ENTRY_MOVE_BOT ? "computer" : "clock";
}

/* What a client asked for to get this entry. */
static const char *request_for(const struct store_entry *entry)
{
    bool is_removal = entry->kind == ENTRY_STAND && strcmp(entry->text, entry_stand_by_host) == 0;
    return is_removal ? "remove" : kind_names[entry->kind];
}

/* If the step answers a request, it is the right one. */
static void check_step_answer(struct push_check *check, const struct store_entry *entry)
{
    const json_t *id = json_object_get(check->json, "id");
    if (!id)
        return;
    struct pending *pending = pending_find(check->connection, id);
    if (!pending) {
        if (!check->connection->wild)
            WRONG(check, "%s", "an answer without a request");
        return;
    }
    if (strcmp(pending->table, check->truth->id) != 0 ||
        strcmp(pending->cmd, request_for(entry)) != 0)
        WRONG(check, "the answer to %s at %s", pending->cmd, pending->table);
    if (entry->kind == ENTRY_MOVE && strcmp(pending->cid, entry->cid ? entry->cid : "") != 0)
        WRONG(check, "the answer to the move %s", pending->cid);
}

static void check_step_push(struct push_check *check)
{
    struct stream *stream = stream_find(check->world, check->connection, check->truth->id);
    if (!stream->on)
        WRONG(check, "%s", "not watched here");
    if (check->version != stream->version + 1)
        WRONG(check, "the last version was %lld", (long long)stream->version);
    stream->version = check->version;
    if (check->version < stream->again)
        check->viewer = truth_seat(check->truth, stream->again, check->connection->person);
    check->world->counts.steps++;
    const struct store_entry *entry = &check->truth->table->entries[check->version];
    if (strcmp(text_of(check->json, "kind"), kind_names[entry->kind]) != 0)
        WRONG(check, "it was a %s", kind_names[entry->kind]);
    const json_t *seat = json_object_get(check->json, "seat");
    if (json_is_integer(seat) ? json_integer_value(seat) != entry->seat : entry->seat >= 0)
        WRONG(check, "it was seat %d", entry->seat);
    bool is_move = strcmp(kind_names[entry->kind], "move") == 0;
    if (is_move) {
        if (strcmp(text_of(check->json, "by"), by_name(entry->kind)) != 0)
            WRONG(check, "it was by %s", by_name(entry->kind));
        const char *events =
            truth_events(check->world, check->truth, check->version, check->viewer);
        if (!has_bytes(check, events))
            WRONG(check, "the events should be %s", events);
    }
    if (!is_move || json_object_get(check->json, "info"))
        check_info(check);
    if (json_object_get(check->json, "info") && check->version >= stream->again)
        check_may_sit(check);
    check_match(check);
    check_step_answer(check, entry);
    const char *own = check->connection->person;
    bool is_removed = entry->kind == ENTRY_STAND && !check->truth->table->settings.is_public &&
                      truth_is_removed(check->truth, check->version, own);
    if (is_removed && check->version > stream->again)
        stream->on = false; /* only a public table is watched by those who were removed */
}

/* A push about a table that is neither `table` nor `step`. */
static void check_other_push(struct world *world, struct connection *connection, const json_t *json,
                             const char *push)
{
    struct stream *stream = stream_find(world, connection, text_of(json, "table"));
    if (!stream->on)
        fail(world, "connection %d: %s of a table that is not watched", connection->number, push);
    if (strcmp(push, "online") == 0) {
        note_online(stream, json);
        check_named(world, json);
    }
}

void check_seeds(struct world *world, struct connection *connection, const char *text,
                 size_t length)
{
    for (int i = 0; i < world->truth_count; i++) {
        const struct truth *truth = world->truths[i];
        if (truth->table->settings.seed &&
            !truth_is_over(truth, (int64_t)truth->instant_count - 1) &&
            memmem(text, length, truth->table->settings.seed, strlen(truth->table->settings.seed)))
            fail(world, "connection %d: the seed of table %s, which is not over: %.*s",
                 connection->number, truth->id, (int)length, text);
    }
}

struct pending check_message(struct world *world, struct connection *connection,
                             const struct outgoing *outgoing)
{
    const char *text = outgoing->text;
    size_t length = outgoing->length;
    const json_t *json = outgoing->json;
    if (!json_is_object(json))
        fail(world, "connection %d: no JSON object: %.*s", connection->number, (int)length, text);
    const char *push = text_of(json, "push");
    bool is_step = strcmp(push, "step") == 0;
    if (is_step) {
        struct push_check check = push_check_new(world, connection, outgoing);
        check_step_push(&check);
    } else if (strcmp(push, "table") == 0) {
        struct push_check check = push_check_new(world, connection, outgoing);
        check_table_push(&check);
    } else if (strcmp(push, "online") == 0 || strcmp(push, "chat") == 0 ||
               strcmp(push, "gesture") == 0 || strcmp(push, "clocks") == 0) {
        check_other_push(world, connection, json, push);
    } else if (strcmp(push, "who") == 0) {
        become(world, connection, "", true);
    } else if (push[0] && strcmp(push, "stop") != 0 && strcmp(push, "invited") != 0 &&
               strcmp(push, "followed") != 0) {
        fail(world, "connection %d: an unknown push: %.*s", connection->number, (int)length, text);
    }
    people_pushed(world, connection, json);
    check_seeds(world, connection, text, length);
    if (json_object_get(json, "ok") || !push[0])
        return check_answer(world, connection, text, length, json, is_step);
    return (struct pending){0};
}

/* ---- Answers to requests ---- */

void become(struct world *world, struct connection *connection, const char *person, bool is_other)
{
    people_left(world, connection);
    snprintf(connection->person, sizeof connection->person, "%s", person);
    for (int i = 0; is_other && i < connection->stream_count; i++)
        connection->streams[i].on = false;
}

/* The list contains only public tables. */
static void check_list(struct world *world, struct connection *connection, const json_t *json)
{
    size_t i;
    json_t *info;
    json_array_foreach(json_object_get(json, "tables"), i, info)
    {
        const char *state = text_of(info, "state");
        if (!json_is_true(json_object_get(info, "public")) ||
            (strcmp(state, "waiting") != 0 && strcmp(state, "playing") != 0))
            fail(world, "connection %d: table %s in the list", connection->number,
                 text_of(info, "id"));
    }
}

/* The record belongs to the match. */
static void check_record(struct world *world, struct connection *connection,
                         const struct pending *pending, const json_t *json)
{
    const json_t *record = json_object_get(json, "record");
    struct truth *truth = truth_reach(world, pending->table, 0);
    if (!truth || !truth_is_over(truth, (int64_t)truth->instant_count - 1))
        fail(world, "connection %d: the record of table %s, which is not over", connection->number,
             pending->table);
    const struct match *match = &truth->table->match;
    json_t *expected = record_from_match(match, NULL);
    json_object_del(expected, "names");
    const char *key;
    json_t *value;
    json_object_foreach(expected, key, value) if (!json_equal(value, json_object_get(record, key)))
        fail(world, "connection %d: the record of table %s has other %s", connection->number,
             pending->table, key);
    json_decref(expected);
}

struct rest *rest_find(struct world *world, const char *person)
{
    for (int i = 0; i < world->rest_count; i++)
        if (strcmp(world->rests[i].person, person) == 0)
            return &world->rests[i];
    if (world->rest_count == ACTORS_MAX || !person[0])
        return NULL;
    struct rest *rest = &world->rests[world->rest_count++];
    *rest = (struct rest){0};
    snprintf(rest->person, sizeof rest->person, "%s", person);
    return rest;
}

/* What was acknowledged is true at every server, also after it was killed. */
static void check_holiday(struct world *world, const struct connection *connection,
                          const struct pending *pending, const json_t *json)
{
    struct rest *rest = rest_find(world, connection->person);
    bool is_change = strcmp(pending->cid, "change") == 0;
    int64_t until_ms = json_integer_value(json_object_get(json, "until"));
    int left = (int)json_integer_value(json_object_get(json, "left"));
    int most = (int)json_integer_value(json_object_get(json, "most"));
    if (left < 0 || left > HOLIDAY_DAYS || most > left || (until_ms && left == HOLIDAY_DAYS))
        fail(world, "connection %d: %d days left, and at most %d", connection->number, left, most);
    if (!rest)
        return;
    world->counts.holidays += is_change;
    rest->answered += is_change;
    if (is_change && pending->since >= 0 && rest->sent == pending->since + 1) {
        rest->is_known = true;
        rest->until_ms = until_ms;
        rest->left = left;
    } else if (is_change) {
        rest->is_known = false;
    } else if (rest->is_known && pending->since >= 0 && rest->sent == pending->since &&
               rest->answered == rest->sent && (until_ms != rest->until_ms || left != rest->left)) {
        fail(world, "connection %d: on holiday until %lld, %d days left; it was %lld and %d",
             connection->number, (long long)until_ms, left, (long long)rest->until_ms, rest->left);
    }
}

static void check_success(struct world *world, struct connection *connection,
                          const struct pending *pending, const json_t *json)
{
    const char *cmd = pending->cmd, *table = text_of(json, "table");
    const json_t *person = json_object_get(json, "person");
    if (json_is_object(person) && (strcmp(cmd, "hello") == 0 || strcmp(cmd, "login") == 0)) {
        bool is_other =
            connection->person[0] && strcmp(connection->person, text_of(person, "id")) != 0;
        become(world, connection, text_of(person, "id"), is_other);
    }
    if (strcmp(cmd, "logout") == 0 || strcmp(cmd, "delete") == 0)
        become(world, connection, "", true);
    if (strcmp(cmd, "unwatch") == 0)
        stream_find(world, connection, pending->table)->on = false;
    if (strcmp(cmd, "tables") == 0)
        check_list(world, connection, json);
    if (strcmp(cmd, "holiday") == 0)
        check_holiday(world, connection, pending, json);
    if (strcmp(cmd, "record") == 0)
        check_record(world, connection, pending, json);
    if (strcmp(cmd, "move") == 0) {
        const json_t *version = json_object_get(json, "v");
        struct truth *truth = truth_reach(world, pending->table, json_integer_value(version));
        if (!truth)
            fail(world, "connection %d: made again, but never on the disk: %s", connection->number,
                 pending->cid);
        const struct store_entry *entry = &truth->table->entries[json_integer_value(version)];
        bool again = json_is_true(json_object_get(json, "again"));
        /* A client that no longer watches gets no step, but still an answer. */
        if ((!again && stream_find(world, connection, pending->table)->on) ||
            strcmp(entry->cid ? entry->cid : "", pending->cid) != 0)
            fail(world, "connection %d: version %lld of table %s is not the move %s",
                 connection->number, (long long)entry->number, truth->id, pending->cid);
        world->counts.again += again;
    }
    if (strcmp(cmd, "create") == 0 || strcmp(cmd, "rematch") == 0)
        if (!truth_reach(world, table, 0))
            fail(world, "connection %d: table %s is not on the disk", connection->number, table);
    if (strcmp(cmd, "create") == 0)
        stream_find(world, connection, table)->on = true;
}

/* Runs before the answer is checked, because steps may come with it. */
static void note_watch(struct world *world, struct connection *connection,
                       const struct pending *pending, const json_t *json)
{
    if (strcmp(pending->cmd, "watch") != 0)
        return;
    struct stream *stream = stream_find(world, connection, text_of(json, "table"));
    stream->on = true;
    int64_t version = json_integer_value(json_object_get(json, "v"));
    if (!truth_reach(world, stream->table, version))
        fail(world, "connection %d: table %s has no version %lld", connection->number,
             stream->table, (long long)version);
    /* A client that claims a future version gets everything again. */
    if (pending->since > version && truth_reach(world, text_of(json, "table"), pending->since))
        fail(world, "connection %d: has seen %lld of table %s, and is offered %lld",
             connection->number, (long long)pending->since, text_of(json, "table"),
             (long long)version);
    stream->version = pending->since > version ? -1 : pending->since;
    stream->again = version;
}

static void remember_refused(struct world *world, const struct pending *pending)
{
    world->refused = alloc_grow(world->refused, world->refused_count, &world->refused_capacity,
                                sizeof *world->refused);
    struct refused *refused = &world->refused[world->refused_count++];
    memcpy(refused->table, pending->table, sizeof refused->table);
    memcpy(refused->cid, pending->cid, sizeof refused->cid);
}

struct pending check_answer(struct world *world, struct connection *connection, const char *text,
                            size_t length, const json_t *json, bool is_step)
{
    const json_t *id = json_object_get(json, "id"), *ok = json_object_get(json, "ok");
    if (!json_is_boolean(ok))
        fail(world, "connection %d: an answer without ok: %.*s", connection->number, (int)length,
             text);
    if (json_is_false(ok)) {
        const json_t *error = json_object_get(json, "error");
        const json_t *sentence = json_object_get(error, "text");
        if (!text_of(error, "code")[0] || !text_of(sentence, "en")[0] ||
            !text_of(sentence, "fr")[0])
            fail(world, "connection %d: an error without words: %.*s", connection->number,
                 (int)length, text);
        world->counts.refused++;
    }
    struct pending *pending = id ? pending_find(connection, id) : NULL;
    if (!pending) {
        if (!connection->wild && id && !json_is_null(id))
            fail(world, "connection %d: an answer without a request: %.*s", connection->number,
                 (int)length, text);
        return (struct pending){0};
    }
    if (!pending->arrived)
        fail(world, "connection %d: an answer before the question: %.*s", connection->number,
             (int)length, text);
    if (json_is_true(ok) && !is_step) {
        note_watch(world, connection, pending, json);
        check_success(world, connection, pending, json);
    }
    const json_t *error = json_object_get(json, "error");
    if (strcmp(pending->cmd, "holiday") == 0 && strcmp(text_of(error, "code"), "limit") == 0 &&
        strcmp(pending->cid, "change") == 0 && rest_find(world, connection->person))
        rest_find(world, connection->person)->answered++; /* it has changed nothing */
    if (json_is_false(ok) && strcmp(pending->cmd, "move") == 0 && pending->cid[0])
        remember_refused(world, pending);
    people_answered(world, connection, pending, json);
    struct pending answered = *pending;
    answered.id = answered.states = NULL;
    json_decref(pending->id);
    json_decref(pending->states);
    *pending = connection->pending[--connection->pending_count];
    return answered;
}

void check_http_answer(struct world *world, struct connection *connection,
                       const struct outgoing *outgoing)
{
    int status = hall_http_status(connection->client);
    bool is_fine = json_is_true(json_object_get(outgoing->json, "ok"));
    bool is_refused = json_is_false(json_object_get(outgoing->json, "ok"));
    if (connection->answered)
        fail(world, "connection %d: a second answer: %.*s", connection->number,
             (int)outgoing->length, outgoing->text);
    if (!outgoing->json || (status == 200) != !is_refused || (is_fine && status != 200))
        fail(world, "connection %d: status %d with %.*s", connection->number, status,
             (int)outgoing->length, outgoing->text);
    connection->answered = true;
    event_plan(world, (struct event){.at_ms = world->now_ms + 1,
                                     .kind = EVENT_SERVER_DISCONNECTED,
                                     .connection = connection});
}
