/* The jobs of the journal database about people: job.h says what each does. */
#include "store/journal/journal_internal.h"

#include "store/database/database.h"

#include <stdlib.h>
#include <string.h>

static struct journal_session *session_find(const struct journal *journal,
                                            const unsigned char *hash)
{
    struct journal_session *session = journal->sessions;
    while (session && (session->has_ended || !journal_hash_equals(session->hash, hash)))
        session = session->next;
    return session;
}

static void session_add(struct journal *journal, struct journal_person *person,
                        const struct store_job *job)
{
    struct journal_session *session = journal_row_new(journal, sizeof *session);
    memcpy(session->hash, job->session_hash, sizeof session->hash);
    session->used_ms = job->now_ms;
    session->person = person;
    session->next = journal->sessions;
    JOURNAL_SAVE(journal, journal->sessions);
    journal->sessions = session;
}

static void session_end(struct journal *journal, struct journal_session *session)
{
    JOURNAL_SAVE(journal, session->has_ended);
    session->has_ended = true;
}

/* Higher than the key of everyone who is there. */
static int64_t next_key(const struct journal *journal)
{
    const struct journal_person *person = journal->people;
    while (person && person->is_removed)
        person = person->next;
    return person ? person->key + 1 : 1;
}

enum store_outcome journal_person_new(struct journal *journal, struct store_job *job)
{
    if (journal_person_find(journal, job->person.id) || session_find(journal, job->session_hash))
        return STORE_TAKEN;
    struct journal_person *person = journal_row_new(journal, sizeof *person);
    memcpy(person->person.id, job->person.id, sizeof person->person.id);
    memcpy(person->person.name, job->person.name, sizeof person->person.name);
    person->key = next_key(journal);
    person->seen_ms = job->now_ms;
    person->next = journal->people;
    JOURNAL_SAVE(journal, journal->people);
    journal->people = person;
    session_add(journal, person, job);
    return STORE_OK;
}

enum store_outcome journal_person_rename(struct journal *journal, struct store_job *job)
{
    struct journal_person *person = journal_person_find(journal, job->person.id);
    if (!person)
        return STORE_ABSENT;
    JOURNAL_SAVE(journal, person->person.name);
    memcpy(person->person.name, job->person.name, sizeof person->person.name);
    return STORE_OK;
}

enum store_outcome journal_person_rename_everywhere(struct journal *journal, struct store_job *job)
{
    for (struct journal_record *row = journal->records; row; row = row->next)
        for (int i = 0; i < row->record.seats; i++) {
            struct store_result_seat *seat = &row->record.seat[i];
            if (strcmp(seat->person, job->person.id) != 0)
                continue;
            JOURNAL_SAVE(journal, seat->name);
            memcpy(seat->name, job->person.name, sizeof seat->name);
        }
    return journal_person_rename(journal, job);
}

enum store_outcome journal_session_find(struct journal *journal, struct store_job *job)
{
    const struct journal_session *session = session_find(journal, job->session_hash);
    if (!session)
        return STORE_ABSENT;
    job->person = session->person->person;
    job->used_ms = session->used_ms;
    return STORE_OK;
}

enum store_outcome journal_session_use(struct journal *journal, struct store_job *job)
{
    struct journal_session *session = session_find(journal, job->session_hash);
    if (!session)
        return STORE_ABSENT;
    struct journal_person *person = session->person;
    JOURNAL_SAVE(journal, session->used_ms);
    JOURNAL_SAVE(journal, person->seen_ms);
    session->used_ms = job->now_ms > session->used_ms ? job->now_ms : session->used_ms;
    person->seen_ms = job->now_ms > person->seen_ms ? job->now_ms : person->seen_ms;
    return STORE_OK;
}

static struct journal_session *oldest_before(const struct journal *journal, int64_t before_ms)
{
    struct journal_session *oldest = NULL;
    for (struct journal_session *session = journal->sessions; session; session = session->next)
        if (!session->has_ended && session->used_ms > 0 && session->used_ms < before_ms &&
            (!oldest || session->used_ms < oldest->used_ms ||
             (session->used_ms == oldest->used_ms &&
              memcmp(session->hash, oldest->hash, sizeof oldest->hash) < 0)))
            oldest = session;
    return oldest;
}

enum store_outcome journal_sessions_expire(struct journal *journal, struct store_job *job)
{
    int count = 0;
    for (struct journal_session *session;
         count < job->limit && (session = oldest_before(journal, job->before_ms)); count++)
        session_end(journal, session);
    return count > 0 ? STORE_OK : STORE_ABSENT;
}

enum store_outcome journal_session_new(struct journal *journal, struct store_job *job)
{
    if (session_find(journal, job->session_hash))
        return STORE_TAKEN;
    struct journal_person *person = journal_person_find(journal, job->person.id);
    if (!person || job->password[0])
        return STORE_ABSENT;
    session_add(journal, person, job);
    return STORE_OK;
}

enum store_outcome journal_session_end(struct journal *journal, struct store_job *job)
{
    struct journal_session *session = session_find(journal, job->session_hash);
    if (!session)
        return STORE_ABSENT;
    session_end(journal, session);
    return STORE_OK;
}

/* Removing people. A row stays, empty and marked, because others may point to it. */

static void person_remove(struct journal *journal, struct journal_person *person)
{
    JOURNAL_SAVE(journal, person->person.name);
    JOURNAL_SAVE(journal, person->is_removed);
    memset(person->person.name, 0, sizeof person->person.name);
    for (struct journal_session *session = journal->sessions; session; session = session->next)
        if (session->person == person)
            session_end(journal, session);
    person->is_removed = true;
}

static void forget_at_table(struct journal *journal, struct journal_table *table, const char *id)
{
    if (strcmp(table->host, id) == 0) {
        JOURNAL_SAVE(journal, table->host);
        table->host[0] = '\0';
    }
    for (struct journal_table_person *at = table->people; at; at = at->next)
        if (strcmp(at->id, id) == 0) {
            JOURNAL_SAVE(journal, at->id);
            at->id[0] = '\0';
        }
    for (int i = 0; table->record && i < table->record->record.seats; i++) {
        struct store_result_seat *seat = &table->record->record.seat[i];
        if (strcmp(seat->person, id) != 0)
            continue;
        JOURNAL_SAVE(journal, seat->person);
        JOURNAL_SAVE(journal, seat->name);
        memset(seat->person, 0, sizeof seat->person);
        memset(seat->name, 0, sizeof seat->name);
    }
}

enum store_outcome journal_person_delete(struct journal *journal, struct store_job *job)
{
    struct journal_person *person = journal_person_find(journal, job->person.id);
    if (!person || job->old_password[0])
        return STORE_ABSENT;
    person_remove(journal, person);
    for (struct journal_table *table = journal->tables; table; table = table->next)
        forget_at_table(journal, table, job->person.id);
    return STORE_OK;
}

/* Whether this is a person of a table that is open or has a record. */
static bool is_needed(const struct journal *journal, const char *id)
{
    for (const struct journal_table *table = journal->tables; table; table = table->next)
        if ((!table->is_closed || table->record) && journal_table_has(table, id))
            return true;
    return false;
}

/* The person with the lowest key above `key`. */
static struct journal_person *person_after(const struct journal *journal, int64_t key)
{
    struct journal_person *found = NULL;
    for (struct journal_person *person = journal->people; person; person = person->next)
        if (!person->is_removed && person->key > key && (!found || person->key < found->key))
            found = person;
    return found;
}

enum store_outcome journal_people_purge(struct journal *journal, struct store_job *job)
{
    struct journal_person *person = NULL;
    int64_t key = job->from;
    bool is_changed = false;
    for (int i = 0; i < job->limit && (person = person_after(journal, key)); i++) {
        key = person->key;
        if (person->seen_ms >= job->before_ms || is_needed(journal, person->person.id))
            continue;
        for (struct journal_table *table = journal->tables; table; table = table->next)
            forget_at_table(journal, table, person->person.id);
        person_remove(journal, person);
        is_changed = true;
    }
    job->next_from = person ? key : 0;
    return is_changed ? STORE_OK : STORE_ABSENT;
}

/* Leaderboards name people with accounts. */
enum store_outcome journal_listings(struct journal *journal, struct store_job *job)
{
    (void)journal, (void)job;
    return STORE_OK;
}

enum store_outcome journal_people_gone(struct journal *journal, struct store_job *job)
{
    size_t gone = 0;
    for (size_t i = 0; i < job->people_count; i++)
        if (!journal_person_find(journal, job->people[i]))
            memmove(job->people[gone++], job->people[i], STORE_ID_TEXT);
    job->people_count = gone;
    return STORE_OK;
}

/* ---- Statistics ---- */

static void count_seats(struct statistics_seats *line, const struct store_record *record)
{
    struct statistics_seats sums = {
        .matches = 1,
        .moves = record->move_count,
        .shortest = record->move_count,
        .longest = record->move_count,
        .lowest_score = record->seats > 0 ? record->seat[0].score : 0,
        .highest_score = record->seats > 0 ? record->seat[0].score : 0,
    };
    for (int i = 0; i < record->seats; i++) {
        int64_t score = record->seat[i].score;
        sums.score += score;
        sums.lowest_score = score < sums.lowest_score ? score : sums.lowest_score;
        sums.highest_score = score > sums.highest_score ? score : sums.highest_score;
        line->won[i] += record->seat[i].won;
    }
    sums.best_score = sums.highest_score;
    statistics_seats_add(line, &sums);
}

static void count_levels(struct statistics_sums *sums, const struct store_record *record)
{
    for (int i = 0; i < record->seats; i++) {
        struct statistics_level *line = statistics_level(sums, record->seat[i].level);
        if (!line)
            continue;
        line->seats++;
        line->won += record->seat[i].won;
        line->score += record->seat[i].score;
    }
}

static void count_parts(struct statistics_sums *sums, const struct store_record *record)
{
    for (int i = 0; i < record->seats; i++) {
        const char *part = record->seat[i].part;
        struct store_statistics_part *line = *part ? statistics_part(sums, part) : NULL;
        if (!line)
            continue;
        line->seats++;
        line->won += record->seat[i].won;
    }
}

enum store_outcome journal_statistics(struct journal *journal, struct store_job *job)
{
    struct statistics_sums sums = {0};
    for (const struct journal_record *at = journal->records; at; at = at->next) {
        const struct store_record *record = &at->record;
        if (!record->is_shared || record->is_continued || strcmp(record->game, job->game) != 0)
            continue;
        count_seats(&sums.by_seats[record->seats], record);
        count_levels(&sums, record);
        count_parts(&sums, record);
    }
    job->statistics = statistics_new(&sums);
    job->statistics_count = 1;
    return STORE_OK;
}
