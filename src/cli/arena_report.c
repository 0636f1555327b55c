/* Reports of an arena. */
#include "cli/arena_report.h"

#include "wire/json.h"

#include <string.h>

/* What must agree before reports can be added: other rules, players or budgets mean other games. */
static const char *const series_keys[] = {"game",    "seats", "line_up",
                                          "options", "ms",    "iterations"};
enum { SERIES_KEYS = sizeof series_keys / sizeof *series_keys };

bool arena_shard_parse(const char *text, int *part, int *parts)
{
    enum { PARTS_MAX = 100000 };
    int end = 0;
    return sscanf(text, "%d/%d%n", part, parts, &end) == 2 && !text[end] && *part >= 1 &&
           *part <= *parts && *parts <= PARTS_MAX;
}

void arena_report_describe(struct arena_report *report, const struct game *game,
                           const uint8_t *options, json_t *line_up, int ms, int iterations,
                           const char *shard)
{
    json_t *chosen = json_object();
    for (int i = 0; i < game->option_count; i++)
        json_object_set_new(chosen, game->options[i].name,
                            json_string(game->options[i].values[options[i]]));
    report->series =
        json_pack("{s:s, s:i, s:o, s:o, s:i, s:i}", "game", report->game, "seats", report->seats,
                  "line_up", line_up, "options", chosen, "ms", ms, "iterations", iterations);
    report->parts = json_pack("[{s:s, s:s}]", "seed", report->seed, "shard", shard);
}

void arena_report_free(struct arena_report *report)
{
    json_decref(report->series);
    json_decref(report->parts);
}

static double ms_a_move(const struct standing *standing)
{
    return standing->moves ? 1000 * standing->thinking_s / (double)standing->moves : 0;
}

static double score_mean(const struct standing *standing)
{
    return standing->games ? standing->score / (double)standing->games : 0;
}

void arena_report_print(const struct console *console, const struct arena_report *report)
{
    double elo[STANDINGS_MAX];
    standings_elo(&report->standings, elo);
    printf("%s · %d %s\n", texts_game_name(console->texts, console->language, report->game),
           report->seats, complain_text(console, "seats"));
    printf("  %-8s %8s %9s %8s %16s %6s %10s %9s\n", complain_text(console, "player"),
           complain_text(console, "games"), complain_text(console, "wins"), "%", "95 %", "Elo",
           complain_text(console, "mean_score"), complain_text(console, "ms_a_move"));
    for (int i = 0; i < report->standings.count; i++) {
        const struct standing *standing = &report->standings.of[i];
        double low, high;
        standing_interval(standing, &low, &high);
        printf("  %-8s %8lld %9.1f %8.1f %7.1f –%6.1f %7.0f %10.2f %9.2f\n", report->names[i],
               (long long)standing->games, standing->wins, 100 * standing_share(standing),
               100 * low, 100 * high, elo[i], score_mean(standing), ms_a_move(standing));
    }
    static const char *const verdicts[] = {[0] = "worse", [2] = "better", [3] = "about_even"};
    if (report->decided)
        printf("  %s: %s\n", report->names[0],
               complain_text(console, verdicts[report->decided + 1]));
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
            json_pack(
                "{s:s, s:I, s:f, s:f, s:[f,f], s:f, s:f, s:f, s:{s:I, s:f, s:f, s:f, s:f, s:I}}",
                "name", report->names[i], "games", (json_int_t)standing->games, "wins",
                standing->wins, "share", share, "ci", low, high, "score", score_mean(standing),
                "elo", elo[i], "ms_a_move", ms_a_move(standing), "sums", "deals",
                (json_int_t)standing->deals, "share", standing->share_sum, "squares",
                standing->share_squares, "score", standing->score, "thinking_s",
                standing->thinking_s, "moves", (json_int_t)standing->moves));
        json_t *row = json_array();
        for (int k = 0; k < report->standings.count; k++)
            json_array_append_new(row, json_real(report->standings.beaten[i][k]));
        json_array_append_new(beaten, row);
    }
    json_t *out =
        json_pack("{s:s, s:i, s:o, s:o, s:O}", "seed", report->seed, "decided", report->decided,
                  "players", players, "beaten", beaten, "parts", report->parts);
    json_object_update(out, report->series);
    return out;
}

static double number(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

static bool parts_are_whole(const json_t *parts)
{
    size_t index;
    const json_t *entry;
    json_array_foreach(parts, index, entry)
    {
        const char *shard = wire_text(json_object_get(entry, "shard"));
        int part, of;
        if (!wire_text(json_object_get(entry, "seed")) || !shard ||
            !arena_shard_parse(shard, &part, &of))
            return false;
    }
    return json_array_size(parts) > 0;
}

bool arena_report_read(struct arena_report *report, const json_t *json)
{
    const char *game = wire_text(json_object_get(json, "game"));
    const char *seed = wire_text(json_object_get(json, "seed"));
    const json_t *players = json_object_get(json, "players"), *player;
    json_t *parts = json_object_get(json, "parts");
    size_t index, count = json_array_size(players);
    *report = (struct arena_report){.seats = (int)number(json, "seats"),
                                    .series = json_object(),
                                    .parts = json_deep_copy(parts)};
    for (int i = 0; i < SERIES_KEYS; i++)
        if (json_object_set(report->series, series_keys[i], json_object_get(json, series_keys[i])))
            return false;
    if (!game || !seed || count == 0 || count > STANDINGS_MAX || !parts_are_whole(parts))
        return false;
    snprintf(report->game, sizeof report->game, "%s", game);
    snprintf(report->seed, sizeof report->seed, "%s", seed);
    report->standings.count = (int)count;
    json_array_foreach(players, index, player)
    {
        const char *name = wire_text(json_object_get(player, "name"));
        const json_t *sums = json_object_get(player, "sums");
        if (!name || !json_is_object(sums))
            return false;
        snprintf(report->names[index], ARENA_NAME, "%s", name);
        report->standings.of[index] = (struct standing){.games = (int64_t)number(player, "games"),
                                                        .wins = number(player, "wins"),
                                                        .deals = (int64_t)number(sums, "deals"),
                                                        .share_sum = number(sums, "share"),
                                                        .share_squares = number(sums, "squares"),
                                                        .score = number(sums, "score"),
                                                        .thinking_s = number(sums, "thinking_s"),
                                                        .moves = (int64_t)number(sums, "moves")};
        const json_t *row = json_array_get(json_object_get(json, "beaten"), index);
        for (size_t k = 0; k < count; k++)
            report->standings.beaten[index][k] = json_number_value(json_array_get(row, k));
    }
    return true;
}

static int common_divisor(int a, int b)
{
    return b ? common_divisor(b, a % b) : a;
}

/* Whether two parts have deals in common in a series of any length: shard k of n takes every n-th
 * deal. */
static bool parts_overlap(const json_t *a, const json_t *b)
{
    int part[2] = {0}, of[2] = {0};
    if (!json_equal(json_object_get(a, "seed"), json_object_get(b, "seed")))
        return false;
    arena_shard_parse(wire_text(json_object_get(a, "shard")), &part[0], &of[0]);
    arena_shard_parse(wire_text(json_object_get(b, "shard")), &part[1], &of[1]);
    return (part[0] - part[1]) % common_divisor(of[0], of[1]) == 0;
}

const char *arena_report_add(struct arena_report *total, const struct arena_report *more)
{
    size_t i, k;
    const json_t *old, *new;
    bool fits =
        json_equal(total->series, more->series) && total->standings.count == more->standings.count;
    for (int n = 0; fits && n < total->standings.count; n++)
        fits = strcmp(total->names[n], more->names[n]) == 0;
    if (!fits)
        return "other_series";
    json_array_foreach(more->parts, i, new)
    {
        json_array_foreach(total->parts, k, old)
        {
            if (parts_overlap(old, new))
                return "same_deals";
        }
    }
    json_array_extend(total->parts, more->parts);
    standings_merge(&total->standings, &more->standings);
    return NULL;
}

bool arena_report_svg(const struct arena_report *report, const char *path)
{
    enum { ROW = 36, LEFT = 90, WIDTH = 400, TOP = 40 };
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
            LEFT + WIDTH + 110, height, report->game, report->seats);
    for (int percent = 0; percent <= 100; percent += 25)
        fprintf(out,
                "<line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"#d8cfbc\"/>"
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"#6b6254\">%d %%</text>\n",
                LEFT + WIDTH * percent / 100, LEFT + WIDTH * percent / 100, TOP, TOP + ROW * count,
                LEFT + WIDTH * percent / 100, TOP + ROW * count + 20, percent);
    for (int i = 0; i < count; i++) {
        const struct standing *standing = &report->standings.of[i];
        double share = standing_share(standing), low, high;
        standing_interval(standing, &low, &high);
        int y = TOP + ROW * i;
        fprintf(out,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>"
                "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"18\" fill=\"#7a9e7e\"/>"
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#2d2a26\" "
                "stroke-width=\"2\"/>"
                "<text x=\"%d\" y=\"%d\">%.1f %% · %.0f</text>\n",
                LEFT - 8, y + 22, report->names[i], LEFT, y + 8, WIDTH * share, LEFT + WIDTH * low,
                LEFT + WIDTH * high, y + 17, y + 17, LEFT + WIDTH + 8, y + 22, 100 * share, elo[i]);
    }
    fputs("</svg>\n", out);
    return fclose(out) == 0;
}
