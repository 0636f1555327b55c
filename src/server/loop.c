/* The loop: sockets, threads, the clock and the store around a hall.
 *
 * Everything but the store's transactions, computer players' thinking and passwords happens on one
 * thread, in callbacks of one libuv loop. */
#include "server/outside.h"
#include "store/open.h"

#include "base/check.h"
#include "base/clock.h"

#include <errno.h>
#include <signal.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum {
    WORKER_NICE = 10,    /* the loop and the store go first */
    LAST_CALL_MS = 2000, /* for clients to take what is queued, when stopping */
    GOODBYE_MS = 300,    /* for clients to say goodbye as well */
    LAST_CALL_TICK_MS = 10,
    HEALTH_TICKS = 20, /* how often the store's failures are looked at */
};

int64_t server_wall_ms(void)
{
    return clock_wall_ms();
}

int64_t server_now_us(void)
{
    return clock_ns() / 1000;
}

/* What passes while the machine sleeps counts: people's clocks go on. */
int64_t server_now_ms(const struct server *server)
{
    return server->boot_wall_ms + clock_boot_ns() / 1000000;
}

/* Tells systemd, if it started us and wants to know. */
static void notify_system(struct server *server, const char *state)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    if (!path || strlen(path) >= sizeof to.sun_path || (*path != '/' && *path != '@'))
        return;
    memcpy(to.sun_path, path, strlen(path));
    if (*path == '@')
        to.sun_path[0] = '\0'; /* a name that is no file */
    int out = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (out < 0)
        return;
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path));
    if (sendto(out, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&to, size) < 0)
        server_log(server, "notify_failed", json_pack("{s:s}", "why", strerror(errno)));
    close(out);
}

/* --- Work on other threads ------------------------------------------------------------------ */

struct work {
    uv_work_t request;
    struct server *server;
    struct decision *decision; /* one of the two */
    struct password_work *password;
    struct work *next, *previous;
};

static void work_do(uv_work_t *request)
{
    static _Thread_local bool is_nice;
    struct work *work = request->data;
    if (!is_nice)
        setpriority(PRIO_PROCESS, 0, WORKER_NICE); /* in Linux: of this thread */
    is_nice = true;
    if (work->decision) {
        atomic_store(&work->decision->begun_ms, server_now_ms(work->server));
        decision_think(work->decision);
    } else
        password_work_do(work->password);
}

/* Work that was cancelled comes back as well: the hall wants its memory back. */
static void work_done(uv_work_t *request, int status)
{
    struct work *work = request->data;
    struct server *server = work->server;
    *(work->previous ? &work->previous->next : &server->works) = work->next;
    if (work->next)
        work->next->previous = work->previous;
    if (work->decision) {
        work->decision->undone = status != 0;
        hall_decision_done(server->hall, work->decision, server_now_ms(server));
    } else {
        work->password->failed |= status != 0;
        hall_password_done(server->hall, work->password, server_now_ms(server));
    }
    free(work);
}

static void work_begin(struct server *server, struct decision *decision,
                       struct password_work *password)
{
    struct work *work = malloc(sizeof *work);
    CHECK(work);
    *work = (struct work){
        .server = server, .decision = decision, .password = password, .next = server->works};
    work->request.data = work;
    if (work->next)
        work->next->previous = work;
    server->works = work;
    CHECK(uv_queue_work(&server->loop, &work->request, work_do, work_done) == 0);
}

static void outside_think(void *context, struct decision *decision)
{
    work_begin(context, decision, NULL);
}

static void outside_hash(void *context, struct password_work *work)
{
    work_begin(context, NULL, work);
}

static void outside_entropy(void *context, void *bytes, size_t size)
{
    (void)context;
    randombytes_buf(bytes, size);
}

static int64_t outside_now_us(void *context)
{
    (void)context;
    return server_now_us();
}

static int64_t outside_cpu_us(void *context)
{
    (void)context;
    return clock_thread_ns() / 1000;
}

/* --- The store, the clock, the end ---------------------------------------------------------- */

static void on_store_thread(void *context)
{
    struct server *server = context;
    uv_async_send(&server->store_news);
}

static void begin_stop(struct server *server);

/* All tables are there: the port opens. */
static void open_port(struct server *server)
{
    if (!net_open(server, server->error)) {
        server->failed = true;
        begin_stop(server);
        return;
    }
    json_t *fields = json_object();
    json_object_set_new(fields, "port", json_integer(net_port(server->net)));
    json_object_set_new(fields, "after_ms",
                        json_integer((server_now_us() - server->started_us) / 1000));
    server_log(server, "ready", fields);
    notify_system(server, "READY=1");
    if (server->settings->ready)
        server->settings->ready(server->settings->context, net_port(server->net));
}

static void on_store_news(uv_async_t *async)
{
    struct server *server = async->data;
    store_collect(server->store);
    if (!server->net && !server->stopping && hall_is_ready(server->hall))
        open_port(server);
}

static void on_probe(struct store_job *job)
{
    struct server *server = job->context;
    server->probing = false;
    if (job->outcome != STORE_OK)
        return;
    server->store_fails = false;
    server_log(server, "store_works", NULL);
}

/* A store that fails is told by /healthz, until something could be written again; and since nobody
 * may have anything to write meanwhile, it is tried. */
static void look_at_store(struct server *server)
{
    struct store_figures figures;
    store_figures(server->store, &figures);
    if (figures.failures > server->failures_seen && !server->store_fails) {
        server->store_fails = true;
        server_log(server, "store_fails", json_pack("{s:s?}", "why", figures.error));
    }
    server->failures_seen = figures.failures;
    if (server->store_fails && !server->probing) {
        server->probing = true;
        store_submit(server->store, store_job_new(STORE_PROBE, on_probe, server));
    }
}

static void on_tick(uv_timer_t *timer)
{
    struct server *server = timer->data;
    hall_tick(server->hall, server_now_ms(server));
    if (++server->ticks % HEALTH_TICKS == 0)
        look_at_store(server);
}

/* Waits for what is under way in the store, then for clients to take what they are told. */
static void on_last_call(uv_timer_t *timer)
{
    struct server *server = timer->data;
    struct store_figures figures;
    store_collect(server->store);
    store_figures(server->store, &figures);
    int64_t since_us = server_now_us() - server->stopped_us;
    bool is_late = since_us > (int64_t)LAST_CALL_MS * 1000;
    if (figures.waiting > 0 && !is_late)
        return;
    if (server->net && !server->net_stopped)
        net_stop(server->net);
    server->net_stopped = true;
    bool is_done = !server->net || net_is_empty(server->net) ||
                   (since_us > (int64_t)GOODBYE_MS * 1000 && net_is_flushed(server->net));
    if (is_late || is_done)
        uv_stop(&server->loop);
}

static void begin_stop(struct server *server)
{
    if (server->stopping)
        return;
    server->stopping = true;
    server->stopped_us = server_now_us();
    notify_system(server, "STOPPING=1");
    server_log(server, "stopping", NULL);
    uv_timer_stop(&server->tick);
    hall_stop(server->hall);
    uv_timer_start(&server->last_call, on_last_call, 0, LAST_CALL_TICK_MS);
}

static void on_signal(uv_signal_t *handle, int number)
{
    (void)number;
    struct server *server = handle->data;
    if (server->stopping)
        uv_stop(&server->loop); /* asked twice: now */
    begin_stop(server);
}

/* --- Putting it together -------------------------------------------------------------------- */

static void loop_open(struct server *server)
{
    char workers[16];
    snprintf(workers, sizeof workers, "%d", server->settings->workers);
    setenv("UV_THREADPOOL_SIZE", workers, 1);
    signal(SIGPIPE, SIG_IGN);
    CHECK(uv_loop_init(&server->loop) == 0);
    uv_async_init(&server->loop, &server->store_news, on_store_news);
    uv_timer_init(&server->loop, &server->tick);
    uv_timer_init(&server->loop, &server->last_call);
    uv_signal_init(&server->loop, &server->on_term);
    uv_signal_init(&server->loop, &server->on_interrupt);
    server->store_news.data = server->tick.data = server->last_call.data = server;
    server->on_term.data = server->on_interrupt.data = server;
    uv_signal_start(&server->on_term, on_signal, SIGTERM);
    uv_signal_start(&server->on_interrupt, on_signal, SIGINT);
}

static void handle_close(void *handle)
{
    uv_close(handle, NULL);
}

static void loop_close(struct server *server)
{
    handle_close(&server->tick);
    handle_close(&server->last_call);
    handle_close(&server->on_term);
    handle_close(&server->on_interrupt);
    /* Thoughts that have begun cannot be stopped, and use the hall's memory. */
    for (struct work *work = server->works; work; work = work->next)
        uv_cancel((uv_req_t *)&work->request);
    while (server->works)
        uv_run(&server->loop, UV_RUN_ONCE);
    uv_unref((uv_handle_t *)&server->store_news); /* the store still uses it */
    if (server->net)
        net_close(server->net);
    server->net = NULL;
    if (server->hall)
        hall_free(server->hall);
    if (server->store)
        store_close(server->store);
    handle_close(&server->store_news);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    uv_loop_close(&server->loop);
}

bool serve(const struct serve_settings *settings, struct serve_error *error)
{
    struct server server = {.settings = settings,
                            .error = error,
                            .started_us = server_now_us(),
                            .boot_wall_ms = server_wall_ms() - clock_boot_ns() / 1000000};
    struct hall_settings hall_settings = settings->hall;
    const struct hall_outside outside = {.context = &server,
                                         .send = net_send,
                                         .end = net_end,
                                         .think = outside_think,
                                         .hash = outside_hash,
                                         .entropy = outside_entropy,
                                         .now_us = outside_now_us,
                                         .cpu_us = outside_cpu_us,
                                         .log = server_log};
    if (!net_probe(settings, error))
        return false;
    server_log_open(&server);
    loop_open(&server);
    server.store = store_open(settings->database, on_store_thread, &server, error->detail,
                              sizeof error->detail);
    if (!server.store) {
        error->failure = SERVE_DATABASE;
        loop_close(&server);
        server_log_close(&server);
        return false;
    }
    hall_settings.now_ms = server_now_ms(&server);
    hall_settings.thinkers = settings->workers;
    server.hall = hall_new(&hall_settings, &outside, server.store);
    hall_load(server.hall);
    uv_timer_start(&server.tick, on_tick, HALL_TICK_MS, HALL_TICK_MS);
    uv_async_send(&server.store_news); /* perhaps there is nothing to load */
    uv_run(&server.loop, UV_RUN_DEFAULT);
    loop_close(&server);
    server_log(&server, "stopped", NULL);
    server_log_close(&server);
    return !server.failed;
}
