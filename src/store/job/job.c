/* Jobs: the requests to the store, and their answers. */
#include "store/job/job.h"

#include "base/system/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool store_id_is_valid(const char *id)
{
    return strlen(id) == STORE_ID_TEXT - 1 &&
           strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789") == STORE_ID_TEXT - 1;
}

bool store_face_is_valid(int64_t face)
{
    return face >= 0 && face <= STORE_FACE_MAX;
}

struct store_job *store_job_new(enum store_kind kind, void (*done)(struct store_job *job),
                                void *context)
{
    struct store_job *job = alloc_new(sizeof *job);
    job->kind = kind;
    job->done = done;
    job->context = context;
    return job;
}

/* The lists that a job can have: given with it, or as its answer. */
enum {
    NONE = 0,
    ENTRIES = 1 << 0,
    RECORDS = 1 << 1,
    TABLES = 1 << 2,
    ENDED = 1 << 3,
    PEOPLE = 1 << 4,
    NEWS = 1 << 5,
    MESSAGES = 1 << 6,
    LEASES = 1 << 7,
    SERVERS = 1 << 8,
    LISTED = 1 << 9,
    FOUND = 1 << 10,
    STATISTICS = 1 << 11,
    NOTES = 1 << 12,
    RELATIONS = 1 << 13,
    REPORTS = 1 << 14,
};

static const struct {
    enum store_part part;
    char letter;
    unsigned given, answer; /* lists */
} kinds[STORE_KINDS] = {
#define FACTS(kind, name, part, letter, given, answer) \
    [STORE_##kind] = {STORE_##part##_PART, letter, given, answer},
    STORE_EVERY_JOB(FACTS)
#undef FACTS
};

enum store_part store_job_part(enum store_kind kind)
{
    return kinds[kind].part;
}

char store_job_letter(enum store_kind kind)
{
    return kinds[kind].letter;
}

static void entry_clear(void *item)
{
    struct store_entry *entry = item;
    free(entry->text);
    free(entry->cid);
}

static void news_clear(void *item)
{
    entry_clear(&((struct store_news *)item)->entry);
}

static void record_clear(void *item)
{
    free(((struct store_record *)item)->record);
}

static void report_clear(void *item)
{
    free(((struct store_report *)item)->text);
}

static void message_clear(void *item)
{
    free(*(char **)item);
}

/* Where a job has its lists, and what frees the memory of an item (NULL: it owns none). */
#define PLACE(items, count) offsetof(struct store_job, items), offsetof(struct store_job, count)
#define SIZE(items) sizeof *((struct store_job *)0)->items
#define LIST(list, items, count, clear) list, PLACE(items, count), SIZE(items), clear
static const struct {
    unsigned list;
    size_t items, count, size;
    void (*clear)(void *item);
} lists[] = {
    {LIST(ENTRIES, entries, entry_count, entry_clear)},
    {LIST(RECORDS, records, record_count, record_clear)},
    {LIST(TABLES, tables, table_count, NULL)},
    {LIST(ENDED, ended, ended_count, NULL)},
    {LIST(PEOPLE, people, people_count, NULL)},
    {LIST(NEWS, news, news_count, news_clear)},
    {LIST(MESSAGES, messages, message_count, message_clear)},
    {LIST(LEASES, leases, lease_count, NULL)},
    {LIST(SERVERS, servers, server_count, NULL)},
    {LIST(LISTED, listed, listed_count, NULL)},
    {LIST(FOUND, found, found_count, NULL)},
    {LIST(STATISTICS, statistics, statistics_count, NULL)},
    {LIST(NOTES, notes, note_count, message_clear)},
    {LIST(RELATIONS, relations, relation_count, NULL)},
    {LIST(REPORTS, reports, report_count, report_clear)},
};

static void lists_free(struct store_job *job, unsigned which)
{
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        if (!(lists[k].list & which))
            continue;
        char *items, *none = NULL;
        size_t count, zero = 0;
        memcpy(&items, (char *)job + lists[k].items, sizeof items);
        memcpy(&count, (char *)job + lists[k].count, sizeof count);
        for (size_t i = 0; lists[k].clear && i < count; i++)
            lists[k].clear(items + i * lists[k].size);
        free(items);
        memcpy((char *)job + lists[k].items, &none, sizeof none);
        memcpy((char *)job + lists[k].count, &zero, sizeof zero);
    }
}

void store_job_forget_answer(struct store_job *job)
{
    lists_free(job, kinds[job->kind].answer);
    if (kinds[job->kind].part == STORE_SERVER_PART)
        job->all_may_differ = false;
    job->error = NULL;
}

void store_job_free(struct store_job *job)
{
    if (!job)
        return;
    lists_free(job, kinds[job->kind].given | kinds[job->kind].answer);
    free(job);
}

/* Makes an array of `*count` elements longer by one, which is zeroed. Its capacity is the next power
 * of two. */
static void *add_one(void *array, size_t *count, size_t size)
{
    if ((*count & (*count - 1)) == 0)
        array = alloc_resize(array, *count ? 2 * *count : 1, size);
    memset((char *)array + *count * size, 0, size);
    ++*count;
    return array;
}

struct store_entry *store_job_add_entry(struct store_job *job)
{
    job->entries = add_one(job->entries, &job->entry_count, sizeof *job->entries);
    return &job->entries[job->entry_count - 1];
}

struct store_ended *store_job_add_ended(struct store_job *job)
{
    job->ended = add_one(job->ended, &job->ended_count, sizeof *job->ended);
    return &job->ended[job->ended_count - 1];
}

struct store_record *store_job_add_record(struct store_job *job)
{
    job->records = add_one(job->records, &job->record_count, sizeof *job->records);
    return &job->records[job->record_count - 1];
}

void store_job_add_table(struct store_job *job, const char *id)
{
    job->tables = add_one(job->tables, &job->table_count, sizeof *job->tables);
    snprintf(job->tables[job->table_count - 1], STORE_ID_TEXT, "%s", id);
}

struct store_news *store_job_add_news(struct store_job *job, const char *table)
{
    job->news = add_one(job->news, &job->news_count, sizeof *job->news);
    struct store_news *news = &job->news[job->news_count - 1];
    snprintf(news->table, sizeof news->table, "%s", table);
    return news;
}

void store_job_add_person(struct store_job *job, const char *id)
{
    job->people = add_one(job->people, &job->people_count, sizeof *job->people);
    snprintf(job->people[job->people_count - 1], STORE_ID_TEXT, "%s", id);
}

void store_job_add_message(struct store_job *job, const char *message)
{
    job->messages = add_one(job->messages, &job->message_count, sizeof *job->messages);
    job->messages[job->message_count - 1] = alloc_text(message);
}

void store_job_add_server(struct store_job *job, const char *id)
{
    job->servers = add_one(job->servers, &job->server_count, sizeof *job->servers);
    snprintf(job->servers[job->server_count - 1], STORE_ID_TEXT, "%s", id);
}

struct store_lease *store_job_add_lease(struct store_job *job, const char *table)
{
    job->leases = add_one(job->leases, &job->lease_count, sizeof *job->leases);
    struct store_lease *lease = &job->leases[job->lease_count - 1];
    snprintf(lease->table, sizeof lease->table, "%s", table);
    return lease;
}

void store_job_grant_leases(struct store_job *job)
{
    for (size_t i = 0; i < job->lease_count; i++)
        if (!job->leases[i].gives_back)
            memcpy(job->leases[i].holder, job->server, sizeof job->leases[i].holder);
}

struct store_person *store_job_add_listed(struct store_job *job)
{
    job->listed = add_one(job->listed, &job->listed_count, sizeof *job->listed);
    return &job->listed[job->listed_count - 1];
}

struct store_found *store_job_add_found(struct store_job *job)
{
    job->found = add_one(job->found, &job->found_count, sizeof *job->found);
    return &job->found[job->found_count - 1];
}

void store_job_add_note(struct store_job *job, const char *note)
{
    job->notes = add_one(job->notes, &job->note_count, sizeof *job->notes);
    job->notes[job->note_count - 1] = alloc_text(note);
}

struct store_relation *store_job_add_relation(struct store_job *job)
{
    job->relations = add_one(job->relations, &job->relation_count, sizeof *job->relations);
    return &job->relations[job->relation_count - 1];
}

struct store_report *store_job_add_report(struct store_job *job)
{
    job->reports = add_one(job->reports, &job->report_count, sizeof *job->reports);
    return &job->reports[job->report_count - 1];
}
