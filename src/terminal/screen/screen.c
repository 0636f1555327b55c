/* Terminal output, line by line: the cursor is never moved, so that a screen reader, a pipe and any
 * terminal get the same text. */
#define _DEFAULT_SOURCE /* TIOCGWINSZ */
#include "terminal/screen/screen.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <unistd.h>

void terminal_start(struct terminal *terminal, FILE *out)
{
    *terminal = (struct terminal){.out = out, .columns = 80};
    terminal->is_terminal = isatty(fileno(out));
    const char *no_colour = getenv("NO_COLOR"), *type = getenv("TERM");
    terminal->colour =
        terminal->is_terminal && !(no_colour && *no_colour) && !(type && strcmp(type, "dumb") == 0);
    struct winsize size;
    if (terminal->is_terminal && ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        terminal->columns = size.ws_col;
        terminal->rows = size.ws_row;
    }
    if (terminal->columns < 40)
        terminal->columns = 40;
    if (terminal->columns > 100)
        terminal->columns = 100;
}

bool terminal_is_low(const struct terminal *terminal)
{
    enum { ROWS_FOR_ALL = 36 }; /* enough for the tallest board, the players and a list of moves */
    return terminal->rows > 0 && terminal->rows < ROWS_FOR_ALL;
}

void terminal_style(const struct terminal *terminal, const char *style)
{
    if (terminal->colour)
        fprintf(terminal->out, "\033[%sm", style);
}

int terminal_width(const char *text, size_t length)
{
    int width = 0;
    for (size_t i = 0; i < length; i++)
        width += ((unsigned char)text[i] & 0xC0) != 0x80; /* counts characters, not bytes */
    return width;
}

void terminal_column(const struct terminal *terminal, const char *text, int width)
{
    int used = 0;
    for (; *text; text++) {
        int more = terminal_width(text, 1);
        if (used + more > width)
            break;
        fputc(*text, terminal->out);
        used += more;
    }
    fprintf(terminal->out, "%*s", width - used, "");
}

/* Which of **bold**, *emphasis* and `code` are open. The marks themselves take no columns. */
struct marks {
    bool bold, emphasis, code;
};

static size_t mark_length(const struct marks *marks, const char *at, const char *end)
{
    if (*at == '`')
        return 1;
    if (*at != '*' || marks->code)
        return 0;
    return end - at >= 2 && at[1] == '*' ? 2 : 1;
}

static void mark_toggle(struct marks *marks, char mark, size_t length)
{
    if (mark == '`')
        marks->code = !marks->code;
    else if (length == 2)
        marks->bold = !marks->bold;
    else
        marks->emphasis = !marks->emphasis;
}

static int word_width(const struct terminal *terminal, const char *word, const char *end,
                      struct marks marks)
{
    int width = 0;
    while (word < end) {
        size_t length = mark_length(&marks, word, end);
        if (length)
            mark_toggle(&marks, *word, length);
        if (!length || (*word == '`' && !terminal->colour))
            width += terminal_width(word, 1);
        word += length ? length : 1;
    }
    return width;
}

static void print_word(const struct terminal *terminal, const char *word, const char *end,
                       struct marks *marks)
{
    while (word < end) {
        size_t length = mark_length(marks, word, end);
        if (length) {
            mark_toggle(marks, *word, length);
            terminal_style(terminal, "0");
            if (marks->bold)
                terminal_style(terminal, "1");
            if (marks->emphasis)
                terminal_style(terminal, "3");
            if (marks->code)
                terminal_style(terminal, "36");
        }
        if (!length || (*word == '`' && !terminal->colour))
            fputc(*word, terminal->out);
        word += length ? length : 1;
    }
}

void terminal_paragraph(const struct terminal *terminal, const char *text, size_t length, int used,
                        int indent)
{
    const char *end = text + length;
    struct marks marks = {0};
    int column = used;
    bool first = true;
    while (text < end) {
        while (text < end && (*text == ' ' || *text == '\n'))
            text++;
        const char *word = text;
        while (text < end && *text != ' ' && *text != '\n')
            text++;
        if (text == word)
            break;
        int width = word_width(terminal, word, text, marks);
        if (!first && column + 1 + width > terminal->columns) {
            fprintf(terminal->out, "\n%*s", indent, "");
            column = indent;
        } else if (!first) {
            fputc(' ', terminal->out);
            column++;
        }
        print_word(terminal, word, text, &marks);
        column += width;
        first = false;
    }
    fputc('\n', terminal->out);
}

/* ---- The keyboard ---- */

/* Reads lines. Signals are blocked except while waiting for input (pselect), so that none is lost
 * between checking and waiting. */

static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

static const int interruptions[] = {SIGINT, SIGTERM, SIGHUP};
enum { INTERRUPTIONS = sizeof interruptions / sizeof *interruptions };

void input_start(struct input *input, const struct terminal *terminal)
{
    *input = (struct input){.terminal = terminal, .typed = isatty(STDIN_FILENO)};
    struct sigaction action = {.sa_handler = interrupt};
    sigset_t blocked;
    sigemptyset(&action.sa_mask);
    sigemptyset(&blocked);
    for (int i = 0; i < INTERRUPTIONS; i++) {
        sigaction(interruptions[i], &action, NULL);
        sigaddset(&blocked, interruptions[i]);
    }
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    signal(SIGPIPE, SIG_IGN); /* a closed pipe becomes a write error */
}

bool input_interrupted(void)
{
    sigset_t pending;
    sigpending(&pending);
    for (int i = 0; i < INTERRUPTIONS; i++)
        if (sigismember(&pending, interruptions[i]))
            interrupted = 1;
    return interrupted;
}

bool input_waits(const struct input *input, int ms)
{
    sigset_t none;
    fd_set set;
    struct timespec patience = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
    sigemptyset(&none);
    FD_ZERO(&set);
    FD_SET(STDIN_FILENO, &set);
    fflush(input->terminal->out);
    return input->count > 0 || pselect(STDIN_FILENO + 1, &set, NULL, NULL, &patience, &none) != 0 ||
           interrupted;
}

/* Waits for more bytes. */
static enum input_answer fetch(struct input *input)
{
    sigset_t none;
    sigemptyset(&none);
    for (;;) {
        fd_set set;
        FD_ZERO(&set);
        FD_SET(STDIN_FILENO, &set);
        int ready = pselect(STDIN_FILENO + 1, &set, NULL, NULL, NULL, &none);
        if (interrupted)
            return INPUT_INTERRUPTED;
        if (ready < 0 && errno == EINTR)
            continue;
        ssize_t got = read(STDIN_FILENO, input->bytes, sizeof input->bytes);
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        input->at = 0;
        input->count = got > 0 ? (size_t)got : 0;
        return got > 0 ? INPUT_LINE : INPUT_END;
    }
}

static enum input_answer read_line(struct input *input, char *line)
{
    size_t length = 0;
    bool too_long = false;
    for (;;) {
        if (input->count == 0) {
            enum input_answer answer = fetch(input);
            if (answer == INPUT_END && length > 0)
                break; /* the last line has no line end */
            if (answer != INPUT_LINE)
                return answer;
        }
        char c = input->bytes[input->at++];
        input->count--;
        if (c == '\n')
            break;
        if (length + 1 < INPUT_LINE_MAX)
            line[length++] = c ? c : '?';
        else
            too_long = true;
    }
    line[length] = '\0';
    say_clean(line);
    return too_long ? INPUT_TOO_LONG : INPUT_LINE;
}

enum input_answer input_line(struct input *input, const char *prompt, char *line)
{
    FILE *out = input->terminal->out;
    fputs(prompt, out);
    if (fflush(out) != 0 || ferror(out))
        return INPUT_END;
    enum input_answer answer = read_line(input, line);
    if (answer == INPUT_LINE && !input->typed)
        fputs(line, out); /* so that input from a pipe is visible */
    if (!input->typed || answer == INPUT_END || answer == INPUT_INTERRUPTED)
        fputc('\n', out);
    return answer;
}
