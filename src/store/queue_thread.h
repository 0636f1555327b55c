/* A queue whose jobs run on a thread of its own. The thread runs everything that is there as one
 * batch; what is submitted meanwhile is the next one. On a very fast disk a batch still waits for
 * company, because a transaction costs about as much as ten moves. */
#ifndef STORE_QUEUE_THREAD_H
#define STORE_QUEUE_THREAD_H

#include "store/queue.h"

/* `notify` is called on the queue's thread after each batch: there are finished jobs to take. */
struct store_queue *queue_thread_new(struct database *database, void (*notify)(void *context),
                                     void *context);

#endif
