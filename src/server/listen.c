/* The port: whether it can be listened on, and how all of it ends. libwebsockets, on our loop, is used
 * for sockets and TLS; what comes over a socket is net.c's. */
#include "server/link.h"

#include "base/check.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    LINK_LOOK_TICK_MS = 1000,
    SOCKETS_SPARE = 256,  /* besides WebSockets: requests, and those about to be refused */
    FILES_SPARE = 64,     /* what else the process has open */
    SERVICE_BYTES = 4096, /* read at once */
    SEND_BYTES = 1 << 20, /* at most, by one system call */
    TLS_SECONDS = 10,
    CLOSE_TICKS_MAX = 500,
};

/* What libwebsockets complained of first: it has no other way to say why it does not start. */
static char complaint[200];

static void on_complaint(int level, const char *line)
{
    (void)level;
    if (complaint[0])
        return;
    snprintf(complaint, sizeof complaint, "%s", line);
    complaint[strcspn(complaint, "\n")] = '\0';
}

static bool is_ipv4(const char *address)
{
    struct in_addr four;
    return address && inet_pton(AF_INET, address, &four) == 1;
}

/* Whether to listen with IPv4 only: the address says so, or the machine knows nothing else. */
static bool only_ipv4(const char *address)
{
    if (is_ipv4(address))
        return true;
    int probe = socket(AF_INET6, SOCK_STREAM, 0);
    if (probe < 0)
        return true;
    close(probe);
    return false;
}

bool net_probe(const struct serve_settings *settings, struct serve_error *error)
{
    bool four = only_ipv4(settings->interface);
    struct sockaddr_in to_four = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)settings->port)};
    struct sockaddr_in6 to_six = {.sin6_family = AF_INET6,
                                  .sin6_port = htons((uint16_t)settings->port)};
    if (settings->interface &&
        inet_pton(four ? AF_INET : AF_INET6, settings->interface,
                  four ? (void *)&to_four.sin_addr : (void *)&to_six.sin6_addr) != 1)
        return true; /* the name of an interface: libwebsockets knows */
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

/* As many files as there can be connections, if the system allows. libwebsockets makes its tables
 * for as many files as the limit says, so no more than needed either. */
static int files_raise(int wanted)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return wanted;
    limit.rlim_cur = (rlim_t)(wanted + FILES_SPARE);
    if (limit.rlim_max != RLIM_INFINITY && limit.rlim_cur > limit.rlim_max)
        limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    return (int)limit.rlim_cur - FILES_SPARE;
}

static const struct lws_protocols protocols[] = {
    {.name = "ludosaure", .callback = link_event, .tx_packet_size = SEND_BYTES},
    {.name = NULL},
};

static bool context_open(struct net *net)
{
    const struct serve_settings *settings = net->server->settings;
    void *loops[] = {&net->server->loop};
    struct lws_context_creation_info info = {
        .iface = settings->interface,
        .port = settings->port,
        .protocols = protocols,
        .foreign_loops = loops,
        .user = net,
        .gid = -1,
        .uid = -1,
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
    if (only_ipv4(settings->interface))
        info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    if (settings->certificate)
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    lws_set_log_level(LLL_ERR, on_complaint);
    net->context = lws_create_context(&info);
    net->vhost = net->context ? lws_create_vhost(net->context, &info) : NULL;
    return net->vhost != NULL;
}

bool net_open(struct server *server, struct serve_error *error)
{
    struct net *net = server->net = calloc(1, sizeof *net);
    CHECK(net);
    net->server = server;
    net->max_sockets = files_raise(server->settings->connections + SOCKETS_SPARE);
    uv_timer_init(&server->loop, &net->check);
    net->check.data = net;
    if (!context_open(net)) {
        error->failure = SERVE_NETWORK;
        snprintf(error->detail, sizeof error->detail, "%s", complaint);
        return false;
    }
    net->port = lws_get_vhost_listen_port(net->vhost);
    uv_timer_start(&net->check, links_look, LINK_LOOK_TICK_MS, LINK_LOOK_TICK_MS);
    return true;
}

int net_port(const struct net *net)
{
    return net->port;
}

void net_stop(struct net *net)
{
    net->stopping = true;
    for (struct link *link = net->links; link; link = link->next) {
        if (link->visitor)
            link_end(link, LWS_CLOSE_STATUS_GOINGAWAY);
        else if (!http_is_under_way(link))
            shutdown(lws_get_socket_fd(link->wsi), SHUT_RDWR);
    }
}

bool net_is_empty(const struct net *net)
{
    return !net->links;
}

bool net_is_flushed(const struct net *net)
{
    for (const struct link *link = net->links; link; link = link->next)
        if (link->visitor ? !link->is_closed || lws_partial_buffered(link->wsi)
                          : http_is_under_way(link))
            return false;
    return true;
}

void net_close(struct net *net)
{
    uv_close((uv_handle_t *)&net->check, NULL);
    /* On a loop that is not its own, libwebsockets takes itself down in two calls, and the loop
     * must turn in between until the last of its handles is closed. */
    if (net->context)
        lws_context_destroy(net->context);
    for (int i = 0; i < CLOSE_TICKS_MAX && uv_run(&net->server->loop, UV_RUN_NOWAIT); i++)
        uv_sleep(1);
    if (net->context)
        lws_context_destroy(net->context);
    while (net->links)
        link_free(net->links);
    visitors_free(net);
    free(net);
}

void net_figures(const struct net *net, struct net_figures *figures)
{
    *figures = net->figures;
}
