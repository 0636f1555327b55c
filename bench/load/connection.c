/* WebSocket clients on epoll. Every request fits into one frame and into the socket's send buffer: if
 * the server reads too slowly for that, the program fails rather than waits.
 *
 * Then: messages. */
#define _GNU_SOURCE
#include "load.h"

#include "base/system/system.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER_BYTES = 1 << 20, REQUEST_MAX = 1024, EVENTS_MAX = 64 };
enum { FRAME_TEXT = 1, FRAME_CLOSE = 8, FRAME_PING = 9, FRAME_PONG = 10 };

void connections_add_server(struct connections *connections, int port)
{
    if (connections->server_count == CONNECTION_SERVERS_MAX)
        load_fail("more than %d servers", (int)CONNECTION_SERVERS_MAX);
    connections->servers[connections->server_count++] =
        (struct sockaddr_in){.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

void connections_start(struct connections *connections, int sources)
{
    connections->epoll = epoll_create1(0);
    connections->sources = sources;
    connections->buffer = alloc_new(BUFFER_BYTES);
    if (connections->epoll < 0)
        load_fail("epoll: %s", strerror(errno));
}

static void connection_expect(struct connections *connections, struct connection *connection,
                              int how, uint32_t events)
{
    struct epoll_event event = {.events = events, .data.ptr = connection};
    if (epoll_ctl(connections->epoll, how, connection->fd, &event) != 0)
        load_fail("epoll: %s", strerror(errno));
}

void connection_open(struct connections *connections, struct connection *connection, int number)
{
    connection->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (connection->fd < 0)
        load_fail("no socket for connection %d: %s (see ulimit -n)", number, strerror(errno));
    int on = 1;
    setsockopt(connection->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connections->sources > 1) {
        struct sockaddr_in own = {.sin_family = AF_INET};
        own.sin_addr.s_addr = htonl(INADDR_LOOPBACK + (uint32_t)(number % connections->sources));
        setsockopt(connection->fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
        if (bind(connection->fd, (struct sockaddr *)&own, sizeof own) != 0)
            load_fail("no port for connection %d: %s", number, strerror(errno));
    }
    const struct sockaddr_in *server = &connections->servers[number % connections->server_count];
    if (connect(connection->fd, (const struct sockaddr *)server, sizeof *server) != 0 &&
        errno != EINPROGRESS)
        load_fail("connection %d: %s", number, strerror(errno));
    connection->state = CONNECTION_CONNECTING;
    connection_expect(connections, connection, EPOLL_CTL_ADD, EPOLLOUT);
}

static void connection_write(struct connection *connection, const char *bytes, size_t size)
{
    ssize_t sent = send(connection->fd, bytes, size, MSG_NOSIGNAL);
    if (sent != (ssize_t)size)
        load_fail("the server does not read: %s", sent < 0 ? strerror(errno) : "only a part");
}

/* The key is constant, and its answer is not checked: it only protects against caching proxies. */
static void connection_upgrade(struct connections *connections, struct connection *connection)
{
    int error = 0;
    socklen_t size = sizeof error;
    getsockopt(connection->fd, SOL_SOCKET, SO_ERROR, &error, &size);
    if (error)
        load_fail("cannot connect: %s", strerror(error));
    char request[256];
    int length = snprintf(request, sizeof request,
                          "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: bHVkb3NhdXJlIHNhdXJlIQ==\r\n\r\n",
                          ntohs(connections->servers[0].sin_port));
    connection_write(connection, request, (size_t)length);
    connection->state = CONNECTION_UPGRADING;
    connection_expect(connections, connection, EPOLL_CTL_MOD, EPOLLIN);
}

static void connection_send_frame(struct connections *connections, struct connection *connection,
                                  int kind, const char *bytes, size_t size)
{
    unsigned char frame[REQUEST_MAX + 8], *at = frame;
    if (size > REQUEST_MAX)
        load_fail("a request of %zu bytes", size);
    *at++ = (unsigned char)(0x80 | kind);
    if (size < 126) {
        *at++ = (unsigned char)(0x80 | size);
    } else {
        *at++ = 0x80 | 126;
        *at++ = (unsigned char)(size >> 8);
        *at++ = (unsigned char)size;
    }
    uint64_t chance = rng_next(&connections->rng);
    unsigned char mask[4];
    memcpy(mask, &chance, 4);
    memcpy(at, mask, 4);
    at += 4;
    for (size_t i = 0; i < size; i++)
        *at++ = (unsigned char)bytes[i] ^ mask[i & 3];
    connection_write(connection, (char *)frame, (size_t)(at - frame));
}

void connection_send(struct connections *connections, struct connection *connection,
                     const char *text, size_t size)
{
    connection_send_frame(connections, connection, FRAME_TEXT, text, size);
}

/* Reads the answer to the upgrade. Returns its size, or 0 if it is incomplete. */
static size_t connection_take_upgrade(struct connections *connections,
                                      struct connection *connection, const char *at, size_t size)
{
    const char *end = memmem(at, size, "\r\n\r\n", 4);
    if (!end)
        return 0;
    if (size < 12 || memcmp(at, "HTTP/1.1 101", 12) != 0)
        load_fail("not taken as a WebSocket: %.*s", (int)(end - at), at);
    connection->state = CONNECTION_OPEN;
    connections->opened(connections->context, connection);
    return (size_t)(end + 4 - at);
}

static size_t connection_take_frame(struct connections *connections, struct connection *connection,
                                    const char *bytes, size_t size)
{
    const unsigned char *at = (const unsigned char *)bytes;
    if (size < 2)
        return 0;
    size_t head = 2, length = at[1] & 0x7f;
    if (length >= 126) {
        size_t wide = length == 126 ? 2 : 8;
        if (size < 2 + wide)
            return 0;
        length = 0;
        for (; head < 2 + wide; head++)
            length = length << 8 | at[head];
    }
    if (length > BUFFER_BYTES / 2)
        load_fail("a message of %zu bytes", length);
    if (size < head + length)
        return 0;
    switch (at[0]) {
    case 0x80 | FRAME_TEXT:
        connections->messages_in++;
        connections->received(connections->context, connection, bytes + head, length);
        break;
    case 0x80 | FRAME_PING:
        connection_send_frame(connections, connection, FRAME_PONG, bytes + head, length);
        break;
    case 0x80 | FRAME_PONG:
        break;
    case 0x80 | FRAME_CLOSE:
        load_fail("the server ended a connection: %d %.*s",
                  length >= 2 ? at[head] << 8 | at[head + 1] : 0, length >= 2 ? (int)length - 2 : 0,
                  bytes + head + 2);
    default:
        load_fail("a frame that begins with %02x", at[0]);
    }
    return head + length;
}

static void connection_read(struct connections *connections, struct connection *connection)
{
    size_t have = connection->kept_size;
    if (have)
        memcpy(connections->buffer, connection->kept, have);
    ssize_t got = recv(connection->fd, connections->buffer + have, BUFFER_BYTES - have, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0)
        load_fail("connection lost: %s", got < 0 ? strerror(errno) : "ended by the server");
    connections->bytes_in += got;
    have += (size_t)got;
    const char *at = connections->buffer, *end = at + have;
    while (at < end) {
        size_t taken =
            connection->state == CONNECTION_UPGRADING
                ? connection_take_upgrade(connections, connection, at, (size_t)(end - at))
                : connection_take_frame(connections, connection, at, (size_t)(end - at));
        if (!taken)
            break;
        at += taken;
    }
    connection->kept_size = (size_t)(end - at);
    if (connection->kept_size) {
        connection->kept = alloc_resize(connection->kept, connection->kept_size, 1);
        memcpy(connection->kept, at, connection->kept_size);
    }
}

void connections_wait(struct connections *connections, int64_t timeout_us)
{
    struct epoll_event events[EVENTS_MAX];
    struct timespec timeout = {timeout_us / 1000000, timeout_us % 1000000 * 1000};
    int count = epoll_pwait2(connections->epoll, events, EVENTS_MAX, &timeout, NULL);
    for (int i = 0; i < count; i++) {
        struct connection *connection = events[i].data.ptr;
        if (connection->state == CONNECTION_CONNECTING)
            connection_upgrade(connections, connection);
        else
            connection_read(connections, connection);
    }
}

/* ---- Messages ---- */

/* The end of the text whose opening quote is at `at`; NULL if it has none. */
static const char *after_text(const char *at, const char *end)
{
    for (at++; at < end; at++) {
        if (*at == '"')
            return at + 1;
        if (*at == '\\')
            at++;
    }
    return NULL;
}

static const char *after_nested(const char *at, const char *end)
{
    int depth = 0;
    while (at < end) {
        switch (*at) {
        case '"':
            at = after_text(at, end);
            if (!at)
                return NULL;
            continue;
        case '{':
        case '[':
            depth++;
            break;
        case '}':
        case ']':
            if (--depth == 0)
                return at + 1;
            break;
        default:
            break;
        }
        at++;
    }
    return NULL;
}

static const char *after_value(const char *at, const char *end)
{
    if (*at == '"')
        return after_text(at, end);
    if (*at == '{' || *at == '[')
        return after_nested(at, end);
    while (at < end && *at != ',' && *at != '}')
        at++;
    return at < end ? at : NULL;
}

static const char *after_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\n'))
        at++;
    return at;
}

static struct piece *find_piece(struct load_message *message, const char *key, size_t size)
{
    static const struct {
        const char *key;
        size_t offset;
    } pieces[] = {
        {"id", offsetof(struct load_message, id)},
        {"ok", offsetof(struct load_message, ok)},
        {"push", offsetof(struct load_message, push)},
        {"table", offsetof(struct load_message, table)},
        {"v", offsetof(struct load_message, v)},
        {"kind", offsetof(struct load_message, kind)},
        {"legal", offsetof(struct load_message, legal)},
        {"result", offsetof(struct load_message, result)},
        {"error", offsetof(struct load_message, error)},
    };
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        if (strlen(pieces[i].key) == size && memcmp(pieces[i].key, key, size) == 0)
            return (struct piece *)(void *)((char *)message + pieces[i].offset);
    return NULL;
}

bool load_message_read(struct load_message *message, const char *bytes, size_t size)
{
    *message = (struct load_message){0};
    const char *at = bytes, *end = bytes + size;
    if (size < 2 || *at != '{')
        return false;
    for (at = after_blanks(at + 1, end); at < end && *at == '"';) {
        const char *key = at + 1, *key_end = after_text(at, end);
        if (!key_end)
            return false;
        at = after_blanks(key_end, end);
        if (at == end || *at != ':')
            return false;
        const char *value = after_blanks(at + 1, end);
        at = value < end ? after_value(value, end) : NULL;
        if (!at)
            return false;
        struct piece *piece = find_piece(message, key, (size_t)(key_end - 1 - key));
        if (piece && *value == '"')
            *piece = (struct piece){value + 1, (size_t)(at - value) - 2};
        else if (piece)
            *piece = (struct piece){value, (size_t)(at - value)};
        at = after_blanks(at, end);
        if (at < end && *at == ',')
            at = after_blanks(at + 1, end);
    }
    return at < end && *at == '}';
}

bool piece_is(struct piece piece, const char *text)
{
    return piece.at && piece.size == strlen(text) && memcmp(piece.at, text, piece.size) == 0;
}

void piece_pick(struct piece list, struct rng *rng, char *text, size_t size)
{
    *text = '\0';
    if (!list.at || *list.at != '[')
        return;
    const char *end = list.at + list.size, *chosen = NULL, *chosen_end = NULL;
    uint32_t count = 0;
    for (const char *at = list.at + 1; at < end; at++) {
        if (*at != '"')
            continue;
        const char *after = after_text(at, end);
        if (!after)
            return;
        if (rng_below(rng, ++count) == 0) {
            chosen = at + 1;
            chosen_end = after - 1;
        }
        at = after;
    }
    size_t length = chosen ? (size_t)(chosen_end - chosen) : 0;
    if (chosen && length < size) {
        memcpy(text, chosen, length);
        text[length] = '\0';
    }
}
