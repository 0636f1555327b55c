/* What actors do from time to time: good ones behave like the page. Then: mischief. */
#include "simulation.h"

#include "base/system/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void connect_actor(struct world *world, struct actor *actor)
{
    if (world->now_ms < actor->back_ms)
        return;
    actor->connection =
        connection_open(world, actor->number, random_below(&actor->rng, world->server_count));
    actor->greeting = actor->greeted = false;
    actor->back_ms = world->now_ms + random_between(&actor->rng, 50, 500);
    for (int i = 0; i < actor->known_count; i++)
        actor->known[i]->is_watching = false;
}

void account(struct world *world, struct actor *actor)
{
    char login[16];
    snprintf(login, sizeof login, "actor%d", actor->number);
    ask(world, actor, "account", json_pack("{s:s,s:s}", "login", login, "password", "password"));
}

static void greet(struct world *world, struct actor *actor)
{
    if (actor->twin >= 0) {
        const struct actor *twin = world->actors[actor->twin];
        memcpy(actor->secret, twin->secret, sizeof actor->secret);
        memcpy(actor->login, twin->login, sizeof actor->login);
        if (!twin->secret[0])
            return; /* the twin is not known yet */
    }
    actor->greeting = true;
    char name[32];
    /* A number would keep everyone from a second seat in Scale (S5). */
    snprintf(name, sizeof name, "Actor %c", 'A' + actor->number);
    if (actor->login[0] && (!actor->secret[0] || happens(&actor->rng, 200)))
        ask(world, actor, "login",
            json_pack("{s:s,s:s}", "login", actor->login, "password", "password"));
    else if (actor->secret[0])
        ask(world, actor, "hello", json_pack("{s:s}", "secret", actor->secret));
    else
        ask(world, actor, "hello", json_pack("{s:s}", "name", name));
}

/* Begins a holiday, makes it longer, ends it, or asks. The server ignores the keys `cid` and `since`: they say whether something is to
 * change, and how many changes were answered before, or -1 if one was not. */
static void rest(struct world *world, struct actor *actor)
{
    struct rest *rest = actor->login[0] ? rest_find(world, actor->person) : NULL;
    if (!rest)
        return;
    int days = random_below(&actor->rng, 4) - 1;
    int64_t before = rest->sent == rest->answered ? rest->sent : -1;
    json_t *request =
        json_pack("{s:s, s:I}", "cid", days < 0 ? "ask" : "change", "since", (json_int_t)before);
    if (days >= 0) {
        json_object_set_new(request, "days", json_integer(days));
        rest->sent++;
    }
    ask(world, actor, "holiday", request);
}

/* Requests that have nothing to do with tables. */
static void aside(struct world *world, struct actor *actor)
{
    char text[40];
    switch (random_below(&actor->rng, 7)) {
    case 5:
    case 6:
        rest(world, actor);
        break;
    case 0:
        snprintf(text, sizeof text, "Actor %c’s %c", 'A' + actor->number,
                 'a' + random_below(&actor->rng, 26));
        ask(world, actor, "rename", json_pack("{s:s}", "name", text));
        break;
    case 1:
        account(world, actor);
        break;
    case 2:
        if (actor->login[0] && actor->twin < 0) {
            ask(world, actor, "logout", json_object());
            actor->greeted = actor->greeting = false;
            actor->secret[0] = 0;
            for (int i = 0; i < actor->known_count; i++)
                actor->known[i]->is_watching = false;
        }
        break;
    case 3: /* reloads the page */
        connection_cut(world, actor->connection, true);
        actor_disconnected(world, actor, actor->connection);
        actor->back_ms = world->now_ms;
        break;
    default:
        http_ask(world, actor);
    }
}

static bool has_twin(const struct world *world, const struct actor *actor)
{
    for (int i = 0; i < world->actor_count; i++)
        if (world->actors[i]->twin == actor->number)
            return true;
    return actor->twin >= 0;
}

void account_delete(struct world *world, struct actor *actor)
{
    if (has_twin(world, actor))
        return;
    actor->greeted = false; /* waits for the answer */
    actor->is_leaving = true;
    if (world->deletion_count < DELETIONS_MAX)
        memcpy(world->deletions[world->deletion_count++], actor->person, sizeof actor->person);
    ask(world, actor, "delete", json_pack("{s:s}", "password", "password"));
}

/* Someone who has been at no table makes an account and deletes it again. */
static void come_and_go(struct world *world, struct actor *actor)
{
    if (actor->login[0])
        account_delete(world, actor);
    else
        account(world, actor);
}

static void look_around(struct world *world, struct actor *actor)
{
    struct rng *rng = &actor->rng;
    actor->has_looked = true;
    if (world->tables_wanted > 0 && happens(rng, 400)) {
        world->tables_wanted--;
        create(world, actor);
    } else if (world->invitation_count > 0) {
        const struct invitation *invitation =
            &world->invitations[random_below(rng, world->invitation_count)];
        if (!invitation->done)
            known_add(world, actor, invitation->table);
    } else {
        ask(world, actor, "tables", json_object());
    }
}

void actor_wake(struct world *world, struct actor *actor)
{
    if (!actor->connection) {
        if (!world->is_quiet)
            connect_actor(world, actor);
        return;
    }
    if (!actor->greeting && world->invitation_count > 0 && happens(&actor->rng, 100)) {
        /* Some watch a table before they say hello. */
        struct known_table *known =
            known_add(world, actor,
                      world->invitations[random_below(&actor->rng, world->invitation_count)].table);
        if (known && !known->is_watching)
            watch(world, actor, known);
        return;
    }
    if (!actor->greeting) {
        greet(world, actor);
        return;
    }
    /* A table that is made while the account is being deleted. */
    if (!actor->greeted && actor->is_leaving && happens(&actor->rng, 500)) {
        actor->is_leaving = false;
        http_create(world, actor);
    }
    if (!actor->greeted || world->is_quiet)
        return;
    actor->is_leaving = false;
    if (!world->is_calm && happens(&actor->rng, actor->mischief)) {
        mischief(world, actor);
        return;
    }
    if (happens(&actor->rng, world->is_calm && world->social > 0 ? 20 : world->social))
        people_act(world, actor);
    else if (!world->is_calm && actor->known_count == 0 && !actor->has_looked &&
             !has_twin(world, actor) && happens(&actor->rng, world->social > 0 ? 100 : 600))
        come_and_go(world, actor);
    else if (!world->is_calm && happens(&actor->rng, 40))
        aside(world, actor);
    else if (actor->known_count == 0 || happens(&actor->rng, world->is_calm ? 200 : 50))
        look_around(world, actor);
    else
        act_at_table(world, actor, actor->known[random_below(&actor->rng, actor->known_count)]);
}

/* ---- Mischief ---- */

/* Bytes that may be a request by accident: then its answer may have any id. */
static void throw_bytes(struct world *world, struct actor *actor)
{
    struct rng *rng = &actor->rng;
    static const char *const shapes[] = {
        "{\"id\":1,\"cmd\":\"move\",\"table\":",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
        "{\"cmd\":{\"cmd\":\"hello\"}}",
        "{\"cmd\":\"hello\",\"name\":\"\\u0000\"}",
        "{\"cmd\":\"create\",\"game\":\"trex\",\"seats\":99999999999999999999}",
        "{\"cmd\":\"gesture\",\"table\":\"000000000000\",\"x\":-1,\"y\":1e9,\"power\":null}",
        "null",
        "\"hello\"",
        "",
    };
    enum { SHAPES = sizeof shapes / sizeof *shapes };
    char bytes[300];
    size_t size = strlen(strcpy(bytes, shapes[random_below(rng, SHAPES)]));
    for (int i = random_below(rng, 8); i > 0 && size > 0; i--)
        bytes[random_below(rng, (int)size)] = (char)random_below(rng, 256);
    if (happens(rng, 300))
        for (size = (size_t)random_below(rng, sizeof bytes); size > 0 && happens(rng, 990);)
            bytes[random_below(rng, (int)size)] = (char)random_below(rng, 256);
    memset(bytes + size, ' ', sizeof bytes - size);
    actor->connection->wild = true;
    connection_send(world, actor->connection, bytes, size);
}

static void throw_huge(struct world *world, struct actor *actor)
{
    size_t size = (size_t)random_between(&actor->rng, 10000, 60000);
    char *bytes = alloc_new(size);
    memset(bytes, '[', size);
    actor->connection->wild = true;
    connection_send(world, actor->connection, bytes, size);
    free(bytes);
}

/* Requests with values that are missing or of the wrong type. */
static void ask_nonsense(struct world *world, struct actor *actor)
{
    static const char *const commands[] = {
        "hello",     "rename",  "account",       "login",   "tables",     "create",  "invite",
        "watch",     "unwatch", "sit",           "stand",   "bot",        "start",   "move",
        "suggest",   "rematch", "chat",          "mute",    "record",     "records", "stats",
        "log",       "ping",    "no such",       "info",    "components", "seats",   "remove",
        "take_back", "vote",    "admit",         "holiday", "",           "follow",  "block",
        "friends",   "report",  "invite_friend",
    };
    static const char *const keys[] = {"table",   "seat",  "move",  "cid",   "text",
                                       "name",    "since", "game",  "seats", "on",
                                       "options", "code",  "level", "bots",  "from"};
    struct rng *rng = &actor->rng;
    json_t *request = json_object();
    const char *cmd = commands[random_below(rng, sizeof commands / sizeof *commands)];
    json_object_set_new(request, "cmd", json_string(cmd));
    for (int i = random_below(rng, 5); i > 0; i--) {
        const char *key = keys[random_below(rng, sizeof keys / sizeof *keys)];
        json_t *value = NULL;
        switch (random_below(rng, 6)) {
        case 0:
            value = json_integer(random_below(rng, 2000) - 1000);
            break;
        case 1:
            value = json_string("trex");
            break;
        case 2:
            value = json_pack("[n,[],{}]");
            break;
        case 3:
            value = json_real(0.5);
            break;
        case 4:
            value = json_null();
            break;
        default:
            value = actor->known_count > 0 ? json_string(actor->known[0]->table) : json_true();
        }
        json_object_set_new(request, key, value);
    }
    /* These may even succeed. */
    bool may_work = strcmp(cmd, "hello") == 0 || strcmp(cmd, "login") == 0;
    if (may_work)
        json_object_del(request, "name");
    connection_ask(world, actor->connection, actor, cmd, request);
}

/* Requests that only others at the table may make. */
static void overreach(struct world *world, struct actor *actor, struct known_table *known)
{
    struct rng *rng = &actor->rng;
    const char *table = known->table;
    switch (random_below(rng, 10)) {
    case 9:
        ask(world, actor, "admit", json_pack("{s:s,s:s}", "table", table, "person", actor->person));
        break;
    case 7:
        ask(world, actor, "seats", json_pack("{s:s,s:[i,i,n]}", "table", table, "from", 1, 0));
        break;
    case 8:
        ask(world, actor, "remove",
            json_pack("{s:s,s:i}", "table", table, "seat", random_below(rng, 9)));
        break;
    case 0:
        ask(world, actor, "sit",
            json_pack("{s:s,s:i}", "table", table, "seat", random_below(rng, 12) - 2));
        break;
    case 1:
        ask(world, actor, "start", json_pack("{s:s}", "table", table));
        break;
    case 2:
        ask(world, actor, "bot",
            json_pack("{s:s,s:i,s:s}", "table", table, "seat", random_below(rng, 9), "level",
                      happens(rng, 500) ? "easy" : "godlike"));
        break;
    case 3:
        ask(world, actor, "bot",
            json_pack("{s:s,s:i,s:n}", "table", table, "seat", random_below(rng, 9), "level"));
        break;
    case 4:
        ask(world, actor, "rematch", json_pack("{s:s}", "table", table));
        break;
    case 5:
        ask(world, actor, "record", json_pack("{s:s}", "table", table));
        break;
    default:
        ask(world, actor, "mute",
            json_pack("{s:s,s:s,s:b}", "table", table, "person", actor->person, "on", 1));
    }
}

/* Moves that are late, belong to another seat, are no moves, or reuse the id of another move. */
static void cheat(struct world *world, struct actor *actor, struct known_table *known)
{
    struct rng *rng = &actor->rng;
    char text[GAME_MOVE_TEXT_MAX] = "place", cid[STORE_CID_MAX];
    struct truth *truth =
        known->version >= 0 ? truth_reach(world, known->table, known->version) : NULL;
    if (truth && truth->instants[known->version].has_state) {
        /* A move that was played before, or that is legal now. */
        size_t count = truth->table->match.move_count;
        if (count > 0 && happens(rng, 500))
            snprintf(text, sizeof text, "%s",
                     truth->table->match.moves[random_below(rng, (int)count)].text);
        else
            actor_find_move(world, actor, known, text);
    }
    if (happens(rng, 100))
        memset(text, 'x', 3000), text[3000] = 0;
    if (actor->next_cid > 0 && happens(rng, 300))
        snprintf(cid, sizeof cid, "%d-%d", actor->number, random_below(rng, actor->next_cid));
    else
        actor_cid(actor, cid);
    json_t *request = json_pack("{s:s,s:s}", "table", known->table, "move", text);
    if (happens(rng, 800))
        json_object_set_new(request, "cid", json_string(cid));
    ask(world, actor, "move", request);
}

static void flood(struct world *world, struct actor *actor, struct known_table *known)
{
    for (int i = random_between(&actor->rng, 10, 150); i > 0; i--)
        if (!known || i % 3)
            ask(world, actor, "ping", json_object());
        else
            ask(world, actor, "chat", json_pack("{s:s,s:s}", "table", known->table, "text", "!"));
}

static void chat_badly(struct world *world, struct actor *actor, struct known_table *known)
{
    char text[700];
    size_t length = (size_t)random_below(&actor->rng, sizeof text - 1);
    memset(text, happens(&actor->rng, 500) ? 'a' : '\n', length);
    text[length] = 0;
    ask(world, actor, "chat", json_pack("{s:s,s:s}", "table", known->table, "text", text));
}

static void intrude(struct world *world, struct actor *actor)
{
    struct rng *rng = &actor->rng;
    switch (random_below(rng, 4)) {
    case 0:
        ask(world, actor, "watch", json_pack("{s:s}", "code", "AAAA2222"));
        break;
    case 1:
        ask(world, actor, "watch", json_pack("{s:s}", "table", "zzzzzzzzzzzz"));
        break;
    case 2: /* somebody else's table, without an invitation */
        if (world->invitation_count > 0)
            ask(world, actor, "watch",
                json_pack("{s:s,s:i}", "table",
                          world->invitations[random_below(rng, world->invitation_count)].table,
                          "since", random_below(rng, 200) - 20));
        break;
    default:
        ask(world, actor, "hello", json_pack("{s:s}", "secret", "0123456789012345678901"));
    }
}

void mischief(struct world *world, struct actor *actor)
{
    struct known_table *known =
        actor->known_count > 0 ? actor->known[random_below(&actor->rng, actor->known_count)] : NULL;
    int kind = random_below(&actor->rng, known ? 12 : 6);
    switch (kind) {
    case 0:
        throw_bytes(world, actor);
        break;
    case 1:
        ask_nonsense(world, actor);
        break;
    case 2:
        intrude(world, actor);
        break;
    case 3: /* disconnects in the middle of a request */
        if (known)
            cheat(world, actor, known);
        connection_cut(world, actor->connection, true);
        actor_disconnected(world, actor, actor->connection);
        break;
    case 4:
        if (happens(&actor->rng, 200))
            flood(world, actor, known);
        break;
    case 5:
        if (happens(&actor->rng, 100))
            throw_huge(world, actor);
        break;
    case 6:
        chat_badly(world, actor, known);
        break;
    case 7:
    case 8:
        overreach(world, actor, known);
        break;
    default:
        cheat(world, actor, known);
    }
}
