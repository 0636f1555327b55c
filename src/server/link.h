/* What net.c, frames.c, listen.c, visitors.c, http.c and http_read.c share: one socket, and whatever is
 * being said over it. */
#ifndef SERVER_LINK_H
#define SERVER_LINK_H

#include "server/head.h"
#include "server/outside.h"

#include <libwebsockets.h>

enum { ADDRESS_TEXT = 48 };

/* How much may come: bytes, and what counts as bytes. Fills again with time. */
struct budget {
    int64_t at_us, left;
};

/* Who connects from where: an IPv4 address, or the first half of an IPv6 one. */
struct visitor {
    char address[ADDRESS_TEXT];
    int sockets;    /* from there straight */
    int websockets; /* for it, perhaps through a proxy */
    int incomplete; /* requests of which a part is still missing */
    struct budget budget;
    struct visitor *next;
};

enum { VISITOR_CHAINS = 1024 };

struct net {
    struct server *server;
    struct lws_context *context;
    struct lws_vhost *vhost;
    int port;
    struct visitor *visitors[VISITOR_CHAINS];
    struct link *links;                  /* all sockets */
    struct link *look_first, *look_last; /* WebSockets, by when they are to be looked at */
    uv_timer_t check;
    int64_t swept_us; /* visitors were */
    struct net_figures figures;
    int max_sockets;
    bool stopping;
    /* frames.c: what is being read now, and what is said to that. */
    const char *input;
    size_t input_size;
    unsigned char control[4096];
    size_t control_size;
};

struct link {
    struct net *net;
    struct lws *wsi;
    struct link *next, *previous;
    struct visitor *peer;    /* who the socket comes from */
    bool is_proxy;           /* whose X-Forwarded-For counts */
    struct visitor *visitor; /* who the WebSocket is for; NULL: it is none yet */
    struct client *client;   /* WebSocket, or a request under way; NULL: none */
    struct budget budget;
    bool is_blocked; /* not all of what was sent has been taken */
    bool is_cut;     /* dropped: nothing more is read or written */

    /* A WebSocket. */
    struct link *look_next, *look_previous;
    int64_t look_us;
    bool heard, pinged; /* since it was last looked at; when it was */
    bool ending;        /* to be closed when its queue is empty */
    bool is_closed;     /* the other side was told */
    bool has_left;      /* the other side has said so */
    bool hangs_up;      /* nothing that the other side may say is waited for */
    int close_code;
    struct wslay_event_context *frames;
    struct message **queue; /* a ring */
    unsigned queue_first, queue_count, queue_capacity;
    size_t queue_bytes;

    /* An HTTP request; NULL between two. */
    struct request_http *http;
    char *rest; /* what was sent ahead of the answer */
    size_t rest_size;
    struct visitor *incomplete; /* whose request is not all there; NULL: none is under way */
};

/* --- net.c ---------------------------------------------------------------------------------- */

/* The callback of libwebsockets, for every socket. */
int link_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
               size_t size);
/* Looks at the WebSockets whose turn it is; net->check calls it. */
void links_look(uv_timer_t *timer);
/* Bytes that came over it. Non-zero: it is to be closed. */
int link_receive(struct link *link, const char *bytes, size_t size);
/* Takes this from what may come over the link and from its address. False: it was too much, and the
 * link is cut. */
bool link_spend(struct link *link, int64_t cost);
/* Sends bytes, before which LWS_PRE are free; what the kernel does not take is kept. False: the socket is
 * dead. */
bool link_put(struct link *link, unsigned char *bytes, size_t size);
/* Says goodbye to a WebSocket, after what is queued for it. */
void link_end(struct link *link, int close_code);
/* Drops the connection without a word. */
void link_cut(struct link *link);
void link_free(struct link *link);

/* The socket is a WebSocket from now on, of a client from this address. Non-zero: it is to be closed. */
int websocket_open(struct link *link, const char *address);
/* A whole message. */
void websocket_receive(struct link *link, const char *text, size_t size);
/* The client has done what is forbidden, or has closed: it is told the code, and that is all. */
void websocket_fail(struct link *link, int close_code);

/* A sentence of data/texts/server.json as an answer of the interface: {"id":null,"ok":false,…}. */
struct message *net_fault_message(const struct net *net, const struct fault *fault);

/* --- frames.c ------------------------------------------------------------------------------- */

bool frames_new(struct link *link);
void frames_free(struct link *link);
/* Non-zero: the connection is to be closed. */
int frames_receive(struct link *link, const char *bytes, size_t size);

/* --- visitors.c ----------------------------------------------------------------------------- */

/* An address as text: IPv4 inside IPv6 as IPv4, other IPv6 by its network, since a household has
 * all of that. False if it is none. */
bool visitor_address_normalise(const char *text, char address[ADDRESS_TEXT]);
void visitor_address_of_socket(int socket, char text[ADDRESS_TEXT]);
/* Whether what this address says in X-Forwarded-For counts. */
bool visitor_is_proxy(const struct serve_settings *settings, const char *address);
/* Where the visitor from this address is, or would be. */
struct visitor **visitor_place(struct net *net, const char *address);
/* The visitor from this address, a new one if need be; NULL without memory. */
struct visitor *visitor_get(struct net *net, const char *address);
/* Frees it if it has no connection left, and its budget has filled again. */
void visitor_forget(struct net *net, struct visitor *visitor);
int visitor_websockets(struct net *net, const char *address);

/* Frees those for which visitor_forget came too early. */
void visitors_sweep(struct net *net);
void visitors_free(struct net *net);
/* Takes this from what may come from the address. False: nothing is left. */
bool visitor_spend(struct net *net, const char *address, int64_t cost);
/* A part of the link's request is missing. False: of too many of this address. */
bool visitor_incomplete(struct link *link, const char *address, int limit);
/* None is, or it does not matter any more. */
void visitor_complete(struct link *link);

/* A budget of this much a second, and of some seconds at once. False: nothing is left. */
bool budget_spend(struct budget *budget, int64_t cost, int64_t per_second);
/* What one connection may send a second. */
int64_t budget_of_link(const struct net *net);

/* The address that the limits count for: that of the proxy's client, if a proxy is asking. */
void net_client_address(const struct link *link, const struct head *head,
                        char address[ADDRESS_TEXT]);
/* Whether a page from elsewhere asks, which only those allowed may. */
bool net_origin_is_fine(const struct link *link, const struct head *head);
/* Where the client has found this server, as "https://host": the first allowed origin, or else the
 * Host header. "" if that is no host. */
void net_own_origin(const struct link *link, const struct head *head, char *origin, size_t size);

/* --- http.c --------------------------------------------------------------------------------- */

int http_writable(struct link *link);
void http_drop(struct link *link);
bool http_is_under_way(const struct link *link);
/* The hall's answer to a request. */
void http_answer(struct link *link, struct message *message);

/* --- http_read.c ---------------------------------------------------------------------------- */

/* Non-zero: the connection is to be closed. */
int http_receive(struct link *link, const char *bytes, size_t size);
/* An answer is written: goes on with what was sent ahead. */
int http_next(struct link *link);

#endif
