/* Puts the units together: gives each the ones below it, and connects the callbacks of lower units
 * to higher ones.
 *
 * Chapters: events; the hall; clients; messages; time, and other threads. */
#include "hall/hall_internal.h"

#include "base/base.h"
#include "base/system/system.h"
#include "hall/cluster/news/news.h"
#include "hall/cluster/peers/peers.h"
#include "hall/front/front.h"
#include "hall/people/people.h"
#include "hall/play/play.h"

#include <sodium.h>
#include <stdlib.h>

/* ---- Events ---- */

static void on_run(void *context, struct client *client, struct request *request)
{
    const struct hall *hall = context;
    dispatch_run(&hall->dispatch, client, request);
}

static void on_leaving(void *context, struct client *client)
{
    (void)context;
    watch_end_all(client);
}

static void on_forgetting(void *context, struct live_table *live)
{
    (void)context;
    changes_forget(live);
    rematch_forget(live);
    bots_forget(live);
    live_realtime_forget(live);
}

static void on_stepped(void *context, struct live_table *live, const struct store_entry *entry)
{
    (void)context;
    bots_stepped(live, entry);
    rematch_stepped(live, entry);
}

static void on_started_over(void *context, struct live_table *live)
{
    (void)context;
    bots_started_over(live);
    live_realtime_started_over(live);
    days_started_over(live);
}

static void on_settled(void *context, struct live_table *live)
{
    struct hall *hall = context;
    bots_tick(&hall->bots, live);
    notices_tick(&hall->notices, live);
}

static void on_found_over(void *context, const struct store_ended *ended, size_t count)
{
    struct hall *hall = context;
    sweep_set_over(&hall->sweep, ended, count);
}

static void on_person_changed(void *context, const char *person)
{
    struct hall *hall = context;
    sessions_check(&hall->sessions, person);
    leaderboards_check(&hall->leaderboards, person);
    friends_check(&hall->friends, person);
    changed_people_check(&hall->deleting, person);
    if (!person)
        days_forget(&hall->days);
}

static void on_heard(void *context, const char *message)
{
    struct hall *hall = context;
    news_take(&(struct news_targets){.tables = &hall->tables,
                                     .people = &hall->people,
                                     .attempts = &hall->attempts,
                                     .days = &hall->days},
              message);
}

/* ---- The hall ---- */

/* What is there for people with an account, or who want one. */
static void start_accounts(struct hall *hall)
{
    attempts_start(&hall->attempts, &hall->environment);
    sessions_start(&hall->sessions, &hall->people, &hall->tables, &hall->attempts);
    passwords_start(&hall->passwords, &hall->environment);
    hall->deleting =
        (struct deleting){.changes = &hall->changes, .leaderboards = &hall->leaderboards};
    hall->accounts = (struct accounts){.sessions = &hall->sessions,
                                       .passwords = &hall->passwords,
                                       .attempts = &hall->attempts,
                                       .deleting = &hall->deleting};
    expiry_start(&hall->expiry, &hall->clients);
    notices_start(&hall->notices, &hall->tables, &hall->leases, &hall->notes);
    friends_start(&hall->friends, &hall->people, &hall->tables);
}

struct hall *hall_new(const struct hall_settings *settings, const struct hall_platform *platform,
                      struct store *store)
{
    CHECK(sodium_init() >= 0);
    /* A limit that the caller forgot would be 0, and end every match at its start. */
    CHECK(settings->limits.moves_per_match > 0);
    struct hall *hall = alloc_new(sizeof *hall);
    hall->environment = (struct environment){.hall = hall,
                                             .settings = *settings,
                                             .platform = *platform,
                                             .store = store,
                                             .now_ms = settings->now_ms};
    id_new(&hall->environment, hall->environment.server);
    addresses_start(&hall->addresses, &hall->environment);
    clients_start(&hall->clients, &hall->environment, &hall->addresses,
                  &(struct client_callbacks){.context = hall, .run = on_run});
    people_start(&hall->people, &hall->clients,
                 &(struct people_callbacks){.context = hall, .leaving = on_leaving});
    live_tables_start(&hall->tables, &hall->environment,
                      &(struct live_table_callbacks){.context = hall, .forgetting = on_forgetting});
    leases_start(&hall->leases, &hall->tables);
    changes_start(&hall->changes, &hall->tables,
                  &(struct change_callbacks){.context = hall,
                                             .stepped = on_stepped,
                                             .started_over = on_started_over,
                                             .settled = on_settled});
    thinking_start(&hall->thinking, &hall->leases);
    bots_start(&hall->bots, &hall->changes, &hall->thinking);
    notes_start(&hall->notes, &hall->environment);
    days_start(&hall->days, &hall->changes, &hall->notes);
    hints_start(&hall->hints, &hall->changes, &hall->thinking);
    loading_start(&hall->loading, &hall->changes,
                  &(struct loading_callbacks){.context = hall,
                                              .found_over = on_found_over,
                                              .person_changed = on_person_changed,
                                              .heard = on_heard});
    openings_start(&hall->openings, &hall->changes);
    sweep_start(&hall->sweep, &hall->loading);
    public_tables_start(&hall->public_tables, &hall->tables);
    leaderboards_start(&hall->leaderboards, &hall->environment);
    start_accounts(hall);
    hall->dispatch = (struct dispatch){.changes = &hall->changes,
                                       .hints = &hall->hints,
                                       .public_tables = &hall->public_tables,
                                       .leaderboards = &hall->leaderboards,
                                       .loading = &hall->loading,
                                       .openings = &hall->openings,
                                       .sessions = &hall->sessions,
                                       .accounts = &hall->accounts,
                                       .notices = &hall->notices,
                                       .days = &hall->days,
                                       .friends = &hall->friends,
                                       .reports = &hall->reports};
    return hall;
}

void hall_free(struct hall *hall)
{
    if (!hall)
        return;
    hall->environment.stopping = true;
    while (hall->clients.first)
        hall_leave(hall, hall->clients.first);
    notes_free(&hall->notes);
    thinking_free(&hall->thinking);
    hints_free(&hall->hints);
    public_tables_free(&hall->public_tables);
    leaderboards_free(&hall->leaderboards);
    sweep_free(&hall->sweep);
    openings_free(&hall->openings);
    loading_free(&hall->loading);
    leases_free(&hall->leases);
    live_tables_free(&hall->tables);
    tasks_free(&hall->clients);
    people_free(&hall->people);
    addresses_free(&hall->addresses);
    peers_free(&hall->environment);
    free(hall);
}

void hall_load(struct hall *hall)
{
    loading_begin(&hall->loading);
}

bool hall_is_ready(const struct hall *hall)
{
    return hall->loading.is_ready && hall->loading.startup_remaining == 0;
}

/* After the last decision, so that no other server thinks about it as well. */
static void end_leases(struct hall *hall)
{
    if (hall->environment.stopping && hall->thinking.under_way == 0)
        leases_end(&hall->leases);
}

void hall_stop(struct hall *hall)
{
    hall->environment.stopping = true;
    clients_send_all(&hall->clients, "{\"push\":\"stop\"}");
    end_leases(hall);
}

/* ---- Clients ---- */

struct client *hall_enter(struct hall *hall, const char *address, void *owner)
{
    return client_new(&hall->clients, address, owner);
}

void hall_leave(struct hall *hall, struct client *client)
{
    CHECK(!client->gone);
    client->gone = true; /* first: nothing is sent to it from now on */
    people_leave(&hall->people, client);
    client_remove(client);
}

void *client_owner(const struct client *client)
{
    return client->owner;
}

int hall_http_status(const struct client *client)
{
    return client->http_status;
}

/* ---- Messages ---- */

static bool receive(struct client *client, struct request *request, char *bytes, size_t size,
                    struct fault *fault)
{
    bool fits = size <= (size_t)client->environment->settings.limits.message_bytes;
    if (!fits)
        fault_set(fault, FAULT_TOO_LARGE, NULL, "server.message_too_long", NULL);
    bool fine = fits && request_read(request, bytes, size, fault);
    bool is_gesture = fine && request->cmd == REQUEST_GESTURE;
    if (!limits_allow(client, is_gesture)) {
        /* Gestures are dropped silently: the next ones say it all. */
        return is_gesture || fault_set(fault, FAULT_LIMIT, NULL, "server.too_fast", NULL);
    }
    if (!fine)
        return false;
    if (client->paused)
        return client_queue(client, request, size, fault);
    client_run(client, request);
    return true;
}

void hall_receive(struct hall *hall, struct client *client, char *bytes, size_t size,
                  int64_t now_ms)
{
    hall->environment.now_ms = now_ms;
    hall->environment.figures.messages_in++;
    if (client->ended)
        return;
    struct request request = {0};
    struct fault fault = {0};
    client_hold(client);
    if (!receive(client, &request, bytes, size, &fault))
        client_refuse(client, request.id, &fault);
    request_free(&request);
    sodium_memzero(bytes, size); /* there may be a password in it */
    client_release(client);
}

static bool receive_http(struct hall *hall, struct client *client,
                         const struct hall_http_request *http, struct request *request,
                         struct fault *fault)
{
    if (!limits_allow_http(client))
        return fault_set(fault, FAULT_LIMIT, NULL, "server.too_fast", NULL);
    if (http->size > (size_t)hall->environment.settings.limits.message_bytes)
        return fault_set(fault, FAULT_TOO_LARGE, NULL, "server.message_too_long", NULL);
    if (!route_read(request, http, fault))
        return false;
    if (request->secret && request->cmd != REQUEST_HELLO)
        session_identify(&hall->sessions, client, request);
    else
        client_run(client, request);
    return true;
}

void hall_http(struct hall *hall, struct client *client, const struct hall_http_request *http,
               int64_t now_ms)
{
    hall->environment.now_ms = now_ms;
    hall->environment.figures.messages_in++;
    client->is_http = true;
    struct request request = {0};
    struct fault fault = {0};
    client_hold(client);
    if (!receive_http(hall, client, http, &request, &fault))
        client_refuse(client, request.id, &fault);
    request_free(&request);
    if (http->size > 0)
        sodium_memzero(http->body, http->size);
    client_release(client);
}

/* ---- Time, and other threads ---- */

static void tick_table(struct hall *hall, struct live_table *live)
{
    live->due_ms = INT64_MAX;
    watch_tick(live);
    change_tick(&hall->changes, live);
    host_tick(&hall->changes, live);
    vote_tick(&hall->changes, live);
    if (live->table->state != TABLE_PLAYING || live->broken)
        return;
    days_tick(&hall->days, live);
    timeouts_tick(&hall->changes, &hall->leases, &hall->days, live);
    bots_tick(&hall->bots, live);
    notices_tick(&hall->notices, live);
}

void hall_tick(struct hall *hall, int64_t now_ms)
{
    hall->environment.now_ms = now_ms;
    size_t at = 0;
    for (struct live_table *live; (live = live_tables_next(&hall->tables, &at));)
        if (live->due_ms <= now_ms)
            tick_table(hall, live);
    peers_send(&hall->environment);
    leases_tick(&hall->leases);
    loading_tick(&hall->loading);
    sweep_tick(&hall->sweep);
    addresses_tick(&hall->addresses);
    expiry_tick(&hall->expiry);
    notices_prepare(&hall->notices);
    friends_tick(&hall->friends);
}

void hall_look(struct hall *hall)
{
    loading_look(&hall->loading);
}

void hall_decision_done(struct hall *hall, struct decision *decision, int64_t now_ms)
{
    if (now_ms > hall->environment.now_ms)
        hall->environment.now_ms = now_ms;
    thinking_done(&hall->thinking, decision);
    end_leases(hall);
}

void hall_password_done(struct hall *hall, struct password_work *work, int64_t now_ms)
{
    hall->environment.now_ms = now_ms;
    passwords_done(&hall->passwords, work);
    account_password_done(work);
}

void hall_push_done(struct hall *hall, struct push_message *message, int64_t now_ms)
{
    hall->environment.now_ms = now_ms;
    notices_sent(&hall->notices, message);
}

void hall_read_figures(const struct hall *hall, struct hall_figures *figures)
{
    *figures = hall->environment.figures;
    figures->people_online = (int64_t)hall->people.connected.count;
    figures->tables_run = leases_held(&hall->leases);
    size_t at = 0;
    for (const struct live_table *live; (live = live_tables_next(&hall->tables, &at));) {
        figures->watchers += live->watch_count;
        figures->thoughts_waiting += bots_thinking(live);
        figures->tables_waiting += live->table->state == TABLE_WAITING;
        figures->tables_playing += live->table->state == TABLE_PLAYING;
        figures->tables_over += live->table->state == TABLE_OVER;
    }
}
