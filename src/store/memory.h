/* A database in memory that writes a log outside: for the browser, and for tests.
 *
 * The log is a sequence of frames, one for each transaction that changed something. A frame holds the
 * jobs that succeeded; running them again restores the database. A frame that was cut off or damaged
 * ends the log: what comes back is always a whole number of transactions.
 *
 * There is one store at a time, so nobody else changes anything (STORE_TABLES_CHANGED). Tables and
 * people are found by walking through lists, newest first, which is quick for what one device
 * has. STORE_PERSON_DELETE leaves names in entries: the log on the device holds them anyway.
 *
 *     memory.c             transactions and replay
 *     memory_rows.c        the rows
 *     memory_people.c      jobs about people
 *     memory_tables.c      jobs about tables and records
 *     memory_log.c         frames
 *     memory_compact.c     the log written anew
 *     memory_statistics.c  STORE_STATISTICS
 *     job_bytes.c          jobs as bytes
 *     undo.c               takes a transaction back
 */
#ifndef STORE_MEMORY_H
#define STORE_MEMORY_H

#include "store/database.h"
#include "store/memory_log.h"

/* A new, empty database. `log` NULL: nothing is written. */
struct database *memory_open(const struct memory_log *log);

/* Runs the frames of a log again, before anything else runs. Returns how many bytes were whole
 * frames: less than `size` if the end is cut off or damaged. */
size_t memory_replay(struct database *database, const void *log, size_t size);

/* Writes a shorter log that restores the database: closed tables keep only their records, and can no
 * longer be read. False if `log` refuses a frame. */
bool memory_compact(struct database *database, const struct memory_log *log);

#endif
