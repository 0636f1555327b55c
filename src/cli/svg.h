/* Pictures as SVG files: text, and charts that are readable on light and dark pages. */
#ifndef CLI_SVG_H
#define CLI_SVG_H

#include <stdbool.h>
#include <stdio.h>

/* Writes a text into XML. */
void svg_text(FILE *out, const char *text);

enum { SVG_LABEL_BYTES = 160, SVG_BINS = 24 };

/* A row of a chart of intervals: a heading, or a value with its interval. */
struct svg_row {
    char label[SVG_LABEL_BYTES];
    bool is_heading;
    double value, low, high;
    double even; /* where a short line marks what would be even */
};

/* How numbers on the axis are written. */
struct svg_axis {
    double low, high, step; /* `step` between two labels */
    double factor;          /* a value of 1 is written as this number */
    const char *unit;       /* after the number */
};

/* Draws rows from top to bottom, each value as a dot on a line for its interval. False if the file
 * cannot be written. */
bool svg_intervals(const char *path, const char *title, const struct svg_row *rows, int count,
                   const struct svg_axis *axis);

/* Values counted in bins of equal width. */
struct svg_histogram {
    const char *title;
    double low, width; /* where the first bin starts; how wide each one is */
    int bins;          /* at most SVG_BINS */
    int counts[SVG_BINS];
};

/* Draws histograms side by side. False if the file cannot be written. */
bool svg_histograms(const char *path, const char *title, const struct svg_histogram *histograms,
                    int count);

#endif
