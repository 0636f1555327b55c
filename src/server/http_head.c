#include "server/http_head.h"

#include <string.h>
#include <strings.h>

static const char *const names[HEADERS] = {
    [HEADER_ACCEPT_ENCODING] = "accept-encoding",
    [HEADER_ACCEPT_LANGUAGE] = "accept-language",
    [HEADER_AUTHORIZATION] = "authorization",
    [HEADER_FORWARDED_FOR] = "x-forwarded-for",
    [HEADER_FORWARDED_PROTO] = "x-forwarded-proto",
    [HEADER_HOST] = "host",
    [HEADER_IF_NONE_MATCH] = "if-none-match",
    [HEADER_ORIGIN] = "origin",
    [HEADER_TRANSFER_ENCODING] = "transfer-encoding",
    [HEADER_UPGRADE] = "upgrade",
    [HEADER_WEBSOCKET_KEY] = "sec-websocket-key",
    [HEADER_WEBSOCKET_PROTOCOL] = "sec-websocket-protocol",
    [HEADER_WEBSOCKET_VERSION] = "sec-websocket-version",
};

void http_head_add_address(struct http_head *head, const char *bytes, size_t size)
{
    if (head->address_size + size >= sizeof head->address) {
        head->address_is_long = true;
        return;
    }
    memcpy(head->address + head->address_size, bytes, size);
    head->address_size += size;
}

void http_head_add_name(struct http_head *head, const char *bytes, size_t size)
{
    if (head->in_value)
        head->name_size = 0;
    head->in_value = false;
    for (size_t i = 0; i < size && head->name_size < sizeof head->name; i++)
        head->name[head->name_size++] = bytes[i];
}

static enum http_header header_find(const struct http_head *head)
{
    for (int i = 0; i < HEADERS; i++)
        if (strlen(names[i]) == head->name_size &&
            strncasecmp(names[i], head->name, head->name_size) == 0)
            return (enum http_header)i;
    return HEADER_NONE;
}

void http_head_add_value(struct http_head *head, const char *bytes, size_t size)
{
    enum http_header header = header_find(head);
    bool is_another = !head->in_value;
    head->in_value = true;
    if (header == HEADER_NONE || head->is_long[header])
        return;
    char *value = head->value[header];
    size_t length = strlen(value), gap = is_another && head->has[header] ? 2 : 0;
    head->has[header] = true;
    if (length + gap + size >= HEAD_VALUE_BYTES || memchr(bytes, '\0', size)) {
        head->is_long[header] = true;
        value[0] = '\0';
        return;
    }
    memcpy(value + length, ", ", gap);
    memcpy(value + length + gap, bytes, size);
    value[length + gap + size] = '\0';
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Replaces %41 by A. False for an invalid code or a zero. */
static bool decode(const char *from, size_t size, char *to)
{
    for (size_t i = 0; i < size; i++) {
        if (from[i] != '%') {
            *to++ = from[i];
            continue;
        }
        int high = i + 2 < size ? hex_digit(from[i + 1]) : -1;
        int low = high < 0 ? -1 : hex_digit(from[i + 2]);
        if (low < 0 || high + low == 0)
            return false;
        *to++ = (char)(unsigned char)(high << 4 | low);
        i += 2;
    }
    *to = '\0';
    return true;
}

bool http_head_end(struct http_head *head)
{
    head->address[head->address_size] = '\0';
    size_t path_size = strcspn(head->address, "?#");
    const char *query = head->address + path_size + (head->address[path_size] == '?');
    size_t query_size = strcspn(query, "#");
    if (path_size >= sizeof head->path || query_size >= sizeof head->query)
        head->address_is_long = true;
    if (head->address_is_long)
        return true;
    memcpy(head->query, query, query_size);
    head->query[query_size] = '\0';
    head->address[path_size] = '\0';
    return head->address[0] == '/' && decode(head->address, path_size, head->path);
}
