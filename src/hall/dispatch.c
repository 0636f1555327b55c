/* What each request does, and who may ask it. Whatever changes a table becomes a change (changes.c),
 * whatever is only in the store becomes a job; the rest is answered at once. */
#include "hall/inside.h"

#include "base/bits.h"
#include "base/check.h"
#include "game/registry.h"
#include "players/player.h"
#include "wire/components.h"
#include "wire/games.h"
#include "wire/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RECORDS_LISTED_MAX = 50,
    HISTORY_US = 2000, /* what reading records costs the store's thread, roughly */
};

static void refuse(struct client *client, const char *id, enum fault_code code, const char *text)
{
    struct fault fault;
    fault_set(&fault, code, NULL, text, NULL);
    client_refuse(client, id, &fault);
}

static void refuse_value(struct client *client, const struct request *request, const char *key)
{
    struct fault fault;
    table_bad_request(&fault, key);
    client_refuse(client, request->id, &fault);
}

bool client_is_host(const struct client *client, const struct table *table, struct fault *fault)
{
    return (client->person && strcmp(client->person->id, table->host) == 0) ||
           fault_set(fault, FAULT_FORBIDDEN, NULL, "server.host_only", NULL);
}

static void games_tell(struct client *client, const struct request *request)
{
    struct doc *doc = malloc(sizeof *doc);
    CHECK(doc);
    wire_games(games_all, doc);
    CHECK(!doc->full);
    client_answer(client, request->id,
                  json_pack("{s:o}", "games", wire_from_doc(doc, doc_root(doc))));
    free(doc);
}

static void refuse_game(struct client *client, const struct request *request)
{
    struct fault fault;
    fault_set(&fault, FAULT_UNKNOWN_GAME, NULL, "core.unknown_game", "%s", request->game);
    client_refuse(client, request->id, &fault);
}

static void components_tell(const struct hall *hall, struct client *client,
                            const struct request *request)
{
    const struct game *game = game_find(games_all, request->game);
    json_t *components = wire_components_json(game, hall->settings.data_folder);
    client_answer(client, request->id, json_pack("{s:o?}", "components", components));
}

/* What is in the store. */

static void record_read_done(struct store_job *job)
{
    struct task *task = job->context;
    struct client *client = task->client;
    if (job->outcome == STORE_ABSENT) {
        refuse(client, task->request.id, FAULT_NO_TABLE, "server.no_record");
    } else if (job->outcome != STORE_OK || job->record_count != 1) {
        task_unavailable(task);
    } else if (client->is_http) {
        const char *record = job->records[0].record;
        struct message *message = message_new(record, strlen(record));
        client->http_status = 200;
        client_send(client, message);
        message_drop(message);
    } else {
        client_answer_text(client, task->request.id, "record", job->records[0].record);
    }
    task_free(task);
}

static json_t *number(double value)
{
    return json_real(isfinite(value) ? value : 0);
}

static const char *or_null(const char *text)
{
    return text[0] ? text : NULL;
}

static json_t *record_json(const struct store_record *record)
{
    json_t *seats = json_array();
    for (int i = 0; i < record->seats; i++) {
        const struct store_result_seat *seat = &record->seat[i];
        json_array_append_new(seats, json_pack("{s:s?, s:s, s:s?, s:i, s:o}", "person",
                                               or_null(seat->person), "name", seat->name, "level",
                                               or_null(seat->level), "score", (int)seat->score,
                                               "won", number(seat->won)));
    }
    return json_pack("{s:s, s:s, s:I, s:i, s:o}", "table", record->table, "game", record->game,
                     "ended", (json_int_t)record->ended_ms, "moves", record->move_count, "seats",
                     seats);
}

static void records_read_done(struct store_job *job)
{
    struct task *task = job->context;
    if (job->outcome != STORE_OK) {
        task_unavailable(task);
    } else {
        json_t *list = json_array();
        for (size_t i = 0; i < job->record_count; i++)
            json_array_append_new(list, record_json(&job->records[i]));
        client_answer(task->client, task->request.id, json_pack("{s:o}", "records", list));
    }
    task_free(task);
}

static json_t *statistics_json(const struct store_statistics *statistics)
{
    json_t *by_seats = json_array(), *by_level = json_array();
    for (int i = 0; i <= STORE_SEATS_MAX; i++) {
        const struct store_statistics_line *line = &statistics->by_seats[i];
        if (line->games > 0)
            json_array_append_new(
                by_seats, json_pack("{s:i, s:I, s:o, s:o, s:o, s:o}", "seats", i, "games",
                                    (json_int_t)line->games, "mean_moves", number(line->mean_moves),
                                    "mean_score", number(line->mean_score), "mean_best_score",
                                    number(line->mean_best_score), "first_seat_share",
                                    number(line->first_seat_share)));
    }
    for (int i = 0; i < statistics->level_count; i++) {
        const struct store_statistics_level *level = &statistics->by_level[i];
        json_array_append_new(
            by_level, json_pack("{s:s?, s:I, s:o, s:o}", "level", or_null(level->level), "seats",
                                (json_int_t)level->seats, "won", number(level->won), "mean_score",
                                number(level->mean_score)));
    }
    return json_pack("{s:I, s:I, s:o, s:o}", "games", (json_int_t)statistics->games, "moves",
                     (json_int_t)statistics->moves, "by_seats", by_seats, "by_level", by_level);
}

static void statistics_read_done(struct store_job *job)
{
    struct task *task = job->context;
    if (job->outcome != STORE_OK || !job->statistics)
        task_unavailable(task);
    else
        client_answer(task->client, task->request.id, statistics_json(job->statistics));
    task_free(task);
}

/* `record`, `records`, `stats`. */
static void history_ask(struct hall *hall, struct client *client, struct request *request)
{
    static const struct {
        enum store_kind kind;
        void (*done)(struct store_job *job);
    } asked[REQUEST_KINDS] = {
        [REQUEST_RECORD] = {STORE_RECORD_GET, record_read_done},
        [REQUEST_RECORDS] = {STORE_RECORD_LIST, records_read_done},
        [REQUEST_STATS] = {STORE_STATISTICS, statistics_read_done},
    };
    struct task *task = task_new(client, request);
    const struct request *asks = &task->request;
    work_charge(client, HISTORY_US);
    struct store_job *job = store_job_new(asked[asks->cmd].kind, asked[asks->cmd].done, task);
    if (asks->table)
        strcpy(job->table, asks->table);
    if (asks->person)
        strcpy(job->person.id, asks->person);
    if (asks->game)
        strcpy(job->game, asks->game);
    job->before_ms = asks->before;
    job->limit = RECORDS_LISTED_MAX;
    store_submit(hall->store, job);
}

/* Finding a table. */

static json_t *may_sit_json(const struct table *table, const struct person *person)
{
    bool sits = person && table_seat_of(table, person->id) >= 0;
    uint64_t seats =
        sits ? 0 : table_may_sit(table, person ? table_seat_held(table, person->id) : -1);
    json_t *list = json_array();
    CHECK(list);
    while (seats)
        json_array_append_new(list, json_integer(bits_pop(&seats)));
    return list;
}

static void info_tell(struct task *task, const struct live_table *live)
{
    struct client *client = task->client;
    if (!watch_find(client, live->id) && !watch_is_allowed(live, client, &task->request))
        refuse(client, task->request.id, FAULT_FORBIDDEN, "server.not_invited");
    else
        client_answer(client, task->request.id,
                      json_pack("{s:o, s:o}", "info", push_info(live->table), "may_sit",
                                may_sit_json(live->table, client->person)));
}

static struct task **box_new(struct task *task)
{
    struct task **box = malloc(sizeof *box);
    CHECK(box);
    *box = task;
    return box;
}

/* Another server may know more of the table, and the client have been there: it has seen what this
 * one has not, or sits where this one sees nobody. */
static bool is_behind(const struct task *task, const struct live_table *live)
{
    const struct client *client = task->client;
    return !task->is_latest && client->person &&
           (task->request.since > live->table->version ||
            !watch_is_allowed(live, client, &task->request));
}

static void table_found(struct hall *hall, struct client *client, struct live_table *live,
                        bool failed, void *data)
{
    struct task *task = *(struct task **)data;
    const struct request *request = &task->request;
    int64_t began_us = work_begin(hall);
    if (client->gone) {
        /* nobody wants it any more */
    } else if (live && is_behind(task, live)) {
        task->is_latest = true;
        work_end(client, began_us);
        live_tables_get_latest(live, client, table_found, box_new(task));
        return;
    } else if (failed) {
        task_unavailable(task);
    } else if (!live && tables_is_damaged(hall, task->table)) {
        refuse(client, request->id, FAULT_UNAVAILABLE, "server.table_damaged");
    } else if (!live) {
        refuse(client, request->id, FAULT_NO_TABLE, "server.no_table");
    } else if (request->cmd == REQUEST_INFO) {
        info_tell(task, live);
    } else {
        watch_table(hall, live, client, request);
    }
    work_end(client, began_us);
    task_resume(task);
}

static void table_get(struct task *task, const char *id)
{
    snprintf(task->table, sizeof task->table, "%s", id);
    live_tables_get(task->client->hall, id, task->client, table_found, box_new(task));
}

/* The invitation was looked up. With a wrong one the table's id may still do. */
static void invitation_found(struct store_job *job)
{
    struct task *task = job->context;
    struct client *client = task->client;
    struct request *request = &task->request;
    if (client->gone) {
        task_resume(task);
        return;
    }
    bool right =
        job->outcome == STORE_OK && (!request->table || strcmp(request->table, job->table) == 0);
    if (right) {
        bucket_give(&client->address->guesses,
                    client->hall->settings.limits.wrong_codes_per_minute);
        table_get(task, job->table);
    } else if (job->outcome == STORE_FAILED) {
        task_unavailable(task);
        task_resume(task);
    } else if (request->table) {
        request->invite = request->code = NULL;
        table_get(task, request->table);
    } else {
        refuse(client, request->id, FAULT_NO_TABLE, "server.wrong_invitation");
        task_resume(task);
    }
}

/* `watch` and `info`. */
static void table_ask(struct hall *hall, struct client *client, struct request *request)
{
    char code[CODE_TEXT];
    if (!request->invite && request->code && !code_normalise(request->code, code)) {
        refuse(client, request->id, FAULT_NO_TABLE, "server.wrong_invitation");
        return;
    }
    bool has_invitation = request->invite || request->code;
    int limit = hall->settings.limits.wrong_codes_per_minute;
    if (has_invitation && !bucket_take(&client->address->guesses, limit, limit, hall->now_ms)) {
        refuse(client, request->id, FAULT_LIMIT, "server.too_many_guesses");
        return;
    }
    struct task *task = task_new(client, request);
    client_pause(client);
    if (!has_invitation) {
        table_get(task, task->request.table);
        return;
    }
    struct store_job *job = store_job_new(STORE_TABLE_FIND, invitation_found, task);
    secret_hash(task->request.invite ? task->request.invite : code, job->hash);
    store_submit(hall->store, job);
}

/* New invitations. */

static void invitation_made(struct store_job *job)
{
    struct task *task = job->context;
    if (job->outcome != STORE_OK) {
        task_unavailable(task);
    } else {
        const char *code = task->secret + INVITE_TEXT;
        client_answer(task->client, task->request.id,
                      json_pack("{s:s, s:s}", "invite", task->secret, "code", code));
    }
    task_free(task);
}

static void invitation_make(struct hall *hall, struct client *client, struct request *request)
{
    struct task *task = task_new(client, request);
    char *invite = task->secret, *code = task->secret + INVITE_TEXT;
    invite_new(hall, invite, code);
    struct store_job *job = store_job_new(STORE_TABLE_INVITE, invitation_made, task);
    strcpy(job->table, task->request.table);
    secret_hash(invite, job->hash);
    secret_hash(code, job->hash2);
    store_submit(hall->store, job);
}

/* Changes. */

static void change(struct hall *hall, struct watch *watch, const struct request *request,
                   enum entry_kind kind, int seat, const char *text)
{
    change_submit(hall, watch->table,
                  change_new(kind, seat, text, request->cid, watch->client, request->id));
}

static void sit_down(struct hall *hall, struct watch *watch, const struct request *request)
{
    struct client *client = watch->client;
    const struct table *table = watch->table->table;
    const struct person *person = client->person;
    struct fault fault;
    const char *name = chat_name(table, person, &fault);
    if (request->seat >= table->seats) {
        refuse_value(client, request, "seat");
    } else if (watch->viewer.seat != GAME_SPECTATOR) {
        refuse(client, request->id, FAULT_TAKEN, "server.sits_already");
    } else if (!name) {
        client_refuse(client, request->id, &fault);
    } else {
        char *text = change_sit_text(person->id, name);
        change(hall, watch, request, ENTRY_SIT, request->seat, text);
        free(text);
    }
}

static void bot_put(struct hall *hall, struct watch *watch, const struct request *request)
{
    struct client *client = watch->client;
    const struct table *table = watch->table->table;
    if (request->seat >= table->seats) {
        refuse_value(client, request, "seat");
    } else if (request->level && !player_find(request->level)) {
        refuse_value(client, request, "level");
    } else {
        char text[64] = "{}";
        if (request->level)
            snprintf(text, sizeof text, "{\"level\":\"%s\"}", request->level);
        change(hall, watch, request, ENTRY_BOT, request->seat, text);
    }
}

/* Requests about a table that is watched. */

static bool may_ask(const struct watch *watch, const struct request *request, struct fault *fault)
{
    if (!watch)
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.watch_first", NULL);
    enum asker asker = request_asker(request->cmd);
    if (asker == HOST)
        return client_is_host(watch->client, watch->table->table, fault);
    return asker != PLAYER || watch->viewer.seat != GAME_SPECTATOR ||
           fault_set(fault, FAULT_FORBIDDEN, NULL, "server.not_seated", NULL);
}

static void table_request(struct hall *hall, struct client *client, struct request *request)
{
    struct fault fault;
    struct watch *watch = watch_find(client, request->table);
    if (!may_ask(watch, request, &fault)) {
        client_refuse(client, request->id, &fault);
        return;
    }
    switch (request->cmd) {
    case REQUEST_MOVE:
        change(hall, watch, request, ENTRY_MOVE, watch->viewer.seat, request->move);
        break;
    case REQUEST_UNWATCH:
        watch_end(hall, watch);
        client_answer(client, request->id, NULL);
        break;
    case REQUEST_LOG:
        watch_tell_log(watch, request);
        break;
    case REQUEST_SIT:
        sit_down(hall, watch, request);
        break;
    case REQUEST_STAND:
        change(hall, watch, request, ENTRY_STAND, watch->viewer.seat, "{}");
        break;
    case REQUEST_BOT:
        bot_put(hall, watch, request);
        break;
    case REQUEST_START:
        change(hall, watch, request, ENTRY_START, -1, "{}");
        break;
    case REQUEST_INVITE:
        invitation_make(hall, client, request);
        break;
    case REQUEST_SUGGEST:
        bots_suggest(hall, watch->table, client, watch->viewer.seat, request);
        break;
    case REQUEST_REMATCH:
        new_table_rematch(hall, watch->table, client, request);
        break;
    default:
        chat_request(hall, client, watch, request);
    }
}

static void request_do(struct hall *hall, struct client *client, struct request *request)
{
    if (hall->stopping) {
        refuse(client, request->id, FAULT_UNAVAILABLE, "server.stopping");
        return;
    }
    if (request_asker(request->cmd) != ANYBODY && !client->person) {
        refuse(client, request->id, FAULT_WHO, "server.say_hello");
        return;
    }
    if (request->game && !game_find(games_all, request->game)) {
        refuse_game(client, request);
        return;
    }
    switch (request->cmd) {
    case REQUEST_HELLO:
    case REQUEST_RENAME:
    case REQUEST_LOGOUT:
        people_request(hall, client, request);
        break;
    case REQUEST_ACCOUNT:
    case REQUEST_LOGIN:
    case REQUEST_PASSWORD:
        account_request(hall, client, request);
        break;
    case REQUEST_GAMES:
        games_tell(client, request);
        break;
    case REQUEST_COMPONENTS:
        components_tell(hall, client, request);
        break;
    case REQUEST_TABLES:
        listing_tell(hall, client, request);
        break;
    case REQUEST_CREATE:
        new_table(hall, client, request);
        break;
    case REQUEST_WATCH:
    case REQUEST_INFO:
        table_ask(hall, client, request);
        break;
    case REQUEST_RECORD:
    case REQUEST_RECORDS:
    case REQUEST_STATS:
        history_ask(hall, client, request);
        break;
    case REQUEST_PING:
        client_answer(client, request->id, json_pack("{s:I}", "now", (json_int_t)hall->now_ms));
        break;
    default:
        table_request(hall, client, request);
    }
}

void request_run(struct hall *hall, struct client *client, struct request *request)
{
    int64_t began_us = work_begin(hall);
    client_hold(client);
    request_do(hall, client, request);
    work_end(client, began_us);
    client_release(client);
}
