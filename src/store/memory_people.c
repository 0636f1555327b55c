#include "store/memory_people.h"

#include <string.h>

static struct memory_person *person_find(const struct memory *memory, const char *id)
{
    struct memory_person *person = memory->people;
    while (person && strcmp(person->person.id, id) != 0)
        person = person->next;
    return person;
}

static struct memory_person *login_find(const struct memory *memory, const char *login)
{
    struct memory_person *person = *login ? memory->people : NULL;
    while (person && strcmp(person->person.login, login) != 0)
        person = person->next;
    return person;
}

static struct memory_session *session_find(const struct memory *memory, const unsigned char *hash)
{
    struct memory_session *session = memory->sessions;
    while (session && (session->has_ended || !memory_hash_equals(session->hash, hash)))
        session = session->next;
    return session;
}

static void session_add(struct memory *memory, struct memory_person *person,
                        const unsigned char *hash)
{
    struct memory_session *session = memory_row_new(memory, sizeof *session);
    memcpy(session->hash, hash, sizeof session->hash);
    session->person = person;
    session->next = memory->sessions;
    MEMORY_SAVE(memory, memory->sessions);
    memory->sessions = session;
}

static void session_end(struct memory *memory, struct memory_session *session)
{
    MEMORY_SAVE(memory, session->has_ended);
    session->has_ended = true;
}

enum store_outcome memory_person_new(struct memory *memory, const struct store_job *job)
{
    if (person_find(memory, job->person.id) || session_find(memory, job->hash))
        return STORE_TAKEN;
    struct memory_person *person = memory_row_new(memory, sizeof *person);
    memcpy(person->person.id, job->person.id, sizeof person->person.id);
    memcpy(person->person.name, job->person.name, sizeof person->person.name);
    person->next = memory->people;
    MEMORY_SAVE(memory, memory->people);
    memory->people = person;
    session_add(memory, person, job->hash);
    return STORE_OK;
}

enum store_outcome memory_person_rename(struct memory *memory, const struct store_job *job)
{
    struct memory_person *person = person_find(memory, job->person.id);
    if (!person)
        return STORE_ABSENT;
    MEMORY_SAVE(memory, person->person.name);
    memcpy(person->person.name, job->person.name, sizeof person->person.name);
    return STORE_OK;
}

enum store_outcome memory_session_find(const struct memory *memory, struct store_job *job)
{
    const struct memory_session *session = session_find(memory, job->hash);
    if (!session)
        return STORE_ABSENT;
    job->person = session->person->person;
    return STORE_OK;
}

enum store_outcome memory_session_new(struct memory *memory, const struct store_job *job)
{
    if (session_find(memory, job->hash))
        return STORE_TAKEN;
    struct memory_person *person = person_find(memory, job->person.id);
    if (!person || strcmp(person->password, job->password) != 0)
        return STORE_ABSENT;
    session_add(memory, person, job->hash);
    return STORE_OK;
}

enum store_outcome memory_session_end(struct memory *memory, const struct store_job *job)
{
    struct memory_session *session = session_find(memory, job->hash);
    if (!session)
        return STORE_ABSENT;
    session_end(memory, session);
    return STORE_OK;
}

enum store_outcome memory_account_new(struct memory *memory, const struct store_job *job)
{
    struct memory_person *person = person_find(memory, job->person.id);
    if (!person)
        return STORE_ABSENT;
    if (person->person.login[0] || login_find(memory, job->person.login))
        return STORE_TAKEN;
    MEMORY_SAVE(memory, person->person.login);
    MEMORY_SAVE(memory, person->password);
    memcpy(person->person.login, job->person.login, sizeof person->person.login);
    memcpy(person->password, job->password, sizeof person->password);
    return STORE_OK;
}

enum store_outcome memory_account_find(const struct memory *memory, struct store_job *job)
{
    const struct memory_person *person = login_find(memory, job->person.login);
    if (!person)
        return STORE_ABSENT;
    job->person = person->person;
    memcpy(job->password, person->password, sizeof job->password);
    return STORE_OK;
}

enum store_outcome memory_password_set(struct memory *memory, const struct store_job *job)
{
    struct memory_person *person = person_find(memory, job->person.id);
    if (!person || !person->person.login[0] || strcmp(person->password, job->old_password) != 0)
        return STORE_ABSENT;
    MEMORY_SAVE(memory, person->password);
    memcpy(person->password, job->password, sizeof person->password);
    for (struct memory_session *session = memory->sessions; session; session = session->next)
        if (session->person == person && !memory_hash_equals(session->hash, job->hash))
            session_end(memory, session);
    return STORE_OK;
}
