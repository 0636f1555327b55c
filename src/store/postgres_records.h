/* PostgreSQL: jobs about finished matches. Each has a function that sends its statement and one that
 * reads the result. */
#ifndef STORE_POSTGRES_RECORDS_H
#define STORE_POSTGRES_RECORDS_H

#include "store/postgres_query.h"

void postgres_record_get(struct postgres_connection *connection, const struct store_job *job);
void postgres_record_list(struct postgres_connection *connection, const struct store_job *job);
void postgres_records_rated(struct postgres_connection *connection, const struct store_job *job);
void postgres_record_share(struct postgres_connection *connection, const struct store_job *job);
void postgres_statistics(struct postgres_connection *connection, const struct store_job *job);

enum store_outcome postgres_records_found(struct postgres_connection *connection,
                                          struct store_job *job);
enum store_outcome postgres_statistics_found(struct postgres_connection *connection,
                                             struct store_job *job);

/* The seats of a record as arrays of PostgreSQL. */
enum { POSTGRES_ARRAY_TEXT = STORE_SEATS_MAX * (2 * STORE_NAME_MAX + 4) };
struct postgres_seats {
    char person[POSTGRES_ARRAY_TEXT], name[POSTGRES_ARRAY_TEXT], level[POSTGRES_ARRAY_TEXT];
    char score[POSTGRES_ARRAY_TEXT], won[POSTGRES_ARRAY_TEXT], part[POSTGRES_ARRAY_TEXT];
};
/* `record` may be NULL: there are no seats. */
void postgres_seats_write(struct postgres_seats *seats, const struct store_record *record);

#endif
