/* Reads tables from the store: at the start those that are not over, the others when someone asks
 * for them; and notices when other servers change tables. */
#ifndef HALL_LOADING_H
#define HALL_LOADING_H

#include "hall/change.h"

enum {
    LOADING_CHANGES_MS = 500, /* how often the store is asked what other servers have changed */
    LOADING_RETRY_MS = 1000,  /* after a failure at the start */
};

/* Notifies the modules that close tables and know sessions. */
struct loading_callbacks {
    void *context;
    /* At the start, these tables of the store are over. May be called again after a failure. */
    void (*found_over)(void *context, const struct store_ended *ended, size_t count);
    /* Another server has ended sessions of this person, deleted them or changed their listing; NULL: of
     * anyone. */
    void (*person_changed)(void *context, const char *person);
    /* Another server has sent a message (talk.h). */
    void (*heard)(void *context, const char *message);
};

struct loading {
    struct changes *changes;
    struct live_tables *tables;
    struct environment *environment;
    struct loading_callbacks callbacks;
    struct id_map damaged; /* tables that cannot be read: set aside until the next start */
    /* The start; again after a table could not be read. */
    bool startup_asked;           /* which tables are open, and not answered yet */
    struct startup_wait *startup; /* one for each table to be read */
    size_t startup_remaining;
    bool is_ready, has_failed;
    const char *error; /* why reading failed last, or NULL */
    int64_t retry_ms;  /* when to try again; 0: no need */
    /* Changes of other servers. */
    bool changes_asked; /* and not answered yet */
    int64_t changes_asked_ms;
    bool is_store_away; /* it could not be asked the last time */
    bool must_look;     /* at once, or after the answer under way */
};

void loading_start(struct loading *loading, struct changes *changes,
                   const struct loading_callbacks *callbacks);
void loading_free(struct loading *loading);

/* Reads the tables that are not over. `is_ready` when all are there. */
void loading_begin(struct loading *loading);
void loading_tick(struct loading *loading);
/* Asks the store what other servers have changed, without waiting for its time. */
void loading_look(struct loading *loading);

/* Gives the table with this id to wait->done: at once if it is in memory, otherwise after reading it.
 * `wait` may be NULL. */
void loading_get(struct loading *loading, const char *id, struct table_wait *wait);

/* Whether the table exists, but cannot be read. */
bool loading_is_damaged(const struct loading *loading, const char *id);

#endif
