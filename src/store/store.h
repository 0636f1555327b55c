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
 *     job.h             the jobs and their answers
 *     store.c           the owner's side: submitting, collecting
 *     queue.c           batches of jobs, in the caller's thread
 *     queue_thread.c    batches of jobs, on a thread
 *     database.h        the interface of databases
 *     link.c            whether the connection to a database server is lost
 *     sqlite.c          the SQLite database
 *     postgres.c        the PostgreSQL database
 *     journal.c         the database of the browser: in memory, with a journal
 *     open.c            opens a store by the location of its database
 *     copy.c            copies one database to another, each as a copy_side.h; copied.h counts
 *     statistics.c      statistics from sums
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "store/job.h"
#include "store/link.h"

struct store;
struct store_queue;

/* A store over a queue, which it owns. See open.h for the usual way to open one. */
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

#endif
