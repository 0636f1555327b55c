/* WebSocket connections. Messages wait in a queue until the loop has handled the events that are
 * there, and are then written together: a player who moves gets an answer and a step, with one system
 * call. Asking libwebsockets for a callback would cost two more. What the kernel does not take stays
 * with libwebsockets; until it does, messages stay in the queue.
 *
 * Frames and pings are not left to libwebsockets: it would answer pings without telling us, accept
 * frames that are not masked, and keep its timers in a sorted list that is slow to walk with
 * thousands of connections.
 *
 *     websocket.c  connections, the queue of messages, pings
 *     frames.c     reads frames, by wslay */
#ifndef SERVER_WEBSOCKET_WEBSOCKET_H
#define SERVER_WEBSOCKET_WEBSOCKET_H

#include "base/base.h"
#include "base/system/system.h"
#include "server/net/net.h"
#include "text/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Turns a link, whose handshake is done and whose former state is freed, into a WebSocket of a
 * client from this address. */
void websocket_start(struct link *link, const char *address);

/* Writes the messages that were sent since the last call. Call it before the loop waits. */
void websockets_flush(struct net *net);

/* Sends pings to silent clients, and drops those that did not answer the last one. Call it about
 * once a second. */
void websockets_tick(struct net *net);

/* ---- Frames ---- */

/* Reads WebSocket frames, by wslay: it finds everything that RFC 6455 forbids, and joins the parts of
 * a message. */

enum frames_kind { FRAMES_TEXT, FRAMES_BINARY, FRAMES_CLOSE, FRAMES_OTHER };

struct frames_callbacks {
    /* A frame begins. False: read no further. */
    bool (*begin)(void *context);
    /* A whole message or control frame. False: read no further. */
    bool (*message)(void *context, enum frames_kind kind, const char *bytes, size_t size);
    /* A pong to send: a whole frame. */
    void (*pong)(void *context, const unsigned char *frame, size_t size);
    /* The connection must be closed with this code, because the other side asked for it or broke the
     * protocol. */
    void (*close)(void *context, int code);
};

struct frames {
    const struct frames_callbacks *callbacks;
    void *context;
    size_t message_bytes;
    /* It takes 8 KiB, so there is one only while a message is incomplete: between two messages it has
     * nothing to remember, and most connections are idle most of the time. */
    struct wslay_event_context *wslay;
    struct frames_transfer *transfer; /* during frames_receive */
    uint64_t received, begun;         /* bytes received, and bytes of frames that have begun */
    bool in_message;                  /* of several frames, of which more must follow */
    bool is_over;                     /* further bytes are ignored */
};

/* Messages longer than `message_bytes` are a violation of the protocol. */
void frames_start(struct frames *frames, const struct frames_callbacks *callbacks, void *context,
                  size_t message_bytes);
void frames_free(struct frames *frames);

/* Decodes bytes and calls the callbacks. Returns false if out of memory: then drop the connection. */
bool frames_receive(struct frames *frames, const char *bytes, size_t size);

/* ---- The send queue ---- */

/* Messages that wait until a client takes them: a ring that grows, up to a limit. */

struct send_queue {
    struct message **ring;
    unsigned first, count, capacity;
    size_t bytes;
};

/* Adds and holds the message. False if the queue is full. */
bool send_queue_add(struct send_queue *queue, struct message *message);

/* The first message. The queue must not be empty. */
const struct message *send_queue_first(const struct send_queue *queue);

/* Removes the first message, which the caller drops. The queue must not be empty. */
struct message *send_queue_take(struct send_queue *queue);

/* Frees the memory of an empty queue if it has grown large. */
void send_queue_shrink(struct send_queue *queue);

/* Drops all messages and frees the memory. */
void send_queue_clear(struct send_queue *queue);

/* ---- Messages for faults ---- */

/* A refusal that does not come from the hall, as a message: {"id":null,"ok":false,"error":…}. */

struct message *fault_message_new(const struct texts *texts, const struct fault *fault);

#endif
