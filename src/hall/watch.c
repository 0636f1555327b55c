/* Who is at a table: watchers, their seats, and telling others that they are there. A person who
 * goes keeps the seat. */
#include "hall/inside.h"

#include "base/bits.h"
#include "base/check.h"

#include <stdlib.h>
#include <string.h>

struct watch *watch_find(const struct client *client, const char *table)
{
    struct watch *watch = client->watches;
    while (watch && strcmp(watch->table->id, table) != 0)
        watch = watch->next_of_client;
    return watch;
}

/* Its seats may have changed. */
static void viewer_renew(struct watch *watch)
{
    const struct person *person = watch->client->person;
    int seat = person ? table_seat_of(watch->table->table, person->id) : -1;
    watch->viewer.seat = seat < 0 ? GAME_SPECTATOR : seat;
    watch->viewer.held = person ? table_seat_held(watch->table->table, person->id) : -1;
}

/* --- presence ---------------------------------------------------------------------------------- */

/* Told at the next tick, so that many who come at once are one message. */
static void presence_count(struct live_table *live)
{
    int64_t now_ms = live->hall->now_ms;
    uint32_t online = 0;
    int spectators = 0;
    for (const struct watch *watch = live->watches; watch; watch = watch->next_at_table) {
        if (watch->viewer.seat == GAME_SPECTATOR)
            spectators++;
        else
            online |= UINT32_C(1) << watch->viewer.seat;
    }
    for (int seat = 0; seat < live->table->seats; seat++)
        if (bits_have(live->online, seat) && !bits_have(online, seat))
            live->away_since_ms[seat] = now_ms;
    if (online != live->online || spectators != live->spectators) {
        live->presence_changed = true;
        live_due(live, now_ms);
    }
    live->online = online;
    live->spectators = spectators;
    if (live->watches)
        live->empty_since_ms = 0;
    else if (!live->empty_since_ms)
        live->empty_since_ms = now_ms;
}

static struct message *presence_message(const struct live_table *live)
{
    char storage[256];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    buffer_add_format(&text, "{\"push\":\"online\",\"table\":\"%s\",\"online\":[", live->id);
    for (int seat = 0; seat < live->table->seats; seat++)
        buffer_add_format(&text, "%s%s", seat ? "," : "",
                          bits_have(live->online, seat) ? "true" : "false");
    buffer_add_format(&text, "],\"spectators\":%d}", live->spectators);
    return message_new(text.text, text.length);
}

void watch_tell_presence(struct live_table *live)
{
    live->presence_changed = false;
    if (!live->watches)
        return;
    struct message *message = presence_message(live);
    watch_send_all(live, message, NULL);
    message_drop(message);
}

void watch_renew(struct live_table *live)
{
    person_tables_note(live);
    for (struct watch *watch = live->watches; watch; watch = watch->next_at_table)
        viewer_renew(watch);
    presence_count(live);
}

bool watch_is_away(const struct live_table *live, int seat)
{
    return !bits_have(live->online, seat) &&
           live->hall->now_ms - live->away_since_ms[seat] >= TABLES_AWAY_MS;
}

void watch_send_all(struct live_table *live, struct message *message, const struct client *except)
{
    for (struct watch *watch = live->watches; watch; watch = watch->next_at_table)
        if (watch->client != except)
            client_send(watch->client, message);
}

/* --- watching ---------------------------------------------------------------------------------- */

/* Whose share of the thinking this table has: the host's, or that of whoever came first. */
static void note_address(struct live_table *live, const struct client *client)
{
    bool is_host = client->person && strcmp(client->person->id, live->table->host) == 0;
    if (is_host || !live->address[0])
        memcpy(live->address, client->address->text, sizeof live->address);
}

static struct watch *watch_add(struct live_table *live, struct client *client)
{
    struct watch *watch = calloc(1, sizeof *watch);
    CHECK(watch);
    *watch = (struct watch){.client = client,
                            .table = live,
                            .viewer = {.views = true},
                            .next_at_table = live->watches,
                            .next_of_client = client->watches};
    viewer_renew(watch);
    live->watches = client->watches = watch;
    live->was_watched = true;
    note_address(live, client);
    live->watch_count++;
    client->watch_count++;
    presence_count(live);
    return watch;
}

static void tell_everything(const struct watch *watch)
{
    const struct live_table *live = watch->table;
    struct hall *hall = live->hall;
    char *chat = chat_json(live, watch->client->person);
    char *muted = chat_muted_json(live, watch->client->person);
    struct push_presence presence = {.online = live->online,
                                     .spectators = live->spectators,
                                     .chat_json = chat,
                                     .muted_json = muted};
    struct message *message =
        push_table(hall->push_writer, live->table, &watch->viewer, &presence, hall->now_ms);
    client_send(watch->client, message);
    message_drop(message);
    free(chat);
    free(muted);
}

/* Who is there now is no step: whoever comes back is told it as well. */
static void tell_since(const struct watch *watch, int64_t since)
{
    const struct live_table *live = watch->table;
    struct hall *hall = live->hall;
    for (int64_t number = since + 1; number <= live->table->version; number++) {
        struct message *message =
            push_step_again(hall->push_writer, live->table, number, &watch->viewer, hall->now_ms);
        client_send(watch->client, message);
        message_drop(message);
    }
    struct message *presence = presence_message(live);
    client_send(watch->client, presence);
    message_drop(presence);
}

void watch_tell_log(const struct watch *watch, const struct request *request)
{
    /* The match is gone through from its start: dear at a long table. */
    enum { LOGS_PER_MINUTE = 60, LOGS_BURST = 20 };
    struct client *client = watch->client;
    struct hall *hall = watch->table->hall;
    if (!bucket_take(&client->logs, LOGS_PER_MINUTE, LOGS_BURST, hall->now_ms)) {
        struct fault fault;
        fault_set(&fault, FAULT_LIMIT, NULL, "server.too_fast", NULL);
        client_refuse(client, request->id, &fault);
        return;
    }
    const struct table *table = watch->table->table;
    int64_t before = request->before, last = table->version;
    if (before > 0 && before <= last)
        last = before - 1;
    int64_t first = last < TABLES_RESUME_MAX ? 1 : last - TABLES_RESUME_MAX + 1; /* 0: created */
    client_answer_text(client, request->id, "log",
                       push_log(hall->push_writer, table, first, last, watch->viewer.seat));
}

void watch_begin(struct live_table *live, struct client *client)
{
    struct watch *watch = watch_find(client, live->id); /* found it in the list before */
    tell_everything(watch ? watch : watch_add(live, client));
}

/* Hosts it, sits there, has left a seat to which it may come back, or sat at the table of which this
 * is the rematch. */
static bool belongs(const struct table *table, const char *person)
{
    for (int i = 0; i < table->guest_count; i++)
        if (strcmp(table->guests[i], person) == 0)
            return true;
    return strcmp(table->host, person) == 0 || table_seat_of(table, person) >= 0 ||
           table_seat_held(table, person) >= 0;
}

bool watch_is_allowed(const struct live_table *live, const struct client *client,
                      const struct request *request)
{
    const struct table *table = live->table;
    return table->is_public || request->invite || request->code ||
           (client->person && belongs(table, client->person->id));
}

void watch_table(struct hall *hall, struct live_table *live, struct client *client,
                 const struct request *request)
{
    struct fault fault;
    struct watch *watch = watch_find(client, live->id);
    if (!watch && !watch_is_allowed(live, client, request)) {
        fault_set(&fault, FAULT_FORBIDDEN, NULL, "server.not_invited", NULL);
        client_refuse(client, request->id, &fault);
        return;
    }
    if (!watch && client->watch_count >= hall->settings.limits.watches_per_client) {
        fault_set(&fault, FAULT_LIMIT, NULL, "server.too_many_watches", NULL);
        client_refuse(client, request->id, &fault);
        return;
    }
    if (!watch)
        watch = watch_add(live, client);
    watch->viewer.views = request->views;
    int64_t version = live->table->version, since = request->since;
    client_answer(client, request->id,
                  json_pack("{s:s, s:I}", "table", live->id, "v", (json_int_t)version));
    if (since >= 0 && since <= version && version - since <= TABLES_RESUME_MAX)
        tell_since(watch, since);
    else
        tell_everything(watch);
}

void watch_end(struct hall *hall, struct watch *watch)
{
    (void)hall;
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
    presence_count(live);
}
