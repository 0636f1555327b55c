/* Threads that share the work of a batch. Each takes the next part until none is left. */
#include "library/library_internal.h"

#include "base/base.h"
#include "base/system/system.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

enum { PARTS = 8 }; /* for each thread: the last one to finish is not waited for long */

struct pool {
    int helpers;
    pthread_t *threads; /* of the helpers */
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    /* Under the lock: */
    unsigned runs; /* a new number is a new run */
    int busy;      /* helpers that have not finished it */
    bool stop;
    /* Of the run; written before it begins: */
    void (*work)(void *argument, int first, int last);
    void *argument;
    int count, part;
    atomic_int next;
};

static void work(struct pool *pool)
{
    for (;;) {
        int first = atomic_fetch_add(&pool->next, pool->part);
        if (first >= pool->count)
            return;
        int left = pool->count - first;
        pool->work(pool->argument, first, first + (left < pool->part ? left : pool->part));
    }
}

static void *help(void *argument)
{
    struct pool *pool = argument;
    unsigned done = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->runs == done && !pool->stop)
            pthread_cond_wait(&pool->begin, &pool->lock);
        if (pool->stop)
            break;
        done = pool->runs;
        pthread_mutex_unlock(&pool->lock);
        work(pool);
        pthread_mutex_lock(&pool->lock);
        if (--pool->busy == 0)
            pthread_cond_signal(&pool->end);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

struct pool *pool_new(int threads)
{
    CHECK(threads >= 1 && threads <= POOL_THREADS_MAX);
    struct pool *pool = alloc_new(sizeof *pool);
    pool->helpers = threads - 1;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->begin, NULL);
    pthread_cond_init(&pool->end, NULL);
    if (pool->helpers)
        pool->threads = alloc_array((size_t)pool->helpers, sizeof *pool->threads);
    for (int i = 0; i < pool->helpers; i++)
        CHECK(pthread_create(&pool->threads[i], NULL, help, pool) == 0);
    return pool;
}

void pool_free(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->stop = true;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->helpers; i++)
        pthread_join(pool->threads[i], NULL);
    pthread_cond_destroy(&pool->begin);
    pthread_cond_destroy(&pool->end);
    pthread_mutex_destroy(&pool->lock);
    free(pool->threads);
    free(pool);
}

void pool_run(struct pool *pool, int count, void (*function)(void *argument, int first, int last),
              void *argument)
{
    int parts = PARTS * (pool->helpers + 1);
    pthread_mutex_lock(&pool->lock);
    pool->work = function;
    pool->argument = argument;
    pool->count = count;
    pool->part = pool->helpers ? (count + parts - 1) / parts : count;
    atomic_store(&pool->next, 0);
    pool->busy = pool->helpers;
    pool->runs++;
    if (pool->helpers)
        pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
    work(pool);
    pthread_mutex_lock(&pool->lock);
    while (pool->busy)
        pthread_cond_wait(&pool->end, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

int pool_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > POOL_THREADS_MAX ? POOL_THREADS_MAX : (int)count;
}
