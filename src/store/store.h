/* The store: people, tables and finished matches.
 *
 * A table is the sequence of its entries: who sat down, what was played, how it ended. An entry is
 * a row with the key (table, number). This key alone decides which of two entries is the n-th: the
 * second one submitted gets STORE_TAKEN; its owner reads the table again and reconsiders. So several
 * servers may share one database, and a restart is no special case: a server that starts reads
 * entries like a server that came second.
 *
 * Every request to the store is a job. Jobs run in the order of submission, many in one transaction,
 * and are reported as done only when they are durable. The jobs of one transaction fail or succeed
 * together, but a job that is refused (STORE_TAKEN, STORE_ABSENT) does not affect the others.
 *
 *     store.c         the owner's side: submitting, collecting; batches of jobs in the caller's thread
 *     queue_thread.c  batches of jobs, on a thread
 *     open.c          opens a store by the location of its database; copies one database to another
 *     job/            the jobs and their answers, also as bytes
 *     database/       the interface of databases, and what they have in common
 *     sqlite/, postgres/, journal/   a database each; the journal is that of the browser */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "store/database/database.h"
#include "store/job/job.h"

#include <stdbool.h>
#include <stddef.h>

struct store;
struct store_queue;

/* A store over a queue, which it owns. store_open below is the usual way to open one. */
struct store *store_new(struct store_queue *queue);

/* Takes a job, or a list of jobs linked by `next`. They run later, in their turn; those of a list in one
 * transaction. */
void store_submit(struct store *store, struct store_job *jobs);

/* For a store without a thread: runs all jobs submitted so far, in one transaction. */
void store_work(struct store *store);

/* Calls `done` of every job that has run, and frees it. Returns their number. */
size_t store_collect(struct store *store);

/* Whether other servers have changed something since the last call, so that STORE_TABLES_CHANGED is
 * worth running at once. Never true without a thread, or with a database that does not notify. */
bool store_take_news(struct store *store);

/* Whether other servers may use the same database at the same time, so that tables need leases. */
bool store_is_shared(const struct store *store);

struct store_figures {
    size_t waiting; /* jobs submitted and not collected yet */
    int64_t transactions, jobs, failures;
    int64_t busy_us;    /* time spent in transactions */
    int64_t running_us; /* how long the present one has taken so far; 0: there is none */
    const char *error;  /* of the latest failure, in English; NULL if there was none */
    struct link_figures link;
};
void store_figures(struct store *store, struct store_figures *figures);

/* Runs what was submitted, calls no `done` any more, and closes the database. NULL is allowed. */
void store_close(struct store *store);

/* The same, but jobs that do not run yet are dropped, as if the program had been killed. */
void store_abandon(struct store *store);

/* ---- The queue ---- */

/* A queue of jobs before a database. It runs all jobs that have been submitted as one batch, which
 * is one transaction (group commit): the slower the disk, the more moves share a write.
 *
 * store.c has the queue without threads, queue_thread.c the one with a thread. A queue owns its database and the jobs in it. Its functions are called by the owner's
 * thread only. */

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
    /* All figures but `waiting`, which the owner knows. */
    void (*get_figures)(struct store_queue *queue, struct store_figures *figures);
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
                     struct store_figures *figures);

/* ---- Opening ---- */

/* Opening a store by the location of its database: the path of a SQLite file, or the URL of a
 * PostgreSQL database (postgresql://…). */

/* Opens the database, or makes it. With `notify` the jobs run on a thread, which calls it when there
 * is something to collect; without, in store_work. NULL if it cannot be opened; `error` says why. */
struct store *store_open(const char *location, void (*notify)(void *context), void *context,
                         char *error, size_t error_size);

/* For stores that are opened from now on: how long jobs wait for PostgreSQL before they fail. */
void store_set_patience(int64_t ms);

/* Whether the location is the path of a file. */
bool store_is_file(const char *location);
/* Whether the location is a URL of a database that this program does not know. */
bool store_is_unknown_url(const char *location);
/* Writes a location as messages may show it: without a password. */
void store_location_text(char *text, size_t size, const char *location);

/* Copies a SQLite database into a new file. Others may use it meanwhile. */
bool store_backup(const char *location, const char *to, struct store_copied *copied, char *error,
                  size_t error_size);

/* Checks the whole database. False if something is wrong; `error` says what. Others may use it
 * meanwhile. */
bool store_check(const char *location, char *error, size_t error_size);

/* ---- Copying ---- */

/* Copies everything from one database to another, of the same kind or another one. */

/* `to` must be empty, or not exist yet. What was written is read again and compared before it is
 * committed: either everything is copied, or nothing, and `error` says why. Others may use `from`
 * meanwhile. */
bool store_copy(const char *from, const char *to, struct store_copied *copied, char *error,
                size_t error_size);

/* ---- The thread of the queue ---- */

/* A queue whose jobs run on a thread of its own. The thread runs everything that is there as one
 * batch; what is submitted meanwhile is the next one. On a very fast disk a batch still waits for
 * company, because a transaction costs about as much as ten moves. */

/* `notify` is called on the queue's thread after each batch: there are finished jobs to take. */
struct store_queue *queue_thread_new(struct database *database, void (*notify)(void *context),
                                     void *context);

#endif
