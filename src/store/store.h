/* Where people, tables and finished games live.
 *
 * A table is what its entries say, one after the other: who sat down, what was played, how it
 * ended. An entry is a row keyed (table, number). That key is the only judge of which of two
 * entries was the n-th: whoever comes second is told STORE_TAKEN, reads what is there, and thinks
 * again. So several servers may share one database, and a server that starts again is no special
 * case: it reads entries, like a server that came second.
 *
 * Everything asked of the store is a job. Jobs are done in the order they came, many in one
 * transaction (group commit), and told done only after it is on the disk. The jobs of one
 * transaction fail or last together, but a job that is refused (TAKEN, ABSENT) changes nothing
 * and harms no other.
 *
 *     job.h                   what can be asked, and the answers
 *     store.c                 the queue, the thread and the group commit, for any database
 *     database.h              what that asks of a database
 *     sqlite.c, sqlite_….c    SQLite
 *     heads.c                 what is known of the open tables
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "store/job.h"

struct store;

/* Opens the database file, or makes it. `notify` is called, from a thread of the store's own,
 * when there is something to collect; NULL: there is no thread, and store_work does the work.
 * NULL if it cannot be opened; `error` then says why. */
struct store *store_open(const char *path, void (*notify)(void *context), void *context,
                         char *error, size_t error_size);

/* Takes the job; it is done later, in its turn. From the owner's thread only, as all below. */
void store_submit(struct store *store, struct store_job *job);

/* Without a thread: does all that has been submitted, in one transaction. */
void store_work(struct store *store);

/* Calls `done` of every job that is. Returns how many. */
size_t store_collect(struct store *store);

/* How many jobs are under way, and for /metrics: transactions so far and their time. */
struct store_figures {
    size_t waiting;
    int64_t transactions, jobs, failures;
    int64_t busy_us;
    const char *error; /* of the latest failure, in English; NULL: none yet */
};
void store_figures(struct store *store, struct store_figures *figures);

/* Does what was submitted, calls no `done` any more, and closes. */
void store_close(struct store *store);

/* The same, but what was submitted and is not under way yet is dropped, as if the program had been
 * killed. */
void store_abandon(struct store *store);

/* A copy of the whole database into a new file, while others use it. */
bool store_backup(const char *path, const char *to, char *error, size_t error_size);

/* Whether all is in order in the file, while others use it; else `error` says what is wrong. */
bool store_check(const char *path, char *error, size_t error_size);

#endif
