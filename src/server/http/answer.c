/* An HTTP answer, and how it is written. The headers and the first part of the body go out together,
 * in one system call. */
#include "server/http/http_internal.h"

#include "base/base.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char security_headers[] =
    "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src "
    "'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'\r\n"
    "x-content-type-options: nosniff\r\n"
    "referrer-policy: no-referrer\r\n"
    "permissions-policy: accelerometer=(self), camera=(), geolocation=(), gyroscope=(self), "
    "microphone=(), payment=(), usb=()\r\n"
    "cross-origin-opener-policy: same-origin\r\n"
    "cross-origin-resource-policy: same-origin\r\n";

static const char *status_text(int status)
{
    static const struct {
        int status;
        const char *text;
    } texts[] = {
        {200, "OK"},
        {304, "Not Modified"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {409, "Conflict"},
        {411, "Length Required"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {426, "Upgrade Required"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {501, "Not Implemented"},
        {503, "Service Unavailable"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].status == status)
            return texts[i].text;
    return "Other";
}

static void write_caching(const struct http_answer *answer, struct buffer *out)
{
    static const char *const encodings[] = {[PAGE_GZIP] = "gzip", [PAGE_BROTLI] = "br"};
    const struct page_answer *page = &answer->page;
    if (!answer->is_page) {
        buffer_add(out, "cache-control: no-store\r\n");
        return;
    }
    buffer_add_format(out, "etag: %s\r\nvary: accept-encoding%s\r\ncache-control: %s\r\n",
                      page->etag, page->depends_on_language ? ", accept-language" : "",
                      page->is_immutable ? "public, max-age=31536000, immutable" : "no-cache");
    if (page->encoding != PAGE_PLAIN && answer->status == 200)
        buffer_add_format(out, "content-encoding: %s\r\n", encodings[page->encoding]);
}

/* Browsers save a record as a file. */
static void write_file_name(const struct http_head *head, struct buffer *out)
{
    static const char folder[] = "/api/records/";
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    if (strncmp(head->path, folder, sizeof folder - 1) != 0)
        return;
    const char *name = strrchr(head->path, '/') + 1;
    if (strspn(name, allowed) == strlen(name))
        buffer_add_format(out, "content-disposition: attachment; filename=\"%s.json\"\r\n", name);
}

static const char *type_of(const struct http_answer *answer, const struct http_head *head)
{
    static const char calendars[] = "/api/turns/";
    bool is_calendar =
        answer->status == 200 && strncmp(head->path, calendars, sizeof calendars - 1) == 0;
    return is_calendar ? "text/calendar; charset=utf-8" : answer->type;
}

static void write_headers(const struct http_answer *answer, const struct http_head *head,
                          bool is_secure, struct buffer *out)
{
    int status = answer->status;
    buffer_add_format(out, "HTTP/1.1 %d %s\r\n", status, status_text(status));
    if (status != 304)
        buffer_add_format(out, "content-type: %s\r\ncontent-length: %zu\r\n", type_of(answer, head),
                          answer->size);
    write_caching(answer, out);
    if (status == 200)
        write_file_name(head, out);
    if (status == 401)
        buffer_add(out, "www-authenticate: Bearer\r\n");
    if (status == 405)
        buffer_add(out, "allow: GET, HEAD, POST\r\n");
    if (status == 426)
        buffer_add(out, "upgrade: websocket\r\nsec-websocket-version: 13\r\n");
    if (status == 429 || status == 503)
        buffer_add(out, "retry-after: 5\r\n");
    if (answer->closes)
        buffer_add(out, "connection: close\r\n");
    if (is_secure)
        buffer_add(out, "strict-transport-security: max-age=31536000\r\n");
    buffer_add(out, security_headers);
    buffer_add(out, "\r\n");
}

static void set(struct http_answer *answer, int status, const char *type, const void *bytes,
                size_t size)
{
    answer->status = status;
    answer->type = type;
    answer->bytes = bytes;
    answer->size = size;
}

void http_answer_set_message(struct http_answer *answer, int status, struct message *message)
{
    answer->message = message;
    set(answer, status, "application/json", message_text(message), message->length);
}

void http_answer_set_page(struct http_answer *answer, const struct http_head *head)
{
    const struct page_answer *page = &answer->page;
    answer->is_page = true;
    if (page_etag_matches(head->value[HEADER_IF_NONE_MATCH], page->etag))
        set(answer, 304, page->type, "", 0);
    else
        set(answer, 200, page->type, page->bytes, page->size);
}

size_t http_answer_write(struct http_answer *answer, const struct http_head *head, bool is_secure,
                         char *part)
{
    struct buffer out;
    buffer_start(&out, part, HTTP_HEADERS_BYTES);
    if (!answer->has_headers)
        write_headers(answer, head, is_secure, &out);
    answer->has_headers = true;
    if (head->method == METHOD_HEAD || answer->status == 304) {
        answer->sent = answer->size;
        return out.length;
    }
    size_t size = answer->size - answer->sent;
    if (size > HTTP_PART_BYTES)
        size = HTTP_PART_BYTES;
    memcpy(out.text + out.length, answer->bytes + answer->sent, size);
    answer->sent += size;
    return out.length + size;
}

bool http_answer_is_written(const struct http_answer *answer)
{
    return answer->has_headers && answer->sent == answer->size;
}

void http_answer_free(struct http_answer *answer)
{
    if (answer->message)
        message_drop(answer->message);
    free(answer->page.owned);
}

/* ---- Where a request comes from ---- */

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
