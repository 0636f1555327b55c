/* Live tables: the tables in memory, by id and by person. A live table is a table, who watches it,
 * and what other modules attach to it. */
#ifndef HALL_LIVE_TABLE_H
#define HALL_LIVE_TABLE_H

#include "hall/address.h"
#include "hall/chat_log.h"
#include "hall/elsewhere.h"
#include "hall/person_tables.h"
#include "table/push.h"

struct change_queue;
struct live_stage;
struct rematch;
struct table_bots;
struct watch;

/* Someone who waits until a table has been read from the store. A part of the struct of the one who
 * waits. */
struct table_wait {
    /* `live` is NULL if there is no such table; or, if `failed`, because the store failed. */
    void (*done)(struct table_wait *wait, struct live_table *live, bool failed);
    struct table_wait *next;
};

struct live_seat {
    struct live_table *live;
    int seat;
    int64_t away_since_ms; /* when its person stopped watching */
    bool timing_out;       /* its time is up, and a move for it is under way (timeouts.h) */
    struct bucket gestures;
};

/* The right to run the clocks and computer players of a table (leases.h). */
struct table_lease {
    bool is_held;               /* by this server, if its leases have not run out */
    bool may_be_own;            /* they have run out, but the database may still name this server */
    char holder[STORE_ID_TEXT]; /* the server that had it when it was last asked for; or "" */
    int64_t asked_ms;           /* when that was; 0: never */
};

struct live_table {
    char id[STORE_ID_TEXT]; /* first: for struct id_map */
    struct live_tables *tables;
    struct environment *environment;
    struct table *table;
    bool loading;         /* its entries are being read: do not use it yet */
    bool must_start_over; /* the store has changed entries that were folded in */
    bool broken; /* an entry of the store could not be folded in: it accepts no more changes */
    struct table_wait *waits; /* for entries that are being read */
    int64_t due_ms;           /* a tick has nothing to do here before this time */

    /* watch.h: who is there. */
    struct watch *watches;
    int watch_count;
    bool was_watched;       /* at this server, not only at another one */
    int64_t empty_since_ms; /* 0 while someone watches, at any server */
    uint32_t online;        /* a bit per seat whose person watches, at any server */
    int spectators;         /* likewise */
    bool presence_changed;  /* to be sent at the next tick */
    uint32_t own_online;    /* at this server */
    int own_spectators;
    bool own_changed;            /* other servers are to be notified at the next tick */
    int64_t told_ms;             /* when they were last notified */
    struct elsewhere *elsewhere; /* at other servers */
    char address[ADDRESS_BYTES]; /* pays for thinking (thinking.h); "" before the first client */
    struct live_seat seat[GAME_SEATS_MAX];

    struct table_lease lease;
    struct table_people people;
    struct chat_log chat;

    /* What other modules attach; NULL if they have not. */
    struct change_queue *changes;
    struct table_bots *bots;
    struct live_stage *stage;
    struct rematch *rematch;
};

/* Notifies the modules that have attached something to a table. */
struct live_table_callbacks {
    void *context;
    /* The table is about to be freed. */
    void (*forgetting)(void *context, struct live_table *live);
};

struct live_tables {
    struct environment *environment;
    struct live_table_callbacks callbacks;
    struct id_map by_id;
    struct person_tables by_person;
    struct push_writer *push_writer;
    int open_count; /* tables that are not over */
};

void live_tables_start(struct live_tables *tables, struct environment *environment,
                       const struct live_table_callbacks *callbacks);
void live_tables_free(struct live_tables *tables);

/* Takes a table into memory. It is not in the index by person, and not counted, before
 * live_table_opened. */
struct live_table *live_table_new(struct live_tables *tables, struct table *table);
/* The table has its entries. */
void live_table_opened(struct live_table *live);
/* Takes the table out of memory. */
void live_table_free(struct live_table *live);

/* NULL if the table is not in memory. It may still be loading. */
struct live_table *live_tables_find(const struct live_tables *tables, const char *id);
/* Iterates over the tables that are not loading, like id_map_next. */
struct live_table *live_tables_next(const struct live_tables *tables, size_t *at);

/* Brings the index by person up to date. */
void live_table_index(struct live_table *live);
/* The number of tables in memory that this person hosts or sits at and that are not over. */
int live_tables_count_of(const struct live_tables *tables, const char *person);

/* Adds to the table's list of waits; and ends a list of waits. */
void live_table_wait(struct live_table *live, struct table_wait *wait);
void table_waits_end(struct table_wait *waits, struct live_table *live, bool failed);

/* Makes sure that a tick looks at the table by `at_ms`. */
static inline void live_table_due(struct live_table *live, int64_t at_ms)
{
    if (at_ms < live->due_ms)
        live->due_ms = at_ms;
}

#endif
