/* Who connects from where: addresses, how many connections each has, and what a request says about
 * where it comes from. */
#include "server/link.h"

#include "base/hash.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

enum {
    BUDGET_SECONDS = 3, /* at once */
    BUDGET_SHARE = 20,  /* connections' worth of an address */
};

/* An address as text: IPv4 inside IPv6 as IPv4, other IPv6 by its network, since a household has
 * all of that. False if it is none. */
bool visitor_address_normalise(const char *text, char address[ADDRESS_TEXT])
{
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
    struct in_addr four;
    struct in6_addr six;
    if (inet_pton(AF_INET, text, &four) == 1)
        return inet_ntop(AF_INET, &four, address, ADDRESS_TEXT);
    if (inet_pton(AF_INET6, text, &six) != 1)
        return false;
    if (memcmp(six.s6_addr, mapped, sizeof mapped) == 0)
        return inet_ntop(AF_INET, six.s6_addr + sizeof mapped, address, ADDRESS_TEXT);
    if (!IN6_IS_ADDR_LOOPBACK(&six))
        memset(six.s6_addr + 8, 0, 8);
    return inet_ntop(AF_INET6, &six, address, ADDRESS_TEXT);
}

/* Whether two texts are the same machine, however they are written. */
static bool is_same_machine(const char *a, const char *b)
{
    struct in6_addr six[2];
    const char *texts[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        char mapped[ADDRESS_TEXT + 8];
        snprintf(mapped, sizeof mapped, "::ffff:%.*s", ADDRESS_TEXT - 1, texts[i]);
        if (inet_pton(AF_INET6, texts[i], &six[i]) != 1 &&
            inet_pton(AF_INET6, mapped, &six[i]) != 1)
            return false;
    }
    return memcmp(&six[0], &six[1], sizeof six[0]) == 0;
}

void visitor_address_of_socket(int socket, char text[ADDRESS_TEXT])
{
    struct sockaddr_storage peer;
    socklen_t size = sizeof peer;
    text[0] = '\0';
    if (getpeername(socket, (struct sockaddr *)&peer, &size) != 0)
        return;
    if (peer.ss_family == AF_INET)
        inet_ntop(AF_INET, &((struct sockaddr_in *)&peer)->sin_addr, text, ADDRESS_TEXT);
    else if (peer.ss_family == AF_INET6)
        inet_ntop(AF_INET6, &((struct sockaddr_in6 *)&peer)->sin6_addr, text, ADDRESS_TEXT);
}

bool visitor_is_proxy(const struct serve_settings *settings, const char *address)
{
    static const char mapped[] = "::ffff:";
    if (strncmp(address, mapped, sizeof mapped - 1) == 0)
        address += sizeof mapped - 1;
    if (strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0)
        return true;
    for (const char *const *proxy = settings->proxies; proxy && *proxy; proxy++)
        if (is_same_machine(*proxy, address))
            return true;
    return false;
}

struct visitor **visitor_place(struct net *net, const char *address)
{
    struct visitor **place = &net->visitors[hash_text(HASH_START, address) % VISITOR_CHAINS];
    while (*place && strcmp((*place)->address, address) != 0)
        place = &(*place)->next;
    return place;
}

/* The visitor from this address, a new one if need be; NULL without memory. */
struct visitor *visitor_get(struct net *net, const char *address)
{
    struct visitor **place = visitor_place(net, address);
    if (!*place) {
        *place = calloc(1, sizeof **place);
        if (*place)
            snprintf((*place)->address, ADDRESS_TEXT, "%s", address);
    }
    return *place;
}

static bool is_forgettable(const struct visitor *visitor)
{
    return visitor->sockets == 0 && visitor->websockets == 0 && visitor->incomplete == 0 &&
           visitor->budget.at_us + BUDGET_SECONDS * INT64_C(1000000) < server_now_us();
}

void visitor_forget(struct net *net, struct visitor *visitor)
{
    if (!is_forgettable(visitor))
        return;
    struct visitor **place = visitor_place(net, visitor->address);
    *place = visitor->next;
    free(visitor);
}

void visitors_sweep(struct net *net)
{
    for (int i = 0; i < VISITOR_CHAINS; i++) {
        struct visitor *next;
        for (struct visitor *visitor = net->visitors[i]; visitor; visitor = next) {
            next = visitor->next;
            visitor_forget(net, visitor);
        }
    }
}

void visitors_free(struct net *net)
{
    for (int i = 0; i < VISITOR_CHAINS; i++)
        while (net->visitors[i]) {
            struct visitor *visitor = net->visitors[i];
            net->visitors[i] = visitor->next;
            free(visitor);
        }
}

bool budget_spend(struct budget *budget, int64_t cost, int64_t per_second)
{
    int64_t now_us = server_now_us(), full = per_second * BUDGET_SECONDS;
    int64_t passed_us = budget->at_us ? now_us - budget->at_us : BUDGET_SECONDS * INT64_C(1000000);
    if (passed_us > BUDGET_SECONDS * INT64_C(1000000))
        passed_us = BUDGET_SECONDS * INT64_C(1000000);
    budget->left += passed_us * per_second / 1000000;
    budget->at_us = now_us;
    if (budget->left > full)
        budget->left = full;
    if (budget->left <= 0)
        return false;
    budget->left -= cost;
    return true;
}

int64_t budget_of_link(const struct net *net)
{
    const struct hall_limits *limits = &net->server->settings->hall.limits;
    return (int64_t)limits->messages_per_second * limits->message_bytes;
}

bool visitor_spend(struct net *net, const char *address, int64_t cost)
{
    struct visitor *visitor = visitor_get(net, address);
    return visitor && budget_spend(&visitor->budget, cost, BUDGET_SHARE * budget_of_link(net));
}

bool visitor_incomplete(struct link *link, const char *address, int limit)
{
    if (link->incomplete && strcmp(link->incomplete->address, address) == 0)
        return true;
    visitor_complete(link);
    struct visitor *visitor = visitor_get(link->net, address);
    bool is_unknown = link->is_proxy && visitor == link->peer; /* any of its clients, so far */
    if (!visitor || (visitor->incomplete >= limit && !is_unknown))
        return false;
    visitor->incomplete++;
    link->incomplete = visitor;
    return true;
}

void visitor_complete(struct link *link)
{
    if (link->incomplete)
        link->incomplete->incomplete--;
    link->incomplete = NULL;
}

int visitor_websockets(struct net *net, const char *address)
{
    struct visitor *visitor = *visitor_place(net, address);
    return visitor ? visitor->websockets : 0;
}

void net_client_address(const struct link *link, const struct head *head,
                        char address[ADDRESS_TEXT])
{
    char hops[HEAD_VALUE_BYTES];
    snprintf(address, ADDRESS_TEXT, "%s", link->peer->address);
    if (!link->is_proxy)
        return;
    snprintf(hops, sizeof hops, "%s", head->value[HEADER_FORWARDED_FOR]);
    /* The last one is what the proxy has seen; those before are what it was told. */
    char *last = strrchr(hops, ','), normal[ADDRESS_TEXT];
    last = last ? last + 1 : hops;
    last += strspn(last, " ");
    last[strcspn(last, " ")] = '\0';
    if (visitor_address_normalise(last, normal))
        memcpy(address, normal, ADDRESS_TEXT);
}

bool net_origin_is_fine(const struct link *link, const struct head *head)
{
    const char *origin = head->value[HEADER_ORIGIN], *host = head->value[HEADER_HOST];
    if (!head->has[HEADER_ORIGIN])
        return true;
    const char *const *allowed = link->net->server->settings->origins;
    for (; allowed && *allowed; allowed++)
        if (strcasecmp(*allowed, origin) == 0)
            return true;
    const char *own = strstr(origin, "://");
    return own && host[0] && strcasecmp(own + 3, host) == 0;
}

void net_own_origin(const struct link *link, const struct head *head, char *origin, size_t size)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.:[]";
    const struct serve_settings *settings = link->net->server->settings;
    const char *host = head->value[HEADER_HOST];
    origin[0] = '\0';
    if (settings->origins && settings->origins[0]) {
        snprintf(origin, size, "%s", settings->origins[0]);
        return;
    }
    if (!host[0] || strspn(host, allowed) != strlen(host))
        return;
    bool is_secure = settings->certificate ||
                     (link->is_proxy && strcmp(head->value[HEADER_FORWARDED_PROTO], "https") == 0);
    snprintf(origin, size, "%s://%s", is_secure ? "https" : "http", host);
}
