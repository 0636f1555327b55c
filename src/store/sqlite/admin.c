/* Backing up and checking a SQLite database, also while a server uses it. Functions that fail put the
 * reason into `error`.
 *
 * Then: one side of a copy; reading; writing; the transaction. */
#include "store/sqlite/sqlite_internal.h"

#include "base/system/system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static sqlite3 *connect_to_ours(const char *path, char *error, size_t error_size)
{
    sqlite3 *handle = sqlite_connect(path, error, error_size);
    if (handle && sqlite_schema_is_ours(handle, error, error_size))
        return handle;
    sqlite3_close(handle);
    return NULL;
}

/* `to` is the path of `file`, which is new and empty. */
static bool copy_into(sqlite3 *handle, const char *to, int file, char *error, size_t error_size)
{
    sqlite3_stmt *statement = NULL;
    sqlite3_prepare_v2(handle, "VACUUM INTO ?", -1, &statement, NULL);
    sqlite3_bind_text(statement, 1, to, -1, SQLITE_STATIC);
    bool good = sqlite3_step(statement) == SQLITE_DONE ||
                sqlite_error(error, error_size, sqlite3_errmsg(handle));
    sqlite3_finalize(statement);
    return good && (fsync(file) == 0 || sqlite_error(error, error_size, strerror(errno)));
}

/* Counts what is in the copy. */
static bool count_rows(const char *path, struct store_copied *copied, char *error,
                       size_t error_size)
{
    sqlite3 *handle;
    sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
    *copied = (struct store_copied){.people = sqlite_ask(handle, "SELECT count(*) FROM people"),
                                    .tables = sqlite_ask(handle, "SELECT count(*) FROM tables"),
                                    .entries = sqlite_ask(handle, "SELECT count(*) FROM entries"),
                                    .records = sqlite_ask(handle, "SELECT count(*) FROM records")};
    bool good = (copied->people >= 0 && copied->tables >= 0 && copied->entries >= 0 &&
                 copied->records >= 0) ||
                sqlite_error(error, error_size, sqlite3_errmsg(handle));
    sqlite3_close(handle);
    return good;
}

bool sqlite_backup(const char *path, const char *to, struct store_copied *copied, char *error,
                   size_t error_size)
{
    int file = open(to, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0)
        return sqlite_error(error, error_size, strerror(errno));
    sqlite3 *handle = connect_to_ours(path, error, error_size);
    bool good = handle && copy_into(handle, to, file, error, error_size) &&
                count_rows(to, copied, error, error_size);
    sqlite3_close(handle);
    close(file);
    if (!good)
        unlink(to);
    return good;
}

/* True if the query finds nothing. Its first row says what is wrong. */
static bool finds_nothing(sqlite3 *handle, const char *query, char *error, size_t error_size)
{
    sqlite3_stmt *statement = NULL;
    sqlite3_prepare_v2(handle, query, -1, &statement, NULL);
    int code = sqlite3_step(statement);
    bool good = code == SQLITE_DONE ||
                sqlite_error(error, error_size,
                             code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0)
                                                : sqlite3_errmsg(handle));
    sqlite3_finalize(statement);
    return good;
}

bool sqlite_check(const char *path, char *error, size_t error_size)
{
    static const char damage[] =
        "SELECT integrity_check FROM pragma_integrity_check(1) WHERE integrity_check <> 'ok'";
    static const char nothing[] =
        "SELECT 'a row of ' || \"table\" || ' refers to nothing' FROM pragma_foreign_key_check";
    static const char gaps[] =
        "SELECT 'table ' || id || ' lacks entries' FROM tables WHERE"
        " (SELECT count(*) = 0 OR count(*) <> max(number) + 1 OR min(number) <> 0"
        "  FROM entries WHERE table_key = key)";
    static const char strays[] = "SELECT 'there are entries without a table' FROM entries"
                                 " WHERE table_key NOT IN (SELECT key FROM tables)";
    static const char *const queries[] = {damage, nothing, gaps, strays};
    sqlite3 *handle = connect_to_ours(path, error, error_size);
    bool good = handle && sqlite_schema_is_known(handle, error, error_size);
    for (size_t i = 0; i < sizeof queries / sizeof *queries && good; i++)
        good = finds_nothing(handle, queries[i], error, error_size);
    sqlite3_close(handle);
    return good;
}

/* ---- One side of a copy ---- */

struct sqlite_copy {
    struct copy_side side; /* must be the first member */
    sqlite3 *handle;
    sqlite3_stmt *writing;
};

#define KEY_OF_TABLE "(SELECT key FROM tables WHERE id = ?1)"

static const char *const queries[COPY_TABLE_COUNT] = {
    [COPY_PEOPLE] =
        "SELECT id, name, login, password, recovery, seen_ms, listed, face, page FROM people"
        " ORDER BY key",
    [COPY_SESSIONS] = "SELECT hash, id, used_ms FROM sessions JOIN people ON key = person_key"
                      " ORDER BY hash",
    [COPY_TABLES] = "SELECT id, invite, code, closed_ms, host FROM tables ORDER BY key",
    [COPY_TABLE_PEOPLE] = "SELECT person, id, number FROM table_people"
                          " JOIN tables ON key = table_key ORDER BY person, id, number",
    [COPY_ENTRIES] = "SELECT id, number, at_ms, used_ms, kind, seat, text, cid FROM entries"
                     " JOIN tables ON key = table_key ORDER BY key, number",
    [COPY_RECORDS] = "SELECT id, game, ended_ms, seats, moves, record, shared IS NOT NULL, rated,"
                     " continued FROM records r JOIN tables t ON t.key = table_key ORDER BY r.key",
    [COPY_RECORD_SEATS] =
        "SELECT id, seat, person, name, level, score, won, s.ended_ms, part FROM record_seats s"
        " JOIN records r ON r.key = record_key JOIN tables t ON t.key = table_key"
        " ORDER BY r.key, seat",
    [COPY_NOTES] = "SELECT id, text FROM notes ORDER BY id",
    [COPY_RELATIONS] = "SELECT person, other, kind, at_ms, table_id FROM relations"
                       " ORDER BY person, other, kind",
    [COPY_REPORTS] =
        "SELECT number, person, other, at_ms, text, closed_ms FROM reports ORDER BY number",
};

static const char *const insertions[COPY_TABLE_COUNT] = {
    [COPY_PEOPLE] =
        "INSERT INTO people(id, name, login, password, recovery, seen_ms, listed, face, page)"
        " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [COPY_SESSIONS] = "INSERT INTO sessions(hash, person_key, used_ms)"
                      " VALUES(?1, (SELECT key FROM people WHERE id = ?2), ?3)",
    [COPY_TABLES] = "INSERT INTO tables(id, invite, code, closed_ms, host) VALUES(?, ?, ?, ?, ?)",
    [COPY_TABLE_PEOPLE] =
        "INSERT INTO table_people VALUES(?1, (SELECT key FROM tables WHERE id = ?2), ?3)",
    [COPY_ENTRIES] = "INSERT INTO entries VALUES(" KEY_OF_TABLE ", ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [COPY_RECORDS] =
        "INSERT INTO records(table_key, game, ended_ms, seats, moves, record, shared, rated,"
        "  continued)"
        " VALUES(" KEY_OF_TABLE ", ?2, ?3, ?4, ?5, ?6,"
        "  iif(?7, (SELECT ifnull(max(shared), 0) + 1 FROM records), NULL), ?8, ?9)",
    [COPY_RECORD_SEATS] =
        "INSERT INTO record_seats VALUES((SELECT key FROM records WHERE table_key = " KEY_OF_TABLE
        "), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    [COPY_NOTES] = "INSERT INTO notes VALUES(?, ?)",
    [COPY_RELATIONS] = "INSERT INTO relations VALUES(?, ?, ?, ?, ?)",
    [COPY_REPORTS] = "INSERT INTO reports VALUES(?, ?, ?, ?, ?, ?)",
};

static bool fail(struct sqlite_copy *copy)
{
    return sqlite_error(copy->side.error, sizeof copy->side.error, sqlite3_errmsg(copy->handle));
}

/* ---- Reading ---- */

/* A value as text, to be freed. */
static char *value_text(sqlite3_stmt *statement, int column, char type)
{
    if (sqlite3_column_type(statement, column) == SQLITE_NULL)
        return NULL;
    if (type == 'h') {
        const unsigned char *bytes = sqlite3_column_blob(statement, column);
        int size = sqlite3_column_bytes(statement, column);
        char *text = alloc_new((size_t)size * 2 + 3);
        int length = sprintf(text, "\\x");
        for (int i = 0; i < size; i++)
            length += sprintf(text + length, "%02x", bytes[i]);
        return text;
    }
    if (type == 'd') {
        char *text = alloc_new(40);
        snprintf(text, 40, "%.17g", sqlite3_column_double(statement, column));
        return text;
    }
    return alloc_text((const char *)sqlite3_column_text(statement, column));
}

static bool read_row(sqlite3_stmt *statement, const char *types, copy_row *row, void *context)
{
    char *values[COPY_COLUMNS_MAX] = {0};
    for (int i = 0; types[i]; i++)
        values[i] = value_text(statement, i, types[i]);
    bool goes_on = row(context, (const char *const *)values);
    for (int i = 0; types[i]; i++)
        free(values[i]);
    return goes_on;
}

static bool read_table(struct copy_side *side, enum copy_table table, copy_row *row, void *context)
{
    struct sqlite_copy *copy = (struct sqlite_copy *)side;
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(copy->handle, queries[table], -1, &statement, NULL) != SQLITE_OK)
        return fail(copy);
    int code;
    bool goes_on = true;
    while (goes_on && (code = sqlite3_step(statement)) == SQLITE_ROW)
        goes_on = read_row(statement, copy_types[table], row, context);
    bool good = goes_on && (code == SQLITE_DONE || fail(copy));
    sqlite3_finalize(statement);
    return good;
}

/* ---- Writing ---- */

static bool write_begin(struct copy_side *side, enum copy_table table)
{
    struct sqlite_copy *copy = (struct sqlite_copy *)side;
    return sqlite3_prepare_v2(copy->handle, insertions[table], -1, &copy->writing, NULL) ==
               SQLITE_OK ||
           fail(copy);
}

static void bind_bytes(sqlite3_stmt *statement, int at, const char *text)
{
    size_t size = (strlen(text) - 2) / 2;
    unsigned char *bytes = alloc_new(size + 1);
    for (size_t i = 0; i < size; i++) {
        char pair[3] = {text[2 + 2 * i], text[3 + 2 * i], '\0'};
        bytes[i] = (unsigned char)strtoul(pair, NULL, 16);
    }
    sqlite3_bind_blob(statement, at, bytes, (int)size, SQLITE_TRANSIENT);
    free(bytes);
}

static bool write_row(struct copy_side *side, enum copy_table table, const char *const *values)
{
    struct sqlite_copy *copy = (struct sqlite_copy *)side;
    const char *types = copy_types[table];
    for (int i = 0; types[i]; i++) {
        if (!values[i])
            sqlite3_bind_null(copy->writing, i + 1);
        else if (types[i] == 'h')
            bind_bytes(copy->writing, i + 1, values[i]);
        else if (types[i] == 'i')
            sqlite3_bind_int64(copy->writing, i + 1, strtoll(values[i], NULL, 10));
        else if (types[i] == 'd')
            sqlite3_bind_double(copy->writing, i + 1, strtod(values[i], NULL));
        else
            sqlite3_bind_text(copy->writing, i + 1, values[i], -1, SQLITE_STATIC);
    }
    bool good = sqlite3_step(copy->writing) == SQLITE_DONE || fail(copy);
    sqlite3_reset(copy->writing);
    return good;
}

static bool write_end(struct copy_side *side)
{
    struct sqlite_copy *copy = (struct sqlite_copy *)side;
    sqlite3_finalize(copy->writing);
    copy->writing = NULL;
    return true;
}

/* ---- The transaction ---- */

static bool execute(struct sqlite_copy *copy, const char *statements)
{
    return sqlite_execute(copy->handle, statements, copy->side.error, sizeof copy->side.error);
}

static bool commit(struct copy_side *side)
{
    return execute((struct sqlite_copy *)side, "COMMIT");
}

static void close_copy(struct copy_side *side)
{
    struct sqlite_copy *copy = (struct sqlite_copy *)side;
    sqlite3_finalize(copy->writing);
    sqlite3_close(copy->handle);
    free(copy);
}

struct copy_side *sqlite_copy_open(const char *path, bool writes, char *error, size_t error_size)
{
    sqlite3 *handle = sqlite_connect(path, error, error_size);
    if (!handle)
        return NULL;
    struct sqlite_copy *copy = alloc_new(sizeof *copy);
    *copy = (struct sqlite_copy){.side = {.read = read_table,
                                          .write_begin = write_begin,
                                          .write = write_row,
                                          .write_end = write_end,
                                          .commit = commit,
                                          .close = close_copy},
                                 .handle = handle};
    if (execute(copy, "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON") &&
        execute(copy, writes ? "BEGIN IMMEDIATE" : "BEGIN"))
        return &copy->side;
    snprintf(error, error_size, "%s", copy->side.error);
    close_copy(&copy->side);
    return NULL;
}
