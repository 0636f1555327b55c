/* Fuzzes the journal of a database: any bytes as a journal, and as the jobs of a frame whose checksum
 * is right. A job that can be read is written and read as the same job. Also fuzzes what PostgreSQL's
 * notifications say of entries. */
#include "store/journal/journal.h"
#include "base/base.h"
#include "base/system/system.h"
#include "store/postgres/postgres_internal.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void replay(const void *frames, size_t size)
{
    struct database *database = journal_open(NULL);
    CHECK(journal_replay(database, frames, size) <= size);
    struct store_job *job = store_job_new(STORE_TABLES_OPEN, NULL, NULL);
    database->run(database, job);
    CHECK(job->outcome == STORE_OK);
    store_job_free(job);
    database->close(database);
}

/* Jobs that can be read are written as the same jobs. */
static void write_again(const uint8_t *data, size_t size)
{
    const unsigned char *at = data, *end = data + size;
    struct store_job *job = job_bytes_read(&at, end, JOB_BYTES_VERSION);
    if (!job)
        return;
    struct job_bytes once = {0}, twice = {0};
    job_bytes_write(&once, job);
    const unsigned char *again = once.data;
    struct store_job *copy = job_bytes_read(&again, once.data + once.count, JOB_BYTES_VERSION);
    CHECK(copy && again == once.data + once.count);
    job_bytes_write(&twice, copy);
    CHECK(once.count == twice.count && memcmp(once.data, twice.data, once.count) == 0);
    job_bytes_free(&once);
    job_bytes_free(&twice);
    store_job_free(job);
    store_job_free(copy);
}

static void read_payload(const uint8_t *data, size_t size)
{
    char *payload = alloc_new(size + 1);
    if (size > 0)
        memcpy(payload, data, size);
    struct postgres_heard item;
    for (const char *at = payload; *at && postgres_payload_read(&at, &item);) {
        free(item.entry.text);
        free(item.entry.cid);
    }
    free(payload);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_payload(data, size);
    replay(data, size);
    write_again(data, size);
    struct job_bytes frame = {0};
    journal_frame_begin(&frame);
    if (size > 0)
        job_bytes_add(&frame, data, size);
    journal_frame_end(&frame);
    replay(frame.data, frame.count);
    job_bytes_free(&frame);
    return 0;
}
