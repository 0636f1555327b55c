/* Jobs: the requests to the store, and their answers.
 *
 *     job.c    makes and frees them; adds to their answers
 *     bytes.c  jobs as bytes, for the frames of the journal */
#ifndef STORE_JOB_JOB_H
#define STORE_JOB_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sizes of texts include the terminating zero. */
enum {
    STORE_ID_TEXT = 13,    /* ids of people and tables: 12 letters and digits */
    STORE_HASH_BYTES = 32, /* secrets are stored as hashes only */
    STORE_NAME_MAX = 128,  /* names and logins */
    STORE_CID_MAX = 40,    /* a client's id for a move */
    STORE_PASSWORD_TEXT = 128,
    STORE_PAGE_TEXT = 31, /* addresses of public pages */
    STORE_SEATS_MAX = 8,
    STORE_PART_TEXT = 24,     /* see game.h: part */
    STORE_PARTS_MAX = 16,     /* of a game, in statistics */
    STORE_LEVELS_MAX = 16,    /* likewise */
    STORE_MESSAGE_MAX = 7900, /* of a message to other servers */
    /* Faces are numbers from 1 on; 0 is none. What a number looks like is the page's: web/src/lib/people/faces.ts. */
    STORE_FACE_MAX = 4147200,
    STORE_NOTE_TEXT = 16384, /* of a note */
    STORE_LEASE_MS = 3000,   /* how long a server keeps its leases after it renewed them */
};

/* Nobody has this id. */
#define STORE_NOTE_OF_SERVER "server"

/* Whether an id of a person or a table can look like this. */
bool store_id_is_valid(const char *id);
/* Whether it is the number of a face, or 0. */
bool store_face_is_valid(int64_t face);

enum store_outcome {
    STORE_OK,
    STORE_TAKEN,     /* the key exists already */
    STORE_ABSENT,    /* the key does not exist */
    STORE_FAILED,    /* the database failed, and nothing was changed. Or its file was deleted or
                      replaced: then the change is lost with the file */
    STORE_DAMAGED,   /* TABLE_READ only: this table's data on the disk is damaged */
    STORE_FORBIDDEN, /* RECORD_GET and RECORD_SHARE only: this person may not do that */
};

/* table/table.h defines the kinds of entries; the store does not interpret them. */
struct store_entry {
    int64_t number; /* 0, 1, 2, … in its table, without gaps */
    int64_t at_ms;  /* since 1970 */
    int64_t used_ms;
    int kind;
    int seat;   /* or -1 */
    char *text; /* may be NULL */
    char *cid;  /* may be NULL */
};

struct store_person {
    char id[STORE_ID_TEXT];
    char name[STORE_NAME_MAX];
    char login[STORE_NAME_MAX]; /* "": no account */
    int face;                   /* that they have chosen, or 0 */
    char page[STORE_PAGE_TEXT]; /* the address of their public page, or "" */
};

/* A person as the operator sees them. */
struct store_found {
    struct store_person person;
    int64_t seen_ms; /* when they were last here, since 1970 */
    int64_t record_count;
};

/* What one person is to another: a letter, as it is stored. */
enum store_relation_kind {
    STORE_FOLLOWS = 'f',
    STORE_BLOCKS = 'b',
    STORE_INVITES = 'i', /* to `table` */
};
struct store_relation {
    enum store_relation_kind kind;
    struct store_person from, to;
    int64_t from_seen_ms, to_seen_ms; /* when they were last here */
    int64_t at_ms;
    bool is_mutual; /* both follow each other */
    char table[STORE_ID_TEXT];
};

/* What one person has reported of another, for the operator. */
struct store_report {
    int64_t number, at_ms;
    bool is_closed;
    struct store_person by, about; /* by.id is "" if they were deleted since */
    char *text;                    /* the hall's: hall/accounts/reports.c */
};

/* One seat of a finished match. */
struct store_result_seat {
    char person[STORE_ID_TEXT]; /* "": a computer player */
    char name[STORE_NAME_MAX];
    char level[16]; /* of a computer player, or "" */
    int32_t score;
    double won;                 /* 1, a fraction for a shared win, or 0 */
    char part[STORE_PART_TEXT]; /* which it played, such as a dinosaur, or "" */
};

/* A finished match. `record` is the record of the protocol, as JSON. */
struct store_record {
    char table[STORE_ID_TEXT];
    char game[32];
    int64_t ended_ms;
    int seats;
    int move_count;
    bool is_shared;           /* everyone may read it, not only the people of its table */
    bool is_rated;            /* it counts for ratings */
    bool is_continued;        /* it did not begin with a deal: it does not count in statistics */
    char host[STORE_ID_TEXT]; /* at the end of the match; "" if the host was deleted */
    struct store_result_seat seat[STORE_SEATS_MAX];
    char *record; /* NULL in lists */
};

/* A lease: the right to run the clocks and the computer players of a table. */
struct store_lease {
    char table[STORE_ID_TEXT];
    bool gives_back;            /* instead of taking it */
    char holder[STORE_ID_TEXT]; /* the answer: the server that has it; "" if that is not known */
};

/* A table whose match is over. */
struct store_ended {
    char table[STORE_ID_TEXT];
    int64_t number; /* of its latest entry; -1 if it cannot be read */
};

/* An entry that another server has appended. */
struct store_news {
    char table[STORE_ID_TEXT];
    struct store_entry entry;
};

/* Statistics of all finished matches of one game. */
struct store_statistics {
    int64_t matches, moves;
    struct store_statistics_line {
        int seats;
        int64_t matches;
        double mean_moves, mean_score, mean_best_score;
        int64_t shortest, longest;           /* in moves */
        int64_t lowest_score, highest_score; /* of a seat */
        double seat_shares[STORE_SEATS_MAX]; /* of wins */
    } by_seats[STORE_SEATS_MAX + 1];         /* index = number of seats */
    struct store_statistics_level {
        char level[16]; /* "": people */
        int64_t seats;
        double won; /* sum over these seats */
        double mean_score;
    } by_level[STORE_LEVELS_MAX];
    int level_count;
    struct store_statistics_part {
        char part[STORE_PART_TEXT];
        int64_t seats;
        double won; /* sum over these seats */
    } by_part[STORE_PARTS_MAX];
    int part_count;
};

/* Every job, in one list: code that needs something for each kind expands it (the kinds below, their facts
 * in job.c, the functions of each database). A new job is a line here and a function in each database:
 * sqlite_NAME, postgres_NAME, and journal_NAME unless it needs accounts.
 *
 * A line says: the kind, without STORE_; its name in functions; the part of struct store_job that it has; the
 * letter that stands for it where it is stored as bytes, or 0 if it changes nothing there (the letters are
 * in people's journals: a new kind gets a new one); which lists it is given; and which are its answer.
 *
 * Above each line: the arguments → the answer, both members of struct store_job; then the outcomes other
 * than OK and FAILED. A hash that is all zero means none.
 *
 * The people of a table are its host, everyone who has sat down there, and the people on the seats of
 * its record. They may read its record even if it is not shared. A seat of a person who does not exist
 * any more is recorded without `person` and with the name "". */
#define STORE_EVERY_JOB(job) STORE_EVERY_PLAIN_JOB(job) STORE_EVERY_ACCOUNT_JOB(job)

/* clang-format off */
#define STORE_EVERY_PLAIN_JOB(job) \
    /* ---- People and sessions ---- */ \
    /* person.id, person.name, session_hash of the first session, now_ms. TAKEN: id or hash */ \
    job(PERSON_NEW, person_new, PERSON, 'p', NONE, NONE) \
\
    /* person.id, person.name. ABSENT */ \
    job(PERSON_RENAME, person_rename, PERSON, 'r', NONE, NONE) \
\
    /* person.id, person.name: also renames the person in entries and records. ABSENT */ \
    job(PERSON_RENAME_EVERYWHERE, person_rename_everywhere, PERSON, 'n', NONE, NONE) \
\
    /* person.id, old_password ("" if there is no account): removes the person, all sessions, and \
     * the name from records and entries. ABSENT as for PASSWORD_SET */ \
    job(PERSON_DELETE, person_delete, PERSON, 'd', NONE, NONE) \
\
    /* session_hash → person, used_ms. ABSENT */ \
    job(SESSION_FIND, session_find, PERSON, 0, NONE, NONE) \
\
    /* person.id, session_hash, password ("" if there is no account), now_ms. TAKEN: the hash. \
     * ABSENT: no such person, or the password has changed */ \
    job(SESSION_NEW, session_new, PERSON, 's', NONE, NONE) \
\
    /* session_hash, now_ms: dates the session and its person. ABSENT */ \
    job(SESSION_USE, session_use, PERSON, 'u', NONE, NONE) \
\
    /* session_hash. ABSENT */ \
    job(SESSION_END, session_end, PERSON, 'e', NONE, NONE) \
\
    /* before_ms, limit: ends at most `limit` sessions that were not used since. ABSENT: there are \
     * none */ \
    job(SESSIONS_EXPIRE, sessions_expire, PERSON, 'E', NONE, NONE) \
\
    /* from, limit, before_ms → next_from: examines at most `limit` people after the place `from` \
     * (0: the beginning). next_from is the place to go on from, or 0 at the end. Removes those \
     * without an account who were not seen since before_ms and who are people of no table that is \
     * open or has a record. ABSENT: no one was removed; next_from is set anyway */ \
    job(PEOPLE_PURGE, people_purge, PERSON, 'P', NONE, NONE) \
\
    /* people → people: those of them who do not exist (any more) */ \
    job(PEOPLE_GONE, people_gone, SERVER, 0, PEOPLE, NONE) \
\
    /* → listed: the people whom leaderboards may name, by their ids */ \
    job(LISTINGS, listings, PERSON, 0, NONE, LISTED) \
\
    /* ---- Tables ---- */ \
    /* table, entries[0] (number 0), invite_hash, code_hash, person.id of its host or "". TAKEN: \
     * id, invitation or code. ABSENT: that person does not exist (any more) */ \
    job(TABLE_NEW, table_new, TABLE, 't', ENTRIES, NONE) \
\
    /* table, invite_hash, code_hash: replaces invitation and code. ABSENT. TAKEN: one of the \
     * hashes */ \
    job(TABLE_INVITE, table_invite, TABLE, 'i', NONE, NONE) \
\
    /* invite_hash, of an invitation or a code → table. ABSENT */ \
    job(TABLE_FIND, table_find, TABLE, 0, NONE, NONE) \
\
    /* table, entries[0], `closes`, records[0] or none, person.id of the person who sits down with \
     * this entry or "", previous_ms. TAKEN: this number exists. ABSENT: the entry before it does \
     * not, or it is not the one of previous_ms; or the table or the person does not exist */ \
    job(TABLE_APPEND, table_append, TABLE, 'm', ENTRIES | RECORDS, NONE) \
\
    /* table, from → entries with number ≥ from. ABSENT: no such table. DAMAGED */ \
    job(TABLE_READ, table_read, TABLE, 0, NONE, ENTRIES) \
\
    /* → the tables that are not closed, oldest first: in `ended` those whose match has a record, \
     * in `tables` the others */ \
    job(TABLES_OPEN, tables_open, SERVER, 0, NONE, TABLES | ENDED) \
\
    /* ---- Records ---- */ \
    /* table, viewer → records[0]. ABSENT. FORBIDDEN: the viewer may not read it */ \
    job(RECORD_GET, record_get, TABLE, 0, NONE, RECORDS) \
\
    /* person.id or "", game or "", before_ms (0: no limit), limit, viewer → records that ended \
     * before, latest first; more than `limit` only if they ended in the same millisecond as the \
     * last one within the limit. Of one person: those that the viewer may read; of everyone: \
     * shared ones */ \
    job(RECORD_LIST, record_list, TABLE, 0, NONE, RECORDS) \
\
    /* table, person.id. ABSENT: no record. FORBIDDEN: not the host */ \
    job(RECORD_SHARE, record_share, TABLE, 'h', NONE, NONE) \
\
    /* game, from, table, limit → at most `limit` rated shared records in order of their ends, and \
     * of their tables if they ended in the same millisecond: those after the end `from` and the \
     * table */ \
    job(RECORDS_RATED, records_rated, TABLE, 0, NONE, RECORDS) \
\
    /* game → statistics of the shared records, without continued matches */ \
    job(STATISTICS, statistics, TABLE, 0, NONE, STATISTICS) \
\
    /* ---- Several servers with one database ---- */ \
    /* Writes something, to find out whether writing works */ \
    job(PROBE, probe, SERVER, 'x', NONE, NONE) \
\
    /* → tables: those that other servers have made or appended to since the last such job, unless \
     * read here since; and if the database is notified of that, news: entries in order, instead \
     * of tables whose entries before these were all written or read here; and messages \
     * (STORE_TELL). Also people: those whose sessions other servers have ended, whom they have \
     * deleted or renamed everywhere, or whose listing they have changed. `all_may_differ` if \
     * notifications are missing: the connection was lost, and after a failover even entries that \
     * were read here may be. Cheap if there are none */ \
    job(TABLES_CHANGED, tables_changed, SERVER, 0, NONE, TABLES | NEWS | MESSAGES | PEOPLE) \
\
    /* server, leases, now_ms (0: the clock of the database) → leases[].holder, servers: the \
     * others that are running. Renews all leases of this server for STORE_LEASE_MS, gives some \
     * back, and takes those that are free or whose holder did not renew them in time. A database \
     * that only one server uses grants them all */ \
    job(LEASES, leases, SERVER, 0, LEASES, SERVERS) \
\
    /* server: gives all its leases back */ \
    job(LEASES_END, leases_end, SERVER, 0, NONE, NONE) \
\
    /* messages[0]: sends it to the other servers, which find it in STORE_TABLES_CHANGED. It is not \
     * stored, and may be lost */ \
    job(TELL, tell, SERVER, 0, MESSAGES, NONE)

/* What needs accounts, or an operator: FAILED in a browser, which has neither. */
#define STORE_EVERY_ACCOUNT_JOB(job) \
    /* person.id, person.login, password (hashed, as text), recovery_hash. TAKEN: the login, or \
     * the person has one already. ABSENT: no such person */ \
    job(ACCOUNT_NEW, account_new, PERSON, 'a', NONE, NONE) \
\
    /* person.login → person.id, person.name, password. ABSENT */ \
    job(ACCOUNT_FIND, account_find, PERSON, 0, NONE, NONE) \
\
    /* person.login, recovery_hash, password, new_recovery_hash, session_hash of a new session, \
     * now_ms → person: replaces password and code, and ends all other sessions. ABSENT: wrong \
     * login or code. TAKEN: session_hash */ \
    job(ACCOUNT_RECOVER, account_recover, PERSON, 'R', NONE, NONE) \
\
    /* person.id, old_password, password, session_hash, recovery_hash of a new code: ends all \
     * sessions but that of session_hash. ABSENT: no such person, or not the old password */ \
    job(PASSWORD_SET, password_set, PERSON, 'w', NONE, NONE) \
\
    /* person.id, old_password, recovery_hash of a new code. ABSENT as for PASSWORD_SET */ \
    job(RECOVERY_SET, recovery_set, PERSON, 'c', NONE, NONE) \
\
    /* person.id, is_listed: whether leaderboards may name this person. ABSENT: no such account */ \
    job(LISTING_SET, listing_set, PERSON, 'l', NONE, NONE) \
\
    /* person.id, person.face. ABSENT: no such account */ \
    job(FACE_SET, face_set, PERSON, 'f', NONE, NONE) \
\
    /* person.id, person.page: the address of the person's public page from now on; "": there is none. \
     * ABSENT: no such account. TAKEN: another person's page has it */ \
    job(PAGE_SET, page_set, PERSON, 'g', NONE, NONE) \
\
    /* person.page; or "" and person.id → person: who has a public page, at this address. ABSENT */ \
    job(PAGE_FIND, page_find, PERSON, 0, NONE, NONE) \
\
    /* person.name, limit → found: at most `limit` people with this id, or with this text in their \
     * name or their login, in which capital letters from A to Z count as small ones. First the \
     * one with this id, then the one with this login, then those seen last. */ \
    job(PEOPLE_FIND, people_find, PERSON, 0, NONE, FOUND) \
\
    /* person.id → notes[0]: what the server keeps for this account (STORE_NOTE_TEXT); or of all servers \
     * together, for the id STORE_NOTE_OF_SERVER. ABSENT: there is none */ \
    job(NOTE_GET, note_get, PERSON, 0, NONE, NOTES) \
\
    /* person.id, notes[0], notes[1]: replaces the note if it is notes[1]; or "", that there is none. TAKEN: \
     * the note is another one. ABSENT: no such account */ \
    job(NOTE_SET, note_set, PERSON, 'k', NOTES, NONE) \
\
    /* person.id, relations[0]: kind, to.id, table; now_ms, before_ms, limit: this is what the person is \
     * to the other from now on. Who follows does not block, and the other way round. Notifies other \
     * servers that the person has changed. limit 0: it ends. TAKEN: the person has `limit` of this \
     * kind that were made after before_ms. ABSENT: there is no such account, or it is the same; for \
     * invitations: they do not follow each other; there was nothing to end */ \
    job(RELATION_SET, relation_set, PERSON, 'o', RELATIONS, NONE) \
\
    /* person.id, other or "", before_ms → relations: what this person is to others, and others to this \
     * person: who invites them, since before_ms; and the latest who follow them, if this person neither \
     * follows nor blocks them. Only those with `other`. The latest first */ \
    job(RELATIONS_FIND, relations_find, PERSON, 0, NONE, RELATIONS) \
\
    /* people, now_ms: they are here now */ \
    job(PEOPLE_SEEN, people_seen, SERVER, 'S', PEOPLE, NONE) \
\
    /* person.id, other, notes[0], now_ms, before_ms, limit: this person reports the other. It ends with the \
     * other one; if this person is deleted, it no longer names them. TAKEN: since before_ms they have \
     * reported the other one, or `limit` people. ABSENT: there is no such person, or it is the same. OK, but \
     * nothing is kept, if too many are open */ \
    job(REPORT_NEW, report_new, PERSON, 'q', NOTES, NONE) \
\
    /* from, limit → reports: that with the number `from`; or for 0, at most `limit` that are open, the \
     * latest first */ \
    job(REPORTS_FIND, reports_find, PERSON, 0, NONE, REPORTS) \
\
    /* from, notes[0], now_ms: closes the report with this number, of which this text is kept. ABSENT */ \
    job(REPORT_CLOSE, report_close, PERSON, 'Q', NOTES, NONE)

enum store_kind {
#define STORE_KIND(kind, ...) STORE_##kind,
    STORE_EVERY_JOB(STORE_KIND)
#undef STORE_KIND
    STORE_KINDS
};
/* clang-format on */

struct store_job {
    enum store_kind kind;
    enum store_outcome outcome;
    const char *error; /* the reason for FAILED or DAMAGED, in English; else NULL */
    /* Called once, by store_collect, which then frees the job. May be NULL. */
    void (*done)(struct store_job *job);
    void *context;
    struct store_job *next; /* used by the store */

    struct store_person person;
    char table[STORE_ID_TEXT];
    int64_t now_ms; /* since 1970 */
    int64_t from, before_ms;
    int limit;

    /* The part that its kind has. */
    union {
        struct { /* PERSON: people, sessions, accounts */
            unsigned char session_hash[STORE_HASH_BYTES];
            unsigned char recovery_hash[STORE_HASH_BYTES], new_recovery_hash[STORE_HASH_BYTES];
            char password[STORE_PASSWORD_TEXT], old_password[STORE_PASSWORD_TEXT];
            int64_t used_ms; /* since 1970; 0: not known */
            int64_t next_from;
            bool is_listed;
            struct store_person *listed;
            size_t listed_count;
            struct store_found *found;
            size_t found_count;
            char **notes;
            size_t note_count;
            char other[STORE_ID_TEXT];
            struct store_relation *relations; /* one for SET */
            size_t relation_count;
            struct store_report *reports;
            size_t report_count;
        };
        struct { /* TABLE: a table, and records */
            unsigned char invite_hash[STORE_HASH_BYTES], code_hash[STORE_HASH_BYTES];
            int64_t previous_ms; /* at_ms of the entry before; 0: any */
            bool closes;         /* this is the table's last entry */
            char game[32];
            char viewer[STORE_ID_TEXT]; /* the person who asks for records, or "" */
            bool sees_all;              /* the operator asks: all records count as shared */
            struct store_entry *entries;
            size_t entry_count;
            struct store_record *records; /* one for APPEND and GET; several for LIST */
            size_t record_count;
            struct store_statistics *statistics; /* at most one */
            size_t statistics_count;
        };
        struct { /* SERVER: what a server asks about all tables, and other servers */
            char server[STORE_ID_TEXT]; /* the one that submits the job: only for leases */
            bool all_may_differ;
            char (*tables)[STORE_ID_TEXT];
            size_t table_count;
            struct store_ended *ended;
            size_t ended_count;
            char (*people)[STORE_ID_TEXT];
            size_t people_count;
            struct store_news *news;
            size_t news_count;
            char **messages; /* one that is sent, or those that other servers have sent */
            size_t message_count;
            struct store_lease *leases;
            size_t lease_count;
            char (*servers)[STORE_ID_TEXT];
            size_t server_count;
        };
    };
};

enum store_part { STORE_PERSON_PART, STORE_TABLE_PART, STORE_SERVER_PART };
enum store_part store_job_part(enum store_kind kind);

/* The letter of a kind in bytes; 0 if such jobs change nothing that is stored. */
char store_job_letter(enum store_kind kind);

/* A new job, zeroed otherwise. It owns the memory that its pointers refer to. */
struct store_job *store_job_new(enum store_kind kind, void (*done)(struct store_job *job),
                                void *context);
void store_job_free(struct store_job *job);

/* For databases: append an element, zeroed, to the answer of a job. */
struct store_entry *store_job_add_entry(struct store_job *job);
struct store_ended *store_job_add_ended(struct store_job *job);
struct store_record *store_job_add_record(struct store_job *job);
void store_job_add_table(struct store_job *job, const char *id);
struct store_news *store_job_add_news(struct store_job *job, const char *table);
void store_job_add_person(struct store_job *job, const char *id);
void store_job_add_message(struct store_job *job, const char *message);
void store_job_add_server(struct store_job *job, const char *id);

/* Adds a lease that STORE_LEASES takes or gives back. */
struct store_lease *store_job_add_lease(struct store_job *job, const char *table);
/* For databases that only one server uses: grants all leases of the job. */
void store_job_grant_leases(struct store_job *job);
struct store_person *store_job_add_listed(struct store_job *job);
struct store_found *store_job_add_found(struct store_job *job);
void store_job_add_note(struct store_job *job, const char *note);
struct store_relation *store_job_add_relation(struct store_job *job);
struct store_report *store_job_add_report(struct store_job *job);

/* Removes the answer, so that the job can run again. */
void store_job_forget_answer(struct store_job *job);

/* ---- Job bytes ---- */

/* Jobs that change something, as bytes and back: what they ask for, without the answer. The format
 * is the same on every machine, and bytes that an older version wrote can be read. */

/* Bytes that grow as they are written. */
struct job_bytes {
    unsigned char *data;
    size_t count, capacity;
};

/* Only jobs that change something (store_job_letter) can be written. */
void job_bytes_add(struct job_bytes *bytes, const void *data, size_t size);
void job_bytes_write(struct job_bytes *bytes, const struct store_job *job);
void job_bytes_free(struct job_bytes *bytes);

/* The format that is written. Version 1 had no dates, no new recovery codes and no shared records;
 * version 2 did not say which records are rated, which parts were played and who may be listed;
 * version 3 did not say which matches are continued; version 4 did not name the host at the end;
 * version 5 had no faces; version 6 no public pages. */
enum { JOB_BYTES_VERSION = 7 };

/* Reads one job of this version, and moves `*at` behind it. NULL if the bytes until `end` are not a
 * job. */
struct store_job *job_bytes_read(const unsigned char **at, const unsigned char *end, int version);

#endif
