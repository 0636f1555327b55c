/* A child process that answers lines. */
#include "cli/cli.h"

#include "base/system/system.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STOP_MS = 1000 };
extern char **environ;

bool process_start(struct process *process, char *const argv[])
{
    int ends[2];
    *process = (struct process){.pid = 0};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawnattr_t manner; /* a group of its own: Ctrl-C is not meant for it */
    posix_spawnattr_init(&manner);
    posix_spawnattr_setflags(&manner, POSIX_SPAWN_SETPGROUP);
    int error = posix_spawnp(&process->pid, argv[0], &actions, &manner, argv, environ);
    posix_spawnattr_destroy(&manner);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (error) {
        close(ends[0]);
        process->pid = 0;
        errno = error;
        return false;
    }
    process->socket = ends[0];
    return true;
}

/* Milliseconds until the deadline, at least 0. */
static int ms_until(int64_t deadline_ns)
{
    int64_t left = (deadline_ns - clock_ns() + 999999) / 1000000;
    return left < 0 ? 0 : left > INT_MAX ? INT_MAX : (int)left;
}

/* Forgets the line that was returned last. */
static void line_drop(struct process *process)
{
    process->length -= process->taken;
    memmove(process->bytes, process->bytes + process->taken, process->length);
    process->taken = 0;
}

/* Returns the first whole line, or NULL. */
static char *line_take(struct process *process)
{
    char *end = process->length ? memchr(process->bytes, '\n', process->length) : NULL;
    if (!end)
        return NULL;
    *end = '\0';
    process->taken = (size_t)(end + 1 - process->bytes);
    return process->bytes;
}

/* Receives what there is. False at the end. */
static bool receive(struct process *process)
{
    if (process->length + 1 >= process->capacity) {
        process->capacity = process->capacity ? 2 * process->capacity : 4096;
        process->bytes = alloc_resize(process->bytes, process->capacity, 1);
    }
    ssize_t count = recv(process->socket, process->bytes + process->length,
                         process->capacity - process->length - 1, MSG_DONTWAIT);
    if (count > 0)
        process->length += (size_t)count;
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

enum process_outcome process_ask(struct process *process, const char *text, int64_t limit_ms,
                                 char **line)
{
    int64_t deadline = clock_ns() + limit_ms * 1000000;
    size_t left = strlen(text);
    if (process->taken)
        line_drop(process);
    /* It may write while we do, so neither side may wait for the other to read. */
    while (left > 0 || !(*line = line_take(process))) {
        struct pollfd poller = {.fd = process->socket,
                                .events = (short)(POLLIN | (left > 0 ? POLLOUT : 0))};
        int ready = poll(&poller, 1, ms_until(deadline));
        if (ready == 0)
            return PROCESS_LATE;
        if (ready < 0)
            continue;
        if (poller.revents & POLLOUT) {
            ssize_t count = send(process->socket, text, left, MSG_NOSIGNAL | MSG_DONTWAIT);
            if (count < 0 && errno != EAGAIN && errno != EINTR)
                return PROCESS_ENDED;
            text += count > 0 ? count : 0;
            left -= count > 0 ? (size_t)count : 0;
        }
        if ((poller.revents & (POLLIN | POLLHUP | POLLERR)) && !receive(process))
            return PROCESS_ENDED;
        if (process->length > PROCESS_LINE_MAX)
            return PROCESS_TOO_LONG;
    }
    return PROCESS_ANSWERED;
}

/* Waits until the process closes its end. */
static void wait_for_end(struct process *process)
{
    int64_t deadline = clock_ns() + (int64_t)STOP_MS * 1000000;
    for (;;) {
        struct pollfd poller = {.fd = process->socket, .events = POLLIN};
        int ready = poll(&poller, 1, ms_until(deadline));
        process->length = 0;
        if (ready == 0 || (ready > 0 && !receive(process)) || clock_ns() >= deadline)
            return;
    }
}

void process_stop(struct process *process)
{
    if (process->pid == 0)
        return;
    shutdown(process->socket, SHUT_WR);
    wait_for_end(process);
    /* With all that it has started. If it has ended, it is a zombie, which does not mind. */
    kill(-process->pid, SIGKILL);
    while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    close(process->socket);
    free(process->bytes);
    *process = (struct process){.pid = 0};
}
