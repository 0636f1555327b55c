/* Messages that wait until a client takes them: a ring that grows, up to a limit. */
#ifndef SERVER_SEND_QUEUE_H
#define SERVER_SEND_QUEUE_H

#include "base/message.h"

#include <stdbool.h>

struct send_queue {
    struct message **ring;
    unsigned first, count, capacity;
    size_t bytes;
};

/* Adds and holds the message. False if the queue is full. */
bool send_queue_add(struct send_queue *queue, struct message *message);

/* The first message. The queue must not be empty. */
const struct message *send_queue_first(const struct send_queue *queue);

/* Removes the first message, which the caller drops. The queue must not be empty. */
struct message *send_queue_take(struct send_queue *queue);

/* Frees the memory of an empty queue if it has grown large. */
void send_queue_shrink(struct send_queue *queue);

/* Drops all messages and frees the memory. */
void send_queue_clear(struct send_queue *queue);

#endif
