/* ludosaure solve: reads a position, and prints the placing with the most tiles. */
#include "cli/commands.h"

#include "base/bits.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "data/data.h"
#include "wire/components.h"
#include "wire/json.h"

#include <errno.h>
#include <stdlib.h>

enum {
    MS_STANDARD = 250,
    MS_MAX = 3600000,
    ITERATIONS_MAX = 1000000000,
    POSITION_BYTES_MAX = 1 << 20,
};

struct answer {
    bool found;
    char move[GAME_MOVE_TEXT_MAX];
    struct mind_solution solution;
    double ms;
};

/* Reads the position on standard input. False after a message. */
static bool position_read(const struct console *console, const struct game **game, void *state)
{
    size_t size;
    char *bytes = data_read_stream(stdin, POSITION_BYTES_MAX, &size);
    if (!bytes) {
        if (errno == EFBIG)
            complain_failure(console, "position_too_long", "");
        else
            complain_cannot_read(console, "stdin", errno);
        return false;
    }
    json_t *json = wire_parse(bytes, size);
    free(bytes);
    static struct doc doc; /* too large for some stacks */
    bool whole = json && wire_to_doc(json, &doc);
    json_decref(json);
    const char *id = whole ? doc_text(&doc, doc_get(&doc, doc_root(&doc), "game")) : NULL;
    if (!id) {
        complain_failure(console, "not_a_position", "");
        return false;
    }
    *game = cli_game(console, id);
    if (!*game)
        return false;
    struct game_components_storage components;
    struct fault fault;
    if (!wire_components_load(*game, console->data_folder, &components, &fault) ||
        !(*game)->load(*game, &doc, doc_root(&doc), components.bytes, state, &fault)) {
        complain_fault(console, &fault);
        return false;
    }
    return true;
}

static void solve(const struct game *game, const void *state, int seat, int ms, int iterations,
                  struct answer *answer)
{
    struct game_state_storage view;
    game->view(state, seat, view.bytes);
    struct rng rng = player_rng(game, view.bytes, 0);
    union game_move_storage move;
    double begin = (double)clock_ns() / 1e6;
    answer->found = player_solve(&(struct player_question){.game = game,
                                                           .seat = seat,
                                                           .view = view.bytes,
                                                           .rng = &rng,
                                                           .ms = ms,
                                                           .iterations = iterations},
                                 &move.head, &answer->solution);
    answer->ms = (double)clock_ns() / 1e6 - begin;
    struct buffer text;
    buffer_start(&text, answer->move, sizeof answer->move);
    if (answer->found)
        game->format(state, &move.head, &text);
}

static void print_json(int seat, const struct answer *answer)
{
    const struct mind_solution *solution = &answer->solution;
    json_t *report = json_pack("{s:i, s:s?, s:i, s:i, s:b, s:f, s:I}", "seat", seat, "move",
                               answer->found ? answer->move : NULL, "placed", solution->placed,
                               "of", solution->of, "proven", solution->best, "ms", answer->ms,
                               "iterations", (json_int_t)solution->iterations);
    json_dumpf(report, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(report);
}

static void print_report(const struct console *console, const struct answer *answer)
{
    const struct mind_solution *solution = &answer->solution;
    if (answer->found)
        printf("%s\n", answer->move);
    printf("%s: %d / %d", complain_text(console, "tiles_placed"), solution->placed, solution->of);
    printf(" (%s)\n", complain_text(console, solution->best ? "proven_best" : "perhaps_not_best"));
    printf("%.0f ms, %lld %s\n", answer->ms, (long long)solution->iterations,
           complain_text(console, "tables_tried"));
}

int cli_solve(struct console *console, int argc, char **argv)
{
    int ms = MS_STANDARD, iterations = 0, code;
    bool json = false;
    const struct cli_option options[] = {
        {.name = "ms", .type = CLI_NUMBER, .target = &ms, .low = 1, .high = MS_MAX},
        {.name = "iterations",
         .type = CLI_NUMBER,
         .target = &iterations,
         .low = 1,
         .high = ITERATIONS_MAX},
        {.name = "json", .type = CLI_FLAG, .target = &json},
        {.name = NULL}};
    if (!cli_parse(console, &argc, argv, options, &code))
        return code;
    if (argc > 0)
        return complain_usage(console, "unexpected_word", argv[0]);
    const struct game *game;
    struct game_state_storage state;
    if (!position_read(console, &game, state.bytes))
        return CONSOLE_FAILED;
    uint32_t to_act = game->to_act(state.bytes);
    int seat = to_act ? bits_first(to_act) : 0;
    if (!game->mind || !game->mind->solve || !to_act || !game->open_kind(state.bytes, seat))
        return complain_failure(console, "nothing_to_solve", "");
    struct answer answer;
    solve(game, state.bytes, seat, ms, iterations, &answer);
    if (json)
        print_json(seat, &answer);
    else
        print_report(console, &answer);
    return CONSOLE_OK;
}
