#include "hall/chat_log.h"

#include "base/alloc.h"
#include "base/buffer.h"
#include "base/check.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINES_MAX = 50,
    MUTES_OF_ONE_MAX = 30,
    MUTES_MAX = 1000, /* at one table */
};

struct chat_line {
    char person[STORE_ID_TEXT], name[STORE_NAME_MAX];
    char *json;
};

struct mute {
    char by[STORE_ID_TEXT], whom[STORE_ID_TEXT], name[STORE_NAME_MAX];
    struct mute *next;
};

void chat_log_free(struct chat_log *log)
{
    for (int i = 0; i < log->count; i++)
        free(log->lines[i].json);
    free(log->lines);
    while (log->mutes) {
        struct mute *mute = log->mutes;
        log->mutes = mute->next;
        free(mute);
    }
    *log = (struct chat_log){0};
}

/* Lines. */

void chat_log_add(struct chat_log *log, const char *person, const char *name, char *json)
{
    if (!log->lines)
        log->lines = alloc_array(LINES_MAX, sizeof *log->lines);
    if (log->count == LINES_MAX) {
        free(log->lines[0].json);
        memmove(log->lines, log->lines + 1, (LINES_MAX - 1) * sizeof *log->lines);
        log->count--;
    }
    struct chat_line *line = &log->lines[log->count++];
    strcpy(line->person, person);
    strcpy(line->name, name);
    line->json = json;
}

bool chat_log_has(const struct chat_log *log, const char *json)
{
    for (int i = 0; i < log->count; i++)
        if (strcmp(log->lines[i].json, json) == 0)
            return true;
    return false;
}

const char *chat_log_name(const struct chat_log *log, const char *person)
{
    for (int i = 0; i < log->count; i++)
        if (strcmp(log->lines[i].person, person) == 0)
            return log->lines[i].name;
    return NULL;
}

void chat_log_people(const struct chat_log *log, void (*visit)(void *context, const char *person),
                     void *context)
{
    for (int i = 0; i < log->count; i++)
        visit(context, log->lines[i].person);
}

void chat_log_forget(struct chat_log *log, const char *person)
{
    int kept = 0;
    for (int i = 0; i < log->count; i++) {
        if (strcmp(log->lines[i].person, person) == 0)
            free(log->lines[i].json);
        else
            log->lines[kept++] = log->lines[i];
    }
    log->count = kept;
    for (struct mute **link = &log->mutes; *link;) {
        struct mute *mute = *link;
        if (strcmp(mute->whom, person) == 0) {
            *link = mute->next;
            free(mute);
        } else {
            link = &mute->next;
        }
    }
}

char *chat_log_json(const struct chat_log *log, const char *person)
{
    size_t size = 3;
    for (int i = 0; i < log->count; i++)
        size += strlen(log->lines[i].json) + 1;
    char *text = alloc_resize(NULL, size, 1);
    struct buffer out;
    buffer_start(&out, text, size);
    buffer_add_char(&out, '[');
    for (int i = 0; i < log->count; i++) {
        if (chat_log_is_muted(log, person, log->lines[i].person))
            continue;
        if (out.length > 1)
            buffer_add_char(&out, ',');
        buffer_add(&out, log->lines[i].json);
    }
    buffer_add_char(&out, ']');
    CHECK(!out.cut);
    return text;
}

/* Mutes. */

bool chat_log_is_muted(const struct chat_log *log, const char *by, const char *whom)
{
    for (const struct mute *mute = log->mutes; by && mute; mute = mute->next)
        if (strcmp(mute->by, by) == 0 && strcmp(mute->whom, whom) == 0)
            return true;
    return false;
}

bool chat_log_mute(struct chat_log *log, const char *by, const char *whom, const char *name,
                   struct fault *fault)
{
    int count = 0, own = 0;
    for (const struct mute *mute = log->mutes; mute; mute = mute->next, count++)
        own += strcmp(mute->by, by) == 0;
    if (own >= MUTES_OF_ONE_MAX || count >= MUTES_MAX)
        return fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_mutes", NULL);
    struct mute *mute = alloc_new(sizeof *mute);
    strcpy(mute->by, by);
    strcpy(mute->whom, whom);
    strcpy(mute->name, name);
    mute->next = log->mutes;
    log->mutes = mute;
    return true;
}

void chat_log_unmute(struct chat_log *log, const char *by, const char *whom)
{
    for (struct mute **link = &log->mutes; *link; link = &(*link)->next) {
        struct mute *mute = *link;
        if (strcmp(mute->by, by) == 0 && strcmp(mute->whom, whom) == 0) {
            *link = mute->next;
            free(mute);
            return;
        }
    }
}

char *chat_log_muted_json(const struct chat_log *log, const char *person)
{
    json_t *list = json_array();
    for (const struct mute *mute = log->mutes; mute; mute = mute->next)
        if (person && strcmp(mute->by, person) == 0)
            json_array_append_new(
                list, json_pack("{s:s, s:s}", "person", mute->whom, "name", mute->name));
    char *text = json_dumps(list, JSON_COMPACT);
    CHECK(text);
    json_decref(list);
    return text;
}
