/* Reads WebSocket frames, by wslay: it finds everything that RFC 6455 forbids, and joins the parts of
 * a message. */
#include "server/websocket/websocket.h"

#include "base/base.h"

#include <string.h>
#include <wslay/wslay.h>

enum {
    PART_BYTES = 2048, /* read at a time: the pongs to these fit into `control` */
    PROTOCOL_ERROR = 1002,
    NORMAL_CLOSURE = 1000,
};

struct frames_transfer {
    const char *input;
    size_t input_size;
    unsigned char control[4096]; /* frames that wslay wants to send */
    size_t control_size;
};

static ssize_t on_read(wslay_event_context_ptr wslay, uint8_t *bytes, size_t size, int flags,
                       void *data)
{
    (void)flags;
    struct frames_transfer *transfer = ((struct frames *)data)->transfer;
    if (transfer->input_size == 0) {
        wslay_event_set_error(wslay, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    if (size > transfer->input_size)
        size = transfer->input_size;
    memcpy(bytes, transfer->input, size);
    transfer->input += size;
    transfer->input_size -= size;
    ((struct frames *)data)->received += size;
    return (ssize_t)size;
}

static ssize_t on_write(wslay_event_context_ptr wslay, const uint8_t *bytes, size_t size, int flags,
                        void *data)
{
    (void)wslay, (void)flags;
    struct frames_transfer *transfer = ((struct frames *)data)->transfer;
    CHECK(size <= sizeof transfer->control - transfer->control_size);
    memcpy(transfer->control + transfer->control_size, bytes, size);
    transfer->control_size += size;
    return (ssize_t)size;
}

/* The size of a client's frame with its header, in which there is always a mask. */
static uint64_t frame_size(uint64_t payload)
{
    uint64_t length = payload < 126 ? 0 : payload <= UINT16_MAX ? 2 : 8;
    return 2 + length + 4 + payload;
}

static void on_frame(wslay_event_context_ptr wslay,
                     const struct wslay_event_on_frame_recv_start_arg *frame, void *data)
{
    struct frames *frames = data;
    frames->begun += frame_size(frame->payload_length);
    if (!wslay_is_ctrl_frame(frame->opcode))
        frames->in_message = !frame->fin;
    if (!frames->callbacks->begin(frames->context))
        wslay_event_shutdown_read(wslay);
}

static enum frames_kind kind_of(uint8_t opcode)
{
    return opcode == WSLAY_TEXT_FRAME         ? FRAMES_TEXT
           : opcode == WSLAY_BINARY_FRAME     ? FRAMES_BINARY
           : opcode == WSLAY_CONNECTION_CLOSE ? FRAMES_CLOSE
                                              : FRAMES_OTHER;
}

static void on_message(wslay_event_context_ptr wslay,
                       const struct wslay_event_on_msg_recv_arg *message, void *data)
{
    const struct frames *frames = data;
    if (!frames->callbacks->message(frames->context, kind_of(message->opcode),
                                    (const char *)message->msg, message->msg_length))
        wslay_event_shutdown_read(wslay);
}

void frames_start(struct frames *frames, const struct frames_callbacks *callbacks, void *context,
                  size_t message_bytes)
{
    *frames =
        (struct frames){.callbacks = callbacks, .context = context, .message_bytes = message_bytes};
}

static bool wslay_begin(struct frames *frames)
{
    static const struct wslay_event_callbacks callbacks = {.recv_callback = on_read,
                                                           .send_callback = on_write,
                                                           .on_frame_recv_start_callback = on_frame,
                                                           .on_msg_recv_callback = on_message};
    if (wslay_event_context_server_init(&frames->wslay, &callbacks, frames) != 0)
        return false;
    wslay_event_config_set_max_recv_msg_length(frames->wslay, frames->message_bytes);
    return true;
}

static void wslay_end(struct frames *frames)
{
    if (frames->wslay)
        wslay_event_context_free(frames->wslay);
    frames->wslay = NULL;
}

void frames_free(struct frames *frames)
{
    wslay_end(frames);
}

static void report_control(struct frames *frames, const unsigned char *frame, size_t size)
{
    if ((frame[0] & 0xf) == WSLAY_CONNECTION_CLOSE)
        frames->callbacks->close(frames->context,
                                 size >= 4 ? frame[2] << 8 | frame[3] : NORMAL_CLOSURE);
    else
        frames->callbacks->pong(frames->context, frame, size);
}

static bool receive_part(struct frames *frames, const char *bytes, size_t size)
{
    struct frames_transfer transfer;
    transfer.input = bytes;
    transfer.input_size = size;
    transfer.control_size = 0;
    frames->transfer = &transfer;
    int error = wslay_event_recv(frames->wslay);
    if (error == WSLAY_ERR_NOMEM)
        return false;
    if (error) /* an invalid header, for which wslay sends no code */
        frames->callbacks->close(frames->context, PROTOCOL_ERROR);
    if (wslay_event_send(frames->wslay) != 0)
        return false;
    const unsigned char *control = transfer.control;
    for (size_t at = 0; at + 2 <= transfer.control_size; at += 2u + control[at + 1])
        report_control(frames, control + at, 2u + control[at + 1]);
    return true;
}

bool frames_receive(struct frames *frames, const char *bytes, size_t size)
{
    while (size > 0 && !frames->is_over) {
        size_t part = size < PART_BYTES ? size : PART_BYTES;
        if ((!frames->wslay && !wslay_begin(frames)) || !receive_part(frames, bytes, part))
            return false;
        frames->is_over = !wslay_event_get_read_enabled(frames->wslay);
        if (frames->is_over || (frames->received == frames->begun && !frames->in_message))
            wslay_end(frames);
        bytes += part;
        size -= part;
    }
    return true;
}
