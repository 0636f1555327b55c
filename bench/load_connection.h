/* WebSocket clients on epoll. Every request fits into one frame and into the socket's send buffer: if
 * the server reads too slowly for that, the program fails rather than waits. */
#ifndef BENCH_LOAD_CONNECTION_H
#define BENCH_LOAD_CONNECTION_H

#include "base/rng.h"

#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>

enum connection_state {
    CONNECTION_CLOSED,
    CONNECTION_CONNECTING,
    CONNECTION_UPGRADING,
    CONNECTION_OPEN
};

enum { CONNECTION_SERVERS_MAX = 8 };

struct connection {
    int fd;
    enum connection_state state;
    char *kept; /* the beginning of an incomplete message */
    size_t kept_size;
};

struct connections {
    int epoll;
    struct sockaddr_in servers[CONNECTION_SERVERS_MAX]; /* connections reach them in turn */
    int server_count;
    int sources; /* number of loopback addresses to connect from, in turn: each has its own ports */
    struct rng rng;
    char *buffer;
    void *context;
    void (*opened)(void *context, struct connection *connection);
    void (*received)(void *context, struct connection *connection, const char *bytes, size_t size);
    int64_t bytes_in, messages_in;
};

/* At least one server must have been added. */
void connections_add_server(struct connections *connections, int port);
void connections_start(struct connections *connections, int sources);
void connection_open(struct connections *connections, struct connection *connection, int number);
void connection_send(struct connections *connections, struct connection *connection,
                     const char *text, size_t size);

/* Waits at most this long, and calls `opened` and `received`. */
void connections_wait(struct connections *connections, int64_t timeout_us);

#endif
