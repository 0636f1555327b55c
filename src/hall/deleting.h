/* Takes a person whom the store has deleted out of every table. */
#ifndef HALL_DELETING_H
#define HALL_DELETING_H

#include "hall/change.h"

/* The person's name disappears from all tables. */
void deleting_forget(const struct live_tables *tables, const char *person);

/* The person leaves every seat, as if by `stand`, and their name disappears, at every server. */
void deleting_leave_tables(struct changes *changes, const char *person);

#endif
