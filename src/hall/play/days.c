/* Matches over days: the holidays of people, and seats whose time is up.
 *
 * Then: holidays at tables; time that is up; the request `holiday`. */
#include "hall/play/play.h"

#include "base/base.h"
#include "base/system/system.h"
#include "table/table.h"

#include <string.h>

enum {
    AGAIN_MS = 5 * 1000, /* if the store fails */
    ASKING_US = 1000,    /* what the request costs the store's thread, roughly */
};

void days_start(struct days *days, struct changes *changes, struct notes *notes)
{
    *days = (struct days){.environment = changes->environment,
                          .tables = changes->tables,
                          .changes = changes,
                          .notes = notes};
}

static bool is_over_days(const struct table *table)
{
    return table->settings.clock == TABLE_CLOCK_DAYS && table->state == TABLE_PLAYING;
}

/* ---- Holidays at tables ---- */

/* Tells those who watch, and the units that wait for clocks. */
static void tell(struct live_table *live)
{
    const struct table *table = live->table;
    int64_t now_ms = live->environment->now_ms;
    struct message *message = push_clocks(live->tables->push_writer, table, now_ms);
    live->resting = table_resting(table, now_ms);
    watch_send_all(live, message, NULL);
    message_drop(message);
    live_table_due(live, now_ms);
}

static void lend(struct live_table *live, int seat, const struct holidays *holidays)
{
    struct table *table = live->table;
    int64_t now_ms = live->environment->now_ms;
    int64_t left_ms = table_left_ms(table, seat, now_ms);
    int64_t until_ms = holidays_until(table->holidays[seat], now_ms);
    memcpy(live->seat[seat].holidays_of, table->seat[seat].person, STORE_ID_TEXT);
    table_lend_holidays(table, seat, holidays);
    if (table_left_ms(table, seat, now_ms) != left_ms ||
        holidays_until(table->holidays[seat], now_ms) != until_ms)
        tell(live);
}

static void lend_all(struct days *days, const char *person, const struct holidays *holidays)
{
    struct live_table *const *found;
    int count = person_tables_of(&days->tables->by_person, person, &found);
    for (int i = 0; i < count; i++) {
        int seat = table_seat_of(found[i]->table, person);
        if (is_over_days(found[i]->table) && seat >= 0)
            lend(found[i], seat, holidays);
    }
}

/* A look for the holidays of a person; because of a seat at a table, or because they have changed. */
struct holiday_look {
    struct note_work work; /* first */
    char table[STORE_ID_TEXT];
    int seat;   /* -1: none */
    bool is_up; /* its time: this decides */
};

static bool edit_nothing(struct note_work *work, json_t *note)
{
    (void)work, (void)note;
    return false;
}

static struct live_seat *seat_looked_for(const struct holiday_look *look)
{
    const struct days *days = look->work.owner;
    struct live_table *live = look->seat >= 0 ? live_tables_find(days->tables, look->table) : NULL;
    return live && !live->loading ? &live->seat[look->seat] : NULL;
}

static void end(struct days *days, struct live_seat *seat, const char *person);

static void looked(struct note_work *work, enum store_outcome outcome, const json_t *note)
{
    struct days *days = work->owner;
    const struct holiday_look *look = (const struct holiday_look *)work;
    struct live_seat *seat = seat_looked_for(look);
    if (seat && look->is_up)
        seat->timing_out = false;
    else if (seat)
        seat->looking = false;
    if (outcome == STORE_OK) {
        struct holidays holidays;
        holidays_read(&holidays, json_object_get(note, "holidays"));
        lend_all(days, work->person, &holidays);
        if (seat && look->is_up)
            end(days, seat, work->person);
    } else if (seat) {
        live_table_due(seat->live, days->environment->now_ms + AGAIN_MS);
    }
    note_work_free(work);
}

static void look_for(struct days *days, const char *person, const struct live_seat *seat,
                     bool is_up)
{
    struct holiday_look *look = note_work_new(days->notes, days, person, sizeof *look);
    look->work.edit = edit_nothing;
    look->work.done = looked;
    look->seat = -1;
    look->is_up = is_up;
    if (seat) {
        memcpy(look->table, seat->live->id, sizeof look->table);
        look->seat = seat->seat;
    }
    note_work_run(&look->work);
}

void days_tick(struct days *days, struct live_table *live)
{
    const struct table *table = live->table;
    int64_t now_ms = days->environment->now_ms;
    if (!is_over_days(table))
        return;
    for (int i = 0; i < table->settings.seats; i++) {
        struct live_seat *seat = &live->seat[i];
        const char *person = table->seat[i].person;
        if (person[0] && !seat->looking && strcmp(seat->holidays_of, person) != 0) {
            seat->looking = true;
            look_for(days, person, seat, false);
        }
        int64_t until_ms = holidays_until(table->holidays[i], now_ms);
        if (until_ms)
            live_table_due(live, until_ms);
    }
    if (table_resting(table, now_ms) != live->resting)
        tell(live);
}

void days_heard(struct days *days, const char *person)
{
    struct live_table *const *found;
    if (person_tables_of(&days->tables->by_person, person, &found) > 0)
        look_for(days, person, NULL, false);
}

void days_started_over(struct live_table *live)
{
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        live->seat[i].holidays_of[0] = '\0';
}

void days_forget(struct days *days)
{
    size_t at = 0;
    for (struct live_table *live; (live = live_tables_next(days->tables, &at));) {
        days_started_over(live);
        live_table_due(live, days->environment->now_ms);
    }
}

/* ---- Time that is up ---- */

/* A match over days is not played by moves that nobody chose: a computer player takes the seat, or it has lost. Not if its person
 * is another one by now, whose holidays are not known. */
static void end(struct days *days, struct live_seat *seat, const char *person)
{
    struct live_table *live = seat->live;
    const struct table *table = live->table;
    if (!bits_have(table_running(table), seat->seat) ||
        strcmp(table->seat[seat->seat].person, person) != 0 ||
        table_left_ms(table, seat->seat, days->environment->now_ms) > 0) {
        live_table_due(live, days->environment->now_ms);
        return;
    }
    seat->timing_out = true;
    change_submit(
        days->changes, live,
        &(struct change){.kind = person[0] && table_takes_over(table) ? ENTRY_STAND : ENTRY_CLOSE,
                         .seat = seat->seat,
                         .text = entry_by_clock,
                         .done = timeouts_done,
                         .context = seat});
}

void days_time_up(struct days *days, struct live_seat *seat)
{
    const char *person = seat->live->table->seat[seat->seat].person;
    if (person[0]) {
        seat->timing_out = true;
        look_for(days, person, seat, true);
    } else {
        end(days, seat, person);
    }
}

/* ---- The request `holiday` ---- */

/* The request's own texts stay in the task. */
struct holiday_work {
    struct note_work work; /* first */
    struct task *task;
    bool is_changed, is_too_long;
};

static bool edit(struct note_work *work, json_t *note)
{
    struct holiday_work *own = (struct holiday_work *)work;
    int64_t now_ms = work->notes->environment->now_ms;
    int days = own->task->request.days;
    struct holidays holidays;
    holidays_read(&holidays, json_object_get(note, "holidays"));
    own->is_too_long = days > 0 && !holidays_add(&holidays, days, now_ms);
    own->is_changed =
        !own->is_too_long && (days > 0 || (days == 0 && holidays_until(&holidays, now_ms)));
    if (days == 0)
        holidays_end(&holidays, now_ms);
    if (own->is_changed)
        json_object_set_new(note, "holidays", holidays_json(&holidays));
    return own->is_changed;
}

static void answer(const struct holiday_work *own, const struct holidays *holidays)
{
    struct client *client = own->task->client;
    int64_t now_ms = own->work.notes->environment->now_ms;
    int64_t until_ms = holidays_until(holidays, now_ms);
    json_t *until = until_ms ? json_integer((json_int_t)until_ms) : json_null();
    if (!client->gone)
        client_answer(client, own->task->request.id,
                      json_pack("{s:o, s:i, s:i}", "until", until, "left",
                                holidays_left(holidays, now_ms), "most",
                                holidays_most(holidays, now_ms)));
}

static void done(struct note_work *work, enum store_outcome outcome, const json_t *note)
{
    struct holiday_work *own = (struct holiday_work *)work;
    struct days *days = work->owner;
    struct task *task = own->task;
    if (outcome != STORE_OK) {
        task_refuse_unavailable(task);
    } else if (own->is_too_long) {
        task_refuse(task, FAULT_LIMIT, "server.holiday_too_long");
    } else {
        struct holidays holidays;
        holidays_read(&holidays, json_object_get(note, "holidays"));
        if (own->is_changed) {
            peers_say(days->environment, PEER_HOLIDAY, "%s", work->person);
            lend_all(days, work->person, &holidays);
        }
        answer(own, &holidays);
    }
    task_resume(task);
    note_work_free(work);
}

void days_ask(struct days *days, struct client *client, struct request *request)
{
    struct holiday_work *own = note_work_new(days->notes, days, client->person->id, sizeof *own);
    own->work.edit = edit;
    own->work.done = done;
    own->task = task_new(sizeof *own->task, client, request);
    address_charge(client->address, ASKING_US);
    client_pause(client);
    note_work_run(&own->work);
}
