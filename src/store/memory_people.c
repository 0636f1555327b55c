#include "store/memory_people.h"

#include <string.h>

static struct memory_person *login_find(const struct memory *memory, const char *login)
{
    struct memory_person *person = *login ? memory->people : NULL;
    while (person && (person->is_removed || strcmp(person->person.login, login) != 0))
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
                        const struct store_job *job)
{
    struct memory_session *session = memory_row_new(memory, sizeof *session);
    memcpy(session->hash, job->session_hash, sizeof session->hash);
    session->used_ms = job->now_ms;
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

/* Ends the person's sessions, except one with the hash `kept`. */
static void sessions_end(struct memory *memory, const struct memory_person *person,
                         const unsigned char *kept)
{
    for (struct memory_session *session = memory->sessions; session; session = session->next)
        if (session->person == person && !memory_hash_equals(session->hash, kept))
            session_end(memory, session);
}

/* The person with this account and this password. */
static struct memory_person *account_of(const struct memory *memory, const struct store_job *job)
{
    struct memory_person *person = memory_person_find(memory, job->person.id);
    return person && person->person.login[0] && strcmp(person->password, job->old_password) == 0
               ? person
               : NULL;
}

static void set_recovery(struct memory *memory, struct memory_person *person,
                         const unsigned char *hash)
{
    MEMORY_SAVE(memory, person->recovery);
    memcpy(person->recovery, hash, sizeof person->recovery);
}

static void set_password(struct memory *memory, struct memory_person *person, const char *password)
{
    MEMORY_SAVE(memory, person->password);
    memcpy(person->password, password, sizeof person->password);
}

/* Higher than the key of everyone who is there. */
static int64_t next_key(const struct memory *memory)
{
    const struct memory_person *person = memory->people;
    while (person && person->is_removed)
        person = person->next;
    return person ? person->key + 1 : 1;
}

enum store_outcome memory_person_new(struct memory *memory, const struct store_job *job)
{
    if (memory_person_find(memory, job->person.id) || session_find(memory, job->session_hash))
        return STORE_TAKEN;
    struct memory_person *person = memory_row_new(memory, sizeof *person);
    memcpy(person->person.id, job->person.id, sizeof person->person.id);
    memcpy(person->person.name, job->person.name, sizeof person->person.name);
    person->key = next_key(memory);
    person->seen_ms = job->now_ms;
    person->next = memory->people;
    MEMORY_SAVE(memory, memory->people);
    memory->people = person;
    session_add(memory, person, job);
    return STORE_OK;
}

enum store_outcome memory_person_rename(struct memory *memory, const struct store_job *job)
{
    struct memory_person *person = memory_person_find(memory, job->person.id);
    if (!person)
        return STORE_ABSENT;
    MEMORY_SAVE(memory, person->person.name);
    memcpy(person->person.name, job->person.name, sizeof person->person.name);
    return STORE_OK;
}

enum store_outcome memory_session_find(const struct memory *memory, struct store_job *job)
{
    const struct memory_session *session = session_find(memory, job->session_hash);
    if (!session)
        return STORE_ABSENT;
    job->person = session->person->person;
    job->used_ms = session->used_ms;
    return STORE_OK;
}

enum store_outcome memory_session_use(struct memory *memory, const struct store_job *job)
{
    struct memory_session *session = session_find(memory, job->session_hash);
    if (!session)
        return STORE_ABSENT;
    struct memory_person *person = session->person;
    MEMORY_SAVE(memory, session->used_ms);
    MEMORY_SAVE(memory, person->seen_ms);
    session->used_ms = job->now_ms > session->used_ms ? job->now_ms : session->used_ms;
    person->seen_ms = job->now_ms > person->seen_ms ? job->now_ms : person->seen_ms;
    return STORE_OK;
}

static struct memory_session *oldest_before(const struct memory *memory, int64_t before_ms)
{
    struct memory_session *oldest = NULL;
    for (struct memory_session *session = memory->sessions; session; session = session->next)
        if (!session->has_ended && session->used_ms > 0 && session->used_ms < before_ms &&
            (!oldest || session->used_ms < oldest->used_ms ||
             (session->used_ms == oldest->used_ms &&
              memcmp(session->hash, oldest->hash, sizeof oldest->hash) < 0)))
            oldest = session;
    return oldest;
}

enum store_outcome memory_sessions_expire(struct memory *memory, const struct store_job *job)
{
    int count = 0;
    for (struct memory_session *session;
         count < job->limit && (session = oldest_before(memory, job->before_ms)); count++)
        session_end(memory, session);
    return count > 0 ? STORE_OK : STORE_ABSENT;
}

enum store_outcome memory_session_new(struct memory *memory, const struct store_job *job)
{
    if (session_find(memory, job->session_hash))
        return STORE_TAKEN;
    struct memory_person *person = memory_person_find(memory, job->person.id);
    if (!person || strcmp(person->password, job->password) != 0)
        return STORE_ABSENT;
    session_add(memory, person, job);
    return STORE_OK;
}

enum store_outcome memory_session_end(struct memory *memory, const struct store_job *job)
{
    struct memory_session *session = session_find(memory, job->session_hash);
    if (!session)
        return STORE_ABSENT;
    session_end(memory, session);
    return STORE_OK;
}

enum store_outcome memory_account_new(struct memory *memory, const struct store_job *job)
{
    struct memory_person *person = memory_person_find(memory, job->person.id);
    if (!person)
        return STORE_ABSENT;
    if (person->person.login[0] || login_find(memory, job->person.login))
        return STORE_TAKEN;
    MEMORY_SAVE(memory, person->person.login);
    memcpy(person->person.login, job->person.login, sizeof person->person.login);
    set_password(memory, person, job->password);
    set_recovery(memory, person, job->recovery_hash);
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
    struct memory_person *person = account_of(memory, job);
    if (!person)
        return STORE_ABSENT;
    set_password(memory, person, job->password);
    set_recovery(memory, person, job->recovery_hash);
    sessions_end(memory, person, job->session_hash);
    return STORE_OK;
}

enum store_outcome memory_account_recover(struct memory *memory, struct store_job *job)
{
    struct memory_person *person = login_find(memory, job->person.login);
    if (!person || !memory_hash_equals(person->recovery, job->recovery_hash))
        return STORE_ABSENT;
    if (session_find(memory, job->session_hash))
        return STORE_TAKEN;
    set_password(memory, person, job->password);
    set_recovery(memory, person, job->new_recovery_hash);
    sessions_end(memory, person, job->session_hash);
    session_add(memory, person, job);
    job->person = person->person;
    return STORE_OK;
}

enum store_outcome memory_recovery_set(struct memory *memory, const struct store_job *job)
{
    struct memory_person *person = account_of(memory, job);
    if (!person)
        return STORE_ABSENT;
    set_recovery(memory, person, job->recovery_hash);
    return STORE_OK;
}

/* Removing people. A row stays, empty and marked, because others may point to it. */

static void person_remove(struct memory *memory, struct memory_person *person)
{
    static const unsigned char none[STORE_HASH_BYTES];
    MEMORY_SAVE(memory, person->person.name);
    MEMORY_SAVE(memory, person->person.login);
    MEMORY_SAVE(memory, person->is_removed);
    memset(person->person.name, 0, sizeof person->person.name);
    memset(person->person.login, 0, sizeof person->person.login);
    set_password(memory, person, (char[STORE_PASSWORD_TEXT]){""});
    set_recovery(memory, person, none);
    sessions_end(memory, person, none);
    person->is_removed = true;
}

static void forget_at_table(struct memory *memory, struct memory_table *table, const char *id)
{
    if (strcmp(table->host, id) == 0) {
        MEMORY_SAVE(memory, table->host);
        table->host[0] = '\0';
    }
    for (struct memory_table_person *at = table->people; at; at = at->next)
        if (strcmp(at->id, id) == 0) {
            MEMORY_SAVE(memory, at->id);
            at->id[0] = '\0';
        }
    for (int i = 0; table->record && i < table->record->record.seats; i++) {
        struct store_result_seat *seat = &table->record->record.seat[i];
        if (strcmp(seat->person, id) != 0)
            continue;
        MEMORY_SAVE(memory, seat->person);
        MEMORY_SAVE(memory, seat->name);
        memset(seat->person, 0, sizeof seat->person);
        memset(seat->name, 0, sizeof seat->name);
    }
}

enum store_outcome memory_person_delete(struct memory *memory, const struct store_job *job)
{
    struct memory_person *person = account_of(memory, job);
    if (!person)
        return STORE_ABSENT;
    person_remove(memory, person);
    for (struct memory_table *table = memory->tables; table; table = table->next)
        forget_at_table(memory, table, job->person.id);
    return STORE_OK;
}

/* Whether this is a person of a table that is open or has a record. */
static bool is_needed(const struct memory *memory, const char *id)
{
    for (const struct memory_table *table = memory->tables; table; table = table->next)
        if ((!table->is_closed || table->record) && memory_table_has(table, id))
            return true;
    return false;
}

/* The person with the lowest key above `key`. */
static struct memory_person *person_after(const struct memory *memory, int64_t key)
{
    struct memory_person *found = NULL;
    for (struct memory_person *person = memory->people; person; person = person->next)
        if (!person->is_removed && person->key > key && (!found || person->key < found->key))
            found = person;
    return found;
}

enum store_outcome memory_people_purge(struct memory *memory, struct store_job *job)
{
    struct memory_person *person = NULL;
    int64_t key = job->from;
    bool is_changed = false;
    for (int i = 0; i < job->limit && (person = person_after(memory, key)); i++) {
        key = person->key;
        if (person->person.login[0] || person->seen_ms >= job->before_ms ||
            is_needed(memory, person->person.id))
            continue;
        for (struct memory_table *table = memory->tables; table; table = table->next)
            forget_at_table(memory, table, person->person.id);
        person_remove(memory, person);
        is_changed = true;
    }
    job->next_from = person ? key : 0;
    return is_changed ? STORE_OK : STORE_ABSENT;
}
