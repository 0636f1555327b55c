/* What all sockets share. */
#ifndef SERVER_NET_H
#define SERVER_NET_H

#include "server/log.h"
#include "server/metrics.h"
#include "server/settings.h"
#include "server/steady_clock.h"
#include "server/visitors.h"

struct net {
    const struct serve_settings *settings;
    struct hall *hall;
    struct log *log;
    const struct steady_clock *clock;
    const struct metrics *metrics;
    struct visitors visitors;
    struct net_figures figures;
    struct link *links;                         /* all sockets: link.h */
    struct websocket *check_first, *check_last; /* by the time of their next check: websocket.h */
    struct websocket *unsent;                   /* those with messages that were not written yet */
    int max_sockets;
    int64_t full_logged_us; /* when it was last logged that there are no more; 0: never */
    bool is_stopping;       /* accepts no new connections */
};

#endif
