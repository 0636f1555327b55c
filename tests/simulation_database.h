/* The database of a simulated round, which several servers share: a SQLite file on a disk that can
 * fail, a PostgreSQL database whose connections can be lost, or a database in memory. */
#ifndef TESTS_SIMULATION_DATABASE_H
#define TESTS_SIMULATION_DATABASE_H

#include "store/store.h"

/* For all rounds: NULL for SQLite, "memory", or the URL of a PostgreSQL database, which is emptied
 * before each round. */
void database_choose(const char *database);

/* The option that chooses it, for messages; "" for SQLite. */
const char *database_option(void);

/* A round begins with an empty database, and removes it at its end. The clock of the database shows
 * `*now_ms`. */
void database_begin(const int64_t *now_ms);
void database_end(void);

/* One more server opens it. NULL if that fails; `error` says why. */
struct store *database_open(char *error, size_t error_size);

/* No server runs and no table is closed: a database in memory begins anew from a shorter journal. */
void database_compact(void);

/* Whether deleting a person removes the name from entries. The database of the browser, which has no
 * accounts, does not. */
bool database_forgets(void);

/* What follows fails after this number of writes: a full disk, or the end of a killed process. On
 * PostgreSQL, an odd number loses the connection instead, which nobody should notice. -1: all is well
 * again. */
void database_break(int writes);

#endif
