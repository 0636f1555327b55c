/* WebSocket clients on epoll. Every request fits into one frame and into the socket's room: a
 * server that reads so slowly that it does not is reported, not waited for. */
#define _GNU_SOURCE
#include "load.h"

#include "base/clock.h"

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

int64_t load_now_us(void)
{
    return clock_ns() / 1000;
}

void links_start(struct links *links, int port, int sources)
{
    links->epoll = epoll_create1(0);
    links->server = (struct sockaddr_in){.sin_family = AF_INET,
                                         .sin_port = htons((uint16_t)port),
                                         .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    links->sources = sources;
    links->buffer = malloc(BUFFER_BYTES);
    if (links->epoll < 0 || !links->buffer)
        load_failed("no epoll, or no memory");
}

static void link_expect(struct links *links, struct link *link, int how, uint32_t events)
{
    struct epoll_event event = {.events = events, .data.ptr = link};
    if (epoll_ctl(links->epoll, how, link->fd, &event) != 0)
        load_failed("epoll: %s", strerror(errno));
}

void link_open(struct links *links, struct link *link, int number)
{
    link->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (link->fd < 0)
        load_failed("no socket for connection %d: %s (see ulimit -n)", number, strerror(errno));
    int on = 1;
    setsockopt(link->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (links->sources > 1) {
        struct sockaddr_in own = {.sin_family = AF_INET};
        own.sin_addr.s_addr = htonl(INADDR_LOOPBACK + (uint32_t)(number % links->sources));
        setsockopt(link->fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
        if (bind(link->fd, (struct sockaddr *)&own, sizeof own) != 0)
            load_failed("no port for connection %d: %s", number, strerror(errno));
    }
    if (connect(link->fd, (struct sockaddr *)&links->server, sizeof links->server) != 0 &&
        errno != EINPROGRESS)
        load_failed("connection %d: %s", number, strerror(errno));
    link->state = LINK_CONNECTING;
    link_expect(links, link, EPOLL_CTL_ADD, EPOLLOUT);
}

static void link_write(struct link *link, const char *bytes, size_t size)
{
    ssize_t sent = send(link->fd, bytes, size, MSG_NOSIGNAL);
    if (sent != (ssize_t)size)
        load_failed("the server does not read: %s", sent < 0 ? strerror(errno) : "only a part");
}

/* The answer to the key would only prove that the server is none of a proxy's old answers. */
static void link_upgrade(struct links *links, struct link *link)
{
    int error = 0;
    socklen_t size = sizeof error;
    getsockopt(link->fd, SOL_SOCKET, SO_ERROR, &error, &size);
    if (error)
        load_failed("cannot connect: %s", strerror(error));
    char request[256];
    int length = snprintf(request, sizeof request,
                          "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: bHVkb3NhdXJlIHNhdXJlIQ==\r\n\r\n",
                          ntohs(links->server.sin_port));
    link_write(link, request, (size_t)length);
    link->state = LINK_UPGRADING;
    link_expect(links, link, EPOLL_CTL_MOD, EPOLLIN);
}

static void link_send_frame(struct links *links, struct link *link, int kind, const char *bytes,
                            size_t size)
{
    unsigned char frame[REQUEST_MAX + 8], *at = frame;
    if (size > REQUEST_MAX)
        load_failed("a request of %zu bytes", size);
    *at++ = (unsigned char)(0x80 | kind);
    if (size < 126) {
        *at++ = (unsigned char)(0x80 | size);
    } else {
        *at++ = 0x80 | 126;
        *at++ = (unsigned char)(size >> 8);
        *at++ = (unsigned char)size;
    }
    uint64_t chance = rng_next(&links->rng);
    unsigned char mask[4];
    memcpy(mask, &chance, 4);
    memcpy(at, mask, 4);
    at += 4;
    for (size_t i = 0; i < size; i++)
        *at++ = (unsigned char)bytes[i] ^ mask[i & 3];
    link_write(link, (char *)frame, (size_t)(at - frame));
}

void link_send(struct links *links, struct link *link, const char *text, size_t size)
{
    link_send_frame(links, link, FRAME_TEXT, text, size);
}

/* Reads the answer to the upgrade. Returns how many bytes it has, 0 if it is not all there. */
static size_t link_take_upgrade(struct links *links, struct link *link, const char *at, size_t size)
{
    const char *end = memmem(at, size, "\r\n\r\n", 4);
    if (!end)
        return 0;
    if (size < 12 || memcmp(at, "HTTP/1.1 101", 12) != 0)
        load_failed("not taken as a WebSocket: %.*s", (int)(end - at), at);
    link->state = LINK_OPEN;
    links->opened(links->context, link);
    return (size_t)(end + 4 - at);
}

static size_t link_take_frame(struct links *links, struct link *link, const char *bytes,
                              size_t size)
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
        load_failed("a message of %zu bytes", length);
    if (size < head + length)
        return 0;
    switch (at[0]) {
    case 0x80 | FRAME_TEXT:
        links->messages_in++;
        links->received(links->context, link, bytes + head, length);
        break;
    case 0x80 | FRAME_PING:
        link_send_frame(links, link, FRAME_PONG, bytes + head, length);
        break;
    case 0x80 | FRAME_PONG:
        break;
    case 0x80 | FRAME_CLOSE:
        load_failed("the server ended a connection: %d %.*s",
                    length >= 2 ? at[head] << 8 | at[head + 1] : 0,
                    length >= 2 ? (int)length - 2 : 0, bytes + head + 2);
    default:
        load_failed("a frame that begins with %02x", at[0]);
    }
    return head + length;
}

static void link_read(struct links *links, struct link *link)
{
    size_t have = link->kept_size;
    if (have)
        memcpy(links->buffer, link->kept, have);
    ssize_t got = recv(link->fd, links->buffer + have, BUFFER_BYTES - have, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0)
        load_failed("connection lost: %s", got < 0 ? strerror(errno) : "ended by the server");
    links->bytes_in += got;
    have += (size_t)got;
    const char *at = links->buffer, *end = at + have;
    while (at < end) {
        size_t taken = link->state == LINK_UPGRADING
                           ? link_take_upgrade(links, link, at, (size_t)(end - at))
                           : link_take_frame(links, link, at, (size_t)(end - at));
        if (!taken)
            break;
        at += taken;
    }
    link->kept_size = (size_t)(end - at);
    if (link->kept_size) {
        link->kept = realloc(link->kept, link->kept_size);
        if (!link->kept)
            load_failed("no memory");
        memcpy(link->kept, at, link->kept_size);
    }
}

void links_wait(struct links *links, int64_t timeout_us)
{
    struct epoll_event events[EVENTS_MAX];
    struct timespec timeout = {timeout_us / 1000000, timeout_us % 1000000 * 1000};
    int count = epoll_pwait2(links->epoll, events, EVENTS_MAX, &timeout, NULL);
    for (int i = 0; i < count; i++) {
        struct link *link = events[i].data.ptr;
        if (link->state == LINK_CONNECTING)
            link_upgrade(links, link);
        else
            link_read(links, link);
    }
}
