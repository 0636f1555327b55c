/* What the terminal can show: colours or none, so many columns and rows. */
#ifndef TERMINAL_TERMINAL_H
#define TERMINAL_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct terminal {
    FILE *out;
    bool colour; /* a terminal, and the user has not set NO_COLOR */
    bool is_terminal;
    int columns; /* 40 to 100; 80 in a pipe */
    int rows;    /* 0: as many as one likes, or not known */
};

void terminal_start(struct terminal *terminal, FILE *out);

/* Whether a drawing should save rows, so that what matters is still seen above the question. */
bool terminal_is_low(const struct terminal *terminal);

/* An escape sequence such as "1" (bold), "31" (red), "0" (normal); nothing without colour. */
void terminal_style(const struct terminal *terminal, const char *style);

/* Prints a paragraph, broken between words; lines after the first begin with `indent` spaces,
 * and `used` columns of the first are already taken. **bold** and `code` are shown as such. */
void terminal_paragraph(const struct terminal *terminal, const char *text, size_t length, int used,
                        int indent);

/* How many columns a UTF-8 text takes. */
int terminal_width(const char *text, size_t length);

/* Prints a text in exactly `width` columns: filled up with spaces, or cut. */
void terminal_column(const struct terminal *terminal, const char *text, int width);

#endif
