/* Tables: whole games by requests through the hall, with a test as the outside: no sockets, no
 * threads, and a clock that the test turns. */
#include "server/inside.h"

#include "base/bits.h"
#include "base/check.h"
#include "game/registry.h"
#include "players/player.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h> /* needs those above */

enum { CONNECTIONS_MAX = 12, THOUGHTS_MAX = 64, NOW_MS = 1700000000 };

/* --- the outside ------------------------------------------------------------------------------- */

/* A connection, and what it was told. It watches one table at a time. */
struct connection {
    struct world *world;
    struct client *client;
    char secret[64], person[STORE_ID_TEXT], table[STORE_ID_TEXT];
    int64_t version; /* of the table, as told */
    int you;
    json_t *answer;                /* the latest with an id; a step may be one */
    json_t *step, *shown, *online; /* the latest pushes of these kinds */
    int steps, gestures, tables_told;
};

struct world {
    struct store *store;
    struct hall *hall;
    int64_t now_ms;
    struct rng rng;
    struct connection connection[CONNECTIONS_MAX];
    int count;
    struct thought *thoughts[THOUGHTS_MAX];
    int thought_count;
    bool thinks_never;
};

static char folder[64];
static char path[128];
static struct texts *texts;

static void told_step(struct connection *connection, json_t *json)
{
    json_int_t version = json_integer_value(json_object_get(json, "v"));
    /* Every step, once and in order. */
    assert_int_equal(version, connection->version + 1);
    connection->version = version;
    connection->steps++;
    json_decref(connection->step);
    connection->step = json_incref(json);
}

static void told(struct connection *connection, json_t *json)
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
        told_step(connection, json);
    if (strcmp(push, "table") == 0) {
        connection->version = json_integer_value(json_object_get(json, "v"));
        json_t *you = json_object_get(json, "you");
        connection->you = json_is_integer(you) ? (int)json_integer_value(you) : -1;
        connection->tables_told++;
        json_decref(connection->shown);
        connection->shown = json_incref(json);
    }
    if (strcmp(push, "online") == 0) {
        json_decref(connection->online);
        connection->online = json_incref(json);
    }
    connection->gestures += strcmp(push, "gesture") == 0;
}

static void outside_send(void *context, struct client *client, struct message *message)
{
    (void)context;
    json_error_t error;
    json_t *json = json_loadb(message_text(message), message->length, 0, &error);
    if (!json)
        fail_msg("%s: %.*s", error.text, (int)message->length, message_text(message));
    told(client_owner(client), json);
    json_decref(json);
}

static void outside_end(void *context, struct client *client)
{
    (void)context, (void)client;
    fail_msg("a connection was ended");
}

/* Levels that think by the clock count a little instead, so that tests are short. */
static void outside_think(void *context, struct thought *thought)
{
    struct world *world = context;
    assert_true(world->thought_count < THOUGHTS_MAX);
    if (thought->player->ms)
        thought->iterations = 20;
    world->thoughts[world->thought_count++] = thought;
}

static void outside_hash(void *context, struct password_work *work)
{
    (void)context, (void)work;
    fail_msg("nobody has a password here");
}

static void outside_entropy(void *context, void *bytes, size_t size)
{
    struct world *world = context;
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)rng_next(&world->rng);
}

static int64_t outside_now_us(void *context)
{
    return ((struct world *)context)->now_ms * 1000;
}

static void outside_log(void *context, const char *event, json_t *fields)
{
    (void)context;
    json_decref(fields);
    fail_msg("logged: %s", event);
}

/* Everything that can happen without time passing. */
static void settle(struct world *world)
{
    size_t news = 1;
    while (news) {
        store_work(world->store);
        news = store_collect(world->store);
        while (!world->thinks_never && world->thought_count) {
            struct thought *thought = world->thoughts[--world->thought_count];
            thought_think(thought);
            hall_thought_done(world->hall, thought, world->now_ms);
            news++;
        }
    }
}

static void pass(struct world *world, int64_t ms)
{
    for (int64_t end_ms = world->now_ms + ms; world->now_ms < end_ms;) {
        world->now_ms += HALL_TICK_MS;
        hall_tick(world->hall, world->now_ms);
        settle(world);
    }
}

/* Long times, in which not every tick counts. */
static void pass_long(struct world *world, int64_t ms)
{
    for (int64_t end_ms = world->now_ms + ms; world->now_ms < end_ms;) {
        world->now_ms += TABLES_SWEEP_MS;
        hall_tick(world->hall, world->now_ms);
        settle(world);
    }
}

static void world_open(struct world *world, uint64_t seed, int64_t now_ms)
{
    char error[200] = "";
    *world = (struct world){.now_ms = now_ms};
    rng_start(&world->rng, seed);
    world->store = store_open(path, NULL, NULL, error, sizeof error);
    if (!world->store)
        fail_msg("%s", error);
    struct hall_settings settings = {
        .limits = hall_limits_standard, .texts = texts, .positions = true, .now_ms = now_ms};
    settings.limits.messages_per_second = 100000; /* the test's clock stands still */
    struct hall_outside outside = {.context = world,
                                   .send = outside_send,
                                   .end = outside_end,
                                   .think = outside_think,
                                   .hash = outside_hash,
                                   .entropy = outside_entropy,
                                   .now_us = outside_now_us,
                                   .log = outside_log};
    world->hall = hall_new(&settings, &outside, world->store);
    hall_load(world->hall);
    settle(world);
    assert_true(hall_is_ready(world->hall));
}

static void connection_forget(struct connection *connection)
{
    json_decref(connection->answer);
    json_decref(connection->step);
    json_decref(connection->shown);
    json_decref(connection->online);
    connection->answer = connection->step = connection->shown = connection->online = NULL;
}

static void world_close(struct world *world)
{
    for (int i = 0; i < world->count; i++)
        connection_forget(&world->connection[i]);
    for (int i = 0; i < world->thought_count; i++)
        hall_thought_done(world->hall, world->thoughts[i], world->now_ms);
    hall_free(world->hall);
    store_close(world->store);
}

/* --- asking ------------------------------------------------------------------------------------ */

static void say(struct connection *connection, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void say(struct connection *connection, const char *format, ...)
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

static const char *answer_text(const struct connection *connection, const char *key)
{
    const char *text = json_string_value(json_object_get(connection->answer, key));
    if (!text) {
        char *whole = json_dumps(connection->answer, JSON_ENCODE_ANY);
        fail_msg("no %s in %s", key, whole ? whole : "nothing");
    }
    return text;
}

static void assert_ok(const struct connection *connection)
{
    if (!json_is_true(json_object_get(connection->answer, "ok"))) {
        char *whole = json_dumps(connection->answer, JSON_ENCODE_ANY);
        fail_msg("%s", whole ? whole : "no answer");
    }
}

static void assert_refused(const struct connection *connection, const char *code)
{
    assert_true(json_is_false(json_object_get(connection->answer, "ok")));
    const json_t *error = json_object_get(connection->answer, "error");
    assert_string_equal(json_string_value(json_object_get(error, "code")), code);
}

static struct connection *come(struct world *world, const char *name)
{
    struct connection *connection = &world->connection[world->count++];
    assert_true(world->count <= CONNECTIONS_MAX);
    *connection = (struct connection){.world = world, .you = -1};
    connection->client = hall_enter(world->hall, "127.0.0.1", connection);
    say(connection, "{\"id\":1,\"cmd\":\"hello\",\"name\":\"%s\"}", name);
    settle(world);
    assert_ok(connection);
    snprintf(connection->secret, sizeof connection->secret, "%s",
             answer_text(connection, "secret"));
    snprintf(
        connection->person, sizeof connection->person, "%s",
        json_string_value(json_object_get(json_object_get(connection->answer, "person"), "id")));
    return connection;
}

static void go(struct connection *connection)
{
    hall_leave(connection->world->hall, connection->client);
    connection->client = NULL;
}

/* The same person again, perhaps in another world. */
static void come_back(struct world *world, struct connection *connection, const char *secret)
{
    connection->world = world;
    connection->client = hall_enter(world->hall, "127.0.0.1", connection);
    say(connection, "{\"id\":1,\"cmd\":\"hello\",\"secret\":\"%s\"}", secret);
    settle(world);
    assert_ok(connection);
}

static void watch(struct connection *connection, const char *table, int64_t since)
{
    snprintf(connection->table, sizeof connection->table, "%s", table);
    if (since < 0)
        say(connection, "{\"id\":2,\"cmd\":\"watch\",\"table\":\"%s\"}", table);
    else
        say(connection, "{\"id\":2,\"cmd\":\"watch\",\"table\":\"%s\",\"since\":%lld}", table,
            (long long)since);
    settle(connection->world);
}

/* A table with `more` settings; its host watches. */
static void create(struct connection *host, const char *game, int seats, const char *more)
{
    host->table[0] = '\0';
    say(host, "{\"id\":3,\"cmd\":\"create\",\"game\":\"%s\",\"seats\":%d%s}", game, seats, more);
    settle(host->world);
    assert_ok(host);
    /* The latest answer may be told before the pushes, which have the table's id too. */
    snprintf(host->table, sizeof host->table, "%s", answer_text(host, "table"));
}

static struct seating *seating_of(struct world *world, const char *table)
{
    return index_find(&world->hall->seatings, table);
}

static struct room *room_of(struct world *world, const char *table)
{
    struct seating *seating = seating_of(world, table);
    assert_non_null(seating);
    return seating->room;
}

/* Everybody else comes in by the code and sits down. */
static void sit_down(struct connection *host, int count, struct connection **others)
{
    char code[16];
    snprintf(code, sizeof code, "%s", answer_text(host, "code"));
    for (int i = 0; i < count; i++) {
        struct connection *other = others[i];
        snprintf(other->table, sizeof other->table, "%s", host->table);
        say(other, "{\"id\":4,\"cmd\":\"watch\",\"code\":\"%s\"}", code);
        settle(other->world);
        assert_ok(other);
        say(other, "{\"id\":5,\"cmd\":\"sit\",\"table\":\"%s\"}", host->table);
        settle(other->world);
        assert_ok(other);
        assert_string_equal(json_string_value(json_object_get(other->answer, "push")), "step");
    }
}

static void start(struct connection *host)
{
    say(host, "{\"id\":6,\"cmd\":\"start\",\"table\":\"%s\"}", host->table);
    settle(host->world);
    assert_ok(host);
}

/* The text of a random legal move of this seat. */
static void sample(struct world *world, const struct room *room, int seat, char *text, size_t size)
{
    union game_move_room move = {0};
    struct buffer buffer;
    room->game->sample(room->match.state.bytes, seat, &world->rng, &move.head);
    buffer_start(&buffer, text, size);
    room->game->format(room->match.state.bytes, &move.head, &buffer);
}

static struct connection *on_seat(struct world *world, const struct room *room, int seat)
{
    for (int i = 0; i < world->count; i++)
        if (world->connection[i].client &&
            strcmp(world->connection[i].person, room->seat[seat].person) == 0)
            return &world->connection[i];
    return NULL;
}

/* A random move of a person whose turn it is. False: nobody's. */
static bool move(struct world *world, const char *table)
{
    static char text[GAME_MOVE_TEXT_MAX];
    const struct room *room = room_of(world, table);
    uint64_t to_act = room->game->to_act(room->match.state.bytes);
    for (int i = 0; i < room->seats; i++) {
        int seat = (i + (int)rng_below(&world->rng, (uint32_t)room->seats)) % room->seats;
        struct connection *connection = on_seat(world, room, seat);
        if (!bits_have(to_act, seat) || !connection || room->seat[seat].bot)
            continue;
        sample(world, room, seat, text, sizeof text);
        say(connection, "{\"id\":7,\"cmd\":\"move\",\"table\":\"%s\",\"move\":\"%s\"}", table,
            text);
        settle(world);
        assert_ok(connection);
        return true;
    }
    return false;
}

static void play_on(struct world *world, const char *table, int moves)
{
    int idle = 0;
    for (int i = 0; i < moves && room_of(world, table)->stage == ROOM_PLAYING; i++) {
        if (move(world, table))
            idle = 0;
        else
            pass(world, HALL_TICK_MS);
        assert_true(++idle < 100000);
    }
}

enum { WHOLE_GAME = 1000000 };

/* --- tests ------------------------------------------------------------------------------------- */

static int set_up(void **state)
{
    /* What is written here need not last: in memory, if there is such a folder, it is quick. */
    snprintf(folder, sizeof folder, "%s/ludosaure-tables-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/test.db", folder);
    *state = calloc(2, sizeof(struct world));
    assert_non_null(*state);
    world_open(*state, 1, (int64_t)NOW_MS * 1000);
    return 0;
}

static int tear_down(void **state)
{
    world_close(*state);
    free(*state);
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char name[160];
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
    assert_int_equal(rmdir(folder), 0);
    return 0;
}

/* Three people of whom the first has made a table. */
static struct connection *three_at(struct world *world, const char *game, const char *more)
{
    struct connection *host = come(world, "Anna");
    struct connection *others[2] = {come(world, "Bert"), come(world, "Cleo")};
    create(host, game, 3, more);
    sit_down(host, 2, others);
    return host;
}

static void test_whole_games(void **state)
{
    struct world *world = *state;
    struct connection *host = come(world, "Anna"), *watcher = come(world, "Zoe");
    struct connection *others[2] = {come(world, "Bert"), come(world, "Cleo")};
    for (const struct game *const *game = games_all; *game; game++) {
        int seats = (*game)->seats_min > 3 ? (*game)->seats_min : 3;
        if (seats > 3)
            continue;
        create(host, (*game)->id, seats, ",\"public\":true");
        sit_down(host, 2, others);
        watch(watcher, host->table, -1);
        assert_ok(watcher);
        start(host);
        play_on(world, host->table, WHOLE_GAME);
        const struct room *room = room_of(world, host->table);
        assert_int_equal(room->stage, ROOM_OVER);
        assert_int_equal(watcher->version, room->version);
        assert_int_equal(others[1]->version, room->version);
        assert_true(json_is_object(json_object_get(watcher->step, "result")));
        say(host, "{\"id\":8,\"cmd\":\"record\",\"table\":\"%s\"}", host->table);
        settle(world);
        assert_ok(host);
        const json_t *moves = json_object_get(json_object_get(host->answer, "record"), "moves");
        assert_int_equal(json_array_size(moves), room->match.move_count);
        assert_true(world->hall->figures.moves_person > 0);
    }
}

static void test_levels_finish(void **state)
{
    struct world *world = *state;
    struct connection *host = come(world, "Anna");
    for (const struct game *const *game = games_all; *game; game++)
        for (const struct player *player = players_all; player->name; player++) {
            char more[200];
            bool is_scale = strcmp((*game)->id, "scale") == 0;
            snprintf(more, sizeof more,
                     ",\"sit\":null,\"pace\":\"fast\",\"bots\":[\"%s\",\"easy\",\"%s\"]%s",
                     player->name, player->name,
                     is_scale ? ",\"options\":{\"mode\":\"stage\"}" : "");
            if (player->level > 3 && strcmp((*game)->id, "trakks") == 0)
                continue; /* it proves what it does, and takes its time */
            create(host, (*game)->id, 3, more);
            start(host);
            play_on(world, host->table, is_scale ? 200 : WHOLE_GAME);
            assert_int_equal(room_of(world, host->table)->stage,
                             is_scale ? ROOM_PLAYING : ROOM_OVER);
            assert_int_equal(host->version, room_of(world, host->table)->version);
            if (is_scale)
                assert_true(host->gestures > 0);
            say(host, "{\"id\":9,\"cmd\":\"unwatch\",\"table\":\"%s\"}", host->table);
        }
    assert_true(world->hall->figures.moves_bot > 0);
    assert_int_equal(world->hall->figures.thoughts_waiting, 0);
}

/* A stage with people: gestures of theirs, and a whole match. */
static void test_stage(void **state)
{
    struct world *world = *state;
    struct connection *host = come(world, "Anna");
    create(host, "scale", 3,
           ",\"options\":{\"mode\":\"stage\"},\"bots\":[null,\"hard\",\"expert\"]");
    start(host);
    for (int i = 0; i < 2000 && room_of(world, host->table)->stage == ROOM_PLAYING; i++) {
        if (i % 40 == 0)
            move(world, host->table);
        bots_witness(seating_of(world, host->table), 0, i % 256, 128, 200);
        pass(world, HALL_TICK_MS);
    }
    assert_true(host->gestures > 100);
    assert_true(world->hall->figures.moves_bot > 0);
    assert_int_equal(host->version, room_of(world, host->table)->version);
}

static void test_human_pace(void **state)
{
    struct world *world = *state;
    struct connection *host = come(world, "Anna");
    create(host, "trex", 2, ",\"sit\":null,\"bots\":[\"easy\",\"easy\"]");
    start(host);
    int64_t begun = host->version;
    pass(world, 300);
    assert_int_equal(host->version, begun);
    pass(world, 1400);
    assert_true(host->version > begun);
    assert_true(host->version <= begun + 3);
}

static void test_again(void **state)
{
    struct world *world = *state;
    struct connection *host = three_at(world, "trex", "");
    start(host);
    const struct room *room = room_of(world, host->table);
    int seat = bits_first(room->game->to_act(room->match.state.bytes));
    struct connection *mover = on_seat(world, room, seat);
    char text[GAME_MOVE_TEXT_MAX];
    sample(world, room, seat, text, sizeof text);
    /* The second comes while the first is under way. */
    for (int i = 0; i < 2; i++)
        say(mover, "{\"id\":%d,\"cmd\":\"move\",\"table\":\"%s\",\"move\":\"%s\",\"cid\":\"m1\"}",
            i, host->table, text);
    int64_t version = room->version;
    settle(world);
    assert_int_equal(room->version, version + 1);
    for (int i = 0; i < 2; i++) {
        assert_ok(mover);
        assert_true(json_is_true(json_object_get(mover->answer, "again")));
        assert_int_equal(json_integer_value(json_object_get(mover->answer, "v")), version + 1);
        say(mover, "{\"id\":5,\"cmd\":\"move\",\"table\":\"%s\",\"move\":\"x\",\"cid\":\"m1\"}",
            host->table);
        settle(world);
    }
    say(mover, "{\"id\":5,\"cmd\":\"move\",\"table\":\"%s\",\"move\":\"x\",\"cid\":\"m2\"}",
        host->table);
    settle(world);
    assert_refused(mover, "bad_move");
}

static void test_resume(void **state)
{
    struct world *world = *state;
    struct connection *host = three_at(world, "tyrannosaurus", "");
    struct connection *bert = &world->connection[1];
    start(host);
    play_on(world, host->table, 5);
    int64_t seen = bert->version;
    go(bert);
    const struct room *room = room_of(world, host->table);
    int seat = room_seat_of(room, bert->person);
    pass(world, HALL_TICK_MS);
    assert_true(json_is_false(json_array_get(json_object_get(host->online, "online"), 1)));
    play_on(world, host->table, 4);
    come_back(world, bert, bert->secret);
    int told_before = bert->tables_told;
    watch(bert, host->table, seen);
    assert_ok(bert);
    assert_int_equal(bert->version, room->version);
    assert_int_equal(bert->tables_told, told_before);
    assert_int_equal(room_seat_of(room, bert->person), seat);
    pass(world, HALL_TICK_MS);
    assert_true(json_is_true(json_array_get(json_object_get(host->online, "online"), 1)));
    /* From the future: everything is told. */
    watch(bert, host->table, room->version + 1);
    assert_int_equal(bert->tables_told, told_before + 1);
    assert_int_equal(bert->you, seat);
}

static void test_private(void **state)
{
    struct world *world = *state;
    struct connection *host = come(world, "Anna"), *other = come(world, "Bert");
    create(host, "trex", 2, "");
    char table[STORE_ID_TEXT], old[16];
    memcpy(table, host->table, sizeof table);
    snprintf(old, sizeof old, "%s", answer_text(host, "code"));
    watch(other, table, -1);
    assert_refused(other, "forbidden");
    say(other, "{\"id\":1,\"cmd\":\"watch\",\"code\":\"22222222\"}");
    settle(world);
    assert_refused(other, "no_table");
    say(host, "{\"id\":1,\"cmd\":\"invite\",\"table\":\"%s\"}", table);
    settle(world);
    assert_ok(host);
    say(other, "{\"id\":1,\"cmd\":\"watch\",\"code\":\"%s\"}", old);
    settle(world);
    assert_refused(other, "no_table");
    say(other, "{\"id\":1,\"cmd\":\"watch\",\"invite\":\"%s\"}", answer_text(host, "invite"));
    settle(world);
    assert_ok(other);
}

static void test_clock(void **state)
{
    struct world *world = *state;
    struct connection *host =
        three_at(world, "trakks", ",\"clock\":{\"kind\":\"move\",\"seconds\":5}");
    start(host);
    const struct room *room = room_of(world, host->table);
    int64_t version = room->version;
    pass(world, 4900);
    assert_int_equal(room->version, version);
    pass(world, 200);
    assert_int_equal(room->version, version + 1);
    assert_string_equal(json_string_value(json_object_get(host->step, "by")), "clock");
    for (int i = 0; i < 2000 && room->stage == ROOM_PLAYING; i++)
        pass(world, 5000);
    assert_int_equal(room->stage, ROOM_OVER);
    assert_int_equal(host->version, room->version);
}

static void test_takeover(void **state)
{
    struct world *world = *state;
    struct connection *host = three_at(world, "trex", ",\"pace\":\"fast\"");
    struct connection *bert = &world->connection[1], *cleo = &world->connection[2];
    start(host);
    const struct room *room = room_of(world, host->table);
    say(bert, "{\"id\":1,\"cmd\":\"stand\",\"table\":\"%s\"}", host->table);
    settle(world);
    assert_ok(bert);
    assert_non_null(room->seat[1].bot);
    say(host, "{\"id\":1,\"cmd\":\"bot\",\"table\":\"%s\",\"seat\":2,\"level\":\"easy\"}",
        host->table);
    settle(world);
    assert_refused(host, "forbidden");
    go(cleo);
    pass(world, 20000);
    say(host, "{\"id\":1,\"cmd\":\"bot\",\"table\":\"%s\",\"seat\":2,\"level\":\"easy\"}",
        host->table);
    settle(world);
    assert_refused(host, "forbidden");
    pass(world, 11000);
    say(host, "{\"id\":1,\"cmd\":\"bot\",\"table\":\"%s\",\"seat\":2,\"level\":\"medium\"}",
        host->table);
    settle(world);
    assert_ok(host);
    play_on(world, host->table, WHOLE_GAME);
    assert_int_equal(room->stage, ROOM_OVER);
}

static void test_autostart(void **state)
{
    struct world *world = *state;
    struct connection *host = three_at(world, "trex", ",\"autostart\":true");
    assert_int_equal(room_of(world, host->table)->stage, ROOM_PLAYING);
    assert_string_equal(json_string_value(json_object_get(host->step, "kind")), "start");
}

static void test_rematch(void **state)
{
    struct world *world = *state;
    struct connection *host = three_at(world, "trex", ",\"open_hands_after\":false");
    struct connection *bert = &world->connection[1];
    say(bert, "{\"id\":1,\"cmd\":\"rematch\",\"table\":\"%s\"}", host->table);
    settle(world);
    assert_refused(bert, "forbidden");
    start(host);
    play_on(world, host->table, WHOLE_GAME);
    say(bert, "{\"id\":1,\"cmd\":\"rematch\",\"table\":\"%s\"}", host->table);
    say(host, "{\"id\":2,\"cmd\":\"rematch\",\"table\":\"%s\"}", host->table);
    settle(world);
    assert_ok(bert);
    assert_ok(host);
    assert_string_equal(answer_text(bert, "table"), answer_text(host, "table"));
    const struct room *room = room_of(world, host->table);
    const struct room *second = room_of(world, answer_text(host, "table"));
    assert_string_equal(room->rematch, second->id);
    for (int seat = 0; seat < 3; seat++)
        assert_string_equal(second->seat[seat].person, room->seat[(seat + 1) % 3].person);
    assert_string_not_equal(second->seed, room->seed);
    assert_false(second->open_hands_after);
    assert_string_equal(second->host, room->host);
    say(bert, "{\"id\":1,\"cmd\":\"rematch\",\"table\":\"%s\"}", host->table);
    settle(world);
    assert_string_equal(answer_text(bert, "table"), second->id);
    watch(bert, second->id, -1);
    assert_ok(bert);
}

static void test_suggest(void **state)
{
    struct world *world = *state;
    struct connection *host = three_at(world, "trex", "");
    start(host);
    const struct room *room = room_of(world, host->table);
    int seat = bits_first(room->game->to_act(room->match.state.bytes));
    for (int i = 0; i < 3; i++) {
        struct connection *connection = on_seat(world, room, i);
        say(connection, "{\"id\":1,\"cmd\":\"suggest\",\"table\":\"%s\",\"level\":\"easy\"}",
            host->table);
        settle(world);
        if (i != seat) {
            assert_refused(connection, "not_your_turn");
            continue;
        }
        assert_ok(connection);
        struct fault fault;
        union game_move_room made;
        assert_true(
            match_check(&room->match, seat, answer_text(connection, "move"), &made, &fault));
        assert_non_null(json_object_get(connection->answer, "why"));
    }
}

static void test_restart(void **state)
{
    struct world *world = *state;
    struct connection *host = three_at(world, "trakks", ",\"bots\":[]");
    start(host);
    play_on(world, host->table, 30);
    const struct room *room = room_of(world, host->table);
    int64_t version = room->version;
    unsigned char state_before[GAME_STATE_BYTES_MAX];
    memcpy(state_before, room->match.state.bytes, sizeof state_before);
    struct connection before[3];
    memcpy(before, world->connection, sizeof before);
    for (int i = 0; i < 3; i++)
        connection_forget(&world->connection[i]);
    world->count = 0;
    world_close(world);
    world_open(world, 2, (int64_t)NOW_MS * 1000 + 60000);
    room = room_of(world, before[0].table);
    assert_int_equal(room->version, version);
    assert_memory_equal(room->match.state.bytes, state_before, sizeof state_before);
    world->count = 3;
    for (int i = 0; i < 3; i++) {
        world->connection[i] = before[i];
        struct connection *connection = &world->connection[i];
        connection->answer = connection->step = connection->shown = connection->online = NULL;
        come_back(world, connection, before[i].secret);
        connection->version = version - i; /* some have missed something */
        watch(connection, before[0].table, version - i);
        assert_ok(connection);
    }
    play_on(world, before[0].table, WHOLE_GAME);
    assert_int_equal(room->stage, ROOM_OVER);
}

/* Two servers on one file: moves of either come to both, in one order. */
static void test_two_halls(void **state)
{
    struct world *world = *state, *second = world + 1;
    struct connection *host = come(world, "Anna"), *bert = come(world, "Bert");
    create(host, "trex", 2, "");
    sit_down(host, 1, &bert);
    start(host);
    world_open(second, 3, world->now_ms);
    go(bert);
    struct connection *there = &second->connection[second->count++];
    *there = *bert;
    there->answer = there->step = there->shown = there->online = NULL;
    come_back(second, there, bert->secret);
    watch(there, host->table, bert->version);
    const struct room *here = room_of(world, host->table);
    const struct room *same = room_of(second, host->table);
    for (int i = 0; i < WHOLE_GAME && here->stage != ROOM_OVER; i++) {
        /* Whoever it is, both try; and the one whose turn it is may not know yet. */
        world->now_ms += 300;
        second->now_ms = world->now_ms;
        if (here->stage == ROOM_PLAYING &&
            bits_have(here->game->to_act(here->match.state.bytes), 0))
            move(world, host->table);
        if (same->stage == ROOM_PLAYING &&
            bits_have(same->game->to_act(same->match.state.bytes), 1))
            move(second, host->table);
        if (i % 7 == 0 && here->stage == ROOM_PLAYING) { /* both append before either has read */
            say(host, "{\"id\":1,\"cmd\":\"bot\",\"table\":\"%s\",\"seat\":1,\"level\":null}",
                host->table);
            settle(world);
        }
        hall_tick(world->hall, world->now_ms);
        hall_tick(second->hall, second->now_ms);
        settle(world);
        settle(second);
    }
    pass(world, 1000);
    second->now_ms = world->now_ms;
    pass(second, 1000);
    assert_int_equal(here->stage, ROOM_OVER);
    assert_int_equal(same->stage, ROOM_OVER);
    assert_int_equal(here->version, same->version);
    assert_memory_equal(here->match.state.bytes, same->match.state.bytes, GAME_STATE_BYTES_MAX);
    assert_int_equal(there->version, here->version);
    world_close(second);
}

/* Both want to write the same number: one is second, and is asked again with what it has read. */
static void test_overtaken(void **state)
{
    struct world *world = *state, *second = world + 1;
    struct connection *host = come(world, "Anna");
    create(host, "trex", 4, ",\"public\":true");
    world_open(second, 3, world->now_ms);
    struct connection *bert = come(second, "Bert");
    watch(bert, host->table, -1);
    struct connection *cleo = come(world, "Cleo");
    watch(cleo, host->table, -1);
    say(bert, "{\"id\":1,\"cmd\":\"sit\",\"table\":\"%s\",\"seat\":1}", host->table);
    say(cleo, "{\"id\":1,\"cmd\":\"sit\",\"table\":\"%s\",\"seat\":1}", host->table);
    settle(second);
    settle(world);
    assert_ok(bert);
    assert_refused(cleo, "taken");
    say(cleo, "{\"id\":1,\"cmd\":\"sit\",\"table\":\"%s\",\"seat\":2}", host->table);
    settle(world);
    assert_ok(cleo);
    say(bert, "{\"id\":1,\"cmd\":\"stand\",\"table\":\"%s\"}", host->table);
    settle(second);
    assert_ok(bert);
    assert_int_equal(bert->version, cleo->version + 1);
    pass(world, 1000);
    assert_int_equal(bert->version, cleo->version);
    world_close(second);
}

static void test_unused_are_closed(void **state)
{
    struct world *world = *state;
    struct connection *host = come(world, "Anna");
    create(host, "trex", 2, ",\"bots\":[null,\"easy\"]");
    char waiting[STORE_ID_TEXT], over[STORE_ID_TEXT];
    memcpy(waiting, host->table, sizeof waiting);
    create(host, "trex", 2, ",\"sit\":null,\"pace\":\"fast\",\"bots\":[\"easy\",\"easy\"]");
    memcpy(over, host->table, sizeof over);
    start(host);
    play_on(world, over, WHOLE_GAME);
    assert_int_equal(room_of(world, over)->stage, ROOM_OVER);
    go(host);
    pass_long(world, TABLES_OVER_MEMORY_MS + 2 * TABLES_SWEEP_MS);
    assert_null(seating_of(world, over));
    assert_int_equal(room_of(world, waiting)->stage, ROOM_WAITING);
    pass_long(world, TABLES_WAITING_MS);
    assert_null(seating_of(world, waiting));
    assert_null(seating_of(world, over));
    assert_int_equal(world->hall->seatings.count, 0);
    /* Closed for good, but there to look at. */
    come_back(world, host, host->secret);
    watch(host, over, -1);
    assert_ok(host);
    assert_int_equal(room_of(world, over)->stage, ROOM_CLOSED);
}

static void test_limits(void **state)
{
    struct world *world = *state;
    struct connection *host = come(world, "Anna");
    for (int i = 0; i < world->hall->settings.limits.tables_per_person; i++)
        create(host, "trex", 2, "");
    say(host, "{\"id\":3,\"cmd\":\"create\",\"game\":\"trex\",\"seats\":2}");
    settle(world);
    assert_refused(host, "limit");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_whole_games, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_levels_finish, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stage, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_human_pace, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_resume, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_private, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_clock, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_takeover, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_autostart, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_rematch, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_suggest, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_restart, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_two_halls, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_overtaken, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_unused_are_closed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_limits, set_up, tear_down),
    };
    struct fault fault;
    texts = texts_load(NULL, &fault);
    CHECK(texts);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    texts_free(texts);
    printf("%d passed, %d failed\n", (int)(sizeof tests / sizeof *tests) - failed, failed);
    return failed != 0;
}
