/* An index of tables by the people who host them or sit at them. Searching all tables would be too
 * slow when thousands of people come back at once. */
#ifndef HALL_PERSON_TABLES_H
#define HALL_PERSON_TABLES_H

#include "base/id_map.h"
#include "table/state.h"

struct live_table;

/* All zero is an empty index. */
struct person_tables {
    struct id_map people;
};

/* The people under whom a table is in the index; a part of the live table. */
struct table_people {
    char id[GAME_SEATS_MAX + 1][STORE_ID_TEXT];
    int count;
};

/* Brings the index up to date after a change of the table's host, seats or state. */
void person_tables_update(struct person_tables *index, struct live_table *live,
                          struct table_people *people, const struct table *table);

/* Takes the table out of the index. */
void person_tables_remove(struct person_tables *index, const struct live_table *live,
                          struct table_people *people);

/* The tables that this person hosts or sits at, and how many they are. Closed tables are not among
 * them. Valid until the index changes. */
int person_tables_of(const struct person_tables *index, const char *person,
                     struct live_table *const **tables);

void person_tables_free(struct person_tables *index);

#endif
