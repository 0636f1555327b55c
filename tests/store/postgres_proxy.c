#include "postgres_proxy.h"

#include "base/base.h"
#include "base/system/system.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { BYTES_MAX = 1 << 16, POLL_MS = 5 };

struct proxy {
    char server_folder[100], path[120];
    int listener, client, server; /* sockets; -1: none */
    _Atomic int cut;
    atomic_bool is_stopping, is_delivering;
    pthread_t thread;
    /* Of PROXY_LATE. */
    int late_server;
    char late[BYTES_MAX];
    size_t late_size;
};

static struct sockaddr_un address_of(const char *folder)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%.80s/.s.PGSQL.5432", folder);
    return address;
}

static void hang_up(int *socket)
{
    if (*socket >= 0)
        close(*socket);
    *socket = -1;
}

static void write_all(int socket, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t sent = send(socket, bytes, size, MSG_NOSIGNAL);
        if (sent <= 0)
            return;
        bytes += sent;
        size -= (size_t)sent;
    }
}

static void accept_client(struct proxy *proxy)
{
    hang_up(&proxy->client);
    hang_up(&proxy->server);
    proxy->client = accept(proxy->listener, NULL, NULL);
    CHECK(proxy->client >= 0);
    if (atomic_load(&proxy->cut) == PROXY_REFUSE) {
        hang_up(&proxy->client);
        return;
    }
    struct sockaddr_un address = address_of(proxy->server_folder);
    proxy->server = socket(AF_UNIX, SOCK_STREAM, 0);
    CHECK(connect(proxy->server, (struct sockaddr *)&address, sizeof address) == 0);
}

/* Reads until the server is ready for the next request, or hangs up. */
static void skip_answer(int server)
{
    static const char ready[] = {'Z', 0, 0, 0, 5, 'I'};
    char bytes[BYTES_MAX];
    for (;;) {
        ssize_t size = recv(server, bytes, sizeof bytes, 0);
        if (size < (ssize_t)sizeof ready ||
            memcmp(bytes + size - sizeof ready, ready, sizeof ready) == 0)
            return;
    }
}

static void on_request(struct proxy *proxy)
{
    char bytes[BYTES_MAX];
    ssize_t size = recv(proxy->client, bytes, sizeof bytes, 0);
    if (size <= 0) {
        hang_up(&proxy->client);
        hang_up(&proxy->server);
        return;
    }
    int cut = atomic_load(&proxy->cut);
    if (cut == PROXY_PASS) {
        write_all(proxy->server, bytes, (size_t)size);
        return;
    }
    if (cut == PROXY_AFTER || cut == PROXY_MUTE) {
        write_all(proxy->server, bytes, (size_t)size);
        skip_answer(proxy->server);
    }
    if (cut == PROXY_LATE) {
        memcpy(proxy->late, bytes, (size_t)size);
        proxy->late_size = (size_t)size;
        proxy->late_server = proxy->server;
        proxy->server = -1;
    }
    if (cut != PROXY_REFUSE)
        atomic_store(&proxy->cut, PROXY_PASS);
    if (cut == PROXY_DEAF || cut == PROXY_MUTE)
        return; /* until the client gives up */
    hang_up(&proxy->client);
    hang_up(&proxy->server);
}

static void on_answer(struct proxy *proxy)
{
    char bytes[BYTES_MAX];
    ssize_t size = recv(proxy->server, bytes, sizeof bytes, 0);
    if (size > 0) {
        write_all(proxy->client, bytes, (size_t)size);
        return;
    }
    hang_up(&proxy->client);
    hang_up(&proxy->server);
}

static void *run(void *argument)
{
    struct proxy *proxy = argument;
    while (!atomic_load(&proxy->is_stopping)) {
        struct pollfd sockets[] = {{.fd = proxy->listener, .events = POLLIN},
                                   {.fd = proxy->client, .events = POLLIN},
                                   {.fd = proxy->server, .events = POLLIN}};
        if (atomic_load(&proxy->is_delivering)) {
            write_all(proxy->late_server, proxy->late, proxy->late_size);
            skip_answer(proxy->late_server);
            atomic_store(&proxy->is_delivering, false);
        }
        if (poll(sockets, 3, POLL_MS) <= 0)
            continue;
        if (sockets[1].revents)
            on_request(proxy);
        else if (sockets[2].revents)
            on_answer(proxy);
        else if (sockets[0].revents)
            accept_client(proxy);
    }
    return NULL;
}

struct proxy *proxy_start(const char *folder, const char *server_folder)
{
    struct proxy *proxy = alloc_new(sizeof *proxy);
    struct sockaddr_un address = address_of(folder);
    snprintf(proxy->server_folder, sizeof proxy->server_folder, "%s", server_folder);
    snprintf(proxy->path, sizeof proxy->path, "%s", address.sun_path);
    proxy->client = proxy->server = proxy->late_server = -1;
    proxy->listener = socket(AF_UNIX, SOCK_STREAM, 0);
    CHECK(bind(proxy->listener, (struct sockaddr *)&address, sizeof address) == 0);
    CHECK(listen(proxy->listener, 4) == 0);
    CHECK(pthread_create(&proxy->thread, NULL, run, proxy) == 0);
    return proxy;
}

void proxy_stop(struct proxy *proxy)
{
    atomic_store(&proxy->is_stopping, true);
    pthread_join(proxy->thread, NULL);
    hang_up(&proxy->listener);
    hang_up(&proxy->client);
    hang_up(&proxy->server);
    hang_up(&proxy->late_server);
    unlink(proxy->path);
    free(proxy);
}

void proxy_cut(struct proxy *proxy, enum proxy_cut cut)
{
    atomic_store(&proxy->cut, (int)cut);
}

void proxy_deliver(struct proxy *proxy)
{
    atomic_store(&proxy->is_delivering, true);
    while (atomic_load(&proxy->is_delivering))
        poll(NULL, 0, POLL_MS);
}
