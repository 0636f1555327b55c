/* Random matches of every game: what viewers are sent depends on nothing that is hidden from them, and
 * can be sent again.
 *
 * Chapters: a table, and the steps that each viewer received. */
#include "support.h"
#include "table_support.h"

#include "game/game.h"
#include "players/players.h"
#include "table/table.h"
#include "wire/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs the first two */

#define SEEN_BY(viewer) (&(struct push_viewer){.seat = (viewer), .held = -1, .views = true})

static const struct push_presence presence = {.online = 1, .spectators = 2};

/* ---- A table, and the steps that each viewer received ---- */

struct run {
    struct table *table;
    struct rng rng;
    struct push_writer *push_writer;
    struct doc *doc;
    char ***steps; /* by version, by viewer + 1 */
    size_t step_count;
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
        fail_msg("not JSON: %s", text);
    char *again = json_dumps(json, JSON_COMPACT);
    assert_string_equal(text, again);
    if (!over && strstr(text, table_seed))
        fail_msg("the seed is sent: %s", text);
    assert_true(over || json_is_null(json_object_get(json, "result")) ||
                !json_object_get(json, "result"));
    free(again);
    json_decref(json);
}

static void record_step(struct run *run, const struct game_state_storage *before)
{
    run->steps = realloc(run->steps, (run->step_count + 1) * sizeof *run->steps);
    char **texts = calloc(GAME_SEATS_MAX + 1, sizeof *texts);
    for (int viewer = -1; viewer < run->table->settings.seats; viewer++) {
        texts[viewer + 1] =
            text_of(push_step(run->push_writer, run->table, before, SEEN_BY(viewer), NULL, 1000));
        check_json(texts[viewer + 1], table_is_over(run->table));
    }
    run->steps[run->step_count++] = texts;
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
    record_step(run, &before);
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

/* wire_write and jansson write the same bytes. */
static void check_writing(struct run *run)
{
    static char storage[1 << 18];
    struct buffer out;
    for (int full = 0; full < 2; full++) {
        struct game_state_storage view = run->table->match.state;
        if (!full)
            game_view(run->table->settings.game, run->table->match.state.bytes, 0, view.bytes);
        doc_start(run->doc);
        run->table->settings.game->save(run->table->settings.game, view.bytes, run->doc, NULL);
        json_t *json = wire_from_doc(run->doc, doc_root(run->doc));
        char *text = json_dumps(json, JSON_COMPACT);
        buffer_start(&out, storage, sizeof storage);
        wire_write(run->doc, doc_root(run->doc), &out);
        assert_string_equal(text, out.text);
        free(text);
        json_decref(json);
    }
}

/* Whether the viewer sees the same events of the move in both worlds. */
static bool same_events(struct run *run, const void *world, int seat, const struct move *move,
                        int viewer, struct doc *doc)
{
    const struct game *game = run->table->settings.game;
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
    table->settings.game->apply(after.match.state.bytes, seat, &move.head, NULL);
    after.version++;
    after.last = entry_of(ENTRY_MOVE, seat, text);
    *over = table_is_over(&after);
    return text_of(
        push_step(run->push_writer, &after, &table->match.state, SEEN_BY(viewer), NULL, 1000));
}

/* With another state behind the same view, and another seed, the viewer gets the same bytes. Returns
 * how many steps were compared. */
static int check_secrets(struct run *run, int seat, char *text)
{
    const struct game *game = run->table->settings.game;
    struct doc *doc = malloc(sizeof *doc);
    int compared = 0;
    for (int viewer = -1; viewer < run->table->settings.seats; viewer++) {
        struct game_state_storage view;
        struct table other = *run->table; /* shares what it points to */
        union game_move_storage move;
        struct fault fault;
        char other_seed[] = "another seed", *pushes[2];
        bool over[2];
        other.settings.seed = other_seed;
        game_view(game, run->table->match.state.bytes, viewer, view.bytes);
        const void *memory = viewer < 0 ? NULL : run->table->match.memories[viewer].bytes;
        game_determinize(game, view.bytes, viewer, memory, &run->rng, other.match.state.bytes);
        pushes[0] =
            text_of(push_table(run->push_writer, run->table, SEEN_BY(viewer), &presence, 1000));
        pushes[1] = text_of(push_table(run->push_writer, &other, SEEN_BY(viewer), &presence, 1000));
        check_json(pushes[0], false);
        assert_string_equal(pushes[0], pushes[1]);
        free(pushes[0]);
        free(pushes[1]);
        if (!match_check(&other.match, seat, text, &move, &fault) ||
            !same_events(run, other.match.state.bytes, seat, &move.head, viewer, doc))
            continue;
        pushes[0] = step_in(run, run->table, seat, text, viewer, &over[0]);
        pushes[1] = step_in(run, &other, seat, text, viewer, &over[1]);
        assert_int_equal(over[0], over[1]);
        if (!over[0]) { /* at the end nothing is hidden any more */
            assert_string_equal(pushes[0], pushes[1]);
            compared++;
        }
        free(pushes[0]);
        free(pushes[1]);
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
            assert_int_equal(
                table_cid_version(run->table, (seat + 1) % run->table->settings.seats, cid), -1);
        }
        if (i == 5) { /* somebody leaves in the middle and comes back */
            step(run, ENTRY_STAND, 0, "{\"name\":\"Emma\"}", NULL);
            step(run, ENTRY_SIT, 0, "{\"person\":\"p0\",\"name\":\"N \\\" \\n é\"}", NULL);
        }
    }
    return compared;
}

/* The entries alone give the same table again, and its steps can be sent again. */
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
    for (int viewer = -1; viewer < table->settings.seats; viewer++) {
        char *push = text_of(push_table(run->push_writer, table, SEEN_BY(viewer), &presence, 1000));
        char *push_again =
            text_of(push_table(run->push_writer, again, SEEN_BY(viewer), &presence, 1000));
        assert_string_equal(push, push_again);
        free(push);
        free(push_again);
        for (size_t i = 0; i < run->step_count; i += 1 + (size_t)rng_below(&run->rng, 3)) {
            int64_t number = table->version - (int64_t)run->step_count + 1 + (int64_t)i;
            char *text =
                text_of(push_step_again(run->push_writer, again, number, SEEN_BY(viewer), 1000));
            assert_string_equal(text, run->steps[i][viewer + 1]);
            free(text);
        }
    }
    table_free(again);
}

/* The record of the finished match can be replayed, and has the right results. */
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
    for (int i = 0; i < table->settings.seats; i++)
        won += record->seat[i].won;
    if (table->settings.seats == table->settings.game->seats_together)
        assert_true(won == 0 || won == table->settings.seats);
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
    for (size_t i = 0; i < run->step_count; i++) {
        for (int k = 0; k <= GAME_SEATS_MAX; k++)
            free(run->steps[i][k]);
        free(run->steps[i]);
    }
    free(run->steps);
    table_free(run->table);
    free(run->doc);
    push_writer_free(run->push_writer);
}

static int run_match(const struct game *game, int seats, uint64_t number, int moves_max)
{
    struct run run = {.push_writer = push_writer_new(), .doc = malloc(sizeof *run.doc)};
    char asked[200], text[100];
    rng_start(&run.rng, number);
    snprintf(asked, sizeof asked, "{\"game\":\"%s\",\"seats\":%d,\"options\":%s%s}", game->id,
             seats, tested_options_needed(game).text,
             number % 2 ? "" : ",\"open_hands_after\":false");
    run.table = table_of(asked);
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
        record_step(&run, NULL);
        fold(run.table, ENTRY_CLOSE, -1, "{\"why\":\"idle\"}");
        record_step(&run, NULL);
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
            compared += run_match(game, seats, (uint64_t)seats, 200);
        assert_true(compared > 20);
        print_message("%s: %d steps the same in another world\n", game->id, compared);
    }
}

int push_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_matches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
