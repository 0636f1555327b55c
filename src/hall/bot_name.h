/* Names of computer players. */
#ifndef HALL_BOT_NAME_H
#define HALL_BOT_NAME_H

#include "hall/environment.h"
#include "table/state.h"

/* The name at a new table: a different one for each seat, and not the host's. */
void bot_name_at_new_table(const struct environment *environment, const char *host, int seat,
                           char name[STORE_NAME_MAX]);

/* A name that no one at the table has. */
void bot_name_at_table(const struct environment *environment, const struct table *table, int seat,
                       char name[STORE_NAME_MAX]);

/* Names the computer player that may come to a seat by this entry (ENTRY_STAND or ENTRY_BOT), in its text. */
void bot_name_entry(const struct environment *environment, const struct table *table,
                    struct store_entry *entry);

#endif
