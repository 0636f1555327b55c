/* What operators do with a PostgreSQL database, also while servers use it: copy.c checks it, and is one side of a copy. */
#ifndef STORE_POSTGRES_COPY_COPY_H
#define STORE_POSTGRES_COPY_COPY_H

#include "store/database/database.h"

#include <stdbool.h>
#include <stddef.h>

/* Checks that the rows fit together. False if they do not; `error` says why. */
bool postgres_check(const char *url, char *error, size_t error_size);

/* Begins a transaction. With `writes`, no one else may write meanwhile. NULL if it fails. */
struct copy_side *postgres_copy_open(const char *url, bool writes, char *error, size_t error_size);

#endif
