/* What a copy or a backup contains. */
#ifndef STORE_COPIED_H
#define STORE_COPIED_H

#include <stdint.h>

struct store_copied {
    int64_t people, tables, entries, records;
};

#endif
