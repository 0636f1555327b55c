#include "simulation_connection.h"

#include "base/alloc.h"
#include "base/check.h"
#include "simulation_events.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct connection *connection_open(struct world *world, int actor, int server)
{
    struct server *to = &world->servers[server];
    if (!to->hall || !hall_is_ready(to->hall))
        return NULL;
    struct connection *connection = alloc_new(sizeof *connection);
    *connection = (struct connection){.number = world->connection_count++,
                                      .actor = actor,
                                      .server = server,
                                      .life = to->life,
                                      .open = true,
                                      .next = world->connections};
    world->connections = connection;
    char address[16];
    snprintf(address, sizeof address, "10.0.0.%d", actor % 5);
    connection->client = hall_enter(to->hall, address, connection);
    trace(world, "connection %d: actor %d to server %d", connection->number, actor, server);
    return connection;
}

void connection_cut(struct world *world, struct connection *connection, bool by_actor)
{
    if (connection->cut)
        return;
    trace(world, "connection %d: cut", connection->number);
    connection->cut = true;
    int slow = world->is_calm ? 50 : happens(&world->rng, 300) ? 20000 : 200;
    event_plan(world, (struct event){.at_ms = world->now_ms + random_below(&world->rng, slow),
                                     .kind = EVENT_SERVER_DISCONNECTED,
                                     .connection = connection});
    if (by_actor)
        connection->open = false;
    else
        event_plan(world, (struct event){.at_ms = world->now_ms + random_below(&world->rng, 200),
                                         .kind = EVENT_ACTOR_DISCONNECTED,
                                         .connection = connection});
}

int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

void connection_send(struct world *world, struct connection *connection, const char *bytes,
                     size_t size)
{
    char *copy = alloc_new(size + 1);
    memcpy(copy, bytes, size);
    connection->to_server_ms = later(
        connection->to_server_ms, world->now_ms + 1 + random_below(&world->rng, world->latency_ms));
    event_plan(world, (struct event){.at_ms = connection->to_server_ms,
                                     .kind = EVENT_TO_SERVER,
                                     .connection = connection,
                                     .bytes = copy,
                                     .size = size});
}

/* Ids may be any JSON. */
static json_t *id_new(struct actor *actor)
{
    json_int_t number = (json_int_t)actor->next_id++;
    char text[24];
    switch (random_below(&actor->rng, 6)) {
    case 0:
        snprintf(text, sizeof text, "é\"%d", (int)number);
        return json_string(text);
    case 1:
        return json_pack("[I,{s:n}]", number, "a");
    default:
        return json_integer(number);
    }
}

static void copy_text(char *to, size_t size, const json_t *from)
{
    const char *text = json_string_value(from);
    snprintf(to, size, "%s", text ? text : "");
}

void connection_ask(struct world *world, struct connection *connection, struct actor *actor,
                    const char *cmd, json_t *request)
{
    json_t *id = id_new(actor);
    json_object_set(request, "id", id);
    if (!json_object_get(request, "cmd"))
        json_object_set_new(request, "cmd", json_string(cmd));
    if (connection->pending_count == connection->pending_capacity) {
        connection->pending_capacity =
            connection->pending_capacity ? connection->pending_capacity * 2 : 8;
        connection->pending = alloc_resize(connection->pending, connection->pending_capacity,
                                           sizeof *connection->pending);
    }
    struct pending *pending = &connection->pending[connection->pending_count++];
    *pending = (struct pending){.id = id, .cmd = cmd, .since = -1};
    copy_text(pending->table, sizeof pending->table, json_object_get(request, "table"));
    copy_text(pending->cid, sizeof pending->cid, json_object_get(request, "cid"));
    json_t *since = json_object_get(request, "since");
    if (json_is_integer(since))
        pending->since = json_integer_value(since);
    int owner, number;
    if (sscanf(pending->cid, "%d-%d", &owner, &number) == 2 && owner == actor->number)
        actor->sends[number]++;
    char *text = json_dumps(request, JSON_COMPACT);
    CHECK(text);
    world->counts.requests++;
    trace(world, "actor %d on connection %d: %s", connection->actor, connection->number, text);
    connection_send(world, connection, text, strlen(text));
    free(text);
    json_decref(request);
}

struct pending *pending_find(struct connection *connection, const json_t *id)
{
    for (size_t i = 0; i < connection->pending_count; i++)
        if (json_equal(connection->pending[i].id, id))
            return &connection->pending[i];
    return NULL;
}

struct stream *stream_find(struct world *world, struct connection *connection, const char *table)
{
    for (int i = 0; i < connection->stream_count; i++)
        if (strcmp(connection->streams[i].table, table) == 0)
            return &connection->streams[i];
    if (connection->stream_count == STREAMS_MAX)
        fail(world, "connection %d: more tables than there are", connection->number);
    struct stream *stream = &connection->streams[connection->stream_count++];
    *stream = (struct stream){.version = -1};
    memcpy(stream->table, table, strnlen(table, STORE_ID_TEXT - 1));
    return stream;
}

void connections_free(struct world *world)
{
    while (world->connections) {
        struct connection *connection = world->connections;
        world->connections = connection->next;
        for (size_t i = 0; i < connection->pending_count; i++)
            json_decref(connection->pending[i].id);
        free(connection->pending);
        free(connection);
    }
}
