/* An analysis on the terminal: the curve, the sums, the mistakes. */
#include "cli/analyse_text.h"

#include "terminal/move_words.h"
#include "terminal/say.h"

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
    if (decision->reason) {
        buffer_add_char(&sentence, ' ');
        texts_hint(console->texts, console->language, analysis->game->id, decision->reason,
                   decision->reason_detail, &sentence);
    }
    print_remark(session, sentence.text);
}

static void print_note(const struct session *session, const struct analysis *analysis,
                       const struct analysis_decision *decision)
{
    const struct console *console = session->console;
    char storage[SAY_SENTENCE_MAX];
    struct buffer sentence;
    if (!decision->note)
        return;
    buffer_start(&sentence, storage, sizeof storage);
    texts_review(console->texts, console->language, analysis->game->id, decision->note,
                 decision->note_detail, &sentence);
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
    print_note(session, analysis, decision);
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
