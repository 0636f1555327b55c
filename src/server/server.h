/* A server: sockets, threads, the clock and the store, around a hall. One process, one database, one
 * port. Everything runs on one thread in callbacks of one libuv loop, except transactions of the
 * store, computer players' decisions, password hashing, and writing the log.
 *
 *     serve.c      puts the parts together, runs the loop, stops it on SIGTERM; tells systemd; wiping
 *     workers.c    work for other threads: decisions and passwords
 *     listener.c   the port and its sockets, by libwebsockets on our loop
 *     http/        HTTP connections, the page, the upgrade to WebSocket
 *     request/     reads HTTP requests
 *     websocket/   WebSocket connections
 *     net/         what all sockets share: one socket, visitors, the log, metrics, settings */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include "server/net/net.h"

/* Runs until SIGTERM or SIGINT. False, and an error, if it could not start. */
bool serve(const struct serve_settings *settings, struct serve_error *error);

#endif
