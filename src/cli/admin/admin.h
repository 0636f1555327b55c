/* `ludosaure admin`: what an operator does with people, tables and records, with or without a
 * running server.
 *
 *     admin.c   the command and its options; asks the store
 *     people.c  people, and where they sit
 *     reports.c what people have reported of others
 *     tables.c  open tables; records */
#ifndef CLI_ADMIN_ADMIN_H
#define CLI_ADMIN_ADMIN_H

#include "store/store.h"
#include "terminal/screen/screen.h"

/* ---- Asking the store ---- */

/* What the actions of `ludosaure admin` share: the options, and asking the store. */

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
/* Prints a text, padded with blanks to at least `width` characters. */
void admin_print_padded(const char *text, int width);
/* Prints a name safely, padded with blanks to at least `width` characters. */
void admin_print_name(const char *name, int width);
/* Prints how long ago something was, in the largest suitable unit, padded to `width` characters. */
void admin_print_age(const struct admin *admin, int64_t at_ms, int width);

/* ---- People ---- */

/* ludosaure admin: people. Each action returns an exit code. */

/* Prints the people with a text in their name or login, or all: those seen last first. */
int admin_list_people(struct admin *admin, char **words);

/* Gives a person another name, also at tables and in records. */
int admin_rename_person(struct admin *admin, char **words);

/* Deletes a person as `delete` does, and takes them from their seats. */
int admin_remove_person(struct admin *admin, char **words);

/* Prints a new recovery code of an account; the former one does not work any more. */
int admin_recover_person(struct admin *admin, char **words);

/* Takes down the public page of a person. */
int admin_unpublish_person(struct admin *admin, char **words);

/* The name of the person with this id. Returns false if there is none. */
bool admin_find_name(struct admin *admin, const char *id, char name[STORE_NAME_MAX]);

/* ---- Reports ---- */

/* ludosaure admin: what people have reported of others. Each action returns an exit code. */

/* Prints those that are open: a line for each person they are about, the latest first. */
int admin_list_reports(struct admin *admin, char **unused);

/* Prints one, or closes it. */
int admin_show_report(struct admin *admin, char **words);

/* ---- Records ---- */

/* ludosaure admin: finished matches. Each action returns an exit code. */

/* Prints the latest records. */
int admin_list_records(struct admin *admin, char **unused);

/* Prints the leaderboards. */
int admin_list_ratings(struct admin *admin, char **unused);

/* ---- People at tables ---- */

struct admin_seat {
    char person[STORE_ID_TEXT], table[STORE_ID_TEXT];
};
struct admin_seats {
    struct admin_seat *seat;
    size_t count, capacity;
};

/* Reads all open tables, except damaged ones. False if the database fails. Free the result in either
 * case. */
bool admin_seats_read(struct admin *admin, struct admin_seats *seats);
void admin_seats_free(struct admin_seats *seats);

/* The person leaves the seat, as if by `stand`, unless they have left it already. False if the database
 * fails. */
bool admin_seats_leave(struct admin *admin, const struct admin_seat *seat);

/* ---- Tables ---- */

/* ludosaure admin: the open tables. Each action returns an exit code. */

/* Prints the open tables. */
int admin_list_tables(struct admin *admin, char **unused);

/* Closes a table; running servers notify its players. */
int admin_close_table(struct admin *admin, char **words);

#endif
