/* struct hall, which holds all units, and how it runs requests. For hall.c, dispatch.c and tests. */
#ifndef HALL_HALL_INTERNAL_H
#define HALL_HALL_INTERNAL_H

#include "hall/hall.h"

#include "hall/accounts/accounts.h"
#include "hall/notices/notices.h"
#include "hall/people/people.h"
#include "hall/play/play.h"
#include "hall/tables/tables.h"

/* ---- Running requests ---- */

/* Runs requests: checks who may ask, and calls the unit that handles the command. */

/* The units that handle requests. */
struct dispatch {
    struct changes *changes;
    struct hints *hints;
    struct public_tables *public_tables;
    struct leaderboards *leaderboards;
    struct loading *loading;
    struct openings *openings;
    struct sessions *sessions;
    struct accounts *accounts;
    struct notices *notices;
    struct days *days;
    struct friends *friends;
    struct reports *reports;
};

/* Runs a request, and may take it. The cost is charged to the client's address. */
void dispatch_run(const struct dispatch *dispatch, struct client *client, struct request *request);

/* ---- Parts ---- */

/* struct hall: all units. For hall.c, dispatch.c and tests. */

struct hall {
    struct environment environment;
    struct addresses addresses;
    struct clients clients;
    struct people people;
    struct live_tables tables;
    struct leases leases;
    struct changes changes;
    struct thinking thinking;
    struct bots bots;
    struct notes notes;
    struct days days;
    struct hints hints;
    struct loading loading;
    struct openings openings;
    struct sweep sweep;
    struct public_tables public_tables;
    struct leaderboards leaderboards;
    struct sessions sessions;
    struct passwords passwords;
    struct attempts attempts;
    struct deleting deleting;
    struct accounts accounts;
    struct expiry expiry;
    struct notices notices;
    struct friends friends;
    struct reports reports;
    struct dispatch dispatch;
};

#endif
