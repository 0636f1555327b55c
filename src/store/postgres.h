/* The PostgreSQL database.
 *
 *     postgres.c           opening, transactions, lost connections
 *     postgres_batch.c     one batch of jobs as one transaction
 *     postgres_jobs.c      the jobs by their kind
 *     postgres_people.c    jobs about people, sessions, accounts
 *     postgres_tables.c    jobs about tables and entries
 *     postgres_records.c   jobs about finished matches
 *     postgres_leases.c    jobs about leases
 *     postgres_payload.c   what notifications say of entries
 *     postgres_known.c     what other servers have changed
 *     open_tables.c        what is remembered of open tables
 *     postgres_statements.c  the SQL
 *     postgres_query.c     prepared statements in a pipeline
 *     postgres_schema.c    creates and upgrades the schema
 *     postgres_connect.c   connections
 *     postgres_admin.c     checks
 *     postgres_copy.c      copies to and from other databases
 */
#ifndef STORE_POSTGRES_H
#define STORE_POSTGRES_H

#include "store/database.h"

/* Whether the location of a database is the URL of a PostgreSQL database. */
bool postgres_is_url(const char *location);

/* Opens a database, and creates or upgrades its schema. NULL if it fails; `error` says why. */
struct database *postgres_open(const char *url, char *error, size_t error_size);

#endif
