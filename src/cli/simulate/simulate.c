/* ludosaure simulate: whole games between computer players, as fast as possible.
 *
 * Game i of seed S is the match with the seed "S/i", whatever plays it: a thread, a shard.
 *
 * Then: records. */
#include "cli/simulate/simulate.h"

#include "base/base.h"
#include "base/system/system.h"
#include "cli/cli.h"
#include "players/players.h"
#include "wire/wire.h"

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    THREADS_MAX = 256,
    GAMES_MAX = 1000000000,
    GAMES_AT_A_TIME = 16, /* games that a thread takes at once */
};

struct simulation {
    const struct game *game;
    struct game_components_storage components;
    uint8_t options[GAME_OPTIONS_MAX];
    struct shard shard;
    int games; /* of the shard */
    const struct player *players[GAME_SEATS_MAX];
    bool all_random;
    bool progress;
    atomic_int next; /* the next game to take */
    FILE *records;   /* gets the record of each game, in the order in which they end; or NULL */
    pthread_mutex_t lock;
    struct simulate_report *report; /* its tally is protected by the lock, and so is `records` */
};

/* ---- Records ---- */

static void take_begin(const struct simulation *sim, const struct game_setup *setup,
                       struct match *match)
{
    struct fault fault;
    CHECK(match_start(match, sim->game, &sim->components, setup->seats, setup->options, setup->seed,
                      setup->seed_length, &fault));
}

static void take_move(struct match *match, int seat, const struct move *move)
{
    char storage[GAME_MOVE_TEXT_MAX];
    struct buffer text;
    struct fault fault;
    buffer_start(&text, storage, sizeof storage);
    match->game->format(match->state.bytes, move, &text);
    CHECK(!text.cut && match_play(match, seat, text.text, NULL, STORY_ALL, &fault));
}

static void watch(void *context, const struct bot_match *match, int seat, const struct move *move)
{
    (void)match;
    take_move(context, seat, move);
}

/* One line. The names say who played: levels. */
static void take_end(struct simulation *sim, struct match *match)
{
    const char *names[GAME_SEATS_MAX];
    for (int seat = 0; seat < match->seats; seat++)
        names[seat] = sim->players[seat]->name;
    json_t *record = record_from_match(match, names);
    char *line = json_dumps(record, JSON_COMPACT);
    CHECK(line);
    pthread_mutex_lock(&sim->lock);
    fprintf(sim->records, "%s\n", line); /* whether all could be written is known at the end */
    pthread_mutex_unlock(&sim->lock);
    free(line);
    json_decref(record);
    match_free(match);
}

/* ---- Games ---- */

/* Random players only. They read nothing but what their seat may know, on a view as on a state (a
 * test checks this), so no views are needed. */
static int64_t play_random(const struct simulation *sim, const struct game_setup *setup,
                           uint64_t chance, struct match *record, struct game_result *result)
{
    const struct game *game = sim->game;
    struct game_state_storage state;
    struct fault fault;
    struct rng rng;
    CHECK(game->start(state.bytes, setup, &fault)); /* tried once before the threads start */
    rng_start(&rng, chance);
    int64_t moves = 0;
    for (uint32_t to_act; (to_act = game->to_act(state.bytes)); moves++) {
        int seat = bits_first(to_act);
        if (to_act & (to_act - 1)) /* several may move: a random one goes first */
            seat = bits_nth(to_act, (int)rng_below(&rng, (uint32_t)bits_count(to_act)));
        union game_move_storage move;
        game_sample(game, state.bytes, seat, &rng, &move.head);
        if (record)
            take_move(record, seat, &move.head);
        game->apply(state.bytes, seat, &move.head, NULL);
    }
    game->result(state.bytes, result);
    return moves;
}

static int64_t play_game(const struct simulation *sim, int number, struct match *record,
                         struct game_result *result)
{
    char seed[128];
    int length = snprintf(seed, sizeof seed, "%s/%d", sim->report->seed, number);
    struct game_setup setup = {.seats = sim->report->seats,
                               .components = sim->components.bytes,
                               .seed = seed,
                               .seed_length = (size_t)length};
    memcpy(setup.options, sim->options, sizeof setup.options);
    uint64_t chance = hash_text(HASH_START, seed); /* for the players, different in every game */
    if (record)
        take_begin(sim, &setup, record);
    if (sim->all_random)
        return play_random(sim, &setup, chance, record, result);
    struct bot_match match;
    bot_match_start(&match, sim->game, &setup, sim->players, chance);
    match.watch = record ? watch : NULL;
    match.watch_context = record;
    int64_t moves = bot_match_play(&match, result);
    bot_match_end(&match);
    return moves;
}

static void *work(void *argument)
{
    struct simulation *sim = argument;
    struct match record = {0}; /* large: once, and not for each game */
    for (;;) {
        int first = atomic_fetch_add(&sim->next, GAMES_AT_A_TIME);
        if (first >= sim->games)
            return NULL;
        struct simulate_tally tally = {0};
        for (int i = first; i < first + GAMES_AT_A_TIME && i < sim->games; i++) {
            struct game_result result;
            int64_t moves =
                play_game(sim, shard_item(&sim->shard, i), sim->records ? &record : NULL, &result);
            if (sim->records)
                take_end(sim, &record);
            simulate_tally_add(&tally, sim->report->seats, moves, &result);
        }
        pthread_mutex_lock(&sim->lock);
        simulate_tally_merge(&sim->report->tally, &tally);
        pthread_mutex_unlock(&sim->lock);
    }
}

/* Prints the progress until all games are played. */
static void show_progress(struct simulation *sim)
{
    for (int64_t games = 0; games < sim->games;) {
        nanosleep(&(struct timespec){.tv_nsec = 200 * 1000 * 1000}, NULL);
        pthread_mutex_lock(&sim->lock);
        games = sim->report->tally.games;
        pthread_mutex_unlock(&sim->lock);
        fprintf(stderr, "\r%3lld %%  %lld / %d ", (long long)(games * 100 / sim->games),
                (long long)games, sim->games);
    }
    fputs("\r\033[K", stderr);
}

static double run_threads(struct simulation *sim, int count)
{
    pthread_t threads[THREADS_MAX];
    double begin = (double)clock_ns() / 1e9;
    for (int i = 0; i < count; i++)
        CHECK(pthread_create(&threads[i], NULL, work, sim) == 0);
    if (sim->progress)
        show_progress(sim);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    return (double)clock_ns() / 1e9 - begin;
}

static void show(const struct console *console, const struct simulate_report *report, bool json)
{
    if (!json) {
        simulate_report_print(console, report);
        return;
    }
    json_t *out = simulate_report_json(report);
    json_dumpf(out, stdout, JSON_COMPACT | JSON_REAL_PRECISION(10));
    putchar('\n');
    json_decref(out);
}

/* Adds the report in a file to the total, which is empty before the first one. Returns an exit
 * code. */
static int merge_file(const struct console *console, struct simulate_report *total,
                      const char *path)
{
    struct simulate_report report;
    json_t *json;
    int code = series_load(console, path, &json);
    if (code != CONSOLE_OK)
        return code;
    const char *trouble = simulate_report_read(&report, json) ? NULL : "not_a_report";
    json_decref(json);
    if (!trouble && !total->series.parts) {
        *total = report;
        return CONSOLE_OK;
    }
    if (!trouble)
        trouble = simulate_report_add(total, &report);
    simulate_report_free(&report);
    return trouble ? complain_failure(console, trouble, path) : CONSOLE_OK;
}

static int merge(struct console *console, int argc, char **argv, bool json)
{
    struct simulate_report total = {0};
    int code = argc ? CONSOLE_OK : complain_usage(console, "file_needed", "");
    for (int i = 0; i < argc && code == CONSOLE_OK; i++)
        code = merge_file(console, &total, argv[i]);
    if (code == CONSOLE_OK)
        show(console, &total, json);
    simulate_report_free(&total);
    return code;
}

/* The words of the command line that need the game to be understood. */
struct simulate_words {
    const char *game, *players, *shard, *seed, *records;
    struct cli_repeated options;
};

/* Checks the words and fills in the simulation. Returns an exit code. */
static int prepare(const struct console *console, struct simulation *sim,
                   const struct simulate_words *words)
{
    struct simulate_report *report = sim->report;
    struct fault fault;
    sim->game = cli_game(console, words->game);
    if (!sim->game || !cli_seats(console, sim->game, &report->seats))
        return CONSOLE_USAGE;
    if (strlen(words->seed) >= sizeof report->seed)
        return complain_usage(console, "seed_too_long", "");
    if (!shard_parse(words->shard, &sim->shard))
        return complain_usage(console, "bad_shard", words->shard);
    if (!cli_seed(console, words->seed) ||
        !cli_players(console, sim->game, words->players, sim->players, report->seats) ||
        !cli_game_options(console, sim->game, &words->options, sim->options))
        return CONSOLE_USAGE;
    if (!wire_components_load(sim->game, console->data_folder, &sim->components, &fault))
        return complain_fault(console, &fault);
    struct game_state_storage state;
    struct game_setup setup = {
        .seats = report->seats, .components = sim->components.bytes, .seed = "", .seed_length = 0};
    memcpy(setup.options, sim->options, sizeof setup.options);
    if (!sim->game->start(state.bytes, &setup, &fault))
        return complain_fault(console, &fault);
    snprintf(report->seed, sizeof report->seed, "%s", words->seed);
    simulate_report_describe(report, sim->game, sim->options, sim->players, words->shard);
    sim->games = shard_count(&sim->shard, sim->games);
    sim->all_random = true;
    for (int seat = 0; seat < report->seats; seat++)
        sim->all_random = sim->all_random && sim->players[seat]->way == MIND_RANDOM;
    return CONSOLE_OK;
}

/* Returns an exit code. */
static int end_records(const struct console *console, struct simulation *sim, const char *path)
{
    if (!sim->records)
        return CONSOLE_OK;
    bool good = !ferror(sim->records);
    good = fclose(sim->records) == 0 && good;
    return good ? CONSOLE_OK : complain_failure(console, "cannot_write", path);
}

int cli_simulate(struct console *console, int argc, char **argv)
{
    struct simulate_report report = {0};
    struct simulation sim = {.games = 1000, .lock = PTHREAD_MUTEX_INITIALIZER, .report = &report};
    struct simulate_words words = {.players = "random", .shard = "1/1", .seed = "1"};
    int threads = 1, code;
    bool json = false;
    const struct cli_option options[] = {
        {.name = "seats", .type = CLI_NUMBER, .target = &report.seats, .low = 1, .high = 99},
        {.name = "games", .type = CLI_NUMBER, .target = &sim.games, .low = 1, .high = GAMES_MAX},
        {.name = "seed", .type = CLI_TEXT, .target = &words.seed},
        {.name = "players", .type = CLI_TEXT, .target = &words.players},
        {.name = "threads", .type = CLI_NUMBER, .target = &threads, .low = 1, .high = THREADS_MAX},
        {.name = "shard", .type = CLI_TEXT, .target = &words.shard},
        {.name = "option", .type = CLI_REPEATED, .target = &words.options},
        {.name = "records", .type = CLI_TEXT, .target = &words.records},
        {.name = "json", .type = CLI_FLAG, .target = &json},
        {.name = NULL}};
    if (!cli_parse(console, &argc, argv, options, &code))
        return code;
    if (argc > 0 && strcmp(argv[0], "merge") == 0)
        return merge(console, argc - 1, argv + 1, json);
    if (!cli_words(console, argc, argv, 1, "game_needed"))
        return CONSOLE_USAGE;
    words.game = argv[0];
    code = prepare(console, &sim, &words);
    if (code != CONSOLE_OK)
        return code;
    if (words.records && !(sim.records = fopen(words.records, "w")))
        code = complain_failure(console, "cannot_write", words.records);
    if (code == CONSOLE_OK) {
        sim.progress = isatty(STDERR_FILENO);
        report.threads = threads;
        report.seconds = run_threads(&sim, threads);
        code = end_records(console, &sim, words.records);
        show(console, &report, json);
    }
    simulate_report_free(&report);
    return code;
}
