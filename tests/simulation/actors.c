/* Actors: the clients of the simulation, the tables that they know, and the invitations that friends
 * pass to each other.
 *
 * Then: playing; HTTP. */
#include "simulation.h"

#include "base/base.h"
#include "base/system/system.h"
#include "game/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct actor *actor_new(struct world *world, int number)
{
    struct actor *actor = alloc_new(sizeof *actor);
    actor->number = number;
    actor->twin = -1;
    rng_start(&actor->rng, rng_next(&world->rng));
    actor->pace_ms = random_between(&actor->rng, 50, 1500);
    return actor;
}

bool actor_wants_name(const struct actor *actor)
{
    return actor->number % 2 == 1;
}

static void known_free(struct known_table *known)
{
    json_decref(known->info);
    json_decref(known->latest);
    json_decref(known->removed);
    free(known);
}

void actor_free(struct actor *actor)
{
    for (int i = 0; i < actor->known_count; i++)
        known_free(actor->known[i]);
    free(actor->sends);
    free(actor);
}

void actor_cid(struct actor *actor, char cid[STORE_CID_MAX])
{
    if (actor->next_cid % 64 == 0) {
        actor->sends = alloc_resize(actor->sends, (size_t)actor->next_cid + 64, 1);
        memset(actor->sends + actor->next_cid, 0, 64);
    }
    snprintf(cid, STORE_CID_MAX, "%d-%d", actor->number, actor->next_cid++);
}

void ask(struct world *world, struct actor *actor, const char *cmd, json_t *request)
{
    CHECK(request);
    connection_ask(world, actor->connection, actor, cmd, request);
}

void ask_table(struct world *world, struct actor *actor, const char *cmd,
               const struct known_table *known)
{
    ask(world, actor, cmd, json_pack("{s:s}", "table", known->table));
}

void actor_disconnected(struct world *world, struct actor *actor, struct connection *connection)
{
    connection->open = false;
    if (actor->connection != connection)
        return;
    actor->connection = NULL;
    actor->back_ms =
        world->now_ms +
        random_between(&actor->rng, 10, world->is_calm || happens(&actor->rng, 500) ? 300 : 5000);
}

struct known_table *known_find(struct actor *actor, const char *table)
{
    for (int i = 0; i < actor->known_count; i++)
        if (strcmp(actor->known[i]->table, table) == 0)
            return actor->known[i];
    return NULL;
}

struct known_table *known_add(struct world *world, struct actor *actor, const char *table)
{
    struct known_table *known = known_find(actor, table);
    if (known || actor->known_count == KNOWN_MAX || strlen(table) != STORE_ID_TEXT - 1)
        return known;
    known = alloc_new(sizeof *known);
    memcpy(known->table, table, STORE_ID_TEXT);
    known->version = -1;
    known->you = GAME_SPECTATOR;
    known->plays = !happens(&actor->rng, 200);
    known->views = !happens(&actor->rng, 50);
    known->seen_ms = world->now_ms;
    known->patience_ms = random_between(&actor->rng, 500, 10000);
    actor->known[actor->known_count++] = known;
    return known;
}

void known_forget(struct actor *actor, struct known_table *known)
{
    for (int i = 0; i < actor->known_count; i++)
        if (actor->known[i] == known)
            actor->known[i] = actor->known[--actor->known_count];
    known_free(known);
}

struct invitation *invitation_find(struct world *world, const char *table)
{
    for (int i = 0; i < world->invitation_count; i++)
        if (strcmp(world->invitations[i].table, table) == 0)
            return &world->invitations[i];
    return NULL;
}

void invitation_add(struct world *world, const json_t *json)
{
    struct invitation *invitation = invitation_find(world, text_of(json, "table"));
    if (!invitation) {
        if (world->invitation_count == INVITATIONS_MAX || strlen(text_of(json, "table")) != 12)
            return;
        invitation = &world->invitations[world->invitation_count++];
        snprintf(invitation->table, sizeof invitation->table, "%s", text_of(json, "table"));
    }
    if (json_object_get(json, "invite")) {
        snprintf(invitation->invite, sizeof invitation->invite, "%s", text_of(json, "invite"));
        snprintf(invitation->code, sizeof invitation->code, "%s", text_of(json, "code"));
    }
}

/* ---- Playing ---- */

void watch(struct world *world, struct actor *actor, struct known_table *known)
{
    known->is_watching = true;
    struct invitation *invitation = invitation_find(world, known->table);
    json_t *request = json_object();
    int way = random_below(&actor->rng, 3);
    if (invitation && invitation->invite[0] && way == 0)
        json_object_set_new(request, "invite", json_string(invitation->invite));
    else if (invitation && invitation->code[0] && way == 1)
        json_object_set_new(request, "code", json_string(invitation->code));
    else
        json_object_set_new(request, "table", json_string(known->table));
    if (way == 2 && invitation && invitation->invite[0] && known->you == GAME_SPECTATOR)
        json_object_set_new(request, "invite", json_string(invitation->invite));
    if (happens(&actor->rng, 100))
        known->version = -1; /* like a page that is reloaded */
    if (known->version >= 0)
        json_object_set_new(request, "since", json_integer(known->version));
    if (!known->views)
        json_object_set_new(request, "views", json_false());
    if (actor_wants_name(actor))
        json_object_set_new(request, "named", json_true());
    ask(world, actor, "watch", request);
    struct pending *pending = &actor->connection->pending[actor->connection->pending_count - 1];
    memcpy(pending->table, known->table, sizeof pending->table);
}

static json_t *random_options(struct rng *rng, const struct game *game)
{
    json_t *options = json_object();
    for (int i = 0; i < game->option_count; i++) {
        const struct game_option *option = &game->options[i];
        const char *value = option->values[random_below(rng, option->value_count)];
        if (happens(rng, 700))
            continue;
        json_t *json = option->type == GAME_OPTION_BOOL      ? json_boolean(*value == 't')
                       : option->type == GAME_OPTION_INTEGER ? json_integer(atoi(value))
                       : strchr(value, ',')                  ? NULL
                                                             : json_string(value);
        if (json)
            json_object_set_new(options, option->name, json);
    }
    return options;
}

static json_t *random_clock(struct rng *rng, bool has_account)
{
    switch (random_below(rng, 4)) {
    case 0:
        return json_pack("{s:s,s:i}", "kind", "move", "seconds", random_between(rng, 5, 20));
    case 1:
        return json_pack("{s:s,s:i}", "kind", "game", "seconds", random_between(rng, 30, 90));
    case 2:
        if (has_account)
            return json_pack("{s:s,s:i}", "kind", "days", "seconds", 3600);
        /* fall through */
    default:
        return json_pack("{s:s}", "kind", "none");
    }
}

void create(struct world *world, struct actor *actor)
{
    struct rng *rng = &actor->rng;
    int count = 0;
    while (games_all[count])
        count++;
    const struct game *game = games_all[random_below(rng, count)];
    int seats = game->seats_min +
                random_below(rng, happens(rng, 300) ? game->seats_max - game->seats_min + 1 : 2);
    json_t *bots = json_array();
    static const char *const levels[] = {"random", "easy", "child", "medium", "expert"};
    for (int seat = 0; seat < seats; seat++)
        json_array_append_new(bots, seat > 0 && happens(rng, 250)
                                        ? json_string(levels[random_below(rng, 5)])
                                        : json_null());
    json_t *request = json_pack("{s:s,s:i,s:o,s:o,s:o}", "game", game->id, "seats", seats, "bots",
                                bots, "options", random_options(rng, game), "clock",
                                random_clock(rng, actor->login[0]));
    static const char *const flags[] = {"public",           "takeover", "hints",     "chat",
                                        "open_hands_after", "programs", "autostart", NULL};
    for (int i = 0; flags[i]; i++)
        if (happens(rng, 300))
            json_object_set_new(request, flags[i], json_boolean(happens(rng, 500)));
    if (happens(rng, 200))
        json_object_set_new(request, "takeover", json_false());
    json_object_set_new(request, "pace", json_string(happens(rng, 100) ? "human" : "fast"));
    if (happens(rng, 50))
        json_object_set_new(request, "sit", json_null());
    ask(world, actor, "create", request);
}

static const json_t *list_of(const struct known_table *known, const char *key)
{
    return json_object_get(known->latest, key);
}

bool actor_find_move(struct world *world, struct actor *actor, struct known_table *known,
                     char text[GAME_MOVE_TEXT_MAX])
{
    const json_t *legal = list_of(known, "legal");
    size_t count = json_array_size(legal);
    bool is_open = json_array_size(list_of(known, "open")) > 0;
    if (count > 0 && !(is_open && happens(&actor->rng, 500))) {
        size_t pick = (size_t)random_below(&actor->rng, (int)count);
        snprintf(text, GAME_MOVE_TEXT_MAX, "%s", json_string_value(json_array_get(legal, pick)));
        return true;
    }
    if (!is_open || known->you < 0)
        return false;
    struct truth *truth = truth_reach(world, known->table, known->version);
    CHECK(truth);
    union game_move_storage move = {0};
    const void *state = truth->instants[known->version].state.bytes;
    game_sample(truth->table->settings.game, state, known->you, &actor->rng, &move.head);
    struct buffer out;
    buffer_start(&out, text, GAME_MOVE_TEXT_MAX);
    truth->table->settings.game->format(state, &move.head, &out);
    return true;
}

void actor_send_move(struct world *world, struct actor *actor, struct known_table *known)
{
    known->sent++;
    known->sent_ms = world->now_ms;
    ask(world, actor, "move",
        json_pack("{s:s,s:s,s:s}", "table", known->table, "move", known->move, "cid", known->cid));
}

static bool is_mine_to_move(const struct known_table *known)
{
    const json_t *to_act = list_of(known, "to_act");
    for (size_t i = 0; known->you >= 0 && i < json_array_size(to_act); i++)
        if (json_integer_value(json_array_get(to_act, i)) == known->you)
            return true;
    return false;
}

static void play(struct world *world, struct actor *actor, struct known_table *known)
{
    if (known->move[0]) {
        if (world->now_ms > known->sent_ms + 8000 || happens(&actor->rng, world->double_send))
            actor_send_move(world, actor, known);
        return;
    }
    if (!is_mine_to_move(known) || !actor_find_move(world, actor, known, known->move))
        return;
    actor_cid(actor, known->cid);
    known->sent = 0;
    actor_send_move(world, actor, known);
}

/* Sends gestures, for computer players to see. They have no id, so an answer comes only if one is
 * refused. */
static void perform(struct world *world, struct actor *actor, const struct known_table *known)
{
    for (int i = 0; i < 4; i++) {
        char text[120];
        int length = snprintf(
            text, sizeof text,
            "{\"cmd\":\"gesture\",\"table\":\"%s\",\"x\":%d,\"y\":%d,\"power\":%d}", known->table,
            random_below(&actor->rng, 256), random_below(&actor->rng, 256), 100);
        connection_send(world, actor->connection, text, (size_t)length);
    }
}

/* Proposes to take back a move, or answers the latest proposal. */
static void take_back(struct world *world, struct actor *actor, const struct known_table *known)
{
    json_t *request = json_pack("{s:s}", "table", known->table);
    json_t *proposal = json_object_get(json_object_get(known->latest, "proposal"), "v");
    if (proposal) {
        json_object_set(request, "proposal", proposal);
        json_object_set_new(request, "agree", json_boolean(happens(&actor->rng, 700)));
    }
    ask(world, actor, "take_back", request);
}

/* Answers a vote, or proposes one about someone. */
static void vote(struct world *world, struct actor *actor, const struct known_table *known)
{
    const json_t *vote = json_object_get(known->latest, "vote");
    const json_t *others = json_object_get(known->latest, "may_vote");
    json_t *request = json_pack("{s:s}", "table", known->table);
    if (vote) {
        json_object_set(request, "proposal", json_object_get(vote, "v"));
        json_object_set_new(request, "agree", json_boolean(happens(&actor->rng, 900)));
    } else if (json_array_size(others) > 0) {
        json_object_set(request, "seat", json_array_get(others, 0));
    } else {
        json_object_set_new(request, "seat", json_integer(random_below(&actor->rng, 4)));
    }
    ask(world, actor, "vote", request);
}

static void chatter(struct world *world, struct actor *actor, struct known_table *known)
{
    struct rng *rng = &actor->rng;
    const char *table = known->table;
    switch (random_below(rng, 7)) {
    case 5:
        take_back(world, actor, known);
        break;
    case 6:
        vote(world, actor, known);
        break;
    case 0:
        ask(world, actor, "chat",
            happens(rng, 500) ? json_pack("{s:s,s:s}", "table", table, "text", "à table !")
                              : json_pack("{s:s,s:s}", "table", table, "phrase", "good_luck"));
        break;
    case 1:
        ask(world, actor, "suggest",
            happens(rng, 500) ? json_pack("{s:s}", "table", table)
                              : json_pack("{s:s,s:s}", "table", table, "level", "strong"));
        break;
    case 2:
        ask_table(world, actor, "unwatch", known);
        known->is_watching = false;
        break;
    case 3:
        ask(world, actor, "records", json_object());
        break;
    default:
        ask(world, actor, "ping", json_object());
    }
}

static int empty_seat(const struct known_table *known)
{
    const json_t *seats = json_object_get(known->info, "seat");
    for (size_t i = 0; i < json_array_size(seats); i++)
        if (json_is_null(json_array_get(seats, i)))
            return (int)i;
    return -1;
}

static void take_seat(struct world *world, struct actor *actor, struct known_table *known)
{
    int seat = empty_seat(known);
    if (seat < 0)
        return;
    json_t *request = json_pack("{s:s}", "table", known->table);
    if (happens(&actor->rng, 500))
        json_object_set_new(request, "seat", json_integer(seat));
    ask(world, actor, "sit", request);
}

static bool is_host_of(const struct actor *actor, const struct known_table *known)
{
    return strcmp(text_of(json_object_get(known->info, "host"), "person"), actor->person) == 0;
}

/* The host turns the table round, with a seat more or less. */
static void arrange(struct world *world, struct actor *actor, struct known_table *known)
{
    const json_t *seats = json_object_get(known->info, "seat");
    int count = (int)json_array_size(seats), turn = random_below(&actor->rng, count);
    json_t *from = json_array();
    for (int i = 0; i < count; i++) {
        int seat = (i + turn) % count;
        if (!json_is_null(json_array_get(seats, (size_t)seat)) || happens(&actor->rng, 500))
            json_array_append_new(from, json_integer(seat));
    }
    if (happens(&actor->rng, 300))
        json_array_append_new(from, json_null());
    ask(world, actor, "seats", json_pack("{s:s,s:o}", "table", known->table, "from", from));
}

static void ask_for_seat(struct world *world, struct actor *actor, const char *cmd,
                         const struct known_table *known)
{
    size_t seats = json_array_size(json_object_get(known->info, "seat"));
    ask(world, actor, cmd,
        json_pack("{s:s,s:i}", "table", known->table, "seat",
                  random_below(&actor->rng, (int)seats)));
}

/* The host removes the others now and then; seldom themselves. */
static void remove_somebody(struct world *world, struct actor *actor, struct known_table *known)
{
    size_t i;
    json_t *seat;
    json_array_foreach(json_object_get(known->info, "seat"), i, seat)
    {
        const char *person = text_of(seat, "person");
        if (person[0] && (strcmp(person, actor->person) != 0 || happens(&actor->rng, 100))) {
            ask(world, actor, "remove",
                json_pack("{s:s,s:i}", "table", known->table, "seat", (int)i));
            return;
        }
    }
}

/* Before the match: people sit down; the host adds computer players and starts. */
static void wait_for_start(struct world *world, struct actor *actor, struct known_table *known)
{
    int seat = empty_seat(known);
    bool is_host = is_host_of(actor, known);
    if (is_host && !world->is_calm && happens(&actor->rng, 100))
        remove_somebody(world, actor, known);
    else if (is_host && known->removed && happens(&actor->rng, 300))
        ask(world, actor, "admit",
            json_pack("{s:s,s:s}", "table", known->table, "person",
                      text_of(json_array_get(known->removed, 0), "person")));
    else if (known->you < 0 && seat >= 0 && known->plays)
        take_seat(world, actor, known);
    else if (is_host && seat < 0)
        ask_table(world, actor, "start", known);
    else if (is_host && world->now_ms > known->seen_ms + known->patience_ms)
        ask(world, actor, "bot",
            json_pack("{s:s,s:i,s:s}", "table", known->table, "seat", seat, "level",
                      happens(&actor->rng, 500) ? "easy" : "random"));
    else if (known->you >= 0 && !world->is_calm && happens(&actor->rng, 20))
        ask_table(world, actor, "stand", known);
    else if (is_host && happens(&actor->rng, 20))
        ask_table(world, actor, "invite", known);
    else if (is_host && happens(&actor->rng, 30))
        arrange(world, actor, known);
    else if (known->you >= 0 && happens(&actor->rng, 30))
        ask_for_seat(world, actor, "sit", known);
}

/* Whether there is a vote that this actor may take part in now, or might propose. */
static bool wants_to_vote(struct actor *actor, const struct known_table *known)
{
    bool is_open = json_object_get(known->latest, "vote") != NULL;
    return known->you >= 0 && (is_open || json_object_get(known->latest, "may_vote")) &&
           happens(&actor->rng, is_open ? 300 : 500);
}

static void during(struct world *world, struct actor *actor, struct known_table *known)
{
    bool is_host = is_host_of(actor, known);
    /* Without takeover, people leave more often, and some try to see a second hand. */
    bool has_takeover = json_is_true(json_object_get(known->info, "takeover"));
    if (known->you < 0 && empty_seat(known) >= 0 && (known->plays || world->is_calm)) {
        take_seat(world, actor, known);
    } else if (is_host && empty_seat(known) >= 0 && happens(&actor->rng, 50)) {
        ask_table(world, actor, "invite", known); /* for a replacement */
    } else if (known->you >= 0 && !world->is_calm &&
               happens(&actor->rng, has_takeover ? 20 : 100)) {
        ask_table(world, actor, "stand", known);
        known->left = true;
    } else if (known->you < 0 && known->left && !world->is_calm && happens(&actor->rng, 200)) {
        ask_table(world, actor, "sit",
                  known); /* back to the seat that a computer player took over */
    } else if (is_host && !world->is_calm && happens(&actor->rng, 10)) {
        size_t seats = json_array_size(json_object_get(known->info, "seat"));
        ask(world, actor, "bot",
            json_pack("{s:s,s:i,s:s}", "table", known->table, "seat",
                      random_below(&actor->rng, (int)seats), "level", "random"));
    } else if (known->you >= 0 && game_find(games_all, text_of(known->info, "game"))->realtime &&
               happens(&actor->rng, 800)) {
        perform(world, actor, known);
    } else if (!world->is_calm && wants_to_vote(actor, known)) {
        vote(world, actor, known);
    } else if (!world->is_calm && happens(&actor->rng, 60)) {
        chatter(world, actor, known);
    } else {
        play(world, actor, known);
    }
}

static void afterwards(struct world *world, struct actor *actor, struct known_table *known)
{
    struct invitation *invitation = invitation_find(world, known->table);
    if (invitation)
        invitation->done = true;
    if (strcmp(text_of(known->info, "state"), "over") == 0 && known->you >= 0 &&
        world->tables_wanted > 0 && happens(&actor->rng, 300)) {
        world->tables_wanted--;
        ask_table(world, actor, "rematch", known);
    } else if (happens(&actor->rng, 300)) {
        ask_table(world, actor, "record", known);
    } else if (happens(&actor->rng, 300) && !known->move[0]) {
        ask_table(world, actor, "unwatch", known);
        known_forget(actor, known);
    }
}

void act_at_table(struct world *world, struct actor *actor, struct known_table *known)
{
    if (!known->is_watching) {
        watch(world, actor, known);
        if (known->move[0])
            actor_send_move(world, actor, known);
        return;
    }
    const char *state = text_of(known->info, "state");
    if (known->version < 0)
        return; /* has not received the table yet */
    if (known->move[0])
        play(world, actor, known);
    else if (strcmp(state, "waiting") == 0)
        wait_for_start(world, actor, known);
    else if (strcmp(state, "playing") == 0)
        during(world, actor, known);
    else if (state[0])
        afterwards(world, actor, known);
}

/* ---- HTTP ---- */

static void http_request(struct world *world, struct actor *actor, const char *method,
                         const char *path, const char *query, const char *body)
{
    struct connection *connection =
        connection_open(world, actor->number, random_below(&actor->rng, world->server_count));
    if (!connection)
        return;
    connection->is_http = true;
    connection->open = false; /* the answer goes to check_http_answer only */
    trace(world, "connection %d: %s %s?%s %s", connection->number, method, path, query, body);
    char *copy = alloc_text(body);
    hall_http(world->servers[connection->server].hall, connection->client,
              &(struct hall_http_request){
                  .method = method,
                  .path = path,
                  .query = query,
                  .secret = happens(&actor->rng, 700) && actor->secret[0] ? actor->secret : NULL,
                  .body = copy,
                  .size = strlen(copy)},
              world->now_ms + world->servers[connection->server].skew_ms);
    free(copy);
    server_schedule(world, connection->server);
}

void http_create(struct world *world, struct actor *actor)
{
    http_request(world, actor, "POST", "/api/tables", "", "{\"game\":\"trex\",\"seats\":2}");
}

void http_ask(struct world *world, struct actor *actor)
{
    struct rng *rng = &actor->rng;
    char path[100], query[100] = "";
    const struct invitation *invitation =
        world->invitation_count > 0
            ? &world->invitations[random_below(rng, world->invitation_count)]
            : NULL;
    switch (random_below(rng, 9)) {
    case 0:
        http_request(world, actor, "GET", "/api/me", "", "");
        break;
    case 1:
        http_request(world, actor, "GET", "/api/tables", happens(rng, 500) ? "" : "game=trex", "");
        break;
    case 2:
        http_request(world, actor, "GET", "/api/games", "", "");
        break;
    case 3:
        http_request(world, actor, "GET", "/api/stats/scale", "", "");
        break;
    case 4:
        http_request(world, actor, "GET", "/api/records", "game=trakks", "");
        break;
    case 5:
        snprintf(path, sizeof path, "/api/records/%s", invitation ? invitation->table : "none");
        http_request(world, actor, "GET", path, "", "");
        break;
    case 6:
        snprintf(path, sizeof path, "/api/tables/%s", invitation ? invitation->table : "none");
        if (invitation && invitation->code[0])
            snprintf(query, sizeof query, "code=%s", invitation->code);
        http_request(world, actor, "GET", path, query, "");
        break;
    case 7:
        if (world->tables_wanted > 0 && actor->secret[0]) {
            world->tables_wanted--;
            http_create(world, actor);
        }
        break;
    default:
        http_request(world, actor, "PUT", "/api/../tables//", "%00=%zz&&=", "[");
    }
}
