#include "simulation_mischief.h"

#include "base/alloc.h"
#include "simulation_actor.h"
#include "simulation_connection.h"
#include "simulation_play.h"
#include "simulation_truth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        "hello",   "rename",  "account", "login", "tables",     "create",  "invite",
        "watch",   "unwatch", "sit",     "stand", "bot",        "start",   "move",
        "suggest", "rematch", "chat",    "mute",  "record",     "records", "stats",
        "log",     "ping",    "no such", "info",  "components", "",
    };
    static const char *const keys[] = {"table",   "seat",  "move",  "cid",   "text",
                                       "name",    "since", "game",  "seats", "on",
                                       "options", "code",  "level", "bots"};
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
    switch (random_below(rng, 7)) {
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
