/* The database of a simulated round, which several servers share: a SQLite file on a disk that can
 * fail, a PostgreSQL database whose connections can be lost, or a database in memory.
 *
 * Then: PostgreSQL; all kinds; the disk; what servers share; leases. */
#include "simulation.h"

#include "base/base.h"
#include "base/system/system.h"
#include "store/job/job.h"
#include "store/journal/journal.h"
#include "store/postgres/postgres.h"
#include "store/store.h"

#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdbool.h>
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

/* ---- PostgreSQL ---- */

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

/* ---- All kinds ---- */

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
        return breaking_store(postgres_open(url, false, error, error_size));
    if (kind == MEMORY)
        return breaking_store(shared_open());
    return store_open(path, NULL, NULL, error, error_size);
}

void database_compact(void)
{
    if (kind == MEMORY)
        shared_compact();
}

bool database_has_accounts(void)
{
    return kind != MEMORY;
}

void database_break(int writes)
{
    broken_writes = writes;
    disk_break(writes);
    shared_break(writes >= 0);
}

/* ---- The disk ---- */

static sqlite3_vfs *real;    /* SQLite's file system */
static int writes_left = -1; /* -1: no limit */

struct file {
    sqlite3_file base;
    sqlite3_file *real;
};

static sqlite3_file *beneath(sqlite3_file *file)
{
    return ((struct file *)file)->real;
}

static bool disk_is_broken(void)
{
    if (writes_left > 0)
        writes_left--;
    return writes_left == 0;
}

static int on_close(sqlite3_file *file)
{
    int result =
        beneath(file)->pMethods ? beneath(file)->pMethods->xClose(beneath(file)) : SQLITE_OK;
    free(beneath(file));
    return result;
}

static int on_read(sqlite3_file *file, void *bytes, int size, sqlite3_int64 at)
{
    return beneath(file)->pMethods->xRead(beneath(file), bytes, size, at);
}

static int on_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 at)
{
    return disk_is_broken() ? SQLITE_FULL
                            : beneath(file)->pMethods->xWrite(beneath(file), bytes, size, at);
}

static int on_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    return disk_is_broken() ? SQLITE_IOERR_TRUNCATE
                            : beneath(file)->pMethods->xTruncate(beneath(file), size);
}

static int on_sync(sqlite3_file *file, int flags)
{
    return disk_is_broken() ? SQLITE_IOERR_FSYNC
                            : beneath(file)->pMethods->xSync(beneath(file), flags);
}

static int on_file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return beneath(file)->pMethods->xFileSize(beneath(file), size);
}

static int on_lock(sqlite3_file *file, int level)
{
    return beneath(file)->pMethods->xLock(beneath(file), level);
}

static int on_unlock(sqlite3_file *file, int level)
{
    return beneath(file)->pMethods->xUnlock(beneath(file), level);
}

static int on_check_lock(sqlite3_file *file, int *result)
{
    return beneath(file)->pMethods->xCheckReservedLock(beneath(file), result);
}

static int on_control(sqlite3_file *file, int what, void *argument)
{
    return beneath(file)->pMethods->xFileControl(beneath(file), what, argument);
}

static int on_sector_size(sqlite3_file *file)
{
    return beneath(file)->pMethods->xSectorSize(beneath(file));
}

static int on_device(sqlite3_file *file)
{
    return beneath(file)->pMethods->xDeviceCharacteristics(beneath(file));
}

static int on_shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **at)
{
    return beneath(file)->pMethods->xShmMap(beneath(file), region, size, extend, at);
}

static int on_shm_lock(sqlite3_file *file, int offset, int count, int flags)
{
    return beneath(file)->pMethods->xShmLock(beneath(file), offset, count, flags);
}

static void on_shm_barrier(sqlite3_file *file)
{
    beneath(file)->pMethods->xShmBarrier(beneath(file));
}

static int on_shm_unmap(sqlite3_file *file, int remove)
{
    return beneath(file)->pMethods->xShmUnmap(beneath(file), remove);
}

static int on_open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags,
                   int *flags_out)
{
    /* Version 2 has no memory maps, which would bypass on_write. */
    static const sqlite3_io_methods methods = {.iVersion = 2,
                                               .xClose = on_close,
                                               .xRead = on_read,
                                               .xWrite = on_write,
                                               .xTruncate = on_truncate,
                                               .xSync = on_sync,
                                               .xFileSize = on_file_size,
                                               .xLock = on_lock,
                                               .xUnlock = on_unlock,
                                               .xCheckReservedLock = on_check_lock,
                                               .xFileControl = on_control,
                                               .xSectorSize = on_sector_size,
                                               .xDeviceCharacteristics = on_device,
                                               .xShmMap = on_shm_map,
                                               .xShmLock = on_shm_lock,
                                               .xShmBarrier = on_shm_barrier,
                                               .xShmUnmap = on_shm_unmap};
    (void)vfs;
    struct file *wrapped = (struct file *)file;
    wrapped->base.pMethods = NULL;
    wrapped->real = alloc_new((size_t)real->szOsFile);
    int result = real->xOpen(real, name, wrapped->real, flags, flags_out);
    if (result == SQLITE_OK)
        wrapped->base.pMethods = &methods;
    else
        free(wrapped->real);
    return result;
}

void disk_prepare(void)
{
    static sqlite3_vfs vfs;
    real = sqlite3_vfs_find(NULL);
    CHECK(real);
    vfs = *real;
    vfs.zName = "simulated";
    vfs.pNext = NULL;
    vfs.szOsFile = (int)sizeof(struct file);
    vfs.xOpen = on_open;
    CHECK(sqlite3_vfs_register(&vfs, 1) == SQLITE_OK);
}

void disk_break(int writes)
{
    writes_left = writes;
}

/* ---- What servers share ---- */

enum { CHANGED_MAX = 256, MESSAGES_MAX = 256, PEOPLE_MAX = 64, NEWS_MAX = 64 };

struct part {
    struct database interface;                /* must be the first member */
    char changed[CHANGED_MAX][STORE_ID_TEXT]; /* by others, not reported yet */
    size_t changed_count;
    char *messages[MESSAGES_MAX]; /* of others, likewise */
    size_t message_count;
    char people[PEOPLE_MAX][STORE_ID_TEXT]; /* whom others have changed, likewise */
    size_t people_count;
    bool all_may_differ;              /* there were too many, or it is not known who */
    struct store_news news[NEWS_MAX]; /* entries of others, likewise */
    size_t news_count;
    struct part *next;
};

static struct database *journal;
static struct part *parts;
static bool is_broken;

static bool append(void *context, const void *frame, size_t size)
{
    (void)context, (void)frame, (void)size;
    return !is_broken;
}

void shared_begin(void)
{
    journal = journal_open(&(struct journal_output){.append = append});
    leases_model_begin();
}

static bool append_compacted(void *context, const void *frame, size_t size)
{
    job_bytes_add(context, frame, size);
    return true;
}

void shared_compact(void)
{
    struct job_bytes bytes = {0};
    CHECK(journal_compact(journal, &(struct journal_output){&bytes, append_compacted}));
    journal->close(journal);
    journal = journal_open(&(struct journal_output){.append = append});
    CHECK(journal_replay(journal, bytes.data, bytes.count) == bytes.count);
    job_bytes_free(&bytes);
}

void shared_end(void)
{
    CHECK(!parts);
    journal->close(journal);
}

void shared_break(bool broken)
{
    is_broken = broken;
}

static size_t find(const struct part *part, const char *table)
{
    size_t at = 0;
    while (at < part->changed_count && strcmp(part->changed[at], table) != 0)
        at++;
    return at;
}

static void note(struct part *part, const char *table)
{
    if (find(part, table) < part->changed_count)
        return;
    CHECK(part->changed_count < CHANGED_MAX);
    memcpy(part->changed[part->changed_count++], table, STORE_ID_TEXT);
}

static void forget(struct part *part, const char *table)
{
    size_t at = find(part, table);
    if (at < part->changed_count)
        memmove(part->changed[at], part->changed[--part->changed_count], STORE_ID_TEXT);
}

static void report(struct part *part, struct store_job *job)
{
    for (size_t i = 0; i < part->changed_count; i++)
        store_job_add_table(job, part->changed[i]);
    part->changed_count = 0;
    for (size_t i = 0; i < part->message_count; i++) {
        store_job_add_message(job, part->messages[i]);
        free(part->messages[i]);
    }
    part->message_count = 0;
    for (size_t i = 0; i < part->people_count; i++)
        store_job_add_person(job, part->people[i]);
    part->people_count = 0;
    job->all_may_differ = part->all_may_differ;
    part->all_may_differ = false;
    for (size_t i = 0; i < part->news_count; i++)
        store_job_add_news(job, part->news[i].table)->entry = part->news[i].entry;
    part->news_count = 0;
}

/* A person has changed, or someone (""). */
static void note_person(struct part *part, const char *person)
{
    if (*person && part->people_count < PEOPLE_MAX)
        memcpy(part->people[part->people_count++], person, STORE_ID_TEXT);
    else
        part->all_may_differ = true;
}

/* The person whose sessions or listing the job has changed, "" if it is not known who, or NULL. */
static const char *changed_person(const struct store_job *job)
{
    switch (job->kind) {
    case STORE_SESSION_END:
    case STORE_SESSIONS_EXPIRE:
        return "";
    case STORE_PASSWORD_SET:
    case STORE_ACCOUNT_RECOVER:
    case STORE_PERSON_DELETE:
    case STORE_LISTING_SET:
    case STORE_FACE_SET:
    case STORE_PAGE_SET:
    case STORE_RELATION_SET:
        return job->person.id;
    default:
        return NULL;
    }
}

/* Some entries are reported themselves, some by their tables. */
static void note_entry(struct part *part, const struct store_job *job)
{
    const struct store_entry *entry = &job->entries[0];
    if (job->kind == STORE_TABLE_NEW || entry->number % 5 == 0 || part->news_count == NEWS_MAX) {
        note(part, job->table);
        return;
    }
    struct store_news *news = &part->news[part->news_count++];
    memcpy(news->table, job->table, sizeof news->table);
    news->entry = *entry;
    news->entry.text = alloc_text(entry->text);
    news->entry.cid = alloc_text(entry->cid);
}

static void note_change(const struct part *part, const struct store_job *job)
{
    bool is_table = job->kind == STORE_TABLE_NEW || job->kind == STORE_TABLE_APPEND;
    const char *person = changed_person(job);
    for (struct part *other = parts; other; other = other->next) {
        if (other != part && is_table)
            note_entry(other, job);
        if (other != part && person)
            note_person(other, person);
    }
}

/* Too many are lost. */
static void tell_others(const struct part *part, const char *message)
{
    for (struct part *other = parts; other; other = other->next)
        if (other != part && other->message_count < MESSAGES_MAX)
            other->messages[other->message_count++] = alloc_text(message);
}

static void run(struct database *interface, struct store_job *jobs)
{
    struct part *part = (struct part *)interface;
    journal->run(journal, jobs);
    for (struct store_job *job = jobs; job; job = job->next) {
        bool is_lease = job->kind == STORE_LEASES || job->kind == STORE_LEASES_END;
        if (is_lease && is_broken)
            job->outcome = STORE_FAILED;
        if (job->outcome != STORE_OK)
            continue;
        if (is_lease)
            leases_model_run(job);
        else if (job->kind == STORE_TELL)
            tell_others(part, job->messages[0]);
        else if (job->kind == STORE_TABLES_CHANGED)
            report(part, job);
        else if (job->kind == STORE_TABLE_READ)
            forget(part, job->table);
        else
            note_change(part, job);
    }
}

static void close_part(struct database *interface)
{
    struct part **link = &parts;
    while (*link != (struct part *)interface)
        link = &(*link)->next;
    struct part *part = *link;
    *link = part->next;
    for (size_t i = 0; i < part->message_count; i++)
        free(part->messages[i]);
    for (size_t i = 0; i < part->news_count; i++) {
        free(part->news[i].entry.text);
        free(part->news[i].entry.cid);
    }
    free(part);
}

struct database *shared_open(void)
{
    struct part *part = alloc_new(sizeof *part);
    part->interface = (struct database){.is_shared = true, .run = run, .close = close_part};
    part->next = parts;
    parts = part;
    return &part->interface;
}

/* ---- Leases ---- */

enum { LEASES_MAX = 4096, LIVES_MAX = 1024 };

struct server_life {
    char id[STORE_ID_TEXT];
    int64_t seen_ms;
};

struct lease {
    char table[STORE_ID_TEXT], server[STORE_ID_TEXT];
};

/* A server thinks about a seat until this time. */
struct thought {
    char table[STORE_ID_TEXT];
    int seat, server;
    unsigned life;
    int64_t until_ms;
};

static struct server_life lives[LIVES_MAX];
static struct lease leases[LEASES_MAX];
static struct thought thoughts[LEASES_MAX];
static int life_count, lease_count, thought_count;

void leases_model_begin(void)
{
    life_count = lease_count = thought_count = 0;
}

static struct server_life *life_of(const char *id)
{
    for (int i = 0; i < life_count; i++)
        if (strcmp(lives[i].id, id) == 0)
            return &lives[i];
    CHECK(life_count < LIVES_MAX);
    lives[life_count] = (struct server_life){0};
    memcpy(lives[life_count].id, id, STORE_ID_TEXT);
    return &lives[life_count++];
}

static bool is_alive(const char *server, int64_t now_ms)
{
    return *server && life_of(server)->seen_ms > now_ms - STORE_LEASE_MS;
}

static struct lease *lease_of(const char *table)
{
    for (int i = 0; i < lease_count; i++)
        if (strcmp(leases[i].table, table) == 0)
            return &leases[i];
    CHECK(lease_count < LEASES_MAX);
    leases[lease_count] = (struct lease){0};
    memcpy(leases[lease_count].table, table, STORE_ID_TEXT);
    return &leases[lease_count++];
}

static void run_one(const struct store_job *job, struct store_lease *asked)
{
    struct lease *lease = lease_of(asked->table);
    bool is_own = strcmp(lease->server, job->server) == 0;
    if (asked->gives_back) {
        if (is_own)
            lease->server[0] = '\0';
        return;
    }
    if (!is_alive(lease->server, job->now_ms))
        memcpy(lease->server, job->server, sizeof lease->server);
    memcpy(asked->holder, lease->server, sizeof asked->holder);
}

void leases_model_run(struct store_job *job)
{
    if (job->kind == STORE_LEASES_END) {
        life_of(job->server)->seen_ms = 0;
        return;
    }
    life_of(job->server)->seen_ms = job->now_ms;
    for (size_t i = 0; i < job->lease_count; i++)
        run_one(job, &job->leases[i]);
    for (int i = 0; i < life_count; i++)
        if (is_alive(lives[i].id, job->now_ms) && strcmp(lives[i].id, job->server) != 0)
            store_job_add_server(job, lives[i].id);
}

static bool is_same_seat(const struct thought *thought, const struct decision *decision)
{
    return thought->seat == decision->seat && strcmp(thought->table, decision->table) == 0;
}

void leases_check_thinking(struct world *world, int server, const struct decision *decision)
{
    if (decision->with_reason || !store_is_shared(world->servers[server].store))
        return;
    struct thought *own = NULL;
    for (int i = 0; i < thought_count; i++) {
        struct thought *thought = &thoughts[i];
        if (!is_same_seat(thought, decision))
            continue;
        const struct server *thinker = &world->servers[thought->server];
        if (thought->server == server)
            own = thought;
        else if (thinker->hall && thinker->life == thought->life &&
                 thought->until_ms > world->now_ms)
            fail(world, "servers %d and %d think about seat %d of %s at once", thought->server,
                 server, decision->seat, decision->table);
    }
    if (!own) {
        CHECK(thought_count < LEASES_MAX);
        own = &thoughts[thought_count++];
    }
    *own = (struct thought){.seat = decision->seat,
                            .server = server,
                            .life = world->servers[server].life,
                            .until_ms = world->now_ms + decision->ms};
    memcpy(own->table, decision->table, sizeof own->table);
}
