/* Unit tests of what lies below the games: chance, documents, buffers, faults, options, texts,
 * JSON, data files, matches. The template game stands in for any game. */
#include "support.h"

#include "base/bits.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "data/data.h"
#include "games/trex/mind/mind.h"
#include "games/trex/state.h"
#include "wire/components.h"
#include "wire/json.h"
#include "wire/record.h"
#include "wire/write.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs the three above */

extern const struct game game_template;

/* The same numbers on every machine, for ever: records depend on it. */
static void test_deal_is_fixed(void **unused)
{
    (void)unused;
    struct deal deal;
    uint8_t cards[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    deal_start(&deal, "seed", 4);
    deal_shuffle(&deal, cards, 8);
    static const uint8_t expected[8] = {6, 5, 0, 1, 4, 7, 2, 3};
    assert_memory_equal(cards, expected, 8);
    assert_int_equal(deal.block, 1);
}

static void test_deal_depends_on_whole_seed(void **unused)
{
    (void)unused;
    char seed[100];
    memset(seed, 'a', sizeof seed);
    struct deal first, second;
    for (size_t length = 0; length < sizeof seed; length++) {
        deal_start(&first, seed, length);
        deal_start(&second, seed, length + 1);
        assert_memory_not_equal(first.key, second.key, sizeof first.key);
        if (length) {
            seed[length - 1] = 'b';
            deal_start(&second, seed, length);
            assert_memory_not_equal(first.key, second.key, sizeof first.key);
            seed[length - 1] = 'a';
        }
    }
}

/* 24 orders of four cards, each about as often as the others. */
static void test_shuffle_is_fair(void **unused)
{
    (void)unused;
    struct deal deal;
    int count[256] = {0};
    deal_start(&deal, "fair", 4);
    for (int i = 0; i < 24000; i++) {
        uint8_t cards[4] = {0, 1, 2, 3};
        deal_shuffle(&deal, cards, 4);
        count[cards[0] << 6 | cards[1] << 4 | cards[2] << 2 | cards[3]]++;
    }
    int orders = 0;
    for (int i = 0; i < 256; i++) {
        orders += count[i] > 0;
        if (count[i])
            assert_in_range(count[i], 850, 1150); /* five standard deviations */
    }
    assert_int_equal(orders, 24);
}

static void test_rng_below(void **unused)
{
    (void)unused;
    struct rng rng;
    rng_start(&rng, 7);
    int count[5] = {0};
    for (int i = 0; i < 50000; i++)
        count[rng_below(&rng, 5)]++;
    for (int i = 0; i < 5; i++)
        assert_in_range(count[i], 9500, 10500);
    assert_int_equal(rng_below(&rng, 1), 0);
}

static void test_bits(void **unused)
{
    (void)unused;
    uint64_t set = bit(0) | bit(5) | bit(63);
    assert_int_equal(bits_nth(set, 2), 63);
    assert_int_equal(bits_pop(&set), 0);
    assert_int_equal(bits_count(set), 2);
    assert_int_equal(bits_first(set), 5);
}

static void test_buffer_cuts(void **unused)
{
    (void)unused;
    char storage[8];
    struct buffer buffer;
    buffer_start(&buffer, storage, sizeof storage);
    buffer_add(&buffer, "1234567");
    assert_false(buffer.cut);
    buffer_add_char(&buffer, '8');
    assert_true(buffer.cut);
    assert_string_equal(storage, "1234567");
    buffer_start(&buffer, storage, sizeof storage);
    buffer_add_format(&buffer, "%d-%s", 1234, "5678");
    assert_true(buffer.cut);
    assert_string_equal(storage, "1234-56");
}

static void test_fault_never_cuts_a_letter(void **unused)
{
    (void)unused;
    struct fault fault;
    char letters[200] = "";
    for (int shift = 0; shift < 3; shift++) {
        memset(letters, 'x', (size_t)shift);
        letters[shift] = '\0';
        for (int i = 0; i < 60; i++)
            strcat(letters, "é");
        assert_false(fault_set(&fault, FAULT_BAD_MOVE, NULL, "core.bad_move", "%s", letters));
        json_t *json = json_string(fault.detail); /* NULL for bad UTF-8 */
        assert_non_null(json);
        json_decref(json);
    }
}

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

static void test_doc_takes_no_more_than_fits(void **unused)
{
    (void)unused;
    doc_start(&doc);
    doc_list(&doc, NULL);
    for (int i = 0; i < 2 * DOC_NODES_MAX; i++)
        doc_integer(&doc, NULL, i);
    doc_end(&doc);
    assert_true(doc.full);
    doc_start(&doc);
    doc_list(&doc, NULL);
    for (int i = 0; i < 3000; i++)
        doc_string(&doc, NULL, "a text of some length");
    assert_true(doc.full);
    doc_start(&doc);
    for (int i = 0; i < 100; i++)
        doc_list(&doc, NULL);
    for (int i = 0; i < 100; i++)
        doc_end(&doc);
    assert_true(doc.full);
    doc_start(&doc);
    assert_null(doc_root(&doc));
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

/* The id that answers repeat, or NULL for none, or "long". */
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

static bool options_from(const char *text, uint8_t *chosen, struct fault *fault)
{
    char copy[200];
    strcpy(copy, text);
    json_t *json = wire_parse(copy, strlen(copy));
    assert_true(wire_to_doc(json, &doc));
    json_decref(json);
    return game_options_load(&game_template, &doc, doc_root(&doc), chosen, fault);
}

static void test_options(void **unused)
{
    (void)unused;
    uint8_t chosen[GAME_OPTIONS_MAX];
    struct fault fault;
    assert_true(options_from("{}", chosen, &fault));
    assert_int_equal(chosen[0], 0);
    assert_true(options_from("{\"goal\":\"low\"}", chosen, &fault));
    assert_int_equal(chosen[0], 1);
    static const char *const bad[] = {"{\"goal\":\"LOW\"}",   "{\"goal\":1}",
                                      "{\"goal\":null}",      "{\"goal\":[\"low\"]}",
                                      "{\"goal\":\"\"}",      "{\"aim\":\"low\"}",
                                      "{\"goal\":[\"a\",1]}", "{\"goal\":[\"high\",\"low\"]}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(options_from(bad[i], chosen, &fault));
        assert_int_equal(fault.code, FAULT_BAD_OPTION);
    }
}

static const char *const names[] = {"Anna", "Luc", "Zoé"};

static const char *told(enum language language, const char *event, char *text, size_t size)
{
    char copy[200];
    strcpy(copy, event);
    json_t *json = wire_parse(copy, strlen(copy));
    assert_true(wire_to_doc(json, &doc));
    json_decref(json);
    struct buffer buffer;
    buffer_start(&buffer, text, size);
    texts_event(tested_texts(), language, "template", &doc, doc_root(&doc), names, &buffer);
    return text;
}

static void test_event_sentences(void **unused)
{
    (void)unused;
    char text[200];
    assert_string_equal(
        told(ENGLISH, "{\"type\":\"play\",\"seat\":1,\"fossil\":7}", text, sizeof text),
        "Luc plays fossil 7.");
    assert_string_equal(
        told(FRENCH, "{\"type\":\"bury\",\"seat\":2,\"fossil\":\"?\"}", text, sizeof text),
        "Zoé enterre un fossile et en pioche un autre.");
    assert_string_equal(told(FRENCH, "{\"type\":\"sing\",\"seat\":2}", text, sizeof text), "");
}

/* What a reader in the second seat, of four, is told of an event. */
static const char *told_to_second(enum language language, const char *game, const char *event)
{
    static const char *const others[] = {"Anna", NULL, "Zoé", "Tim"};
    static char text[300];
    char copy[200];
    strcpy(copy, event);
    json_t *json = wire_parse(copy, strlen(copy));
    assert_true(wire_to_doc(json, &doc));
    json_decref(json);
    struct buffer buffer;
    buffer_start(&buffer, text, sizeof text);
    texts_event(tested_texts(), language, game, &doc, doc_root(&doc), others, &buffer);
    return text;
}

/* The reader is spoken to; verbs agree, cards have their article, and scores have names. */
static void test_event_sentences_to_you(void **unused)
{
    (void)unused;
    static const struct {
        const char *game, *event, *english, *french;
    } cases[] = {
        {"trex", "{\"type\":\"play\",\"seat\":1,\"card\":\"ms\"}", "You play the meteor shower.",
         "Vous jouez la pluie de météorites."},
        {"trex", "{\"type\":\"play\",\"seat\":0,\"card\":\"y6\"}", "Anna plays the yellow 6.",
         "Anna joue le 6 jaune."},
        {"trex", "{\"type\":\"meteor\",\"seat\":1}",
         "A meteor! The final lap begins, and you will play last.",
         "Une météorite ! Le dernier tour de table commence, et vous jouerez en dernier."},
        {"trex", "{\"type\":\"over\",\"seats\":[0],\"scores\":[19,-9,14,10]}",
         "The game is over. Anna wins. Scores: Anna 19, you −9, Zoé 14, Tim 10.",
         "La partie est finie. Anna gagne. Scores : Anna 19, vous −9, Zoé 14, Tim 10."},
        {"trex", "{\"type\":\"over\",\"seats\":[1],\"scores\":[1,2,3,4]}",
         "The game is over. You win. Scores: Anna 1, you 2, Zoé 3, Tim 4.",
         "La partie est finie. Vous gagnez. Scores : Anna 1, vous 2, Zoé 3, Tim 4."},
        {"trex", "{\"type\":\"ranking\",\"seats\":[2,1],\"cards\":[\"y6\",\"r5\"]}",
         "From strongest to weakest: Zoé (yellow 6), you (red 5).",
         "Du plus fort au plus faible : Zoé (6 jaune), vous (5 rouge)."},
        {"trakks", "{\"type\":\"hand_over\",\"seats\":[0,2,3]}",
         "Everyone has chosen. Anna, Zoé and Tim pass tiles to the left.",
         "Tout le monde a choisi. Anna, Zoé et Tim passent des tuiles à gauche."},
        {"trakks", "{\"type\":\"hand_over\",\"seats\":[1,2]}",
         "Everyone has chosen. You and Zoé pass tiles to the left.",
         "Tout le monde a choisi. Vous et Zoé passez des tuiles à gauche."},
        {"tyrannosaurus",
         "{\"type\":\"loss\",\"seat\":1,\"square\":\"c3\",\"reason\":\"ran_into_tyrex\",\"trees\":"
         "2}",
         "You run into the Ty-Rex on c3 and lose a tree: 2 are left.",
         "Vous vous jetez dans la gueule du Ty-Rex en c3 et perdez un arbre : il en reste 2."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_string_equal(told_to_second(ENGLISH, cases[i].game, cases[i].event),
                            cases[i].english);
        assert_string_equal(told_to_second(FRENCH, cases[i].game, cases[i].event), cases[i].french);
    }
}

/* A refusal names directions as people write them. */
static void test_fault_sentences(void **unused)
{
    (void)unused;
    struct fault fault;
    fault_set(&fault, FAULT_ILLEGAL_MOVE, "Y10", "tyrannosaurus.off_board", "%s", "SW");
    for (int language = 0; language < LANGUAGES; language++) {
        char storage[200];
        struct buffer text;
        buffer_start(&text, storage, sizeof storage);
        texts_fault(tested_texts(), (enum language)language, &fault, &text);
        assert_non_null(strstr(text.text, language == FRENCH ? " SO " : " SW "));
    }
}

/* A hint speaks of tiles and cards as people do. */
static void test_hint_sentences(void **unused)
{
    (void)unused;
    char storage[300];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    texts_hint(tested_texts(), FRENCH, "trakks", "goes_with", "y8, r12", &text);
    assert_non_null(strstr(text.text, " 8 jaune, 12 rouge."));
    buffer_start(&text, storage, sizeof storage);
    texts_hint(tested_texts(), ENGLISH, "tyrannosaurus", "safe_tree", "b3", &text);
    assert_non_null(strstr(text.text, "tree on b3,"));
    buffer_start(&text, storage, sizeof storage);
    texts_hint(tested_texts(), ENGLISH, "trakks", "collects", "12, 14, 2", &text);
    assert_non_null(
        strstr(text.text, "12 of your 14 number tiles fit on the table; still to fit: 2."));
}

/* An egg that brings fewer points is not said to bring as many. */
static void test_hint_of_an_egg(void **unused)
{
    (void)unused;
    struct trex_state view = {.seats = 2, .phase = TREX_PHASE_EGG, .ranking = {0, 1}};
    view.eggs[1] = 1;
    view.players[1].eggs[0] = 3; /* what the second player would get for the first egg: 7 */
    const struct move first = {.kind = TREX_EGG};
    const struct mind_question question = {.view = &view, .level = 2};
    for (int own = 0; own < 2; own++) {
        char storage[16];
        struct buffer detail;
        buffer_start(&detail, storage, sizeof storage);
        view.players[0].eggs[1] = (uint8_t)own;
        assert_string_equal(trex_mind.reason(&question, &first, &detail),
                            own ? "denies_more" : "denies_points");
        assert_string_equal(detail.text, "7");
    }
}

static void test_languages(void **unused)
{
    (void)unused;
    enum language language = ENGLISH;
    assert_true(language_parse("fr_CA.UTF-8", &language));
    assert_int_equal(language, FRENCH);
    assert_true(language_parse("en", &language));
    assert_int_equal(language, ENGLISH);
    assert_false(language_parse("french", &language));
    assert_false(language_parse("", &language));
    assert_false(language_parse("C.UTF-8", &language));
}

/* A folder's file takes the place of the one compiled in; a bad one is told, not used. */
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
        char here[MATCH_HASH_TEXT], there[MATCH_HASH_TEXT];
        struct game_components_storage built_in = tested_components(&game_template);
        match_components_hash(&game_template, &built_in, here);
        match_components_hash(&game_template, &components, there);
        if (cases[i].good)
            assert_string_not_equal(here, there);
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

/* A failed start leaves the match as it was. */
static void test_match_survives_refusals(void **unused)
{
    (void)unused;
    struct match match = {0};
    struct fault fault;
    struct game_components_storage components = tested_components(&game_template);
    uint8_t options[GAME_OPTIONS_MAX] = {0};
    assert_true(match_start(&match, &game_template, &components, 2, options, "a", 1, &fault));
    char text[] = "{\"game\":\"template\",\"seats\":3}";
    json_t *json = wire_parse(text, strlen(text));
    assert_true(wire_to_doc(json, &doc));
    json_decref(json);
    struct match before = match;
    assert_false(match_load(&match, &game_template, &components, &doc, doc_root(&doc), &fault));
    assert_memory_equal(&before, &match, sizeof match);
    assert_false(match_play(&match, 0, "play 99", NULL, STORY_ALL, &fault));
    assert_memory_equal(&before, &match, sizeof match);
    match_free(&match);
}

/* Every code comes back from its bytes; whatever is no character is refused. */
static void test_utf8(void **unused)
{
    (void)unused;
    static const char *const wrong[] = {
        "\x80",         "\xC0\x80",         "\xC1\xBF",         "\xE0\x9F\xBF",     "\xED\xA0\x80",
        "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF",
        "\xC3",         "\xE2\x82",         "\xF0\x9F\xA6",     "\xE2\x28\xA1"};
    static const struct {
        const char *text;
        uint32_t code;
    } right[] = {{"", 0},
                 {"a", 'a'},
                 {"\x7F", 0x7F},
                 {"\xC2\x80", 0x80},
                 {"\u00e9", 0xE9},
                 {"\xDF\xBF", 0x7FF},
                 {"\u0800", 0x800},
                 {"\xED\x9F\xBF", 0xD7FF},
                 {"\uFFFD", 0xFFFD},
                 {"\U00010000", 0x10000},
                 {"\U0010FFFF", 0x10FFFF}};
    uint32_t code;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(utf8_read(wrong[i], &code), 0);
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        size_t length = strlen(right[i].text);
        assert_int_equal(utf8_read(right[i].text, &code), length ? length : 1);
        assert_int_equal(code, right[i].code);
    }
}

/* The published value of FNV-1a: seeds made of it must stay the same on every machine. */
static void test_hash(void **unused)
{
    (void)unused;
    assert_true(hash_text(HASH_START, "") == HASH_START);
    assert_true(hash_text(HASH_START, "a") == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(hash_text(HASH_START, "\xff") == UINT64_C(0xaf64724c8602eb6e));
    assert_true(hash_text(hash_text(HASH_START, "foo"), "bar") == UINT64_C(0x85944171f73967e8));
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
    struct doc *doc = malloc(sizeof *doc);
    doc_start(doc);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_deal_is_fixed),
        cmocka_unit_test(test_deal_depends_on_whole_seed),
        cmocka_unit_test(test_shuffle_is_fair),
        cmocka_unit_test(test_rng_below),
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_utf8),
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_buffer_cuts),
        cmocka_unit_test(test_fault_never_cuts_a_letter),
        cmocka_unit_test(test_doc_reads_what_was_written),
        cmocka_unit_test(test_doc_takes_no_more_than_fits),
        cmocka_unit_test(test_json_of_huge_numbers),
        cmocka_unit_test(test_ids_as_they_were_sent),
        cmocka_unit_test(test_json_refused),
        cmocka_unit_test(test_write_is_jansson),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_event_sentences),
        cmocka_unit_test(test_event_sentences_to_you),
        cmocka_unit_test(test_fault_sentences),
        cmocka_unit_test(test_hint_sentences),
        cmocka_unit_test(test_hint_of_an_egg),
        cmocka_unit_test(test_languages),
        cmocka_unit_test(test_data_folder),
        cmocka_unit_test(test_match_survives_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
