/* What viewers are sent, and when, depends only on what they may know. */
#include "tables_world.h"

#include "base/base.h"
#include "players/players.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

/* The last turn of Tyrannosaurus for two. Only seat 1 knows which card it removed, and so which one it has
 * left: with `rest` it has one move, with `move` eight. */
static const char last_turn[] =
    ",\"position\":{\"game\":\"tyrannosaurus\",\"seats\":2,\"options\":{\"cards\":"
    "\"first\"},\"phase\":\"act\","
    "\"turn\":8,\"turns\":8,\"bone\":1,\"lake\":\"b3\",\"volcano\":\"d1\",\"tyrex\":\"d3\","
    "\"trees\":[\"e1\",\"c2\",\"a3\",\"e3\",\"a4\",\"b4\",\"c4\",\"e4\",\"a5\",\"b5\",\"c5\","
    "\"d5\"],\"players\":[{\"dino\":\"triceratops\",\"at\":\"b2\",\"trees\":8,\"out\":false,"
    "\"cards\":{\"move\":1,\"rest\":0,\"panic\":0},"
    "\"discards\":{\"move\":5,\"rest\":1,\"panic\":1},\"removed\":\"move\"},"
    "{\"dino\":\"stegosaurus\",\"at\":\"d2\",\"trees\":6,\"out\":false,"
    "\"cards\":{\"move\":%d,\"rest\":%d,\"panic\":0},"
    "\"discards\":{\"move\":4,\"rest\":2,\"panic\":1},\"removed\":\"%s\"}],"
    "\"chosen\":[null,null],\"panicking\":[]},\"pace\":\"%s\",\"bots\":[null,\"%s\"]";

enum { NEVER = 1 << 20 };

/* A table, and how long the thinking takes there. */
struct turn {
    bool is_forced;
    const char *pace, *level;
    int queued_ms; /* until a thread is free */
    int took_ms;   /* or NEVER */
    int draw;      /* which of many random numbers */
};

/* Writes what seat 0 sees before the move into `view`. Returns the ms until it gets the move. */
static int64_t turn_delay_ms(const struct turn *turn, char **view)
{
    void *state;
    world_set_up(&state);
    struct world *world = state;
    for (int i = 0; i < turn->draw; i++)
        rng_next(&world->rng);
    struct connection *host = world_come(world, "Anna");
    char more[1500];
    snprintf(more, sizeof more, last_turn, !turn->is_forced, turn->is_forced,
             turn->is_forced ? "move" : "rest", turn->pace, turn->level);
    world->thinks_never = true;
    play_create(host, "tyrannosaurus", 2, more);
    play_start(host);
    *view = json_dumps(json_object_get(host->step, "view"), JSON_COMPACT);
    int64_t begin_ms = world->now_ms, begun = host->version;
    for (int ms = 0; host->version == begun; ms++) {
        assert_true(ms < 10000);
        if (ms == turn->queued_ms)
            atomic_store(&world->decisions[0]->begun_ms, world->now_ms);
        if (ms == turn->queued_ms + turn->took_ms)
            world->thinks_never = false;
        world_settle(world);
        world->now_ms++;
        if (ms % HALL_TICK_MS == HALL_TICK_MS - 1)
            hall_tick(world->hall, world->now_ms);
    }
    assert_string_equal(json_string_value(json_object_get(host->step, "by")), "computer");
    int64_t delay_ms = world->now_ms - begin_ms;
    connection_go(host);
    world_tear_down(&state);
    return delay_ms;
}

/* Seat 0 cannot distinguish the two positions, so it gets the move at the same moment; even if thinking
 * takes so long that `easy` has to move instead. */
static void test_pace(void **state)
{
    (void)state;
    static const char *const paces[] = {"human", "fast", "calm"};
    const struct game *game = game_find(games_all, "tyrannosaurus");
    for (const struct player *player = players_all; player->name; player++)
        for (int i = 0; i < 3 * 2 && player_find_in_game(game, player->name); i++) {
            struct turn turn = {.pace = paces[i % 3],
                                .level = player->name,
                                .queued_ms = i / 3 * 1730,
                                .draw = (int)(player - players_all),
                                .is_forced = true};
            char *forced_view, *view;
            int64_t forced_ms = turn_delay_ms(&turn, &forced_view);
            turn.is_forced = false;
            const int took_ms[] = {0, player->ms, player->ms + 7, player->ms + 49, NEVER};
            for (size_t k = 0; k < sizeof took_ms / sizeof *took_ms; k++) {
                turn.took_ms = took_ms[k];
                int64_t delay_ms = turn_delay_ms(&turn, &view);
                assert_string_equal(forced_view, view);
                assert_int_equal(delay_ms, forced_ms);
                free(view);
            }
            free(forced_view);
        }
}

/* Neither pace takes longer than necessary. */
static void test_pace_is_quick(void **state)
{
    (void)state;
    int64_t least = INT64_MAX, most = 0;
    for (int draw = 0; draw < 20; draw++) {
        char *view;
        int64_t human_ms = turn_delay_ms(
            &(struct turn){.pace = "human", .level = "expert", .took_ms = 1000, .draw = draw},
            &view);
        least = human_ms < least ? human_ms : least;
        most = human_ms > most ? human_ms : most;
        free(view);
    }
    assert_in_range(least, 700, 1100);
    assert_in_range(most, 1200, 1700);
    char *view;
    assert_in_range(
        turn_delay_ms(&(struct turn){.pace = "fast", .level = "expert", .took_ms = 1000}, &view),
        1000, 1150);
    free(view);
    assert_in_range(turn_delay_ms(&(struct turn){.pace = "fast", .level = "easy"}, &view), 1, 100);
    free(view);
}

static void sit(struct connection *connection, const char *table, int seat, const char *code)
{
    char which[20] = "";
    if (seat >= 0)
        snprintf(which, sizeof which, ",\"seat\":%d", seat);
    connection_say(connection, "{\"id\":1,\"cmd\":\"sit\",\"table\":\"%s\"%s}", table, which);
    world_settle(connection->world);
    if (code)
        assert_refused(connection, code);
    else
        assert_answered(connection);
}

static void stand(struct connection *connection, const char *table)
{
    connection_say(connection, "{\"id\":1,\"cmd\":\"stand\",\"table\":\"%s\"}", table);
    world_settle(connection->world);
    assert_answered(connection);
}

/* A person who has had a seat in a match has seen its hand, and gets no other seat: not if somebody has
 * taken the seat since, and not after a restart. */
static void test_one_seat(void **state)
{
    struct world *world = *state;
    struct connection *anna = world_come(world, "Anna"), *bert = world_come(world, "Bert");
    struct connection *cleo = world_come(world, "Cleo"), *dora = world_come(world, "Dora");
    play_create(anna, "trex", 3, ",\"takeover\":false");
    char table[STORE_ID_TEXT], code[16];
    memcpy(table, anna->table, sizeof table);
    snprintf(code, sizeof code, "%s", connection_answer(anna, "code"));
    /* Before the match seats can be changed freely. */
    stand(anna, table);
    sit(anna, table, 1, NULL);
    stand(anna, table);
    sit(anna, table, 0, NULL);
    connection_say(anna, "{\"id\":1,\"cmd\":\"invite\",\"table\":\"%s\"}", table);
    world_settle(world);
    play_sit_down(anna, 2, (struct connection *[]){bert, cleo});
    play_start(anna);
    connection_say(anna, "{\"id\":1,\"cmd\":\"invite\",\"table\":\"%s\"}", table);
    world_settle(world);
    snprintf(dora->table, sizeof dora->table, "%s", table);
    connection_say(dora, "{\"id\":1,\"cmd\":\"watch\",\"code\":\"%s\"}",
                   connection_answer(anna, "code"));
    world_settle(world);
    stand(anna, table);
    sit(dora, table, 0, NULL);
    stand(cleo, table);
    sit(anna, table, 2, "forbidden");
    sit(anna, table, -1, "taken");
    /* The same holds after a restart; and Bert, who is not the host, may still watch. */
    stand(bert, table);
    char secrets[2][64];
    memcpy(secrets[0], anna->secret, sizeof secrets[0]);
    memcpy(secrets[1], bert->secret, sizeof secrets[1]);
    world_close(world);
    world_open(world, 2, WORLD_BEGIN_MS + 60000);
    for (int i = 0; i < 2; i++) {
        struct connection *back = &world->connection[world->count++];
        *back = (struct connection){.you = -1};
        connection_come_back(world, back, secrets[i]);
        connection_watch(back, table, -1);
        assert_answered(back);
        sit(back, table, 2, "forbidden");
    }
    sit(&world->connection[1], table, -1, NULL);
    assert_int_equal(world_table(world, table)->seat[1].person[0] != 0, true);
}

int secrets_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pace),
        cmocka_unit_test(test_pace_is_quick),
        cmocka_unit_test_setup_teardown(test_one_seat, world_set_up, world_tear_down),
    };
    return cmocka_run_group_tests(tests, world_load_texts, world_free_texts);
}
