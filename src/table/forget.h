/* Forgets the name of a person who has deleted their account. */
#ifndef TABLE_FORGET_H
#define TABLE_FORGET_H

#include "table/state.h"

/* Replaces the person's name by "" wherever the table and its entries have it. The store does the same to
 * the stored entries (STORE_PERSON_DELETE). */
void table_forget_person(struct table *table, const char *person);

#endif
