#include "puzzles/puzzle.h"

#include "base/bits.h"
#include "base/check.h"
#include "players/player.h"
#include "wire/json.h"

#include <stdlib.h>
#include <string.h>

enum { SOLVER = 4 }; /* the level in struct mind_question */

void puzzle_view(const struct puzzle *puzzle, struct game_state_storage *view)
{
    *view = (struct game_state_storage){0};
    puzzle->game->view(puzzle->state.bytes, puzzle->seat, view->bytes);
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
                                               .level = SOLVER,
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
            ? game->load(game, doc, doc_root(doc), components->bytes, puzzle->state.bytes, fault)
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
