/* Changes: how a table changes. Each waits for its turn, is checked, goes to the disk as the next
 * entry, and only then becomes part of the table and is told. If another server was faster, its
 * entries are read, folded in and told first, and the change is checked again. */
#include "hall/inside.h"

#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void next(struct live_table *live);

static char *copy(const char *text)
{
    char *result = strdup(text);
    CHECK(result);
    return result;
}

struct change *change_new(enum entry_kind kind, int seat, const char *text, const char *cid,
                          struct client *client, const char *answer)
{
    struct change *change = calloc(1, sizeof *change);
    CHECK(change);
    change->entry = (struct store_entry){.kind = (int)kind,
                                         .seat = seat,
                                         .text = copy(text ? text : "{}"),
                                         .cid = cid ? copy(cid) : NULL};
    change->any_seat = kind == ENTRY_SIT && seat < 0;
    if (client) {
        client_hold(client);
        change->client = client;
        change->answer = copy(answer ? answer : "null");
        change->arrived_us = client->hall->outside.now_us(client->hall->outside.context);
        if (client->person)
            memcpy(change->person, client->person->id, sizeof change->person);
    }
    return change;
}

void change_free(struct change *change)
{
    free(change->entry.text);
    free(change->entry.cid);
    free(change->answer);
    free(change->data);
    free(change);
}

static char *dump(json_t *json)
{
    CHECK(json);
    char *text = json_dumps(json, JSON_COMPACT);
    CHECK(text);
    json_decref(json);
    return text;
}

char *change_sit_text(const char *person, const char *name)
{
    return dump(json_pack("{s:s, s:s}", "person", person, "name", name));
}

char *change_bot_text(const char *level, const char *name)
{
    return dump(json_pack("{s:s, s:s}", "level", level, "name", name));
}

/* The n-th name of computer players, counted round and round. */
static void bot_name(const struct hall *hall, int number, char name[STORE_NAME_MAX])
{
    const char *all = texts_core(hall->settings.texts, ENGLISH, "play", "computer_names");
    const char *at = all;
    for (; number > 0; number--) {
        const char *comma = strchr(at, ',');
        at = comma ? comma + 1 : all;
    }
    snprintf(name, STORE_NAME_MAX, "%.*s", (int)strcspn(at, ","), at);
}

char *change_new_bot_text(const struct hall *hall, const char *level, int seat)
{
    char name[STORE_NAME_MAX];
    bot_name(hall, seat, name);
    return change_bot_text(level, name);
}

static bool is_called(const struct table *table, const char *name)
{
    for (int seat = 0; seat < table->seats; seat++)
        if (strcmp(table->seat[seat].name, name) == 0)
            return true;
    return false;
}

/* A computer player that may come to this seat gets a name that nobody at the table has. There are
 * as many names as there can be seats. */
static void change_name_bot(const struct live_table *live, struct change *change)
{
    struct store_entry *entry = &change->entry;
    json_t *json = json_loads(entry->text, 0, NULL);
    bool needs = entry->kind == ENTRY_STAND || json_object_get(json, "level");
    if (needs && !json_object_get(json, "name")) {
        char name[STORE_NAME_MAX];
        for (int i = 0; i < GAME_SEATS_MAX; i++) {
            bot_name(live->hall, entry->seat + i, name);
            if (!is_called(live->table, name))
                break;
        }
        json_object_set_new(json, "name", json_string(name));
        free(entry->text);
        entry->text = dump(json_incref(json));
    }
    json_decref(json);
}

/* --- the end of a change ------------------------------------------------------------------------ */

/* Takes the first change out of the queue. */
static struct change *take_first(struct live_table *live)
{
    struct change *change = live->changes;
    live->changes = change->next;
    if (!live->changes)
        live->changes_end = &live->changes;
    live->change_count--;
    return change;
}

static void end(struct live_table *live, struct change *change)
{
    uint32_t bit = change->entry.seat >= 0 ? UINT32_C(1) << change->entry.seat : 0;
    if (change->entry.kind == ENTRY_MOVE_BOT)
        live->thinking &= ~bit;
    if (change->entry.kind == ENTRY_MOVE_TIMEOUT)
        live->timing_out &= ~bit;
    if (change->then)
        change->then(live->hall, live, change->data);
    if (change->client)
        client_release(change->client);
    change_free(change);
}

static void refuse(struct live_table *live, struct change *change, const struct fault *fault)
{
    if (change->client && !change->client->gone)
        client_refuse(change->client, change->answer, fault);
    if (change->entry.kind == ENTRY_MOVE_BOT)
        bots_refused(live);
    if (change->entry.kind == ENTRY_REMATCH)
        rematch_refused(live, change->entry.text);
    end(live, change);
}

static void refuse_unavailable(struct live_table *live, struct change *change)
{
    struct fault fault;
    fault_set(&fault, FAULT_UNAVAILABLE, NULL, "server.unavailable", NULL);
    refuse(live, change, &fault);
}

/* --- a step ----------------------------------------------------------------------------------- */

/* Everybody's is written for them alone, but spectators who may sit down on the same seats all see
 * the same. */
static void tell(struct live_table *live, const struct game_state_storage *before,
                 const struct change *change)
{
    struct hall *hall = live->hall;
    struct message *shared[GAME_SEATS_MAX + 1][2] = {{NULL}};
    bool told = false;
    for (struct watch *watch = live->watches; watch; watch = watch->next_at_table) {
        const struct push_viewer *viewer = &watch->viewer;
        bool asked = change && change->client == watch->client;
        struct message **share = viewer->seat == GAME_SPECTATOR && !asked
                                     ? &shared[viewer->held + 1][viewer->views]
                                     : NULL;
        struct message *message = share ? *share : NULL;
        if (!message)
            message = push_step(hall->push_writer, live->table, before, viewer,
                                asked ? change->answer : NULL, hall->now_ms);
        client_send(watch->client, message);
        if (share)
            *share = message;
        else
            message_drop(message);
        told |= asked;
    }
    for (int held = 0; held <= GAME_SEATS_MAX; held++)
        for (int views = 0; views < 2; views++)
            if (shared[held][views])
                message_drop(shared[held][views]);
    if (change && change->client && !told && !change->client->gone)
        client_answer(
            change->client, change->answer,
            json_pack("{s:s, s:I}", "table", live->id, "v", (json_int_t)live->table->version));
}

static void count(struct hall *hall, int kind)
{
    hall->figures.moves_person += kind == ENTRY_MOVE;
    hall->figures.moves_bot += kind == ENTRY_MOVE_BOT;
    hall->figures.moves_timeout += kind == ENTRY_MOVE_TIMEOUT;
}

/* Makes the entry part of the table. */
static bool fold(struct live_table *live, const struct store_entry *entry)
{
    struct hall *hall = live->hall;
    struct fault fault = {0};
    bool was_open = live->table->state < TABLE_OVER;
    bool folded = table_fold(live->table, entry, &fault);
    hall->tables_open -= was_open && live->table->state >= TABLE_OVER;
    if (!folded)
        hall->outside.log(hall->outside.context, "table_broken",
                          json_pack("{s:s, s:I, s:s?}", "table", live->id, "entry",
                                    (json_int_t)entry->number, "why", fault.text));
    return folded;
}

/* An entry that is on the disk: folds it in and tells it. `change` is what it came from, or NULL. */
static bool step(struct live_table *live, const struct store_entry *entry,
                 const struct change *change)
{
    struct hall *hall = live->hall;
    struct table *table = live->table;
    struct game_state_storage before;
    bool moves = entry_is_move(entry->kind);
    if (moves)
        memcpy(before.bytes, table->match.state.bytes, table->game->state_size);
    if (!fold(live, entry)) {
        live->broken = true;
        return false;
    }
    if (moves)
        live->bot_not_before_ms[entry->seat] = 0;
    else
        watch_renew(live);
    tell(live, moves ? &before : NULL, change);
    count(hall, entry->kind);
    if (entry->kind == ENTRY_REMATCH)
        rematch_answer(live);
    return true;
}

/* No game of people comes near it: this is one that would fill the disk. */
static const char why_endless[] = "{\"why\":\"endless\"}";

void change_settle(struct live_table *live)
{
    const struct table *table = live->table;
    live_due(live, live->hall->now_ms);
    if (table->state == TABLE_PLAYING && table->match.move_count >= TABLES_MOVES_MAX) {
        change_submit(live->hall, live, change_new(ENTRY_CLOSE, -1, why_endless, NULL, NULL, NULL));
        return;
    }
    bots_look(live->hall, live);
    bool seated = table->last.kind == ENTRY_SIT || table->last.kind == ENTRY_BOT;
    if (table->state != TABLE_WAITING || !table->autostart || !seated)
        return;
    for (int seat = 0; seat < table->seats; seat++)
        if (table_seat_is_free(&table->seat[seat]))
            return;
    change_submit(live->hall, live, change_new(ENTRY_START, -1, NULL, NULL, NULL, NULL));
}

/* --- others' entries --------------------------------------------------------------------------- */

static void read_done(struct store_job *job)
{
    struct live_table *live = job->context;
    live->busy = false;
    bool news = false;
    for (size_t i = 0; job->outcome == STORE_OK && i < job->entry_count && !live->broken; i++)
        if (job->entries[i].number == live->table->version + 1)
            news |= step(live, &job->entries[i], NULL);
    /* Taken, but by nobody: trying again would go on for ever. */
    if (live->overtaken && !news && live->changes)
        refuse_unavailable(live, take_first(live));
    live->overtaken = false;
    if (news)
        change_settle(live);
    if (!live->behind)
        live_tables_are_latest(live);
    next(live);
}

static void read_on(struct live_table *live)
{
    live->busy = true;
    live->behind = false;
    struct store_job *job = store_job_new(STORE_TABLE_READ, read_done, live);
    memcpy(job->table, live->id, sizeof job->table);
    job->from = live->table->version + 1;
    store_submit(live->hall->store, job);
}

void change_catch_up(struct live_table *live)
{
    live->behind = true;
    if (!live->busy)
        next(live);
}

/* --- the queue --------------------------------------------------------------------------------- */

/* The seat that this person has left, or else the first that nobody has; -1: none. */
static int seat_free(const struct table *table, const char *person)
{
    int seat = table_seat_held(table, person);
    for (int i = 0; i < table->seats && seat < 0; i++)
        if (table_seat_is_free(&table->seat[i]))
            seat = i;
    return seat;
}

/* What the table cannot know: whose change it is, and who is there. */
static bool may_be(const struct live_table *live, const struct change *change, struct fault *fault)
{
    const struct hall *hall = live->hall;
    const struct table *table = live->table;
    const struct store_entry *entry = &change->entry;
    if (live->broken || hall->stopping)
        return fault_set(fault, FAULT_UNAVAILABLE, NULL, "server.unavailable", NULL);
    if (change->client && (entry->kind == ENTRY_MOVE || entry->kind == ENTRY_STAND) &&
        table_seat_of(table, change->person) != entry->seat)
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.not_your_seat", NULL);
    /* Nobody alone brings a match to its greatest length, at which it ends for all. */
    if (change->client && entry->kind == ENTRY_MOVE &&
        (table->moves_of[entry->seat] >= TABLES_MOVES_MAX / table->seats ||
         table->match.move_count >= TABLES_MOVES_MAX))
        return fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_moves", NULL);
    if (change->client && entry->kind == ENTRY_SIT && table_seat_of(table, change->person) < 0 &&
        strcmp(table->host, change->person) != 0 &&
        live_tables_of_person(hall, change->person) >= hall->settings.limits.tables_per_person)
        return fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_tables", NULL);
    if (change->client && entry->kind == ENTRY_BOT && table->state == TABLE_PLAYING &&
        entry->seat >= 0 && entry->seat < table->seats && table->seat[entry->seat].person[0] &&
        !watch_is_away(live, entry->seat))
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.person_is_there", NULL);
    if (change->client && (entry->kind == ENTRY_SIT || entry->kind == ENTRY_BOT) &&
        table->version - (int64_t)table->match.move_count > TABLES_CHANGES_MAX)
        return fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_changes", NULL);
    if (change->any_seat && entry->seat < 0 && table->state < TABLE_OVER)
        return fault_set(fault, FAULT_TAKEN, NULL, "server.no_free_seat", NULL);
    /* The move came after all, while this was waiting. */
    if (entry->kind == ENTRY_MOVE_TIMEOUT && table_left_ms(table, entry->seat, hall->now_ms) > 0)
        return fault_set(fault, FAULT_NOT_YOUR_TURN, NULL, "core.not_your_turn", NULL);
    return table_check(table, entry, fault);
}

static void append_done(struct store_job *job)
{
    struct live_table *live = job->context;
    struct hall *hall = live->hall;
    struct change *change = live->changes;
    CHECK(live->busy && change);
    if (job->outcome == STORE_TAKEN) {
        change->entry = job->entries[0];
        job->entry_count = 0;
        live->overtaken = true;
        read_on(live);
        return;
    }
    take_first(live);
    bool lasts = job->outcome == STORE_OK && step(live, &job->entries[0], change);
    live->busy = false;
    if (lasts) {
        if (change->entry.kind == ENTRY_MOVE && change->client)
            figures_latency(hall, change->arrived_us);
        end(live, change);
        change_settle(live);
    } else
        refuse_unavailable(live, change);
    next(live);
}

/* The entry's texts go to the job, and come back if the change has to be tried again. */
static void append(struct live_table *live, struct change *change)
{
    struct hall *hall = live->hall;
    const struct table *table = live->table;
    struct store_entry *entry = &change->entry;
    entry->number = table->version + 1;
    entry->at_ms = hall->now_ms;
    struct store_job *job = store_job_new(STORE_TABLE_APPEND, append_done, live);
    if (entry_is_move(entry->kind)) {
        entry->used_ms = table_used_ms(table, entry->seat, hall->now_ms);
        job->records = table_record_after(table, entry);
        job->record_count = job->records ? 1 : 0;
    }
    memcpy(job->table, live->id, sizeof job->table);
    job->closes = entry->kind == ENTRY_CLOSE;
    job->entries = malloc(sizeof *job->entries);
    CHECK(job->entries);
    job->entries[0] = *entry;
    job->entry_count = 1;
    entry->text = entry->cid = NULL;
    live->busy = true;
    store_submit(hall->store, job);
}

/* A move that was made already, whose answer was lost on its way. */
static bool is_again(const struct live_table *live, const struct change *change)
{
    if (!change->entry.cid || !change->client)
        return false;
    int64_t version = table_cid_version(live->table, change->entry.seat, change->entry.cid);
    if (version < 0)
        return false;
    if (!change->client->gone)
        client_answer(change->client, change->answer,
                      json_pack("{s:I, s:b}", "v", (json_int_t)version, "again", 1));
    return true;
}

/* Begins with the first change that can be, if nothing is under way. */
static void next(struct live_table *live)
{
    if (live->broken && !live->busy)
        live_tables_are_latest(live); /* nothing more is read */
    while (!live->busy) {
        if (live->behind && !live->broken) {
            read_on(live);
            return;
        }
        struct change *change = live->changes;
        struct fault fault;
        if (!change)
            return;
        if (change->any_seat)
            change->entry.seat = seat_free(live->table, change->person);
        if (change->entry.kind == ENTRY_STAND || change->entry.kind == ENTRY_BOT)
            change_name_bot(live, change);
        if (is_again(live, change))
            end(live, take_first(live));
        else if (!may_be(live, change, &fault))
            refuse(live, take_first(live), &fault);
        else
            append(live, change);
    }
}

void change_submit(struct hall *hall, struct live_table *live, struct change *change)
{
    CHECK(hall == live->hall && !live->loading);
    if (change->client && live->change_count >= LIVE_CHANGES_MAX) {
        refuse_unavailable(live, change);
        return;
    }
    *live->changes_end = change;
    live->changes_end = &change->next;
    live->change_count++;
    next(live);
}
