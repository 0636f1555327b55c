/* The queue is a ring. The thread writes directly from it, without the lock: others only touch the
 * free part. */
#include "server/writer.h"

#include "base/alloc.h"
#include "base/check.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

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

static void report_dropped(struct writer *writer)
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
            report_dropped(writer);
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
