#include "progress.h"

#include "base/clock.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

static const int64_t SECOND = 1000000000;
static int64_t next_ns; /* when to show something again */
static bool shown;      /* the last line is one that changes */

static void line_clear(void)
{
    if (shown)
        fputs("\r\033[K", stderr);
    shown = false;
}

void progress_say(const char *format, ...)
{
    va_list values;
    line_clear();
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
}

void progress_show(const char *format, ...)
{
    bool terminal = isatty(STDERR_FILENO);
    int64_t now = clock_ns(), pause = terminal ? SECOND / 4 : 60 * SECOND;
    if (next_ns == 0 && !terminal) /* what takes less than a minute needs no line in a log */
        next_ns = now + pause;
    if (now < next_ns)
        return;
    next_ns = now + pause;
    line_clear();
    va_list values;
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    if (!terminal)
        fputc('\n', stderr);
    fflush(stderr);
    shown = terminal;
}

const char *progress_time(int64_t ns)
{
    static char texts[4][40];
    static unsigned next;
    char *text = texts[next++ % 4];
    long seconds = (long)((ns + SECOND / 2) / SECOND);
    if (seconds < 60)
        snprintf(text, sizeof texts[0], "%ld s", seconds);
    else if (seconds < 3600)
        snprintf(text, sizeof texts[0], "%ld min %ld s", seconds / 60, seconds % 60);
    else
        snprintf(text, sizeof texts[0], "%ld h %ld min", seconds / 3600, seconds / 60 % 60);
    return text;
}
