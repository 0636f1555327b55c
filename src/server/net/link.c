/* A link: one accepted socket. */
#include "server/net/net.h"

#include "base/system/system.h"

#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

enum {
    SEND_BUFFER_BYTES = 128 << 10, /* the kernel's; otherwise a slow client could hold megabytes */
    UNREAD_MS = 60000,             /* a client that takes nothing for this long is dropped */
    FIRST_SECONDS = 10,            /* for the first bytes to arrive */
};

struct link *link_new(struct net *net, struct lws *wsi)
{
    char text[IP_TEXT], address[IP_TEXT];
    int socket = lws_get_socket_fd(wsi);
    ip_address_of_socket(socket, text);
    if (!ip_address_normalise(text, address))
        snprintf(address, sizeof address, "?");
    struct link *link = alloc_new(sizeof *link);
    link->net = net;
    link->wsi = wsi;
    link->peer = visitors_get(&net->visitors, address);
    link->peer->sockets++;
    link->is_proxy = ip_address_is_proxy(text, net->settings->proxies);
    link->next = net->links;
    if (link->next)
        link->next->previous = link;
    net->links = link;
    net->figures.sockets++;
    net->figures.accepted++;
    int bytes = SEND_BUFFER_BYTES, unread_ms = UNREAD_MS;
    setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &unread_ms, sizeof unread_ms);
    lws_set_opaque_user_data(wsi, link);
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, FIRST_SECONDS);
    return link;
}

void link_free(struct link *link)
{
    struct net *net = link->net;
    link->protocol->free(link);
    link_leave_hall(link);
    *(link->previous ? &link->previous->next : &net->links) = link->next;
    if (link->next)
        link->next->previous = link->previous;
    link->peer->sockets--;
    visitors_release(&net->visitors, link->peer);
    net->figures.sockets--;
    free(link);
}

void link_leave_hall(struct link *link)
{
    if (link->client)
        hall_leave(link->net->hall, link->client);
    link->client = NULL;
}

/* libwebsockets would not read either, but call us again and again. */
static void set_blocked(struct link *link, bool is_blocked)
{
    if (link->is_blocked == is_blocked)
        return;
    link->is_blocked = is_blocked;
    lws_rx_flow_control(link->wsi, (is_blocked ? 0 : 1) | LWS_RXFLOW_REASON_FLAG_PROCESS_NOW);
    if (is_blocked)
        lws_callback_on_writable(link->wsi);
}

bool link_put(struct link *link, unsigned char *bytes, size_t size)
{
    link->net->figures.bytes_out += (int64_t)size;
    if (lws_write(link->wsi, bytes, size, LWS_WRITE_RAW) < 0)
        return false;
    if (lws_partial_buffered(link->wsi))
        set_blocked(link, true);
    return true;
}

/* libwebsockets learns it from the kernel: we may be inside one of its callbacks, for this socket or
 * another one. */
void link_cut(struct link *link)
{
    link->is_cut = true;
    shutdown(lws_get_socket_fd(link->wsi), SHUT_RDWR);
}

bool link_spend(struct link *link, int64_t cost)
{
    struct net *net = link->net;
    int64_t per_second = net->visitors.per_second;
    struct visitor *visitor = link->visitor ? link->visitor : link->peer;
    if (link->is_proxy && !link->visitor)
        return true; /* requests of many people: http.c charges each of them */
    bool is_fine = budget_spend(&link->budget, cost, per_second);
    /* If an address sends too much, only the links are cut that send a good part of it. */
    if (!visitors_spend(&net->visitors, visitor->address, cost) &&
        link->budget.left < 2 * per_second)
        is_fine = false;
    if (is_fine || link->is_cut)
        return !link->is_cut;
    net->figures.dropped_flooding++;
    log_event(net->log, "flooded", json_pack("{s:s}", "address", visitor->address));
    link_cut(link);
    return false;
}

int link_receive(struct link *link, const char *bytes, size_t size)
{
    link->net->figures.bytes_in += (int64_t)size;
    if (link->is_cut || !link_spend(link, (int64_t)size))
        return 0;
    return link->protocol->receive(link, bytes, size);
}

int link_writable(struct link *link)
{
    if (link->is_cut)
        return -1;
    if (!lws_partial_buffered(link->wsi))
        set_blocked(link, false);
    return link->protocol->writable(link);
}
