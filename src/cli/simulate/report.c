/* Reports of a simulation. */
#include "cli/simulate/simulate.h"

#include "base/base.h"
#include "players/players.h"
#include "wire/wire.h"

#include <string.h>

/* What must agree before reports can be added. */
static const char *const series_keys[] = {"game", "seats", "line_up", "options", NULL};

void simulate_tally_add(struct simulate_tally *tally, int seats, int64_t moves,
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
            tally->wins[seat] += STANDINGS_WIN / bits_count(result->winners);
    }
}

void simulate_tally_merge(struct simulate_tally *into, const struct simulate_tally *from)
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
        into->wins[seat] += from->wins[seat];
    }
}

void simulate_report_describe(struct simulate_report *report, const struct game *game,
                              const uint8_t *options, const struct player *const *players,
                              const char *shard)
{
    json_t *line_up = json_array();
    for (int seat = 0; seat < report->seats; seat++) {
        snprintf(report->players[seat], SIMULATE_NAME, "%s", players[seat]->name);
        json_array_append_new(line_up, json_string(players[seat]->name));
    }
    snprintf(report->game, sizeof report->game, "%s", game->id);
    json_t *common = json_pack("{s:s, s:i, s:o, s:o}", "game", game->id, "seats", report->seats,
                               "line_up", line_up, "options", series_options(game, options));
    series_start(&report->series, common, report->seed, shard);
}

void simulate_report_free(struct simulate_report *report)
{
    series_free(&report->series);
}

static double per_second(int64_t count, double seconds)
{
    return seconds > 0 ? (double)count / seconds : 0;
}

static double mean(int64_t sum, int64_t count)
{
    return count ? (double)sum / (double)count : 0;
}

void simulate_report_print(const struct console *console, const struct simulate_report *report)
{
    const struct simulate_tally *tally = &report->tally;
    printf("%s · %d %s · %lld %s\n",
           texts_game_name(console->texts, console->language, report->game), report->seats,
           complain_text(console, "seats"), (long long)tally->games,
           complain_text(console, tally->games == 1 ? "game" : "games"));
    printf("  %-6s %-10s %12s %8s %12s\n", complain_text(console, "seat"),
           complain_text(console, "player"), complain_text(console, "wins"), "%",
           complain_text(console, "mean_score"));
    for (int seat = 0; seat < report->seats; seat++)
        printf("  %-6d %-10s %12.1f %8.2f %12.2f\n", seat, report->players[seat],
               (double)tally->wins[seat] / STANDINGS_WIN,
               100 * mean(tally->wins[seat], tally->games) / STANDINGS_WIN,
               mean(tally->score[seat], tally->games));
    printf("  %s %.1f (%lld–%lld)\n", complain_text(console, "length"),
           mean(tally->moves, tally->games), (long long)tally->moves_min,
           (long long)tally->moves_max);
    printf("  %.3f s, %.0f %s, %.0f %s\n", report->seconds,
           per_second(tally->games, report->seconds), complain_text(console, "games_per_s"),
           per_second(tally->moves, report->seconds), complain_text(console, "moves_per_s"));
}

json_t *simulate_report_json(const struct simulate_report *report)
{
    const struct simulate_tally *tally = &report->tally;
    json_t *players = json_array();
    for (int seat = 0; seat < report->seats; seat++)
        json_array_append_new(
            players,
            json_pack("{s:i, s:s, s:f, s:f, s:{s:I, s:I}}", "seat", seat, "player",
                      report->players[seat], "wins", (double)tally->wins[seat] / STANDINGS_WIN,
                      "mean_score", mean(tally->score[seat], tally->games), "sums", "wins",
                      (json_int_t)tally->wins[seat], "score", (json_int_t)tally->score[seat]));
    json_t *json =
        json_pack("{s:s, s:I, s:I, s:{s:f, s:I, s:I}, s:o, s:f, s:f, s:f}", "seed", report->seed,
                  "games", (json_int_t)tally->games, "moves", (json_int_t)tally->moves, "length",
                  "mean", mean(tally->moves, tally->games), "min", (json_int_t)tally->moves_min,
                  "max", (json_int_t)tally->moves_max, "players", players, "seconds",
                  report->seconds, "games_per_s", per_second(tally->games, report->seconds),
                  "moves_per_s", per_second(tally->moves, report->seconds));
    CHECK(json);
    if (report->threads)
        json_object_set_new(json, "threads", json_integer(report->threads));
    series_write(&report->series, json);
    return json;
}

bool simulate_report_read(struct simulate_report *report, const json_t *json)
{
    const char *game = wire_text(json_object_get(json, "game"));
    const char *seed = wire_text(json_object_get(json, "seed"));
    const json_t *players = json_object_get(json, "players"), *player;
    const json_t *length = json_object_get(json, "length");
    size_t index, count = json_array_size(players);
    *report = (struct simulate_report){
        .seats = (int)count,
        .seconds = json_number_value(json_object_get(json, "seconds")),
        .tally = {.games = series_number(json, "games"),
                  .moves = series_number(json, "moves"),
                  .moves_min = series_number(length, "min"),
                  .moves_max = series_number(length, "max")},
    };
    if (!series_read(&report->series, json, series_keys) || !game || !seed || count == 0 ||
        count > GAME_SEATS_MAX)
        return false;
    snprintf(report->game, sizeof report->game, "%s", game);
    snprintf(report->seed, sizeof report->seed, "%s", seed);
    json_array_foreach(players, index, player)
    {
        const char *name = wire_text(json_object_get(player, "player"));
        const json_t *sums = json_object_get(player, "sums");
        if (!name || !json_is_integer(json_object_get(sums, "wins")))
            return false;
        snprintf(report->players[index], SIMULATE_NAME, "%s", name);
        report->tally.wins[index] = series_number(sums, "wins");
        report->tally.score[index] = series_number(sums, "score");
    }
    return true;
}

const char *simulate_report_add(struct simulate_report *total, const struct simulate_report *more)
{
    const char *trouble = series_add(&total->series, &more->series);
    if (trouble)
        return trouble;
    simulate_tally_merge(&total->tally, &more->tally);
    total->seconds += more->seconds;
    total->threads = 0;
    return NULL;
}
