#include "simulation_receive.h"

#include "simulation_actor.h"

#include <stdio.h>
#include <string.h>

static void receive_table(struct world *world, struct actor *actor, struct known_table *known,
                          const struct event *event)
{
    json_t *json = event->json;
    int64_t version = json_integer_value(json_object_get(json, "v"));
    if (version < known->version && actor->mischief == 0)
        fail(world, "actor %d: table %s goes back from %lld to %lld", actor->number, known->table,
             (long long)known->version, (long long)version);
    const json_t *you = json_object_get(json, "you");
    int seat = json_is_integer(you) ? (int)json_integer_value(you) : GAME_SPECTATOR;
    if (version == known->version && seat == known->you && event->view && known->view &&
        event->view != known->view)
        fail(world, "actor %d: table %s at %lld differs from its steps", actor->number,
             known->table, (long long)version);
    known->view = event->view;
    known->version = version;
    known->you = seat;
    json_decref(known->info);
    known->info = json_incref(json_object_get(json, "info"));
    json_decref(known->latest);
    known->latest = json_incref(json);
}

/* The seat of a person, from `info`. */
static int seat_in(const json_t *info, const char *person)
{
    size_t i;
    json_t *seat;
    json_array_foreach(json_object_get(info, "seat"), i,
                       seat) if (strcmp(text_of(seat, "person"), person) == 0) return (int)i;
    return GAME_SPECTATOR;
}

static void receive_step(struct world *world, struct actor *actor, struct known_table *known,
                         const struct event *event)
{
    json_t *json = event->json;
    int64_t version = json_integer_value(json_object_get(json, "v"));
    if (version <= known->version || known->version < 0 ||
        (version > known->version + 1 && actor->mischief > 0))
        return; /* requested again while it was on its way */
    if (version != known->version + 1)
        fail(world, "actor %d: table %s steps from %lld to %lld", actor->number, known->table,
             (long long)known->version, (long long)version);
    known->version = version;
    known->view = event->view;
    json_t *info = json_object_get(json, "info");
    if (info) {
        json_decref(known->info);
        known->info = json_incref(info);
        known->you = seat_in(info, actor->person);
    }
    if (json_object_get(json, "to_act")) {
        json_decref(known->latest);
        known->latest = json_incref(json);
    }
    const json_t *result = json_object_get(json, "result");
    if (json_is_object(result) && known->info && !info)
        json_object_set_new(known->info, "state", json_string("over"));
}

static void receive_greeting(struct world *world, struct actor *actor, const json_t *json)
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
        known_add(world, actor, json_string_value(table));
}

/* Forgets invitations that are no longer valid, and tables that are forbidden. */
static void receive_no(struct world *world, struct actor *actor, const struct pending *answered,
                       const json_t *json)
{
    const char *code = text_of(json_object_get(json, "error"), "code");
    struct known_table *known = known_find(actor, answered->table);
    if (strcmp(answered->cmd, "hello") == 0 || strcmp(answered->cmd, "login") == 0) {
        actor->greeting = actor->greeted;
        if (strcmp(code, "who") == 0 && !actor->greeted)
            actor->secret[0] = 0;
        if (strcmp(code, "who") == 0 && strcmp(answered->cmd, "login") == 0)
            actor->login[0] = 0; /* it was deleted, and the answer was lost */
    } else if (strcmp(answered->cmd, "delete") == 0) {
        actor->greeted = strcmp(code, "who") != 0;
        actor->greeting = actor->greeted;
    } else if (strcmp(answered->cmd, "create") == 0) {
        world->tables_wanted++;
    } else if (known && strcmp(answered->cmd, "watch") == 0) {
        struct invitation *invitation = invitation_find(world, known->table);
        known->is_watching = false;
        if (strcmp(code, "who") == 0)
            return;
        if (invitation && invitation->invite[0] && strcmp(code, "no_table") == 0)
            invitation->invite[0] = invitation->code[0] = 0;
        else if (strcmp(code, "forbidden") == 0 && !known->move[0])
            known_forget(actor, known);
    }
}

/* The server has logged the actor out, and ended what it watched; answers before that may have said otherwise. */
static void receive_logout(struct actor *actor)
{
    actor->greeted = actor->greeting = false;
    for (int i = 0; i < actor->known_count; i++)
        actor->known[i]->is_watching = false;
}

static void receive_yes(struct world *world, struct actor *actor, const struct pending *answered,
                        const json_t *json)
{
    if (strcmp(answered->cmd, "hello") == 0 || strcmp(answered->cmd, "login") == 0) {
        receive_greeting(world, actor, json);
    } else if (strcmp(answered->cmd, "account") == 0) {
        snprintf(actor->login, sizeof actor->login, "actor%d", actor->number);
    } else if (strcmp(answered->cmd, "logout") == 0) {
        receive_logout(actor);
    } else if (strcmp(answered->cmd, "delete") == 0) {
        receive_logout(actor);
        actor->secret[0] = actor->login[0] = 0;
        world->counts.deleted++;
    } else if (strcmp(answered->cmd, "create") == 0) {
        invitation_add(world, json);
        struct known_table *known = known_add(world, actor, text_of(json, "table"));
        if (known)
            known->is_watching = known->views = true;
    } else if (strcmp(answered->cmd, "invite") == 0) {
        struct invitation *invitation = invitation_find(world, answered->table);
        if (invitation) {
            snprintf(invitation->invite, sizeof invitation->invite, "%s", text_of(json, "invite"));
            snprintf(invitation->code, sizeof invitation->code, "%s", text_of(json, "code"));
        }
    } else if (strcmp(answered->cmd, "rematch") == 0) {
        invitation_add(world, json);
        known_add(world, actor, text_of(json, "table"));
    } else if (strcmp(answered->cmd, "tables") == 0) {
        const json_t *tables = json_object_get(json, "tables");
        const json_t *info = json_array_get(tables, 0);
        if (info)
            known_add(world, actor, text_of(info, "id"));
    }
}

/* The answer settles a move: it was made, now or before, or never will be. */
static void receive_settled(struct actor *actor, const struct pending *answered)
{
    struct known_table *known = known_find(actor, answered->table);
    if (known && answered->cid[0] && strcmp(known->cid, answered->cid) == 0)
        known->move[0] = 0;
}

void actor_receives(struct world *world, struct actor *actor, struct event *event)
{
    if (actor->connection != event->connection)
        return;
    json_t *json = event->json;
    const char *push = text_of(json, "push");
    struct known_table *known = known_find(actor, text_of(json, "table"));
    if (known && strcmp(push, "table") == 0)
        receive_table(world, actor, known, event);
    else if (known && strcmp(push, "step") == 0)
        receive_step(world, actor, known, event);
    if (strcmp(push, "who") == 0)
        receive_logout(actor);
    if (!event->answered.cmd)
        return;
    receive_settled(actor, &event->answered);
    if (json_is_true(json_object_get(json, "ok")))
        receive_yes(world, actor, &event->answered, json);
    else
        receive_no(world, actor, &event->answered, json);
}
