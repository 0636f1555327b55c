/* Ratings: the fold over records; one's own; leaderboards, and whom they name. */
#include "hall_platform.h"

#include "base/system/system.h"
#include "hall/people/people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs hall_platform.h */

extern const struct game game_trex, game_trakks;

/* A record of seats such as "*easy 3, ana000000000 5!": players, scores, and ! for winners. */
static struct store_record record_of(const char *text)
{
    struct store_record record = {.is_rated = true, .is_shared = true, .move_count = 10};
    strcpy(record.game, "trex");
    double winners = 0;
    for (const char *at = text; *at; at += strspn(at, ", ")) {
        struct store_result_seat *seat = &record.seat[record.seats++];
        char player[20];
        int score, length;
        assert_int_equal(sscanf(at, "%19s %d%n", player, &score, &length), 2);
        at += length;
        if (player[0] == '*')
            strcpy(seat->level, player + 1);
        else if (strcmp(player, "-") != 0)
            snprintf(seat->person, sizeof seat->person, "%.12s", player);
        snprintf(seat->name, sizeof seat->name, "%.3s", player);
        seat->score = score;
        seat->won = *at == '!';
        winners += seat->won;
        at += *at == '!';
    }
    for (int i = 0; i < record.seats && winners > 0; i++)
        record.seat[i].won /= winners;
    return record;
}

static void add(struct ratings *ratings, const struct game *game, const char *text)
{
    struct store_record record = record_of(text);
    ratings_add(ratings, game, &record);
}

static double mean_of(const struct ratings *ratings, const char *key)
{
    const struct rated_player *player = ratings_find(ratings, key);
    return player ? player->rating.mean : 0;
}

static void test_places(void **unused)
{
    (void)unused;
    struct ratings ratings = {0};
    add(&ratings, &game_trex, "ana000000000 3!, bob000000000 3, cid000000000 2");
    assert_true(mean_of(&ratings, "ana000000000") > mean_of(&ratings, "bob000000000"));
    assert_true(mean_of(&ratings, "bob000000000") > mean_of(&ratings, "cid000000000"));
    ratings_free(&ratings);
    /* In this game, few points are good; nobody else shares a place. */
    add(&ratings, &game_trakks, "ana000000000 0!, bob000000000 30, cid000000000 20");
    assert_true(mean_of(&ratings, "cid000000000") > mean_of(&ratings, "bob000000000"));
    ratings_free(&ratings);
    /* Two winners are equal, whatever their scores. */
    add(&ratings, &game_trex, "ana000000000 5!, bob000000000 4!, cid000000000 2");
    assert_true(mean_of(&ratings, "ana000000000") == mean_of(&ratings, "bob000000000"));
    ratings_free(&ratings);
}

static void test_levels(void **unused)
{
    (void)unused;
    struct ratings ratings = {0};
    /* A level against itself shows nothing. */
    add(&ratings, &game_trex, "*easy 3!, *easy 2");
    assert_null(ratings_find(&ratings, "*easy"));
    /* On several seats it counts once, as the average. */
    add(&ratings, &game_trex, "*easy 3!, ana000000000 2, *easy 1");
    const struct rated_player *easy = ratings_find(&ratings, "*easy");
    assert_int_equal(easy->matches, 1);
    assert_string_equal(rated_player_level(easy), "easy");
    assert_true(easy->rating.mean > 1450 && easy->rating.mean < 1550);
    /* The levels of earlier versions are those that they stand for in the game. */
    add(&ratings, &game_trex, "*medium 3!, *easy 2");
    assert_null(ratings_find(&ratings, "*medium"));
    assert_int_equal(ratings_find(&ratings, "*strong")->matches, 1);
    /* Those who were deleted do not become stronger, but their opponents do. */
    double before = mean_of(&ratings, "ana000000000");
    add(&ratings, &game_trex, "- 1, ana000000000 2!, - 1");
    assert_true(mean_of(&ratings, "ana000000000") > before);
    assert_int_equal(ratings.players.count, 3);
    /* Matches that are not rated change nothing. */
    before = mean_of(&ratings, "ana000000000");
    struct store_record record = record_of("ana000000000 2!, bob000000000 1");
    record.is_rated = false;
    ratings_add(&ratings, &game_trex, &record);
    assert_true(mean_of(&ratings, "ana000000000") == before);
    assert_null(rated_player_level(ratings_find(&ratings, "ana000000000")));
    ratings_free(&ratings);
}

/* The store gets a record, which ends a second after the one before. */
static void put_record(const char *text, bool is_shared)
{
    static int tables;
    char id[STORE_ID_TEXT];
    snprintf(id, sizeof id, "match%07d", tables++);
    for (int number = 0; number < 2; number++) {
        struct store_job *job =
            store_job_new(number ? STORE_TABLE_APPEND : STORE_TABLE_NEW, NULL, NULL);
        strcpy(job->table, id);
        job->entry_count = 1;
        job->entries = alloc_new(sizeof *job->entries);
        *job->entries = (struct store_entry){.number = number, .text = alloc_text("{}")};
        if (number == 1) {
            job->closes = true;
            job->record_count = 1;
            job->records = alloc_new(sizeof *job->records);
            *job->records = record_of(text);
            job->records->ended_ms = 1000 * tables;
            job->records->is_shared = is_shared;
            job->records->record = alloc_text("{}");
        }
        store_submit(world.store, job);
    }
    settle();
}

struct someone {
    struct peer *peer;
    char id[STORE_ID_TEXT];
};

static struct someone someone(const char *name, bool has_account)
{
    struct someone who = {.peer = person(name)};
    json_t *answer = find(who.peer, "id", "7");
    const char *id = json_string_value(json_object_get(json_object_get(answer, "person"), "id"));
    snprintf(who.id, sizeof who.id, "%s", id);
    json_decref(answer);
    if (has_account)
        assert_string_equal(
            ask(who.peer, "{'cmd':'account','id':7,'login':'%s','password':'long enough'}", name),
            "ok");
    return who;
}

/* Matches in which the first wins. */
static void play(const char *winner, const char *loser, int count, bool is_shared)
{
    for (int i = 0; i < count; i++) {
        char text[80];
        snprintf(text, sizeof text, "%s 5!, %s 2", winner, loser);
        put_record(text, is_shared);
    }
}

static json_t *answer_to(struct peer *peer, const char *request)
{
    assert_string_equal(ask(peer, "%s", request), "ok");
    return find(peer, "id", "7");
}

static const char own[] = "{'cmd':'ratings','id':7,'game':'trex'}";
static const char board[] = "{'cmd':'leaderboard','id':7,'game':'trex'}";

static void test_own(void **unused)
{
    (void)unused;
    struct someone ana = someone("Ana", false), bob = someone("Bob", false);
    json_t *answer = answer_to(ana.peer, own);
    assert_true(json_is_null(json_object_get(answer, "rating")));
    assert_int_equal(json_array_size(json_object_get(answer, "history")), 0);
    json_decref(answer);
    play(ana.id, "*easy", 9, false);
    play(ana.id, bob.id, 1, false);
    answer = answer_to(ana.peer, own);
    json_t *rating = json_object_get(answer, "rating");
    json_int_t mean = json_integer_value(json_object_get(rating, "mean"));
    assert_true(mean > 1600);
    assert_int_equal(json_integer_value(json_object_get(rating, "matches")), 10);
    assert_true(json_is_false(json_object_get(rating, "provisional")));
    json_t *history = json_object_get(answer, "history");
    assert_int_equal(json_array_size(history), 10);
    assert_int_equal(json_integer_value(json_array_get(json_array_get(history, 9), 1)), mean);
    json_t *levels = json_object_get(answer, "levels");
    assert_int_equal(json_array_size(levels), 1);
    json_decref(answer);
    /* A long history is shown by some of its points, with the last one. */
    play(bob.id, "*strong", 250, false);
    pass(10 * 60 * 1000); /* for the limits */
    answer = answer_to(bob.peer, own);
    history = json_object_get(answer, "history");
    assert_true(json_array_size(history) > 100 && json_array_size(history) <= 200);
    rating = json_object_get(answer, "rating");
    assert_true(json_equal(json_array_get(json_array_get(history, json_array_size(history) - 1), 1),
                           json_object_get(rating, "mean")));
    json_decref(answer);
    /* Hostile values. */
    assert_string_equal(ask(ana.peer, "{'cmd':'ratings','id':7,'game':'chess'}"), "unknown_game");
    assert_string_equal(ask(ana.peer, "{'cmd':'ratings','id':7}"), "bad_request");
    assert_string_equal(ask(ana.peer, "{'cmd':'ratings','id':7,'game':7}"), "bad_request");
    struct peer *nobody = peer_at("10.3.3.3");
    assert_string_equal(ask(nobody, "%s", own), "who");
    peer_leave(nobody);
    peer_leave(ana.peer);
    peer_leave(bob.peer);
}

/* The names on the leaderboard, as text; levels are written as they are. */
static const char *names_on_board(struct peer *peer)
{
    static char names[400];
    json_t *answer = answer_to(peer, board), *line;
    size_t i;
    names[0] = '\0';
    json_array_foreach(json_object_get(answer, "lines"), i, line)
    {
        const char *name = json_string_value(json_object_get(line, "name"));
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i ? " " : "",
                 name ? name : json_string_value(json_object_get(line, "level")));
    }
    snprintf(names + strlen(names), sizeof names - strlen(names), "%s",
             json_is_true(json_object_get(answer, "listed")) ? " (listed)" : "");
    json_decref(answer);
    return names;
}

static void test_leaderboard(void **unused)
{
    (void)unused;
    struct someone ana = someone("Ana", true), bob = someone("Bob", true),
                   cid = someone("Cid", false);
    assert_string_equal(ask(ana.peer, "%s", board), "forbidden"); /* unless the server wants one */
    world.hall->environment.settings.leaderboard = true;
    play(bob.id, "*easy", 5, true);
    play(ana.id, bob.id, 10, true);
    play(cid.id, bob.id, 10, true);
    play(ana.id, bob.id, 30, false); /* private matches do not count */
    assert_string_equal(names_on_board(ana.peer), "easy");
    /* Who agrees is named, from the next answer on. */
    assert_string_equal(ask(cid.peer, "{'cmd':'listing','id':7,'on':true}"), "forbidden");
    assert_string_equal(ask(ana.peer, "{'cmd':'listing','id':7,'on':true}"), "ok");
    assert_string_equal(names_on_board(ana.peer), "Ana easy (listed)");
    assert_string_equal(ask(bob.peer, "{'cmd':'listing','id':7,'on':true}"), "ok");
    assert_string_equal(names_on_board(cid.peer), "Ana Bob easy");
    json_t *answer = answer_to(cid.peer, board);
    json_t *first = json_array_get(json_object_get(answer, "lines"), 0);
    assert_int_equal(json_integer_value(json_object_get(first, "rank")), 1);
    assert_int_equal(json_integer_value(json_object_get(first, "matches")), 10);
    json_decref(answer);
    /* New matches count after a while, and people can change their minds. */
    play(bob.id, "*easy", 3, true);
    pass(11000);
    names_on_board(cid.peer); /* starts computing */
    answer = answer_to(cid.peer, board);
    json_t *third = json_array_get(json_object_get(answer, "lines"), 2);
    assert_int_equal(json_integer_value(json_object_get(third, "matches")), 8);
    json_decref(answer);
    assert_string_equal(ask(ana.peer, "{'cmd':'listing','id':7,'on':false}"), "ok");
    assert_string_equal(names_on_board(ana.peer), "Bob easy");
    /* Who deletes the account vanishes. */
    assert_string_equal(ask(bob.peer, "{'cmd':'delete','id':7,'password':'long enough'}"), "ok");
    assert_string_equal(names_on_board(ana.peer), "easy");
    /* Hostile values. */
    assert_string_equal(ask(ana.peer, "{'cmd':'leaderboard','id':7,'game':'chess'}"),
                        "unknown_game");
    assert_string_equal(ask(ana.peer, "{'cmd':'leaderboard','id':7}"), "bad_request");
    assert_string_equal(ask(ana.peer, "{'cmd':'listing','id':7,'on':1}"), "bad_request");
    assert_string_equal(ask(ana.peer, "{'cmd':'listing','id':7}"), "bad_request");
    peer_leave(ana.peer);
    peer_leave(bob.peer);
    peer_leave(cid.peer);
}

static char password[STORE_PASSWORD_TEXT]; /* hashed */

static void keep_password(struct store_job *job)
{
    memcpy(password, job->password, sizeof password);
}

/* A job of another server, which then notifies this one of the person; NULL: notifications were lost. */
static void do_elsewhere(enum store_kind kind, const struct someone *who, const char *notified)
{
    struct store_job *job = store_job_new(kind, NULL, NULL);
    strcpy(job->person.id, who->id);
    strcpy(job->old_password, password);
    store_submit(world.store, job);
    settle();
    const struct loading_callbacks *callbacks = &world.hall->loading.callbacks;
    callbacks->person_changed(callbacks->context, notified);
    settle();
}

/* People who withdraw, or are deleted, at another server are no longer named here. */
static void test_elsewhere(void **unused)
{
    (void)unused;
    world.hall->environment.settings.leaderboard = true;
    struct someone ana = someone("Ana", true), bob = someone("Bob", true),
                   eve = someone("Eve", false);
    play(ana.id, bob.id, 10, true);
    ask(ana.peer, "{'cmd':'listing','id':7,'on':true}");
    ask(bob.peer, "{'cmd':'listing','id':7,'on':true}");
    assert_string_equal(ask(bob.peer, "{'cmd':'create','id':7,'game':'trex','seats':2}"), "ok");
    assert_string_equal(names_on_board(eve.peer), "Ana Bob");
    do_elsewhere(STORE_LISTING_SET, &ana, eve.id); /* news of someone else are none of her */
    assert_string_equal(names_on_board(eve.peer), "Ana Bob");
    do_elsewhere(STORE_LISTING_SET, &ana, ana.id);
    assert_string_equal(names_on_board(eve.peer), "Bob");
    struct store_job *job = store_job_new(STORE_ACCOUNT_FIND, keep_password, NULL);
    strcpy(job->person.login, "bob");
    store_submit(world.store, job);
    settle();
    const struct live_table *live = live_tables_next(&world.hall->tables, &(size_t){0});
    assert_string_equal(live->table->settings.host_name, "Bob");
    do_elsewhere(STORE_PERSON_DELETE, &bob, NULL);
    assert_string_equal(names_on_board(eve.peer), "");
    assert_string_equal(live->table->settings.host_name, "");
    assert_string_equal(live->table->seat[0].name, "");
    peer_leave(ana.peer);
    peer_leave(bob.peer);
    peer_leave(eve.peer);
}

/* Everything that a stranger can ask about statistics, as text. */
static char *seen_by(struct peer *stranger)
{
    static const char *const requests[] = {own, board, "{'cmd':'stats','id':7,'game':'trex'}",
                                           "{'cmd':'records','id':7,'game':'trex'}"};
    char *seen = NULL;
    size_t size;
    FILE *output = open_memstream(&seen, &size);
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        pass(HOUR_MS);
        ask(stranger, "%s", requests[i]); /* starts computing */
        json_t *answer = answer_to(stranger, requests[i]);
        json_dumpf(answer, output, JSON_SORT_KEYS);
        json_decref(answer);
    }
    fclose(output);
    return seen;
}

/* Nobody's private matches show in what a stranger sees, not even of people who are listed. */
static void test_nothing_leaks(void **unused)
{
    (void)unused;
    world.hall->environment.settings.leaderboard = true;
    struct someone ana = someone("Ana", true), bob = someone("Bob", true),
                   eve = someone("Eve", true);
    play(ana.id, bob.id, 12, true);
    play(eve.id, "*easy", 2, true);
    play(eve.id, ana.id, 1, false);
    assert_string_equal(ask(ana.peer, "{'cmd':'listing','id':7,'on':true}"), "ok");
    char *before = seen_by(eve.peer);
    assert_non_null(strstr(before, "Ana"));
    play(bob.id, ana.id, 20, false);
    play(ana.id, "*easy", 20, false);
    char *after = seen_by(eve.peer);
    assert_string_equal(before, after);
    free(before);
    free(after);
    peer_leave(ana.peer);
    peer_leave(bob.peer);
    peer_leave(eve.peer);
}

/* The seat of a computer player in a new match of this person against one on `auto`, as everyone at
 * the table sees it. */
static json_t *met_by(struct peer *peer, const char *more)
{
    const char *table = table_of(peer, more);
    assert_string_equal(ask(peer, "{'cmd':'info','id':7,'table':'%s'}", table), "ok");
    json_t *answer = find(peer, "id", "7");
    json_t *seat = json_array_get(json_object_get(json_object_get(answer, "info"), "seat"), 1);
    json_incref(seat);
    json_decref(answer);
    return seat;
}

static void assert_meets(struct peer *peer, const char *level)
{
    json_t *seat = met_by(peer, ",'bots':[null,'auto'],'autostart':true");
    assert_string_equal(json_string_value(json_object_get(seat, "level")), level);
    assert_true(json_is_true(json_object_get(seat, "auto")));
    json_decref(seat);
}

/* `auto` is decided when the match starts, by the results of the host alone. */
static void test_auto(void **unused)
{
    (void)unused;
    struct someone ana = someone("Ana", false), bob = someone("Bob", false);
    json_t *seat = met_by(ana.peer, ",'bots':[null,'auto']");
    assert_string_equal(json_string_value(json_object_get(seat, "level")), "auto");
    json_decref(seat);
    assert_meets(ana.peer, "casual");
    play(ana.id, "*casual", 1, false);
    assert_meets(ana.peer, "regular");
    play(ana.id, "*regular", 1, false);
    assert_meets(ana.peer, "strong"); /* this game has no `skilled` */
    play("*strong", ana.id, 1, false);
    play(bob.id, "*strong", 3, true);
    assert_meets(ana.peer, "regular");
    /* People do not count. */
    play(bob.id, ana.id, 5, false);
    assert_meets(ana.peer, "regular");
    assert_meets(bob.peer, "expert");
    peer_leave(ana.peer);
    peer_leave(bob.peer);
}

/* Matches against a level of an earlier version count to the one that it stands for. */
static void test_earlier_levels(void **unused)
{
    (void)unused;
    struct someone ana = someone("Ana", false);
    play(ana.id, "*medium", 2, true);
    play("*strong", ana.id, 1, true);
    play(ana.id, "*hard", 1, true);
    json_t *answer = answer_to(ana.peer, "{'cmd':'stats','id':7,'game':'trex'}");
    char *levels = json_dumps(json_object_get(answer, "by_level"), JSON_COMPACT);
    assert_string_equal(levels,
                        "[{\"level\":null,\"seats\":4,\"won\":3.0,\"mean_score\":4.25},"
                        "{\"level\":\"expert\",\"seats\":1,\"won\":0.0,\"mean_score\":2.0},"
                        "{\"level\":\"strong\",\"seats\":3,\"won\":1.0,\"mean_score\":3.0}]");
    free(levels);
    json_decref(answer);
    answer = answer_to(ana.peer, "{'cmd':'records','id':7}");
    char *records = json_dumps(answer, JSON_COMPACT);
    assert_null(strstr(records, "medium"));
    assert_null(strstr(records, "\"hard\""));
    assert_non_null(strstr(records, "\"expert\""));
    free(records);
    json_decref(answer);
    assert_meets(ana.peer, "expert");
    peer_leave(ana.peer);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, world_begin, world_end)

int ratings_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places), cmocka_unit_test(test_levels), TEST(test_own),
        TEST(test_leaderboard),        TEST(test_elsewhere),          TEST(test_auto),
        TEST(test_nothing_leaks),      TEST(test_earlier_levels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
