/* The queue of jobs, the thread, the group commit. The thread takes all that is there, has it done
 * in one transaction, and hands it back; what comes in meanwhile is the next transaction. So the
 * slower the disk, the more moves share one write; and if the disk is very fast, a transaction still
 * waits a moment for company, since each costs about as much as ten moves. */
#include "store/store.h"

#include "base/check.h"
#include "base/clock.h"
#include "store/database.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    BUSY_JOBS = 8,  /* in a transaction: enough to wait for company the next time */
    PACE_US = 3000, /* from one transaction to the next when it is busy */
};

struct job_list {
    struct store_job *first, **end;
};

struct store {
    struct database *database;
    void (*notify)(void *context);
    void *context;
    pthread_t thread;

    pthread_mutex_t lock; /* for all below */
    pthread_cond_t wake;
    struct job_list submitted, finished;
    bool sleeps, stops;
    struct store_figures figures;
};

static void list_clear(struct job_list *list)
{
    list->first = NULL;
    list->end = &list->first;
}

static void list_add(struct job_list *list, struct store_job *job)
{
    job->next = NULL;
    *list->end = job;
    list->end = &job->next;
}

/* Takes all that is in it. */
static struct store_job *list_take(struct job_list *list)
{
    struct store_job *first = list->first;
    list_clear(list);
    return first;
}

static void free_list(struct store_job *jobs)
{
    while (jobs) {
        struct store_job *next = jobs->next;
        store_job_free(jobs);
        jobs = next;
    }
}

/* One transaction; returns how many jobs it had. The lock is held before and after, but not
 * meanwhile. */
static int64_t run_batch(struct store *store, struct store_job *jobs)
{
    pthread_mutex_unlock(&store->lock);
    int64_t begin_us = clock_ns() / 1000, count = 0, failures = 0;
    database_run(store->database, jobs);
    int64_t took_us = clock_ns() / 1000 - begin_us;
    struct store_job *last = NULL;
    const char *error = NULL;
    for (struct store_job *job = jobs; job; job = job->next) {
        count++;
        failures += job->outcome == STORE_FAILED;
        if (job->outcome == STORE_FAILED)
            error = job->error;
        last = job;
    }
    pthread_mutex_lock(&store->lock);
    *store->finished.end = jobs;
    store->finished.end = &last->next;
    store->figures.transactions++;
    store->figures.jobs += count;
    store->figures.failures += failures;
    if (error)
        store->figures.error = error;
    store->figures.busy_us += took_us;
    return count;
}

static void sleep_until(int64_t time_us)
{
    struct timespec time = {.tv_sec = (time_t)(time_us / 1000000),
                            .tv_nsec = (long)(time_us % 1000000 * 1000)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR)
        continue;
}

static void *run_thread(void *argument)
{
    struct store *store = argument;
    pthread_mutex_lock(&store->lock);
    for (;;) {
        while (!store->submitted.first && !store->stops) {
            store->sleeps = true;
            pthread_cond_wait(&store->wake, &store->lock);
        }
        store->sleeps = false;
        struct store_job *jobs = list_take(&store->submitted);
        if (!jobs)
            break; /* it stops, and all is done */
        int64_t begin_us = clock_ns() / 1000, count = run_batch(store, jobs);
        pthread_mutex_unlock(&store->lock);
        store->notify(store->context);
        database_tidy(store->database);
        if (count >= BUSY_JOBS)
            sleep_until(begin_us + PACE_US);
        pthread_mutex_lock(&store->lock);
    }
    pthread_mutex_unlock(&store->lock);
    return NULL;
}

struct store *store_open(const char *path, void (*notify)(void *context), void *context,
                         char *error, size_t error_size)
{
    struct database *database = database_open(path, notify != NULL, error, error_size);
    if (!database)
        return NULL;
    struct store *store = calloc(1, sizeof *store);
    CHECK(store);
    store->database = database;
    store->notify = notify;
    store->context = context;
    list_clear(&store->submitted);
    list_clear(&store->finished);
    CHECK(pthread_mutex_init(&store->lock, NULL) == 0);
    CHECK(pthread_cond_init(&store->wake, NULL) == 0);
    if (notify)
        CHECK(pthread_create(&store->thread, NULL, run_thread, store) == 0);
    return store;
}

void store_submit(struct store *store, struct store_job *job)
{
    pthread_mutex_lock(&store->lock);
    list_add(&store->submitted, job);
    store->figures.waiting++;
    bool sleeps = store->sleeps;
    store->sleeps = false; /* one call wakes it */
    pthread_mutex_unlock(&store->lock);
    if (sleeps)
        pthread_cond_signal(&store->wake);
}

void store_work(struct store *store)
{
    CHECK(!store->notify);
    pthread_mutex_lock(&store->lock);
    struct store_job *jobs = list_take(&store->submitted);
    if (jobs)
        run_batch(store, jobs);
    pthread_mutex_unlock(&store->lock);
    if (jobs)
        database_tidy(store->database);
}

size_t store_collect(struct store *store)
{
    size_t count = 0;
    pthread_mutex_lock(&store->lock);
    struct store_job *jobs = list_take(&store->finished);
    for (struct store_job *job = jobs; job; job = job->next)
        count++;
    store->figures.waiting -= count;
    pthread_mutex_unlock(&store->lock);
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

void store_figures(struct store *store, struct store_figures *figures)
{
    pthread_mutex_lock(&store->lock);
    *figures = store->figures;
    pthread_mutex_unlock(&store->lock);
}

void store_abandon(struct store *store)
{
    if (!store)
        return;
    pthread_mutex_lock(&store->lock);
    struct store_job *jobs = list_take(&store->submitted);
    pthread_mutex_unlock(&store->lock);
    free_list(jobs);
    store_close(store);
}

void store_close(struct store *store)
{
    if (!store)
        return;
    if (store->notify) {
        pthread_mutex_lock(&store->lock);
        store->stops = true;
        pthread_mutex_unlock(&store->lock);
        pthread_cond_signal(&store->wake);
        pthread_join(store->thread, NULL);
    } else {
        store_work(store);
    }
    free_list(list_take(&store->finished));
    database_close(store->database);
    pthread_cond_destroy(&store->wake);
    pthread_mutex_destroy(&store->lock);
    free(store);
}
