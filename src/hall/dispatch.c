/* Runs requests: checks who may ask, and calls the unit for the command.
 *
 * Then: what the program knows by itself; changes to a table; requests about a table that the
 * client watches; all requests. */
#include "hall/hall_internal.h"

#include "base/base.h"
#include "base/system/system.h"
#include "game/game.h"
#include "hall/people/people.h"
#include "hall/tables/tables.h"
#include "hall/talk/talk.h"
#include "players/players.h"
#include "wire/wire.h"

#include <stdlib.h>
#include <string.h>

static void refuse_value(struct client *client, const struct request *request, const char *key)
{
    struct fault fault;
    fault_bad_request(&fault, key);
    client_refuse(client, request->id, &fault);
}

/* ---- What the program knows by itself ---- */

static void answer_games(struct client *client, const struct request *request)
{
    struct doc *doc = alloc_new(sizeof *doc);
    wire_games(games_all, client->environment->settings.data_folder, doc);
    CHECK(!doc->full);
    client_answer(client, request->id,
                  json_pack("{s:o}", "games", wire_from_doc(doc, doc_root(doc))));
    free(doc);
}

/* Clients that only wait learn in this way that the server has lost its database: another server may
 * have it. */
static void answer_ping(const struct loading *loading, struct client *client,
                        const struct request *request)
{
    if (loading->is_store_away)
        client_refuse_text(client, request->id, FAULT_UNAVAILABLE, "server.unavailable");
    else
        client_answer(client, request->id,
                      json_pack("{s:I}", "now", (json_int_t)client->environment->now_ms));
}

static void answer_components(struct client *client, const struct request *request)
{
    const struct game *game = game_find(games_all, request->game);
    const struct hall_settings *settings = &client->environment->settings;
    client_answer(client, request->id,
                  json_pack("{s:o?,s:o?}", "components",
                            wire_components_json(game, settings->data_folder), "texts",
                            texts_on_cards(settings->texts, game->id)));
}

static void answer_lesson(struct client *client, const struct request *request)
{
    const struct game *game = game_find(games_all, request->game);
    json_t *lesson = wire_lesson_json(game, client->environment->settings.data_folder);
    client_answer(client, request->id, json_pack("{s:o?}", "lesson", lesson));
}

static void answer_known(struct client *client, const struct request *request)
{
    if (request->cmd == REQUEST_GAMES)
        answer_games(client, request);
    else if (request->cmd == REQUEST_LESSON)
        answer_lesson(client, request);
    else
        answer_components(client, request);
}

/* ---- Changes to a table ---- */

static void change(const struct dispatch *dispatch, const struct watch *watch,
                   const struct request *request, const struct change *wanted)
{
    struct change change = *wanted;
    change.client = watch->client;
    change.answer = request->id;
    change_submit(dispatch->changes, watch->table, &change);
}

static void sit(const struct dispatch *dispatch, const struct watch *watch,
                const struct request *request)
{
    struct client *client = watch->client;
    const struct table *table = watch->table->table;
    struct fault fault;
    const char *name = watch_name(table, client->person, &fault);
    if (request->seat >= table->settings.seats) {
        refuse_value(client, request, "seat");
    } else if (watch->seat != GAME_SPECTATOR && request->seat < 0) {
        client_refuse_text(client, request->id, FAULT_TAKEN, "server.sits_already");
    } else if (!name) {
        client_refuse(client, request->id, &fault);
    } else if (table->settings.clock == TABLE_CLOCK_DAYS && !client->person->login[0]) {
        client_refuse_text(client, request->id, FAULT_FORBIDDEN, "server.days_need_account");
    } else {
        char *text = entry_sit_text(client->person->id, name, client->person->face);
        change(dispatch, watch, request,
               &(struct change){.kind = ENTRY_SIT, .seat = request->seat, .text = text});
        free(text);
    }
}

static void put_bot(const struct dispatch *dispatch, const struct watch *watch,
                    const struct request *request)
{
    struct fault fault;
    if (request->seat >= watch->table->table->settings.seats) {
        refuse_value(watch->client, request, "seat");
    } else if (request->level && player_is_arena_only(request->level)) {
        player_fault_arena_only(request->level, &fault);
        client_refuse(watch->client, request->id, &fault);
    } else if (request->level && !player_find_for_table(request->level)) {
        refuse_value(watch->client, request, "level");
    } else {
        const struct game *game = watch->table->table->settings.game;
        char *text =
            request->level ? entry_bot_text(player_name_in_game(game, request->level), NULL) : NULL;
        change(dispatch, watch, request,
               &(struct change){.kind = ENTRY_BOT, .seat = request->seat, .text = text});
        free(text);
    }
}

/* The host removes a person before the match. */
static void remove_person(const struct dispatch *dispatch, const struct watch *watch,
                          const struct request *request)
{
    if (request->seat >= watch->table->table->settings.seats)
        refuse_value(watch->client, request, "seat");
    else
        change(dispatch, watch, request,
               &(struct change){
                   .kind = ENTRY_STAND, .seat = request->seat, .text = entry_stand_by_host});
}

static void admit(const struct dispatch *dispatch, const struct watch *watch,
                  const struct request *request)
{
    char *text = entry_admit_text(request->person);
    change(dispatch, watch, request,
           &(struct change){.kind = ENTRY_ADMIT, .seat = -1, .text = text});
    free(text);
}

static void arrange_seats(const struct dispatch *dispatch, const struct watch *watch,
                          const struct request *request)
{
    char *text = entry_seats_text(request->from);
    change(dispatch, watch, request,
           &(struct change){.kind = ENTRY_SEATS, .seat = -1, .text = text});
    free(text);
}

static void move(const struct dispatch *dispatch, const struct watch *watch,
                 const struct request *request)
{
    change(
        dispatch, watch, request,
        &(struct change){
            .kind = ENTRY_MOVE, .seat = watch->seat, .text = request->move, .cid = request->cid});
}

static void take_back(const struct dispatch *dispatch, const struct watch *watch,
                      const struct request *request)
{
    char *text = entry_proposal_text(request->proposal, request->agree);
    change(dispatch, watch, request,
           &(struct change){.kind = ENTRY_TAKE_BACK, .seat = watch->seat, .text = text});
    free(text);
}

/* ---- Requests about a table that the client watches ---- */

static bool may_ask(const struct watch *watch, const struct request *request, struct fault *fault)
{
    if (!watch)
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.watch_first", NULL);
    const struct person *person = watch->client->person;
    switch (request_asker(request->cmd)) {
    case HOST:
        return (person && strcmp(person->id, watch->table->table->settings.host) == 0) ||
               fault_set(fault, FAULT_FORBIDDEN, NULL, "server.host_only", NULL);
    case PLAYER:
        return watch->seat != GAME_SPECTATOR ||
               fault_set(fault, FAULT_FORBIDDEN, NULL, "server.not_seated", NULL);
    default:
        return true;
    }
}

/* Requests about who has which seat, and the start. */
static void run_about_seats(const struct dispatch *dispatch, const struct watch *watch,
                            struct request *request)
{
    switch (request->cmd) {
    case REQUEST_SIT:
        if (!friends_hold_seat(dispatch->friends, watch, request))
            sit(dispatch, watch, request);
        break;
    case REQUEST_STAND:
        change(dispatch, watch, request,
               &(struct change){.kind = ENTRY_STAND, .seat = watch->seat});
        break;
    case REQUEST_BOT:
        put_bot(dispatch, watch, request);
        break;
    case REQUEST_REMOVE:
        remove_person(dispatch, watch, request);
        break;
    case REQUEST_ADMIT:
        admit(dispatch, watch, request);
        break;
    case REQUEST_SEATS:
        arrange_seats(dispatch, watch, request);
        break;
    case REQUEST_START:
        change(dispatch, watch, request, &(struct change){.kind = ENTRY_START, .seat = -1});
        break;
    case REQUEST_VOTE:
        vote_ask(dispatch->changes, watch, request);
        break;
    default:
        check_failed("a request about seats", __FILE__, __LINE__);
    }
}

static void run_about_talk(struct watch *watch, const struct request *request)
{
    if (request->cmd == REQUEST_CHAT)
        chat_say(watch, request);
    else if (request->cmd == REQUEST_MUTE)
        chat_mute(watch, request);
    else
        gesture_ask(watch, request);
}

static void run_at_table(const struct dispatch *dispatch, struct client *client,
                         struct request *request)
{
    struct fault fault;
    struct watch *watch = watch_find(client, request->table);
    if (!may_ask(watch, request, &fault)) {
        client_refuse(client, request->id, &fault);
        return;
    }
    struct live_table *live = watch->table;
    int seat = watch->seat;
    switch (request->cmd) {
    case REQUEST_MOVE:
        move(dispatch, watch, request);
        break;
    case REQUEST_TAKE_BACK:
        take_back(dispatch, watch, request);
        break;
    case REQUEST_UNWATCH:
        watch_end(watch);
        client_answer(client, request->id, NULL);
        break;
    case REQUEST_LOG:
        watch_log(watch, request);
        break;
    case REQUEST_SIT:
    case REQUEST_STAND:
    case REQUEST_BOT:
    case REQUEST_REMOVE:
    case REQUEST_ADMIT:
    case REQUEST_SEATS:
    case REQUEST_START:
    case REQUEST_VOTE:
        run_about_seats(dispatch, watch, request);
        break;
    case REQUEST_INVITE:
        invitation_renew(client, request);
        break;
    case REQUEST_SUGGEST:
        hints_ask(dispatch->hints, live, client, seat, request);
        break;
    case REQUEST_REMATCH:
        rematch_ask(dispatch->openings, live, client, request);
        break;
    case REQUEST_INVITE_FRIEND:
        friends_invite(dispatch->friends, watch, request);
        break;
    case REQUEST_PAGES:
        profile_pages(live->table, client, request);
        break;
    case REQUEST_CHAT:
    case REQUEST_MUTE:
    case REQUEST_GESTURE:
        run_about_talk(watch, request);
        break;
    default:
        check_failed("a request about a table", __FILE__, __LINE__);
    }
}

/* Requests about finished matches. */
static void run_about_records(const struct dispatch *dispatch, struct client *client,
                              struct request *request)
{
    if (request->cmd == REQUEST_RATINGS)
        strength_ask(client, request);
    else if (request->cmd == REQUEST_LEADERBOARD)
        leaderboards_ask(dispatch->leaderboards, client, request);
    else if (request->cmd == REQUEST_LISTING)
        leaderboards_list(dispatch->leaderboards, client, request);
    else
        history_ask(client, request);
}

/* Requests about who someone is, and how they appear to others. */
static void run_about_people(const struct dispatch *dispatch, struct client *client,
                             struct request *request)
{
    switch (request->cmd) {
    case REQUEST_HELLO:
        session_hello(dispatch->sessions, client, request);
        break;
    case REQUEST_RENAME:
        session_rename(dispatch->sessions, client, request);
        break;
    case REQUEST_LOGOUT:
        session_log_out(dispatch->sessions, client, request);
        break;
    case REQUEST_FACE:
        profile_set_face(dispatch->sessions, client, request);
        break;
    case REQUEST_PAGE:
        profile_set_page(dispatch->sessions, dispatch->leaderboards, client, request);
        break;
    case REQUEST_PROFILE:
        profile_ask(client, request);
        break;
    case REQUEST_FOLLOW:
    case REQUEST_BLOCK:
    case REQUEST_DECLINE:
        friends_set(dispatch->friends, client, request);
        break;
    case REQUEST_REPORT:
        reports_ask(dispatch->reports, client, request);
        break;
    case REQUEST_FRIENDS:
        friends_list(dispatch->friends, client, request);
        break;
    case REQUEST_CALENDAR:
    case REQUEST_TURNS:
        calendar_ask(dispatch->sessions, client, request);
        break;
    case REQUEST_PUSH:
        notices_ask(dispatch->notices, client, request);
        break;
    case REQUEST_HOLIDAY:
        days_ask(dispatch->days, client, request);
        break;
    default:
        account_ask(dispatch->accounts, client, request);
    }
}

/* ---- All requests ---- */

static bool is_allowed(const struct client *client, const struct request *request,
                       struct fault *fault)
{
    if (client->environment->stopping)
        return fault_set(fault, FAULT_UNAVAILABLE, NULL, "server.stopping", NULL);
    if (request_asker(request->cmd) != ANYBODY && !client->person)
        return fault_set(fault, FAULT_WHO, NULL, "server.say_hello", NULL);
    if (request_asker(request->cmd) == ACCOUNT && !client->person->login[0])
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.no_account", NULL);
    return !request->game || game_find(games_all, request->game) ||
           fault_set(fault, FAULT_UNKNOWN_GAME, NULL, "core.unknown_game", "%s", request->game);
}

static void run_allowed(const struct dispatch *dispatch, struct client *client,
                        struct request *request)
{
    switch (request->cmd) {
    case REQUEST_HELLO:
    case REQUEST_RENAME:
    case REQUEST_FACE:
    case REQUEST_PAGE:
    case REQUEST_PROFILE:
    case REQUEST_LOGOUT:
    case REQUEST_ACCOUNT:
    case REQUEST_LOGIN:
    case REQUEST_PASSWORD:
    case REQUEST_RECOVERY:
    case REQUEST_RECOVER:
    case REQUEST_DELETE:
    case REQUEST_CALENDAR:
    case REQUEST_TURNS:
    case REQUEST_PUSH:
    case REQUEST_HOLIDAY:
    case REQUEST_FOLLOW:
    case REQUEST_BLOCK:
    case REQUEST_DECLINE:
    case REQUEST_REPORT:
    case REQUEST_FRIENDS:
        run_about_people(dispatch, client, request);
        break;
    case REQUEST_GAMES:
    case REQUEST_LESSON:
    case REQUEST_COMPONENTS:
        answer_known(client, request);
        break;
    case REQUEST_TABLES:
        public_tables_answer(dispatch->public_tables, client, request);
        break;
    case REQUEST_CREATE:
        opening_create(dispatch->openings, client, request);
        break;
    case REQUEST_WATCH:
    case REQUEST_INFO:
        lookup_ask(dispatch->loading, client, request);
        break;
    case REQUEST_RECORD:
    case REQUEST_RECORDS:
    case REQUEST_SHARE:
    case REQUEST_STATS:
    case REQUEST_RATINGS:
    case REQUEST_LEADERBOARD:
    case REQUEST_LISTING:
        run_about_records(dispatch, client, request);
        break;
    case REQUEST_PING:
        answer_ping(dispatch->loading, client, request);
        break;
    default:
        run_at_table(dispatch, client, request);
    }
}

static void run(const struct dispatch *dispatch, struct client *client, struct request *request)
{
    struct fault fault;
    if (!is_allowed(client, request, &fault))
        client_refuse(client, request->id, &fault);
    else if (!friends_hold(dispatch->friends, client, request))
        run_allowed(dispatch, client, request);
}

void dispatch_run(const struct dispatch *dispatch, struct client *client, struct request *request)
{
    struct addresses *addresses = client->clients->addresses;
    int64_t began_us = address_work_begin(addresses);
    client_hold(client);
    run(dispatch, client, request);
    address_work_end(addresses, client->address, began_us);
    client_release(client);
}
