/* A program at a table of a server: it is asked as the arena asks the players of exec: (docs/bots.md), and its moves
 * go to the server. The connection may break; the program notices nothing of that.
 *
 * Then: the program; messages; the connection; accounts of programs. */
#include "cli/bot/bot.h"

#include "base/system/system.h"
#include "store/job/job.h"
#include "text/text.h"
#include "wire/wire.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    HANGS_AFTER = 20, /* times its budget; as in the arena */
    HANGS_AFTER_MS = 60 * 1000,
    BEGINS_WITHIN_MS = 20 * 1000,
    TRIES = 15, /* to connect again, each after twice the time: 4 minutes in all */
    TRY_AGAIN_MS = 250,
    TRY_AGAIN_MS_MAX = 30 * 1000,
    ANOTHER_MOMENT_MS = 1000, /* after a request that came too fast */
};

/* The ids of our requests. Moves have none of their own: one is under way at a time. */
enum request_number { HELLO = 1, WATCH, SIT, MOVE, STAND };

struct table_guest {
    struct console *console;
    const struct guest_manner *manner;
    struct remote *remote; /* NULL: not connected */
    struct process process;
    json_int_t asked;     /* requests to the program */
    char *person, *table; /* our id; that of the table, once we are there */
    json_int_t version;   /* of the table that we know; -1: none */
    int seat;             /* ours, or -1 */
    bool has_sat, has_begun;
    json_t *moment;       /* the latest that we know */
    bool is_moving;       /* the answer to a move is awaited */
    char *move;           /* that move, to be sent again after a break */
    json_int_t chosen_at; /* the version at which it was chosen */
    json_t *events;       /* that the program has not seen */
    bool is_done;
    int code; /* then: the exit code */
};

static void pause_for(int64_t ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

static void done(struct table_guest *guest, int code)
{
    guest->is_done = true;
    guest->code = code;
}

/* A sentence of the section "bot"; the end. */
static void fail(struct table_guest *guest, const char *key, const char *detail)
{
    char clean[256];
    snprintf(clean, sizeof clean, "%s", detail);
    say_clean(clean);
    done(guest, complain_say(guest->console, CONSOLE_FAILED, "bot", key, guest->manner->argv[0],
                             clean, guest->manner->url, NULL));
}

/* The sentence of a refusal in the user's language; the end. */
static void fail_refused(struct table_guest *guest, const json_t *answer)
{
    const json_t *text = json_object_get(json_object_get(answer, "error"), "text");
    const char *sentence =
        wire_text(json_object_get(text, guest->console->language == FRENCH ? "fr" : "en"));
    fail(guest, "refused", sentence ? sentence : "?");
}

/* ---- The program ---- */

/* Sends a request, which is released, and returns the answer, or NULL after a failure. */
static json_t *ask(struct table_guest *guest, const char *cmd, json_t *request, int64_t limit_ms)
{
    static const char *const failures[] = {
        [PROCESS_ENDED] = "ended", [PROCESS_LATE] = "late", [PROCESS_TOO_LONG] = "endless"};
    char *line;
    json_object_set_new(request, "id", json_integer(++guest->asked));
    json_object_set_new(request, "cmd", json_string(cmd));
    char *text = json_dumps(request, JSON_COMPACT);
    CHECK(text);
    json_decref(request);
    text = alloc_resize(text, strlen(text) + sizeof "\n", 1);
    strcat(text, "\n");
    enum process_outcome outcome = process_ask(&guest->process, text, limit_ms, &line);
    free(text);
    if (outcome != PROCESS_ANSWERED) {
        fail(guest, failures[outcome], cmd);
        return NULL;
    }
    json_t *answer = wire_parse(line, strlen(line));
    if (json_integer_value(json_object_get(answer, "id")) == guest->asked &&
        json_is_true(json_object_get(answer, "ok")))
        return answer;
    json_decref(answer);
    fail(guest, "garbage", line);
    return NULL;
}

static void copy(json_t *to, const json_t *from, const char *key, const char *as)
{
    json_t *value = json_object_get(from, key);
    json_object_set(to, as, value ? value : json_null());
}

static void begin(struct table_guest *guest, const json_t *moment)
{
    const json_t *view = json_object_get(moment, "view");
    json_t *request = json_pack("{s:i}", "seat", guest->seat);
    copy(request, view, "game", "game");
    copy(request, view, "seats", "seats");
    copy(request, view, "options", "options");
    json_decref(ask(guest, "new", request, BEGINS_WITHIN_MS));
    guest->has_begun = true;
}

static void end(struct table_guest *guest, const json_t *result)
{
    json_t *request = json_pack("{s:O}", "events", guest->events);
    copy(request, result, "scores", "scores");
    copy(request, result, "winners", "winners");
    json_decref(ask(guest, "result", request, BEGINS_WITHIN_MS));
    if (!guest->is_done)
        done(guest, CONSOLE_OK);
}

/* Asks for a move, which guest->move becomes. False after a failure. */
static bool choose(struct table_guest *guest, const json_t *moment)
{
    int ms = guest->manner->ms;
    json_t *request = json_pack("{s:i, s:O}", "seat", guest->seat, "events", guest->events);
    copy(request, moment, "phase", "phase");
    copy(request, moment, "view", "view");
    copy(request, moment, "aids", "aids");
    copy(request, moment, "legal", "moves");
    copy(request, moment, "open", "open");
    json_object_set_new(request, ms ? "ms" : "iterations",
                        json_integer(ms ? ms : guest->manner->iterations));
    json_t *answer =
        ask(guest, "suggest", request, ms ? (int64_t)ms * HANGS_AFTER : HANGS_AFTER_MS);
    json_array_clear(guest->events);
    const char *move = wire_text(json_object_get(answer, "move"));
    free(guest->move);
    guest->move = move ? alloc_text(move) : NULL;
    if (answer && !move)
        fail(guest, "no_move", "");
    json_decref(answer);
    return guest->move;
}

/* ---- Messages ---- */

static void send_request(struct table_guest *guest, enum request_number number, const char *cmd,
                         json_t *request)
{
    json_object_set_new(request, "id", json_integer(number));
    json_object_set_new(request, "cmd", json_string(cmd));
    if (guest->table)
        json_object_set_new(request, "table", json_string(guest->table));
    remote_send(guest->remote, request);
}

static void say_hello(struct table_guest *guest)
{
    send_request(guest, HELLO, "hello", json_pack("{s:s}", "secret", guest->manner->token));
}

/* The id of the client makes a move that is sent twice count once. */
static void send_move(struct table_guest *guest)
{
    guest->is_moving = true;
    send_request(guest, MOVE, "move",
                 json_pack("{s:s, s:o}", "move", guest->move, "cid",
                           json_sprintf("bot-%lld", (long long)guest->asked)));
}

static bool has_seat(const json_t *seats, int seat)
{
    size_t i;
    const json_t *value;
    json_array_foreach(seats, i, value)
    {
        if (json_integer_value(value) == seat)
            return true;
    }
    return false;
}

/* Where we sit now: the host may rearrange the seats, or give ours away. */
static void take_seat(struct table_guest *guest, const json_t *info)
{
    const char *state = wire_text(json_object_get(info, "state"));
    size_t i;
    const json_t *seat;
    if (!info)
        return;
    guest->seat = -1;
    json_array_foreach(json_object_get(info, "seat"), i, seat)
    {
        const char *person = wire_text(json_object_get(seat, "person"));
        if (person && strcmp(person, guest->person) == 0)
            guest->seat = (int)i;
    }
    guest->has_sat = guest->has_sat || guest->seat >= 0;
    if (state && strcmp(state, "closed") == 0)
        fail(guest, "closed", "");
    else if (guest->has_sat && guest->seat < 0)
        fail(guest, "no_seat", "");
}

/* A push `table` or `step`, which is the answer to some requests as well. */
static void take_moment(struct table_guest *guest, json_t *moment)
{
    json_decref(guest->moment);
    guest->moment = json_incref(moment);
    guest->version = json_integer_value(json_object_get(moment, "v"));
    json_array_extend(guest->events, json_object_get(moment, "events"));
    take_seat(guest, json_object_get(moment, "info"));
}

static bool may_move(const struct table_guest *guest)
{
    const json_t *moment = guest->moment;
    return !guest->is_moving && guest->version > guest->chosen_at &&
           has_seat(json_object_get(moment, "to_act"), guest->seat) &&
           (json_array_size(json_object_get(moment, "legal")) > 0 ||
            json_array_size(json_object_get(moment, "open")) > 0);
}

/* What the program has to do now. */
static void act(struct table_guest *guest)
{
    const json_t *moment = guest->moment, *result = json_object_get(moment, "result");
    if (guest->is_done || guest->seat < 0 || !json_is_object(json_object_get(moment, "view")))
        return;
    if (!guest->has_begun)
        begin(guest, moment);
    if (guest->is_done)
        return;
    if (json_is_true(json_object_get(result, "over"))) {
        end(guest, result);
    } else if (may_move(guest) && choose(guest, moment)) {
        guest->chosen_at = guest->version;
        send_move(guest);
    }
}

static void take_refusal(struct table_guest *guest, json_int_t number, const json_t *answer)
{
    const char *code = wire_text(json_object_get(json_object_get(answer, "error"), "code"));
    bool is_unavailable = code && strcmp(code, "unavailable") == 0;
    bool is_limit = code && strcmp(code, "limit") == 0;
    if (is_unavailable && (number == HELLO || number == WATCH)) {
        pause_for(ANOTHER_MOMENT_MS); /* it has only just started */
        say_hello(guest);
    } else if (number != MOVE) {
        fail_refused(guest, answer);
    } else if (is_unavailable || is_limit) {
        pause_for(ANOTHER_MOMENT_MS);
        send_move(guest);
    } else if (code && guest->version == guest->chosen_at &&
               (strcmp(code, "bad_move") == 0 || strcmp(code, "illegal_move") == 0)) {
        fail(guest, "illegal", guest->move);
    } else {
        guest->is_moving = false; /* the moment for this move has passed: the clock, or a break */
    }
}

/* What a person may have typed: a code is shorter than an id, and an id shorter than an invitation. */
static const char *key_of(const char *table)
{
    size_t length = strlen(table), id = STORE_ID_TEXT - 1;
    return length < id ? "code" : length == id ? "table" : "invite";
}

static void take_answer(struct table_guest *guest, json_int_t number, const json_t *answer)
{
    if (number == HELLO) {
        const char *id = wire_text(json_object_get(json_object_get(answer, "person"), "id"));
        free(guest->person);
        guest->person = alloc_text(id ? id : "");
        json_t *watch = json_pack("{s:I}", "since", guest->version);
        if (!guest->table)
            json_object_set_new(watch, key_of(guest->manner->table),
                                json_string(guest->manner->table));
        send_request(guest, WATCH, "watch", watch);
    } else if (number == WATCH) {
        const char *table = wire_text(json_object_get(answer, "table"));
        free(guest->table);
        guest->table = alloc_text(table ? table : "");
        if (guest->is_moving)
            send_move(guest);
    } else if (number == MOVE) {
        guest->is_moving = false;
    }
}

static void take_message(struct table_guest *guest, json_t *message)
{
    const char *push = wire_text(json_object_get(message, "push"));
    json_int_t number = json_integer_value(json_object_get(message, "id"));
    if (json_is_false(json_object_get(message, "ok")))
        take_refusal(guest, number, message);
    else if (number)
        take_answer(guest, number, message);
    if (guest->is_done)
        return;
    bool is_table = push && strcmp(push, "table") == 0;
    if (push && strcmp(push, "who") == 0)
        fail(guest, "withdrawn", "");
    else if (is_table || (push && strcmp(push, "step") == 0))
        take_moment(guest, message);
    if (!guest->is_done && is_table && guest->seat < 0)
        send_request(guest, SIT, "sit", json_object());
    act(guest);
}

/* ---- The connection ---- */

/* Connects, again and again after a break. Afterwards, either the guest is done or it is connected. */
static void connect_again(struct table_guest *guest)
{
    char reason[REMOTE_REASON];
    bool is_url;
    int64_t wait_ms = TRY_AGAIN_MS;
    for (int tries = guest->person ? TRIES : 1; !guest->is_done && !guest->remote; tries--) {
        guest->remote = remote_open(guest->manner->url, reason, &is_url);
        if (guest->remote)
            break;
        if (!is_url || tries <= 1) {
            fail(guest, is_url ? "cannot_connect" : "bad_url", reason);
            return;
        }
        pause_for(wait_ms);
        wait_ms = 2 * wait_ms > TRY_AGAIN_MS_MAX ? TRY_AGAIN_MS_MAX : 2 * wait_ms;
    }
    say_hello(guest);
}

static void play(struct table_guest *guest)
{
    while (!guest->is_done) {
        if (!guest->remote) {
            pause_for(guest->person ? TRY_AGAIN_MS : 0); /* perhaps it ends every connection */
            connect_again(guest);
        }
        json_t *message = guest->is_done ? NULL : remote_receive(guest->remote);
        if (message) {
            take_message(guest, message);
        } else if (!guest->is_done) {
            remote_close(guest->remote);
            guest->remote = NULL;
        }
        json_decref(message);
    }
    /* A program that failed does not keep the others waiting. */
    if (guest->code != CONSOLE_OK && guest->remote && guest->seat >= 0) {
        send_request(guest, STAND, "stand", json_object());
        for (json_t *message; (message = remote_receive(guest->remote));) {
            bool is_answer = json_integer_value(json_object_get(message, "id")) == STAND;
            json_decref(message);
            if (is_answer)
                break;
        }
    }
}

int guest_play(struct console *console, const struct guest_manner *manner)
{
    struct table_guest guest = {
        .console = console, .manner = manner, .version = -1, .chosen_at = -1, .seat = -1};
    guest.events = json_array();
    if (process_start(&guest.process, manner->argv)) {
        play(&guest);
        process_stop(&guest.process);
    } else {
        fail(&guest, "cannot_start", complain_reason(console, errno));
    }
    remote_close(guest.remote);
    json_decref(guest.events);
    json_decref(guest.moment);
    free(guest.person);
    free(guest.table);
    free(guest.move);
    return guest.code;
}

/* ---- Accounts of programs ---- */

/* One request after another; the answer to the last one. NULL after a message. */
static json_t *request_once(struct console *console, const char *url, json_t *first, json_t *second)
{
    char reason[REMOTE_REASON];
    bool is_url;
    struct guest_manner manner = {.url = url, .argv = (char *const[]){(char[]){""}, NULL}};
    struct table_guest guest = {.console = console, .manner = &manner};
    json_t *answer = NULL;
    guest.remote = remote_open(url, reason, &is_url);
    if (!guest.remote)
        fail(&guest, is_url ? "cannot_connect" : "bad_url", reason);
    for (json_t *request = first; request; request = request == first ? second : NULL) {
        if (!guest.remote || guest.is_done) {
            json_decref(request);
            continue;
        }
        remote_send(guest.remote, request);
        json_decref(answer);
        answer = remote_receive(guest.remote);
        if (!answer)
            fail(&guest, "cannot_connect", "");
        else if (!json_is_true(json_object_get(answer, "ok")))
            fail_refused(&guest, answer);
    }
    remote_close(guest.remote);
    if (!guest.is_done)
        return answer;
    json_decref(answer);
    return NULL;
}

int guest_register(struct console *console, const char *url, const char *name)
{
    json_t *answer = request_once(
        console, url,
        json_pack("{s:i, s:s, s:s, s:b}", "id", HELLO, "cmd", "hello", "name", name, "program", 1),
        NULL);
    const char *token = wire_text(json_object_get(answer, "secret"));
    if (token)
        puts(token);
    json_decref(answer);
    return token ? CONSOLE_OK : CONSOLE_FAILED;
}

int guest_withdraw(struct console *console, const char *url, const char *token)
{
    json_t *answer = request_once(
        console, url, json_pack("{s:i, s:s, s:s}", "id", HELLO, "cmd", "hello", "secret", token),
        json_pack("{s:i, s:s}", "id", HELLO + 1, "cmd", "logout"));
    json_decref(answer);
    return answer ? CONSOLE_OK : CONSOLE_FAILED;
}
