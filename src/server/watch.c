/* Who is at a table: watchers, their seats, and telling others that they are there. A person who
 * goes keeps the seat. */
#include "server/inside.h"

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
    int seat = person ? room_seat_of(watch->table->room, person->id) : -1;
    watch->viewer.seat = seat < 0 ? GAME_SPECTATOR : seat;
    watch->viewer.held = person ? room_seat_held(watch->table->room, person->id) : -1;
}

/* --- presence ---------------------------------------------------------------------------------- */

/* Told at the next tick, so that many who come at once are one message. */
static void presence_count(struct seating *seating)
{
    int64_t now_ms = seating->hall->now_ms;
    uint32_t online = 0;
    int spectators = 0;
    for (const struct watch *watch = seating->watches; watch; watch = watch->next_at_table) {
        if (watch->viewer.seat == GAME_SPECTATOR)
            spectators++;
        else
            online |= UINT32_C(1) << watch->viewer.seat;
    }
    for (int seat = 0; seat < seating->room->seats; seat++)
        if (bits_have(seating->online, seat) && !bits_have(online, seat))
            seating->away_since_ms[seat] = now_ms;
    if (online != seating->online || spectators != seating->spectators) {
        seating->presence_changed = true;
        tables_due(seating, now_ms);
    }
    seating->online = online;
    seating->spectators = spectators;
    if (seating->watches)
        seating->empty_since_ms = 0;
    else if (!seating->empty_since_ms)
        seating->empty_since_ms = now_ms;
}

static struct message *presence_message(const struct seating *seating)
{
    char storage[256];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    buffer_add_format(&text, "{\"push\":\"online\",\"table\":\"%s\",\"online\":[", seating->id);
    for (int seat = 0; seat < seating->room->seats; seat++)
        buffer_add_format(&text, "%s%s", seat ? "," : "",
                          bits_have(seating->online, seat) ? "true" : "false");
    buffer_add_format(&text, "],\"spectators\":%d}", seating->spectators);
    return message_new(text.text, text.length);
}

void watch_tell_presence(struct seating *seating)
{
    seating->presence_changed = false;
    if (!seating->watches)
        return;
    struct message *message = presence_message(seating);
    tables_tell_all(seating, message, NULL);
    message_drop(message);
}

void watch_renew(struct seating *seating)
{
    places_note(seating);
    for (struct watch *watch = seating->watches; watch; watch = watch->next_at_table)
        viewer_renew(watch);
    presence_count(seating);
}

bool watch_is_away(const struct seating *seating, int seat)
{
    return !bits_have(seating->online, seat) &&
           seating->hall->now_ms - seating->away_since_ms[seat] >= TABLES_AWAY_MS;
}

void tables_tell_all(struct seating *seating, struct message *message, const struct client *except)
{
    for (struct watch *watch = seating->watches; watch; watch = watch->next_at_table)
        if (watch->client != except)
            client_send(watch->client, message);
}

/* --- watching ---------------------------------------------------------------------------------- */

/* Whose share of the thinking this table has: the host's, or that of whoever came first. */
static void note_address(struct seating *seating, const struct client *client)
{
    bool is_host = client->person && strcmp(client->person->id, seating->room->host) == 0;
    if (is_host || !seating->address[0])
        memcpy(seating->address, client->address->text, sizeof seating->address);
}

static struct watch *watch_add(struct seating *seating, struct client *client)
{
    struct watch *watch = calloc(1, sizeof *watch);
    CHECK(watch);
    *watch = (struct watch){.client = client,
                            .table = seating,
                            .viewer = {.views = true},
                            .next_at_table = seating->watches,
                            .next_of_client = client->watches};
    viewer_renew(watch);
    seating->watches = client->watches = watch;
    seating->was_watched = true;
    note_address(seating, client);
    seating->watch_count++;
    client->watch_count++;
    presence_count(seating);
    return watch;
}

static void tell_everything(const struct watch *watch)
{
    const struct seating *seating = watch->table;
    struct hall *hall = seating->hall;
    char *chat = talk_json(seating, watch->client->person);
    char *muted = talk_muted_json(seating, watch->client->person);
    struct tell_presence presence = {.online = seating->online,
                                     .spectators = seating->spectators,
                                     .chat_json = chat,
                                     .muted_json = muted};
    struct message *message =
        tell_table(hall->teller, seating->room, &watch->viewer, &presence, hall->now_ms);
    client_send(watch->client, message);
    message_drop(message);
    free(chat);
    free(muted);
}

/* Who is there now is no step: whoever comes back is told it as well. */
static void tell_since(const struct watch *watch, int64_t since)
{
    const struct seating *seating = watch->table;
    struct hall *hall = seating->hall;
    for (int64_t number = since + 1; number <= seating->room->version; number++) {
        struct message *message =
            tell_step_again(hall->teller, seating->room, number, &watch->viewer, hall->now_ms);
        client_send(watch->client, message);
        message_drop(message);
    }
    struct message *presence = presence_message(seating);
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
    const struct room *room = watch->table->room;
    int64_t before = request->before, last = room->version;
    if (before > 0 && before <= last)
        last = before - 1;
    int64_t first = last < TABLES_RESUME_MAX ? 1 : last - TABLES_RESUME_MAX + 1; /* 0: created */
    client_answer_text(client, request->id, "log",
                       tell_log(hall->teller, room, first, last, watch->viewer.seat));
}

void watch_begin(struct seating *seating, struct client *client)
{
    struct watch *watch = watch_find(client, seating->id); /* found it in the list before */
    tell_everything(watch ? watch : watch_add(seating, client));
}

/* Hosts it, sits there, has left a seat to which it may come back, or sat at the table of which this
 * is the rematch. */
static bool belongs(const struct room *room, const char *person)
{
    for (int i = 0; i < room->guest_count; i++)
        if (strcmp(room->guests[i], person) == 0)
            return true;
    return strcmp(room->host, person) == 0 || room_seat_of(room, person) >= 0 ||
           room_seat_held(room, person) >= 0;
}

bool tables_may_watch(const struct seating *seating, const struct client *client,
                      const struct request *request)
{
    const struct room *room = seating->room;
    return room->is_public || request->invite || request->code ||
           (client->person && belongs(room, client->person->id));
}

void tables_watch(struct hall *hall, struct seating *seating, struct client *client,
                  const struct request *request)
{
    struct fault fault;
    struct watch *watch = watch_find(client, seating->id);
    if (!watch && !tables_may_watch(seating, client, request)) {
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
        watch = watch_add(seating, client);
    watch->viewer.views = request->views;
    int64_t version = seating->room->version, since = request->since;
    client_answer(client, request->id,
                  json_pack("{s:s, s:I}", "table", seating->id, "v", (json_int_t)version));
    if (since >= 0 && since <= version && version - since <= TABLES_RESUME_MAX)
        tell_since(watch, since);
    else
        tell_everything(watch);
}

void tables_unwatch(struct hall *hall, struct watch *watch)
{
    (void)hall;
    struct seating *seating = watch->table;
    struct client *client = watch->client;
    struct watch **at = &seating->watches;
    while (*at != watch)
        at = &(*at)->next_at_table;
    *at = watch->next_at_table;
    at = &client->watches;
    while (*at != watch)
        at = &(*at)->next_of_client;
    *at = watch->next_of_client;
    seating->watch_count--;
    client->watch_count--;
    free(watch);
    presence_count(seating);
}
