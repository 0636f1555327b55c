/* New tables: created by a client, or made for a rematch. Entry 0 goes to the disk first, then seats
 * are taken by wishes like any others, and then its maker is told. */
#include "server/inside.h"

#include "base/check.h"
#include "players/player.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { SEED_BYTES = 32 };

/* A table on its way to the disk. */
struct opening {
    struct hall *hall;
    struct room *room;
    struct client *client; /* held; NULL: a rematch */
    char *answer;          /* the JSON of the request's id, or NULL */
    char invite[INVITE_TEXT], code[CODE_TEXT];
    char old_table[STORE_ID_TEXT];       /* of a rematch */
    struct wish *wishes[GAME_SEATS_MAX]; /* who sits down */
    int wish_count;
    struct opening *next, *previous;
};

static struct opening *opening_new(struct hall *hall, struct client *client, const char *answer)
{
    struct opening *opening = calloc(1, sizeof *opening);
    CHECK(opening);
    opening->hall = hall;
    opening->client = client;
    if (client)
        client_hold(client);
    if (answer) {
        opening->answer = strdup(answer);
        CHECK(opening->answer);
    }
    opening->next = hall->openings;
    if (opening->next)
        opening->next->previous = opening;
    hall->openings = opening;
    return opening;
}

static void opening_free(struct opening *opening)
{
    struct opening **at = opening->previous ? &opening->previous->next : &opening->hall->openings;
    *at = opening->next;
    if (opening->next)
        opening->next->previous = opening->previous;
    for (int i = 0; i < opening->wish_count; i++)
        wish_free(opening->wishes[i]);
    if (opening->room)
        room_free(opening->room);
    if (opening->client)
        client_release(opening->client);
    free(opening->answer);
    free(opening);
}

void openings_free(struct hall *hall)
{
    while (hall->openings)
        opening_free(hall->openings);
}

static void seed_new(struct hall *hall, char seed[2 * SEED_BYTES + 1])
{
    unsigned char bytes[SEED_BYTES];
    hall->outside.entropy(hall->outside.context, bytes, sizeof bytes);
    sodium_bin2hex(seed, 2 * SEED_BYTES + 1, bytes, sizeof bytes);
    sodium_memzero(bytes, sizeof bytes);
}

static void seat_wish(struct opening *opening, enum room_kind kind, int seat, char *text)
{
    opening->wishes[opening->wish_count++] = wish_new(kind, seat, text, NULL, NULL, NULL);
    free(text);
}

/* --- to the disk -------------------------------------------------------------------------------- */

static void rematch_wish(struct hall *hall, const struct seating *seating, const char *old_table);
static void rematch_failed(struct hall *hall, const char *old_table);

static void opening_refuse(struct opening *opening, const struct fault *fault)
{
    if (opening->client && !opening->client->gone)
        client_refuse(opening->client, opening->answer, fault);
    if (opening->old_table[0])
        rematch_failed(opening->hall, opening->old_table);
}

static void opening_answer(struct opening *opening, struct seating *seating)
{
    struct client *client = opening->client;
    if (!client || client->gone)
        return;
    client_answer(client, opening->answer,
                  json_pack("{s:s, s:s, s:s}", "table", seating->id, "invite", opening->invite,
                            "code", opening->code));
    if (!client->is_http)
        watch_begin(seating, client);
}

/* Everybody who should has a seat. Only now the table is told of: nobody takes a seat that is meant
 * for somebody else, and those of a rematch may come in. */
static void opening_ready(struct hall *hall, struct seating *seating, void *data)
{
    struct opening *opening = *(struct opening **)data;
    opening_answer(opening, seating);
    if (opening->old_table[0])
        rematch_wish(hall, seating, opening->old_table);
    opening_free(opening);
}

static void opening_done(struct store_job *job)
{
    struct opening *opening = job->context;
    struct hall *hall = opening->hall;
    if (job->outcome != STORE_OK) {
        struct fault fault;
        fault_set(&fault, FAULT_UNAVAILABLE, NULL, "server.unavailable", NULL);
        opening_refuse(opening, &fault);
        opening_free(opening);
        return;
    }
    struct seating *seating = tables_add(hall, opening->room);
    opening->room = NULL;
    struct opening **box = malloc(sizeof *box);
    CHECK(box);
    *box = opening;
    int count = opening->wish_count;
    if (count == 0) {
        opening_ready(hall, seating, box);
        free(box);
        return;
    }
    opening->wish_count = 0;
    opening->wishes[count - 1]->then = opening_ready;
    opening->wishes[count - 1]->data = box;
    for (int i = 0; i < count; i++)
        tables_wish(hall, seating, opening->wishes[i]);
}

/* Entry 0 from its text, which is taken: folded in at once, as nobody sees the room before it is on
 * the disk. */
static bool opening_submit(struct opening *opening, char *text, struct fault *fault)
{
    struct hall *hall = opening->hall;
    char id[STORE_ID_TEXT];
    id_new(hall, id);
    invite_new(hall, opening->invite, opening->code);
    struct store_job *job = store_job_new(STORE_TABLE_NEW, opening_done, opening);
    memcpy(job->table, id, sizeof id);
    secret_hash(opening->invite, job->hash);
    secret_hash(opening->code, job->hash2);
    job->entries = malloc(sizeof *job->entries);
    CHECK(job->entries);
    job->entries[0] =
        (struct store_entry){.at_ms = hall->now_ms, .kind = ROOM_CREATE, .seat = -1, .text = text};
    job->entry_count = 1;
    opening->room = room_new(id, hall->settings.data_folder);
    if (!room_check(opening->room, &job->entries[0], fault) ||
        !room_fold(opening->room, &job->entries[0], fault)) {
        store_job_free(job);
        return false;
    }
    for (int i = 0; i < opening->wish_count; i++)
        if (!room_check(opening->room, &opening->wishes[i]->entry, fault)) {
            store_job_free(job);
            return false;
        }
    store_submit(hall->store, job);
    return true;
}

/* --- create ------------------------------------------------------------------------------------- */

/* Tables of this host that are not yet among the others; of anybody if NULL. */
static int openings_of(const struct hall *hall, const char *host)
{
    int count = 0;
    for (const struct opening *opening = hall->openings; opening; opening = opening->next)
        count += opening->room && (!host || strcmp(opening->room->host, host) == 0);
    return count;
}

static bool has_too_many(const struct hall *hall, const char *person)
{
    return tables_of_person(hall, person) + openings_of(hall, person) >=
           hall->settings.limits.tables_per_person;
}

/* Whether this client may have one more table made, be it new or a rematch. */
static bool may_open(const struct hall *hall, const struct client *client, struct fault *fault)
{
    const struct hall_limits *limits = &hall->settings.limits;
    if (has_too_many(hall, client->person->id))
        return fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_tables", NULL);
    if (hall->tables_open + openings_of(hall, NULL) >= limits->tables)
        return fault_set(fault, FAULT_LIMIT, NULL, "server.hall_is_full", NULL);
    return bucket_take(&client->address->tables, limits->new_tables_per_minute,
                       limits->new_tables_per_minute, hall->now_ms) ||
           fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_openings", NULL);
}

/* Computer players, and the host's own seat. */
static void seats_wished(struct opening *opening, const json_t *json, const struct person *host)
{
    const json_t *bots = json_object_get(json, "bots"), *sit = json_object_get(json, "sit");
    int seats = (int)json_integer_value(json_object_get(json, "seats"));
    int own = sit ? (json_is_integer(sit) ? (int)json_integer_value(sit) : -1) : 0;
    for (int seat = 0; seat < seats && seat < GAME_SEATS_MAX; seat++) {
        const char *level = json_string_value(json_array_get(bots, (size_t)seat));
        if (level)
            seat_wish(opening, ROOM_BOT, seat, wish_new_bot_text(opening->hall, level, seat));
        else if (seat == own)
            seat_wish(opening, ROOM_SIT, seat, wish_sit_text(host->id, host->name));
    }
}

void tables_create(struct hall *hall, struct client *client, const struct request *request)
{
    struct fault fault;
    if (!may_open(hall, client, &fault)) {
        client_refuse(client, request->id, &fault);
        return;
    }
    char seed[2 * SEED_BYTES + 1];
    seed_new(hall, seed);
    bool given = hall->settings.positions && (json_object_get(request->json, "seed") ||
                                              json_object_get(request->json, "position"));
    const struct person *host = client->person;
    char *text = room_create_text(request->json, host->id, host->name, given ? NULL : seed, &fault);
    if (!text) {
        client_refuse(client, request->id, &fault);
        return;
    }
    struct opening *opening = opening_new(hall, client, request->id);
    seats_wished(opening, request->json, host);
    if (!opening_submit(opening, text, &fault)) {
        opening_refuse(opening, &fault);
        opening_free(opening);
    }
}

/* --- rematch ------------------------------------------------------------------------------------ */

struct rematch_wait {
    struct client *client;
    char *answer;
    struct rematch_wait *next;
};

void rematch_free(struct seating *seating)
{
    for (struct rematch_wait *wait; (wait = seating->rematch_waits);) {
        seating->rematch_waits = wait->next;
        client_release(wait->client);
        free(wait->answer);
        free(wait);
    }
}

void rematch_answer(struct seating *seating)
{
    struct fault fault;
    fault_set(&fault, FAULT_UNAVAILABLE, NULL, "server.unavailable", NULL);
    const char *table = seating->room->rematch;
    for (struct rematch_wait *wait = seating->rematch_waits; wait; wait = wait->next) {
        if (wait->client->gone)
            continue;
        if (table[0])
            client_answer(wait->client, wait->answer, json_pack("{s:s}", "table", table));
        else
            client_refuse(wait->client, wait->answer, &fault);
    }
    rematch_free(seating);
}

/* The old table cannot have been forgotten: somebody waits there. */
static void rematch_failed(struct hall *hall, const char *old_table)
{
    struct seating *old = index_find(&hall->seatings, old_table);
    if (old)
        rematch_answer(old);
}

/* The new table is there, with everybody on it. */
static void rematch_wish(struct hall *hall, const struct seating *seating, const char *old_table)
{
    struct seating *old = index_find(&hall->seatings, old_table);
    if (!old || old->loading)
        return;
    json_t *json = json_pack("{s:s}", "table", seating->id);
    char *text = json_dumps(json, JSON_COMPACT);
    CHECK(text);
    tables_wish(hall, old, wish_new(ROOM_REMATCH, -1, text, NULL, NULL, NULL));
    free(text);
    json_decref(json);
}

void rematch_refused(struct seating *seating, const char *text)
{
    json_t *json = text ? json_loads(text, 0, NULL) : NULL;
    const char *table = json_string_value(json_object_get(json, "table"));
    struct seating *made = table ? index_find(&seating->hall->seatings, table) : NULL;
    if (made && !made->loading && strcmp(table, seating->room->rematch) != 0)
        tables_wish(seating->hall, made,
                    wish_new(ROOM_CLOSE, -1, "{\"why\":\"rematch\"}", NULL, NULL, NULL));
    json_decref(json);
    rematch_answer(seating);
}

/* The settings of a table as a client would wish for them again. */
static json_t *settings_of(const struct room *room)
{
    static const char *const keys[] = {"game",      "seats", "options", "public",
                                       "takeover",  "hints", "chat",    "open_hands_after",
                                       "autostart", "clock", "pace"};
    json_t *info = tell_info(room), *wish = json_object();
    CHECK(info && wish);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        json_object_set(wish, keys[i], json_object_get(info, keys[i]));
    json_decref(info);
    return wish;
}

/* The next seat begins: whoever sat on seat 1 sits on seat 0, and so on. Whoever has gone, or is at
 * too many tables, gets no seat without asking for it. */
static void seats_moved_on(struct opening *opening, const struct seating *seating)
{
    const struct room *room = seating->room;
    for (int seat = 0; seat < room->seats; seat++) {
        int old_seat = (seat + 1) % room->seats;
        const struct room_seat *from = &room->seat[old_seat];
        if (from->bot)
            seat_wish(opening, ROOM_BOT, seat, wish_bot_text(from->bot->name, from->name));
        else if (from->person[0] && !watch_is_away(seating, old_seat) &&
                 !has_too_many(opening->hall, from->person))
            seat_wish(opening, ROOM_SIT, seat, wish_sit_text(from->person, from->name));
    }
}

/* Somebody has to be there to begin the match: the host, or else who asks for it. */
static bool host_is_there(const struct seating *seating)
{
    for (const struct watch *watch = seating->watches; watch; watch = watch->next_at_table)
        if (watch->client->person && strcmp(watch->client->person->id, seating->room->host) == 0)
            return true;
    int seat = room_seat_of(seating->room, seating->room->host);
    return seat >= 0 && !watch_is_away(seating, seat);
}

/* Entry 0: with the same settings, and open to all who sat at the old table. */
static char *rematch_text(struct hall *hall, const struct seating *seating,
                          const struct person *asks, struct fault *fault)
{
    const struct room *room = seating->room;
    bool keeps_host = host_is_there(seating);
    char seed[2 * SEED_BYTES + 1];
    seed_new(hall, seed);
    json_t *wish = settings_of(room);
    char *text = room_create_text(wish, keeps_host ? room->host : asks->id,
                                  keeps_host ? room->host_name : asks->name, seed, fault);
    json_decref(wish);
    if (!text)
        return NULL;
    json_t *json = json_loads(text, 0, NULL), *guests = json_array();
    CHECK(json && guests);
    free(text);
    for (int seat = 0; seat < room->seats; seat++)
        if (room->seat[seat].person[0])
            json_array_append_new(guests, json_string(room->seat[seat].person));
    json_object_set_new(json, "guests", guests);
    text = json_dumps(json, JSON_COMPACT);
    CHECK(text);
    json_decref(json);
    return text;
}

static bool rematch_open(struct hall *hall, struct seating *seating, const struct client *client,
                         struct fault *fault)
{
    char *text =
        may_open(hall, client, fault) ? rematch_text(hall, seating, client->person, fault) : NULL;
    if (!text)
        return false;
    struct opening *opening = opening_new(hall, NULL, NULL);
    memcpy(opening->old_table, seating->id, sizeof opening->old_table);
    seats_moved_on(opening, seating);
    if (opening_submit(opening, text, fault))
        return true;
    opening_free(opening);
    return false;
}

static bool may_rematch(const struct seating *seating, struct fault *fault)
{
    const struct room *room = seating->room;
    if (room->rematch[0])
        return true;
    if (room->stage != ROOM_OVER)
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.not_over", NULL);
    if (seating->broken)
        return fault_set(fault, FAULT_UNAVAILABLE, NULL, "server.unavailable", NULL);
    return true;
}

void tables_rematch(struct hall *hall, struct seating *seating, struct client *client,
                    const struct request *request)
{
    struct fault fault;
    bool first = !seating->rematch_waits && !seating->room->rematch[0];
    if (!may_rematch(seating, &fault) || (first && !rematch_open(hall, seating, client, &fault))) {
        client_refuse(client, request->id, &fault);
        return;
    }
    struct rematch_wait *wait = calloc(1, sizeof *wait);
    CHECK(wait);
    *wait = (struct rematch_wait){.client = client, .next = seating->rematch_waits};
    if (request->id) {
        wait->answer = strdup(request->id);
        CHECK(wait->answer);
    }
    client_hold(client);
    seating->rematch_waits = wait;
    if (seating->room->rematch[0])
        rematch_answer(seating);
}
