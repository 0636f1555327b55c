/* WebSocket frames of a client, read by wslay: it finds whatever RFC 6455 forbids, and puts messages
 * together. Pongs and what is said when closing go out here; texts are written by net.c. */
#include "server/link.h"

#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

enum {
    FRAME_COST = 1 << 10, /* a frame, however small, counts as so many bytes received */
    PART_BYTES = 2048,    /* read at once: all pongs to that fit in net->control */
    CONTROL_MAX = 125,
};

static ssize_t on_read(wslay_event_context_ptr context, uint8_t *bytes, size_t size, int flags,
                       void *data)
{
    (void)flags;
    struct net *net = ((struct link *)data)->net;
    if (net->input_size == 0) {
        wslay_event_set_error(context, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    if (size > net->input_size)
        size = net->input_size;
    memcpy(bytes, net->input, size);
    net->input += size;
    net->input_size -= size;
    return (ssize_t)size;
}

static ssize_t on_write(wslay_event_context_ptr context, const uint8_t *bytes, size_t size,
                        int flags, void *data)
{
    (void)flags;
    struct net *net = ((struct link *)data)->net;
    if (size > sizeof net->control - net->control_size) {
        wslay_event_set_error(context, WSLAY_ERR_CALLBACK_FAILURE);
        return -1;
    }
    memcpy(net->control + net->control_size, bytes, size);
    net->control_size += size;
    return (ssize_t)size;
}

static void on_frame(wslay_event_context_ptr context,
                     const struct wslay_event_on_frame_recv_start_arg *frame, void *data)
{
    (void)frame;
    if (!link_spend(data, FRAME_COST))
        wslay_event_shutdown_read(context);
}

static void peer_closes(struct link *link, const struct wslay_event_on_msg_recv_arg *message)
{
    link->has_left = true;
    if (message->msg_length == 1) /* half a code */
        websocket_fail(link, LWS_CLOSE_STATUS_PROTOCOL_ERR);
}

static void on_message(wslay_event_context_ptr context,
                       const struct wslay_event_on_msg_recv_arg *message, void *data)
{
    struct link *link = data;
    link->heard = true;
    if (message->opcode == WSLAY_TEXT_FRAME)
        websocket_receive(link, (const char *)message->msg, message->msg_length);
    else if (message->opcode == WSLAY_BINARY_FRAME)
        link_end(link, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE);
    else if (message->opcode == WSLAY_CONNECTION_CLOSE)
        peer_closes(link, message);
    if (link->is_cut)
        wslay_event_shutdown_read(context);
}

bool frames_new(struct link *link)
{
    static const struct wslay_event_callbacks callbacks = {.recv_callback = on_read,
                                                           .send_callback = on_write,
                                                           .on_frame_recv_start_callback = on_frame,
                                                           .on_msg_recv_callback = on_message};
    if (wslay_event_context_server_init(&link->frames, &callbacks, link) != 0)
        return false;
    wslay_event_config_set_max_recv_msg_length(
        link->frames, (uint64_t)link->net->server->settings->hall.limits.message_bytes);
    return true;
}

void frames_free(struct link *link)
{
    if (link->frames)
        wslay_event_context_free(link->frames);
    link->frames = NULL;
}

/* Control frames that wslay has made. A pong is left out if something else waits to be taken by the
 * client: who does not read does not wait for it. */
static void write_control(struct link *link, const unsigned char *frame, size_t size)
{
    unsigned char out[LWS_PRE + 2 + CONTROL_MAX];
    if ((frame[0] & 0xf) == WSLAY_CONNECTION_CLOSE) {
        websocket_fail(link, size >= 4 ? frame[2] << 8 | frame[3] : LWS_CLOSE_STATUS_NORMAL);
    } else if (!link->ending && link->queue_count == 0 && !lws_partial_buffered(link->wsi)) {
        memcpy(out + LWS_PRE, frame, size);
        if (!link_put(link, out + LWS_PRE, size))
            link_cut(link);
    }
}

/* False: the connection is to be dropped. */
static bool receive_part(struct link *link, const char *bytes, size_t size)
{
    struct net *net = link->net;
    net->input = bytes;
    net->input_size = size;
    net->control_size = 0;
    int error = wslay_event_recv(link->frames);
    if (error == WSLAY_ERR_NOMEM)
        return false;
    if (error) /* such a head cannot be: wslay has no code for that */
        websocket_fail(link, LWS_CLOSE_STATUS_PROTOCOL_ERR);
    if (wslay_event_send(link->frames) != 0)
        return false;
    for (size_t at = 0; at + 2 <= net->control_size; at += 2u + net->control[at + 1])
        write_control(link, net->control + at, 2u + net->control[at + 1]);
    return !link->has_left || !link->is_closed;
}

int frames_receive(struct link *link, const char *bytes, size_t size)
{
    /* What follows something forbidden is passed over. */
    while (size > 0 && wslay_event_get_read_enabled(link->frames)) {
        size_t part = size < PART_BYTES ? size : PART_BYTES;
        if (!receive_part(link, bytes, part))
            return -1;
        bytes += part;
        size -= part;
    }
    return 0;
}
