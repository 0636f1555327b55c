#include "store/job.h"

#include "base/memory.h"

#include <stdlib.h>

struct store_job *store_job_new(enum store_kind kind, void (*done)(struct store_job *job),
                                void *context)
{
    struct store_job *job = memory_new(sizeof *job);
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
    free(job->tables);
    free(job->ended);
    free(job->statistics);
    job->tables = NULL;
    job->ended = NULL;
    job->statistics = NULL;
    job->table_count = job->ended_count = 0;
    job->error = NULL;
}

void store_job_free(struct store_job *job)
{
    if (!job)
        return;
    entries_free(job);
    records_free(job);
    store_job_forget_answer(job);
    free(job);
}
