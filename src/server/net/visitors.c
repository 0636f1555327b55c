/* Visitors: for each address, how many connections it has and how much it may still send.
 *
 * Then: addresses as text; budgets. */
#include "server/net/net.h"

#include "base/system/system.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    BUDGET_SHARE = 20, /* an address may send as much as this many connections */
    SWEEP_US = 10000000,
};

struct visitor *visitors_find(struct visitors *visitors, const char *address)
{
    return id_map_find(&visitors->by_address, address);
}

struct visitor *visitors_get(struct visitors *visitors, const char *address)
{
    struct visitor *visitor = visitors_find(visitors, address);
    if (!visitor) {
        visitor = alloc_new(sizeof *visitor);
        snprintf(visitor->address, IP_TEXT, "%s", address);
        id_map_add(&visitors->by_address, visitor);
    }
    return visitor;
}

bool visitors_spend(struct visitors *visitors, const char *address, int64_t cost)
{
    struct visitor *visitor = visitors_get(visitors, address);
    return budget_spend(&visitor->budget, cost, BUDGET_SHARE * visitors->per_second);
}

static bool is_forgettable(const struct visitor *visitor)
{
    return visitor->sockets == 0 && visitor->websockets == 0 && visitor->incomplete == 0 &&
           budget_is_full(&visitor->budget);
}

void visitors_release(struct visitors *visitors, struct visitor *visitor)
{
    if (!is_forgettable(visitor))
        return;
    id_map_remove(&visitors->by_address, visitor->address);
    free(visitor);
}

static bool forget(void *context, void *item)
{
    (void)context;
    bool is_forgotten = is_forgettable(item);
    if (is_forgotten)
        free(item);
    return is_forgotten;
}

void visitors_tick(struct visitors *visitors)
{
    int64_t now_us = clock_us();
    if (visitors->swept_us + SWEEP_US >= now_us)
        return;
    visitors->swept_us = now_us;
    id_map_remove_if(&visitors->by_address, forget, NULL);
}

void visitors_free(struct visitors *visitors)
{
    size_t at = 0;
    for (struct visitor *visitor; (visitor = id_map_next(&visitors->by_address, &at));)
        free(visitor);
    id_map_free(&visitors->by_address);
}

/* ---- Addresses as text ---- */

bool ip_address_normalise(const char *text, char address[IP_TEXT])
{
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
    struct in_addr four;
    struct in6_addr six;
    if (inet_pton(AF_INET, text, &four) == 1)
        return inet_ntop(AF_INET, &four, address, IP_TEXT);
    if (inet_pton(AF_INET6, text, &six) != 1)
        return false;
    if (memcmp(six.s6_addr, mapped, sizeof mapped) == 0)
        return inet_ntop(AF_INET, six.s6_addr + sizeof mapped, address, IP_TEXT);
    if (!IN6_IS_ADDR_LOOPBACK(&six))
        memset(six.s6_addr + 8, 0, 8);
    return inet_ntop(AF_INET6, &six, address, IP_TEXT);
}

/* Whether two texts mean the same address, however they are written. */
static bool is_same(const char *a, const char *b)
{
    struct in6_addr six[2];
    const char *texts[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        char mapped[IP_TEXT + 8];
        snprintf(mapped, sizeof mapped, "::ffff:%.*s", IP_TEXT - 1, texts[i]);
        if (inet_pton(AF_INET6, texts[i], &six[i]) != 1 &&
            inet_pton(AF_INET6, mapped, &six[i]) != 1)
            return false;
    }
    return memcmp(&six[0], &six[1], sizeof six[0]) == 0;
}

void ip_address_of_socket(int socket, char text[IP_TEXT])
{
    struct sockaddr_storage peer;
    socklen_t size = sizeof peer;
    text[0] = '\0';
    if (getpeername(socket, (struct sockaddr *)&peer, &size) != 0)
        return;
    if (peer.ss_family == AF_INET)
        inet_ntop(AF_INET, &((struct sockaddr_in *)&peer)->sin_addr, text, IP_TEXT);
    else if (peer.ss_family == AF_INET6)
        inet_ntop(AF_INET6, &((struct sockaddr_in6 *)&peer)->sin6_addr, text, IP_TEXT);
}

bool ip_address_is_proxy(const char *address, const char *const *proxies)
{
    static const char mapped[] = "::ffff:";
    if (strncmp(address, mapped, sizeof mapped - 1) == 0)
        address += sizeof mapped - 1;
    if (strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0)
        return true;
    for (const char *const *proxy = proxies; proxy && *proxy; proxy++)
        if (is_same(*proxy, address))
            return true;
    return false;
}

/* ---- Budgets ---- */

enum { BUDGET_SECONDS = 3, BUDGET_US = BUDGET_SECONDS * 1000000 };

bool budget_spend(struct budget *budget, int64_t cost, int64_t per_second)
{
    int64_t now_us = clock_us(), full = per_second * BUDGET_SECONDS;
    int64_t passed_us = budget->at_us ? now_us - budget->at_us : BUDGET_US;
    if (passed_us > BUDGET_US)
        passed_us = BUDGET_US;
    budget->left += passed_us * per_second / 1000000;
    budget->at_us = now_us;
    if (budget->left > full)
        budget->left = full;
    if (budget->left <= 0)
        return false;
    budget->left -= cost;
    return true;
}

bool budget_is_full(const struct budget *budget)
{
    return budget->at_us + BUDGET_US < clock_us();
}
