/* SQLite: what each job means. A job that is refused has changed nothing when it returns; if the
 * database cannot, database->failed is set and the whole transaction is taken back. */
#include "store/sqlite.h"

#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void copy_text(char *to, size_t size, sqlite3_stmt *statement, int column)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    snprintf(to, size, "%s", text ? (const char *)text : "");
}

static char *take_text(sqlite3_stmt *statement, int column)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    if (!text)
        return NULL;
    size_t size = (size_t)sqlite3_column_bytes(statement, column) + 1;
    char *copy = malloc(size);
    CHECK(copy);
    memcpy(copy, text, size);
    return copy;
}

/* Room for one more in an array that has `count`: it doubles at powers of two. */
static void *grow_by_one(void *array, size_t count, size_t size)
{
    if (count & (count - 1) || count == 1)
        return array;
    array = realloc(array, (count ? 2 * count : 2) * size);
    CHECK(array);
    return array;
}

/* People. */

static bool person_there(struct sqlite_database *database, const char *id)
{
    sqlite3_stmt *statement = sqlite_ask(database, SQL_PERSON_FIND, "t", id);
    bool there = sqlite_row(database, statement);
    if (there)
        sqlite_end(statement);
    return there;
}

static enum store_outcome person_new(struct sqlite_database *database, struct store_job *job)
{
    const struct store_person *person = &job->person;
    if (!sqlite_change(database,
                       sqlite_ask(database, SQL_PERSON_NEW, "tt", person->id, person->name)))
        return STORE_TAKEN;
    if (sqlite_change(database,
                      sqlite_ask(database, SQL_SESSION_NEW, "tht", person->id, job->hash, "")))
        return STORE_OK;
    sqlite_change(database, sqlite_ask(database, SQL_PERSON_REMOVE, "t", person->id));
    return STORE_TAKEN;
}

static enum store_outcome session_new(struct sqlite_database *database, struct store_job *job)
{
    if (sqlite_change(database, sqlite_ask(database, SQL_SESSION_NEW, "tht", job->person.id,
                                           job->hash, job->password)))
        return STORE_OK;
    sqlite3_stmt *statement = sqlite_ask(database, SQL_SESSION_FIND, "h", job->hash);
    bool taken = sqlite_row(database, statement);
    sqlite_end(statement);
    return taken ? STORE_TAKEN : STORE_ABSENT;
}

static enum store_outcome account_new(struct sqlite_database *database, struct store_job *job)
{
    const struct store_person *person = &job->person;
    if (sqlite_change(database, sqlite_ask(database, SQL_ACCOUNT_NEW, "tot", person->id,
                                           person->login, job->password)))
        return STORE_OK;
    return person_there(database, person->id) ? STORE_TAKEN : STORE_ABSENT;
}

static enum store_outcome password_set(struct sqlite_database *database, struct store_job *job)
{
    const char *id = job->person.id;
    if (!sqlite_change(database, sqlite_ask(database, SQL_PASSWORD_SET, "ttt", id, job->password,
                                            job->old_password)))
        return STORE_ABSENT;
    sqlite_change(database, sqlite_ask(database, SQL_SESSIONS_END_OTHERS, "th", id, job->hash));
    return STORE_OK;
}

/* The person that a statement finds, and with ACCOUNT_FIND the password. */
static enum store_outcome person_find(struct sqlite_database *database, sqlite3_stmt *statement,
                                      struct store_job *job)
{
    if (!sqlite_row(database, statement))
        return STORE_ABSENT;
    copy_text(job->person.id, sizeof job->person.id, statement, 0);
    copy_text(job->person.name, sizeof job->person.name, statement, 1);
    if (job->kind == STORE_ACCOUNT_FIND)
        copy_text(job->password, sizeof job->password, statement, 3);
    else
        copy_text(job->person.login, sizeof job->person.login, statement, 2);
    sqlite_end(statement);
    return STORE_OK;
}

/* Tables. */

/* The key of a table, whether open or not; 0 if there is none. */
static int64_t table_key(struct sqlite_database *database, const char *id)
{
    const struct head *head = heads_find(&database->heads, id);
    if (head)
        return head->key;
    sqlite3_stmt *statement = sqlite_ask(database, SQL_TABLE_KEY, "t", id);
    if (!sqlite_row(database, statement))
        return 0;
    struct head found = {.is_open = sqlite3_column_type(statement, 1) == SQLITE_NULL,
                         .key = sqlite3_column_int64(statement, 0),
                         .number = -1};
    snprintf(found.id, sizeof found.id, "%s", id);
    sqlite_end(statement);
    if (found.is_open)
        heads_put(&database->heads, &found);
    return found.key;
}

/* This store has written or read the entries up to this one. */
static void head_is(struct sqlite_database *database, const char *id, int64_t number, bool is_open)
{
    const struct head *head = heads_find(&database->heads, id);
    if (!head || (head->number >= number && is_open))
        return;
    struct head changed = *head;
    changed.number = number;
    changed.is_open = is_open;
    heads_put(&database->heads, &changed);
}

static bool entry_new(struct sqlite_database *database, int64_t key,
                      const struct store_entry *entry)
{
    return sqlite_change(database,
                         sqlite_ask(database, SQL_ENTRY_NEW, "iiiiiitt", key, entry->number,
                                    entry->at_ms, entry->used_ms, (int64_t)entry->kind,
                                    (int64_t)entry->seat, entry->text, entry->cid)) > 0;
}

static enum store_outcome table_new(struct sqlite_database *database, struct store_job *job)
{
    CHECK(job->entry_count == 1 && job->entries[0].number == 0);
    if (!sqlite_change(database, sqlite_ask(database, SQL_TABLE_NEW, "thh", job->table, job->hash,
                                            job->hash2)))
        return STORE_TAKEN;
    struct head head = {.is_open = true, .key = sqlite3_last_insert_rowid(database->connection)};
    snprintf(head.id, sizeof head.id, "%s", job->table);
    entry_new(database, head.key, &job->entries[0]);
    heads_put(&database->heads, &head);
    return STORE_OK;
}

static enum store_outcome table_invite(struct sqlite_database *database, struct store_job *job)
{
    int64_t key = table_key(database, job->table);
    if (!key)
        return STORE_ABSENT;
    return sqlite_change(database,
                         sqlite_ask(database, SQL_TABLE_INVITE, "ihh", key, job->hash, job->hash2))
               ? STORE_OK
               : STORE_TAKEN;
}

static enum store_outcome table_find(struct sqlite_database *database, struct store_job *job)
{
    sqlite3_stmt *statement = sqlite_ask(database, SQL_TABLE_FIND, "h", job->hash);
    if (!sqlite_row(database, statement))
        return STORE_ABSENT;
    copy_text(job->table, sizeof job->table, statement, 0);
    sqlite_end(statement);
    return STORE_OK;
}

static void record_new(struct sqlite_database *database, int64_t key,
                       const struct store_record *record)
{
    if (!sqlite_change(database, sqlite_ask(database, SQL_RECORD_NEW, "itiiit", key, record->game,
                                            record->ended_ms, (int64_t)record->seats,
                                            (int64_t)record->move_count, record->record)))
        return; /* a table has one */
    int64_t record_key = sqlite3_last_insert_rowid(database->connection);
    for (int i = 0; i < record->seats && i < STORE_SEATS_MAX; i++) {
        const struct store_result_seat *seat = &record->seat[i];
        sqlite_change(database, sqlite_ask(database, SQL_RECORD_SEAT_NEW, "iiottidi", record_key,
                                           (int64_t)i, seat->person, seat->name, seat->level,
                                           (int64_t)seat->score, seat->won, record->ended_ms));
    }
}

/* The path of every move. What is known of the table spares looking it up. */
static enum store_outcome table_append(struct sqlite_database *database, struct store_job *job)
{
    CHECK(job->entry_count == 1);
    const struct store_entry *entry = &job->entries[0];
    int64_t key = table_key(database, job->table);
    if (!key || entry->number < 0)
        return STORE_ABSENT;
    const struct head *head = heads_find(&database->heads, job->table);
    if ((!head || head->number < entry->number - 1) &&
        sqlite_number(database, sqlite_ask(database, SQL_ENTRY_LAST, "i", key), -1) <
            entry->number - 1)
        return STORE_ABSENT;
    if (!entry_new(database, key, entry))
        return STORE_TAKEN;
    if (job->closes)
        sqlite_change(database, sqlite_ask(database, SQL_TABLE_CLOSE, "ii", key, entry->at_ms));
    if (job->record_count)
        record_new(database, key, &job->records[0]);
    head_is(database, job->table, entry->number, !job->closes);
    return STORE_OK;
}

static enum store_outcome table_read(struct sqlite_database *database, struct store_job *job)
{
    int64_t key = table_key(database, job->table);
    if (!key)
        return STORE_ABSENT;
    sqlite3_stmt *statement = sqlite_ask(database, SQL_ENTRIES, "ii", key, job->from);
    while (sqlite_row(database, statement)) {
        job->entries = grow_by_one(job->entries, job->entry_count, sizeof *job->entries);
        job->entries[job->entry_count++] = (struct store_entry){
            .number = sqlite3_column_int64(statement, 0),
            .at_ms = sqlite3_column_int64(statement, 1),
            .used_ms = sqlite3_column_int64(statement, 2),
            .kind = sqlite3_column_int(statement, 3),
            .seat = sqlite3_column_int(statement, 4),
            .text = take_text(statement, 5),
            .cid = take_text(statement, 6),
        };
    }
    if (job->entry_count)
        head_is(database, job->table, job->entries[job->entry_count - 1].number, true);
    return STORE_OK;
}

static void add_table(struct store_job *job, const char *id)
{
    job->tables = grow_by_one(job->tables, job->table_count, sizeof *job->tables);
    memcpy(job->tables[job->table_count++], id, STORE_ID_TEXT);
}

/* The number of a table's latest entry; -1: none, or its page is damaged, which is that table's own
 * misfortune. */
static int64_t last_number(struct sqlite_database *database, int64_t key)
{
    sqlite3_stmt *statement = sqlite_ask(database, SQL_ENTRY_LAST, "i", key);
    int64_t number = -1;
    int code = statement ? sqlite3_step(statement) : SQLITE_DONE;
    if (code == SQLITE_ROW && sqlite3_column_type(statement, 0) != SQLITE_NULL)
        number = sqlite3_column_int64(statement, 0);
    else if (code != SQLITE_ROW && code != SQLITE_DONE && (code & 0xff) != SQLITE_CORRUPT)
        sqlite_failed(database, code);
    sqlite_end(statement);
    return number;
}

static enum store_outcome tables_open(struct sqlite_database *database, struct store_job *job)
{
    sqlite3_stmt *statement = sqlite_ask(database, SQL_TABLES_OPEN, "");
    while (sqlite_row(database, statement)) {
        char id[STORE_ID_TEXT];
        copy_text(id, sizeof id, statement, 0);
        add_table(job, id);
    }
    statement = sqlite_ask(database, SQL_TABLES_ENDED, "");
    while (sqlite_row(database, statement)) {
        job->ended = grow_by_one(job->ended, job->ended_count, sizeof *job->ended);
        struct store_ended *ended = &job->ended[job->ended_count++];
        copy_text(ended->table, sizeof ended->table, statement, 0);
        ended->number = last_number(database, sqlite3_column_int64(statement, 1));
    }
    return STORE_OK;
}

/* Tables that were open and are not among the open ones any more: somebody else has closed them. */
static void find_closed(struct sqlite_database *database, struct store_job *job)
{
    for (size_t i = 0; i < database->heads.slot_count && !database->failed; i++) {
        struct head head = database->heads.slots[i];
        if (!head.id[0] || !head.is_open || head.scan == database->scan)
            continue;
        int64_t last = last_number(database, head.key);
        if (job && last > head.number)
            add_table(job, head.id);
        head.is_open = false;
        heads_put(&database->heads, &head); /* is there already: the others do not move */
    }
}

void sqlite_heads_compare(struct sqlite_database *database, struct store_job *job)
{
    database->scan++;
    sqlite3_stmt *statement = sqlite_ask(database, SQL_TABLES_HEADS, "");
    while (sqlite_row(database, statement)) {
        struct head seen = {.is_open = true,
                            .key = sqlite3_column_int64(statement, 1),
                            .number = last_number(database, sqlite3_column_int64(statement, 1)),
                            .scan = database->scan};
        copy_text(seen.id, sizeof seen.id, statement, 0);
        const struct head *known = heads_find(&database->heads, seen.id);
        if (job && (!known || known->number < seen.number))
            add_table(job, seen.id);
        heads_put(&database->heads, &seen);
    }
    find_closed(database, job);
}

static enum store_outcome tables_changed(struct sqlite_database *database, struct store_job *job)
{
    int64_t version = sqlite_number(database, sqlite_ask(database, SQL_DATA_VERSION, ""), -1);
    if (version != database->data_version)
        sqlite_heads_compare(database, job);
    database->data_version = version;
    return STORE_OK;
}

/* Records. */

static void read_record(struct sqlite_database *database, sqlite3_stmt *statement,
                        struct store_record *record)
{
    int64_t key = sqlite3_column_int64(statement, 0);
    copy_text(record->table, sizeof record->table, statement, 1);
    copy_text(record->game, sizeof record->game, statement, 2);
    record->ended_ms = sqlite3_column_int64(statement, 3);
    int seat_count = sqlite3_column_int(statement, 4);
    record->seats = seat_count < 0 || seat_count > STORE_SEATS_MAX ? 0 : seat_count;
    record->move_count = sqlite3_column_int(statement, 5);
    sqlite3_stmt *seats = sqlite_ask(database, SQL_RECORD_SEATS, "i", key);
    while (sqlite_row(database, seats)) {
        int number = sqlite3_column_int(seats, 0);
        if (number < 0 || number >= STORE_SEATS_MAX)
            continue;
        struct store_result_seat *seat = &record->seat[number];
        copy_text(seat->person, sizeof seat->person, seats, 1);
        copy_text(seat->name, sizeof seat->name, seats, 2);
        copy_text(seat->level, sizeof seat->level, seats, 3);
        seat->score = sqlite3_column_int(seats, 4);
        seat->won = sqlite3_column_double(seats, 5);
    }
}

static struct store_record *add_record(struct store_job *job)
{
    job->records = grow_by_one(job->records, job->record_count, sizeof *job->records);
    struct store_record *record = &job->records[job->record_count++];
    memset(record, 0, sizeof *record);
    return record;
}

static enum store_outcome record_get(struct sqlite_database *database, struct store_job *job)
{
    sqlite3_stmt *statement = sqlite_ask(database, SQL_RECORD_GET, "t", job->table);
    if (!sqlite_row(database, statement))
        return STORE_ABSENT;
    struct store_record *record = add_record(job);
    read_record(database, statement, record);
    record->record = take_text(statement, 6);
    sqlite_end(statement);
    return STORE_OK;
}

static enum store_outcome record_list(struct sqlite_database *database, struct store_job *job)
{
    int64_t before_ms = job->before_ms > 0 ? job->before_ms : INT64_MAX;
    sqlite3_stmt *statement;
    if (job->person.id[0])
        statement =
            sqlite_ask(database, SQL_RECORDS_PERSON, "iot", before_ms, job->game, job->person.id);
    else if (job->game[0])
        statement = sqlite_ask(database, SQL_RECORDS_GAME, "it", before_ms, job->game);
    else
        statement = sqlite_ask(database, SQL_RECORDS, "i", before_ms);
    /* Those of one moment stay together: the next list begins before that moment. */
    for (int64_t last_ms = 0; sqlite_row(database, statement);) {
        int64_t ended_ms = sqlite3_column_int64(statement, 3);
        if ((int)job->record_count >= job->limit && ended_ms != last_ms) {
            sqlite_end(statement);
            break;
        }
        last_ms = ended_ms;
        read_record(database, statement, add_record(job));
    }
    return STORE_OK;
}

static enum store_outcome do_job(struct sqlite_database *database, struct store_job *job)
{
    const struct store_person *person = &job->person;
    switch (job->kind) {
    case STORE_PERSON_NEW:
        return person_new(database, job);
    case STORE_PERSON_RENAME:
        return sqlite_change(database, sqlite_ask(database, SQL_PERSON_RENAME, "tt", person->id,
                                                  person->name))
                   ? STORE_OK
                   : STORE_ABSENT;
    case STORE_SESSION_FIND:
        return person_find(database, sqlite_ask(database, SQL_SESSION_FIND, "h", job->hash), job);
    case STORE_SESSION_NEW:
        return session_new(database, job);
    case STORE_SESSION_END:
        return sqlite_change(database, sqlite_ask(database, SQL_SESSION_END, "h", job->hash))
                   ? STORE_OK
                   : STORE_ABSENT;
    case STORE_ACCOUNT_NEW:
        return account_new(database, job);
    case STORE_ACCOUNT_FIND:
        return person_find(database, sqlite_ask(database, SQL_ACCOUNT_FIND, "t", person->login),
                           job);
    case STORE_PASSWORD_SET:
        return password_set(database, job);
    case STORE_TABLE_NEW:
        return table_new(database, job);
    case STORE_TABLE_INVITE:
        return table_invite(database, job);
    case STORE_TABLE_FIND:
        return table_find(database, job);
    case STORE_TABLE_APPEND:
        return table_append(database, job);
    case STORE_TABLE_READ:
        return table_read(database, job);
    case STORE_TABLES_OPEN:
        return tables_open(database, job);
    case STORE_TABLES_CHANGED:
        return tables_changed(database, job);
    case STORE_RECORD_GET:
        return record_get(database, job);
    case STORE_RECORD_LIST:
        return record_list(database, job);
    case STORE_STATISTICS:
        sqlite_statistics(database, job);
        return STORE_OK;
    case STORE_PROBE:
        sqlite_change(database, sqlite_ask(database, SQL_PROBE, ""));
        return STORE_OK;
    }
    return STORE_FAILED;
}

void sqlite_job(struct sqlite_database *database, struct store_job *job)
{
    job->outcome = do_job(database, job);
}
