/* Computer players at tables: every level finishes its games, at its pace; hints. */
#include "support.h"
#include "tables_world.h"

#include "base/base.h"
#include "game/game.h"
#include "games/scale/scale.h"
#include "players/players.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

static void test_levels_finish(void **state)
{
    struct world *world = *state;
    struct connection *host = world_come(world, "Anna");
    for (const struct game *const *game = games_all; *game; game++)
        for (const struct player *player = players_all; player->name; player++) {
            char more[200];
            bool real_time = (*game)->realtime != NULL;
            snprintf(
                more, sizeof more,
                ",\"sit\":null,\"pace\":\"fast\",\"bots\":[\"%s\",\"easy\",\"%s\"],\"options\":%s",
                player->name, player->name, tested_options_needed(*game).text);
            if (player->way == MIND_FULL && (*game)->mind && (*game)->mind->solve)
                continue; /* it proves what it does, and takes its time */
            if (!player_find_in_game(*game, player->name))
                continue; /* a step that the game leaves out: test_earlier_level */
            play_create(host, (*game)->id, 3, more);
            play_start(host);
            play_on(world, host->table, real_time ? 200 : WHOLE_GAME);
            /* In real time, a match may end earlier. */
            enum table_state state_after = world_table(world, host->table)->state;
            assert_true(state_after == TABLE_OVER || (real_time && state_after == TABLE_PLAYING));
            assert_int_equal(host->version, world_table(world, host->table)->version);
            if (real_time)
                assert_true(host->gestures > 0);
            connection_say(host, "{\"id\":9,\"cmd\":\"unwatch\",\"table\":\"%s\"}", host->table);
        }
    struct hall_figures figures;
    hall_read_figures(world->hall, &figures);
    assert_true(figures.moves_bot > 0 && figures.thoughts_done > 0);
    assert_int_equal(figures.thoughts_waiting, 0);
}

/* A match in real time with a person who makes gestures. */
static void test_realtime(void **state)
{
    struct world *world = *state;
    struct connection *host = world_come(world, "Anna");
    play_create(host, "scale", 3,
                ",\"options\":{\"mode\":\"stage\"},\"bots\":[null,\"casual\",\"expert\"]");
    play_start(host);
    for (int i = 0; i < 2000 && world_table(world, host->table)->state == TABLE_PLAYING; i++) {
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
    assert_int_equal(host->version, world_table(world, host->table)->version);
}

/* A minute of computer players in real time. Returns how many moves they made, and the shortest time
 * between two of them. */
static int realtime_minute(struct world *world, const char *pace, int64_t *shortest_ms)
{
    struct connection *host = world_come(world, "Anna");
    char more[200];
    snprintf(more, sizeof more,
             ",\"sit\":null,\"pace\":\"%s\",\"options\":{\"mode\":\"stage\"},"
             "\"bots\":[\"easy\",\"easy\",\"easy\",\"easy\"]",
             pace);
    play_create(host, "scale", 4, more);
    play_start(host);
    const struct table *table = world_table(world, host->table);
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

static void test_calm_realtime(void **state)
{
    int human = 0, calm = 0;
    int64_t human_ms = INT64_MAX;
    for (int match = 0; match < 4; match++) {
        int64_t shortest_ms;
        human += realtime_minute(*state, "human", &shortest_ms);
        if (shortest_ms < human_ms)
            human_ms = shortest_ms;
        int moves = realtime_minute(*state, "calm", &shortest_ms);
        assert_in_range(moves, 5, 20);
        assert_true(shortest_ms >= 2900);
        calm += moves;
    }
    assert_true(human > 2 * calm);
    assert_true(human_ms < 1500);
}

/* The number of pairs that computer players turn over in two minutes at a calm table, while a
 * person watches. */
static int pairs_turned(struct world *world)
{
    struct connection *host = world_come(world, "Anna");
    play_create(host, "scale", 4,
                ",\"pace\":\"calm\",\"options\":{\"mode\":\"stage\"},"
                "\"bots\":[null,\"easy\",\"easy\",\"easy\"]");
    play_start(host);
    const struct table *table = world_table(world, host->table);
    const struct scale_state *scale = (const struct scale_state *)table->match.state.bytes;
    int tokens = scale->good + scale->bad, pairs = 0;
    for (int64_t ms = 0; ms < 120000 && table->state == TABLE_PLAYING; ms += HALL_TICK_MS) {
        world_pass(world, HALL_TICK_MS);
        pairs += scale->good + scale->bad < tokens;
        tokens = scale->good + scale->bad;
    }
    return pairs;
}

/* At a calm table nobody gives a card up before the others had time to offer. */
static void test_calm_pairs(void **state)
{
    int pairs = 0;
    for (int match = 0; match < 4; match++)
        pairs += pairs_turned(*state);
    assert_true(pairs >= 4);
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
    /* They pause while nobody watches. */
    int64_t seen = host->version;
    connection_go(host);
    world_pass(world, 60000);
    const struct table *table = world_table(world, host->table);
    assert_true(table->version <= seen + 1);
    connection_come_back(world, host, host->secret);
    connection_watch(host, host->table, seen);
    world_pass(world, 10000);
    assert_true(table->version > seen + 3);
    assert_int_equal(host->version, table->version);
}

static void test_suggest(void **state)
{
    struct world *world = *state;
    struct connection *host = three_at(world, "trex", "");
    play_start(host);
    const struct table *table = world_table(world, host->table);
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

static bool has_rated(const struct connection *connection)
{
    const json_t *info = json_object_get(connection->step, "info");
    return json_is_true(json_object_get(info, "rated"));
}

static void say_suggest(struct connection *connection)
{
    connection_say(connection, "{\"id\":1,\"cmd\":\"suggest\",\"table\":\"%s\"}",
                   connection->table);
    world_settle(connection->world);
    assert_answered(connection);
}

/* A match against computer players is rated until its person is given a hint. Everyone is told, a restart
 * does not forget it, and the record says so. */
static void test_hint_and_rating(void **state)
{
    for (int hints = 0; hints < 3; hints++) {
        struct world *world = *state;
        struct connection *ann = world_come(world, "Ann"), *watcher = world_come(world, "Bob");
        play_create(ann, "tyrannosaurus", 2, ",\"public\":true,\"bots\":[null,\"easy\"]");
        connection_watch(watcher, ann->table, -1);
        play_start(ann);
        assert_true(has_rated(watcher));
        int64_t version = ann->version;
        for (int i = 0; i < hints; i++)
            say_suggest(ann);
        assert_int_equal(watcher->version, version + (hints > 0));
        assert_true(has_rated(watcher) == (hints == 0));
        if (hints > 0)
            assert_string_equal(json_string_value(json_object_get(watcher->step, "kind")), "hint");
        if (hints == 2) {
            struct connection before = *ann;
            int64_t now_ms = world->now_ms;
            world_close(world);
            world_open(world, 3, now_ms);
            ann = &world->connection[world->count++];
            *ann = (struct connection){.you = -1};
            memcpy(ann->person, before.person, sizeof ann->person);
            connection_come_back(world, ann, before.secret);
            connection_watch(ann, before.table, -1);
        }
        play_on(world, ann->table, WHOLE_GAME);
        connection_say(ann, "{\"id\":1,\"cmd\":\"records\",\"person\":\"%s\"}", ann->person);
        world_settle(world);
        const json_t *record = json_array_get(json_object_get(ann->answer, "records"), 0);
        assert_string_equal(json_string_value(json_object_get(record, "table")), ann->table);
        assert_true(json_is_true(json_object_get(record, "rated")) == (hints == 0));
    }
}

int bots_tests(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, world_set_up, world_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(levels_finish), TEST(realtime), TEST(calm_realtime),   TEST(calm_pairs),
        TEST(human_pace),    TEST(suggest),  TEST(hint_and_rating),
    };
    return cmocka_run_group_tests(tests, world_load_texts, world_free_texts);
}
