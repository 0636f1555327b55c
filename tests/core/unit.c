/* Unit tests of what lies below the games: random numbers, documents, buffers, memory, faults,
 * options, matches. The template game stands in for any game. */
#include "support.h"

#include "base/base.h"
#include "base/system/system.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs the three above */

extern const struct game game_template;

/* The same numbers on every machine, forever: records depend on it. */
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

/* A value that is lower by the softness is e times less likely; with little softness the best is
 * certain. */
static void test_softmax(void **unused)
{
    (void)unused;
    enum { DRAWS = 20000 };
    static const float values[] = {0.3f, 0.5f, 0.4f};
    int count[3] = {0};
    struct rng rng;
    rng_start(&rng, 1);
    for (int i = 0; i < DRAWS; i++)
        count[softmax_draw(values, 3, 0.1, &rng)]++;
    /* 1, 1/e and 1/e² of their sum */
    assert_in_range(count[1], 0.655 * DRAWS, 0.675 * DRAWS);
    assert_in_range(count[2], 0.235 * DRAWS, 0.255 * DRAWS);
    assert_in_range(count[0], 0.080 * DRAWS, 0.100 * DRAWS);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(softmax_draw(values, 3, 0.0001, &rng), 1);
    assert_int_equal((int64_t)(softmax_exp(-1) * 1e12), 367879441171);
    assert_true(softmax_exp(0) == 1 && softmax_exp(-1000) == 0);
}

/* All 24 orders of four cards are about equally frequent. */
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

static struct doc doc;

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

static bool options_from(const char *text, uint8_t *chosen, struct fault *fault)
{
    tested_doc(&doc, text);
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

/* A failed start leaves the match unchanged. */
static void test_match_survives_refusals(void **unused)
{
    (void)unused;
    struct match match = {0};
    struct fault fault;
    struct game_components_storage components = tested_components(&game_template);
    uint8_t options[GAME_OPTIONS_MAX] = {0};
    assert_true(match_start(&match, &game_template, &components, 2, options, "a", 1, &fault));
    tested_doc(&doc, "{\"game\":\"template\",\"seats\":3}");
    struct match before = match;
    assert_false(match_load(&match, &game_template, &components, &doc, doc_root(&doc), &fault));
    assert_memory_equal(&before, &match, sizeof match);
    assert_false(match_play(&match, 0, "play 99", NULL, STORY_ALL, &fault));
    assert_memory_equal(&before, &match, sizeof match);
    match_free(&match);
}

/* Valid characters give their code; everything else is refused. */
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

/* The published values of FNV-1a: seeds derived from it must stay the same on every machine. */
static void test_hash(void **unused)
{
    (void)unused;
    assert_true(hash_text(HASH_START, "") == HASH_START);
    assert_true(hash_text(HASH_START, "a") == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(hash_text(HASH_START, "\xff") == UINT64_C(0xaf64724c8602eb6e));
    assert_true(hash_text(hash_text(HASH_START, "foo"), "bar") == UINT64_C(0x85944171f73967e8));
}

static void test_memory(void **unused)
{
    (void)unused;
    int *numbers = alloc_array(3, sizeof *numbers);
    assert_int_equal(numbers[0] | numbers[1] | numbers[2], 0);
    numbers[2] = 7;
    numbers = alloc_resize(numbers, 1000, sizeof *numbers);
    assert_int_equal(numbers[2], 7);
    int *copy = alloc_copy(numbers, 3 * sizeof *numbers);
    assert_memory_equal(copy, numbers, 3 * sizeof *numbers);
    char *text = alloc_text("dinosaur"), *nothing = alloc_copy("", 0);
    assert_string_equal(text, "dinosaur");
    assert_non_null(nothing);
    assert_null(alloc_text(NULL));
    free(numbers);
    free(copy);
    free(text);
    free(nothing);
}

/* Describing a move leaves the state alone and lists the same events as making it. */
static void test_array_grows(void **unused)
{
    (void)unused;
    size_t capacity = 0;
    int *numbers = NULL;
    for (int i = 0; i < 100; i++) {
        const int *before = numbers;
        bool is_full = (size_t)i == capacity;
        numbers = alloc_grow(numbers, (size_t)i, &capacity, sizeof *numbers);
        assert_true((size_t)i < capacity);
        assert_true(is_full || numbers == before);
        numbers[i] = i;
    }
    assert_in_range(capacity, 100, 199);
    for (int i = 0; i < 100; i++)
        assert_int_equal(numbers[i], i);
    free(numbers);
}

static void test_move_is_described(void **unused)
{
    (void)unused;
    static struct doc before, after;
    struct match match = {0};
    struct fault fault;
    struct game_components_storage components = tested_components(&game_template);
    uint8_t options[GAME_OPTIONS_MAX] = {0};
    assert_true(match_start(&match, &game_template, &components, 2, options, "a", 1, &fault));
    struct move *moves = alloc_array(GAME_MOVES_MAX, sizeof *moves);
    int seat = bits_first(game_template.to_act(match.state.bytes));
    assert_true(game_template.legal(match.state.bytes, seat, moves) > 0);
    struct game_state_storage state = match.state;
    game_move_describe(&game_template, state.bytes, seat, moves, STORY_ALL, &before);
    assert_memory_equal(&state, &match.state, sizeof state);
    game_move_apply(&game_template, state.bytes, seat, moves, STORY_ALL, &after);
    assert_memory_not_equal(&state, &match.state, sizeof state);
    assert_true(doc_count(doc_root(&before)) > 0);
    assert_true(doc_equal(&before, doc_root(&before), &after, doc_root(&after)));
    free(moves);
    match_free(&match);
}

int unit_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_deal_is_fixed),
        cmocka_unit_test(test_deal_depends_on_whole_seed),
        cmocka_unit_test(test_shuffle_is_fair),
        cmocka_unit_test(test_rng_below),
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_buffer_cuts),
        cmocka_unit_test(test_fault_never_cuts_a_letter),
        cmocka_unit_test(test_doc_takes_no_more_than_fits),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_match_survives_refusals),
        cmocka_unit_test(test_utf8),
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_softmax),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_array_grows),
        cmocka_unit_test(test_move_is_described),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
