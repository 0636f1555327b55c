/* The requests of the page about puzzles. Then: moments; requests. */
#include "puzzles/puzzles.h"

#include "base/base.h"
#include "base/system/system.h"
#include "game/game.h"
#include "players/players.h"
#include "wire/wire.h"

#include <stdlib.h>
#include <string.h>

enum { DAYS_MAX = 4000, SENTENCE_MAX = 2000 };

static json_t *doc_json(struct doc *doc)
{
    CHECK(!doc->full);
    json_t *json = wire_from_doc(doc, doc_root(doc));
    free(doc);
    return json;
}

/* ---- Moments ---- */

/* The table as the puzzle's seat sees it. */
static json_t *moment_json(const struct puzzle *puzzle, const void *state)
{
    const struct game *game = puzzle->game;
    struct game_state_storage view;
    struct doc *seen = doc_new(), *aids = doc_new();
    game_view(game, state, puzzle->seat, view.bytes);
    doc_start(seen);
    game->save(game, view.bytes, seen, NULL);
    doc_start(aids);
    game_aids_save(game, view.bytes, puzzle->seat, aids, NULL);
    return json_pack("{s:o, s:o, s:s, s:o, s:o}", "view", doc_json(seen), "aids", doc_json(aids),
                     "phase", game->phase(view.bytes), "to_act",
                     wire_seats(game->to_act(view.bytes)), "awaited",
                     wire_seats(game_awaited(game, view.bytes)));
}

/* The moves that may be tried: where the answer wins at once, only those of the open kind can. */
static json_t *open_puzzle(const struct puzzle *puzzle)
{
    const struct game *game = puzzle->game;
    const char *kind = game->open_kind ? game->open_kind(puzzle->state.bytes, puzzle->seat) : NULL;
    json_t *legal = json_array(), *open = json_array();
    for (int i = 0; i < puzzle->move_count; i++)
        json_array_append_new(legal,
                              wire_move(puzzle->game, puzzle->state.bytes, &puzzle->moves[i]));
    if (kind)
        json_array_append_new(open, json_string(kind));
    json_t *answer = moment_json(puzzle, puzzle->state.bytes);
    json_object_set_new(answer, "legal", legal);
    json_object_set_new(answer, "open", open);
    return answer;
}

/* What the seat sees of a move and after it. */
static json_t *after_json(const struct puzzle *puzzle, const struct move *move)
{
    const struct game *game = puzzle->game;
    struct game_state_storage state = puzzle->state;
    struct doc *events = doc_new();
    game_move_apply(game, state.bytes, puzzle->seat, move, puzzle->seat, events);
    json_t *after = moment_json(puzzle, state.bytes);
    json_object_set_new(after, "events", doc_json(events));
    return after;
}

/* ---- Requests ---- */

static bool answer_judge(const struct puzzle *puzzle, const json_t *request, json_t **answer,
                         struct fault *fault)
{
    const struct game *game = puzzle->game;
    const char *text = wire_text(json_object_get(request, "move"));
    union game_move_storage move = {0};
    if (!text)
        return fault_bad_request(fault, "move");
    if (!game->parse(puzzle->state.bytes, text, &move.head))
        return fault_set(fault, FAULT_BAD_MOVE, NULL, "core.bad_move", "%.60s", text);
    if (!game->check(puzzle->state.bytes, puzzle->seat, &move.head, fault))
        return false;
    struct puzzle_verdict verdict = puzzle_judge(puzzle, &move.head);
    *answer = json_pack("{s:b, s:i}", "solved", verdict.solved, "loss", verdict.loss);
    if (verdict.solved)
        json_object_set_new(*answer, "after", after_json(puzzle, &move.head));
    return true;
}

/* Why the solution is good, in both languages; null if there is no sentence. */
static json_t *why_json(const struct texts *texts, const struct puzzle *puzzle,
                        const struct move *move)
{
    struct game_state_storage view;
    char detail[PLAYER_DETAIL_MAX];
    struct buffer buffer;
    puzzle_view(puzzle, &view);
    struct rng rng = player_rng(puzzle->game, view.bytes, 0);
    buffer_start(&buffer, detail, sizeof detail);
    const char *key = player_reason(player_find(PLAYER_HINT_LEVEL),
                                    &(struct player_question){.game = puzzle->game,
                                                              .seat = puzzle->seat,
                                                              .view = view.bytes,
                                                              .rng = &rng,
                                                              .iterations = PLAYER_HINT_ITERATIONS},
                                    move, &buffer);
    if (!key)
        return json_null();
    json_t *why = json_object();
    for (int language = 0; language < LANGUAGES; language++) {
        char sentence[SENTENCE_MAX];
        struct buffer text;
        buffer_start(&text, sentence, sizeof sentence);
        texts_hint(texts, (enum language)language, puzzle->game->id, key, detail, NULL, &text);
        json_object_set_new(why, language == FRENCH ? "fr" : "en", json_string(text.text));
    }
    const char *rule = texts_hint_rule(texts, puzzle->game->id, key);
    json_object_set_new(why, "rule", rule ? json_string(rule) : json_null());
    return why;
}

static bool answer_solution(const struct texts *texts, const struct puzzle *puzzle, json_t **answer,
                            struct fault *fault)
{
    union game_move_storage move;
    if (!puzzle_solution(puzzle, &move))
        return fault_set(fault, FAULT_BAD_POSITION, NULL, "core.bad_puzzle", "position");
    *answer = json_pack(
        "{s:o, s:o, s:o}", "move", wire_move(puzzle->game, puzzle->state.bytes, &move.head), "why",
        why_json(texts, puzzle, &move.head), "after", after_json(puzzle, &move.head));
    return true;
}

static bool day_read(const json_t *request, const char *key, int low, int high, int *value,
                     struct fault *fault)
{
    const json_t *json = json_object_get(request, key);
    if (!json_is_integer(json) || json_integer_value(json) < low || json_integer_value(json) > high)
        return fault_bad_request(fault, key);
    *value = (int)json_integer_value(json);
    return true;
}

/* The number of the puzzle on each of these days. */
static bool answer_days(const json_t *request, json_t **answer, struct fault *fault)
{
    int count = 0, first = 0, last = 0;
    if (!day_read(request, "count", 1, INT16_MAX, &count, fault) ||
        !day_read(request, "first", 0, PUZZLE_LAST_DAY, &first, fault) ||
        !day_read(request, "last", first, PUZZLE_LAST_DAY, &last, fault))
        return false;
    if (last - first >= DAYS_MAX)
        return fault_bad_request(fault, "last");
    json_t *numbers = json_array();
    for (int day = first; day <= last; day++)
        json_array_append_new(numbers, json_integer(puzzle_of_day(day, count)));
    *answer = json_pack("{s:o, s:i}", "numbers", numbers, "first_day", PUZZLE_FIRST_DAY);
    return true;
}

static bool puzzle_of_request(const json_t *request, struct puzzle *puzzle, struct fault *fault)
{
    const char *id = wire_text(json_object_get(request, "game"));
    const struct game *game = id ? game_find(games_all, id) : NULL;
    struct game_components_storage components;
    if (!game || !game->puzzle)
        return fault_bad_request(fault, "game");
    return wire_components_load(game, NULL, &components, fault) &&
           puzzle_read(puzzle, game, &components, json_object_get(request, "puzzle"), fault);
}

static bool answer_request(const struct texts *texts, const json_t *request, struct puzzle *puzzle,
                           json_t **answer, struct fault *fault)
{
    const char *cmd = wire_text(json_object_get(request, "cmd"));
    if (cmd && strcmp(cmd, "days") == 0)
        return answer_days(request, answer, fault);
    if (!puzzle_of_request(request, puzzle, fault))
        return false;
    if (cmd && strcmp(cmd, "judge") == 0)
        return answer_judge(puzzle, request, answer, fault);
    if (cmd && strcmp(cmd, "solution") == 0)
        return answer_solution(texts, puzzle, answer, fault);
    if (!cmd || strcmp(cmd, "open") != 0)
        return fault_bad_request(fault, "cmd");
    *answer = open_puzzle(puzzle);
    return true;
}

json_t *puzzle_ask(const struct texts *texts, const json_t *request)
{
    struct fault fault = {0};
    struct puzzle *puzzle = alloc_new(sizeof *puzzle);
    json_t *answer = NULL;
    if (!answer_request(texts, request, puzzle, &answer, &fault))
        answer = json_pack("{s:o}", "error", wire_fault(texts, &fault));
    free(puzzle);
    return answer;
}
