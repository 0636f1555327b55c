/* Tables: whole games by requests through the hall, with a test as the outside: no sockets, no
 * threads, and a clock that the test turns. */
#include "tables_world.h"

#include "base/bits.h"
#include "base/check.h"
#include "game/registry.h"
#include "players/player.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

/* Three people of whom the first has made a table. */
static struct connection *three_at(struct world *world, const char *game, const char *more)
{
    struct connection *host = world_come(world, "Anna");
    struct connection *others[2] = {world_come(world, "Bert"), world_come(world, "Cleo")};
    play_create(host, game, 3, more);
    play_sit_down(host, 2, others);
    return host;
}

static void test_whole_games(void **state)
{
    struct world *world = *state;
    struct connection *host = world_come(world, "Anna"), *watcher = world_come(world, "Zoe");
    struct connection *others[2] = {world_come(world, "Bert"), world_come(world, "Cleo")};
    for (const struct game *const *game = games_all; *game; game++) {
        int seats = (*game)->seats_min > 3 ? (*game)->seats_min : 3;
        if (seats > 3)
            continue;
        play_create(host, (*game)->id, seats, ",\"public\":true");
        play_sit_down(host, 2, others);
        connection_watch(watcher, host->table, -1);
        assert_answered(watcher);
        play_start(host);
        play_on(world, host->table, WHOLE_GAME);
        const struct table *table = world_room(world, host->table);
        assert_int_equal(table->state, TABLE_OVER);
        assert_int_equal(watcher->version, table->version);
        assert_int_equal(others[1]->version, table->version);
        assert_true(json_is_object(json_object_get(watcher->step, "result")));
        connection_say(host, "{\"id\":8,\"cmd\":\"record\",\"table\":\"%s\"}", host->table);
        world_settle(world);
        assert_answered(host);
        const json_t *moves = json_object_get(json_object_get(host->answer, "record"), "moves");
        assert_int_equal(json_array_size(moves), table->match.move_count);
        assert_true(world->hall->environment.figures.moves_person > 0);
        assert_int_equal(world->hall->tables.open_count, 0);
    }
}

static void test_levels_finish(void **state)
{
    struct world *world = *state;
    struct connection *host = world_come(world, "Anna");
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
            play_create(host, (*game)->id, 3, more);
            play_start(host);
            play_on(world, host->table, is_scale ? 200 : WHOLE_GAME);
            assert_int_equal(world_room(world, host->table)->state,
                             is_scale ? TABLE_PLAYING : TABLE_OVER);
            assert_int_equal(host->version, world_room(world, host->table)->version);
            if (is_scale)
                assert_true(host->gestures > 0);
            connection_say(host, "{\"id\":9,\"cmd\":\"unwatch\",\"table\":\"%s\"}", host->table);
        }
    struct hall_figures figures;
    hall_figures(world->hall, &figures);
    assert_true(figures.moves_bot > 0 && figures.thoughts_done > 0);
    assert_int_equal(figures.thoughts_waiting, 0);
}

/* A stage with people: gestures of theirs, and a whole match. */
static void test_stage(void **state)
{
    struct world *world = *state;
    struct connection *host = world_come(world, "Anna");
    play_create(host, "scale", 3,
                ",\"options\":{\"mode\":\"stage\"},\"bots\":[null,\"hard\",\"expert\"]");
    play_start(host);
    for (int i = 0; i < 2000 && world_room(world, host->table)->state == TABLE_PLAYING; i++) {
        if (i % 40 == 0)
            play_move(world, host->table);
        connection_say(
            host,
            "{\"id\":9,\"cmd\":\"gesture\",\"table\":\"%s\",\"x\":%d,\"y\":128,\"power\":200}",
            host->table, i % 256);
        world_pass(world, HALL_TICK_MS);
    }
    assert_true(host->gestures > 100);
    assert_true(world->hall->environment.figures.moves_bot > 0);
    assert_int_equal(host->version, world_room(world, host->table)->version);
}

/* Computer players on a stage by themselves, for a minute: how many moves they made, and the
 * shortest time between two of them. */
static int stage_minute(struct world *world, const char *pace, int64_t *shortest_ms)
{
    struct connection *host = world_come(world, "Anna");
    char more[200];
    snprintf(more, sizeof more,
             ",\"sit\":null,\"pace\":\"%s\",\"options\":{\"mode\":\"stage\"},"
             "\"bots\":[\"easy\",\"easy\",\"easy\",\"easy\"]",
             pace);
    play_create(host, "scale", 4, more);
    play_start(host);
    const struct table *table = world_room(world, host->table);
    int64_t version = table->version, latest_ms = INT64_MIN / 2;
    int moves = 0;
    *shortest_ms = INT64_MAX;
    for (int64_t ms = 0; ms < 60000 && table->state == TABLE_PLAYING; ms += HALL_TICK_MS) {
        world_pass(world, HALL_TICK_MS);
        if (table->version == version)
            continue;
        moves += (int)(table->version - version);
        if (ms - latest_ms < *shortest_ms)
            *shortest_ms = ms - latest_ms;
        version = table->version;
        latest_ms = ms;
    }
    return moves;
}

static void test_calm_stage(void **state)
{
    int64_t human_ms, calm_ms;
    int human = stage_minute(*state, "human", &human_ms);
    int calm = stage_minute(*state, "calm", &calm_ms);
    assert_in_range(calm, 5, 20);
    assert_true(human > 2 * calm);
    assert_true(human_ms < 1500);
    assert_true(calm_ms >= 2900);
}

static void test_human_pace(void **state)
{
    struct world *world = *state;
    struct connection *host = world_come(world, "Anna");
    play_create(host, "trex", 2, ",\"sit\":null,\"bots\":[\"easy\",\"easy\"]");
    play_start(host);
    int64_t begun = host->version;
    world_pass(world, 300);
    assert_int_equal(host->version, begun);
    world_pass(world, 1400);
    assert_true(host->version > begun);
    assert_true(host->version <= begun + 3);
    /* Not for nobody. */
    int64_t seen = host->version;
    connection_go(host);
    world_pass(world, 60000);
    const struct table *table = world_room(world, host->table);
    assert_true(table->version <= seen + 1);
    connection_come_back(world, host, host->secret);
    connection_watch(host, host->table, seen);
    world_pass(world, 10000);
    assert_true(table->version > seen + 3);
    assert_int_equal(host->version, table->version);
}

static void test_again(void **state)
{
    struct world *world = *state;
    struct connection *host = three_at(world, "trex", "");
    play_start(host);
    const struct table *table = world_room(world, host->table);
    int seat = bits_first(table->settings.game->to_act(table->match.state.bytes));
    struct connection *mover = world_on_seat(world, table, seat);
    char text[GAME_MOVE_TEXT_MAX];
    play_sample(world, table, seat, text, sizeof text);
    /* The second comes while the first is under way. */
    for (int i = 0; i < 2; i++)
        connection_say(
            mover, "{\"id\":%d,\"cmd\":\"move\",\"table\":\"%s\",\"move\":\"%s\",\"cid\":\"m1\"}",
            i, host->table, text);
    int64_t version = table->version;
    world_settle(world);
    assert_int_equal(table->version, version + 1);
    for (int i = 0; i < 2; i++) {
        assert_answered(mover);
        assert_true(json_is_true(json_object_get(mover->answer, "again")));
        assert_int_equal(json_integer_value(json_object_get(mover->answer, "v")), version + 1);
        connection_say(mover,
                       "{\"id\":5,\"cmd\":\"move\",\"table\":\"%s\",\"move\":\"x\",\"cid\":\"m1\"}",
                       host->table);
        world_settle(world);
    }
    connection_say(mover,
                   "{\"id\":5,\"cmd\":\"move\",\"table\":\"%s\",\"move\":\"x\",\"cid\":\"m2\"}",
                   host->table);
    world_settle(world);
    assert_refused(mover, "bad_move");
}

static void test_resume(void **state)
{
    struct world *world = *state;
    struct connection *host = three_at(world, "tyrannosaurus", "");
    struct connection *bert = &world->connection[1];
    play_start(host);
    play_on(world, host->table, 5);
    int64_t seen = bert->version;
    connection_go(bert);
    const struct table *table = world_room(world, host->table);
    int seat = table_seat_of(table, bert->person);
    world_pass(world, HALL_TICK_MS);
    assert_true(json_is_false(json_array_get(json_object_get(host->online, "online"), 1)));
    play_on(world, host->table, 4);
    connection_come_back(world, bert, bert->secret);
    int told_before = bert->tables_told;
    connection_watch(bert, host->table, seen);
    assert_answered(bert);
    assert_int_equal(bert->version, table->version);
    assert_int_equal(bert->tables_told, told_before);
    assert_int_equal(table_seat_of(table, bert->person), seat);
    world_pass(world, HALL_TICK_MS);
    assert_true(json_is_true(json_array_get(json_object_get(host->online, "online"), 1)));
    /* From the future: everything is told. */
    connection_watch(bert, host->table, table->version + 1);
    assert_int_equal(bert->tables_told, told_before + 1);
    assert_int_equal(bert->you, seat);
}

static void test_private(void **state)
{
    struct world *world = *state;
    struct connection *host = world_come(world, "Anna"), *other = world_come(world, "Bert");
    play_create(host, "trex", 2, "");
    char table[STORE_ID_TEXT], old[16];
    memcpy(table, host->table, sizeof table);
    snprintf(old, sizeof old, "%s", connection_answer(host, "code"));
    connection_watch(other, table, -1);
    assert_refused(other, "forbidden");
    connection_say(other, "{\"id\":1,\"cmd\":\"watch\",\"code\":\"22222222\"}");
    world_settle(world);
    assert_refused(other, "no_table");
    connection_say(host, "{\"id\":1,\"cmd\":\"invite\",\"table\":\"%s\"}", table);
    world_settle(world);
    assert_answered(host);
    connection_say(other, "{\"id\":1,\"cmd\":\"watch\",\"code\":\"%s\"}", old);
    world_settle(world);
    assert_refused(other, "no_table");
    connection_say(other, "{\"id\":1,\"cmd\":\"watch\",\"invite\":\"%s\"}",
                   connection_answer(host, "invite"));
    world_settle(world);
    assert_answered(other);
}

static void test_clock(void **state)
{
    struct world *world = *state;
    struct connection *host =
        three_at(world, "trakks", ",\"clock\":{\"kind\":\"move\",\"seconds\":5}");
    play_start(host);
    const struct table *table = world_room(world, host->table);
    int64_t version = table->version;
    world_pass(world, 4900);
    assert_int_equal(table->version, version);
    world_pass(world, 200);
    assert_int_equal(table->version, version + 1);
    assert_string_equal(json_string_value(json_object_get(host->step, "by")), "clock");
    for (int i = 0; i < 2000 && table->state == TABLE_PLAYING; i++)
        world_pass(world, 5000);
    assert_int_equal(table->state, TABLE_OVER);
    assert_int_equal(host->version, table->version);
}

static void test_takeover(void **state)
{
    struct world *world = *state;
    struct connection *host = three_at(world, "trex", ",\"pace\":\"fast\"");
    struct connection *bert = &world->connection[1], *cleo = &world->connection[2];
    play_start(host);
    const struct table *table = world_room(world, host->table);
    connection_say(bert, "{\"id\":1,\"cmd\":\"stand\",\"table\":\"%s\"}", host->table);
    world_settle(world);
    assert_answered(bert);
    assert_non_null(table->seat[1].bot);
    connection_say(host,
                   "{\"id\":1,\"cmd\":\"bot\",\"table\":\"%s\",\"seat\":2,\"level\":\"easy\"}",
                   host->table);
    world_settle(world);
    assert_refused(host, "forbidden");
    connection_go(cleo);
    world_pass(world, 20000);
    connection_say(host,
                   "{\"id\":1,\"cmd\":\"bot\",\"table\":\"%s\",\"seat\":2,\"level\":\"easy\"}",
                   host->table);
    world_settle(world);
    assert_refused(host, "forbidden");
    world_pass(world, 11000);
    connection_say(host,
                   "{\"id\":1,\"cmd\":\"bot\",\"table\":\"%s\",\"seat\":2,\"level\":\"medium\"}",
                   host->table);
    world_settle(world);
    assert_answered(host);
    play_on(world, host->table, WHOLE_GAME);
    assert_int_equal(table->state, TABLE_OVER);
}

static void test_autostart(void **state)
{
    struct world *world = *state;
    struct connection *host = three_at(world, "trex", ",\"autostart\":true");
    assert_int_equal(world_room(world, host->table)->state, TABLE_PLAYING);
    assert_string_equal(json_string_value(json_object_get(host->step, "kind")), "start");
}

static void test_rematch(void **state)
{
    struct world *world = *state;
    struct connection *host = three_at(world, "trex", ",\"open_hands_after\":false");
    struct connection *bert = &world->connection[1];
    connection_say(bert, "{\"id\":1,\"cmd\":\"rematch\",\"table\":\"%s\"}", host->table);
    world_settle(world);
    assert_refused(bert, "forbidden");
    play_start(host);
    play_on(world, host->table, WHOLE_GAME);
    connection_say(bert, "{\"id\":1,\"cmd\":\"rematch\",\"table\":\"%s\"}", host->table);
    connection_say(host, "{\"id\":2,\"cmd\":\"rematch\",\"table\":\"%s\"}", host->table);
    world_settle(world);
    assert_answered(bert);
    assert_answered(host);
    assert_string_equal(connection_answer(bert, "table"), connection_answer(host, "table"));
    const struct table *table = world_room(world, host->table);
    const struct table *second = world_room(world, connection_answer(host, "table"));
    assert_string_equal(table->rematch, second->id);
    for (int seat = 0; seat < 3; seat++)
        assert_string_equal(second->seat[seat].person, table->seat[(seat + 1) % 3].person);
    assert_string_not_equal(second->settings.seed, table->settings.seed);
    assert_false(second->settings.open_hands_after);
    assert_string_equal(second->settings.host, table->settings.host);
    connection_say(bert, "{\"id\":1,\"cmd\":\"rematch\",\"table\":\"%s\"}", host->table);
    world_settle(world);
    assert_string_equal(connection_answer(bert, "table"), second->id);
    connection_watch(bert, second->id, -1);
    assert_answered(bert);
}

static void test_suggest(void **state)
{
    struct world *world = *state;
    struct connection *host = three_at(world, "trex", "");
    play_start(host);
    const struct table *table = world_room(world, host->table);
    int seat = bits_first(table->settings.game->to_act(table->match.state.bytes));
    for (int i = 0; i < 3; i++) {
        struct connection *connection = world_on_seat(world, table, i);
        connection_say(connection,
                       "{\"id\":1,\"cmd\":\"suggest\",\"table\":\"%s\",\"level\":\"easy\"}",
                       host->table);
        world_settle(world);
        if (i != seat) {
            assert_refused(connection, "not_your_turn");
            continue;
        }
        assert_answered(connection);
        struct fault fault;
        union game_move_storage made;
        assert_true(
            match_check(&table->match, seat, connection_answer(connection, "move"), &made, &fault));
        assert_non_null(json_object_get(connection->answer, "why"));
    }
}

static void test_restart(void **state)
{
    struct world *world = *state;
    struct connection *host = three_at(world, "trakks", ",\"bots\":[]");
    play_start(host);
    play_on(world, host->table, 30);
    const struct table *table = world_room(world, host->table);
    int64_t version = table->version;
    unsigned char state_before[GAME_STATE_BYTES_MAX];
    memcpy(state_before, table->match.state.bytes, sizeof state_before);
    struct connection before[3];
    memcpy(before, world->connection, sizeof before);
    for (int i = 0; i < 3; i++)
        connection_forget(&world->connection[i]);
    world->count = 0;
    world_close(world);
    world_open(world, 2, WORLD_BEGIN_MS + 60000);
    table = world_room(world, before[0].table);
    assert_int_equal(table->version, version);
    assert_memory_equal(table->match.state.bytes, state_before, sizeof state_before);
    world->count = 3;
    for (int i = 0; i < 3; i++) {
        world->connection[i] = before[i];
        struct connection *connection = &world->connection[i];
        connection->answer = connection->step = connection->shown = connection->online = NULL;
        connection_come_back(world, connection, before[i].secret);
        connection->version = version - i; /* some have missed something */
        connection_watch(connection, before[0].table, version - i);
        assert_answered(connection);
    }
    play_on(world, before[0].table, WHOLE_GAME);
    assert_int_equal(table->state, TABLE_OVER);
}

/* Two servers on one file: moves of either come to both, in one order. */
static void test_two_halls(void **state)
{
    struct world *world = *state, *second = world + 1;
    struct connection *host = world_come(world, "Anna"), *bert = world_come(world, "Bert");
    play_create(host, "trex", 2, "");
    play_sit_down(host, 1, &bert);
    play_start(host);
    world_open(second, 3, world->now_ms);
    connection_go(bert);
    struct connection *there = &second->connection[second->count++];
    *there = *bert;
    there->answer = there->step = there->shown = there->online = NULL;
    connection_come_back(second, there, bert->secret);
    connection_watch(there, host->table, bert->version);
    const struct table *here = world_room(world, host->table);
    const struct table *same = world_room(second, host->table);
    for (int i = 0; i < WHOLE_GAME && here->state != TABLE_OVER; i++) {
        /* Whoever it is, both try; and the one whose turn it is may not know yet. */
        world->now_ms += 300;
        second->now_ms = world->now_ms;
        if (here->state == TABLE_PLAYING &&
            bits_have(here->settings.game->to_act(here->match.state.bytes), 0))
            play_move(world, host->table);
        if (same->state == TABLE_PLAYING &&
            bits_have(same->settings.game->to_act(same->match.state.bytes), 1))
            play_move(second, host->table);
        if (i % 7 == 0 && here->state == TABLE_PLAYING) { /* both append before either has read */
            connection_say(host,
                           "{\"id\":1,\"cmd\":\"bot\",\"table\":\"%s\",\"seat\":1,\"level\":null}",
                           host->table);
            world_settle(world);
        }
        hall_tick(world->hall, world->now_ms);
        hall_tick(second->hall, second->now_ms);
        world_settle(world);
        world_settle(second);
    }
    world_pass(world, 1000);
    second->now_ms = world->now_ms;
    world_pass(second, 1000);
    assert_int_equal(here->state, TABLE_OVER);
    assert_int_equal(same->state, TABLE_OVER);
    assert_int_equal(here->version, same->version);
    assert_memory_equal(here->match.state.bytes, same->match.state.bytes, GAME_STATE_BYTES_MAX);
    assert_int_equal(there->version, here->version);

    /* A rematch at each: one table is left, and both are told of it. */
    connection_say(host, "{\"id\":1,\"cmd\":\"rematch\",\"table\":\"%s\"}", host->table);
    connection_say(there, "{\"id\":1,\"cmd\":\"rematch\",\"table\":\"%s\"}", host->table);
    /* In turns, so that both have a new table before either is written down as the rematch. */
    for (int i = 0; i < 16; i++) {
        struct world *next = i % 2 ? second : world;
        store_work(next->store);
        store_collect(next->store);
    }
    world_settle(world);
    world_settle(second);
    world_pass(world, 1000);
    second->now_ms = world->now_ms;
    world_pass(second, 1000);
    assert_answered(host);
    assert_answered(there);
    assert_string_equal(connection_answer(host, "table"), connection_answer(there, "table"));
    assert_int_equal(world->hall->tables.open_count, 1);
    assert_int_equal(second->hall->tables.open_count, 1);
    world_close(second);
}

/* A table that waits, with people at the one server, is not closed by the other one. */
static void test_waiting_elsewhere(void **state)
{
    struct world *world = *state, *second = world + 1;
    struct connection *host = world_come(world, "Anna");
    play_create(host, "trex", 2, "");
    world_open(second, 3, world->now_ms);
    assert_non_null(world_live(second, host->table));
    world_pass_long(second, 2 * SWEEP_WAITING_MS);
    assert_int_equal(world_room(second, host->table)->state, TABLE_WAITING);
    world_pass_long(second, SWEEP_ELSEWHERE_MS);
    assert_null(world_live(second, host->table));
    world_close(second);
}

/* Both want to write the same number: one is second, and is asked again with what it has read. */
static void test_overtaken(void **state)
{
    struct world *world = *state, *second = world + 1;
    struct connection *host = world_come(world, "Anna");
    play_create(host, "trex", 4, ",\"public\":true");
    world_open(second, 3, world->now_ms);
    struct connection *bert = world_come(second, "Bert");
    connection_watch(bert, host->table, -1);
    struct connection *cleo = world_come(world, "Cleo");
    connection_watch(cleo, host->table, -1);
    connection_say(bert, "{\"id\":1,\"cmd\":\"sit\",\"table\":\"%s\",\"seat\":1}", host->table);
    connection_say(cleo, "{\"id\":1,\"cmd\":\"sit\",\"table\":\"%s\",\"seat\":1}", host->table);
    world_settle(second);
    world_settle(world);
    assert_answered(bert);
    assert_refused(cleo, "taken");
    /* Any seat: the next one, then. */
    connection_say(bert, "{\"id\":1,\"cmd\":\"stand\",\"table\":\"%s\"}", host->table);
    world_settle(second);
    world_pass(world, 1000);
    connection_say(bert, "{\"id\":1,\"cmd\":\"sit\",\"table\":\"%s\"}", host->table);
    connection_say(cleo, "{\"id\":1,\"cmd\":\"sit\",\"table\":\"%s\"}", host->table);
    world_settle(second);
    world_settle(world);
    assert_answered(bert);
    assert_answered(cleo);
    assert_int_equal(table_seat_of(world_room(world, host->table), cleo->person), 2);
    connection_say(cleo, "{\"id\":1,\"cmd\":\"stand\",\"table\":\"%s\"}", host->table);
    world_settle(world);
    connection_say(cleo, "{\"id\":1,\"cmd\":\"sit\",\"table\":\"%s\",\"seat\":2}", host->table);
    world_settle(world);
    assert_answered(cleo);
    connection_say(bert, "{\"id\":1,\"cmd\":\"stand\",\"table\":\"%s\"}", host->table);
    world_settle(second);
    assert_answered(bert);
    assert_int_equal(bert->version, cleo->version + 1);
    world_pass(world, 1000);
    assert_int_equal(bert->version, cleo->version);
    world_close(second);
}

static void test_unused_are_closed(void **state)
{
    struct world *world = *state;
    struct connection *host = world_come(world, "Anna");
    play_create(host, "trex", 2, ",\"bots\":[null,\"easy\"]");
    char waiting[STORE_ID_TEXT], over[STORE_ID_TEXT];
    memcpy(waiting, host->table, sizeof waiting);
    play_create(host, "trex", 2, ",\"sit\":null,\"pace\":\"fast\",\"bots\":[\"easy\",\"easy\"]");
    memcpy(over, host->table, sizeof over);
    play_start(host);
    play_on(world, over, WHOLE_GAME);
    assert_int_equal(world_room(world, over)->state, TABLE_OVER);
    connection_go(host);
    world_pass_long(world, SWEEP_OVER_MEMORY_MS + 2 * SWEEP_MS);
    assert_null(world_live(world, over));
    assert_int_equal(world_room(world, waiting)->state, TABLE_WAITING);
    world_pass_long(world, SWEEP_WAITING_MS);
    assert_null(world_live(world, waiting));
    assert_null(world_live(world, over));
    assert_int_equal(world->hall->tables.by_id.count, 0);
    assert_int_equal(world->hall->tables.open_count, 0);
    /* Closed for good, but there to look at. */
    connection_come_back(world, host, host->secret);
    connection_watch(host, over, -1);
    assert_answered(host);
    assert_int_equal(world_room(world, over)->state, TABLE_CLOSED);
}

static void test_limits(void **state)
{
    struct world *world = *state;
    struct connection *host = world_come(world, "Anna");
    for (int i = 0; i < world->hall->environment.settings.limits.tables_per_person; i++)
        play_create(host, "trex", 2, "");
    connection_say(host, "{\"id\":3,\"cmd\":\"create\",\"game\":\"trex\",\"seats\":2}");
    world_settle(world);
    assert_refused(host, "limit");
}

/* The hall ends while everything is under way; the sanitizer looks for what is left. */
static void test_end_in_the_middle(void **state)
{
    struct world *world = *state;
    struct connection *host = three_at(world, "trex", ",\"pace\":\"fast\"");
    play_start(host);
    play_on(world, host->table, WHOLE_GAME);
    connection_say(host, "{\"id\":1,\"cmd\":\"rematch\",\"table\":\"%s\"}", host->table);
    connection_say(host, "{\"id\":1,\"cmd\":\"create\",\"game\":\"trex\",\"seats\":2}");
    struct connection *other = world_come(world, "Zoe");
    play_create(other, "trakks", 2, ",\"bots\":[null,\"hard\"]");
    world->thinks_never = true;
    play_start(other);
    connection_say(other, "{\"id\":1,\"cmd\":\"suggest\",\"table\":\"%s\"}", other->table);
    assert_true(world->decision_count > 0);
    connection_say(other, "{\"id\":1,\"cmd\":\"stand\",\"table\":\"%s\"}", other->table);
    connection_say(other, "{\"id\":1,\"cmd\":\"chat\",\"table\":\"%s\",\"text\":\"!\"}",
                   other->table);
    connection_say(other, "{\"id\":1,\"cmd\":\"watch\",\"table\":\"aaaaaaaaaaaa\"}");
    connection_go(other);
    hall_stop(world->hall);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_whole_games, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_levels_finish, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_stage, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_calm_stage, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_human_pace, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_again, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_resume, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_private, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_clock, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_takeover, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_autostart, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_rematch, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_suggest, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_restart, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_waiting_elsewhere, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_two_halls, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_overtaken, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_unused_are_closed, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_limits, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_end_in_the_middle, world_set_up, world_tear_down),
    };
    struct fault fault;
    world_texts = texts_load(NULL, &fault);
    CHECK(world_texts);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    texts_free(world_texts);
    printf("%d passed, %d failed\n", (int)(sizeof tests / sizeof *tests) - failed, failed);
    return failed != 0;
}
