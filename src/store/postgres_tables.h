/* PostgreSQL: jobs about tables and their entries. Each has a function that sends its statement and,
 * unless postgres_outcome suffices, one that reads the result. */
#ifndef STORE_POSTGRES_TABLES_H
#define STORE_POSTGRES_TABLES_H

#include "store/postgres_query.h"

void postgres_table_new(struct postgres_connection *connection, const struct store_job *job);
void postgres_table_invite(struct postgres_connection *connection, const struct store_job *job);
void postgres_table_find(struct postgres_connection *connection, const struct store_job *job);
void postgres_table_append(struct postgres_connection *connection, const struct store_job *job);
void postgres_table_read(struct postgres_connection *connection, const struct store_job *job);
void postgres_tables_open(struct postgres_connection *connection, const struct store_job *job);

enum store_outcome postgres_table_found(struct postgres_connection *connection,
                                        struct store_job *job);
enum store_outcome postgres_table_was_read(struct postgres_connection *connection,
                                           struct store_job *job);
enum store_outcome postgres_tables_listed(struct postgres_connection *connection,
                                          struct store_job *job);

/* Asks whether the entry of a job is there already: then there is a row. */
void postgres_entry_is(struct postgres_connection *connection, const struct store_job *job);

#endif
