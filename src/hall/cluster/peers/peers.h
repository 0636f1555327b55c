/* The other servers on the same database: messages to them, and who watches a table there. */
#ifndef HALL_CLUSTER_PEERS_PEERS_H
#define HALL_CLUSTER_PEERS_PEERS_H

#include "hall/front/front.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- What servers tell each other ---- */

/* What servers on one database tell each other beside entries: who watches, chat, mutes, gestures, wrong
 * passwords, invitations, followers, holidays. Nothing of it is stored; a message that is lost does no lasting harm.
 *
 * A message is the id of the server that sends it and any number of items, each on a line: a letter and
 * its values, separated by spaces. Items are collected until the next tick. cluster/news/ reads them. */

enum peer_item {
    PEER_PRESENCE =
        'p', /* table, bits of the seats whose people watch at this server, spectators, and those of them
                 who are named, as JSON */
    PEER_CHAT = 'c',            /* table, the line as JSON */
    PEER_MUTE = 'm',            /* table, by whom, whom, the name of the one who is muted */
    PEER_UNMUTE = 'u',          /* table, by whom, whom */
    PEER_GESTURE = 'g',         /* table, seat, x, y, power */
    PEER_ATTEMPT = 'a',         /* login: somebody tries a password */
    PEER_NO_ATTEMPT = 'n',      /* login: the attempt does not count */
    PEER_FORGET_ATTEMPTS = 'f', /* login: it has a new password */
    PEER_INVITED = 'i',         /* person: a friend invites them to a table, or that has ended */
    PEER_FOLLOWED = 'w',        /* person: somebody follows them */
    PEER_HOLIDAY = 'h',         /* person: their holidays have changed */
};

/* Adds an item. Does nothing if there are no other servers (store_is_shared). */
void peers_say(struct environment *environment, enum peer_item item, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Sends what was added since the last call. */
void peers_send(struct environment *environment);

void peers_free(struct environment *environment);

/* ---- Peer watchers ---- */

/* Who watches a table at other servers, as they say (PEER_PRESENCE). They say it again and again: a server
 * that has not said so for PEER_WATCHERS_MS has no watchers there. */

enum { PEER_WATCHERS_MS = 5000 };

struct peer_watchers; /* one server; a list of them, or NULL */

/* A server says who watches there. */
void peer_watchers_set(struct peer_watchers **list, const char *server, uint32_t online,
                       int spectators, int64_t now_ms);
/* Removes servers that were silent for too long. */
void peer_watchers_expire(struct peer_watchers **list, int64_t now_ms);
void peer_watchers_free(struct peer_watchers **list);

/* Those who are named at a server, as JSON text or NULL: the place of the text, to be replaced; NULL if nobody watches there. */
char **peer_watchers_named(struct peer_watchers *list, const char *server);
/* The text of the first server; `list` becomes the rest. */
const char *peer_watchers_next_named(const struct peer_watchers **list);

/* The seats whose people watch, and the number of spectators. */
uint32_t peer_watchers_online(const struct peer_watchers *list);
int peer_watchers_spectators(const struct peer_watchers *list);

#endif
