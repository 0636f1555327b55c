/* Modules of the hall that need no hall: the id map, token buckets, names and codes, messages to other
 * servers. */
#include "hall_platform.h"

#include "hall/cluster/peers/peers.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs hall_platform.h */

static void test_id_map(void **unused)
{
    (void)unused;
    enum { COUNT = 3000 };
    static char ids[COUNT][STORE_ID_TEXT];
    struct id_map map = {0};
    assert_null(id_map_find(&map, "a"));
    id_map_remove(&map, "a");
    for (int i = 0; i < COUNT; i++) {
        /* Few different beginnings, so that they collide. */
        snprintf(ids[i], sizeof ids[i], "%02daaaaaa%04d", i % 30, i);
        id_map_add(&map, ids[i]);
    }
    for (int i = 0; i < COUNT; i += 3)
        id_map_remove(&map, ids[i]);
    for (int i = 0; i < COUNT; i++)
        assert_ptr_equal(id_map_find(&map, ids[i]), i % 3 ? ids[i] : NULL);
    assert_int_equal(map.count, COUNT - COUNT / 3);
    id_map_free(&map);
}

static void test_bucket(void **unused)
{
    (void)unused;
    struct bucket bucket = {0};
    for (int i = 0; i < 5; i++)
        assert_true(bucket_take(&bucket, 20, 5, 1000));
    assert_false(bucket_take(&bucket, 20, 5, 1000));
    /* One every three seconds, even if asked every millisecond. */
    int taken = 0;
    for (int64_t at = 1000; at <= 31000; at++)
        taken += bucket_take(&bucket, 20, 5, at);
    assert_in_range(taken, 9, 10);
    assert_false(bucket_take(&bucket, 20, 5, 500)); /* the clock was set back */
    assert_true(bucket_take(&bucket, 20, 5, 3600));
}

#define SAUR "\xF0\x9F\xA6\x96" /* four bytes, as long as a character can be */
#define SAURS_10 SAUR SAUR SAUR SAUR SAUR SAUR SAUR SAUR SAUR SAUR

#define JOINED SAUR "\xE2\x80\x8D"
#define JOINED_5 JOINED JOINED JOINED JOINED JOINED
#define FAMILY "👨‍👩‍👧‍👦"

static const struct {
    const char *given, *trimmed;
} names[] = {
    {"Ana", "Ana"},
    {"  Zoé \xC2\xA0", "Zoé"},
    {"Jean Luc", "Jean Luc"},
    {"", NULL},
    {"   ", NULL},
    {"\xE3\x80\x80", NULL},
    {"a\tb", NULL},
    {"a\xE2\x80\x8B", NULL},    /* zero width space */
    {"\xE2\x80\xAEtxt", NULL},  /* right to left override */
    {"\xE2\x81\xA6txt", NULL},  /* isolate */
    {"\xF3\xA0\x81\xA1", NULL}, /* tag */
    {"\xC2\x85", NULL},         /* next line */
    {"\xF0\x9F\xA6\x96", "\xF0\x9F\xA6\x96"},
    {"123456789012345678901234567890", "123456789012345678901234567890"},
    {"1234567890123456789012345678901", NULL},
    {SAURS_10 SAURS_10 SAURS_10, SAURS_10 SAURS_10 SAURS_10},
    /* What people see as one character is one: families, flags, tones of skin, keycaps. */
    {FAMILY, FAMILY},
    {"Ada " FAMILY, "Ada " FAMILY},
    {FAMILY FAMILY FAMILY FAMILY FAMILY FAMILY, NULL}, /* more bytes than are kept */
    {"🇫🇷🇬🇧", "🇫🇷🇬🇧"},
    {"👍🏽", "👍🏽"},
    {"❤️", "❤️"},
    {"👩🏽‍❤️‍💋‍👨🏿", "👩🏽‍❤️‍💋‍👨🏿"},
    {"é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́", "é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́"},
    /* Composed: two ways of writing a name are one name. */
    {"Zoe\xCC\x81", "Zoé"},
    {"Nguye\xCC\x82\xCC\x83n", "Nguyễn"},
    {"हिन्दी", "हिन्दी"},
    {"שָׁלוֹם", "שָׁלוֹם"},
    {"علی\xE2\x80\x8Cرضا", "علی\xE2\x80\x8Cرضا"}, /* a joiner that shows */
    {"क्\xE2\x80\x8Dष", "क्\xE2\x80\x8Dष"},
    {"Jean  \xE3\x80\x80 Luc", "Jean Luc"},
    /* Stacks of marks, marks on nothing, joiners and selectors that show nothing. */
    {"Z\xCC\x95\xCC\x95\xCC\x95", "Z\xCC\x95\xCC\x95\xCC\x95"},
    {"Z\xCC\x95\xCC\x95\xCC\x95\xCC\x95", NULL},
    {"\xCC\x81", NULL},
    {" \xCC\x81", NULL},
    {"a\xE2\x80\x8D\x62", NULL},
    {"a\xE2\x80\x8C\x62", NULL},
    {"a\xEF\xB8\x8F", NULL},
    {SAUR "\xE2\x80\x8D", NULL},
    {"\xE2\x80\x8D" SAUR, NULL},
    {JOINED_5 JOINED_5 SAUR, NULL}, /* too many parts for one emoji */
    {"\xEE\x80\x80", NULL},         /* for private use */
    {"\xF3\xA0\x84\x80", NULL},     /* a variation of what? */
    {"\xE2\xA0\x80", NULL},         /* Braille without a dot */
    {"\xCD\xB8", NULL},             /* not in Unicode */
    {"\xEF\xBF\xBF", NULL},
};

static void test_names(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char trimmed[STORE_NAME_MAX];
        struct fault fault;
        bool fine = name_is_fine(names[i].given, false, trimmed, &fault);
        if (fine != (names[i].trimmed != NULL))
            fail_msg("“%s” (%zu) is %s", names[i].given, i, fine ? "fine" : "refused");
        if (fine)
            assert_string_equal(trimmed, names[i].trimmed);
    }
}

/* Nobody can take a program for a person, or a person for a program. No name is an address. */
static void test_names_of_programs(void **unused)
{
    (void)unused;
    static const struct {
        const char *given, *kept; /* NULL: refused */
        bool is_program;
    } cases[] = {
        {"Rex", "Rex [bot]", true},
        {" Rex [bot] ", "Rex [bot]", true},
        {"", NULL, true},
        {"[bot]", NULL, true},
        {"Rex [bot]", NULL, false},
        {"Rex  [bot] ", NULL, false},
        {"[bot] Rex", "[bot] Rex", false},
        {"example.com", NULL, false},
        {"example . com", NULL, true},
        {"Dr. Rex", "Dr. Rex", false},
        {"J.-P. T.Rex", "J.-P. T.Rex", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char kept[STORE_NAME_MAX];
        struct fault fault;
        if (name_is_fine(cases[i].given, cases[i].is_program, kept, &fault))
            assert_string_equal(kept, cases[i].kept ? cases[i].kept : "refused");
        else
            assert_null(cases[i].kept);
    }
}

static void test_codes(void **unused)
{
    (void)unused;
    char code[CODE_TEXT];
    assert_true(code_normalise("abcd-efgo", code));
    assert_string_equal(code, "ABCDEFG0");
    assert_false(code_normalise("ABCDEFGHJ", code));
    assert_false(code_normalise("ABCDEFG", code));
    assert_false(code_normalise("ABCDEFGU", code));
}

/* A database of several servers that only takes messages, each of which must be in order and complete. */
struct messages {
    struct database interface; /* must be the first member */
    int items, item_length;    /* expected */
};

static void check_message(struct messages *messages, const char *message)
{
    assert_in_range(strlen(message), 1, STORE_MESSAGE_MAX - 1);
    const char *at = strchr(message, '\n') + 1;
    for (; *at; at = strchr(at, '\n') + 1) {
        char expected[STORE_MESSAGE_MAX];
        snprintf(expected, sizeof expected, "a %0*d\n", messages->item_length, messages->items++);
        assert_memory_equal(at, expected, strlen(expected));
    }
}

static void take_messages(struct database *database, struct store_job *jobs)
{
    for (; jobs; jobs = jobs->next) {
        assert_int_equal(jobs->kind, STORE_TELL);
        check_message((struct messages *)database, jobs->messages[0]);
        jobs->outcome = STORE_OK;
    }
}

static void close_messages(struct database *database)
{
    (void)database;
}

/* Items of each length end at every distance from the end of a message. */
static void test_talk(void **unused)
{
    (void)unused;
    enum { ITEMS = 2000 };
    for (int length = 4; length <= 40; length++) {
        struct messages messages = {
            .interface = {.is_shared = true, .run = take_messages, .close = close_messages},
            .item_length = length};
        struct environment environment = {.store = store_new(queue_new(&messages.interface)),
                                          .server = "server000001"};
        for (int i = 0; i < ITEMS; i++)
            peers_say(&environment, PEER_ATTEMPT, "%0*d", length, i);
        peers_send(&environment);
        store_close(environment.store);
        assert_int_equal(messages.items, ITEMS);
    }
}

int parts_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_id_map), cmocka_unit_test(test_bucket),
        cmocka_unit_test(test_names),  cmocka_unit_test(test_names_of_programs),
        cmocka_unit_test(test_codes),  cmocka_unit_test(test_talk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
