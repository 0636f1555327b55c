/* A PostgreSQL database as one side of a copy. */
#ifndef STORE_POSTGRES_COPY_H
#define STORE_POSTGRES_COPY_H

#include "store/copy_side.h"

/* Begins a transaction. With `writes`, no one else may write meanwhile. NULL if it fails. */
struct copy_side *postgres_copy_open(const char *url, bool writes, char *error, size_t error_size);

#endif
