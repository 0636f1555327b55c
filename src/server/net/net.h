/* What all sockets share: settings, the log, metrics, visitors, and one socket.
 *
 *     link.c      one socket: writing, flow control, flood protection
 *     visitors.c  how many connections each address has, and how much it sends; addresses as text
 *     metrics.c   /healthz, /metrics; notices that the store fails, and that it works again
 *     log.c       the log, written by a thread */
#ifndef SERVER_NET_NET_H
#define SERVER_NET_NET_H

#include "base/base.h"
#include "base/system/system.h"
#include "hall/hall.h"
#include "store/store.h"

#include <jansson.h>
#include <libwebsockets.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- The log ---- */

/* The log: one line per event on standard error, as text or JSON. A thread writes it, so logging
 * never waits; lines that do not fit into its queue are dropped and counted. */

enum log_format { LOG_TEXT, LOG_JSON, LOG_NONE };

struct log;

/* NULL for LOG_NONE, which the functions below accept. */
struct log *log_open(enum log_format format);
/* Waits a moment for the last lines to be written. */
void log_close(struct log *log);

/* Takes `fields`, an object, which may be NULL. */
void log_event(struct log *log, const char *event, json_t *fields);

/* ---- The writer ---- */

/* Writes to a file descriptor on a thread, so that the caller never waits for the reader: a pipe may
 * be full, a terminal stopped. The descriptor is not made non-blocking, because other processes may
 * share it. */

/* Formats a line that reports how many lines were dropped. Returns its length, less than `capacity`.
 * Called on the writer's thread. */
typedef size_t writer_report(const void *context, int64_t dropped, char *line, size_t capacity);

/* Queues up to `capacity` bytes. `report` may be NULL. */
struct writer *writer_open(int fd, size_t capacity, writer_report *report, const void *context);

/* Queues the bytes. False if they do not fit: then they are dropped and counted, and the count is
 * reported when the queue is empty again. */
bool writer_put(struct writer *writer, const char *bytes, size_t size);

/* Waits at most this long until the queue is written, drops the rest, and frees. NULL is allowed. */
void writer_close(struct writer *writer, int wait_ms);

/* ---- The settings of a server, and the reasons for which it may not start ---- */

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
    int workers;                  /* threads for computer players and passwords */
    const char *push_contact;     /* to whom push services may write; NULL: no Web Push */
    const char *push_certificate; /* tests only: see struct push_settings */
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

/* ---- Store health ---- */

/* Notices that the store fails, or loses its connection to the database, for /healthz and the log. Once it has failed, a job probes it until
 * it works again, because there may be no other jobs. */

struct store_health {
    struct store *store;
    struct log *log;
    int64_t failures; /* counted so far */
    bool is_failing, is_probing;
    int64_t reconnections; /* logged so far */
    bool is_loss_logged;
};

/* Call it about once a second. */
void store_health_check(struct store_health *health);

/* ---- Metrics ---- */

/* Figures for Prometheus (/metrics), and whether the server works (/healthz). */

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

/* ---- Steady clock ---- */

/* Milliseconds since 1970, according to the system's clock when the server started. Unlike that
 * clock it never jumps, so deadlines stay where they are when the time is set. It continues while
 * the machine sleeps, because players' clocks do too. */

struct steady_clock {
    int64_t boot_ms; /* when the machine started */
};

static inline void steady_clock_start(struct steady_clock *clock)
{
    clock->boot_ms = clock_wall_ms() - clock_boot_ns() / 1000000;
}

static inline int64_t steady_clock_ms(const struct steady_clock *clock)
{
    return clock->boot_ms + clock_boot_ns() / 1000000;
}

/* ---- Budgets ---- */

/* A rate limit in bytes per second. Unused bytes of the last few seconds can be spent at once. */

/* A zeroed budget is full. */
struct budget {
    int64_t at_us, left; /* `left` was right at `at_us` */
};

/* False if nothing is left. Otherwise `cost` is taken, which may overdraw the budget. */
bool budget_spend(struct budget *budget, int64_t cost, int64_t per_second);

/* Whether it has surely filled up since the last time. */
bool budget_is_full(const struct budget *budget);

/* ---- Addresses as text ---- */

enum { IP_TEXT = 48 };

/* The address by which limits count: an IPv4 address (also from IPv4-mapped IPv6), or the first
 * half of an IPv6 address, because a household has all of the second. False if `text` is no
 * address. */
bool ip_address_normalise(const char *text, char address[IP_TEXT]);

/* The address of the other end; "" if it has none. */
void ip_address_of_socket(int socket, char text[IP_TEXT]);

/* Whether the address is loopback or one of `proxies`, which ends with NULL or is NULL. */
bool ip_address_is_proxy(const char *address, const char *const *proxies);

/* ---- Visitors ---- */

/* Visitors: for each address, how many connections it has and how much it may still send. */

struct visitor {
    char address[IP_TEXT]; /* normalised; must be the first member */
    int sockets;           /* directly from this address */
    int websockets;        /* for this address, perhaps through a proxy */
    int incomplete;        /* requests of which a part has not arrived */
    struct budget budget;
};

/* Zeroed, but for per_second, it is empty. */
struct visitors {
    struct id_map by_address;
    int64_t per_second; /* the budget of one connection */
    int64_t swept_us;
};

/* The visitor from this address; NULL if there is none. */
struct visitor *visitors_find(struct visitors *visitors, const char *address);
/* The same, but a new one if there is none. */
struct visitor *visitors_get(struct visitors *visitors, const char *address);

/* Takes from the budget of an address. False if nothing is left. */
bool visitors_spend(struct visitors *visitors, const char *address, int64_t cost);

/* Call it when a connection has ended: frees the visitor if nothing is to be remembered of it. */
void visitors_release(struct visitors *visitors, struct visitor *visitor);
/* Frees those that could not be freed at once. Call it about once a second. */
void visitors_tick(struct visitors *visitors);
void visitors_free(struct visitors *visitors);

/* ---- What all sockets share ---- */

struct net {
    const struct serve_settings *settings;
    struct hall *hall;
    struct log *log;
    const struct steady_clock *clock;
    const struct metrics *metrics;
    struct visitors visitors;
    struct net_figures figures;
    struct link *links;                         /* all sockets, below */
    struct websocket *check_first, *check_last; /* by the time of their next check: websocket.h */
    struct websocket *unsent;                   /* those with messages that were not written yet */
    int max_sockets;
    int64_t full_logged_us; /* when it was last logged that there are no more; 0: never */
    bool is_stopping;       /* accepts no new connections */
};

/* ---- Link ---- */

/* A link: one accepted socket. It writes bytes, pauses reading while the other side does not take
 * what was written, and limits how much it may send. What the bytes mean is up to its protocol: HTTP
 * at first, perhaps WebSocket later. */

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
