/* Players at tables: what each of them asks next, and checks of what it receives (versions without a
 * gap, every move reported to every seat, no request refused). Nothing is allocated while moves are
 * made: this program must cost far less than the server it measures.
 *
 * Then: echo. */
#include "load.h"

#include "base/system/system.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPENING_MAX = 64 }; /* connections that are opened at the same time */

void load_add_ready(struct load *load, struct load_seat *seat)
{
    load->ready[(load->ready_first + load->ready_count++) % load->seat_count] = seat;
    seat->is_ready = true;
}

struct load_seat *load_take_ready(struct load *load)
{
    if (load->ready_count == 0)
        return NULL;
    struct load_seat *seat = load->ready[load->ready_first];
    load->ready_first = (load->ready_first + 1) % load->seat_count;
    load->ready_count--;
    seat->is_ready = false;
    return seat;
}

void load_open_some(struct load *load)
{
    while (load->opening < OPENING_MAX && load->next_opening < load->seat_count) {
        connection_open(&load->connections, &load->seats[load->next_opening].connection,
                        load->next_opening);
        load->next_opening++;
        load->opening++;
    }
}

/* Sends a request; `what` is its JSON after the id. */
__attribute__((format(printf, 4, 5))) static void
seat_ask(struct load *load, struct load_seat *seat, enum load_asked asked, const char *what, ...)
{
    char text[512];
    int length = snprintf(text, sizeof text, "{\"id\":%lld,", (long long)++seat->request);
    va_list arguments;
    va_start(arguments, what);
    length += vsnprintf(text + length, sizeof text - (size_t)length, what, arguments);
    va_end(arguments);
    seat->asked = asked;
    connection_send(&load->connections, &seat->connection, text, (size_t)length);
}

static void on_opened(void *context, struct connection *connection)
{
    struct load *load = context;
    struct load_seat *seat = (struct load_seat *)connection;
    load->opening--;
    load_open_some(load);
    seat_ask(load, seat, ASKED_HELLO, "\"cmd\":\"hello\",\"name\":\"Load %d\"}",
             (int)(seat - load->seats));
}

void load_send_move(struct load *load, struct load_seat *seat, int64_t due_us)
{
    seat->due_us = due_us;
    seat->sent_us = clock_us();
    load->in_flight++;
    seat_ask(load, seat, ASKED_MOVE, "\"cmd\":\"move\",\"table\":\"%s\",\"move\":\"%s\"}",
             seat->table->id, seat->move);
    seat->move[0] = '\0';
}

static void seat_watch(struct load *load, struct load_seat *seat)
{
    seat->v = -1;
    seat_ask(load, seat, ASKED_WATCH, "\"cmd\":\"watch\",\"table\":\"%s\"%s}", seat->table->id,
             load->views ? "" : ",\"views\":false");
}

/* Seat 0 makes a table; the others go there. */
static void seat_arrive(struct load *load, struct load_seat *seat)
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

static void table_created(struct load *load, struct load_table *table, struct piece id)
{
    if (!id.at || id.size >= sizeof table->id)
        load_fail("a table without an id");
    memcpy(table->id, id.at, id.size);
    table->id[id.size] = '\0';
    table->over = 0;
    table->seated = 0;
    table->seated_v = 0;
    table->has_started = false;
    for (int i = 0; i < MOVES_KEPT; i++)
        table->moves[i] = (struct load_move){.v = -1};
    for (int i = 1; i < load->seats_each; i++)
        if (table->seats[i].asked == ASKED_NOTHING && table->seats[i].request > 0)
            seat_watch(load, &table->seats[i]);
}

/* Seat 0 starts the match when it knows that all have sat down, perhaps at another server. */
static void table_start_if_full(struct load *load, struct load_table *table)
{
    struct load_seat *host = &table->seats[0];
    if (table->has_started || table->seated < load->seats_each || host->v < table->seated_v ||
        host->asked != ASKED_NOTHING)
        return;
    table->has_started = true;
    seat_ask(load, host, ASKED_START, "\"cmd\":\"start\",\"table\":\"%s\"}", table->id);
}

static void table_seated(struct load *load, struct load_table *table, int64_t v)
{
    table->seated++;
    if (v > table->seated_v)
        table->seated_v = v;
    table_start_if_full(load, table);
}

/* A request was answered: sends the next one. */
static void seat_continue(struct load *load, struct load_seat *seat, enum load_asked asked,
                          const struct load_message *message)
{
    struct load_table *table = seat->table;
    switch (asked) {
    case ASKED_HELLO:
        load->greeted++;
        seat_arrive(load, seat);
        break;
    case ASKED_UNWATCH:
        seat_arrive(load, seat);
        break;
    case ASKED_CREATE:
        table_created(load, table, message->table);
        if (load->views)
            table_seated(load, table, 0);
        else
            seat_watch(load, seat); /* again, without views */
        break;
    case ASKED_WATCH:
        if (seat->number == 0)
            table_seated(load, table, 0);
        else
            seat_ask(load, seat, ASKED_SIT, "\"cmd\":\"sit\",\"table\":\"%s\",\"seat\":%d}",
                     table->id, seat->number);
        break;
    case ASKED_SIT:
        table_seated(load, table, seat->v);
        break;
    case ASKED_START:
        load->tables_playing++;
        break;
    case ASKED_MOVE:
    case ASKED_NOTHING:
        break;
    }
}

static bool is_measured(const struct load *load, int64_t at_us)
{
    return load->measure_from_us && at_us >= load->measure_from_us && at_us < load->measure_to_us;
}

/* The seat has received move `v` of its table. */
static void table_saw_move(struct load *load, struct load_seat *seat, int64_t v, bool is_own,
                           int64_t now_us)
{
    struct load_move *move = &seat->table->moves[v % MOVES_KEPT];
    uint32_t everyone = (1u << load->seats_each) - 1;
    if (move->v != v) {
        if (move->v >= 0 && move->seats != everyone)
            load->unseen++;
        *move = (struct load_move){.v = v};
    }
    move->seats |= 1u << seat->number;
    if (is_own) {
        move->sent_us = seat->sent_us;
        load->in_flight--;
        load->moves_ever++;
        if (is_measured(load, now_us))
            load->moves++;
        if (is_measured(load, seat->sent_us)) {
            histogram_add(&load->answer, now_us - seat->sent_us);
            histogram_add(&load->due, now_us - seat->due_us);
        }
    }
    if (move->seats == everyone && is_measured(load, move->sent_us))
        histogram_add(&load->all, now_us - move->sent_us);
}

int64_t load_count_unseen(const struct load *load)
{
    int64_t count = 0;
    for (int t = 0; t < load->table_count; t++)
        for (int i = 0; i < MOVES_KEPT; i++) {
            const struct load_move *move = &load->tables[t].moves[i];
            count += move->v >= 0 && move->seats != (1u << load->seats_each) - 1;
        }
    return count;
}

/* All seats know that the match is over: they start another one at another table. */
static void table_over(struct load *load, struct load_table *table)
{
    char id[sizeof table->id];
    memcpy(id, table->id, sizeof id);
    table->id[0] = '\0';
    load->games++;
    load->tables_playing--;
    load->unseen += load_count_unseen(
        &(struct load){.tables = table, .table_count = 1, .seats_each = load->seats_each});
    for (int i = 0; i < MOVES_KEPT; i++)
        table->moves[i].v = -1;
    for (int i = 0; i < load->seats_each; i++)
        seat_ask(load, &table->seats[i], ASKED_UNWATCH, "\"cmd\":\"unwatch\",\"table\":\"%s\"}",
                 id);
}

static void seat_update(struct load *load, struct load_seat *seat,
                        const struct load_message *message, enum load_asked asked, int64_t now_us)
{
    bool is_step = piece_is(message->push, "step");
    if (!message->v.at)
        load_fail("a %s without a version", is_step ? "step" : "table");
    int64_t v = strtoll(message->v.at, NULL, 10);
    if (is_step && seat->v >= 0 && v != seat->v + 1)
        load_fail("table %s seat %d: version %lld after %lld", seat->table->id, seat->number,
                  (long long)v, (long long)seat->v);
    seat->v = v;
    if (is_step && piece_is(message->kind, "move"))
        table_saw_move(load, seat, v, asked == ASKED_MOVE, now_us);
    piece_pick(message->legal, &load->rng, seat->move, sizeof seat->move);
    if (seat->move[0] && seat->asked == ASKED_NOTHING && !seat->is_ready)
        load_add_ready(load, seat);
    if (is_step && message->result.at && !piece_is(message->result, "null") &&
        ++seat->table->over == load->seats_each)
        table_over(load, seat->table);
}

static void on_received(void *context, struct connection *connection, const char *bytes,
                        size_t size)
{
    struct load *load = context;
    struct load_seat *seat = (struct load_seat *)connection;
    struct load_message message;
    if (!load_message_read(&message, bytes, size))
        load_fail("not understood: %.*s", (int)size, bytes);
    enum load_asked asked = ASKED_NOTHING;
    if (message.id.at) {
        if (strtoll(message.id.at, NULL, 10) != seat->request || seat->asked == ASKED_NOTHING)
            load_fail("an answer to nothing: %.*s", (int)size, bytes);
        if (!piece_is(message.ok, "true"))
            load_fail("refused: %.*s", (int)size, bytes);
        asked = seat->asked;
        seat->asked = ASKED_NOTHING;
    }
    if (piece_is(message.push, "stop") || piece_is(message.push, "who"))
        load_fail("sent away: %.*s", (int)size, bytes);
    if (seat->table && seat->table->id[0] && piece_is(message.table, seat->table->id) &&
        (piece_is(message.push, "step") || piece_is(message.push, "table")))
        seat_update(load, seat, &message, asked, clock_us());
    if (asked != ASKED_NOTHING)
        seat_continue(load, seat, asked, &message);
    if (seat->table && seat->number == 0 && seat->table->id[0])
        table_start_if_full(load, seat->table);
}

void load_start(struct load *load, int spread)
{
    load->connections.context = load;
    load->connections.opened = on_opened;
    load->connections.received = on_received;
    load->seats = alloc_array((size_t)load->seat_count, sizeof *load->seats);
    load->ready = alloc_array((size_t)load->seat_count, sizeof(struct load_seat *));
    load->tables = alloc_array((size_t)load->table_count, sizeof *load->tables);
    for (int i = 0; i < load->seat_count; i++)
        load->seats[i].v = -1;
    for (int t = 0; t < load->table_count; t++) {
        struct load_table *table = &load->tables[t];
        table->seats = load->seats + t * load->seats_each;
        table->ahead = spread ? (int)rng_below(&load->rng, (uint32_t)spread) : 0;
        for (int i = 0; i < MOVES_KEPT; i++)
            table->moves[i].v = -1;
        for (int i = 0; i < load->seats_each; i++) {
            table->seats[i].table = table;
            table->seats[i].number = i;
        }
    }
}

/* ---- Echo ---- */

enum { MESSAGE_BYTES = 80 }; /* as long as a move */

struct echo_client {
    struct connection connection; /* must be the first member */
    int64_t sent_us;
};

struct echo {
    struct connections *connections;
    int64_t from_us, to_us, count; /* what is measured */
    struct histogram times;
};

static void send_message(struct echo *echo, struct echo_client *client)
{
    static const char message[MESSAGE_BYTES] = "{\"id\":1,\"cmd\":\"move\"}";
    client->sent_us = clock_us();
    connection_send(echo->connections, &client->connection, message, sizeof message);
}

static void echo_opened(void *context, struct connection *connection)
{
    send_message(context, (struct echo_client *)connection);
}

static void echo_received(void *context, struct connection *connection, const char *bytes,
                          size_t size)
{
    (void)bytes, (void)size;
    struct echo *echo = context;
    struct echo_client *client = (struct echo_client *)connection;
    int64_t now_us = clock_us();
    if (now_us >= echo->from_us && now_us < echo->to_us) {
        echo->count++;
        histogram_add(&echo->times, now_us - client->sent_us);
    }
    send_message(echo, client);
}

void load_echo(struct connections *connections, int count, double warmup_s, double seconds)
{
    struct echo *echo = alloc_new(sizeof *echo);
    struct echo_client *clients = alloc_array((size_t)count, sizeof *clients);
    echo->connections = connections;
    echo->from_us = clock_us() + (int64_t)(warmup_s * 1e6);
    echo->to_us = echo->from_us + (int64_t)(seconds * 1e6);
    connections->context = echo;
    connections->opened = echo_opened;
    connections->received = echo_received;
    for (int i = 0; i < count; i++)
        connection_open(connections, &clients[i].connection, i);
    while (clock_us() < echo->to_us)
        connections_wait(connections, 10000);
    printf("{\"messages_per_s\":%.1f,\"p50\":%.3f,\"p99\":%.3f}\n", (double)echo->count / seconds,
           (double)histogram_at(&echo->times, 0.5) / 1e3,
           (double)histogram_at(&echo->times, 0.99) / 1e3);
    free(clients);
    free(echo);
}
