/* The journal database: rows in memory, and a journal outside that restores them. For the browser, and
 * for tests.
 *
 * The journal is a sequence of frames, one for each transaction that changed something. A frame holds
 * the jobs that succeeded; running them again restores the database. A frame that was cut off or
 * damaged ends the journal: what comes back is always a whole number of transactions.
 *
 * Only one store uses the database, so no one else changes it (STORE_TABLES_CHANGED). Tables and
 * people are found by walking through lists, newest first, which is fast enough for one device.
 * STORE_PERSON_DELETE leaves names in entries: the journal on the device holds them anyway.
 *
 *     journal.c             transactions and replay
 *     journal_rows.c        the rows
 *     journal_people.c      jobs about people
 *     journal_tables.c      jobs about tables and records
 *     journal_statistics.c  STORE_STATISTICS
 *     journal_frame.c       frames
 *     journal_compact.c     writes a shorter journal
 *     job_bytes.c           jobs as bytes
 *     undo.c                takes a transaction back
 */
#ifndef STORE_JOURNAL_H
#define STORE_JOURNAL_H

#include "store/database.h"
#include "store/journal_frame.h"

/* A new, empty database. If `output` is NULL, nothing is written. */
struct database *journal_open(const struct journal_output *output);

/* Runs the frames of a journal again, before anything else runs. Returns how many bytes were whole
 * frames: less than `size` if the end is cut off or damaged. */
size_t journal_replay(struct database *database, const void *frames, size_t size);

/* Writes a shorter journal that restores the database: closed tables keep only their records, and can
 * no longer be read. Returns false if `output` refuses a frame. */
bool journal_compact(struct database *database, const struct journal_output *output);

#endif
