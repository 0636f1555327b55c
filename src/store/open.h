/* Opening a store by the location of its database: the path of a SQLite file, or the URL of a
 * PostgreSQL database (postgresql://…). */
#ifndef STORE_OPEN_H
#define STORE_OPEN_H

#include "store/copied.h"
#include "store/store.h"

/* Opens the database, or makes it. With `notify` the jobs run on a thread, which calls it when there
 * is something to collect; without, in store_work. NULL if it cannot be opened; `error` says why. */
struct store *store_open(const char *location, void (*notify)(void *context), void *context,
                         char *error, size_t error_size);

/* For stores that are opened from now on: how long jobs wait for PostgreSQL before they fail. */
void store_set_patience(int64_t ms);

/* Whether the location is the path of a file. */
bool store_is_file(const char *location);
/* Whether the location is a URL of a database that this program does not know. */
bool store_is_unknown_url(const char *location);
/* Writes a location as messages may show it: without a password. */
void store_location_text(char *text, size_t size, const char *location);

/* Copies a SQLite database into a new file. Others may use it meanwhile. */
bool store_backup(const char *location, const char *to, struct store_copied *copied, char *error,
                  size_t error_size);

/* Checks the whole database. False if something is wrong; `error` says what. Others may use it
 * meanwhile. */
bool store_check(const char *location, char *error, size_t error_size);

#endif
