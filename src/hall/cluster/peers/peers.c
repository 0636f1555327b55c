/* What servers on one database tell each other beside entries. Then: peer watchers. */
#include "hall/cluster/peers/peers.h"

#include "base/system/system.h"
#include "store/job/job.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEM_EXTRA = 3 }; /* around the values of an item: a letter, a space and a newline */

/* False if the item does not fit any more. */
static bool add(struct peer_messages *messages, enum peer_item item, const char *format,
                va_list values)
{
    size_t before = messages->length, capacity = STORE_MESSAGE_MAX - before;
    char *at = messages->text + before;
    if (capacity <= ITEM_EXTRA)
        return false;
    int length = vsnprintf(at + 2, capacity - ITEM_EXTRA, format, values);
    if (length < 0 || (size_t)length >= capacity - ITEM_EXTRA)
        return false;
    at[0] = (char)item;
    at[1] = ' ';
    strcpy(at + 2 + length, "\n");
    messages->length = before + ITEM_EXTRA + (size_t)length;
    return true;
}

static void begin(struct environment *environment)
{
    struct peer_messages *messages = &environment->peer_messages;
    messages->text = alloc_new(STORE_MESSAGE_MAX);
    messages->length = (size_t)sprintf(messages->text, "%s\n", environment->server);
}

/* An item that no message can hold is dropped. */
void peers_say(struct environment *environment, enum peer_item item, const char *format, ...)
{
    if (!store_is_shared(environment->store))
        return;
    for (int attempt = 0; attempt < 2; attempt++) {
        if (!environment->peer_messages.text)
            begin(environment);
        va_list values;
        va_start(values, format);
        bool fits = add(&environment->peer_messages, item, format, values);
        va_end(values);
        if (fits)
            return;
        environment->peer_messages.text[environment->peer_messages.length] = '\0';
        peers_send(environment);
    }
}

void peers_send(struct environment *environment)
{
    if (!environment->peer_messages.text)
        return;
    struct store_job *job = store_job_new(STORE_TELL, NULL, NULL);
    store_job_add_message(job, environment->peer_messages.text);
    free(environment->peer_messages.text);
    environment->peer_messages = (struct peer_messages){0};
    store_submit(environment->store, job);
}

void peers_free(struct environment *environment)
{
    free(environment->peer_messages.text);
}

/* ---- Peer watchers ---- */

struct peer_watchers {
    char server[STORE_ID_TEXT];
    uint32_t online;
    int spectators;
    char *named;
    int64_t said_ms;
    struct peer_watchers *next;
};

static struct peer_watchers **find(struct peer_watchers **list, const char *server)
{
    while (*list && strcmp((*list)->server, server) != 0)
        list = &(*list)->next;
    return list;
}

static void remove_one(struct peer_watchers **at)
{
    struct peer_watchers *gone = *at;
    *at = gone->next;
    free(gone->named);
    free(gone);
}

void peer_watchers_set(struct peer_watchers **list, const char *server, uint32_t online,
                       int spectators, int64_t now_ms)
{
    struct peer_watchers **at = find(list, server);
    if (!online && !spectators) {
        if (*at)
            remove_one(at);
        return;
    }
    if (!*at) {
        *at = alloc_new(sizeof **at);
        snprintf((*at)->server, sizeof(*at)->server, "%s", server);
    }
    (*at)->online = online;
    (*at)->spectators = spectators;
    (*at)->said_ms = now_ms;
}

void peer_watchers_expire(struct peer_watchers **list, int64_t now_ms)
{
    while (*list) {
        if (now_ms - (*list)->said_ms >= PEER_WATCHERS_MS)
            remove_one(list);
        else
            list = &(*list)->next;
    }
}

void peer_watchers_free(struct peer_watchers **list)
{
    while (*list)
        remove_one(list);
}

char **peer_watchers_named(struct peer_watchers *list, const char *server)
{
    struct peer_watchers *peer = *find(&list, server);
    return peer ? &peer->named : NULL;
}

const char *peer_watchers_next_named(const struct peer_watchers **list)
{
    const char *named = (*list)->named;
    *list = (*list)->next;
    return named;
}

uint32_t peer_watchers_online(const struct peer_watchers *list)
{
    uint32_t online = 0;
    for (; list; list = list->next)
        online |= list->online;
    return online;
}

int peer_watchers_spectators(const struct peer_watchers *list)
{
    int spectators = 0;
    for (; list; list = list->next)
        spectators += list->spectators;
    return spectators;
}
