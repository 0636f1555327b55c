/* Reports of an arena. */
#include "cli/arena/arena.h"

#include "cli/cli.h"
#include "game/game.h"
#include "terminal/screen/screen.h"
#include "wire/wire.h"

#include <string.h>

/* What must agree before reports can be added: other rules, players or budgets mean other games. */
static const char *const series_keys[] = {"game", "seats",      "line_up", "options",
                                          "ms",   "iterations", NULL};

void arena_report_describe(struct arena_report *report, const struct game *game,
                           const uint8_t *options, json_t *line_up, int ms, int iterations,
                           const char *shard)
{
    json_t *common = json_pack("{s:s, s:i, s:o, s:o, s:i, s:i}", "game", report->game, "seats",
                               report->seats, "line_up", line_up, "options",
                               series_options(game, options), "ms", ms, "iterations", iterations);
    series_start(&report->series, common, report->seed, shard);
}

void arena_report_free(struct arena_report *report)
{
    series_free(&report->series);
}

static double ms_a_move(const struct standing *standing)
{
    return standing->moves ? 1000 * standing->thinking_s / (double)standing->moves : 0;
}

static double score_mean(const struct standing *standing)
{
    return standing->matches ? (double)standing->score / (double)standing->matches : 0;
}

static double wins(const struct standing *standing)
{
    return (double)standing->wins / STANDINGS_WIN;
}

static double moves_mean(const struct standing *standing)
{
    return standing->matches ? (double)standing->moves / (double)standing->matches : 0;
}

/* The habits that are counted in the game of a report; the last has a NULL name. */
static const struct game_habit *habits_of(const struct arena_report *report)
{
    static const struct game_habit none = {.name = NULL};
    const struct game *game = game_find(games_all, report->game);
    return game && game->habits ? game->habits->list : &none;
}

static double habit_mean(const struct game_habit *habit, const struct habit_tally *tally)
{
    return (habit->is_share ? 100.0 : 1.0) * (double)tally->sum / (double)tally->occasions;
}

/* Of the longest name, in bytes. */
static int names_width(const struct arena_report *report)
{
    int width = 8;
    for (int i = 0; i < report->standings.count; i++) {
        int length = (int)strlen(report->names[i]);
        width = length > width ? length : width;
    }
    return width;
}

/* A title, aligned to the right, after two blanks. */
static void title_print(const char *title, int width)
{
    printf("  %*s%s", width - terminal_width(title, strlen(title)), "", title);
}

/* How long matches are, and what each player does more or less often. */
static void habits_print(const struct console *console, const struct arena_report *report)
{
    enum { WIDTH_LEAST = 8 };
    const struct game_habit *list = habits_of(report);
    const char *titles[1 + GAME_HABITS_MAX] = {complain_text(console, "moves_a_game")};
    int widths[1 + GAME_HABITS_MAX], count = 1;
    for (int i = 0; list[i].name; i++) {
        const char *title =
            texts_get(console->texts, console->language, report->game, "habits", list[i].name);
        titles[count++] = title ? title : list[i].name;
    }
    printf("\n  %-*s", names_width(report), complain_text(console, "player"));
    for (int i = 0; i < count; i++) {
        widths[i] = terminal_width(titles[i], strlen(titles[i]));
        widths[i] = widths[i] < WIDTH_LEAST ? WIDTH_LEAST : widths[i];
        title_print(titles[i], widths[i]);
    }
    putchar('\n');
    for (int i = 0; i < report->standings.count; i++) {
        const struct standing *standing = &report->standings.of[i];
        if (standing->matches == 0)
            continue;
        printf("  %-*s  %*.1f", names_width(report), report->names[i], widths[0],
               moves_mean(standing));
        for (int k = 0; list[k].name; k++) {
            char value[32] = "–";
            if (standing->habits[k].occasions)
                snprintf(value, sizeof value, "%.1f%s", habit_mean(&list[k], &standing->habits[k]),
                         list[k].is_share ? " %" : "");
            title_print(value, widths[k + 1]);
        }
        putchar('\n');
    }
}

void arena_report_print(const struct console *console, const struct arena_report *report)
{
    double elo[STANDINGS_MAX];
    standings_elo(&report->standings, elo);
    printf("%s · %d %s\n", texts_game_name(console->texts, console->language, report->game),
           report->seats, complain_text(console, "seats"));
    int width = names_width(report);
    printf("  %-*s %8s %9s %8s %16s %6s %10s %9s\n", width, complain_text(console, "player"),
           complain_text(console, "games"), complain_text(console, "wins"), "%", "95 %", "Elo",
           complain_text(console, "mean_score"), complain_text(console, "ms_a_move"));
    for (int i = 0; i < report->standings.count; i++) {
        const struct standing *standing = &report->standings.of[i];
        double low, high;
        if (standing->matches == 0) { /* the series was too short for all of them */
            printf("  %-*s %8d\n", width, report->names[i], 0);
            continue;
        }
        standing_interval(standing, &low, &high);
        printf("  %-*s %8lld %9.1f %8.1f %7.1f –%6.1f %7.0f %10.2f %9.2f\n", width,
               report->names[i], (long long)standing->matches, wins(standing),
               100 * standing_share(standing), 100 * low, 100 * high, elo[i], score_mean(standing),
               ms_a_move(standing));
    }
    static const char *const verdicts[] = {[STANDINGS_WORSE + 1] = "worse",
                                           [STANDINGS_BETTER + 1] = "better",
                                           [STANDINGS_EVEN + 1] = "about_even"};
    if (report->verdict != STANDINGS_UNDECIDED)
        printf("  %s: %s\n", report->names[0],
               complain_text(console, verdicts[report->verdict + 1]));
    habits_print(console, report);
}

/* The means of a player, as numbers or, for habits that are shares, from 0 to 1; only those for which there was an occasion. */
static json_t *habits_json(const struct arena_report *report, const struct standing *standing)
{
    const struct game_habit *list = habits_of(report);
    json_t *habits = json_object();
    for (int k = 0; list[k].name; k++) {
        const struct habit_tally *tally = &standing->habits[k];
        if (tally->occasions)
            json_object_set_new(habits, list[k].name,
                                json_real((double)tally->sum / (double)tally->occasions));
    }
    return habits;
}

static json_t *habit_sums_json(const struct arena_report *report, const struct standing *standing)
{
    const struct game_habit *list = habits_of(report);
    json_t *sums = json_object();
    for (int k = 0; list[k].name; k++)
        json_object_set_new(sums, list[k].name,
                            json_pack("[I, I]", (json_int_t)standing->habits[k].sum,
                                      (json_int_t)standing->habits[k].occasions));
    return sums;
}

/* Reports of earlier versions have none. */
static void habit_sums_read(const struct arena_report *report, const json_t *sums,
                            struct standing *standing)
{
    const struct game_habit *list = habits_of(report);
    for (int k = 0; list[k].name; k++) {
        const json_t *pair = json_object_get(sums, list[k].name);
        standing->habits[k] =
            (struct habit_tally){.sum = json_integer_value(json_array_get(pair, 0)),
                                 .occasions = json_integer_value(json_array_get(pair, 1))};
    }
}

json_t *arena_report_json(const struct arena_report *report)
{
    double elo[STANDINGS_MAX];
    standings_elo(&report->standings, elo);
    json_t *players = json_array(), *beaten = json_array();
    for (int i = 0; i < report->standings.count; i++) {
        const struct standing *standing = &report->standings.of[i];
        double share = standing_share(standing), low, high;
        standing_interval(standing, &low, &high);
        json_array_append_new(
            players,
            json_pack("{s:s, s:I, s:f, s:f, s:[f,f], s:f, s:f, s:f, s:f, s:o, s:{s:I, s:I, s:I, "
                      "s:I, s:I, s:f, s:I, s:o}}",
                      "name", report->names[i], "games", (json_int_t)standing->matches, "wins",
                      wins(standing), "share", share, "ci", low, high, "score",
                      score_mean(standing), "elo", elo[i], "ms_a_move", ms_a_move(standing),
                      "moves", moves_mean(standing), "habits", habits_json(report, standing),
                      "sums", "deals", (json_int_t)standing->deals, "wins",
                      (json_int_t)standing->wins, "share", (json_int_t)standing->share_sum,
                      "squares", (json_int_t)standing->share_squares, "score",
                      (json_int_t)standing->score, "thinking_s", standing->thinking_s, "moves",
                      (json_int_t)standing->moves, "habits", habit_sums_json(report, standing)));
        json_t *row = json_array();
        for (int k = 0; k < report->standings.count; k++)
            json_array_append_new(row, json_integer(report->standings.beaten[i][k]));
        json_array_append_new(beaten, row);
    }
    json_t *out = json_pack("{s:s, s:i, s:o, s:o}", "seed", report->seed, "decided",
                            report->verdict, "players", players, "beaten", beaten);
    if (report->interrupted)
        json_object_set_new(out, "interrupted", json_true());
    series_write(&report->series, out);
    return out;
}

bool arena_report_read(struct arena_report *report, const json_t *json)
{
    const char *game = wire_text(json_object_get(json, "game"));
    const char *seed = wire_text(json_object_get(json, "seed"));
    const json_t *players = json_object_get(json, "players"), *player;
    size_t index, count = json_array_size(players);
    *report = (struct arena_report){.seats = (int)series_number(json, "seats")};
    if (!series_read(&report->series, json, series_keys) || !game || !seed || count == 0 ||
        count > STANDINGS_MAX)
        return false;
    report->interrupted = json_is_true(json_object_get(json, "interrupted"));
    snprintf(report->game, sizeof report->game, "%s", game);
    snprintf(report->seed, sizeof report->seed, "%s", seed);
    report->standings.count = (int)count;
    json_array_foreach(players, index, player)
    {
        const char *name = wire_text(json_object_get(player, "name"));
        const json_t *sums = json_object_get(player, "sums");
        if (!name || !json_is_integer(json_object_get(sums, "wins")))
            return false;
        snprintf(report->names[index], ARENA_NAME, "%s", name);
        report->standings.of[index] =
            (struct standing){.matches = series_number(player, "games"),
                              .wins = series_number(sums, "wins"),
                              .deals = series_number(sums, "deals"),
                              .share_sum = series_number(sums, "share"),
                              .share_squares = series_number(sums, "squares"),
                              .score = series_number(sums, "score"),
                              .thinking_s = json_number_value(json_object_get(sums, "thinking_s")),
                              .moves = series_number(sums, "moves")};
        habit_sums_read(report, json_object_get(sums, "habits"), &report->standings.of[index]);
        const json_t *row = json_array_get(json_object_get(json, "beaten"), index);
        for (size_t k = 0; k < count; k++)
            report->standings.beaten[index][k] = json_integer_value(json_array_get(row, k));
    }
    return true;
}

const char *arena_report_add(struct arena_report *total, const struct arena_report *more)
{
    bool fits = total->standings.count == more->standings.count;
    for (int n = 0; fits && n < total->standings.count; n++)
        fits = strcmp(total->names[n], more->names[n]) == 0;
    const char *trouble = fits ? series_add(&total->series, &more->series) : "other_series";
    if (!trouble)
        standings_merge(&total->standings, &more->standings);
    return trouble;
}

bool arena_report_svg(const struct arena_report *report, const char *path)
{
    enum { ROW = 36, WIDTH = 400, TOP = 40, NAME_MARGIN = 26, NAME_BYTE = 8 };
    const int left = NAME_MARGIN + NAME_BYTE * names_width(report);
    double elo[STANDINGS_MAX];
    standings_elo(&report->standings, elo);
    FILE *out = fopen(path, "w");
    if (!out)
        return false;
    int count = report->standings.count, height = TOP + ROW * count + 40;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "font-family=\"sans-serif\" font-size=\"13\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fbf7ee\"/>\n"
            "<text x=\"12\" y=\"24\" font-size=\"16\">%s · %d</text>\n",
            left + WIDTH + 110, height, report->game, report->seats);
    for (int percent = 0; percent <= 100; percent += 25)
        fprintf(out,
                "<line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"#d8cfbc\"/>"
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"#6b6254\">%d %%</text>\n",
                left + WIDTH * percent / 100, left + WIDTH * percent / 100, TOP, TOP + ROW * count,
                left + WIDTH * percent / 100, TOP + ROW * count + 20, percent);
    for (int i = 0; i < count; i++) {
        const struct standing *standing = &report->standings.of[i];
        double share = standing_share(standing), low, high;
        standing_interval(standing, &low, &high);
        int y = TOP + ROW * i;
        fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", left - 8, y + 22);
        svg_text(out, report->names[i]);
        fprintf(out,
                "</text><rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"18\" fill=\"#7a9e7e\"/>"
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#2d2a26\" "
                "stroke-width=\"2\"/>"
                "<text x=\"%d\" y=\"%d\">%.1f %% · %.0f</text>\n",
                left, y + 8, WIDTH * share, left + WIDTH * low, left + WIDTH * high, y + 17, y + 17,
                left + WIDTH + 8, y + 22, 100 * share, elo[i]);
    }
    fputs("</svg>\n", out);
    return fclose(out) == 0;
}
