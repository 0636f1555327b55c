/* The connection to a database server, and what is known of it on other threads. */
#ifndef STORE_LINK_H
#define STORE_LINK_H

#include <stdbool.h>
#include <stdint.h>

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

#endif
