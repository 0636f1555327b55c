/* What all databases share: the interface that they implement (struct database), and what they have
 * in common. A database runs batches of jobs; store/store.c calls it.
 *
 *     database.c  the connection to a server; open tables; statistics; undoing changes in memory; relations between people; reports;
 *                 the columns of a copy */
#ifndef STORE_DATABASE_DATABASE_H
#define STORE_DATABASE_DATABASE_H

#include "base/system/system.h"
#include "store/job/job.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- The connection to a database server ---- */

/* The thread that runs jobs writes this; any thread may read it. Zero: a database without a server. */
struct database_link {
    _Atomic int64_t lost_ms;       /* when the connection was lost; 0: it is there */
    _Atomic int64_t away_ms;       /* how long it was away the last time */
    _Atomic int64_t reconnections; /* so far */
    _Atomic(const char *) error;   /* why it was lost the last time */
};

/* `error` stays valid until the database is closed. */
void link_lose(struct database_link *link, const char *error, int64_t now_ms);
void link_restore(struct database_link *link, int64_t now_ms);

struct link_figures {
    bool is_lost; /* now */
    int64_t away_ms, reconnections;
    const char *error; /* NULL if it was never lost */
};
struct link_figures link_read(const struct database_link *link);

/* ---- Database ---- */

/* A database: the interface below the store, which every kind of database implements.
 *
 * An implementation embeds `struct database` as its first member and has a constructor of its own
 * (sqlite_open, …) that fills in the functions. All functions are called by one thread at a time,
 * though not always by the thread that opened the database.
 *
 * To add one:
 *  1. A folder beside sqlite/, with a function for each job: `sqlite_table_append` and so on. `run` finds
 *     it by the job's kind in an array that expands the list of job.h (STORE_EVERY_JOB, as in sqlite.c).
 *  2. A struct copy_side (below), so that databases can be copied to and from it.
 *  3. An entry in `kinds` of store/open.c. The first kind whose locations look like the given one is
 *     meant: so it goes before SQLite, to which every other location is the path of a file.
 *  4. Its library in meson.build, beside sqlite3 and libpq. Sources are found by their folder.
 *  5. Tests: tests/store/store_support.c opens each database for the tests of the layer; tests/parts.py
 *     runs them on a server that a script like tests/with_postgres.sh starts. */

struct database {
    /* Several servers may use this database at once, so that tables need leases (STORE_LEASES). */
    bool is_shared;

    struct database_link link; /* stays zero without a server */

    /* Runs a list of jobs (at least one, linked by `next`) in order, as one transaction, and sets
     * each job's `outcome` and answer as job.h describes. A job sees the changes of those before it.
     *
     * When this returns, every change is durable: it survives a crash of the program or of the
     * machine. Otherwise nothing was changed, and every job of the list is STORE_FAILED, with
     * `error` set to a text that stays valid until the database is closed. A job that is refused
     * (STORE_TAKEN, STORE_ABSENT) changes nothing and does not affect the others. A database that
     * finds damage may run the jobs in several transactions, so that only those jobs fail that
     * need the damaged data.
     *
     * Answers are allocated with alloc_new and its relatives; store_job_free frees them. The list
     * itself stays as it is. */
    void (*run)(struct database *database, struct store_job *jobs);

    /* Maintenance that should not delay answers: called after the jobs of a batch were handed back.
     * NULL if there is none. */
    void (*tidy)(struct database *database);

    /* Waits until other servers have changed something (true), or until the file descriptor `wake`
     * can be read (false). Called by the thread that runs jobs, while there are none. NULL if this
     * database is not notified of changes: then STORE_TABLES_CHANGED finds them. */
    bool (*wait)(struct database *database, int wake);

    /* Closes the database and frees it. */
    void (*close)(struct database *database);
};

/* ---- Open tables ---- */

/* What a database connection remembers of each open table: its key, and the number of the latest
 * entry that this connection has written or read. It saves a lookup with every move, and shows
 * which tables other servers have appended to.
 *
 * Changes made during a transaction can be undone if it fails. */

struct open_table {
    char id[STORE_ID_TEXT]; /* must be the first member */
    int64_t key;
    int64_t number; /* of the latest entry known; -1 if none is */
    int64_t at_ms;  /* of that entry, SQLite only; 0: not known */
    uint64_t scan;  /* the latest scan of the database that found it open */
};

/* All zero is an empty set. */
struct open_tables {
    struct id_map by_id;
    struct open_tables_change *changes; /* of this transaction, oldest first */
    size_t change_count, change_capacity;
};

void open_tables_free(struct open_tables *tables);

/* NULL if the table is unknown or closed. The pointer is valid until the next change. */
const struct open_table *open_tables_find(const struct open_tables *tables, const char *id);

/* Sets what is known of the table `table->id`. */
void open_tables_put(struct open_tables *tables, const struct open_table *table);
void open_tables_remove(struct open_tables *tables, const char *id);

/* Removes the tables that the latest scan has not found, and calls the function for each. */
void open_tables_remove_older(struct open_tables *tables, uint64_t scan,
                              void (*removed)(void *context, const struct open_table *table),
                              void *context);

/* Ends a transaction: keeps all changes since the last one, or undoes them. */
void open_tables_keep(struct open_tables *tables);
void open_tables_restore(struct open_tables *tables);

/* ---- Statistics ---- */

/* Sums over the finished matches of one game, from which its statistics follow. */

struct statistics_seats {
    int64_t matches, moves, score, best_score;
    int64_t shortest, longest, lowest_score, highest_score;
    double won[STORE_SEATS_MAX];
};

struct statistics_level {
    char level[16]; /* "": people */
    int64_t seats, score;
    double won;
};

struct statistics_sums {
    struct statistics_seats by_seats[STORE_SEATS_MAX + 1]; /* index = number of seats */
    struct statistics_level by_level[STORE_LEVELS_MAX];
    int level_count;
    struct store_statistics_part by_part[STORE_PARTS_MAX];
    int part_count;
};

/* Adds the sums of further matches with the same number of seats. Does not add `won`. */
void statistics_seats_add(struct statistics_seats *sums, const struct statistics_seats *more);

/* The sums of a level, made if there are none yet. NULL if there are too many levels. The pointer is
 * valid until the next call, because levels are kept in alphabetical order. */
struct statistics_level *statistics_level(struct statistics_sums *sums, const char *level);

/* The same for a part. */
struct store_statistics_part *statistics_part(struct statistics_sums *sums, const char *part);

/* Allocates the answer to STORE_STATISTICS. */
struct store_statistics *statistics_new(const struct statistics_sums *sums);

/* ---- Undoing ---- */

/* Undoes changes in memory: what a transaction is about to overwrite is saved first. */

struct undo {
    struct undo_step *steps;
    size_t count, capacity;
};

enum { UNDO_BYTES_MAX = 128 };

/* Saves a value of at most UNDO_BYTES_MAX bytes before it changes. */
void undo_save(struct undo *undo, void *address, size_t size);
/* Calls `function` if the transaction is undone: to free what it has allocated. */
void undo_call(struct undo *undo, void (*function)(void *object), void *object);

/* Ends the transaction: its changes stay, or everything is as it was before. */
void undo_commit(struct undo *undo);
void undo_rollback(struct undo *undo);

void undo_close(struct undo *undo);

/* ---- Relations between people ---- */

/* The SQL of RELATION_SET and RELATIONS_FIND, the same for every database. `p` is what parameters
 * begin with. */

enum { RELATIONS_FOLLOWERS_MAX = 50 };

/* person, other, kind, at_ms, table, before_ms, limit. */
#define RELATION_ADD(p)                                                                            \
    "INSERT INTO relations SELECT p.id, o.id, " p "3, CAST(" p "4 AS bigint), " p "5"              \
    " FROM people p, people o WHERE p.id = " p "1 AND o.id = " p "2 AND p.id <> o.id"              \
    " AND p.login IS NOT NULL AND (o.login IS NOT NULL OR " p "3 = 'b')"                           \
    " AND (" p "3 <> 'i' OR 2 = (SELECT count(*) FROM relations WHERE kind = 'f'"                  \
    "  AND (person = " p "1 AND other = " p "2 OR person = " p "2 AND other = " p "1)))"           \
    " AND (EXISTS (SELECT 1 FROM relations WHERE person = " p "1 AND other = " p "2 AND kind = " p \
    "3)"                                                                                           \
    "  OR (SELECT count(*) FROM relations WHERE person = " p "1 AND kind = " p "3"                 \
    "   AND at_ms > CAST(" p "6 AS bigint)) < CAST(" p "7 AS bigint))"                             \
    " ON CONFLICT(person, other, kind) DO UPDATE SET at_ms = excluded.at_ms,"                      \
    "  table_id = excluded.table_id"

/* person, other, kind, at_ms, before_ms, limit → the outcome of adding it. */
#define RELATION_ADDED(p)                                                                       \
    "SELECT CASE WHEN EXISTS (SELECT 1 FROM relations WHERE person = " p "1 AND other = " p "2" \
    "   AND kind = " p "3 AND at_ms = CAST(" p "4 AS bigint)) THEN 0"                           \
    "  WHEN (SELECT count(*) FROM relations WHERE person = " p "1 AND kind = " p "3"            \
    "   AND at_ms > CAST(" p "5 AS bigint)) >= CAST(" p "6 AS bigint) THEN 1 ELSE 2 END"

/* person, other, kind, and "" or a kind that there must be instead. */
#define RELATION_DROP(p)                                                                   \
    "DELETE FROM relations WHERE person = " p "1 AND other = " p "2 AND kind = " p "3 AND" \
    " (" p "4 = '' OR EXISTS (SELECT 1 FROM relations n"                                   \
    "  WHERE n.person = " p "1 AND n.other = " p "2 AND n.kind = " p "4))"

/* Rows of struct store_relation, of the relations r. */
#define RELATION_ROWS                                                                     \
    "SELECT r.kind, r.at_ms, r.table_id, CASE WHEN 2 = (SELECT count(*) FROM relations b" \
    "   WHERE b.kind = 'f' AND (b.person = r.person AND b.other = r.other"                \
    "    OR b.person = r.other AND b.other = r.person)) THEN 1 ELSE 0 END,"               \
    "  f.id, f.name, f.login, f.face, f.page, f.seen_ms,"                                 \
    "  o.id, o.name, o.login, o.face, o.page, o.seen_ms FROM "
#define RELATION_PEOPLE " r JOIN people f ON f.id = r.person JOIN people o ON o.id = r.other"

/* person, other or "", before_ms, the number of followers. */
#define RELATIONS_OF(p)                                                                            \
    RELATION_ROWS                                                                                  \
    "(SELECT * FROM relations WHERE person = " p "1"                                               \
    "  UNION ALL SELECT * FROM relations WHERE other = " p "1 AND kind = 'i' AND " p               \
    "2 IN ('', person)"                                                                            \
    "   AND at_ms > CAST(" p "3 AS bigint)"                                                        \
    "  UNION ALL SELECT * FROM (SELECT * FROM relations i WHERE other = " p "1 AND kind = 'f'"     \
    "    AND NOT EXISTS (SELECT 1 FROM relations b WHERE b.person = " p "1 AND b.other = i.person" \
    "     AND b.kind IN ('f', 'b')) ORDER BY at_ms DESC LIMIT CAST(" p                             \
    "4 AS bigint)) l)" RELATION_PEOPLE " WHERE " p "2 IN ('', r.person, r.other)"                  \
    " ORDER BY r.at_ms DESC, r.person, r.other, r.kind"

/* The kind that ends where this one begins; "" if there is none. */
const char *relation_opposite(enum store_relation_kind kind);

/* ---- Reports ---- */

/* The SQL of REPORT_NEW and REPORTS_FIND, likewise. */

enum { REPORTS_OF_ONE_MAX = 50, REPORTS_MAX = 5000 }; /* that are open: of a person, and in all */

/* person, other, at_ms, text, before_ms, limit, the maxima above. */
#define REPORT_ADD(p)                                                                             \
    "INSERT INTO reports(number, person, other, at_ms, text)"                                     \
    " SELECT coalesce((SELECT max(number) FROM reports), 0) + 1, p.id, o.id,"                     \
    "  CAST(" p "3 AS bigint), " p "4"                                                            \
    " FROM people p, people o WHERE p.id = " p "1 AND o.id = " p "2 AND p.id <> o.id"             \
    " AND NOT EXISTS (SELECT 1 FROM reports WHERE person = " p "1 AND other = " p "2"             \
    "  AND at_ms > CAST(" p "5 AS bigint))"                                                       \
    " AND (SELECT count(*) FROM reports WHERE person = " p "1 AND at_ms > CAST(" p "5 AS bigint)" \
    "  ) < CAST(" p "6 AS bigint)"                                                                \
    " AND (SELECT count(*) FROM reports WHERE other = " p "2 AND closed_ms IS NULL) < CAST(" p    \
    "7 AS bigint)"                                                                                \
    " AND (SELECT count(*) FROM reports WHERE closed_ms IS NULL) < CAST(" p "8 AS bigint)"

/* person, other, at_ms, before_ms, limit → the outcome of adding it. */
#define REPORT_ADDED(p)                                                                        \
    "SELECT CASE WHEN EXISTS (SELECT 1 FROM reports WHERE person = " p "1 AND other = " p "2"  \
    "   AND at_ms = CAST(" p "3 AS bigint)) THEN 0"                                            \
    "  WHEN " p "1 = " p "2 OR 2 > (SELECT count(*) FROM people WHERE id IN (" p "1, " p "2))" \
    "   THEN 2"                                                                                \
    "  WHEN EXISTS (SELECT 1 FROM reports WHERE person = " p "1 AND other = " p "2"            \
    "    AND at_ms > CAST(" p "4 AS bigint))"                                                  \
    "   OR (SELECT count(*) FROM reports WHERE person = " p "1"                                \
    "    AND at_ms > CAST(" p "4 AS bigint)) >= CAST(" p "5 AS bigint) THEN 1 ELSE 0 END"

/* The number or 0, limit → rows of struct store_report. */
#define REPORTS_OF(p)                                                                       \
    "SELECT r.number, r.at_ms, coalesce(r.closed_ms, 0), r.text,"                           \
    "  f.id, f.name, f.login, f.face, f.page, o.id, o.name, o.login, o.face, o.page"        \
    " FROM reports r LEFT JOIN people f ON f.id = r.person JOIN people o ON o.id = r.other" \
    " WHERE CASE WHEN CAST(" p "1 AS bigint) = 0 THEN r.closed_ms IS NULL"                  \
    "  ELSE r.number = CAST(" p "1 AS bigint) END"                                          \
    " ORDER BY r.at_ms DESC, r.number DESC LIMIT CAST(" p "2 AS bigint)"

/* ---- One side of a copy ---- */

/* One side of a copy: a database as rows of text, in the same form for every kind of database. A row
 * has a value for each column; NULL is NULL. Bytes are written in hexadecimal after "\x".
 *
 * Everything happens in one transaction. Functions that fail put the reason into `error`. */

/* In an order in which rows can be added. */
enum copy_table {
    COPY_PEOPLE,
    COPY_SESSIONS,
    COPY_TABLES,
    COPY_TABLE_PEOPLE,
    COPY_ENTRIES,
    COPY_RECORDS,
    COPY_RECORD_SEATS,
    COPY_NOTES,
    COPY_RELATIONS,
    COPY_REPORTS,
    COPY_TABLE_COUNT
};

enum { COPY_COLUMNS_MAX = 9, COPY_ERROR_TEXT = 300 };

/* The types of the columns of each table: t text, i integer, d number, h bytes. */
extern const char *const copy_types[COPY_TABLE_COUNT];

/* Called for each row. False stops. */
typedef bool copy_row(void *context, const char *const *values);

struct copy_side {
    char error[COPY_ERROR_TEXT];
    /* Calls the function for all rows of a table, always in the same order. */
    bool (*read)(struct copy_side *side, enum copy_table table, copy_row *row, void *context);
    /* Writes rows of a table: begin, any number of rows, end. */
    bool (*write_begin)(struct copy_side *side, enum copy_table table);
    bool (*write)(struct copy_side *side, enum copy_table table, const char *const *values);
    bool (*write_end)(struct copy_side *side);
    /* Makes everything that was written durable. */
    bool (*commit)(struct copy_side *side);
    /* Takes back what was not committed, and frees. */
    void (*close)(struct copy_side *side);
};

/* ---- What a copy or a backup contains ---- */

struct store_copied {
    int64_t people, tables, entries, records;
};

#endif
