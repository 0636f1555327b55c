#include "store/store.h"

#include "base/alloc.h"
#include "base/check.h"
#include "store/queue.h"

#include <stdlib.h>

struct store {
    struct store_queue *queue;
    size_t waiting;
};

struct store *store_new(struct store_queue *queue)
{
    struct store *store = alloc_new(sizeof *store);
    store->queue = queue;
    return store;
}

void store_submit(struct store *store, struct store_job *jobs)
{
    for (const struct store_job *job = jobs; job; job = job->next)
        store->waiting++;
    store->queue->submit(store->queue, jobs);
}

void store_work(struct store *store)
{
    CHECK(store->queue->work);
    store->queue->work(store->queue);
}

size_t store_collect(struct store *store)
{
    size_t count = 0;
    struct store_job *jobs = store->queue->take_finished(store->queue);
    for (struct store_job *job = jobs; job; job = job->next)
        count++;
    store->waiting -= count;
    while (jobs) {
        struct store_job *next = jobs->next;
        jobs->next = NULL;
        if (jobs->done)
            jobs->done(jobs);
        store_job_free(jobs);
        jobs = next;
    }
    return count;
}

bool store_take_news(struct store *store)
{
    return store->queue->take_news && store->queue->take_news(store->queue);
}

bool store_is_shared(const struct store *store)
{
    return store->queue->is_shared;
}

void store_figures(struct store *store, struct store_figures *figures)
{
    struct queue_figures of_queue;
    store->queue->get_figures(store->queue, &of_queue);
    *figures = (struct store_figures){
        .waiting = store->waiting,
        .transactions = of_queue.transactions,
        .jobs = of_queue.jobs,
        .failures = of_queue.failures,
        .busy_us = of_queue.busy_us,
        .running_us = of_queue.running_us,
        .error = of_queue.error,
        .link = of_queue.link,
    };
}

void store_abandon(struct store *store)
{
    if (store)
        job_list_free(store->queue->take_submitted(store->queue));
    store_close(store);
}

void store_close(struct store *store)
{
    if (!store)
        return;
    store->queue->close(store->queue);
    free(store);
}
