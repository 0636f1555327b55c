/* SQLite: tables and their entries. A move is one insertion into `entries`: for each table played at,
 * each transaction writes one page to the WAL, with one sync for all of them. */
#ifndef STORE_SQLITE_TABLES_H
#define STORE_SQLITE_TABLES_H

#include "store/job.h"
#include "store/open_tables.h"
#include "store/sqlite_query.h"

struct sqlite_tables {
    struct sqlite_connection *connection;
    struct open_tables open;
    int64_t people_key, people_key_read; /* of the latest change of people that was reported; and in
                                          * this transaction */
    int64_t data_version; /* of the database at the latest scan for changes; -1: must scan */
    uint64_t scan;        /* counts scans */
};

/* Reads which tables are open. False if it failed. */
bool sqlite_tables_start(struct sqlite_tables *tables, struct sqlite_connection *connection);
void sqlite_tables_free(struct sqlite_tables *tables);

/* Ends a transaction: keeps what was learnt in it, or forgets it. */
void sqlite_tables_keep(struct sqlite_tables *tables);
void sqlite_tables_restore(struct sqlite_tables *tables);

/* Jobs. Each returns its outcome; see job.h. */
enum store_outcome sqlite_table_new(struct sqlite_tables *tables, struct store_job *job);
enum store_outcome sqlite_table_invite(struct sqlite_tables *tables, struct store_job *job);
enum store_outcome sqlite_table_find(struct sqlite_tables *tables, struct store_job *job);
enum store_outcome sqlite_table_append(struct sqlite_tables *tables, struct store_job *job);
enum store_outcome sqlite_table_read(struct sqlite_tables *tables, struct store_job *job);
enum store_outcome sqlite_tables_open(struct sqlite_tables *tables, struct store_job *job);
enum store_outcome sqlite_tables_changed(struct sqlite_tables *tables, struct store_job *job);

#endif
