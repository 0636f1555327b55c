/* Sockets of libwebsockets, on our loop: what is sent over a WebSocket, who may connect, and who is
 * dropped. What comes is read by frames.c and http_read.c: libwebsockets would answer pings without
 * telling us, and take frames that are not masked.
 *
 * What is sent goes to the kernel at once if nothing waits before it: asking libwebsockets to call
 * back first would cost two more system calls a message. What the kernel does not take,
 * libwebsockets keeps, and from then on messages wait in the link's own queue.
 *
 * Pings are ours too: libwebsockets keeps its timers in a sorted list, which is slow to walk with
 * thousands of connections. */
#include "server/link.h"

#include "base/check.h"
#include "wire/fault.h"

#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    LINK_QUEUE_MESSAGES = 512,
    LINK_QUEUE_BYTES = 1 << 20,
    LINK_QUEUE_KEPT = 16, /* capacity that stays when all is sent */
    LINK_LOOK_US = 20000000,
    SWEEP_US = 10000000,
    ADDRESS_SPARE = 64,            /* sockets of one address besides its WebSockets */
    SEND_BUFFER_BYTES = 128 << 10, /* the kernel's; else a slow client could hold megabytes */
    UNREAD_MS = 60000,             /* a client that takes nothing for so long is dropped */
    CLOSE_SECONDS = 5,
    FIRST_SECONDS = 10, /* for something to come at all */
};

/* --- A link and its queue ------------------------------------------------------------------- */

static struct link *link_new(struct net *net, struct lws *wsi)
{
    char text[ADDRESS_TEXT], address[ADDRESS_TEXT];
    visitor_address_of_socket(lws_get_socket_fd(wsi), text);
    if (!visitor_address_normalise(text, address))
        snprintf(address, sizeof address, "?");
    struct visitor *peer = visitor_get(net, address);
    struct link *link = calloc(1, sizeof *link);
    if (!peer || !link) {
        free(link);
        return NULL;
    }
    link->net = net;
    link->wsi = wsi;
    link->peer = peer;
    link->is_proxy = visitor_is_proxy(net->server->settings, text);
    peer->sockets++;
    link->next = net->links;
    if (link->next)
        link->next->previous = link;
    net->links = link;
    net->figures.sockets++;
    net->figures.accepted++;
    int bytes = SEND_BUFFER_BYTES, unread_ms = UNREAD_MS;
    setsockopt(lws_get_socket_fd(wsi), SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    setsockopt(lws_get_socket_fd(wsi), IPPROTO_TCP, TCP_USER_TIMEOUT, &unread_ms, sizeof unread_ms);
    lws_set_opaque_user_data(wsi, link);
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, FIRST_SECONDS);
    return link;
}

static void look_remove(struct link *link)
{
    struct net *net = link->net;
    *(link->look_previous ? &link->look_previous->look_next : &net->look_first) = link->look_next;
    *(link->look_next ? &link->look_next->look_previous : &net->look_last) = link->look_previous;
}

static void look_append(struct link *link)
{
    struct net *net = link->net;
    link->look_us = server_now_us() + LINK_LOOK_US;
    link->look_next = NULL;
    link->look_previous = net->look_last;
    *(net->look_last ? &net->look_last->look_next : &net->look_first) = link;
    net->look_last = link;
}

static void queue_clear(struct link *link)
{
    for (; link->queue_count > 0; link->queue_count--) {
        message_drop(link->queue[link->queue_first]);
        link->queue_first = (link->queue_first + 1) % link->queue_capacity;
    }
    link->queue_bytes = 0;
    free(link->queue);
    link->queue = NULL;
    link->queue_capacity = link->queue_first = 0;
}

/* The WebSocket is no more; the socket may still be. */
static void link_leave(struct link *link)
{
    if (link->client && link->visitor) {
        hall_leave(link->net->server->hall, link->client);
        link->client = NULL;
    }
    if (link->visitor) {
        look_remove(link);
        link->net->figures.websockets--;
        link->visitor->websockets--;
        if (link->visitor != link->peer)
            visitor_forget(link->net, link->visitor);
        link->visitor = NULL;
    }
    queue_clear(link);
    frames_free(link);
}

void link_free(struct link *link)
{
    struct net *net = link->net;
    link_leave(link);
    http_drop(link);
    visitor_complete(link);
    free(link->rest);
    *(link->previous ? &link->previous->next : &net->links) = link->next;
    if (link->next)
        link->next->previous = link->previous;
    link->peer->sockets--;
    visitor_forget(net, link->peer);
    net->figures.sockets--;
    free(link);
}

/* It is the kernel that then tells libwebsockets: here we may
 * be inside a callback for this very socket, or for another one. */
void link_cut(struct link *link)
{
    link->ending = link->is_cut = true;
    queue_clear(link);
    shutdown(lws_get_socket_fd(link->wsi), SHUT_RDWR);
}

/* While the client does not take what is sent, nothing is read from it: libwebsockets would not read
 * it either, but ask us again and again. */
static void link_block(struct link *link, bool is_blocked)
{
    if (link->is_blocked == is_blocked)
        return;
    link->is_blocked = is_blocked;
    lws_rx_flow_control(link->wsi, (is_blocked ? 0 : 1) | LWS_RXFLOW_REASON_FLAG_PROCESS_NOW);
    if (is_blocked)
        lws_callback_on_writable(link->wsi);
}

bool link_put(struct link *link, unsigned char *bytes, size_t size)
{
    link->net->figures.bytes_out += (int64_t)size;
    if (lws_write(link->wsi, bytes, size, LWS_WRITE_RAW) < 0)
        return false;
    if (lws_partial_buffered(link->wsi))
        link_block(link, true);
    return true;
}

/* Puts the head of a text frame before the text; returns how long it is. */
static size_t frame_head(unsigned char *text, size_t length)
{
    size_t size = length < 126 ? 2 : length <= UINT16_MAX ? 4 : 10;
    unsigned char *head = text - size;
    head[0] = 0x81;
    head[1] = (unsigned char)(length < 126 ? length : length <= UINT16_MAX ? 126 : 127);
    for (size_t i = 2; i < size; i++)
        head[i] = (unsigned char)((uint64_t)length >> 8 * (size - 1 - i));
    return size;
}

static void link_write(struct link *link, struct message *message)
{
    unsigned char *text = (unsigned char *)message_text(message);
    size_t head = frame_head(text, message->length);
    if (!link_put(link, text - head, head + message->length))
        link_cut(link);
}

/* False: no memory. */
static bool queue_grow(struct link *link)
{
    unsigned capacity = link->queue_capacity ? link->queue_capacity * 2 : LINK_QUEUE_KEPT;
    struct message **queue = calloc(capacity, sizeof(struct message *));
    if (!queue)
        return false;
    for (unsigned i = 0; i < link->queue_count; i++)
        queue[i] = link->queue[(link->queue_first + i) % link->queue_capacity];
    free(link->queue);
    link->queue = queue;
    link->queue_first = 0;
    link->queue_capacity = capacity;
    return true;
}

static void queue_add(struct link *link, struct message *message)
{
    if (link->queue_count == LINK_QUEUE_MESSAGES ||
        link->queue_bytes + message->length > LINK_QUEUE_BYTES ||
        (link->queue_count == link->queue_capacity && !queue_grow(link))) {
        link->net->figures.dropped_slow++;
        link_cut(link);
        return;
    }
    if (link->queue_count == 0)
        lws_callback_on_writable(link->wsi);
    link->queue[(link->queue_first + link->queue_count++) % link->queue_capacity] =
        message_hold(message);
    link->queue_bytes += message->length;
}

void net_send(void *context, struct client *client, struct message *message)
{
    (void)context;
    struct link *link = client_owner(client);
    if (link->http)
        http_answer(link, message);
    else if (link->ending)
        return;
    else if (link->queue_count == 0 && !lws_partial_buffered(link->wsi))
        link_write(link, message);
    else
        queue_add(link, message);
}

void link_end(struct link *link, int close_code)
{
    if (link->ending)
        return;
    link->ending = true;
    link->close_code = close_code;
    lws_callback_on_writable(link->wsi);
}

void net_end(void *context, struct client *client)
{
    (void)context;
    struct link *link = client_owner(client);
    if (link->visitor)
        link_end(link, LWS_CLOSE_STATUS_NORMAL);
}

/* --- A WebSocket ---------------------------------------------------------------------------- */

int websocket_open(struct link *link, const char *address)
{
    struct net *net = link->net;
    link->visitor = visitor_get(net, address);
    if (!link->visitor)
        return -1;
    link->visitor->websockets++;
    net->figures.websockets++;
    look_append(link);
    link->client = hall_enter(net->server->hall, address, link);
    return frames_new(link) ? 0 : -1;
}

void websocket_receive(struct link *link, const char *text, size_t size)
{
    struct server *server = link->net->server;
    if (link->ending || !link->client)
        return;
    char *copy = malloc(size + 1); /* the hall may change it */
    if (!copy) {
        link_cut(link);
        return;
    }
    if (size > 0) /* an empty message has no text */
        memcpy(copy, text, size);
    copy[size] = '\0';
    hall_receive(server->hall, link->client, copy, size, server_now_ms(server));
    free(copy);
}

void websocket_fail(struct link *link, int close_code)
{
    int limit = link->net->server->settings->hall.limits.message_bytes;
    if (close_code == LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE && !link->ending && link->client) {
        struct fault fault;
        fault_set(&fault, FAULT_LIMIT, NULL, "server.message_too_long", "%d", limit);
        struct message *message = net_fault_message(link->net, &fault);
        net_send(NULL, link->client, message);
        message_drop(message);
    }
    link->hangs_up = true;
    link_end(link, close_code);
}

/* Says that it is over. */
static int websocket_close(struct link *link)
{
    unsigned char frame[LWS_PRE + 4] = {[LWS_PRE] = 0x88,
                                        2,
                                        (unsigned char)(link->close_code >> 8),
                                        (unsigned char)link->close_code};
    link->is_closed = true;
    if (!link_put(link, frame + LWS_PRE, 4) || link->has_left)
        return -1;
    if (link->hangs_up)
        shutdown(lws_get_socket_fd(link->wsi), SHUT_WR);
    lws_set_timeout(link->wsi, PENDING_TIMEOUT_CLOSE_ACK, CLOSE_SECONDS);
    return 0;
}

static int websocket_writable(struct link *link)
{
    while (link->queue_count > 0 && !lws_partial_buffered(link->wsi)) {
        struct message *message = link->queue[link->queue_first];
        link->queue_first = (link->queue_first + 1) % link->queue_capacity;
        link->queue_count--;
        link->queue_bytes -= message->length;
        link_write(link, message);
        message_drop(message);
    }
    if (link->queue_count > 0 || lws_partial_buffered(link->wsi)) {
        lws_callback_on_writable(link->wsi);
        return 0;
    }
    if (link->queue_capacity > LINK_QUEUE_KEPT)
        queue_clear(link);
    return link->ending && !link->is_closed ? websocket_close(link) : 0;
}

/* Now and then each WebSocket is looked at: whoever was silent gets a ping, and if that brings
 * nothing until the next time, the connection is dropped. */
void links_look(uv_timer_t *timer)
{
    struct net *net = timer->data;
    int64_t now_us = server_now_us();
    if (net->swept_us + SWEEP_US < now_us) {
        net->swept_us = now_us;
        visitors_sweep(net);
    }
    unsigned char ping[LWS_PRE + 2] = {[LWS_PRE] = 0x89};
    while (net->look_first && net->look_first->look_us <= now_us) {
        struct link *link = net->look_first;
        look_remove(link);
        look_append(link);
        if (link->heard || link->ending) {
            link->pinged = false;
        } else if (link->pinged) {
            net->figures.dropped_silent++;
            link_cut(link);
        } else {
            link->pinged = true;
            /* One that does not even take what is sent to it needs no ping to be found out. */
            if (link->queue_count == 0 && !lws_partial_buffered(link->wsi) &&
                !link_put(link, ping + LWS_PRE, 2))
                link_cut(link);
        }
        link->heard = false;
    }
}

/* A new socket, before anything is read from it. Non-zero: it is closed at once. */
static int socket_filter(struct net *net, int socket)
{
    char text[ADDRESS_TEXT], address[ADDRESS_TEXT];
    const struct serve_settings *settings = net->server->settings;
    bool is_fine = !net->stopping && net->figures.sockets < net->max_sockets;
    visitor_address_of_socket(socket, text);
    if (is_fine && visitor_address_normalise(text, address) && !visitor_is_proxy(settings, text)) {
        struct visitor *visitor = *visitor_place(net, address);
        is_fine = !visitor || visitor->sockets < settings->connections_per_address + ADDRESS_SPARE;
    }
    net->figures.refused += !is_fine;
    return !is_fine;
}

/* --- What comes --------------------------------------------------------------------------------- */

bool link_spend(struct link *link, int64_t cost)
{
    struct net *net = link->net;
    int64_t per_second = budget_of_link(net);
    struct visitor *visitor = link->visitor ? link->visitor : link->peer;
    if (link->is_proxy && !link->visitor)
        return true; /* many people's requests: they are counted one by one */
    bool is_fine = budget_spend(&link->budget, cost, per_second);
    /* Too much comes from the address: those who send a part of it worth the name are to blame. */
    if (!visitor_spend(net, visitor->address, cost) && link->budget.left < 2 * per_second)
        is_fine = false;
    if (is_fine || link->is_cut)
        return !link->is_cut;
    net->figures.dropped_flooding++;
    server_log(net->server, "flooded", json_pack("{s:s}", "address", visitor->address));
    link_cut(link);
    return false;
}

int link_receive(struct link *link, const char *bytes, size_t size)
{
    link->net->figures.bytes_in += (int64_t)size;
    if (link->is_cut || !link_spend(link, (int64_t)size))
        return 0; /* the kernel tells libwebsockets */
    return link->frames ? frames_receive(link, bytes, size) : http_receive(link, bytes, size);
}

static int link_writable(struct link *link)
{
    if (!lws_partial_buffered(link->wsi))
        link_block(link, false);
    return link->visitor ? websocket_writable(link) : http_writable(link);
}

int link_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size)
{
    (void)user;
    struct link *link = wsi ? lws_get_opaque_user_data(wsi) : NULL;
    switch (reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return socket_filter(lws_context_user(lws_get_context(wsi)), (int)(intptr_t)in);
    case LWS_CALLBACK_RAW_ADOPT:
        return link_new(lws_context_user(lws_get_context(wsi)), wsi) ? 0 : -1;
    case LWS_CALLBACK_RAW_RX:
        return link ? link_receive(link, in, size) : -1;
    case LWS_CALLBACK_RAW_WRITEABLE:
        return link ? link_writable(link) : 0;
    case LWS_CALLBACK_RAW_CLOSE:
    case LWS_CALLBACK_WSI_DESTROY:
        if (link) {
            lws_set_opaque_user_data(wsi, NULL);
            link_free(link);
        }
        return 0;
    default:
        return 0;
    }
}

/* --- Faults --------------------------------------------------------------------------------- */

struct message *net_fault_message(const struct net *net, const struct fault *fault)
{
    const struct texts *texts = net->server->settings->hall.texts;
    json_t *json = json_pack("{s:n, s:b, s:o}", "id", "ok", 0, "error", wire_fault(texts, fault));
    char *text = json_dumps(json, JSON_COMPACT);
    CHECK(text);
    struct message *message = message_new(text, strlen(text));
    free(text);
    json_decref(json);
    return message;
}
