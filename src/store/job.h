/* Jobs: what can be asked of the store, and what it answers. */
#ifndef STORE_JOB_H
#define STORE_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    STORE_ID_TEXT = 13,    /* ids of people and tables: 12 letters and digits, and the end */
    STORE_HASH_BYTES = 32, /* of what is secret: it is never stored itself */
    STORE_NAME_MAX = 128,  /* bytes of a name or a login, with the end */
    STORE_CID_MAX = 40,    /* bytes of a client's own id for a move, with the end */
    STORE_PASSWORD_TEXT = 128,
    STORE_SEATS_MAX = 8,
};

enum store_outcome {
    STORE_OK,
    STORE_TAKEN,   /* there is one with this key already */
    STORE_ABSENT,  /* there is none */
    STORE_FAILED,  /* the database cannot; nothing was changed. Or its file was deleted or replaced:
                      then nobody will find what was */
    STORE_DAMAGED, /* of TABLE_READ: what is on the disk there cannot be read; the rest can */
};

/* What the kinds of entries mean is in table/state.h; the store only keeps them. */
struct store_entry {
    int64_t number; /* 0, 1, 2, … in its table, without gaps */
    int64_t at_ms;  /* since 1970 */
    int64_t used_ms;
    int kind;
    int seat; /* or -1 */
    char *text;
    char *cid; /* may be NULL */
};

struct store_person {
    char id[STORE_ID_TEXT];
    char name[STORE_NAME_MAX];
    char login[STORE_NAME_MAX]; /* "": no account */
};

/* One seat of a finished game. */
struct store_result_seat {
    char person[STORE_ID_TEXT]; /* "": a computer player */
    char name[STORE_NAME_MAX];
    char level[16]; /* of a computer player, or "" */
    int32_t score;
    double won; /* 1, or a part of a shared win, or 0 */
};

/* A finished game, kept for good. `record` is the record of the protocol, as JSON. */
struct store_record {
    char table[STORE_ID_TEXT];
    char game[32];
    int64_t ended_ms;
    int seats;
    int move_count;
    struct store_result_seat seat[STORE_SEATS_MAX];
    char *record; /* NULL in lists */
};

/* A table whose match is over. */
struct store_ended {
    char table[STORE_ID_TEXT];
    int64_t number; /* of its latest entry */
};

/* What all finished games of one kind say. */
struct store_statistics {
    int64_t games, moves;
    struct store_statistics_line {
        int seats;
        int64_t games;
        double mean_moves, mean_score, mean_best_score;
        double first_seat_share;     /* of wins */
    } by_seats[STORE_SEATS_MAX + 1]; /* index = number of seats */
    struct store_statistics_level {
        char level[16]; /* "": people */
        int64_t seats;
        double won; /* of them all */
        double mean_score;
    } by_level[8];
    int level_count;
};

enum store_kind {
    STORE_PERSON_NEW,     /* person, hash (its first session) */
    STORE_PERSON_RENAME,  /* person.id, person.name */
    STORE_SESSION_FIND,   /* hash → person; ABSENT */
    STORE_SESSION_NEW,    /* person.id, hash, password: ABSENT if it is not that one (any more) */
    STORE_SESSION_END,    /* hash; ABSENT */
    STORE_ACCOUNT_NEW,    /* person.id, person.login, password (a pwhash text); TAKEN: the login is,
                             or this person has one */
    STORE_ACCOUNT_FIND,   /* person.login → person, password; ABSENT */
    STORE_PASSWORD_SET,   /* person.id, old_password, password, hash: all other sessions end; ABSENT
                             if the old one is not that one (any more) */
    STORE_TABLE_NEW,      /* table, entries[0] (number 0), hash (its invitation), hash2 (its code),
                             both all zero for none; TAKEN */
    STORE_TABLE_INVITE,   /* table, hash, hash2: in place of those before */
    STORE_TABLE_FIND,     /* hash: an invitation or a code → table; ABSENT */
    STORE_TABLE_APPEND,   /* table, entries[0], and `closes`, and `record` or NULL; TAKEN if that
                             number is there; ABSENT if the number before it is not */
    STORE_TABLE_READ,     /* table, from → entries with number ≥ from; ABSENT: no such table */
    STORE_TABLES_OPEN,    /* → tables that are not closed: as `tables`, and as `ended` those whose
                             match has a record */
    STORE_TABLES_CHANGED, /* → tables that others have made or appended to since this was last
                             asked, by `tables`, unless it was read here; cheap when there was
                             nothing */
    STORE_RECORD_GET,     /* table → record; ABSENT */
    STORE_RECORD_LIST,    /* person.id or "", game or "", before_ms (0: now), limit → records,
                             the latest first; more than `limit` only if they ended in the
                             same millisecond as the last one within it */
    STORE_STATISTICS,     /* game → statistics */
    STORE_PROBE,          /* writes something, to see whether it can be written */
};

struct store_job {
    enum store_kind kind;
    struct store_person person;
    unsigned char hash[STORE_HASH_BYTES], hash2[STORE_HASH_BYTES];
    char password[STORE_PASSWORD_TEXT], old_password[STORE_PASSWORD_TEXT];
    char table[STORE_ID_TEXT];
    char game[32];
    int64_t from, before_ms;
    int limit;
    bool closes; /* with this entry nothing more can happen at the table */
    struct store_entry *entries;
    size_t entry_count;
    char (*tables)[STORE_ID_TEXT];
    size_t table_count;
    struct store_ended *ended;
    size_t ended_count;
    struct store_record *records; /* one for APPEND and GET; several for LIST */
    size_t record_count;
    struct store_statistics *statistics;

    enum store_outcome outcome;
    const char *error; /* why it is FAILED or DAMAGED, in English; else NULL */
    /* Called by store_collect, once. The job is freed after it, with all that it points to. */
    void (*done)(struct store_job *job);
    void *context;
    struct store_job *next; /* the store's own */
};

/* A new job, all else zero. What its pointers hold must come from malloc, and is the job's. */
struct store_job *store_job_new(enum store_kind kind, void (*done)(struct store_job *job),
                                void *context);
void store_job_free(struct store_job *job);

/* The job as it was before something was done for it. */
void store_job_forget_answer(struct store_job *job);

#endif
