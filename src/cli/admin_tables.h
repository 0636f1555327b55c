/* ludosaure admin: the open tables. Each action returns an exit code. */
#ifndef CLI_ADMIN_TABLES_H
#define CLI_ADMIN_TABLES_H

#include "cli/admin_store.h"

/* Prints the open tables. */
int admin_list_tables(struct admin *admin, char **unused);

/* Closes a table; running servers notify its players. */
int admin_close_table(struct admin *admin, char **words);

#endif
