/* struct hall: all modules. Only hall.c and tests include this. */
#ifndef HALL_PARTS_H
#define HALL_PARTS_H

#include "hall/aging.h"
#include "hall/bots.h"
#include "hall/dispatch.h"
#include "hall/sweep.h"

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
    struct hints hints;
    struct loading loading;
    struct openings openings;
    struct sweep sweep;
    struct listings listings;
    struct leaderboards leaderboards;
    struct sessions sessions;
    struct passwords passwords;
    struct guesses guesses;
    struct deleting deleting;
    struct accounts accounts;
    struct aging aging;
    struct dispatch dispatch;
};

#endif
