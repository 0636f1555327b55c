/* Names of computer players. */
#ifndef HALL_BOT_NAME_H
#define HALL_BOT_NAME_H

#include "hall/environment.h"
#include "table/state.h"

/* The name at a new table, a different one for each seat. */
void bot_name_for_seat(const struct environment *environment, int seat, char name[STORE_NAME_MAX]);

/* A name that no one at the table has. */
void bot_name_at_table(const struct environment *environment, const struct table *table, int seat,
                       char name[STORE_NAME_MAX]);

/* Names the computer player that may come to a seat by this entry (ENTRY_STAND or ENTRY_BOT), in its text. */
void bot_name_entry(const struct environment *environment, const struct table *table,
                    struct store_entry *entry);

#endif
