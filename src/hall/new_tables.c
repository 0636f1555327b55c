/* New tables: created by a client, or made for a rematch. Entry 0 goes to the disk first, then seats
 * are taken by changes like any others, and then its maker is told. */
#include "hall/inside.h"

#include "base/check.h"
#include "players/player.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { SEED_BYTES = 32 };

/* A table on its way to the disk. */
struct opening {
    struct hall *hall;
    struct table *table;
    struct client *client; /* held; NULL: a rematch */
    char *answer;          /* the JSON of the request's id, or NULL */
    char invite[INVITE_TEXT], code[CODE_TEXT];
    char old_table[STORE_ID_TEXT];          /* of a rematch */
    struct change *changes[GAME_SEATS_MAX]; /* who sits down */
    int change_count;
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
    for (int i = 0; i < opening->change_count; i++)
        change_free(opening->changes[i]);
    if (opening->table)
        table_free(opening->table);
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

static void seat_change(struct opening *opening, enum entry_kind kind, int seat, char *text)
{
    opening->changes[opening->change_count++] = change_new(kind, seat, text, NULL, NULL, NULL);
    free(text);
}

/* --- to the disk -------------------------------------------------------------------------------- */

static void rematch_change(struct hall *hall, const struct live_table *live, const char *old_table);
static void rematch_failed(struct hall *hall, const char *old_table);

static void opening_refuse(struct opening *opening, const struct fault *fault)
{
    if (opening->client && !opening->client->gone)
        client_refuse(opening->client, opening->answer, fault);
    if (opening->old_table[0])
        rematch_failed(opening->hall, opening->old_table);
}

static void opening_answer(struct opening *opening, struct live_table *live)
{
    struct client *client = opening->client;
    if (!client || client->gone)
        return;
    client_answer(client, opening->answer,
                  json_pack("{s:s, s:s, s:s}", "table", live->id, "invite", opening->invite, "code",
                            opening->code));
    if (!client->is_http)
        watch_begin(live, client);
}

/* Everybody who should has a seat. Only now the table is told of: nobody takes a seat that is meant
 * for somebody else, and those of a rematch may come in. */
static void opening_ready(struct hall *hall, struct live_table *live, void *data)
{
    struct opening *opening = *(struct opening **)data;
    opening_answer(opening, live);
    if (opening->old_table[0])
        rematch_change(hall, live, opening->old_table);
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
    struct live_table *live = live_tables_add(hall, opening->table);
    opening->table = NULL;
    struct opening **box = malloc(sizeof *box);
    CHECK(box);
    *box = opening;
    int count = opening->change_count;
    if (count == 0) {
        opening_ready(hall, live, box);
        free(box);
        return;
    }
    opening->change_count = 0;
    opening->changes[count - 1]->then = opening_ready;
    opening->changes[count - 1]->data = box;
    for (int i = 0; i < count; i++)
        change_submit(hall, live, opening->changes[i]);
}

/* Entry 0 from its text, which is taken: folded in at once, as nobody sees the table before it is on
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
        (struct store_entry){.at_ms = hall->now_ms, .kind = ENTRY_CREATE, .seat = -1, .text = text};
    job->entry_count = 1;
    opening->table = table_new(id, hall->settings.data_folder);
    if (!table_check(opening->table, &job->entries[0], fault) ||
        !table_fold(opening->table, &job->entries[0], fault)) {
        store_job_free(job);
        return false;
    }
    for (int i = 0; i < opening->change_count; i++)
        if (!table_check(opening->table, &opening->changes[i]->entry, fault)) {
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
        count += opening->table && (!host || strcmp(opening->table->host, host) == 0);
    return count;
}

static bool has_too_many(const struct hall *hall, const char *person)
{
    return live_tables_of_person(hall, person) + openings_of(hall, person) >=
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
static void seats_asked(struct opening *opening, const json_t *json, const struct person *host)
{
    const json_t *bots = json_object_get(json, "bots"), *sit = json_object_get(json, "sit");
    int seats = (int)json_integer_value(json_object_get(json, "seats"));
    int own = sit ? (json_is_integer(sit) ? (int)json_integer_value(sit) : -1) : 0;
    for (int seat = 0; seat < seats && seat < GAME_SEATS_MAX; seat++) {
        const char *level = json_string_value(json_array_get(bots, (size_t)seat));
        if (level)
            seat_change(opening, ENTRY_BOT, seat, change_new_bot_text(opening->hall, level, seat));
        else if (seat == own)
            seat_change(opening, ENTRY_SIT, seat, change_sit_text(host->id, host->name));
    }
}

void new_table(struct hall *hall, struct client *client, const struct request *request)
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
    char *text =
        table_create_text(request->json, host->id, host->name, given ? NULL : seed, &fault);
    if (!text) {
        client_refuse(client, request->id, &fault);
        return;
    }
    struct opening *opening = opening_new(hall, client, request->id);
    seats_asked(opening, request->json, host);
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

void rematch_free(struct live_table *live)
{
    for (struct rematch_wait *wait; (wait = live->rematch_waits);) {
        live->rematch_waits = wait->next;
        client_release(wait->client);
        free(wait->answer);
        free(wait);
    }
}

void rematch_answer(struct live_table *live)
{
    struct fault fault;
    fault_set(&fault, FAULT_UNAVAILABLE, NULL, "server.unavailable", NULL);
    const char *table = live->table->rematch;
    for (struct rematch_wait *wait = live->rematch_waits; wait; wait = wait->next) {
        if (wait->client->gone)
            continue;
        if (table[0])
            client_answer(wait->client, wait->answer, json_pack("{s:s}", "table", table));
        else
            client_refuse(wait->client, wait->answer, &fault);
    }
    rematch_free(live);
}

/* The old table cannot have been forgotten: somebody waits there. */
static void rematch_failed(struct hall *hall, const char *old_table)
{
    struct live_table *old = id_map_find(&hall->live_tables, old_table);
    if (old)
        rematch_answer(old);
}

/* The new table is there, with everybody on it. */
static void rematch_change(struct hall *hall, const struct live_table *live, const char *old_table)
{
    struct live_table *old = id_map_find(&hall->live_tables, old_table);
    if (!old || old->loading)
        return;
    json_t *json = json_pack("{s:s}", "table", live->id);
    char *text = json_dumps(json, JSON_COMPACT);
    CHECK(text);
    change_submit(hall, old, change_new(ENTRY_REMATCH, -1, text, NULL, NULL, NULL));
    free(text);
    json_decref(json);
}

void rematch_refused(struct live_table *live, const char *text)
{
    json_t *json = text ? json_loads(text, 0, NULL) : NULL;
    const char *table = json_string_value(json_object_get(json, "table"));
    struct live_table *made = table ? id_map_find(&live->hall->live_tables, table) : NULL;
    if (made && !made->loading && strcmp(table, live->table->rematch) != 0)
        change_submit(live->hall, made,
                      change_new(ENTRY_CLOSE, -1, "{\"why\":\"rematch\"}", NULL, NULL, NULL));
    json_decref(json);
    rematch_answer(live);
}

/* The settings of a table as a client would change for them again. */
static json_t *settings_of(const struct table *table)
{
    static const char *const keys[] = {"game",      "seats", "options", "public",
                                       "takeover",  "hints", "chat",    "open_hands_after",
                                       "autostart", "clock", "pace"};
    json_t *info = push_info(table), *change = json_object();
    CHECK(info && change);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        json_object_set(change, keys[i], json_object_get(info, keys[i]));
    json_decref(info);
    return change;
}

/* The next seat begins: whoever sat on seat 1 sits on seat 0, and so on. Whoever has gone, or is at
 * too many tables, gets no seat without asking for it. */
static void seats_moved_on(struct opening *opening, const struct live_table *live)
{
    const struct table *table = live->table;
    for (int seat = 0; seat < table->seats; seat++) {
        int old_seat = (seat + 1) % table->seats;
        const struct table_seat *from = &table->seat[old_seat];
        if (from->bot)
            seat_change(opening, ENTRY_BOT, seat, change_bot_text(from->bot->name, from->name));
        else if (from->person[0] && !watch_is_away(live, old_seat) &&
                 !has_too_many(opening->hall, from->person))
            seat_change(opening, ENTRY_SIT, seat, change_sit_text(from->person, from->name));
    }
}

/* Somebody has to be there to begin the match: the host, or else who asks for it. */
static bool host_is_there(const struct live_table *live)
{
    for (const struct watch *watch = live->watches; watch; watch = watch->next_at_table)
        if (watch->client->person && strcmp(watch->client->person->id, live->table->host) == 0)
            return true;
    int seat = table_seat_of(live->table, live->table->host);
    return seat >= 0 && !watch_is_away(live, seat);
}

/* Entry 0: with the same settings, and open to all who sat at the old table. */
static char *rematch_text(struct hall *hall, const struct live_table *live,
                          const struct person *asks, struct fault *fault)
{
    const struct table *table = live->table;
    bool keeps_host = host_is_there(live);
    char seed[2 * SEED_BYTES + 1];
    seed_new(hall, seed);
    json_t *change = settings_of(table);
    char *text = table_create_text(change, keeps_host ? table->host : asks->id,
                                   keeps_host ? table->host_name : asks->name, seed, fault);
    json_decref(change);
    if (!text)
        return NULL;
    json_t *json = json_loads(text, 0, NULL), *guests = json_array();
    CHECK(json && guests);
    free(text);
    for (int seat = 0; seat < table->seats; seat++)
        if (table->seat[seat].person[0])
            json_array_append_new(guests, json_string(table->seat[seat].person));
    json_object_set_new(json, "guests", guests);
    text = json_dumps(json, JSON_COMPACT);
    CHECK(text);
    json_decref(json);
    return text;
}

static bool rematch_open(struct hall *hall, struct live_table *live, const struct client *client,
                         struct fault *fault)
{
    char *text =
        may_open(hall, client, fault) ? rematch_text(hall, live, client->person, fault) : NULL;
    if (!text)
        return false;
    struct opening *opening = opening_new(hall, NULL, NULL);
    memcpy(opening->old_table, live->id, sizeof opening->old_table);
    seats_moved_on(opening, live);
    if (opening_submit(opening, text, fault))
        return true;
    opening_free(opening);
    return false;
}

static bool may_rematch(const struct live_table *live, struct fault *fault)
{
    const struct table *table = live->table;
    if (table->rematch[0])
        return true;
    if (table->state != TABLE_OVER)
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.not_over", NULL);
    if (live->broken)
        return fault_set(fault, FAULT_UNAVAILABLE, NULL, "server.unavailable", NULL);
    return true;
}

void new_table_rematch(struct hall *hall, struct live_table *live, struct client *client,
                       const struct request *request)
{
    struct fault fault;
    bool first = !live->rematch_waits && !live->table->rematch[0];
    if (!may_rematch(live, &fault) || (first && !rematch_open(hall, live, client, &fault))) {
        client_refuse(client, request->id, &fault);
        return;
    }
    struct rematch_wait *wait = calloc(1, sizeof *wait);
    CHECK(wait);
    *wait = (struct rematch_wait){.client = client, .next = live->rematch_waits};
    if (request->id) {
        wait->answer = strdup(request->id);
        CHECK(wait->answer);
    }
    client_hold(client);
    live->rematch_waits = wait;
    if (live->table->rematch[0])
        rematch_answer(live);
}
