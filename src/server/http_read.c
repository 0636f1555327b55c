/* HTTP's requests, read by http-parser, and the way to a WebSocket. One request is read at a time: what a
 * client sends ahead waits until the answer before is written. */
#include "server/http.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    REST_BYTES_MAX = 32 << 10,  /* sent ahead; more, and the connection is dropped */
    INCOMPLETE_OF_ADDRESS = 64, /* requests of which a part is still missing */
    REQUEST_COST = 8 << 10,     /* counts as so many bytes received */
};

/* The connection is closed after that: what follows may be no request. */
static int refuse(struct link *link, int status, enum fault_code code, const char *key, int detail)
{
    link->http->closes = true;
    lws_set_timeout(link->wsi, PENDING_TIMEOUT_HTTP_CONTENT, HTTP_ANSWER_SECONDS);
    return http_answer_fault(link, status, code, key, detail);
}

/* --- The way to a WebSocket --- */

/* 16 bytes in base 64. */
static bool is_key(const char *key)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return strlen(key) == 24 && strspn(key, digits) == 22 && strcmp(key + 22, "==") == 0;
}

static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (list += strspn(list, ", \t"); *list; list += strspn(list, ", \t")) {
        size_t size = strcspn(list, ", \t");
        if (size == length && strncasecmp(list, word, length) == 0)
            return true;
        list += size;
    }
    return false;
}

static int refuse_upgrade(struct link *link, int status, enum fault_code code, const char *key,
                          int detail)
{
    link->net->figures.refused++;
    return refuse(link, status, code, key, detail);
}

static int answer_upgrade(struct link *link, const char *address)
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    const struct head *head = &link->http->reader.head;
    char proof[64], accept[32], storage[LWS_PRE + 512];
    unsigned char hash[20];
    struct buffer out;
    buffer_start(&out, proof, sizeof proof);
    buffer_add_format(&out, "%s%s", head->value[HEADER_WEBSOCKET_KEY], guid);
    lws_SHA1((unsigned char *)proof, out.length, hash);
    if (lws_b64_encode_string((char *)hash, sizeof hash, accept, sizeof accept) < 0)
        return -1;
    buffer_start(&out, storage + LWS_PRE, sizeof storage - LWS_PRE);
    buffer_add_format(&out,
                      "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n"
                      "connection: Upgrade\r\nsec-websocket-accept: %s\r\n%s\r\n",
                      accept,
                      head->has[HEADER_WEBSOCKET_PROTOCOL] ? "sec-websocket-protocol: ludosaure\r\n"
                                                           : "");
    if (!link_put(link, (unsigned char *)out.text, out.length))
        return -1;
    lws_set_timeout(link->wsi, NO_PENDING_TIMEOUT, 0);
    http_drop(link);
    return websocket_open(link, address) == 0 ? http_next(link) : -1;
}

static int upgrade(struct link *link, const char *address)
{
    struct net *net = link->net;
    const struct reader *reader = &link->http->reader;
    const struct head *head = &reader->head;
    const struct serve_settings *settings = net->server->settings;
    if (reader->upgrades && !has_word(head->value[HEADER_UPGRADE], "websocket"))
        return refuse_upgrade(link, 501, FAULT_BAD_REQUEST, "server.wrong_method", 0);
    if (strcmp(head->path, "/ws") != 0)
        return refuse_upgrade(link, 404, FAULT_UNKNOWN_COMMAND, "server.no_address", 0);
    if (!reader->upgrades || strcmp(head->value[HEADER_WEBSOCKET_VERSION], "13") != 0)
        return refuse_upgrade(link, 426, FAULT_BAD_REQUEST, "server.no_handshake", 0);
    if (head->method != METHOD_GET || !reader->is_version_1_1 ||
        !is_key(head->value[HEADER_WEBSOCKET_KEY]))
        return refuse_upgrade(link, 400, FAULT_BAD_REQUEST, "server.no_handshake", 0);
    if (!net_origin_is_fine(link, head))
        return refuse_upgrade(link, 403, FAULT_FORBIDDEN, "server.bad_origin", 0);
    if (head->has[HEADER_WEBSOCKET_PROTOCOL] &&
        !has_word(head->value[HEADER_WEBSOCKET_PROTOCOL], "ludosaure"))
        return refuse_upgrade(link, 403, FAULT_FORBIDDEN, "server.no_handshake", 0);
    if (net->stopping || net->figures.websockets >= settings->connections)
        return refuse_upgrade(link, 503, FAULT_UNAVAILABLE, "server.full", settings->connections);
    if (visitor_websockets(net, address) >= settings->connections_per_address)
        return refuse_upgrade(link, 429, FAULT_LIMIT, "server.too_many_connections",
                              settings->connections_per_address);
    return answer_upgrade(link, address);
}

/* --- What is done with a request --- */

/* The secret of the Authorization header; NULL: none. */
static const char *secret_of(const struct head *head)
{
    static const char bearer[] = "Bearer ";
    const char *value = head->value[HEADER_AUTHORIZATION];
    return strncasecmp(value, bearer, sizeof bearer - 1) == 0 ? value + sizeof bearer - 1 : NULL;
}

static int begin_api(struct link *link, const char *address)
{
    const struct reader *reader = &link->http->reader;
    struct server *server = link->net->server;
    const struct head *head = &reader->head;
    link->client = hall_enter(server->hall, address, link);
    hall_http(server->hall, link->client, head->method == METHOD_POST ? "POST" : "GET", head->path,
              head->query, secret_of(head), reader->body, reader->body_size, server_now_ms(server));
    return 0;
}

/* All of the request is there. */
static int begin(struct link *link)
{
    const struct reader *reader = &link->http->reader;
    const struct head *head = &reader->head;
    char address[ADDRESS_TEXT];
    net_client_address(link, head, address);
    if (head->method == METHOD_OTHER)
        return refuse(link, 405, FAULT_BAD_REQUEST, "server.wrong_method", 0);
    if (!visitor_spend(link->net, address, REQUEST_COST))
        return refuse(link, 429, FAULT_LIMIT, "server.too_fast", 0);
    if (reader->upgrades || strcmp(head->path, "/ws") == 0)
        return upgrade(link, address);
    if (head->method == METHOD_POST && !net_origin_is_fine(link, head))
        return refuse(link, 403, FAULT_FORBIDDEN, "server.bad_origin", 0);
    link->http->closes = !reader->keeps_alive;
    lws_set_timeout(link->wsi, PENDING_TIMEOUT_HTTP_CONTENT, HTTP_ANSWER_SECONDS);
    if (strncmp(head->path, "/api/", 5) == 0)
        return begin_api(link, address);
    if (strcmp(head->path, "/healthz") == 0)
        return http_answer_figures(link, true);
    if (strcmp(head->path, "/metrics") == 0)
        return http_answer_figures(link, false);
    return http_answer_page(link);
}

/* The request was read, or cannot be. */
static int request_end(struct link *link)
{
    const struct reader *reader = &link->http->reader;
    link->net->figures.http_requests++;
    visitor_complete(link);
    switch (reader->state) {
    case READER_DONE:
        return begin(link);
    case READER_ADDRESS_IS_LONG:
        return refuse(link, 414, FAULT_LIMIT, "server.message_too_long", HEAD_PATH_BYTES);
    case READER_HEAD_IS_LONG:
        return refuse(link, 431, FAULT_LIMIT, "server.message_too_long", 0);
    case READER_NO_LENGTH:
        return refuse(link, 411, FAULT_BAD_REQUEST, "server.no_length", 0);
    case READER_BODY_IS_LONG:
        return refuse(link, 413, FAULT_LIMIT, "server.message_too_long", (int)reader->body_limit);
    default:
        return refuse(link, 400, FAULT_BAD_REQUEST, "server.no_http", 0);
    }
}

static bool http_new(struct link *link)
{
    int limit = link->net->server->settings->hall.limits.message_bytes;
    link->http = calloc(1, sizeof *link->http);
    if (!link->http || !reader_start(&link->http->reader, (size_t)limit))
        return false;
    lws_set_timeout(link->wsi, PENDING_TIMEOUT_HTTP_CONTENT, HTTP_SECONDS);
    return true;
}

static bool rest_add(struct link *link, const char *bytes, size_t size)
{
    if (size == 0)
        return true;
    char *larger = link->rest_size + size > REST_BYTES_MAX
                       ? NULL
                       : realloc(link->rest, link->rest_size + size);
    if (!larger)
        return false;
    memcpy(larger + link->rest_size, bytes, size);
    link->rest = larger;
    link->rest_size += size;
    return true;
}

/* Whether the address may have another request of which a part is missing. */
static bool may_wait(struct link *link)
{
    char address[ADDRESS_TEXT];
    net_client_address(link, &link->http->reader.head, address);
    return visitor_incomplete(link, address, INCOMPLETE_OF_ADDRESS);
}

int http_receive(struct link *link, const char *bytes, size_t size)
{
    if (!link->http && !http_new(link))
        return -1;
    struct reader *reader = &link->http->reader;
    if (reader->state != READER_READING) /* an answer is under way */
        return link->http->closes || rest_add(link, bytes, size) ? 0 : -1;
    size_t used = reader_read(reader, bytes, size);
    if (reader->state == READER_READING) {
        if (may_wait(link))
            return 0;
        reader->state = READER_DONE; /* as far as we are concerned */
        return refuse(link, 429, FAULT_LIMIT, "server.too_many_connections", INCOMPLETE_OF_ADDRESS);
    }
    if (reader->state == READER_DONE && !rest_add(link, bytes + used, size - used))
        return -1;
    return request_end(link);
}

/* Goes on with what was sent ahead. */
int http_next(struct link *link)
{
    char *rest = link->rest;
    size_t size = link->rest_size;
    link->rest = NULL;
    link->rest_size = 0;
    int code = size > 0 ? link_receive(link, rest, size) : 0;
    free(rest);
    return code;
}
