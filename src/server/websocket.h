/* WebSocket connections. A message goes to the kernel at once if none waits before it: asking
 * libwebsockets for a callback first would cost two more system calls per message. What the kernel
 * does not take stays with libwebsockets; from then on messages wait in a queue.
 *
 * Frames and pings are not left to libwebsockets: it would answer pings without telling us, accept
 * frames that are not masked, and keep its timers in a sorted list that is slow to walk with
 * thousands of connections. */
#ifndef SERVER_WEBSOCKET_H
#define SERVER_WEBSOCKET_H

#include "server/link.h"

/* Turns a link, whose handshake is done and whose former state is freed, into a WebSocket of a
 * client from this address. */
void websocket_start(struct link *link, const char *address);

/* Sends pings to silent clients, and drops those that did not answer the last one. Call it about
 * once a second. */
void websockets_tick(struct net *net);

#endif
