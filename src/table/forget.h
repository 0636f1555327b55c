/* The people whose names a table has; and forgetting the name of a person who has deleted their account. */
#ifndef TABLE_FORGET_H
#define TABLE_FORGET_H

#include "table/state.h"

/* Calls the function for everyone whom the table's entries name, some of them several times. */
void table_named_people(const struct table *table, void (*visit)(void *context, const char *person),
                        void *context);

/* Replaces the person's name by "" wherever the table and its entries have it. The store does the same to
 * the stored entries (STORE_PERSON_DELETE). */
void table_forget_person(struct table *table, const char *person);

#endif
