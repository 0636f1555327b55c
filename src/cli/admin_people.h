/* ludosaure admin: people. Each action returns an exit code. */
#ifndef CLI_ADMIN_PEOPLE_H
#define CLI_ADMIN_PEOPLE_H

#include "cli/admin_store.h"

/* Prints the people with a text in their name or login, or all: those seen last first. */
int admin_list_people(struct admin *admin, char **words);

#endif
