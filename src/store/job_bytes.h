/* Jobs that change something, as bytes and back: what they ask for, without the answer. The format
 * is the same on every machine, and bytes that an older version wrote can be read. */
#ifndef STORE_JOB_BYTES_H
#define STORE_JOB_BYTES_H

#include "store/job.h"

/* Bytes that grow as they are written. */
struct job_bytes {
    unsigned char *data;
    size_t count, capacity;
};

/* Whether jobs of this kind change the database. Only these can be written. */
bool job_bytes_is_change(enum store_kind kind);

void job_bytes_add(struct job_bytes *bytes, const void *data, size_t size);
void job_bytes_write(struct job_bytes *bytes, const struct store_job *job);
void job_bytes_free(struct job_bytes *bytes);

/* The format that is written. Version 1 had no dates, no new recovery codes and no shared records;
 * version 2 did not say which records are rated, which parts were played and who may be listed;
 * version 3 did not say which matches are continued. */
enum { JOB_BYTES_VERSION = 4 };

/* Reads one job of this version, and moves `*at` behind it. NULL if the bytes until `end` are not a
 * job. */
struct store_job *job_bytes_read(const unsigned char **at, const unsigned char *end, int version);

#endif
