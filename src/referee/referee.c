/* The commands of the protocol. Each command either adds its values to the answer or returns false
 * with a fault.
 *
 * Then: commands; answers to lines of JSON. */
#include "referee/referee.h"

#include "base/base.h"
#include "base/system/system.h"
#include "game/game.h"
#include "players/players.h"
#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct referee *referee_new(const struct game *const *games, const char *data_folder,
                            const struct texts *texts)
{
    struct referee *referee = alloc_new(sizeof *referee);
    referee->games = games;
    referee->data_folder = data_folder;
    referee->texts = texts;
    referee->moves = alloc_array(GAME_MOVES_MAX, sizeof *referee->moves);
    return referee;
}

void referee_free(struct referee *referee)
{
    if (!referee)
        return;
    match_free(&referee->match);
    free(referee->moves);
    free(referee);
}

static bool take_seat(const struct referee *referee, const json_t *request, int *seat,
                      struct fault *fault)
{
    return answer_take_number(request, "seat", 0, referee->match.seats - 1, seat, fault);
}

static bool find_game(const struct referee *referee, const char *id, const struct game **game,
                      struct fault *fault)
{
    *game = game_find(referee->games, id);
    return *game || fault_set(fault, FAULT_UNKNOWN_GAME, NULL, "core.unknown_game", "%s", id);
}

/* Adds the content of the referee's document under a key of the answer. */
static void answer_doc(struct referee *referee, json_t *answer, const char *key)
{
    CHECK(!referee->doc.full);
    json_object_set_new(answer, key, wire_from_doc(&referee->doc, doc_root(&referee->doc)));
}

/* ---- Commands ---- */

static bool do_games(void *context, const json_t *request, json_t *answer, struct fault *fault)
{
    struct referee *referee = context;
    (void)request, (void)fault;
    wire_games(referee->games, referee->data_folder, &referee->doc);
    answer_doc(referee, answer, "games");
    return true;
}

static bool do_components(void *context, const json_t *request, json_t *answer, struct fault *fault)
{
    struct referee *referee = context;
    const char *id;
    const struct game *game;
    if (!answer_take_text(request, "game", &id, fault) || !find_game(referee, id, &game, fault))
        return false;
    json_t *file = wire_components_json(game, referee->data_folder);
    json_object_set_new(answer, "components", file ? file : json_null());
    return true;
}

static bool do_new(void *context, const json_t *request, json_t *answer, struct fault *fault)
{
    struct referee *referee = context;
    (void)answer;
    const char *id;
    const struct game *game;
    int seats;
    uint8_t options[GAME_OPTIONS_MAX];
    if (!answer_take_text(request, "game", &id, fault) || !find_game(referee, id, &game, fault) ||
        !answer_take_number(request, "seats", game->seats_min, game->seats_max, &seats, fault))
        return false;
    const json_t *seed = json_object_get(request, "seed");
    if (!json_is_string(seed))
        return answer_bad_request(fault, "seed");
    const json_t *given = json_object_get(request, "options");
    if (given && !json_is_object(given))
        return answer_bad_request(fault, "options");
    if (given && !wire_to_doc(given, &referee->doc))
        return fault_set(fault, FAULT_BAD_OPTION, NULL, "core.too_large", "options");
    struct game_components_storage components;
    return game_options_load(game, &referee->doc, given ? doc_root(&referee->doc) : NULL, options,
                             fault) &&
           wire_components_load(game, referee->data_folder, &components, fault) &&
           match_start(&referee->match, game, &components, seats, options, json_string_value(seed),
                       json_string_length(seed), fault);
}

static bool do_setup(void *context, const json_t *request, json_t *answer, struct fault *fault)
{
    struct referee *referee = context;
    (void)answer;
    const json_t *given = json_object_get(request, "position");
    const struct game *game;
    struct game_components_storage components;
    if (!json_is_object(given))
        return answer_bad_request(fault, "position");
    const char *id = wire_text(json_object_get(given, "game"));
    if (!id)
        return game_bad_position(fault, NULL, "core.position_value", "game");
    if (!find_game(referee, id, &game, fault))
        return false;
    if (!wire_to_doc(given, &referee->doc))
        return game_bad_position(fault, NULL, "core.too_large", "position");
    return wire_components_load(game, referee->data_folder, &components, fault) &&
           match_load(&referee->match, game, &components, &referee->doc, doc_root(&referee->doc),
                      fault);
}

static bool do_position(void *context, const json_t *request, json_t *answer, struct fault *fault)
{
    struct referee *referee = context;
    (void)request, (void)fault;
    doc_start(&referee->doc);
    referee->match.game->save(referee->match.game, referee->match.state.bytes, &referee->doc, NULL);
    answer_doc(referee, answer, "position");
    return true;
}

static bool do_view(void *context, const json_t *request, json_t *answer, struct fault *fault)
{
    struct referee *referee = context;
    int viewer = GAME_SPECTATOR;
    if (!json_is_null(json_object_get(request, "seat")) &&
        !take_seat(referee, request, &viewer, fault))
        return false;
    struct game_state_storage view;
    game_view(referee->match.game, referee->match.state.bytes, viewer, view.bytes);
    doc_start(&referee->doc);
    referee->match.game->save(referee->match.game, view.bytes, &referee->doc, NULL);
    answer_doc(referee, answer, "view");
    doc_start(&referee->doc);
    game_aids_save(referee->match.game, view.bytes, viewer, &referee->doc, NULL);
    answer_doc(referee, answer, "aids");
    return true;
}

static bool do_to_act(void *context, const json_t *request, json_t *answer, struct fault *fault)
{
    struct referee *referee = context;
    (void)request, (void)fault;
    const struct match *match = &referee->match;
    json_object_set_new(answer, "seats", wire_seats(match->game->to_act(match->state.bytes)));
    json_object_set_new(answer, "phase", json_string(match->game->phase(match->state.bytes)));
    json_object_set_new(answer, "awaited",
                        wire_seats(game_awaited(match->game, match->state.bytes)));
    return true;
}

static bool do_legal(void *context, const json_t *request, json_t *answer, struct fault *fault)
{
    struct referee *referee = context;
    const struct match *match = &referee->match;
    int seat;
    if (!take_seat(referee, request, &seat, fault))
        return false;
    int count = match->game->legal(match->state.bytes, seat, referee->moves);
    CHECK(count <= GAME_MOVES_MAX);
    json_t *moves = json_array(), *open = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(moves,
                              wire_move(match->game, match->state.bytes, &referee->moves[i]));
    const char *kind =
        match->game->open_kind ? match->game->open_kind(match->state.bytes, seat) : NULL;
    if (kind)
        json_array_append_new(open, json_string(kind));
    json_object_set_new(answer, "moves", moves);
    json_object_set_new(answer, "open", open);
    return true;
}

static bool do_play(void *context, const json_t *request, json_t *answer, struct fault *fault)
{
    struct referee *referee = context;
    int seat;
    if (!take_seat(referee, request, &seat, fault))
        return false;
    const json_t *move = json_object_get(request, "move");
    if (!json_is_string(move))
        return answer_bad_request(fault, "move");
    /* A text that contains a zero is not a move: the part before the zero must not count. */
    const char *text = wire_text(move) ? wire_text(move) : "";
    if (!match_play(&referee->match, seat, text, &referee->doc, STORY_ALL, fault))
        return false;
    answer_doc(referee, answer, "events");
    return true;
}

static bool do_result(void *context, const json_t *request, json_t *answer, struct fault *fault)
{
    struct referee *referee = context;
    (void)request, (void)fault;
    doc_start(&referee->doc);
    match_result(&referee->match, &referee->doc, NULL);
    json_t *result = wire_from_doc(&referee->doc, doc_root(&referee->doc));
    json_object_update(answer, result);
    json_decref(result);
    return true;
}

static bool do_record(void *context, const json_t *request, json_t *answer, struct fault *fault)
{
    struct referee *referee = context;
    (void)request;
    if (!referee->match.seed)
        return fault_set(fault, FAULT_BAD_REQUEST, NULL, "core.record_after_setup", NULL);
    json_object_set_new(answer, "record", record_from_match(&referee->match, NULL));
    return true;
}

static bool do_suggest(void *context, const json_t *request, json_t *answer, struct fault *fault)
{
    struct referee *referee = context;
    const struct match *match = &referee->match;
    int seat, ms = 0;
    const char *level = "easy";
    if (!take_seat(referee, request, &seat, fault) ||
        (json_object_get(request, "level") && !answer_take_text(request, "level", &level, fault)) ||
        (json_object_get(request, "ms") &&
         !answer_take_number(request, "ms", 0, 3600 * 1000, &ms, fault)))
        return false;
    const struct player *player = player_find_in_game(match->game, level);
    if (!player)
        return player_fault_unknown(match->game, fault);
    if (match_is_over(match))
        return fault_set(fault, FAULT_OVER, NULL, "core.over", NULL);
    if (!bits_have(match->game->to_act(match->state.bytes), seat))
        return fault_set(fault, FAULT_NOT_YOUR_TURN, NULL, "core.not_your_turn", NULL);
    struct game_state_storage view;
    game_view(match->game, match->state.bytes, seat, view.bytes);
    struct rng rng = player_rng(match->game, view.bytes, match->move_count);
    union game_move_storage move = {0};
    player_choose(player,
                  &(struct player_question){.game = match->game,
                                            .seat = seat,
                                            .view = view.bytes,
                                            .memory = match->memories[seat].bytes,
                                            .rng = &rng,
                                            .ms = ms},
                  &move.head);
    json_object_set_new(answer, "move", wire_move(match->game, match->state.bytes, &move.head));
    return true;
}

static const struct answer_command commands[] = {
    {"games", false, do_games},      {"components", false, do_components},
    {"new", false, do_new},          {"setup", false, do_setup},
    {"position", true, do_position}, {"view", true, do_view},
    {"to_act", true, do_to_act},     {"legal", true, do_legal},
    {"play", true, do_play},         {"result", true, do_result},
    {"record", true, do_record},     {"suggest", true, do_suggest},
};

json_t *referee_answer_json(struct referee *referee, const json_t *request)
{
    struct fault fault = {0};
    json_t *answer = json_pack("{s:b}", "ok", 1);
    if (answer_run(commands, sizeof commands / sizeof *commands, referee,
                   referee->match.game != NULL, request, answer, &fault))
        return answer;
    json_decref(answer);
    return answer_refusal(referee->texts, &fault);
}

static json_t *answer_json(void *referee, const json_t *request)
{
    return referee_answer_json(referee, request);
}

char *referee_answer(struct referee *referee, const char *line, size_t length)
{
    return answer_line(referee->texts, line, length, answer_json, referee);
}

/* ---- Answers to lines of JSON ---- */

bool answer_bad_request(struct fault *fault, const char *key)
{
    fault_set(fault, FAULT_BAD_REQUEST, NULL, "core.bad_request", "%s", key);
    return false; /* repeated so that the compiler sees it */
}

bool answer_take_text(const json_t *request, const char *key, const char **text,
                      struct fault *fault)
{
    *text = wire_text(json_object_get(request, key));
    return *text || answer_bad_request(fault, key);
}

bool answer_take_number(const json_t *request, const char *key, json_int_t low, json_int_t high,
                        int *number, struct fault *fault)
{
    const json_t *value = json_object_get(request, key);
    if (!json_is_integer(value) || json_integer_value(value) < low ||
        json_integer_value(value) > high)
        return fault_set(fault, FAULT_BAD_REQUEST, NULL, "core.bad_request",
                         "%s (%" JSON_INTEGER_FORMAT "–%" JSON_INTEGER_FORMAT ")", key, low, high);
    *number = (int)json_integer_value(value);
    return true;
}

json_t *answer_refusal(const struct texts *texts, const struct fault *fault)
{
    return json_pack("{s:b, s:o}", "ok", 0, "error", wire_fault(texts, fault));
}

/* The whole answer, starting with the id. */
static char *with_id(const char *id, json_t *answer)
{
    char *rest = json_dumps(answer, JSON_COMPACT);
    CHECK(rest);
    json_decref(answer);
    size_t size = strlen(rest) + strlen(id) + sizeof "{\"id\":,";
    char *text = alloc_new(size);
    snprintf(text, size, "{\"id\":%s,%s", id, rest + 1); /* without its brace */
    free(rest);
    return text;
}

char *answer_line(const struct texts *texts, const char *line, size_t length,
                  json_t *(*answer)(void *context, const json_t *request), void *context)
{
    json_t *request = wire_parse(line, length), *answered;
    char id[WIRE_ID_MAX + 1] = "null";
    struct fault fault;
    if (json_is_object(request) && wire_id_find(line, length, id) == WIRE_ID_TOO_LONG) {
        strcpy(id, "null");
        answer_bad_request(&fault, "id");
        answered = answer_refusal(texts, &fault);
    } else {
        answered = answer(context, request);
    }
    json_decref(request);
    return with_id(id, answered);
}

char *answer_line_too_long(const struct texts *texts)
{
    struct fault fault;
    fault_set(&fault, FAULT_BAD_REQUEST, NULL, "core.line_too_long", NULL);
    return with_id("null", answer_refusal(texts, &fault));
}

bool answer_run(const struct answer_command *commands, size_t count, void *context, bool has_match,
                const json_t *request, json_t *answer, struct fault *fault)
{
    if (!request)
        return fault_set(fault, FAULT_BAD_JSON, NULL, "core.bad_json", NULL);
    if (!json_is_object(request))
        return fault_set(fault, FAULT_BAD_REQUEST, NULL, "core.not_an_object", NULL);
    const char *name;
    if (!answer_take_text(request, "cmd", &name, fault))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(commands[i].name, name) != 0)
            continue;
        if (commands[i].needs_match && !has_match)
            return fault_set(fault, FAULT_NO_MATCH, NULL, "core.no_match", NULL);
        return commands[i].run(context, request, answer, fault);
    }
    return fault_set(fault, FAULT_UNKNOWN_COMMAND, NULL, "core.unknown_command", "%s", name);
}
