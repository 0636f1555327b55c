/* The requests to a bot. The view of its seat is that of the imagined position in the request: all
 * positions that agree with what a seat has seen give it the same view. */
#include "referee/referee.h"

#include "base/base.h"
#include "base/system/system.h"
#include "game/game.h"
#include "wire/wire.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct bot {
    const struct game *const *games;
    const char *data_folder;
    const struct texts *texts;
    struct bot_manner manner;
    const struct game *game; /* NULL: no match */
    struct game_components_storage components;
    int seats, seat;
    struct game_memory_storage memory;
    size_t asked;   /* questions in this match */
    struct doc doc; /* scratch space */
};

struct bot *bot_new(const struct game *const *games, const char *data_folder,
                    const struct texts *texts, const struct bot_manner *manner)
{
    struct bot *bot = alloc_new(sizeof *bot);
    bot->games = games;
    bot->data_folder = data_folder;
    bot->texts = texts;
    bot->manner = *manner;
    return bot;
}

void bot_free(struct bot *bot)
{
    free(bot);
}

static bool do_new(void *context, const json_t *request, json_t *answer, struct fault *fault)
{
    struct bot *bot = context;
    (void)answer;
    const char *id;
    int seats, seat;
    if (!answer_take_text(request, "game", &id, fault))
        return false;
    const struct game *game = game_find(bot->games, id);
    if (!game)
        return fault_set(fault, FAULT_UNKNOWN_GAME, NULL, "core.unknown_game", "%s", id);
    if (!answer_take_number(request, "seats", game->seats_min, game->seats_max, &seats, fault) ||
        !answer_take_number(request, "seat", 0, seats - 1, &seat, fault) ||
        !wire_components_load(game, bot->data_folder, &bot->components, fault))
        return false;
    bot->game = game;
    bot->seats = seats;
    bot->seat = seat;
    bot->asked = 0;
    bot->memory = (struct game_memory_storage){0};
    return true;
}

/* Adds the events of a request to the memory, which must agree with the view. */
static bool remember(struct bot *bot, const json_t *request, const void *view,
                     struct game_memory_storage *memory, struct fault *fault)
{
    const struct game *game = bot->game;
    const json_t *events = json_object_get(request, "events"), *event;
    if (!json_is_array(events))
        return answer_bad_request(fault, "events");
    size_t i;
    json_array_foreach(events, i, event)
    {
        if (!wire_text(json_object_get(event, "type")) || !wire_to_doc(event, &bot->doc) ||
            (game->memory_size &&
             !game->observe(memory->bytes, bot->seat, &bot->doc, doc_root(&bot->doc))))
            return answer_bad_request(fault, "events");
    }
    return !game->memory_size || game->memory_fits(view, bot->seat, memory->bytes) ||
           answer_bad_request(fault, "events");
}

/* Takes the view of the bot's seat from the imagined position. */
static bool take_view(struct bot *bot, const json_t *request, struct game_state_storage *view,
                      struct fault *fault)
{
    const json_t *imagined = json_object_get(request, "imagined");
    int seats;
    uint8_t options[GAME_OPTIONS_MAX];
    struct game_state_storage state;
    if (!json_is_object(imagined) || !wire_to_doc(imagined, &bot->doc))
        return answer_bad_request(fault, "imagined");
    if (!game_head_load(bot->game, &bot->doc, doc_root(&bot->doc), &seats, options, fault) ||
        !game_load(bot->game, &bot->doc, doc_root(&bot->doc), bot->components.bytes, state.bytes,
                   fault))
        return false;
    if (seats != bot->seats)
        return answer_bad_request(fault, "imagined");
    if (!bits_have(bot->game->to_act(state.bytes), bot->seat))
        return fault_set(fault, FAULT_NOT_YOUR_TURN, NULL, "core.not_your_turn", NULL);
    game_view(bot->game, state.bytes, bot->seat, view->bytes);
    return true;
}

/* The budget: that of the bot, otherwise that of the request. */
static bool take_budget(const struct bot *bot, const json_t *request,
                        struct player_question *question, struct fault *fault)
{
    int ms = 0, iterations = 0;
    if ((json_object_get(request, "ms") &&
         !answer_take_number(request, "ms", 0, INT_MAX, &ms, fault)) ||
        (json_object_get(request, "iterations") &&
         !answer_take_number(request, "iterations", 0, INT_MAX, &iterations, fault)))
        return false;
    bool own = bot->manner.ms || bot->manner.iterations;
    question->ms = own ? bot->manner.ms : ms;
    question->iterations = own ? bot->manner.iterations : iterations;
    return true;
}

static bool do_suggest(void *context, const json_t *request, json_t *answer, struct fault *fault)
{
    struct bot *bot = context;
    struct game_state_storage view;
    struct game_memory_storage memory = bot->memory;
    struct player_question question = {
        .game = bot->game, .seat = bot->seat, .view = view.bytes, .memory = bot->memory.bytes};
    if (!take_budget(bot, request, &question, fault) || !take_view(bot, request, &view, fault) ||
        !remember(bot, request, view.bytes, &memory, fault))
        return false;
    bot->memory = memory;
    struct rng rng = player_rng(bot->game, view.bytes, bot->asked++);
    union game_move_storage move = {0};
    question.rng = &rng;
    player_choose(bot->manner.player, &question, &move.head);
    char storage[GAME_MOVE_TEXT_MAX];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    bot->game->format(view.bytes, &move.head, &text);
    CHECK(!text.cut);
    json_object_set_new(answer, "move", json_string(text.text));
    return true;
}

static bool do_result(void *context, const json_t *request, json_t *answer, struct fault *fault)
{
    (void)context, (void)request, (void)answer, (void)fault; /* it does not learn */
    return true;
}

static const struct answer_command commands[] = {
    {"new", false, do_new}, {"suggest", true, do_suggest}, {"result", true, do_result}};

static json_t *answer_json(void *context, const json_t *request)
{
    struct bot *bot = context;
    struct fault fault = {0};
    json_t *answer = json_pack("{s:b}", "ok", 1);
    if (answer_run(commands, sizeof commands / sizeof *commands, bot, bot->game != NULL, request,
                   answer, &fault))
        return answer;
    json_decref(answer);
    return answer_refusal(bot->texts, &fault);
}

char *bot_answer(struct bot *bot, const char *line, size_t length)
{
    return answer_line(bot->texts, line, length, answer_json, bot);
}
