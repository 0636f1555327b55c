/* Backing up and checking a SQLite database, also while a server uses it. Functions that fail put the
 * reason into `error`. */
#ifndef STORE_SQLITE_ADMIN_H
#define STORE_SQLITE_ADMIN_H

#include "store/copied.h"

#include <stdbool.h>
#include <stddef.h>

/* Copies the database into a new file, which is durable when this returns. */
bool sqlite_backup(const char *path, const char *to, struct store_copied *copied, char *error,
                   size_t error_size);

/* Checks the file and that its rows fit together. */
bool sqlite_check(const char *path, char *error, size_t error_size);

#endif
