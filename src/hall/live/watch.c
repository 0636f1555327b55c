/* Who watches a table: their seats, what they are sent, and whom the others see. A person who stops
 * watching keeps the seat.
 *
 * Then: presence; sending; watching; steps. */
#include "hall/live/live.h"

#include "base/base.h"
#include "base/system/system.h"
#include "hall/cluster/peers/peers.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

enum {
    TELL_MS = 2000, /* how often other servers are told who watches here */
    PRESENCE_BYTES_MAX = 8192,
};

struct watch *watch_find(const struct client *client, const char *table)
{
    struct watch *watch = client->watches;
    while (watch && strcmp(watch->table->id, table) != 0)
        watch = watch->next_of_client;
    return watch;
}

static void find_seat(struct watch *watch)
{
    const struct person *person = watch->client->person;
    int seat = person ? table_seat_of(watch->table->table, person->id) : -1;
    watch->seat = seat < 0 ? GAME_SPECTATOR : seat;
    watch->viewer.seat = watch->as_spectator ? GAME_SPECTATOR : watch->seat;
    strcpy(watch->viewer.person, person ? person->id : "");
    watch->viewer.held = person ? table_seat_held(watch->table->table, person->id) : -1;
}

/* ---- Presence ---- */

/* The change is sent at the next tick, so that many who come at once make one message. */
static void add_presence(struct live_table *live)
{
    int64_t now_ms = live->environment->now_ms;
    uint32_t online = live->own_online | peer_watchers_online(live->peer_watchers);
    int spectators = live->own_spectators + peer_watchers_spectators(live->peer_watchers);
    for (int seat = 0; seat < live->table->settings.seats; seat++)
        if (bits_have(live->online, seat) && !bits_have(online, seat))
            live->seat[seat].away_since_ms = now_ms;
    if (online != live->online || spectators != live->spectators) {
        live->presence_changed = true;
        live_table_due(live, now_ms);
    }
    live->online = online;
    live->spectators = spectators;
    if (live->watches || live->peer_watchers)
        live->empty_since_ms = 0;
    else if (!live->empty_since_ms)
        live->empty_since_ms = now_ms;
}

/* Counts who watches at this server. */
static void count_presence(struct live_table *live)
{
    uint32_t online = 0;
    int spectators = 0;
    for (const struct watch *watch = live->watches; watch; watch = watch->next_at_table) {
        if (watch->seat == GAME_SPECTATOR)
            spectators++;
        else
            online |= UINT32_C(1) << watch->seat;
    }
    bool names_changed = spectators_update(live);
    live->presence_changed |= names_changed;
    if (online != live->own_online || spectators != live->own_spectators || names_changed) {
        live->own_changed = true;
        live_table_due(live, live->environment->now_ms);
    }
    live->own_online = online;
    live->own_spectators = spectators;
    add_presence(live);
}

void watch_heard(struct live_table *live, const char *server, uint32_t online, int spectators,
                 const char *named)
{
    int64_t now_ms = live->environment->now_ms;
    online &= (UINT32_C(1) << live->table->settings.seats) - 1;
    peer_watchers_set(&live->peer_watchers, server, online, spectators, now_ms);
    if (spectators_heard(live, server, named)) {
        live->presence_changed = true;
        live_table_due(live, now_ms);
    }
    add_presence(live);
    if (live->peer_watchers)
        live_table_due(live, now_ms + PEER_WATCHERS_MS);
}

/* Tells other servers who watches here, when that changes and again and again. */
static void tell_presence(struct live_table *live)
{
    int64_t now_ms = live->environment->now_ms;
    if (live->own_changed || (live->watches && now_ms - live->told_ms >= TELL_MS)) {
        live->own_changed = false;
        live->told_ms = now_ms;
        peers_say(live->environment, PEER_PRESENCE, "%s %x %d %s", live->id,
                  (unsigned)live->own_online, live->own_spectators,
                  live->own_named ? live->own_named : "[]");
    }
    if (live->watches)
        live_table_due(live, live->told_ms + TELL_MS);
}

static struct message *presence_message(const struct live_table *live, const struct person *viewer)
{
    char storage[PRESENCE_BYTES_MAX], *named = spectators_json(live, viewer);
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    buffer_add_format(&text, "{\"push\":\"online\",\"table\":\"%s\",\"online\":[", live->id);
    for (int seat = 0; seat < live->table->settings.seats; seat++)
        buffer_add_format(&text, "%s%s", seat ? "," : "",
                          bits_have(live->online, seat) ? "true" : "false");
    buffer_add_format(&text, "],\"spectators\":%d", live->spectators);
    buffer_add(&text, named ? ",\"named\":" : "");
    buffer_add(&text, named ? named : "");
    buffer_add(&text, "}");
    CHECK(!text.cut);
    free(named);
    return message_new(text.text, text.length);
}

static void send_presence(struct live_table *live)
{
    live->presence_changed = false;
    if (!live->watches)
        return;
    /* All get the same, except those from whom somebody is hidden. */
    struct message *shared = presence_message(live, NULL);
    for (struct watch *watch = live->watches; watch; watch = watch->next_at_table) {
        const struct person *person = watch->client->person;
        bool is_own = person && person->block_count > 0;
        struct message *message = is_own ? presence_message(live, person) : shared;
        client_send(watch->client, message);
        if (is_own)
            message_drop(message);
    }
    message_drop(shared);
}

void watch_tick(struct live_table *live)
{
    if (store_is_shared(live->environment->store)) {
        tell_presence(live);
        peer_watchers_expire(&live->peer_watchers, live->environment->now_ms);
        add_presence(live);
        if (live->peer_watchers)
            live_table_due(live, live->environment->now_ms + PEER_WATCHERS_MS / 5);
    }
    if (live->presence_changed)
        send_presence(live);
}

void watch_update_seats(struct live_table *live)
{
    live_table_index(live);
    for (struct watch *watch = live->watches; watch; watch = watch->next_at_table)
        find_seat(watch);
    count_presence(live);
}

bool watch_is_away(const struct live_table *live, int seat)
{
    return !bits_have(live->online, seat) &&
           live->environment->now_ms - live->seat[seat].away_since_ms >= WATCH_AWAY_MS;
}

bool watch_has_audience(const struct live_table *live)
{
    if (live->watches || live->peer_watchers)
        return true;
    if (live->table->settings.game->realtime)
        return false;
    for (int seat = 0; seat < live->table->settings.seats; seat++)
        if (live->table->seat[seat].person[0])
            return true;
    return false;
}

/* ---- Sending ---- */

void watch_send_all(struct live_table *live, struct message *message, const struct client *except)
{
    for (struct watch *watch = live->watches; watch; watch = watch->next_at_table)
        if (watch->client != except)
            client_send(watch->client, message);
}

bool watch_send_step(struct live_table *live, const struct game_state_storage *before,
                     const struct client *asker, const char *answer)
{
    /* Spectators who may take the same seats share a message. */
    struct message *shared[GAME_SEATS_MAX + 1][2] = {{NULL}};
    bool asker_watches = false;
    for (struct watch *watch = live->watches; watch; watch = watch->next_at_table) {
        const struct push_viewer *viewer = &watch->viewer;
        bool asked = asker && asker == watch->client;
        bool is_shared = viewer->seat == GAME_SPECTATOR && !asked &&
                         !table_knows_removed(live->table, viewer->person);
        struct message **share = is_shared ? &shared[viewer->held + 1][viewer->views] : NULL;
        struct message *message = share ? *share : NULL;
        if (!message)
            message = push_step(live->tables->push_writer, live->table, before, viewer,
                                asked ? answer : NULL, live->environment->now_ms);
        client_send(watch->client, message);
        if (share)
            *share = message;
        else
            message_drop(message);
        asker_watches |= asked;
    }
    for (int held = 0; held <= GAME_SEATS_MAX; held++)
        for (int views = 0; views < 2; views++)
            if (shared[held][views])
                message_drop(shared[held][views]);
    return asker_watches;
}

static void send_table(const struct watch *watch)
{
    const struct live_table *live = watch->table;
    const struct person *person = watch->client->person;
    char *chat = chat_log_json(&live->chat, person);
    char *muted = chat_log_muted_json(&live->chat, person ? person->id : NULL);
    char *named = spectators_json(live, person);
    struct push_presence presence = {.online = live->online,
                                     .spectators = live->spectators,
                                     .chat_json = chat,
                                     .muted_json = muted,
                                     .named_json = named};
    struct message *message = push_table(live->tables->push_writer, live->table, &watch->viewer,
                                         &presence, live->environment->now_ms);
    client_send(watch->client, message);
    message_drop(message);
    free(chat);
    free(muted);
    free(named);
}

void watch_send_table(const struct live_table *live)
{
    for (const struct watch *watch = live->watches; watch; watch = watch->next_at_table)
        send_table(watch);
}

/* Who is there is not a step, so it is sent as well. */
static void send_since(const struct watch *watch, int64_t since)
{
    const struct live_table *live = watch->table;
    for (int64_t number = since + 1; number <= live->table->version; number++) {
        struct message *message = push_step_again(live->tables->push_writer, live->table, number,
                                                  &watch->viewer, live->environment->now_ms);
        client_send(watch->client, message);
        message_drop(message);
    }
    struct message *presence = presence_message(live, watch->client->person);
    client_send(watch->client, presence);
    message_drop(presence);
}

void watch_log(const struct watch *watch, const struct request *request)
{
    /* The match is replayed from its start, which is expensive at a long table. */
    enum { LOGS_PER_MINUTE = 60, LOGS_BURST = 20 };
    struct client *client = watch->client;
    const struct live_table *live = watch->table;
    if (!bucket_take(&client->logs, LOGS_PER_MINUTE, LOGS_BURST, live->environment->now_ms)) {
        client_refuse_text(client, request->id, FAULT_LIMIT, "server.too_fast");
        return;
    }
    int64_t before = request->before, last = live->table->version;
    if (before > 0 && before <= last)
        last = before - 1;
    int64_t first = last < WATCH_RESUME_MAX ? 1 : last - WATCH_RESUME_MAX + 1; /* 0: created */
    client_answer_text(
        client, request->id, "log",
        push_log(live->tables->push_writer, live->table, first, last, watch->viewer.seat));
}

/* ---- Watching ---- */

/* The host's address pays for the thinking of the computer players, or that of the first client to
 * come. */
static void note_address(struct live_table *live, const struct client *client)
{
    bool is_host = client->person && strcmp(client->person->id, live->table->settings.host) == 0;
    if (is_host || !live->address[0])
        memcpy(live->address, client->address->text, sizeof live->address);
}

static struct watch *watch_new(struct live_table *live, struct client *client)
{
    struct watch *watch = alloc_new(sizeof *watch);
    *watch = (struct watch){.client = client,
                            .table = live,
                            .viewer = {.views = true},
                            .next_at_table = live->watches,
                            .next_of_client = client->watches};
    find_seat(watch);
    live->watches = client->watches = watch;
    live->was_watched = true;
    note_address(live, client);
    live->watch_count++;
    client->watch_count++;
    count_presence(live);
    return watch;
}

void watch_begin(struct live_table *live, struct client *client)
{
    struct watch *watch = watch_find(client, live->id); /* it may have found it in the list */
    send_table(watch ? watch : watch_new(live, client));
}

/* Whether the person hosts the table, has or had a seat, or sat at the table of which this is the
 * rematch. */
static bool belongs(const struct table *table, const char *person)
{
    for (int i = 0; i < table->settings.guest_count; i++)
        if (strcmp(table->settings.guests[i], person) == 0)
            return true;
    return strcmp(table->settings.host, person) == 0 || table_seat_of(table, person) >= 0 ||
           table_seat_held(table, person) >= 0;
}

bool watch_is_allowed(const struct live_table *live, const struct client *client,
                      const struct request *request)
{
    const struct table *table = live->table;
    bool is_invited = ((request->invite || request->code) && table->state != TABLE_CLOSED) ||
                      (request->is_invited && table->state == TABLE_WAITING);
    bool is_removed = client->person && table_is_removed(table, client->person->id);
    return table->settings.is_public || (is_invited && !is_removed) ||
           (client->person && belongs(table, client->person->id));
}

void watch_refuse(const struct live_table *live, struct client *client,
                  const struct request *request)
{
    if (live->table->state == TABLE_CLOSED)
        client_refuse_text(client, request->id, FAULT_NO_TABLE, "server.closed");
    else if (client->person && table_is_removed(live->table, client->person->id))
        client_refuse_text(client, request->id, FAULT_FORBIDDEN, "server.removed");
    else
        client_refuse_text(client, request->id, FAULT_FORBIDDEN, "server.not_invited");
}

void watch_table(struct live_table *live, struct client *client, const struct request *request)
{
    struct watch *watch = watch_find(client, live->id);
    if (!watch && !watch_is_allowed(live, client, request)) {
        watch_refuse(live, client, request);
        return;
    }
    if (!watch && client->watch_count >= live->environment->settings.limits.watches_per_client) {
        client_refuse_text(client, request->id, FAULT_LIMIT, "server.too_many_watches");
        return;
    }
    if (!watch)
        watch = watch_new(live, client);
    watch->viewer.views = request->views;
    watch->as_spectator = request->spectator;
    watch->is_named = request->named;
    find_seat(watch);
    count_presence(live);
    int64_t version = live->table->version, since = request->since;
    client_answer(client, request->id,
                  json_pack("{s:s, s:I}", "table", live->id, "v", (json_int_t)version));
    if (since >= 0 && since <= version && version - since <= WATCH_RESUME_MAX)
        send_since(watch, since);
    else
        send_table(watch);
}

void watch_end(struct watch *watch)
{
    struct live_table *live = watch->table;
    struct client *client = watch->client;
    struct watch **at = &live->watches;
    while (*at != watch)
        at = &(*at)->next_at_table;
    *at = watch->next_at_table;
    at = &client->watches;
    while (*at != watch)
        at = &(*at)->next_of_client;
    *at = watch->next_of_client;
    live->watch_count--;
    client->watch_count--;
    free(watch);
    count_presence(live);
}

void watch_end_all(struct client *client)
{
    while (client->watches)
        watch_end(client->watches);
}

const char *watch_name(const struct table *table, const struct person *person, struct fault *fault)
{
    const char *held = table_name_held(table, person->id);
    if (held)
        return held;
    if (table_may_show(table, GAME_SPECTATOR, person->name, fault))
        return person->name;
    fault_set(fault, fault->code, fault->rule, "server.name_reveals", NULL);
    return NULL;
}

/* ---- Steps ---- */

static void count_move(struct hall_figures *figures, int kind)
{
    figures->moves_person += kind == ENTRY_MOVE;
    figures->moves_bot += kind == ENTRY_MOVE_BOT;
    figures->moves_timeout += kind == ENTRY_MOVE_TIMEOUT;
}

static void set_broken(struct live_table *live, int64_t entry, const struct fault *fault)
{
    live->broken = true;
    environment_log(live->environment, "table_broken",
                    json_pack("{s:s, s:I, s:s?}", "table", live->id, "entry", (json_int_t)entry,
                              "why", fault->text));
}

/* Only a public table may be watched by those whom the host has removed. */
static void end_watches_of_removed(struct live_table *live)
{
    for (struct watch *watch = live->watches, *next; watch; watch = next) {
        next = watch->next_at_table;
        if (table_is_removed(live->table, watch->viewer.person))
            watch_end(watch);
    }
}

bool steps_add(struct live_table *live, const struct store_entry *entry, struct client *asker,
               const char *answer)
{
    const struct table *table = live->table;
    struct game_state_storage before;
    struct fault fault = {0};
    bool is_move = entry_is_move(entry->kind), was_open = table->state < TABLE_OVER;
    if (is_move)
        memcpy(before.bytes, table->match.state.bytes, table->settings.game->state_size);
    if (!table_fold(live->table, entry, &fault)) {
        set_broken(live, entry->number, &fault);
        return false;
    }
    live->tables->open_count -= was_open && table->state >= TABLE_OVER;
    if (!is_move)
        watch_update_seats(live);
    bool answered = watch_send_step(live, is_move ? &before : NULL, asker, asker ? answer : NULL);
    if (entry->kind == ENTRY_STAND && !table->settings.is_public)
        end_watches_of_removed(live);
    if (asker && !answered && !asker->gone)
        client_answer(asker, answer,
                      json_pack("{s:s, s:I}", "table", live->id, "v", (json_int_t)table->version));
    count_move(&live->environment->figures, entry->kind);
    return true;
}

static bool is_same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

bool steps_continue(const struct live_table *live, const struct store_entry *entries, size_t count)
{
    const struct store_entry *last = &live->table->last;
    return count > 0 && entries->number == last->number && entries->at_ms == last->at_ms &&
           entries->used_ms == last->used_ms && entries->kind == last->kind &&
           entries->seat == last->seat && is_same_text(entries->text, last->text) &&
           is_same_text(entries->cid, last->cid);
}

bool steps_start_over(struct live_table *live, const struct store_entry *entries, size_t count)
{
    const struct environment *environment = live->environment;
    struct table *table = table_new(live->id, environment->settings.data_folder);
    struct fault fault = {0};
    if (count == 0 || !table_fold_all(table, entries, count, &fault)) {
        set_broken(live, table->version + 1, &fault);
        table_free(table);
        return false;
    }
    if (!live->must_start_over)
        environment_log(environment, "table_replaced",
                        json_pack("{s:s, s:I, s:I}", "table", live->id, "had",
                                  (json_int_t)live->table->version, "has",
                                  (json_int_t)table->version));
    live->must_start_over = false;
    table_clocks_restart(table, environment->now_ms);
    live->tables->open_count += (table->state < TABLE_OVER) - (live->table->state < TABLE_OVER);
    table_free(live->table);
    live->table = table;
    watch_update_seats(live);
    watch_send_table(live);
    return true;
}
