#define _GNU_SOURCE /* memmem */
#include "simulation.h"

#include "base/base.h"
#include "base/system/system.h"
#include "players/players.h"
#include "support.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct platform {
    struct world *world;
    int server;
};

static struct platform platforms[SERVERS_MAX];

static struct server *platform_server(void *context)
{
    struct platform *platform = context;
    return &platform->world->servers[platform->server];
}

static uint64_t digest(uint64_t hash, const char *bytes, size_t size)
{
    for (; size >= 8; size -= 8, bytes += 8) {
        uint64_t word;
        memcpy(&word, bytes, sizeof word);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15;
        hash ^= hash >> 29;
    }
    for (; size > 0; size--)
        hash = (hash ^ (unsigned char)*bytes++) * 0x100000001b3;
    return hash;
}

static struct outgoing outgoing_read(const char *text, size_t length)
{
    static const char key[] = "\"view\":{";
    struct outgoing outgoing = {.text = text, .length = length};
    const char *at = memmem(text, length, key, sizeof key - 1);
    if (!at) {
        outgoing.json = json_loadb(text, length, 0, NULL);
        return outgoing;
    }
    /* No text in a view contains a brace. */
    const char *end = at + sizeof key - 1;
    for (int depth = 1; depth > 0 && end < text + length; end++)
        depth += (*end == '{') - (*end == '}');
    outgoing.view = at;
    outgoing.view_length = (size_t)(end - at);
    char *rest = alloc_new(length);
    size_t before = (size_t)(at - text);
    memcpy(rest, text, before);
    size_t size = before + (size_t)sprintf(rest + before, "\"view\":0");
    memcpy(rest + size, end, (size_t)(text + length - end));
    outgoing.json = json_loadb(rest, size + (size_t)(text + length - end), 0, NULL);
    free(rest);
    return outgoing;
}

static void on_send(void *context, struct client *client, struct message *message)
{
    struct world *world = ((struct platform *)context)->world;
    if (platform_server(context)->dying)
        return;
    struct connection *connection = client_owner(client);
    if (connection->ended)
        fail(world, "connection %d: the server sends after it has ended the connection",
             connection->number);
    const char *text = message_text(message);
    world->digest = digest(world->digest, text, message->length);
    world->counts.messages++;
    trace(world, "server %d on connection %d: %.*s", connection->server, connection->number,
          (int)(message->length > 600 && !getenv("SIMULATION_LONG") ? 600 : message->length), text);
    struct outgoing outgoing = outgoing_read(text, message->length);
    if (connection->is_http) {
        check_http_answer(world, connection, &outgoing);
        check_seeds(world, connection, text, message->length);
        json_decref(outgoing.json);
        return;
    }
    struct pending answered = check_message(world, connection, &outgoing);
    connection->to_actor_ms = later(
        connection->to_actor_ms, world->now_ms + 1 + random_below(&world->rng, world->latency_ms));
    event_plan(
        world,
        (struct event){.at_ms = connection->to_actor_ms,
                       .kind = EVENT_TO_ACTOR,
                       .connection = connection,
                       .json = outgoing.json,
                       .view = outgoing.view ? digest(1, outgoing.view, outgoing.view_length) : 0,
                       .answered = answered});
}

static void on_end(void *context, struct client *client)
{
    struct world *world = ((struct platform *)context)->world;
    struct connection *connection = client_owner(client);
    if (platform_server(context)->dying || connection->ended)
        return;
    trace(world, "server %d ends connection %d", connection->server, connection->number);
    connection->ended = true;
    event_plan(world, (struct event){.at_ms = world->now_ms + 1 + random_below(&world->rng, 100),
                                     .kind = EVENT_SERVER_DISCONNECTED,
                                     .connection = connection});
    connection->to_actor_ms = later(connection->to_actor_ms, world->now_ms) + 1;
    event_plan(world, (struct event){.at_ms = connection->to_actor_ms,
                                     .kind = EVENT_ACTOR_DISCONNECTED,
                                     .connection = connection});
}

static void on_think(void *context, struct decision *decision)
{
    struct platform *platform = context;
    struct world *world = platform->world;
    leases_check_thinking(world, platform->server, decision);
    if (happens(&world->rng, 500)) /* otherwise it waits for a thread until it is done */
        atomic_store(&decision->begun_ms, world->now_ms + platform_server(context)->skew_ms);
    event_plan(world, (struct event){.at_ms = world->now_ms + 1 +
                                              random_below(&world->rng, world->decision_ms),
                                     .kind = EVENT_DECISION,
                                     .who = platform->server,
                                     .life = platform_server(context)->life,
                                     .work = decision});
}

static void on_hash(void *context, struct password_work *work)
{
    struct platform *platform = context;
    struct world *world = platform->world;
    event_plan(world, (struct event){.at_ms = world->now_ms + 1 + random_below(&world->rng, 300),
                                     .kind = EVENT_PASSWORD,
                                     .who = platform->server,
                                     .life = platform_server(context)->life,
                                     .work = work});
}

static void on_entropy(void *context, void *bytes, size_t size)
{
    unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        at[i] = (unsigned char)(rng_next(&platform_server(context)->entropy) >> 32);
}

static int64_t on_now_us(void *context)
{
    return ((struct platform *)context)->world->now_ms * 1000;
}

static int64_t on_cpu_us(void *context)
{
    (void)context;
    return 0;
}

static void on_log(void *context, const char *event, json_t *fields)
{
    struct world *world = ((struct platform *)context)->world;
    char *text = json_dumps(fields, JSON_COMPACT);
    trace(world, "log: %s %s", event, text ? text : "");
    free(text);
    json_decref(fields);
}

void server_schedule(struct world *world, int number)
{
    struct server *server = &world->servers[number];
    struct store_figures figures;
    if (server->scheduled || !server->store)
        return;
    store_figures(server->store, &figures);
    if (figures.waiting == 0)
        return;
    server->scheduled = true;
    int64_t at_ms = world->now_ms + random_below(&world->rng, world->disk_ms);
    event_plan(world, (struct event){
                          .at_ms = at_ms, .kind = EVENT_WORK, .who = number, .life = server->life});
}

void server_start(struct world *world, int number)
{
    struct server *server = &world->servers[number];
    if (server->hall)
        return;
    platforms[number] = (struct platform){.world = world, .server = number};
    char error[200];
    server->life++;
    server->dying = server->scheduled = false;
    rng_start(&server->entropy, rng_next(&world->rng));
    server->store = database_open(error, sizeof error);
    if (!server->store)
        fail(world, "the database cannot be opened: %s", error);
    struct hall_settings settings = {.limits = world->limits,
                                     .texts = tested_texts(),
                                     .session_ms = world->session_ms,
                                     .guest_ms = world->guest_ms,
                                     .haste = world->haste,
                                     .now_ms = world->now_ms + server->skew_ms};
    struct hall_platform platform = {.context = &platforms[number],
                                     .send = on_send,
                                     .end = on_end,
                                     .think = on_think,
                                     .hash = on_hash,
                                     .entropy = on_entropy,
                                     .now_us = on_now_us,
                                     .cpu_us = on_cpu_us,
                                     .log = on_log};
    server->hall = hall_new(&settings, &platform, server->store);
    hall_load(server->hall);
    trace(world, "server %d starts", number);
    server_schedule(world, number);
    event_plan(world, (struct event){.at_ms = world->now_ms + HALL_TICK_MS,
                                     .kind = EVENT_TICK,
                                     .who = number,
                                     .life = server->life});
}

/* Returns work that is under way, so that nothing leaks. It has no effect any more. */
static void server_drain(struct world *world, struct server *server)
{
    hall_stop(server->hall);
    for (size_t i = 0; i < world->event_count; i++) {
        struct event *event = &world->events[i];
        void *work = event->work;
        if (!work || &world->servers[event->who] != server)
            continue;
        event->work = NULL;
        if (event->kind == EVENT_DECISION)
            hall_decision_done(server->hall, work, world->now_ms + server->skew_ms);
        else
            hall_password_done(server->hall, work, world->now_ms + server->skew_ms);
        i = (size_t)-1; /* starts over: there may be new work */
    }
}

/* While no server runs, the journal may become shorter. Nothing that is still open, nor a person, changes by
 * that. */
static void compact(struct world *world)
{
    for (int s = 0; s < world->server_count; s++)
        if (world->servers[s].hall)
            return;
    for (int i = 0; i < world->truth_count; i++) {
        struct truth *truth = world->truths[i];
        truth_reach(world, truth->id, (int64_t)truth->instant_count);
        if (truth->table->state == TABLE_CLOSED)
            return;
    }
    database_compact();
    truth_check_kept(world);
}

void server_kill(struct world *world, int number, bool in_order)
{
    struct server *server = &world->servers[number];
    if (!server->hall)
        return;
    trace(world, "server %d %s", number, in_order ? "stops" : "dies");
    if (in_order) {
        hall_stop(server->hall);
        store_work(server->store);
        people_look(world);
        store_collect(server->store);
        world->counts.stops++;
    } else {
        world->counts.kills++;
    }
    truth_check_hall(world, server->hall);
    server->dying = true;
    server_drain(world, server);
    for (struct connection *connection = world->connections; connection;
         connection = connection->next) {
        if (connection->server != number || connection->life != server->life)
            continue;
        if (connection->client) {
            people_left(world, connection);
            hall_leave(server->hall, connection->client);
        }
        connection->client = NULL;
        if (!connection->cut && !connection->ended)
            event_plan(world, (struct event){
                                  .at_ms = later(connection->to_actor_ms,
                                                 world->now_ms + random_below(&world->rng, 300)),
                                  .kind = EVENT_ACTOR_DISCONNECTED,
                                  .connection = connection});
        /* Messages in flight may still arrive, or be lost. */
        connection->ended = true;
        if (happens(&world->rng, 500))
            connection->cut = true;
    }
    hall_free(server->hall);
    /* Some die in the middle of a transaction. */
    if (!in_order && happens(&world->rng, 500)) {
        database_break(random_below(&world->rng, 8));
        store_work(server->store);
        store_abandon(server->store);
        database_break(-1);
    } else {
        store_abandon(server->store);
    }
    people_look(world); /* what was asked before may still have been done */
    server->hall = NULL;
    server->store = NULL;
    truth_check_kept(world);
    compact(world);
}

/* Other tests cover the search: here, any legal move will do. */
static void think(struct decision *decision)
{
    decision->iterations = 1;
    if (!decision->player || decision->player->way > MIND_RULES || decision->player->is_step)
        game_sample(decision->game, decision->view.bytes, decision->seat, &decision->rng,
                    &decision->move.head);
    else
        decision_think(decision);
}

static void hash(struct password_work *work)
{
    char hashed[STORE_PASSWORD_TEXT];
    snprintf(hashed, sizeof hashed, "simulated:%.100s", work->password);
    if (work->hashed[0])
        work->matches = strcmp(work->hashed, hashed) == 0;
    else
        memcpy(work->hashed, hashed, sizeof hashed);
}

static void server_disconnected(struct world *world, struct connection *connection)
{
    struct server *server = &world->servers[connection->server];
    if (!connection->client || server->life != connection->life || !server->hall)
        return;
    struct client *client = connection->client;
    connection->client = NULL;
    people_left(world, connection);
    hall_leave(server->hall, client);
}

static void arrives(struct world *world, struct event *event)
{
    struct connection *connection = event->connection;
    struct server *server = &world->servers[connection->server];
    if (connection->cut || connection->ended || !connection->client || !server->hall ||
        server->life != connection->life)
        return;
    json_t *json = json_loadb(event->bytes, event->size, 0, NULL);
    struct pending *pending = pending_find(connection, json_object_get(json, "id"));
    if (pending) {
        pending->arrived = true;
        pending->arrived_ms = world->now_ms;
        people_arrives(world, connection, pending, json);
    }
    json_decref(json);
    hall_receive(server->hall, connection->client, event->bytes, event->size,
                 world->now_ms + server->skew_ms);
    server_schedule(world, connection->server);
    if (!world->is_calm && happens(&world->rng, world->drop))
        world->counts.drops++, connection_cut(world, connection, false);
}

/* Notifications of other servers may be late, lost, or about nothing. */
static void notify_others(struct world *world, const struct server *server)
{
    for (int i = 0; i < world->server_count; i++)
        if (&world->servers[i] != server && happens(&world->rng, 600))
            event_plan(world,
                       (struct event){.at_ms = world->now_ms + random_below(&world->rng, 100),
                                      .kind = EVENT_LOOK,
                                      .who = i,
                                      .life = world->servers[i].life});
}

static void server_work(struct world *world, struct server *server)
{
    if (!world->is_calm && happens(&world->rng, world->full))
        server->full_until_ms = /* sometimes for longer than its leases last */
            world->now_ms + random_below(&world->rng, happens(&world->rng, 200) ? 10000 : 1000);
    if (!world->is_calm && world->now_ms < server->full_until_ms && hall_is_ready(server->hall)) {
        database_break(random_below(&world->rng, 6));
        world->counts.disk_failures++;
    }
    store_work(server->store);
    database_break(-1);
    people_look(world);
    notify_others(world, server);
}

void server_event(struct world *world, struct event *event)
{
    if (event->kind == EVENT_TO_SERVER) {
        arrives(world, event);
        return;
    }
    if (event->kind == EVENT_SERVER_DISCONNECTED) {
        server_disconnected(world, event->connection);
        server_schedule(world, event->connection->server);
        return;
    }
    struct server *server = &world->servers[event->who];
    if (!server->hall || event->life != server->life)
        return;
    switch (event->kind) {
    case EVENT_TICK:
        hall_tick(server->hall, world->now_ms + server->skew_ms);
        event->at_ms += HALL_TICK_MS;
        event_plan(world, *event);
        break;
    case EVENT_WORK:
        server_work(world, server);
        event->at_ms += random_below(&world->rng, world->disk_ms);
        event->kind = EVENT_COLLECT;
        event_plan(world, *event);
        return;
    case EVENT_COLLECT:
        server->scheduled = false;
        store_collect(server->store);
        break;
    case EVENT_LOOK:
        hall_look(server->hall);
        break;
    case EVENT_DECISION:
        think(event->work);
        hall_decision_done(server->hall, event->work, world->now_ms + server->skew_ms);
        break;
    case EVENT_PASSWORD:
        hash(event->work);
        hall_password_done(server->hall, event->work, world->now_ms + server->skew_ms);
        break;
    default:
        CHECK(false);
    }
    server_schedule(world, event->who);
}
