/* SQLite: jobs about people, sessions and accounts. Each returns its outcome; see job.h.
 *
 * Then: leaderboards; notes; what people are to each other; reports; removing people. */
#include "store/sqlite/sqlite_internal.h"

#include <string.h>

enum { CHANGES_KEPT = 1000 };

/* Reads PERSON_COLUMNS, from this column on. */
static void read_person_at(sqlite3_stmt *statement, int column, struct store_person *person)
{
    sqlite_copy_text(person->id, sizeof person->id, statement, column);
    sqlite_copy_text(person->name, sizeof person->name, statement, column + 1);
    sqlite_copy_text(person->login, sizeof person->login, statement, column + 2);
    person->face = sqlite3_column_int(statement, column + 3);
    sqlite_copy_text(person->page, sizeof person->page, statement, column + 4);
}

static void read_person(sqlite3_stmt *statement, struct store_person *person)
{
    read_person_at(statement, 0, person);
}

/* Others with the same file learn that something about this person has changed. */
static void note_person(struct sqlite_connection *connection, const char *id)
{
    sqlite_change(connection, SQL_PERSON_CHANGED, "t", id);
    sqlite_change(connection, SQL_CHANGES_TRIM, "i", (int64_t)CHANGES_KEPT);
}

enum store_outcome sqlite_person_new(struct sqlite_connection *connection, struct store_job *job)
{
    const struct store_person *person = &job->person;
    if (!sqlite_change(connection, SQL_PERSON_NEW, "tti", person->id, person->name, job->now_ms))
        return STORE_TAKEN;
    if (sqlite_change(connection, SQL_SESSION_NEW, "thti", person->id, job->session_hash, "",
                      job->now_ms))
        return STORE_OK;
    sqlite_change(connection, SQL_PERSON_REMOVE, "t", person->id);
    return STORE_TAKEN;
}

enum store_outcome sqlite_person_rename(struct sqlite_connection *connection, struct store_job *job)
{
    int count =
        sqlite_change(connection, SQL_PERSON_RENAME, "tt", job->person.id, job->person.name);
    return count ? STORE_OK : STORE_ABSENT;
}

enum store_outcome sqlite_person_rename_everywhere(struct sqlite_connection *connection,
                                                   struct store_job *job)
{
    static const enum sqlite_statement rename[] = {SQL_PERSON_RENAME, SQL_RENAME_ENTRIES,
                                                   SQL_RENAME_SEATS};
    const char *id = job->person.id;
    if (!sqlite_finds_row(connection, sqlite_query(connection, SQL_PERSON_FIND, "t", id)))
        return STORE_ABSENT;
    for (size_t i = 0; i < sizeof rename / sizeof *rename; i++)
        sqlite_change(connection, rename[i], "tt", id, job->person.name);
    sqlite_change(connection, SQL_FORGET_TEXTS, "t", id);
    note_person(connection, id);
    return STORE_OK;
}

enum store_outcome sqlite_session_find(struct sqlite_connection *connection, struct store_job *job)
{
    sqlite3_stmt *statement = sqlite_query(connection, SQL_SESSION_FIND, "h", job->session_hash);
    if (!sqlite_row(connection, statement))
        return STORE_ABSENT;
    read_person(statement, &job->person);
    job->used_ms = sqlite3_column_int64(statement, 5);
    sqlite_end(statement);
    return STORE_OK;
}

enum store_outcome sqlite_session_new(struct sqlite_connection *connection, struct store_job *job)
{
    if (sqlite_change(connection, SQL_SESSION_NEW, "thti", job->person.id, job->session_hash,
                      job->password, job->now_ms))
        return STORE_OK;
    return sqlite_finds_row(connection,
                            sqlite_query(connection, SQL_SESSION_FIND, "h", job->session_hash))
               ? STORE_TAKEN
               : STORE_ABSENT;
}

enum store_outcome sqlite_session_end(struct sqlite_connection *connection, struct store_job *job)
{
    sqlite_change(connection, SQL_SESSION_CHANGED, "h", job->session_hash);
    return sqlite_change(connection, SQL_SESSION_END, "h", job->session_hash) ? STORE_OK
                                                                              : STORE_ABSENT;
}

enum store_outcome sqlite_account_new(struct sqlite_connection *connection, struct store_job *job)
{
    const struct store_person *person = &job->person;
    if (sqlite_change(connection, SQL_ACCOUNT_NEW, "toth", person->id, person->login, job->password,
                      job->recovery_hash))
        return STORE_OK;
    return sqlite_finds_row(connection, sqlite_query(connection, SQL_PERSON_FIND, "t", person->id))
               ? STORE_TAKEN
               : STORE_ABSENT;
}

enum store_outcome sqlite_account_find(struct sqlite_connection *connection, struct store_job *job)
{
    sqlite3_stmt *statement = sqlite_query(connection, SQL_ACCOUNT_FIND, "t", job->person.login);
    if (!sqlite_row(connection, statement))
        return STORE_ABSENT;
    read_person(statement, &job->person);
    sqlite_copy_text(job->password, sizeof job->password, statement, 5);
    sqlite_end(statement);
    return STORE_OK;
}

enum store_outcome sqlite_password_set(struct sqlite_connection *connection, struct store_job *job)
{
    const char *id = job->person.id;
    if (!sqlite_change(connection, SQL_PASSWORD_SET, "ttth", id, job->password, job->old_password,
                       job->recovery_hash))
        return STORE_ABSENT;
    sqlite_change(connection, SQL_SESSIONS_END_OTHERS, "th", id, job->session_hash);
    note_person(connection, id);
    return STORE_OK;
}

enum store_outcome sqlite_session_use(struct sqlite_connection *connection, struct store_job *job)
{
    if (!sqlite_change(connection, SQL_SESSION_USE, "hi", job->session_hash, job->now_ms))
        return STORE_ABSENT;
    sqlite_change(connection, SQL_PERSON_USE, "hi", job->session_hash, job->now_ms);
    return STORE_OK;
}

enum store_outcome sqlite_sessions_expire(struct sqlite_connection *connection,
                                          struct store_job *job)
{
    int count =
        sqlite_change(connection, SQL_SESSIONS_EXPIRE, "ii", job->before_ms, (int64_t)job->limit);
    return count ? STORE_OK : STORE_ABSENT;
}

enum store_outcome sqlite_account_recover(struct sqlite_connection *connection,
                                          struct store_job *job)
{
    const char *id = job->person.id;
    sqlite3_stmt *statement =
        sqlite_query(connection, SQL_RECOVERY_FIND, "th", job->person.login, job->recovery_hash);
    if (!sqlite_row(connection, statement))
        return STORE_ABSENT;
    struct store_person found = job->person;
    read_person(statement, &found);
    sqlite_end(statement);
    if (sqlite_finds_row(connection,
                         sqlite_query(connection, SQL_SESSION_FIND, "h", job->session_hash)))
        return STORE_TAKEN;
    job->person = found;
    sqlite_change(connection, SQL_RECOVERY_USE, "tth", id, job->password, job->new_recovery_hash);
    sqlite_change(connection, SQL_SESSIONS_END_OTHERS, "th", id, job->session_hash);
    sqlite_change(connection, SQL_SESSION_NEW, "thti", id, job->session_hash, job->password,
                  job->now_ms);
    note_person(connection, id);
    return STORE_OK;
}

enum store_outcome sqlite_recovery_set(struct sqlite_connection *connection, struct store_job *job)
{
    return sqlite_change(connection, SQL_RECOVERY_SET, "tth", job->person.id, job->old_password,
                         job->recovery_hash)
               ? STORE_OK
               : STORE_ABSENT;
}

/* ---- Leaderboards ---- */

enum store_outcome sqlite_listing_set(struct sqlite_connection *connection, struct store_job *job)
{
    if (!sqlite_change(connection, SQL_LISTING_SET, "ti", job->person.id, (int64_t)job->is_listed))
        return STORE_ABSENT;
    note_person(connection, job->person.id);
    return STORE_OK;
}

enum store_outcome sqlite_face_set(struct sqlite_connection *connection, struct store_job *job)
{
    if (!sqlite_change(connection, SQL_FACE_SET, "ti", job->person.id, (int64_t)job->person.face))
        return STORE_ABSENT;
    note_person(connection, job->person.id);
    return STORE_OK;
}

enum store_outcome sqlite_page_set(struct sqlite_connection *connection, struct store_job *job)
{
    const char *id = job->person.id;
    if (sqlite_change(connection, SQL_PAGE_SET, "tt", id, job->person.page)) {
        note_person(connection, id);
        return STORE_OK;
    }
    struct store_person found = {0};
    sqlite3_stmt *statement = sqlite_query(connection, SQL_PERSON_FIND, "t", id);
    if (sqlite_row(connection, statement)) {
        read_person(statement, &found);
        sqlite_end(statement);
    }
    return found.login[0] ? STORE_TAKEN : STORE_ABSENT;
}

enum store_outcome sqlite_page_find(struct sqlite_connection *connection, struct store_job *job)
{
    bool by_id = job->person.id[0];
    sqlite3_stmt *statement = sqlite_query(connection, by_id ? SQL_PAGE_OF : SQL_PAGE_FIND, "t",
                                           by_id ? job->person.id : job->person.page);
    if (!sqlite_row(connection, statement))
        return STORE_ABSENT;
    read_person(statement, &job->person);
    sqlite_end(statement);
    return STORE_OK;
}

enum store_outcome sqlite_listings(struct sqlite_connection *connection, struct store_job *job)
{
    sqlite3_stmt *statement = sqlite_query(connection, SQL_LISTINGS, "");
    while (sqlite_row(connection, statement))
        read_person(statement, store_job_add_listed(job));
    return STORE_OK;
}

enum store_outcome sqlite_people_gone(struct sqlite_connection *connection, struct store_job *job)
{
    size_t gone = 0;
    for (size_t i = 0; i < job->people_count; i++) {
        const char *id = job->people[i];
        if (!sqlite_finds_row(connection, sqlite_query(connection, SQL_PERSON_FIND, "t", id)))
            memmove(job->people[gone++], id, STORE_ID_TEXT);
    }
    job->people_count = gone;
    return STORE_OK;
}

enum store_outcome sqlite_people_find(struct sqlite_connection *connection, struct store_job *job)
{
    sqlite3_stmt *statement =
        sqlite_query(connection, SQL_PEOPLE_FIND, "ti", job->person.name, (int64_t)job->limit);
    while (sqlite_row(connection, statement)) {
        struct store_found *found = store_job_add_found(job);
        read_person(statement, &found->person);
        found->seen_ms = sqlite3_column_int64(statement, 5);
        found->record_count = sqlite3_column_int64(statement, 6);
    }
    return STORE_OK;
}

/* ---- Notes ---- */

enum store_outcome sqlite_note_get(struct sqlite_connection *connection, struct store_job *job)
{
    sqlite3_stmt *statement = sqlite_query(connection, SQL_NOTE_GET, "t", job->person.id);
    if (!sqlite_row(connection, statement))
        return STORE_ABSENT;
    store_job_add_note(job, (const char *)sqlite3_column_text(statement, 0));
    sqlite_end(statement);
    return STORE_OK;
}

enum store_outcome sqlite_note_set(struct sqlite_connection *connection, struct store_job *job)
{
    const char *id = job->person.id;
    if (sqlite_change(connection, SQL_NOTE_SET, "ttt", id, job->notes[0], job->notes[1]))
        return STORE_OK;
    return sqlite_finds_row(connection, sqlite_query(connection, SQL_NOTE_GET, "t", id))
               ? STORE_TAKEN
               : STORE_ABSENT;
}

/* ---- What people are to each other ---- */

enum store_outcome sqlite_relation_set(struct sqlite_connection *connection, struct store_job *job)
{
    const struct store_relation *relation = &job->relations[0];
    const char *id = job->person.id, *other = relation->to.id,
               *opposite = relation_opposite(relation->kind);
    const char kind[] = {(char)relation->kind, '\0'};
    int64_t limit = job->limit;
    enum store_outcome outcome;
    if (limit == 0) {
        int count = sqlite_change(connection, SQL_RELATION_DROP, "tttt", id, other, kind, "");
        outcome = count ? STORE_OK : STORE_ABSENT;
    } else {
        sqlite_change(connection, SQL_RELATION_ADD, "tttitii", id, other, kind, job->now_ms,
                      relation->table, job->before_ms, limit);
        sqlite3_stmt *added = sqlite_query(connection, SQL_RELATION_ADDED, "tttiii", id, other,
                                           kind, job->now_ms, job->before_ms, limit);
        outcome = (enum store_outcome)sqlite_number(connection, added, STORE_FAILED);
        sqlite_change(connection, SQL_RELATION_DROP, "tttt", id, other, opposite, kind);
    }
    if (*opposite)
        note_person(connection, id);
    return outcome;
}

enum store_outcome sqlite_relations_find(struct sqlite_connection *connection,
                                         struct store_job *job)
{
    sqlite3_stmt *statement =
        sqlite_query(connection, SQL_RELATIONS_OF, "ttii", job->person.id, job->other,
                     job->before_ms, (int64_t)RELATIONS_FOLLOWERS_MAX);
    while (sqlite_row(connection, statement)) {
        struct store_relation *relation = store_job_add_relation(job);
        relation->kind = (enum store_relation_kind)sqlite3_column_text(statement, 0)[0];
        relation->at_ms = sqlite3_column_int64(statement, 1);
        sqlite_copy_text(relation->table, sizeof relation->table, statement, 2);
        relation->is_mutual = sqlite3_column_int(statement, 3);
        read_person_at(statement, 4, &relation->from);
        relation->from_seen_ms = sqlite3_column_int64(statement, 9);
        read_person_at(statement, 10, &relation->to);
        relation->to_seen_ms = sqlite3_column_int64(statement, 15);
    }
    return STORE_OK;
}

enum store_outcome sqlite_people_seen(struct sqlite_connection *connection, struct store_job *job)
{
    for (size_t i = 0; i < job->people_count; i++)
        sqlite_change(connection, SQL_PERSON_SEEN, "ti", job->people[i], job->now_ms);
    return STORE_OK;
}

/* ---- Reports ---- */

enum store_outcome sqlite_report_new(struct sqlite_connection *connection, struct store_job *job)
{
    const char *id = job->person.id;
    int64_t limit = job->limit;
    sqlite_change(connection, SQL_REPORT_ADD, "ttitiiii", id, job->other, job->now_ms,
                  job->notes[0], job->before_ms, limit, (int64_t)REPORTS_OF_ONE_MAX,
                  (int64_t)REPORTS_MAX);
    sqlite3_stmt *added = sqlite_query(connection, SQL_REPORT_ADDED, "ttiii", id, job->other,
                                       job->now_ms, job->before_ms, limit);
    return (enum store_outcome)sqlite_number(connection, added, STORE_FAILED);
}

enum store_outcome sqlite_reports_find(struct sqlite_connection *connection, struct store_job *job)
{
    sqlite3_stmt *statement =
        sqlite_query(connection, SQL_REPORTS_OF, "ii", job->from, (int64_t)job->limit);
    while (sqlite_row(connection, statement)) {
        struct store_report *report = store_job_add_report(job);
        report->number = sqlite3_column_int64(statement, 0);
        report->at_ms = sqlite3_column_int64(statement, 1);
        report->is_closed = sqlite3_column_int64(statement, 2) > 0;
        report->text = sqlite_take_text(statement, 3);
        read_person_at(statement, 4, &report->by);
        read_person_at(statement, 9, &report->about);
    }
    return STORE_OK;
}

enum store_outcome sqlite_report_close(struct sqlite_connection *connection, struct store_job *job)
{
    int count =
        sqlite_change(connection, SQL_REPORT_CLOSE, "iti", job->from, job->notes[0], job->now_ms);
    return count ? STORE_OK : STORE_ABSENT;
}

/* ---- Removing people ---- */

enum store_outcome sqlite_person_delete(struct sqlite_connection *connection, struct store_job *job)
{
    static const unsigned char none[STORE_HASH_BYTES];
    static const enum sqlite_statement forget[] = {
        SQL_FORGET_TEXTS,  SQL_FORGET_ENTRIES, SQL_FORGET_SEATS,  SQL_FORGET_HOST,
        SQL_FORGET_TABLES, SQL_FORGET_NOTE,    SQL_PERSON_REMOVE,
    };
    const char *id = job->person.id;
    if (!sqlite_finds_row(connection,
                          sqlite_query(connection, SQL_PERSON_CHECK, "tt", id, job->old_password)))
        return STORE_ABSENT;
    sqlite_change(connection, SQL_SESSIONS_END_OTHERS, "th", id, none);
    for (size_t i = 0; i < sizeof forget / sizeof *forget; i++)
        sqlite_change(connection, forget[i], "t", id);
    note_person(connection, id);
    return STORE_OK;
}

enum store_outcome sqlite_people_purge(struct sqlite_connection *connection, struct store_job *job)
{
    sqlite3_stmt *statement =
        sqlite_query(connection, SQL_PURGE_LAST, "ii", job->from, (int64_t)job->limit);
    if (!sqlite_row(connection, statement))
        return STORE_ABSENT;
    int64_t last = sqlite3_column_int64(statement, 0);
    bool is_end = sqlite3_column_int64(statement, 1) < job->limit;
    sqlite_end(statement);
    job->next_from = is_end ? 0 : last;
    static const enum sqlite_statement purge[] = {SQL_PURGE_SESSIONS, SQL_PURGE_HOSTS,
                                                  SQL_PURGE_TABLES, SQL_PURGE_PEOPLE};
    int count = 0;
    for (size_t i = 0; i < sizeof purge / sizeof *purge; i++)
        count = sqlite_change(connection, purge[i], "iii", job->from, last, job->before_ms);
    return count ? STORE_OK : STORE_ABSENT;
}
