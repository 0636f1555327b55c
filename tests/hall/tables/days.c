/* Matches over days: deadlines through restarts, tables that nobody watches, time that is up, who may play them. The clock is
 * moved: no test waits.
 *
 * Then: holidays. */
#include "tables_world.h"

#include "base/base.h"

#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

#define HOUR_MS INT64_C(3600000)
#define DAY_MS (24 * HOUR_MS)

static const char three_days[] = ",\"clock\":{\"kind\":\"days\",\"seconds\":259200}";
static const char three_days_alone[] =
    ",\"takeover\":false,\"clock\":{\"kind\":\"days\",\"seconds\":259200}";

/* A statement for the database, from outside. */
static void execute(const char *statement)
{
    sqlite3 *handle;
    assert_int_equal(sqlite3_open(world_path, &handle), SQLITE_OK);
    assert_int_equal(sqlite3_exec(handle, statement, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(handle);
}

/* A person with an account. */
static struct connection *come(struct world *world, const char *name)
{
    char statement[200];
    struct connection *connection = world_come(world, name);
    snprintf(statement, sizeof statement, "UPDATE people SET login = '%s' WHERE id = '%s'", name,
             connection->person);
    execute(statement);
    connection_go(connection);
    connection_come_back(world, connection, connection->secret);
    return connection;
}

/* Two people at a table of this game, whose match has begun. */
static struct connection *two_at(struct world *world, const char *game, const char *more)
{
    struct connection *host = come(world, "anna"), *other = come(world, "bert");
    play_create(host, game, 2, more);
    play_sit_down(host, 1, &other);
    play_start(host);
    return host;
}

/* The server is away for some time. */
static void restart(struct world *world, int64_t ms)
{
    static uint64_t seed = 200;
    int64_t now_ms = world->now_ms + ms;
    world_close(world);
    world_open(world, seed++, now_ms);
}

/* Time passes in long steps, and then in small ones up to this moment. */
static void pass_until(struct world *world, int64_t at_ms)
{
    while (world->now_ms < at_ms - HOUR_MS) {
        world->now_ms += HOUR_MS / 2;
        hall_tick(world->hall, world->now_ms);
        world_settle(world);
    }
    world_pass_long(world, at_ms - world->now_ms);
}

static int awaited_at(const struct table *table)
{
    return bits_first(table_awaited(table));
}

/* Nobody watches, and the server starts again and again: the deadline stays, to the millisecond. */
static void test_deadline(void **state)
{
    struct world *world = *state;
    struct connection *host = two_at(world, "trex", three_days);
    char id[STORE_ID_TEXT];
    memcpy(id, host->table, sizeof id);
    play_move(world, id);
    const struct table *table = world_table(world, id);
    int seat = awaited_at(table);
    int64_t version = table->version, deadline_ms = world->now_ms + 3 * DAY_MS;
    assert_int_equal(table_left_ms(table, seat, world->now_ms), 3 * DAY_MS);
    connection_go(&world->connection[0]);
    connection_go(&world->connection[1]);
    pass_until(world, world->now_ms + DAY_MS);
    for (int i = 0; i < 3; i++) {
        restart(world, 7 * HOUR_MS);
        pass_until(world, world->now_ms + HOUR_MS);
        table = world_table(world, id);
        assert_int_equal(table->version, version);
        assert_int_equal(table_left_ms(table, seat, world->now_ms), deadline_ms - world->now_ms);
    }
    pass_until(world, deadline_ms - SWEEP_MS);
    table = world_table(world, id);
    assert_int_equal(table->version, version);
    assert_string_not_equal(table->seat[seat].person, "");
    pass_until(world, deadline_ms + SWEEP_MS);
    table = world_table(world, id);
    assert_true(table->version > version);
    assert_non_null(table->seat[seat].bot);
}

/* The time was up while no server ran. */
static void test_deadline_missed(void **state)
{
    struct world *world = *state;
    struct connection *host = two_at(world, "trex", three_days_alone);
    char id[STORE_ID_TEXT];
    memcpy(id, host->table, sizeof id);
    int seat = awaited_at(world_table(world, id));
    restart(world, 4 * DAY_MS);
    world_pass(world, 2 * HALL_TICK_MS);
    const struct table *table = world_table(world, id);
    assert_int_equal(table->state, TABLE_CLOSED);
    assert_true(table->has_lost);
    assert_int_equal(table->loser, seat);
}

/* A clock of seconds starts again with the server, as before. */
static void test_seconds_start_again(void **state)
{
    struct world *world = *state;
    struct connection *host =
        two_at(world, "trex", ",\"clock\":{\"kind\":\"move\",\"seconds\":86400}");
    char id[STORE_ID_TEXT];
    memcpy(id, host->table, sizeof id);
    restart(world, 2 * DAY_MS);
    const struct table *table = world_table(world, id);
    assert_int_equal(table_left_ms(table, awaited_at(table), world->now_ms), DAY_MS);
}

/* A computer player takes over, says why, and gives the seat back. */
static void test_takes_over(void **state)
{
    struct world *world = *state;
    struct connection *host = two_at(world, "trex", three_days);
    const struct table *table = world_table(world, host->table);
    int seat = awaited_at(table);
    struct connection *late = world_on_seat(world, table, seat);
    struct connection *other = world_on_seat(world, table, 1 - seat);
    int64_t deadline_ms = world->now_ms + 3 * DAY_MS;
    /* Before that, the host cannot replace anyone, however long they are away. */
    connection_say(late, "{\"id\":1,\"cmd\":\"unwatch\",\"table\":\"%s\"}", host->table);
    pass_until(world, world->now_ms + 2 * DAY_MS);
    connection_say(host,
                   "{\"id\":1,\"cmd\":\"bot\",\"table\":\"%s\",\"seat\":%d,\"level\":\"easy\"}",
                   host->table, seat);
    world_settle(world);
    assert_refused(host, "forbidden");
    pass_until(world, deadline_ms - SWEEP_MS);
    int64_t version = table->version;
    /* The step is compared before the computer player moves. */
    world->thinks_never = true;
    for (int i = 0; i < 400 && table->version == version; i++) {
        world->now_ms += HALL_TICK_MS;
        hall_tick(world->hall, world->now_ms);
        world_settle(world);
    }
    assert_int_equal(world->now_ms, deadline_ms);
    assert_int_equal(table->state, TABLE_PLAYING);
    const json_t *step = other->step;
    assert_string_equal(json_string_value(json_object_get(step, "kind")), "stand");
    assert_string_equal(json_string_value(json_object_get(step, "by")), "clock");
    assert_int_equal(json_integer_value(json_object_get(step, "seat")), seat);
    const json_t *after = json_object_get(step, "after");
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(after, "replaces"), "person")),
        late->person);
    connection_watch(late, host->table, -1);
    connection_say(late, "{\"id\":1,\"cmd\":\"sit\",\"table\":\"%s\"}", host->table);
    world_settle(world);
    assert_answered(late);
    assert_null(table->seat[seat].bot);
    assert_int_equal(table_left_ms(table, seat, world->now_ms), 3 * DAY_MS);
    world->thinks_never = false;
    play_on(world, host->table, WHOLE_GAME);
    assert_int_equal(table->state, TABLE_OVER);
}

/* Without takeover the person loses, and everyone is told who. */
static void test_loses(void **state)
{
    struct world *world = *state;
    struct connection *host = two_at(world, "tyrannosaurus", three_days_alone);
    const struct table *table = world_table(world, host->table);
    int seat = awaited_at(table);
    int64_t deadline_ms = world->now_ms + 3 * DAY_MS;
    pass_until(world, deadline_ms - SWEEP_MS);
    assert_int_equal(table->state, TABLE_PLAYING);
    pass_until(world, deadline_ms);
    const json_t *step = host->step, *info = json_object_get(step, "info");
    assert_string_equal(json_string_value(json_object_get(step, "kind")), "close");
    assert_string_equal(json_string_value(json_object_get(step, "by")), "clock");
    assert_int_equal(json_integer_value(json_object_get(step, "seat")), seat);
    assert_int_equal(json_integer_value(json_object_get(info, "lost")), seat);
    /* It is still known after a restart, to those who sat there. */
    char id[STORE_ID_TEXT];
    memcpy(id, host->table, sizeof id);
    const struct connection before = *host;
    restart(world, DAY_MS);
    host = &world->connection[world->count++];
    *host = (struct connection){.you = -1};
    connection_come_back(world, host, before.secret);
    connection_watch(host, id, -1);
    assert_answered(host);
    info = json_object_get(host->shown, "info");
    assert_int_equal(json_integer_value(json_object_get(info, "lost")), seat);
}

/* Tables over days outlive those that are unused: waiting for players, and while it is someone's turn. */
static void test_not_swept(void **state)
{
    struct world *world = *state;
    struct connection *host = come(world, "anna");
    char id[STORE_ID_TEXT], usual[STORE_ID_TEXT];
    play_create(host, "trex", 2, "");
    memcpy(usual, host->table, sizeof usual);
    play_create(host, "trex", 2, three_days);
    memcpy(id, host->table, sizeof id);
    connection_go(host);
    pass_until(world, world->now_ms + 2 * DAY_MS);
    assert_null(world_live(world, usual));
    assert_int_equal(world_table(world, id)->state, TABLE_WAITING);
    pass_until(world, world->now_ms + SWEEP_DAYS_MS);
    assert_null(world_live(world, id));
}

static void test_long_turn(void **state)
{
    struct world *world = *state;
    struct connection *host =
        two_at(world, "trex", ",\"clock\":{\"kind\":\"days\",\"seconds\":1209600}");
    char id[STORE_ID_TEXT];
    memcpy(id, host->table, sizeof id);
    char hosts[STORE_ID_TEXT];
    memcpy(hosts, host->person, sizeof hosts);
    connection_go(host);
    pass_until(world, world->now_ms + 13 * DAY_MS);
    assert_int_equal(world_table(world, id)->state, TABLE_PLAYING);
    /* Nor did the role of the host pass to the one who stayed. */
    assert_string_equal(world_table(world, id)->settings.host, hosts);
}

/* Guests, real time, too many. */
static void test_who_may(void **state)
{
    struct world *world = *state;
    struct connection *guest = world_come(world, "Gus"), *host = come(world, "anna");
    connection_say(guest, "{\"id\":1,\"cmd\":\"create\",\"game\":\"trex\",\"seats\":2%s}",
                   three_days);
    world_settle(world);
    assert_refused(guest, "forbidden");
    assert_int_equal(world->hall->tables.open_count, 0);
    play_create(host, "trex", 2, three_days);
    char id[STORE_ID_TEXT], code[16];
    memcpy(id, host->table, sizeof id);
    snprintf(code, sizeof code, "%s", connection_answer(host, "code"));
    connection_say(guest, "{\"id\":1,\"cmd\":\"watch\",\"code\":\"%s\"}", code);
    world_settle(world);
    assert_answered(guest);
    connection_say(guest, "{\"id\":1,\"cmd\":\"sit\",\"table\":\"%s\"}", id);
    world_settle(world);
    assert_refused(guest, "forbidden");
    int most = world->hall->environment.settings.limits.days_per_person;
    for (int i = 1; i < most; i++)
        play_create(host, "trex", 2, three_days);
    connection_say(host, "{\"id\":1,\"cmd\":\"create\",\"game\":\"trex\",\"seats\":2%s}",
                   three_days);
    world_settle(world);
    assert_refused(host, "limit");
    play_create(host, "trex", 2, ""); /* others are still allowed */
    struct connection *bert = come(world, "bert");
    play_create(bert, "trex", 2, three_days);
    connection_say(host, "{\"id\":1,\"cmd\":\"watch\",\"code\":\"%s\"}",
                   connection_answer(bert, "code"));
    world_settle(world);
    connection_say(host, "{\"id\":1,\"cmd\":\"sit\",\"table\":\"%s\"}", bert->table);
    world_settle(world);
    assert_refused(host, "limit");
}

/* All at once, before the first of them is on the disk. */
static void test_too_many_at_once(void **state)
{
    struct world *world = *state;
    struct connection *host = come(world, "anna");
    int most = world->hall->environment.settings.limits.days_per_person;
    for (int i = 0; i < most + 5; i++)
        connection_say(host, "{\"id\":%d,\"cmd\":\"create\",\"game\":\"trex\",\"seats\":2%s}", i,
                       three_days);
    world_settle(world);
    assert_int_equal(world->hall->tables.open_count, most);
}

/* ---- Holidays ---- */

/* The request `holiday`; its days, or -1 to ask only. */
static void holiday(struct connection *connection, int days)
{
    connection_say(connection,
                   days < 0 ? "{\"id\":1,\"cmd\":\"holiday\"}"
                            : "{\"id\":1,\"cmd\":\"holiday\",\"days\":%d}",
                   days);
    world_settle(connection->world);
}

static void check_holiday(const struct connection *connection, int64_t until_ms, int left, int most)
{
    const json_t *answer = connection->answer;
    assert_answered(connection);
    assert_int_equal(json_integer_value(json_object_get(answer, "until")), until_ms);
    assert_int_equal(json_is_null(json_object_get(answer, "until")), until_ms == 0);
    assert_int_equal(json_integer_value(json_object_get(answer, "left")), left);
    assert_int_equal(json_integer_value(json_object_get(answer, "most")), most);
}

/* What the clocks were when they were last sent. */
static int64_t clock_of(const struct connection *connection, const char *key, int seat)
{
    return json_integer_value(
        json_array_get(json_object_get(connection->clocks, key), (size_t)seat));
}

/* A holiday begins while a deadline runs, with the server going down now and then: the deadline is that much later, to the
 * millisecond, and everyone at the table sees until when. */
static void test_holiday(void **state)
{
    struct world *world = *state;
    struct connection *host = two_at(world, "trex", three_days_alone);
    char id[STORE_ID_TEXT];
    memcpy(id, host->table, sizeof id);
    const struct table *table = world_table(world, id);
    int seat = awaited_at(table);
    int64_t deadline_ms = world->now_ms + 3 * DAY_MS;
    struct connection *away = world_on_seat(world, table, seat);
    struct connection *other = world_on_seat(world, table, 1 - seat);
    holiday(away, -1);
    check_holiday(away, 0, 7, 7);
    pass_until(world, world->now_ms + 2 * DAY_MS);
    int64_t until_ms = world->now_ms + 4 * DAY_MS;
    holiday(away, 4);
    check_holiday(away, until_ms, 3, 3);
    deadline_ms += 4 * DAY_MS;
    assert_int_equal(clock_of(other, "holidays", seat), until_ms);
    assert_int_equal(clock_of(other, "holidays", 1 - seat), 0);
    assert_int_equal(json_array_size(json_object_get(other->clocks, "running")), 0);
    assert_int_equal(clock_of(other, "left", seat), DAY_MS);
    connection_watch(other, id, -1);
    assert_int_equal(
        json_integer_value(json_array_get(json_object_get(other->shown, "holidays"), (size_t)seat)),
        until_ms);
    connection_go(&world->connection[0]);
    connection_go(&world->connection[1]);
    for (int i = 0; i < 3; i++) {
        restart(world, 20 * HOUR_MS);
        pass_until(world, world->now_ms + HOUR_MS);
        table = world_table(world, id);
        assert_int_equal(table_left_ms(table, seat, world->now_ms), DAY_MS);
        assert_int_equal(table_deadline_ms(table, seat, world->now_ms), deadline_ms);
    }
    pass_until(world, deadline_ms - SWEEP_MS);
    assert_int_equal(world_table(world, id)->state, TABLE_PLAYING);
    pass_until(world, deadline_ms);
    table = world_table(world, id);
    assert_int_equal(table->state, TABLE_CLOSED);
    assert_int_equal(table->loser, seat);
}

/* Ended early, begun again, made longer; it ends by itself, and those who watch are told. */
static void test_holiday_again(void **state)
{
    struct world *world = *state;
    struct connection *host = two_at(world, "trex", three_days);
    const struct table *table = world_table(world, host->table);
    int seat = awaited_at(table);
    int64_t deadline_ms = world->now_ms + 3 * DAY_MS;
    struct connection *away = world_on_seat(world, table, seat);
    struct connection *other = world_on_seat(world, table, 1 - seat);
    holiday(away, 5);
    pass_until(world, world->now_ms + DAY_MS + HOUR_MS);
    holiday(away, 0);
    check_holiday(away, 0, 5, 5);
    deadline_ms += DAY_MS + HOUR_MS;
    assert_null(json_object_get(other->clocks, "holidays"));
    assert_int_equal(clock_of(other, "left", seat), 3 * DAY_MS);
    assert_int_equal(clock_of(other, "running", 0), seat);
    holiday(away, 0); /* there is none to end */
    check_holiday(away, 0, 5, 5);
    pass_until(world, world->now_ms + DAY_MS);
    holiday(away, 1);
    holiday(away, 1);
    int64_t until_ms = world->now_ms + 2 * DAY_MS;
    check_holiday(away, until_ms, 3, 3);
    deadline_ms += 2 * DAY_MS;
    assert_int_equal(clock_of(other, "holidays", seat), until_ms);
    pass_until(world, until_ms + HALL_TICK_MS);
    assert_null(json_object_get(other->clocks, "holidays"));
    assert_int_equal(clock_of(other, "running", 0), seat);
    assert_int_equal(table_deadline_ms(table, seat, world->now_ms), deadline_ms);
    pass_until(world, deadline_ms - SWEEP_MS);
    assert_string_equal(table->seat[seat].person, away->person);
    pass_until(world, deadline_ms + SWEEP_MS);
    assert_non_null(table->seat[seat].bot);
}

/* Two matches of one person, of which one begins during the holiday. A move may be made all the same. */
static void test_holiday_matches(void **state)
{
    struct world *world = *state;
    struct connection *host = two_at(world, "trex", three_days);
    struct connection *other = &world->connection[1];
    char first[STORE_ID_TEXT];
    memcpy(first, host->table, sizeof first);
    holiday(host, 7);
    play_create(host, "trex", 2, three_days);
    play_sit_down(host, 1, &other);
    play_start(host);
    world_pass(world, 2 * HALL_TICK_MS);
    const struct table *tables[] = {world_table(world, first), world_table(world, host->table)};
    for (int i = 0; i < 2; i++) {
        int own = table_seat_of(tables[i], host->person);
        assert_int_equal(holidays_until(tables[i]->holidays[own], world->now_ms) > 0, true);
        assert_int_equal(holidays_until(tables[i]->holidays[1 - own], world->now_ms), 0);
    }
    play_move(world, host->table);
    play_move(world, host->table);
    pass_until(world, world->now_ms + 6 * DAY_MS);
    for (int i = 0; i < 2; i++) { /* the other one's time was up */
        int own = table_seat_of(tables[i], host->person);
        assert_true(own >= 0);
        assert_true(table_left_ms(tables[i], own, world->now_ms) == 3 * DAY_MS);
    }
    holiday(host, 1);
    assert_refused(host, "limit");
}

static void test_holiday_refused(void **state)
{
    struct world *world = *state;
    struct connection *guest = world_come(world, "Gus"), *host = come(world, "anna");
    holiday(guest, 1);
    assert_refused(guest, "forbidden");
    static const char *const wrong[] = {"15", "-1", "1.5", "\"1\"", "true", "99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        connection_say(host, "{\"id\":1,\"cmd\":\"holiday\",\"days\":%s}", wrong[i]);
        world_settle(world);
        assert_refused(host, "bad_request");
    }
    holiday(host, 8);
    assert_refused(host, "limit");
    holiday(host, -1);
    check_holiday(host, 0, 7, 7);
    /* All at once, before the first is on the disk. */
    for (int i = 0; i < 9; i++)
        connection_say(host, "{\"id\":1,\"cmd\":\"holiday\",\"days\":1}");
    world_settle(world);
    assert_refused(host, "limit");
    holiday(host, -1);
    check_holiday(host, world->now_ms + 7 * DAY_MS, 0, 0);
}

/* Another server, which has not heard of the holiday, asks the database before a seat loses. */
static void test_holiday_elsewhere(void **state)
{
    struct world *world = *state, *second = world + 1;
    struct connection *host = two_at(world, "trex", three_days_alone);
    char id[STORE_ID_TEXT];
    memcpy(id, host->table, sizeof id);
    const struct table *table = world_table(world, id);
    int seat = awaited_at(table);
    int64_t deadline_ms = world->now_ms + 3 * DAY_MS;
    struct connection *away = world_on_seat(world, table, seat);
    pass_until(world, world->now_ms + DAY_MS);
    world_open(second, 77, world->now_ms);
    struct connection *there = &second->connection[second->count++];
    *there = (struct connection){.you = -1};
    connection_come_back(second, there, away->secret);
    holiday(there, 2);
    check_holiday(there, world->now_ms + 2 * DAY_MS, 5, 5);
    assert_int_equal(table_deadline_ms(table, seat, world->now_ms), deadline_ms);
    pass_until(world, deadline_ms + HOUR_MS);
    deadline_ms += 2 * DAY_MS;
    assert_int_equal(table->state, TABLE_PLAYING);
    assert_int_equal(table_deadline_ms(table, seat, world->now_ms), deadline_ms);
    pass_until(world, deadline_ms - SWEEP_MS);
    assert_int_equal(table->state, TABLE_PLAYING);
    pass_until(world, deadline_ms + SWEEP_MS);
    assert_int_equal(table->state, TABLE_CLOSED);
    assert_int_equal(table->loser, seat);
    world_close(second);
}

int days_tests(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, world_set_up, world_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(deadline),
        TEST(deadline_missed),
        TEST(seconds_start_again),
        TEST(takes_over),
        TEST(loses),
        TEST(not_swept),
        TEST(long_turn),
        TEST(who_may),
        TEST(too_many_at_once),
        TEST(holiday),
        TEST(holiday_again),
        TEST(holiday_matches),
        TEST(holiday_refused),
        TEST(holiday_elsewhere),
    };
#undef TEST
    return cmocka_run_group_tests(tests, world_load_texts, world_free_texts);
}
