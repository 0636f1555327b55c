#include "cli/admin_store.h"

#include "terminal/complain.h"

#include <stdio.h>

int admin_file_failure(const struct console *console, const char *key, const char *path,
                       const char *reason)
{
    return complain_say(console, CONSOLE_FAILED, "admin", key, path, reason, NULL);
}

int admin_database_failure(const struct admin *admin)
{
    return admin_file_failure(admin->console, "cannot", admin->shown, "");
}

/* Completion callback: hands the finished job to the waiting caller through `context`. */
static void hand_over(struct store_job *job)
{
    struct store_job *copy = job->context;
    *copy = *job;
    job->entries = NULL;
    job->entry_count = 0;
    job->tables = NULL;
    job->listed = NULL;
    job->ended = NULL;
    job->records = NULL;
    job->record_count = 0;
}

struct store_job *admin_ask(struct admin *admin, struct store_job *job)
{
    struct store_job *answer = store_job_new(job->kind, NULL, NULL);
    job->done = hand_over;
    job->context = answer;
    store_submit(admin->store, job);
    store_work(admin->store);
    store_collect(admin->store);
    return answer;
}

struct store_job *admin_table_job(enum store_kind kind, const char *table)
{
    struct store_job *job = store_job_new(kind, NULL, NULL);
    snprintf(job->table, sizeof job->table, "%s", table);
    return job;
}
