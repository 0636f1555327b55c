#include "store/sqlite_people.h"

static bool finds_row(struct sqlite_connection *connection, sqlite3_stmt *statement)
{
    bool found = sqlite_row(connection, statement);
    sqlite_end(statement);
    return found;
}

/* Reads the columns id, name, login. */
static void read_person(sqlite3_stmt *statement, struct store_person *person)
{
    sqlite_copy_text(person->id, sizeof person->id, statement, 0);
    sqlite_copy_text(person->name, sizeof person->name, statement, 1);
    sqlite_copy_text(person->login, sizeof person->login, statement, 2);
}

enum store_outcome sqlite_person_new(struct sqlite_connection *connection, struct store_job *job)
{
    const struct store_person *person = &job->person;
    if (!sqlite_change(connection, SQL_PERSON_NEW, "tt", person->id, person->name))
        return STORE_TAKEN;
    if (sqlite_change(connection, SQL_SESSION_NEW, "tht", person->id, job->hash, ""))
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

enum store_outcome sqlite_session_find(struct sqlite_connection *connection, struct store_job *job)
{
    sqlite3_stmt *statement = sqlite_query(connection, SQL_SESSION_FIND, "h", job->hash);
    if (!sqlite_row(connection, statement))
        return STORE_ABSENT;
    read_person(statement, &job->person);
    sqlite_end(statement);
    return STORE_OK;
}

enum store_outcome sqlite_session_new(struct sqlite_connection *connection, struct store_job *job)
{
    if (sqlite_change(connection, SQL_SESSION_NEW, "tht", job->person.id, job->hash, job->password))
        return STORE_OK;
    return finds_row(connection, sqlite_query(connection, SQL_SESSION_FIND, "h", job->hash))
               ? STORE_TAKEN
               : STORE_ABSENT;
}

enum store_outcome sqlite_session_end(struct sqlite_connection *connection, struct store_job *job)
{
    return sqlite_change(connection, SQL_SESSION_END, "h", job->hash) ? STORE_OK : STORE_ABSENT;
}

enum store_outcome sqlite_account_new(struct sqlite_connection *connection, struct store_job *job)
{
    const struct store_person *person = &job->person;
    if (sqlite_change(connection, SQL_ACCOUNT_NEW, "tot", person->id, person->login, job->password))
        return STORE_OK;
    return finds_row(connection, sqlite_query(connection, SQL_PERSON_FIND, "t", person->id))
               ? STORE_TAKEN
               : STORE_ABSENT;
}

enum store_outcome sqlite_account_find(struct sqlite_connection *connection, struct store_job *job)
{
    sqlite3_stmt *statement = sqlite_query(connection, SQL_ACCOUNT_FIND, "t", job->person.login);
    if (!sqlite_row(connection, statement))
        return STORE_ABSENT;
    read_person(statement, &job->person);
    sqlite_copy_text(job->password, sizeof job->password, statement, 3);
    sqlite_end(statement);
    return STORE_OK;
}

enum store_outcome sqlite_password_set(struct sqlite_connection *connection, struct store_job *job)
{
    const char *id = job->person.id;
    if (!sqlite_change(connection, SQL_PASSWORD_SET, "ttt", id, job->password, job->old_password))
        return STORE_ABSENT;
    sqlite_change(connection, SQL_SESSIONS_END_OTHERS, "th", id, job->hash);
    return STORE_OK;
}
