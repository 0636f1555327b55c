/* A database: the interface below the store, which every kind of database implements.
 *
 * An implementation embeds `struct database` as its first member and has a constructor of its own
 * (sqlite_open, …) that fills in the functions. All functions are called by one thread at a time,
 * though not always by the thread that opened the database. */
#ifndef STORE_DATABASE_H
#define STORE_DATABASE_H

#include "store/job.h"
#include "store/link.h"

struct database {
    /* Several servers may use this database at once, so that tables need leases (STORE_LEASES). */
    bool is_shared;

    struct database_link link; /* stays zero without a server */

    /* Runs a list of jobs (at least one, linked by `next`) in order, as one transaction, and sets
     * each job's `outcome` and answer as job.h describes. A job sees the changes of those before it.
     *
     * When this returns, every change is durable: it survives a crash of the program or of the
     * machine. Otherwise nothing was changed, and every job of the list is STORE_FAILED, with
     * `error` set to a text that stays valid until the database is closed. A job that is refused
     * (STORE_TAKEN, STORE_ABSENT) changes nothing and does not affect the others. A database that
     * finds damage may run the jobs in several transactions, so that only those jobs fail that
     * need the damaged data.
     *
     * Answers are allocated with alloc_new and its relatives; store_job_free frees them. The list
     * itself stays as it is. */
    void (*run)(struct database *database, struct store_job *jobs);

    /* Maintenance that should not delay answers: called after the jobs of a batch were handed back.
     * NULL if there is none. */
    void (*tidy)(struct database *database);

    /* Waits until other servers have changed something (true), or until the file descriptor `wake`
     * can be read (false). Called by the thread that runs jobs, while there are none. NULL if this
     * database is not notified of changes: then STORE_TABLES_CHANGED finds them. */
    bool (*wait)(struct database *database, int wake);

    /* Closes the database and frees it. */
    void (*close)(struct database *database);
};

#endif
