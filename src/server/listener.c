/* The port and all its sockets. libwebsockets accepts them, on our loop, and does TLS; net/ and the
 * protocols above it do the rest.
 *
 * Chapters: events of libwebsockets; opening; closing; testing the port. */
#include "server/server_internal.h"

#include "base/system/system.h"
#include "server/http/http.h"
#include "server/websocket/websocket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    TICK_MS = 1000,
    ADDRESS_SPARE = 64,   /* sockets of one address besides its WebSockets */
    SOCKETS_SPARE = 256,  /* sockets besides WebSockets: HTTP, and those about to be refused */
    FILES_SPARE = 64,     /* other open files of this process */
    SERVICE_BYTES = 4096, /* read at a time */
    SEND_BYTES = 1 << 20, /* at most, with one system call */
    TLS_SECONDS = 10,
    CLOSE_TICKS_MAX = 500,
    FULL_LOG_S = 60, /* how often to log that there are no more sockets */
};

struct listener {
    struct net net;
    uv_loop_t *loop;
    struct lws_context *context;
    struct lws_vhost *vhost;
    uv_timer_t tick;
    uv_prepare_t before_waiting;
};

/* ---- Events of libwebsockets ---- */

static bool has_sockets(struct net *net)
{
    if (net->figures.sockets < net->max_sockets)
        return true;
    int64_t now_us = clock_us();
    if (net->full_logged_us && now_us - net->full_logged_us < (int64_t)FULL_LOG_S * 1000000)
        return false;
    net->full_logged_us = now_us;
    log_event(net->log, "sockets_full",
              json_pack("{s:I}", "sockets", (json_int_t)net->figures.sockets));
    return false;
}

/* Whether a new socket is accepted. Nothing was read from it yet. */
static bool may_connect(struct net *net, int socket)
{
    char text[IP_TEXT], address[IP_TEXT];
    if (net->is_stopping || !has_sockets(net))
        return false;
    ip_address_of_socket(socket, text);
    if (!ip_address_normalise(text, address) || ip_address_is_proxy(text, net->settings->proxies))
        return true;
    const struct visitor *visitor = visitors_find(&net->visitors, address);
    return !visitor || visitor->sockets < net->settings->connections_per_address + ADDRESS_SPARE;
}

static int on_connect(struct net *net, int socket)
{
    if (may_connect(net, socket))
        return 0;
    net->figures.refused++;
    return -1;
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t size)
{
    (void)user;
    struct link *link = wsi ? lws_get_opaque_user_data(wsi) : NULL;
    switch (reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return on_connect(lws_context_user(lws_get_context(wsi)), (int)(intptr_t)in);
    case LWS_CALLBACK_RAW_ADOPT:
        http_start(link_new(lws_context_user(lws_get_context(wsi)), wsi));
        return 0;
    case LWS_CALLBACK_RAW_RX:
        return link ? link_receive(link, in, size) : -1;
    case LWS_CALLBACK_RAW_WRITEABLE:
        return link ? link_writable(link) : 0;
    case LWS_CALLBACK_RAW_CLOSE:
    case LWS_CALLBACK_WSI_DESTROY:
        if (link) {
            lws_set_opaque_user_data(wsi, NULL);
            link_free(link);
        }
        return 0;
    default:
        return 0;
    }
}

static void on_tick(uv_timer_t *timer)
{
    struct net *net = timer->data;
    visitors_tick(&net->visitors);
    websockets_tick(net);
}

static void on_before_waiting(uv_prepare_t *handle)
{
    websockets_flush(handle->data);
}

void listener_send(struct client *client, struct message *message)
{
    struct link *link = client_owner(client);
    link->protocol->send(link, message);
}

void listener_end(struct client *client)
{
    struct link *link = client_owner(client);
    link->protocol->end(link, LWS_CLOSE_STATUS_NORMAL);
}

/* ---- Opening ---- */

/* The first complaint of libwebsockets: it has no other way to say why it does not start. */
static char complaint[200];

static void on_complaint(int level, const char *line)
{
    (void)level;
    if (complaint[0])
        return;
    snprintf(complaint, sizeof complaint, "%s", line);
    complaint[strcspn(complaint, "\n")] = '\0';
}

/* Allows as many open files as there may be sockets, if the system lets us; no more, because
 * libwebsockets allocates its tables by this limit. Returns the number of sockets allowed. */
static int raise_file_limit(int sockets, struct log *log)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return sockets;
    int wanted = sockets + FILES_SPARE;
    limit.rlim_cur = (rlim_t)wanted;
    if (limit.rlim_max != RLIM_INFINITY && limit.rlim_cur > limit.rlim_max)
        limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    int files = (int)limit.rlim_cur, allowed = files > FILES_SPARE ? files - FILES_SPARE : 0;
    if (files < wanted)
        log_event(
            log, "files_limited",
            json_pack("{s:i, s:i, s:i}", "files", files, "wanted", wanted, "sockets", allowed));
    return allowed;
}

static bool open_port(struct listener *listener)
{
    static const struct lws_protocols protocols[] = {
        {.name = "ludosaure", .callback = on_event, .tx_packet_size = SEND_BYTES},
        {.name = NULL},
    };
    const struct serve_settings *settings = listener->net.settings;
    void *loops[] = {listener->loop};
    struct lws_context_creation_info info = {
        .iface = settings->interface,
        .port = settings->port,
        .protocols = protocols,
        .foreign_loops = loops,
        .user = &listener->net,
        .timeout_secs = TLS_SECONDS,
        .pt_serv_buf_size = SERVICE_BYTES,
        .listen_accept_role = "raw-skt",
        .listen_accept_protocol = "ludosaure",
        .alpn = "http/1.1",
        .ssl_cert_filepath = settings->certificate,
        .ssl_private_key_filepath = settings->key,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_ADOPT_APPLY_LISTEN_ACCEPT_CONFIG |
                   LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS};
    /* -1, for "stay who you are". The type of these depends on the version of the library. */
    info.gid--;
    info.uid--;
    if (port_only_ipv4(settings->interface))
        info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    if (settings->certificate)
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    lws_set_log_level(LLL_ERR, on_complaint);
    listener->context = lws_create_context(&info);
    listener->vhost = listener->context ? lws_create_vhost(listener->context, &info) : NULL;
    return listener->vhost != NULL;
}

struct listener *listener_new(const struct listener_parts *parts)
{
    struct listener *listener = alloc_new(sizeof *listener);
    const struct serve_settings *settings = parts->settings;
    const struct hall_limits *limits = &settings->hall.limits;
    struct net *net = &listener->net;
    listener->loop = parts->loop;
    net->settings = settings;
    net->hall = parts->hall;
    net->log = parts->log;
    net->clock = parts->clock;
    net->metrics = parts->metrics;
    net->visitors.per_second = (int64_t)limits->messages_per_second * limits->message_bytes;
    net->max_sockets = raise_file_limit(settings->connections + SOCKETS_SPARE, net->log);
    uv_timer_init(parts->loop, &listener->tick);
    uv_prepare_init(parts->loop, &listener->before_waiting);
    listener->tick.data = listener->before_waiting.data = net;
    return listener;
}

bool listener_open(struct listener *listener, struct serve_error *error)
{
    if (open_port(listener)) {
        uv_timer_start(&listener->tick, on_tick, TICK_MS, TICK_MS);
        uv_prepare_start(&listener->before_waiting, on_before_waiting);
        return true;
    }
    /* Of an OpenSSL error, only the last part is for people: "error:05800074:…::key values mismatch". */
    const char *reason = strstr(complaint, "::");
    error->failure = listener->net.settings->certificate ? SERVE_TLS : SERVE_NETWORK;
    snprintf(error->detail, sizeof error->detail, "%s", reason ? reason + 2 : complaint);
    return false;
}

int listener_port(const struct listener *listener)
{
    return lws_get_vhost_listen_port(listener->vhost);
}

const struct net_figures *listener_figures(const struct listener *listener)
{
    return &listener->net.figures;
}

/* ---- Closing ---- */

void listener_stop(struct listener *listener)
{
    listener->net.is_stopping = true;
    for (struct link *link = listener->net.links; link; link = link->next)
        link->protocol->end(link, LWS_CLOSE_STATUS_GOINGAWAY);
}

bool listener_is_empty(const struct listener *listener)
{
    return !listener->net.links;
}

bool listener_is_flushed(const struct listener *listener)
{
    for (const struct link *link = listener->net.links; link; link = link->next)
        if (!link->is_cut && !link->protocol->is_flushed(link))
            return false;
    return true;
}

void listener_close(struct listener *listener)
{
    if (!listener)
        return;
    uv_close((uv_handle_t *)&listener->tick, NULL);
    uv_close((uv_handle_t *)&listener->before_waiting, NULL);
    /* On a loop that is not its own, libwebsockets must be destroyed twice, and the loop must run in
     * between until its last handle is closed. */
    if (listener->context)
        lws_context_destroy(listener->context);
    for (int i = 0; i < CLOSE_TICKS_MAX && uv_run(listener->loop, UV_RUN_NOWAIT); i++)
        uv_sleep(1);
    if (listener->context)
        lws_context_destroy(listener->context);
    while (listener->net.links)
        link_free(listener->net.links);
    visitors_free(&listener->net.visitors);
    free(listener);
}

/* ---- Testing the port ---- */

static bool is_ipv4(const char *address)
{
    struct in_addr four;
    return address && inet_pton(AF_INET, address, &four) == 1;
}

bool port_only_ipv4(const char *interface)
{
    if (is_ipv4(interface))
        return true;
    int probe = socket(AF_INET6, SOCK_STREAM, 0);
    if (probe < 0)
        return true;
    close(probe);
    return false;
}

bool port_probe(const struct serve_settings *settings, struct serve_error *error)
{
    bool four = port_only_ipv4(settings->interface);
    struct sockaddr_in to_four = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)settings->port)};
    struct sockaddr_in6 to_six = {.sin6_family = AF_INET6,
                                  .sin6_port = htons((uint16_t)settings->port)};
    if (settings->interface &&
        inet_pton(four ? AF_INET : AF_INET6, settings->interface,
                  four ? (void *)&to_four.sin_addr : (void *)&to_six.sin6_addr) != 1)
        return true; /* the name of an interface: libwebsockets finds it */
    int probe = socket(four ? AF_INET : AF_INET6, SOCK_STREAM, 0), yes = 1;
    if (probe < 0)
        return true;
    setsockopt(probe, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    int code = four ? bind(probe, (struct sockaddr *)&to_four, sizeof to_four)
                    : bind(probe, (struct sockaddr *)&to_six, sizeof to_six);
    if (code == 0)
        code = listen(probe, 1);
    if (code != 0) {
        error->failure = errno == EADDRINUSE ? SERVE_PORT_TAKEN : SERVE_PORT_REFUSED;
        snprintf(error->detail, sizeof error->detail, "%s", strerror(errno));
    }
    close(probe);
    return code == 0;
}
