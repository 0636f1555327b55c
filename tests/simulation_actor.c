/* A client of the simulation, as a good page would be: it says hello, creates tables or goes to those
 * of friends, sits down, plays what is legal, and after every interruption goes on from the last
 * version it has seen, sending again what nobody has acknowledged. */
#include "simulation.h"

#include "base/check.h"
#include "game/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

struct actor *actor_new(struct world *world, int number)
{
    struct actor *actor = calloc(1, sizeof *actor);
    CHECK(actor);
    actor->number = number;
    actor->twin = -1;
    rng_start(&actor->rng, rng_next(&world->rng));
    actor->pace_ms = between(&actor->rng, 50, 1500);
    return actor;
}

static void place_free(struct place *place)
{
    json_decref(place->info);
    json_decref(place->latest);
    free(place);
}

void actor_free(struct actor *actor)
{
    for (int i = 0; i < actor->place_count; i++)
        place_free(actor->places[i]);
    free(actor->sends);
    free(actor);
}

void actor_cid(struct actor *actor, char cid[STORE_CID_MAX])
{
    if (actor->next_cid % 64 == 0) {
        actor->sends = realloc(actor->sends, (size_t)actor->next_cid + 64);
        CHECK(actor->sends);
        memset(actor->sends + actor->next_cid, 0, 64);
    }
    snprintf(cid, STORE_CID_MAX, "%d-%d", actor->number, actor->next_cid++);
}

/* ---- Places ---- */

static struct place *place_find(struct actor *actor, const char *table)
{
    for (int i = 0; i < actor->place_count; i++)
        if (strcmp(actor->places[i]->table, table) == 0)
            return actor->places[i];
    return NULL;
}

static struct place *place_add(struct world *world, struct actor *actor, const char *table)
{
    struct place *place = place_find(actor, table);
    if (place || actor->place_count == PLACES_MAX || strlen(table) != STORE_ID_TEXT - 1)
        return place;
    place = calloc(1, sizeof *place);
    CHECK(place);
    memcpy(place->table, table, STORE_ID_TEXT);
    place->version = -1;
    place->you = GAME_SPECTATOR;
    place->plays = !happens(&actor->rng, 200);
    place->views = !happens(&actor->rng, 50);
    place->seen_ms = world->now_ms;
    place->patience_ms = between(&actor->rng, 500, 10000);
    actor->places[actor->place_count++] = place;
    return place;
}

static void place_forget(struct actor *actor, struct place *place)
{
    for (int i = 0; i < actor->place_count; i++)
        if (actor->places[i] == place)
            actor->places[i] = actor->places[--actor->place_count];
    place_free(place);
}

static struct venue *venue_find(struct world *world, const char *table)
{
    for (int i = 0; i < world->venue_count; i++)
        if (strcmp(world->venues[i].table, table) == 0)
            return &world->venues[i];
    return NULL;
}

static void venue_add(struct world *world, const json_t *json)
{
    struct venue *venue = venue_find(world, text_of(json, "table"));
    if (!venue) {
        if (world->venue_count == VENUES_MAX || strlen(text_of(json, "table")) != 12)
            return;
        venue = &world->venues[world->venue_count++];
        snprintf(venue->table, sizeof venue->table, "%s", text_of(json, "table"));
    }
    if (json_object_get(json, "invite")) {
        snprintf(venue->invite, sizeof venue->invite, "%s", text_of(json, "invite"));
        snprintf(venue->code, sizeof venue->code, "%s", text_of(json, "code"));
    }
}

/* ---- Asking ---- */

static void ask(struct world *world, struct actor *actor, const char *cmd, json_t *request)
{
    CHECK(request);
    line_ask(world, actor->line, actor, cmd, request);
}

static void ask_table(struct world *world, struct actor *actor, const char *cmd,
                      const struct place *place)
{
    ask(world, actor, cmd, json_pack("{s:s}", "table", place->table));
}

static void connect(struct world *world, struct actor *actor)
{
    if (world->now_ms < actor->back_ms)
        return;
    actor->line = line_open(world, actor->number, chance(&actor->rng, world->server_count));
    actor->greeting = actor->greeted = false;
    actor->back_ms = world->now_ms + between(&actor->rng, 50, 500);
    for (int i = 0; i < actor->place_count; i++)
        actor->places[i]->asked = false;
}

static void greet(struct world *world, struct actor *actor)
{
    if (actor->twin >= 0) {
        const struct actor *twin = world->actors[actor->twin];
        memcpy(actor->secret, twin->secret, sizeof actor->secret);
        memcpy(actor->login, twin->login, sizeof actor->login);
        if (!twin->secret[0])
            return; /* nobody yet */
    }
    actor->greeting = true;
    char name[32];
    snprintf(name, sizeof name, "Actor %d", actor->number);
    if (actor->login[0] && (!actor->secret[0] || happens(&actor->rng, 200)))
        ask(world, actor, "login",
            json_pack("{s:s,s:s}", "login", actor->login, "password", "password"));
    else if (actor->secret[0])
        ask(world, actor, "hello", json_pack("{s:s}", "secret", actor->secret));
    else
        ask(world, actor, "hello", json_pack("{s:s}", "name", name));
}

static void watch(struct world *world, struct actor *actor, struct place *place)
{
    place->asked = true;
    struct venue *venue = venue_find(world, place->table);
    json_t *request = json_object();
    int way = chance(&actor->rng, 3);
    if (venue && venue->invite[0] && way == 0)
        json_object_set_new(request, "invite", json_string(venue->invite));
    else if (venue && venue->code[0] && way == 1)
        json_object_set_new(request, "code", json_string(venue->code));
    else
        json_object_set_new(request, "table", json_string(place->table));
    if (way == 2 && venue && venue->invite[0] && place->you == GAME_SPECTATOR)
        json_object_set_new(request, "invite", json_string(venue->invite));
    if (happens(&actor->rng, 100))
        place->version = -1; /* as a page that is loaded anew */
    if (place->version >= 0)
        json_object_set_new(request, "since", json_integer(place->version));
    if (!place->views)
        json_object_set_new(request, "views", json_false());
    ask(world, actor, "watch", request);
    struct asked *asked = &actor->line->asked[actor->line->asked_count - 1];
    memcpy(asked->table, place->table, sizeof asked->table);
}

static json_t *random_options(struct rng *rng, const struct game *game)
{
    json_t *options = json_object();
    for (int i = 0; i < game->option_count; i++) {
        const struct game_option *option = &game->options[i];
        const char *value = option->values[chance(rng, option->value_count)];
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

static json_t *random_clock(struct rng *rng)
{
    switch (chance(rng, 4)) {
    case 0:
        return json_pack("{s:s,s:i}", "kind", "move", "seconds", between(rng, 5, 20));
    case 1:
        return json_pack("{s:s,s:i}", "kind", "game", "seconds", between(rng, 30, 90));
    default:
        return json_pack("{s:s}", "kind", "none");
    }
}

static void create(struct world *world, struct actor *actor)
{
    struct rng *rng = &actor->rng;
    int count = 0;
    while (games_all[count])
        count++;
    const struct game *game = games_all[chance(rng, count)];
    int seats = game->seats_min +
                chance(rng, happens(rng, 300) ? game->seats_max - game->seats_min + 1 : 2);
    json_t *bots = json_array();
    static const char *const levels[] = {"random", "easy", "medium", "hard", "expert"};
    for (int seat = 0; seat < seats; seat++)
        json_array_append_new(bots, seat > 0 && happens(rng, 250)
                                        ? json_string(levels[chance(rng, 5)])
                                        : json_null());
    json_t *request =
        json_pack("{s:s,s:i,s:o,s:o,s:o}", "game", game->id, "seats", seats, "bots", bots,
                  "options", random_options(rng, game), "clock", random_clock(rng));
    static const char *const flags[] = {"public",           "takeover",  "hints", "chat",
                                        "open_hands_after", "autostart", NULL};
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

/* ---- Playing ---- */

static const json_t *list_of(const struct place *place, const char *key)
{
    return json_object_get(place->latest, key);
}

/* A move that this place allows: one that was told, or one of a kind that cannot be listed. */
bool actor_find_move(struct world *world, struct actor *actor, struct place *place,
                     char text[GAME_MOVE_TEXT_MAX])
{
    const json_t *legal = list_of(place, "legal");
    size_t count = json_array_size(legal);
    bool is_open = json_array_size(list_of(place, "open")) > 0;
    if (count > 0 && !(is_open && happens(&actor->rng, 500))) {
        size_t pick = (size_t)chance(&actor->rng, (int)count);
        snprintf(text, GAME_MOVE_TEXT_MAX, "%s", json_string_value(json_array_get(legal, pick)));
        return true;
    }
    if (!is_open || place->you < 0)
        return false;
    struct truth *truth = truth_reach(world, place->table, place->version);
    CHECK(truth);
    union game_move_storage move = {0};
    const void *state = truth->instants[place->version].state.bytes;
    truth->table->settings.game->sample(state, place->you, &actor->rng, &move.head);
    struct buffer out;
    buffer_start(&out, text, GAME_MOVE_TEXT_MAX);
    truth->table->settings.game->format(state, &move.head, &out);
    return true;
}

void actor_send_move(struct world *world, struct actor *actor, struct place *place)
{
    place->sent++;
    place->sent_ms = world->now_ms;
    ask(world, actor, "move",
        json_pack("{s:s,s:s,s:s}", "table", place->table, "move", place->move, "cid", place->cid));
}

static bool is_mine_to_move(const struct place *place)
{
    const json_t *to_act = list_of(place, "to_act");
    for (size_t i = 0; place->you >= 0 && i < json_array_size(to_act); i++)
        if (json_integer_value(json_array_get(to_act, i)) == place->you)
            return true;
    return false;
}

static void play(struct world *world, struct actor *actor, struct place *place)
{
    if (place->move[0]) {
        if (world->now_ms > place->sent_ms + 8000 || happens(&actor->rng, world->double_send))
            actor_send_move(world, actor, place);
        return;
    }
    if (!is_mine_to_move(place) || !actor_find_move(world, actor, place, place->move))
        return;
    actor_cid(actor, place->cid);
    place->sent = 0;
    actor_send_move(world, actor, place);
}

/* Computer players move when they have seen enough. A gesture is answered only when something is
 * wrong: without an id nobody waits. */
static void perform(struct world *world, struct actor *actor, const struct place *place)
{
    for (int i = 0; i < 4; i++) {
        char text[120];
        int length =
            snprintf(text, sizeof text,
                     "{\"cmd\":\"gesture\",\"table\":\"%s\",\"x\":%d,\"y\":%d,\"power\":%d}",
                     place->table, chance(&actor->rng, 256), chance(&actor->rng, 256), 100);
        line_throw(world, actor->line, text, (size_t)length);
    }
}

static void chatter(struct world *world, struct actor *actor, struct place *place)
{
    struct rng *rng = &actor->rng;
    const char *table = place->table;
    switch (chance(rng, 5)) {
    case 0:
        ask(world, actor, "chat", json_pack("{s:s,s:s}", "table", table, "text", "à table !"));
        break;
    case 1:
        ask(world, actor, "suggest",
            happens(rng, 500) ? json_pack("{s:s}", "table", table)
                              : json_pack("{s:s,s:s}", "table", table, "level", "hard"));
        break;
    case 2:
        ask_table(world, actor, "unwatch", place);
        place->asked = false;
        break;
    case 3:
        ask(world, actor, "records", json_object());
        break;
    default:
        ask(world, actor, "ping", json_object());
    }
}

/* ---- Seats ---- */

static int empty_seat(const struct place *place)
{
    const json_t *seats = json_object_get(place->info, "seat");
    for (size_t i = 0; i < json_array_size(seats); i++)
        if (json_is_null(json_array_get(seats, i)))
            return (int)i;
    return -1;
}

static void take_seat(struct world *world, struct actor *actor, struct place *place)
{
    int seat = empty_seat(place);
    if (seat < 0)
        return;
    json_t *request = json_pack("{s:s}", "table", place->table);
    if (happens(&actor->rng, 500))
        json_object_set_new(request, "seat", json_integer(seat));
    ask(world, actor, "sit", request);
}

static bool is_host_of(const struct actor *actor, const struct place *place)
{
    return strcmp(text_of(json_object_get(place->info, "host"), "person"), actor->person) == 0;
}

/* Before the match: people come, the host fills up and begins. */
static void wait_for_start(struct world *world, struct actor *actor, struct place *place)
{
    int seat = empty_seat(place);
    bool is_host = is_host_of(actor, place);
    if (place->you < 0 && seat >= 0 && place->plays)
        take_seat(world, actor, place);
    else if (is_host && seat < 0)
        ask_table(world, actor, "start", place);
    else if (is_host && world->now_ms > place->seen_ms + place->patience_ms)
        ask(world, actor, "bot",
            json_pack("{s:s,s:i,s:s}", "table", place->table, "seat", seat, "level",
                      happens(&actor->rng, 500) ? "easy" : "random"));
    else if (place->you >= 0 && !world->is_calm && happens(&actor->rng, 20))
        ask_table(world, actor, "stand", place);
    else if (is_host && happens(&actor->rng, 20))
        ask_table(world, actor, "invite", place);
}

static void during(struct world *world, struct actor *actor, struct place *place)
{
    bool is_host = is_host_of(actor, place);
    /* Where seats stay empty, people come and go, and some try to see a second hand. */
    bool has_takeover = json_is_true(json_object_get(place->info, "takeover"));
    if (place->you < 0 && empty_seat(place) >= 0 && (place->plays || world->is_calm)) {
        take_seat(world, actor, place);
    } else if (is_host && empty_seat(place) >= 0 && happens(&actor->rng, 50)) {
        ask_table(world, actor, "invite", place); /* somebody else is needed */
    } else if (place->you >= 0 && !world->is_calm &&
               happens(&actor->rng, has_takeover ? 20 : 100)) {
        ask_table(world, actor, "stand", place);
        place->left = true;
    } else if (place->you < 0 && place->left && !world->is_calm && happens(&actor->rng, 200)) {
        ask_table(world, actor, "sit", place); /* back, from the computer player that took over */
    } else if (is_host && !world->is_calm && happens(&actor->rng, 10)) {
        size_t seats = json_array_size(json_object_get(place->info, "seat"));
        ask(world, actor, "bot",
            json_pack("{s:s,s:i,s:s}", "table", place->table, "seat",
                      chance(&actor->rng, (int)seats), "level", "random"));
    } else if (place->you >= 0 && strcmp(text_of(place->info, "game"), "scale") == 0 &&
               happens(&actor->rng, 800)) {
        perform(world, actor, place);
    } else if (!world->is_calm && happens(&actor->rng, 60)) {
        chatter(world, actor, place);
    } else {
        play(world, actor, place);
    }
}

static void afterwards(struct world *world, struct actor *actor, struct place *place)
{
    struct venue *venue = venue_find(world, place->table);
    if (venue)
        venue->done = true;
    if (strcmp(text_of(place->info, "state"), "over") == 0 && place->you >= 0 &&
        world->tables_wanted > 0 && happens(&actor->rng, 300)) {
        world->tables_wanted--;
        ask_table(world, actor, "rematch", place);
    } else if (happens(&actor->rng, 300)) {
        ask_table(world, actor, "record", place);
    } else if (happens(&actor->rng, 300) && !place->move[0]) {
        ask_table(world, actor, "unwatch", place);
        place_forget(actor, place);
    }
}

static void place_act(struct world *world, struct actor *actor, struct place *place)
{
    if (!place->asked) {
        watch(world, actor, place);
        if (place->move[0])
            actor_send_move(world, actor, place);
        return;
    }
    const char *state = text_of(place->info, "state");
    if (place->version < 0)
        return; /* it has not seen the table yet */
    if (place->move[0])
        play(world, actor, place);
    else if (strcmp(state, "waiting") == 0)
        wait_for_start(world, actor, place);
    else if (strcmp(state, "playing") == 0)
        during(world, actor, place);
    else if (state[0])
        afterwards(world, actor, place);
}

/* ---- What it does from time to time ---- */

/* What has nothing to do with tables. */
static void aside(struct world *world, struct actor *actor)
{
    char text[40];
    switch (chance(&actor->rng, 5)) {
    case 0:
        snprintf(text, sizeof text, "Actor %d’s %d", actor->number, chance(&actor->rng, 100));
        ask(world, actor, "rename", json_pack("{s:s}", "name", text));
        break;
    case 1:
        snprintf(text, sizeof text, "actor%d", actor->number);
        ask(world, actor, "account", json_pack("{s:s,s:s}", "login", text, "password", "password"));
        break;
    case 2:
        if (actor->login[0] && actor->twin < 0) {
            ask(world, actor, "logout", json_object());
            actor->greeted = actor->greeting = false;
            actor->secret[0] = 0;
            for (int i = 0; i < actor->place_count; i++)
                actor->places[i]->asked = false;
        }
        break;
    case 3: /* the page is loaded anew */
        line_cut(world, actor->line, true);
        actor_loses(world, actor, actor->line);
        actor->back_ms = world->now_ms;
        break;
    default:
        http_ask(world, actor);
    }
}

static void look_around(struct world *world, struct actor *actor)
{
    struct rng *rng = &actor->rng;
    if (world->tables_wanted > 0 && happens(rng, 400)) {
        world->tables_wanted--;
        create(world, actor);
    } else if (world->venue_count > 0) {
        const struct venue *venue = &world->venues[chance(rng, world->venue_count)];
        if (!venue->done)
            place_add(world, actor, venue->table);
    } else {
        ask(world, actor, "tables", json_object());
    }
}

void actor_wake(struct world *world, struct actor *actor)
{
    if (!actor->line) {
        if (!world->is_quiet)
            connect(world, actor);
        return;
    }
    if (!actor->greeting && world->venue_count > 0 && happens(&actor->rng, 100)) {
        /* Some look at a table before they say who they are. */
        struct place *place =
            place_add(world, actor, world->venues[chance(&actor->rng, world->venue_count)].table);
        if (place && !place->asked)
            watch(world, actor, place);
        return;
    }
    if (!actor->greeting) {
        greet(world, actor);
        return;
    }
    if (!actor->greeted || world->is_quiet)
        return;
    if (!world->is_calm && happens(&actor->rng, actor->mischief)) {
        mischief(world, actor);
        return;
    }
    if (!world->is_calm && happens(&actor->rng, 40))
        aside(world, actor);
    else if (actor->place_count == 0 || happens(&actor->rng, world->is_calm ? 200 : 50))
        look_around(world, actor);
    else
        place_act(world, actor, actor->places[chance(&actor->rng, actor->place_count)]);
}

void actor_loses(struct world *world, struct actor *actor, struct line *line)
{
    line->open = false;
    if (actor->line != line)
        return;
    actor->line = NULL;
    actor->back_ms =
        world->now_ms +
        between(&actor->rng, 10, world->is_calm || happens(&actor->rng, 500) ? 300 : 5000);
}

/* ---- What it hears ---- */

static void hear_table(struct world *world, struct actor *actor, struct place *place,
                       const struct moment *moment)
{
    json_t *json = moment->json;
    int64_t version = json_integer_value(json_object_get(json, "v"));
    if (version < place->version && actor->mischief == 0)
        broken(world, "actor %d: table %s goes back from %lld to %lld", actor->number, place->table,
               (long long)place->version, (long long)version);
    const json_t *you = json_object_get(json, "you");
    int seat = json_is_integer(you) ? (int)json_integer_value(you) : GAME_SPECTATOR;
    if (version == place->version && seat == place->you && moment->view && place->view &&
        moment->view != place->view)
        broken(world, "actor %d: table %s at %lld looks otherwise than its steps", actor->number,
               place->table, (long long)version);
    place->view = moment->view;
    place->version = version;
    place->you = seat;
    json_decref(place->info);
    place->info = json_incref(json_object_get(json, "info"));
    json_decref(place->latest);
    place->latest = json_incref(json);
}

/* Where one sits is in `info`; who one is, one knows. */
static int seat_in(const json_t *info, const char *person)
{
    size_t i;
    json_t *seat;
    json_array_foreach(json_object_get(info, "seat"), i,
                       seat) if (strcmp(text_of(seat, "person"), person) == 0) return (int)i;
    return GAME_SPECTATOR;
}

static void hear_step(struct world *world, struct actor *actor, struct place *place,
                      const struct moment *moment)
{
    json_t *json = moment->json;
    int64_t version = json_integer_value(json_object_get(json, "v"));
    if (version <= place->version || place->version < 0 ||
        (version > place->version + 1 && actor->mischief > 0))
        return; /* it has asked for what it had on its way */
    if (version != place->version + 1)
        broken(world, "actor %d: table %s steps from %lld to %lld", actor->number, place->table,
               (long long)place->version, (long long)version);
    place->version = version;
    place->view = moment->view;
    json_t *info = json_object_get(json, "info");
    if (info) {
        json_decref(place->info);
        place->info = json_incref(info);
        place->you = seat_in(info, actor->person);
    }
    if (json_object_get(json, "to_act")) {
        json_decref(place->latest);
        place->latest = json_incref(json);
    }
    const json_t *result = json_object_get(json, "result");
    if (json_is_object(result) && place->info && !info)
        json_object_set_new(place->info, "state", json_string("over"));
}

static void hear_greeting(struct world *world, struct actor *actor, const json_t *json)
{
    const json_t *person = json_object_get(json, "person");
    if (!json_is_object(person))
        return;
    if (json_object_get(json, "secret"))
        snprintf(actor->secret, sizeof actor->secret, "%s", text_of(json, "secret"));
    snprintf(actor->person, sizeof actor->person, "%s", text_of(person, "id"));
    actor->greeted = true;
    size_t i;
    json_t *table;
    json_array_foreach(json_object_get(json, "tables"), i, table)
        place_add(world, actor, json_string_value(table));
}

/* A link or code that leads nowhere is forgotten, and so is a table that one cannot get into. */
static void hear_no(struct world *world, struct actor *actor, const struct asked *answered,
                    const json_t *json)
{
    const char *code = text_of(json_object_get(json, "error"), "code");
    struct place *place = place_find(actor, answered->table);
    if (strcmp(answered->cmd, "hello") == 0 || strcmp(answered->cmd, "login") == 0) {
        actor->greeting = actor->greeted;
        if (strcmp(code, "who") == 0 && !actor->greeted)
            actor->secret[0] = 0;
    } else if (strcmp(answered->cmd, "create") == 0) {
        world->tables_wanted++;
    } else if (place && strcmp(answered->cmd, "watch") == 0) {
        struct venue *venue = venue_find(world, place->table);
        place->asked = false;
        if (strcmp(code, "who") == 0)
            return;
        if (venue && venue->invite[0] && strcmp(code, "no_table") == 0)
            venue->invite[0] = venue->code[0] = 0;
        else if (strcmp(code, "forbidden") == 0 && !place->move[0])
            place_forget(actor, place);
    }
}

static void hear_yes(struct world *world, struct actor *actor, const struct asked *answered,
                     const json_t *json)
{
    if (strcmp(answered->cmd, "hello") == 0 || strcmp(answered->cmd, "login") == 0) {
        hear_greeting(world, actor, json);
    } else if (strcmp(answered->cmd, "account") == 0) {
        snprintf(actor->login, sizeof actor->login, "actor%d", actor->number);
    } else if (strcmp(answered->cmd, "create") == 0) {
        venue_add(world, json);
        struct place *place = place_add(world, actor, text_of(json, "table"));
        if (place)
            place->asked = place->views = true;
    } else if (strcmp(answered->cmd, "invite") == 0) {
        struct venue *venue = venue_find(world, answered->table);
        if (venue) {
            snprintf(venue->invite, sizeof venue->invite, "%s", text_of(json, "invite"));
            snprintf(venue->code, sizeof venue->code, "%s", text_of(json, "code"));
        }
    } else if (strcmp(answered->cmd, "rematch") == 0) {
        venue_add(world, json);
        place_add(world, actor, text_of(json, "table"));
    } else if (strcmp(answered->cmd, "tables") == 0) {
        const json_t *tables = json_object_get(json, "tables");
        const json_t *info = json_array_get(tables, 0);
        if (info)
            place_add(world, actor, text_of(info, "id"));
    }
}

/* A move is settled by its answer: it was made, now or before, or it will not be. */
static void hear_settled(struct actor *actor, const struct asked *answered)
{
    struct place *place = place_find(actor, answered->table);
    if (place && answered->cid[0] && strcmp(place->cid, answered->cid) == 0)
        place->move[0] = 0;
}

void actor_hears(struct world *world, struct actor *actor, struct moment *moment)
{
    if (actor->line != moment->line)
        return;
    json_t *json = moment->json;
    const char *push = text_of(json, "push");
    struct place *place = place_find(actor, text_of(json, "table"));
    if (place && strcmp(push, "table") == 0)
        hear_table(world, actor, place, moment);
    else if (place && strcmp(push, "step") == 0)
        hear_step(world, actor, place, moment);
    if (strcmp(push, "who") == 0)
        actor->greeted = actor->greeting = false;
    if (!moment->answered.cmd)
        return;
    hear_settled(actor, &moment->answered);
    if (json_is_true(json_object_get(json, "ok")))
        hear_yes(world, actor, &moment->answered, json);
    else
        hear_no(world, actor, &moment->answered, json);
}
