/* The store: people and their sessions. Sessions expire, people are purged or deleted,
 * codes recover accounts, records are private until they are shared; and databases of earlier
 * versions gain all this. */
#include "store_support.h"

#include "base/system/system.h"

#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

static const int64_t DAY = 24 * 3600 * 1000;

static struct store_job *dated(struct store_job *job, int64_t now_ms)
{
    job->now_ms = now_ms;
    return job;
}

static struct store_job *until(enum store_kind kind, int64_t before_ms, int limit)
{
    struct store_job *job = job_new(kind);
    job->before_ms = before_ms;
    job->limit = limit;
    return job;
}

static void add_person(struct store *store, const char *id, const char *name, const char *hash,
                       int64_t now_ms)
{
    assert_int_equal(run(store, dated(person_job(STORE_PERSON_NEW, id, name, hash), now_ms)),
                     STORE_OK);
}

static bool session_exists(struct store *store, const char *hash)
{
    return run(store, hash_job(STORE_SESSION_FIND, hash)) == STORE_OK;
}

static void test_sessions_expire(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    add_person(store, "annaannaanna", "Anna", "a", 10 * DAY);
    add_person(store, "lucluclucluc", "Luc", "l", 11 * DAY);
    assert_true(session_exists(store, "a"));
    assert_int_equal(returned->used_ms, 10 * DAY);
    assert_int_equal(run(store, until(STORE_SESSIONS_EXPIRE, 10 * DAY, 9)), STORE_ABSENT);
    /* Using one dates it, and never back. */
    assert_int_equal(run(store, dated(hash_job(STORE_SESSION_USE, "a"), 12 * DAY)), STORE_OK);
    assert_int_equal(run(store, dated(hash_job(STORE_SESSION_USE, "a"), 3 * DAY)), STORE_OK);
    assert_int_equal(run(store, dated(hash_job(STORE_SESSION_USE, "x"), 12 * DAY)), STORE_ABSENT);
    assert_true(session_exists(store, "a"));
    assert_int_equal(returned->used_ms, 12 * DAY);
    /* The oldest go first, and no more than were asked for. */
    assert_int_equal(run(store, until(STORE_SESSIONS_EXPIRE, 20 * DAY, 1)), STORE_OK);
    assert_true(session_exists(store, "a"));
    assert_false(session_exists(store, "l"));
    assert_int_equal(run(store, until(STORE_SESSIONS_EXPIRE, 20 * DAY, 1)), STORE_OK);
    assert_false(session_exists(store, "a"));
    assert_int_equal(run(store, until(STORE_SESSIONS_EXPIRE, 20 * DAY, 1)), STORE_ABSENT);
    store_close(store);
}

/* A table at which these people sit, perhaps closed or with a record that is not shared. */
static void add_table(struct store *store, const char *table, const char *host, const char *guest,
                      bool has_record, bool is_closed)
{
    struct store_job *job = new_job(table, "", "");
    set_text(job->person.id, host);
    assert_int_equal(run(store, job), STORE_OK);
    job = append_job(table, 1, "{\"person\":\"?\",\"name\":\"Guest\",\"face\":55}");
    set_text(job->person.id, guest);
    assert_int_equal(run(store, job), STORE_OK);
    job = append_job(table, 2, "end");
    job->closes = is_closed;
    if (has_record) {
        job->records = alloc_new(sizeof *job->records);
        job->record_count = 1;
        struct store_record *record = job->records;
        set_text(record->game, "trex");
        record->ended_ms = 1000;
        record->seats = 2;
        record->record = alloc_text("{\"names\":[\"Anna\",\"Luc\"],\"moves\":[]}");
        set_text(record->seat[0].person, host);
        set_text(record->seat[0].name, "Anna");
        set_text(record->seat[1].level, "easy");
        set_text(record->seat[1].name, "Robot");
    }
    assert_int_equal(run(store, job), STORE_OK);
}

static enum store_outcome purge(struct store *store, int64_t from, int64_t before_ms, int limit)
{
    struct store_job *job = until(STORE_PEOPLE_PURGE, before_ms, limit);
    job->from = from;
    return run(store, job);
}

static void test_purge(void **unused)
{
    (void)unused;
    static const char *const ids[] = {"aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc",
                                      "dddddddddddd", "eeeeeeeeeeee", "ffffffffffff"};
    static const char *const hashes[] = {"a", "b", "c", "d", "e", "f"};
    struct store *store = open_store();
    for (int i = 0; i < 6; i++)
        add_person(store, ids[i], "Name", hashes[i], DAY);
    /* a sits at an open table, b has a record, c an account (or was here lately, where there are none), d
     * was here lately; e sat at a table that is closed and has no record, and f was at none. */
    add_table(store, "tabletable01", "", ids[0], false, false);
    add_table(store, "tabletable02", ids[1], "", true, true);
    run(store, in_journal ? dated(hash_job(STORE_SESSION_USE, "c"), 40 * DAY)
                          : account_job(STORE_ACCOUNT_NEW, ids[2], "carl", "$x$"));
    run(store, dated(hash_job(STORE_SESSION_USE, "d"), 40 * DAY));
    add_table(store, "tabletable03", ids[4], ids[4], false, true);
    assert_int_equal(purge(store, 0, DAY, 100), STORE_ABSENT);
    /* In steps, each of which goes on where the one before stopped. */
    assert_int_equal(purge(store, 0, 32 * DAY, 4), STORE_ABSENT);
    assert_true(returned->next_from > 0);
    assert_int_equal(purge(store, returned->next_from, 32 * DAY, 4), STORE_OK);
    assert_int_equal(returned->next_from, 0);
    for (int i = 0; i < 6; i++)
        assert_int_equal(session_exists(store, hashes[i]), i < 4);
    assert_int_equal(run(store, person_job(STORE_PERSON_RENAME, ids[4], "E", "")), STORE_ABSENT);
    /* When the table closes without a record, nothing keeps a. */
    struct store_job *close = append_job("tabletable01", 3, "{}");
    close->closes = true;
    run(store, close);
    assert_int_equal(purge(store, 0, 32 * DAY, 100), STORE_OK);
    assert_false(session_exists(store, "a"));
    assert_true(session_exists(store, "b"));
    store_close(store);
}

static struct store_job *recover_job(const char *login, const char *code, const char *session,
                                     const char *new_code)
{
    struct store_job *job = account_job(STORE_ACCOUNT_RECOVER, "", login, "$new$");
    name_hash(job->session_hash, session);
    name_hash(job->recovery_hash, code);
    name_hash(job->new_recovery_hash, new_code);
    return dated(job, 5 * DAY);
}

/* A journal has none. */
static void add_account(struct store *store, const char *id, const char *login, const char *code)
{
    if (in_journal)
        return;
    struct store_job *job = account_job(STORE_ACCOUNT_NEW, id, login, "$x$");
    name_hash(job->recovery_hash, code);
    assert_int_equal(run(store, job), STORE_OK);
}

static void test_recovery(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    add_person(store, "annaannaanna", "Anna", "a", DAY);
    add_person(store, "lucluclucluc", "Luc", "l", DAY);
    add_account(store, "annaannaanna", "anna", "code");
    add_account(store, "lucluclucluc", "luc", "");
    assert_int_equal(run(store, recover_job("anna", "wrong", "n", "c")), STORE_ABSENT);
    assert_int_equal(run(store, recover_job("anna", "", "n", "c")), STORE_ABSENT);
    assert_int_equal(run(store, recover_job("nobody", "code", "n", "c")), STORE_ABSENT);
    assert_int_equal(run(store, recover_job("", "code", "n", "c")), STORE_ABSENT);
    assert_int_equal(run(store, recover_job("luc", "", "n", "c")), STORE_ABSENT); /* has no code */
    assert_int_equal(run(store, recover_job("anna", "code", "l", "c")), STORE_TAKEN);
    assert_true(session_exists(store, "a"));
    assert_int_equal(run(store, recover_job("anna", "code", "n", "next")), STORE_OK);
    assert_string_equal(returned->person.id, "annaannaanna");
    assert_string_equal(returned->person.name, "Anna");
    assert_false(session_exists(store, "a"));
    assert_true(session_exists(store, "l"));
    assert_true(session_exists(store, "n"));
    assert_int_equal(returned->used_ms, 5 * DAY);
    run(store, account_job(STORE_ACCOUNT_FIND, "", "anna", ""));
    assert_string_equal(returned->password, "$new$");
    /* A code works once. Another one can be set with the password, or comes with a new one. */
    assert_int_equal(run(store, recover_job("anna", "code", "m", "c")), STORE_ABSENT);
    struct store_job *job = account_job(STORE_RECOVERY_SET, "annaannaanna", "", "");
    set_text(job->old_password, "$x$");
    name_hash(job->recovery_hash, "third");
    assert_int_equal(run(store, job), STORE_ABSENT);
    job = account_job(STORE_RECOVERY_SET, "annaannaanna", "", "");
    set_text(job->old_password, "$new$");
    name_hash(job->recovery_hash, "third");
    assert_int_equal(run(store, job), STORE_OK);
    assert_int_equal(run(store, recover_job("anna", "next", "m", "c")), STORE_ABSENT);
    job = account_job(STORE_PASSWORD_SET, "annaannaanna", "", "$newer$");
    set_text(job->old_password, "$new$");
    name_hash(job->recovery_hash, "fourth");
    assert_int_equal(run(store, job), STORE_OK);
    assert_int_equal(run(store, recover_job("anna", "third", "m", "c")), STORE_ABSENT);
    assert_int_equal(run(store, recover_job("anna", "fourth", "m", "c")), STORE_OK);
    store_close(store);
}

static struct store_job *record_job(enum store_kind kind, const char *table, const char *viewer)
{
    struct store_job *job = table_job(kind, table);
    set_text(job->viewer, viewer);
    if (kind == STORE_RECORD_SHARE)
        set_text(job->person.id, viewer);
    return job;
}

/* How many records of this person (or of everyone) the viewer sees. */
static size_t count_records(struct store *store, const char *person, const char *viewer)
{
    struct store_job *job = person_job(STORE_RECORD_LIST, person, "", "");
    set_text(job->viewer, viewer);
    job->limit = 50;
    assert_int_equal(run(store, job), STORE_OK);
    return returned->record_count;
}

static void test_private_records(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    add_person(store, "annaannaanna", "Anna", "a", DAY);
    add_person(store, "lucluclucluc", "Luc", "l", DAY);
    add_person(store, "evaevaevaeva", "Eva", "e", DAY);
    add_table(store, "tabletable01", "annaannaanna", "lucluclucluc", true, false);
    static const char *const viewers[] = {"annaannaanna", "lucluclucluc", "evaevaevaeva", ""};
    struct store_job *statistics = job_new(STORE_STATISTICS);
    set_text(statistics->game, "trex");
    run(store, statistics);
    assert_int_equal(returned->statistics->matches, 0);
    for (int i = 0; i < 4; i++) {
        bool may = i < 2;
        assert_int_equal(run(store, record_job(STORE_RECORD_GET, "tabletable01", viewers[i])),
                         may ? STORE_OK : STORE_FORBIDDEN);
        assert_int_equal(returned->record_count, may);
        assert_int_equal(count_records(store, "annaannaanna", viewers[i]), may);
        assert_int_equal(count_records(store, "", viewers[i]), 0);
    }
    struct store_job *all = record_job(STORE_RECORD_GET, "tabletable01", "");
    all->sees_all = true;
    assert_int_equal(run(store, all), STORE_OK);
    assert_string_equal(returned->records[0].host, "annaannaanna");
    assert_false(returned->records[0].is_shared);
    /* Only the host shares it. */
    for (int i = 3; i >= 1; i--)
        assert_int_equal(run(store, record_job(STORE_RECORD_SHARE, "tabletable01", viewers[i])),
                         STORE_FORBIDDEN);
    assert_int_equal(run(store, record_job(STORE_RECORD_SHARE, "tabletable09", viewers[0])),
                     STORE_ABSENT);
    for (int again = 0; again < 2; again++)
        assert_int_equal(run(store, record_job(STORE_RECORD_SHARE, "tabletable01", viewers[0])),
                         STORE_OK);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(run(store, record_job(STORE_RECORD_GET, "tabletable01", viewers[i])),
                         STORE_OK);
        assert_int_equal(count_records(store, "annaannaanna", viewers[i]), 1);
        assert_int_equal(count_records(store, "", viewers[i]), 1);
        assert_true(returned->records[0].is_shared);
    }
    statistics = job_new(STORE_STATISTICS);
    set_text(statistics->game, "trex");
    run(store, statistics);
    assert_int_equal(returned->statistics->matches, 1);
    store_close(store);
}

/* Who hosts a table at the end shares its record, instead of who made the table; one who is not there changes nothing. */
static void test_later_host(void **unused)
{
    (void)unused;
    static const char *const hosts[] = {"annaannaanna", "lucluclucluc"};
    struct store *store = open_store();
    add_person(store, hosts[0], "Anna", "a", DAY);
    add_person(store, hosts[1], "Luc", "l", DAY);
    for (int later = 0; later < 2; later++) {
        const char *table = later ? "tabletable02" : "tabletable01";
        add_table(store, table, hosts[0], hosts[1], false, false);
        struct store_job *end = append_job(table, 3, "{}");
        end->closes = true;
        end->records = alloc_new(sizeof *end->records);
        end->record_count = 1;
        set_text(end->records->game, "trex");
        end->records->record = alloc_text("{}");
        set_text(end->records->host, later ? hosts[1] : "evaevaevaeva");
        assert_int_equal(run(store, end), STORE_OK);
        for (int i = 0; i < 2; i++)
            assert_int_equal(run(store, record_job(STORE_RECORD_SHARE, table, hosts[i])),
                             i == later ? STORE_OK : STORE_FORBIDDEN);
    }
    store_close(store);
}

static struct store_job *delete_job(const char *id, const char *password)
{
    struct store_job *job = account_job(STORE_PERSON_DELETE, id, "", "");
    set_text(job->old_password, password);
    return job;
}

static void test_delete(void **unused)
{
    (void)unused;
    const char *password = in_journal ? "" : "$x$"; /* there are no accounts */
    struct store *store = open_store();
    add_person(store, "annaannaanna", "Anna", "a", DAY);
    add_person(store, "lucluclucluc", "Luc", "l", DAY);
    add_account(store, "annaannaanna", "anna", "code");
    add_table(store, "tabletable01", "annaannaanna", "lucluclucluc", true, false);
    add_table(store, "tabletable02", "lucluclucluc", "annaannaanna", false, false);
    assert_int_equal(run(store, delete_job("annaannaanna", "$y$")), STORE_ABSENT);
    assert_int_equal(run(store, delete_job("lucluclucluc", "$x$")), STORE_ABSENT); /* no account */
    assert_int_equal(run(store, delete_job("annaannaanna", password)), STORE_OK);
    assert_int_equal(run(store, delete_job("annaannaanna", password)), STORE_ABSENT);
    assert_false(session_exists(store, "a"));
    if (!in_journal) {
        assert_int_equal(run(store, account_job(STORE_ACCOUNT_FIND, "", "anna", "")), STORE_ABSENT);
        assert_int_equal(run(store, recover_job("anna", "code", "n", "c")), STORE_ABSENT);
    }
    /* The record stays, without her, and nobody can share it any more. */
    assert_int_equal(run(store, record_job(STORE_RECORD_GET, "tabletable01", "annaannaanna")),
                     STORE_FORBIDDEN);
    assert_int_equal(run(store, record_job(STORE_RECORD_GET, "tabletable01", "lucluclucluc")),
                     STORE_OK);
    const struct store_record *record = &returned->records[0];
    assert_string_equal(record->seat[0].person, "");
    assert_string_equal(record->seat[0].name, "");
    assert_string_equal(record->seat[1].name, "Robot");
    assert_string_equal(record->host, "");
    if (!in_journal) {
        if (!postgres_url) /* PostgreSQL never had older texts */
            assert_null(strstr(record->record, "Anna"));
        run(store, read_job("tabletable02", 0));               /* she sat down with entry 1 */
        assert_null(strpbrk(returned->entries[1].text, "G5")); /* name and face */
        run(store, read_job("tabletable01", 0));               /* Luc did */
        assert_non_null(strstr(returned->entries[1].text, "Guest"));
    }
    /* A match that ends later does not bring her back. */
    struct store_job *job = append_job("tabletable02", 3, "end");
    job->records = alloc_new(sizeof *job->records);
    job->record_count = 1;
    set_text(job->records[0].game, "trex");
    job->records[0].seats = 1;
    job->records[0].record = alloc_text("{}");
    set_text(job->records[0].seat[0].person, "annaannaanna");
    set_text(job->records[0].seat[0].name, "Anna");
    assert_int_equal(run(store, job), STORE_OK);
    run(store, record_job(STORE_RECORD_GET, "tabletable02", "lucluclucluc"));
    assert_string_equal(returned->records[0].seat[0].name, "");
    assert_string_equal(returned->records[0].seat[0].person, "");
    /* Login and id are free again. */
    add_person(store, "annaannaanna", "Other", "o", DAY);
    add_account(store, "annaannaanna", "anna", "");
    assert_int_equal(count_records(store, "annaannaanna", "annaannaanna"), 0);
    /* Without an account there is no password. */
    assert_int_equal(run(store, delete_job("lucluclucluc", "")), STORE_OK);
    assert_false(session_exists(store, "l"));
    store_close(store);
}

/* ---- Databases of earlier versions ---- */

static void execute(const char *sql)
{
    sqlite3 *handle;
    char *error = NULL;
    assert_int_equal(sqlite3_open(path, &handle), SQLITE_OK);
    if (sqlite3_exec(handle, sql, NULL, NULL, &error) != SQLITE_OK)
        fail_msg("%s", error);
    sqlite3_close(handle);
}

/* The first schema, with a person who hosts a public and a private table and sits at both. */
static const char first_version[] =
    "PRAGMA application_id = 1282761839; PRAGMA user_version = 1;"
    "CREATE TABLE people(key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL,"
    "  login TEXT UNIQUE, password TEXT) STRICT;"
    "CREATE TABLE sessions(hash BLOB NOT NULL PRIMARY KEY,"
    "  person_key INTEGER NOT NULL REFERENCES people(key)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE tables(key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, invite BLOB UNIQUE,"
    "  code BLOB UNIQUE, closed_ms INTEGER) STRICT;"
    "CREATE INDEX tables_open ON tables(closed_ms) WHERE closed_ms IS NULL;"
    "CREATE TABLE entries(table_key INTEGER NOT NULL, number INTEGER NOT NULL,"
    "  at_ms INTEGER NOT NULL, used_ms INTEGER NOT NULL, kind INTEGER NOT NULL,"
    "  seat INTEGER NOT NULL, text TEXT, cid TEXT,"
    "  PRIMARY KEY(table_key, number)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE records(key INTEGER PRIMARY KEY,"
    "  table_key INTEGER NOT NULL UNIQUE REFERENCES tables(key), game TEXT NOT NULL,"
    "  ended_ms INTEGER NOT NULL, seats INTEGER NOT NULL, moves INTEGER NOT NULL,"
    "  record TEXT) STRICT;"
    "CREATE INDEX records_latest ON records(ended_ms);"
    "CREATE INDEX records_of_game ON records(game, ended_ms);"
    "CREATE TABLE record_seats(record_key INTEGER NOT NULL REFERENCES records(key),"
    "  seat INTEGER NOT NULL, person TEXT, name TEXT NOT NULL, level TEXT NOT NULL,"
    "  score INTEGER NOT NULL, won REAL NOT NULL, ended_ms INTEGER NOT NULL,"
    "  PRIMARY KEY(record_key, seat)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX records_of_person ON record_seats(person, ended_ms) WHERE person IS NOT NULL;"
    "INSERT INTO people VALUES(7, 'annaannaanna', 'Anna', 'anna', '$x$'),"
    "  (8, 'lucluclucluc', 'Luc', NULL, NULL);"
    "INSERT INTO sessions VALUES(CAST('a' || zeroblob(31) AS BLOB), 7);"
    "INSERT INTO tables VALUES(1, 'tabletable01', NULL, NULL, NULL),"
    "  (2, 'tabletable02', NULL, NULL, 5), (3, 'tabletable03', NULL, NULL, NULL);"
    "INSERT INTO entries VALUES"
    "  (1, 0, 1, 0, 0, -1, "
    "'{\"public\":true,\"host\":{\"id\":\"annaannaanna\",\"name\":\"Anna\"}}', ''),"
    "  (1, 1, 1, 0, 1, 0, '{\"person\":\"annaannaanna\",\"name\":\"Anna\"}', NULL),"
    "  (2, 0, 1, 0, 0, -1, "
    "'{\"public\":false,\"host\":{\"id\":\"annaannaanna\",\"name\":\"Anna\"}}', ''),"
    "  (2, 1, 1, 0, 1, 0, '{\"person\":\"annaannaanna\",\"name\":\"Anna\"}', NULL),"
    "  (2, 2, 1, 0, 1, 1, '{\"person\":\"lucluclucluc\",\"name\":\"Luc\"}', NULL),"
    "  (2, 3, 1, 0, 2, 1, '{\"name\":\"Robot\"}', NULL),"
    "  (3, 0, 1, 0, 0, -1, 'damaged', NULL), (3, 1, 1, 0, 1, 0, NULL, NULL);"
    "INSERT INTO records VALUES(4, 1, 'trex', 100, 1, 5, '{\"names\":[\"Anna\"],\"origin\":{}}'),"
    "  (5, 2, 'trex', 200, 2, 5, '{\"names\":[\"Anna\",\"Robot\"]}');"
    "INSERT INTO record_seats VALUES(4, 0, 'annaannaanna', 'Anna', '', 3, 1, 100),"
    "  (5, 0, 'annaannaanna', 'Anna', '', 3, 1, 200), (5, 1, NULL, 'Robot', 'easy', 2, 0, 200);";

static void test_upgrade(void **unused)
{
    (void)unused;
    execute(first_version);
    struct store *store = open_store();
    /* Sessions begin to age now. */
    assert_true(session_exists(store, "a"));
    assert_true(returned->used_ms > 1700000000000);
    assert_int_equal(purge(store, 0, 1700000000000, 100), STORE_ABSENT);
    /* Public tables share their records. Luc had left the other one, where he had sat. */
    assert_int_equal(count_records(store, "annaannaanna", ""), 1);
    assert_string_equal(returned->records[0].table, "tabletable01");
    /* The other record is rated: this match did not begin with a deal. */
    assert_false(returned->records[0].is_rated);
    assert_true(returned->records[0].is_continued);
    assert_int_equal(count_records(store, "annaannaanna", "annaannaanna"), 2);
    assert_string_equal(returned->records[0].table, "tabletable02");
    assert_true(returned->records[0].is_rated);
    assert_false(returned->records[0].is_continued);
    assert_int_equal(run(store, record_job(STORE_RECORD_GET, "tabletable02", "")), STORE_FORBIDDEN);
    assert_int_equal(run(store, record_job(STORE_RECORD_GET, "tabletable02", "lucluclucluc")),
                     STORE_OK);
    assert_string_equal(returned->records[0].host, "annaannaanna");
    /* Deleting reaches the older texts. */
    assert_int_equal(run(store, delete_job("annaannaanna", "$x$")), STORE_OK);
    run(store, record_job(STORE_RECORD_GET, "tabletable02", "lucluclucluc"));
    assert_null(strstr(returned->records[0].record, "Anna"));
    for (int i = 1; i <= 2; i++) {
        run(store, read_job(i == 1 ? "tabletable01" : "tabletable02", 0));
        assert_null(strstr(returned->entries[0].text, "Anna"));
        assert_null(strstr(returned->entries[1].text, "Anna"));
    }
    store_close(store);
    store = open_store(); /* upgrading happens once */
    assert_int_equal(count_records(store, "", ""), 1);
    store_close(store);
    execute("DROP INDEX sessions_of_person"); /* succeeds, so it exists */
    execute("PRAGMA user_version = -1");
    char error[200] = "";
    assert_null(store_open(path, NULL, NULL, error, sizeof error));
    assert_non_null(strstr(error, "newer version"));
}

/* A log that version 1 of store/job/bytes.c has written: a person, a table, and its record. */
static void test_first_log(void **unused)
{
    (void)unused;
    static const char hex[] =
        "013c000000c4d3436aad31ff53701a616e6e61616e6e61616e6e610a416e6e6102026100000000000000000000"
        "0000000000000000000000000000000000000000000002020200000001210000001d72cd4059b260bf74020202"
        "000002021a7461626c657461626c65303100020000000001067b7d0000014b00000061eb08079ffc773c6d0202"
        "02000002021a7461626c657461626c65303100020200000a000a706173730002020a747265780a02021a616e6e"
        "61616e6e61616e6e610a416e6e6102000000000000000000067b7d";
    for (journal_size = 0; hex[2 * journal_size]; journal_size++) {
        char digits[3] = {hex[2 * journal_size], hex[2 * journal_size + 1], '\0'};
        journal_bytes[journal_size] = (unsigned char)strtoul(digits, NULL, 16);
    }
    struct store *store = open_store();
    assert_true(session_exists(store, "a"));
    assert_int_equal(returned->used_ms, 0);
    /* A session without a date does not expire. */
    assert_int_equal(run(store, until(STORE_SESSIONS_EXPIRE, 1700000000000, 9)), STORE_ABSENT);
    assert_int_equal(run(store, record_job(STORE_RECORD_GET, "tabletable01", "annaannaanna")),
                     STORE_OK);
    assert_int_equal(count_records(store, "annaannaanna", "annaannaanna"), 1);
    assert_int_equal(run(store, dated(hash_job(STORE_SESSION_USE, "a"), 5 * DAY)), STORE_OK);
    store_close(store);
    store = open_store(); /* frames of both versions */
    assert_true(session_exists(store, "a"));
    assert_int_equal(returned->used_ms, 5 * DAY);
    store_close(store);
}

#define FOR_EVERY_DATABASE                                                    \
    TEST(test_sessions_expire), TEST(test_purge), TEST(test_private_records), \
        TEST(test_later_host), TEST(test_delete)

int people_tests(void)
{
    const struct CMUnitTest sqlite[] = {FOR_EVERY_DATABASE, TEST(test_recovery),
                                        TEST(test_upgrade)};
    const struct CMUnitTest postgres[] = {FOR_EVERY_DATABASE, TEST(test_recovery)};
    const struct CMUnitTest memory[] = {FOR_EVERY_DATABASE, TEST(test_first_log)};
    return run_on_databases(STORE_TESTS(sqlite), STORE_TESTS(memory), STORE_TESTS(postgres));
}
