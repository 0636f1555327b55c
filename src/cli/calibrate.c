/* ludosaure analyse calibrate: how often computer players of each level make mistakes, as the
 * analysis sees it. Every game is played by players of one level. */
#include "cli/calibrate.h"

#include "analysis/analysis.h"
#include "base/check.h"
#include "players/bot_match.h"
#include "terminal/terminal.h"
#include "wire/components.h"

#include <stdlib.h>
#include <string.h>

/* The decisions of one level. */
struct level_tally {
    const struct player *player;
    int games;
    int64_t judged, counts[GRADES];
    int64_t lost; /* sum over all judged decisions */
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
    static const char *const heads[] = {"games",         "judged",        "count_inaccuracy",
                                        "count_mistake", "count_blunder", "lost"};
    printf("%-10s", "");
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        const char *head = texts_core(console->texts, console->language, "analysis", heads[i]);
        printf("%*s%s", 14 - terminal_width(head, strlen(head)), "", head);
    }
    putchar('\n');
}

static void print_tally(const struct calibration *calibration, const struct level_tally *tally)
{
    int64_t certainty = (int64_t)CHANCE_ONE * tally->games * calibration->seats;
    printf("%-10s%14d%14lld%12.2f %%%12.2f %%%12.2f %%%12.2f %%\n", tally->player->name,
           tally->games, (long long)tally->judged,
           percent(tally->counts[GRADE_INACCURACY], tally->judged),
           percent(tally->counts[GRADE_MISTAKE], tally->judged),
           percent(tally->counts[GRADE_BLUNDER], tally->judged), percent(tally->lost, certainty));
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
        print_tally(calibration, &tally);
    }
}
