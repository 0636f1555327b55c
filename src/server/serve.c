/* Puts the parts of the server together, runs the loop, and stops it on SIGTERM. Notifies
 * systemd, and wipes memory that is freed.
 *
 * Chapters: the platform of the hall; stopping; running; opening and closing; notifying systemd;
 * wiping memory. */
#include "server/server_internal.h"

#include "base/base.h"
#include "base/system/system.h"
#include "push/push.h"
#include "server/net/net.h"
#include "store/store.h"

#include <errno.h>
#include <jansson.h>
#include <malloc.h>
#include <signal.h>
#include <sodium.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    LAST_CALL_MS = 2000, /* when stopping: for the store to finish and clients to read the rest */
    GOODBYE_MS = 300,    /* when stopping: for clients to answer the goodbye */
    LAST_CALL_TICK_MS = 10,
    STORE_CHECK_TICKS = 20,
    PUSH_AFTER_MS = 45 * 1000, /* longer than a connection without answers lasts */
    PUSH_TEST_MS = 1500,
};

struct server {
    const struct serve_settings *settings;
    struct serve_error *error;
    uv_loop_t loop;
    uv_async_t store_news; /* the store has finished jobs */
    uv_async_t pushed;     /* the sender has answers */
    uv_timer_t tick, last_call;
    uv_signal_t on_term, on_interrupt;
    struct steady_clock clock;
    struct log *log;
    struct store *store;
    struct store_health store_health;
    struct workers workers;
    struct push_sender *push_sender; /* NULL: no Web Push */
    struct hall *hall;
    struct metrics metrics;
    struct listener *listener; /* NULL until all tables are loaded */
    int64_t stopped_us;
    int64_t ticks;
    bool is_listener_stopped, has_failed;
};

/* ---- The platform of the hall ---- */

static void platform_send(void *context, struct client *client, struct message *message)
{
    (void)context;
    listener_send(client, message);
}

static void platform_end(void *context, struct client *client)
{
    (void)context;
    listener_end(client);
}

static void platform_think(void *context, struct decision *decision)
{
    workers_think(&((struct server *)context)->workers, decision);
}

static void platform_hash(void *context, struct password_work *work)
{
    workers_hash(&((struct server *)context)->workers, work);
}

static void platform_push(void *context, struct push_message *message)
{
    push_sender_put(((struct server *)context)->push_sender, message);
}

static void platform_entropy(void *context, void *bytes, size_t size)
{
    (void)context;
    randombytes_buf(bytes, size);
}

static int64_t platform_now_us(void *context)
{
    (void)context;
    return clock_boot_ns() / 1000;
}

static int64_t platform_cpu_us(void *context)
{
    (void)context;
    return clock_thread_ns() / 1000;
}

static void platform_log(void *context, const char *event, json_t *fields)
{
    log_event(((struct server *)context)->log, event, fields);
}

/* ---- Stopping ---- */

static void notify_system(struct server *server, const char *state)
{
    const char *error = systemd_notify(state);
    if (error)
        log_event(server->log, "notify_failed", json_pack("{s:s}", "why", error));
}

/* Waits for the store to finish, then for clients to read what was sent to them. */
static void on_last_call(uv_timer_t *timer)
{
    struct server *server = timer->data;
    struct store_figures figures;
    store_collect(server->store);
    store_figures(server->store, &figures);
    int64_t since_us = clock_us() - server->stopped_us;
    bool is_late = since_us > (int64_t)LAST_CALL_MS * 1000;
    if (figures.waiting > 0 && !is_late)
        return;
    if (server->listener && !server->is_listener_stopped)
        listener_stop(server->listener);
    server->is_listener_stopped = true;
    bool is_done = !server->listener || listener_is_empty(server->listener) ||
                   (since_us > (int64_t)GOODBYE_MS * 1000 && listener_is_flushed(server->listener));
    if (is_late || is_done)
        uv_stop(&server->loop);
}

static void begin_stop(struct server *server)
{
    if (server->metrics.is_stopping)
        return;
    server->metrics.is_stopping = true;
    server->stopped_us = clock_us();
    notify_system(server, "STOPPING=1");
    if (!server->has_failed)
        log_event(server->log, "stopping", NULL);
    uv_timer_stop(&server->tick);
    hall_stop(server->hall);
    uv_timer_start(&server->last_call, on_last_call, 0, LAST_CALL_TICK_MS);
}

static void on_signal(uv_signal_t *handle, int number)
{
    (void)number;
    struct server *server = handle->data;
    if (server->metrics.is_stopping)
        uv_stop(&server->loop); /* the second signal: at once */
    begin_stop(server);
}

/* ---- Running ---- */

/* All tables are loaded: opens the port. */
static void open_port(struct server *server)
{
    const struct listener_parts parts = {.settings = server->settings,
                                         .loop = &server->loop,
                                         .hall = server->hall,
                                         .log = server->log,
                                         .clock = &server->clock,
                                         .metrics = &server->metrics};
    server->listener = listener_new(&parts);
    server->metrics.net = listener_figures(server->listener);
    if (!listener_open(server->listener, server->error)) {
        server->has_failed = true;
        begin_stop(server);
        return;
    }
    int port = listener_port(server->listener);
    json_int_t after_ms = (clock_us() - server->metrics.started_us) / 1000;
    log_event(server->log, "ready", json_pack("{s:i, s:I}", "port", port, "after_ms", after_ms));
    notify_system(server, "READY=1");
    if (server->settings->ready)
        server->settings->ready(server->settings->context, port);
}

/* Called on the store's thread. */
static void notify_store_news(void *context)
{
    uv_async_send(&((struct server *)context)->store_news);
}

static void on_store_news(uv_async_t *async)
{
    struct server *server = async->data;
    store_collect(server->store);
    if (store_take_news(server->store))
        hall_look(server->hall);
    if (!server->listener && !server->metrics.is_stopping && hall_is_ready(server->hall))
        open_port(server);
}

/* Called on the sender's thread. */
static void notify_pushed(void *context)
{
    uv_async_send(&((struct server *)context)->pushed);
}

static void on_pushed(uv_async_t *async)
{
    struct server *server = async->data;
    for (struct push_message *one; (one = push_sender_take(server->push_sender));)
        hall_push_done(server->hall, one, steady_clock_ms(&server->clock));
}

static void on_tick(uv_timer_t *timer)
{
    struct server *server = timer->data;
    hall_tick(server->hall, steady_clock_ms(&server->clock));
    if (++server->ticks % STORE_CHECK_TICKS == 0)
        store_health_check(&server->store_health);
}

/* ---- Opening and closing ---- */

static void open_loop(struct server *server)
{
    signal(SIGPIPE, SIG_IGN);
    workers_start(&server->workers, &server->loop, &server->clock, server->settings->workers);
    CHECK(uv_loop_init(&server->loop) == 0);
    uv_async_init(&server->loop, &server->store_news, on_store_news);
    uv_async_init(&server->loop, &server->pushed, on_pushed);
    uv_timer_init(&server->loop, &server->tick);
    uv_timer_init(&server->loop, &server->last_call);
    uv_signal_init(&server->loop, &server->on_term);
    uv_signal_init(&server->loop, &server->on_interrupt);
    server->store_news.data = server->pushed.data = server->tick.data = server->last_call.data =
        server;
    server->on_term.data = server->on_interrupt.data = server;
    uv_signal_start(&server->on_term, on_signal, SIGTERM);
    uv_signal_start(&server->on_interrupt, on_signal, SIGINT);
}

static void close_handle(void *handle)
{
    uv_close(handle, NULL);
}

static void close_loop(struct server *server)
{
    close_handle(&server->tick);
    close_handle(&server->last_call);
    close_handle(&server->on_term);
    close_handle(&server->on_interrupt);
    push_sender_free(server->push_sender);
    close_handle(&server->pushed);
    workers_finish(&server->workers);             /* they use the hall's memory */
    uv_unref((uv_handle_t *)&server->store_news); /* the store still uses it */
    listener_close(server->listener);
    if (server->hall)
        hall_free(server->hall);
    store_close(server->store);
    close_handle(&server->store_news);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    uv_loop_close(&server->loop);
}

static void open_sender(struct server *server)
{
    const struct serve_settings *settings = server->settings;
    if (settings->push_contact)
        server->push_sender =
            push_sender_new(&(struct push_settings){.contact = settings->push_contact,
                                                    .test_certificate = settings->push_certificate,
                                                    .notify = notify_pushed,
                                                    .context = server});
}

static void open_hall(struct server *server)
{
    const struct hall_platform platform = {.context = server,
                                           .send = platform_send,
                                           .end = platform_end,
                                           .think = platform_think,
                                           .hash = platform_hash,
                                           .push = platform_push,
                                           .entropy = platform_entropy,
                                           .now_us = platform_now_us,
                                           .cpu_us = platform_cpu_us,
                                           .log = platform_log};
    struct hall_settings settings = server->settings->hall;
    settings.now_ms = steady_clock_ms(&server->clock);
    settings.thinkers = server->settings->workers;
    settings.push_after_ms = !server->push_sender                 ? 0
                             : server->settings->push_certificate ? PUSH_TEST_MS
                                                                  : PUSH_AFTER_MS;
    server->hall = hall_new(&settings, &platform, server->store);
    hall_load(server->hall);
}

static bool run(struct server *server)
{
    struct serve_error *error = server->error;
    server->store = store_open(server->settings->database, notify_store_news, server, error->detail,
                               sizeof error->detail);
    if (!server->store) {
        error->failure = SERVE_DATABASE;
        return false;
    }
    server->store_health = (struct store_health){.store = server->store, .log = server->log};
    open_sender(server);
    open_hall(server);
    server->metrics.hall = server->hall;
    server->metrics.store = &server->store_health;
    uv_timer_start(&server->tick, on_tick, HALL_TICK_MS, HALL_TICK_MS);
    uv_async_send(&server->store_news); /* perhaps there is nothing to load */
    uv_run(&server->loop, UV_RUN_DEFAULT);
    return !server->has_failed;
}

bool serve(const struct serve_settings *settings, struct serve_error *error)
{
    if (!port_probe(settings, error))
        return false;
    wiping_start();
    struct server server = {.settings = settings, .error = error, .metrics.started_us = clock_us()};
    steady_clock_start(&server.clock);
    server.log = log_open(settings->log);
    open_loop(&server);
    bool is_fine = run(&server);
    close_loop(&server);
    if (is_fine)
        log_event(server.log, "stopped", NULL);
    log_close(server.log);
    return is_fine;
}

/* ---- Notifying systemd ---- */

const char *systemd_notify(const char *state)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    if (!path || strlen(path) >= sizeof to.sun_path || (*path != '/' && *path != '@'))
        return NULL;
    memcpy(to.sun_path, path, strlen(path));
    if (*path == '@')
        to.sun_path[0] = '\0'; /* an abstract socket: its name is no file */
    int out = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (out < 0)
        return strerror(errno);
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path));
    bool is_sent =
        sendto(out, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&to, size) >= 0;
    const char *error = is_sent ? NULL : strerror(errno);
    close(out);
    return error;
}

/* ---- Wiping memory ---- */

/* Values made before wiping_start come here too, which does no harm. */
static void wipe_and_free(void *memory)
{
    if (memory)
        sodium_memzero(memory, malloc_usable_size(memory));
    free(memory);
}

void wiping_start(void)
{
    json_set_alloc_funcs(malloc, wipe_and_free);
}
