/* What net.c, listen.c, visitors.c and http.c share: one socket, and whatever is being said over
 * it. */
#ifndef SERVER_LINK_H
#define SERVER_LINK_H

#include "server/outside.h"

#include <libwebsockets.h>

enum { ADDRESS_TEXT = 48 };

/* Who connects from where: an IPv4 address, or the first half of an IPv6 one. */
struct visitor {
    char address[ADDRESS_TEXT];
    int sockets;    /* from there straight */
    int websockets; /* for it, perhaps through a proxy */
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
    struct net_figures figures;
    int max_sockets;
    bool stopping;
};

struct link {
    struct net *net;
    struct lws *wsi;
    struct link *next, *previous;
    struct visitor *peer;    /* who the socket comes from */
    bool is_proxy;           /* whose X-Forwarded-For counts */
    struct visitor *visitor; /* who the WebSocket is for; NULL: it is none yet */
    struct client *client;   /* WebSocket, or a request under way; NULL: none */

    /* A WebSocket. */
    struct link *look_next, *look_previous;
    int64_t look_us;
    bool heard, pinged; /* since it was last looked at; when it was */
    bool ending;        /* to be closed when its queue is empty */
    bool is_closed;     /* the other side was told */
    int close_code;
    char *gathered; /* of a message that came in parts */
    size_t gathered_size;
    struct message **queue; /* a ring */
    unsigned queue_first, queue_count, queue_room;
    size_t queue_bytes;

    /* An HTTP request; NULL between two. */
    struct request_http *http;
};

/* --- net.c ---------------------------------------------------------------------------------- */

/* The callback of libwebsockets, for every socket. */
int link_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
               size_t size);
/* Looks at the WebSockets whose turn it is; net->check calls it. */
void links_look(uv_timer_t *timer);
/* Says goodbye to a WebSocket, after what is queued for it. */
void link_end(struct link *link, int close_code);
void link_free(struct link *link);

/* A sentence of data/texts/server.json as an answer of the interface: {"id":null,"ok":false,…}. */
struct message *net_fault_message(const struct net *net, const struct fault *fault);

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
/* Frees it if it has no connection left. */
void visitor_forget(struct net *net, struct visitor *visitor);
int visitor_websockets(struct net *net, const char *address);

/* The address that the limits count for: that of the proxy's client, if a proxy is asking. */
void net_client_address(const struct link *link, char address[ADDRESS_TEXT]);
/* Whether a page from elsewhere asks, which only those allowed may. */
bool net_origin_is_fine(const struct link *link);
/* Where the client has found this server, as "https://host": the first allowed origin, or else the
 * Host header. "" if that is no host. */
void net_own_origin(const struct link *link, char *origin, size_t room);
/* The value of a header, "" if it is not there or too long. */
void net_header(struct lws *wsi, enum lws_token_indexes token, char *value, size_t room);

/* --- http.c --------------------------------------------------------------------------------- */

/* The callbacks of libwebsockets; what they return is for it. */
int http_begin(struct link *link);
int http_body(struct link *link, const char *bytes, size_t size);
int http_body_end(struct link *link);
int http_writable(struct link *link);
void http_drop(struct link *link);
bool http_is_under_way(const struct link *link);
/* The hall's answer to a request. */
void http_answer(struct link *link, struct message *message);
/* A request to become a WebSocket: 0, it may; 1, it was answered. */
int http_upgrade(struct link *link, const char *protocol);

#endif
