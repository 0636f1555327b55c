#include "server/log.h"

#include "base/alloc.h"
#include "base/check.h"
#include "base/clock.h"
#include "server/writer.h"

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
