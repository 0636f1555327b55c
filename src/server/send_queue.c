#include "server/send_queue.h"

#include "base/alloc.h"

#include <stdlib.h>

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
