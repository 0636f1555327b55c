/* What the files of the PostgreSQL database share. */
#ifndef STORE_POSTGRES_POSTGRES_INTERNAL_H
#define STORE_POSTGRES_POSTGRES_INTERNAL_H

#include "store/postgres/postgres.h"

#include "store/database/database.h"
#include "store/job/job.h"

#include <libpq-fe.h>
#include <stdbool.h>
#include <stddef.h>

/* ---- Notifications ---- */

/* PostgreSQL: what a notification of an entry says. It is "TABLE:NUMBER," or, for a table's last entry,
 * "TABLE:NUMBER!"; several of them; or one, preceded by "+" and followed by the contents of the entry,
 * which spares other servers from reading it. */

enum { POSTGRES_PAYLOAD_TEXT = 7900 }; /* PostgreSQL takes less than 8000 bytes */

struct postgres_heard {
    char table[STORE_ID_TEXT];
    bool closes;
    bool has_contents;
    struct store_entry entry; /* without contents, only its number */
};

/* The payload for the entry of an append. Long contents are left out. */
void postgres_payload_write(char payload[POSTGRES_PAYLOAD_TEXT], const struct store_job *job);

/* Reads one item, and moves `*payload` behind it. The texts are allocated. False if this is none. */
bool postgres_payload_read(const char **payload, struct postgres_heard *item);

/* ---- The schema ---- */

/* Creates the schema in a new database, or brings an older one up to date. Several servers may do so
 * at once. False, with the reason, for schemas of other programs and for newer ones. */
bool postgres_schema_upgrade(PGconn *handle, char *error, size_t error_size);

/* ---- Statements ---- */

/* The SQL of the jobs. Statements that change something return an outcome as a number, unless they have
 * other rows to return. */

enum postgres_statement {
    PG_BEGIN,
    PG_BEGIN_READING,
    PG_NO_SYNC,
    PG_COMMIT,
    PG_ROLLBACK,
    PG_NOTHING,
    PG_TELL,
    PG_BACKEND,
    PG_BACKEND_END,
    PG_PERSON_NEW,
    PG_PERSON_RENAME,
    PG_PERSON_RENAME_EVERYWHERE,
    PG_SESSION_NEW,
    PG_SESSION_FIND,
    PG_SESSION_IS,
    PG_SESSION_END,
    PG_SESSION_USE,
    PG_SESSIONS_EXPIRE,
    PG_ACCOUNT_NEW,
    PG_ACCOUNT_FIND,
    PG_ACCOUNT_IS,
    PG_PASSWORD_SET,
    PG_SESSIONS_END_OTHERS,
    PG_ACCOUNT_RECOVER,
    PG_RECOVERED_END_OTHERS,
    PG_RECOVERED_IS,
    PG_RECOVERY_SET,
    PG_PERSON_LOCK,
    PG_PERSON_DELETE,
    PG_PERSON_IS_GONE,
    PG_PEOPLE_PURGE,
    PG_TABLE_NEW,
    PG_TABLE_INVITE,
    PG_TABLE_FIND,
    PG_TABLES_OPEN,
    PG_TABLES_LAST,
    PG_ENTRY_NEW,
    PG_ENTRY_SIT,
    PG_ENTRY_END,
    PG_ENTRY_IS,
    PG_ENTRIES,
    PG_RECORD_GET,
    PG_RECORDS,
    PG_RECORD_SHARE,
    PG_STATISTICS,
    PG_LEASES,
    PG_LEASES_END,
    PG_RECORDS_RATED,
    PG_LISTING_SET,
    PG_LISTINGS,
    PG_FACE_SET,
    PG_PAGE_SET,
    PG_PAGE_FIND,
    PG_PAGE_OF,
    PG_PEOPLE_GONE,
    PG_PEOPLE_FIND,
    PG_NOTE_GET,
    PG_NOTE_SET,
    PG_NOTE_IS,
    PG_RELATION_ADD,
    PG_RELATION_ADDED,
    PG_RELATION_DROP,
    PG_RELATIONS_OF,
    PG_PERSON_CHANGED,
    PG_PEOPLE_SEEN,
    PG_REPORT_ADD,
    PG_REPORT_ADDED,
    PG_REPORTS_OF,
    PG_REPORT_CLOSE,
    PG_PROBE,
    PG_STATEMENTS
};

extern const char *const postgres_statements[PG_STATEMENTS];

/* ---- Query ---- */

/* Prepared statements of one PostgreSQL connection, in a pipeline: all are sent before the first
 * result is read. The first failure is remembered; after it, nothing is sent and there are no
 * results, so callers need not check each of them. */

enum postgres_failure {
    POSTGRES_FINE,
    POSTGRES_LOST,   /* the connection is lost: the transaction may or may not be committed */
    POSTGRES_RETRY,  /* a conflict with another server: it may work the next time */
    POSTGRES_SLOW,   /* it took too long, and nothing was changed */
    POSTGRES_DAMAGE, /* the server has found damaged data */
    POSTGRES_ERROR,
};

struct postgres_connection {
    PGconn *handle; /* NULL: not connected */
    enum postgres_failure failure;
    char error[300]; /* its reason */
    struct postgres_known *known;
};

/* Prepares the statements and enters the pipeline. `handle` is owned from now on. */
bool postgres_prepare(struct postgres_connection *connection, PGconn *handle);
void postgres_disconnect(struct postgres_connection *connection);

/* Sends a statement with values: t text (NULL means NULL), o optional text ("" means NULL), i int64_t,
 * h hash (all zero means NULL). */
void postgres_send(struct postgres_connection *connection, enum postgres_statement which,
                   const char *types, ...);
/* Ends what was sent; its results can be read. */
void postgres_sync(struct postgres_connection *connection);
/* The result of the next statement, to be cleared by PQclear; NULL after a failure. */
PGresult *postgres_next(struct postgres_connection *connection);
/* Reads the end of what was sent, skipping results. */
void postgres_end(struct postgres_connection *connection);

/* Columns. */
int64_t postgres_integer(const PGresult *result, int row, int column); /* 0 for NULL */
void postgres_copy_text(char *to, size_t size, const PGresult *result, int row, int column);
char *postgres_take_text(const PGresult *result, int row, int column); /* NULL for NULL */

/* ---- Jobs ---- */

/* Reads the results of what a job has sent, and returns its outcome. */
typedef enum store_outcome postgres_reader(struct postgres_connection *connection,
                                           struct store_job *job);

/* The reader of jobs whose last statement returns the outcome as a number; STORE_FAILED after a failure. */
postgres_reader postgres_outcome;

/* One function for each kind, postgres_NAME. It sends the statements of the job and returns the reader of
 * their results: all jobs of a batch are sent before the first result is read. */
#define POSTGRES_JOB(kind, name, ...)                                        \
    postgres_reader *postgres_##name(struct postgres_connection *connection, \
                                     const struct store_job *job);
STORE_EVERY_JOB(POSTGRES_JOB)
#undef POSTGRES_JOB

/* Ask whether the change of a job is there already: then there is a row. */
void postgres_session_is(struct postgres_connection *connection, const struct store_job *job);
void postgres_account_is(struct postgres_connection *connection, const struct store_job *job);
void postgres_account_is_recovered(struct postgres_connection *connection,
                                   const struct store_job *job);
void postgres_person_is_gone(struct postgres_connection *connection, const struct store_job *job);
void postgres_note_is(struct postgres_connection *connection, const struct store_job *job);
void postgres_entry_is(struct postgres_connection *connection, const struct store_job *job);

/* ---- Known ---- */

/* PostgreSQL: what this server knows of the open tables, and what other servers have changed.
 *
 * Every server notifies the others of the entries that it adds, by the statements that add them. A
 * notification is about an entry, or names a person (STORE_TABLES_CHANGED); or it is a message
 * (STORE_TELL). Those about tables and people that may have been lost with a connection are made up for by
 * reading the number of the latest entry of every open table. */

struct postgres_known {
    struct open_tables open;
    bool must_scan;               /* notifications may have been lost */
    bool has_news;                /* see postgres_known_take_news */
    uint64_t scan;                /* counts scans */
    struct postgres_heard *heard; /* notifications that were not reported yet */
    size_t heard_count, heard_capacity;
    char (*people)[STORE_ID_TEXT]; /* who have changed, likewise */
    size_t people_count, people_capacity;
    char **messages; /* likewise */
    size_t message_count, message_capacity;
};

void postgres_known_free(struct postgres_known *known);

/* Asks a new connection to be notified, and remembers that a scan is needed. */
bool postgres_known_listen(struct postgres_known *known, PGconn *handle, char *error,
                           size_t error_size);

/* Sends the statement of a scan, if one is needed, and reads the result into STORE_TABLES_CHANGED. */
void postgres_known_send(const struct postgres_known *known,
                         struct postgres_connection *connection);
/* `job` may be NULL: nothing is reported. */
void postgres_known_receive(struct postgres_known *known, struct postgres_connection *connection,
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

/* ---- Batch ---- */

/* PostgreSQL: one batch of jobs as one transaction. Everything is sent at once, the commit too, so
 * that a batch costs one round trip. */

/* Runs the jobs. `again`: perhaps they were done before. If it returns false, connection->failure says
 * why, and nothing was changed unless the connection was lost. */
bool postgres_batch_run(struct postgres_connection *connection, struct store_job *jobs, bool again);

/* Whether all jobs only read. */
bool postgres_batch_only_reads(const struct store_job *jobs);

/* The seats of a record as arrays of PostgreSQL. */
enum { POSTGRES_ARRAY_TEXT = STORE_SEATS_MAX * (2 * STORE_NAME_MAX + 4) };
struct postgres_seats {
    char person[POSTGRES_ARRAY_TEXT], name[POSTGRES_ARRAY_TEXT], level[POSTGRES_ARRAY_TEXT];
    char score[POSTGRES_ARRAY_TEXT], won[POSTGRES_ARRAY_TEXT], part[POSTGRES_ARRAY_TEXT];
};
/* `record` may be NULL: there are no seats. */
void postgres_seats_write(struct postgres_seats *seats, const struct store_record *record);

#endif
