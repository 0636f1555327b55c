/* An analysis on the terminal: the curve, the sums, the mistakes.
 *
 * Then: the curve; the sums; the decisions; the picture. */
#include "cli/analyse/analyse.h"

#include "cli/cli.h"
#include "terminal/screen/screen.h"

#include <stdio.h>
#include <string.h>

enum {
    NAME_COLUMNS = SESSION_NAME_COLUMNS + 1,
    CELL_COLUMNS = 9,
    CURVE_COLUMNS = 54,
    GRADE_COLUMNS = 13,
    MISTAKE_COLUMNS = 6 + NAME_COLUMNS + GRADE_COLUMNS + 8, /* before the move */
};
static const char *const seat_styles[GAME_SEATS_MAX] = {"32", "33", "36", "35",
                                                        "34", "31", "92", "93"};
static const char *const grade_styles[GRADES] = {
    [GRADE_INACCURACY] = "33", [GRADE_MISTAKE] = "31", [GRADE_BLUNDER] = "1;31"};

#define ANALYSE_SAY(session, ...) \
    say((session)->console, &(session)->terminal, "analysis", __VA_ARGS__, (const char *)NULL)

static const char *word(const struct session *session, const char *key)
{
    return texts_core(session->console->texts, session->console->language, "analysis", key);
}

/* "12.3" or, in French, "12,3": percent, with a typographic minus or, if `signed`, a plus. */
struct percent {
    char text[24];
};
static struct percent percent(const struct session *session, int32_t chance, bool with_sign)
{
    struct percent percent;
    int32_t size = chance < 0 ? -chance : chance, tenths = (size + 500) / 1000;
    const char *sign = tenths == 0 ? "" : chance < 0 ? "−" : with_sign ? "+" : "";
    snprintf(percent.text, sizeof percent.text, "%s%d%s%d", sign, tenths / 10,
             session->console->language == FRENCH ? "," : ".", tenths % 10);
    return percent;
}

/* Right-aligned. */
static void print_cell(const struct session *session, const char *text, int width)
{
    fprintf(session->terminal.out, "%*s%s", width - terminal_width(text, strlen(text)), "", text);
}

/* ---- The curve ---- */

static void print_name(const struct session *session, int seat)
{
    terminal_style(&session->terminal, seat_styles[seat]);
    terminal_column(&session->terminal, session->names[seat], NAME_COLUMNS);
    terminal_style(&session->terminal, "0");
}

/* The chance at a column: that of the last position in it. */
static int32_t chance_at(const struct analysis *analysis, int seat, int column)
{
    size_t position = analysis->move_count * (size_t)column / (CURVE_COLUMNS - 1);
    return analysis->positions[position].chances[seat];
}

void analyse_text_curve(const struct session *session, const struct analysis *analysis)
{
    static const char *const bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    FILE *out = session->terminal.out;
    ANALYSE_SAY(session, "curve");
    for (int seat = 0; seat < analysis->seats; seat++) {
        print_name(session, seat);
        terminal_style(&session->terminal, seat_styles[seat]);
        for (int column = 0; column < CURVE_COLUMNS; column++) {
            int32_t bar = chance_at(analysis, seat, column) * 8 / CHANCE_ONE;
            fputs(bars[bar < 0 ? 0 : bar > 7 ? 7 : bar], out);
        }
        terminal_style(&session->terminal, "0");
        print_cell(
            session,
            percent(session, analysis->positions[analysis->move_count].chances[seat], false).text,
            7);
        fputc('\n', out);
    }
    fputc('\n', out);
}

/* ---- The sums ---- */

static void print_sums(const struct session *session, const struct analysis *analysis)
{
    static const char *const heads[] = {"start", "deal", "own", "others", "luck", "result"};
    enum { CELLS = sizeof heads / sizeof *heads };
    FILE *out = session->terminal.out;
    ANALYSE_SAY(session, "sums");
    terminal_column(&session->terminal, "", NAME_COLUMNS);
    for (int i = 0; i < CELLS; i++)
        print_cell(session, word(session, heads[i]), CELL_COLUMNS);
    fputc('\n', out);
    for (int seat = 0; seat < analysis->seats; seat++) {
        struct analysis_breakdown a = analysis_break_down(analysis, seat);
        int32_t cells[CELLS] = {a.start, a.deal, a.own, a.others, a.luck, a.result};
        print_name(session, seat);
        for (int i = 0; i < CELLS; i++)
            print_cell(session, percent(session, cells[i], i > 0 && i < CELLS - 1).text,
                       CELL_COLUMNS);
        fputc('\n', out);
    }
    fputc('\n', out);
}

/* ---- The decisions ---- */

static bool any_judged(const struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->move_count; i++)
        if (analysis->decisions[i].grade != GRADE_NONE)
            return true;
    return false;
}

static void print_counts(const struct session *session, const struct analysis *analysis)
{
    FILE *out = session->terminal.out;
    ANALYSE_SAY(session, "decisions");
    terminal_column(&session->terminal, "", NAME_COLUMNS);
    for (int grade = GRADE_GOOD; grade < GRADES; grade++) {
        char key[32];
        snprintf(key, sizeof key, "count_%s", grade_names[grade]);
        print_cell(session, word(session, key), 14);
    }
    fputc('\n', out);
    for (int seat = 0; seat < analysis->seats; seat++) {
        int counts[GRADES];
        analysis_count(analysis, seat, counts);
        print_name(session, seat);
        for (int grade = GRADE_GOOD; grade < GRADES; grade++)
            print_cell(session, SAY_NUMBER(counts[grade]), 14);
        fputc('\n', out);
    }
    fputc('\n', out);
}

/* A sentence below a mistake. */
static void print_remark(const struct session *session, const char *text)
{
    enum { INDENT = 6 };
    if (!*text)
        return;
    fprintf(session->terminal.out, "%*s", INDENT, "");
    terminal_paragraph(&session->terminal, text, strlen(text), INDENT, INDENT);
}

static void print_expert(const struct session *session, const struct analysis *analysis,
                         const struct analysis_decision *decision)
{
    const struct console *console = session->console;
    char storage[SAY_SENTENCE_MAX], move_storage[GAME_MOVE_TEXT_MAX];
    struct buffer sentence, move;
    buffer_start(&sentence, storage, sizeof storage);
    buffer_start(&move, move_storage, sizeof move_storage);
    if (decision->best)
        move_words_show(console, analysis->game, decision->best, &move);
    say_into(&sentence, console, "analysis", decision->waits ? "expert_waits" : "expert_plays",
             move.text, (const char *)NULL);
    print_remark(session, sentence.text);
}

static void print_coach(const struct session *session, const struct analysis *analysis,
                        const struct analysis_decision *decision)
{
    const struct console *console = session->console;
    const char *game = analysis->game->id, *name = session->names[decision->seat];
    char storage[2 * SAY_SENTENCE_MAX];
    struct buffer sentence;
    buffer_start(&sentence, storage, sizeof storage);
    if (decision->reason)
        texts_hint(console->texts, console->language, game, decision->reason,
                   decision->reason_detail, name, &sentence);
    if (decision->reason && decision->note)
        buffer_add_char(&sentence, ' ');
    if (decision->note)
        texts_review(console->texts, console->language, game, decision->note, decision->note_detail,
                     &sentence);
    print_remark(session, sentence.text);
}

static void print_mistake(const struct session *session, const struct analysis *analysis,
                          size_t number)
{
    const struct analysis_decision *decision = &analysis->decisions[number];
    FILE *out = session->terminal.out;
    char move_storage[GAME_MOVE_TEXT_MAX], key[32];
    struct buffer move;
    buffer_start(&move, move_storage, sizeof move_storage);
    move_words_show(session->console, analysis->game, decision->move, &move);
    fprintf(out, "%4zu  ", number + 1);
    print_name(session, decision->seat);
    snprintf(key, sizeof key, "one_%s", grade_names[decision->grade]);
    terminal_style(&session->terminal, grade_styles[decision->grade]);
    terminal_column(&session->terminal, word(session, key), GRADE_COLUMNS);
    terminal_style(&session->terminal, "0");
    print_cell(session, percent(session, -decision->loss.mean, true).text, 6);
    fputs("  ", out);
    int width = session->terminal.columns - MISTAKE_COLUMNS;
    if (terminal_width(move.text, move.length) <= width)
        fputs(move.text, out);
    else
        terminal_column(&session->terminal, move.text, width);
    fputc('\n', out);
    print_expert(session, analysis, decision);
    print_coach(session, analysis, decision);
}

/* Three sentences about each seat. */
static void print_stories(const struct session *session, const struct analysis *analysis)
{
    const struct console *console = session->console;
    ANALYSE_SAY(session, "story");
    for (int seat = 0; seat < analysis->seats; seat++) {
        struct analysis_sentence story[STORY_SENTENCES];
        char storage[SAY_SENTENCE_MAX];
        struct buffer sentences;
        buffer_start(&sentences, storage, sizeof storage);
        analysis_story(analysis, seat, story);
        for (int i = 0; i < STORY_SENTENCES; i++) {
            char detail[ANALYSIS_DETAIL_MAX];
            if (!story[i].key)
                continue;
            if (sentences.length > 0)
                buffer_add_char(&sentences, ' ');
            analysis_detail(&story[i], detail);
            texts_review(console->texts, console->language, "core", story[i].key, detail,
                         &sentences);
        }
        print_name(session, seat);
        terminal_paragraph(&session->terminal, sentences.text, sentences.length, NAME_COLUMNS,
                           NAME_COLUMNS);
    }
    fputc('\n', session->terminal.out);
}

/* What the game says about each seat. */
static void print_summaries(const struct session *session, const struct analysis *analysis)
{
    const struct console *console = session->console;
    bool any = false;
    for (int seat = 0; seat < analysis->seats; seat++) {
        char storage[SAY_SENTENCE_MAX], detail_storage[1024];
        struct buffer sentence, detail;
        buffer_start(&sentence, storage, sizeof storage);
        buffer_start(&detail, detail_storage, sizeof detail_storage);
        const char *key = analysis_summary(analysis, seat, &detail);
        if (!key)
            continue;
        texts_review(console->texts, console->language, analysis->game->id, key, detail.text,
                     &sentence);
        print_name(session, seat);
        terminal_paragraph(&session->terminal, sentence.text, sentence.length, NAME_COLUMNS,
                           NAME_COLUMNS);
        any = true;
    }
    if (any)
        fputc('\n', session->terminal.out);
}

static void print_mistakes(const struct session *session, const struct analysis *analysis,
                           enum grade least)
{
    bool any = false;
    for (size_t i = 0; i < analysis->move_count; i++) {
        if (analysis->decisions[i].grade < least)
            continue;
        if (!any)
            ANALYSE_SAY(session, "mistakes");
        print_mistake(session, analysis, i);
        any = true;
    }
    if (!any)
        ANALYSE_SAY(session, "no_mistakes");
}

void analyse_text(const struct session *session, const struct analysis *analysis, enum grade least)
{
    const struct console *console = session->console;
    ANALYSE_SAY(session, "head",
                texts_game_name(console->texts, console->language, analysis->game->id),
                SAY_NUMBER(analysis->seats), SAY_NUMBER((long long)analysis->move_count));
    fputc('\n', session->terminal.out);
    print_stories(session, analysis);
    analyse_text_curve(session, analysis);
    print_sums(session, analysis);
    bool judged = any_judged(analysis);
    if (judged)
        print_counts(session, analysis);
    print_summaries(session, analysis);
    if (judged)
        print_mistakes(session, analysis, least);
    else
        ANALYSE_SAY(session, "nothing_judged");
}

/* ---- The picture ---- */

/* The curve as SVG: a line per seat, with its mistakes as dots. Lines also differ by their dashes,
 * for readers who cannot tell the colours apart. */

enum { LEFT = 64, TOP = 48, WIDTH = 680, HEIGHT = 300, RIGHT = 176, BOTTOM = 56, LABEL = 18 };
static const char *const colours[GAME_SEATS_MAX] = {"#1b7f4b", "#c2410c", "#1d4ed8", "#86198f",
                                                    "#854d0e", "#0e7490", "#be123c", "#44403c"};
static const char *const dashes[GAME_SEATS_MAX] = {"none", "9 4", "2 3",      "12 3 2 3",
                                                   "5 5",  "1 5", "14 4 5 4", "3 7"};
static const int dot_sizes[GRADES] = {
    [GRADE_INACCURACY] = 3, [GRADE_MISTAKE] = 5, [GRADE_BLUNDER] = 7};

static double x_of(const struct analysis *analysis, size_t position)
{
    size_t count = analysis->move_count ? analysis->move_count : 1;
    return LEFT + (double)WIDTH * (double)position / (double)count;
}

static double y_of(int32_t chance)
{
    return TOP + HEIGHT - (double)HEIGHT * chance / CHANCE_ONE;
}

static void print_grid(FILE *out, const struct session *session, const struct analysis *analysis)
{
    for (int percent = 0; percent <= 100; percent += 25)
        fprintf(out,
                "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#d8cfbc\"/>"
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" fill=\"#5d5548\">%d %%</text>\n",
                LEFT, LEFT + WIDTH, y_of(percent * (CHANCE_ONE / 100)),
                y_of(percent * (CHANCE_ONE / 100)), LEFT - 8,
                y_of(percent * (CHANCE_ONE / 100)) + 4, percent);
    size_t step = 1;
    while (analysis->move_count / step > 10)
        step *= step == 1 || step == 10 || step == 100 ? 5 : 2;
    for (size_t move = 0; move <= analysis->move_count; move += step)
        fprintf(out,
                "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#5d5548\">%zu</text>\n",
                x_of(analysis, move), TOP + HEIGHT + 20, move);
    fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"#5d5548\">%s</text>\n",
            LEFT + WIDTH / 2, TOP + HEIGHT + 42,
            texts_core(session->console->texts, session->console->language, "cli", "moves"));
}

static void print_seat(FILE *out, const struct analysis *analysis, int seat)
{
    fprintf(out,
            "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\" "
            "points=\"",
            colours[seat], dashes[seat]);
    for (size_t i = 0; i <= analysis->move_count; i++)
        fprintf(out, "%.1f,%.1f ", x_of(analysis, i), y_of(analysis->positions[i].chances[seat]));
    fputs("\"/>\n", out);
    for (size_t i = 0; i < analysis->move_count; i++) {
        const struct analysis_decision *decision = &analysis->decisions[i];
        if (decision->seat != seat || decision->grade < GRADE_INACCURACY)
            continue;
        fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" fill=\"%s\"><title>",
                x_of(analysis, i), y_of(analysis->positions[i].chances[seat]),
                dot_sizes[decision->grade], colours[seat]);
        fprintf(out, "%zu. ", i + 1);
        svg_text(out, decision->move);
        fputs("</title></circle>\n", out);
    }
}

/* The names at the right, from the best result to the worst, with samples of the lines. */
static void print_names(FILE *out, const struct session *session, const struct analysis *analysis)
{
    for (int seat = 0; seat < analysis->seats; seat++) {
        const int32_t *end = analysis->positions[analysis->move_count].chances;
        int place = 0;
        for (int other = 0; other < analysis->seats; other++)
            place += end[other] > end[seat] || (end[other] == end[seat] && other < seat);
        int y = TOP + 6 + LABEL * place;
        fprintf(out,
                "<line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"2\" "
                "stroke-dasharray=\"%s\"/><text x=\"%d\" y=\"%d\">",
                LEFT + WIDTH + 12, LEFT + WIDTH + 44, y, y, colours[seat], dashes[seat],
                LEFT + WIDTH + 52, y + 4);
        svg_text(out, session->names[seat]);
        fputs("</text>\n", out);
    }
}

bool analyse_svg(const struct session *session, const struct analysis *analysis, const char *path)
{
    const struct console *console = session->console;
    FILE *out = fopen(path, "w");
    if (!out)
        return false;
    const char *title = texts_core(console->texts, console->language, "analysis", "title");
    const char *game = texts_game_name(console->texts, console->language, analysis->game->id);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
            "font-family=\"sans-serif\" font-size=\"13\" fill=\"#2d2a26\">\n"
            "<title>%s · %s</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fbf7ee\"/>\n"
            "<text x=\"%d\" y=\"28\" font-size=\"16\">%s · %s</text>\n",
            LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM, game, title, LEFT, game, title);
    print_grid(out, session, analysis);
    for (int seat = 0; seat < analysis->seats; seat++)
        print_seat(out, analysis, seat);
    print_names(out, session, analysis);
    fputs("</svg>\n", out);
    return fclose(out) == 0;
}
