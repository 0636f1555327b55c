/* What the files of the server share. */
#ifndef SERVER_SERVER_INTERNAL_H
#define SERVER_SERVER_INTERNAL_H

#include "server/server.h"

#include "hall/hall.h"
#include "server/net/net.h"

#include <uv.h>

/* ---- The listener ---- */

/* The port and all its sockets. libwebsockets accepts them, on our loop, and does TLS; net/ and the
 * protocols above it do the rest. */

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

/* ---- Testing the port ---- */

/* False, and an error, if the port cannot be listened on. */
bool port_probe(const struct serve_settings *settings, struct serve_error *error);

/* Whether to listen with IPv4 only: for an IPv4 address, and on a machine without IPv6. */
bool port_only_ipv4(const char *interface);

/* ---- Notifying systemd ---- */

/* `state` is "READY=1", for example. Returns NULL, or why it could not be sent. */
const char *systemd_notify(const char *state);

/* ---- Wiping memory ---- */

/* Wipes the memory of JSON values when it is freed: requests contain passwords. */

/* From now on, in the whole program. */
void wiping_start(void);

/* ---- Workers ---- */

/* Computer players' decisions and password hashing, on the threads of libuv's pool. The results go
 * back to the hall on the loop's thread. */

struct workers {
    uv_loop_t *loop;
    const struct steady_clock *clock;
    struct work *first; /* work that has not come back yet */
};

/* Call it before anything uses libuv's pool: it sets the number of threads. */
void workers_start(struct workers *workers, uv_loop_t *loop, const struct steady_clock *clock,
                   int thread_count);

void workers_think(struct workers *workers, struct decision *decision);
void workers_hash(struct workers *workers, struct password_work *password);

/* Cancels work that has not begun, and runs the loop until the rest has come back. */
void workers_finish(struct workers *workers);

#endif
