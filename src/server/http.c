/* HTTP's answers: the page, /api/, /healthz, /metrics. Headers and the first part of the body go out
 * by one system call. */
#include "server/http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

enum {
    HEADERS_BYTES = 2048,
    CHUNK_BYTES = 32768,
    METRICS_BYTES = 16384,
    LINGER_SECONDS = 2,
};

static const char security_headers[] =
    "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; "
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

static void write_headers(const struct link *link, const struct request_http *http,
                          struct buffer *out)
{
    static const char *const encodings[] = {[PAGE_GZIP] = "gzip", [PAGE_BROTLI] = "br"};
    buffer_add_format(out, "HTTP/1.1 %d %s\r\n", http->status, status_text(http->status));
    if (http->status != 304)
        buffer_add_format(out, "content-type: %s\r\ncontent-length: %zu\r\n", http->type,
                          http->size);
    if (http->is_page) {
        buffer_add_format(
            out, "etag: %s\r\nvary: accept-encoding%s\r\ncache-control: %s\r\n", http->page.etag,
            http->page.depends_on_language ? ", accept-language" : "",
            http->page.is_immutable ? "public, max-age=31536000, immutable" : "no-cache");
        if (http->page.encoding != PAGE_PLAIN && http->status == 200)
            buffer_add_format(out, "content-encoding: %s\r\n", encodings[http->page.encoding]);
    } else {
        buffer_add(out, "cache-control: no-store\r\n");
    }
    const char *name = strrchr(http->reader.head.path, '/');
    name = name ? name + 1 : "";
    if (http->status == 200 && strncmp(http->reader.head.path, "/api/records/", 13) == 0 &&
        strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789") == strlen(name))
        buffer_add_format(out, "content-disposition: attachment; filename=\"%s.json\"\r\n", name);
    if (http->status == 401)
        buffer_add(out, "www-authenticate: Bearer\r\n");
    if (http->status == 405)
        buffer_add(out, "allow: GET, HEAD, POST\r\n");
    if (http->status == 426)
        buffer_add(out, "upgrade: websocket\r\nsec-websocket-version: 13\r\n");
    if (http->status == 429 || http->status == 503)
        buffer_add(out, "retry-after: 5\r\n");
    if (http->closes)
        buffer_add(out, "connection: close\r\n");
    if (link->net->server->settings->certificate)
        buffer_add(out, "strict-transport-security: max-age=31536000\r\n");
    buffer_add(out, security_headers);
    buffer_add(out, "\r\n");
}

/* Writes the next part of the answer, the headers before the first. False: the socket is dead. */
static bool write_chunk(struct link *link, struct request_http *http)
{
    static char storage[LWS_PRE + HEADERS_BYTES + CHUNK_BYTES];
    struct buffer out;
    buffer_start(&out, storage + LWS_PRE, HEADERS_BYTES);
    if (!http->is_written)
        write_headers(link, http, &out);
    http->is_written = true;
    bool has_body = http->reader.head.method != METHOD_HEAD && http->status != 304;
    size_t part = has_body ? http->size - http->sent : 0;
    if (part > CHUNK_BYTES)
        part = CHUNK_BYTES;
    if (part > 0)
        memcpy(out.text + out.length, http->bytes + http->sent, part);
    http->sent = has_body ? http->sent + part : http->size;
    return link_put(link, (unsigned char *)out.text, out.length + part);
}

void http_drop(struct link *link)
{
    struct request_http *http = link->http;
    if (!http)
        return;
    if (link->client)
        hall_leave(link->net->server->hall, link->client);
    link->client = NULL;
    if (http->message)
        message_drop(http->message);
    free(http->page.owned);
    reader_free(&http->reader);
    free(http);
    link->http = NULL;
}

bool http_is_under_way(const struct link *link)
{
    return link->http && link->http->reader.state != READER_READING &&
           (!link->http->is_written || link->http->bytes);
}

int http_writable(struct link *link)
{
    struct request_http *http = link->http;
    if (!http || !http->bytes)
        return 0;
    if (lws_partial_buffered(link->wsi)) {
        lws_callback_on_writable(link->wsi);
        return 0;
    }
    if (http->sent < http->size || !http->is_written) {
        lws_set_timeout(link->wsi, PENDING_TIMEOUT_HTTP_CONTENT, HTTP_ANSWER_SECONDS);
        if (link->client && !http->is_written)
            http->status = hall_http_status(link->client);
        if (!write_chunk(link, http))
            return -1;
    }
    if (http->sent < http->size || lws_partial_buffered(link->wsi)) {
        lws_callback_on_writable(link->wsi);
        return 0;
    }
    if (http->closes) {
        /* Hanging up at once could keep the answer from a client that is still sending. */
        shutdown(lws_get_socket_fd(link->wsi), SHUT_WR);
        lws_set_timeout(link->wsi, PENDING_TIMEOUT_HTTP_CONTENT, LINGER_SECONDS);
        http->bytes = NULL;
        return 0;
    }
    http_drop(link);
    lws_set_timeout(link->wsi, PENDING_TIMEOUT_HTTP_KEEPALIVE_IDLE, HTTP_KEEP_SECONDS);
    return http_next(link);
}

static int answer_bytes(struct link *link, int status, const char *type, const void *bytes,
                        size_t size)
{
    struct request_http *http = link->http;
    http->status = status;
    http->type = type;
    http->bytes = bytes;
    http->size = size;
    lws_callback_on_writable(link->wsi);
    return 0;
}

int http_answer_message(struct link *link, int status, struct message *message)
{
    link->http->message = message;
    return answer_bytes(link, status, "application/json", message_text(message), message->length);
}

int http_answer_fault(struct link *link, int status, enum fault_code code, const char *key,
                      int detail)
{
    struct fault fault;
    fault_set(&fault, code, NULL, key, "%d", detail);
    return http_answer_message(link, status, net_fault_message(link->net, &fault));
}

void http_answer(struct link *link, struct message *message)
{
    if (!link->http->bytes)
        http_answer_message(link, 0, message_hold(message)); /* the status is known later */
}

/* --- What is asked for --- */

static void add_preview(struct link *link, const struct head *head)
{
    const struct serve_settings *settings = link->net->server->settings;
    char origin[HEAD_VALUE_BYTES + 16];
    net_own_origin(link, head, origin, sizeof origin);
    struct preview preview = {settings->hall.texts, settings->page_folder,
                              head->value[HEADER_ACCEPT_LANGUAGE], origin};
    preview_add(&preview, &link->http->page);
}

int http_answer_page(struct link *link)
{
    struct request_http *http = link->http;
    const struct head *head = &http->reader.head;
    if (head->method != METHOD_GET && head->method != METHOD_HEAD)
        return http_answer_fault(link, 405, FAULT_BAD_REQUEST, "server.wrong_method", 0);
    bool has_preview = preview_is_wanted(head->path);
    page_find(link->net->server->settings->page_folder, head->path,
              has_preview ? 0 : page_encodings(head->value[HEADER_ACCEPT_ENCODING]), &http->page);
    if (http->page.status != 200)
        return http_answer_fault(link, 404, FAULT_UNKNOWN_COMMAND, "server.no_address", 0);
    if (has_preview)
        add_preview(link, head);
    http->is_page = true;
    if (page_etag_matches(head->value[HEADER_IF_NONE_MATCH], http->page.etag))
        return answer_bytes(link, 304, http->page.type, "", 0);
    return answer_bytes(link, 200, http->page.type, http->page.bytes, http->page.size);
}

/* /healthz and /metrics. */
int http_answer_figures(struct link *link, bool is_health)
{
    struct server *server = link->net->server;
    char *storage = malloc(METRICS_BYTES);
    struct buffer out;
    if (!storage)
        return -1;
    buffer_start(&out, storage, METRICS_BYTES);
    int status = 200;
    if (!is_health)
        metrics_write(server, &out);
    else if (!metrics_health(server, &out))
        status = 503;
    struct message *message = message_new(out.text, out.length);
    free(storage);
    if (!message)
        return -1;
    http_answer_message(link, status, message);
    if (!is_health)
        link->http->type = "text/plain; version=0.0.4; charset=utf-8";
    return 0;
}
