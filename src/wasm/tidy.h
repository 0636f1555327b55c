/* Closes tables of this device that are no longer needed. A server does that while it runs
 * (hall/sweep.h), but the hall of a device seldom runs for long: it does it when it starts. */
#ifndef WASM_TIDY_H
#define WASM_TIDY_H

#include "store/database.h"

/* Before the hall is made. */
void tidy_tables(struct database *database, int64_t now_ms);

#endif
