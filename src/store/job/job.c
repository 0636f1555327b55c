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

struct store_job *store_job_new(enum store_kind kind, void (*done)(struct store_job *job),
                                void *context)
{
    struct store_job *job = alloc_new(sizeof *job);
    job->kind = kind;
    job->done = done;
    job->context = context;
    return job;
}

static void entries_free(struct store_job *job)
{
    for (size_t i = 0; i < job->entry_count; i++) {
        free(job->entries[i].text);
        free(job->entries[i].cid);
    }
    free(job->entries);
    job->entries = NULL;
    job->entry_count = 0;
}

static void news_free(struct store_job *job)
{
    for (size_t i = 0; i < job->news_count; i++) {
        free(job->news[i].entry.text);
        free(job->news[i].entry.cid);
    }
    free(job->news);
    job->news = NULL;
    job->news_count = 0;
}

static void records_free(struct store_job *job)
{
    for (size_t i = 0; i < job->record_count; i++)
        free(job->records[i].record);
    free(job->records);
    job->records = NULL;
    job->record_count = 0;
}

void store_job_forget_answer(struct store_job *job)
{
    bool is_given = job->kind == STORE_TABLE_NEW || job->kind == STORE_TABLE_APPEND;
    if (!is_given) {
        entries_free(job);
        records_free(job);
    }
    news_free(job);
    for (size_t i = 0; i < job->lease_count; i++)
        job->leases[i].holder[0] = '\0';
    for (size_t i = 0; i < job->message_count; i++)
        free(job->messages[i]);
    free(job->messages);
    job->messages = NULL;
    job->message_count = 0;
    if (job->kind != STORE_PEOPLE_GONE) {
        free(job->people);
        job->people = NULL;
        job->people_count = 0;
    }
    free(job->tables);
    free(job->servers);
    free(job->listed);
    free(job->found);
    free(job->ended);
    free(job->statistics);
    job->tables = NULL;
    job->servers = NULL;
    job->listed = NULL;
    job->found = NULL;
    job->ended = NULL;
    job->statistics = NULL;
    job->table_count = job->server_count = 0;
    job->listed_count = job->found_count = job->ended_count = 0;
    job->all_may_differ = false;
    job->error = NULL;
}

void store_job_free(struct store_job *job)
{
    if (!job)
        return;
    entries_free(job);
    records_free(job);
    store_job_forget_answer(job);
    free(job->people);
    free(job->leases);
    free(job->message);
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
