#include "store/journal_frame.h"

#include "base/check.h"
#include "base/hash.h"

#include <string.h>

enum { LENGTH_AT = 1, CHECKSUM_AT = 5, JOBS_AT = 13 };

static void put(unsigned char *at, uint64_t value, int size)
{
    for (int i = 0; i < size; i++)
        at[i] = (unsigned char)(value >> 8 * i);
}

static uint64_t get(const unsigned char *at, int size)
{
    uint64_t value = 0;
    for (int i = 0; i < size; i++)
        value |= (uint64_t)at[i] << 8 * i;
    return value;
}

void journal_frame_begin(struct job_bytes *bytes)
{
    static const unsigned char head[JOBS_AT] = {JOB_BYTES_VERSION};
    bytes->count = 0;
    job_bytes_add(bytes, head, sizeof head);
}

bool journal_frame_end(struct job_bytes *bytes)
{
    CHECK(bytes->count >= JOBS_AT && bytes->count <= UINT32_MAX);
    size_t length = bytes->count - JOBS_AT;
    put(bytes->data + LENGTH_AT, length, 4);
    put(bytes->data + CHECKSUM_AT, hash_bytes(HASH_START, bytes->data + JOBS_AT, length), 8);
    return length > 0;
}

size_t journal_frame_size(const unsigned char *bytes, size_t size)
{
    if (size < JOBS_AT || bytes[0] < 1 || bytes[0] > JOB_BYTES_VERSION)
        return 0;
    size_t length = (size_t)get(bytes + LENGTH_AT, 4);
    if (length > size - JOBS_AT ||
        get(bytes + CHECKSUM_AT, 8) != hash_bytes(HASH_START, bytes + JOBS_AT, length))
        return 0;
    return JOBS_AT + length;
}

struct store_job *journal_frame_jobs(const unsigned char *frame, size_t size)
{
    struct store_job *first = NULL, **end = &first;
    const unsigned char *at = frame + JOBS_AT, *frame_end = frame + size;
    while (at < frame_end) {
        struct store_job *job = job_bytes_read(&at, frame_end, frame[0]);
        if (!job)
            break;
        *end = job;
        end = &job->next;
    }
    if (at == frame_end)
        return first;
    while (first) {
        struct store_job *next = first->next;
        store_job_free(first);
        first = next;
    }
    return NULL;
}
