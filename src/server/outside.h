/* What loop.c, net.c, listen.c, http.c, page.c, metrics.c and log.c share; see serve.h for which does what.
 * Nobody else includes it. */
#ifndef SERVER_OUTSIDE_H
#define SERVER_OUTSIDE_H

#include "base/buffer.h"
#include "server/serve.h"

#include <uv.h>

struct net;
struct work;
struct writer;

struct server {
    const struct serve_settings *settings;
    uv_loop_t loop;
    uv_async_t store_news;
    uv_timer_t tick, last_call;
    uv_signal_t on_term, on_interrupt;
    struct store *store;
    struct hall *hall;
    struct net *net; /* NULL before all tables are there */
    struct serve_error *error;
    struct writer *log; /* NULL: none is wanted */
    int64_t started_us, stopped_us;
    int64_t boot_wall_ms; /* when the machine was started, by its clock at our start */
    struct work *works;   /* decisions and passwords on other threads */
    int64_t ticks;
    int64_t failures_seen; /* of the store */
    bool store_fails, probing, stopping, net_stopped, failed;
};

/* Since 1970 by the clock as it was set at the start: it neither goes back nor jumps when that one is
 * set anew, so that nothing waits for a moment that has been moved. */
int64_t server_now_ms(const struct server *server);
int64_t server_wall_ms(void); /* since 1970, as the system has it now */
int64_t server_now_us(void);  /* only goes forward */

/* --- net.c ---------------------------------------------------------------------------------- */

/* struct hall_outside's. */
void net_send(void *context, struct client *client, struct message *message);
void net_end(void *context, struct client *client);

/* --- listen.c ------------------------------------------------------------------------------- */

/* Whether the port can be listened on; an error otherwise. */
bool net_probe(const struct serve_settings *settings, struct serve_error *error);

/* Makes server->net, and opens the port. False, and an error: it cannot be opened; server->net is
 * still to be closed. */
bool net_open(struct server *server, struct serve_error *error);
int net_port(const struct net *net);

/* Takes nobody new, and says goodbye to everybody after what is queued for them. */
void net_stop(struct net *net);
/* Whether nobody is left; whether at least everybody has got everything. */
bool net_is_empty(const struct net *net);
bool net_is_flushed(const struct net *net);

/* Closes all that is left, runs the loop until that is done, and frees. */
void net_close(struct net *net);

struct net_figures {
    int64_t sockets, websockets;
    int64_t accepted, refused; /* so far */
    int64_t dropped_slow, dropped_silent, dropped_flooding;
    int64_t bytes_in, bytes_out, http_requests;
};
void net_figures(const struct net *net, struct net_figures *figures);

/* --- page.c --------------------------------------------------------------------------------- */

enum page_encoding { PAGE_PLAIN, PAGE_GZIP, PAGE_BROTLI, PAGE_ENCODINGS };

/* A file as it was compiled in: made by tools/page.py. */
struct page_file {
    const char *path; /* "/index.html" */
    const char *type;
    const char *etag;  /* without quotes */
    bool is_immutable; /* its name changes when its content does */
    struct {
        const unsigned char *bytes; /* NULL: plain is smaller */
        size_t size;
    } encoded[PAGE_ENCODINGS];
};
extern const struct page_file page_files[]; /* ends with a NULL path */

struct page_answer {
    int status; /* 200 or 404 */
    const char *type;
    char etag[48];
    bool is_immutable;
    enum page_encoding encoding;
    const unsigned char *bytes;
    size_t size;
    unsigned char *owned; /* to be freed; NULL: nothing */
    bool depends_on_language;
};

/* What there is at this path, for a client that takes such encodings (a bit each). */
void page_find(const char *folder, const char *path, unsigned encodings,
               struct page_answer *answer);
/* The bits of an Accept-Encoding header. */
unsigned page_encodings(const char *accept);
/* Whether an If-None-Match header names the tag. */
bool page_etag_matches(const char *header, const char *etag);

/* --- preview.c ------------------------------------------------------------------------------ */

struct preview {
    const struct texts *texts;
    const char *folder;          /* of the page; NULL: built in */
    const char *accept_language; /* the header */
    const char *origin;          /* "https://host" of this server, or "" if nobody knows */
};

/* Whether this is the address of an invitation. */
bool preview_is_wanted(const char *path);
/* Adds Open Graph tags to a plain answer with the HTML of the page; no tags without memory. */
void preview_add(const struct preview *preview, struct page_answer *answer);

/* --- metrics.c ------------------------------------------------------------------------------ */

/* Whether all is well, and the text of /healthz. */
bool metrics_health(struct server *server, struct buffer *out);
/* The text of /metrics. */
void metrics_write(struct server *server, struct buffer *out);

/* --- log.c ---------------------------------------------------------------------------------- */

void server_log_open(struct server *server);
/* Waits for what was logged, but not for long. */
void server_log_close(struct server *server);
/* Never waits. Takes `fields`, which may be NULL. */
void server_log(void *context, const char *event, json_t *fields);

#endif
