/* The WebSocket handshake (RFC 6455, section 4.2). */
#ifndef SERVER_HANDSHAKE_H
#define SERVER_HANDSHAKE_H

#include "base/buffer.h"
#include "base/fault.h"
#include "server/http_reader.h"

/* Why a handshake is refused. */
struct handshake_fault {
    int status; /* of HTTP */
    enum fault_code code;
    const char *text; /* key of a sentence in data/texts/server.json */
};

/* Whether the request is a proper handshake for /ws. Sets `fault` if not. */
bool handshake_check(const struct http_reader *reader, struct handshake_fault *fault);

/* Writes the answer to a proper handshake. */
void handshake_write(const struct http_head *head, struct buffer *out);

#endif
