/* Which entries may come at a table, and what they change: seats, clocks, the end.
 *
 * Then: hints and ratings; taking back; votes; clocks. */
#include "table_support.h"

#include "base/base.h"
#include "players/players.h"
#include "table/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs the first two */

static void test_seats_while_waiting(void **unused)
{
    (void)unused;
    struct table *table = table_of("{\"game\":\"trex\",\"seats\":3}");
    fold(table, ENTRY_SIT, 1, ANNA);
    assert_int_equal(table_seat_of(table, "anna00000000"), 1);
    assert_int_equal(table_seat_of(table, ""), -1);
    refuse(table, ENTRY_SIT, 1, ANNA, "server.sits_already");
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
    /* Levels of earlier versions, in entries of old tables, and a step that the game leaves out. */
    fold(table, ENTRY_BOT, 0, "{\"level\":\"medium\",\"name\":\"Simon\"}");
    assert_string_equal(table->seat[0].bot->name, "strong");
    fold(table, ENTRY_BOT, 0, "{\"level\":\"skilled\",\"name\":\"Simon\"}");
    assert_string_equal(table->seat[0].bot->name, "regular");
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

/* The host has removed Bert, who sat on seat 1. */
static void test_removed(struct table *table)
{
    static const char bert[] = "{\"person\":\"bert00000000\"}";
    refuse_new(table, ENTRY_SIT, 1, BERT, "server.removed");
    assert_true(table_is_removed(table, "bert00000000"));
    assert_int_equal(table_may_sit(table, "bert00000000", -1), 0);
    assert_int_equal(table_may_sit(table, "carl00000000", -1), 2);
    assert_int_equal(table_may_sit(table, "", -1), 2);
    /* Only the host and Bert may know of it. */
    assert_true(table_knows_removed(table, table->settings.host));
    assert_true(table_knows_removed(table, "bert00000000"));
    assert_false(table_knows_removed(table, "anna00000000"));
    assert_false(table_knows_removed(table, ""));
    refuse(table, ENTRY_ADMIT, -1, NULL, "server.not_removed");
    refuse(table, ENTRY_ADMIT, -1, "{\"person\":7}", "server.not_removed");
    refuse(table, ENTRY_ADMIT, -1, "{\"person\":\"anna00000000\"}", "server.not_removed");
    fold(table, ENTRY_ADMIT, -1, bert);
    refuse(table, ENTRY_ADMIT, -1, bert, "server.not_removed");
    assert_int_equal(table_may_sit(table, "bert00000000", -1), 2);
    assert_false(table_knows_removed(table, table->settings.host));
    /* At a table of an earlier version somebody has sat down again, and may do so for good. */
    fold(table, ENTRY_SIT, 1, BERT);
    fold(table, ENTRY_STAND, 1, entry_stand_by_host);
    refuse_new(table, ENTRY_SIT, 1, BERT, "server.removed");
    struct store_entry sits = entry_of(ENTRY_SIT, 1, BERT);
    struct fault fault;
    assert_true(table_fold(table, &sits, &fault));
    assert_false(table_is_removed(table, "bert00000000"));
    fold(table, ENTRY_STAND, 1, NULL);
    /* A host who leaves like this is not kept out. */
    fold(table, ENTRY_SIT, 1, "{\"person\":\"host00000000\",\"name\":\"Ann\"}");
    fold(table, ENTRY_STAND, 1, entry_stand_by_host);
    assert_false(table_knows_removed(table, "host00000000"));
}

/* Seats come, go and change, until the match begins. */
static void test_arranging(void **unused)
{
    (void)unused;
    struct table *table = table_of("{\"game\":\"trex\",\"seats\":4}");
    fold(table, ENTRY_SIT, 0, ANNA);
    fold(table, ENTRY_SIT, 2, BERT);
    fold(table, ENTRY_SIT, 3, ANNA); /* she moves */
    assert_int_equal(table_seat_of(table, "anna00000000"), 3);
    assert_true(table_seat_is_free(&table->seat[0]));
    assert_int_equal(table->seat[3].sat, 1);
    fold(table, ENTRY_BOT, 1, EASY);
    refuse(table, ENTRY_SIT, 1, ANNA, "server.seat_taken");
    refuse(table, ENTRY_SEATS, -1, "{}", "core.bad_request");
    refuse(table, ENTRY_SEATS, -1, NULL, "core.bad_request");
    refuse(table, ENTRY_SEATS, -1, "{\"from\":[3]}", "core.bad_request");
    refuse(table, ENTRY_SEATS, -1, "{\"from\":[0,1,2,3,null,null]}", "core.bad_request");
    refuse(table, ENTRY_SEATS, -1, "{\"from\":[1,2,3,3]}", "core.bad_request");
    refuse(table, ENTRY_SEATS, -1, "{\"from\":[1,2,3,4]}", "core.bad_request");
    refuse(table, ENTRY_SEATS, -1, "{\"from\":[1,2,3,-1]}", "core.bad_request");
    refuse(table, ENTRY_SEATS, -1, "{\"from\":[1,2,\"3\"]}", "core.bad_request");
    refuse(table, ENTRY_SEATS, -1, "{\"from\":[1,2]}", "server.seat_taken"); /* whose is it? */
    fold(table, ENTRY_SEATS, -1, "{\"from\":[3,2,1]}");
    assert_int_equal(table->settings.seats, 3);
    assert_int_equal(table_seat_of(table, "anna00000000"), 0);
    assert_int_equal(table_seat_of(table, "bert00000000"), 1);
    assert_string_equal(table->seat[2].bot->name, "easy");
    assert_true(table_is_full(table));
    fold(table, ENTRY_SEATS, -1, "{\"from\":[null,0,1,2,null]}");
    assert_int_equal(table->settings.seats, 5);
    fold(table, ENTRY_SEATS, -1, "{\"from\":[1,2,3]}");
    /* The host removes a person, but not during the match. */
    fold(table, ENTRY_STAND, 1, entry_stand_by_host);
    refuse(table, ENTRY_STAND, 1, entry_stand_by_host, "server.nobody_there");
    test_removed(table);
    fold(table, ENTRY_SIT, 1, BERT);
    fold(table, ENTRY_START, -1, NULL);
    assert_int_equal(table->match.seats, 3);
    refuse(table, ENTRY_SEATS, -1, "{\"from\":[0,1,2]}", "server.begun");
    refuse(table, ENTRY_STAND, 1, entry_stand_by_host, "server.begun");
    refuse(table, ENTRY_SIT, 2, ANNA, "server.sits_already");
    /* Its past begins as it was made. */
    struct table *past = table_past(table, 1, NULL, NULL);
    assert_int_equal(past->settings.seats, 4);
    past = table_past(table, table->version, past, NULL);
    assert_int_equal(past->settings.seats, 3);
    assert_memory_equal(past->match.state.bytes, table->match.state.bytes,
                        table->settings.game->state_size);
    table_free(past);
    table_free(table);

    /* These options do not go with two players. */
    table = table_of("{\"game\":\"tyrannosaurus\",\"seats\":3,"
                     "\"options\":{\"dinos\":[\"triceratops\",\"pteranodon\",\"diplodocus\"]}}");
    refuse(table, ENTRY_SEATS, -1, "{\"from\":[0,1]}", "tyrannosaurus.dinos_do_not_fit");
    table_free(table);
}

static void test_host(void **unused)
{
    (void)unused;
    struct table *table = table_of("{\"game\":\"trex\",\"seats\":3}");
    char host[STORE_ID_TEXT];
    strcpy(host, table->settings.host);
    fold(table, ENTRY_SIT, 1, BERT);
    refuse(table, ENTRY_HOST, 0, NULL, "server.nobody_there");
    refuse(table, ENTRY_HOST, 3, NULL, "core.bad_request");
    fold(table, ENTRY_HOST, 1, NULL);
    refuse(table, ENTRY_HOST, 1, NULL, "server.nobody_there"); /* it is Bert already */
    assert_string_equal(table->settings.host, "bert00000000");
    assert_string_equal(table->settings.host_name, "Bert");
    assert_false(table->host_left);
    fold(table, ENTRY_STAND, 1, NULL);
    assert_true(table->host_left);
    fold(table, ENTRY_SIT, 0, BERT);
    assert_false(table->host_left);
    struct table *past = table_past(table, 1, NULL, NULL);
    assert_string_equal(past->settings.host, host);
    past = table_past(table, 2, past, NULL);
    assert_string_equal(past->settings.host, "bert00000000");
    table_free(past);
    table_forget_person(table, "bert00000000");
    assert_string_equal(table->settings.host_name, "");
    table_free(table);
}

/* A face goes with its person from seat to seat, and away with them. */
static void test_faces(void **unused)
{
    (void)unused;
    struct table *table = table_of("{\"game\":\"trex\",\"seats\":3}");
    fold(table, ENTRY_SIT, 0, "{\"person\":\"bert00000000\",\"name\":\"Bert\",\"face\":12}");
    fold(table, ENTRY_SIT, 1, "{\"person\":\"carl00000000\",\"name\":\"Carl\",\"face\":4147201}");
    assert_int_equal(table->seat[0].face, 12);
    assert_int_equal(table->seat[1].face, 0); /* there is no such face */
    fold(table, ENTRY_SIT, 2, "{\"person\":\"bert00000000\",\"name\":\"Bert\",\"face\":12}");
    assert_int_equal(table->seat[0].face, 0);
    fold(table, ENTRY_BOT, 0, EASY);
    fold(table, ENTRY_START, -1, NULL);
    fold(table, ENTRY_STAND, 2, "{\"name\":\"Emma\"}");
    json_t *info = table_info(table);
    const json_t *seat = json_array_get(json_object_get(info, "seat"), 2);
    assert_null(json_object_get(seat, "face")); /* it is a computer player's now */
    assert_int_equal(json_integer_value(json_object_get(json_object_get(seat, "replaces"), "face")),
                     12);
    json_decref(info);
    table_forget_person(table, "bert00000000");
    info = table_info(table);
    seat = json_array_get(json_object_get(info, "seat"), 2);
    assert_null(json_object_get(json_object_get(seat, "replaces"), "face"));
    json_decref(info);
    for (size_t i = 0; i < table->entry_count; i++)
        assert_null(table->entries[i].text ? strstr(table->entries[i].text, "12") : NULL);
    table_free(table);
}

static void test_seats_while_playing(void **unused)
{
    (void)unused;
    struct table *table = playing("{\"game\":\"trex\",\"seats\":2}");
    refuse(table, ENTRY_SIT, 1, CARL, "server.seat_taken");
    fold(table, ENTRY_STAND, 0, "{\"name\":\"Emma\"}");
    assert_string_equal(table->seat[0].bot->name, "casual");
    assert_string_equal(table->seat[0].name, "Emma");
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
    /* Even if others have had that seat since. */
    fold(table, ENTRY_STAND, 0, NULL);
    fold(table, ENTRY_SIT, 0, DORA);
    fold(table, ENTRY_STAND, 1, NULL);
    refuse_new(table, ENTRY_SIT, 1, ANNA, "server.own_seat_only");
    refuse(table, ENTRY_SIT, 0, ANNA, "server.seat_taken");
    /* A stored entry may be older than this check. */
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

/* ---- Hints and ratings ---- */

static void test_hints_and_ratings(void **unused)
{
    (void)unused;
    struct table *table = table_of("{\"game\":\"trex\",\"seats\":2}");
    fold(table, ENTRY_SIT, 0, ANNA);
    assert_true(table_is_rated(table));
    refuse(table, ENTRY_HINT, -1, NULL, "server.not_begun");
    fold(table, ENTRY_BOT, 1, EASY);
    fold(table, ENTRY_START, -1, NULL);
    assert_true(table_is_rated(table));
    fold(table, ENTRY_HINT, -1, NULL);
    assert_false(table_is_rated(table));
    fold(table, ENTRY_HINT, -1, NULL); /* asked at two servers at once */
    table_free(table);

    /* With others, nobody can take a match out of the ratings: that is decided before it. */
    table = playing("{\"game\":\"trex\",\"seats\":2}");
    assert_false(table_is_rated(table));
    table_free(table);
    table = playing("{\"game\":\"trex\",\"seats\":2,\"hints\":false}");
    assert_true(table_is_rated(table));
    refuse(table, ENTRY_HINT, -1, NULL, "server.no_hints");
    table_free(table);

    /* Someone who has left counts as well. */
    table = table_of("{\"game\":\"trex\",\"seats\":2,\"takeover\":false}");
    fold(table, ENTRY_SIT, 0, ANNA);
    fold(table, ENTRY_BOT, 1, EASY);
    fold(table, ENTRY_START, -1, NULL);
    fold(table, ENTRY_STAND, 0, NULL);
    assert_true(table_is_rated(table));
    fold(table, ENTRY_SIT, 0, BERT);
    assert_false(table_is_rated(table));
    table_free(table);
}

/* ---- Taking back ---- */

/* Makes legal moves until one of this kind has been made; returns the seat that made it. */
static int move_until(struct table *table, enum game_reveals reveals)
{
    struct rng rng;
    rng_start(&rng, 3);
    for (;;) {
        char text[GAME_MOVE_TEXT_MAX];
        int seat = some_seat(table, &rng);
        some_move(table, seat, &rng, text);
        fold(table, table->seat[seat].bot ? ENTRY_MOVE_BOT : ENTRY_MOVE, seat, text);
        assert_int_equal(table->state, TABLE_PLAYING);
        if (table->match.moves[table->match.move_count - 1].reveals == reveals)
            return seat;
    }
}

static void answer(struct table *table, int seat, bool agree)
{
    char *text = entry_proposal_text(table->proposal.version, agree);
    fold(table, ENTRY_TAKE_BACK, seat, text);
    free(text);
}

/* The table from its entries alone is the same; so is the past of push.c. */
static void check_folded(const struct table *table)
{
    struct table *again = table_new(table->id, NULL), *past;
    struct fault fault;
    assert_true(table_fold_all(again, table->entries, table->entry_count, &fault));
    past = table_past(table, table->version, NULL, NULL);
    for (int i = 0; i < 2; i++) {
        const struct table *other = i ? past : again;
        assert_memory_equal(&other->match.state, &table->match.state, sizeof table->match.state);
        assert_int_equal(other->match.move_count, table->match.move_count);
        assert_int_equal(other->proposal.version, table->proposal.version);
        assert_int_equal(table_proposal_awaits(other), table_proposal_awaits(table));
        assert_int_equal(other->has_taken_back, table->has_taken_back);
        for (int seat = 0; seat < table->settings.seats; seat++)
            assert_int_equal(table_taking(other, seat, NULL), table_taking(table, seat, NULL));
    }
    assert_memory_equal(again->match.memories, table->match.memories, sizeof again->match.memories);
    table_free(again);
    table_free(past);
}

/* Everyone has to agree, to this proposal; a move, a change of seats or an answer of no ends it. */
static void test_taking_back_together(void **unused)
{
    (void)unused;
    struct table *table = playing("{\"game\":\"trex\",\"seats\":2,\"hints\":false}");
    refuse(table, ENTRY_TAKE_BACK, 0, "{}", "server.nothing_to_take_back");
    int seat = move_until(table, GAME_REVEALS_OWN), other = 1 - seat;
    struct game_state_storage after = table->match.state;
    size_t count = table->match.move_count;
    refuse(table, ENTRY_TAKE_BACK, seat, "{\"proposal\":0,\"agree\":true}", "server.no_proposal");
    fold(table, ENTRY_TAKE_BACK, seat, "{}");
    assert_memory_equal(&table->match.state, &after, sizeof after);
    refuse(table, ENTRY_TAKE_BACK, other, "{}", "server.proposed_already");
    refuse(table, ENTRY_TAKE_BACK, seat, "{\"proposal\":1,\"agree\":true}", "server.no_proposal");
    refuse(table, ENTRY_TAKE_BACK, other, "{\"proposal\":1,\"agree\":true}", "server.no_proposal");
    check_folded(table);
    answer(table, other, false);
    refuse(table, ENTRY_TAKE_BACK, seat, "{}", "server.take_back_refused");
    assert_true(table_is_rated(table));
    move_until(table, GAME_REVEALS_MORE);
    for (int i = 0; i < 2; i++)
        refuse(table, ENTRY_TAKE_BACK, i, "{}", "server.revealed_since");

    seat = move_until(table, GAME_REVEALS_OWN);
    other = 1 - seat;
    count = table->match.move_count;
    fold(table, ENTRY_TAKE_BACK, seat, "{}");
    answer(table, seat, false); /* withdrawn: that is no refusal */
    fold(table, ENTRY_TAKE_BACK, seat, "{}");
    fold(table, ENTRY_STAND, other, NULL);
    assert_int_equal(table->proposal.version, 0);
    fold(table, ENTRY_SIT, other, other == 1 ? BERT : ANNA);
    fold(table, ENTRY_TAKE_BACK, seat, "{}");
    assert_true(table_is_rated(table));
    answer(table, other, true);
    assert_false(table_is_rated(table));
    assert_int_equal(table->match.move_count, count - 1);
    assert_int_equal(table->match.undone_count, 1);
    assert_true(bits_have(table_awaited(table), seat));
    assert_int_equal(table->proposal.version, 0);
    check_folded(table);
    table_free(table);
}

/* Who has left without a computer player may come back, and has to be asked. */
static void test_taking_back_alone(void **unused)
{
    (void)unused;
    struct table *table = table_of("{\"game\":\"trex\",\"seats\":2}");
    fold(table, ENTRY_SIT, 0, ANNA);
    fold(table, ENTRY_BOT, 1, EASY);
    fold(table, ENTRY_START, -1, NULL);
    while (move_until(table, GAME_REVEALS_OWN) != 0)
        ;
    size_t count = table->match.move_count;
    refuse(table, ENTRY_TAKE_BACK, 1, "{}", "server.not_your_seat");
    assert_true(table_is_rated(table));
    fold(table, ENTRY_TAKE_BACK, 0, "{}");
    assert_int_equal(table->match.move_count, count - 1);
    assert_false(table_is_rated(table));
    check_folded(table);
    table_free(table);

    table = playing("{\"game\":\"trex\",\"seats\":2,\"takeover\":false}");
    int seat = move_until(table, GAME_REVEALS_OWN);
    fold(table, ENTRY_STAND, 1 - seat, NULL);
    assert_int_equal(table_taking(table, seat, NULL), TABLE_TAKES_ASKING);
    table_free(table);

    table = playing("{\"game\":\"scale\",\"seats\":2}");
    move_until(table, GAME_REVEALS_MORE);
    refuse(table, ENTRY_TAKE_BACK, 0, "{}", "server.no_take_back");
    table_free(table);
}

/* A choice that nobody knows is taken back without asking; those of the others stay. */
static void test_taking_back_secrets(void **unused)
{
    (void)unused;
    struct table *table = table_of("{\"game\":\"tyrannosaurus\",\"seats\":4,\"hints\":false,"
                                   "\"options\":{\"dinos\":[\"triceratops\",\"pteranodon\","
                                   "\"stegosaurus\",\"diplodocus\"]}}");
    fold(table, ENTRY_SIT, 0, ANNA);
    fold(table, ENTRY_SIT, 1, BERT);
    fold(table, ENTRY_SIT, 2, CARL);
    fold(table, ENTRY_SIT, 3, DORA);
    fold(table, ENTRY_START, -1, NULL);
    fold(table, ENTRY_MOVE, 0, "steer N");
    fold(table, ENTRY_MOVE, 1, "steer E");
    fold(table, ENTRY_TAKE_BACK, 0, "{}");
    assert_int_equal(table_awaited(table), 1 | 4);
    assert_true(table_is_rated(table));
    check_folded(table);
    fold(table, ENTRY_TAKE_BACK, 1, "{}");
    fold(table, ENTRY_MOVE, 0, "steer S");
    fold(table, ENTRY_MOVE, 1, "steer E");
    fold(table, ENTRY_MOVE, 2, "steer W");
    for (int seat = 0; seat < 3; seat++)
        refuse(table, ENTRY_TAKE_BACK, seat, "{}", "server.revealed_since");
    check_folded(table);
    table_free(table);
}

/* ---- Votes ---- */

/* Three people and a computer player, who host in the order of their seats. */
static struct table *voting(const char *settings)
{
    struct table *table = table_of(settings);
    fold(table, ENTRY_SIT, 0, ANNA);
    fold(table, ENTRY_SIT, 1, BERT);
    fold(table, ENTRY_SIT, 2, CARL);
    fold(table, ENTRY_BOT, 3, EASY);
    fold(table, ENTRY_HOST, 1, NULL);
    fold(table, ENTRY_START, -1, NULL);
    return table;
}

static void vote(struct table *table, int seat, bool agree)
{
    char *text = entry_proposal_text(table->proposal.version, agree);
    fold(table, ENTRY_VOTE, seat, text);
    check_folded(table);
    free(text);
}

#define OUT_1 "{\"against\":1,\"asked\":[0,2]}"

/* All who are asked agree: the person leaves for good. Moves do not end a vote. */
static void test_vote(void **unused)
{
    (void)unused;
    static const char *const wrong[] = {
        "{\"against\":1,\"asked\":[2]}", "{\"against\":1,\"asked\":[0]}",
        "{\"against\":1,\"asked\":[0,1,2]}", "{\"against\":1,\"asked\":[0,3]}", "{\"against\":1}"};
    struct table *table = voting("{\"game\":\"trex\",\"seats\":4,\"hints\":false}");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        refuse(table, ENTRY_VOTE, 0, wrong[i], "server.nobody_to_vote");
    refuse(table, ENTRY_VOTE, 0, "{\"against\":3,\"asked\":[0,2]}", "server.nobody_there");
    refuse(table, ENTRY_VOTE, 0, "{\"against\":0,\"asked\":[0,2]}", "server.nobody_there");
    refuse(table, ENTRY_VOTE, 0, "{\"against\":4,\"asked\":[0,2]}", "core.bad_request");
    refuse(table, ENTRY_VOTE, 0, "{}", "core.bad_request");
    refuse(table, ENTRY_VOTE, 3, OUT_1, "server.not_your_seat");
    refuse(table, ENTRY_STAND, 1, entry_by_vote, "server.no_proposal");
    fold(table, ENTRY_VOTE, 0, OUT_1);
    check_folded(table);
    refuse(table, ENTRY_VOTE, 2, OUT_1, "server.proposed_already");
    refuse(table, ENTRY_TAKE_BACK, 0, "{}", "server.proposed_already");
    move_until(table, GAME_REVEALS_MORE);
    char *text = entry_proposal_text(table->proposal.version, true);
    refuse(table, ENTRY_VOTE, 0, text, "server.no_proposal"); /* has said so already */
    refuse(table, ENTRY_VOTE, 1, text, "server.no_proposal"); /* is not asked */
    refuse(table, ENTRY_TAKE_BACK, 2, text, "server.no_proposal");
    refuse(table, ENTRY_STAND, 1, entry_by_vote, "server.no_proposal");
    free(text);
    assert_true(table_is_rated(table));
    vote(table, 2, true);
    assert_int_equal(table_proposal_awaits(table), 0);
    text = entry_vote_end_text(table->proposal.version);
    refuse(table, ENTRY_VOTE, 1, text, "server.no_proposal"); /* too late to run out */
    free(text);
    fold(table, ENTRY_STAND, 1, "{\"name\":\"Simon\",\"by\":\"vote\"}");
    check_folded(table);
    assert_string_equal(table->seat[1].name, "Simon");
    assert_string_equal(table->seat[1].absent_name, "Bert");
    assert_string_equal(table->settings.host, "anna00000000");
    assert_false(table_is_rated(table));
    assert_int_equal(table_may_sit(table, "bert00000000", 1), 0);
    assert_int_equal(table->proposal.version, 0);
    refuse(table, ENTRY_SIT, 1, BERT, "server.voted_out");
    refuse(table, ENTRY_VOTE, 0, "{\"against\":2,\"asked\":[0,2]}", "server.vote_of_three");
    fold(table, ENTRY_STAND, 2, NULL);
    assert_int_equal(table_may_sit(table, "carl00000000", 2), bit32(2));
    table_free(table);
}

/* A no ends it, and time, and a voter who leaves; and the person themselves, who is out as well. */
static void test_vote_ends(void **unused)
{
    (void)unused;
    struct table *table = voting("{\"game\":\"trex\",\"seats\":4}");
    for (int i = 0; i < 2; i++) {
        fold(table, ENTRY_VOTE, 0, OUT_1);
        vote(table, 2 * i, false); /* withdrawn, or refused */
        assert_int_equal(table->proposal.version, 0);
    }
    fold(table, ENTRY_VOTE, 0, OUT_1);
    char *text = entry_vote_end_text(table->proposal.version);
    fold(table, ENTRY_VOTE, 1, text);
    assert_int_equal(table->proposal.version, 0);
    free(text);
    fold(table, ENTRY_VOTE, 0, OUT_1);
    fold(table, ENTRY_STAND, 2, NULL);
    assert_int_equal(table->proposal.version, 0);
    fold(table, ENTRY_SIT, 2, CARL);
    assert_string_equal(table->settings.host, "bert00000000");
    fold(table, ENTRY_VOTE, 2, OUT_1);
    fold(table, ENTRY_STAND, 1, NULL);
    assert_true(table->seat[1].is_lost);
    assert_string_equal(table->settings.host, "anna00000000");
    refuse(table, ENTRY_SIT, 1, BERT, "server.voted_out");
    table_free(table);

    table = voting("{\"game\":\"trex\",\"seats\":4,\"takeover\":false}");
    refuse(table, ENTRY_VOTE, 0, OUT_1, "server.no_takeover");
    table_free(table);
    table =
        voting("{\"game\":\"trex\",\"seats\":4,\"clock\":{\"kind\":\"days\",\"seconds\":86400}}");
    refuse(table, ENTRY_VOTE, 0, OUT_1, "server.clock_decides");
    table_free(table);
    table = playing("{\"game\":\"trex\",\"seats\":2}");
    refuse(table, ENTRY_VOTE, 0, "{\"against\":1,\"asked\":[0]}", "server.vote_of_three");
    table_free(table);
}

/* ---- Clocks ---- */

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

int table_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seats_while_waiting),
        cmocka_unit_test(test_arranging),
        cmocka_unit_test(test_host),
        cmocka_unit_test(test_faces),
        cmocka_unit_test(test_seats_while_playing),
        cmocka_unit_test(test_hints_and_ratings),
        cmocka_unit_test(test_taking_back_together),
        cmocka_unit_test(test_taking_back_alone),
        cmocka_unit_test(test_taking_back_secrets),
        cmocka_unit_test(test_vote),
        cmocka_unit_test(test_vote_ends),
        cmocka_unit_test(test_clocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
