/* What a start reads from the database, and what only when somebody asks for it. */
#include "tables_world.h"

#include "base/check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

static void say(struct connection *connection, const char *cmd, const char *table)
{
    connection_say(connection, "{\"id\":1,\"cmd\":\"%s\",\"table\":\"%s\"}", cmd, table);
    world_settle(connection->world);
}

/* The server starts again, and this person comes back. */
static struct connection *start_again(struct world *world, const char *secret)
{
    static uint64_t seed = 100;
    char kept[64];
    snprintf(kept, sizeof kept, "%s", secret);
    int64_t now_ms = world->now_ms + 1000;
    world_close(world);
    world_open(world, seed++, now_ms);
    struct connection *back = &world->connection[world->count++];
    *back = (struct connection){.you = -1};
    snprintf(back->secret, sizeof back->secret, "%s", kept);
    connection_come_back(world, back, kept);
    return back;
}

/* Tables that are over are not read at the start: a busy server leaves many. */
static void test_ended_wait(void **state)
{
    enum { ENDED = 12, OPEN = 3 };
    struct world *world = *state;
    struct connection *host = world_come(world, "Anna"), *bert = world_come(world, "Bert");
    char ended[ENDED][STORE_ID_TEXT], secret[64];
    for (int i = 0; i < ENDED; i++) {
        play_create(host, "trex", 2, "");
        memcpy(ended[i], host->table, sizeof ended[i]);
        play_sit_down(host, 1, &bert);
        play_start(host);
        play_on(world, ended[i], WHOLE_GAME);
        assert_int_equal(world_room(world, ended[i])->stage, ROOM_OVER);
        world_pass_long(world, 60000);
    }
    for (int i = 0; i < OPEN; i++)
        play_create(host, "trex", 2, "");
    snprintf(secret, sizeof secret, "%s", host->secret);
    host = start_again(world, secret);
    assert_int_equal(world->hall->seatings.count, OPEN);
    assert_int_equal(world->hall->tables_open, OPEN);
    /* They are there for whoever asks: to look at, and to play again. */
    connection_watch(host, ended[0], -1);
    assert_answered(host);
    assert_int_equal(world->hall->seatings.count, OPEN + 1);
    assert_true(json_is_object(json_object_get(host->shown, "result")));
    say(host, "log", ended[0]);
    assert_true(json_array_size(json_object_get(host->answer, "log")) > 10);
    say(host, "record", ended[1]);
    assert_true(json_is_object(json_object_get(host->answer, "record")));
    say(host, "rematch", ended[0]);
    assert_answered(host);
    assert_int_equal(world_room(world, connection_answer(host, "table"))->stage, ROOM_WAITING);
    /* And after an hour they are closed, so that the next start need not know of them. */
    say(host, "unwatch", ended[0]);
    world_pass_long(world, TABLES_OVER_MS + TABLES_OVER_MEMORY_MS + 3 * TABLES_SWEEP_MS);
    assert_int_equal(world->hall->closing_count, 0);
    host = start_again(world, secret);
    assert_int_equal(world->hall->closing_count, 0);
    for (int i = 0; i < ENDED; i++) {
        connection_watch(host, ended[i], -1);
        assert_answered(host);
        assert_int_equal(world_room(world, ended[i])->stage, ROOM_CLOSED);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_ended_wait, world_set_up, world_tear_down),
    };
    struct fault fault;
    world_texts = texts_load(NULL, &fault);
    CHECK(world_texts);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    texts_free(world_texts);
    return failed != 0;
}
