/* ludosaure arena: matches between computer players in which luck cancels.
 *
 * Deal d of seed S is the match with the seed "S/d". It is played once for every rotation of the
 * players around the table. With more players than seats, each deal takes the next ones in turn. */
#include "cli/arena/arena.h"

#include "base/base.h"
#include "cli/cli.h"
#include "players/players.h"
#include "wire/wire.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS_MAX = 256, GAMES_MAX = 1000000000 };
enum { SEED_MAX = 160 };
static const double SPRT_MARGIN =
    0.05; /* the smallest difference in the share of wins worth detecting */

/* Ctrl-C ends the series. The deals that were played to the end are reported. */
static atomic_bool interrupted;

static void interrupt(int signal)
{
    (void)signal;
    interrupted = true;
}

static void heed_interruptions(void)
{
    /* The second time, the program ends without waiting for a move. */
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

struct arena {
    const struct game *game;
    struct game_components_storage components;
    uint8_t options[GAME_OPTIONS_MAX];
    struct arena_report *report; /* under the lock */
    struct arena_player line_up[STANDINGS_MAX];
    int line_up_count, name_of[STANDINGS_MAX]; /* index of each player's name in the report */
    int ms, iterations;
    struct shard shard;
    int deals; /* of the shard */
    bool sprt, progress;
    pthread_mutex_t lock;
    int next; /* protected by the lock, like everything below */
    int done;
    struct arena_failure failure; /* of a program; stops the arena */
    char failure_seed[SEED_MAX];
};

/* A match of an arena: which place of the line-up sits where. */
struct arena_match {
    char seed[SEED_MAX];
    int place[GAME_SEATS_MAX];
    struct bot_match match;
    struct habit_tally habits[GAME_SEATS_MAX][GAME_HABITS_MAX];
};

/* One thread of an arena. */
struct arena_worker {
    struct arena *arena;
    struct arena_program *programs[STANDINGS_MAX]; /* by place in the line-up; NULL: a level */
};

static void seat_players(struct arena_worker *worker, struct arena_match *game, int rotation,
                         int deal)
{
    struct arena *arena = worker->arena;
    const struct arena_report *report = arena->report;
    int seats = report->seats, count = arena->line_up_count;
    const struct player *levels[GAME_SEATS_MAX];
    int length = snprintf(game->seed, sizeof game->seed, "%s/%d", report->seed, deal);
    struct game_setup setup = {.seats = seats,
                               .components = arena->components.bytes,
                               .seed = game->seed,
                               .seed_length = (size_t)length};
    memcpy(setup.options, arena->options, sizeof setup.options);
    for (int seat = 0; seat < seats; seat++) {
        int place = (seat + rotation) % seats;
        game->place[seat] = count == seats ? place : (deal + place) % count;
        levels[seat] = arena->line_up[game->place[seat]].level;
    }
    bot_match_start(&game->match, arena->game, &setup, levels,
                    ((uint64_t)deal << 20) + ((uint64_t)rotation << 8));
    game->match.ms = arena->ms;
    game->match.iterations = arena->iterations;
    game->match.timed = true;
    for (int seat = 0; seat < seats; seat++) {
        const struct arena_player *player = &arena->line_up[game->place[seat]];
        struct arena_program *program = worker->programs[game->place[seat]];
        game->match.seat[seat].ms = player->ms;
        game->match.seat[seat].iterations = player->iterations;
        game->match.seat[seat].softness = player->softness;
        game->match.seat[seat].clairvoyant = player->clairvoyant;
        game->match.seat[seat].teacher = player->teacher;
        game->match.seat[seat].guest = program ? &program->guest : NULL;
    }
}

static void add_result(const struct arena *arena, const struct arena_match *game,
                       const struct game_result *result, struct standings *standings,
                       struct standings_deal *sums)
{
    int seats = game->match.seats;
    bool together = seats == arena->game->seats_together; /* then everyone has won all of it */
    int64_t part = STANDINGS_WIN;
    if (result->winners && !together)
        part /= bits_count(result->winners);
    for (int seat = 0; seat < seats; seat++) {
        int who = arena->name_of[game->place[seat]];
        struct standing *standing = &standings->of[who];
        bool won = bits_have(result->winners, seat);
        standing->matches++;
        standing->wins += won ? part : 0;
        standing->score += result->scores[seat];
        standing->moves += game->match.seat[seat].moves;
        standing->thinking_s += (double)game->match.seat[seat].thinking_ns / 1e9;
        for (int k = 0; k < GAME_HABITS_MAX; k++) {
            standing->habits[k].sum += game->habits[seat][k].sum;
            standing->habits[k].occasions += game->habits[seat][k].occasions;
        }
        sums->matches[who]++;
        sums->wins[who] += won ? part : 0;
        for (int other = 0; won && other < seats; other++) {
            int loser = arena->name_of[game->place[other]];
            if (!bits_have(result->winners, other) && loser != who)
                standings->beaten[who][loser]++;
        }
    }
}

/* Stops the arena because of a program. The first failure is the one that is printed. */
static void fail(struct arena *arena, const struct arena_failure *failure, const char *seed)
{
    pthread_mutex_lock(&arena->lock);
    if (!arena->failure.key) {
        arena->failure = *failure;
        snprintf(arena->failure_seed, sizeof arena->failure_seed, "%s", seed);
    }
    pthread_mutex_unlock(&arena->lock);
}

/* Before each move: counts the habits that it shows, and heeds interruptions. */
static void watch(void *context, const struct bot_match *match, int seat, const struct move *move)
{
    struct arena_match *own = context;
    const struct game_habits *habits = match->game->habits;
    own->match.stopped = interrupted;
    if (!habits)
        return;
    struct game_state_storage after = match->state;
    match->game->apply(after.bytes, seat, move, NULL);
    habits->count(match->state.bytes, seat, move, after.bytes, own->habits[seat]);
}

/* Plays a deal once for every rotation. False if a program failed, or after Ctrl-C. */
static bool play_deal(struct arena_worker *worker, int deal, struct standings *standings)
{
    struct arena *arena = worker->arena;
    struct standings_deal sums = {0};
    for (int rotation = 0; rotation < arena->report->seats; rotation++) {
        struct arena_match game = {0};
        struct game_result result;
        seat_players(worker, &game, rotation, deal);
        game.match.watch = watch;
        game.match.watch_context = &game;
        bot_match_play(&game.match, &result);
        bot_match_end(&game.match);
        for (int i = 0; game.match.stopped && i < arena->line_up_count; i++)
            if (worker->programs[i] && worker->programs[i]->failure.key)
                fail(arena, &worker->programs[i]->failure, game.seed);
        if (game.match.stopped)
            return false;
        add_result(arena, &game, &result, standings, &sums);
    }
    standings_add_deal(standings, &sums);
    return true;
}

static bool programs_start(struct arena_worker *worker)
{
    struct arena *arena = worker->arena;
    struct arena_failure failure;
    for (int i = 0; i < arena->line_up_count; i++) {
        const struct arena_player *player = &arena->line_up[i];
        if (player->level)
            continue;
        worker->programs[i] = arena_program_start(player, arena->ms, arena->iterations, &failure);
        if (!worker->programs[i]) {
            fail(arena, &failure, "");
            return false;
        }
    }
    return true;
}

/* The next deal, or -1. */
static int deal_next(struct arena *arena)
{
    pthread_mutex_lock(&arena->lock);
    bool more = arena->next < arena->deals && arena->report->verdict == STANDINGS_UNDECIDED &&
                !arena->failure.key && !interrupted;
    int number = more ? arena->next++ : -1;
    pthread_mutex_unlock(&arena->lock);
    return more ? shard_item(&arena->shard, number) : -1;
}

static void deal_add(struct arena *arena, const struct standings *standings)
{
    struct arena_report *report = arena->report;
    pthread_mutex_lock(&arena->lock);
    standings_merge(&report->standings, standings);
    arena->done++;
    if (arena->sprt)
        report->verdict = standings_decide(&report->standings, 1.0 / report->seats, SPRT_MARGIN);
    if (arena->progress)
        fprintf(stderr, "\r%d / %d ", arena->done, arena->deals);
    pthread_mutex_unlock(&arena->lock);
}

static void *work(void *argument)
{
    struct arena *arena = argument;
    struct arena_worker worker = {.arena = arena};
    bool good = programs_start(&worker);
    for (int deal; good && (deal = deal_next(arena)) >= 0;) {
        struct standings standings = {.count = arena->report->standings.count};
        good = play_deal(&worker, deal, &standings);
        if (good)
            deal_add(arena, &standings);
    }
    for (int i = 0; i < arena->line_up_count; i++)
        arena_program_stop(worker.programs[i]);
    return NULL;
}

static void run(struct arena *arena, int threads)
{
    pthread_t thread[THREADS_MAX];
    for (int i = 0; i < threads; i++)
        CHECK(pthread_create(&thread[i], NULL, work, arena) == 0);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    if (arena->progress)
        fputs("\r\033[K", stderr);
}

/* Reads a list such as "expert,easy"; the last player fills the remaining seats. */
static bool take_line_up(const struct console *console, struct arena *arena, const char *list)
{
    struct arena_report *report = arena->report;
    while (*list || arena->line_up_count < report->seats) {
        int place = arena->line_up_count++;
        if (place == STANDINGS_MAX)
            return complain_usage(console, "too_many", "--players") == CONSOLE_OK;
        struct arena_player *player = &arena->line_up[place];
        if (!*list && place > 0)
            *player = player[-1];
        else if (!arena_player_next(console, arena->game, &list, player))
            return false;
        if (!player->level && arena->game->realtime)
            return complain_usage(console, "programs_in_turns", player->name) == CONSOLE_OK;
        int name = 0;
        while (name < report->standings.count && strcmp(report->names[name], player->name) != 0)
            name++;
        if (name == report->standings.count)
            snprintf(report->names[report->standings.count++], ARENA_NAME, "%s", player->name);
        arena->name_of[place] = name;
    }
    return true;
}

static void describe(const struct arena *arena, const char *shard)
{
    json_t *line_up = json_array();
    for (int i = 0; i < arena->line_up_count; i++)
        json_array_append_new(line_up, json_string(arena->line_up[i].name));
    arena_report_describe(arena->report, arena->game, arena->options, line_up, arena->ms,
                          arena->iterations, shard);
}

static int show(const struct console *console, const struct arena_report *report, bool json,
                const char *svg)
{
    if (json) {
        json_t *out = arena_report_json(report);
        json_dumpf(out, stdout, JSON_COMPACT | JSON_REAL_PRECISION(12));
        putchar('\n');
        json_decref(out);
    } else {
        arena_report_print(console, report);
    }
    if (svg && !arena_report_svg(report, svg))
        return complain_failure(console, "cannot_write", svg);
    return CONSOLE_OK;
}

/* Adds the report in a file to the total, which is empty before the first one. Returns an exit
 * code. */
static int merge_file(const struct console *console, struct arena_report *total, const char *path)
{
    struct arena_report report = {0};
    json_t *json;
    int code = series_load(console, path, &json);
    if (code != CONSOLE_OK)
        return code;
    const char *trouble = !arena_report_read(&report, json) ? "not_a_report"
                          : report.interrupted              ? "interrupted_report"
                                                            : NULL;
    json_decref(json);
    if (!trouble && !total->series.parts) {
        *total = report;
        return CONSOLE_OK;
    }
    if (!trouble)
        trouble = arena_report_add(total, &report);
    arena_report_free(&report);
    return trouble ? complain_failure(console, trouble, path) : CONSOLE_OK;
}

static int merge(struct console *console, int argc, char **argv, bool json, const char *svg)
{
    struct arena_report total = {0};
    int code = argc ? CONSOLE_OK : complain_usage(console, "file_needed", "");
    for (int i = 0; i < argc && code == CONSOLE_OK; i++)
        code = merge_file(console, &total, argv[i]);
    if (code == CONSOLE_OK)
        code = show(console, &total, json, svg);
    arena_report_free(&total);
    return code;
}

/* The words of the command line that need the game to be understood. */
struct arena_words {
    const char *game, *players, *shard, *seed;
    struct cli_repeated options;
    int games;
};

/* Checks the words and fills in the arena. Returns an exit code. */
static int prepare(const struct console *console, struct arena *arena,
                   const struct arena_words *words)
{
    struct arena_report *report = arena->report;
    struct fault fault;
    arena->game = cli_game(console, words->game);
    if (!arena->game || !cli_seats(console, arena->game, &report->seats))
        return CONSOLE_USAGE;
    snprintf(report->game, sizeof report->game, "%s", arena->game->id);
    if (strlen(words->seed) >= sizeof report->seed)
        return complain_usage(console, "seed_too_long", "");
    if (!cli_seed(console, words->seed))
        return CONSOLE_USAGE;
    snprintf(report->seed, sizeof report->seed, "%s", words->seed);
    if (arena->sprt && report->seats == arena->game->seats_together)
        return complain_usage(console, "sprt_together", ""); /* all win or lose together */
    if (!shard_parse(words->shard, &arena->shard))
        return complain_usage(console, "bad_shard", words->shard);
    arena->deals = shard_count(&arena->shard, (words->games + report->seats - 1) / report->seats);
    if (!take_line_up(console, arena, words->players) ||
        !cli_bot_options(console, arena->game, &words->options, arena->options))
        return CONSOLE_USAGE;
    if (!players_take_part(arena->game, arena->options, &fault) ||
        !wire_components_load(arena->game, console->data_folder, &arena->components, &fault))
        return complain_fault(console, &fault);
    return CONSOLE_OK;
}

/* Reports what was played. Returns an exit code. */
static int finish(const struct console *console, const struct arena *arena, bool json,
                  const char *svg)
{
    struct arena_report *report = arena->report;
    report->interrupted = interrupted && arena->done < arena->deals;
    if (arena->failure.key)
        return arena_failure_print(console, &arena->failure, arena->failure_seed);
    int code = report->interrupted && !arena->done ? CONSOLE_OK : show(console, report, json, svg);
    if (!report->interrupted || code != CONSOLE_OK)
        return code;
    char count[64];
    snprintf(count, sizeof count, "%d / %d", arena->done, arena->deals);
    return complain_failure(console, "interrupted", count);
}

int cli_arena(struct console *console, int argc, char **argv)
{
    struct arena_report report = {0};
    struct arena arena = {.report = &report, .lock = PTHREAD_MUTEX_INITIALIZER};
    struct arena_words words = {.players = "random", .shard = "1/1", .seed = "1", .games = 100};
    const char *svg = NULL;
    int threads = 1, code;
    bool json = false;
    const struct cli_option options[] = {
        {.name = "seats", .type = CLI_NUMBER, .target = &report.seats, .low = 1, .high = 99},
        {.name = "games", .type = CLI_NUMBER, .target = &words.games, .low = 1, .high = GAMES_MAX},
        {.name = "seed", .type = CLI_TEXT, .target = &words.seed},
        {.name = "players", .type = CLI_TEXT, .target = &words.players},
        {.name = "ms", .type = CLI_NUMBER, .target = &arena.ms, .low = 1, .high = CLI_MS_MAX},
        {.name = "iterations",
         .type = CLI_NUMBER,
         .target = &arena.iterations,
         .low = 1,
         .high = CLI_ITERATIONS_MAX},
        {.name = "threads", .type = CLI_NUMBER, .target = &threads, .low = 1, .high = THREADS_MAX},
        {.name = "shard", .type = CLI_TEXT, .target = &words.shard},
        {.name = "option", .type = CLI_REPEATED, .target = &words.options},
        {.name = "sprt", .type = CLI_FLAG, .target = &arena.sprt},
        {.name = "svg", .type = CLI_TEXT, .target = &svg},
        {.name = "json", .type = CLI_FLAG, .target = &json},
        {.name = NULL}};
    if (!cli_parse(console, &argc, argv, options, &code))
        return code;
    if (argc > 0 && strcmp(argv[0], "merge") == 0)
        return merge(console, argc - 1, argv + 1, json, svg);
    if (!cli_words(console, argc, argv, 1, "game_needed"))
        return CONSOLE_USAGE;
    words.game = argv[0];
    code = prepare(console, &arena, &words);
    if (code != CONSOLE_OK)
        return code;
    arena.progress = isatty(STDERR_FILENO);
    describe(&arena, words.shard);
    heed_interruptions();
    run(&arena, threads);
    code = finish(console, &arena, json, svg);
    arena_report_free(&report);
    return code;
}
