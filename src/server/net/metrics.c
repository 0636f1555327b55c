/* Figures for Prometheus (/metrics), and whether the server works (/healthz). */
#include "server/net/net.h"

#include "base/system/system.h"
#include "push/push.h"

#include <stdio.h>
#include <unistd.h>

enum {
    LATENCY_BUCKETS = 16,
    STORE_WAITING_MAX = 100000,
    STORE_RUNNING_US_MAX = 5000000, /* a transaction that takes longer may never end */
};

static void add(struct buffer *out, const char *name, const char *type, const char *help,
                int64_t value)
{
    buffer_add_format(out, "# HELP ludosaure_%s %s\n# TYPE ludosaure_%s %s\nludosaure_%s %lld\n",
                      name, help, name, type, name, (long long)value);
}

struct labelled {
    const char *label;
    int64_t value;
};

static void add_labelled(struct buffer *out, const char *name, const char *type, const char *help,
                         const char *label, const struct labelled *values, size_t count)
{
    buffer_add_format(out, "# HELP ludosaure_%s %s\n# TYPE ludosaure_%s %s\n", name, help, name,
                      type);
    for (size_t i = 0; i < count; i++)
        buffer_add_format(out, "ludosaure_%s{%s=\"%s\"} %lld\n", name, label, values[i].label,
                          (long long)values[i].value);
}

static void add_latency(struct buffer *out, const struct hall_figures *hall)
{
    static const char name[] = "ludosaure_move_seconds";
    buffer_add_format(out,
                      "# HELP %s From the arrival of a move to the sending of its step.\n"
                      "# TYPE %s histogram\n",
                      name, name);
    for (int i = 0; i < LATENCY_BUCKETS; i++)
        buffer_add_format(out, "%s_bucket{le=\"%g\"} %lld\n", name, 1e-4 * (double)(1 << i),
                          (long long)hall->latency[i]);
    buffer_add_format(out, "%s_bucket{le=\"+Inf\"} %lld\n%s_sum %.6f\n%s_count %lld\n", name,
                      (long long)hall->latency_count, name, (double)hall->latency_us / 1e6, name,
                      (long long)hall->latency_count);
}

static int64_t memory_bytes(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file)
        return 0;
    if (fscanf(file, "%*s %ld", &pages) != 1)
        pages = 0;
    fclose(file);
    return (int64_t)pages * sysconf(_SC_PAGESIZE);
}

static void write_net(struct buffer *out, const struct net_figures *net)
{
    const struct labelled dropped[] = {{"slow", net->dropped_slow},
                                       {"silent", net->dropped_silent},
                                       {"flooding", net->dropped_flooding}};
    add(out, "sockets", "gauge", "Open sockets.", net->sockets);
    add(out, "connections", "gauge", "Open WebSockets.", net->websockets);
    add(out, "accepted_total", "counter", "Sockets accepted.", net->accepted);
    add(out, "refused_total", "counter", "Sockets and WebSockets refused.", net->refused);
    add_labelled(out, "dropped_total", "counter", "Connections dropped.", "why", dropped, 3);
    add(out, "http_requests_total", "counter", "HTTP requests.", net->http_requests);
    add(out, "received_bytes_total", "counter", "Bytes received.", net->bytes_in);
    add(out, "sent_bytes_total", "counter", "Bytes sent.", net->bytes_out);
}

static void write_hall(struct buffer *out, const struct hall_figures *hall)
{
    const struct labelled tables[] = {{"waiting", hall->tables_waiting},
                                      {"playing", hall->tables_playing},
                                      {"over", hall->tables_over}};
    const struct labelled moves[] = {{"person", hall->moves_person},
                                     {"computer", hall->moves_bot},
                                     {"clock", hall->moves_timeout}};
    const struct labelled passwords[] = {{"wrong", hall->passwords_wrong},
                                         {"limit", hall->passwords_limited}};
    const struct labelled pushes[] = {{"sent", hall->pushes[PUSH_SENT]},
                                      {"gone", hall->pushes[PUSH_GONE]},
                                      {"failed", hall->pushes[PUSH_FAILED]}};
    const struct labelled messages[] = {{"in", hall->messages_in}, {"out", hall->messages_out}};
    add(out, "clients", "gauge", "Connections and requests in the hall.", hall->clients);
    add(out, "watchers", "gauge", "Connections at tables.", hall->watchers);
    add(out, "people_online", "gauge", "People connected.", hall->people_online);
    add_labelled(out, "tables", "gauge", "Tables in memory.", "state", tables, 3);
    add(out, "tables_run", "gauge", "Tables whose clocks and computer players this server runs.",
        hall->tables_run);
    add_labelled(out, "moves_total", "counter", "Moves made.", "by", moves, 3);
    add_labelled(out, "messages_total", "counter", "Messages.", "direction", messages, 2);
    add(out, "errors_total", "counter", "Requests refused.", hall->errors);
    add_labelled(out, "passwords_refused_total", "counter", "Passwords refused.", "why", passwords,
                 2);
    add_labelled(out, "pushes_total", "counter", "Messages to devices, by Web Push.", "outcome",
                 pushes, 3);
    add(out, "reports_total", "counter", "Reports of people by others.", hall->reports);
    add(out, "thoughts_waiting", "gauge",
        "Computer players' turns that have begun and wait for their move.", hall->thoughts_waiting);
    add(out, "thoughts_total", "counter", "Moves that computer players have decided on.",
        hall->thoughts_done);
    add_latency(out, hall);
}

static int64_t uptime_s(const struct metrics *metrics)
{
    return (clock_us() - metrics->started_us) / 1000000;
}

void metrics_write(const struct metrics *metrics, struct buffer *out)
{
    struct hall_figures hall;
    struct store_figures store;
    hall_read_figures(metrics->hall, &hall);
    store_figures(metrics->store->store, &store);
    write_net(out, metrics->net);
    write_hall(out, &hall);
    add(out, "store_waiting", "gauge", "Jobs under way in the store.", (int64_t)store.waiting);
    add(out, "store_transactions_total", "counter", "Transactions.", store.transactions);
    add(out, "store_jobs_total", "counter", "Jobs done by the store.", store.jobs);
    add(out, "store_failures_total", "counter", "Jobs that failed.", store.failures);
    add(out, "store_reconnections_total", "counter",
        "Connections to the database that were lost and made again.", store.link.reconnections);
    add(out, "store_busy_microseconds_total", "counter", "Time spent in transactions.",
        store.busy_us);
    add(out, "resident_memory_bytes", "gauge", "Memory in use.", memory_bytes());
    add(out, "uptime_seconds", "gauge", "Since the start.", uptime_s(metrics));
}

bool metrics_health(const struct metrics *metrics, struct buffer *out)
{
    struct hall_figures hall;
    struct store_figures store;
    hall_read_figures(metrics->hall, &hall);
    store_figures(metrics->store->store, &store);
    bool store_is_fine = store.waiting < STORE_WAITING_MAX && !metrics->store->is_failing &&
                         !store.link.is_lost && store.running_us < STORE_RUNNING_US_MAX;
    bool ok = store_is_fine && !metrics->is_stopping && hall_is_ready(metrics->hall);
    buffer_add_format(out,
                      "{\"ok\":%s,\"stopping\":%s,\"store\":%s,\"uptime_s\":%lld,"
                      "\"connections\":%lld,\"tables\":%lld}",
                      ok ? "true" : "false", metrics->is_stopping ? "true" : "false",
                      store_is_fine ? "true" : "false", (long long)uptime_s(metrics),
                      (long long)hall.clients,
                      (long long)(hall.tables_waiting + hall.tables_playing));
    return ok;
}

/* ---- Store health ---- */

static void on_probe(struct store_job *job)
{
    struct store_health *health = job->context;
    health->is_probing = false;
    if (job->outcome != STORE_OK)
        return;
    health->is_failing = false;
    log_event(health->log, "store_works", NULL);
}

/* A connection that was lost and is back since the last check is logged too. */
static void check_link(struct store_health *health, const struct link_figures *link)
{
    bool is_back = link->reconnections > health->reconnections;
    if ((link->is_lost || is_back) && !health->is_loss_logged)
        log_event(health->log, "store_lost", json_pack("{s:s?}", "why", link->error));
    if (is_back)
        log_event(health->log, "store_reconnected",
                  json_pack("{s:I}", "after_ms", (json_int_t)link->away_ms));
    health->is_loss_logged = !is_back && (link->is_lost || health->is_loss_logged);
    health->reconnections = link->reconnections;
}

void store_health_check(struct store_health *health)
{
    struct store_figures figures;
    store_figures(health->store, &figures);
    check_link(health, &figures.link);
    if (figures.failures > health->failures && !health->is_failing) {
        health->is_failing = true;
        log_event(health->log, "store_fails", json_pack("{s:s?}", "why", figures.error));
    }
    health->failures = figures.failures;
    if (health->is_failing && !health->is_probing) {
        health->is_probing = true;
        store_submit(health->store, store_job_new(STORE_PROBE, on_probe, health));
    }
}
