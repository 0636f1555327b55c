#include "simulation_shared.h"

#include "base/alloc.h"
#include "base/check.h"
#include "simulation_leases.h"
#include "store/job_bytes.h"
#include "store/journal.h"

#include <stdlib.h>
#include <string.h>

enum { CHANGED_MAX = 256, MESSAGES_MAX = 256, PEOPLE_MAX = 64, NEWS_MAX = 64 };

struct part {
    struct database interface;                /* must be the first member */
    char changed[CHANGED_MAX][STORE_ID_TEXT]; /* by others, not reported yet */
    size_t changed_count;
    char *messages[MESSAGES_MAX]; /* of others, likewise */
    size_t message_count;
    char people[PEOPLE_MAX][STORE_ID_TEXT]; /* whom others have changed, likewise */
    size_t people_count;
    bool all_may_differ;              /* there were too many, or it is not known who */
    struct store_news news[NEWS_MAX]; /* entries of others, likewise */
    size_t news_count;
    struct part *next;
};

static struct database *journal;
static struct part *parts;
static bool is_broken;

static bool append(void *context, const void *frame, size_t size)
{
    (void)context, (void)frame, (void)size;
    return !is_broken;
}

void shared_begin(void)
{
    journal = journal_open(&(struct journal_output){.append = append});
    leases_model_begin();
}

static bool append_compacted(void *context, const void *frame, size_t size)
{
    job_bytes_add(context, frame, size);
    return true;
}

void shared_compact(void)
{
    struct job_bytes bytes = {0};
    CHECK(journal_compact(journal, &(struct journal_output){&bytes, append_compacted}));
    journal->close(journal);
    journal = journal_open(&(struct journal_output){.append = append});
    CHECK(journal_replay(journal, bytes.data, bytes.count) == bytes.count);
    job_bytes_free(&bytes);
}

void shared_end(void)
{
    CHECK(!parts);
    journal->close(journal);
}

void shared_break(bool broken)
{
    is_broken = broken;
}

static size_t find(const struct part *part, const char *table)
{
    size_t at = 0;
    while (at < part->changed_count && strcmp(part->changed[at], table) != 0)
        at++;
    return at;
}

static void note(struct part *part, const char *table)
{
    if (find(part, table) < part->changed_count)
        return;
    CHECK(part->changed_count < CHANGED_MAX);
    memcpy(part->changed[part->changed_count++], table, STORE_ID_TEXT);
}

static void forget(struct part *part, const char *table)
{
    size_t at = find(part, table);
    if (at < part->changed_count)
        memmove(part->changed[at], part->changed[--part->changed_count], STORE_ID_TEXT);
}

static void report(struct part *part, struct store_job *job)
{
    for (size_t i = 0; i < part->changed_count; i++)
        store_job_add_table(job, part->changed[i]);
    part->changed_count = 0;
    for (size_t i = 0; i < part->message_count; i++) {
        store_job_add_message(job, part->messages[i]);
        free(part->messages[i]);
    }
    part->message_count = 0;
    for (size_t i = 0; i < part->people_count; i++)
        store_job_add_person(job, part->people[i]);
    part->people_count = 0;
    job->all_may_differ = part->all_may_differ;
    part->all_may_differ = false;
    for (size_t i = 0; i < part->news_count; i++)
        store_job_add_news(job, part->news[i].table)->entry = part->news[i].entry;
    part->news_count = 0;
}

/* A person has changed, or someone (""). */
static void note_person(struct part *part, const char *person)
{
    if (*person && part->people_count < PEOPLE_MAX)
        memcpy(part->people[part->people_count++], person, STORE_ID_TEXT);
    else
        part->all_may_differ = true;
}

/* The person whose sessions or listing the job has changed, "" if it is not known who, or NULL. */
static const char *changed_person(const struct store_job *job)
{
    switch (job->kind) {
    case STORE_SESSION_END:
    case STORE_SESSIONS_EXPIRE:
        return "";
    case STORE_PASSWORD_SET:
    case STORE_ACCOUNT_RECOVER:
    case STORE_PERSON_DELETE:
    case STORE_LISTING_SET:
        return job->person.id;
    default:
        return NULL;
    }
}

/* Some entries are reported themselves, some by their tables. */
static void note_entry(struct part *part, const struct store_job *job)
{
    const struct store_entry *entry = &job->entries[0];
    if (job->kind == STORE_TABLE_NEW || entry->number % 5 == 0 || part->news_count == NEWS_MAX) {
        note(part, job->table);
        return;
    }
    struct store_news *news = &part->news[part->news_count++];
    memcpy(news->table, job->table, sizeof news->table);
    news->entry = *entry;
    news->entry.text = alloc_text(entry->text);
    news->entry.cid = alloc_text(entry->cid);
}

static void note_change(const struct part *part, const struct store_job *job)
{
    bool is_table = job->kind == STORE_TABLE_NEW || job->kind == STORE_TABLE_APPEND;
    const char *person = changed_person(job);
    for (struct part *other = parts; other; other = other->next) {
        if (other != part && is_table)
            note_entry(other, job);
        if (other != part && person)
            note_person(other, person);
    }
}

/* Too many are lost. */
static void tell_others(const struct part *part, const char *message)
{
    for (struct part *other = parts; other; other = other->next)
        if (other != part && other->message_count < MESSAGES_MAX)
            other->messages[other->message_count++] = alloc_text(message);
}

static void run(struct database *interface, struct store_job *jobs)
{
    struct part *part = (struct part *)interface;
    journal->run(journal, jobs);
    for (struct store_job *job = jobs; job; job = job->next) {
        bool is_lease = job->kind == STORE_LEASES || job->kind == STORE_LEASES_END;
        if (is_lease && is_broken)
            job->outcome = STORE_FAILED;
        if (job->outcome != STORE_OK)
            continue;
        if (is_lease)
            leases_model_run(job);
        else if (job->kind == STORE_TELL)
            tell_others(part, job->message);
        else if (job->kind == STORE_TABLES_CHANGED)
            report(part, job);
        else if (job->kind == STORE_TABLE_READ)
            forget(part, job->table);
        else
            note_change(part, job);
    }
}

static void close_part(struct database *interface)
{
    struct part **link = &parts;
    while (*link != (struct part *)interface)
        link = &(*link)->next;
    struct part *part = *link;
    *link = part->next;
    for (size_t i = 0; i < part->message_count; i++)
        free(part->messages[i]);
    for (size_t i = 0; i < part->news_count; i++) {
        free(part->news[i].entry.text);
        free(part->news[i].entry.cid);
    }
    free(part);
}

struct database *shared_open(void)
{
    struct part *part = alloc_new(sizeof *part);
    part->interface = (struct database){.is_shared = true, .run = run, .close = close_part};
    part->next = parts;
    parts = part;
    return &part->interface;
}
