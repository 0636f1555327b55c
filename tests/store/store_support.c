#include "store_support.h"

#include "base/base.h"
#include "base/system/system.h"
#include "store/journal/journal.h"
#include "store/store.h"

#include <libpq-fe.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h> /* needs the first two */

char folder[] = "/tmp/ludosaure-store-XXXXXX", path[128];

const char *postgres_url;
bool in_journal, journal_fails;
unsigned char journal_bytes[JOURNAL_BYTES_MAX];
size_t journal_size;

/* What cmocka_run_group_tests does, for an array whose size it cannot see. */
static int run_all(const char *database, struct store_tests group)
{
    return _cmocka_run_group_tests(database, group.tests, group.count, NULL, NULL);
}

int run_on_databases(struct store_tests sqlite, struct store_tests memory,
                     struct store_tests postgres)
{
    postgres_url = getenv("LUDOSAURE_POSTGRES");
    int failed = postgres_url ? run_all("postgres", postgres) : run_all("sqlite", sqlite);
    in_journal = !postgres_url;
    if (in_journal)
        failed += run_all("memory", memory);
    in_journal = false;
    store_job_free(returned);
    returned = NULL;
    return failed;
}

static bool append(void *context, const void *frame, size_t size)
{
    (void)context;
    if (journal_fails)
        return false;
    CHECK(journal_size + size <= sizeof journal_bytes);
    memcpy(journal_bytes + journal_size, frame, size);
    journal_size += size;
    return true;
}

static struct store *open_journal(void)
{
    struct database *database = journal_open(&(struct journal_output){.append = append});
    assert_int_equal(journal_replay(database, journal_bytes, journal_size), journal_size);
    return store_new(queue_new(database));
}

/* The next test begins with an empty database. */
static void clear_postgres(void)
{
    PGconn *handle = PQconnectdb(postgres_url);
    PGresult *result = PQexec(handle, "SET client_min_messages = warning;"
                                      "DROP SCHEMA IF EXISTS ludosaure CASCADE");
    if (PQresultStatus(result) != PGRES_COMMAND_OK)
        fail_msg("%s", PQerrorMessage(handle));
    PQclear(result);
    PQfinish(handle);
}

int set_up(void **unused)
{
    (void)unused;
    journal_size = 0;
    if (postgres_url)
        clear_postgres();
    strcpy(folder + sizeof folder - 7, "XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/test.db", folder);
    return 0;
}

int tear_down(void **unused)
{
    (void)unused;
    static const char *const ends[] = {"test.db", "test.db-wal", "test.db-shm", "copy.db"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char name[160];
        snprintf(name, sizeof name, "%s/%s", folder, ends[i]);
        unlink(name);
    }
    assert_int_equal(rmdir(folder), 0);
    return 0;
}

struct store *open_store(void)
{
    if (in_journal)
        return open_journal();
    char error[200] = "";
    struct store *store =
        store_open(postgres_url ? postgres_url : path, NULL, NULL, error, sizeof error);
    if (!store)
        fail_msg("%s", error);
    return store;
}

struct store_job *returned;

static void keep(struct store_job *job)
{
    struct store_job *copy = alloc_new(sizeof *copy);
    *copy = *job;
    *job = (struct store_job){.kind = copy->kind}; /* its pointers belong to the copy now */
    store_job_free(returned);
    returned = copy;
}

int outcomes[STORE_FORBIDDEN + 1];

void count_outcome(struct store_job *job)
{
    outcomes[job->outcome]++;
}

struct store_job *job_new(enum store_kind kind)
{
    return store_job_new(kind, keep, NULL);
}

enum store_outcome run(struct store *store, struct store_job *job)
{
    store_submit(store, job);
    store_work(store);
    assert_int_equal(store_collect(store), 1);
    return returned->outcome;
}

void name_hash(unsigned char *hash, const char *name)
{
    memset(hash, 0, STORE_HASH_BYTES);
    memcpy(hash, name, strlen(name));
}

void set_text(char *to, const char *text)
{
    memcpy(to, text, strlen(text) + 1);
}

struct store_job *person_job(enum store_kind kind, const char *id, const char *name,
                             const char *hash)
{
    struct store_job *job = job_new(kind);
    set_text(job->person.id, id);
    set_text(job->person.name, name);
    name_hash(job->session_hash, hash);
    return job;
}

struct store_job *hash_job(enum store_kind kind, const char *hash)
{
    return person_job(kind, "", "", hash);
}

struct store_job *account_job(enum store_kind kind, const char *id, const char *login,
                              const char *password)
{
    struct store_job *job = person_job(kind, id, "", "");
    set_text(job->person.login, login);
    set_text(job->password, password);
    return job;
}

static void give_entry(struct store_job *job, int64_t number, const char *text)
{
    job->entries = alloc_new(sizeof *job->entries);
    job->entry_count = 1;
    job->entries[0] = (struct store_entry){.number = number,
                                           .at_ms = 1700000000000 + number,
                                           .used_ms = 250,
                                           .kind = 5,
                                           .seat = -1,
                                           .text = alloc_text(text),
                                           .cid = number % 2 ? alloc_text("cid") : NULL};
}

struct store_job *table_job(enum store_kind kind, const char *table)
{
    struct store_job *job = job_new(kind);
    set_text(job->table, table);
    return job;
}

struct store_job *new_job(const char *table, const char *invite, const char *code)
{
    struct store_job *job = table_job(STORE_TABLE_NEW, table);
    give_entry(job, 0, "{}");
    name_hash(job->invite_hash, invite);
    name_hash(job->code_hash, code);
    return job;
}

struct store_job *append_job(const char *table, int64_t number, const char *text)
{
    struct store_job *job = table_job(STORE_TABLE_APPEND, table);
    give_entry(job, number, text);
    return job;
}

struct store_job *read_job(const char *table, int64_t from)
{
    struct store_job *job = table_job(STORE_TABLE_READ, table);
    job->from = from;
    return job;
}

struct store_job *ending_job(const char *table, int64_t number, const char *game, int64_t ended_ms,
                             int seats)
{
    struct store_job *job = append_job(table, number, "");
    job->records = alloc_new(sizeof *job->records);
    job->record_count = 1;
    struct store_record *record = job->records;
    set_text(record->game, game);
    record->ended_ms = ended_ms;
    record->is_shared = true;
    record->seats = seats;
    record->move_count = 10 * seats;
    record->record = alloc_text("{\"record\":1}");
    for (int i = 0; i < seats; i++) {
        struct store_result_seat *seat = &record->seat[i];
        set_text(seat->name, i ? "Robot" : "Anna");
        set_text(i ? seat->level : seat->person, i ? "easy" : "annaannaanna");
        seat->score = 5 - 10 * i;
        seat->won = i < 2 ? 0.5 : 0;
        set_text(seat->part, i % 2 ? "stegosaurus" : "");
    }
    record->is_rated = ended_ms != 1003;
    return job;
}

void make_records(struct store *store)
{
    run(store, person_job(STORE_PERSON_NEW, "annaannaanna", "Anna", "a"));
    for (int i = 0; i < 6; i++) {
        char id[STORE_ID_TEXT];
        snprintf(id, sizeof id, "table%07d", i);
        run(store, new_job(id, "", ""));
        assert_int_equal(
            run(store, ending_job(id, 1, i % 2 ? "trex" : "scale", 1000 + i, 2 + i % 3)), STORE_OK);
    }
}
