/* A server: sockets, threads, the clock and the store, around a hall. One process, one database
 * file, one port.
 *
 *     loop.c      puts it together, runs the libuv loop, stops it on SIGTERM
 *     net.c       sockets by libwebsockets on that loop
 *     listen.c    the port: opening and closing it
 *     visitors.c  who connects from where, and how much may come
 *     frames.c    WebSocket, read by wslay
 *     http_read.c HTTP, read by http-parser; head.c: a request's headers
 *     http.c      what is answered
 *     page.c      the files of the page
 *     preview.c   what an invitation shows where its link is sent
 *     metrics.c   /healthz, /metrics
 *     log.c       the log; writer.c: writing without waiting for the reader
 *
 * These share outside.h.
 */
#ifndef SERVER_SERVE_H
#define SERVER_SERVE_H

#include "hall/hall.h"

enum serve_log { SERVE_LOG_TEXT, SERVE_LOG_JSON, SERVE_LOG_NONE };

struct serve_settings {
    struct hall_settings hall;     /* now_ms is filled in */
    const char *database;          /* the file */
    const char *interface;         /* address to listen on; NULL: all */
    int port;                      /* 0: any that is free */
    const char *certificate, *key; /* TLS; NULL: none */
    const char *const *origins;    /* allowed besides the own one; ends with NULL; may be NULL */
    const char *const *proxies;    /* addresses whose X-Forwarded-For counts, besides loopback */
    const char *page_folder;       /* the page from files instead of those built in; may be NULL */
    int connections_per_address, connections;
    int workers; /* threads for computer players and passwords */
    enum serve_log log;
    /* Called when the port is open and all tables are there. */
    void (*ready)(void *context, int port);
    void *context;
};

enum serve_failure {
    SERVE_DATABASE,     /* it cannot be opened */
    SERVE_PORT_TAKEN,   /* somebody else listens there */
    SERVE_PORT_REFUSED, /* it cannot be listened on for another reason */
    SERVE_NETWORK       /* libwebsockets does not start: mostly the certificate */
};

struct serve_error {
    enum serve_failure failure;
    char detail[256];
};

/* Runs until SIGTERM or SIGINT. False, and an error, if it could not start. */
bool serve(const struct serve_settings *settings, struct serve_error *error);

#endif
