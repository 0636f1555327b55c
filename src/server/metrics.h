/* Figures for Prometheus (/metrics), and whether the server works (/healthz). */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include "base/buffer.h"
#include "hall/hall.h"
#include "server/store_health.h"

struct net_figures {
    int64_t sockets, websockets; /* open */
    int64_t accepted, refused;   /* so far, as all below */
    int64_t dropped_slow, dropped_silent, dropped_flooding;
    int64_t bytes_in, bytes_out, http_requests;
};

/* Where the figures come from. */
struct metrics {
    const struct hall *hall;
    const struct store_health *store;
    const struct net_figures *net;
    int64_t started_us;
    bool is_stopping;
};

void metrics_write(const struct metrics *metrics, struct buffer *out);

/* Writes a JSON object. Returns whether all is well. */
bool metrics_health(const struct metrics *metrics, struct buffer *out);

#endif
