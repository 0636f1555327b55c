/* Time, the network and the servers of the simulation. Messages on one line stay in order, those on
 * different lines do not; a line may be cut at any moment, and each side learns of it at another
 * time. A server is a hall and a store; it may die between any two moments. */
#define _GNU_SOURCE
#include "simulation.h"

#include "base/check.h"
#include "players/player.h"
#include "store/open.h"
#include "support.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Time ---- */

static bool sooner(const struct moment *a, const struct moment *b)
{
    return a->at_ms != b->at_ms ? a->at_ms < b->at_ms : a->order < b->order;
}

void moment_plan(struct world *world, struct moment moment)
{
    if (world->moment_count == world->moment_room) {
        world->moment_room = world->moment_room ? world->moment_room * 2 : 256;
        world->moments = realloc(world->moments, world->moment_room * sizeof *world->moments);
        CHECK(world->moments);
    }
    moment.order = world->order++;
    size_t at = world->moment_count++;
    while (at > 0 && sooner(&moment, &world->moments[(at - 1) / 2])) {
        world->moments[at] = world->moments[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    world->moments[at] = moment;
}

struct moment moment_next(struct world *world)
{
    CHECK(world->moment_count > 0);
    struct moment first = world->moments[0], last = world->moments[--world->moment_count];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= world->moment_count)
            break;
        if (child + 1 < world->moment_count &&
            sooner(&world->moments[child + 1], &world->moments[child]))
            child++;
        if (!sooner(&world->moments[child], &last))
            break;
        world->moments[at] = world->moments[child];
        at = child;
    }
    world->moments[at] = last;
    return first;
}

void moment_free(struct moment *moment)
{
    free(moment->bytes);
    json_decref(moment->json);
}

/* ---- Lines ---- */

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

struct line *line_open(struct world *world, int actor, int server)
{
    struct server *to = &world->servers[server];
    if (!to->hall || !hall_is_ready(to->hall))
        return NULL;
    struct line *line = calloc(1, sizeof *line);
    CHECK(line);
    *line = (struct line){.number = world->line_count++,
                          .actor = actor,
                          .server = server,
                          .life = to->life,
                          .open = true,
                          .next = world->lines};
    world->lines = line;
    char address[16];
    snprintf(address, sizeof address, "10.0.0.%d", actor % 5);
    line->client = hall_enter(to->hall, address, line);
    trace(world, "line %d: actor %d to server %d", line->number, actor, server);
    return line;
}

static void server_loses(struct world *world, struct line *line)
{
    struct server *server = &world->servers[line->server];
    if (!line->client || server->life != line->life || !server->hall)
        return;
    struct client *client = line->client;
    line->client = NULL;
    hall_leave(server->hall, client);
}

void line_cut(struct world *world, struct line *line, bool by_actor)
{
    if (line->cut)
        return;
    trace(world, "line %d: cut", line->number);
    line->cut = true;
    int slow = world->is_calm ? 50 : happens(&world->rng, 300) ? 20000 : 200;
    moment_plan(world, (struct moment){.at_ms = world->now_ms + chance(&world->rng, slow),
                                       .kind = MOMENT_SERVER_LOSES,
                                       .line = line});
    if (by_actor)
        line->open = false;
    else
        moment_plan(world, (struct moment){.at_ms = world->now_ms + chance(&world->rng, 200),
                                           .kind = MOMENT_ACTOR_LOSES,
                                           .line = line});
}

void line_throw(struct world *world, struct line *line, const char *bytes, size_t size)
{
    char *copy = malloc(size + 1);
    CHECK(copy);
    memcpy(copy, bytes, size);
    copy[size] = 0;
    line->to_server_ms =
        later(line->to_server_ms, world->now_ms + 1 + chance(&world->rng, world->latency_ms));
    moment_plan(world, (struct moment){.at_ms = line->to_server_ms,
                                       .kind = MOMENT_TO_SERVER,
                                       .line = line,
                                       .bytes = copy,
                                       .size = size});
}

/* Ids are any JSON. */
static json_t *id_new(struct actor *actor)
{
    json_int_t number = (json_int_t)actor->next_id++;
    char text[24];
    switch (chance(&actor->rng, 6)) {
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

void line_ask(struct world *world, struct line *line, struct actor *actor, const char *cmd,
              json_t *request)
{
    json_t *id = id_new(actor);
    json_object_set(request, "id", id);
    if (!json_object_get(request, "cmd"))
        json_object_set_new(request, "cmd", json_string(cmd));
    if (line->asked_count == line->asked_room) {
        line->asked_room = line->asked_room ? line->asked_room * 2 : 8;
        line->asked = realloc(line->asked, line->asked_room * sizeof *line->asked);
        CHECK(line->asked);
    }
    struct asked *asked = &line->asked[line->asked_count++];
    *asked = (struct asked){.id = id, .cmd = cmd, .since = -1};
    copy_text(asked->table, sizeof asked->table, json_object_get(request, "table"));
    copy_text(asked->cid, sizeof asked->cid, json_object_get(request, "cid"));
    json_t *since = json_object_get(request, "since");
    if (json_is_integer(since))
        asked->since = json_integer_value(since);
    int owner, number;
    if (sscanf(asked->cid, "%d-%d", &owner, &number) == 2 && owner == actor->number)
        actor->sends[number]++;
    char *text = json_dumps(request, JSON_COMPACT);
    CHECK(text);
    world->tally.requests++;
    trace(world, "actor %d on line %d: %s", line->actor, line->number, text);
    line_throw(world, line, text, strlen(text));
    free(text);
    json_decref(request);
}

struct asked *asked_find(struct line *line, const json_t *id)
{
    for (size_t i = 0; i < line->asked_count; i++)
        if (json_equal(line->asked[i].id, id))
            return &line->asked[i];
    return NULL;
}

void line_free_all(struct world *world)
{
    while (world->lines) {
        struct line *line = world->lines;
        world->lines = line->next;
        for (size_t i = 0; i < line->asked_count; i++)
            json_decref(line->asked[i].id);
        free(line->asked);
        free(line);
    }
}

/* ---- What a hall wants from outside ---- */

struct outside {
    struct world *world;
    int server;
};
static struct outside outsides[SERVERS_MAX];

static struct server *outside_server(void *context)
{
    struct outside *outside = context;
    return &outside->world->servers[outside->server];
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

static struct letter letter_read(const char *text, size_t length)
{
    static const char key[] = "\"view\":{";
    struct letter letter = {.text = text, .length = length};
    const char *at = memmem(text, length, key, sizeof key - 1);
    if (!at) {
        letter.json = json_loadb(text, length, 0, NULL);
        return letter;
    }
    /* No text in a view has a brace. */
    const char *end = at + sizeof key - 1;
    for (int depth = 1; depth > 0 && end < text + length; end++)
        depth += (*end == '{') - (*end == '}');
    letter.view = at;
    letter.view_length = (size_t)(end - at);
    char *rest = malloc(length);
    CHECK(rest);
    size_t before = (size_t)(at - text);
    memcpy(rest, text, before);
    size_t size = before + (size_t)sprintf(rest + before, "\"view\":0");
    memcpy(rest + size, end, (size_t)(text + length - end));
    letter.json = json_loadb(rest, size + (size_t)(text + length - end), 0, NULL);
    free(rest);
    return letter;
}

static void on_send(void *context, struct client *client, struct message *message)
{
    struct world *world = ((struct outside *)context)->world;
    if (outside_server(context)->dying)
        return;
    struct line *line = client_owner(client);
    if (line->ended)
        broken(world, "line %d: the server sends after it has ended the line", line->number);
    const char *text = message_text(message);
    world->digest = digest(world->digest, text, message->length);
    world->tally.messages++;
    trace(world, "server %d on line %d: %.*s", line->server, line->number,
          (int)(message->length > 600 && !getenv("SIMULATION_LONG") ? 600 : message->length), text);
    struct letter letter = letter_read(text, message->length);
    if (line->is_http) {
        http_told(world, line, &letter);
        check_seeds(world, line, text, message->length);
        json_decref(letter.json);
        return;
    }
    struct asked answered = told(world, line, &letter);
    line->to_actor_ms =
        later(line->to_actor_ms, world->now_ms + 1 + chance(&world->rng, world->latency_ms));
    moment_plan(
        world, (struct moment){.at_ms = line->to_actor_ms,
                               .kind = MOMENT_TO_ACTOR,
                               .line = line,
                               .json = letter.json,
                               .view = letter.view ? digest(1, letter.view, letter.view_length) : 0,
                               .answered = answered});
}

static void on_end(void *context, struct client *client)
{
    struct world *world = ((struct outside *)context)->world;
    struct line *line = client_owner(client);
    if (outside_server(context)->dying || line->ended)
        return;
    trace(world, "server %d ends line %d", line->server, line->number);
    line->ended = true;
    moment_plan(world, (struct moment){.at_ms = world->now_ms + 1 + chance(&world->rng, 100),
                                       .kind = MOMENT_SERVER_LOSES,
                                       .line = line});
    line->to_actor_ms = later(line->to_actor_ms, world->now_ms) + 1;
    moment_plan(world, (struct moment){
                           .at_ms = line->to_actor_ms, .kind = MOMENT_ACTOR_LOSES, .line = line});
}

static void on_think(void *context, struct decision *decision)
{
    struct outside *outside = context;
    struct world *world = outside->world;
    if (happens(&world->rng, 500)) /* or else it still waits for a thread, until it is done */
        atomic_store(&decision->begun_ms, world->now_ms + outside_server(context)->skew_ms);
    moment_plan(
        world, (struct moment){.at_ms = world->now_ms + 1 + chance(&world->rng, world->decision_ms),
                               .kind = MOMENT_THOUGHT,
                               .who = outside->server,
                               .life = outside_server(context)->life,
                               .work = decision});
}

static void on_hash(void *context, struct password_work *work)
{
    struct outside *outside = context;
    struct world *world = outside->world;
    moment_plan(world, (struct moment){.at_ms = world->now_ms + 1 + chance(&world->rng, 300),
                                       .kind = MOMENT_PASSWORD,
                                       .who = outside->server,
                                       .life = outside_server(context)->life,
                                       .work = work});
}

static void on_entropy(void *context, void *bytes, size_t size)
{
    unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        at[i] = (unsigned char)(rng_next(&outside_server(context)->entropy) >> 32);
}

static int64_t on_now_us(void *context)
{
    return ((struct outside *)context)->world->now_ms * 1000;
}

static int64_t on_cpu_us(void *context)
{
    (void)context;
    return 0;
}

static void on_log(void *context, const char *event, json_t *fields)
{
    struct world *world = ((struct outside *)context)->world;
    char *text = json_dumps(fields, JSON_COMPACT);
    trace(world, "log: %s %s", event, text ? text : "");
    free(text);
    json_decref(fields);
}

/* ---- Servers ---- */

/* The store works some time after something was submitted. */
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
    int64_t at_ms = world->now_ms + chance(&world->rng, world->disk_ms);
    moment_plan(
        world,
        (struct moment){.at_ms = at_ms, .kind = MOMENT_WORK, .who = number, .life = server->life});
}

void server_start(struct world *world, int number)
{
    struct server *server = &world->servers[number];
    if (server->hall)
        return;
    outsides[number] = (struct outside){.world = world, .server = number};
    char error[200];
    server->life++;
    server->dying = server->scheduled = false;
    rng_start(&server->entropy, rng_next(&world->rng));
    server->store = store_open(world->database, NULL, NULL, error, sizeof error);
    if (!server->store)
        broken(world, "the database cannot be opened: %s", error);
    struct hall_settings settings = {.limits = world->limits,
                                     .texts = tested_texts(),
                                     .now_ms = world->now_ms + server->skew_ms};
    struct hall_outside outside = {.context = &outsides[number],
                                   .send = on_send,
                                   .end = on_end,
                                   .think = on_think,
                                   .hash = on_hash,
                                   .entropy = on_entropy,
                                   .now_us = on_now_us,
                                   .cpu_us = on_cpu_us,
                                   .log = on_log};
    server->hall = hall_new(&settings, &outside, server->store);
    hall_load(server->hall);
    trace(world, "server %d starts", number);
    server_schedule(world, number);
    moment_plan(world, (struct moment){.at_ms = world->now_ms + HALL_TICK_MS,
                                       .kind = MOMENT_TICK,
                                       .who = number,
                                       .life = server->life});
}

/* What is being thought of comes back, so that nothing leaks; it reaches nobody and no disk. */
static void server_drain(struct world *world, struct server *server)
{
    hall_stop(server->hall);
    for (size_t i = 0; i < world->moment_count; i++) {
        struct moment *moment = &world->moments[i];
        void *work = moment->work;
        if (!work || &world->servers[moment->who] != server)
            continue;
        moment->work = NULL;
        if (moment->kind == MOMENT_THOUGHT)
            hall_decision_done(server->hall, work, world->now_ms + server->skew_ms);
        else
            hall_password_done(server->hall, work, world->now_ms + server->skew_ms);
        i = (size_t)-1; /* there may be others now */
    }
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
        store_collect(server->store);
        world->tally.stops++;
    } else {
        world->tally.kills++;
    }
    truth_check_hall(world, server->hall);
    server->dying = true;
    server_drain(world, server);
    for (struct line *line = world->lines; line; line = line->next) {
        if (line->server != number || line->life != server->life)
            continue;
        if (line->client)
            hall_leave(server->hall, line->client);
        line->client = NULL;
        if (!line->cut && !line->ended)
            moment_plan(world,
                        (struct moment){.at_ms = later(line->to_actor_ms,
                                                       world->now_ms + chance(&world->rng, 300)),
                                        .kind = MOMENT_ACTOR_LOSES,
                                        .line = line});
        /* What a server has sent may still arrive, or be lost. */
        line->ended = true;
        if (happens(&world->rng, 500))
            line->cut = true;
    }
    hall_free(server->hall);
    /* Some die while they write, and the rest of it is never written. */
    if (!in_order && happens(&world->rng, 500)) {
        disk_break(chance(&world->rng, 8));
        store_work(server->store);
        store_abandon(server->store);
        disk_break(-1);
    } else {
        store_abandon(server->store);
    }
    server->hall = NULL;
    server->store = NULL;
    truth_check_kept(world);
}

/* The thinking itself is other tests' affair: any legal move will do here, and quickly. */
static void think(struct decision *decision)
{
    decision->iterations = 1;
    if (decision->player->level > 1)
        decision->game->sample(decision->view.bytes, decision->seat, &decision->rng,
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

static void arrives(struct world *world, struct moment *moment)
{
    struct line *line = moment->line;
    struct server *server = &world->servers[line->server];
    if (line->cut || line->ended || !line->client || !server->hall || server->life != line->life)
        return;
    json_t *json = json_loadb(moment->bytes, moment->size, 0, NULL);
    struct asked *asked = asked_find(line, json_object_get(json, "id"));
    if (asked) {
        asked->arrived = true;
        asked->arrived_ms = world->now_ms;
    }
    json_decref(json);
    hall_receive(server->hall, line->client, moment->bytes, moment->size,
                 world->now_ms + server->skew_ms);
    server_schedule(world, line->server);
    if (!world->is_calm && happens(&world->rng, world->drop))
        world->tally.drops++, line_cut(world, line, false);
}

static void server_work(struct world *world, struct server *server)
{
    if (!world->is_calm && happens(&world->rng, world->full))
        server->full_until_ms = world->now_ms + chance(&world->rng, 1000);
    if (!world->is_calm && world->now_ms < server->full_until_ms && hall_is_ready(server->hall)) {
        disk_break(chance(&world->rng, 6));
        world->tally.disk_failures++;
    }
    store_work(server->store);
    disk_break(-1);
}

void server_moment(struct world *world, struct moment *moment)
{
    if (moment->kind == MOMENT_TO_SERVER) {
        arrives(world, moment);
        return;
    }
    if (moment->kind == MOMENT_SERVER_LOSES) {
        server_loses(world, moment->line);
        server_schedule(world, moment->line->server);
        return;
    }
    struct server *server = &world->servers[moment->who];
    if (!server->hall || moment->life != server->life)
        return;
    switch (moment->kind) {
    case MOMENT_TICK:
        hall_tick(server->hall, world->now_ms + server->skew_ms);
        moment->at_ms += HALL_TICK_MS;
        moment_plan(world, *moment);
        break;
    case MOMENT_WORK:
        server_work(world, server);
        moment->at_ms += chance(&world->rng, world->disk_ms);
        moment->kind = MOMENT_COLLECT;
        moment_plan(world, *moment);
        return;
    case MOMENT_COLLECT:
        server->scheduled = false;
        store_collect(server->store);
        break;
    case MOMENT_THOUGHT:
        think(moment->work);
        hall_decision_done(server->hall, moment->work, world->now_ms + server->skew_ms);
        break;
    case MOMENT_PASSWORD:
        hash(moment->work);
        hall_password_done(server->hall, moment->work, world->now_ms + server->skew_ms);
        break;
    default:
        CHECK(false);
    }
    server_schedule(world, moment->who);
}
