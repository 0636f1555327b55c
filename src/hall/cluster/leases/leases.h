/* Leases: several servers may have a table in memory, but only one of them runs its clocks and its
 * computer players at a time. It holds the table's lease, a row in the database.
 *
 * A server renews all its leases with one job, LEASES_RENEW_MS after the one before. It acts only for
 * LEASES_HOLD_MS after it submitted the latest renewal that was acknowledged, by its own clock. Others
 * may take its leases STORE_LEASE_MS after that renewal, by the clock of the database. So there is a gap
 * between the two, and no seat is thought about twice. Entries do not depend on leases: their key alone
 * decides.
 *
 * If only this server uses the database (store_is_shared), it holds every lease, and nothing is stored. */
#ifndef HALL_CLUSTER_LEASES_LEASES_H
#define HALL_CLUSTER_LEASES_LEASES_H

#include "hall/live/live.h"

enum {
    LEASES_RENEW_MS = 500,
    LEASES_HOLD_MS = STORE_LEASE_MS - 500,
    LEASES_ASK_MAX = 256, /* taken with one job: when a server dies, the others share its tables */
};

struct leases {
    struct environment *environment;
    struct live_tables *tables;
    int64_t until_ms;              /* how long it may act, by clock_now */
    int64_t asked_ms;              /* when the latest job was submitted */
    int64_t scanned_ms;            /* when the latest renewal looked at all tables */
    bool is_asking;                /* and not answered yet */
    bool has_ended;                /* the server stops */
    char (*others)[STORE_ID_TEXT]; /* other servers that are running */
    size_t other_count;
    char wanted[LEASES_ASK_MAX][STORE_ID_TEXT]; /* tables to be asked for before the next renewal */
    int wanted_count;
};

void leases_start(struct leases *leases, struct live_tables *tables);
void leases_free(struct leases *leases);

/* Whether this server may run the clocks and computer players of the table now. If not, it asks for the
 * lease; when it gets it, the table becomes due. */
bool lease_is_held(struct leases *leases, struct live_table *live);

/* Whether all leases that this server holds now last for `ms` more. */
bool leases_last(const struct leases *leases, int64_t ms);

/* The number of tables whose clocks and computer players this server runs now. */
int leases_held(const struct leases *leases);

/* Renews the leases if it is time. */
void leases_tick(struct leases *leases);

/* Gives all leases back: the server stops, and thinks no more. */
void leases_end(struct leases *leases);

#endif
