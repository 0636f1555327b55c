/* The owner's side of the store: submitting jobs, collecting them, and batches in the caller's thread.
 *
 * Then: the queue; the queue without threads. */
#include "store/store.h"

#include "base/base.h"
#include "base/system/system.h"

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
    store->queue->get_figures(store->queue, figures);
    figures->waiting = store->waiting;
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

/* ---- The queue ---- */

void job_list_clear(struct job_list *list)
{
    list->first = NULL;
    list->end = &list->first;
}

void job_list_add(struct job_list *list, struct store_job *jobs)
{
    *list->end = jobs;
    while (*list->end)
        list->end = &(*list->end)->next;
}

struct store_job *job_list_take(struct job_list *list)
{
    struct store_job *first = list->first;
    job_list_clear(list);
    return first;
}

void job_list_free(struct store_job *jobs)
{
    while (jobs) {
        struct store_job *next = jobs->next;
        store_job_free(jobs);
        jobs = next;
    }
}

void queue_run_batch(struct database *database, struct store_job *jobs,
                     struct store_figures *figures)
{
    int64_t begin_us = clock_us();
    database->run(database, jobs);
    figures->busy_us += clock_us() - begin_us;
    figures->transactions++;
    for (struct store_job *job = jobs; job; job = job->next) {
        figures->jobs++;
        if (job->outcome == STORE_FAILED) {
            figures->failures++;
            figures->error = job->error;
        }
    }
}

/* ---- The queue without threads ---- */

struct direct_queue {
    struct store_queue interface; /* must be the first member */
    struct database *database;
    struct job_list submitted, finished;
    struct store_figures figures;
};

static void submit(struct store_queue *interface, struct store_job *jobs)
{
    struct direct_queue *queue = (struct direct_queue *)interface;
    job_list_add(&queue->submitted, jobs);
}

static void work(struct store_queue *interface)
{
    struct direct_queue *queue = (struct direct_queue *)interface;
    struct store_job *jobs = job_list_take(&queue->submitted);
    if (!jobs)
        return;
    queue_run_batch(queue->database, jobs, &queue->figures);
    job_list_add(&queue->finished, jobs);
    if (queue->database->tidy)
        queue->database->tidy(queue->database);
}

static struct store_job *take_finished(struct store_queue *interface)
{
    return job_list_take(&((struct direct_queue *)interface)->finished);
}

static struct store_job *take_submitted(struct store_queue *interface)
{
    return job_list_take(&((struct direct_queue *)interface)->submitted);
}

static void get_figures(struct store_queue *interface, struct store_figures *figures)
{
    const struct direct_queue *queue = (struct direct_queue *)interface;
    *figures = queue->figures;
    figures->link = link_read(&queue->database->link);
}

static void close_queue(struct store_queue *interface)
{
    struct direct_queue *queue = (struct direct_queue *)interface;
    work(interface);
    job_list_free(take_finished(interface));
    queue->database->close(queue->database);
    free(queue);
}

struct store_queue *queue_new(struct database *database)
{
    struct direct_queue *queue = alloc_new(sizeof *queue);
    queue->interface = (struct store_queue){
        .is_shared = database->is_shared,
        .submit = submit,
        .work = work,
        .take_finished = take_finished,
        .take_submitted = take_submitted,
        .get_figures = get_figures,
        .close = close_queue,
    };
    queue->database = database;
    job_list_clear(&queue->submitted);
    job_list_clear(&queue->finished);
    return &queue->interface;
}
