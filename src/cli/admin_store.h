/* What the actions of `ludosaure admin` share: the options, and asking the store. */
#ifndef CLI_ADMIN_STORE_H
#define CLI_ADMIN_STORE_H

#include "store/store.h"
#include "terminal/console.h"

struct admin {
    struct console *console;
    const char *location; /* of the database */
    char shown[4096];     /* the same for messages */
    struct store *store;
    const char *game, *person; /* options, or NULL */
    int limit;
};

/* Runs a job and waits for it. Returns it, to be freed. */
struct store_job *admin_ask(struct admin *admin, struct store_job *job);

/* A new job about this table. */
struct store_job *admin_table_job(enum store_kind kind, const char *table);

/* Prints an error message about a file; returns CONSOLE_FAILED. */
int admin_file_failure(const struct console *console, const char *key, const char *path,
                       const char *reason);
/* The database failed: the same. */
int admin_database_failure(const struct admin *admin);

#endif
