#include "server/request_origin.h"

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
    bool is_secure = settings->certificate ||
                     (is_from_proxy && strcmp(head->value[HEADER_FORWARDED_PROTO], "https") == 0);
    snprintf(origin, size, "%s://%s", is_secure ? "https" : "http", host);
}
