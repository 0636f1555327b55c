/* A server: sockets, threads, the clock and the store, around a hall. One process, one database, one
 * port. Everything runs on one thread in callbacks of one libuv loop, except transactions of the
 * store, computer players' decisions, password hashing, and writing the log.
 *
 * From the top down; each file calls only those below it:
 *
 *     serve.c           puts the parts together, runs the loop, stops it on SIGTERM
 *     store_health.c    notices that the store fails, and that it works again
 *     systemd.c         notifies systemd
 *     workers.c         decisions and passwords on other threads
 *     listener.c        the port and its sockets, by libwebsockets on our loop
 *     port.c            whether the port is free
 *     http.c            HTTP connections: requests, routing, the upgrade to WebSocket
 *     http_answer.c     writes an HTTP answer
 *     handshake.c       the WebSocket handshake
 *     websocket.c       WebSocket connections: sending, pings, closing
 *     send_queue.c      messages that wait to be sent
 *     frames.c          reads WebSocket frames, by wslay
 *     link.c            one socket: writing, flow control, flood protection
 *     net.h             what all sockets share
 *     metrics.c         /healthz, /metrics
 *     visitors.c        how many connections each address has, and how much it sends (budget.c)
 *     request_origin.c  where an HTTP request comes from
 *     ip_address.c      addresses as text
 *     fault_message.c   refusals as messages
 *     preview.c         what an invitation shows in a messenger
 *     page.c            the files of the page
 *     http_reader.c     reads HTTP requests, by llhttp or http-parser
 *     http_head.c       the headers of a request
 *     log.c, writer.c   the log, written by a thread
 *     wiping.c          wipes passwords from memory
 *     steady_clock.h    a clock that never jumps
 *     settings.h        the options of a server
 */
#ifndef SERVER_SERVE_H
#define SERVER_SERVE_H

#include "server/settings.h"

/* Runs until SIGTERM or SIGINT. False, and an error, if it could not start. */
bool serve(const struct serve_settings *settings, struct serve_error *error);

#endif
