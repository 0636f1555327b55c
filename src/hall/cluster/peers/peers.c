/* What servers on one database tell each other beside entries: who watches, chat, mutes, gestures, wrong
 * passwords. Nothing of it is stored; a message that is lost does no lasting harm.
 *
 * A message is the id of the server that sends it and any number of items, each on a line: a letter and
 * its values, separated by spaces. Items are collected until the next tick. cluster/news/ reads them. */
#include "hall/cluster/peers/peers.h"

#include "base/system/system.h"
#include "store/job/job.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEM_EXTRA = 3 }; /* around the values of an item: a letter, a space and a newline */

/* False if the item does not fit any more. */
static bool add(struct talk *talk, enum talk_item item, const char *format, va_list values)
{
    size_t before = talk->length, capacity = STORE_MESSAGE_MAX - before;
    char *at = talk->text + before;
    if (capacity <= ITEM_EXTRA)
        return false;
    int length = vsnprintf(at + 2, capacity - ITEM_EXTRA, format, values);
    if (length < 0 || (size_t)length >= capacity - ITEM_EXTRA)
        return false;
    at[0] = (char)item;
    at[1] = ' ';
    strcpy(at + 2 + length, "\n");
    talk->length = before + ITEM_EXTRA + (size_t)length;
    return true;
}

static void begin(struct environment *environment)
{
    struct talk *talk = &environment->talk;
    talk->text = alloc_new(STORE_MESSAGE_MAX);
    talk->length = (size_t)sprintf(talk->text, "%s\n", environment->server);
}

/* An item that no message can hold is dropped. */
void talk_say(struct environment *environment, enum talk_item item, const char *format, ...)
{
    if (!store_is_shared(environment->store))
        return;
    for (int attempt = 0; attempt < 2; attempt++) {
        if (!environment->talk.text)
            begin(environment);
        va_list values;
        va_start(values, format);
        bool fits = add(&environment->talk, item, format, values);
        va_end(values);
        if (fits)
            return;
        environment->talk.text[environment->talk.length] = '\0';
        talk_send(environment);
    }
}

void talk_send(struct environment *environment)
{
    if (!environment->talk.text)
        return;
    struct store_job *job = store_job_new(STORE_TELL, NULL, NULL);
    store_job_add_message(job, environment->talk.text);
    free(environment->talk.text);
    environment->talk = (struct talk){0};
    store_submit(environment->store, job);
}

void talk_free(struct environment *environment)
{
    free(environment->talk.text);
}

/* ---- Peer watchers ---- */

/* Who watches a table at other servers, as they say (TALK_PRESENCE). They say it again and again: a server
 * that has not said so for PEER_WATCHERS_MS has no watchers there. */

struct peer_watchers {
    char server[STORE_ID_TEXT];
    uint32_t online;
    int spectators;
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
