/* A bare WebSocket server by libwebsockets that sends every message back, to compare with.
 *
 * usage: echo PORT */
#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE_MAX = 1024 };

struct session {
    unsigned char bytes[LWS_PRE + MESSAGE_MAX];
    size_t size;
};

static int on_event(struct lws *connection, enum lws_callback_reasons reason, void *user, void *in,
                    size_t size)
{
    struct session *session = user;
    switch (reason) {
    case LWS_CALLBACK_RECEIVE:
        if (size > MESSAGE_MAX)
            return -1;
        memcpy(session->bytes + LWS_PRE, in, size);
        session->size = size;
        lws_callback_on_writable(connection);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return lws_write(connection, session->bytes + LWS_PRE, session->size, LWS_WRITE_TEXT) < 0;
    default:
        return 0;
    }
}

int main(int count, char **words)
{
    if (count != 2)
        return 2;
    static const struct lws_protocols protocols[] = {
        {.name = "echo", .callback = on_event, .per_session_data_size = sizeof(struct session)},
        {.name = NULL}};
    struct lws_context_creation_info info = {
        .port = atoi(words[1]), .iface = "127.0.0.1", .protocols = protocols};
    lws_set_log_level(LLL_ERR, NULL);
    struct lws_context *context = lws_create_context(&info);
    if (!context)
        return 1;
    while (lws_service(context, 0) >= 0)
        continue;
    lws_context_destroy(context);
    return 0;
}
