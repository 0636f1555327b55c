/* The settings of a table: what `create` may ask for, and what entry 0 may say. */
#include "table_support.h"

#include "table/table.h"
#include "wire/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs the first two */

static void test_create_fills_in(void **unused)
{
    (void)unused;
    char *text = create_text("{\"game\":\"trex\",\"seats\":2,\"cmd\":\"create\",\"x\":[]}");
    json_t *json = json_loads(text, 0, NULL);
    assert_true(json_is_object(json_object_get(json, "options")));
    json_object_del(json, "options");
    char *rest = json_dumps(json, JSON_COMPACT);
    assert_string_equal(
        rest, "{\"game\":\"trex\",\"seats\":2,\"public\":false,\"takeover\":true,\"hints\":true,"
              "\"chat\":true,\"open_hands_after\":true,\"programs\":false,\"autostart\":false,"
              "\"clock\":{\"kind\":"
              "\"none\"},\"pace\":\"human\",\"host\":{\"id\":\"host00000000\",\"name\":\"Hélène\"},"
              "\"seed\":\"a seed that nobody may see\"}");
    free(rest);
    json_decref(json);
    /* Reading what was written gives the same text again. */
    char *again = create_text(text);
    assert_string_equal(text, again);
    free(again);
    free(text);
}

struct refused {
    const char *asked, *text, *detail;
};

static void assert_create_refused(const struct refused *refused)
{
    struct fault fault = {0};
    json_t *json = json_loads(refused->asked, 0, NULL);
    assert_non_null(json);
    assert_null(create_text_of(json, table_seed, &fault));
    assert_string_equal(fault.text, refused->text);
    assert_string_equal(fault.detail, refused->detail);
    json_decref(json);
}

static void test_origin_refuses(void **unused)
{
    (void)unused;
    static const struct refused cases[] = {
        {"{\"game\":\"trex\",\"seats\":2,\"origin\":7}", "core.bad_request", "origin.move"},
        {"{\"game\":\"trex\",\"seats\":2,\"origin\":{\"record\":\"short\",\"move\":1}}",
         "core.bad_request", "origin.record"},
        {"{\"game\":\"trex\",\"seats\":2,\"origin\":{\"record\":\"table1111111\",\"move\":1.5}}",
         "core.bad_request", "origin.move"},
        {"{\"game\":\"trex\",\"seats\":2,\"origin\":{\"lesson\":\"go\",\"scene\":1}}",
         "core.bad_request", "origin.lesson"},
        {"{\"game\":\"trex\",\"seats\":2,\"origin\":{\"lesson\":[],\"scene\":1}}",
         "core.bad_request", "origin.lesson"},
        {"{\"game\":\"trex\",\"seats\":2,\"origin\":{\"lesson\":\"trex\"}}", "core.bad_request",
         "origin.scene"},
        {"{\"game\":\"trex\",\"seats\":2,\"origin\":{\"lesson\":\"trex\",\"scene\":1e9}}",
         "core.bad_request", "origin.scene"},
        {"{\"game\":\"trex\",\"seats\":2,\"origin\":{\"lesson\":\"trex\",\"scene\":99999999999}}",
         "core.bad_request", "origin.scene"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_create_refused(&cases[i]);
}

static void test_create_refuses(void **unused)
{
    (void)unused;
    static const struct refused cases[] = {
        {"[]", "core.bad_request", "create"},
        {"{}", "core.bad_request", "game"},
        {"{\"game\":7}", "core.bad_request", "game"},
        {"{\"game\":\"go\"}", "core.unknown_game", "go"},
        {"{\"game\":\"trex\"}", "core.bad_request", "seats"},
        {"{\"game\":\"trex\",\"seats\":99}", "core.bad_request", "seats"},
        {"{\"game\":\"trex\",\"seats\":2.0}", "core.bad_request", "seats"},
        {"{\"game\":\"trex\",\"seats\":2,\"options\":[]}", "core.bad_request", "options"},
        {"{\"game\":\"trex\",\"seats\":2,\"options\":{\"no\":1}}", "core.unknown_option", "no"},
        {"{\"game\":\"trex\",\"seats\":2,\"public\":1}", "core.bad_request", "public"},
        {"{\"game\":\"trex\",\"seats\":2,\"chat\":null}", "core.bad_request", "chat"},
        {"{\"game\":\"trex\",\"seats\":2,\"clock\":5}", "core.bad_request", "clock.kind"},
        {"{\"game\":\"trex\",\"seats\":2,\"clock\":{\"kind\":\"sun\"}}", "core.bad_request",
         "clock.kind"},
        {"{\"game\":\"trex\",\"seats\":2,\"clock\":{\"kind\":\"move\",\"seconds\":4}}",
         "core.bad_request", "clock.seconds"},
        {"{\"game\":\"trex\",\"seats\":2,\"clock\":{\"kind\":\"game\",\"seconds\":29}}",
         "core.bad_request", "clock.seconds"},
        {"{\"game\":\"trex\",\"seats\":2,\"clock\":{\"kind\":\"game\",\"seconds\":86401}}",
         "core.bad_request", "clock.seconds"},
        {"{\"game\":\"trex\",\"seats\":2,\"clock\":{\"kind\":\"game\",\"seconds\":\"60\"}}",
         "core.bad_request", "clock.seconds"},
        {"{\"game\":\"trex\",\"seats\":2,\"clock\":{\"kind\":\"days\",\"seconds\":3599}}",
         "core.bad_request", "clock.seconds"},
        {"{\"game\":\"trex\",\"seats\":2,\"clock\":{\"kind\":\"days\",\"seconds\":1209601}}",
         "core.bad_request", "clock.seconds"},
        {"{\"game\":\"scale\",\"seats\":3,\"clock\":{\"kind\":\"days\"}}", "server.no_days", ""},
        {"{\"game\":\"trex\",\"seats\":2,\"pace\":\"slow\"}", "core.bad_request", "pace"},
        {"{\"game\":\"trex\",\"seats\":2,\"bots\":\"easy\"}", "core.bad_request", "bots"},
        {"{\"game\":\"trex\",\"seats\":2,\"bots\":[null,\"god\"]}", "core.bad_request", "bots"},
        {"{\"game\":\"trex\",\"seats\":2,\"bots\":[null,\"clairvoyant\"]}", "core.only_in_arena",
         "clairvoyant"},
        {"{\"game\":\"trex\",\"seats\":2,\"bots\":[null,\"expert@ms=5\"]}", "core.only_in_arena",
         "expert@ms=5"},
        {"{\"game\":\"trex\",\"seats\":2,\"bots\":[null,null,null]}", "core.bad_request", "bots"},
        {"{\"game\":\"trex\",\"seats\":2,\"bots\":[\"easy\"]}", "core.bad_request", "sit"},
        {"{\"game\":\"trex\",\"seats\":2,\"sit\":2}", "core.bad_request", "sit"},
        {"{\"game\":\"trex\",\"seats\":2,\"sit\":\"0\"}", "core.bad_request", "sit"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_create_refused(&cases[i]);
    struct fault fault;
    json_t *json = json_loads("{\"game\":\"scale\",\"seats\":3,\"bots\":[null,\"easy\"]}", 0, NULL);
    assert_null(create_text_of(json, table_seed, &fault));
    assert_int_equal(fault.code, FAULT_BAD_OPTION); /* Scale needs its stage for them */
    json_decref(json);
}

/* Which cards a table has that was stored with this text, by the trees of Stegosaurus: its second player. */
static void assert_cards_kept(const char *stored, const char *folder, const char *edition,
                              int trees)
{
    struct table *table = table_new("table1111111", folder);
    struct fault fault = {0};
    struct match match = {0};
    assert_true(table_create(table, stored, &fault));
    assert_true(table_begin(table, &match, &fault));
    struct doc *doc = malloc(sizeof *doc);
    doc_start(doc);
    match.game->save(match.game, match.state.bytes, doc, NULL);
    const struct doc_node *position = doc_root(doc);
    const struct doc_node *player =
        doc_next(doc, doc_first(doc, doc_get(doc, position, "players")));
    assert_string_equal(doc_text(doc, doc_get(doc, doc_get(doc, position, "options"), "cards")),
                        edition);
    assert_int_equal(doc_get(doc, player, "trees")->integer, trees);
    free(doc);
    match_free(&match);
    table_free(table);
}

/* Tables that were stored before the option `cards` existed go on with the cards that they had, those
 * from a position too. Where the host had cards of his own, they are still in his file. */
static void test_cards_kept(void **unused)
{
    (void)unused;
    static const char seed[] =
        "{\"game\":\"tyrannosaurus\",\"seats\":2,\"options\":{%s\"pair\":\"land\",\"dinos\":"
        "[\"triceratops\",\"stegosaurus\"]},\"host\":{\"id\":\"anna00000000\",\"name\":\"Anna\"},"
        "\"seed\":\"00\"}";
    static const char position[] =
        "{\"game\":\"tyrannosaurus\",\"seats\":2,\"options\":{\"pair\":\"land\"},\"host\":{\"id\":"
        "\"anna00000000\",\"name\":\"Anna\"},\"position\":{\"game\":\"tyrannosaurus\",\"seats\":2,"
        "\"options\":{\"dinos\":\"random\",\"pair\":\"land\",\"edge\":\"refused\"},\"phase\":"
        "\"lake\","
        "\"turn\":1,\"turns\":8,\"bone\":0,\"lake\":\"a5\",\"volcano\":\"e1\",\"tyrex\":\"c3\","
        "\"trees\":[],\"players\":[{\"dino\":\"triceratops\",\"at\":\"a1\",\"trees\":4,\"out\":"
        "false,"
        "\"cards\":{\"move\":6,\"rest\":1,\"panic\":1},\"discards\":{\"move\":0,\"rest\":0,"
        "\"panic\":0},"
        "\"removed\":\"move\"},{\"dino\":\"stegosaurus\",\"at\":\"e5\",\"trees\":4,\"out\":false,"
        "\"cards\":{\"move\":4,\"rest\":3,\"panic\":1},\"discards\":{\"move\":0,\"rest\":0,"
        "\"panic\":0},"
        "\"removed\":\"move\"}],\"chosen\":[null,null],\"panicking\":[]}}";
    char text[sizeof seed + 20];
    snprintf(text, sizeof text, seed, "");
    assert_cards_kept(text, NULL, "first", 4);
    assert_cards_kept(text, "docs/examples/first-edition", "fair", 4);
    assert_cards_kept(position, NULL, "first", 4);
    snprintf(text, sizeof text, seed, "\"cards\":\"fair\",");
    assert_cards_kept(text, NULL, "fair", 3);
    snprintf(text, sizeof text, seed, "\"cards\":\"first\",");
    assert_cards_kept(text, NULL, "first", 4);
}

/* A match that starts from a position is like any other. */
static void test_create_from_position(void **unused)
{
    (void)unused;
    struct table *table = playing("{\"game\":\"trex\",\"seats\":2}");
    struct doc *doc = malloc(sizeof *doc);
    struct fault fault = {0};
    doc_start(doc);
    table->settings.game->save(table->settings.game, table->match.state.bytes, doc, NULL);
    json_t *asked = json_pack("{s:s, s:i, s:o}", "game", "trex", "seats", 2, "position",
                              wire_from_doc(doc, doc_root(doc)));
    char *text = create_text_of(asked, NULL, &fault);
    assert_non_null(text);
    struct table *other = table_new("table1111111", NULL);
    fold(other, ENTRY_CREATE, -1, text);
    fold(other, ENTRY_SIT, 0, ANNA);
    fold(other, ENTRY_BOT, 1, EASY);
    fold(other, ENTRY_START, -1, NULL);
    assert_memory_equal(&other->match.state, &table->match.state, sizeof table->match.state);
    json_t *info = table_info(other);
    assert_true(json_is_null(json_object_get(info, "seed_hash")));
    json_decref(info);
    struct rng rng;
    rng_start(&rng, 1);
    while (other->state == TABLE_PLAYING) {
        int seat = some_seat(other, &rng);
        char move[GAME_MOVE_TEXT_MAX];
        some_move(other, seat, &rng, move);
        fold(other, seat ? ENTRY_MOVE_BOT : ENTRY_MOVE, seat, move);
    }
    /* Its record starts from the position. */
    struct store_record *record = table_record(other, 1000);
    json_t *kept = json_loads(record->record, 0, NULL);
    assert_true(json_is_object(json_object_get(kept, "position")));
    assert_null(json_object_get(kept, "seed"));
    assert_null(json_object_get(kept, "seed_hash"));
    json_decref(kept);
    free(record->record);
    free(record);
    free(text);
    /* If the server chooses the seed, the request cannot have a position. */
    text = create_text_of(asked, table_seed, &fault);
    assert_non_null(text);
    assert_null(strstr(text, "position"));
    free(text);
    json_object_set_new(json_object_get(asked, "position"), "round", json_integer(99));
    text = create_text_of(asked, NULL, &fault);
    struct table *broken = table_new("table1111111", NULL);
    struct store_entry entry = entry_of(ENTRY_CREATE, -1, text);
    assert_false(table_check(broken, &entry, &fault));
    assert_int_equal(fault.code, FAULT_BAD_POSITION);
    free(text);
    json_decref(asked);
    table_free(broken);
    table_free(other);
    table_free(table);
    free(doc);
}

/* Entry 0 from a broken or hostile database. */
static void test_create_from_disk(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        NULL,
        "",
        "{",
        "[]",
        "{}",
        "{\"game\":\"trex\",\"seats\":2}",
        "{\"game\":\"trex\",\"seats\":2,\"seed\":\"x\"}",
        "{\"game\":\"trex\",\"seats\":2,\"seed\":\"x\",\"host\":{\"id\":\"much too long an id\","
        "\"name\":\"\"}}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct table *table = table_new("table0000000", NULL);
        refuse(table, ENTRY_CREATE, -1, texts[i], "core.bad_request");
        table_free(table);
    }
    struct table *table = table_new("table0000000", NULL);
    refuse(table, ENTRY_SIT, 0, ANNA, "core.bad_request");
    table_free(table);
    table = table_of("{\"game\":\"trex\",\"seats\":2}");
    refuse(table, ENTRY_CREATE, -1, "{}", "core.bad_request");
    refuse(table, ENTRY_KINDS, -1, "{}", "core.bad_request");
    refuse(table, -1, -1, "{}", "core.bad_request");
    table_free(table);
}

/* Plays to the end, and returns the record. Free its text. */
static struct store_record finish(struct table *table)
{
    struct rng rng;
    rng_start(&rng, 1);
    while (table->state == TABLE_PLAYING) {
        int seat = some_seat(table, &rng);
        char move[GAME_MOVE_TEXT_MAX];
        some_move(table, seat, &rng, move);
        fold(table, table->seat[seat].bot ? ENTRY_MOVE_BOT : ENTRY_MOVE, seat, move);
    }
    struct store_record *record = table_record(table, 1000), copy = *record;
    free(record);
    table_free(table);
    return copy;
}

/* A match counts for ratings if everyone plays for themselves, from the deal to the end. */
static void test_rated(void **unused)
{
    (void)unused;
    struct store_record record =
        finish(playing("{\"game\":\"tyrannosaurus\",\"seats\":2,\"hints\":false}"));
    assert_true(record.is_rated);
    assert_false(record.is_continued);
    const char *parts[] = {record.seat[0].part, record.seat[1].part};
    assert_true(strcmp(parts[0], parts[1]) != 0);
    for (int i = 0; i < 2; i++)
        assert_true(strcmp(parts[i], "stegosaurus") == 0 || strcmp(parts[i], "triceratops") == 0);
    free(record.record);
    /* A computer player took over. */
    struct table *table = playing("{\"game\":\"trex\",\"seats\":2}");
    fold(table, ENTRY_STAND, 1, "{\"name\":\"Emma\"}");
    record = finish(table);
    assert_string_equal(record.seat[1].level, "casual");
    assert_string_equal(record.seat[1].part, "");
    assert_false(record.is_rated);
    free(record.record);
    /* All win or lose together. */
    record = finish(playing("{\"game\":\"scale\",\"seats\":2}"));
    assert_false(record.is_rated);
    free(record.record);
    /* The match starts from a moment of another. */
    table = playing("{\"game\":\"trex\",\"seats\":2}");
    table->settings.origin.kind = ORIGIN_RECORD;
    record = finish(table);
    assert_false(record.is_rated);
    assert_true(record.is_continued);
    free(record.record);
}

int settings_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_create_fills_in),
        cmocka_unit_test(test_create_refuses),
        cmocka_unit_test(test_origin_refuses),
        cmocka_unit_test(test_create_from_disk),
        cmocka_unit_test(test_create_from_position),
        cmocka_unit_test(test_cards_kept),
        cmocka_unit_test(test_rated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
