/* The PostgreSQL database: opening, transactions, lost connections.
 *
 * Then: connecting; running jobs; waiting; opening and closing. */
#include "store/postgres/postgres_internal.h"

#include "base/system/system.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    RETRY_MS = 100,
    CONFLICTS_MAX = 20,
    ERRORS_MAX = 64, /* different error messages that are kept */
    BACKEND_TEXT = 64,
};

/* A session of the server, which lives on for a while if its connection is lost. */
struct backend {
    int64_t pid; /* 0: none */
    char start[BACKEND_TEXT];
};

struct postgres_database {
    struct database interface; /* must be the first member */
    char *url;
    struct postgres_connection connection;
    struct postgres_known known;
    struct backend backend;
    int64_t begun_ms; /* the batch that runs */
    char *errors[ERRORS_MAX];
    int error_count;
};

bool postgres_is_url(const char *location)
{
    return strncmp(location, "postgresql://", 13) == 0 || strncmp(location, "postgres://", 11) == 0;
}

/* ---- Connecting ---- */

/* Ends the session that this database had before: nothing that it was sent may run any more. */
static bool end_backend(struct postgres_connection *connection, const struct backend *backend)
{
    postgres_send(connection, PG_BACKEND_END, "iti", backend->pid, backend->start,
                  postgres_patience_ms / 3);
    postgres_sync(connection);
    PGresult *result = postgres_next(connection);
    bool is_gone = PQntuples(result) == 0 || PQgetvalue(result, 0, 0)[0] == 't';
    PQclear(result);
    postgres_end(connection);
    return is_gone && connection->failure == POSTGRES_FINE;
}

/* Finds the session of this connection. Everything that is visible now is also at the replicas that commits
 * wait for: a change of the former session may have become visible before it was, since ending a session
 * that waits for them ends this wait. */
static void find_backend(struct postgres_connection *connection, struct backend *backend)
{
    postgres_send(connection, PG_BACKEND, "");
    postgres_sync(connection);
    PGresult *result = postgres_next(connection);
    *backend = (struct backend){0};
    if (PQntuples(result) == 1) {
        backend->pid = postgres_integer(result, 0, 0);
        postgres_copy_text(backend->start, sizeof backend->start, result, 0, 1);
    }
    PQclear(result);
    postgres_end(connection);
}

/* Connects; the reason of a failure is in connection->error. */
static bool open_connection(struct postgres_database *database, bool is_first)
{
    struct postgres_connection *connection = &database->connection;
    PGconn *handle = postgres_connect(database->url, connection->error, sizeof connection->error);
    if (!handle)
        return false;
    if ((is_first &&
         !postgres_schema_upgrade(handle, connection->error, sizeof connection->error)) ||
        !postgres_limit(handle, connection->error, sizeof connection->error) ||
        !postgres_known_listen(&database->known, handle, connection->error,
                               sizeof connection->error)) {
        PQfinish(handle);
        return false;
    }
    bool good = postgres_prepare(connection, handle) &&
                (!database->backend.pid || end_backend(connection, &database->backend));
    if (good)
        find_backend(connection, &database->backend);
    if (good && connection->failure == POSTGRES_FINE)
        return true;
    postgres_disconnect(connection);
    return false;
}

static int64_t now_ms(void)
{
    return clock_ns() / 1000000;
}

/* A copy of the latest error that stays valid. */
static const char *keep_error(struct postgres_database *database)
{
    const char *text = database->connection.error;
    for (int i = 0; i < database->error_count; i++)
        if (strcmp(database->errors[i], text) == 0)
            return database->errors[i];
    if (database->error_count == ERRORS_MAX)
        return "the database fails";
    return database->errors[database->error_count++] = alloc_text(text);
}

/* Tries until the patience is over; later calls try once. */
static bool reconnect(struct postgres_database *database)
{
    struct database_link *link = &database->interface.link;
    if (!link->lost_ms)
        link_lose(link, keep_error(database), database->begun_ms);
    while (!open_connection(database, false)) {
        if (now_ms() - link->lost_ms >= postgres_patience_ms)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = RETRY_MS * 1000000L}, NULL);
    }
    link_restore(link, now_ms());
    return true;
}

/* ---- Running jobs ---- */

static void fail_all(struct postgres_database *database, struct store_job *jobs)
{
    const char *error = keep_error(database);
    bool is_damaged = database->connection.failure == POSTGRES_DAMAGE;
    for (struct store_job *job = jobs; job; job = job->next) {
        store_job_forget_answer(job);
        job->outcome = is_damaged && job->kind == STORE_TABLE_READ ? STORE_DAMAGED : STORE_FAILED;
        job->error = error;
    }
}

/* Runs the jobs as one transaction. If the connection is lost before the commit is acknowledged, it
 * is unknown whether it took place: the jobs run again on a new connection, and each looks whether
 * it was done before. False if something else is wrong. */
static bool run_together(struct postgres_database *database, struct store_job *jobs)
{
    struct postgres_connection *connection = &database->connection;
    bool again = false;
    for (int conflicts = 0; conflicts < CONFLICTS_MAX;) {
        if (!connection->handle && !reconnect(database))
            return false;
        if (postgres_batch_run(connection, jobs, again))
            return true;
        if (connection->failure == POSTGRES_LOST) {
            postgres_disconnect(connection);
            again = !postgres_batch_only_reads(jobs);
        } else if (connection->failure == POSTGRES_RETRY) {
            conflicts++;
        } else {
            return false;
        }
        for (struct store_job *job = jobs; job; job = job->next)
            store_job_forget_answer(job);
    }
    return false;
}

/* If a job cannot be run, each runs in a transaction of its own, so that the others do not fail with
 * it; but not if each takes too long. */
static void run(struct database *interface, struct store_job *jobs)
{
    struct postgres_database *database = (struct postgres_database *)interface;
    database->begun_ms = now_ms();
    if (run_together(database, jobs))
        return;
    if (!database->connection.handle || !jobs->next) {
        fail_all(database, jobs);
        return;
    }
    for (struct store_job *job = jobs; job; job = job->next) {
        struct store_job *next = job->next;
        job->next = NULL;
        store_job_forget_answer(job);
        bool is_late = now_ms() - database->begun_ms >= postgres_patience_ms;
        if (is_late || !run_together(database, job))
            fail_all(database, job);
        job->next = next;
    }
}

/* ---- Waiting ---- */

/* A lost connection is news too: what was missed is found when the next job connects again. */
static bool wait_for_news(struct database *interface, int wake)
{
    struct postgres_database *database = (struct postgres_database *)interface;
    struct postgres_connection *connection = &database->connection;
    PGconn *handle = connection->handle;
    while (!postgres_known_take_news(&database->known)) { /* it may have come with an answer */
        struct pollfd files[] = {{.fd = wake, .events = POLLIN},
                                 {.fd = handle ? PQsocket(handle) : -1, .events = POLLIN}};
        if (poll(files, 2, -1) < 0)
            continue;
        if (files[0].revents)
            return false;
        if (!PQconsumeInput(handle)) {
            postgres_error(connection->error, sizeof connection->error, handle, NULL);
            postgres_disconnect(connection);
            return true;
        }
        postgres_known_hear(&database->known, handle);
    }
    return true;
}

/* ---- Opening and closing ---- */

static void close_database(struct database *interface)
{
    struct postgres_database *database = (struct postgres_database *)interface;
    postgres_disconnect(&database->connection);
    postgres_known_free(&database->known);
    for (int i = 0; i < database->error_count; i++)
        free(database->errors[i]);
    free(database->url);
    free(database);
}

/* Reads which tables are open. */
static bool scan(struct postgres_database *database)
{
    struct postgres_connection *connection = &database->connection;
    postgres_known_send(&database->known, connection);
    postgres_sync(connection);
    postgres_known_receive(&database->known, connection, NULL);
    postgres_end(connection);
    database->known.must_scan = false;
    postgres_known_keep(&database->known, connection->handle, NULL);
    return connection->failure == POSTGRES_FINE;
}

struct database *postgres_open(const char *url, bool has_threads, char *error, size_t error_size)
{
    (void)has_threads;
    struct postgres_database *database = alloc_new(sizeof *database);
    database->interface = (struct database){
        .is_shared = true, .run = run, .wait = wait_for_news, .close = close_database};
    database->url = alloc_text(url);
    database->connection.known = &database->known;
    if (open_connection(database, true) && scan(database))
        return &database->interface;
    snprintf(error, error_size, "%s", database->connection.error);
    close_database(&database->interface);
    return NULL;
}
