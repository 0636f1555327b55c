/* The log: one line per event on standard error, as text or JSON. A thread writes it, so logging
 * never waits; lines that do not fit into its queue are dropped and counted. */
#include "server/net/net.h"

#include "base/base.h"
#include "base/system/system.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LOG_BYTES = 64 << 10, LOG_WAIT_MS = 1000 };

struct log {
    enum log_format format;
    struct writer *writer;
};

static void write_time(char *text, size_t size)
{
    int64_t now_ms = clock_wall_ms();
    time_t seconds = (time_t)(now_ms / 1000);
    struct tm utc;
    gmtime_r(&seconds, &utc);
    size_t length = strftime(text, size, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(text + length, size - length, ".%03dZ", (int)(now_ms % 1000));
}

static void write_text(FILE *out, const char *event, const json_t *fields)
{
    char now[40];
    const char *key;
    json_t *value;
    write_time(now, sizeof now);
    fprintf(out, "%.8s %s", now + 11, event);
    json_object_foreach((json_t *)(uintptr_t)fields, key, value)
    {
        char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
        fprintf(out, " %s=%s", key, text ? text : "?");
        free(text);
    }
    fputc('\n', out);
}

static void write_json(FILE *out, const char *event, json_t *fields)
{
    char now[40];
    write_time(now, sizeof now);
    json_t *line = json_pack("{s:s, s:s}", "ts", now, "event", event);
    if (fields)
        json_object_update(line, fields);
    char *text = json_dumps(line, JSON_COMPACT);
    if (text)
        fprintf(out, "%s\n", text);
    free(text);
    json_decref(line);
}

/* Allocates a line. */
static char *line_new(enum log_format format, const char *event, json_t *fields, size_t *size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    CHECK(out);
    if (format == LOG_JSON)
        write_json(out, event, fields);
    else
        write_text(out, event, fields);
    CHECK(fclose(out) == 0);
    return text;
}

static size_t report_dropped(const void *context, int64_t dropped, char *line, size_t capacity)
{
    const struct log *log = context;
    size_t size = 0;
    json_t *fields = json_pack("{s:I}", "lines", (json_int_t)dropped);
    char *text = line_new(log->format, "log_dropped", fields, &size);
    json_decref(fields);
    CHECK(size < capacity);
    memcpy(line, text, size);
    free(text);
    return size;
}

struct log *log_open(enum log_format format)
{
    if (format == LOG_NONE)
        return NULL;
    struct log *log = alloc_new(sizeof *log);
    log->format = format;
    log->writer = writer_open(STDERR_FILENO, LOG_BYTES, report_dropped, log);
    return log;
}

void log_close(struct log *log)
{
    if (log)
        writer_close(log->writer, LOG_WAIT_MS);
    free(log);
}

void log_event(struct log *log, const char *event, json_t *fields)
{
    if (log) {
        size_t size;
        char *line = line_new(log->format, event, fields, &size);
        writer_put(log->writer, line, size);
        free(line);
    }
    json_decref(fields);
}

/* ---- The writer ---- */

/* The queue is a ring. The thread writes directly from it, without the lock: others only touch the
 * free part. */

enum { REPORT_BYTES = 256 };

struct writer {
    int fd;
    writer_report *report;
    const void *context;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* Protected by the lock: */
    size_t first, used, capacity;
    int64_t dropped; /* since the last report */
    bool closing, done;
    char bytes[];
};

static void ring_add(struct writer *writer, const char *bytes, size_t size)
{
    size_t end = (writer->first + writer->used) % writer->capacity;
    size_t part = writer->capacity - end < size ? writer->capacity - end : size;
    memcpy(writer->bytes + end, bytes, part);
    memcpy(writer->bytes, bytes + part, size - part);
    writer->used += size;
}

/* Returns how much was written; all of it if there is no reader any more. A cancellation point. */
static size_t write_some(int fd, const char *bytes, size_t size)
{
    for (;;) {
        ssize_t written = write(fd, bytes, size);
        if (written >= 0)
            return (size_t)written;
        if (errno == EAGAIN) /* another process made the descriptor non-blocking */
            poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, -1);
        else if (errno != EINTR)
            return size;
    }
}

static void write_dropped(struct writer *writer)
{
    char line[REPORT_BYTES];
    if (writer->dropped == 0 || !writer->report)
        return;
    size_t length = writer->report(writer->context, writer->dropped, line, sizeof line);
    writer->dropped = 0;
    if (length <= writer->capacity)
        ring_add(writer, line, length);
}

static void *writer_run(void *data)
{
    struct writer *writer = data;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    pthread_mutex_lock(&writer->lock);
    for (;;) {
        if (writer->used == 0)
            write_dropped(writer);
        if (writer->used == 0 && writer->closing)
            break;
        if (writer->used == 0) {
            pthread_cond_wait(&writer->changed, &writer->lock);
            continue;
        }
        size_t part = writer->capacity - writer->first;
        if (part > writer->used)
            part = writer->used;
        const char *from = writer->bytes + writer->first;
        pthread_mutex_unlock(&writer->lock);
        pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
        size_t written = write_some(writer->fd, from, part);
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
        pthread_mutex_lock(&writer->lock);
        writer->first = (writer->first + written) % writer->capacity;
        writer->used -= written;
    }
    writer->done = true;
    pthread_cond_broadcast(&writer->changed);
    pthread_mutex_unlock(&writer->lock);
    return NULL;
}

struct writer *writer_open(int fd, size_t capacity, writer_report *report, const void *context)
{
    struct writer *writer = alloc_new(sizeof *writer + capacity);
    writer->fd = fd;
    writer->report = report;
    writer->context = context;
    writer->capacity = capacity;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&writer->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&writer->lock, NULL);
    CHECK(pthread_create(&writer->thread, NULL, writer_run, writer) == 0);
    return writer;
}

bool writer_put(struct writer *writer, const char *bytes, size_t size)
{
    pthread_mutex_lock(&writer->lock);
    bool fits = size <= writer->capacity - writer->used;
    if (fits)
        ring_add(writer, bytes, size);
    else
        writer->dropped++;
    pthread_cond_broadcast(&writer->changed);
    pthread_mutex_unlock(&writer->lock);
    return fits;
}

void writer_close(struct writer *writer, int wait_ms)
{
    if (!writer)
        return;
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += wait_ms / 1000;
    until.tv_nsec += wait_ms % 1000 * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000L;
    }
    pthread_mutex_lock(&writer->lock);
    writer->closing = true;
    pthread_cond_broadcast(&writer->changed);
    while (!writer->done &&
           pthread_cond_timedwait(&writer->changed, &writer->lock, &until) != ETIMEDOUT) {
    }
    bool is_stuck = !writer->done;
    pthread_mutex_unlock(&writer->lock);
    if (is_stuck)
        pthread_cancel(writer->thread); /* it is blocked in write */
    pthread_join(writer->thread, NULL);
    pthread_mutex_destroy(&writer->lock);
    pthread_cond_destroy(&writer->changed);
    free(writer);
}
