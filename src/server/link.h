/* A link: one accepted socket. It writes bytes, pauses reading while the other side does not take
 * what was written, and limits how much it may send. What the bytes mean is up to its protocol: HTTP
 * at first, perhaps WebSocket later. */
#ifndef SERVER_LINK_H
#define SERVER_LINK_H

#include "server/net.h"

#include <libwebsockets.h>

struct link;

/* Functions that return int return non-zero if the socket must be closed. */
struct link_protocol {
    int (*receive)(struct link *link, const char *bytes, size_t size);
    /* The kernel takes more bytes; called after lws_callback_on_writable. */
    int (*writable)(struct link *link);
    /* The hall sends a message to link->client. */
    void (*send)(struct link *link, struct message *message);
    /* Ends the connection once everything is sent. */
    void (*end)(struct link *link, int close_code);
    /* Whether everything is sent, including a goodbye. */
    bool (*is_flushed)(const struct link *link);
    /* Frees link->state. */
    void (*free)(struct link *link);
};

struct link {
    struct net *net;
    struct lws *wsi;
    struct link *next, *previous; /* in net->links */
    struct visitor *peer;         /* the address of the socket */
    bool is_proxy;                /* the peer is a proxy, so its X-Forwarded-For is trusted */
    struct visitor *visitor;      /* WebSocket: the address it is for; NULL before */
    struct client *client;        /* WebSocket or HTTP request, as the hall knows it; may be NULL */
    struct budget budget;
    bool is_blocked; /* the kernel has not taken everything: reading is paused */
    bool is_cut;     /* the connection was dropped: nothing is read or written any more */
    const struct link_protocol *protocol;
    void *state; /* of the protocol */
};

/* A link for a new socket. The caller sets its protocol. */
struct link *link_new(struct net *net, struct lws *wsi);
void link_free(struct link *link);

/* Bytes have arrived. Non-zero: close the socket. */
int link_receive(struct link *link, const char *bytes, size_t size);
int link_writable(struct link *link);

/* Writes bytes, in front of which LWS_PRE bytes must be free. libwebsockets keeps what the kernel
 * does not take. False: the socket is dead. */
bool link_put(struct link *link, unsigned char *bytes, size_t size);

/* Charges the link and its address for received data. False: it was too much, and the link is cut. */
bool link_spend(struct link *link, int64_t cost);

/* Drops the connection without a goodbye. */
void link_cut(struct link *link);

/* The client leaves the hall, if there is one. */
void link_leave_hall(struct link *link);

#endif
