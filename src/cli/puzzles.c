/* ludosaure puzzles: checks the puzzles of a game and shows how hard they are, or finds new ones. */
#include "cli/commands.h"

#include "base/check.h"
#include "base/hash.h"
#include "cli/cli.h"
#include "puzzles/list.h"
#include "puzzles/make.h"
#include "wire/components.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COUNT_MAX = 10000, MATCHES_MAX = 1000000, LEVELS_MAX = 8 };

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
    int count, solved[LEVELS_MAX];
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
    for (int level = 0; puzzle_levels[level]; level++)
        printf("%10s", puzzle_levels[level]);
    putchar('\n');
    for (int stars = 1; stars <= PUZZLE_STARS_MAX; stars++) {
        const struct tally *tally = &tallies[stars];
        printf("%-6.*s%8d", stars, "***", tally->count);
        for (int level = 0; puzzle_levels[level]; level++)
            printf("%8.0f %%",
                   tally->count ? 100.0 * tally->solved[level] / PUZZLE_TRIES / tally->count : 0);
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
        for (int level = 0; puzzle_levels[level]; level++)
            tally->solved[level] += (int)json_integer_value(
                json_array_get(json_object_get(entry, "solved"), (size_t)level));
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
