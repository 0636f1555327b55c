/* ludosaure puzzles: checks the puzzles of a game and shows how hard they are, or finds new ones.
 *
 * Chapters: finding puzzles; checking the list; the command `solve`. */
#include "cli/cli.h"

#include "base/base.h"
#include "base/system/system.h"
#include "data/data.h"
#include "puzzles/puzzles.h"
#include "wire/wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COUNT_MAX = 10000, MATCHES_MAX = 1000000 };

/* ---- Finding puzzles ---- */

struct making {
    const char *seed;
    int count, first;
};

/* The difficulties of which there are not enough yet: a bit for each. */
static uint32_t stars_wanted(const int found[PUZZLE_STARS_MAX + 1], int count)
{
    uint32_t wanted = 0;
    for (int stars = 1; stars <= PUZZLE_STARS_MAX; stars++)
        if (found[stars] * PUZZLE_STARS_MAX < count)
            wanted |= UINT32_C(1) << stars;
    return wanted;
}

/* Finds puzzles of all difficulties, as an array. */
static json_t *find(const struct game *game, const struct game_components_storage *components,
                    const struct making *making)
{
    bool progress = isatty(STDERR_FILENO);
    int found[PUZZLE_STARS_MAX + 1] = {0};
    json_t *puzzles = json_array();
    for (int number = making->first;
         (int)json_array_size(puzzles) < making->count && number < MATCHES_MAX; number++) {
        json_t *puzzle =
            puzzle_make(game, components, making->seed, number, stars_wanted(found, making->count));
        if (!puzzle)
            continue;
        found[json_integer_value(json_object_get(puzzle, "stars"))]++;
        json_array_append_new(puzzles, puzzle);
        if (progress)
            fprintf(stderr, "\r%zu / %d ", json_array_size(puzzles), making->count);
    }
    if (progress)
        fputs("\r\033[K", stderr);
    return puzzles;
}

/* Those that are rare come last; on the calendar they are among the others. */
static void shuffle(json_t *puzzles, const struct game *game, const char *seed)
{
    struct rng rng;
    uint64_t hash = hash_bytes(HASH_START, game->id, strlen(game->id));
    rng_start(&rng, hash_bytes(hash, seed, strlen(seed)));
    for (size_t left = json_array_size(puzzles); left > 1; left--) {
        size_t other = rng_below(&rng, (uint32_t)left);
        json_t *last = json_incref(json_array_get(puzzles, left - 1));
        json_array_set(puzzles, left - 1, json_array_get(puzzles, other));
        json_array_set_new(puzzles, other, last);
    }
}

static int make(const struct game *game, const struct game_components_storage *components,
                const struct making *making)
{
    json_t *puzzles = find(game, components, making), *puzzle;
    size_t number;
    shuffle(puzzles, game, making->seed);
    printf("{\"game\":\"%s\",\"seed\":\"%s\",\"puzzles\":[", game->id, making->seed);
    json_array_foreach(puzzles, number, puzzle)
    {
        fputs(number ? ",\n" : "\n", stdout);
        json_dumpf(puzzle, stdout, JSON_COMPACT);
    }
    puts("\n]}");
    json_decref(puzzles);
    return CONSOLE_OK;
}

/* ---- Checking the list ---- */

struct tally {
    int count, solved[PUZZLE_SOLVERS];
};

/* Whether the puzzle is valid and its solution is one. False after a message. */
static bool check(const struct console *console, const struct game *game,
                  const struct game_components_storage *components, const json_t *entry)
{
    struct puzzle *puzzle = malloc(sizeof *puzzle);
    CHECK(puzzle);
    union game_move_storage move;
    struct fault fault;
    bool good = puzzle_read(puzzle, game, components, entry, &fault);
    if (good && !(puzzle_solution(puzzle, &move) &&
                  game->check(puzzle->state.bytes, puzzle->seat, &move.head, &fault) &&
                  puzzle_judge(puzzle, &move.head).solved))
        good = fault_set(&fault, FAULT_BAD_POSITION, NULL, "core.bad_puzzle", "solution");
    if (!good)
        complain_fault(console, &fault);
    free(puzzle);
    return good;
}

static void print_tally(const struct console *console, const struct tally tallies[])
{
    printf("%-6s%8s", "", complain_text(console, "puzzles_count"));
    for (int i = 0; i < PUZZLE_SOLVERS; i++)
        printf("%10s", puzzle_solvers[i].name);
    putchar('\n');
    for (int stars = 1; stars <= PUZZLE_STARS_MAX; stars++) {
        const struct tally *tally = &tallies[stars];
        printf("%-6.*s%8d", stars, "***", tally->count);
        for (int i = 0; i < PUZZLE_SOLVERS; i++)
            printf("%8.0f %%",
                   tally->count ? 100.0 * tally->solved[i] / PUZZLE_TRIES / tally->count : 0);
        putchar('\n');
    }
}

static int check_all(const struct console *console, const struct game *game,
                     const struct game_components_storage *components)
{
    struct tally tallies[PUZZLE_STARS_MAX + 1] = {{0}};
    json_t *list = puzzle_list(game, console->data_folder);
    bool good = true;
    for (int number = 0; number < puzzle_list_count(list); number++) {
        const json_t *entry = puzzle_list_entry(list, number);
        if (!check(console, game, components, entry)) {
            good = false;
            continue;
        }
        struct tally *tally = &tallies[json_integer_value(json_object_get(entry, "stars"))];
        tally->count++;
        for (int i = 0; i < PUZZLE_SOLVERS; i++)
            tally->solved[i] += (int)json_integer_value(
                json_array_get(json_object_get(entry, "solved"), (size_t)i));
    }
    json_decref(list);
    print_tally(console, tallies);
    return good ? CONSOLE_OK : CONSOLE_FAILED;
}

int cli_puzzles(struct console *console, int argc, char **argv)
{
    struct making making = {.seed = "daily", .count = 30};
    int code;
    const struct cli_option options[] = {
        {.name = "seed", .type = CLI_TEXT, .target = &making.seed},
        {.name = "count", .type = CLI_NUMBER, .target = &making.count, .low = 1, .high = COUNT_MAX},
        {.name = "first", .type = CLI_NUMBER, .target = &making.first, .high = MATCHES_MAX},
        {.name = NULL}};
    if (!cli_parse(console, &argc, argv, options, &code))
        return code;
    bool makes = argc > 0 && strcmp(argv[0], "make") == 0;
    const struct game *game;
    struct game_components_storage components;
    struct fault fault;
    if (!cli_words(console, argc - makes, argv + makes, 1, "game_needed") ||
        !(game = cli_game(console, argv[makes])) || !cli_seed(console, making.seed))
        return CONSOLE_USAGE;
    if (!game->puzzle)
        return complain_failure(console, "no_puzzles", game->id);
    if (!wire_components_load(game, console->data_folder, &components, &fault))
        return complain_fault(console, &fault);
    return makes ? make(game, &components, &making) : check_all(console, game, &components);
}

/* ---- The command `solve` ---- */

/* ludosaure solve: reads a position, and prints the placing with the most tiles. */

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
    game_view(game, state, seat, view.bytes);
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
