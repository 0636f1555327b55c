/* Another program that answers lines, over a socket in place of its standard input and output. */
#ifndef CLI_PROCESS_H
#define CLI_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct process {
    pid_t pid; /* 0: not started */
    int socket;
    char *bytes; /* received, with space for a zero byte */
    size_t length, capacity;
    size_t taken; /* bytes of the line that was returned last, with its end */
};

enum process_outcome {
    PROCESS_ANSWERED,
    PROCESS_ENDED,    /* it has closed its end, or died */
    PROCESS_LATE,     /* no whole line within the time */
    PROCESS_TOO_LONG, /* more than PROCESS_LINE_MAX bytes without a line end */
};
enum { PROCESS_LINE_MAX = 1 << 20 };

/* Starts a program, found by PATH like in a shell. False with errno if that is impossible. */
bool process_start(struct process *process, char *const argv[]);

/* Sends a text and waits for a line, *line, which is valid until the next call. */
enum process_outcome process_ask(struct process *process, const char *text, int64_t limit_ms,
                                 char **line);

/* Closes its input, lets it end for a second, and kills it if it has not. */
void process_stop(struct process *process);

#endif
