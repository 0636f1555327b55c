/* Tables: what their entries say, whatever they say; and what a teller lets clients know of it. */
#include "support.h"

#include "base/bits.h"
#include "base/check.h"
#include "game/registry.h"
#include "players/player.h"
#include "table/finished.h"
#include "table/push.h"
#include "table/seats.h"
#include "table/settings.h"
#include "table/table.h"
#include "wire/json.h"
#include "wire/record.h"
#include "wire/write.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs the three above */

static const char seed[] = "a seed that nobody may see";
static const struct push_presence presence = {.online = 1, .spectators = 2};

/* Entries by hand. */

static struct store_entry entry_of(int kind, int seat, const char *text)
{
    return (struct store_entry){
        .kind = kind, .seat = seat, .text = (char *)(uintptr_t)text, .at_ms = 1000};
}

static void fold(struct table *table, int kind, int seat, const char *text)
{
    struct store_entry entry = entry_of(kind, seat, text);
    struct fault fault = {0};
    int64_t version = table->version;
    if (!table_check(table, &entry, &fault) || !table_fold(table, &entry, &fault))
        fail_msg("kind %d: %s (%s)", kind, fault.text, fault.detail);
    assert_int_equal(table->version, version + 1);
}

/* It is refused with this sentence, and nothing has changed. */
static void refuse(struct table *table, int kind, int seat, const char *text, const char *sentence)
{
    struct store_entry entry = entry_of(kind, seat, text);
    struct fault fault = {0};
    int64_t version = table->version;
    if (table_check(table, &entry, &fault))
        fail_msg("kind %d, seat %d, %s is allowed", kind, seat, text);
    assert_string_equal(fault.text, sentence);
    fault.text = "";
    assert_false(table_fold(table, &entry, &fault));
    assert_string_equal(fault.text, sentence);
    assert_int_equal(table->version, version);
}

/* The same, but what has been written is taken as it is. */
static void refuse_new(struct table *table, int kind, int seat, const char *text,
                       const char *sentence)
{
    struct store_entry entry = entry_of(kind, seat, text);
    struct fault fault = {0};
    assert_false(table_check(table, &entry, &fault));
    assert_string_equal(fault.text, sentence);
}

static char *create_text(const char *change)
{
    struct fault fault = {0};
    json_t *json = json_loads(change, JSON_DECODE_ANY, NULL);
    char *text = table_create_text(json, "host00000000", "Hélène", seed, &fault);
    json_decref(json);
    if (!text)
        fail_msg("%s: %s (%s)", change, fault.text, fault.detail);
    return text;
}

static struct table *table_of(const char *change)
{
    struct table *table = table_new("table0000000", NULL);
    char *text = create_text(change);
    fold(table, ENTRY_CREATE, -1, text);
    free(text);
    return table;
}

#define SEEN_BY(viewer) (&(struct push_viewer){.seat = (viewer), .held = -1, .views = true})
#define ANNA "{\"person\":\"anna00000000\",\"name\":\"Anna\"}"
#define BERT "{\"person\":\"bert00000000\",\"name\":\"Bert\"}"
#define CARL "{\"person\":\"carl00000000\",\"name\":\"Carl\"}"
#define DORA "{\"person\":\"dora00000000\",\"name\":\"Dora\"}"
#define EASY "{\"level\":\"easy\",\"name\":\"Compy\"}"

static struct table *playing(const char *change)
{
    struct table *table = table_of(change);
    fold(table, ENTRY_SIT, 0, ANNA);
    fold(table, ENTRY_SIT, 1, BERT);
    fold(table, ENTRY_START, -1, NULL);
    return table;
}

/* Any move of a seat, as text. */
static void some_move(const struct table *table, int seat, struct rng *rng,
                      char text[GAME_MOVE_TEXT_MAX])
{
    union game_move_storage move = {0};
    struct buffer buffer;
    table->game->sample(table->match.state.bytes, seat, rng, &move.head);
    buffer_start(&buffer, text, GAME_MOVE_TEXT_MAX);
    table->game->format(table->match.state.bytes, &move.head, &buffer);
}

static int some_seat(const struct table *table, struct rng *rng)
{
    uint32_t seats = table->game->to_act(table->match.state.bytes);
    return bits_nth(seats, (int)rng_below(rng, (uint32_t)bits_count(seats)));
}

/* Entry 0. */

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
              "\"chat\":true,\"open_hands_after\":true,\"autostart\":false,\"clock\":{\"kind\":"
              "\"none\"},\"pace\":\"human\",\"host\":{\"id\":\"host00000000\",\"name\":\"Hélène\"},"
              "\"seed\":\"a seed that nobody may see\"}");
    free(rest);
    json_decref(json);
    /* What it makes, it takes, and makes the same again. */
    char *again = create_text(text);
    assert_string_equal(text, again);
    free(again);
    free(text);
}

static void test_create_refuses(void **unused)
{
    (void)unused;
    static const struct {
        const char *change, *text, *detail;
    } cases[] = {
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
        {"{\"game\":\"trex\",\"seats\":2,\"pace\":\"slow\"}", "core.bad_request", "pace"},
        {"{\"game\":\"trex\",\"seats\":2,\"bots\":\"easy\"}", "core.bad_request", "bots"},
        {"{\"game\":\"trex\",\"seats\":2,\"bots\":[null,\"god\"]}", "core.bad_request", "bots"},
        {"{\"game\":\"trex\",\"seats\":2,\"bots\":[null,null,null]}", "core.bad_request", "bots"},
        {"{\"game\":\"trex\",\"seats\":2,\"bots\":[\"easy\"]}", "core.bad_request", "sit"},
        {"{\"game\":\"trex\",\"seats\":2,\"sit\":2}", "core.bad_request", "sit"},
        {"{\"game\":\"trex\",\"seats\":2,\"sit\":\"0\"}", "core.bad_request", "sit"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fault fault = {0};
        json_t *json = json_loads(cases[i].change, 0, NULL);
        assert_non_null(json);
        assert_null(table_create_text(json, "host00000000", "Hélène", seed, &fault));
        assert_string_equal(fault.text, cases[i].text);
        assert_string_equal(fault.detail, cases[i].detail);
        json_decref(json);
    }
    struct fault fault;
    json_t *json = json_loads("{\"game\":\"scale\",\"seats\":3,\"bots\":[null,\"easy\"]}", 0, NULL);
    assert_null(table_create_text(json, "host00000000", "Hélène", seed, &fault));
    assert_int_equal(fault.code, FAULT_BAD_OPTION); /* Scale needs its stage for them */
    json_decref(json);
}

/* For tests a match can begin from a position; it is told as any other, and has no record. */
static void test_create_from_position(void **unused)
{
    (void)unused;
    struct table *table = playing("{\"game\":\"trex\",\"seats\":2}");
    struct doc *doc = malloc(sizeof *doc);
    struct fault fault = {0};
    doc_start(doc);
    table->game->save(table->game, table->match.state.bytes, doc, NULL);
    json_t *change = json_pack("{s:s, s:i, s:o}", "game", "trex", "seats", 2, "position",
                               wire_from_doc(doc, doc_root(doc)));
    char *text = table_create_text(change, "host00000000", "H", NULL, &fault);
    assert_non_null(text);
    struct table *other = table_new("table1111111", NULL);
    fold(other, ENTRY_CREATE, -1, text);
    fold(other, ENTRY_SIT, 0, ANNA);
    fold(other, ENTRY_BOT, 1, EASY);
    fold(other, ENTRY_START, -1, NULL);
    assert_memory_equal(&other->match.state, &table->match.state, sizeof table->match.state);
    json_t *info = push_info(other);
    assert_true(json_is_null(json_object_get(info, "seed_hash")));
    json_decref(info);
    struct rng rng;
    rng_start(&rng, 1);
    while (other->state == TABLE_PLAYING) {
        int seat = some_seat(other, &rng);
        char move[GAME_MOVE_TEXT_MAX];
        some_move(other, seat, &rng, move);
        struct store_entry entry = entry_of(seat ? ENTRY_MOVE_BOT : ENTRY_MOVE, seat, move);
        assert_null(table_record_after(other, &entry));
        fold(other, entry.kind, seat, move);
    }
    assert_null(table_record(other, 1000));
    free(text);
    /* With a seed of the server's own, what a client says of it does not count. */
    text = table_create_text(change, "host00000000", "H", seed, &fault);
    assert_non_null(text);
    assert_null(strstr(text, "position"));
    free(text);
    json_object_set_new(json_object_get(change, "position"), "round", json_integer(99));
    text = table_create_text(change, "host00000000", "H", NULL, &fault);
    struct table *broken = table_new("table1111111", NULL);
    struct store_entry entry = entry_of(ENTRY_CREATE, -1, text);
    assert_false(table_check(broken, &entry, &fault));
    assert_int_equal(fault.code, FAULT_BAD_POSITION);
    free(text);
    json_decref(change);
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

/* People and computer players. */

static void test_seats_while_waiting(void **unused)
{
    (void)unused;
    struct table *table = table_of("{\"game\":\"trex\",\"seats\":3}");
    fold(table, ENTRY_SIT, 1, ANNA);
    assert_int_equal(table_seat_of(table, "anna00000000"), 1);
    assert_int_equal(table_seat_of(table, ""), -1);
    refuse(table, ENTRY_SIT, 0, ANNA, "server.sits_already");
    refuse(table, ENTRY_SIT, 1, BERT, "server.seat_taken");
    refuse(table, ENTRY_SIT, 3, BERT, "core.bad_request");
    refuse(table, ENTRY_SIT, -1, BERT, "core.bad_request");
    refuse(table, ENTRY_SIT, 0, "{}", "core.bad_request");
    refuse(table, ENTRY_SIT, 0, "]", "core.bad_request");
    refuse(table, ENTRY_SIT, 0, NULL, "core.bad_request");
    refuse(table, ENTRY_SIT, 0, "{\"person\":\"\",\"name\":\"\"}", "core.bad_request");
    refuse(table, ENTRY_STAND, 0, NULL, "server.nobody_there");
    refuse(table, ENTRY_BOT, 1, EASY, "server.seat_taken");
    refuse(table, ENTRY_BOT, 0, "{\"level\":\"god\",\"name\":\"\"}", "core.bad_request");
    refuse(table, ENTRY_BOT, 0, "{}", "server.nobody_there");
    refuse(table, ENTRY_START, -1, NULL, "server.seats_free");
    refuse(table, ENTRY_MOVE, 0, "pass", "server.not_begun");
    refuse(table, ENTRY_REMATCH, -1, "{\"table\":\"x\"}", "server.not_over");
    fold(table, ENTRY_BOT, 0, EASY);
    assert_string_equal(table->seat[0].bot->name, "easy");
    refuse(table, ENTRY_SIT, 0, BERT, "server.seat_taken");
    fold(table, ENTRY_BOT, 0, "{\"level\":\"hard\",\"name\":\"Oro\"}");
    fold(table, ENTRY_BOT, 0, "{}");
    fold(table, ENTRY_STAND, 1, NULL);
    fold(table, ENTRY_SIT, 0, ANNA); /* left while waiting: any seat will do */
    fold(table, ENTRY_BOT, 1, EASY);
    fold(table, ENTRY_BOT, 2, EASY);
    fold(table, ENTRY_START, -1, NULL);
    assert_int_equal(table->state, TABLE_PLAYING);
    refuse(table, ENTRY_START, -1, NULL, "server.begun");
    table_free(table);
}

static void test_seats_while_playing(void **unused)
{
    (void)unused;
    struct table *table = playing("{\"game\":\"trex\",\"seats\":2}");
    refuse(table, ENTRY_SIT, 1, CARL, "server.seat_taken");
    fold(table, ENTRY_STAND, 0, "{\"name\":\"Maia\"}");
    assert_string_equal(table->seat[0].bot->name, "easy");
    assert_string_equal(table->seat[0].name, "Maia");
    assert_int_equal(table_seat_of(table, "anna00000000"), -1);
    refuse(table, ENTRY_SIT, 0, CARL, "server.seat_taken");
    refuse(table, ENTRY_BOT, 0, EASY, "server.computer_stays");
    refuse(table, ENTRY_BOT, 0, "{}", "server.computer_stays");
    refuse(table, ENTRY_MOVE, 0, "pass", "server.not_your_seat");
    fold(table, ENTRY_SIT, 0, ANNA);
    assert_null(table->seat[0].bot);
    refuse(table, ENTRY_MOVE_BOT, 0, "pass", "server.not_your_seat");
    refuse(table, ENTRY_MOVE_TIMEOUT, 0, "pass", "server.not_your_seat");
    fold(table, ENTRY_BOT, 1, EASY); /* the host, for somebody who is away */
    fold(table, ENTRY_SIT, 1, BERT);
    table_free(table);

    table = playing("{\"game\":\"trex\",\"seats\":2,\"takeover\":false}");
    fold(table, ENTRY_STAND, 0, NULL);
    assert_null(table->seat[0].bot);
    refuse(table, ENTRY_BOT, 0, EASY, "server.no_takeover");
    refuse(table, ENTRY_MOVE, 0, "pass", "server.not_your_seat");
    fold(table, ENTRY_STAND, 1, NULL);
    refuse_new(table, ENTRY_SIT, 1, ANNA, "server.own_seat_only");
    fold(table, ENTRY_SIT, 1, CARL);
    fold(table, ENTRY_SIT, 0, ANNA);
    /* Also when others have had that seat since. */
    fold(table, ENTRY_STAND, 0, NULL);
    fold(table, ENTRY_SIT, 0, DORA);
    fold(table, ENTRY_STAND, 1, NULL);
    refuse_new(table, ENTRY_SIT, 1, ANNA, "server.own_seat_only");
    refuse(table, ENTRY_SIT, 0, ANNA, "server.seat_taken");
    /* An entry from before this rule is folded in all the same. */
    char anna[] = ANNA;
    struct store_entry old = {.kind = ENTRY_SIT, .seat = 1, .text = anna};
    struct fault fault;
    assert_true(table_fold(table, &old, &fault));
    fold(table, ENTRY_STAND, 1, NULL);
    fold(table, ENTRY_SIT, 1, BERT);
    fold(table, ENTRY_STAND, 0, NULL);
    fold(table, ENTRY_SIT, 0, DORA);
    fold(table, ENTRY_CLOSE, -1, "{\"why\":\"test\"}");
    refuse(table, ENTRY_CLOSE, -1, "{}", "server.closed");
    refuse(table, ENTRY_SIT, 0, BERT, "server.closed");
    table_free(table);

    table = playing("{\"game\":\"scale\",\"seats\":2}");
    fold(table, ENTRY_STAND, 0, NULL); /* nobody can take over without a stage */
    assert_null(table->seat[0].bot);
    refuse(table, ENTRY_BOT, 0, EASY, "scale.players_need_stage");
    table_free(table);
}

/* Clocks. */

static void move_at(struct table *table, int kind, int64_t at_ms, int64_t used_ms, struct rng *rng)
{
    char text[GAME_MOVE_TEXT_MAX];
    int seat = some_seat(table, rng);
    some_move(table, seat, rng, text);
    struct store_entry entry = entry_of(kind, seat, text);
    entry.at_ms = at_ms;
    entry.used_ms = used_ms;
    struct fault fault;
    assert_true(table_fold(table, &entry, &fault));
}

static void test_clocks(void **unused)
{
    (void)unused;
    struct rng rng;
    rng_start(&rng, 1);
    struct table *table = playing("{\"game\":\"trex\",\"seats\":2}");
    assert_int_equal(table_left_ms(table, 0, 5000), INT64_MAX);
    assert_int_equal(table_running(table), 0);
    table_free(table);

    table = playing("{\"game\":\"trex\",\"seats\":2,\"clock\":{\"kind\":\"game\",\"seconds\":60}}");
    uint32_t awaited = table_awaited(table);
    int seat = bits_first(awaited);
    assert_int_equal(table_running(table), awaited);
    assert_int_equal(table_left_ms(table, seat, 1000), 60000);
    assert_int_equal(table_left_ms(table, seat, 11000), 50000);
    assert_int_equal(table_used_ms(table, seat, 11000), 10000);
    table_clocks_restart(table, 101000);
    assert_int_equal(table_left_ms(table, seat, 111000), 50000);
    move_at(table, ENTRY_MOVE, 111000, 10000, &rng);
    assert_int_equal(table->seat[seat].left_ms, 50000);
    while (!bits_have(table_awaited(table), seat))
        move_at(table, ENTRY_MOVE, 111000, 0, &rng);
    assert_int_equal(table_left_ms(table, seat, 161000), 0);
    assert_int_equal(table_left_ms(table, seat, 999000), 0);
    move_at(table, ENTRY_MOVE_TIMEOUT, 161000, 50010, &rng);
    assert_int_equal(table->seat[seat].left_ms, 0);
    fold(table, ENTRY_BOT, 0, EASY);
    fold(table, ENTRY_BOT, 1, EASY);
    assert_int_equal(table_running(table), 0); /* nobody hurries a computer player */
    table_free(table);

    table = playing("{\"game\":\"trex\",\"seats\":2,\"clock\":{\"kind\":\"move\",\"seconds\":60}}");
    for (int i = 0; i < 6; i++) {
        seat = bits_first(table_awaited(table));
        assert_int_equal(table_left_ms(table, seat, 1000 + i * 7000 + 7000), 53000);
        assert_int_equal(table_left_ms(table, 1 - seat, 1000 + i * 7000 + 7000), 60000);
        move_at(table, ENTRY_MOVE, 1000 + i * 7000 + 7000, 7000, &rng);
    }
    table_free(table);

    table =
        playing("{\"game\":\"scale\",\"seats\":2,\"clock\":{\"kind\":\"move\",\"seconds\":60}}");
    assert_int_equal(table_running(table), 0); /* real time: nobody is waited for */
    table_free(table);
}

/* Random matches of every game: a table, and what everybody was told of it. */

struct run {
    struct table *table;
    struct rng rng;
    struct push_writer *push_writer;
    struct doc *doc;
    char ***told; /* by version, by viewer + 1 */
    size_t told_count;
};

static char *text_of(struct message *message)
{
    char *text = strdup(message_text(message));
    assert_int_equal(strlen(text), message->length);
    message_drop(message);
    return text;
}

static void check_json(const char *text, bool over)
{
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    if (!json)
        fail_msg("no JSON: %s", text);
    char *again = json_dumps(json, JSON_COMPACT);
    assert_string_equal(text, again);
    if (!over && strstr(text, seed))
        fail_msg("the seed is told: %s", text);
    assert_true(over || json_is_null(json_object_get(json, "result")) ||
                !json_object_get(json, "result"));
    free(again);
    json_decref(json);
}

static void tell_all(struct run *run, const struct game_state_storage *before)
{
    run->told = realloc(run->told, (run->told_count + 1) * sizeof *run->told);
    char **texts = calloc(GAME_SEATS_MAX + 1, sizeof *texts);
    for (int viewer = -1; viewer < run->table->seats; viewer++) {
        texts[viewer + 1] =
            text_of(push_step(run->push_writer, run->table, before, SEEN_BY(viewer), NULL, 1000));
        check_json(texts[viewer + 1], table_is_over(run->table));
    }
    run->told[run->told_count++] = texts;
}

static void step(struct run *run, int kind, int seat, const char *text, char *cid)
{
    struct store_entry entry = entry_of(kind, seat, text);
    struct game_state_storage before = run->table->match.state;
    struct fault fault;
    entry.cid = cid;
    struct store_record *record = table_record_after(run->table, &entry);
    if (!table_fold(run->table, &entry, &fault))
        fail_msg("%s %s", fault.text, text);
    tell_all(run, &before);
    assert_int_equal(record != NULL, run->table->state == TABLE_OVER);
    if (record) {
        struct store_record *again = table_record(run->table, 1000);
        assert_string_equal(record->record, again->record);
        free(again->record);
        free(again);
        free(record->record);
        free(record);
    }
}

/* The view and its events are what wire_write makes the same bytes of as jansson. */
static void check_writing(struct run *run)
{
    static char storage[1 << 18];
    struct buffer out;
    for (int full = 0; full < 2; full++) {
        struct game_state_storage view = run->table->match.state;
        if (!full)
            run->table->game->view(run->table->match.state.bytes, 0, view.bytes);
        doc_start(run->doc);
        run->table->game->save(run->table->game, view.bytes, run->doc, NULL);
        json_t *json = wire_from_doc(run->doc, doc_root(run->doc));
        char *text = json_dumps(json, JSON_COMPACT);
        buffer_start(&out, storage, sizeof storage);
        wire_write(run->doc, doc_root(run->doc), &out);
        assert_string_equal(text, out.text);
        free(text);
        json_decref(json);
    }
}

/* Whether the viewer is told the same events of the move in both worlds. */
static bool same_events(struct run *run, const void *world, int seat, const struct move *move,
                        int viewer, struct doc *doc)
{
    const struct game *game = run->table->game;
    const void *states[2] = {run->table->match.state.bytes, world};
    struct doc *docs[2] = {run->doc, doc};
    for (int i = 0; i < 2; i++)
        game_move_describe(game, states[i], seat, move, viewer, docs[i]);
    return doc_equal(docs[0], doc_root(docs[0]), docs[1], doc_root(docs[1]));
}

static char *step_in(struct run *run, const struct table *table, int seat, char *text, int viewer,
                     bool *over)
{
    struct table after = *table;
    union game_move_storage move;
    struct fault fault;
    assert_true(match_check(&table->match, seat, text, &move, &fault));
    table->game->apply(after.match.state.bytes, seat, &move.head, NULL);
    after.version++;
    after.last = entry_of(ENTRY_MOVE, seat, text);
    *over = table_is_over(&after);
    return text_of(
        push_step(run->push_writer, &after, &table->match.state, SEEN_BY(viewer), NULL, 1000));
}

/* Another truth behind the same view, and another seed: the same bytes. Returns how many steps were
 * compared. */
static int check_secrets(struct run *run, int seat, char *text)
{
    const struct game *game = run->table->game;
    struct doc *doc = malloc(sizeof *doc);
    int compared = 0;
    for (int viewer = -1; viewer < run->table->seats; viewer++) {
        struct game_state_storage view;
        struct table other = *run->table; /* shares what it points to */
        union game_move_storage move;
        struct fault fault;
        char other_seed[] = "another seed", *told[2];
        bool over[2];
        other.seed = other_seed;
        game->view(run->table->match.state.bytes, viewer, view.bytes);
        const void *memory = viewer < 0 ? NULL : run->table->match.memories[viewer].bytes;
        game->determinize(view.bytes, viewer, memory, &run->rng, other.match.state.bytes);
        told[0] =
            text_of(push_table(run->push_writer, run->table, SEEN_BY(viewer), &presence, 1000));
        told[1] = text_of(push_table(run->push_writer, &other, SEEN_BY(viewer), &presence, 1000));
        check_json(told[0], false);
        assert_string_equal(told[0], told[1]);
        free(told[0]);
        free(told[1]);
        if (!match_check(&other.match, seat, text, &move, &fault) ||
            !same_events(run, other.match.state.bytes, seat, &move.head, viewer, doc))
            continue;
        told[0] = step_in(run, run->table, seat, text, viewer, &over[0]);
        told[1] = step_in(run, &other, seat, text, viewer, &over[1]);
        assert_int_equal(over[0], over[1]);
        if (!over[0]) { /* then the truth is out */
            assert_string_equal(told[0], told[1]);
            compared++;
        }
        free(told[0]);
        free(told[1]);
    }
    free(doc);
    return compared;
}

static int play_on(struct run *run, int moves_max)
{
    int compared = 0;
    for (int i = 0; run->table->state == TABLE_PLAYING && i < moves_max; i++) {
        char text[GAME_MOVE_TEXT_MAX], cid[STORE_CID_MAX];
        int seat = some_seat(run->table, &run->rng);
        some_move(run->table, seat, &run->rng, text);
        snprintf(cid, sizeof cid, "cid%d", i);
        check_writing(run);
        if (i % 4 == 0)
            compared += check_secrets(run, seat, text);
        step(run, ENTRY_MOVE, seat, text, i % 3 ? cid : NULL);
        if (i % 3) {
            assert_int_equal(table_cid_version(run->table, seat, cid), run->table->version);
            assert_int_equal(table_cid_version(run->table, (seat + 1) % run->table->seats, cid),
                             -1);
        }
        if (i == 5) { /* somebody goes and comes back in the middle */
            step(run, ENTRY_STAND, 0, "{\"name\":\"Maia\"}", NULL);
            step(run, ENTRY_SIT, 0, "{\"person\":\"p0\",\"name\":\"N \\\" \\n é\"}", NULL);
        }
    }
    return compared;
}

/* Entries alone give the same room again, and what was told can be told again. */
static void check_again(struct run *run)
{
    struct table *table = run->table, *again = table_new(table->id, NULL);
    struct fault fault;
    for (size_t i = 0; i < table->entry_count; i++)
        assert_true(table_fold(again, &table->entries[i], &fault));
    assert_int_equal(again->version, table->version);
    assert_int_equal(again->state, table->state);
    assert_memory_equal(again->seat, table->seat, sizeof table->seat);
    assert_memory_equal(&again->match.state, &table->match.state, sizeof table->match.state);
    assert_memory_equal(&again->match.memories, &table->match.memories,
                        sizeof table->match.memories);
    for (int viewer = -1; viewer < table->seats; viewer++) {
        char *told = text_of(push_table(run->push_writer, table, SEEN_BY(viewer), &presence, 1000));
        char *told_again =
            text_of(push_table(run->push_writer, again, SEEN_BY(viewer), &presence, 1000));
        assert_string_equal(told, told_again);
        free(told);
        free(told_again);
        for (size_t i = 0; i < run->told_count; i += 1 + (size_t)rng_below(&run->rng, 3)) {
            int64_t number = table->version - (int64_t)run->told_count + 1 + (int64_t)i;
            char *text =
                text_of(push_step_again(run->push_writer, again, number, SEEN_BY(viewer), 1000));
            assert_string_equal(text, run->told[i][viewer + 1]);
            free(text);
        }
    }
    table_free(again);
}

/* The record of the finished match holds, and says how everybody did. */
static void check_record(const struct table *table)
{
    struct store_record *record = table_record(table, 77);
    struct record read;
    struct match match = {0};
    struct fault fault;
    json_t *json = json_loads(record->record, 0, NULL);
    assert_true(record_read(&read, json, &fault));
    assert_true(record_start(&read, NULL, &match, &fault));
    for (size_t i = 0; i < read.move_count; i++) {
        int seat;
        const char *text;
        record_move(&read, i, &seat, &text);
        assert_true(match_play(&match, seat, text, NULL, STORY_ALL, &fault));
    }
    assert_true(record_result_agrees(&read, &match));
    assert_true(record_seed_agrees(&read));
    assert_int_equal(record->move_count, read.move_count);
    assert_string_equal(json_string_value(json_object_get(json, "table")), table->id);
    double won = 0;
    for (int i = 0; i < table->seats; i++)
        won += record->seat[i].won;
    if (table->seats == table->game->seats_together)
        assert_true(won == 0 || won == table->seats);
    else
        assert_true(won > 0.999 && won < 1.001);
    assert_string_equal(record->seat[1].person, "p1");
    json_object_set_new(json, "seed_hash", json_string("00"));
    assert_true(record_read(&read, json, &fault));
    assert_false(record_seed_agrees(&read));
    json_decref(json);
    match_free(&match);
    free(record->record);
    free(record);
}

static void run_free(struct run *run)
{
    for (size_t i = 0; i < run->told_count; i++) {
        for (int k = 0; k <= GAME_SEATS_MAX; k++)
            free(run->told[i][k]);
        free(run->told[i]);
    }
    free(run->told);
    table_free(run->table);
    free(run->doc);
    push_writer_free(run->push_writer);
}

static int run_match(const struct game *game, int seats, uint64_t number, int moves_max)
{
    struct run run = {.push_writer = push_writer_new(), .doc = malloc(sizeof *run.doc)};
    char change[200], text[100];
    rng_start(&run.rng, number);
    snprintf(change, sizeof change, "{\"game\":\"%s\",\"seats\":%d%s%s}", game->id, seats,
             strcmp(game->id, "scale") == 0 ? ",\"options\":{\"mode\":\"stage\"}" : "",
             number % 2 ? "" : ",\"open_hands_after\":false");
    run.table = table_of(change);
    for (int seat = 0; seat < seats; seat++) {
        snprintf(text, sizeof text, "{\"person\":\"p%d\",\"name\":\"N \\\" \\n é\"}", seat);
        step(&run, ENTRY_SIT, seat, text, NULL);
    }
    step(&run, ENTRY_START, -1, NULL, NULL);
    int compared = play_on(&run, moves_max);
    if (run.table->state == TABLE_OVER) {
        check_record(run.table);
        refuse(run.table, ENTRY_STAND, 0, NULL, "core.over");
        refuse(run.table, ENTRY_REMATCH, -1, "{}", "core.bad_request");
        fold(run.table, ENTRY_REMATCH, -1, "{\"table\":\"table1111111\"}");
        refuse(run.table, ENTRY_REMATCH, -1, "{\"table\":\"x\"}", "server.rematch_there");
        tell_all(&run, NULL);
        fold(run.table, ENTRY_CLOSE, -1, "{\"why\":\"idle\"}");
        tell_all(&run, NULL);
    }
    check_again(&run);
    run_free(&run);
    return compared;
}

static void test_random_matches(void **unused)
{
    (void)unused;
    for (int i = 0; games_all[i]; i++) {
        const struct game *game = games_all[i];
        int compared = 0;
        for (int seats = game->seats_min; seats <= game->seats_max; seats++)
            compared += run_match(game, seats, (uint64_t)seats, 400);
        assert_true(compared > 20);
        print_message("%s: %d steps the same in another world\n", game->id, compared);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_create_fills_in),
        cmocka_unit_test(test_create_refuses),
        cmocka_unit_test(test_create_from_disk),
        cmocka_unit_test(test_create_from_position),
        cmocka_unit_test(test_seats_while_waiting),
        cmocka_unit_test(test_seats_while_playing),
        cmocka_unit_test(test_clocks),
        cmocka_unit_test(test_random_matches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
