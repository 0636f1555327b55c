/* Takes a person whom the store has deleted out of every table. */
#ifndef HALL_DELETING_H
#define HALL_DELETING_H

#include "hall/change.h"

/* The person leaves every seat, as if by `stand`, and their name disappears from all tables. */
void deleting_leave_tables(struct changes *changes, const char *person);

#endif
