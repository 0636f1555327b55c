/* Unit tests of JSON and documents, and of data files. Then: analyses by requests. */
#include "support.h"

#include "base/base.h"
#include "base/system/system.h"
#include "game/game.h"
#include "wire/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs the three above */

extern const struct game game_template;

static struct doc doc, other;

static void test_doc_reads_what_was_written(void **unused)
{
    (void)unused;
    static char text[] = "{\"a\":[1,true,null,\"x\",{}],\"b\":{\"c\":-5},\"d\":1.5}";
    json_t *json = wire_parse(text, strlen(text));
    assert_true(wire_to_doc(json, &doc));
    const struct doc_node *root = doc_root(&doc), *list = doc_get(&doc, root, "a");
    assert_int_equal(doc_count(list), 5);
    int number = 0;
    assert_true(doc_number(doc_get(&doc, doc_get(&doc, root, "b"), "c"), -9, 0, &number));
    assert_int_equal(number, -5);
    assert_false(doc_number(doc_get(&doc, doc_get(&doc, root, "b"), "c"), 0, 9, &number));
    assert_false(doc_number(doc_get(&doc, root, "d"), 0, 9, &number));
    assert_null(doc_get(&doc, list, "c"));
    assert_null(doc_text(&doc, list));
    assert_null(doc_first(&doc, NULL));
    json_t *again = wire_from_doc(&doc, list);
    assert_true(json_equal(again, json_object_get(json, "a")));
    assert_true(wire_to_doc(json, &other));
    assert_true(doc_equal(&doc, root, &other, doc_root(&other)));
    json_object_del(json, "d");
    assert_true(wire_to_doc(json, &other));
    assert_false(doc_equal(&doc, root, &other, doc_root(&other)));
    json_decref(again);
    json_decref(json);
}

static void test_json_of_huge_numbers(void **unused)
{
    (void)unused;
    static const char *const texts[] = {"[1e999]", "[99999999999999999999]", "[-1e400, 1]",
                                        "{\"a\":123456789012345678901234567890,\"b\":\"1e999\"}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[100];
        strcpy(text, texts[i]);
        json_t *json = wire_parse(text, strlen(text));
        assert_non_null(json);
        const json_t *huge =
            json_is_array(json) ? json_array_get(json, 0) : json_object_get(json, "a");
        assert_true(json_is_real(huge) && json_real_value(huge) == WIRE_HUGE);
        if (json_is_object(json))
            assert_string_equal(json_string_value(json_object_get(json, "b")), "1e999");
        json_decref(json);
    }
}

/* The id that an answer repeats; NULL if there is none, "long" if it is too long. */
static const char *id_of(const char *text)
{
    static char id[WIRE_ID_MAX + 1];
    json_t *json = wire_parse(text, strlen(text));
    assert_true(json_is_object(json));
    json_decref(json);
    switch (wire_id_find(text, strlen(text), id)) {
    case WIRE_ID_NONE:
        return NULL;
    case WIRE_ID_TOO_LONG:
        return "long";
    case WIRE_ID_FOUND:
        break;
    }
    return id;
}

static void test_ids_as_they_were_sent(void **unused)
{
    (void)unused;
    static const char *const ids[] = {"null",
                                      "true",
                                      "0",
                                      "-0",
                                      "1.0",
                                      "1e2",
                                      "1E400",
                                      "-1e-400",
                                      "18446744073709551616",
                                      "123456789012345678901234567890",
                                      "\"\\u0041\\/\\\"]}\\\\\"",
                                      "\"\xc3\xa9\"",
                                      "[]",
                                      "{}",
                                      "[ 1 ,\t{\"id\": \"}\"}, 1e999 ]",
                                      "\"\""};
    char text[1000];
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        snprintf(text, sizeof text, "{\"id\":%s}", ids[i]);
        assert_string_equal(id_of(text), ids[i]);
        snprintf(text, sizeof text, " {\"a\":{\"id\":1},\n\"id\" : %s\r\n,\"b\":[\"id\",9e999]} ",
                 ids[i]);
        assert_string_equal(id_of(text), ids[i]);
        snprintf(text, sizeof text, "{\"id\":1,\"\\u0069d\":%s,\"i\\u0064d\":2}", ids[i]);
        assert_string_equal(id_of(text), ids[i]);
    }
    assert_null(id_of("{}"));
    assert_null(id_of(" { \"Id\" : 1 , \"a\" : { \"id\" : 2 } } "));
    for (int digits = WIRE_ID_MAX - 1; digits <= WIRE_ID_MAX + 1; digits++) {
        snprintf(text, sizeof text, "{\"id\":%0*d}", digits, 0);
        memset(text + 6, '7', (size_t)digits);
        assert_int_equal(strlen(id_of(text)),
                         digits > WIRE_ID_MAX ? strlen("long") : (size_t)digits);
    }
}

static void test_json_refused(void **unused)
{
    (void)unused;
    static const char *const texts[] = {"", "{", "nul", "[1,]", "\"\xff\"", "{\"a\":1}x", "1e999x"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[100];
        strcpy(text, texts[i]);
        assert_null(wire_parse(text, strlen(text)));
    }
    char *deep = malloc(100000);
    memset(deep, '[', 100000);
    assert_null(wire_parse(deep, 100000));
    static const char raw_zero[] = "[1\0,null]"; /* jansson alone would read [1,null] */
    assert_null(wire_parse(raw_zero, sizeof raw_zero - 1));
    free(deep);
    char zero[] = "[\"a\\u0000b\"]";
    json_t *json = wire_parse(zero, strlen(zero));
    assert_null(wire_text(json_array_get(json, 0)));
    assert_false(wire_to_doc(json, &doc));
    json_decref(json);
}

static void test_write_is_jansson(void **unused)
{
    (void)unused;
    char storage[4096], small[16];
    struct buffer out;
    char all[256];
    for (int c = 1; c < 128; c++)
        all[c - 1] = (char)c;
    strcpy(all + 127, "é\u00a0\U0001F996");
    struct doc *doc = doc_new();
    doc_list(doc, NULL);
    doc_string(doc, NULL, all);
    doc_string(doc, NULL, "");
    doc_object(doc, NULL);
    doc_integer(doc, all, INT64_MIN);
    doc_integer(doc, "", INT64_MAX);
    doc_integer(doc, "zero", 0);
    doc_list(doc, "empty");
    doc_end(doc);
    doc_null(doc, "n");
    doc_bool(doc, "t", true);
    doc_bool(doc, "f", false);
    doc_real(doc, "r");
    doc_end(doc);
    doc_end(doc);
    json_t *json = wire_from_doc(doc, doc_root(doc));
    char *text = json_dumps(json, JSON_COMPACT);
    buffer_start(&out, storage, sizeof storage);
    wire_write(doc, doc_root(doc), &out);
    assert_string_equal(out.text, text);
    for (size_t size = 1; size <= sizeof small; size++) { /* cut, never past the end */
        buffer_start(&out, small, size);
        wire_write(doc, doc_root(doc), &out);
        assert_true(out.cut && out.length < size && out.text[out.length] == '\0');
    }
    free(text);
    json_decref(json);
    free(doc);
}

/* A file in the folder replaces the compiled one; a bad one is a fault. */
static void test_data_folder(void **unused)
{
    (void)unused;
    char folder[] = "/tmp/ludosaure-unit-XXXXXX", path[200], command[300];
    assert_non_null(mkdtemp(folder));
    snprintf(command, sizeof command, "mkdir %s/components", folder);
    assert_int_equal(system(command), 0);
    snprintf(path, sizeof path, "%s/components/template.json", folder);
    static const struct {
        const char *content;
        bool good;
    } cases[] = {{"{\"fossils\":20}", true},
                 {"{\"fossils\":21}", false},
                 {"{}", false},
                 {"", false},
                 {"[", false},
                 {"{\"fossils\":\"16\"}", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(cases[i].content, file);
        fclose(file);
        struct game_components_storage components;
        struct fault fault = {0};
        assert_int_equal(wire_components_load(&game_template, folder, &components, &fault),
                         cases[i].good);
        assert_int_equal(fault.code, cases[i].good ? FAULT_NONE : FAULT_BAD_COMPONENTS);
        const uint8_t options[GAME_OPTIONS_MAX] = {0};
        char here[MATCH_HASH_TEXT], there[MATCH_HASH_TEXT];
        struct game_components_storage built_in = tested_components(&game_template);
        match_components_hash(&game_template, options, &built_in, here);
        match_components_hash(&game_template, options, &components, there);
        if (cases[i].good)
            assert_string_not_equal(here, there);
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

/* The code of the error in the answer to a draft, which has no marks. */
static const char *draft_error(json_t *request)
{
    static char code[32];
    json_t *answer = wire_draft(tested_texts(), request);
    assert_int_equal(json_object_size(json_object_get(answer, "marks")), 0);
    const json_t *error = json_object_get(answer, "error");
    snprintf(code, sizeof code, "%s", json_string_value(json_object_get(error, "code")));
    json_decref(answer);
    json_decref(request);
    return code;
}

static void test_drafts_that_cannot_be_read(void **unused)
{
    (void)unused;
    for (const struct game *const *game = tested_games(); *game; game++) {
        if (!(*game)->draft) {
            json_t *request = json_pack("{s:s}", "game", (*game)->id);
            assert_string_equal(draft_error(request), "bad_request");
            continue;
        }
        struct match match = {0};
        struct game_state_storage view;
        struct rng rng;
        rng_start(&rng, 1);
        tested_match_start(&match, *game, (*game)->seats_min, "1", &rng);
        game_view(*game, &match.state, 0, &view);
        doc_start(&doc);
        (*game)->save(*game, &view, &doc, NULL);
        json_t *seen = wire_from_doc(&doc, doc_root(&doc));
        const char *id = (*game)->id;
        assert_string_equal(draft_error(json_pack("{s:s, s:s, s:i, s:O}", "game", id, "move", "",
                                                  "seat", 0, "view", seen)),
                            "bad_move");
        assert_string_equal(draft_error(json_pack("{s:s, s:s, s:i, s:O}", "game", id, "move", "",
                                                  "seat", 9, "view", seen)),
                            "bad_request");
        assert_string_equal(draft_error(json_pack("{s:s, s:i, s:i, s:O}", "game", id, "move", 7,
                                                  "seat", 0, "view", seen)),
                            "bad_request");
        assert_string_equal(
            draft_error(json_pack("{s:s, s:s, s:i}", "game", id, "move", "", "seat", 0)),
            "bad_request");
        json_decref(seen);
        match_free(&match);
    }
}

/* ---- Analyses by requests ---- */

/* The record of a match of any game with random moves: the whole, or only the first `limit`. */
static json_t *random_record(const struct game *game, size_t limit)
{
    struct match match = {0};
    struct rng rng;
    struct fault fault;
    rng_start(&rng, 1);
    tested_match_start(&match, game, game->seats_min, "wire", &rng);
    while (!match_is_over(&match) && match.move_count < limit) {
        uint32_t to_act = game->to_act(match.state.bytes);
        union game_move_storage move = {0};
        char text[GAME_MOVE_TEXT_MAX];
        struct buffer buffer;
        buffer_start(&buffer, text, sizeof text);
        game_sample(game, match.state.bytes, bits_first(to_act), &rng, &move.head);
        game->format(match.state.bytes, &move.head, &buffer);
        assert_true(match_play(&match, bits_first(to_act), text, NULL, STORY_ALL, &fault));
    }
    json_t *record = record_from_match(&match, NULL);
    match_free(&match);
    return record;
}

/* The code of the error, or "" without one. */
static void assert_analyse(struct wire_analyser **analyser, json_t *request, const char *code)
{
    json_t *answer = wire_analyse(analyser, tested_texts(), request);
    const char *given = wire_text(json_object_get(json_object_get(answer, "error"), "code"));
    assert_string_equal(given ? given : "", code);
    json_decref(answer);
    json_decref(request);
}

static void test_analyses_by_requests(void **unused)
{
    (void)unused;
    struct wire_analyser *analyser = NULL;
    const struct game *game = games_all[0];
    assert_analyse(&analyser, json_pack("{si}", "steps", 1), "bad_request");
    assert_analyse(&analyser, json_array(), "bad_request");
    assert_analyse(&analyser, json_pack("{s{}}", "record"), "bad_record");
    assert_analyse(&analyser, json_pack("{so}", "record", random_record(game, 5)), "bad_record");
    assert_analyse(&analyser,
                   json_pack("{so si}", "record", random_record(game, 9999), "effort", -1),
                   "bad_request");
    json_t *illegal = random_record(game, 9999);
    json_array_remove(json_object_get(illegal, "moves"), 0);
    assert_analyse(&analyser, json_pack("{so}", "record", illegal), "not_your_turn");
    assert_null(analyser);
    assert_analyse(&analyser,
                   json_pack("{so si}", "record", random_record(game, 9999), "effort", 0), "");
    assert_analyse(&analyser, json_pack("{si}", "steps", 0), "bad_request");
    json_t *request = json_pack("{si sb}", "steps", 30, "show", 1);
    json_t *answer = wire_analyse(&analyser, tested_texts(), request);
    json_t *analysis = json_object_get(answer, "analysis");
    assert_int_equal(json_integer_value(json_object_get(analysis, "one")), CHANCE_ONE);
    assert_int_equal(json_array_size(json_object_get(analysis, "seats")), game->seats_min);
    assert_in_range(json_integer_value(json_object_get(answer, "progress")), 1, 999);
    assert_true(json_is_false(json_object_get(answer, "rough")));
    json_decref(answer);
    json_decref(request);
    wire_analyser_free(analyser);
}

int wire_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_doc_reads_what_was_written),
        cmocka_unit_test(test_json_of_huge_numbers),
        cmocka_unit_test(test_ids_as_they_were_sent),
        cmocka_unit_test(test_json_refused),
        cmocka_unit_test(test_write_is_jansson),
        cmocka_unit_test(test_data_folder),
        cmocka_unit_test(test_drafts_that_cannot_be_read),
        cmocka_unit_test(test_analyses_by_requests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
