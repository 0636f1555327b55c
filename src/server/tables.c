/* The tables that are in memory: reading them from the store, at the start those that are not over
 * and the others when somebody asks, what becomes of them as time passes, and forgetting those that nobody needs. */
#include "server/inside.h"

#include "base/bits.h"
#include "base/check.h"

#include <stdlib.h>
#include <string.h>

/* Somebody who asked for a table that is being read. */
struct loading_wait {
    struct client *client;
    tables_then *then;
    void *data;
    struct loading_wait *next;
};

/* A table that is over and was forgotten: when to close it. */
struct closing {
    char id[STORE_ID_TEXT];
    int64_t version;
    int64_t at_ms;
};

static struct seating *seating_new(struct hall *hall, struct room *room)
{
    struct seating *seating = calloc(1, sizeof *seating);
    CHECK(seating);
    memcpy(seating->id, room->id, sizeof seating->id);
    seating->hall = hall;
    seating->room = room;
    seating->wishes_end = &seating->wishes;
    seating->empty_since_ms = hall->now_ms;
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++)
        seating->away_since_ms[seat] = hall->now_ms;
    index_add(&hall->seatings, seating);
    return seating;
}

struct seating *tables_add(struct hall *hall, struct room *room)
{
    struct seating *seating = seating_new(hall, room);
    places_note(seating);
    hall->tables_open++;
    return seating;
}

static void seating_free(struct hall *hall, struct seating *seating)
{
    index_remove(&hall->seatings, seating->id);
    places_forget(seating);
    bots_free(seating);
    talk_free(seating);
    room_free(seating->room);
    free(seating);
}

int tables_of_person(const struct hall *hall, const char *person)
{
    struct seating *const *tables;
    int count = 0;
    for (int i = places_of(hall, person, &tables) - 1; i >= 0; i--)
        count += tables[i]->room->stage < ROOM_OVER;
    return count;
}

/* --- reading ----------------------------------------------------------------------------------- */

/* A table that cannot be read is set aside until the next start: the others are served. */
struct damaged {
    char id[STORE_ID_TEXT]; /* first: for struct index */
};

bool tables_is_damaged(const struct hall *hall, const char *id)
{
    return index_find(&hall->damaged, id) != NULL;
}

static void set_aside(struct hall *hall, const char *id, int64_t entry, const char *why)
{
    struct damaged *damaged = calloc(1, sizeof *damaged);
    CHECK(damaged);
    memcpy(damaged->id, id, sizeof damaged->id);
    index_add(&hall->damaged, damaged);
    hall->outside.log(
        hall->outside.context, "table_damaged",
        json_pack("{s:s, s:I, s:s?}", "table", id, "entry", (json_int_t)entry, "why", why));
}

static bool fold_all(struct seating *seating, const struct store_job *job)
{
    struct fault fault = {0};
    bool good = job->outcome == STORE_OK &&
                room_fold_all(seating->room, job->entries, job->entry_count, &fault);
    if (job->outcome == STORE_DAMAGED || (job->outcome == STORE_OK && !good))
        set_aside(seating->hall, seating->id, seating->room->version + 1,
                  job->error ? job->error : fault.text);
    return good;
}

static void wait_add(struct seating *seating, const struct loading_wait *asked)
{
    struct loading_wait *wait = malloc(sizeof *wait), **end = &seating->waits;
    CHECK(wait);
    *wait = *asked;
    if (wait->client)
        client_hold(wait->client);
    while (*end)
        end = &(*end)->next;
    *end = wait;
}

static void waits_end(struct hall *hall, struct loading_wait *waits, struct seating *seating,
                      bool failed)
{
    while (waits) {
        struct loading_wait *wait = waits;
        waits = wait->next;
        wait->then(hall, wait->client, seating, failed, wait->data);
        if (wait->client)
            client_release(wait->client);
        free(wait->data);
        free(wait);
    }
}

void tables_get_latest(struct seating *seating, struct client *client, tables_then *then,
                       void *data)
{
    if (seating->broken) {
        then(seating->hall, client, seating, false, data);
        free(data);
        return;
    }
    wait_add(seating, &(struct loading_wait){.client = client, .then = then, .data = data});
    tables_catch_up(seating);
}

void tables_are_latest(struct seating *seating)
{
    struct loading_wait *waits = seating->waits;
    seating->waits = NULL;
    waits_end(seating->hall, waits, seating, false);
}

static void read_done(struct store_job *job)
{
    struct seating *seating = job->context;
    struct hall *hall = seating->hall;
    struct loading_wait *waits = seating->waits;
    seating->waits = NULL;
    seating->loading = false;
    if (fold_all(seating, job)) {
        room_clocks_restart(seating->room, hall->now_ms);
        places_note(seating);
        hall->tables_open += seating->room->stage < ROOM_OVER;
        tables_settle(seating);
        if (seating->behind)
            tables_catch_up(seating);
    } else {
        seating_free(hall, seating);
        seating = NULL;
    }
    if (job->outcome == STORE_FAILED)
        hall->load_error = job->error;
    waits_end(hall, waits, seating, job->outcome == STORE_FAILED);
}

static struct seating *read_begin(struct hall *hall, const char id[STORE_ID_TEXT])
{
    struct seating *seating = seating_new(hall, room_new(id, hall->settings.data_folder));
    seating->loading = true;
    struct store_job *job = store_job_new(STORE_TABLE_READ, read_done, seating);
    memcpy(job->table, seating->id, sizeof job->table);
    store_submit(hall->store, job);
    return seating;
}

void tables_get(struct hall *hall, const char *id, struct client *client, tables_then *then,
                void *data)
{
    struct seating *seating = index_find(&hall->seatings, id);
    if (strlen(id) != STORE_ID_TEXT - 1 || (seating && !seating->loading) ||
        tables_is_damaged(hall, id)) {
        then(hall, client, seating, false, data);
        free(data);
        return;
    }
    if (!seating)
        seating = read_begin(hall, id);
    wait_add(seating, &(struct loading_wait){.client = client, .then = then, .data = data});
}

/* It is over, and nobody looks at it: at that time, unless somebody comes, it is closed. */
static void close_later(struct hall *hall, const char *id, int64_t version, int64_t at_ms)
{
    if (hall->closing_count == hall->closing_room) {
        hall->closing_room = hall->closing_room ? 2 * hall->closing_room : 64;
        hall->closings = realloc(hall->closings, hall->closing_room * sizeof *hall->closings);
        CHECK(hall->closings);
    }
    struct closing *closing = &hall->closings[hall->closing_count++];
    memcpy(closing->id, id, sizeof closing->id);
    closing->version = version;
    closing->at_ms = at_ms;
}

/* --- the start, and what others do -------------------------------------------------------------- */

static void load_failed(struct hall *hall)
{
    hall->outside.log(hall->outside.context, "load_failed",
                      json_pack("{s:s?}", "why", hall->load_error));
    hall->load_again_ms = hall->now_ms + TABLES_LOAD_AGAIN_MS;
}

/* If one could not be read, all are asked for again; those that are there cost nothing. */
static void loaded_one(struct hall *hall, struct client *client, struct seating *seating,
                       bool failed, void *data)
{
    (void)client, (void)seating, (void)data;
    hall->load_failed |= failed;
    if (--hall->loading > 0)
        return;
    hall->loaded = !hall->load_failed;
    if (hall->load_failed)
        load_failed(hall);
}

static void open_done(struct store_job *job)
{
    struct hall *hall = job->context;
    hall->load_error = job->error;
    if (job->outcome != STORE_OK) {
        load_failed(hall);
        return;
    }
    hall->load_failed = false;
    hall->closing_count = 0;
    for (size_t i = 0; i < job->ended_count; i++)
        close_later(hall, job->ended[i].table, job->ended[i].number, hall->now_ms + TABLES_OVER_MS);
    /* One more than there are, so that it is not zero before all were asked for. */
    hall->loading = (int)job->table_count + 1;
    for (size_t i = 0; i < job->table_count; i++)
        tables_get(hall, job->tables[i], NULL, loaded_one, NULL);
    loaded_one(hall, NULL, NULL, false, NULL);
}

void tables_load(struct hall *hall)
{
    store_submit(hall->store, store_job_new(STORE_TABLES_OPEN, open_done, hall));
}

static void nothing_more(struct hall *hall, struct client *client, struct seating *seating,
                         bool failed, void *data)
{
    (void)hall, (void)client, (void)seating, (void)failed, (void)data;
}

static void changes_done(struct store_job *job)
{
    struct hall *hall = job->context;
    hall->changes_asked = false;
    for (size_t i = 0; job->outcome == STORE_OK && i < job->table_count; i++) {
        struct seating *seating = index_find(&hall->seatings, job->tables[i]);
        if (!seating)
            tables_get(hall, job->tables[i], NULL, nothing_more, NULL);
        else if (!seating->loading)
            tables_catch_up(seating);
    }
}

static void changes_ask(struct hall *hall)
{
    if (hall->changes_asked || hall->now_ms - hall->changes_asked_ms < TABLES_CHANGES_MS)
        return;
    hall->changes_asked = true;
    hall->changes_asked_ms = hall->now_ms;
    store_submit(hall->store, store_job_new(STORE_TABLES_CHANGED, changes_done, hall));
}

/* --- forgetting -------------------------------------------------------------------------------- */

static const char why_unused[] = "{\"why\":\"unused\"}";

static void close_unused(struct seating *seating)
{
    tables_wish(seating->hall, seating, wish_new(ROOM_CLOSE, -1, why_unused, NULL, NULL, NULL));
}

static void close_if_over(struct hall *hall, struct client *client, struct seating *seating,
                          bool failed, void *data)
{
    (void)hall, (void)client, (void)failed, (void)data;
    if (seating && seating->room->stage == ROOM_OVER && !seating->watches)
        close_unused(seating);
}

/* Something else has happened there since, or it was read before it was closed. */
static void close_done(struct store_job *job)
{
    struct hall *hall = job->context;
    struct seating *seating = index_find(&hall->seatings, job->table);
    if (job->outcome == STORE_TAKEN)
        tables_get(hall, job->table, NULL, close_if_over, NULL);
    else if (job->outcome == STORE_OK && seating && seating->loading)
        seating->behind = true;
    else if (job->outcome == STORE_OK && seating)
        tables_catch_up(seating);
}

/* Without reading it: what its next entry is, is known. */
static void close_unread(struct hall *hall, const struct closing *closing)
{
    struct store_job *job = store_job_new(STORE_TABLE_APPEND, close_done, hall);
    memcpy(job->table, closing->id, sizeof job->table);
    job->closes = true;
    job->entries = calloc(1, sizeof *job->entries);
    CHECK(job->entries);
    job->entry_count = 1;
    job->entries[0] = (struct store_entry){.number = closing->version + 1,
                                           .at_ms = hall->now_ms,
                                           .kind = ROOM_CLOSE,
                                           .seat = -1,
                                           .text = strdup(why_unused)};
    CHECK(job->entries[0].text);
    store_submit(hall->store, job);
}

static void closings_look(struct hall *hall)
{
    int closed = 0;
    for (size_t i = 0; i < hall->closing_count && closed < TABLES_CLOSED_MAX;) {
        struct closing closing = hall->closings[i];
        if (closing.at_ms > hall->now_ms) {
            i++;
            continue;
        }
        hall->closings[i] = hall->closings[--hall->closing_count];
        /* If it is in memory, somebody has asked for it since: then it is forgotten again, and
         * comes here again. */
        if (!index_find(&hall->seatings, closing.id)) {
            close_unread(hall, &closing);
            closed++;
        }
    }
}

/* Nobody is there, and nothing is under way. */
static bool is_idle(const struct seating *seating)
{
    return !seating->loading && !seating->watches && !seating->busy && !seating->wishes &&
           !seating->rematch_waits;
}

/* Whether the table can be forgotten. */
static bool sweep_one(struct hall *hall, struct seating *seating)
{
    const struct room *room = seating->room;
    int64_t empty_ms = hall->now_ms - seating->empty_since_ms;
    switch (room->stage) {
    case ROOM_WAITING:
        if (empty_ms >= (seating->was_watched ? TABLES_WAITING_MS : TABLES_ELSEWHERE_MS))
            close_unused(seating);
        return false;
    case ROOM_PLAYING:
        if (empty_ms >= TABLES_WAITING_MS && hall->now_ms - room->changed_ms >= TABLES_PLAYING_MS)
            close_unused(seating);
        return false;
    case ROOM_OVER:
        return empty_ms >= TABLES_OVER_MEMORY_MS;
    default:
        return true;
    }
}

static void sweep(struct hall *hall)
{
    hall->swept_ms = hall->now_ms;
    closings_look(hall);
    /* Taking one out moves others: so first all are looked at. */
    struct seating **unused = malloc((hall->seatings.count + 1) * sizeof(struct seating *));
    CHECK(unused);
    size_t count = 0;
    for (size_t i = 0; i < hall->seatings.room; i++) {
        struct seating *seating = hall->seatings.slots[i];
        if (seating && is_idle(seating) && sweep_one(hall, seating))
            unused[count++] = seating;
    }
    for (size_t i = 0; i < count; i++) {
        if (unused[i]->room->stage == ROOM_OVER)
            close_later(hall, unused[i]->id, unused[i]->room->version,
                        unused[i]->empty_since_ms + TABLES_OVER_MS);
        seating_free(hall, unused[i]);
    }
    free(unused);
}

/* --- time -------------------------------------------------------------------------------------- */

static void clocks_look(struct hall *hall, struct seating *seating)
{
    const struct room *room = seating->room;
    if (room->clock == ROOM_CLOCK_NONE || hall->stopping)
        return;
    for (uint64_t running = room_running(room) & ~seating->timing_out; running;) {
        int seat = bits_pop(&running);
        int64_t left_ms = room_left_ms(room, seat, hall->now_ms);
        if (left_ms <= 0)
            bots_timeout(hall, seating, seat);
        else if (left_ms < INT64_MAX)
            tables_due(seating, hall->now_ms + left_ms);
    }
}

static void tick_one(struct hall *hall, struct seating *seating)
{
    seating->due_ms = INT64_MAX;
    if (seating->presence_changed)
        watch_tell_presence(seating);
    if (seating->room->stage != ROOM_PLAYING || seating->broken)
        return;
    clocks_look(hall, seating);
    bots_look(hall, seating);
}

void tables_tick(struct hall *hall)
{
    for (size_t i = 0; i < hall->seatings.room; i++) {
        struct seating *seating = hall->seatings.slots[i];
        if (seating && seating->due_ms <= hall->now_ms && !seating->loading)
            tick_one(hall, seating);
    }
    if (hall->load_again_ms && hall->now_ms >= hall->load_again_ms) {
        hall->load_again_ms = 0;
        tables_load(hall);
    }
    if (hall->stopping || !hall->loaded)
        return;
    changes_ask(hall);
    if (hall->now_ms - hall->swept_ms >= TABLES_SWEEP_MS)
        sweep(hall);
}

/* The store calls nobody any more: what was under way is freed unanswered. */
void tables_free(struct hall *hall)
{
    for (size_t i = 0; i < hall->seatings.room; i++) {
        struct seating *seating = hall->seatings.slots[i];
        if (!seating)
            continue;
        while (seating->watches)
            tables_unwatch(hall, seating->watches);
        for (struct wish *wish; (wish = seating->wishes);) {
            seating->wishes = wish->next;
            if (wish->client)
                client_release(wish->client);
            wish_free(wish);
        }
        for (struct loading_wait *wait; (wait = seating->waits);) {
            seating->waits = wait->next;
            if (wait->client)
                client_release(wait->client);
            free(wait->data);
            free(wait);
        }
        rematch_free(seating);
        bots_free(seating);
        talk_free(seating);
        room_free(seating->room);
        free(seating);
    }
    index_free(&hall->seatings);
    places_free(hall);
    openings_free(hall);
    free(hall->closings);
    hall->closings = NULL;
    for (size_t i = 0; i < hall->damaged.room; i++)
        free(hall->damaged.slots[i]);
    index_free(&hall->damaged);
}
