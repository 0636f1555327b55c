/* ludosaure admin: people. Each action returns an exit code. */
#ifndef CLI_ADMIN_PEOPLE_H
#define CLI_ADMIN_PEOPLE_H

#include "cli/admin_store.h"

/* Prints the people with a text in their name or login, or all: those seen last first. */
int admin_list_people(struct admin *admin, char **words);

/* Gives a person another name, also at tables and in records. */
int admin_rename_person(struct admin *admin, char **words);

/* Deletes a person as `delete` does, and takes them from their seats. */
int admin_remove_person(struct admin *admin, char **words);

/* Prints a new recovery code of an account; the former one does not work any more. */
int admin_recover_person(struct admin *admin, char **words);

#endif
