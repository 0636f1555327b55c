/* Copies everything from one database to another, of the same kind or another one. */
#ifndef STORE_COPY_H
#define STORE_COPY_H

#include "store/copied.h"

#include <stdbool.h>
#include <stddef.h>

/* `to` must be empty, or not exist yet. What was written is read again and compared before it is
 * committed: either everything is copied, or nothing, and `error` says why. Others may use `from`
 * meanwhile. */
bool store_copy(const char *from, const char *to, struct store_copied *copied, char *error,
                size_t error_size);

#endif
