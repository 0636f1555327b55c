/* PostgreSQL: jobs about people, sessions and accounts. Each has a function that sends its statements
 * and, unless postgres_outcome suffices, one that reads their results.
 *
 * Then: what people are to each other; reports. */
#include "store/postgres/postgres_internal.h"

#include "base/system/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

postgres_reader *postgres_person_new(struct postgres_connection *connection,
                                     const struct store_job *job)
{
    postgres_send(connection, PG_PERSON_NEW, "tthi", job->person.id, job->person.name,
                  job->session_hash, job->now_ms);
    return postgres_outcome;
}

postgres_reader *postgres_person_rename(struct postgres_connection *connection,
                                        const struct store_job *job)
{
    postgres_send(connection, PG_PERSON_RENAME, "tt", job->person.id, job->person.name);
    return postgres_outcome;
}

postgres_reader *postgres_person_rename_everywhere(struct postgres_connection *connection,
                                                   const struct store_job *job)
{
    postgres_send(connection, PG_PERSON_RENAME_EVERYWHERE, "tt", job->person.id, job->person.name);
    return postgres_outcome;
}

postgres_reader *postgres_session_new(struct postgres_connection *connection,
                                      const struct store_job *job)
{
    postgres_send(connection, PG_SESSION_NEW, "thti", job->person.id, job->session_hash,
                  job->password, job->now_ms);
    return postgres_outcome;
}

static void read_person_at(const PGresult *result, int row, int column, struct store_person *person)
{
    postgres_copy_text(person->id, sizeof person->id, result, row, column);
    postgres_copy_text(person->name, sizeof person->name, result, row, column + 1);
    postgres_copy_text(person->login, sizeof person->login, result, row, column + 2);
    person->face = (int)postgres_integer(result, row, column + 3);
    postgres_copy_text(person->page, sizeof person->page, result, row, column + 4);
}

static void read_person(const PGresult *result, int row, struct store_person *person)
{
    read_person_at(result, row, 0, person);
}

static enum store_outcome person_found(struct postgres_connection *connection,
                                       struct store_job *job)
{
    PGresult *result = postgres_next(connection);
    bool found = PQntuples(result) > 0;
    if (found) {
        read_person(result, 0, &job->person);
        if (job->kind == STORE_ACCOUNT_FIND)
            postgres_copy_text(job->password, sizeof job->password, result, 0, 5);
        if (job->kind == STORE_SESSION_FIND)
            job->used_ms = postgres_integer(result, 0, 5);
    }
    PQclear(result);
    return found ? STORE_OK : STORE_ABSENT;
}

postgres_reader *postgres_session_find(struct postgres_connection *connection,
                                       const struct store_job *job)
{
    postgres_send(connection, PG_SESSION_FIND, "h", job->session_hash);
    return person_found;
}

postgres_reader *postgres_session_end(struct postgres_connection *connection,
                                      const struct store_job *job)
{
    postgres_send(connection, PG_SESSION_END, "h", job->session_hash);
    return postgres_outcome;
}

postgres_reader *postgres_account_new(struct postgres_connection *connection,
                                      const struct store_job *job)
{
    postgres_send(connection, PG_ACCOUNT_NEW, "toth", job->person.id, job->person.login,
                  job->password, job->recovery_hash);
    return postgres_outcome;
}

postgres_reader *postgres_account_find(struct postgres_connection *connection,
                                       const struct store_job *job)
{
    postgres_send(connection, PG_ACCOUNT_FIND, "t", job->person.login);
    return person_found;
}

static enum store_outcome password_was_set(struct postgres_connection *connection,
                                           struct store_job *job)
{
    enum store_outcome outcome = postgres_outcome(connection, job);
    PQclear(postgres_next(connection));
    return outcome;
}

/* Two statements: the second one also sees sessions that another server has added while the first
 * one waited for it. */
postgres_reader *postgres_password_set(struct postgres_connection *connection,
                                       const struct store_job *job)
{
    const char *id = job->person.id;
    postgres_send(connection, PG_PASSWORD_SET, "ttth", id, job->password, job->old_password,
                  job->recovery_hash);
    postgres_send(connection, PG_SESSIONS_END_OTHERS, "tht", id, job->session_hash, job->password);
    return password_was_set;
}

postgres_reader *postgres_session_use(struct postgres_connection *connection,
                                      const struct store_job *job)
{
    postgres_send(connection, PG_SESSION_USE, "hi", job->session_hash, job->now_ms);
    return postgres_outcome;
}

postgres_reader *postgres_sessions_expire(struct postgres_connection *connection,
                                          const struct store_job *job)
{
    postgres_send(connection, PG_SESSIONS_EXPIRE, "ii", job->before_ms, (int64_t)job->limit);
    return postgres_outcome;
}

void postgres_account_is_recovered(struct postgres_connection *connection,
                                   const struct store_job *job)
{
    postgres_send(connection, PG_RECOVERED_IS, "tht", job->person.login, job->session_hash,
                  job->password);
}

static enum store_outcome account_was_recovered(struct postgres_connection *connection,
                                                struct store_job *job)
{
    enum store_outcome outcome = postgres_outcome(connection, job);
    PQclear(postgres_next(connection));
    person_found(connection, job);
    return outcome;
}

postgres_reader *postgres_account_recover(struct postgres_connection *connection,
                                          const struct store_job *job)
{
    const char *login = job->person.login;
    postgres_send(connection, PG_ACCOUNT_RECOVER, "ththhi", login, job->recovery_hash,
                  job->password, job->session_hash, job->new_recovery_hash, job->now_ms);
    postgres_send(connection, PG_RECOVERED_END_OTHERS, "tht", login, job->session_hash,
                  job->password);
    postgres_account_is_recovered(connection, job);
    return account_was_recovered;
}

postgres_reader *postgres_recovery_set(struct postgres_connection *connection,
                                       const struct store_job *job)
{
    postgres_send(connection, PG_RECOVERY_SET, "tth", job->person.id, job->old_password,
                  job->recovery_hash);
    return postgres_outcome;
}

/* Two statements, for the same reason as above. */
postgres_reader *postgres_person_delete(struct postgres_connection *connection,
                                        const struct store_job *job)
{
    postgres_send(connection, PG_PERSON_LOCK, "tt", job->person.id, job->old_password);
    postgres_send(connection, PG_PERSON_DELETE, "tt", job->person.id, job->old_password);
    return password_was_set;
}

void postgres_person_is_gone(struct postgres_connection *connection, const struct store_job *job)
{
    postgres_send(connection, PG_PERSON_IS_GONE, "t", job->person.id);
}

static enum store_outcome people_purged(struct postgres_connection *connection,
                                        struct store_job *job)
{
    PGresult *result = postgres_next(connection);
    enum store_outcome outcome =
        result ? (enum store_outcome)postgres_integer(result, 0, 0) : STORE_FAILED;
    job->next_from = result ? postgres_integer(result, 0, 1) : 0;
    PQclear(result);
    return outcome;
}

postgres_reader *postgres_people_purge(struct postgres_connection *connection,
                                       const struct store_job *job)
{
    postgres_send(connection, PG_PEOPLE_PURGE, "iii", job->from, (int64_t)job->limit,
                  job->before_ms);
    return people_purged;
}

void postgres_session_is(struct postgres_connection *connection, const struct store_job *job)
{
    postgres_send(connection, PG_SESSION_IS, "th", job->person.id, job->session_hash);
}

void postgres_account_is(struct postgres_connection *connection, const struct store_job *job)
{
    postgres_send(connection, PG_ACCOUNT_IS, "tt", job->person.id, job->password);
}

postgres_reader *postgres_listing_set(struct postgres_connection *connection,
                                      const struct store_job *job)
{
    postgres_send(connection, PG_LISTING_SET, "tt", job->person.id,
                  job->is_listed ? "true" : "false");
    return postgres_outcome;
}

postgres_reader *postgres_face_set(struct postgres_connection *connection,
                                   const struct store_job *job)
{
    postgres_send(connection, PG_FACE_SET, "ti", job->person.id, (int64_t)job->person.face);
    return postgres_outcome;
}

postgres_reader *postgres_page_set(struct postgres_connection *connection,
                                   const struct store_job *job)
{
    postgres_send(connection, PG_PAGE_SET, "tt", job->person.id, job->person.page);
    return postgres_outcome;
}

postgres_reader *postgres_page_find(struct postgres_connection *connection,
                                    const struct store_job *job)
{
    bool by_id = job->person.id[0];
    postgres_send(connection, by_id ? PG_PAGE_OF : PG_PAGE_FIND, "t",
                  by_id ? job->person.id : job->person.page);
    return person_found;
}

static enum store_outcome listings_found(struct postgres_connection *connection,
                                         struct store_job *job)
{
    PGresult *result = postgres_next(connection);
    for (int row = 0; row < PQntuples(result); row++)
        read_person(result, row, store_job_add_listed(job));
    PQclear(result);
    return STORE_OK;
}

postgres_reader *postgres_listings(struct postgres_connection *connection,
                                   const struct store_job *job)
{
    (void)job;
    postgres_send(connection, PG_LISTINGS, "");
    return listings_found;
}

static enum store_outcome people_gone_found(struct postgres_connection *connection,
                                            struct store_job *job)
{
    PGresult *result = postgres_next(connection);
    job->people_count = 0;
    for (int row = 0; row < PQntuples(result); row++)
        store_job_add_person(job, PQgetvalue(result, row, 0));
    PQclear(result);
    return STORE_OK;
}

/* Sends a statement with the people of a job as an array, and a date. */
static void send_people(struct postgres_connection *connection, enum postgres_statement which,
                        const struct store_job *job)
{
    char *array = alloc_new(job->people_count * STORE_ID_TEXT + 3), *at = array;
    *at++ = '{';
    for (size_t i = 0; i < job->people_count; i++)
        at += sprintf(at, "%s%s", i ? "," : "", job->people[i]);
    strcpy(at, "}");
    postgres_send(connection, which, which == PG_PEOPLE_GONE ? "t" : "ti", array, job->now_ms);
    free(array);
}

postgres_reader *postgres_people_gone(struct postgres_connection *connection,
                                      const struct store_job *job)
{
    send_people(connection, PG_PEOPLE_GONE, job);
    return people_gone_found;
}

static enum store_outcome people_were_seen(struct postgres_connection *connection,
                                           struct store_job *job)
{
    (void)job;
    PQclear(postgres_next(connection));
    return STORE_OK;
}

postgres_reader *postgres_people_seen(struct postgres_connection *connection,
                                      const struct store_job *job)
{
    send_people(connection, PG_PEOPLE_SEEN, job);
    return people_were_seen;
}

static enum store_outcome people_found(struct postgres_connection *connection,
                                       struct store_job *job)
{
    PGresult *result = postgres_next(connection);
    for (int row = 0; row < PQntuples(result); row++) {
        struct store_found *found = store_job_add_found(job);
        read_person(result, row, &found->person);
        found->seen_ms = postgres_integer(result, row, 5);
        found->record_count = postgres_integer(result, row, 6);
    }
    PQclear(result);
    return STORE_OK;
}

postgres_reader *postgres_people_find(struct postgres_connection *connection,
                                      const struct store_job *job)
{
    postgres_send(connection, PG_PEOPLE_FIND, "ti", job->person.name, (int64_t)job->limit);
    return people_found;
}

static enum store_outcome note_found(struct postgres_connection *connection, struct store_job *job)
{
    PGresult *result = postgres_next(connection);
    bool found = PQntuples(result) > 0;
    if (found)
        store_job_add_note(job, PQgetvalue(result, 0, 0));
    PQclear(result);
    return found ? STORE_OK : STORE_ABSENT;
}

postgres_reader *postgres_note_get(struct postgres_connection *connection,
                                   const struct store_job *job)
{
    postgres_send(connection, PG_NOTE_GET, "t", job->person.id);
    return note_found;
}

postgres_reader *postgres_note_set(struct postgres_connection *connection,
                                   const struct store_job *job)
{
    postgres_send(connection, PG_NOTE_SET, "ttt", job->person.id, job->notes[0], job->notes[1]);
    return postgres_outcome;
}

void postgres_note_is(struct postgres_connection *connection, const struct store_job *job)
{
    postgres_send(connection, PG_NOTE_IS, "tt", job->person.id, job->notes[0]);
}

/* ---- What people are to each other ---- */

static enum store_outcome relation_was_set(struct postgres_connection *connection,
                                           struct store_job *job)
{
    enum store_outcome outcome = STORE_OK;
    PGresult *dropped = NULL;
    if (job->limit > 0) {
        PQclear(postgres_next(connection));
        outcome = postgres_outcome(connection, job);
    }
    dropped = postgres_next(connection);
    if (job->limit == 0)
        outcome = dropped && atoi(PQcmdTuples(dropped)) > 0 ? STORE_OK : STORE_ABSENT;
    PQclear(dropped);
    PQclear(postgres_next(connection));
    return outcome;
}

postgres_reader *postgres_relation_set(struct postgres_connection *connection,
                                       const struct store_job *job)
{
    const struct store_relation *relation = &job->relations[0];
    const char *id = job->person.id, *other = relation->to.id,
               *opposite = relation_opposite(relation->kind);
    const char kind[] = {(char)relation->kind, '\0'};
    int64_t limit = job->limit;
    if (limit > 0) {
        postgres_send(connection, PG_RELATION_ADD, "tttitii", id, other, kind, job->now_ms,
                      relation->table, job->before_ms, limit);
        postgres_send(connection, PG_RELATION_ADDED, "tttiii", id, other, kind, job->now_ms,
                      job->before_ms, limit);
    }
    postgres_send(connection, PG_RELATION_DROP, "tttt", id, other, limit > 0 ? opposite : kind,
                  limit > 0 ? kind : "");
    if (*opposite)
        postgres_send(connection, PG_PERSON_CHANGED, "t", id);
    else
        postgres_send(connection, PG_NOTHING, "");
    return relation_was_set;
}

static enum store_outcome relations_were_found(struct postgres_connection *connection,
                                               struct store_job *job)
{
    PGresult *result = postgres_next(connection);
    for (int row = 0; row < PQntuples(result); row++) {
        struct store_relation *relation = store_job_add_relation(job);
        relation->kind = (enum store_relation_kind)PQgetvalue(result, row, 0)[0];
        relation->at_ms = postgres_integer(result, row, 1);
        postgres_copy_text(relation->table, sizeof relation->table, result, row, 2);
        relation->is_mutual = postgres_integer(result, row, 3);
        read_person_at(result, row, 4, &relation->from);
        relation->from_seen_ms = postgres_integer(result, row, 9);
        read_person_at(result, row, 10, &relation->to);
        relation->to_seen_ms = postgres_integer(result, row, 15);
    }
    PQclear(result);
    return STORE_OK;
}

postgres_reader *postgres_relations_find(struct postgres_connection *connection,
                                         const struct store_job *job)
{
    postgres_send(connection, PG_RELATIONS_OF, "ttii", job->person.id, job->other, job->before_ms,
                  (int64_t)RELATIONS_FOLLOWERS_MAX);
    return relations_were_found;
}

/* ---- Reports ---- */

static enum store_outcome report_was_added(struct postgres_connection *connection,
                                           struct store_job *job)
{
    PQclear(postgres_next(connection));
    return postgres_outcome(connection, job);
}

postgres_reader *postgres_report_new(struct postgres_connection *connection,
                                     const struct store_job *job)
{
    const char *id = job->person.id;
    int64_t limit = job->limit;
    postgres_send(connection, PG_REPORT_ADD, "ttitiiii", id, job->other, job->now_ms, job->notes[0],
                  job->before_ms, limit, (int64_t)REPORTS_OF_ONE_MAX, (int64_t)REPORTS_MAX);
    postgres_send(connection, PG_REPORT_ADDED, "ttiii", id, job->other, job->now_ms, job->before_ms,
                  limit);
    return report_was_added;
}

static enum store_outcome reports_found(struct postgres_connection *connection,
                                        struct store_job *job)
{
    PGresult *result = postgres_next(connection);
    for (int row = 0; row < PQntuples(result); row++) {
        struct store_report *report = store_job_add_report(job);
        report->number = postgres_integer(result, row, 0);
        report->at_ms = postgres_integer(result, row, 1);
        report->is_closed = postgres_integer(result, row, 2) > 0;
        report->text = postgres_take_text(result, row, 3);
        read_person_at(result, row, 4, &report->by);
        read_person_at(result, row, 9, &report->about);
    }
    PQclear(result);
    return STORE_OK;
}

postgres_reader *postgres_reports_find(struct postgres_connection *connection,
                                       const struct store_job *job)
{
    postgres_send(connection, PG_REPORTS_OF, "ii", job->from, (int64_t)job->limit);
    return reports_found;
}

postgres_reader *postgres_report_close(struct postgres_connection *connection,
                                       const struct store_job *job)
{
    postgres_send(connection, PG_REPORT_CLOSE, "iti", job->from, job->notes[0], job->now_ms);
    return postgres_outcome;
}
