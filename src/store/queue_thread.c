/* A queue whose jobs run on a thread of its own. */
#include "store/store.h"

#include "base/base.h"
#include "base/system/system.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
    BUSY_JOBS = 8,  /* a batch of this many jobs makes the next one wait for company */
    PACE_US = 3000, /* then, the time from the start of one batch to the start of the next */
};

struct thread_queue {
    struct store_queue interface; /* must be the first member */
    struct database *database;    /* used by the thread only, except its link, until it has ended */
    void (*notify)(void *context);
    void *context;
    pthread_t thread;
    int wake_pipe[2]; /* wakes a thread that waits in database->wait */

    pthread_mutex_t lock; /* protects everything below */
    pthread_cond_t wake;
    struct job_list submitted, finished;
    bool is_waiting, is_stopping; /* the thread */
    bool has_news;
    int64_t begun_us; /* the batch that runs; 0: none */
    struct store_figures figures;
};

static void sleep_until(int64_t time_us)
{
    struct timespec time = {.tv_sec = (time_t)(time_us / 1000000),
                            .tv_nsec = (long)(time_us % 1000000 * 1000)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR)
        continue;
}

/* Ends the thread's wait. */
static void wake_thread(struct thread_queue *queue)
{
    if (queue->database->wait)
        CHECK(write(queue->wake_pipe[1], "", 1) == 1);
    else
        pthread_cond_signal(&queue->wake);
}

/* Waits for jobs or news. Called with the lock held, which is released meanwhile. */
static void wait_for_news(struct thread_queue *queue)
{
    pthread_mutex_unlock(&queue->lock);
    bool has_news = queue->database->wait(queue->database, queue->wake_pipe[0]);
    char byte;
    if (!has_news)
        CHECK(read(queue->wake_pipe[0], &byte, 1) == 1);
    pthread_mutex_lock(&queue->lock);
    queue->has_news |= has_news;
    if (!has_news)
        return;
    pthread_mutex_unlock(&queue->lock);
    queue->notify(queue->context);
    pthread_mutex_lock(&queue->lock);
}

/* Waits for jobs. NULL if the queue is being closed and all jobs have run. */
static struct store_job *wait_for_jobs(struct thread_queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    while (!queue->submitted.first && !queue->is_stopping) {
        queue->is_waiting = true;
        if (queue->database->wait)
            wait_for_news(queue);
        else
            pthread_cond_wait(&queue->wake, &queue->lock);
    }
    queue->is_waiting = false;
    queue->begun_us = clock_us();
    struct store_job *jobs = job_list_take(&queue->submitted);
    pthread_mutex_unlock(&queue->lock);
    return jobs;
}

static void *run_thread(void *argument)
{
    struct thread_queue *queue = argument;
    struct store_figures figures = {0};
    struct store_job *jobs;
    while ((jobs = wait_for_jobs(queue))) {
        int64_t begin_us = clock_us(), jobs_before = figures.jobs;
        queue_run_batch(queue->database, jobs, &figures);
        pthread_mutex_lock(&queue->lock);
        job_list_add(&queue->finished, jobs);
        queue->figures = figures;
        queue->begun_us = 0;
        pthread_mutex_unlock(&queue->lock);
        queue->notify(queue->context);
        if (queue->database->tidy)
            queue->database->tidy(queue->database);
        if (figures.jobs - jobs_before >= BUSY_JOBS)
            sleep_until(begin_us + PACE_US);
    }
    return NULL;
}

static void submit(struct store_queue *interface, struct store_job *jobs)
{
    struct thread_queue *queue = (struct thread_queue *)interface;
    pthread_mutex_lock(&queue->lock);
    job_list_add(&queue->submitted, jobs);
    bool is_waiting = queue->is_waiting;
    queue->is_waiting = false; /* one signal is enough */
    pthread_mutex_unlock(&queue->lock);
    if (is_waiting)
        wake_thread(queue);
}

static struct store_job *take(struct thread_queue *queue, struct job_list *list)
{
    pthread_mutex_lock(&queue->lock);
    struct store_job *jobs = job_list_take(list);
    pthread_mutex_unlock(&queue->lock);
    return jobs;
}

static struct store_job *take_finished(struct store_queue *interface)
{
    struct thread_queue *queue = (struct thread_queue *)interface;
    return take(queue, &queue->finished);
}

static struct store_job *take_submitted(struct store_queue *interface)
{
    struct thread_queue *queue = (struct thread_queue *)interface;
    return take(queue, &queue->submitted);
}

static bool take_news(struct store_queue *interface)
{
    struct thread_queue *queue = (struct thread_queue *)interface;
    pthread_mutex_lock(&queue->lock);
    bool has_news = queue->has_news;
    queue->has_news = false;
    pthread_mutex_unlock(&queue->lock);
    return has_news;
}

static void get_figures(struct store_queue *interface, struct store_figures *figures)
{
    struct thread_queue *queue = (struct thread_queue *)interface;
    pthread_mutex_lock(&queue->lock);
    *figures = queue->figures;
    figures->running_us = queue->begun_us ? clock_us() - queue->begun_us : 0;
    pthread_mutex_unlock(&queue->lock);
    figures->link = link_read(&queue->database->link);
}

static void close_queue(struct store_queue *interface)
{
    struct thread_queue *queue = (struct thread_queue *)interface;
    pthread_mutex_lock(&queue->lock);
    queue->is_stopping = true;
    pthread_mutex_unlock(&queue->lock);
    wake_thread(queue);
    pthread_join(queue->thread, NULL);
    job_list_free(job_list_take(&queue->finished));
    queue->database->close(queue->database);
    close(queue->wake_pipe[0]);
    close(queue->wake_pipe[1]);
    pthread_cond_destroy(&queue->wake);
    pthread_mutex_destroy(&queue->lock);
    free(queue);
}

struct store_queue *queue_thread_new(struct database *database, void (*notify)(void *context),
                                     void *context)
{
    struct thread_queue *queue = alloc_new(sizeof *queue);
    queue->interface = (struct store_queue){
        .is_shared = database->is_shared,
        .submit = submit,
        .take_finished = take_finished,
        .take_submitted = take_submitted,
        .take_news = take_news,
        .get_figures = get_figures,
        .close = close_queue,
    };
    queue->database = database;
    queue->notify = notify;
    queue->context = context;
    job_list_clear(&queue->submitted);
    job_list_clear(&queue->finished);
    CHECK(pipe(queue->wake_pipe) == 0);
    CHECK(pthread_mutex_init(&queue->lock, NULL) == 0);
    CHECK(pthread_cond_init(&queue->wake, NULL) == 0);
    CHECK(pthread_create(&queue->thread, NULL, run_thread, queue) == 0);
    return &queue->interface;
}
