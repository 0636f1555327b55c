/* One puzzle: a decision of a seat with a clear answer (game/mind.h), and its judge.
 *
 * Then: judging; reading; writing; lists; the calendar. */
#include "puzzles/puzzles.h"

#include "base/base.h"
#include "base/system/system.h"
#include "data/data.h"
#include "players/players.h"
#include "wire/wire.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void puzzle_view(const struct puzzle *puzzle, struct game_state_storage *view)
{
    *view = (struct game_state_storage){0};
    game_view(puzzle->game, puzzle->state.bytes, puzzle->seat, view->bytes);
}

/* ---- Judging ---- */

static bool wins_at_once(const struct puzzle *puzzle, const struct move *move)
{
    struct game_state_storage after = puzzle->state;
    struct game_result result;
    puzzle->game->apply(after.bytes, puzzle->seat, move, NULL);
    puzzle->game->result(after.bytes, &result);
    return result.over && bits_have(result.winners, puzzle->seat);
}

/* Wrong moves are at least a margin below the answers, and equal answers much closer. */
static bool is_answer(const struct puzzle *puzzle, int32_t value)
{
    return puzzle->values[0] - value < puzzle->game->puzzle->margin / 2 * PUZZLE_VALUE_ONE;
}

struct puzzle_verdict puzzle_judge(const struct puzzle *puzzle, const struct move *move)
{
    if (puzzle->move_count == 0)
        return (struct puzzle_verdict){.solved = wins_at_once(puzzle, move)};
    for (int i = 0; i < puzzle->move_count; i++)
        if (memcmp(&puzzle->moves[i], move, sizeof *move) == 0) {
            bool solved = is_answer(puzzle, puzzle->values[i]);
            return (struct puzzle_verdict){
                .solved = solved, .loss = solved ? 0 : puzzle->values[0] - puzzle->values[i]};
        }
    return (struct puzzle_verdict){0};
}

bool puzzle_solution(const struct puzzle *puzzle, union game_move_storage *move)
{
    const struct game_puzzle *kind = puzzle->game->puzzle;
    memset(move, 0, sizeof *move);
    if (puzzle->move_count > 0) {
        move->head = puzzle->moves[0];
        return true;
    }
    struct game_state_storage view;
    puzzle_view(puzzle, &view);
    struct rng rng = player_rng(puzzle->game, view.bytes, 0);
    int effort;
    return kind->solve(&(struct mind_question){.seat = puzzle->seat,
                                               .view = view.bytes,
                                               .rng = &rng,
                                               .way = MIND_FULL,
                                               .budget = {.iterations = kind->solve_iterations}},
                       &move->head, &effort);
}

/* ---- Reading ---- */

static bool bad_entry(struct fault *fault, const char *what)
{
    return fault_set(fault, FAULT_BAD_POSITION, NULL, "core.bad_puzzle", "%s", what);
}

static bool integer_read(const json_t *entry, const char *key, int low, int high, int *value)
{
    const json_t *json = json_object_get(entry, key);
    if (!json_is_integer(json) || json_integer_value(json) < low || json_integer_value(json) > high)
        return false;
    *value = (int)json_integer_value(json);
    return true;
}

/* The moves with values: legal, and the best first. */
static bool values_read(struct puzzle *puzzle, json_t *values, struct fault *fault)
{
    const struct game *game = puzzle->game;
    const char *text;
    json_t *value;
    json_object_foreach(values, text, value)
    {
        int at = puzzle->move_count;
        union game_move_storage move = {0};
        if (at == PUZZLE_MOVES_MAX || !json_is_integer(value) ||
            !game->parse(puzzle->state.bytes, text, &move.head))
            return bad_entry(fault, "values");
        if (!game->check(puzzle->state.bytes, puzzle->seat, &move.head, fault))
            return false;
        puzzle->moves[at] = move.head;
        puzzle->values[at] = (int32_t)json_integer_value(value);
        if (at > 0 && puzzle->values[at] > puzzle->values[at - 1])
            return bad_entry(fault, "values");
        puzzle->move_count++;
    }
    bool wins = game->puzzle->solve != NULL;
    return wins == (puzzle->move_count == 0) || bad_entry(fault, "values");
}

static bool position_read(struct puzzle *puzzle, const struct game_components_storage *components,
                          const json_t *position, struct fault *fault)
{
    const struct game *game = puzzle->game;
    struct doc *doc = doc_new();
    bool good =
        json_is_object(position) && wire_to_doc(position, doc)
            ? game_load(game, doc, doc_root(doc), components->bytes, puzzle->state.bytes, fault)
            : bad_entry(fault, "position");
    free(doc);
    return good &&
           integer_read(position, "seats", game->seats_min, game->seats_max, &puzzle->seats);
}

bool puzzle_read(struct puzzle *puzzle, const struct game *game,
                 const struct game_components_storage *components, const json_t *entry,
                 struct fault *fault)
{
    *puzzle = (struct puzzle){.game = game, .effort = -1};
    CHECK(game->puzzle);
    if (!position_read(puzzle, components, json_object_get(entry, "position"), fault))
        return false;
    if (!integer_read(entry, "seat", 0, puzzle->seats - 1, &puzzle->seat) ||
        !bits_have(game->to_act(puzzle->state.bytes), puzzle->seat))
        return bad_entry(fault, "seat");
    if (!integer_read(entry, "stars", 1, PUZZLE_STARS_MAX, &puzzle->stars))
        return bad_entry(fault, "stars");
    if (json_object_get(entry, "effort") &&
        !integer_read(entry, "effort", 0, INT16_MAX, &puzzle->effort))
        return bad_entry(fault, "effort");
    return values_read(puzzle, json_object_get(entry, "values"), fault);
}

/* ---- Writing ---- */

static json_t *values_json(const struct puzzle *puzzle)
{
    json_t *values = json_object();
    for (int i = 0; i < puzzle->move_count; i++) {
        char text[GAME_MOVE_TEXT_MAX];
        struct buffer buffer;
        buffer_start(&buffer, text, sizeof text);
        puzzle->game->format(puzzle->state.bytes, &puzzle->moves[i], &buffer);
        json_object_set_new(values, text, json_integer(puzzle->values[i]));
    }
    return values;
}

json_t *puzzle_json(const struct puzzle *puzzle)
{
    struct doc *doc = doc_new();
    doc_start(doc);
    puzzle->game->save(puzzle->game, puzzle->state.bytes, doc, NULL);
    CHECK(!doc->full);
    json_t *entry = json_pack("{s:i, s:i}", "stars", puzzle->stars, "seat", puzzle->seat);
    if (puzzle->effort >= 0)
        json_object_set_new(entry, "effort", json_integer(puzzle->effort));
    if (puzzle->move_count > 0)
        json_object_set_new(entry, "values", values_json(puzzle));
    json_object_set_new(entry, "position", wire_from_doc(doc, doc_root(doc)));
    free(doc);
    return entry;
}

/* ---- Lists ---- */

json_t *puzzle_list(const struct game *game, const char *folder)
{
    char path[64];
    size_t size = 0;
    snprintf(path, sizeof path, "puzzles/%s.json", game->id);
    char *bytes = game->puzzle ? data_read(folder, path, &size) : NULL;
    json_t *json = bytes ? wire_parse(bytes, size) : NULL;
    free(bytes);
    return json;
}

int puzzle_list_count(const json_t *list)
{
    return (int)json_array_size(json_object_get(list, "puzzles"));
}

const json_t *puzzle_list_entry(const json_t *list, int number)
{
    return json_array_get(json_object_get(list, "puzzles"), (size_t)number);
}

/* ---- The calendar ---- */

enum { DAY_MS = 24 * 60 * 60 * 1000 };

int puzzle_day_at(int64_t ms)
{
    return (int)(ms / DAY_MS);
}

static int common_divisor(int a, int b)
{
    while (b) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* A step that visits the whole list, another one in each round. */
static int step_of(int round, int count)
{
    enum { STRIDE = 7919 };
    int step = 1 + (int)((int64_t)round * STRIDE % count);
    while (common_divisor(step, count) > 1)
        step++;
    return step;
}

int puzzle_of_day(int day, int count)
{
    enum { OFFSET = 31 };
    if (day < PUZZLE_FIRST_DAY || day > PUZZLE_LAST_DAY || count <= 0)
        return -1;
    int index = day - PUZZLE_FIRST_DAY, round = index / count;
    if (round == 0)
        return index;
    int64_t first = (int64_t)round * OFFSET;
    return (int)((first + (int64_t)(index % count) * step_of(round, count)) % count);
}

bool puzzle_is_out(int number, int today)
{
    return number <= today - PUZZLE_FIRST_DAY;
}

static int digits_read(const char *text, int count)
{
    int value = 0;
    for (int i = 0; i < count; i++) {
        if (!isdigit((unsigned char)text[i]))
            return -1;
        value = 10 * value + (text[i] - '0');
    }
    return value;
}

/* The days before 1 January of a year, in the Gregorian calendar. */
static int days_before_year(int year)
{
    int before = year - 1;
    return 365 * before + before / 4 - before / 100 + before / 400;
}

bool puzzle_day_read(const char *date, int *day)
{
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (strlen(date) != strlen("2026-11-16") || date[4] != '-' || date[7] != '-')
        return false;
    int year = digits_read(date, 4), month = digits_read(date + 5, 2),
        number = digits_read(date + 8, 2);
    if (year < 1970 || month < 1 || month > 12)
        return false;
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    if (number < 1 || number > lengths[month - 1] + (month == 2 && leap))
        return false;
    *day = days_before_year(year) - days_before_year(1970) + number - 1 + (month > 2 && leap);
    for (int before = 1; before < month; before++)
        *day += lengths[before - 1];
    return true;
}
