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

/* A word or a heading of core.json's section "admin". */
const char *admin_text(const struct admin *admin, const char *key);
/* Prints a sentence of that section as a line, with words filled in as in say_into. */
void admin_say(const struct admin *admin, const char *key, ...) __attribute__((sentinel));
/* Prints a name safely, padded with blanks to at least `width` characters. */
void admin_print_name(const char *name, int width);
/* Prints how long ago something was, in the largest suitable unit, padded to `width` characters. */
void admin_print_age(const struct admin *admin, int64_t at_ms, int width);

#endif
