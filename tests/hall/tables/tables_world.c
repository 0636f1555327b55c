/* The platform on which whole games are played through the hall. Then: requests. */
#include "tables_world.h"

#include "base/base.h"
#include "players/players.h"
#include "store/sqlite/sqlite.h"
#include "store/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h> /* needs those above */

char world_path[128];
int world_logs_expected;
int64_t world_push_after_ms;
struct texts *world_texts;
struct database *(*world_wrap)(struct database *database);

static void receive_step(struct connection *connection, json_t *json)
{
    json_int_t version = json_integer_value(json_object_get(json, "v"));
    /* Every step comes once and in order. */
    assert_int_equal(version, connection->version + 1);
    connection->version = version;
    connection->steps++;
    json_decref(connection->step);
    connection->step = json_incref(json);
}

static void receive(struct connection *connection, json_t *json)
{
    const char *push = json_string_value(json_object_get(json, "push"));
    const char *table = json_string_value(json_object_get(json, "table"));
    if (json_object_get(json, "ok")) {
        json_decref(connection->answer);
        connection->answer = json_incref(json);
    }
    if (!push || !table || (connection->table[0] && strcmp(table, connection->table) != 0))
        return;
    if (strcmp(push, "step") == 0)
        receive_step(connection, json);
    if (strcmp(push, "table") == 0) {
        connection->version = json_integer_value(json_object_get(json, "v"));
        json_t *you = json_object_get(json, "you");
        connection->you = json_is_integer(you) ? (int)json_integer_value(you) : -1;
        connection->tables_received++;
        json_decref(connection->shown);
        connection->shown = json_incref(json);
    }
    if (strcmp(push, "clocks") == 0) {
        json_decref(connection->clocks);
        connection->clocks = json_incref(json);
    }
    if (strcmp(push, "online") == 0) {
        json_decref(connection->online);
        connection->online = json_incref(json);
    }
    connection->gestures += strcmp(push, "gesture") == 0;
}

static void platform_send(void *context, struct client *client, struct message *message)
{
    (void)context;
    json_error_t error;
    json_t *json = json_loadb(message_text(message), message->length, 0, &error);
    if (!json)
        fail_msg("%s: %.*s", error.text, (int)message->length, message_text(message));
    receive(client_owner(client), json);
    json_decref(json);
}

static void platform_end(void *context, struct client *client)
{
    (void)context, (void)client;
    fail_msg("a connection was ended");
}

/* Levels with a time limit get a small number of iterations instead. */
static void platform_think(void *context, struct decision *decision)
{
    struct world *world = context;
    assert_true(world->decision_count < THOUGHTS_MAX);
    if (!decision->player || decision->player->ms) /* NULL: the teacher */
        decision->iterations = 20;
    world->decisions[world->decision_count++] = decision;
}

static void platform_hash(void *context, struct password_work *work)
{
    (void)context, (void)work;
    fail_msg("nobody has a password here");
}

static void platform_push(void *context, struct push_message *message)
{
    struct world *world = context;
    assert_true(world->push_count < PUSHES_MAX);
    world->pushes[world->push_count++] = message;
}

static void platform_entropy(void *context, void *bytes, size_t size)
{
    struct world *world = context;
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)rng_next(&world->rng);
}

static int64_t platform_now_us(void *context)
{
    return ((struct world *)context)->now_ms * 1000;
}

static int64_t platform_cpu_us(void *context)
{
    (void)context;
    return 0;
}

static void platform_log(void *context, const char *event, json_t *fields)
{
    (void)context;
    char *text = json_dumps(fields, 0);
    json_decref(fields);
    if (--world_logs_expected < 0)
        fail_msg("logged: %s %s", event, text);
    free(text);
}

void world_settle(struct world *world)
{
    size_t news = 1;
    while (news) {
        store_work(world->store);
        news = store_collect(world->store);
        while (!world->thinks_never && world->decision_count) {
            struct decision *decision = world->decisions[--world->decision_count];
            decision_think(decision);
            hall_decision_done(world->hall, decision, world->now_ms);
            news++;
        }
    }
}

void world_pass(struct world *world, int64_t ms)
{
    for (int64_t end_ms = world->now_ms + ms; world->now_ms < end_ms;) {
        world->now_ms += HALL_TICK_MS;
        hall_tick(world->hall, world->now_ms);
        world_settle(world);
    }
}

void world_pass_long(struct world *world, int64_t ms)
{
    for (int64_t end_ms = world->now_ms + ms; world->now_ms < end_ms;) {
        world->now_ms += SWEEP_MS;
        hall_tick(world->hall, world->now_ms);
        world_settle(world);
    }
}

void world_open(struct world *world, uint64_t seed, int64_t now_ms)
{
    char error[200] = "";
    *world = (struct world){.now_ms = now_ms};
    rng_start(&world->rng, seed);
    struct database *database = sqlite_open(world_path, false, error, sizeof error);
    if (!database)
        fail_msg("%s", error);
    world->store = store_new(queue_new(world_wrap ? world_wrap(database) : database));
    struct hall_settings settings = {
        .limits = hall_limits_standard, .texts = world_texts, .positions = true, .now_ms = now_ms};
    settings.push_after_ms = world_push_after_ms;
    settings.limits.messages_per_second = 100000; /* the test's clock stands still */
    struct hall_platform platform = {.context = world,
                                     .send = platform_send,
                                     .end = platform_end,
                                     .think = platform_think,
                                     .hash = platform_hash,
                                     .push = platform_push,
                                     .entropy = platform_entropy,
                                     .now_us = platform_now_us,
                                     .cpu_us = platform_cpu_us,
                                     .log = platform_log};
    world->hall = hall_new(&settings, &platform, world->store);
    hall_load(world->hall);
    world_settle(world);
    assert_true(hall_is_ready(world->hall));
}

void connection_forget(struct connection *connection)
{
    json_decref(connection->answer);
    json_decref(connection->step);
    json_decref(connection->shown);
    json_decref(connection->online);
    json_decref(connection->clocks);
    connection->answer = connection->step = connection->shown = NULL;
    connection->online = connection->clocks = NULL;
}

void world_close(struct world *world)
{
    for (int i = 0; i < world->count; i++)
        connection_forget(&world->connection[i]);
    for (int i = 0; i < world->push_count; i++)
        free(world->pushes[i]);
    world->push_count = 0;
    for (int i = 0; i < world->decision_count; i++) {
        world->decisions[i]->undone = true;
        hall_decision_done(world->hall, world->decisions[i], world->now_ms);
    }
    hall_free(world->hall);
    store_close(world->store);
}

static char folder[64];

int world_set_up(void **state)
{
    /* A folder in memory, if there is one, is faster. */
    snprintf(folder, sizeof folder, "%s/ludosaure-tables-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    assert_non_null(mkdtemp(folder));
    snprintf(world_path, sizeof world_path, "%s/test.db", folder);
    world_logs_expected = 0;
    *state = calloc(2, sizeof(struct world));
    assert_non_null(*state);
    world_open(*state, 1, WORLD_BEGIN_MS);
    return 0;
}

int world_tear_down(void **state)
{
    world_close(*state);
    free(*state);
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char name[160];
        snprintf(name, sizeof name, "%s%s", world_path, ends[i]);
        unlink(name);
    }
    assert_int_equal(rmdir(folder), 0);
    return 0;
}

/* ---- Requests ---- */

void connection_say(struct connection *connection, const char *format, ...)
{
    static char text[8192];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    assert_true(length > 0 && (size_t)length < sizeof text);
    json_decref(connection->answer);
    connection->answer = NULL;
    hall_receive(connection->world->hall, connection->client, text, (size_t)length,
                 connection->world->now_ms);
}

const char *connection_answer(const struct connection *connection, const char *key)
{
    const char *text = json_string_value(json_object_get(connection->answer, key));
    if (!text) {
        char *whole = json_dumps(connection->answer, JSON_ENCODE_ANY);
        fail_msg("no %s in %s", key, whole ? whole : "nothing");
    }
    return text;
}

void assert_answered(const struct connection *connection)
{
    if (!json_is_true(json_object_get(connection->answer, "ok"))) {
        char *whole = json_dumps(connection->answer, JSON_ENCODE_ANY);
        fail_msg("%s", whole ? whole : "no answer");
    }
}

void assert_refused(const struct connection *connection, const char *code)
{
    assert_true(json_is_false(json_object_get(connection->answer, "ok")));
    const json_t *error = json_object_get(connection->answer, "error");
    assert_string_equal(json_string_value(json_object_get(error, "code")), code);
}

struct connection *world_come(struct world *world, const char *name)
{
    struct connection *connection = &world->connection[world->count++];
    assert_true(world->count <= CONNECTIONS_MAX);
    *connection = (struct connection){.world = world, .you = -1};
    connection->client = hall_enter(world->hall, "127.0.0.1", connection);
    connection_say(connection, "{\"id\":1,\"cmd\":\"hello\",\"name\":\"%s\"}", name);
    world_settle(world);
    assert_answered(connection);
    snprintf(connection->secret, sizeof connection->secret, "%s",
             connection_answer(connection, "secret"));
    snprintf(
        connection->person, sizeof connection->person, "%s",
        json_string_value(json_object_get(json_object_get(connection->answer, "person"), "id")));
    return connection;
}

void connection_go(struct connection *connection)
{
    hall_leave(connection->world->hall, connection->client);
    connection->client = NULL;
}

void connection_come_back(struct world *world, struct connection *connection, const char *secret)
{
    connection->world = world;
    connection->client = hall_enter(world->hall, "127.0.0.1", connection);
    connection_say(connection, "{\"id\":1,\"cmd\":\"hello\",\"secret\":\"%s\"}", secret);
    world_settle(world);
    assert_answered(connection);
}

void connection_watch(struct connection *connection, const char *table, int64_t since)
{
    if (table != connection->table)
        snprintf(connection->table, sizeof connection->table, "%s", table);
    if (since < 0)
        connection_say(connection, "{\"id\":2,\"cmd\":\"watch\",\"table\":\"%s\"}", table);
    else
        connection_say(connection, "{\"id\":2,\"cmd\":\"watch\",\"table\":\"%s\",\"since\":%lld}",
                       table, (long long)since);
    world_settle(connection->world);
}

void play_create(struct connection *host, const char *game, int seats, const char *more)
{
    host->table[0] = '\0';
    connection_say(host, "{\"id\":3,\"cmd\":\"create\",\"game\":\"%s\",\"seats\":%d%s}", game,
                   seats, more);
    world_settle(host->world);
    assert_answered(host);
    /* Pushes have the table's id too, and may come after the answer. */
    snprintf(host->table, sizeof host->table, "%s", connection_answer(host, "table"));
}

struct live_table *world_live(struct world *world, const char *table)
{
    return live_tables_find(&world->hall->tables, table);
}

struct table *world_table(struct world *world, const char *table)
{
    struct live_table *live = world_live(world, table);
    assert_non_null(live);
    return live->table;
}

void play_sit_down(struct connection *host, int count, struct connection **others)
{
    char code[16];
    snprintf(code, sizeof code, "%s", connection_answer(host, "code"));
    for (int i = 0; i < count; i++) {
        struct connection *other = others[i];
        snprintf(other->table, sizeof other->table, "%s", host->table);
        connection_say(other, "{\"id\":4,\"cmd\":\"watch\",\"code\":\"%s\"}", code);
        world_settle(other->world);
        assert_answered(other);
        connection_say(other, "{\"id\":5,\"cmd\":\"sit\",\"table\":\"%s\"}", host->table);
        world_settle(other->world);
        assert_answered(other);
        assert_string_equal(json_string_value(json_object_get(other->answer, "push")), "step");
    }
}

void play_start(struct connection *host)
{
    connection_say(host, "{\"id\":6,\"cmd\":\"start\",\"table\":\"%s\"}", host->table);
    world_settle(host->world);
    assert_answered(host);
}

void play_sample(struct world *world, const struct table *table, int seat, char *text, size_t size)
{
    union game_move_storage move = {0};
    struct buffer buffer;
    game_sample(table->settings.game, table->match.state.bytes, seat, &world->rng, &move.head);
    buffer_start(&buffer, text, size);
    table->settings.game->format(table->match.state.bytes, &move.head, &buffer);
}

struct connection *world_on_seat(struct world *world, const struct table *table, int seat)
{
    for (int i = 0; i < world->count; i++)
        if (world->connection[i].client &&
            strcmp(world->connection[i].person, table->seat[seat].person) == 0)
            return &world->connection[i];
    return NULL;
}

bool play_move(struct world *world, const char *id)
{
    static char text[GAME_MOVE_TEXT_MAX];
    const struct table *table = world_table(world, id);
    uint64_t to_act = table->settings.game->to_act(table->match.state.bytes);
    for (int i = 0; i < table->settings.seats; i++) {
        int seat = (i + (int)rng_below(&world->rng, (uint32_t)table->settings.seats)) %
                   table->settings.seats;
        struct connection *connection = world_on_seat(world, table, seat);
        if (!bits_have(to_act, seat) || !connection || table->seat[seat].bot)
            continue;
        play_sample(world, table, seat, text, sizeof text);
        connection_say(connection, "{\"id\":7,\"cmd\":\"move\",\"table\":\"%s\",\"move\":\"%s\"}",
                       id, text);
        world_settle(world);
        assert_answered(connection);
        return true;
    }
    return false;
}

void play_on(struct world *world, const char *table, int moves)
{
    int idle = 0;
    for (int i = 0; i < moves && world_table(world, table)->state == TABLE_PLAYING; i++) {
        if (play_move(world, table))
            idle = 0;
        else
            world_pass(world, HALL_TICK_MS);
        assert_true(++idle < 100000);
    }
}

struct connection *three_at(struct world *world, const char *game, const char *more)
{
    struct connection *host = world_come(world, "Anna");
    struct connection *others[2] = {world_come(world, "Bert"), world_come(world, "Cleo")};
    play_create(host, game, 3, more);
    play_sit_down(host, 2, others);
    return host;
}

int world_load_texts(void **state)
{
    (void)state;
    struct fault fault;
    world_texts = texts_load(NULL, &fault);
    CHECK(world_texts);
    return 0;
}

int world_free_texts(void **state)
{
    (void)state;
    texts_free(world_texts);
    return 0;
}
