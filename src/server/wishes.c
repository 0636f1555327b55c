/* Wishes: how a table changes. Each waits for its turn, is checked, goes to the disk as the next
 * entry, and only then becomes part of the room and is told. If another server was faster, its
 * entries are read, folded in and told first, and the wish is checked again. */
#include "server/inside.h"

#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void next(struct seating *seating);

static char *copy(const char *text)
{
    char *result = strdup(text);
    CHECK(result);
    return result;
}

struct wish *wish_new(enum room_kind kind, int seat, const char *text, const char *cid,
                      struct client *client, const char *answer)
{
    struct wish *wish = calloc(1, sizeof *wish);
    CHECK(wish);
    wish->entry = (struct store_entry){.kind = (int)kind,
                                       .seat = seat,
                                       .text = copy(text ? text : "{}"),
                                       .cid = cid ? copy(cid) : NULL};
    wish->any_seat = kind == ROOM_SIT && seat < 0;
    if (client) {
        client_hold(client);
        wish->client = client;
        wish->answer = copy(answer ? answer : "null");
        wish->arrived_us = client->hall->outside.now_us(client->hall->outside.context);
        if (client->person)
            memcpy(wish->person, client->person->id, sizeof wish->person);
    }
    return wish;
}

void wish_free(struct wish *wish)
{
    free(wish->entry.text);
    free(wish->entry.cid);
    free(wish->answer);
    free(wish->data);
    free(wish);
}

static char *dump(json_t *json)
{
    CHECK(json);
    char *text = json_dumps(json, JSON_COMPACT);
    CHECK(text);
    json_decref(json);
    return text;
}

char *wish_sit_text(const char *person, const char *name)
{
    return dump(json_pack("{s:s, s:s}", "person", person, "name", name));
}

char *wish_bot_text(const char *level, const char *name)
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

char *wish_new_bot_text(const struct hall *hall, const char *level, int seat)
{
    char name[STORE_NAME_MAX];
    bot_name(hall, seat, name);
    return wish_bot_text(level, name);
}

static bool is_called(const struct room *room, const char *name)
{
    for (int seat = 0; seat < room->seats; seat++)
        if (strcmp(room->seat[seat].name, name) == 0)
            return true;
    return false;
}

/* A computer player that may come to this seat gets a name that nobody at the table has. There are
 * as many names as there can be seats. */
static void wish_name_bot(const struct seating *seating, struct wish *wish)
{
    struct store_entry *entry = &wish->entry;
    json_t *json = json_loads(entry->text, 0, NULL);
    bool needs = entry->kind == ROOM_STAND || json_object_get(json, "level");
    if (needs && !json_object_get(json, "name")) {
        char name[STORE_NAME_MAX];
        for (int i = 0; i < GAME_SEATS_MAX; i++) {
            bot_name(seating->hall, entry->seat + i, name);
            if (!is_called(seating->room, name))
                break;
        }
        json_object_set_new(json, "name", json_string(name));
        free(entry->text);
        entry->text = dump(json_incref(json));
    }
    json_decref(json);
}

/* --- the end of a wish ------------------------------------------------------------------------ */

/* Takes the first wish out of the queue. */
static struct wish *take_first(struct seating *seating)
{
    struct wish *wish = seating->wishes;
    seating->wishes = wish->next;
    if (!seating->wishes)
        seating->wishes_end = &seating->wishes;
    seating->wish_count--;
    return wish;
}

static void end(struct seating *seating, struct wish *wish)
{
    uint32_t bit = wish->entry.seat >= 0 ? UINT32_C(1) << wish->entry.seat : 0;
    if (wish->entry.kind == ROOM_MOVE_BOT)
        seating->thinking &= ~bit;
    if (wish->entry.kind == ROOM_MOVE_TIMEOUT)
        seating->timing_out &= ~bit;
    if (wish->then)
        wish->then(seating->hall, seating, wish->data);
    if (wish->client)
        client_release(wish->client);
    wish_free(wish);
}

static void refuse(struct seating *seating, struct wish *wish, const struct fault *fault)
{
    if (wish->client && !wish->client->gone)
        client_refuse(wish->client, wish->answer, fault);
    if (wish->entry.kind == ROOM_MOVE_BOT)
        bots_refused(seating);
    if (wish->entry.kind == ROOM_REMATCH)
        rematch_refused(seating, wish->entry.text);
    end(seating, wish);
}

static void refuse_unavailable(struct seating *seating, struct wish *wish)
{
    struct fault fault;
    fault_set(&fault, FAULT_UNAVAILABLE, NULL, "server.unavailable", NULL);
    refuse(seating, wish, &fault);
}

/* --- a step ----------------------------------------------------------------------------------- */

/* Everybody's is written for them alone, but spectators who may sit down on the same seats all see
 * the same. */
static void tell(struct seating *seating, const struct game_state_storage *before,
                 const struct wish *wish)
{
    struct hall *hall = seating->hall;
    struct message *shared[GAME_SEATS_MAX + 1][2] = {{NULL}};
    bool told = false;
    for (struct watch *watch = seating->watches; watch; watch = watch->next_at_table) {
        const struct tell_viewer *viewer = &watch->viewer;
        bool asked = wish && wish->client == watch->client;
        struct message **share = viewer->seat == GAME_SPECTATOR && !asked
                                     ? &shared[viewer->held + 1][viewer->views]
                                     : NULL;
        struct message *message = share ? *share : NULL;
        if (!message)
            message = tell_step(hall->teller, seating->room, before, viewer,
                                asked ? wish->answer : NULL, hall->now_ms);
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
    if (wish && wish->client && !told && !wish->client->gone)
        client_answer(
            wish->client, wish->answer,
            json_pack("{s:s, s:I}", "table", seating->id, "v", (json_int_t)seating->room->version));
}

static void count(struct hall *hall, int kind)
{
    hall->figures.moves_person += kind == ROOM_MOVE;
    hall->figures.moves_bot += kind == ROOM_MOVE_BOT;
    hall->figures.moves_timeout += kind == ROOM_MOVE_TIMEOUT;
}

/* Makes the entry part of the room. */
static bool fold(struct seating *seating, const struct store_entry *entry)
{
    struct hall *hall = seating->hall;
    struct fault fault = {0};
    bool was_open = seating->room->stage < ROOM_OVER;
    bool folded = room_fold(seating->room, entry, &fault);
    hall->tables_open -= was_open && seating->room->stage >= ROOM_OVER;
    if (!folded)
        hall->outside.log(hall->outside.context, "table_broken",
                          json_pack("{s:s, s:I, s:s?}", "table", seating->id, "entry",
                                    (json_int_t)entry->number, "why", fault.text));
    return folded;
}

/* An entry that is on the disk: folds it in and tells it. `wish` is what it came from, or NULL. */
static bool step(struct seating *seating, const struct store_entry *entry, const struct wish *wish)
{
    struct hall *hall = seating->hall;
    struct room *room = seating->room;
    struct game_state_storage before;
    bool moves = room_is_move(entry->kind);
    if (moves)
        memcpy(before.bytes, room->match.state.bytes, room->game->state_size);
    if (!fold(seating, entry)) {
        seating->broken = true;
        return false;
    }
    if (moves)
        seating->bot_not_before_ms[entry->seat] = 0;
    else
        watch_renew(seating);
    tell(seating, moves ? &before : NULL, wish);
    count(hall, entry->kind);
    if (entry->kind == ROOM_REMATCH)
        rematch_answer(seating);
    return true;
}

/* No game of people comes near it: this is one that would fill the disk. */
static const char why_endless[] = "{\"why\":\"endless\"}";

void tables_settle(struct seating *seating)
{
    const struct room *room = seating->room;
    tables_due(seating, seating->hall->now_ms);
    if (room->stage == ROOM_PLAYING && room->match.move_count >= TABLES_MOVES_MAX) {
        tables_wish(seating->hall, seating,
                    wish_new(ROOM_CLOSE, -1, why_endless, NULL, NULL, NULL));
        return;
    }
    bots_look(seating->hall, seating);
    bool seated = room->last.kind == ROOM_SIT || room->last.kind == ROOM_BOT;
    if (room->stage != ROOM_WAITING || !room->autostart || !seated)
        return;
    for (int seat = 0; seat < room->seats; seat++)
        if (room_seat_is_free(&room->seat[seat]))
            return;
    tables_wish(seating->hall, seating, wish_new(ROOM_START, -1, NULL, NULL, NULL, NULL));
}

/* --- others' entries --------------------------------------------------------------------------- */

static void read_done(struct store_job *job)
{
    struct seating *seating = job->context;
    seating->busy = false;
    bool news = false;
    for (size_t i = 0; job->outcome == STORE_OK && i < job->entry_count && !seating->broken; i++)
        if (job->entries[i].number == seating->room->version + 1)
            news |= step(seating, &job->entries[i], NULL);
    /* Taken, but by nobody: trying again would go on for ever. */
    if (seating->overtaken && !news && seating->wishes)
        refuse_unavailable(seating, take_first(seating));
    seating->overtaken = false;
    if (news)
        tables_settle(seating);
    if (!seating->behind)
        tables_are_latest(seating);
    next(seating);
}

static void read_on(struct seating *seating)
{
    seating->busy = true;
    seating->behind = false;
    struct store_job *job = store_job_new(STORE_TABLE_READ, read_done, seating);
    memcpy(job->table, seating->id, sizeof job->table);
    job->from = seating->room->version + 1;
    store_submit(seating->hall->store, job);
}

void tables_catch_up(struct seating *seating)
{
    seating->behind = true;
    if (!seating->busy)
        next(seating);
}

/* --- the queue --------------------------------------------------------------------------------- */

/* The seat that this person has left, or else the first that nobody has; -1: none. */
static int seat_free(const struct room *room, const char *person)
{
    int seat = room_seat_held(room, person);
    for (int i = 0; i < room->seats && seat < 0; i++)
        if (room_seat_is_free(&room->seat[i]))
            seat = i;
    return seat;
}

/* What the room cannot know: whose wish it is, and who is there. */
static bool may_be(const struct seating *seating, const struct wish *wish, struct fault *fault)
{
    const struct hall *hall = seating->hall;
    const struct room *room = seating->room;
    const struct store_entry *entry = &wish->entry;
    if (seating->broken || hall->stopping)
        return fault_set(fault, FAULT_UNAVAILABLE, NULL, "server.unavailable", NULL);
    if (wish->client && (entry->kind == ROOM_MOVE || entry->kind == ROOM_STAND) &&
        room_seat_of(room, wish->person) != entry->seat)
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.not_your_seat", NULL);
    /* Nobody alone brings a match to its greatest length, at which it ends for all. */
    if (wish->client && entry->kind == ROOM_MOVE &&
        (room->moves_of[entry->seat] >= TABLES_MOVES_MAX / room->seats ||
         room->match.move_count >= TABLES_MOVES_MAX))
        return fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_moves", NULL);
    if (wish->client && entry->kind == ROOM_SIT && room_seat_of(room, wish->person) < 0 &&
        strcmp(room->host, wish->person) != 0 &&
        tables_of_person(hall, wish->person) >= hall->settings.limits.tables_per_person)
        return fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_tables", NULL);
    if (wish->client && entry->kind == ROOM_BOT && room->stage == ROOM_PLAYING &&
        entry->seat >= 0 && entry->seat < room->seats && room->seat[entry->seat].person[0] &&
        !watch_is_away(seating, entry->seat))
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.person_is_there", NULL);
    if (wish->client && (entry->kind == ROOM_SIT || entry->kind == ROOM_BOT) &&
        room->version - (int64_t)room->match.move_count > TABLES_CHANGES_MAX)
        return fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_changes", NULL);
    if (wish->any_seat && entry->seat < 0 && room->stage < ROOM_OVER)
        return fault_set(fault, FAULT_TAKEN, NULL, "server.no_free_seat", NULL);
    /* The move came after all, while this was waiting. */
    if (entry->kind == ROOM_MOVE_TIMEOUT && room_left_ms(room, entry->seat, hall->now_ms) > 0)
        return fault_set(fault, FAULT_NOT_YOUR_TURN, NULL, "core.not_your_turn", NULL);
    return room_check(room, entry, fault);
}

static void append_done(struct store_job *job)
{
    struct seating *seating = job->context;
    struct hall *hall = seating->hall;
    struct wish *wish = seating->wishes;
    CHECK(seating->busy && wish);
    if (job->outcome == STORE_TAKEN) {
        wish->entry = job->entries[0];
        job->entry_count = 0;
        seating->overtaken = true;
        read_on(seating);
        return;
    }
    take_first(seating);
    bool lasts = job->outcome == STORE_OK && step(seating, &job->entries[0], wish);
    seating->busy = false;
    if (lasts) {
        if (wish->entry.kind == ROOM_MOVE && wish->client)
            figures_latency(hall, wish->arrived_us);
        end(seating, wish);
        tables_settle(seating);
    } else
        refuse_unavailable(seating, wish);
    next(seating);
}

/* The entry's texts go to the job, and come back if the wish has to be tried again. */
static void append(struct seating *seating, struct wish *wish)
{
    struct hall *hall = seating->hall;
    const struct room *room = seating->room;
    struct store_entry *entry = &wish->entry;
    entry->number = room->version + 1;
    entry->at_ms = hall->now_ms;
    struct store_job *job = store_job_new(STORE_TABLE_APPEND, append_done, seating);
    if (room_is_move(entry->kind)) {
        entry->used_ms = room_used_ms(room, entry->seat, hall->now_ms);
        job->records = room_record_after(room, entry);
        job->record_count = job->records ? 1 : 0;
    }
    memcpy(job->table, seating->id, sizeof job->table);
    job->closes = entry->kind == ROOM_CLOSE;
    job->entries = malloc(sizeof *job->entries);
    CHECK(job->entries);
    job->entries[0] = *entry;
    job->entry_count = 1;
    entry->text = entry->cid = NULL;
    seating->busy = true;
    store_submit(hall->store, job);
}

/* A move that was made already, whose answer was lost on its way. */
static bool is_again(const struct seating *seating, const struct wish *wish)
{
    if (!wish->entry.cid || !wish->client)
        return false;
    int64_t version = room_cid_version(seating->room, wish->entry.seat, wish->entry.cid);
    if (version < 0)
        return false;
    if (!wish->client->gone)
        client_answer(wish->client, wish->answer,
                      json_pack("{s:I, s:b}", "v", (json_int_t)version, "again", 1));
    return true;
}

/* Begins with the first wish that can be, if nothing is under way. */
static void next(struct seating *seating)
{
    if (seating->broken && !seating->busy)
        tables_are_latest(seating); /* nothing more is read */
    while (!seating->busy) {
        if (seating->behind && !seating->broken) {
            read_on(seating);
            return;
        }
        struct wish *wish = seating->wishes;
        struct fault fault;
        if (!wish)
            return;
        if (wish->any_seat)
            wish->entry.seat = seat_free(seating->room, wish->person);
        if (wish->entry.kind == ROOM_STAND || wish->entry.kind == ROOM_BOT)
            wish_name_bot(seating, wish);
        if (is_again(seating, wish))
            end(seating, take_first(seating));
        else if (!may_be(seating, wish, &fault))
            refuse(seating, take_first(seating), &fault);
        else
            append(seating, wish);
    }
}

void tables_wish(struct hall *hall, struct seating *seating, struct wish *wish)
{
    CHECK(hall == seating->hall && !seating->loading);
    if (wish->client && seating->wish_count >= TABLES_WISHES_MAX) {
        refuse_unavailable(seating, wish);
        return;
    }
    *seating->wishes_end = wish;
    seating->wishes_end = &wish->next;
    seating->wish_count++;
    next(seating);
}
