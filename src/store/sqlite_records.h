/* SQLite: finished matches. */
#ifndef STORE_SQLITE_RECORDS_H
#define STORE_SQLITE_RECORDS_H

#include "store/job.h"
#include "store/sqlite_query.h"

/* Adds the record of a table, unless it has one. */
void sqlite_record_add(struct sqlite_connection *connection, int64_t table_key,
                       const struct store_record *record);

/* Jobs. Each returns its outcome; see job.h. */
enum store_outcome sqlite_record_get(struct sqlite_connection *connection, struct store_job *job);
enum store_outcome sqlite_record_list(struct sqlite_connection *connection, struct store_job *job);
enum store_outcome sqlite_records_rated(struct sqlite_connection *connection,
                                        struct store_job *job);
enum store_outcome sqlite_record_share(struct sqlite_connection *connection, struct store_job *job);

#endif
