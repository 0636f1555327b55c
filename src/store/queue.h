/* A queue of jobs before a database. It runs all jobs that have been submitted as one batch, which
 * is one transaction (group commit): the slower the disk, the more moves share a write.
 *
 * This file has the interface and the queue without threads; queue_thread.h has the one with a
 * thread. A queue owns its database and the jobs in it. Its functions are called by the owner's
 * thread only. */
#ifndef STORE_QUEUE_H
#define STORE_QUEUE_H

#include "store/database.h"

struct queue_figures {
    int64_t transactions, jobs, failures;
    int64_t busy_us;    /* time spent in transactions */
    int64_t running_us; /* how long the present one has taken so far; 0: there is none */
    const char *error;  /* of the latest failure, in English; NULL if there was none */
    struct link_figures link;
};

struct store_queue {
    bool is_shared; /* as in struct database */
    /* Takes a list of jobs (at least one), which run in one batch. */
    void (*submit)(struct store_queue *queue, struct store_job *jobs);
    /* Runs what was submitted, as one batch. NULL if a thread does that. */
    void (*work)(struct store_queue *queue);
    /* Returns the list of jobs that have run, in order, and forgets them. */
    struct store_job *(*take_finished)(struct store_queue *queue);
    /* The same for jobs that do not run yet. */
    struct store_job *(*take_submitted)(struct store_queue *queue);
    /* Whether other servers have changed something since the last call. NULL if that is not known. */
    bool (*take_news)(struct store_queue *queue);
    void (*get_figures)(struct store_queue *queue, struct queue_figures *figures);
    /* Runs what was submitted, closes the database and frees the queue with its jobs. */
    void (*close)(struct store_queue *queue);
};

/* A queue whose jobs run in the caller's thread, in `work`. */
struct store_queue *queue_new(struct database *database);

/* For implementations: a list of jobs, linked by `next`. */
struct job_list {
    struct store_job *first, **end;
};
void job_list_clear(struct job_list *list);
/* Adds a list of jobs (at least one). */
void job_list_add(struct job_list *list, struct store_job *jobs);
/* Empties the list and returns its jobs. */
struct store_job *job_list_take(struct job_list *list);
void job_list_free(struct store_job *jobs);

/* For implementations: runs one batch (at least one job), measures it and adds it to `figures`. */
void queue_run_batch(struct database *database, struct store_job *jobs,
                     struct queue_figures *figures);

#endif
