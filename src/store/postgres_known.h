/* PostgreSQL: what this server knows of the open tables, and what other servers have changed.
 *
 * Every server notifies the others of the entries that it adds, by the statements that add them. A
 * notification is about an entry, or names a person (STORE_TABLES_CHANGED); or it is a message
 * (STORE_TELL). Those about tables and people that may have been lost with a connection are made up for by
 * reading the number of the latest entry of every open table. */
#ifndef STORE_POSTGRES_KNOWN_H
#define STORE_POSTGRES_KNOWN_H

#include "store/open_tables.h"
#include "store/postgres_payload.h"
#include "store/postgres_query.h"

struct postgres_known {
    struct open_tables open;
    bool must_scan;               /* notifications may have been lost */
    bool has_news;                /* see postgres_known_take_news */
    uint64_t scan;                /* counts scans */
    struct postgres_heard *heard; /* notifications that were not reported yet */
    size_t heard_count, heard_capacity;
    char (*people)[STORE_ID_TEXT]; /* of whom something has changed, likewise */
    size_t people_count, people_capacity;
    char **messages; /* likewise */
    size_t message_count, message_capacity;
};

void postgres_known_free(struct postgres_known *known);

/* Asks a new connection to be notified, and remembers that a scan is needed. */
bool postgres_known_listen(struct postgres_known *known, PGconn *handle, char *error,
                           size_t error_size);

/* The job STORE_TABLES_CHANGED: sends its statement, if a scan is needed, and reads the result. */
void postgres_known_send(const struct postgres_known *known,
                         struct postgres_connection *connection);
/* `job` may be NULL: nothing is reported. */
enum store_outcome postgres_known_receive(struct postgres_known *known,
                                          struct postgres_connection *connection,
                                          struct store_job *job);

/* Takes the notifications that have arrived. */
void postgres_known_hear(struct postgres_known *known, PGconn *handle);
/* Whether some of other servers were not reported yet; and whether there are new ones since the last call. */
bool postgres_known_has_heard(const struct postgres_known *known);
bool postgres_known_take_news(struct postgres_known *known);

/* A job has its answer: remembers the entries that it has added or read. */
void postgres_known_note(struct postgres_known *known, const struct store_job *job);

/* The transaction of these jobs is committed: takes the notifications that have arrived, and completes
 * the answers to STORE_TABLES_CHANGED. Or it has failed. */
void postgres_known_keep(struct postgres_known *known, PGconn *handle, struct store_job *jobs);
void postgres_known_restore(struct postgres_known *known);

#endif
