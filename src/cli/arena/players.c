/* Reads the players of an arena. */
#include "cli/arena/arena.h"

#include "base/base.h"
#include "base/system/system.h"
#include "terminal/screen/screen.h"
#include "wire/wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SOFTNESS_MAX = 100000 };

/* The length of the text up to one of `ends`, without those after a backslash. */
static size_t span_until(const char *text, const char *ends)
{
    size_t length = 0;
    while (text[length] && !strchr(ends, text[length]))
        length += text[length] == '\\' && text[length + 1] ? 2 : 1;
    return length;
}

/* Reads "key=number" into `budget`, which must still be 0. */
static bool take_budget(const char *text, const char *key, int most, int *budget)
{
    size_t length = strlen(key);
    if (strncmp(text, key, length) != 0)
        return false;
    char *end;
    errno = 0;
    long number = strtol(text + length, &end, 10);
    if (*budget || errno || end == text + length || *end || number < 1 || number > most)
        return false;
    *budget = (int)number;
    return true;
}

/* Reports need names in UTF-8. */
static bool is_utf8(const char *text)
{
    uint32_t code;
    for (int length; *text; text += length)
        if (!(length = utf8_read(text, &code)))
            return false;
    return true;
}

/* Splits the command of a program into words. False if there are none or too many. */
static bool take_command(struct arena_player *player, const char *text)
{
    size_t at = 0;
    for (;;) {
        while (*text == ' ')
            text++;
        if (!*text)
            return player->word_count > 0;
        if (player->word_count == ARENA_WORDS_MAX)
            return false;
        player->words[player->word_count++] = (int)at;
        for (; *text && *text != ' '; text++) {
            text += *text == '\\' && text[1];
            player->command[at++] = *text;
        }
        player->command[at++] = '\0';
    }
}

/* Reads what follows the name: "@ms=100@softness=50", for example. Changes the text. */
static bool take_budgets(struct arena_player *player, char *text)
{
    while (*text) {
        char *budget = text + 1;
        size_t length = strcspn(budget, "@");
        text = budget + length;
        char after = *text;
        *text = '\0';
        if (!take_budget(budget, "ms=", CLI_MS_MAX, &player->ms) &&
            !take_budget(budget, "iterations=", CLI_ITERATIONS_MAX, &player->iterations) &&
            !take_budget(budget, "softness=", SOFTNESS_MAX, &player->softness))
            return false;
        *text = after;
    }
    return !player->ms || !player->iterations;
}

/* `name` is without a budget. */
static bool take_name(const struct console *console, const struct game *game,
                      struct arena_player *player, const char *name)
{
    size_t prefix = strlen(PLAYER_PROGRAM);
    if (strncmp(name, PLAYER_PROGRAM, prefix) == 0)
        return (is_utf8(name) && take_command(player, name + prefix)) ||
               complain_usage(console, "bad_command", player->name) == CONSOLE_OK;
    player->clairvoyant = strcmp(name, PLAYER_CLAIRVOYANT) == 0;
    player->teacher = strcmp(name, PLAYER_TEACHER) == 0;
    player->level = player_find(player->clairvoyant || player->teacher ? "expert" : name);
    if (!player->level)
        return complain_usage(console, "unknown_player", name) == CONSOLE_OK;
    bool is_earlier = player->level->is_earlier;
    if (!cli_player_fits(console, game, &player->level))
        return false;
    char text[ARENA_NAME + sizeof " ()"];
    bool changed = player->ms || player->iterations || player->softness;
    if (changed && player->level->is_step) {
        snprintf(text, sizeof text, "%s%s%s%s", name, is_earlier ? " (" : "",
                 is_earlier ? player->level->name : "", is_earlier ? ")" : "");
        return complain_usage(console, "budget_of_step", text) == CONSOLE_OK;
    }
    if (is_earlier) { /* reports name the player that it stands for */
        snprintf(text, sizeof text, "%s%s", player->level->name, player->name + strlen(name));
        snprintf(player->name, sizeof player->name, "%.*s", ARENA_NAME - 1, text);
    }
    return true;
}

bool arena_player_next(const struct console *console, const struct game *game, const char **list,
                       struct arena_player *player)
{
    *player = (struct arena_player){.level = NULL};
    const char *text = *list;
    size_t length = span_until(text, ",");
    *list += length + (text[length] == ',');
    if (length >= sizeof player->name)
        return complain_usage(console, "player_too_long", "") == CONSOLE_OK;
    snprintf(player->name, sizeof player->name, "%.*s", (int)length, text);
    char name[ARENA_NAME];
    snprintf(name, sizeof name, "%s", player->name);
    size_t end = span_until(name, "@");
    if (!take_budgets(player, name + end))
        return complain_usage(console, "bad_budget", player->name) == CONSOLE_OK;
    name[end] = '\0';
    return take_name(console, game, player, name);
}

/* ---- Other programs ---- */

/* A program that needs this much longer than it should is considered to hang. */
enum {
    MS_STANDARD = 1000,
    HANGS_AFTER = 20,             /* times its budget */
    HANGS_AFTER_MS = 60 * 1000,   /* if its budget is not a time */
    BEGINS_WITHIN_MS = 20 * 1000, /* also answers to all requests but `suggest` */
};

static bool fail(struct arena_program *program, const char *key, const char *detail)
{
    struct arena_failure *failure = &program->failure;
    failure->key = key;
    snprintf(failure->name, sizeof failure->name, "%s", program->player->name);
    snprintf(failure->detail, sizeof failure->detail, "%s", detail);
    say_clean(failure->detail);
    return false;
}

/* Sends a request, which is released, and returns the answer, or NULL after a failure. */
static json_t *ask(struct arena_program *program, const char *cmd, json_t *request,
                   int64_t limit_ms)
{
    static const char *const failures[] = {
        [PROCESS_ENDED] = "ended", [PROCESS_LATE] = "late", [PROCESS_TOO_LONG] = "endless"};
    char *line;
    json_t *whole = json_pack("{s:I, s:s}", "id", (json_int_t)++program->asked, "cmd", cmd);
    json_object_update(whole, request);
    json_decref(request);
    char *text = json_dumps(whole, JSON_COMPACT);
    CHECK(text);
    json_decref(whole);
    text = alloc_resize(text, strlen(text) + sizeof "\n", 1);
    strcat(text, "\n");
    snprintf(program->failure.request, sizeof program->failure.request, "%s", cmd);
    enum process_outcome outcome = process_ask(&program->process, text, limit_ms, &line);
    free(text);
    if (outcome != PROCESS_ANSWERED) {
        fail(program, failures[outcome], SAY_NUMBER(limit_ms));
        return NULL;
    }
    json_t *answer = wire_parse(line, strlen(line));
    if (json_integer_value(json_object_get(answer, "id")) == program->asked &&
        json_is_true(json_object_get(answer, "ok")))
        return answer;
    json_decref(answer);
    fail(program, "garbage", line);
    return NULL;
}

static json_t *saved(const struct game *game, const void *state, struct doc *doc)
{
    doc_start(doc);
    game->save(game, state, doc, NULL);
    CHECK(!doc->full);
    return wire_from_doc(doc, doc_root(doc));
}

static struct arena_program *program_of(struct bot_match_guest *guest)
{
    return (struct arena_program *)guest;
}

static bool begin(struct bot_match_guest *guest, const struct bot_match *match, int seat)
{
    struct arena_program *program = program_of(guest);
    struct doc *doc = doc_new();
    json_t *view = saved(match->game, match->seat[seat].view.bytes, doc);
    free(doc);
    json_t *request =
        json_pack("{s:s, s:i, s:i, s:O}", "game", match->game->id, "seats", match->seats, "seat",
                  seat, "options", json_object_get(view, "options"));
    json_decref(view);
    json_array_clear(program->events);
    json_t *answer = ask(program, "new", request, BEGINS_WITHIN_MS);
    json_decref(answer);
    return answer;
}

static void observe(struct bot_match_guest *guest, const struct doc *doc)
{
    json_t *events = wire_from_doc(doc, doc_root(doc));
    json_array_extend(program_of(guest)->events, events);
    json_decref(events);
}

/* Adds the legal moves to a question. */
static void add_moves(json_t *request, const struct game *game, const void *view, int seat)
{
    struct move *moves = alloc_array(GAME_MOVES_MAX, sizeof *moves);
    int count = game->legal(view, seat, moves);
    json_t *list = json_array(), *open = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list, wire_move(game, view, &moves[i]));
    const char *kind = game->open_kind ? game->open_kind(view, seat) : NULL;
    if (kind)
        json_array_append_new(open, json_string(kind));
    json_object_set_new(request, "moves", list);
    json_object_set_new(request, "open", open);
    free(moves);
}

/* The question: everything that the seat may know. The imagined position is made from that alone. */
static json_t *question(struct arena_program *program, const struct bot_match *match, int seat)
{
    const struct game *game = match->game;
    const void *view = match->seat[seat].view.bytes;
    struct doc *doc = doc_new();
    struct game_state_storage imagined;
    struct rng rng = player_rng(game, view, (size_t)program->asked);
    game_determinize(game, view, seat, match->seat[seat].memory.bytes, &rng, imagined.bytes);
    json_t *request = json_pack("{s:i, s:s, s:o, s:o, s:O}", "seat", seat, "phase",
                                game->phase(view), "view", saved(game, view, doc), "imagined",
                                saved(game, imagined.bytes, doc), "events", program->events);
    doc_start(doc);
    game_aids_save(game, view, seat, doc, NULL);
    json_object_set_new(request, "aids", wire_from_doc(doc, doc_root(doc)));
    add_moves(request, game, view, seat);
    if (program->ms)
        json_object_set_new(request, "ms", json_integer(program->ms));
    if (program->iterations)
        json_object_set_new(request, "iterations", json_integer(program->iterations));
    free(doc);
    return request;
}

/* Reads the move of an answer. */
static bool take_move(struct arena_program *program, const struct bot_match *match, int seat,
                      const char *text, struct move *move)
{
    const struct game *game = match->game;
    const void *view = match->seat[seat].view.bytes;
    struct fault *fault = &program->failure.fault;
    if (!game->parse(view, text, move))
        fault_set(fault, FAULT_BAD_MOVE, NULL, "core.bad_move", "%.60s", text);
    else if (game->check(view, seat, move, fault))
        return true;
    return fail(program, "illegal", text);
}

static bool choose(struct bot_match_guest *guest, const struct bot_match *match, int seat,
                   struct move *move)
{
    struct arena_program *program = program_of(guest);
    int64_t limit = program->ms ? (int64_t)program->ms * HANGS_AFTER : HANGS_AFTER_MS;
    json_t *answer = ask(program, "suggest", question(program, match, seat), limit);
    json_array_clear(program->events);
    const char *text = wire_text(json_object_get(answer, "move"));
    bool good = answer &&
                (text ? take_move(program, match, seat, text, move) : fail(program, "no_move", ""));
    json_decref(answer);
    return good;
}

static bool end(struct bot_match_guest *guest, const struct bot_match *match,
                const struct game_result *result)
{
    struct arena_program *program = program_of(guest);
    json_t *scores = json_array(), *winners = json_array();
    for (int seat = 0; seat < match->seats; seat++) {
        json_array_append_new(scores, json_integer(result->scores[seat]));
        if (bits_have(result->winners, seat))
            json_array_append_new(winners, json_integer(seat));
    }
    json_t *request = json_pack("{s:O, s:o, s:o}", "events", program->events, "scores", scores,
                                "winners", winners);
    json_t *answer = ask(program, "result", request, BEGINS_WITHIN_MS);
    json_decref(answer);
    return answer;
}

struct arena_program *arena_program_start(const struct arena_player *player, int ms, int iterations,
                                          struct arena_failure *failure)
{
    struct arena_program *program = alloc_new(sizeof *program);
    char command[ARENA_NAME], *argv[ARENA_WORDS_MAX + 1] = {NULL};
    memcpy(command, player->command, sizeof command);
    for (int i = 0; i < player->word_count; i++)
        argv[i] = command + player->words[i];
    bool own = player->ms || player->iterations;
    *program = (struct arena_program){
        .guest = {.begin = begin, .observe = observe, .choose = choose, .end = end},
        .player = player,
        .ms = own ? player->ms : ms,
        .iterations = own ? player->iterations : iterations};
    if (!program->ms && !program->iterations)
        program->ms = MS_STANDARD;
    if (!process_start(&program->process, argv)) {
        int why = errno;
        bool here = why == ENOENT && !strchr(argv[0], '/') && access(argv[0], F_OK) == 0;
        fail(program, here ? "cannot_start_here" : "cannot_start", strerror(why));
        *failure = program->failure;
        free(program);
        return NULL;
    }
    program->events = json_array();
    return program;
}

void arena_program_stop(struct arena_program *program)
{
    if (!program)
        return;
    process_stop(&program->process);
    json_decref(program->events);
    free(program);
}

int arena_failure_print(const struct console *console, const struct arena_failure *failure,
                        const char *seed)
{
    char storage[256];
    struct buffer reason;
    buffer_start(&reason, storage, sizeof storage);
    if (failure->fault.text)
        complain_fault_text(console, &failure->fault, &reason);
    return complain_say(console, CONSOLE_FAILED, "arena", failure->key, failure->name, seed,
                        failure->request, failure->detail, reason.text, NULL);
}
