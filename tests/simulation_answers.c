#include "simulation_answers.h"

#include "base/alloc.h"
#include "simulation_connection.h"
#include "simulation_events.h"
#include "simulation_truth.h"
#include "wire/record.h"

#include <stdio.h>
#include <string.h>

void become(struct connection *connection, const char *person, bool is_other)
{
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

static void check_success(struct world *world, struct connection *connection,
                          const struct pending *pending, const json_t *json)
{
    const char *cmd = pending->cmd, *table = text_of(json, "table");
    const json_t *person = json_object_get(json, "person");
    if (json_is_object(person) && (strcmp(cmd, "hello") == 0 || strcmp(cmd, "login") == 0)) {
        bool is_other =
            connection->person[0] && strcmp(connection->person, text_of(person, "id")) != 0;
        become(connection, text_of(person, "id"), is_other);
    }
    if (strcmp(cmd, "logout") == 0 || strcmp(cmd, "delete") == 0)
        become(connection, "", true);
    if (strcmp(cmd, "unwatch") == 0)
        stream_find(world, connection, pending->table)->on = false;
    if (strcmp(cmd, "tables") == 0)
        check_list(world, connection, json);
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
    if (world->refused_count == world->refused_capacity) {
        world->refused_capacity = world->refused_capacity ? world->refused_capacity * 2 : 64;
        world->refused =
            alloc_resize(world->refused, world->refused_capacity, sizeof *world->refused);
    }
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
    if (json_is_false(ok) && strcmp(pending->cmd, "move") == 0 && pending->cid[0])
        remember_refused(world, pending);
    struct pending answered = *pending;
    answered.id = NULL;
    json_decref(pending->id);
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
