/* When there is a notice, what it says, and what became of it.
 *
 * A notice is claimed in the note before it is sent, and marked there when it is done. If its server ends in between, another one comes
 * an hour later: at most one an hour, and none is lost.
 *
 * Then: the key of the servers; who is told; claiming; devices; sending; what became of it; ticks. */
#include "hall/notices/notices.h"

#include "base/base.h"
#include "base/system/system.h"
#include "hall/accounts/accounts.h"
#include "table/table.h"
#include "text/text.h"
#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAUSE_MS = 3600 * 1000, /* between two notices about a match */
    AGAIN_MS = 5 * 1000,    /* if there is too much to do, or the store fails */
    UNDER_WAY_MAX = 50,     /* for each server */
    ASK_MS = 10 * 1000,
    TABLES_KEPT = 100, /* in a note */
};

void notices_start(struct notices *notices, struct live_tables *tables, struct leases *leases,
                   struct notes *notes)
{
    *notices = (struct notices){
        .environment = tables->environment, .tables = tables, .leases = leases, .notes = notes};
}

/* ---- The key of the servers ---- */

/* The first server that starts makes it. */
static bool edit_key(struct note_work *work, json_t *note)
{
    char secret[PUSH_SECRET_TEXT], public[PUSH_PUBLIC_TEXT];
    const char *there = wire_text(json_object_get(note, "push"));
    (void)work;
    if (there && push_public_of(there, public))
        return false;
    push_secret_new(secret);
    json_object_set_new(note, "push", json_string(secret));
    return true;
}

static void key_known(struct note_work *work, enum store_outcome outcome, const json_t *note)
{
    struct notices *notices = work->owner;
    const char *secret = wire_text(json_object_get(note, "push"));
    size_t at = 0;
    if (outcome == STORE_OK && secret && push_public_of(secret, notices->public)) {
        memcpy(notices->secret, secret, sizeof notices->secret);
        for (struct live_table *live; (live = live_tables_next(notices->tables, &at));)
            live_table_due(live, notices->environment->now_ms);
    }
    note_work_free(work);
}

void notices_prepare(struct notices *notices)
{
    const struct environment *environment = notices->environment;
    if (!environment->settings.push_after_ms || notices->secret[0] || environment->stopping ||
        (notices->asked_ms && environment->now_ms - notices->asked_ms < ASK_MS))
        return;
    notices->asked_ms = environment->now_ms;
    struct note_work *work =
        note_work_new(notices->notes, notices, STORE_NOTE_OF_SERVER, sizeof *work);
    work->edit = edit_key;
    work->done = key_known;
    note_work_run(work);
}

/* ---- Who is told ---- */

struct notice {
    struct note_work work; /* first */
    char table[STORE_ID_TEXT];
    int seat;
    int64_t began_ms;     /* the turn */
    int64_t next_ms;      /* when the next notice may come; 0: none about this turn */
    int checks, messages; /* that are not back yet */
    bool is_claimed;
    json_t *gone; /* endpoints of devices to be forgotten */
    struct device {
        struct notice *notice;
        struct push_target target;
        enum language language;
    } found[NOTE_DEVICES_MAX], device[NOTE_DEVICES_MAX]; /* in the note; that may be reached */
    int devices;
};

static void clear_notice(struct note_work *work)
{
    json_decref(((struct notice *)work)->gone);
}

static struct notices *notices_of(const struct notice *notice)
{
    return notice->work.owner;
}

/* The seat, if this turn is still theirs. */
static struct live_seat *seat_of(const struct notice *notice)
{
    struct live_table *live = live_tables_find(notices_of(notice)->tables, notice->table);
    if (!live || live->loading ||
        live->table->seat[notice->seat].awaited_since_ms != notice->began_ms ||
        table_seat_due(live->table, notice->work.person) != notice->seat)
        return NULL;
    return &live->seat[notice->seat];
}

/* This is over. The seat is looked at again at `again_ms`, unless that is 0. */
static void end(struct notice *notice, int64_t again_ms)
{
    struct notices *notices = notices_of(notice);
    struct live_table *live = live_tables_find(notices->tables, notice->table);
    if (live && !live->loading) {
        struct live_seat *seat = &live->seat[notice->seat];
        seat->noticing = false;
        if (again_ms == 0)
            seat->noticed_ms = notice->began_ms;
        live_table_due(live, again_ms ? again_ms : notices->environment->now_ms);
    }
    notices->under_way--;
    note_work_free(&notice->work);
}

/* ---- What became of it ---- */

static bool edit_result(struct note_work *work, json_t *note)
{
    const struct notice *notice = (const struct notice *)work;
    json_t *told = json_object_get(json_object_get(note, "told"), notice->table);
    bool is_changed = false;
    size_t i;
    json_t *endpoint;
    json_array_foreach(notice->gone, i, endpoint) is_changed |=
        device_remove(note, json_string_value(endpoint));
    if (json_is_array(told))
        is_changed |= json_array_set_new(told, 1, json_true()) == 0;
    return is_changed;
}

static void result_kept(struct note_work *work, enum store_outcome outcome, const json_t *note)
{
    (void)outcome, (void)note;
    end((struct notice *)work, 0);
}

static void finish(struct notice *notice)
{
    notice->work.edit = edit_result;
    notice->work.done = result_kept;
    note_work_run(&notice->work);
}

void notices_sent(struct notices *notices, struct push_message *message)
{
    struct notice *notice = message->context;
    notices->environment->figures.pushes[message->outcome]++;
    if (message->outcome == PUSH_FAILED)
        environment_log(notices->environment, "push_failed",
                        json_pack("{s:i}", "status", message->status));
    if (message->outcome == PUSH_GONE)
        json_array_append_new(notice->gone, json_string(message->target.endpoint));
    free(message);
    if (--notice->messages == 0)
        finish(notice);
}

/* ---- Sending ---- */

/* In how many matches over days it is this person's turn. */
static int count_turns(const struct notices *notices, const char *person)
{
    struct live_table *const *found;
    int count = person_tables_of(&notices->tables->by_person, person, &found), turns = 0;
    for (int i = 0; i < count; i++)
        turns += table_seat_due(found[i]->table, person) >= 0;
    return turns;
}

/* It says what is on the start page of everyone at the table, and nothing of the match. */
static void write_text(const struct notice *notice, enum language language, int turns,
                       char text[PUSH_MESSAGE_MAX + 1])
{
    const struct notices *notices = notices_of(notice);
    const struct texts *texts = notices->environment->settings.texts;
    const struct table *table = live_tables_find(notices->tables, notice->table)->table;
    char words[200], detail[64];
    struct buffer out;
    const char *form = texts_get(texts, language, "server", "push", turns > 1 ? "turns" : "turn");
    snprintf(detail, sizeof detail, "%d", turns);
    buffer_start(&out, words, sizeof words);
    fill_detail(&out, form ? form : "{detail}",
                turns > 1 ? detail : texts_game_name(texts, language, table->settings.game->id));
    json_t *message = json_pack("{s:s, s:i}", "text", words, "turns", turns);
    if (turns == 1)
        json_object_set_new(message, "table", json_string(notice->table));
    char *json = json_dumps(message, JSON_COMPACT);
    CHECK(strlen(json) <= PUSH_MESSAGE_MAX);
    strcpy(text, json);
    free(json);
    json_decref(message);
}

static void send(struct notice *notice)
{
    const struct notices *notices = notices_of(notice);
    const struct environment *environment = notices->environment;
    const struct live_seat *seat = seat_of(notice);
    if (!seat || notice->devices == 0) {
        finish(notice);
        return;
    }
    int turns = count_turns(notices, notice->work.person);
    int64_t deadline_ms = table_deadline_ms(seat->live->table, notice->seat, environment->now_ms);
    notice->messages = notice->devices;
    for (int i = 0; i < notice->devices; i++) {
        struct push_message *message = alloc_new(sizeof *message);
        message->target = notice->device[i].target;
        message->lasts_s = (deadline_ms - environment->now_ms) / 1000;
        message->context = notice;
        memcpy(message->secret, notices->secret, sizeof message->secret);
        snprintf(message->topic, sizeof message->topic, "turns");
        write_text(notice, notice->device[i].language, turns, message->text);
        environment->platform.push(environment->platform.context, message);
    }
}

/* ---- Devices ---- */

/* The device is one of the person's while the session in which it was given lasts. */
static void session_found(struct store_job *job)
{
    struct device *device = job->context;
    struct notice *notice = device->notice;
    bool is_there = job->outcome == STORE_OK && strcmp(job->person.id, notice->work.person) == 0 &&
                    !expiry_has_passed(notices_of(notice)->environment, job->used_ms);
    if (is_there)
        notice->device[notice->devices++] = *device;
    else if (job->outcome == STORE_OK || job->outcome == STORE_ABSENT)
        json_array_append_new(notice->gone, json_string(device->target.endpoint));
    if (--notice->checks == 0)
        send(notice);
}

static void check_devices(struct notice *notice, const json_t *note)
{
    const json_t *devices = json_object_get(note, "devices");
    struct store *store = notices_of(notice)->environment->store;
    notice->checks = 1;
    for (size_t i = 0; i < json_array_size(devices) && i < NOTE_DEVICES_MAX; i++) {
        struct device *device = &notice->found[i];
        struct store_job *job = store_job_new(STORE_SESSION_FIND, session_found, device);
        device->notice = notice;
        if (device_read(json_array_get(devices, i), &device->target, &device->language,
                        job->session_hash)) {
            notice->checks++;
            store_submit(store, job);
        } else {
            store_job_free(job);
        }
    }
    if (--notice->checks == 0)
        send(notice);
}

/* ---- Claiming ---- */

/* Forgets the matches that were told of longest ago. */
static void prune(json_t *told)
{
    while (json_object_size(told) > TABLES_KEPT) {
        const char *oldest = NULL, *table;
        json_int_t oldest_ms = 0;
        json_t *one;
        json_object_foreach(told, table, one)
        {
            json_int_t at_ms = json_integer_value(json_array_get(one, 0));
            if (!oldest || at_ms < oldest_ms) {
                oldest = table;
                oldest_ms = at_ms;
            }
        }
        json_object_del(told, oldest);
    }
}

static bool edit_claim(struct note_work *work, json_t *note)
{
    struct notice *notice = (struct notice *)work;
    int64_t now_ms = work->notes->environment->now_ms;
    json_t *told = json_object_get(note, "told");
    const json_t *last = json_object_get(told, notice->table);
    int64_t at_ms = json_integer_value(json_array_get(last, 0));
    notice->is_claimed = false;
    notice->next_ms = 0;
    if (json_array_size(json_object_get(note, "devices")) == 0 ||
        (last && at_ms >= notice->began_ms && json_is_true(json_array_get(last, 1))))
        return false;
    if (last && now_ms - at_ms < PAUSE_MS) {
        notice->next_ms = at_ms + PAUSE_MS;
        return false;
    }
    if (!told) {
        told = json_object();
        json_object_set_new(note, "told", told);
    }
    json_object_set_new(told, notice->table, json_pack("[I, b]", (json_int_t)now_ms, 0));
    prune(told);
    notice->is_claimed = true;
    return true;
}

static void claimed(struct note_work *work, enum store_outcome outcome, const json_t *note)
{
    struct notice *notice = (struct notice *)work;
    if (outcome != STORE_OK && outcome != STORE_ABSENT)
        end(notice, work->notes->environment->now_ms + AGAIN_MS);
    else if (outcome == STORE_OK && notice->is_claimed)
        check_devices(notice, note);
    else
        end(notice, notice->next_ms);
}

static void begin(struct notices *notices, struct live_seat *seat)
{
    const struct live_table *live = seat->live;
    struct notice *notice = note_work_new(notices->notes, notices,
                                          live->table->seat[seat->seat].person, sizeof *notice);
    memcpy(notice->table, live->id, sizeof notice->table);
    notice->seat = seat->seat;
    notice->began_ms = live->table->seat[seat->seat].awaited_since_ms;
    notice->gone = json_array();
    notice->work.edit = edit_claim;
    notice->work.done = claimed;
    notice->work.clear = clear_notice;
    seat->noticing = true;
    notices->under_way++;
    note_work_run(&notice->work);
}

/* ---- Ticks ---- */

void notices_tick(struct notices *notices, struct live_table *live)
{
    const struct table *table = live->table;
    int64_t now_ms = notices->environment->now_ms;
    if (!notices->secret[0] || table->settings.clock != TABLE_CLOCK_DAYS ||
        table->state != TABLE_PLAYING || notices->environment->stopping ||
        !lease_is_held(notices->leases, live))
        return;
    for (uint64_t running = table_running(table); running;) {
        int seat = bits_pop(&running);
        struct live_seat *own = &live->seat[seat];
        int64_t began_ms = table->seat[seat].awaited_since_ms;
        if (own->noticing || own->noticed_ms == began_ms || !table->seat[seat].person[0])
            continue;
        int64_t due_ms = began_ms + notices->environment->settings.push_after_ms;
        int64_t holiday_ms = holidays_until(table->holidays[seat], now_ms);
        if (now_ms < due_ms || holiday_ms)
            live_table_due(live, holiday_ms > due_ms ? holiday_ms : due_ms);
        else if (bits_have(live->online, seat))
            own->noticed_ms = began_ms;
        else if (notices->under_way >= UNDER_WAY_MAX)
            live_table_due(live, now_ms + AGAIN_MS);
        else
            begin(notices, own);
    }
}
