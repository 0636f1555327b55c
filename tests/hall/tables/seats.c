/* Who has which seat, and what the others at the table are sent about it. */
#include "tables_world.h"

#include "base/base.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

static void say(struct connection *connection, const char *cmd, const char *more)
{
    connection_say(connection, "{\"id\":1,\"cmd\":\"%s\",\"table\":\"%s\"%s}", cmd,
                   connection->table, more);
    world_settle(connection->world);
}

/* Part of a message equals this JSON text. */
static void assert_json(const json_t *json, const char *expected)
{
    char *text = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
}

static void assert_may_sit(struct connection *connection, const char *expected)
{
    assert_json(json_object_get(connection->step, "may_sit"), expected);
    /* It is the same for a new watcher, and in `info`. */
    connection_watch(connection, connection->table, -1);
    assert_json(json_object_get(connection->shown, "may_sit"), expected);
    say(connection, "info", "");
    assert_json(json_object_get(connection->answer, "may_sit"), expected);
}

static json_t *seat_told(const struct connection *connection, int seat)
{
    const json_t *info = json_object_get(connection->step, "info");
    return json_array_get(json_object_get(info, "seat"), (size_t)seat);
}

/* The latest line of the log. */
static json_t *latest_logged(struct connection *connection)
{
    say(connection, "log", "");
    json_t *log = json_object_get(connection->answer, "log");
    return json_array_get(log, json_array_size(log) - 1);
}

/* Anna, Bert and a computer player at a public table, where Zoe watches. */
static struct connection *begin(struct world *world, const char *more)
{
    struct connection *anna = world_come(world, "Anna"), *bert = world_come(world, "Bert");
    struct connection *zoe = world_come(world, "Zoe");
    char settings[200];
    snprintf(settings, sizeof settings, ",\"public\":true,\"bots\":[null,null,\"strong\"]%s", more);
    play_create(anna, "trex", 3, settings);
    connection_watch(zoe, anna->table, -1);
    assert_json(json_object_get(zoe->shown, "may_sit"), "[1]");
    play_sit_down(anna, 1, &bert);
    play_start(anna);
    return anna;
}

static void test_leaving(void **state)
{
    struct world *world = *state;
    struct connection *anna = begin(world, "");
    struct connection *bert = &world->connection[1], *zoe = &world->connection[2];
    assert_may_sit(zoe, "[]");
    assert_may_sit(bert, "[]");
    /* Somebody leaves: all learn who, and the name of the computer player that goes on. */
    say(bert, "stand", "");
    assert_answered(bert);
    char expected[300];
    snprintf(expected, sizeof expected,
             "{\"level\":\"casual\",\"name\":\"Hugo\","
             "\"replaces\":{\"person\":\"%s\",\"name\":\"Bert\"}}",
             bert->person);
    assert_json(seat_told(anna, 1), expected);
    assert_json(json_object_get(anna->step, "after"), expected);
    assert_json(json_object_get(latest_logged(zoe), "after"), expected);
    snprintf(expected, sizeof expected, "{\"person\":\"%s\",\"name\":\"Bert\"}", bert->person);
    assert_json(json_object_get(anna->step, "before"), expected);
    assert_json(json_object_get(latest_logged(zoe), "before"), expected);
    /* Only the person who left may come back. */
    assert_may_sit(zoe, "[]");
    assert_may_sit(bert, "[1]");
    say(zoe, "sit", ",\"seat\":1");
    assert_refused(zoe, "taken");
    say(bert, "sit", ",\"seat\":1");
    assert_answered(bert);
    assert_json(json_object_get(anna->step, "after"), expected);
    assert_json(seat_told(anna, 1), expected);
    assert_may_sit(bert, "[]");
    /* The host replaces a person who is away. */
    connection_go(bert);
    world_pass(world, WATCH_AWAY_MS + HALL_TICK_MS);
    say(anna, "bot", ",\"seat\":1,\"level\":\"casual\"");
    assert_answered(anna);
    assert_json(json_object_get(latest_logged(zoe), "before"), expected);
    snprintf(expected, sizeof expected,
             "{\"level\":\"casual\",\"name\":\"Hugo\","
             "\"replaces\":{\"person\":\"%s\",\"name\":\"Bert\"}}",
             bert->person);
    assert_json(seat_told(zoe, 1), expected);
    assert_json(json_object_get(latest_logged(zoe), "after"), expected);
}

static void test_leaving_empty(void **state)
{
    struct world *world = *state;
    struct connection *anna = begin(world, ",\"takeover\":false");
    struct connection *bert = &world->connection[1], *zoe = &world->connection[2];
    say(bert, "stand", "");
    assert_true(json_is_null(seat_told(anna, 1)));
    assert_true(json_is_null(json_object_get(anna->step, "after")));
    assert_may_sit(zoe, "[1]");
    assert_may_sit(bert, "[1]");
    say(anna, "stand", "");
    assert_may_sit(zoe, "[0,1]");
    assert_may_sit(bert, "[1]");
    assert_may_sit(anna, "[0]");
    say(zoe, "sit", "");
    assert_answered(zoe);
    assert_may_sit(anna, "[]");
    assert_may_sit(bert, "[1]");
}

/* Computer players keep their names in a rematch, so the usual name of a seat may be taken. */
static void test_names(void **state)
{
    struct world *world = *state;
    struct connection *anna = world_come(world, "Anna"), *bert = world_come(world, "Alice");
    play_create(anna, "trex", 3, ",\"pace\":\"fast\",\"bots\":[null,\"easy\"]");
    play_sit_down(anna, 1, &bert);
    play_start(anna);
    play_on(world, anna->table, WHOLE_GAME);
    say(anna, "rematch", "");
    char next[STORE_ID_TEXT];
    snprintf(next, sizeof next, "%s", connection_answer(anna, "table"));
    connection_watch(anna, next, -1);
    connection_watch(bert, next, -1);
    const struct table *table = world_table(world, next);
    assert_string_equal(table->seat[0].name, "Hugo");
    assert_string_equal(table->seat[1].name, "Alice");
    play_start(anna);
    say(anna, "stand", "");
    say(bert, "stand", "");
    assert_string_equal(table->seat[2].name, "Clara");
    assert_string_equal(table->seat[1].name, "Oscar"); /* not Hugo, Clara, or Alice again */
}

/* No computer player has the host's name. */
static void test_names_and_host(void **state)
{
    struct world *world = *state;
    struct connection *clara = world_come(world, "Clara");
    play_create(clara, "trex", 4, ",\"bots\":[null,\"easy\",\"easy\",\"easy\"]");
    const struct table *table = world_table(world, clara->table);
    const char *names[] = {"Clara", "Hugo", "Oscar", "Nina"};
    for (int seat = 0; seat < 4; seat++)
        assert_string_equal(table->seat[seat].name, names[seat]);
}

/* A whole match of Anna, Bert and a computer player. */
static struct connection *play_one(struct world *world, const char *more)
{
    struct connection *anna = begin(world, more);
    play_on(world, anna->table, WHOLE_GAME);
    assert_int_equal(world_table(world, anna->table)->state, TABLE_OVER);
    return anna;
}

static const struct table *rematch_of(struct connection *connection)
{
    say(connection, "rematch", "");
    assert_answered(connection);
    return world_table(connection->world, connection_answer(connection, "table"));
}

/* People who are away get no seat, but may join; and a host is there to start. */
static void test_rematch_of_those_there(void **state)
{
    struct world *world = *state;
    struct connection *anna = world_come(world, "Anna"), *bert = world_come(world, "Bert");
    play_create(anna, "trex", 3, ",\"pace\":\"fast\",\"bots\":[null,null,\"easy\"]");
    play_sit_down(anna, 1, &bert);
    play_start(anna);
    play_on(world, anna->table, WHOLE_GAME);
    connection_go(anna);
    world_pass(world, WATCH_AWAY_MS + HALL_TICK_MS);
    const struct table *table = rematch_of(bert);
    assert_string_equal(table->seat[0].person, bert->person);
    assert_non_null(table->seat[1].bot);
    assert_true(table_seat_is_free(&table->seat[2]));
    assert_string_equal(table->settings.host, bert->person);
    connection_come_back(world, anna, anna->secret);
    connection_watch(anna, table->id, -1);
    assert_answered(anna);
    say(anna, "sit", "");
    assert_answered(anna);
    connection_watch(bert, table->id, -1);
    play_start(bert);
    /* Nobody else may join. */
    struct connection *yann = world_come(world, "Yann");
    connection_watch(yann, table->id, -1);
    assert_refused(yann, "forbidden");
}

/* A short interruption is not leaving; and a person who left the match gets no seat. */
static void test_rematch_after_leaving(void **state)
{
    struct world *world = *state;
    struct connection *anna = begin(world, ",\"pace\":\"fast\"");
    struct connection *bert = &world->connection[1];
    say(bert, "stand", "");
    play_on(world, anna->table, WHOLE_GAME);
    const struct table *table = rematch_of(anna);
    assert_int_equal(table_seat_of(table, bert->person), -1);
    assert_string_equal(table->seat[0].name, "Hugo");
    assert_string_equal(table->settings.host, anna->person);
}

static void test_rematch_short_break(void **state)
{
    struct world *world = *state;
    struct connection *anna = play_one(world, ",\"pace\":\"fast\"");
    struct connection *bert = &world->connection[1];
    connection_go(bert);
    world_pass(world, WATCH_AWAY_MS / 2);
    const struct table *table = rematch_of(anna);
    assert_int_equal(table_seat_of(table, bert->person), 0);
}

/* Rematches are limited like other new tables. */
static void test_rematch_limits(void **state)
{
    struct world *world = *state;
    struct hall_limits *limits = &world->hall->environment.settings.limits;
    struct connection *anna = play_one(world, ",\"pace\":\"fast\"");
    size_t tables = world->hall->tables.by_id.count;
    limits->tables = 0;
    say(anna, "rematch", "");
    assert_refused(anna, "limit");
    limits->tables = hall_limits_standard.tables;
    limits->tables_per_person = 0;
    say(anna, "rematch", "");
    assert_refused(anna, "limit");
    limits->tables_per_person = hall_limits_standard.tables_per_person;
    while (json_is_true(json_object_get(anna->answer, "ok")) ||
           world->hall->tables.by_id.count == tables) {
        connection_say(anna, "{\"id\":1,\"cmd\":\"create\",\"game\":\"trex\",\"seats\":2}");
        world_settle(world);
        limits->tables_per_person++;
    }
    tables = world->hall->tables.by_id.count;
    say(anna, "rematch", "");
    assert_refused(anna, "limit");
    assert_int_equal(world->hall->tables.by_id.count, tables);
    /* After a while one more is allowed. Asking again makes no other. */
    world_pass(world, 1100);
    const struct table *table = rematch_of(anna);
    assert_ptr_equal(rematch_of(anna), table);
    assert_int_equal(world->hall->tables.by_id.count, tables + 1);
}

/* The host lets somebody sit down again. */
static void say_admit(struct connection *connection, const char *person)
{
    char values[64];
    snprintf(values, sizeof values, ",\"person\":\"%s\"", person);
    say(connection, "admit", values);
}

/* The latest step names this person as removed, or nobody. */
static void assert_removed(const struct connection *connection, const char *person)
{
    const json_t *removed = json_object_get(connection->step, "removed");
    assert_int_equal(json_array_size(removed), person ? 1 : 0);
    if (person)
        assert_string_equal(
            json_string_value(json_object_get(json_array_get(removed, 0), "person")), person);
}

/* Bert, whom Anna removes from seat 0, may look on, as the table is public; but he sits down only when she lets him. Zoe learns
 * nothing of it but that he has gone. */
static void remove_from_public(struct world *world, struct connection *anna,
                               struct connection *bert, struct connection *zoe)
{
    say(anna, "remove", ",\"seat\":1");
    assert_refused(anna, "forbidden"); /* nobody is there */
    say(anna, "remove", ",\"seat\":3");
    assert_refused(anna, "bad_request");
    say(anna, "remove", ",\"seat\":0");
    assert_answered(anna);
    assert_json(json_object_get(bert->step, "by"), "\"host\"");
    assert_json(json_object_get(bert->step, "after"), "null");
    assert_json(json_object_get(latest_logged(zoe), "by"), "\"host\"");
    assert_may_sit(bert, "[]");
    assert_may_sit(zoe, "[0,1]");
    say(bert, "sit", "");
    assert_refused(bert, "forbidden");
    say(anna, "seats", ",\"from\":[null,2,1]");
    assert_string_equal(world_table(world, anna->table)->settings.host, anna->person);
    say_admit(bert, bert->person);
    assert_refused(bert, "forbidden");
    say_admit(anna, zoe->person);
    assert_refused(anna, "forbidden");
    say(anna, "admit", "");
    assert_refused(anna, "bad_request");
    assert_removed(anna, bert->person);
    assert_removed(bert, bert->person);
    assert_removed(zoe, NULL);
    say_admit(anna, bert->person);
    assert_answered(anna);
    assert_json(json_object_get(zoe->step, "kind"), "\"admit\"");
    assert_json(json_object_get(zoe->step, "seat"), "null");
    assert_removed(anna, NULL);
    assert_removed(bert, NULL);
    assert_may_sit(bert, "[0,2]");
    say(bert, "sit", "");
    assert_answered(bert);
}

/* Before the match the host arranges the seats and removes people; a person who sits may move. */
static void test_arranging(void **state)
{
    struct world *world = *state;
    struct connection *anna = world_come(world, "Anna"), *bert = world_come(world, "Bert");
    struct connection *zoe = world_come(world, "Zoe");
    play_create(anna, "trex", 4, ",\"public\":true");
    play_sit_down(anna, 1, &bert);
    connection_watch(zoe, anna->table, -1);
    say(bert, "seats", ",\"from\":[0,1]");
    assert_refused(bert, "forbidden");
    say(bert, "remove", ",\"seat\":0");
    assert_refused(bert, "forbidden");
    say(anna, "seats", "");
    assert_refused(anna, "bad_request");
    say(anna, "seats", ",\"from\":[0,1.5]");
    assert_refused(anna, "bad_request");
    say(anna, "seats", ",\"from\":[0,null]"); /* Bert sits at the table */
    assert_refused(anna, "taken");
    say(bert, "sit", "");
    assert_refused(bert, "taken");
    say(bert, "sit", ",\"seat\":3");
    assert_answered(bert);
    assert_json(seat_told(zoe, 1), "null");
    assert_may_sit(zoe, "[1,2]");
    say(anna, "seats", ",\"from\":[3,null,0]");
    assert_answered(anna);
    assert_string_equal(json_string_value(json_object_get(zoe->step, "kind")), "seats");
    assert_int_equal(watch_find(bert->client, anna->table)->seat, 0);
    assert_int_equal(watch_find(anna->client, anna->table)->seat, 2);
    remove_from_public(world, anna, bert, zoe);
    say(anna, "seats", ",\"from\":[0,1]");
    say(anna, "start", "");
    assert_answered(anna);
    assert_int_equal(world_table(world, anna->table)->match.seats, 2);
    say(anna, "remove", ",\"seat\":0");
    assert_refused(anna, "forbidden");
    /* A client that comes back is sent the table as it was. */
    int64_t version = zoe->version;
    zoe->version = 0;
    connection_watch(zoe, anna->table, 0);
    assert_int_equal(zoe->version, version);
}

/* Somebody removed from a table that is not public does not watch it any more until the host admits them. */
static void test_removed_from_private(void **state)
{
    struct world *world = *state;
    struct connection *anna = world_come(world, "Anna"), *bert = world_come(world, "Bert");
    play_create(anna, "trex", 2, "");
    char way_in[64];
    snprintf(way_in, sizeof way_in, ",\"code\":\"%s\"", connection_answer(anna, "code"));
    snprintf(bert->table, sizeof bert->table, "%s", anna->table);
    say(bert, "watch", way_in);
    say(bert, "sit", "");
    assert_answered(bert);
    say(anna, "remove", ",\"seat\":1");
    assert_answered(anna);
    assert_json(json_object_get(bert->step, "by"), "\"host\"");
    assert_removed(bert, bert->person);
    assert_null(watch_find(bert->client, anna->table));
    say(bert, "chat", ",\"text\":\"?\"");
    assert_refused(bert, "forbidden");
    for (int i = 0; i < 2; i++) {
        say(bert, "watch", i ? "" : way_in);
        assert_refused(bert, "forbidden");
        say(bert, "info", i ? "" : way_in);
        assert_refused(bert, "forbidden");
    }
    say_admit(anna, bert->person);
    say(bert, "watch", way_in);
    assert_answered(bert);
    say(bert, "sit", "");
    assert_answered(bert);
}

static const char *host_of(struct world *world, const struct connection *connection)
{
    return world_table(world, connection->table)->settings.host;
}

/* The role of the host passes on to the person present who sits there longest. */
static void test_host_leaves(void **state)
{
    struct world *world = *state;
    struct connection *anna = world_come(world, "Anna"), *bert = world_come(world, "Bert");
    struct connection *carl = world_come(world, "Carl"), *dora = world_come(world, "Dora");
    play_create(anna, "trex", 4, ",\"public\":true");
    play_sit_down(anna, 1, &carl);
    play_sit_down(anna, 1, &dora);
    play_sit_down(anna, 1, &bert);
    say(bert, "start", "");
    assert_refused(bert, "forbidden");
    /* Without a seat but present, she is still the host. */
    say(anna, "stand", "");
    world_pass(world, HOST_AWAY_MS + HALL_TICK_MS);
    assert_string_equal(host_of(world, anna), anna->person);
    connection_go(carl); /* sits longest, but is away */
    connection_go(anna);
    world_pass(world, HOST_LEFT_MS - HALL_TICK_MS);
    assert_string_equal(host_of(world, anna), anna->person);
    world_pass(world, 2 * HALL_TICK_MS);
    assert_string_equal(host_of(world, anna), dora->person);
    assert_string_equal(json_string_value(json_object_get(bert->step, "kind")), "host");
    assert_json(json_object_get(bert->step, "seat"), "2");
    say(dora, "seats", ",\"from\":[2,3]");
    assert_refused(dora, "taken");
    say(dora, "remove", ",\"seat\":1");
    assert_answered(dora);
    say(dora, "seats", ",\"from\":[2,3]");
    say(dora, "start", "");
    assert_answered(dora);
    /* During the match, too; and a host who comes back in time stays the host. */
    connection_go(dora);
    world_pass(world, HOST_AWAY_MS / 2);
    connection_come_back(world, dora, dora->secret);
    connection_watch(dora, anna->table, -1);
    world_pass(world, HOST_AWAY_MS);
    assert_string_equal(host_of(world, anna), dora->person);
    connection_go(dora);
    world_pass(world, HOST_AWAY_MS + 2 * HALL_TICK_MS);
    assert_string_equal(host_of(world, anna), bert->person);
    say(bert, "bot", ",\"seat\":0,\"level\":\"random\"");
    assert_answered(bert);
    /* What was played is the later host's to share. */
    connection_come_back(world, dora, dora->secret);
    connection_watch(dora, anna->table, -1);
    play_on(world, anna->table, INT_MAX);
    assert_int_equal(world_table(world, anna->table)->state, TABLE_OVER);
    say(dora, "share", "");
    assert_refused(dora, "forbidden");
    say(bert, "share", "");
    assert_answered(bert);
}

/* Anna, Bert and Carl have begun a match. */
static struct connection *begin_three(struct world *world)
{
    struct connection *anna = world_come(world, "Anna"), *bert = world_come(world, "Bert");
    struct connection *carl = world_come(world, "Carl");
    play_create(anna, "trex", 3, ",\"public\":true");
    play_sit_down(anna, 1, &bert);
    play_sit_down(anna, 1, &carl);
    say(bert, "vote", ",\"seat\":0");
    assert_refused(bert, "no_match"); /* before it, the host decides */
    say(anna, "start", "");
    return anna;
}

/* Who may propose a vote about whom, and how it ends in time. */
static void test_vote_runs_out(void **state)
{
    struct world *world = *state;
    struct connection *anna = begin_three(world), *bert = anna + 1, *carl = anna + 2;
    struct connection *zoe = world_come(world, "Zoe");
    connection_watch(zoe, anna->table, -1);
    say(zoe, "vote", ",\"seat\":0");
    assert_refused(zoe, "forbidden");
    assert_json(json_object_get(bert->step, "may_vote"), "[0,2]");
    say(bert, "vote", "");
    assert_refused(bert, "bad_request");
    say(bert, "vote", ",\"seat\":3");
    assert_refused(bert, "bad_request");
    say(bert, "vote", ",\"seat\":1");
    assert_refused(bert, "forbidden");
    connection_go(carl);
    say(bert, "vote", ",\"seat\":0");
    assert_refused(bert, "forbidden"); /* nobody else is there */
    connection_come_back(world, carl, carl->secret);
    connection_watch(carl, anna->table, -1);

    /* Carl says nothing. */
    say(bert, "vote", ",\"seat\":0");
    assert_answered(bert);
    assert_json(json_object_get(json_object_get(zoe->step, "vote"), "asked"), "[2]");
    say(anna, "vote", ",\"seat\":1");
    assert_refused(anna, "forbidden"); /* one after the other */
    world_pass(world, VOTE_MS - 2 * HALL_TICK_MS);
    assert_true(world_table(world, anna->table)->proposal.is_vote);
    world_pass(world, 3 * HALL_TICK_MS);
    assert_json(json_object_get(zoe->step, "by"), "\"clock\"");
    assert_json(json_object_get(zoe->step, "became"), "\"refused\"");
    assert_null(json_object_get(zoe->step, "vote"));
    say(bert, "vote", ",\"seat\":2");
    assert_refused(bert, "limit"); /* he has proposed one */
    say(carl, "vote", ",\"seat\":0");
    assert_refused(carl, "limit"); /* there was one about her */
    world_pass(world, VOTE_PAUSE_MS);
    say(carl, "vote", ",\"seat\":0");
    assert_answered(carl);
}

/* Three people remove one of them by a vote: a computer player plays on, and they do not sit down again. The hall ends when
 * all have agreed, before anything comes of it. */
static void test_vote(void **state)
{
    struct world *world = *state;
    struct connection *anna = begin_three(world), *bert = anna + 1, *carl = anna + 2;
    char vote[64];
    say(bert, "vote", ",\"seat\":0");
    snprintf(vote, sizeof vote, ",\"proposal\":%d", (int)bert->version);
    say(anna, "vote", vote);
    assert_refused(anna, "forbidden");
    say(carl, "vote", vote);
    assert_answered(carl);
    const struct connection before = *anna;
    int64_t now_ms = world->now_ms;
    world_close(world);
    world_open(world, 7, now_ms);
    anna = &world->connection[world->count++];
    *anna = (struct connection){.you = -1};
    memcpy(anna->secret, before.secret, sizeof anna->secret);
    connection_come_back(world, anna, before.secret);
    connection_watch(anna, before.table, -1);
    world_pass(world, 2 * HALL_TICK_MS);
    const struct table *table = world_table(world, before.table);
    assert_non_null(table->seat[0].bot);
    assert_string_equal(table->settings.host_name, "Bert");
    assert_json(json_object_get(latest_logged(anna), "by"), "\"vote\"");
    assert_may_sit(anna, "[]");
    say(anna, "sit", "");
    assert_refused(anna, "forbidden");
    say(anna, "sit", ",\"seat\":0");
    assert_refused(anna, "forbidden");
    say(anna, "start", "");
    assert_refused(anna, "forbidden");
}

int seats_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_leaving, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_leaving_empty, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_arranging, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_removed_from_private, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_host_leaves, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_vote_runs_out, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_vote, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_names, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_names_and_host, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_rematch_of_those_there, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_rematch_after_leaving, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_rematch_short_break, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_rematch_limits, world_set_up, world_tear_down),
    };
    return cmocka_run_group_tests(tests, world_load_texts, world_free_texts);
}
