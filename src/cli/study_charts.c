/* Draws the charts of a study. */
#include "cli/study_charts.h"

#include "base/alloc.h"
#include "cli/study_words.h"
#include "cli/svg.h"
#include "players/standings.h"

#include <math.h>
#include <stdlib.h>

/* Rows that are collected for a chart. */
struct study_rows {
    struct svg_row *of;
    int count;
    double low, high; /* of all intervals */
};

static void add_heading(struct study_rows *rows, const char *label)
{
    struct svg_row *row = &rows->of[rows->count++];
    *row = (struct svg_row){.is_heading = true};
    snprintf(row->label, sizeof row->label, "%s", label);
}

static void add_row(struct study_rows *rows, const char *label,
                    const struct study_estimate *estimate, double even)
{
    if (!estimate->is_known)
        return;
    struct svg_row *row = &rows->of[rows->count++];
    *row = (struct svg_row){
        .value = estimate->value, .low = estimate->low, .high = estimate->high, .even = even};
    snprintf(row->label, sizeof row->label, "%s", label);
    rows->low = fmin(rows->low, fmin(estimate->low, even));
    rows->high = fmax(rows->high, fmax(estimate->high, even));
}

/* An axis in percent for all rows. */
static struct svg_axis axis_of(const struct study_rows *rows, const char *unit)
{
    double range = rows->high - rows->low;
    double step = range > 1.2 ? 0.5 : range > 0.6 ? 0.2 : range > 0.25 ? 0.1 : 0.05;
    return (struct svg_axis){.low = step * floor(rows->low / step + 1e-9),
                             .high = step * ceil(rows->high / step - 1e-9),
                             .step = step,
                             .factor = 100,
                             .unit = unit};
}

/* Draws the findings about shares of wins, of the game as it is or of its variants. */
static bool draw_findings(const struct console *console, const struct study_sheet *sheet,
                          const struct study_findings *findings, bool variants, const char *path)
{
    struct study_rows rows = {.of = alloc_array((size_t)findings->count * 2 + 1, sizeof *rows.of)};
    int last = -1;
    for (int i = 0; i < findings->count; i++) {
        const struct study_finding *finding = &findings->of[i];
        bool is_share = finding->figure == STUDY_SEAT_SHARE || finding->figure == STUDY_PART_SHARE;
        if (study_is_variant(&sheet->design, finding->setting) != variants || !is_share)
            continue;
        if (finding->setting != last)
            add_heading(&rows, study_setting_name(console, sheet, finding->setting).text);
        last = finding->setting;
        add_row(&rows, study_label(console, sheet, finding->figure, finding->index).text,
                &finding->estimate, finding->even);
    }
    char title[160];
    snprintf(title, sizeof title, "%s · %s",
             texts_game_name(console->texts, console->language, sheet->design.game->id),
             study_text(console, variants ? "chart_changes" : "chart_shares"));
    if (rows.high <= rows.low)
        rows.high = rows.low + 1;
    struct svg_axis axis = axis_of(&rows, variants ? "" : "\u00a0%");
    bool good = svg_intervals(path, title, rows.of, rows.count, &axis);
    free(rows.of);
    return good;
}

bool study_chart_shares(const struct console *console, const struct study_sheet *sheet,
                        const struct study_findings *findings, const char *path)
{
    return draw_findings(console, sheet, findings, false, path);
}

bool study_chart_changes(const struct console *console, const struct study_sheet *sheet,
                         const struct study_findings *findings, const char *path)
{
    return draw_findings(console, sheet, findings, true, path);
}

bool study_chart_deals(const struct console *console, const struct study *study, const char *path)
{
    struct study_rows rows = {
        .of =
            alloc_array((size_t)study->sheet_count * (2 * STUDY_SETTINGS_MAX + 1), sizeof *rows.of),
        .high = 0.2};
    for (int s = 0; s < study->sheet_count; s++) {
        const struct study_sheet *sheet = &study->sheets[s];
        for (int i = 0; i < sheet->design.setting_count; i++) {
            if (study_is_variant(&sheet->design, i))
                continue;
            char heading[SVG_LABEL_BYTES];
            snprintf(heading, sizeof heading, "%s, %.40s",
                     texts_game_name(console->texts, console->language, sheet->design.game->id),
                     study_setting_name(console, sheet, i).text);
            add_heading(&rows, heading);
            for (enum study_figure f = STUDY_DEAL_WINS; f <= STUDY_DEAL_SCORES; f++) {
                struct study_estimate estimate = study_estimate(sheet, i, f, 0, STANDINGS_Z);
                add_row(&rows, study_label(console, sheet, f, 0).text, &estimate, 0);
            }
        }
    }
    struct svg_axis axis = axis_of(&rows, "\u00a0%");
    bool good = svg_intervals(path, study_text(console, "chart_deals"), rows.of, rows.count, &axis);
    free(rows.of);
    return good;
}

/* ---- The course of the game ---- */

/* The values that a histogram counts. */
struct study_values {
    double *of;
    int count;
};

/* Bins whose width is a round number. */
static struct svg_histogram histogram_of(const char *title, const struct study_values *values)
{
    static const double widths[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000};
    struct svg_histogram histogram = {.title = title, .width = 1, .bins = 1};
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < values->count; i++) {
        low = fmin(low, values->of[i]);
        high = fmax(high, values->of[i]);
    }
    if (values->count == 0)
        return histogram;
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        histogram.width = widths[i];
        histogram.low = widths[i] * floor(low / widths[i]);
        if ((high - histogram.low) / widths[i] < SVG_BINS)
            break;
    }
    for (int i = 0; i < values->count; i++) {
        int bin = (int)((values->of[i] - histogram.low) / histogram.width);
        bin = bin < SVG_BINS ? bin : SVG_BINS - 1;
        histogram.counts[bin]++;
        histogram.bins = bin + 1 > histogram.bins ? bin + 1 : histogram.bins;
    }
    return histogram;
}

bool study_chart_course(const struct console *console, const struct study_sheet *sheet,
                        const char *path)
{
    const struct game *game = sheet->design.game;
    const struct study_sample *sample = &sheet->samples[0];
    int seats = sheet->design.settings[0].seats, all = sample->deal_count * STUDY_REPLAYS;
    struct study_values length = {alloc_array((size_t)all, sizeof(double)), 0},
                        margin = {alloc_array((size_t)all, sizeof(double)), 0},
                        score = {alloc_array((size_t)(all * seats), sizeof(double)), 0};
    for (int i = 0; i < all; i++) {
        const struct study_match *match =
            &sample->deals[i / STUDY_REPLAYS].matches[i % STUDY_REPLAYS];
        if (!match->is_over)
            continue;
        length.of[length.count++] =
            game->stage ? (double)match->ticks * STAGE_TICK_MS / 60000 : match->moves;
        margin.of[margin.count++] = study_margin(game, seats, match->scores);
        for (int seat = 0; seat < seats; seat++)
            score.of[score.count++] = match->scores[seat];
    }
    struct svg_histogram panels[] = {
        histogram_of(study_text(console, game->stage ? "minutes" : "length"), &length),
        histogram_of(study_text(console, "score"), &score),
        histogram_of(study_text(console, "margin"), &margin)};
    char title[160];
    snprintf(title, sizeof title, "%s, %.40s · %s",
             texts_game_name(console->texts, console->language, game->id),
             study_setting_name(console, sheet, 0).text, study_text(console, "chart_course"));
    bool good = svg_histograms(path, title, panels, 3);
    free(length.of);
    free(margin.of);
    free(score.of);
    return good;
}
