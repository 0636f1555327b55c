/* The curve as SVG: a line per seat, with its mistakes as dots. Lines also differ by their dashes,
 * for readers who cannot tell the colours apart. */
#include "cli/analyse_svg.h"

#include "cli/svg.h"

#include <stdio.h>

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
