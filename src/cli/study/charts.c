/* Draws the charts of a study. Then: the course of the game; words and numbers. */
#include "cli/study/study.h"

#include "base/system/system.h"
#include "cli/cli.h"
#include "players/players.h"
#include "terminal/screen/screen.h"

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

/* Moves, or minutes in real time, of a finished match. */
static double length_of(const struct game *game, const struct study_match *match)
{
    return game->realtime ? (double)match->ticks * REALTIME_TICK_MS / 60000 : match->moves;
}

struct svg_histogram study_lengths(const struct study_sheet *sheet, const char *title)
{
    const struct study_sample *sample = &sheet->samples[0];
    int all = sample->deal_count * STUDY_REPLAYS;
    struct study_values lengths = {alloc_array((size_t)all, sizeof(double)), 0};
    for (int i = 0; i < all; i++) {
        const struct study_match *match =
            &sample->deals[i / STUDY_REPLAYS].matches[i % STUDY_REPLAYS];
        if (match->is_over)
            lengths.of[lengths.count++] = length_of(sheet->design.game, match);
    }
    struct svg_histogram histogram = histogram_of(title, &lengths);
    free(lengths.of);
    return histogram;
}

bool study_chart_course(const struct console *console, const struct study_sheet *sheet,
                        const char *path)
{
    const struct game *game = sheet->design.game;
    const struct study_sample *sample = &sheet->samples[0];
    int seats = sheet->design.settings[0].seats, all = sample->deal_count * STUDY_REPLAYS;
    struct study_values margin = {alloc_array((size_t)all, sizeof(double)), 0},
                        score = {alloc_array((size_t)(all * seats), sizeof(double)), 0};
    for (int i = 0; i < all; i++) {
        const struct study_match *match =
            &sample->deals[i / STUDY_REPLAYS].matches[i % STUDY_REPLAYS];
        if (!match->is_over)
            continue;
        margin.of[margin.count++] = study_margin(game, seats, match->scores);
        for (int seat = 0; seat < seats; seat++)
            score.of[score.count++] = match->scores[seat];
    }
    struct svg_histogram panels[] = {
        study_lengths(sheet, study_text(console, game->realtime ? "minutes" : "length")),
        histogram_of(study_text(console, "score"), &score),
        histogram_of(study_text(console, "margin"), &margin)};
    char title[160];
    snprintf(title, sizeof title, "%s, %.40s · %s",
             texts_game_name(console->texts, console->language, game->id),
             study_setting_name(console, sheet, 0).text, study_text(console, "chart_course"));
    bool good = svg_histograms(path, title, panels, 3);
    free(margin.of);
    free(score.of);
    return good;
}

/* ---- Words and numbers ---- */

const char *study_text(const struct console *console, const char *key)
{
    return texts_core(console->texts, console->language, "study", key);
}

struct study_words study_number(const struct console *console, double number, int decimals,
                                bool with_sign)
{
    struct study_words words;
    char digits[40];
    snprintf(digits, sizeof digits, "%.*f", decimals, fabs(number));
    char *point = strchr(digits, '.');
    if (point && console->language == FRENCH)
        *point = ',';
    bool is_zero = !strpbrk(digits, "123456789");
    snprintf(words.text, sizeof words.text, "%s%s",
             is_zero      ? ""
             : number < 0 ? "−"
             : with_sign  ? "+"
                          : "",
             digits);
    return words;
}

/* Whether the figure is from 0 to 1, and written in percent. */
static bool in_percent(enum study_figure figure)
{
    return figure == STUDY_SEAT_SHARE || figure == STUDY_PART_SHARE || figure == STUDY_SHARED ||
           figure == STUDY_UNFINISHED || figure == STUDY_DEAL_WINS || figure == STUDY_DEAL_SCORES;
}

struct study_words study_value(const struct console *console, enum study_figure figure,
                               const struct study_estimate *estimate)
{
    struct study_words words = {"–"};
    double factor = in_percent(figure) ? 100 : 1;
    if (!estimate->is_known)
        return words;
    int decimals = figure == STUDY_COUNT ? 2 : 1;
    struct study_words value = study_number(console, factor * estimate->value, decimals, false),
                       low = study_number(console, factor * estimate->low, decimals, false),
                       high = study_number(console, factor * estimate->high, decimals, false);
    bool is_negative = estimate->low < 0; /* a dash before a minus sign would be hard to read */
    snprintf(words.text, sizeof words.text, "%.30s%s (%.30s%s%s%s%.30s)", value.text,
             in_percent(figure) ? "\u00a0%" : "", low.text, is_negative ? " " : "",
             is_negative ? study_text(console, "to") : "–", is_negative ? " " : "", high.text);
    return words;
}

struct study_words study_difference(const struct console *console, enum study_figure figure,
                                    const struct study_estimate *estimate, bool with_unit)
{
    struct study_words words = {"–"};
    double factor = in_percent(figure) ? 100 : 1;
    if (!estimate->is_known)
        return words;
    int decimals = figure == STUDY_COUNT ? 2 : 1;
    bool in_points = with_unit && in_percent(figure);
    struct study_words value = study_number(console, factor * estimate->value, decimals, true),
                       low = study_number(console, factor * estimate->low, decimals, true),
                       high = study_number(console, factor * estimate->high, decimals, true);
    snprintf(words.text, sizeof words.text, "%.30s%s%s (%.30s %s %.30s)", value.text,
             in_points ? " " : "", in_points ? study_text(console, "points") : "", low.text,
             study_text(console, "to"), high.text);
    return words;
}

struct study_words study_label(const struct console *console, const struct study_sheet *sheet,
                               enum study_figure figure, int index)
{
    static const char *const keys[] = {
        [STUDY_SEAT_SHARE] = "seat",        [STUDY_SHARED] = "shared",
        [STUDY_UNFINISHED] = "unfinished",  [STUDY_LENGTH] = "length",
        [STUDY_MINUTES] = "minutes",        [STUDY_SCORE] = "score",
        [STUDY_MARGIN] = "margin",          [STUDY_DEAL_WINS] = "deal_wins",
        [STUDY_DEAL_SCORES] = "deal_scores"};
    struct study_words words;
    struct buffer out;
    const struct study_design *design = &sheet->design;
    buffer_start(&out, words.text, sizeof words.text);
    if (figure == STUDY_PART_SHARE)
        buffer_add(&out, texts_word(console->texts, console->language, design->game->id,
                                    sheet->parts[index]));
    else if (figure == STUDY_COUNT)
        buffer_add(&out, study_design_text(console, design->counts[index].says));
    else
        say_into(&out, console, "study", keys[figure], SAY_NUMBER(index + 1), NULL);
    return words;
}

struct study_words study_setting_name(const struct console *console,
                                      const struct study_sheet *sheet, int setting)
{
    struct study_words words;
    struct buffer out;
    const struct study_setting *about = &sheet->design.settings[setting];
    buffer_start(&out, words.text, sizeof words.text);
    if (about->says)
        buffer_add(&out, study_design_text(console, about->says));
    else
        say_into(&out, console, "study", "players", SAY_NUMBER(about->seats), NULL);
    return words;
}
