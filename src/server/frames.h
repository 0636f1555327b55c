/* Reads WebSocket frames, by wslay: it finds everything that RFC 6455 forbids, and joins the parts of
 * a message. */
#ifndef SERVER_FRAMES_H
#define SERVER_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
