/* Writes and reads studies as JSON. Then: writing; figures without the matches; reading. */
#include "cli/study/study.h"

#include "base/system/system.h"
#include "game/game.h"
#include "players/players.h"
#include "terminal/screen/screen.h"
#include "wire/wire.h"

#include <stdlib.h>

/* What parts of a study must agree on. */
static const char *const series_keys[] = {"seed", "games", "iterations", "studied", NULL};

void study_series_start(struct study *study, const char *shard)
{
    json_t *ids = json_array();
    for (int s = 0; s < study->sheet_count; s++)
        json_array_append_new(ids, json_string(study->sheets[s].design.game->id));
    json_t *common = json_pack("{s:s, s:i, s:i, s:o}", "seed", study->seed, "games", study->games,
                               "iterations", study->iterations, "studied", ids);
    series_start(&study->series, common, study->seed, shard);
}

/* ---- Writing ---- */

static json_t *numbers_write(const int32_t *numbers, int count)
{
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list, json_integer(numbers[i]));
    return list;
}

static json_t *deal_write(const struct study_sheet *sheet, int setting,
                          const struct study_deal *deal)
{
    int seats = sheet->design.settings[setting].seats;
    json_t *parts = json_array(), *matches = json_array();
    for (int seat = 0; sheet->part_count && seat < seats; seat++)
        json_array_append_new(parts, json_string(sheet->parts[deal->parts[seat]]));
    for (int r = 0; r < STUDY_REPLAYS; r++) {
        const struct study_match *match = &deal->matches[r];
        json_array_append_new(matches,
                              json_pack("{s:b, s:o, s:o, s:i, s:i, s:o}", "over", match->is_over,
                                        "winners", wire_seats(match->winners), "scores",
                                        numbers_write(match->scores, seats), "moves", match->moves,
                                        "ticks", match->ticks, "counts",
                                        numbers_write(match->counts, sheet->design.count_count)));
    }
    return json_pack("{s:i, s:o, s:o}", "deal", deal->number, "parts", parts, "matches", matches);
}

/* A figure with its interval; null if there are too few matches. */
static json_t *figure_write(const struct study_sheet *sheet, int setting, enum study_figure figure,
                            int index)
{
    struct study_estimate estimate = study_estimate(sheet, setting, figure, index, STANDINGS_Z);
    if (!estimate.is_known)
        return json_null();
    return json_pack("{s:f, s:[f,f]}", "value", estimate.value, "ci", estimate.low, estimate.high);
}

static json_t *figures_write(const struct study_sheet *sheet, int setting)
{
    static const struct {
        const char *name;
        enum study_figure figure;
    } single[] = {
        {"shared", STUDY_SHARED},       {"unfinished", STUDY_UNFINISHED},
        {"length", STUDY_LENGTH},       {"minutes", STUDY_MINUTES},
        {"score", STUDY_SCORE},         {"margin", STUDY_MARGIN},
        {"deal_wins", STUDY_DEAL_WINS}, {"deal_scores", STUDY_DEAL_SCORES},
    };
    json_t *seats = json_array(), *parts = json_object(), *counts = json_array();
    for (int seat = 0; seat < sheet->design.settings[setting].seats; seat++)
        json_array_append_new(seats, figure_write(sheet, setting, STUDY_SEAT_SHARE, seat));
    for (int part = 0; part < sheet->part_count; part++)
        if (study_has_part(sheet, setting, part))
            json_object_set_new(parts, sheet->parts[part],
                                figure_write(sheet, setting, STUDY_PART_SHARE, part));
    for (int i = 0; i < sheet->design.count_count; i++)
        json_array_append_new(counts, figure_write(sheet, setting, STUDY_COUNT, i));
    json_t *figures =
        json_pack("{s:o, s:o, s:o}", "seats", seats, "parts", parts, "counts", counts);
    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        json_object_set_new(figures, single[i].name,
                            figure_write(sheet, setting, single[i].figure, 0));
    return figures;
}

static json_t *setting_write(const struct study_sheet *sheet, int setting)
{
    const struct study_setting *about = &sheet->design.settings[setting];
    return json_pack("{s:s, s:i, s:i, s:o, s:o}", "id", about->id, "seats", about->seats,
                     "iterations", about->iterations, "options",
                     series_options(sheet->design.game, about->options), "figures",
                     figures_write(sheet, setting));
}

static json_t *played_write(const struct study_sheet *sheet, int setting)
{
    json_t *json = setting_write(sheet, setting), *deals = json_array();
    for (int d = 0; d < sheet->samples[setting].deal_count; d++)
        json_array_append_new(deals, deal_write(sheet, setting, &sheet->samples[setting].deals[d]));
    json_object_set_new(json, "deals", deals);
    return json;
}

static json_t *signature_write(const struct study *study)
{
    char signature[24];
    snprintf(signature, sizeof signature, "%016llx", (unsigned long long)study_signature(study));
    return json_string(signature);
}

json_t *study_json_write(const struct study *study)
{
    json_t *sheets = json_array();
    for (int s = 0; s < study->sheet_count; s++) {
        const struct study_sheet *sheet = &study->sheets[s];
        json_t *settings = json_array();
        for (int i = 0; i < sheet->design.setting_count; i++)
            json_array_append_new(settings, played_write(sheet, i));
        json_array_append_new(sheets, json_pack("{s:s, s:i, s:o}", "game", sheet->design.game->id,
                                                "iterations", sheet->design.iterations, "settings",
                                                settings));
    }
    json_t *json = json_pack("{s:o, s:o}", "signature", signature_write(study), "studies", sheets);
    series_write(&study->series, json);
    return json;
}

/* ---- Figures without the matches ---- */

/* What was compared: the number of a seat, a part, or nothing more. */
static json_t *compared_write(const struct study_sheet *sheet, const struct study_finding *finding)
{
    return finding->figure == STUDY_SEAT_SHARE ? json_pack("{s:i}", "seat", finding->index)
           : finding->figure == STUDY_PART_SHARE
               ? json_pack("{s:s}", "part", sheet->parts[finding->index])
           : finding->figure == STUDY_LENGTH ? json_pack("{s:s}", "figure", "length")
                                             : json_pack("{s:s}", "figure", "deal_wins");
}

static json_t *findings_write(const struct study_sheet *sheet,
                              const struct study_findings *findings)
{
    static const char *const verdicts[] = {
        [STUDY_NO_DIFFERENCE] = "none", [STUDY_POSSIBLE] = "possible", [STUDY_CLEAR] = "clear"};
    json_t *list = json_array();
    for (int i = 0; i < findings->count; i++) {
        const struct study_finding *finding = &findings->of[i];
        json_t *json = compared_write(sheet, finding);
        json_object_update_new(json,
                               json_pack("{s:i, s:f, s:[f,f], s:f, s:s}", "setting",
                                         finding->setting, "value", finding->estimate.value, "ci",
                                         finding->estimate.low, finding->estimate.high, "even",
                                         finding->even, "verdict", verdicts[finding->verdict]));
        json_array_append_new(list, json);
    }
    return list;
}

static json_t *lengths_write(const struct study_sheet *sheet)
{
    struct svg_histogram lengths = study_lengths(sheet, "");
    json_t *counts = json_array();
    for (int i = 0; i < lengths.bins; i++)
        json_array_append_new(counts, json_integer(lengths.counts[i]));
    return json_pack("{s:f, s:f, s:o}", "low", lengths.low, "width", lengths.width, "counts",
                     counts);
}

static json_t *sheet_figures(const struct study_sheet *sheet, const struct study_findings *findings)
{
    const struct study_design *design = &sheet->design;
    json_t *settings = json_array();
    for (int i = 0; i < design->setting_count; i++) {
        const struct study_setting *about = &design->settings[i];
        json_t *json = setting_write(sheet, i);
        json_object_set_new(json, "base", json_integer(about->base));
        json_object_set_new(json, "says", about->says ? json_deep_copy(about->says) : json_null());
        json_array_append_new(settings, json);
    }
    return json_pack("{s:s, s:i, s:o, s:o, s:o}", "game", design->game->id, "games",
                     sheet->samples[0].deal_count * STUDY_REPLAYS, "settings", settings, "findings",
                     findings_write(sheet, findings), "lengths", lengths_write(sheet));
}

json_t *study_json_figures(const struct study *study, const struct study_findings *findings)
{
    json_t *sheets = json_array();
    for (int s = 0; s < study->sheet_count; s++)
        json_array_append_new(sheets, sheet_figures(&study->sheets[s], &findings[s]));
    return json_pack("{s:s, s:i, s:o, s:o}", "seed", study->seed, "games", study->games,
                     "signature", signature_write(study), "studies", sheets);
}

/* ---- Reading ---- */

/* An integer that fits; false otherwise. */
static bool number_read(const json_t *value, int32_t *number)
{
    json_int_t given = json_integer_value(value);
    *number = (int32_t)given;
    return json_is_integer(value) && given >= INT32_MIN && given <= INT32_MAX;
}

static bool numbers_read(const json_t *list, int32_t *numbers, int count)
{
    bool good = json_array_size(list) == (size_t)count;
    for (int i = 0; good && i < count; i++)
        good = number_read(json_array_get(list, (size_t)i), &numbers[i]);
    return good;
}

static bool match_read(const json_t *json, int seats, int counts, struct study_match *match)
{
    const json_t *winners = json_object_get(json, "winners"), *winner;
    size_t index;
    int32_t seat;
    match->is_over = json_is_true(json_object_get(json, "over"));
    json_array_foreach(winners, index, winner)
    {
        if (!number_read(winner, &seat) || seat < 0 || seat >= seats)
            return false;
        match->winners |= 1u << seat;
    }
    return json_is_array(winners) &&
           numbers_read(json_object_get(json, "scores"), match->scores, seats) &&
           numbers_read(json_object_get(json, "counts"), match->counts, counts) &&
           number_read(json_object_get(json, "moves"), &match->moves) &&
           number_read(json_object_get(json, "ticks"), &match->ticks);
}

static bool deal_read(struct study_sheet *sheet, int seats, const json_t *json,
                      struct study_deal *deal)
{
    const json_t *parts = json_object_get(json, "parts");
    const json_t *matches = json_object_get(json, "matches");
    if (json_array_size(matches) != STUDY_REPLAYS ||
        !number_read(json_object_get(json, "deal"), &deal->number) ||
        (sheet->design.game->part && json_array_size(parts) != (size_t)seats))
        return false;
    for (int seat = 0; sheet->design.game->part && seat < seats; seat++) {
        const char *name = wire_text(json_array_get(parts, (size_t)seat));
        int part = name ? study_part_find(sheet, name) : -1;
        if (part < 0)
            return false;
        deal->parts[seat] = (uint8_t)part;
    }
    for (size_t r = 0; r < STUDY_REPLAYS; r++)
        if (!match_read(json_array_get(matches, r), seats, sheet->design.count_count,
                        &deal->matches[r]))
            return false;
    return true;
}

/* Adds the deals of one setting. */
static bool setting_read(struct study_sheet *sheet, int setting, const json_t *json)
{
    const struct study_setting *about = &sheet->design.settings[setting];
    struct study_sample *sample = &sheet->samples[setting];
    const json_t *deals = json_object_get(json, "deals"), *deal;
    const char *id = wire_text(json_object_get(json, "id"));
    size_t index, count = json_array_size(deals);
    if (!id || strcmp(id, about->id) != 0 || !json_is_array(deals) ||
        json_integer_value(json_object_get(json, "seats")) != about->seats)
        return false;
    sample->deals =
        alloc_resize(sample->deals, (size_t)sample->deal_count + count, sizeof *sample->deals);
    json_array_foreach(deals, index, deal)
    {
        struct study_deal *into = &sample->deals[sample->deal_count];
        *into = (struct study_deal){0};
        if (!deal_read(sheet, about->seats, deal, into))
            return false;
        sample->deal_count++;
    }
    return true;
}

static bool sheet_read(struct study_sheet *sheet, const json_t *json)
{
    const json_t *settings = json_object_get(json, "settings");
    bool good = json_array_size(settings) == (size_t)sheet->design.setting_count;
    for (int i = 0; good && i < sheet->design.setting_count; i++)
        good = setting_read(sheet, i, json_array_get(settings, (size_t)i)) &&
               sheet->samples[i].deal_count == sheet->samples[0].deal_count;
    return good;
}

/* The first part: the games and what was asked for. Returns an exit code. */
static int head_read(const struct console *console, struct study *study, const json_t *json,
                     const char *path)
{
    const char *seed = wire_text(json_object_get(json, "seed"));
    const json_t *studied = json_object_get(json, "studied");
    int32_t games, iterations;
    if (!seed || strlen(seed) >= sizeof study->seed || json_array_size(studied) == 0 ||
        !number_read(json_object_get(json, "games"), &games) || games < 0 ||
        !number_read(json_object_get(json, "iterations"), &iterations) || iterations < 0)
        return complain_failure(console, "not_a_report", path);
    snprintf(study->seed, sizeof study->seed, "%s", seed);
    study->games = games;
    study->iterations = iterations;
    study->sheets = alloc_array(json_array_size(studied), sizeof *study->sheets);
    for (size_t i = 0; i < json_array_size(studied); i++) {
        const char *id = wire_text(json_array_get(studied, i));
        const struct game *game = id ? game_find(games_all, id) : NULL;
        if (!game)
            return complain_failure(console, "not_a_report", path);
        int code = study_design_load(console, game, games, iterations,
                                     &study->sheets[study->sheet_count++].design);
        if (code != CONSOLE_OK)
            return code;
    }
    return CONSOLE_OK;
}

static int compare_deals(const void *a, const void *b)
{
    const struct study_deal *one = a, *other = b;
    return (one->number > other->number) - (one->number < other->number);
}

int study_json_add(const struct console *console, struct study *study, const json_t *json,
                   const char *path)
{
    struct series series;
    const json_t *sheets = json_object_get(json, "studies");
    bool good = series_read(&series, json, series_keys), first = !study->series.parts;
    const char *trouble = good ? NULL : "not_a_report";
    if (good && first) {
        int code = head_read(console, study, json, path);
        if (code != CONSOLE_OK) {
            series_free(&series);
            return code;
        }
        study->series = series;
    } else {
        if (good)
            trouble = series_add(&study->series, &series);
        if (trouble && strcmp(trouble, "other_series") == 0)
            trouble = "other_study";
        series_free(&series);
    }
    if (!trouble && json_array_size(sheets) != (size_t)study->sheet_count)
        trouble = "not_a_report";
    for (int s = 0; !trouble && s < study->sheet_count; s++) {
        struct study_sheet *sheet = &study->sheets[s];
        if (!sheet_read(sheet, json_array_get(sheets, (size_t)s)))
            trouble = "not_a_report";
        study_parts_sort(sheet);
        for (int i = 0; i < sheet->design.setting_count; i++)
            if (sheet->samples[i].deal_count)
                qsort(sheet->samples[i].deals, (size_t)sheet->samples[i].deal_count,
                      sizeof *sheet->samples[i].deals, compare_deals);
    }
    return trouble ? complain_failure(console, trouble, path) : CONSOLE_OK;
}
