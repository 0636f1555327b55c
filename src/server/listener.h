/* The port and all its sockets. libwebsockets accepts them, on our loop, and does TLS; link.h and the
 * protocols above it do the rest. */
#ifndef SERVER_LISTENER_H
#define SERVER_LISTENER_H

#include "server/log.h"
#include "server/metrics.h"
#include "server/settings.h"
#include "server/steady_clock.h"

#include <uv.h>

struct listener;

/* What a listener needs; everything must outlive it. */
struct listener_parts {
    const struct serve_settings *settings;
    uv_loop_t *loop;
    struct hall *hall;
    struct log *log;
    const struct steady_clock *clock;
    const struct metrics *metrics;
};

struct listener *listener_new(const struct listener_parts *parts);
/* Opens the port. False, and an error, if it fails; the listener must still be closed. */
bool listener_open(struct listener *listener, struct serve_error *error);
int listener_port(const struct listener *listener);
const struct net_figures *listener_figures(const struct listener *listener);

/* The hall sends a message to a client, or ends it once everything is sent. */
void listener_send(struct client *client, struct message *message);
void listener_end(struct client *client);

/* Accepts no new connections, and ends all others once everything is sent. */
void listener_stop(struct listener *listener);
/* Whether all connections have ended, or at least everything is sent. */
bool listener_is_empty(const struct listener *listener);
bool listener_is_flushed(const struct listener *listener);

/* Closes what is left, runs the loop until that is done, and frees. Not inside a callback of the loop.
 * NULL is allowed. */
void listener_close(struct listener *listener);

#endif
