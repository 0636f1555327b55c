#include "simulation_behaviour.h"

#include "simulation_actor.h"
#include "simulation_connection.h"
#include "simulation_http.h"
#include "simulation_mischief.h"
#include "simulation_play.h"

#include <stdio.h>
#include <string.h>

static void connect(struct world *world, struct actor *actor)
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
    snprintf(name, sizeof name, "Actor %d", actor->number);
    if (actor->login[0] && (!actor->secret[0] || happens(&actor->rng, 200)))
        ask(world, actor, "login",
            json_pack("{s:s,s:s}", "login", actor->login, "password", "password"));
    else if (actor->secret[0])
        ask(world, actor, "hello", json_pack("{s:s}", "secret", actor->secret));
    else
        ask(world, actor, "hello", json_pack("{s:s}", "name", name));
}

/* Requests that have nothing to do with tables. */
static void aside(struct world *world, struct actor *actor)
{
    char text[40];
    switch (random_below(&actor->rng, 5)) {
    case 0:
        snprintf(text, sizeof text, "Actor %d’s %d", actor->number, random_below(&actor->rng, 100));
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

/* Someone who has been at no table makes an account and deletes it again. */
static void come_and_go(struct world *world, struct actor *actor)
{
    char login[16];
    snprintf(login, sizeof login, "actor%d", actor->number);
    if (actor->login[0]) {
        actor->greeted = false; /* waits for the answer */
        actor->is_leaving = true;
        if (world->deletion_count < DELETIONS_MAX)
            memcpy(world->deletions[world->deletion_count++], actor->person, sizeof actor->person);
        ask(world, actor, "delete", json_pack("{s:s}", "password", "password"));
    } else {
        ask(world, actor, "account",
            json_pack("{s:s,s:s}", "login", login, "password", "password"));
    }
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
            connect(world, actor);
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
    if (!world->is_calm && actor->known_count == 0 && !actor->has_looked &&
        !has_twin(world, actor) && happens(&actor->rng, 600))
        come_and_go(world, actor);
    else if (!world->is_calm && happens(&actor->rng, 40))
        aside(world, actor);
    else if (actor->known_count == 0 || happens(&actor->rng, world->is_calm ? 200 : 50))
        look_around(world, actor);
    else
        act_at_table(world, actor, actor->known[random_below(&actor->rng, actor->known_count)]);
}
