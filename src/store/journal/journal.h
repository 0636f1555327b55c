/* The journal database: rows in memory, and a journal outside that restores them. For the browser, and
 * for tests.
 *
 * The journal is a sequence of frames, one for each transaction that changed something. A frame holds
 * the jobs that succeeded; running them again restores the database. A frame that was cut off or
 * damaged ends the journal: what comes back is always a whole number of transactions.
 *
 * Only one store uses the database, so no one else changes it (STORE_TABLES_CHANGED). Tables and
 * people are found by walking through lists, newest first, which is fast enough for one device.
 * There are no accounts: jobs that need them (STORE_EVERY_ACCOUNT_JOB) fail, and are skipped in a journal.
 * STORE_PERSON_DELETE leaves names in entries: the journal on the device holds them anyway.
 *
 *     journal.c  transactions, frames, replay; writes a shorter journal
 *     tables.c   the rows; jobs about tables and records
 *     people.c   jobs about people, and statistics */
#ifndef STORE_JOURNAL_JOURNAL_H
#define STORE_JOURNAL_JOURNAL_H

#include "store/database/database.h"
#include "store/job/job.h"

/* ---- Frames ---- */

/* A frame of the journal: a version, the length, a checksum, and jobs. */

struct journal_output {
    void *context;
    /* Appends a frame to the journal. Returns false if that failed and the journal is as before. */
    bool (*append)(void *context, const void *frame, size_t size);
};

/* Begins a frame in `bytes`, which is emptied; jobs are added by job_bytes_write. */
void journal_frame_begin(struct job_bytes *bytes);
/* Completes the frame. False if it holds no job. */
bool journal_frame_end(struct job_bytes *bytes);

/* The size of the frame that these bytes begin with; 0 if it is cut off or damaged. */
size_t journal_frame_size(const unsigned char *bytes, size_t size);
/* The jobs in this frame, linked by `next`; NULL if they cannot be read. */
struct store_job *journal_frame_jobs(const unsigned char *frame, size_t size);

/* ---- The database ---- */

/* A new, empty database. If `output` is NULL, nothing is written. */
struct database *journal_open(const struct journal_output *output);

/* Runs the frames of a journal again, before anything else runs. Returns how many bytes were whole
 * frames: less than `size` if the end is cut off or damaged. */
size_t journal_replay(struct database *database, const void *frames, size_t size);

/* Writes a shorter journal that restores the database: closed tables keep only their records, and can
 * no longer be read. Returns false if `output` refuses a frame. */
bool journal_compact(struct database *database, const struct journal_output *output);

#endif
