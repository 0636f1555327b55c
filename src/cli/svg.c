/* Draws charts as SVG. Colours follow the reader's theme: a style sheet in the file switches them.
 *
 * Then: intervals; histograms. */
#include "cli/cli.h"

#include <math.h>
#include <string.h>

void svg_text(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '<' || *text == '>' || *text == '&' || *text == '"')
            fprintf(out, "&#%d;", *text);
        else
            fputc(*text, out);
    }
}

static FILE *begin(const char *path, int width, int height, const char *title)
{
    FILE *out = fopen(path, "w");
    if (!out)
        return NULL;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" role=\"img\" font-family=\"sans-serif\" font-size=\"13\">\n"
            "<style>.p{fill:#fbf7ee}text{fill:#2d2a26}.a{fill:#5d5548}.g{stroke:#d8cfbc}"
            ".e{stroke:#b4531f;stroke-width:2}.i{stroke:#1b7f4b;stroke-width:3}.b,.d{fill:#1b7f4b}"
            "@media (prefers-color-scheme:dark){.p{fill:#1f1d1a}text{fill:#ece5d8}"
            ".a{fill:#b9af9f}.g{stroke:#47413a}.e{stroke:#f0a070}.i{stroke:#6fc391}"
            ".b,.d{fill:#6fc391}}</style>\n<title>",
            width, height, width, height);
    svg_text(out, title);
    fputs("</title>\n<rect class=\"p\" width=\"100%\" height=\"100%\"/>\n"
          "<text x=\"12\" y=\"24\" font-size=\"16\">",
          out);
    svg_text(out, title);
    fputs("</text>\n", out);
    return out;
}

static bool end(FILE *out)
{
    fputs("</svg>\n", out);
    return fclose(out) == 0;
}

/* A text at a place; `attributes` such as its anchor. */
static void put(FILE *out, double x, double y, const char *attributes, const char *text)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, attributes);
    svg_text(out, text);
    fputs("</text>\n", out);
}

static void line(FILE *out, const char *class, double x1, double y1, double x2, double y2)
{
    fprintf(out, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", class,
            x1, y1, x2, y2);
}

/* ---- Intervals ---- */

enum { TOP = 40, ROW = 22, WIDTH = 420, RIGHT = 40, BOTTOM = 34, MARGIN = 16, LETTER = 7 };

static double clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

static int letters(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80; /* not the rest of a character */
    return count;
}

static void draw_row(FILE *out, const struct svg_row *row, double x, double y, double scale,
                     const struct svg_axis *axis)
{
    if (row->is_heading) {
        put(out, MARGIN, y + 15, "font-weight=\"bold\"", row->label);
        return;
    }
    double low = clamp(row->low, axis->low, axis->high),
           high = clamp(row->high, axis->low, axis->high);
    double value = clamp(row->value, axis->low, axis->high),
           even = x + scale * (row->even - axis->low);
    put(out, x - 10, y + 15, "text-anchor=\"end\"", row->label);
    line(out, "e", even, y + 3, even, y + ROW - 3);
    line(out, "i", x + scale * (low - axis->low), y + 11, x + scale * (high - axis->low), y + 11);
    fprintf(out, "<circle class=\"d\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>\n",
            x + scale * (value - axis->low), y + 11);
}

bool svg_intervals(const char *path, const char *title, const struct svg_row *rows, int count,
                   const struct svg_axis *axis)
{
    int left = 0, widest = letters(title) * (LETTER + 2) + 2 * MARGIN;
    for (int i = 0; i < count; i++) {
        int width = letters(rows[i].label) * LETTER + 2 * MARGIN;
        if (rows[i].is_heading)
            widest = width > widest ? width : widest;
        else
            left = width > left ? width : left;
    }
    int width = left + WIDTH + RIGHT, bottom = TOP + ROW * count;
    FILE *out = begin(path, width > widest ? width : widest, bottom + BOTTOM, title);
    if (!out)
        return false;
    double scale = WIDTH / (axis->high - axis->low);
    int steps = (int)floor((axis->high - axis->low) / axis->step + 0.5);
    for (int i = 0; i <= steps; i++) {
        double value = axis->low + i * axis->step, x = left + scale * (value - axis->low);
        char label[32];
        double number = axis->factor * value;
        snprintf(label, sizeof label, "%s%.0f%s", number < -0.5 ? "−" : "", fabs(number),
                 axis->unit);
        line(out, "g", x, TOP, x, bottom);
        put(out, x, bottom + 20, "class=\"a\" text-anchor=\"middle\"", label);
    }
    for (int i = 0; i < count; i++)
        draw_row(out, &rows[i], left, TOP + ROW * i, scale, axis);
    return end(out);
}

/* ---- Histograms ---- */

enum { PANEL = 240, PANEL_HEIGHT = 140, PANEL_TOP = 68, GAP = 28 };

static void draw_histogram(FILE *out, const struct svg_histogram *histogram, double x)
{
    int most = 1;
    for (int i = 0; i < histogram->bins; i++)
        most = histogram->counts[i] > most ? histogram->counts[i] : most;
    double bar = (double)PANEL / histogram->bins, bottom = PANEL_TOP + PANEL_HEIGHT;
    put(out, x, PANEL_TOP - 10, "font-weight=\"bold\"", histogram->title);
    for (int i = 0; i < histogram->bins; i++) {
        double height = (double)PANEL_HEIGHT * histogram->counts[i] / most;
        if (histogram->counts[i])
            fprintf(out,
                    "<rect class=\"b\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
                    x + bar * i + 0.5, bottom - height, bar - 1, height);
    }
    line(out, "g", x, bottom, x + PANEL, bottom);
    int every = (histogram->bins + 5) / 6;
    for (int i = 0; i < histogram->bins; i += every) {
        double number = histogram->low + histogram->width * i;
        char label[32];
        snprintf(label, sizeof label, "%s%.0f", number < -0.5 ? "−" : "", fabs(number));
        put(out, x + bar * (i + 0.5), bottom + 18, "class=\"a\" text-anchor=\"middle\"", label);
    }
}

bool svg_histograms(const char *path, const char *title, const struct svg_histogram *histograms,
                    int count)
{
    FILE *out = begin(path, MARGIN * 2 + count * PANEL + (count - 1) * GAP,
                      PANEL_TOP + PANEL_HEIGHT + BOTTOM, title);
    if (!out)
        return false;
    for (int i = 0; i < count; i++)
        draw_histogram(out, &histograms[i], MARGIN + i * (PANEL + GAP));
    return end(out);
}
