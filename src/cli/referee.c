/* ludosaure referee: reads requests line by line and prints the answers (docs/referee.md).
 *
 * Then: lines. */
#include "cli/cli.h"

#include "base/system/system.h"
#include "game/game.h"
#include "referee/referee.h"
#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>

static char *referee_line(void *referee, const char *line, size_t length)
{
    return referee_answer(referee, line, length);
}

int cli_referee(struct console *console, int argc, char **argv)
{
    const struct cli_option options[] = {{.name = NULL}};
    int code;
    if (!cli_parse(console, &argc, argv, options, &code))
        return code;
    if (argc > 0)
        return complain_usage(console, "unexpected_word", argv[0]);
    /* The protocol has no answer for a broken component file of the user, so it is reported first. */
    for (int i = 0; games_all[i]; i++) {
        struct game_components_storage components;
        struct fault fault;
        if (!wire_components_load(games_all[i], console->data_folder, &components, &fault))
            return complain_fault(console, &fault);
    }
    struct referee *referee = referee_new(games_all, console->data_folder, console->texts);
    lines_answer(console->texts, referee_line, referee);
    referee_free(referee);
    return CONSOLE_OK;
}

/* ---- Lines ---- */

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
