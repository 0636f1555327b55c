/* HTTP connections: the page, /api/, /healthz, /metrics, and the upgrade to WebSocket. Requests are
 * read one at a time: bytes of the next one wait until the answer is written.
 *
 * Then: answers; the upgrade to WebSocket; requests; writing; the WebSocket handshake. */
#include "server/http/http_internal.h"

#include "base/base.h"
#include "base/system/system.h"
#include "server/websocket/websocket.h"

#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

enum {
    REQUEST_SECONDS = 10, /* for a request, from its first byte to its last */
    KEEP_SECONDS = 20,    /* between two requests */
    ANSWER_SECONDS = 30,  /* for the hall to answer, and for a client to take a part of it */
    LINGER_SECONDS = 2,   /* after the last answer, for the client to close */
    AHEAD_BYTES_MAX = 32 << 10,
    INCOMPLETE_PER_ADDRESS = 64,
    REQUEST_COST = 8 << 10, /* a request is charged as this many bytes */
    METRICS_BYTES = 16384,
};

struct http_request {
    struct http_reader reader;
    struct http_answer answer;
};

struct http {
    struct http_request *request; /* NULL between two */
    char *ahead;                  /* bytes after the request */
    size_t ahead_size;
    struct visitor *incomplete; /* whose request is incomplete; NULL: none is */
};

/* Not all parts of the request have arrived, so it counts for this address. False: too many do. */
static bool set_incomplete(struct link *link, const char *address)
{
    struct http *http = link->state;
    struct visitor *visitor = visitors_get(&link->net->visitors, address);
    if (http->incomplete == visitor)
        return true;
    if (http->incomplete)
        http->incomplete->incomplete--;
    http->incomplete = NULL;
    bool is_unknown = link->is_proxy && visitor == link->peer; /* any client of the proxy */
    if (visitor->incomplete >= INCOMPLETE_PER_ADDRESS && !is_unknown)
        return false;
    visitor->incomplete++;
    http->incomplete = visitor;
    return true;
}

static void set_complete(struct http *http)
{
    if (http->incomplete)
        http->incomplete->incomplete--;
    http->incomplete = NULL;
}

static void drop_request(struct link *link)
{
    struct http *http = link->state;
    if (!http->request)
        return;
    link_leave_hall(link);
    http_answer_free(&http->request->answer);
    http_reader_free(&http->request->reader);
    free(http->request);
    http->request = NULL;
}

static void free_http(struct link *link)
{
    struct http *http = link->state;
    drop_request(link);
    set_complete(http);
    free(http->ahead);
    free(http);
}

/* ---- Answers ---- */

static struct http_answer *answer_of(struct link *link)
{
    return &((struct http *)link->state)->request->answer;
}

static void answer_message(struct link *link, int status, struct message *message)
{
    http_answer_set_message(answer_of(link), status, message);
    lws_callback_on_writable(link->wsi);
}

static void answer_fault(struct link *link, int status, enum fault_code code, const char *text,
                         int detail)
{
    struct fault fault;
    fault_set(&fault, code, NULL, text, "%d", detail);
    answer_message(link, status, fault_message_new(link->net->settings->hall.texts, &fault));
}

/* Answers, then closes the connection: what follows may be no request. */
static int refuse(struct link *link, int status, enum fault_code code, const char *text, int detail)
{
    answer_of(link)->closes = true;
    lws_set_timeout(link->wsi, PENDING_TIMEOUT_HTTP_CONTENT, ANSWER_SECONDS);
    answer_fault(link, status, code, text, detail);
    return 0;
}

static void add_preview(struct link *link, const struct http_head *head)
{
    const struct serve_settings *settings = link->net->settings;
    char origin[HEAD_VALUE_BYTES + 16];
    request_origin_of_server(head, settings, link->is_proxy, origin, sizeof origin);
    struct preview preview = {settings->hall.texts, settings->page_folder,
                              head->value[HEADER_ACCEPT_LANGUAGE], origin};
    preview_add(&preview, &answer_of(link)->page);
}

static void answer_page(struct link *link, const struct http_head *head)
{
    struct http_answer *answer = answer_of(link);
    if (head->method != METHOD_GET && head->method != METHOD_HEAD) {
        answer_fault(link, 405, FAULT_BAD_REQUEST, "server.wrong_method", 0);
        return;
    }
    bool has_preview = preview_is_wanted(head->path);
    page_find(link->net->settings->page_folder, head->path,
              has_preview ? 0 : page_encodings(head->value[HEADER_ACCEPT_ENCODING]), &answer->page);
    if (!answer->page.is_found) {
        answer_fault(link, 404, FAULT_UNKNOWN_COMMAND, "server.no_path", 0);
        return;
    }
    if (has_preview)
        add_preview(link, head);
    http_answer_set_page(answer, head);
    lws_callback_on_writable(link->wsi);
}

static void answer_health(struct link *link)
{
    char storage[256];
    struct buffer out;
    buffer_start(&out, storage, sizeof storage);
    bool is_fine = metrics_health(link->net->metrics, &out);
    answer_message(link, is_fine ? 200 : 503, message_new(out.text, out.length));
}

static void answer_metrics(struct link *link)
{
    char storage[METRICS_BYTES];
    struct buffer out;
    buffer_start(&out, storage, sizeof storage);
    metrics_write(link->net->metrics, &out);
    answer_message(link, 200, message_new(out.text, out.length));
    answer_of(link)->type = "text/plain; version=0.0.4; charset=utf-8";
}

/* The secret of the Authorization header, or NULL. */
static const char *secret_of(const struct http_head *head)
{
    static const char bearer[] = "Bearer ";
    const char *value = head->value[HEADER_AUTHORIZATION];
    return strncasecmp(value, bearer, sizeof bearer - 1) == 0 ? value + sizeof bearer - 1 : NULL;
}

static void ask_hall(struct link *link, const struct http_reader *reader, const char *address)
{
    struct net *net = link->net;
    const struct http_head *head = &reader->head;
    link->client = hall_enter(net->hall, address, link);
    hall_http(net->hall, link->client,
              &(struct hall_http_request){.method = head->method == METHOD_POST ? "POST" : "GET",
                                          .path = head->address,
                                          .query = head->query,
                                          .secret = secret_of(head),
                                          .body = reader->body,
                                          .size = reader->body_size},
              steady_clock_ms(net->clock));
}

/* The hall's answer. Its status is known when it is written. */
static void send_message(struct link *link, struct message *message)
{
    if (!answer_of(link)->bytes)
        answer_message(link, 0, message_hold(message));
}

/* ---- The upgrade to WebSocket ---- */

static int refuse_upgrade(struct link *link, int status, enum fault_code code, const char *text,
                          int detail)
{
    link->net->figures.refused++;
    return refuse(link, status, code, text, detail);
}

static int accept_upgrade(struct link *link, const struct http_head *head, const char *address)
{
    struct http *http = link->state;
    char storage[LWS_PRE + 512];
    struct buffer out;
    buffer_start(&out, storage + LWS_PRE, sizeof storage - LWS_PRE);
    handshake_write(head, &out);
    if (!link_put(link, (unsigned char *)out.text, out.length))
        return -1;
    lws_set_timeout(link->wsi, NO_PENDING_TIMEOUT, 0);
    char *ahead = http->ahead;
    size_t size = http->ahead_size;
    http->ahead = NULL;
    free_http(link);
    websocket_start(link, address);
    int code = size > 0 ? link->protocol->receive(link, ahead, size) : 0;
    free(ahead);
    return code;
}

static int upgrade(struct link *link, const struct http_reader *reader, const char *address)
{
    struct net *net = link->net;
    const struct serve_settings *settings = net->settings;
    const struct visitor *visitor = visitors_find(&net->visitors, address);
    struct handshake_fault fault;
    if (!handshake_check(reader, &fault))
        return refuse_upgrade(link, fault.status, fault.code, fault.text, 0);
    if (!request_origin_host_is_ours(&reader->head, settings, link->is_proxy) ||
        !request_origin_is_allowed(&reader->head, settings))
        return refuse_upgrade(link, 403, FAULT_FORBIDDEN, "server.bad_origin", 0);
    if (net->is_stopping || net->figures.websockets >= settings->connections)
        return refuse_upgrade(link, 503, FAULT_UNAVAILABLE, "server.full", settings->connections);
    if (visitor && visitor->websockets >= settings->connections_per_address)
        return refuse_upgrade(link, 429, FAULT_LIMIT, "server.too_many_connections",
                              settings->connections_per_address);
    return accept_upgrade(link, &reader->head, address);
}

/* ---- Requests ---- */

/* The address by which limits count: for a proxy, the address of its client. */
static void find_address(const struct link *link, const struct http_head *head,
                         char address[IP_TEXT])
{
    memcpy(address, link->peer->address, IP_TEXT);
    if (link->is_proxy)
        request_origin_forwarded(head, address);
}

static int handle_request(struct link *link, const struct http_reader *reader)
{
    const struct http_head *head = &reader->head;
    const struct serve_settings *settings = link->net->settings;
    char address[IP_TEXT];
    find_address(link, head, address);
    if (head->method == METHOD_OTHER)
        return refuse(link, 405, FAULT_BAD_REQUEST, "server.wrong_method", 0);
    if (reader->is_version_1_1 && !request_origin_has_one_host(head))
        return refuse(link, 400, FAULT_BAD_REQUEST, "server.no_http", 0);
    if (!visitors_spend(&link->net->visitors, address, REQUEST_COST))
        return refuse(link, 429, FAULT_LIMIT, "server.too_fast", 0);
    if (reader->upgrades || strcmp(head->path, "/ws") == 0)
        return upgrade(link, reader, address);
    bool is_for_hall = strncmp(head->address, "/api/", 5) == 0;
    if ((is_for_hall && !request_origin_host_is_ours(head, settings, link->is_proxy)) ||
        (head->method == METHOD_POST && !request_origin_is_allowed(head, settings)))
        return refuse(link, 403, FAULT_FORBIDDEN, "server.bad_origin", 0);
    answer_of(link)->closes = !reader->keeps_alive;
    lws_set_timeout(link->wsi, PENDING_TIMEOUT_HTTP_CONTENT, ANSWER_SECONDS);
    if (is_for_hall)
        ask_hall(link, reader, address);
    else if (strcmp(head->path, "/healthz") == 0)
        answer_health(link);
    else if (strcmp(head->path, "/metrics") == 0)
        answer_metrics(link);
    else
        answer_page(link, head);
    return 0;
}

/* The request was read to its end, or cannot be read. */
static int finish_reading(struct link *link, const struct http_reader *reader)
{
    link->net->figures.http_requests++;
    set_complete(link->state);
    switch (reader->state) {
    case READER_DONE:
        return handle_request(link, reader);
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

static struct http_request *request_new(struct link *link)
{
    struct http_request *request = alloc_new(sizeof *request);
    http_reader_start(&request->reader, (size_t)link->net->settings->hall.limits.message_bytes);
    lws_set_timeout(link->wsi, PENDING_TIMEOUT_HTTP_CONTENT, REQUEST_SECONDS);
    return request;
}

/* Keeps bytes of the next requests. False: they are too many. */
static bool add_ahead(struct http *http, const char *bytes, size_t size)
{
    if (size == 0)
        return true;
    if (http->ahead_size + size > AHEAD_BYTES_MAX)
        return false;
    http->ahead = alloc_resize(http->ahead, http->ahead_size + size, 1);
    memcpy(http->ahead + http->ahead_size, bytes, size);
    http->ahead_size += size;
    return true;
}

static int receive(struct link *link, const char *bytes, size_t size)
{
    struct http *http = link->state;
    if (!http->request)
        http->request = request_new(link);
    struct http_reader *reader = &http->request->reader;
    if (reader->state != READER_READING) /* the answer is under way */
        return http->request->answer.closes || add_ahead(http, bytes, size) ? 0 : -1;
    size_t used = http_reader_read(reader, bytes, size);
    if (reader->state == READER_READING) {
        char address[IP_TEXT];
        find_address(link, &reader->head, address);
        if (set_incomplete(link, address))
            return 0;
        reader->state = READER_DONE; /* reads no further */
        return refuse(link, 429, FAULT_LIMIT, "server.too_many_connections",
                      INCOMPLETE_PER_ADDRESS);
    }
    if (reader->state == READER_DONE && !add_ahead(http, bytes + used, size - used))
        return -1;
    return finish_reading(link, reader);
}

/* ---- Writing ---- */

/* Writes a part of the answer. False: the socket is dead. */
static bool write_part(struct link *link, struct http_request *request)
{
    char storage[LWS_PRE + HTTP_HEADERS_BYTES + HTTP_PART_BYTES];
    struct http_answer *answer = &request->answer;
    lws_set_timeout(link->wsi, PENDING_TIMEOUT_HTTP_CONTENT, ANSWER_SECONDS);
    if (link->client && !answer->has_headers)
        answer->status = hall_http_status(link->client);
    size_t size = http_answer_write(answer, &request->reader.head,
                                    link->net->settings->certificate != NULL, storage + LWS_PRE);
    return link_put(link, (unsigned char *)storage + LWS_PRE, size);
}

/* The answer is written: continues with the bytes that arrived ahead. */
static int next_request(struct link *link)
{
    struct http *http = link->state;
    drop_request(link);
    lws_set_timeout(link->wsi, PENDING_TIMEOUT_HTTP_KEEPALIVE_IDLE, KEEP_SECONDS);
    char *ahead = http->ahead;
    size_t size = http->ahead_size;
    http->ahead = NULL;
    http->ahead_size = 0;
    int code = size > 0 ? receive(link, ahead, size) : 0;
    free(ahead);
    return code;
}

static int writable(struct link *link)
{
    struct http_request *request = ((struct http *)link->state)->request;
    if (!request || !request->answer.bytes)
        return 0;
    struct http_answer *answer = &request->answer;
    bool is_blocked = lws_partial_buffered(link->wsi);
    if (!is_blocked && !http_answer_is_written(answer) && !write_part(link, request))
        return -1;
    if (!http_answer_is_written(answer) || lws_partial_buffered(link->wsi)) {
        lws_callback_on_writable(link->wsi);
        return 0;
    }
    if (!answer->closes)
        return next_request(link);
    /* Closing at once could destroy the answer for a client that is still sending. */
    shutdown(lws_get_socket_fd(link->wsi), SHUT_WR);
    lws_set_timeout(link->wsi, PENDING_TIMEOUT_HTTP_CONTENT, LINGER_SECONDS);
    answer->bytes = NULL;
    return 0;
}

static bool is_flushed(const struct link *link)
{
    const struct http_request *request = ((struct http *)link->state)->request;
    return !request || request->reader.state == READER_READING ||
           (request->answer.has_headers && !request->answer.bytes);
}

static void end(struct link *link, int close_code)
{
    (void)close_code;
    if (is_flushed(link))
        shutdown(lws_get_socket_fd(link->wsi), SHUT_RDWR);
}

void http_start(struct link *link)
{
    static const struct link_protocol protocol = {.receive = receive,
                                                  .writable = writable,
                                                  .send = send_message,
                                                  .end = end,
                                                  .is_flushed = is_flushed,
                                                  .free = free_http};
    link->protocol = &protocol;
    link->state = alloc_new(sizeof(struct http));
}

/* ---- The WebSocket handshake ---- */

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

static bool refuse_handshake(struct handshake_fault *fault, int status, enum fault_code code,
                             const char *text)
{
    *fault = (struct handshake_fault){status, code, text};
    return false;
}

bool handshake_check(const struct http_reader *reader, struct handshake_fault *fault)
{
    const struct http_head *head = &reader->head;
    if (reader->upgrades && !has_word(head->value[HEADER_UPGRADE], "websocket"))
        return refuse_handshake(fault, 501, FAULT_BAD_REQUEST, "server.wrong_method");
    if (strcmp(head->path, "/ws") != 0)
        return refuse_handshake(fault, 404, FAULT_UNKNOWN_COMMAND, "server.no_path");
    if (!reader->upgrades || strcmp(head->value[HEADER_WEBSOCKET_VERSION], "13") != 0)
        return refuse_handshake(fault, 426, FAULT_BAD_REQUEST, "server.no_handshake");
    if (head->method != METHOD_GET || !reader->is_version_1_1 ||
        !is_key(head->value[HEADER_WEBSOCKET_KEY]))
        return refuse_handshake(fault, 400, FAULT_BAD_REQUEST, "server.no_handshake");
    if (head->has[HEADER_WEBSOCKET_PROTOCOL] &&
        !has_word(head->value[HEADER_WEBSOCKET_PROTOCOL], "ludosaure"))
        return refuse_handshake(fault, 403, FAULT_FORBIDDEN, "server.no_handshake");
    return true;
}

void handshake_write(const struct http_head *head, struct buffer *out)
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char storage[64], accept[32];
    unsigned char hash[20];
    struct buffer proof;
    buffer_start(&proof, storage, sizeof storage);
    buffer_add_format(&proof, "%s%s", head->value[HEADER_WEBSOCKET_KEY], guid);
    lws_SHA1((unsigned char *)proof.text, proof.length, hash);
    CHECK(lws_b64_encode_string((char *)hash, sizeof hash, accept, sizeof accept) > 0);
    bool has_protocol = head->has[HEADER_WEBSOCKET_PROTOCOL];
    buffer_add_format(out,
                      "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n"
                      "connection: Upgrade\r\nsec-websocket-accept: %s\r\n%s\r\n",
                      accept, has_protocol ? "sec-websocket-protocol: ludosaure\r\n" : "");
}
