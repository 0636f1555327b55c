/* The store and its file: threads, `kill -9`, files of other programs, backups, checks. */
#include "store_support.h"

#include "base/base.h"
#include "base/system/system.h"

#include <setjmp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h> /* needs those above */

struct bell {
    int ends[2];
};

static void ring(void *context)
{
    const struct bell *bell = context;
    CHECK(write(bell->ends[1], "", 1) == 1);
}

static void wait_for(struct store *store, const struct bell *bell, size_t count)
{
    char byte;
    for (size_t done = 0; done < count;) {
        assert_int_equal(read(bell->ends[0], &byte, 1), 1);
        done += store_collect(store);
    }
}

/* Two stores with threads write the same numbers at the same time. */
static void test_threads(void **unused)
{
    (void)unused;
    enum { NUMBERS = 200 };
    struct bell bells[2];
    struct store *stores[2];
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pipe(bells[i].ends), 0);
        stores[i] = store_open(path, ring, &bells[i], NULL, 0);
        assert_non_null(stores[i]);
    }
    store_submit(stores[0], new_job("tabletable01", "", ""));
    wait_for(stores[0], &bells[0], 1);
    memset(outcomes, 0, sizeof outcomes);
    for (int number = 1; number <= NUMBERS; number++) {
        for (int i = 0; i < 2; i++) {
            struct store_job *job = append_job("tabletable01", number, i ? "b" : "a");
            job->done = count_outcome;
            store_submit(stores[i], job);
        }
        if (number % 7 == 0)
            for (int i = 0; i < 2; i++) {
                struct store_figures figures;
                store_figures(stores[i], &figures);
                wait_for(stores[i], &bells[i], figures.waiting);
            }
    }
    for (int i = 0; i < 2; i++) {
        struct store_figures figures;
        store_figures(stores[i], &figures);
        wait_for(stores[i], &bells[i], figures.waiting);
    }
    assert_int_equal(outcomes[STORE_OK], NUMBERS);
    assert_int_equal(outcomes[STORE_FAILED], 0);
    store_submit(stores[1], read_job("tabletable01", 0));
    wait_for(stores[1], &bells[1], 1);
    assert_int_equal(returned->entry_count, NUMBERS + 1);
    /* Submitted jobs run even if nobody waits for them. */
    store_submit(stores[0], append_job("tabletable01", NUMBERS + 1, ""));
    for (int i = 0; i < 2; i++) {
        store_close(stores[i]);
        close(bells[i].ends[0]);
        close(bells[i].ends[1]);
    }
    struct store *store = open_store();
    run(store, read_job("tabletable01", NUMBERS));
    assert_int_equal(returned->entry_count, 2);
    store_close(store);
}

enum { CRASH_TABLES = 20 };

static void crash_id(char *id, int table)
{
    snprintf(id, STORE_ID_TEXT, "crash%07d", table);
}

struct crash {
    int pipe;
    int64_t next[CRASH_TABLES];
};

/* Reports that the entry is on the disk, and continues. */
static void acknowledge(struct store_job *job)
{
    struct crash *crash = job->context;
    int table = atoi(job->table + 5);
    int64_t said[2] = {table, job->entries[0].number};
    CHECK(job->outcome == STORE_OK);
    CHECK(write(crash->pipe, said, sizeof said) == sizeof said);
    crash->next[table] = job->entries[0].number + 1;
}

/* Appends as fast as possible until it is killed. */
_Noreturn static void append_for_ever(int pipe_end, const int64_t *next)
{
    struct bell bell;
    struct crash crash = {.pipe = pipe_end};
    CHECK(pipe(bell.ends) == 0);
    memcpy(crash.next, next, sizeof crash.next);
    struct store *store = store_open(path, ring, &bell, NULL, 0);
    CHECK(store);
    for (;;) {
        for (int table = 0; table < CRASH_TABLES; table++) {
            char id[STORE_ID_TEXT];
            crash_id(id, table);
            struct store_job *job =
                crash.next[table] ? append_job(id, crash.next[table], "move") : new_job(id, "", "");
            job->done = acknowledge;
            job->context = &crash;
            store_submit(store, job);
        }
        wait_for(store, &bell, CRASH_TABLES);
    }
}

/* Everything acknowledged must be there. The next round continues from what is there. */
static void check_after_crash(int64_t *next)
{
    struct store *store = open_store();
    for (int table = 0; table < CRASH_TABLES; table++) {
        char id[STORE_ID_TEXT];
        crash_id(id, table);
        enum store_outcome outcome = run(store, read_job(id, 0));
        assert_true(outcome == STORE_OK || next[table] == 0);
        assert_true((int64_t)returned->entry_count >= next[table]);
        for (size_t i = 0; i < returned->entry_count; i++)
            assert_int_equal(returned->entries[i].number, i);
        next[table] = (int64_t)returned->entry_count;
    }
    store_close(store);
}

static void test_kill(void **unused)
{
    (void)unused;
    int64_t next[CRASH_TABLES] = {0}, total = 0;
    for (int round = 0; round < 8; round++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            append_for_ever(ends[1], next);
        close(ends[1]);
        int64_t said[2];
        for (int i = 0; read(ends[0], said, sizeof said) == sizeof said; i++) {
            next[said[0]] = said[1] + 1;
            total++;
            if (i == 37 + 211 * round) /* what is in the pipe already still counts */
                kill(child, SIGKILL);
        }
        close(ends[0]);
        waitpid(child, NULL, 0);
        check_after_crash(next);
    }
    assert_true(total > 1000);
}

static void expect_refusal(const char *file, const char *words)
{
    char error[200] = "";
    struct store *store = store_open(file, NULL, NULL, error, sizeof error);
    assert_null(store);
    if (!strstr(error, words))
        fail_msg("%s", error);
}

static void execute(const char *statements)
{
    sqlite3 *connection;
    assert_int_equal(sqlite3_open(path, &connection), SQLITE_OK);
    assert_int_equal(sqlite3_exec(connection, statements, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(connection);
}

static void test_files_that_are_not_ours(void **unused)
{
    (void)unused;
    char other[160];
    expect_refusal(folder, "directory");
    snprintf(other, sizeof other, "%s/none/test.db", folder);
    expect_refusal(other, "No such file");
    execute("CREATE TABLE theirs(x)");
    expect_refusal(path, "another program");
    execute("DROP TABLE theirs");
    store_close(open_store()); /* an empty database may become ours */
    execute("PRAGMA user_version = 99");
    expect_refusal(path, "newer version");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (int i = 0; i < 1000; i++)
        fputs("not a database ", file);
    fclose(file);
    expect_refusal(path, "not a database");
}

/* Root may write anywhere, so the test runs as nobody. */
static void test_read_only_folder(void **unused)
{
    (void)unused;
    enum { NOBODY = 65534 };
    bool is_root = geteuid() == 0;
    assert_int_equal(chmod(folder, S_IRUSR | S_IXUSR | S_IROTH | S_IXOTH), 0);
    if (is_root)
        assert_int_equal(seteuid(NOBODY), 0);
    expect_refusal(path, "denied");
    if (is_root)
        assert_int_equal(seteuid(0), 0);
    assert_int_equal(chmod(folder, S_IRWXU), 0);
}

/* Changes to a file that was deleted or replaced are not acknowledged. */
static void test_file_gone(void **unused)
{
    (void)unused;
    static const char *const ends[] = {"", "-wal"};
    struct store *store = open_store();
    assert_int_equal(run(store, new_job("tabletable01", "", "")), STORE_OK);
    int64_t number = 1;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char file[140], away[150];
        snprintf(file, sizeof file, "%s%s", path, ends[i]);
        snprintf(away, sizeof away, "%s.away", file);
        assert_int_equal(run(store, append_job("tabletable01", number++, "a")), STORE_OK);
        /* Missing, then replaced by another file. */
        assert_int_equal(rename(file, away), 0);
        for (int replaced = 0; replaced < 2; replaced++) {
            assert_int_equal(run(store, append_job("tabletable01", number++, "b")), STORE_FAILED);
            assert_non_null(strstr(returned->error, "deleted"));
            assert_int_equal(run(store, job_new(STORE_TABLES_CHANGED)), STORE_FAILED);
            assert_int_equal(run(store, job_new(STORE_PROBE)), STORE_FAILED);
            if (!replaced) {
                FILE *other = fopen(file, "wb");
                assert_non_null(other);
                fclose(other);
            }
        }
        /* After it is back, everything works, and even unacknowledged entries are there. */
        assert_int_equal(rename(away, file), 0);
        assert_int_equal(run(store, job_new(STORE_PROBE)), STORE_OK);
        assert_int_equal(run(store, append_job("tabletable01", 1, "c")), STORE_TAKEN);
    }
    assert_int_equal(run(store, append_job("tabletable01", number, "d")), STORE_OK);
    store_close(store);
}

static void test_nobody_else_reads_it(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    run(store, new_job("tabletable01", "", ""));
    char log[160];
    snprintf(log, sizeof log, "%s-wal", path);
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & (S_IRWXG | S_IRWXO), 0);
    assert_int_equal(stat(log, &status), 0);
    assert_int_equal(status.st_mode & (S_IRWXG | S_IRWXO), 0);
    store_close(store);
}

static void test_backup(void **unused)
{
    (void)unused;
    char copy[160], error[200] = "";
    struct store_copied copied;
    snprintf(copy, sizeof copy, "%s/copy.db", folder);
    assert_false(store_backup(path, copy, &copied, error, sizeof error)); /* no database yet */
    assert_int_equal(access(copy, F_OK), -1);
    struct store *store = open_store();
    run(store, new_job("tabletable01", "", ""));
    run(store, append_job("tabletable01", 1, "before"));
    assert_true(store_backup(path, copy, &copied, error, sizeof error));
    assert_int_equal(copied.tables, 1);
    assert_int_equal(copied.entries, 2);
    run(store, append_job("tabletable01", 2, "after"));
    assert_false(
        store_backup(path, copy, &copied, error, sizeof error)); /* never overwrites a file */
    store_close(store);
    char name[sizeof path];
    strcpy(name, path);
    strcpy(path, copy);
    store = open_store();
    strcpy(path, name);
    assert_int_equal(run(store, read_job("tabletable01", 0)), STORE_OK);
    assert_int_equal(returned->entry_count, 2);
    assert_string_equal(returned->entries[1].text, "before");
    store_close(store);
}

static void test_check(void **unused)
{
    (void)unused;
    char error[200] = "";
    struct store *store = open_store();
    run(store, new_job("tabletable01", "", ""));
    run(store, append_job("tabletable01", 1, ""));
    assert_true(store_check(path, error, sizeof error));
    store_close(store);
    assert_true(store_check(path, error, sizeof error));
    execute("DELETE FROM entries WHERE number = 0");
    assert_false(store_check(path, error, sizeof error));
    assert_string_equal(error, "table tabletable01 lacks entries");
    execute("PRAGMA application_id = 1");
    assert_false(store_check(path, error, sizeof error));
    assert_string_equal(error, "this is a database of another program");
}

/* Memory does not grow with what was written: a server runs for months. */
static void test_memory(void **unused)
{
    (void)unused;
    enum { ENTRIES = 400, ENTRY_BYTES = 40000, ALLOWED_BYTES = 8 << 20 };
    char *text = alloc_new(ENTRY_BYTES + 1);
    memset(text, 'x', ENTRY_BYTES);
    text[ENTRY_BYTES] = '\0';
    struct store *store = open_store();
    int64_t before = sqlite3_memory_used();
    run(store, new_job("tabletable01", "", ""));
    for (int number = 1; number <= ENTRIES; number++)
        assert_int_equal(run(store, append_job("tabletable01", number, text)), STORE_OK);
    int64_t grown = sqlite3_memory_used() - before;
    assert_true(grown < ALLOWED_BYTES);
    store_close(store);
    free(text);
}

static int64_t file_size(const char *suffix)
{
    char name[160];
    struct stat status;
    snprintf(name, sizeof name, "%s%s", path, suffix);
    return stat(name, &status) == 0 ? status.st_size : -1;
}

/* A long log is copied into the file while moves are stored, and starts over. */
static void test_checkpoint(void **unused)
{
    (void)unused;
    enum { ENTRY_BYTES = 200000, ENTRIES_MAX = 2000, COPIED_BYTES = 48 << 20 };
    char *text = alloc_new(ENTRY_BYTES + 1);
    memset(text, 'x', ENTRY_BYTES);
    struct bell bell;
    assert_int_equal(pipe(bell.ends), 0);
    struct store *store = store_open(path, ring, &bell, NULL, 0);
    assert_non_null(store);
    store_submit(store, new_job("tabletable01", "", ""));
    wait_for(store, &bell, 1);
    int number = 0;
    while (number < ENTRIES_MAX && file_size("") < COPIED_BYTES) {
        store_submit(store, append_job("tabletable01", ++number, text));
        wait_for(store, &bell, 1);
    }
    assert_true(file_size("") >= COPIED_BYTES);
    assert_true(file_size("-wal") < (int64_t)number * ENTRY_BYTES);
    store_submit(store, read_job("tabletable01", 0));
    wait_for(store, &bell, 1);
    assert_int_equal(returned->entry_count, number + 1);
    store_close(store);
    close(bell.ends[0]);
    close(bell.ends[1]);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_threads),
        TEST(test_memory),
        TEST(test_kill),
        TEST(test_files_that_are_not_ours),
        TEST(test_read_only_folder),
        TEST(test_file_gone),
        TEST(test_nobody_else_reads_it),
        TEST(test_backup),
        TEST(test_check),
        TEST(test_checkpoint),
    };
    int code = cmocka_run_group_tests(tests, NULL, NULL);
    store_job_free(returned);
    return code;
}
