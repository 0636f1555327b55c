#include "server/request_origin.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

void request_origin_forwarded(const struct http_head *head, char address[IP_TEXT])
{
    char hops[HEAD_VALUE_BYTES], normal[IP_TEXT];
    snprintf(hops, sizeof hops, "%s", head->value[HEADER_FORWARDED_FOR]);
    /* The proxy has added the last one. Those before it are the client's claims. */
    char *last = strrchr(hops, ',');
    last = last ? last + 1 : hops;
    last += strspn(last, " ");
    last[strcspn(last, " ")] = '\0';
    if (ip_address_normalise(last, normal))
        memcpy(address, normal, IP_TEXT);
}

bool request_origin_has_one_host(const struct http_head *head)
{
    return head->value[HEADER_HOST][0] && !strchr(head->value[HEADER_HOST], ',');
}

static bool is_secure(const struct http_head *head, const struct serve_settings *settings,
                      bool is_from_proxy)
{
    return settings->certificate ||
           (is_from_proxy && strcmp(head->value[HEADER_FORWARDED_PROTO], "https") == 0);
}

/* The host without its port, and without the brackets of an IPv6 address. */
static void host_read(const char *value, char host[HEAD_VALUE_BYTES])
{
    bool is_six = value[0] == '[';
    snprintf(host, HEAD_VALUE_BYTES, "%s", value + is_six);
    host[strcspn(host, is_six ? "]" : ":")] = '\0';
}

/* Whether public DNS cannot have this name: it is an address, has no dots, or ends in a word that is
 * reserved for local networks. */
static bool is_local(const char *host)
{
    static const char *const ends[] = {".localhost", ".local",     ".localdomain", ".lan",
                                       ".home",      ".home.arpa", ".internal"};
    struct in6_addr any;
    if (inet_pton(AF_INET, host, &any) == 1 || inet_pton(AF_INET6, host, &any) == 1 ||
        !strchr(host, '.'))
        return true;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t length = strlen(host), end = strlen(ends[i]);
        if (length > end && strcasecmp(host + length - end, ends[i]) == 0)
            return true;
    }
    return false;
}

bool request_origin_host_is_ours(const struct http_head *head,
                                 const struct serve_settings *settings, bool is_from_proxy)
{
    const char *value = head->value[HEADER_HOST];
    char host[HEAD_VALUE_BYTES];
    if (!head->has[HEADER_HOST] || is_secure(head, settings, is_from_proxy))
        return true;
    for (const char *const *allowed = settings->origins; allowed && *allowed; allowed++)
        if (strcasecmp(strstr(*allowed, "://") + 3, value) == 0)
            return true;
    host_read(value, host);
    return is_local(host);
}

bool request_origin_is_allowed(const struct http_head *head, const struct serve_settings *settings)
{
    const char *origin = head->value[HEADER_ORIGIN], *host = head->value[HEADER_HOST];
    if (!head->has[HEADER_ORIGIN])
        return true;
    for (const char *const *allowed = settings->origins; allowed && *allowed; allowed++)
        if (strcasecmp(*allowed, origin) == 0)
            return true;
    const char *origin_host = strstr(origin, "://");
    return origin_host && host[0] && strcasecmp(origin_host + 3, host) == 0;
}

void request_origin_of_server(const struct http_head *head, const struct serve_settings *settings,
                              bool is_from_proxy, char *origin, size_t size)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.:[]";
    const char *host = head->value[HEADER_HOST];
    origin[0] = '\0';
    if (settings->origins && settings->origins[0]) {
        snprintf(origin, size, "%s", settings->origins[0]);
        return;
    }
    if (!host[0] || strspn(host, allowed) != strlen(host))
        return;
    snprintf(origin, size, "%s://%s", is_secure(head, settings, is_from_proxy) ? "https" : "http",
             host);
}
