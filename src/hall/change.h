/* Changes: the only way to add an entry to a table. A change waits for its turn, is checked, goes to
 * the disk as the next entry, and only then becomes part of the table and is sent to those who watch.
 * At most one entry of a table is on its way to the disk at any time. If another server was faster,
 * its entries are read, folded in and sent first, and the change is checked again. */
#ifndef HALL_CHANGE_H
#define HALL_CHANGE_H

#include "hall/watch.h"
#include "table/entry.h"

enum {
    CHANGE_WAITING_MAX = 64, /* changes that clients may have waiting at one table */
    CHANGE_RETRY_MS = 500,   /* after entries of another server could not be read */
};

enum change_outcome { CHANGE_MADE, CHANGE_REFUSED };

/* One change. It is copied when submitted; texts too. */
struct change {
    enum entry_kind kind;
    int seat; /* or -1; ENTRY_SIT with -1: the person's former seat, or the first free one */
    const char *text; /* NULL: {} */
    const char *cid;  /* the client's own id of a move, or NULL */
    /* The client that asked, or NULL. Its step is the answer to the request with the id `answer`
     * (JSON text, or NULL), or the request is refused. */
    struct client *client;
    const char *answer;
    /* Called once, when the change was made or refused; or NULL. `fault` is NULL if it was made. The
     * owner of `context` must keep it until then. Not called when the hall ends before. */
    void (*done)(void *context, enum change_outcome outcome, const struct fault *fault);
    void *context;
};

/* Notifies the modules that react to changes. */
struct change_callbacks {
    void *context;
    /* An entry, from here or from another server, was folded in and sent. */
    void (*stepped)(void *context, struct live_table *live, const struct store_entry *entry);
    /* The table was made again from its entries: some that were folded in are not in the store. */
    void (*started_over)(void *context, struct live_table *live);
    /* The table has come to rest after one or more entries. */
    void (*settled)(void *context, struct live_table *live);
};

struct changes {
    struct environment *environment;
    struct live_tables *tables;
    struct change_callbacks callbacks;
};

void changes_start(struct changes *changes, struct live_tables *tables,
                   const struct change_callbacks *callbacks);
/* Frees what is waiting at the table, unanswered. */
void changes_forget(struct live_table *live);

/* The table must not be loading. */
void change_submit(struct changes *changes, struct live_table *live, const struct change *change);
/* Whether nothing is waiting or under way at the table. */
bool change_is_idle(const struct live_table *live);

/* The table has been read from the store: does what the server itself has to do next. */
void change_loaded(struct changes *changes, struct live_table *live);

/* Another server has appended this entry: folds it in and sends it. */
void change_news(struct changes *changes, struct live_table *live, const struct store_entry *entry);

/* Another server has appended to the table, or the entries in memory may not be those of the store:
 * reads them, now or once the table is loaded. */
void change_catch_up(struct changes *changes, struct live_table *live);
/* The same for someone who waits for the result. Fails if the entries cannot be read. */
void change_catch_up_for(struct changes *changes, struct live_table *live, struct table_wait *wait);
/* Reads again what could not be read, when it is time. */
void change_tick(struct changes *changes, struct live_table *live);

#endif
