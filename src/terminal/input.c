/* Reads lines. Signals are blocked except while waiting for input (pselect), so that none is lost
 * between checking and waiting. */
#include "terminal/input.h"

#include "terminal/say.h"

#include <errno.h>
#include <signal.h>
#include <sys/select.h>
#include <unistd.h>

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
