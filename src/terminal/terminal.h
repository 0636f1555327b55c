/* The terminal: whether it has colours, and its columns and rows. */
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
    int rows;    /* 0: unlimited or unknown */
};

void terminal_start(struct terminal *terminal, FILE *out);

/* Whether a drawing should save rows, so that it stays visible above the prompt. */
bool terminal_is_low(const struct terminal *terminal);

/* An escape sequence such as "1" (bold), "31" (red), "0" (normal); nothing without colour. */
void terminal_style(const struct terminal *terminal, const char *style);

/* Prints a paragraph, wrapped between words. Lines after the first are indented by `indent` spaces;
 * `used` columns of the first line are already taken. Renders **bold** and `code`. */
void terminal_paragraph(const struct terminal *terminal, const char *text, size_t length, int used,
                        int indent);

/* The number of columns of a UTF-8 text. */
int terminal_width(const char *text, size_t length);

/* Prints a text in exactly `width` columns: padded with spaces, or cut. */
void terminal_column(const struct terminal *terminal, const char *text, int width);

#endif
