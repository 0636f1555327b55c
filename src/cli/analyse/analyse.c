/* ludosaure analyse: what a finished match tells us, as text, JSON or a picture.
 *
 * Chapters: one record; the command `calibrate`; calibrating levels. */
#include "cli/analyse/analyse.h"

#include "analysis/analysis.h"
#include "base/base.h"
#include "cli/cli.h"
#include "players/players.h"
#include "terminal/screen/screen.h"
#include "terminal/terminal.h"
#include "wire/wire.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAMES_MAX = 1000000, ITERATIONS_MAX = 1000000000, MS_MAX = 3600000 };

/* ---- One record ---- */

struct analyse_words {
    const char *least; /* the smallest mistake to show */
    const char *svg;
    bool json;
    int effort;
};

/* Does the work; on a terminal with a progress bar and, after the first pass, a first picture. */
static void work(struct session *session, struct analysis *analysis)
{
    bool watched = isatty(STDERR_FILENO), shown = !session->terminal.is_terminal;
    while (analysis_step(analysis)) {
        if (!shown && analysis_has_result(analysis)) {
            fputs("\r\033[K", stderr);
            analyse_text_curve(session, analysis);
            shown = true;
        }
        if (watched)
            fprintf(stderr, "\r%3d %% ", analysis_progress(analysis) / 10);
    }
    if (watched)
        fputs("\r\033[K", stderr);
}

static int show(struct session *session, const struct analysis *analysis,
                const struct analyse_words *words, enum grade least)
{
    const struct console *console = session->console;
    if (words->json) {
        json_t *json = wire_analysis(analysis, session->names, console->texts);
        json_dumpf(json, stdout, JSON_COMPACT);
        putchar('\n');
        json_decref(json);
    } else {
        analyse_text(session, analysis, least);
    }
    if (words->svg && !analyse_svg(session, analysis, words->svg))
        return complain_failure(console, "cannot_write", words->svg);
    return CONSOLE_OK;
}

static int analyse_record(const struct console *console, const struct record *record,
                          const struct analyse_words *words, enum grade least)
{
    struct session *session = session_new(console);
    struct analysis analysis;
    struct fault fault;
    int code = CONSOLE_FAILED;
    session_names(session, record);
    if (!record_file_play(console, record, &session->match)) {
        /* the message names the move */
    } else if (!wire_analysis_start(&analysis, record, console->data_folder, words->effort,
                                    &fault)) {
        code = complain_fault(console, &fault);
    } else {
        work(session, &analysis);
        code = show(session, &analysis, words, least);
        analysis_free(&analysis);
    }
    session_free(session);
    return code;
}

/* The grade with this name; GRADES if there is none. */
static enum grade grade_find(const char *name)
{
    enum grade grade = GRADE_INACCURACY;
    while (grade < GRADES && strcmp(grade_names[grade], name) != 0)
        grade++;
    return grade;
}

static int analyse(const struct console *console, const char *path,
                   const struct analyse_words *words)
{
    enum grade least = grade_find(words->least);
    if (least == GRADES)
        return complain_usage(console, "unknown_grade", words->least);
    struct record_file file;
    if (!record_file_read(console, path, "not_a_record", &file))
        return CONSOLE_FAILED;
    int code = analyse_record(console, &file.record, words, least);
    record_file_free(&file);
    return code;
}

/* ---- The command `calibrate` ---- */

static int calibrate_levels(const struct console *console, int argc, char **argv,
                            struct calibration *calibration, const char *players,
                            const struct cli_repeated *options)
{
    struct fault fault;
    if (!cli_words(console, argc, argv, 1, "game_needed"))
        return CONSOLE_USAGE;
    calibration->game = cli_game(console, argv[0]);
    if (!calibration->game || !cli_seats(console, calibration->game, &calibration->seats) ||
        !cli_seed(console, calibration->seed) ||
        !cli_bot_options(console, calibration->game, options, calibration->options))
        return CONSOLE_USAGE;
    while (*players) {
        if (calibration->player_count == CALIBRATION_PLAYERS_MAX)
            return complain_usage(console, "too_many", "--players");
        const struct player **player = &calibration->players[calibration->player_count++];
        if (!cli_player_next(console, &players, player) ||
            !cli_player_fits(console, calibration->game, player))
            return CONSOLE_USAGE;
    }
    if (!players_take_part(calibration->game, calibration->options, &fault) ||
        !wire_components_load(calibration->game, console->data_folder, &calibration->components,
                              &fault))
        return complain_fault(console, &fault);
    calibration->progress = isatty(STDERR_FILENO);
    calibrate(console, calibration);
    return CONSOLE_OK;
}

int cli_analyse(struct console *console, int argc, char **argv)
{
    struct analyse_words words = {.least = "mistake", .effort = 1};
    struct calibration calibration = {.seed = "1", .games = 4};
    struct cli_repeated game_options = {0};
    const char *players = "expert,casual,easy";
    int code;
    const struct cli_option options[] = {
        {.name = "effort",
         .type = CLI_NUMBER,
         .target = &words.effort,
         .high = ANALYSIS_EFFORT_MAX},
        {.name = "least", .type = CLI_TEXT, .target = &words.least},
        {.name = "json", .type = CLI_FLAG, .target = &words.json},
        {.name = "svg", .type = CLI_TEXT, .target = &words.svg},
        {.name = "seats", .type = CLI_NUMBER, .target = &calibration.seats, .low = 1, .high = 99},
        {.name = "games",
         .type = CLI_NUMBER,
         .target = &calibration.games,
         .low = 1,
         .high = GAMES_MAX},
        {.name = "seed", .type = CLI_TEXT, .target = &calibration.seed},
        {.name = "players", .type = CLI_TEXT, .target = &players},
        {.name = "ms", .type = CLI_NUMBER, .target = &calibration.ms, .low = 1, .high = MS_MAX},
        {.name = "iterations",
         .type = CLI_NUMBER,
         .target = &calibration.iterations,
         .low = 1,
         .high = ITERATIONS_MAX},
        {.name = "option", .type = CLI_REPEATED, .target = &game_options},
        {.name = NULL}};
    if (!cli_parse(console, &argc, argv, options, &code))
        return code;
    if (argc > 0 && strcmp(argv[0], "calibrate") == 0) {
        calibration.effort = words.effort;
        return calibrate_levels(console, argc - 1, argv + 1, &calibration, players, &game_options);
    }
    if (!cli_words(console, argc, argv, 1, "file_needed"))
        return CONSOLE_USAGE;
    return analyse(console, argv[0], &words);
}

/* ---- Calibrating levels ---- */

/* ludosaure analyse calibrate: how often computer players of each level make mistakes, as the
 * analysis sees it. Every game is played by players of one level. */

/* The decisions of one level. */
struct level_tally {
    const struct player *player;
    int games;
    int64_t judged, counts[GRADES];
    int64_t lost, stake; /* sums over all judged decisions */
};

static void watch(void *context, const struct bot_match *match, int seat, const struct move *move)
{
    struct analysis *analysis = context;
    struct game_memory_storage memories[GAME_SEATS_MAX];
    char text[GAME_MOVE_TEXT_MAX];
    struct buffer buffer;
    for (int viewer = 0; viewer < match->seats; viewer++)
        memories[viewer] = match->seat[viewer].memory;
    buffer_start(&buffer, text, sizeof text);
    match->game->format(match->state.bytes, move, &buffer);
    analysis_add_move(analysis, match->state.bytes, memories, seat, text);
}

static void tally_add(struct level_tally *tally, const struct analysis *analysis)
{
    tally->games++;
    for (size_t i = 0; i < analysis->move_count; i++) {
        const struct analysis_decision *decision = &analysis->decisions[i];
        tally->counts[decision->grade]++;
        tally->judged += decision->grade != GRADE_NONE;
        tally->lost -= decision->effects[decision->seat];
        tally->stake += decision->stake;
    }
}

static void play(const struct calibration *calibration, int number, struct level_tally *tally)
{
    const struct player *players[GAME_SEATS_MAX];
    struct analysis analysis;
    struct bot_match match;
    struct game_result result;
    char seed[160];
    int length = snprintf(seed, sizeof seed, "%s/%d", calibration->seed, number);
    struct game_setup setup = {.seats = calibration->seats,
                               .components = calibration->components.bytes,
                               .seed = seed,
                               .seed_length = (size_t)length};
    memcpy(setup.options, calibration->options, sizeof setup.options);
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++)
        players[seat] = tally->player;
    bot_match_start(&match, calibration->game, &setup, players, (uint64_t)number << 8);
    match.ms = calibration->ms;
    match.iterations = calibration->iterations;
    match.watch = watch;
    match.watch_context = &analysis;
    analysis_start(&analysis, calibration->game, calibration->seats, calibration->effort);
    bot_match_play(&match, &result);
    analysis_add_end(&analysis, match.state.bytes);
    while (analysis_step(&analysis))
        if (calibration->progress)
            fprintf(stderr, "\r%s %d / %d  %d ‰ ", tally->player->name, number, calibration->games,
                    analysis_progress(&analysis));
    tally_add(tally, &analysis);
    analysis_free(&analysis);
    bot_match_end(&match);
}

static double percent(int64_t part, int64_t all)
{
    return all ? 100.0 * (double)part / (double)all : 0;
}

static void print_head(const struct console *console)
{
    static const char *const heads[] = {
        "games", "judged", "count_inaccuracy", "count_mistake", "count_blunder", "lost", "share"};
    printf("%-10s", "");
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        const char *head = texts_core(console->texts, console->language, "analysis", heads[i]);
        printf("%*s%s", 14 - terminal_width(head, strlen(head)), "", head);
    }
    putchar('\n');
}

static void print_tally(const struct level_tally *tally)
{
    int64_t certainty = (int64_t)CHANCE_ONE * tally->judged;
    printf("%-10s%14d%14lld%12.2f %%%12.2f %%%12.2f %%%14.2f%12.2f %%\n", tally->player->name,
           tally->games, (long long)tally->judged,
           percent(tally->counts[GRADE_INACCURACY], tally->judged),
           percent(tally->counts[GRADE_MISTAKE], tally->judged),
           percent(tally->counts[GRADE_BLUNDER], tally->judged), percent(tally->lost, certainty),
           percent(tally->lost, tally->stake));
    fflush(stdout);
}

void calibrate(const struct console *console, const struct calibration *calibration)
{
    print_head(console);
    for (int i = 0; i < calibration->player_count; i++) {
        struct level_tally tally = {.player = calibration->players[i]};
        for (int number = 0; number < calibration->games; number++)
            play(calibration, number, &tally);
        if (calibration->progress)
            fputs("\r\033[K", stderr);
        print_tally(&tally);
    }
}
