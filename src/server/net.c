/* Sockets: WebSocket by libwebsockets, on our loop; who may connect, and who is dropped.
 *
 * What is sent goes to the kernel at once if nothing waits before it: asking libwebsockets to call
 * back first would cost two more system calls a message. What the kernel does not take,
 * libwebsockets keeps, and from then on messages wait in the link's own queue.
 *
 * Pings are ours too: libwebsockets keeps its timers in a sorted list, which is slow to walk with
 * thousands of connections. */
#include "server/link.h"

#include "wire/write.h"

#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    LINK_QUEUE_MESSAGES = 512,
    LINK_QUEUE_BYTES = 1 << 20,
    LINK_QUEUE_KEPT = 16, /* room that stays when all is sent */
    LINK_LOOK_US = 20000000,
    ADDRESS_SPARE = 64,            /* sockets of one address besides its WebSockets */
    SEND_BUFFER_BYTES = 128 << 10, /* the kernel's; else a slow client could hold megabytes */
    UNREAD_MS = 60000,             /* a client that takes nothing for so long is dropped */
    CLOSE_SECONDS = 5,
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
        link->queue_first = (link->queue_first + 1) % link->queue_room;
    }
    link->queue_bytes = 0;
    free(link->queue);
    link->queue = NULL;
    link->queue_room = link->queue_first = 0;
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
    free(link->gathered);
    link->gathered = NULL;
}

void link_free(struct link *link)
{
    struct net *net = link->net;
    link_leave(link);
    http_drop(link);
    *(link->previous ? &link->previous->next : &net->links) = link->next;
    if (link->next)
        link->next->previous = link->previous;
    link->peer->sockets--;
    visitor_forget(net, link->peer);
    net->figures.sockets--;
    free(link);
}

/* Drops the connection without a word. It is the kernel that then tells libwebsockets: here we may
 * be inside a callback for this very socket, or for another one. */
static void link_cut(struct link *link)
{
    link->ending = true;
    queue_clear(link);
    shutdown(lws_get_socket_fd(link->wsi), SHUT_RDWR);
}

static void link_write(struct link *link, struct message *message)
{
    unsigned char *text = (unsigned char *)message_text(message);
    link->net->figures.bytes_out += (int64_t)message->length;
    if (lws_write(link->wsi, text, message->length, LWS_WRITE_TEXT) < 0)
        link_cut(link);
}

/* False: no memory. */
static bool queue_grow(struct link *link)
{
    unsigned room = link->queue_room ? link->queue_room * 2 : LINK_QUEUE_KEPT;
    struct message **queue = calloc(room, sizeof(struct message *));
    if (!queue)
        return false;
    for (unsigned i = 0; i < link->queue_count; i++)
        queue[i] = link->queue[(link->queue_first + i) % link->queue_room];
    free(link->queue);
    link->queue = queue;
    link->queue_first = 0;
    link->queue_room = room;
    return true;
}

static void queue_add(struct link *link, struct message *message)
{
    if (link->queue_count == LINK_QUEUE_MESSAGES ||
        link->queue_bytes + message->length > LINK_QUEUE_BYTES ||
        (link->queue_count == link->queue_room && !queue_grow(link))) {
        link->net->figures.dropped_slow++;
        link_cut(link);
        return;
    }
    if (link->queue_count == 0)
        lws_callback_on_writable(link->wsi);
    link->queue[(link->queue_first + link->queue_count++) % link->queue_room] =
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

/* --- A WebSocket's callbacks ---------------------------------------------------------------- */

static int websocket_open(struct link *link)
{
    struct net *net = link->net;
    char address[ADDRESS_TEXT];
    net_client_address(link, address);
    link->visitor = visitor_get(net, address);
    if (!link->visitor)
        return -1;
    link->visitor->websockets++;
    net->figures.websockets++;
    look_append(link);
    link->client = hall_enter(net->server->hall, address, link);
    return 0;
}

static void websocket_refuse(struct link *link, const char *key, int limit, int close_code)
{
    struct fault fault;
    fault_set(&fault, FAULT_LIMIT, NULL, key, "%d", limit);
    struct message *message = net_fault_message(link->net, &fault);
    net_send(NULL, link->client, message);
    message_drop(message);
    link_end(link, close_code);
}

/* Puts a part of a message to those before. False: it is too long, or there is no memory. */
static bool gather(struct link *link, const char *bytes, size_t size, size_t limit)
{
    if (link->gathered_size + size > limit)
        return false;
    char *larger = realloc(link->gathered, link->gathered_size + size + 1);
    if (!larger)
        return false;
    memcpy(larger + link->gathered_size, bytes, size);
    link->gathered = larger;
    link->gathered_size += size;
    return true;
}

static int websocket_receive(struct link *link, char *bytes, size_t size)
{
    struct server *server = link->net->server;
    int limit = server->settings->hall.limits.message_bytes;
    link->heard = true;
    link->net->figures.bytes_in += (int64_t)size;
    if (link->ending || !link->client)
        return 0;
    if (lws_frame_is_binary(link->wsi)) {
        link_end(link, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE);
        return 0;
    }
    bool is_last = lws_is_final_fragment(link->wsi);
    if (is_last && !link->gathered && size <= (size_t)limit) {
        hall_receive(server->hall, link->client, bytes, size, server_now_ms(server));
        return 0;
    }
    if (!gather(link, bytes, size, (size_t)limit)) {
        websocket_refuse(link, "server.message_too_long", limit,
                         LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE);
        return 0;
    }
    if (is_last) {
        char *whole = link->gathered;
        size_t whole_size = link->gathered_size;
        link->gathered = NULL;
        link->gathered_size = 0;
        hall_receive(server->hall, link->client, whole, whole_size, server_now_ms(server));
        free(whole);
    }
    return 0;
}

/* Says that it is over, and waits for the other side to say so too. libwebsockets on libuv would
 * hang up without a word, so the frame is written by hand. */
static int websocket_close(struct link *link)
{
    unsigned char frame[LWS_PRE + 4] = {[LWS_PRE] = 0x88,
                                        2,
                                        (unsigned char)(link->close_code >> 8),
                                        (unsigned char)link->close_code};
    link->is_closed = true;
    lws_set_timeout(link->wsi, PENDING_TIMEOUT_CLOSE_ACK, CLOSE_SECONDS);
    return lws_write(link->wsi, frame + LWS_PRE, 4, LWS_WRITE_RAW) < 0 ? -1 : 0;
}

static int websocket_writable(struct link *link)
{
    while (link->queue_count > 0 && !lws_partial_buffered(link->wsi)) {
        struct message *message = link->queue[link->queue_first];
        link->queue_first = (link->queue_first + 1) % link->queue_room;
        link->queue_count--;
        link->queue_bytes -= message->length;
        link_write(link, message);
        message_drop(message);
    }
    if (link->queue_count > 0 || lws_partial_buffered(link->wsi)) {
        lws_callback_on_writable(link->wsi);
        return 0;
    }
    if (link->queue_room > LINK_QUEUE_KEPT)
        queue_clear(link);
    return link->ending && !link->is_closed ? websocket_close(link) : 0;
}

/* Now and then each WebSocket is looked at: whoever was silent gets a ping, and if that brings
 * nothing until the next time, the connection is dropped. */
void links_look(uv_timer_t *timer)
{
    struct net *net = timer->data;
    int64_t now_us = server_now_us();
    unsigned char ping[LWS_PRE + 1];
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
                lws_write(link->wsi, ping + LWS_PRE, 0, LWS_WRITE_PING) < 0)
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

int link_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size)
{
    (void)user;
    struct link *link = wsi ? lws_get_opaque_user_data(wsi) : NULL;
    switch (reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return socket_filter(lws_context_user(lws_get_context(wsi)), (int)(intptr_t)in);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        return link_new(lws_context_user(lws_get_context(wsi)), wsi) ? 0 : -1;
    case LWS_CALLBACK_WSI_DESTROY:
        if (link) {
            lws_set_opaque_user_data(wsi, NULL);
            link_free(link);
        }
        return 0;
    default:
        break;
    }
    if (!link)
        return 0;
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return http_begin(link);
    case LWS_CALLBACK_HTTP_BODY:
        return http_body(link, in, size);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return http_body_end(link);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return http_writable(link);
    case LWS_CALLBACK_CLOSED_HTTP:
        http_drop(link);
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return http_upgrade(link, in);
    case LWS_CALLBACK_ESTABLISHED:
        return websocket_open(link);
    case LWS_CALLBACK_RECEIVE:
        return websocket_receive(link, in, size);
    case LWS_CALLBACK_RECEIVE_PONG:
        link->heard = true;
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return websocket_writable(link);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        return link->is_closed ? -1 : 0; /* we have said it already */
    case LWS_CALLBACK_CLOSED:
        link_leave(link);
        return 0;
    default:
        return 0;
    }
}

/* --- Faults --------------------------------------------------------------------------------- */

struct message *net_fault_message(const struct net *net, const struct fault *fault)
{
    char storage[2048], sentence[512];
    struct buffer text, part;
    const struct texts *texts = net->server->settings->hall.texts;
    buffer_start(&text, storage, sizeof storage);
    buffer_add_format(
        &text, "{\"id\":null,\"ok\":false,\"error\":{\"code\":\"%s\",\"rule\":null,\"text\":{",
        fault_code_name(fault->code));
    for (enum language language = ENGLISH; language < LANGUAGES; language++) {
        buffer_add(&text, language == ENGLISH ? "\"en\":" : ",\"fr\":");
        buffer_start(&part, sentence, sizeof sentence);
        texts_fault(texts, language, fault, &part);
        wire_write_string(sentence, &text);
    }
    buffer_add(&text, "}}}");
    return message_new(text.text, text.length);
}
