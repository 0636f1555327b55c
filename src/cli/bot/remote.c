/* libwebsockets calls back; messages wait in lists, so that others may wait for them. */
#include "cli/bot/bot.h"

#include "base/base.h"
#include "base/system/system.h"
#include "wire/wire.h"

#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE_BYTES_MAX = 4 << 20 };

struct remote_message {
    struct remote_message *next;
    size_t size;
    unsigned char bytes[]; /* after LWS_PRE, if it is to be sent */
};

struct remote_queue {
    struct remote_message *first, **end;
};

struct remote {
    struct lws_context *context;
    struct lws *wsi;
    bool is_open, has_ended;
    char reason[REMOTE_REASON];
    struct remote_queue sent, received;
    char *partial; /* of a message that comes in pieces */
    size_t partial_size;
};

static void put(struct remote_queue *queue, const void *bytes, size_t before, size_t size)
{
    struct remote_message *message = alloc_new(sizeof *message + before + size + 1);
    message->size = size;
    memcpy(message->bytes + before, bytes, size);
    *queue->end = message;
    queue->end = &message->next;
}

static struct remote_message *take(struct remote_queue *queue)
{
    struct remote_message *first = queue->first;
    if (first && !(queue->first = first->next))
        queue->end = &queue->first;
    return first;
}

static void clear(struct remote_queue *queue)
{
    for (struct remote_message *message; (message = take(queue));)
        free(message);
}

/* A piece of a message. False: it is longer than any that a server sends. */
static bool receive(struct remote *remote, struct lws *wsi, const void *bytes, size_t size)
{
    if (remote->partial_size + size > MESSAGE_BYTES_MAX)
        return false;
    remote->partial = alloc_resize(remote->partial, remote->partial_size + size + 1, 1);
    memcpy(remote->partial + remote->partial_size, bytes, size);
    remote->partial_size += size;
    if (lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0) {
        put(&remote->received, remote->partial, 0, remote->partial_size);
        remote->partial_size = 0;
    }
    return true;
}

static int write_one(struct remote *remote, struct lws *wsi)
{
    struct remote_message *message = take(&remote->sent);
    if (!message)
        return 0;
    int written = lws_write(wsi, message->bytes + LWS_PRE, message->size, LWS_WRITE_TEXT);
    bool good = written >= (int)message->size;
    free(message);
    if (good && remote->sent.first)
        lws_callback_on_writable(wsi);
    return good ? 0 : -1;
}

static int callback(struct lws *wsi, enum lws_callback_reasons why, void *user, void *in,
                    size_t size)
{
    struct lws_context *context = lws_get_context(wsi);
    struct remote *remote = context ? lws_context_user(context) : NULL;
    (void)user;
    if (!remote)
        return 0;
    switch (why) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        remote->is_open = true;
        return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        snprintf(remote->reason, sizeof remote->reason, "%.*s", in ? (int)size : 1,
                 in ? (char *)in : "?");
        remote->has_ended = true;
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        return receive(remote, wsi, in, size) ? 0 : -1;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return write_one(remote, wsi);
    case LWS_CALLBACK_CLIENT_CLOSED:
        remote->has_ended = true;
        return 0;
    default:
        return 0;
    }
}

static const struct lws_protocols protocols[] = {{.name = "ludosaure", .callback = callback},
                                                 {.name = NULL}};

/* A server that is cut off is silent: then the connection ends, too. Servers ping after 20 seconds. */
static const lws_retry_bo_t patience = {.secs_since_valid_ping = 30, .secs_since_valid_hangup = 60};

/* Starts to connect. `address` is taken apart. False: it is no address of a server. */
static bool begin(struct remote *remote, char *address)
{
    const char *scheme, *host, *path;
    int port;
    if (!strstr(address, "://") || lws_parse_uri(address, &scheme, &host, &port, &path) != 0 ||
        !*host)
        return false;
    bool secure = strcmp(scheme, "https") == 0 || strcmp(scheme, "wss") == 0;
    if (!secure && strcmp(scheme, "http") != 0 && strcmp(scheme, "ws") != 0)
        return false;
    size_t length = strlen(path);
    while (length > 0 && path[length - 1] == '/')
        length--;
    char whole[512];
    snprintf(whole, sizeof whole, "/%.*s%sws", (int)length, path, length > 0 ? "/" : "");
    struct lws_client_connect_info info = {.context = remote->context,
                                           .address = host,
                                           .port = port,
                                           .path = whole,
                                           .host = host,
                                           .origin = NULL,
                                           .ssl_connection = secure ? LCCSCF_USE_SSL : 0,
                                           .local_protocol_name = protocols[0].name,
                                           .retry_and_idle_policy = &patience};
    remote->wsi = lws_client_connect_via_info(&info);
    remote->has_ended = !remote->wsi;
    return true;
}

struct remote *remote_open(const char *url, char reason[REMOTE_REASON], bool *is_url)
{
    lws_set_log_level(0, NULL);
    struct remote *remote = alloc_new(sizeof *remote);
    remote->sent.end = &remote->sent.first;
    remote->received.end = &remote->received.first;
    struct lws_context_creation_info info = {.port = CONTEXT_PORT_NO_LISTEN,
                                             .protocols = protocols,
                                             .options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT,
                                             .user = remote};
    info.gid--; /* -1, of whatever type this version has: it stays who it is */
    info.uid--;
    remote->context = lws_create_context(&info);
    CHECK(remote->context);
    char *address = alloc_text(url);
    *is_url = begin(remote, address);
    while (*is_url && !remote->is_open && !remote->has_ended)
        lws_service(remote->context, 0);
    free(address);
    if (*is_url && remote->is_open)
        return remote;
    snprintf(reason, REMOTE_REASON, "%s", remote->reason);
    remote_close(remote);
    return NULL;
}

void remote_send(struct remote *remote, json_t *request)
{
    char *text = json_dumps(request, JSON_COMPACT);
    CHECK(text);
    json_decref(request);
    put(&remote->sent, text, LWS_PRE, strlen(text));
    free(text);
    if (!remote->has_ended)
        lws_callback_on_writable(remote->wsi);
}

json_t *remote_receive(struct remote *remote)
{
    for (;;) {
        struct remote_message *message = take(&remote->received);
        if (message) {
            json_t *json = wire_parse((const char *)message->bytes, message->size);
            free(message);
            if (json_is_object(json))
                return json;
            json_decref(json); /* not a server of Ludosaure */
            return NULL;
        }
        if (remote->has_ended)
            return NULL;
        lws_service(remote->context, 0);
    }
}

void remote_close(struct remote *remote)
{
    if (!remote)
        return;
    lws_context_destroy(remote->context);
    clear(&remote->sent);
    clear(&remote->received);
    free(remote->partial);
    free(remote);
}
