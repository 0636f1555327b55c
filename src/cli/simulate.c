/* ludosaure simulate: whole games between computer players, as fast as possible.
 *
 * Game i of seed S is the match with the seed "S/i", no matter who plays it and on which thread. All
 * sums are integers, so that the result does not depend on the order in which threads finish. */
#include "cli/commands.h"

#include "base/bits.h"
#include "base/check.h"
#include "base/clock.h"
#include "base/hash.h"
#include "cli/cli.h"
#include "players/bot_match.h"
#include "wire/components.h"

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    WIN_PARTS = 840, /* a whole win; divisible by 1 to 8 winners */
    THREADS_MAX = 256,
    GAMES_MAX = 1000000000,
    GAMES_AT_A_TIME = 16, /* games that a thread takes at once */
};

struct tally {
    int64_t games, moves, moves_min, moves_max;
    int64_t win_parts[GAME_SEATS_MAX];
    int64_t score[GAME_SEATS_MAX];
};

struct simulation {
    const struct game *game;
    struct game_components_storage components;
    int seats;
    uint8_t options[GAME_OPTIONS_MAX];
    const char *seed;
    int games;
    const struct player *players[GAME_SEATS_MAX];
    bool all_random;
    bool progress;
    const struct console *console;
    atomic_int next; /* the next game to take */
    pthread_mutex_t lock;
    struct tally total; /* under the lock */
};

/* Random players only. They read nothing but what their seat may know, on a view as on a state (a
 * test checks this), so no views are needed. */
static int64_t play_random(const struct simulation *sim, const struct game_setup *setup,
                           uint64_t chance, struct game_result *result)
{
    struct game_state_storage state;
    struct fault fault;
    struct rng rng;
    CHECK(sim->game->start(state.bytes, setup, &fault)); /* tried once before the threads start */
    rng_start(&rng, chance);
    int64_t moves = 0;
    for (uint32_t to_act; (to_act = sim->game->to_act(state.bytes)); moves++) {
        int seat = bits_first(to_act);
        if (to_act & (to_act - 1)) /* several may move: a random one goes first */
            seat = bits_nth(to_act, (int)rng_below(&rng, (uint32_t)bits_count(to_act)));
        union game_move_storage move;
        sim->game->sample(state.bytes, seat, &rng, &move.head);
        sim->game->apply(state.bytes, seat, &move.head, NULL);
    }
    sim->game->result(state.bytes, result);
    return moves;
}

static int64_t play_game(const struct simulation *sim, int number, struct game_result *result)
{
    char seed[128];
    int length = snprintf(seed, sizeof seed, "%s/%d", sim->seed, number);
    struct game_setup setup = {.seats = sim->seats,
                               .components = sim->components.bytes,
                               .seed = seed,
                               .seed_length = (size_t)length};
    memcpy(setup.options, sim->options, sizeof setup.options);
    uint64_t chance = hash_text(HASH_START, seed); /* for the players, different in every game */
    if (sim->all_random)
        return play_random(sim, &setup, chance, result);
    struct bot_match match;
    bot_match_start(&match, sim->game, &setup, sim->players, chance);
    int64_t moves = bot_match_play(&match, result);
    bot_match_end(&match);
    return moves;
}

static void tally_add(struct tally *tally, int seats, int64_t moves,
                      const struct game_result *result)
{
    if (tally->games == 0 || moves < tally->moves_min)
        tally->moves_min = moves;
    if (moves > tally->moves_max)
        tally->moves_max = moves;
    tally->games++;
    tally->moves += moves;
    for (int seat = 0; seat < seats; seat++) {
        tally->score[seat] += result->scores[seat];
        if (bits_have(result->winners, seat))
            tally->win_parts[seat] += WIN_PARTS / bits_count(result->winners);
    }
}

static void tally_merge(struct tally *into, const struct tally *from)
{
    if (from->games == 0)
        return;
    if (into->games == 0 || from->moves_min < into->moves_min)
        into->moves_min = from->moves_min;
    if (from->moves_max > into->moves_max)
        into->moves_max = from->moves_max;
    into->games += from->games;
    into->moves += from->moves;
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
        into->score[seat] += from->score[seat];
        into->win_parts[seat] += from->win_parts[seat];
    }
}

static void *work(void *argument)
{
    struct simulation *sim = argument;
    for (;;) {
        int first = atomic_fetch_add(&sim->next, GAMES_AT_A_TIME);
        if (first >= sim->games)
            return NULL;
        struct tally tally = {0};
        for (int number = first; number < first + GAMES_AT_A_TIME && number < sim->games;
             number++) {
            struct game_result result;
            int64_t moves = play_game(sim, number, &result);
            tally_add(&tally, sim->seats, moves, &result);
        }
        pthread_mutex_lock(&sim->lock);
        tally_merge(&sim->total, &tally);
        pthread_mutex_unlock(&sim->lock);
    }
}

/* Prints the progress until all games are played. */
static void show_progress(struct simulation *sim)
{
    for (int64_t games = 0; games < sim->games;) {
        nanosleep(&(struct timespec){.tv_nsec = 200 * 1000 * 1000}, NULL);
        pthread_mutex_lock(&sim->lock);
        games = sim->total.games;
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

static double per_second(int64_t count, double seconds)
{
    return seconds > 0 ? (double)count / seconds : 0;
}

static double mean(int64_t sum, int64_t count)
{
    return (double)sum / (double)count;
}

static void print_json(const struct simulation *sim, double seconds, int threads)
{
    const struct tally *total = &sim->total;
    json_t *players = json_array();
    for (int seat = 0; seat < sim->seats; seat++)
        json_array_append_new(players,
                              json_pack("{s:i, s:s, s:f, s:f}", "seat", seat, "player",
                                        sim->players[seat]->name, "wins",
                                        (double)total->win_parts[seat] / WIN_PARTS, "mean_score",
                                        mean(total->score[seat], total->games)));
    json_t *report = json_pack(
        "{s:s, s:i, s:s, s:i, s:I, s:I, s:{s:f, s:I, s:I}, s:o, s:f, s:f, s:f}", "game",
        sim->game->id, "seats", sim->seats, "seed", sim->seed, "threads", threads, "games",
        (json_int_t)total->games, "moves", (json_int_t)total->moves, "length", "mean",
        mean(total->moves, total->games), "min", (json_int_t)total->moves_min, "max",
        (json_int_t)total->moves_max, "players", players, "seconds", seconds, "games_per_s",
        per_second(total->games, seconds), "moves_per_s", per_second(total->moves, seconds));
    CHECK(report);
    json_dumpf(report, stdout, JSON_COMPACT | JSON_REAL_PRECISION(10));
    putchar('\n');
    json_decref(report);
}

static void print_report(const struct console *console, const struct simulation *sim,
                         double seconds)
{
    const struct tally *total = &sim->total;
    printf("%s · %d %s · %lld %s\n",
           texts_game_name(console->texts, console->language, sim->game->id), sim->seats,
           complain_text(console, "seats"), (long long)total->games,
           complain_text(console, "games"));
    printf("  %-6s %-10s %12s %8s %12s\n", complain_text(console, "seat"),
           complain_text(console, "player"), complain_text(console, "wins"), "%",
           complain_text(console, "mean_score"));
    for (int seat = 0; seat < sim->seats; seat++) {
        double wins = (double)total->win_parts[seat] / WIN_PARTS;
        printf("  %-6d %-10s %12.1f %8.2f %12.2f\n", seat, sim->players[seat]->name, wins,
               100 * wins / (double)total->games, mean(total->score[seat], total->games));
    }
    printf("  %s %.1f (%lld–%lld)\n", complain_text(console, "length"),
           mean(total->moves, total->games), (long long)total->moves_min,
           (long long)total->moves_max);
    printf("  %.3f s, %.0f %s, %.0f %s\n", seconds, per_second(total->games, seconds),
           complain_text(console, "games_per_s"), per_second(total->moves, seconds),
           complain_text(console, "moves_per_s"));
}

int cli_simulate(struct console *console, int argc, char **argv)
{
    struct simulation sim = {.games = 1000, .seed = "1", .lock = PTHREAD_MUTEX_INITIALIZER};
    const char *players = "random";
    struct cli_repeated game_options = {0};
    int threads = 1, code;
    bool json = false;
    const struct cli_option options[] = {
        {.name = "seats", .type = CLI_NUMBER, .target = &sim.seats, .low = 1, .high = 99},
        {.name = "games", .type = CLI_NUMBER, .target = &sim.games, .low = 1, .high = GAMES_MAX},
        {.name = "seed", .type = CLI_TEXT, .target = &sim.seed},
        {.name = "players", .type = CLI_TEXT, .target = &players},
        {.name = "threads", .type = CLI_NUMBER, .target = &threads, .low = 1, .high = THREADS_MAX},
        {.name = "option", .type = CLI_REPEATED, .target = &game_options},
        {.name = "json", .type = CLI_FLAG, .target = &json},
        {.name = NULL}};
    if (!cli_parse(console, &argc, argv, options, &code))
        return code;
    if (!cli_words(console, argc, argv, 1, "game_needed") ||
        !(sim.game = cli_game(console, argv[0])) || !cli_seats(console, sim.game, &sim.seats))
        return CONSOLE_USAGE;
    if (strlen(sim.seed) > 100)
        return complain_usage(console, "seed_too_long", "");
    struct fault fault;
    if (!cli_seed(console, sim.seed) || !cli_players(console, players, sim.players, sim.seats) ||
        !cli_game_options(console, sim.game, &game_options, sim.options))
        return CONSOLE_USAGE;
    if (!wire_components_load(sim.game, console->data_folder, &sim.components, &fault))
        return complain_fault(console, &fault);
    struct game_state_storage state;
    struct game_setup setup = {
        .seats = sim.seats, .components = sim.components.bytes, .seed = "", .seed_length = 0};
    memcpy(setup.options, sim.options, sizeof setup.options);
    if (!sim.game->start(state.bytes, &setup, &fault))
        return complain_fault(console, &fault);
    sim.all_random = true;
    for (int seat = 0; seat < sim.seats; seat++)
        sim.all_random = sim.all_random && sim.players[seat]->level == 0;
    sim.progress = isatty(STDERR_FILENO);
    double seconds = run_threads(&sim, threads);
    if (json)
        print_json(&sim, seconds, threads);
    else
        print_report(console, &sim, seconds);
    return CONSOLE_OK;
}
