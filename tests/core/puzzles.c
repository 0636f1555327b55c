/* Puzzles: the calendar, the lists of all games, the judge, and the requests of the page. Of the long
 * checks only a sample runs; `ludosaure puzzles GAME` checks them all.
 *
 * Chapters: the calendar; the lists; damaged entries; the requests of the page. */
#include "support.h"

#include "game/game.h"
#include "puzzles/puzzles.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

enum { SAMPLE = 12, TODAY = 20773 };

/* ---- The calendar ---- */

static void test_days(void **unused)
{
    (void)unused;
    assert_int_equal(puzzle_of_day(PUZZLE_FIRST_DAY, 120), 0);
    assert_int_equal(puzzle_of_day(PUZZLE_FIRST_DAY + 119, 120), 119);
    assert_int_equal(puzzle_of_day(PUZZLE_FIRST_DAY - 1, 120), -1);
    assert_int_equal(puzzle_of_day(PUZZLE_FIRST_DAY, 0), -1);
    assert_int_equal(puzzle_of_day(PUZZLE_LAST_DAY + 1, 120), -1);
    assert_int_equal(puzzle_day_at(INT64_C(86400000) * TODAY - 1), TODAY - 1);
    assert_int_equal(puzzle_day_at(INT64_C(86400000) * TODAY), TODAY);
    assert_true(puzzle_is_out(0, PUZZLE_FIRST_DAY));
    assert_false(puzzle_is_out(1, PUZZLE_FIRST_DAY));
    assert_false(puzzle_is_out(0, PUZZLE_FIRST_DAY - 1));
}

/* Each time through the list, every puzzle comes once; a longer list changes no day of the shorter. */
static void test_rounds(void **unused)
{
    (void)unused;
    static const int counts[] = {1, 2, 7, 30, 120, 149};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        int count = counts[i], moved = 0;
        for (int round = 0; round < 30; round++) {
            bool seen[149] = {false};
            for (int at = 0; at < count; at++) {
                int day = PUZZLE_FIRST_DAY + round * count + at;
                int number = puzzle_of_day(day, count);
                assert_in_range(number, 0, count - 1);
                assert_false(seen[number]);
                seen[number] = true;
                moved += number != at;
                if (round == 0)
                    assert_int_equal(puzzle_of_day(day, count + 50), number);
            }
        }
        assert_true(count < 3 || moved > 20 * count);
    }
}

static void test_dates(void **unused)
{
    (void)unused;
    int day;
    assert_true(puzzle_day_read("1970-01-01", &day) && day == 0);
    assert_true(puzzle_day_read("2026-11-16", &day) && day == TODAY);
    assert_true(puzzle_day_read("2026-09-17", &day) && day == PUZZLE_FIRST_DAY);
    assert_true(puzzle_day_read("2028-02-29", &day) && day == 21243);
    assert_true(puzzle_day_read("2028-03-01", &day) && day == 21244);
    assert_true(puzzle_day_read("9999-12-31", &day) && day == PUZZLE_LAST_DAY);
    static const char *const wrong[] = {"",           "2026-11-1",  "2026-02-29", "2100-02-29",
                                        "2026-13-01", "2026-00-10", "2026-11-31", "2026-11-00",
                                        "2026/11/16", "2026-1a-16", "1969-12-31", "2026-11-161"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(puzzle_day_read(wrong[i], &day));
}

/* ---- The lists ---- */

static void read_entry(struct puzzle *puzzle, const struct game *game, const json_t *entry)
{
    struct game_components_storage components = tested_components(game);
    struct fault fault = {0};
    if (!puzzle_read(puzzle, game, &components, entry, &fault))
        fail_msg("%s: %s, %s", game->id, fault.text, fault.detail);
}

/* Calls `test` for puzzles of every game, every `step` of them. */
static void each_puzzle(int step, void (*test)(const struct puzzle *puzzle, const json_t *entry))
{
    int games = 0;
    for (const struct game *const *game = tested_games(); *game; game++) {
        json_t *list = puzzle_list(*game, NULL);
        assert_int_equal((*game)->puzzle != NULL, list != NULL);
        games += list != NULL;
        for (int number = 0; number < puzzle_list_count(list); number += step) {
            struct puzzle puzzle;
            read_entry(&puzzle, *game, puzzle_list_entry(list, number));
            test(&puzzle, puzzle_list_entry(list, number));
        }
        json_decref(list);
    }
    assert_true(games >= 3);
}

/* Wrong moves are clearly worse, and what is written is what was read. */
static void check_entry(const struct puzzle *puzzle, const json_t *entry)
{
    json_t *written = puzzle_json(puzzle);
    const char *key;
    json_t *value;
    json_object_foreach(written, key, value)
        assert_true(json_equal(value, json_object_get(entry, key)));
    json_decref(written);
    int answers = 0;
    for (int i = 0; i < puzzle->move_count; i++) {
        struct puzzle_verdict verdict = puzzle_judge(puzzle, &puzzle->moves[i]);
        answers += verdict.solved;
        if (!verdict.solved)
            assert_true(verdict.loss + 1 >= puzzle->game->puzzle->margin * PUZZLE_VALUE_ONE * 0.99);
    }
    if (puzzle->move_count > 0)
        assert_in_range(answers, 1, puzzle->game->puzzle->answers_max);
    assert_int_equal(json_array_size(json_object_get(entry, "solved")), 4);
}

static void test_entries(void **unused)
{
    (void)unused;
    each_puzzle(1, check_entry);
}

/* The solution solves the puzzle, whatever is hidden. */
static void check_solution(const struct puzzle *puzzle, const json_t *entry)
{
    (void)entry;
    const struct game *game = puzzle->game;
    struct game_state_storage view, seen;
    union game_move_storage move;
    struct fault fault;
    struct puzzle other = *puzzle;
    struct rng rng;
    rng_start(&rng, 5);
    assert_true(puzzle_solution(puzzle, &move));
    puzzle_view(puzzle, &view);
    game_determinize(game, view.bytes, puzzle->seat, NULL, &rng, other.state.bytes);
    puzzle_view(&other, &seen);
    assert_memory_equal(view.bytes, seen.bytes, game->state_size);
    assert_true(game->check(other.state.bytes, puzzle->seat, &move.head, &fault));
    assert_true(puzzle_judge(&other, &move.head).solved);
}

static void test_solutions(void **unused)
{
    (void)unused;
    each_puzzle(SAMPLE, check_solution);
}

/* Where values can be computed exactly, they are those of the file. */
static void check_values(const struct puzzle *puzzle, const json_t *entry)
{
    (void)entry;
    const struct game_puzzle *kind = puzzle->game->puzzle;
    struct game_state_storage view;
    double values[PUZZLE_MOVES_MAX];
    if (!kind->values)
        return;
    puzzle_view(puzzle, &view);
    kind->values(&(struct mind_question){.seat = puzzle->seat, .view = view.bytes}, puzzle->moves,
                 puzzle->move_count, values);
    for (int i = 0; i < puzzle->move_count; i++)
        assert_true(values[i] * PUZZLE_VALUE_ONE < puzzle->values[i] + 1 &&
                    values[i] * PUZZLE_VALUE_ONE > puzzle->values[i] - 1);
}

static void test_values(void **unused)
{
    (void)unused;
    each_puzzle(SAMPLE, check_values);
}

/* The command that made a list finds its first puzzle again. */
static void test_made(void **unused)
{
    (void)unused;
    for (const struct game *const *game = tested_games(); *game; game++) {
        json_t *list = puzzle_list(*game, NULL);
        const json_t *entry = puzzle_list_entry(list, 0);
        if (!entry)
            continue;
        struct game_components_storage components = tested_components(*game);
        json_t *made =
            puzzle_make(*game, &components, json_string_value(json_object_get(list, "seed")),
                        (int)json_integer_value(json_object_get(entry, "match")), ~0U);
        assert_true(json_equal(made, entry));
        json_decref(made);
        json_decref(list);
    }
}

/* ---- Damaged entries ---- */

static json_t *first_entry(const char *id)
{
    json_t *list = puzzle_list(game_find(tested_games(), id), NULL);
    json_t *entry = json_deep_copy(puzzle_list_entry(list, 0));
    assert_non_null(entry);
    json_decref(list);
    return entry;
}

static void assert_bad(const char *id, const char *key, const char *value)
{
    const struct game *game = game_find(tested_games(), id);
    struct game_components_storage components = tested_components(game);
    struct puzzle puzzle;
    struct fault fault = {0};
    json_t *entry = first_entry(id);
    if (value)
        json_object_set_new(entry, key, json_loads(value, JSON_DECODE_ANY, NULL));
    else
        json_object_del(entry, key);
    assert_false(puzzle_read(&puzzle, game, &components, entry, &fault));
    assert_non_null(fault.text);
    json_decref(entry);
}

static void test_damaged(void **unused)
{
    (void)unused;
    assert_bad("trakks", "position", NULL);
    assert_bad("trakks", "position", "{}");
    assert_bad("trakks", "seat", "-1");
    assert_bad("trakks", "seat", "9");
    assert_bad("trakks", "stars", "0");
    assert_bad("trakks", "stars", "4");
    assert_bad("trakks", "stars", "\"1\"");
    assert_bad("trakks", "effort", "-2");
    assert_bad("trakks", "values", "{\"draw\":1}");
    assert_bad("trex", "values", NULL);
    assert_bad("trex", "values", "{}");
    assert_bad("trex", "values", "{\"play z9\":1}");
    assert_bad("trex", "values", "{\"play y1\":\"1\"}");
}

/* ---- The requests of the page ---- */

static json_t *ask(const char *cmd, const char *id, const char *move)
{
    json_t *request = json_pack("{s:s, s:s, s:o, s:s?}", "cmd", cmd, "game", id, "puzzle",
                                first_entry(id), "move", move);
    json_t *answer = puzzle_ask(tested_texts(), request);
    json_decref(request);
    assert_non_null(answer);
    return answer;
}

static const char *error_code(const json_t *answer)
{
    const char *code = json_string_value(json_object_get(json_object_get(answer, "error"), "code"));
    return code ? code : "";
}

/* Opens the puzzle, tries something else, and then what the core calls the solution. */
static void ask_about(const char *id)
{
    json_t *opened = ask("open", id, NULL), *solution = ask("solution", id, NULL);
    const char *move = json_string_value(json_object_get(solution, "move"));
    assert_non_null(json_object_get(opened, "view"));
    const json_t *why = json_object_get(solution, "why");
    assert_true(json_is_null(why) || json_object_get(why, "rule"));
    assert_non_null(move);
    size_t index;
    json_t *legal;
    json_array_foreach(json_object_get(opened, "legal"), index, legal)
    {
        json_t *judged = ask("judge", id, json_string_value(legal));
        bool solved = json_is_true(json_object_get(judged, "solved"));
        assert_int_equal(solved, strcmp(json_string_value(legal), move) == 0);
        assert_int_equal(solved, json_object_get(judged, "after") != NULL);
        assert_int_equal(solved, json_integer_value(json_object_get(judged, "loss")) == 0);
        json_decref(judged);
    }
    json_t *judged = ask("judge", id, move);
    assert_true(json_is_true(json_object_get(judged, "solved")));
    assert_true(json_equal(json_object_get(judged, "after"), json_object_get(solution, "after")));
    json_decref(judged);
    json_decref(solution);
    json_decref(opened);
}

static void test_asking(void **unused)
{
    (void)unused;
    for (const struct game *const *game = tested_games(); *game; game++)
        if ((*game)->puzzle)
            ask_about((*game)->id);
    json_t *nonsense = ask("judge", "trakks", "jump"), *missing = ask("judge", "trakks", NULL),
           *illegal = ask("judge", "trakks", "place r7@0,0"), *unknown = ask("dance", "trex", NULL);
    assert_string_equal(error_code(nonsense), "bad_move");
    assert_string_equal(error_code(missing), "bad_request");
    assert_string_equal(error_code(illegal), "illegal_move");
    assert_string_equal(error_code(unknown), "bad_request");
    json_decref(nonsense);
    json_decref(missing);
    json_decref(illegal);
    json_decref(unknown);
}

static void test_asking_days(void **unused)
{
    (void)unused;
    static const struct {
        const char *request, *code;
    } cases[] = {
        {"{\"cmd\":\"days\",\"count\":0,\"first\":1,\"last\":2}", "bad_request"},
        {"{\"cmd\":\"days\",\"count\":9,\"first\":2,\"last\":1}", "bad_request"},
        {"{\"cmd\":\"days\",\"count\":9,\"first\":2,\"last\":9000}", "bad_request"},
        {"{\"cmd\":\"open\",\"game\":\"scale\",\"puzzle\":{}}", "bad_request"},
        {"{\"cmd\":\"open\",\"game\":7}", "bad_request"},
        {"{\"cmd\":\"days\",\"count\":9,\"first\":20712,\"last\":20714}", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *request = json_loads(cases[i].request, 0, NULL);
        json_t *answer = puzzle_ask(tested_texts(), request);
        assert_string_equal(error_code(answer), cases[i].code);
        if (!*cases[i].code) {
            json_t *expected = json_pack("[i, i, i]", -1, 0, 1);
            assert_true(json_equal(json_object_get(answer, "numbers"), expected));
            json_decref(expected);
        }
        json_decref(answer);
        json_decref(request);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_days),   cmocka_unit_test(test_rounds),
        cmocka_unit_test(test_dates),  cmocka_unit_test(test_entries),
        cmocka_unit_test(test_values), cmocka_unit_test(test_solutions),
        cmocka_unit_test(test_made),   cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_asking), cmocka_unit_test(test_asking_days),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
