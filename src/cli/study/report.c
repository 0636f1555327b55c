/* Writes the report of a study as Markdown, in the language of the console.
 *
 * Then: findings; tables; the page of a game; README.md. */
#include "cli/study/study.h"

#include "base/system/system.h"
#include "cli/cli.h"
#include "data/data.h"
#include "game/game.h"
#include "players/players.h"
#include "terminal/screen/screen.h"

#include <errno.h>
#include <stdlib.h>

enum { PATH_BYTES = 4096, METHOD_BYTES = 64 };

/* A page being written. */
struct study_page {
    const struct console *console;
    const struct study *study;
    const char *folder;
    FILE *out;
};

/* A sentence of the section "study", with words filled in. */
__attribute__((sentinel)) static void write_text(const struct study_page *page, const char *key,
                                                 ...)
{
    char storage[SAY_SENTENCE_MAX];
    struct buffer text;
    va_list words;
    buffer_start(&text, storage, sizeof storage);
    va_start(words, key);
    say_fill(&text, study_text(page->console, key), words);
    va_end(words);
    fputs(text.text, page->out);
}

static void write_heading(const struct study_page *page, const char *key)
{
    fprintf(page->out, "\n## %s\n\n", study_text(page->console, key));
}

static const char *game_name(const struct study_page *page, const struct study_sheet *sheet)
{
    return texts_game_name(page->console->texts, page->console->language, sheet->design.game->id);
}

/* The path of a file of the report. */
struct study_path {
    char text[PATH_BYTES];
};

static struct study_path path_of(const struct study_page *page, const char *game, const char *rest)
{
    struct study_path path;
    snprintf(path.text, sizeof path.text, "%s/%s%s", page->folder, game, rest);
    return path;
}

/* ---- Findings ---- */

static void write_finding(const struct study_page *page, const struct study_sheet *sheet,
                          const struct study_finding *finding)
{
    const struct console *console = page->console;
    struct study_words name = study_setting_name(console, sheet, finding->setting),
                       label = study_label(console, sheet, finding->figure, finding->index);
    fputs("- ", page->out);
    if (study_is_variant(&sheet->design, finding->setting)) {
        write_text(page, "changed", name.text, label.text,
                   study_difference(console, finding->figure, &finding->estimate, true).text, NULL);
    } else {
        write_text(page, finding->estimate.value > finding->even ? "more" : "less", name.text,
                   label.text, study_value(console, finding->figure, &finding->estimate).text,
                   study_number(console, 100 * finding->even, 1, false).text, NULL);
    }
    fputc('\n', page->out);
}

/* The findings with this verdict, after a sentence. */
static void write_findings(const struct study_page *page, const struct study_sheet *sheet,
                           const struct study_findings *findings, enum study_verdict verdict,
                           const char *key)
{
    if (!findings->with[verdict])
        return;
    write_text(page, key, SAY_NUMBER(findings->with[verdict]), SAY_NUMBER(findings->count), NULL);
    fputs("\n\n", page->out);
    for (int i = 0; i < findings->count; i++)
        if (findings->of[i].verdict == verdict)
            write_finding(page, sheet, &findings->of[i]);
    fputc('\n', page->out);
}

static void write_brief(const struct study_page *page, const struct study_sheet *sheet,
                        const struct study_findings *findings)
{
    write_findings(page, sheet, findings, STUDY_CLEAR, "clear");
    write_findings(page, sheet, findings, STUDY_POSSIBLE, "possible");
    if (findings->too_few_deals)
        write_text(page, "too_few_deals", SAY_NUMBER(STUDY_DEALS_LEAST), NULL);
    else
        write_text(page, "no_difference", SAY_NUMBER(findings->with[STUDY_NO_DIFFERENCE]),
                   SAY_NUMBER(findings->count), NULL);
    fputc('\n', page->out);
}

/* ---- Tables ---- */

/* The marks around a difference, by its verdict: bold if it is clear. */
static const char *mark_of(const struct study_findings *findings, int setting,
                           enum study_figure figure, int index)
{
    for (int i = 0; i < findings->count; i++) {
        const struct study_finding *finding = &findings->of[i];
        if (finding->setting == setting && finding->figure == figure && finding->index == index)
            return finding->verdict == STUDY_CLEAR      ? "**"
                   : finding->verdict == STUDY_POSSIBLE ? "*"
                                                        : "";
    }
    return "";
}

/* Whether a figure says something in a setting. */
static bool is_meant(const struct study_sheet *sheet, int setting, enum study_figure figure,
                     int index)
{
    const struct study_setting *about = &sheet->design.settings[setting];
    switch (figure) {
    case STUDY_SEAT_SHARE:
        return index < about->seats;
    case STUDY_PART_SHARE:
        return study_has_part(sheet, setting, index) && study_has_part(sheet, about->base, index);
    case STUDY_SHARED:
    case STUDY_MARGIN:
        return !study_is_together(sheet, setting);
    default:
        return true;
    }
}

/* A row of a table: a figure in each of these settings; in variants its change. */
static void write_row(const struct study_page *page, const struct study_sheet *sheet,
                      const struct study_findings *findings, bool variants,
                      enum study_figure figure, int index)
{
    const struct study_design *design = &sheet->design;
    fprintf(page->out, "| %s |", study_label(page->console, sheet, figure, index).text);
    for (int i = 0; i < design->setting_count; i++) {
        if (study_is_variant(design, i) != variants)
            continue;
        bool meant = is_meant(sheet, i, figure, index);
        struct study_estimate estimate = {0};
        if (meant)
            estimate = variants ? study_change(sheet, i, figure, index, STANDINGS_Z)
                                : study_estimate(sheet, i, figure, index, STANDINGS_Z);
        struct study_words words = variants
                                       ? study_difference(page->console, figure, &estimate, false)
                                       : study_value(page->console, figure, &estimate);
        const char *mark = !meant ? "" : mark_of(findings, i, figure, index);
        fprintf(page->out, " %s%s%s |", mark, words.text, mark);
    }
    fputc('\n', page->out);
}

static void write_table(const struct study_page *page, const struct study_sheet *sheet,
                        const struct study_findings *findings, bool variants)
{
    const struct study_design *design = &sheet->design;
    int columns = 0, seats = 0;
    fputs("| |", page->out);
    for (int i = 0; i < design->setting_count; i++) {
        const struct study_setting *setting = &design->settings[i];
        if (study_is_variant(design, i) != variants)
            continue;
        struct study_words name = study_setting_name(page->console, sheet, i);
        fprintf(page->out, " %s |", variants ? (char[]){(char)('A' + columns), '\0'} : name.text);
        seats = setting->seats > seats ? setting->seats : seats;
        columns++;
    }
    fputs("\n|---|", page->out);
    for (int i = 0; i < columns; i++)
        fputs("---|", page->out);
    fputc('\n', page->out);
    for (int seat = 0; seat < seats; seat++)
        write_row(page, sheet, findings, variants, STUDY_SEAT_SHARE, seat);
    for (int part = 0; part < sheet->part_count; part++)
        write_row(page, sheet, findings, variants, STUDY_PART_SHARE, part);
    static const enum study_figure rows[] = {STUDY_SHARED, STUDY_DEAL_WINS, STUDY_DEAL_SCORES,
                                             STUDY_LENGTH, STUDY_SCORE,     STUDY_MARGIN};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        write_row(page, sheet, findings, variants, rows[i], 0);
    if (design->game->realtime) {
        write_row(page, sheet, findings, variants, STUDY_MINUTES, 0);
        write_row(page, sheet, findings, variants, STUDY_UNFINISHED, 0);
    }
    for (int i = 0; i < design->count_count; i++)
        write_row(page, sheet, findings, variants, STUDY_COUNT, i);
}

/* ---- The page of a game ---- */

static bool has_variants(const struct study_sheet *sheet)
{
    bool has = false;
    for (int i = 0; i < sheet->design.setting_count; i++)
        has |= study_is_variant(&sheet->design, i);
    return has;
}

static void write_changes(const struct study_page *page, const struct study_sheet *sheet,
                          const struct study_findings *findings)
{
    const struct study_design *design = &sheet->design;
    char letter = 'A';
    write_heading(page, "head_changes");
    write_text(page, "about_changes", NULL);
    fputs("\n\n", page->out);
    for (int i = 0; i < design->setting_count; i++) {
        if (!study_is_variant(design, i))
            continue;
        fprintf(page->out, "- **%c** (", letter++);
        write_text(page, "players", SAY_NUMBER(design->settings[i].seats), NULL);
        fprintf(page->out, ") %s\n", study_setting_name(page->console, sheet, i).text);
    }
    fprintf(page->out, "\n![%s](%s-changes.svg)\n\n", study_text(page->console, "chart_changes"),
            design->game->id);
    write_table(page, sheet, findings, true);
}

static void write_game(const struct study_page *page, const struct study_sheet *sheet,
                       const struct study_findings *findings)
{
    const struct study_design *design = &sheet->design;
    const char *id = design->game->id;
    int deals = sheet->samples[0].deal_count;
    fprintf(page->out, "# %s\n\n", game_name(page, sheet));
    write_text(page, "about_game", SAY_NUMBER(deals), SAY_NUMBER(STUDY_REPLAYS),
               SAY_NUMBER(deals * STUDY_REPLAYS), SAY_NUMBER(design->setting_count),
               SAY_NUMBER(design->iterations), NULL);
    fputc('\n', page->out);
    write_heading(page, "head_brief");
    write_brief(page, sheet, findings);
    write_heading(page, "head_game");
    fprintf(page->out, "![%s](%s-shares.svg)\n\n", study_text(page->console, "chart_shares"), id);
    fprintf(page->out, "![%s](%s-course.svg)\n\n", study_text(page->console, "chart_course"), id);
    write_table(page, sheet, findings, false);
    if (has_variants(sheet))
        write_changes(page, sheet, findings);
}

/* Opens a page; false with errno. */
static bool open_page(struct study_page *page, const char *name)
{
    page->out = fopen(path_of(page, name, ".md").text, "w");
    return page->out;
}

static bool close_page(struct study_page *page)
{
    bool good = !ferror(page->out);
    return fclose(page->out) == 0 && good;
}

static bool write_sheet(struct study_page *page, const struct study_sheet *sheet,
                        const struct study_findings *findings)
{
    const char *id = sheet->design.game->id;
    if (!open_page(page, id))
        return false;
    write_game(page, sheet, findings);
    return close_page(page) &&
           study_chart_shares(page->console, sheet, findings,
                              path_of(page, id, "-shares.svg").text) &&
           study_chart_course(page->console, sheet, path_of(page, id, "-course.svg").text) &&
           (!has_variants(sheet) || study_chart_changes(page->console, sheet, findings,
                                                        path_of(page, id, "-changes.svg").text));
}

/* ---- README.md ---- */

static void write_command(const struct study_page *page)
{
    const struct study *study = page->study;
    int all = 0;
    while (games_all[all] && all < study->sheet_count &&
           study->sheets[all].design.game == games_all[all])
        all++;
    fputs("\n\n    ludosaure study", page->out);
    for (int s = 0; games_all[all] && s < study->sheet_count; s++) /* all games need no names */
        fprintf(page->out, " %s", study->sheets[s].design.game->id);
    fprintf(page->out, " --seed '%s'", study->seed);
    if (study->games)
        fprintf(page->out, " --games %d", study->games);
    if (study->iterations)
        fprintf(page->out, " --iterations %d", study->iterations);
    fputs("\n\n", page->out);
}

/* One row for each game and number of players. */
static void write_summary(const struct study_page *page)
{
    const struct console *console = page->console;
    fprintf(page->out, "| %s |\n|---|---|---|---|---|---|\n", study_text(console, "columns"));
    for (int s = 0; s < page->study->sheet_count; s++) {
        const struct study_sheet *sheet = &page->study->sheets[s];
        for (int i = 0; i < sheet->design.setting_count; i++) {
            if (study_is_variant(&sheet->design, i))
                continue;
            fprintf(page->out, "| [%s](%s.md) | %s | %d |", game_name(page, sheet),
                    sheet->design.game->id, study_setting_name(console, sheet, i).text,
                    sheet->samples[i].deal_count * STUDY_REPLAYS);
            static const enum study_figure columns[] = {STUDY_LENGTH, STUDY_DEAL_WINS,
                                                        STUDY_SHARED};
            for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
                struct study_estimate estimate = {0};
                if (is_meant(sheet, i, columns[k], 0))
                    estimate = study_estimate(sheet, i, columns[k], 0, STANDINGS_Z);
                fprintf(page->out, " %s |", study_value(console, columns[k], &estimate).text);
            }
            fputc('\n', page->out);
        }
    }
}

static void write_method(const struct study_page *page)
{
    char path[METHOD_BYTES];
    size_t size;
    snprintf(path, sizeof path, "study/method.%s.md", language_code(page->console->language));
    char *text = data_read(page->console->data_folder, path, &size);
    if (text)
        fprintf(page->out, "\n%s", text);
    free(text);
}

static bool write_readme(struct study_page *page, const struct study_findings *findings)
{
    char signature[24];
    snprintf(signature, sizeof signature, "%016llx",
             (unsigned long long)study_signature(page->study));
    if (!open_page(page, "README"))
        return false;
    fprintf(page->out, "# %s\n\n", study_text(page->console, "title"));
    write_text(page, "about", LUDOSAURE_VERSION, signature, NULL);
    write_command(page);
    write_summary(page);
    fprintf(page->out, "\n![%s](deals.svg)\n", study_text(page->console, "chart_deals"));
    for (int s = 0; s < page->study->sheet_count; s++) {
        const struct study_sheet *sheet = &page->study->sheets[s];
        fprintf(page->out, "\n## [%s](%s.md)\n\n", game_name(page, sheet), sheet->design.game->id);
        write_brief(page, sheet, &findings[s]);
    }
    write_method(page);
    return close_page(page) &&
           study_chart_deals(page->console, page->study, path_of(page, "deals", ".svg").text);
}

/* figures.json, for the page. */
static bool write_figures(const struct study_page *page, const struct study_findings *findings)
{
    FILE *file = fopen(path_of(page, "figures", ".json").text, "w");
    if (!file)
        return false;
    json_t *json = study_json_figures(page->study, findings);
    bool good = json_dumpf(json, file, JSON_COMPACT | JSON_REAL_PRECISION(4)) == 0;
    good = fputc('\n', file) != EOF && good;
    json_decref(json);
    return fclose(file) == 0 && good;
}

int study_report_write(const struct console *console, const struct study *study, const char *folder)
{
    struct study_page page = {.console = console, .study = study, .folder = folder};
    struct study_findings *findings = alloc_array((size_t)study->sheet_count, sizeof *findings);
    bool good = strlen(folder) < PATH_BYTES / 2;
    if (!good)
        errno = ENAMETOOLONG;
    good = good && cli_folders_create(path_of(&page, "", "").text, 0777);
    for (int s = 0; good && s < study->sheet_count; s++) {
        study_findings_make(&study->sheets[s], &findings[s]);
        good = write_sheet(&page, &study->sheets[s], &findings[s]);
    }
    good = good && write_readme(&page, findings) && write_figures(&page, findings);
    int reason = errno;
    free(findings);
    if (good)
        return CONSOLE_OK;
    return complain_say(console, CONSOLE_FAILED, "export", "cannot_write", folder,
                        complain_reason(console, reason), NULL);
}
