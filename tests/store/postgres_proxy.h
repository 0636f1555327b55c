/* A proxy before PostgreSQL that cuts connections at chosen moments. It runs on a thread. */
#ifndef TESTS_STORE_POSTGRES_PROXY_H
#define TESTS_STORE_POSTGRES_PROXY_H

enum proxy_cut {
    PROXY_PASS,
    PROXY_BEFORE, /* the next request does not reach the server, and its connection is lost */
    PROXY_AFTER,  /* the next request is done, but its answer is lost with the connection */
    PROXY_LATE,   /* the client loses its connection, and the server gets the request later */
    PROXY_DEAF, /* the next request does not reach the server, and nothing is heard on this connection */
    PROXY_MUTE,   /* the next request is done, but its answer is never heard */
    PROXY_REFUSE, /* no new connections, and the present one is lost */
};

/* Listens on a socket in `folder`, and connects to the one in `server_folder`. */
struct proxy *proxy_start(const char *folder, const char *server_folder);
void proxy_stop(struct proxy *proxy);

/* What happens to the next request. */
void proxy_cut(struct proxy *proxy, enum proxy_cut cut);
/* The server gets the request of PROXY_LATE now. */
void proxy_deliver(struct proxy *proxy);

#endif
