/* The settings of a server, and the reasons for which it may not start. */
#ifndef SERVER_SETTINGS_H
#define SERVER_SETTINGS_H

#include "hall/hall.h"
#include "server/log.h"

struct serve_settings {
    struct hall_settings hall;     /* serve fills in `now_ms` and `thinkers` */
    const char *database;          /* path of the file */
    const char *interface;         /* address to listen on; NULL: all */
    int port;                      /* 0: any free port */
    const char *certificate, *key; /* files for TLS; NULL: none */
    const char *const *origins; /* origins allowed besides our own; ends with NULL; may be NULL */
    const char *const *proxies; /* proxies trusted besides loopback; the same */
    const char *page_folder;    /* serve the page from this folder; NULL: the built-in one */
    int connections_per_address, connections;
    int workers; /* threads for computer players and passwords */
    enum log_format log;
    /* Called when all tables are loaded and the port is open. May be NULL. */
    void (*ready)(void *context, int port);
    void *context;
};

enum serve_failure {
    SERVE_DATABASE,     /* cannot open the database */
    SERVE_PORT_TAKEN,   /* another program listens on the port */
    SERVE_PORT_REFUSED, /* cannot listen on the port for another reason */
    SERVE_TLS,          /* the certificate and the key cannot be used */
    SERVE_NETWORK       /* libwebsockets does not start for another reason */
};

struct serve_error {
    enum serve_failure failure;
    char detail[256];
};

#endif
