/* Runs requests: checks who may ask, and calls the module that handles the command. */
#ifndef HALL_DISPATCH_H
#define HALL_DISPATCH_H

#include "hall/accounts.h"
#include "hall/change.h"
#include "hall/hints.h"
#include "hall/leaderboards.h"
#include "hall/listing.h"
#include "hall/loading.h"
#include "hall/opening.h"
#include "hall/sessions.h"

/* The modules that handle requests. */
struct dispatch {
    struct changes *changes;
    struct hints *hints;
    struct listings *listings;
    struct leaderboards *leaderboards;
    struct loading *loading;
    struct openings *openings;
    struct sessions *sessions;
    struct accounts *accounts;
};

/* Runs a request, and may take it. The cost is charged to the client's address. */
void dispatch_run(const struct dispatch *dispatch, struct client *client, struct request *request);

#endif
