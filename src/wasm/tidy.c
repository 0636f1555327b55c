#include "wasm/tidy.h"

#include "base/alloc.h"
#include "table/entry.h"

#include <string.h>

static const int64_t DAY_MS = 24 * 3600 * 1000;

/* How long after its latest entry a table is closed. */
enum { OVER_DAYS = 1, UNFINISHED_DAYS = 90 };

/* The table's next entry closes it. */
static void close_table(struct database *database, const char *id, int64_t number, int64_t now_ms)
{
    struct store_job *job = store_job_new(STORE_TABLE_APPEND, NULL, NULL);
    memcpy(job->table, id, sizeof job->table);
    job->closes = true;
    *store_job_add_entry(job) = (struct store_entry){.number = number,
                                                     .at_ms = now_ms,
                                                     .kind = ENTRY_CLOSE,
                                                     .seat = -1,
                                                     .text = alloc_text("{\"why\":\"unused\"}")};
    database->run(database, job);
    store_job_free(job);
}

static void tidy_table(struct database *database, const char *id, int64_t from, int64_t now_ms,
                       int64_t days)
{
    struct store_job *job = store_job_new(STORE_TABLE_READ, NULL, NULL);
    memcpy(job->table, id, sizeof job->table);
    job->from = from;
    database->run(database, job);
    if (job->entry_count > 0) {
        const struct store_entry *latest = &job->entries[job->entry_count - 1];
        if (now_ms - latest->at_ms >= days * DAY_MS)
            close_table(database, id, latest->number + 1, now_ms);
    }
    store_job_free(job);
}

void tidy_tables(struct database *database, int64_t now_ms)
{
    struct store_job *job = store_job_new(STORE_TABLES_OPEN, NULL, NULL);
    database->run(database, job);
    for (size_t i = 0; i < job->ended_count; i++)
        tidy_table(database, job->ended[i].table, job->ended[i].number, now_ms, OVER_DAYS);
    for (size_t i = 0; i < job->table_count; i++)
        tidy_table(database, job->tables[i], 0, now_ms, UNFINISHED_DAYS);
    store_job_free(job);
}
