/* `ludosaure bot`: a computer player as a program that answers line by line; and the way from such a program to a
 * table of a server (docs/bots.md).
 *
 *     bot.c     the command
 *     remote.c  a server, as a client sees it: one WebSocket
 *     guest.c   a program at a table of a server */
#ifndef CLI_BOT_BOT_H
#define CLI_BOT_BOT_H

#include "cli/cli.h"

/* ---- A server ---- */

/* A connection to a server. One thread; every call waits. */

struct remote;

enum { REMOTE_REASON = 256 };

/* `url` is where the page is: http://localhost:8080, or https://… Waits until the connection stands. NULL: there is
 * none, and `reason` says why, in English; `is_url` is false if that is no address. */
struct remote *remote_open(const char *url, char reason[REMOTE_REASON], bool *is_url);

/* Sends a request, which is released. The connection may have ended meanwhile. */
void remote_send(struct remote *remote, json_t *request);

/* Waits for the next message. NULL: the connection has ended. */
json_t *remote_receive(struct remote *remote);

void remote_close(struct remote *remote);

/* ---- A program at a table ---- */

struct guest_manner {
    const char *url, *table; /* of the server; the code, invitation or id of a table */
    const char *token;
    int ms, iterations; /* the budget of a move; one of them is 0 */
    char *const *argv;  /* the program */
};

/* Sits down, and plays until the match is over. Returns an exit code. */
int guest_play(struct console *console, const struct guest_manner *manner);

/* Makes an account for a program of this name and prints its token. Returns an exit code. */
int guest_register(struct console *console, const char *url, const char *name);

/* Makes the token invalid. Returns an exit code. */
int guest_withdraw(struct console *console, const char *url, const char *token);

#endif
