/* WebSocket connections. Messages wait in a queue until the loop has handled the events that are
 * there, and are then written together: a player who moves gets an answer and a step, with one system
 * call. Asking libwebsockets for a callback would cost two more. What the kernel does not take stays
 * with libwebsockets; until it does, messages stay in the queue.
 *
 * Frames and pings are not left to libwebsockets: it would answer pings without telling us, accept
 * frames that are not masked, and keep its timers in a sorted list that is slow to walk with
 * thousands of connections.
 *
 * Chapters: the list of checks; sending; receiving; beginning and end; the send queue; messages for
 * faults. */
#include "server/websocket/websocket.h"

#include "base/base.h"
#include "base/system/system.h"
#include "wire/wire.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    CHECK_US = 20000000,  /* between two checks of a connection */
    CLOSE_SECONDS = 5,    /* for the other side to answer a close frame */
    FRAME_COST = 1 << 10, /* every frame is charged as this many bytes, however short it is */
    CONTROL_FRAME_MAX = 2 + 125,
    FRAME_HEADER_MAX = 10,
    JOINED_BYTES = 16 << 10, /* written at once, unless a single message is longer */
};

struct websocket {
    struct link *link;
    struct frames frames;
    struct send_queue queue;
    struct websocket *next_unsent; /* in net->unsent, if is_unsent */
    bool is_unsent;
    struct websocket *next, *previous; /* by check_us */
    int64_t check_us;
    bool is_heard, is_pinged; /* since the last check; at the last check */
    bool is_ending;           /* will be closed when the queue is empty */
    bool is_closed;           /* our close frame was sent */
    bool has_left;            /* a close frame was received */
    bool hangs_up;            /* nothing from the other side matters any more */
    int close_code;
};

/* ---- The list of checks ---- */

static void checks_remove(struct net *net, struct websocket *socket)
{
    *(socket->previous ? &socket->previous->next : &net->check_first) = socket->next;
    *(socket->next ? &socket->next->previous : &net->check_last) = socket->previous;
}

static void checks_append(struct net *net, struct websocket *socket)
{
    socket->check_us = clock_us() + CHECK_US;
    socket->next = NULL;
    socket->previous = net->check_last;
    *(net->check_last ? &net->check_last->next : &net->check_first) = socket;
    net->check_last = socket;
}

/* ---- Sending ---- */

/* Whether something waits for the kernel to take it. */
static bool has_backlog(const struct websocket *socket)
{
    return lws_partial_buffered(socket->link->wsi);
}

static void put(struct websocket *socket, unsigned char *bytes, size_t size)
{
    if (!link_put(socket->link, bytes, size))
        link_cut(socket->link);
}

/* Writes the header of a text frame in front of the text. Returns its size. */
static size_t write_frame_header(unsigned char *text, size_t length)
{
    size_t size = length < 126 ? 2 : length <= UINT16_MAX ? 4 : 10;
    unsigned char *header = text - size;
    header[0] = 0x81;
    header[1] = (unsigned char)(length < 126 ? length : length <= UINT16_MAX ? 126 : 127);
    for (size_t i = 2; i < size; i++)
        header[i] = (unsigned char)((uint64_t)length >> 8 * (size - 1 - i));
    return size;
}

static void put_message(struct websocket *socket, struct message *message)
{
    unsigned char *text = (unsigned char *)message_text(message);
    size_t header = write_frame_header(text, message->length);
    put(socket, text - header, header + message->length);
}

/* Writes as many messages of the queue as fit together; there are at least two. */
static void put_joined(struct websocket *socket)
{
    unsigned char bytes[LWS_PRE + JOINED_BYTES];
    size_t size = 0;
    while (socket->queue.count > 0) {
        const struct message *next = send_queue_first(&socket->queue);
        if (size + FRAME_HEADER_MAX + next->length > JOINED_BYTES)
            break;
        struct message *message = send_queue_take(&socket->queue);
        unsigned char *text = (unsigned char *)message_text(message);
        size_t header = write_frame_header(text, message->length);
        memcpy(bytes + LWS_PRE + size, text - header, header + message->length);
        size += header + message->length;
        message_drop(message);
    }
    if (size > 0)
        put(socket, bytes + LWS_PRE, size);
}

/* Writes the queue, until the kernel takes no more. */
static void flush(struct websocket *socket)
{
    while (socket->queue.count > 0 && !has_backlog(socket) && !socket->link->is_cut) {
        size_t length = send_queue_first(&socket->queue)->length;
        if (socket->queue.count > 1 && FRAME_HEADER_MAX + length <= JOINED_BYTES) {
            put_joined(socket);
            continue;
        }
        struct message *message = send_queue_take(&socket->queue);
        put_message(socket, message);
        message_drop(message);
    }
}

void websockets_flush(struct net *net)
{
    while (net->unsent) {
        struct websocket *socket = net->unsent;
        net->unsent = socket->next_unsent;
        socket->is_unsent = false;
        flush(socket);
    }
}

static void unsent_remove(struct net *net, struct websocket *socket)
{
    struct websocket **at = &net->unsent;
    while (socket->is_unsent && *at != socket)
        at = &(*at)->next_unsent;
    if (socket->is_unsent)
        *at = socket->next_unsent;
}

static void send_message(struct link *link, struct message *message)
{
    struct websocket *socket = link->state;
    struct net *net = link->net;
    if (link->is_cut || socket->is_ending)
        return;
    if (!send_queue_add(&socket->queue, message)) {
        net->figures.dropped_slow++;
        link_cut(link);
    } else if (has_backlog(socket)) {
        lws_callback_on_writable(link->wsi);
    } else if (socket->queue.bytes > JOINED_BYTES) {
        flush(socket);
    } else if (!socket->is_unsent) {
        socket->is_unsent = true;
        socket->next_unsent = net->unsent;
        net->unsent = socket;
    }
}

static void end(struct link *link, int close_code)
{
    struct websocket *socket = link->state;
    if (socket->is_ending)
        return;
    socket->is_ending = true;
    socket->close_code = close_code;
    lws_callback_on_writable(link->wsi);
}

static int send_close(struct websocket *socket)
{
    struct link *link = socket->link;
    unsigned char frame[LWS_PRE + 4] = {[LWS_PRE] = 0x88,
                                        2,
                                        (unsigned char)(socket->close_code >> 8),
                                        (unsigned char)socket->close_code};
    socket->is_closed = true;
    if (!link_put(link, frame + LWS_PRE, 4) || socket->has_left)
        return -1;
    if (socket->hangs_up)
        shutdown(lws_get_socket_fd(link->wsi), SHUT_WR);
    lws_set_timeout(link->wsi, PENDING_TIMEOUT_CLOSE_ACK, CLOSE_SECONDS);
    return 0;
}

static int writable(struct link *link)
{
    struct websocket *socket = link->state;
    flush(socket);
    if (has_backlog(socket)) {
        lws_callback_on_writable(link->wsi);
        return 0;
    }
    send_queue_shrink(&socket->queue);
    return socket->is_ending && !socket->is_closed ? send_close(socket) : 0;
}

static bool is_flushed(const struct link *link)
{
    const struct websocket *socket = link->state;
    return socket->is_closed && !lws_partial_buffered(link->wsi);
}

/* ---- Receiving ---- */

static bool on_begin(void *context)
{
    return link_spend(((struct websocket *)context)->link, FRAME_COST);
}

static void receive_text(struct websocket *socket, const char *text, size_t size)
{
    struct link *link = socket->link;
    if (link->is_cut || socket->is_ending)
        return;
    char *copy = alloc_new(size + 1); /* the hall may change it */
    if (size > 0)                     /* otherwise `text` may be NULL */
        memcpy(copy, text, size);
    hall_receive(link->net->hall, link->client, copy, size, steady_clock_ms(link->net->clock));
    free(copy);
}

static void on_close(void *context, int code)
{
    struct websocket *socket = context;
    struct link *link = socket->link;
    const struct hall_settings *settings = &link->net->settings->hall;
    if (code == LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE) {
        struct fault fault;
        fault_set(&fault, FAULT_LIMIT, NULL, "server.message_too_long", "%d",
                  settings->limits.message_bytes);
        struct message *message = fault_message_new(settings->texts, &fault);
        send_message(link, message);
        message_drop(message);
    }
    socket->hangs_up = true;
    end(link, code);
}

static bool on_message(void *context, enum frames_kind kind, const char *bytes, size_t size)
{
    struct websocket *socket = context;
    socket->is_heard = true;
    switch (kind) {
    case FRAMES_TEXT:
        receive_text(socket, bytes, size);
        break;
    case FRAMES_BINARY:
        end(socket->link, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE);
        break;
    case FRAMES_CLOSE:
        socket->has_left = true;
        if (size == 1) /* half a code, which wslay does not mind */
            on_close(socket, LWS_CLOSE_STATUS_PROTOCOL_ERR);
        break;
    case FRAMES_OTHER:
        break;
    }
    return !socket->link->is_cut;
}

/* A client that does not read what is sent to it gets no pong either. */
static void on_pong(void *context, const unsigned char *frame, size_t size)
{
    struct websocket *socket = context;
    unsigned char out[LWS_PRE + CONTROL_FRAME_MAX];
    if (socket->link->is_cut || socket->is_ending || has_backlog(socket))
        return;
    memcpy(out + LWS_PRE, frame, size);
    put(socket, out + LWS_PRE, size);
}

static int receive(struct link *link, const char *bytes, size_t size)
{
    struct websocket *socket = link->state;
    if (!frames_receive(&socket->frames, bytes, size))
        return -1;
    return socket->has_left && socket->is_closed ? -1 : 0;
}

/* ---- Beginning and end ---- */

static void free_websocket(struct link *link)
{
    struct websocket *socket = link->state;
    struct net *net = link->net;
    link_leave_hall(link);
    checks_remove(net, socket);
    unsent_remove(net, socket);
    send_queue_clear(&socket->queue);
    frames_free(&socket->frames);
    free(socket);
    net->figures.websockets--;
    link->visitor->websockets--;
    if (link->visitor != link->peer)
        visitors_release(&net->visitors, link->visitor);
}

void websocket_start(struct link *link, const char *address)
{
    static const struct frames_callbacks callbacks = {
        .begin = on_begin, .message = on_message, .pong = on_pong, .close = on_close};
    static const struct link_protocol protocol = {.receive = receive,
                                                  .writable = writable,
                                                  .send = send_message,
                                                  .end = end,
                                                  .is_flushed = is_flushed,
                                                  .free = free_websocket};
    struct net *net = link->net;
    struct websocket *socket = alloc_new(sizeof *socket);
    socket->link = link;
    frames_start(&socket->frames, &callbacks, socket,
                 (size_t)net->settings->hall.limits.message_bytes);
    link->state = socket;
    link->protocol = &protocol;
    link->visitor = visitors_get(&net->visitors, address);
    link->visitor->websockets++;
    net->figures.websockets++;
    checks_append(net, socket);
    link->client = hall_enter(net->hall, address, link);
}

static void check(struct websocket *socket)
{
    struct link *link = socket->link;
    unsigned char ping[LWS_PRE + 2] = {[LWS_PRE] = 0x89};
    if (socket->is_heard || socket->is_ending || link->is_cut) {
        socket->is_pinged = false;
    } else if (socket->is_pinged) {
        link->net->figures.dropped_silent++;
        link_cut(link);
    } else {
        socket->is_pinged = true;
        if (!has_backlog(socket)) /* else TCP_USER_TIMEOUT finds out whether the client is there */
            put(socket, ping + LWS_PRE, 2);
    }
    socket->is_heard = false;
}

void websockets_tick(struct net *net)
{
    int64_t now_us = clock_us();
    while (net->check_first && net->check_first->check_us <= now_us) {
        struct websocket *socket = net->check_first;
        checks_remove(net, socket);
        checks_append(net, socket);
        check(socket);
    }
}

/* ---- The send queue ---- */

enum {
    MESSAGES_MAX = 512,
    BYTES_MAX = 1 << 20,
    CAPACITY_KEPT = 4,
};

static void grow(struct send_queue *queue)
{
    unsigned capacity = queue->capacity ? queue->capacity * 2 : CAPACITY_KEPT;
    struct message **ring = alloc_array(capacity, sizeof(struct message *));
    for (unsigned i = 0; i < queue->count; i++)
        ring[i] = queue->ring[(queue->first + i) % queue->capacity];
    free(queue->ring);
    queue->ring = ring;
    queue->first = 0;
    queue->capacity = capacity;
}

bool send_queue_add(struct send_queue *queue, struct message *message)
{
    if (queue->count == MESSAGES_MAX || queue->bytes + message->length > BYTES_MAX)
        return false;
    if (queue->count == queue->capacity)
        grow(queue);
    queue->ring[(queue->first + queue->count++) % queue->capacity] = message_hold(message);
    queue->bytes += message->length;
    return true;
}

const struct message *send_queue_first(const struct send_queue *queue)
{
    return queue->ring[queue->first];
}

struct message *send_queue_take(struct send_queue *queue)
{
    struct message *message = queue->ring[queue->first];
    queue->first = (queue->first + 1) % queue->capacity;
    queue->count--;
    queue->bytes -= message->length;
    return message;
}

void send_queue_shrink(struct send_queue *queue)
{
    if (queue->capacity > CAPACITY_KEPT)
        send_queue_clear(queue);
}

void send_queue_clear(struct send_queue *queue)
{
    while (queue->count > 0)
        message_drop(send_queue_take(queue));
    free(queue->ring);
    *queue = (struct send_queue){0};
}

/* ---- Messages for faults ---- */

struct message *fault_message_new(const struct texts *texts, const struct fault *fault)
{
    json_t *json = json_pack("{s:n, s:b, s:o}", "id", "ok", 0, "error", wire_fault(texts, fault));
    char *text = json_dumps(json, JSON_COMPACT);
    CHECK(text);
    struct message *message = message_new(text, strlen(text));
    free(text);
    json_decref(json);
    return message;
}
