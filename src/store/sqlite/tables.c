/* SQLite: tables and their entries. A move is one insertion into `entries`: for each table played at,
 * each transaction writes one page to the WAL, with one sync for all of them. */
#include "store/sqlite/sqlite_internal.h"

#include "base/base.h"

#include <stdio.h>

/* The key of a table, whether it is open or not; 0 if it does not exist. */
static int64_t find_key(struct sqlite_connection *connection, const char *id)
{
    const struct open_table *known = open_tables_find(&connection->tables.open, id);
    if (known)
        return known->key;
    sqlite3_stmt *statement = sqlite_query(connection, SQL_TABLE_KEY, "t", id);
    if (!sqlite_row(connection, statement))
        return 0;
    struct open_table found = {.key = sqlite3_column_int64(statement, 0), .number = -1};
    bool is_open = sqlite3_column_type(statement, 1) == SQLITE_NULL;
    snprintf(found.id, sizeof found.id, "%s", id);
    sqlite_end(statement);
    if (is_open)
        open_tables_put(&connection->tables.open, &found);
    return found.key;
}

/* Remembers that this connection has written or read the entries up to this one. */
static void remember(struct sqlite_connection *connection, const char *id,
                     const struct store_entry *entry)
{
    const struct open_table *known = open_tables_find(&connection->tables.open, id);
    if (!known || known->number > entry->number)
        return;
    struct open_table changed = *known;
    changed.number = entry->number;
    changed.at_ms = entry->at_ms;
    open_tables_put(&connection->tables.open, &changed);
}

static bool add_entry(struct sqlite_connection *connection, int64_t key,
                      const struct store_entry *entry)
{
    return sqlite_change(connection, SQL_ENTRY_NEW, "iiiiiitt", key, entry->number, entry->at_ms,
                         entry->used_ms, (int64_t)entry->kind, (int64_t)entry->seat, entry->text,
                         entry->cid) > 0;
}

/* An entry of the table names this person, or nobody (""). */
static void add_person(struct sqlite_connection *connection, int64_t key, const char *id,
                       int64_t number)
{
    if (*id)
        sqlite_change(connection, SQL_TABLE_PERSON, "tii", id, key, number);
}

/* Whether there is such a person, or nobody ("") is meant. */
static bool is_there(struct sqlite_connection *connection, const char *person)
{
    return !*person ||
           sqlite_finds_row(connection, sqlite_query(connection, SQL_PERSON_FIND, "t", person));
}

enum store_outcome sqlite_table_new(struct sqlite_connection *connection, struct store_job *job)
{
    CHECK(job->entry_count == 1 && job->entries[0].number == 0);
    if (!is_there(connection, job->person.id))
        return STORE_ABSENT;
    if (!sqlite_change(connection, SQL_TABLE_NEW, "thht", job->table, job->invite_hash,
                       job->code_hash, job->person.id))
        return STORE_TAKEN;
    struct open_table table = {.key = sqlite3_last_insert_rowid(connection->handle),
                               .at_ms = job->entries[0].at_ms};
    snprintf(table.id, sizeof table.id, "%s", job->table);
    add_entry(connection, table.key, &job->entries[0]);
    add_person(connection, table.key, job->person.id, 0);
    open_tables_put(&connection->tables.open, &table);
    return STORE_OK;
}

enum store_outcome sqlite_table_invite(struct sqlite_connection *connection, struct store_job *job)
{
    int64_t key = find_key(connection, job->table);
    if (!key)
        return STORE_ABSENT;
    return sqlite_change(connection, SQL_TABLE_INVITE, "ihh", key, job->invite_hash, job->code_hash)
               ? STORE_OK
               : STORE_TAKEN;
}

enum store_outcome sqlite_table_find(struct sqlite_connection *connection, struct store_job *job)
{
    sqlite3_stmt *statement = sqlite_query(connection, SQL_TABLE_FIND, "h", job->invite_hash);
    if (!sqlite_row(connection, statement))
        return STORE_ABSENT;
    sqlite_copy_text(job->table, sizeof job->table, statement, 0);
    sqlite_end(statement);
    return STORE_OK;
}

/* Whether the entry before this one exists. Usually that is known without asking the database. */
static bool has_previous(struct sqlite_connection *connection, const struct store_job *job,
                         int64_t key)
{
    int64_t previous = job->entries[0].number - 1;
    const struct open_table *known = open_tables_find(&connection->tables.open, job->table);
    if (previous < 0 || (known && known->number == previous &&
                         (!job->previous_ms || known->at_ms == job->previous_ms)))
        return true;
    sqlite3_stmt *statement = sqlite_query(connection, SQL_ENTRY_TIME, "ii", key, previous);
    if (!sqlite_row(connection, statement))
        return false;
    int64_t at_ms = sqlite3_column_int64(statement, 0);
    sqlite_end(statement);
    return !job->previous_ms || at_ms == job->previous_ms;
}

enum store_outcome sqlite_table_append(struct sqlite_connection *connection, struct store_job *job)
{
    CHECK(job->entry_count == 1);
    const struct store_entry *entry = &job->entries[0];
    int64_t key = find_key(connection, job->table);
    if (!key || entry->number < 0 || !has_previous(connection, job, key) ||
        !is_there(connection, job->person.id))
        return STORE_ABSENT;
    if (!add_entry(connection, key, entry))
        return STORE_TAKEN;
    add_person(connection, key, job->person.id, entry->number);
    if (job->record_count)
        sqlite_record_add(connection, key, &job->records[0]);
    if (job->closes) {
        sqlite_change(connection, SQL_TABLE_CLOSE, "ii", key, entry->at_ms);
        open_tables_remove(&connection->tables.open, job->table);
    } else {
        remember(connection, job->table, entry);
    }
    return STORE_OK;
}

enum store_outcome sqlite_table_read(struct sqlite_connection *connection, struct store_job *job)
{
    int64_t key = find_key(connection, job->table);
    if (!key)
        return STORE_ABSENT;
    sqlite3_stmt *statement = sqlite_query(connection, SQL_ENTRIES, "ii", key, job->from);
    while (sqlite_row(connection, statement))
        *store_job_add_entry(job) = (struct store_entry){
            .number = sqlite3_column_int64(statement, 0),
            .at_ms = sqlite3_column_int64(statement, 1),
            .used_ms = sqlite3_column_int64(statement, 2),
            .kind = sqlite3_column_int(statement, 3),
            .seat = sqlite3_column_int(statement, 4),
            .text = sqlite_take_text(statement, 5),
            .cid = sqlite_take_text(statement, 6),
        };
    if (job->entry_count)
        remember(connection, job->table, &job->entries[job->entry_count - 1]);
    return STORE_OK;
}

/* The number of a table's latest entry; -1 if there is none. Also -1 if its page is damaged: that
 * must not affect other tables. */
static int64_t last_number(struct sqlite_connection *connection, int64_t key)
{
    sqlite3_stmt *statement = sqlite_query(connection, SQL_ENTRY_LAST, "i", key);
    int64_t number = -1;
    int code = statement ? sqlite3_step(statement) : SQLITE_DONE;
    if (code == SQLITE_ROW && sqlite3_column_type(statement, 0) != SQLITE_NULL)
        number = sqlite3_column_int64(statement, 0);
    else if (code != SQLITE_ROW && code != SQLITE_DONE && (code & 0xff) != SQLITE_CORRUPT)
        sqlite_fail(connection, code);
    sqlite_end(statement);
    return number;
}

enum store_outcome sqlite_tables_open(struct sqlite_connection *connection, struct store_job *job)
{
    sqlite3_stmt *statement = sqlite_query(connection, SQL_TABLES_OPEN, "");
    while (sqlite_row(connection, statement)) {
        char id[STORE_ID_TEXT];
        sqlite_copy_text(id, sizeof id, statement, 0);
        store_job_add_table(job, id);
    }
    statement = sqlite_query(connection, SQL_TABLES_ENDED, "");
    while (sqlite_row(connection, statement)) {
        struct store_ended ended = {
            .number = last_number(connection, sqlite3_column_int64(statement, 1))};
        sqlite_copy_text(ended.table, sizeof ended.table, statement, 0);
        if (ended.number >= 0)
            *store_job_add_ended(job) = ended;
        else
            store_job_add_table(job, ended.table); /* readers learn that it is damaged */
    }
    return STORE_OK;
}

struct scan_context {
    struct sqlite_connection *connection;
    struct store_job *job; /* may be NULL */
};

/* A table was open before this scan and is not any more: another server has closed it. */
static void on_closed(void *context, const struct open_table *table)
{
    const struct scan_context *scan = context;
    if (scan->job && last_number(scan->connection, table->key) > table->number)
        store_job_add_table(scan->job, table->id);
}

/* Compares the open tables with the database. With a job, lists in it the tables that have entries
 * which this connection has neither written nor read. */
static void scan(struct sqlite_connection *connection, struct store_job *job)
{
    connection->tables.scan++;
    sqlite3_stmt *statement = sqlite_query(connection, SQL_TABLES_KEYS, "");
    while (sqlite_row(connection, statement)) {
        int64_t key = sqlite3_column_int64(statement, 1);
        struct open_table found = {
            .key = key, .number = last_number(connection, key), .scan = connection->tables.scan};
        sqlite_copy_text(found.id, sizeof found.id, statement, 0);
        const struct open_table *known = open_tables_find(&connection->tables.open, found.id);
        if (job && (!known || known->number < found.number))
            store_job_add_table(job, found.id);
        open_tables_put(&connection->tables.open, &found);
    }
    if (!connection->failed)
        open_tables_remove_older(&connection->tables.open, connection->tables.scan, on_closed,
                                 &(struct scan_context){connection, job});
}

/* Lists the people whom any connection has changed, this one too. */
static void read_people(struct sqlite_connection *connection, struct store_job *job)
{
    sqlite3_stmt *statement =
        sqlite_query(connection, SQL_CHANGES, "i", connection->tables.people_key);
    while (sqlite_row(connection, statement)) {
        char id[STORE_ID_TEXT];
        int64_t key = sqlite3_column_int64(statement, 0);
        sqlite_copy_text(id, sizeof id, statement, 1);
        store_job_add_person(job, id);
        if (key > connection->tables.people_key_read + 1) /* only the latest ones are kept */
            job->all_may_differ = true;
        connection->tables.people_key_read = key;
    }
}

enum store_outcome sqlite_tables_changed(struct sqlite_connection *connection,
                                         struct store_job *job)
{
    /* This number changes when another connection commits. */
    sqlite3_stmt *statement = sqlite_query(connection, SQL_DATA_VERSION, "");
    int64_t version = sqlite_number(connection, statement, -1);
    if (version != connection->tables.data_version) {
        scan(connection, job);
        read_people(connection, job);
    }
    connection->tables.data_version = version;
    return STORE_OK;
}

bool sqlite_tables_start(struct sqlite_connection *connection)
{
    struct sqlite_tables *tables = &connection->tables;
    *tables = (struct sqlite_tables){.data_version = -1};
    scan(connection, NULL);
    tables->people_key_read =
        sqlite_number(connection, sqlite_query(connection, SQL_CHANGES_LAST, ""), 0);
    sqlite_tables_keep(tables);
    return !connection->failed;
}

void sqlite_tables_keep(struct sqlite_tables *tables)
{
    open_tables_keep(&tables->open);
    tables->people_key = tables->people_key_read;
}

void sqlite_tables_restore(struct sqlite_tables *tables)
{
    open_tables_restore(&tables->open);
    tables->people_key_read = tables->people_key;
    tables->data_version = -1;
}
