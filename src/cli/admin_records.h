/* ludosaure admin: finished matches. Each action returns an exit code. */
#ifndef CLI_ADMIN_RECORDS_H
#define CLI_ADMIN_RECORDS_H

#include "cli/admin_store.h"

/* Prints the latest records. */
int admin_list_records(struct admin *admin, char **unused);

/* Prints the leaderboards. */
int admin_list_ratings(struct admin *admin, char **unused);

#endif
