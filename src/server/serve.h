/* A server: sockets, threads, the clock and the store, around a hall. One process, one database
 * file, one port.
 *
 *     loop.c      puts it together, runs the libuv loop, stops it on SIGTERM
 *     net.c       HTTP and WebSocket by libwebsockets on that loop
 *     page.c      the files of the page
 *     metrics.c   /healthz, /metrics, the log
 */
#ifndef SERVER_SERVE_H
#define SERVER_SERVE_H

#include "server/hall.h"

struct serve_settings {
    struct hall_settings hall;
    const char *database;  /* the file */
    const char *interface; /* address to listen on; NULL: all */
    int port;
    const char *certificate, *key; /* TLS; NULL: none */
    const char *const *origins;    /* allowed besides the own one; ends with NULL; may be NULL */
    const char *const *proxies;    /* addresses whose X-Forwarded-For counts, besides loopback */
    const char *page_folder;       /* the page from files instead of those built in; may be NULL */
    int connections_per_address, connections;
    int workers;   /* threads for computer players and passwords */
    bool log_json; /* one JSON object a line; otherwise for people */
    bool quiet;
    /* Called when the port is open and all tables are there. */
    void (*ready)(void *context, int port);
    void *context;
};

/* Runs until SIGTERM or SIGINT. Returns 0, or 1 and has said why on standard error. */
int serve(const struct serve_settings *settings);

#endif
