/* Checking a PostgreSQL database, also while servers use it. */
#ifndef STORE_POSTGRES_ADMIN_H
#define STORE_POSTGRES_ADMIN_H

#include <stdbool.h>
#include <stddef.h>

/* Checks that the rows fit together. False if they do not; `error` says why. */
bool postgres_check(const char *url, char *error, size_t error_size);

#endif
