/* Threads that share the work of a batch. */
#ifndef LIBRARY_POOL_H
#define LIBRARY_POOL_H

struct pool;

enum { POOL_THREADS_MAX = 256 };

/* `threads` in all, with the one that calls pool_run; at least 1. */
struct pool *pool_new(int threads);
void pool_free(struct pool *pool);

/* Calls `work` for parts of 0 to count - 1, first to last - 1, on all threads, and waits until all are
 * done. */
void pool_run(struct pool *pool, int count, void (*work)(void *argument, int first, int last),
              void *argument);

/* The number of processors, as threads for a pool. */
int pool_processors(void);

#endif
