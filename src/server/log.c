/* The log: a line an event on standard error, as text or as JSON. It is written by a thread of its own
 * (writer.h); what nobody reads in time is dropped and counted. */
#include "server/outside.h"

#include "server/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LOG_BYTES = 64 << 10, LOG_WAIT_MS = 1000 };

static void time_text(char *text, size_t capacity)
{
    int64_t now_ms = server_wall_ms();
    time_t seconds = (time_t)(now_ms / 1000);
    struct tm utc;
    gmtime_r(&seconds, &utc);
    size_t length = strftime(text, capacity, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(text + length, capacity - length, ".%03dZ", (int)(now_ms % 1000));
}

static void line_text(FILE *out, const char *event, const json_t *fields)
{
    char now[40];
    const char *key;
    json_t *value;
    time_text(now, sizeof now);
    fprintf(out, "%.8s %s", now + 11, event);
    json_object_foreach((json_t *)(uintptr_t)fields, key, value)
    {
        char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
        fprintf(out, " %s=%s", key, text ? text : "?");
        free(text);
    }
    fputc('\n', out);
}

static void line_json(FILE *out, const char *event, json_t *fields)
{
    char now[40];
    time_text(now, sizeof now);
    json_t *line = json_pack("{s:s, s:s}", "ts", now, "event", event);
    if (fields)
        json_object_update(line, fields);
    char *text = json_dumps(line, JSON_COMPACT);
    if (text)
        fprintf(out, "%s\n", text);
    free(text);
    json_decref(line);
}

/* The line, from malloc; NULL without memory. */
static char *line_new(enum serve_log kind, const char *event, json_t *fields, size_t *size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    if (!out)
        return NULL;
    if (kind == SERVE_LOG_JSON)
        line_json(out, event, fields);
    else
        line_text(out, event, fields);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

static size_t report_dropped(const void *context, int64_t dropped, char *line, size_t capacity)
{
    const struct server *server = context;
    size_t size = 0;
    json_t *fields = json_pack("{s:I}", "lines", (json_int_t)dropped);
    char *text = line_new(server->settings->log, "log_dropped", fields, &size);
    json_decref(fields);
    if (!text || size >= capacity)
        size = 0;
    else
        memcpy(line, text, size);
    free(text);
    return size;
}

void server_log_open(struct server *server)
{
    if (server->settings->log != SERVE_LOG_NONE)
        server->log = writer_open(STDERR_FILENO, LOG_BYTES, report_dropped, server);
}

void server_log_close(struct server *server)
{
    writer_close(server->log, LOG_WAIT_MS);
    server->log = NULL;
}

void server_log(void *context, const char *event, json_t *fields)
{
    const struct server *server = context;
    size_t size;
    char *line = server->log ? line_new(server->settings->log, event, fields, &size) : NULL;
    if (line)
        writer_put(server->log, line, size);
    free(line);
    json_decref(fields);
}
