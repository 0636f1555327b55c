/* WebSocket connections. Messages wait in a queue until the loop has handled the events that are
 * there, and are then written together: a player who moves gets an answer and a step, with one system
 * call. Asking libwebsockets for a callback would cost two more. What the kernel does not take stays
 * with libwebsockets; until it does, messages stay in the queue.
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

/* Writes the messages that were sent since the last call. Call it before the loop waits. */
void websockets_flush(struct net *net);

/* Sends pings to silent clients, and drops those that did not answer the last one. Call it about
 * once a second. */
void websockets_tick(struct net *net);

#endif
