/* What bad clients do: whatever comes to mind, at any time. None of it may harm anybody else. */
#include "simulation.h"

#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void ask(struct world *world, struct actor *actor, const char *cmd, json_t *request)
{
    CHECK(request);
    line_ask(world, actor->line, actor, cmd, request);
}

/* Bytes that may be a request by accident: its answer may then have any id. */
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
    size_t size = strlen(strcpy(bytes, shapes[chance(rng, SHAPES)]));
    for (int i = chance(rng, 8); i > 0 && size > 0; i--)
        bytes[chance(rng, (int)size)] = (char)chance(rng, 256);
    if (happens(rng, 300))
        for (size = (size_t)chance(rng, sizeof bytes); size > 0 && happens(rng, 990);)
            bytes[chance(rng, (int)size)] = (char)chance(rng, 256);
    memset(bytes + size, ' ', sizeof bytes - size);
    actor->line->wild = true;
    line_throw(world, actor->line, bytes, size);
}

static void throw_huge(struct world *world, struct actor *actor)
{
    size_t size = (size_t)between(&actor->rng, 10000, 60000);
    char *bytes = malloc(size);
    CHECK(bytes);
    memset(bytes, '[', size);
    actor->line->wild = true;
    line_throw(world, actor->line, bytes, size);
    free(bytes);
}

/* Requests with values of the wrong kind, or missing. */
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
    const char *cmd = commands[chance(rng, sizeof commands / sizeof *commands)];
    json_object_set_new(request, "cmd", json_string(cmd));
    for (int i = chance(rng, 5); i > 0; i--) {
        const char *key = keys[chance(rng, sizeof keys / sizeof *keys)];
        json_t *value = NULL;
        switch (chance(rng, 6)) {
        case 0:
            value = json_integer(chance(rng, 2000) - 1000);
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
            value = actor->place_count > 0 ? json_string(actor->places[0]->table) : json_true();
        }
        json_object_set_new(request, key, value);
    }
    /* What comes of it is known when the answer comes; `hello` and the like may even work. */
    bool may_work = strcmp(cmd, "hello") == 0 || strcmp(cmd, "login") == 0;
    if (may_work)
        json_object_del(request, "name");
    line_ask(world, actor->line, actor, cmd, request);
}

/* At a table: what only others may do. */
static void overreach(struct world *world, struct actor *actor, struct place *place)
{
    struct rng *rng = &actor->rng;
    const char *table = place->table;
    switch (chance(rng, 7)) {
    case 0:
        ask(world, actor, "sit",
            json_pack("{s:s,s:i}", "table", table, "seat", chance(rng, 12) - 2));
        break;
    case 1:
        ask(world, actor, "start", json_pack("{s:s}", "table", table));
        break;
    case 2:
        ask(world, actor, "bot",
            json_pack("{s:s,s:i,s:s}", "table", table, "seat", chance(rng, 9), "level",
                      happens(rng, 500) ? "easy" : "godlike"));
        break;
    case 3:
        ask(world, actor, "bot",
            json_pack("{s:s,s:i,s:n}", "table", table, "seat", chance(rng, 9), "level"));
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

/* Moves that are late, another's, no move at all, or have another one's id. */
static void cheat(struct world *world, struct actor *actor, struct place *place)
{
    struct rng *rng = &actor->rng;
    char text[GAME_MOVE_TEXT_MAX] = "place", cid[STORE_CID_MAX];
    struct truth *truth =
        place->version >= 0 ? truth_reach(world, place->table, place->version) : NULL;
    if (truth && truth->instants[place->version].has_state) {
        /* What somebody has played before, or could play now. */
        size_t count = truth->table->match.move_count;
        if (count > 0 && happens(rng, 500))
            snprintf(text, sizeof text, "%s",
                     truth->table->match.moves[chance(rng, (int)count)].text);
        else
            actor_find_move(world, actor, place, text);
    }
    if (happens(rng, 100))
        memset(text, 'x', 3000), text[3000] = 0;
    if (actor->next_cid > 0 && happens(rng, 300))
        snprintf(cid, sizeof cid, "%d-%d", actor->number, chance(rng, actor->next_cid));
    else
        actor_cid(actor, cid);
    json_t *request = json_pack("{s:s,s:s}", "table", place->table, "move", text);
    if (happens(rng, 800))
        json_object_set_new(request, "cid", json_string(cid));
    ask(world, actor, "move", request);
}

static void flood(struct world *world, struct actor *actor, struct place *place)
{
    for (int i = between(&actor->rng, 10, 150); i > 0; i--)
        if (!place || i % 3)
            ask(world, actor, "ping", json_object());
        else
            ask(world, actor, "chat", json_pack("{s:s,s:s}", "table", place->table, "text", "!"));
}

static void chat_badly(struct world *world, struct actor *actor, struct place *place)
{
    char text[700];
    size_t length = (size_t)chance(&actor->rng, sizeof text - 1);
    memset(text, happens(&actor->rng, 500) ? 'a' : '\n', length);
    text[length] = 0;
    ask(world, actor, "chat", json_pack("{s:s,s:s}", "table", place->table, "text", text));
}

static void intrude(struct world *world, struct actor *actor)
{
    struct rng *rng = &actor->rng;
    switch (chance(rng, 4)) {
    case 0:
        ask(world, actor, "watch", json_pack("{s:s}", "code", "AAAA2222"));
        break;
    case 1:
        ask(world, actor, "watch", json_pack("{s:s}", "table", "zzzzzzzzzzzz"));
        break;
    case 2: /* a table of others, without an invitation */
        if (world->venue_count > 0)
            ask(world, actor, "watch",
                json_pack("{s:s,s:i}", "table",
                          world->venues[chance(rng, world->venue_count)].table, "since",
                          chance(rng, 200) - 20));
        break;
    default:
        ask(world, actor, "hello", json_pack("{s:s}", "secret", "0123456789012345678901"));
    }
}

void mischief(struct world *world, struct actor *actor)
{
    struct place *place =
        actor->place_count > 0 ? actor->places[chance(&actor->rng, actor->place_count)] : NULL;
    int kind = chance(&actor->rng, place ? 12 : 6);
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
    case 3: /* goes in the middle of something */
        if (place)
            cheat(world, actor, place);
        line_cut(world, actor->line, true);
        actor_loses(world, actor, actor->line);
        break;
    case 4:
        if (happens(&actor->rng, 200))
            flood(world, actor, place);
        break;
    case 5:
        if (happens(&actor->rng, 100))
            throw_huge(world, actor);
        break;
    case 6:
        chat_badly(world, actor, place);
        break;
    case 7:
    case 8:
        overreach(world, actor, place);
        break;
    default:
        cheat(world, actor, place);
    }
}
