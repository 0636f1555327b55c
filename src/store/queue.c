#include "store/queue.h"

#include "base/alloc.h"
#include "base/clock.h"

#include <stdlib.h>

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
                     struct queue_figures *figures)
{
    int64_t begin_ns = clock_ns();
    database->run(database, jobs);
    figures->busy_us += (clock_ns() - begin_ns) / 1000;
    figures->transactions++;
    for (struct store_job *job = jobs; job; job = job->next) {
        figures->jobs++;
        if (job->outcome == STORE_FAILED) {
            figures->failures++;
            figures->error = job->error;
        }
    }
}

/* The queue without threads. */

struct direct_queue {
    struct store_queue interface; /* must be the first member */
    struct database *database;
    struct job_list submitted, finished;
    struct queue_figures figures;
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

static void get_figures(struct store_queue *interface, struct queue_figures *figures)
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
