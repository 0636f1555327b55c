/* HTTP by libwebsockets: the page, /api/, /healthz, /metrics, and the way to a WebSocket.
 *
 * Answers are written whole, headers and all, instead of by libwebsockets' helpers: one system call
 * for most, and no header that we did not choose. */
#include "server/link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

enum {
    PATH_MAX_BYTES = 1024,
    QUERY_MAX_BYTES = 2048,
    HEADERS_BYTES = 2048,
    CHUNK_BYTES = 32768,
    METRICS_BYTES = 16384,
    LINGER_SECONDS = 2,
    ANSWER_SECONDS = 30, /* for the hall to answer, and for a client to take a chunk */
};

struct request_http {
    enum method { METHOD_GET, METHOD_HEAD, METHOD_POST, METHOD_OTHER } method;
    char path[PATH_MAX_BYTES];
    char query[QUERY_MAX_BYTES];
    char *body;
    size_t body_size;
    bool has_begun; /* the request is complete, and was seen to */

    /* The answer. */
    int status;
    const char *type;
    const unsigned char *bytes;
    size_t size, sent;
    struct message *message;  /* what `bytes` is in, or NULL */
    struct page_answer page;  /* likewise, if it is a file */
    bool is_page, is_written; /* the headers are */
    bool closes;              /* the connection, afterwards */
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
        {429, "Too Many Requests"},
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
    const char *name = strrchr(http->path, '/') + 1;
    if (http->status == 200 && strncmp(http->path, "/api/records/", 13) == 0 &&
        strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789") == strlen(name))
        buffer_add_format(out, "content-disposition: attachment; filename=\"%s.json\"\r\n", name);
    if (http->status == 401)
        buffer_add(out, "www-authenticate: Bearer\r\n");
    if (http->status == 405)
        buffer_add(out, "allow: GET, HEAD, POST\r\n");
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
    bool has_body = http->method != METHOD_HEAD && http->status != 304;
    size_t part = has_body ? http->size - http->sent : 0;
    if (part > CHUNK_BYTES)
        part = CHUNK_BYTES;
    if (part > 0)
        memcpy(out.text + out.length, http->bytes + http->sent, part);
    http->sent = has_body ? http->sent + part : http->size;
    link->net->figures.bytes_out += (int64_t)(out.length + part);
    return lws_write(link->wsi, (unsigned char *)out.text, out.length + part,
                     http->sent == http->size ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) >= 0;
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
    free(http->body);
    free(http);
    link->http = NULL;
}

bool http_is_under_way(const struct link *link)
{
    return link->http && (!link->http->is_written || link->http->bytes);
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
        lws_set_timeout(link->wsi, PENDING_TIMEOUT_HTTP_CONTENT, ANSWER_SECONDS);
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
    return lws_http_transaction_completed(link->wsi) ? -1 : 0;
}

static int answer_bytes(struct link *link, int status, const char *type, const void *bytes,
                        size_t size)
{
    struct request_http *http = link->http;
    http->has_begun = true;
    http->status = status;
    http->type = type;
    http->bytes = bytes;
    http->size = size;
    lws_callback_on_writable(link->wsi);
    return 0;
}

static int answer_message(struct link *link, int status, struct message *message)
{
    link->http->message = message;
    return answer_bytes(link, status, "application/json", message_text(message), message->length);
}

static int answer_fault(struct link *link, int status, enum fault_code code, const char *key,
                        int detail)
{
    struct fault fault;
    fault_set(&fault, code, NULL, key, "%d", detail);
    return answer_message(link, status, net_fault_message(link->net, &fault));
}

void http_answer(struct link *link, struct message *message)
{
    if (!link->http->bytes)
        answer_message(link, 0, message_hold(message)); /* the status is known later */
}

/* --- Reading a request ---------------------------------------------------------------------- */

static enum method read_method(struct lws *wsi, enum lws_token_indexes *token)
{
    static const enum lws_token_indexes tokens[] = {[METHOD_GET] = WSI_TOKEN_GET_URI,
                                                    [METHOD_HEAD] = WSI_TOKEN_HEAD_URI,
                                                    [METHOD_POST] = WSI_TOKEN_POST_URI};
    for (enum method method = METHOD_GET; method < METHOD_OTHER; method++) {
        *token = tokens[method];
        if (lws_hdr_total_length(wsi, *token) > 0)
            return method;
    }
    return METHOD_OTHER;
}

/* libwebsockets has taken the query apart and decoded it; it is put together again. False: too
 * long. */
static bool read_query(struct lws *wsi, char *query, size_t room)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";
    char part[512];
    struct buffer out;
    buffer_start(&out, query, room);
    int length;
    for (int n = 0;
         (length = lws_hdr_copy_fragment(wsi, part, sizeof part, WSI_TOKEN_HTTP_URI_ARGS, n)) >= 0;
         n++) {
        bool in_value = false;
        if (n > 0)
            buffer_add_char(&out, '&');
        for (int i = 0; i < length; i++) {
            if (part[i] && strchr(plain, part[i]))
                buffer_add_char(&out, part[i]);
            else if (part[i] == '=' && !in_value)
                buffer_add_char(&out, '=');
            else
                buffer_add_format(&out, "%%%02X", (unsigned)(unsigned char)part[i]);
            in_value = in_value || part[i] == '=';
        }
    }
    return !out.cut;
}

/* The secret of the Authorization header, into `secret`; NULL: none. */
static const char *read_secret(struct lws *wsi, char *secret, size_t room)
{
    static const char bearer[] = "Bearer ";
    net_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, secret, room);
    if (strncasecmp(secret, bearer, sizeof bearer - 1) != 0)
        return NULL;
    return secret + sizeof bearer - 1;
}

static int begin_api(struct link *link)
{
    static const char *const methods[] = {"GET", "HEAD", "POST"};
    struct request_http *http = link->http;
    struct server *server = link->net->server;
    char secret[256], address[ADDRESS_TEXT];
    if (http->method == METHOD_OTHER)
        return answer_fault(link, 405, FAULT_BAD_REQUEST, "server.wrong_method", 0);
    const char *bearer = read_secret(link->wsi, secret, sizeof secret);
    net_client_address(link, address);
    http->has_begun = true;
    link->client = hall_enter(server->hall, address, link);
    lws_set_timeout(link->wsi, PENDING_TIMEOUT_HTTP_CONTENT, ANSWER_SECONDS);
    char none[1] = "";
    hall_http(server->hall, link->client,
              methods[http->method == METHOD_HEAD ? METHOD_GET : http->method], http->path,
              http->query, bearer, http->body ? http->body : none, http->body_size,
              server_now_ms(server));
    return 0;
}

static void add_preview(struct link *link)
{
    const struct serve_settings *settings = link->net->server->settings;
    char language[64], origin[300];
    net_header(link->wsi, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE, language, sizeof language);
    net_own_origin(link, origin, sizeof origin);
    struct preview preview = {settings->hall.texts, settings->page_folder, language, origin};
    preview_add(&preview, &link->http->page);
}

static int begin_page(struct link *link)
{
    struct request_http *http = link->http;
    char accept[256], known[256];
    if (http->method != METHOD_GET && http->method != METHOD_HEAD)
        return answer_fault(link, 405, FAULT_BAD_REQUEST, "server.wrong_method", 0);
    net_header(link->wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, accept, sizeof accept);
    net_header(link->wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, known, sizeof known);
    bool has_preview = preview_is_wanted(http->path);
    page_find(link->net->server->settings->page_folder, http->path,
              has_preview ? 0 : page_encodings(accept), &http->page);
    if (http->page.status != 200)
        return answer_fault(link, 404, FAULT_UNKNOWN_COMMAND, "server.no_address", 0);
    if (has_preview)
        add_preview(link);
    http->is_page = true;
    if (page_etag_matches(known, http->page.etag))
        return answer_bytes(link, 304, http->page.type, "", 0);
    return answer_bytes(link, 200, http->page.type, http->page.bytes, http->page.size);
}

/* /healthz and /metrics. */
static int begin_figures(struct link *link, bool is_health)
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
    answer_message(link, status, message);
    if (!is_health)
        link->http->type = "text/plain; version=0.0.4; charset=utf-8";
    return 0;
}

static int begin(struct link *link)
{
    const char *path = link->http->path;
    if (strncmp(path, "/api/", 5) == 0)
        return begin_api(link);
    if (strcmp(path, "/healthz") == 0)
        return begin_figures(link, true);
    if (strcmp(path, "/metrics") == 0)
        return begin_figures(link, false);
    return begin_page(link);
}

int http_begin(struct link *link)
{
    http_drop(link);
    struct request_http *http = link->http = calloc(1, sizeof *http);
    enum lws_token_indexes token;
    char length_text[32];
    if (!http)
        return -1;
    link->net->figures.http_requests++;
    http->method = read_method(link->wsi, &token);
    http->path[0] = '/';
    if ((http->method != METHOD_OTHER &&
         lws_hdr_copy(link->wsi, http->path, sizeof http->path, token) < 0) ||
        http->path[0] != '/' || !read_query(link->wsi, http->query, sizeof http->query)) {
        strcpy(http->path, "/");
        http->closes = true;
        return answer_fault(link, 414, FAULT_LIMIT, "server.message_too_long", PATH_MAX_BYTES);
    }
    /* libwebsockets reads no chunks: what follows would be taken for the next request, by us but not
     * by a proxy. */
    if (lws_hdr_total_length(link->wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0) {
        http->closes = true;
        return answer_fault(link, 411, FAULT_BAD_REQUEST, "server.no_length", 0);
    }
    if (http->method != METHOD_POST) {
        http->closes = http->method == METHOD_OTHER;
        return begin(link);
    }
    net_header(link->wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length_text, sizeof length_text);
    int limit = link->net->server->settings->hall.limits.message_bytes;
    char *end;
    unsigned long long length = strtoull(length_text, &end, 10);
    http->closes = true; /* if anything is wrong, what follows is no request */
    if (!length_text[0] || *end || strspn(length_text, "0123456789") != strlen(length_text))
        return answer_fault(link, 411, FAULT_BAD_REQUEST, "server.no_length", 0);
    if (length > (unsigned long long)limit)
        return answer_fault(link, 413, FAULT_LIMIT, "server.message_too_long", limit);
    if (!net_origin_is_fine(link))
        return answer_fault(link, 403, FAULT_FORBIDDEN, "server.bad_origin", 0);
    http->closes = false;
    http->body = malloc((size_t)length + 1);
    if (!http->body)
        return -1;
    http->body[0] = '\0';
    return length == 0 ? begin(link) : 0;
}

int http_body(struct link *link, const char *bytes, size_t size)
{
    struct request_http *http = link->http;
    size_t limit = (size_t)link->net->server->settings->hall.limits.message_bytes;
    if (!http || http->has_begun)
        return 0; /* it was refused already */
    if (!http->body || http->body_size + size > limit)
        return -1;
    char *larger = realloc(http->body, http->body_size + size + 1);
    if (!larger)
        return -1;
    memcpy(larger + http->body_size, bytes, size);
    http->body = larger;
    http->body_size += size;
    http->body[http->body_size] = '\0';
    link->net->figures.bytes_in += (int64_t)size;
    return 0;
}

int http_body_end(struct link *link)
{
    return link->http && !link->http->has_begun ? begin(link) : 0;
}

/* --- The way to a WebSocket ----------------------------------------------------------------- */

/* Answers at once: libwebsockets goes on by itself. */
static int refuse_upgrade(struct link *link, int status, enum fault_code code, const char *key,
                          int detail)
{
    link->net->figures.refused++;
    http_drop(link);
    link->http = calloc(1, sizeof *link->http);
    if (!link->http)
        return -1;
    strcpy(link->http->path, "/");
    link->http->closes = true;
    if (answer_fault(link, status, code, key, detail) == 0)
        write_chunk(link, link->http);
    http_drop(link);
    return 1;
}

int http_upgrade(struct link *link, const char *protocol)
{
    struct net *net = link->net;
    const struct serve_settings *settings = net->server->settings;
    char path[16], address[ADDRESS_TEXT];
    if (strcasecmp(protocol, "websocket") != 0)
        return refuse_upgrade(link, 501, FAULT_BAD_REQUEST, "server.wrong_method", 0);
    net_header(link->wsi, WSI_TOKEN_GET_URI, path, sizeof path);
    if (strcmp(path, "/ws") != 0)
        return refuse_upgrade(link, 404, FAULT_UNKNOWN_COMMAND, "server.no_address", 0);
    if (!net_origin_is_fine(link))
        return refuse_upgrade(link, 403, FAULT_FORBIDDEN, "server.bad_origin", 0);
    if (net->stopping || net->figures.websockets >= settings->connections)
        return refuse_upgrade(link, 503, FAULT_UNAVAILABLE, "server.full", settings->connections);
    net_client_address(link, address);
    if (visitor_websockets(net, address) >= settings->connections_per_address)
        return refuse_upgrade(link, 429, FAULT_LIMIT, "server.too_many_connections",
                              settings->connections_per_address);
    return 0;
}
