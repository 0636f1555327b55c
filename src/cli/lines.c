/* Reads requests line by line and prints the answers. */
#include "cli/lines.h"

#include "base/alloc.h"
#include "referee/answer.h"

#include <stdio.h>
#include <stdlib.h>

enum { LINE_BYTES_MAX = 32 << 20 }; /* longer lines get an error */

struct line {
    char *bytes;
    size_t length, capacity;
    bool too_long;
};

/* Reads the next line, without its end; false if there is none. The buffer grows with the input and
 * is reused. */
static bool read_line(FILE *in, struct line *line)
{
    line->length = 0;
    line->too_long = false;
    for (;;) {
        int c = getc_unlocked(in);
        if (c == EOF)
            return line->length > 0 || line->too_long;
        if (c == '\n')
            return true;
        if (line->too_long)
            continue;
        if (line->length + 1 >= line->capacity) {
            size_t larger = line->capacity ? line->capacity * 2 : 4096;
            if (larger > LINE_BYTES_MAX) {
                line->too_long = true;
                continue;
            }
            line->bytes = alloc_resize(line->bytes, larger, 1);
            line->capacity = larger;
        }
        line->bytes[line->length++] = (char)c;
        line->bytes[line->length] = '\0'; /* stops number parsing */
    }
}

void lines_answer(const struct texts *texts,
                  char *(*answer)(void *context, const char *line, size_t length), void *context)
{
    struct line line = {0};
    while (read_line(stdin, &line)) {
        char *text =
            line.too_long ? answer_line_too_long(texts) : answer(context, line.bytes, line.length);
        bool written = puts(text) >= 0 && fflush(stdout) == 0;
        free(text);
        if (!written)
            break;
    }
    free(line.bytes);
}
