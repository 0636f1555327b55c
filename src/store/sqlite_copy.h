/* A SQLite database as one side of a copy. */
#ifndef STORE_SQLITE_COPY_H
#define STORE_SQLITE_COPY_H

#include "store/copy_side.h"

/* Begins a transaction. With `writes`, no one else may write meanwhile. NULL if it fails. */
struct copy_side *sqlite_copy_open(const char *path, bool writes, char *error, size_t error_size);

#endif
