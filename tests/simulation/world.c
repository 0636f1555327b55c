/* The state of a simulated round: events, servers, connections, actors, and what was counted.
 *
 * Then: events in the order of their time; connections; what actors learn. */
#include "simulation.h"

#include "base/base.h"
#include "base/system/system.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void fail(const struct world *world, const char *format, ...)
{
    fflush(stdout);
    printf("seed %llu, after %lld ms: ", (unsigned long long)world->seed,
           (long long)(world->now_ms - world->begun_ms));
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\nagain: simulation --seed %llu --rounds 1 --verbose%s\n%d passed, 1 failed\n",
           (unsigned long long)world->seed, database_option(), world->rounds_passed);
    fflush(stdout);
    _exit(1);
}

void trace(const struct world *world, const char *format, ...)
{
    if (!world->verbose)
        return;
    printf("%7lld  ", (long long)(world->now_ms - world->begun_ms));
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
}

int random_below(struct rng *rng, int below)
{
    return (int)rng_below(rng, (uint32_t)below);
}

bool happens(struct rng *rng, int per_mille)
{
    return random_below(rng, 1000) < per_mille;
}

int random_between(struct rng *rng, int low, int high)
{
    return low + random_below(rng, high - low + 1);
}

const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* ---- Events in the order of their time ---- */

static bool sooner(const struct event *a, const struct event *b)
{
    return a->at_ms != b->at_ms ? a->at_ms < b->at_ms : a->order < b->order;
}

void event_plan(struct world *world, struct event event)
{
    world->events = alloc_grow(world->events, world->event_count, &world->event_capacity,
                               sizeof *world->events);
    event.order = world->order++;
    size_t at = world->event_count++;
    while (at > 0 && sooner(&event, &world->events[(at - 1) / 2])) {
        world->events[at] = world->events[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    world->events[at] = event;
}

struct event event_take(struct world *world)
{
    CHECK(world->event_count > 0);
    struct event first = world->events[0], last = world->events[--world->event_count];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= world->event_count)
            break;
        if (child + 1 < world->event_count &&
            sooner(&world->events[child + 1], &world->events[child]))
            child++;
        if (!sooner(&world->events[child], &last))
            break;
        world->events[at] = world->events[child];
        at = child;
    }
    world->events[at] = last;
    return first;
}

void event_free(struct event *event)
{
    free(event->bytes);
    json_decref(event->json);
}

/* ---- Connections ---- */

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
                                      .opened_ms = world->now_ms,
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
    connection->pending = alloc_grow(connection->pending, connection->pending_count,
                                     &connection->pending_capacity, sizeof *connection->pending);
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
            json_decref(connection->pending[i].id), json_decref(connection->pending[i].states);
        free(connection->pending);
        free(connection);
    }
}

/* ---- What actors learn ---- */

static void receive_removed(struct known_table *known, const json_t *json)
{
    json_decref(known->removed);
    known->removed = json_incref(json_object_get(json, "removed"));
}

static void receive_table(struct world *world, struct actor *actor, struct known_table *known,
                          const struct event *event)
{
    json_t *json = event->json;
    int64_t version = json_integer_value(json_object_get(json, "v"));
    if (version < known->version && actor->mischief == 0)
        fail(world, "actor %d: table %s goes back from %lld to %lld", actor->number, known->table,
             (long long)known->version, (long long)version);
    const json_t *you = json_object_get(json, "you");
    int seat = json_is_integer(you) ? (int)json_integer_value(you) : GAME_SPECTATOR;
    if (version == known->version && seat == known->you && event->view && known->view &&
        event->view != known->view)
        fail(world, "actor %d: table %s at %lld differs from its steps", actor->number,
             known->table, (long long)version);
    known->view = event->view;
    known->version = version;
    known->you = seat;
    json_decref(known->info);
    known->info = json_incref(json_object_get(json, "info"));
    json_decref(known->latest);
    known->latest = json_incref(json);
    receive_removed(known, json);
}

/* The seat of a person, from `info`. */
static int seat_in(const json_t *info, const char *person)
{
    size_t i;
    json_t *seat;
    json_array_foreach(json_object_get(info, "seat"), i,
                       seat) if (strcmp(text_of(seat, "person"), person) == 0) return (int)i;
    return GAME_SPECTATOR;
}

static void receive_step(struct world *world, struct actor *actor, struct known_table *known,
                         const struct event *event)
{
    json_t *json = event->json;
    int64_t version = json_integer_value(json_object_get(json, "v"));
    if (version <= known->version || known->version < 0 ||
        (version > known->version + 1 && actor->mischief > 0))
        return; /* requested again while it was on its way */
    if (version != known->version + 1)
        fail(world, "actor %d: table %s steps from %lld to %lld", actor->number, known->table,
             (long long)known->version, (long long)version);
    known->version = version;
    known->view = event->view;
    json_t *info = json_object_get(json, "info");
    if (info) {
        json_decref(known->info);
        known->info = json_incref(info);
        known->you = seat_in(info, actor->person);
        receive_removed(known, json);
    }
    /* The server lets those who were removed no longer watch a table that is not public. */
    bool is_own = strcmp(text_of(json_object_get(json, "before"), "person"), actor->person) == 0;
    if (is_own && strcmp(text_of(json, "by"), "host") == 0 &&
        !json_is_true(json_object_get(info, "public")))
        known->is_watching = false;
    if (json_object_get(json, "to_act")) {
        json_decref(known->latest);
        known->latest = json_incref(json);
    }
    const json_t *result = json_object_get(json, "result");
    if (json_is_object(result) && known->info && !info)
        json_object_set_new(known->info, "state", json_string("over"));
}

static void receive_greeting(struct world *world, struct actor *actor, const json_t *json)
{
    const json_t *person = json_object_get(json, "person");
    if (!json_is_object(person))
        return;
    if (json_object_get(json, "secret"))
        snprintf(actor->secret, sizeof actor->secret, "%s", text_of(json, "secret"));
    snprintf(actor->person, sizeof actor->person, "%s", text_of(person, "id"));
    actor->greeted = true;
    size_t i;
    json_t *table;
    json_array_foreach(json_object_get(json, "tables"), i, table)
        known_add(world, actor, json_string_value(table));
}

/* Forgets invitations that are no longer valid, and tables that are forbidden. */
static void receive_no(struct world *world, struct actor *actor, const struct pending *answered,
                       const json_t *json)
{
    const char *code = text_of(json_object_get(json, "error"), "code");
    struct known_table *known = known_find(actor, answered->table);
    if (strcmp(answered->cmd, "hello") == 0 || strcmp(answered->cmd, "login") == 0) {
        actor->greeting = actor->greeted;
        if (strcmp(code, "who") == 0 && !actor->greeted)
            actor->secret[0] = 0;
        if (strcmp(code, "who") == 0 && strcmp(answered->cmd, "login") == 0)
            actor->login[0] = 0; /* it was deleted, and the answer was lost */
    } else if (strcmp(answered->cmd, "delete") == 0) {
        actor->greeted = strcmp(code, "who") != 0;
        actor->greeting = actor->greeted;
    } else if (strcmp(answered->cmd, "create") == 0) {
        world->tables_wanted++;
    } else if (known && strcmp(answered->cmd, "watch") == 0) {
        struct invitation *invitation = invitation_find(world, known->table);
        known->is_watching = false;
        if (strcmp(code, "who") == 0)
            return;
        if (invitation && invitation->invite[0] && strcmp(code, "no_table") == 0)
            invitation->invite[0] = invitation->code[0] = 0;
        else if (strcmp(code, "forbidden") == 0 && !known->move[0])
            known_forget(actor, known);
    }
}

/* The server has logged the actor out, and ended what it watched; answers before that may have said otherwise. */
static void receive_logout(struct actor *actor)
{
    actor->greeted = actor->greeting = false;
    for (int i = 0; i < actor->known_count; i++)
        actor->known[i]->is_watching = false;
}

static void receive_yes(struct world *world, struct actor *actor, const struct pending *answered,
                        const json_t *json)
{
    if (strcmp(answered->cmd, "hello") == 0 || strcmp(answered->cmd, "login") == 0) {
        receive_greeting(world, actor, json);
    } else if (strcmp(answered->cmd, "account") == 0) {
        snprintf(actor->login, sizeof actor->login, "actor%d", actor->number);
    } else if (strcmp(answered->cmd, "logout") == 0) {
        receive_logout(actor);
    } else if (strcmp(answered->cmd, "delete") == 0) {
        receive_logout(actor);
        actor->secret[0] = actor->login[0] = 0;
        world->counts.deleted++;
    } else if (strcmp(answered->cmd, "create") == 0) {
        invitation_add(world, json);
        struct known_table *known = known_add(world, actor, text_of(json, "table"));
        if (known)
            known->is_watching = known->views = true;
    } else if (strcmp(answered->cmd, "invite") == 0) {
        struct invitation *invitation = invitation_find(world, answered->table);
        if (invitation) {
            snprintf(invitation->invite, sizeof invitation->invite, "%s", text_of(json, "invite"));
            snprintf(invitation->code, sizeof invitation->code, "%s", text_of(json, "code"));
        }
    } else if (strcmp(answered->cmd, "rematch") == 0) {
        invitation_add(world, json);
        known_add(world, actor, text_of(json, "table"));
    } else if (strcmp(answered->cmd, "friends") == 0) {
        people_listed(world, actor, json);
    } else if (strcmp(answered->cmd, "tables") == 0) {
        const json_t *tables = json_object_get(json, "tables");
        const json_t *info = json_array_get(tables, 0);
        if (info)
            known_add(world, actor, text_of(info, "id"));
    }
}

/* The answer settles a move: it was made, now or before, or never will be. */
static void receive_settled(struct actor *actor, const struct pending *answered)
{
    struct known_table *known = known_find(actor, answered->table);
    if (known && answered->cid[0] && strcmp(known->cid, answered->cid) == 0)
        known->move[0] = 0;
}

void actor_receives(struct world *world, struct actor *actor, struct event *event)
{
    if (actor->connection != event->connection)
        return;
    json_t *json = event->json;
    const char *push = text_of(json, "push");
    struct known_table *known = known_find(actor, text_of(json, "table"));
    if (known && strcmp(push, "table") == 0)
        receive_table(world, actor, known, event);
    else if (known && strcmp(push, "step") == 0)
        receive_step(world, actor, known, event);
    if (strcmp(push, "who") == 0)
        receive_logout(actor);
    if (!event->answered.cmd)
        return;
    receive_settled(actor, &event->answered);
    if (json_is_true(json_object_get(json, "ok")))
        receive_yes(world, actor, &event->answered, json);
    else
        receive_no(world, actor, &event->answered, json);
}
