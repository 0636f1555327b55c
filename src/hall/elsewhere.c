#include "hall/elsewhere.h"

#include "base/alloc.h"
#include "store/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct elsewhere {
    char server[STORE_ID_TEXT];
    uint32_t online;
    int spectators;
    int64_t said_ms;
    struct elsewhere *next;
};

static struct elsewhere **find(struct elsewhere **list, const char *server)
{
    while (*list && strcmp((*list)->server, server) != 0)
        list = &(*list)->next;
    return list;
}

static void remove_one(struct elsewhere **at)
{
    struct elsewhere *gone = *at;
    *at = gone->next;
    free(gone);
}

void elsewhere_set(struct elsewhere **list, const char *server, uint32_t online, int spectators,
                   int64_t now_ms)
{
    struct elsewhere **at = find(list, server);
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

void elsewhere_expire(struct elsewhere **list, int64_t now_ms)
{
    while (*list) {
        if (now_ms - (*list)->said_ms >= ELSEWHERE_MS)
            remove_one(list);
        else
            list = &(*list)->next;
    }
}

void elsewhere_free(struct elsewhere **list)
{
    while (*list)
        remove_one(list);
}

uint32_t elsewhere_online(const struct elsewhere *list)
{
    uint32_t online = 0;
    for (; list; list = list->next)
        online |= list->online;
    return online;
}

int elsewhere_spectators(const struct elsewhere *list)
{
    int spectators = 0;
    for (; list; list = list->next)
        spectators += list->spectators;
    return spectators;
}
