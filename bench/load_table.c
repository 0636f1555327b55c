/* What a seat asks next, and whether what it is told can be right: versions without a gap, every
 * move told to every seat of its table, no request refused. */
#include "load.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void load_line_add(struct load *load, struct seat *seat)
{
    load->line[(load->line_first + load->line_count++) % load->seat_count] = seat;
    seat->ready = true;
}

struct seat *load_line_take(struct load *load)
{
    if (load->line_count == 0)
        return NULL;
    struct seat *seat = load->line[load->line_first];
    load->line_first = (load->line_first + 1) % load->seat_count;
    load->line_count--;
    seat->ready = false;
    return seat;
}

void load_open_some(struct load *load)
{
    while (load->opening < OPENING_MAX && load->next_opening < load->seat_count) {
        link_open(&load->links, &load->seats[load->next_opening].link, load->next_opening);
        load->next_opening++;
        load->opening++;
    }
}

/* Asks `what`, the rest of an object after its id. */
__attribute__((format(printf, 4, 5))) static void seat_ask(struct load *load, struct seat *seat,
                                                           enum asked asked, const char *what, ...)
{
    char text[512];
    int length = snprintf(text, sizeof text, "{\"id\":%lld,", (long long)++seat->request);
    va_list arguments;
    va_start(arguments, what);
    length += vsnprintf(text + length, sizeof text - (size_t)length, what, arguments);
    va_end(arguments);
    seat->asked = asked;
    link_send(&load->links, &seat->link, text, (size_t)length);
}

void load_opened(void *context, struct link *link)
{
    struct load *load = context;
    struct seat *seat = (struct seat *)link;
    load->opening--;
    load_open_some(load);
    seat_ask(load, seat, ASKED_HELLO, "\"cmd\":\"hello\",\"name\":\"Load %d\"}",
             (int)(seat - load->seats));
}

void seat_send_move(struct load *load, struct seat *seat, int64_t due_us)
{
    seat->due_us = due_us;
    seat->sent_us = load_now_us();
    load->in_flight++;
    seat_ask(load, seat, ASKED_MOVE, "\"cmd\":\"move\",\"table\":\"%s\",\"move\":\"%s\"}",
             seat->table->id, seat->move);
    seat->move[0] = '\0';
}

static void seat_watch(struct load *load, struct seat *seat)
{
    seat->v = -1;
    seat_ask(load, seat, ASKED_WATCH, "\"cmd\":\"watch\",\"table\":\"%s\"%s}", seat->table->id,
             load->views ? "" : ",\"views\":false");
}

/* At no table: makes one, or goes to the one that seat 0 has made. */
static void seat_arrive(struct load *load, struct seat *seat)
{
    if (!seat->table)
        return;
    if (seat->number == 0) {
        seat->v = -1;
        seat_ask(load, seat, ASKED_CREATE,
                 "\"cmd\":\"create\",\"game\":\"%s\",\"seats\":%d,\"public\":true,"
                 "\"pace\":\"fast\"}",
                 load->game, load->seats_each);
    } else if (seat->table->id[0]) {
        seat_watch(load, seat);
    }
}

static void table_created(struct load *load, struct table *table, struct piece id)
{
    if (!id.at || id.size >= sizeof table->id)
        load_failed("a table without an id");
    memcpy(table->id, id.at, id.size);
    table->id[id.size] = '\0';
    table->over = 0;
    table->seated = 0;
    for (int i = 0; i < SEEN_ROOM; i++)
        table->seen[i] = (struct seen){.v = -1};
    for (int i = 1; i < load->seats_each; i++)
        if (table->seats[i].asked == ASKED_NOTHING && table->seats[i].request > 0)
            seat_watch(load, &table->seats[i]);
}

static void table_seated(struct load *load, struct table *table)
{
    if (++table->seated == load->seats_each)
        seat_ask(load, &table->seats[0], ASKED_START, "\"cmd\":\"start\",\"table\":\"%s\"}",
                 table->id);
}

/* The request is answered: what comes after it. */
static void seat_go_on(struct load *load, struct seat *seat, enum asked asked,
                       const struct told *told)
{
    struct table *table = seat->table;
    switch (asked) {
    case ASKED_HELLO:
        load->greeted++;
        seat_arrive(load, seat);
        break;
    case ASKED_UNWATCH:
        seat_arrive(load, seat);
        break;
    case ASKED_CREATE:
        table_created(load, table, told->table);
        if (load->views)
            table_seated(load, table);
        else
            seat_watch(load, seat); /* again, to say that no views are wanted */
        break;
    case ASKED_WATCH:
        if (seat->number == 0)
            table_seated(load, table);
        else
            seat_ask(load, seat, ASKED_SIT, "\"cmd\":\"sit\",\"table\":\"%s\",\"seat\":%d}",
                     table->id, seat->number);
        break;
    case ASKED_SIT:
        table_seated(load, table);
        break;
    case ASKED_START:
        load->tables_playing++;
        break;
    case ASKED_MOVE:
    case ASKED_NOTHING:
        break;
    }
}

static bool load_measures(const struct load *load, int64_t at_us)
{
    return load->measure_from_us && at_us >= load->measure_from_us && at_us < load->measure_to_us;
}

/* Seat has been told of move v of its table. */
static void table_seen(struct load *load, struct seat *seat, int64_t v, bool own, int64_t now_us)
{
    struct seen *seen = &seat->table->seen[v % SEEN_ROOM];
    uint32_t everyone = (1u << load->seats_each) - 1;
    if (seen->v != v) {
        if (seen->v >= 0 && seen->seats != everyone)
            load->unseen++;
        *seen = (struct seen){.v = v};
    }
    seen->seats |= 1u << seat->number;
    if (own) {
        seen->sent_us = seat->sent_us;
        load->in_flight--;
        load->moves_ever++;
        if (load_measures(load, now_us))
            load->moves++;
        if (load_measures(load, seat->sent_us)) {
            histogram_add(&load->answer, now_us - seat->sent_us);
            histogram_add(&load->due, now_us - seat->due_us);
        }
    }
    if (seen->seats == everyone && load_measures(load, seen->sent_us))
        histogram_add(&load->all, now_us - seen->sent_us);
}

int64_t load_count_unseen(const struct load *load)
{
    int64_t count = 0;
    for (int t = 0; t < load->table_count; t++)
        for (int i = 0; i < SEEN_ROOM; i++) {
            const struct seen *seen = &load->tables[t].seen[i];
            count += seen->v >= 0 && seen->seats != (1u << load->seats_each) - 1;
        }
    return count;
}

/* All seats know that the match is over: another one, at another table. */
static void table_over(struct load *load, struct table *table)
{
    char id[sizeof table->id];
    memcpy(id, table->id, sizeof id);
    table->id[0] = '\0';
    load->games++;
    load->tables_playing--;
    load->unseen += load_count_unseen(
        &(struct load){.tables = table, .table_count = 1, .seats_each = load->seats_each});
    for (int i = 0; i < SEEN_ROOM; i++)
        table->seen[i].v = -1;
    for (int i = 0; i < load->seats_each; i++)
        seat_ask(load, &table->seats[i], ASKED_UNWATCH, "\"cmd\":\"unwatch\",\"table\":\"%s\"}",
                 id);
}

static void seat_told(struct load *load, struct seat *seat, const struct told *told,
                      enum asked asked, int64_t now_us)
{
    bool is_step = piece_is(told->push, "step");
    if (!told->v.at)
        load_failed("a %s without a version", is_step ? "step" : "table");
    int64_t v = strtoll(told->v.at, NULL, 10);
    if (is_step && seat->v >= 0 && v != seat->v + 1)
        load_failed("table %s seat %d: version %lld after %lld", seat->table->id, seat->number,
                    (long long)v, (long long)seat->v);
    seat->v = v;
    if (is_step && piece_is(told->kind, "move"))
        table_seen(load, seat, v, asked == ASKED_MOVE, now_us);
    piece_pick(told->legal, &load->rng, seat->move, sizeof seat->move);
    if (seat->move[0] && seat->asked == ASKED_NOTHING && !seat->ready)
        load_line_add(load, seat);
    if (is_step && told->result.at && !piece_is(told->result, "null") &&
        ++seat->table->over == load->seats_each)
        table_over(load, seat->table);
}

void load_received(void *context, struct link *link, const char *bytes, size_t size)
{
    struct load *load = context;
    struct seat *seat = (struct seat *)link;
    struct told told;
    if (!told_scan(&told, bytes, size))
        load_failed("not understood: %.*s", (int)size, bytes);
    enum asked asked = ASKED_NOTHING;
    if (told.id.at) {
        if (strtoll(told.id.at, NULL, 10) != seat->request || seat->asked == ASKED_NOTHING)
            load_failed("an answer to nothing: %.*s", (int)size, bytes);
        if (!piece_is(told.ok, "true"))
            load_failed("refused: %.*s", (int)size, bytes);
        asked = seat->asked;
        seat->asked = ASKED_NOTHING;
    }
    if (piece_is(told.push, "stop") || piece_is(told.push, "who"))
        load_failed("sent away: %.*s", (int)size, bytes);
    if (seat->table && seat->table->id[0] && piece_is(told.table, seat->table->id) &&
        (piece_is(told.push, "step") || piece_is(told.push, "table")))
        seat_told(load, seat, &told, asked, load_now_us());
    if (asked != ASKED_NOTHING)
        seat_go_on(load, seat, asked, &told);
}
