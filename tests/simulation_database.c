#include "simulation_database.h"

#include "base/alloc.h"
#include "base/check.h"
#include "simulation_disk.h"
#include "simulation_shared.h"
#include "store/open.h"
#include "store/postgres.h"
#include "store/queue.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum { SQLITE, POSTGRES, MEMORY } kind;
static const char *url;        /* of PostgreSQL */
static char path[100];         /* of SQLite */
static int broken_writes = -1; /* see database_break */
static const int64_t *clock_ms;

void database_choose(const char *database)
{
    kind = !database ? SQLITE : strcmp(database, "memory") == 0 ? MEMORY : POSTGRES;
    url = database;
    struct stat shared;
    const char *folder = stat("/dev/shm", &shared) == 0 ? "/dev/shm" : "/tmp";
    snprintf(path, sizeof path, "%s/ludosaure-simulation-%ld.db", folder, (long)getpid());
    disk_prepare();
}

const char *database_option(void)
{
    static char option[200];
    if (kind != SQLITE)
        snprintf(option, sizeof option, " --database %s", url);
    return option;
}

/* PostgreSQL. */

static void execute(const char *statements)
{
    PGconn *handle = PQconnectdb(url);
    PGresult *result = PQexec(handle, statements);
    CHECK(PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK);
    PQclear(result);
    PQfinish(handle);
}

/* A database with the clock of the simulation, which can break. */
struct breaking {
    struct database interface; /* must be the first member */
    struct database *database;
};

static void breaking_run(struct database *interface, struct store_job *jobs)
{
    struct breaking *breaking = (struct breaking *)interface;
    for (struct store_job *job = jobs; job; job = job->next)
        if (job->kind == STORE_LEASES)
            job->now_ms = *clock_ms;
    if (kind != SQLITE && broken_writes >= 0 && broken_writes % 2 == 0) {
        for (struct store_job *job = jobs; job; job = job->next) {
            job->outcome = STORE_FAILED;
            job->error = "broken by the simulation";
        }
        return;
    }
    if (kind == POSTGRES && broken_writes >= 0)
        execute("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                " WHERE application_name = 'ludosaure' AND datname = current_database()");
    breaking->database->run(breaking->database, jobs);
}

static void breaking_close(struct database *interface)
{
    struct breaking *breaking = (struct breaking *)interface;
    breaking->database->close(breaking->database);
    free(breaking);
}

static struct store *breaking_store(struct database *database)
{
    if (!database)
        return NULL;
    struct breaking *breaking = alloc_new(sizeof *breaking);
    breaking->interface = (struct database){
        .is_shared = database->is_shared, .run = breaking_run, .close = breaking_close};
    breaking->database = database;
    return store_new(queue_new(&breaking->interface));
}

/* All kinds. */

static void remove_files(void)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char name[120];
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
}

void database_begin(const int64_t *now_ms)
{
    clock_ms = now_ms;
    if (kind == POSTGRES)
        execute("SET client_min_messages = warning; DROP SCHEMA IF EXISTS ludosaure CASCADE");
    else if (kind == MEMORY)
        shared_begin();
    else
        remove_files();
}

void database_end(void)
{
    if (kind == MEMORY)
        shared_end();
    if (kind == SQLITE)
        remove_files();
}

struct store *database_open(char *error, size_t error_size)
{
    if (kind == POSTGRES)
        return breaking_store(postgres_open(url, error, error_size));
    if (kind == MEMORY)
        return breaking_store(shared_open());
    return store_open(path, NULL, NULL, error, error_size);
}

void database_compact(void)
{
    if (kind == MEMORY)
        shared_compact();
}

bool database_forgets(void)
{
    return kind != MEMORY;
}

void database_break(int writes)
{
    broken_writes = writes;
    disk_break(writes);
    shared_break(writes >= 0);
}
