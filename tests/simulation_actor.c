#include "simulation_actor.h"

#include "base/alloc.h"
#include "base/check.h"
#include "simulation_connection.h"

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

static void known_free(struct known_table *known)
{
    json_decref(known->info);
    json_decref(known->latest);
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
