#include "load_echo.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "load_histogram.h"

#include <stdio.h>
#include <stdlib.h>

enum { MESSAGE_BYTES = 80 }; /* as long as a move */

struct echo_client {
    struct connection connection; /* must be the first member */
    int64_t sent_us;
};

struct echo {
    struct connections *connections;
    int64_t from_us, to_us, count; /* what is measured */
    struct histogram times;
};

static void send_message(struct echo *echo, struct echo_client *client)
{
    static const char message[MESSAGE_BYTES] = "{\"id\":1,\"cmd\":\"move\"}";
    client->sent_us = clock_us();
    connection_send(echo->connections, &client->connection, message, sizeof message);
}

static void on_opened(void *context, struct connection *connection)
{
    send_message(context, (struct echo_client *)connection);
}

static void on_received(void *context, struct connection *connection, const char *bytes,
                        size_t size)
{
    (void)bytes, (void)size;
    struct echo *echo = context;
    struct echo_client *client = (struct echo_client *)connection;
    int64_t now_us = clock_us();
    if (now_us >= echo->from_us && now_us < echo->to_us) {
        echo->count++;
        histogram_add(&echo->times, now_us - client->sent_us);
    }
    send_message(echo, client);
}

void load_echo(struct connections *connections, int count, double warmup_s, double seconds)
{
    struct echo *echo = alloc_new(sizeof *echo);
    struct echo_client *clients = alloc_array((size_t)count, sizeof *clients);
    echo->connections = connections;
    echo->from_us = clock_us() + (int64_t)(warmup_s * 1e6);
    echo->to_us = echo->from_us + (int64_t)(seconds * 1e6);
    connections->context = echo;
    connections->opened = on_opened;
    connections->received = on_received;
    for (int i = 0; i < count; i++)
        connection_open(connections, &clients[i].connection, i);
    while (clock_us() < echo->to_us)
        connections_wait(connections, 10000);
    printf("{\"messages_per_s\":%.1f,\"p50\":%.3f,\"p99\":%.3f}\n", (double)echo->count / seconds,
           (double)histogram_at(&echo->times, 0.5) / 1e3,
           (double)histogram_at(&echo->times, 0.99) / 1e3);
    free(clients);
    free(echo);
}
