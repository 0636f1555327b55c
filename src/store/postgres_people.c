#include "store/postgres_people.h"

void postgres_person_new(struct postgres_connection *connection, const struct store_job *job)
{
    postgres_send(connection, PG_PERSON_NEW, "tth", job->person.id, job->person.name, job->hash);
}

void postgres_person_rename(struct postgres_connection *connection, const struct store_job *job)
{
    postgres_send(connection, PG_PERSON_RENAME, "tt", job->person.id, job->person.name);
}

void postgres_session_new(struct postgres_connection *connection, const struct store_job *job)
{
    postgres_send(connection, PG_SESSION_NEW, "tht", job->person.id, job->hash, job->password);
}

void postgres_session_find(struct postgres_connection *connection, const struct store_job *job)
{
    postgres_send(connection, PG_SESSION_FIND, "h", job->hash);
}

void postgres_session_end(struct postgres_connection *connection, const struct store_job *job)
{
    postgres_send(connection, PG_SESSION_END, "h", job->hash);
}

void postgres_account_new(struct postgres_connection *connection, const struct store_job *job)
{
    postgres_send(connection, PG_ACCOUNT_NEW, "tot", job->person.id, job->person.login,
                  job->password);
}

void postgres_account_find(struct postgres_connection *connection, const struct store_job *job)
{
    postgres_send(connection, PG_ACCOUNT_FIND, "t", job->person.login);
}

/* Two statements: the second one also sees sessions that another server has added while the first
 * one waited for it. */
void postgres_password_set(struct postgres_connection *connection, const struct store_job *job)
{
    const char *id = job->person.id;
    postgres_send(connection, PG_PASSWORD_SET, "ttt", id, job->password, job->old_password);
    postgres_send(connection, PG_SESSIONS_END_OTHERS, "tht", id, job->hash, job->password);
}

enum store_outcome postgres_password_was_set(struct postgres_connection *connection,
                                             struct store_job *job)
{
    (void)job;
    enum store_outcome outcome = postgres_outcome(connection);
    PQclear(postgres_next(connection));
    return outcome;
}

enum store_outcome postgres_person_found(struct postgres_connection *connection,
                                         struct store_job *job)
{
    PGresult *result = postgres_next(connection);
    bool found = PQntuples(result) > 0;
    if (found) {
        struct store_person *person = &job->person;
        postgres_copy_text(person->id, sizeof person->id, result, 0, 0);
        postgres_copy_text(person->name, sizeof person->name, result, 0, 1);
        postgres_copy_text(person->login, sizeof person->login, result, 0, 2);
        if (job->kind == STORE_ACCOUNT_FIND)
            postgres_copy_text(job->password, sizeof job->password, result, 0, 3);
    }
    PQclear(result);
    return found ? STORE_OK : STORE_ABSENT;
}

void postgres_session_is(struct postgres_connection *connection, const struct store_job *job)
{
    postgres_send(connection, PG_SESSION_IS, "th", job->person.id, job->hash);
}

void postgres_account_is(struct postgres_connection *connection, const struct store_job *job)
{
    postgres_send(connection, PG_ACCOUNT_IS, "tt", job->person.id, job->password);
}
