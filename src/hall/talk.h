/* What servers on one database tell each other beside entries: who watches, chat, mutes, gestures, wrong
 * passwords. Nothing of it is stored; a message that is lost does no lasting harm.
 *
 * A message is the id of the server that sends it and any number of items, each on a line: a letter and
 * its values, separated by spaces. Items are collected until the next tick. hearing.h reads them. */
#ifndef HALL_TALK_H
#define HALL_TALK_H

#include "hall/environment.h"

enum talk_item {
    TALK_PRESENCE =
        'p',            /* table, bits of the seats whose people watch at this server, spectators */
    TALK_CHAT = 'c',    /* table, the line as JSON */
    TALK_MUTE = 'm',    /* table, by whom, whom, the name of the one who is muted */
    TALK_UNMUTE = 'u',  /* table, by whom, whom */
    TALK_GESTURE = 'g', /* table, seat, x, y, power */
    TALK_ATTEMPT = 'a', /* login: somebody tries a password */
    TALK_NO_ATTEMPT = 'n',      /* login: the attempt does not count */
    TALK_FORGET_ATTEMPTS = 'f', /* login: it has a new password */
};

/* Adds an item. Does nothing if there are no other servers (store_is_shared). */
void talk_say(struct environment *environment, enum talk_item item, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Sends what was added since the last call. */
void talk_send(struct environment *environment);

void talk_free(struct environment *environment);

#endif
