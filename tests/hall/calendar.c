/* Calendars of turns: how their lines are written. Then: reading them: what is in them, who may, and for how long. */
#include "hall_platform.h"

#include "base/base.h"
#include "text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h> /* needs hall_platform.h */

enum { LINE_BYTES = 75, PEER_MS = 100 };

/* ---- Lines ---- */

static void write_line(const char *name, const char *text, char *line, size_t size)
{
    struct buffer out;
    buffer_start(&out, line, size);
    calendar_write_line(&out, name, text);
    assert_false(out.cut);
}

static void test_escaping(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *line;
    } cases[] = {
        {"Ann", "SUMMARY:Ann\r\n"},
        {"", "SUMMARY:\r\n"},
        {"a,b;c\\d", "SUMMARY:a\\,b\\;c\\\\d\r\n"},
        {"one\ntwo\r\nthree\rfour", "SUMMARY:one\\ntwo\\nthree\\nfour\r\n"},
        {"x\r\nEND:VEVENT\r\nBEGIN:VEVENT", "SUMMARY:x\\nEND:VEVENT\\nBEGIN:VEVENT\r\n"},
        {"bell\a, tab\t, delete\x7f", "SUMMARY:bell\\, tab\\, delete\r\n"},
        {"\"quoted\": Chloé", "SUMMARY:\"quoted\": Chloé\r\n"},
    };
    char line[400];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_line("SUMMARY", cases[i].text, line, sizeof line);
        assert_string_equal(line, cases[i].line);
    }
}

/* Puts the lines together again; none is too long, and each is whole UTF-8. */
static void unfold(const char *folded, char *text)
{
    while (*folded) {
        size_t length = strcspn(folded, "\r");
        assert_true(length <= LINE_BYTES);
        assert_true(strncmp(folded + length, "\r\n", 2) == 0);
        json_t *whole = json_stringn(folded, length); /* NULL if it is no UTF-8 */
        assert_non_null(whole);
        json_decref(whole);
        memcpy(text, folded, length);
        text += length;
        folded += length + 2;
        folded += *folded == ' ';
    }
    *text = '\0';
}

/* Names full of what is escaped, and of characters of four bytes, from every place in a line. */
static void test_folding(void **unused)
{
    (void)unused;
    static const char *const pieces[] = {"x", ",", ";", "\\", "é", "\n", "🦖", "中"};
    enum { PIECES = sizeof pieces / sizeof *pieces, ROUNDS = 2000 };
    struct rng rng;
    rng_start(&rng, 5);
    for (int round = 0; round < ROUNDS; round++) {
        char text[2000] = "", wanted[4000] = "NAME:", line[6000], joined[6000];
        int count = (int)rng_below(&rng, 200);
        for (int i = 0; i < count; i++) {
            const char *piece = pieces[rng_below(&rng, PIECES)];
            strcat(text, piece);
            bool is_special = strchr(",;\\", *piece) != NULL;
            strcat(wanted, is_special ? "\\" : "");
            strcat(wanted, *piece == '\n' ? "\\n" : piece);
        }
        write_line("NAME", text, line, sizeof line);
        unfold(line, joined);
        assert_string_equal(joined, wanted);
    }
}

/* ---- Reading ---- */

static struct peer *account(const char *name, const char *login)
{
    struct peer *peer = person(name);
    world.hash_at_once = true;
    assert_string_equal(
        ask(peer, "{'cmd':'account','id':7,'login':'%s','password':'long enough'}", login), "ok");
    return peer;
}

static void make(struct peer *peer, char key[64])
{
    assert_string_equal(ask(peer, "{'cmd':'calendar','id':7}"), "ok");
    snprintf(key, 64, "%s", text_of(peer, "id", "7", "key"));
    assert_int_equal(strlen(key), 43);
}

/* GET /api/turns/{key}.ics. The answer must be freed. */
static int fetch(const char *address, const char *key, const char *query, char **answer)
{
    struct peer *peer = peer_at(address);
    char path[200], body[1] = "";
    snprintf(path, sizeof path, "/api/turns/%s", key);
    world.now_ms += PEER_MS;
    hall_http(world.hall, peer->client,
              &(struct hall_http_request){
                  .method = "GET", .path = path, .query = query, .body = body, .size = 0},
              world.now_ms);
    settle();
    assert_int_equal(peer->sent_count, 1);
    int status = hall_http_status(peer->client);
    if (answer)
        *answer = strdup(peer->sent[0]);
    peer_leave(peer);
    return status;
}

static int status_of(const char *key)
{
    return fetch("10.7.7.7", key, "", NULL);
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    while ((text = strstr(text, part))) {
        count++;
        text += strlen(part);
    }
    return count;
}

/* Ana and Bea at a table over days, where it is `turn`'s turn. */
static void play(struct peer *ana, struct peer *bea, const char *more, char table[STORE_ID_TEXT])
{
    snprintf(table, STORE_ID_TEXT, "%s", table_of(ana, more));
    assert_string_equal(ask(bea, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    assert_string_equal(ask(bea, "{'cmd':'sit','id':7,'table':'%s'}", table), "ok");
}

#define DAYS ",'public':true,'autostart':true,'clock':{'kind':'days','seconds':259200}"

static void test_turns(void **unused)
{
    (void)unused;
    struct peer *ana = account("Ana, S; \\\\ the 3rd", "ana"), *bea = account("Bea", "bea");
    char keys[2][64], days[STORE_ID_TEXT], quick[STORE_ID_TEXT], dotted[80];
    make(ana, keys[0]);
    make(bea, keys[1]);
    char *text;
    snprintf(dotted, sizeof dotted, "%s.ics", keys[0]);
    assert_int_equal(fetch("10.7.7.7", dotted, "", &text), 200);
    assert_int_equal(count_of(text, "BEGIN:VEVENT"), 0);
    assert_int_equal(count_of(text, "BEGIN:VTIMEZONE"), 1);
    free(text);
    play(ana, bea, ",'public':true,'autostart':true,'clock':{'kind':'move','seconds':3600}", quick);
    play(ana, bea, DAYS, days);
    const struct table *table = live_tables_find(&world.hall->tables, days)->table;
    int seat = bits_first(table_running(table)), own = seat;
    const struct live_table *live = live_tables_find(&world.hall->tables, days);
    assert_int_equal(live->table->state, TABLE_PLAYING);
    const char *names[] = {"DESCRIPTION:Bea", "DESCRIPTION:Ana\\, S\\; \\\\ the 3rd"};
    assert_int_equal(fetch("10.7.7.7", keys[own], "language=fr", &text), 200);
    assert_int_equal(count_of(text, "BEGIN:VEVENT"), 1);
    assert_int_equal(count_of(text, names[own]), 1);
    assert_int_equal(count_of(text, "SUMMARY:T-Rex\u00a0: à vous de jouer\r\n"), 1);
    char uid[60], start[60], parts[30];
    snprintf(uid, sizeof uid, "UID:%s@ludosaure\r\n", days);
    time_t deadline = (time_t)(table->changed_ms / 1000 + 259200);
    struct tm moment;
    assert_non_null(gmtime_r(&deadline, &moment));
    assert_true(strftime(parts, sizeof parts, "%Y%m%dT%H%M%SZ", &moment) > 0);
    snprintf(start, sizeof start, "DTSTART:%s\r\n", parts);
    assert_int_equal(count_of(text, uid), 1);
    assert_int_equal(count_of(text, start), 1);
    free(text);
    /* The other one waits. Through a connection, the answer is JSON. */
    assert_int_equal(fetch("10.7.7.7", keys[1 - own], "", &text), 200);
    assert_int_equal(count_of(text, "BEGIN:VEVENT"), 0);
    free(text);
    assert_string_equal(ask(bea, "{'cmd':'turns','id':7,'key':'%s'}", keys[own]), "ok");
    assert_true(has(bea->sent[0], "'turns':'BEGIN:VCALENDAR"));
    assert_true(has(bea->sent[0], "your turn"));
    assert_int_equal(fetch("10.7.7.7", keys[own], "language=xx", NULL), 400);
    peer_leave(ana);
    peer_leave(bea);
}

static void check_start(const char *key, int64_t deadline_ms)
{
    char *text, start[60], parts[30];
    time_t deadline = (time_t)(deadline_ms / 1000);
    struct tm moment;
    assert_non_null(gmtime_r(&deadline, &moment));
    assert_true(strftime(parts, sizeof parts, "%Y%m%dT%H%M%SZ", &moment) > 0);
    snprintf(start, sizeof start, "DTSTART:%s\r\n", parts);
    assert_int_equal(fetch("10.7.7.7", key, "", &text), 200);
    assert_int_equal(count_of(text, start), 1);
    free(text);
}

/* A holiday moves the date. An account that is deleted meanwhile takes its holiday along: the seat has lost when its time is up. */
static void test_holiday(void **unused)
{
    (void)unused;
    struct peer *people[] = {account("Ana", "ana"), account("Bea", "bea")};
    char keys[2][64], id[STORE_ID_TEXT];
    make(people[0], keys[0]);
    make(people[1], keys[1]);
    play(people[0], people[1], ",'takeover':false" DAYS, id);
    const struct table *table = live_tables_find(&world.hall->tables, id)->table;
    int seat = bits_first(table_running(table));
    struct peer *away = people[seat], *other = people[1 - seat];
    int64_t deadline_ms = table->changed_ms + 3 * DAY_MS;
    check_start(keys[seat], deadline_ms);
    world.now_ms += DAY_MS;
    pass(1000);
    peer_forget(other);
    assert_string_equal(ask(away, "{'cmd':'holiday','id':7,'days':2}"), "ok");
    check_start(keys[seat], deadline_ms + 2 * DAY_MS);
    assert_true(has(other->sent[0], "'push':'clocks'"));
    world.now_ms += DAY_MS;
    pass(1000);
    check_start(keys[seat], deadline_ms + 2 * DAY_MS);
    assert_string_equal(ask(away, "{'cmd':'delete','id':7,'password':'long enough'}"), "ok");
    assert_string_equal(table->seat[seat].person, "");
    assert_int_equal(table_deadline_ms(table, seat, world.now_ms), deadline_ms);
    world.now_ms = deadline_ms - 2000;
    pass(1000);
    assert_int_equal(table->state, TABLE_PLAYING);
    pass(2000);
    assert_int_equal(table->state, TABLE_CLOSED);
    assert_int_equal(table->loser, seat);
    peer_leave(people[0]);
    peer_leave(people[1]);
}

/* A key opens nothing but its calendar, and nothing else opens that. */
static void test_keys(void **unused)
{
    (void)unused;
    struct peer *guest = person("Gus"), *ana = account("Ana", "ana"), *bea = account("Bea", "bea");
    char key[64], second[64];
    assert_string_equal(ask(guest, "{'cmd':'calendar','id':7}"), "forbidden");
    make(ana, key);
    make(ana, second);
    assert_string_not_equal(key, second);
    struct peer *thief = peer_at("10.8.8.8");
    assert_string_equal(ask(thief, "{'cmd':'hello','id':7,'secret':'%s'}", key), "who");
    assert_string_equal(ask(bea, "{'cmd':'login','id':7,'login':'bea','password':'long enough'}"),
                        "ok");
    char secret[64];
    snprintf(secret, sizeof secret, "%s", text_of(bea, "id", "7", "secret"));
    assert_int_equal(status_of(secret), 404);
    assert_int_equal(status_of("nothing"), 404);
    assert_int_equal(status_of(key), 200);
    /* Withdrawn; not by a secret of a session, which goes on. */
    assert_string_equal(ask(bea, "{'cmd':'calendar','id':7,'key':'%s'}", secret), "no_table");
    assert_string_equal(ask(ana, "{'cmd':'calendar','id':7,'key':'%s'}", key), "ok");
    assert_int_equal(status_of(key), 404);
    assert_int_equal(status_of(second), 200);
    assert_string_equal(ask(thief, "{'cmd':'hello','id':7,'secret':'%s'}", secret), "ok");
    /* A new password withdraws all. */
    assert_string_equal(
        ask(ana, "{'cmd':'password','id':7,'password':'long enough','new':'longer yet'}"), "ok");
    assert_int_equal(status_of(second), 404);
    for (int i = 0; i < 4; i++)
        peer_leave((struct peer *[]){guest, ana, bea, thief}[i]);
}

/* Ten keys a day, also from another address; after a while there are new ones. */
static void test_many_keys(void **unused)
{
    (void)unused;
    struct peer *ana = account("Ana", "ana");
    const char *code = "ok";
    int made = 0;
    for (; made < 100 && strcmp(code, "ok") == 0; made++) {
        pass(60000); /* the limit of guesses is another one */
        code = ask(ana, "{'cmd':'calendar','id':7}");
    }
    assert_string_equal(code, "limit");
    assert_int_equal(made, 11);
    pass(12 * HOUR_MS);
    assert_string_equal(ask(ana, "{'cmd':'calendar','id':7}"), "ok");
    peer_leave(ana);
}

/* Guesses are limited, but not the programs that ask again and again. */
static void test_guesses(void **unused)
{
    (void)unused;
    struct peer *ana = account("Ana", "ana");
    char key[64];
    make(ana, key);
    int most = world.hall->environment.settings.limits.wrong_codes_per_minute;
    for (int i = 0; i < 3 * most; i++)
        assert_int_equal(status_of(key), 200);
    int refused = 0;
    for (int i = 0; i < 2 * most; i++)
        refused += status_of("wrong") == 429;
    assert_true(refused >= most - 5 && refused < 2 * most);
    peer_leave(ana);
}

/* Without being asked for, it ends as sessions do. */
static void test_expiry(void **unused)
{
    (void)unused;
    struct peer *ana = account("Ana", "ana");
    char used[64], unused_one[64];
    make(ana, used);
    make(ana, unused_one);
    for (int i = 0; i < 10; i++) {
        world.now_ms += WORLD_SESSION_MS / 8;
        assert_int_equal(status_of(used), 200);
    }
    assert_int_equal(status_of(unused_one), 404);
    peer_leave(ana);
}

int calendar_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_escaping),
        cmocka_unit_test(test_folding),
        cmocka_unit_test_setup_teardown(test_turns, world_begin, world_end),
        cmocka_unit_test_setup_teardown(test_holiday, world_begin, world_end),
        cmocka_unit_test_setup_teardown(test_keys, world_begin, world_end),
        cmocka_unit_test_setup_teardown(test_many_keys, world_begin, world_end),
        cmocka_unit_test_setup_teardown(test_guesses, world_begin, world_end),
        cmocka_unit_test_setup_teardown(test_expiry, world_begin, world_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
