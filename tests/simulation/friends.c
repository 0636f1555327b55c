/* The list of friends, what blocking does, and what actors do about others. Lists must say what the database has; people.c
 * compares that with what was asked.
 *
 * Then: the list of friends; what blocking does; what actors do. */
#include "people.h"

#include "base/base.h"
#include "base/system/system.h"
#include "hall/hall_internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    SEEN_MS = 180 * 1000,        /* somebody who has been away for longer is not here */
    INVITED_MS = 10 * 60 * 1000, /* how long an invitation lasts */
};

/* ---- The list of friends ---- */

/* States that the database has had since the request came, as bits: of the person to the other, and back. Between two looks
 * several requests may be done, so each direction is for itself. */
enum { NOTHING = 1, FOLLOWS = 2, BLOCKS = 4 };

static int state_of(const struct world *world, const char *from, const char *to)
{
    return tie_find(world, from, to, STORE_FOLLOWS)  ? FOLLOWS
           : tie_find(world, from, to, STORE_BLOCKS) ? BLOCKS
                                                     : NOTHING;
}

void friends_note(struct world *world, struct pending *pending)
{
    bool is_first = !pending->states;
    if (is_first)
        pending->states = json_object();
    for (size_t i = 0; i < world->people->people_count; i++) {
        const char *other = world->people->people[i].id;
        if (text_is(other, pending->by))
            continue;
        json_t *before = json_object_get(pending->states, other);
        json_int_t to = json_integer_value(json_array_get(before, 0)),
                   back = json_integer_value(json_array_get(before, 1));
        if (!is_first && !before)
            to = back = NOTHING; /* had nothing to do with anybody then */
        json_t *invitations = json_incref(json_array_get(before, 2));
        if (!invitations)
            invitations = json_array();
        const struct tie *tie = tie_find(world, other, pending->by, STORE_INVITES);
        if (tie)
            json_array_append_new(invitations,
                                  json_pack("[s, I]", tie->table, (json_int_t)tie->at_ms));
        json_object_set_new(pending->states, other,
                            json_pack("[I, I, o]", to | state_of(world, pending->by, other),
                                      back | state_of(world, other, pending->by), invitations));
    }
}

/* What the list may say of somebody in one of these states. */
static bool may_be(const char *is, json_int_t to, json_int_t back)
{
    if (text_is(is, "friend"))
        return to & FOLLOWS && back & FOLLOWS;
    if (text_is(is, "followed"))
        return to & FOLLOWS && back & (NOTHING | BLOCKS);
    if (text_is(is, "follower"))
        return to & NOTHING && back & FOLLOWS;
    if (text_is(is, "blocked"))
        return (to & BLOCKS) != 0;
    return to & NOTHING && back & (NOTHING | BLOCKS);
}

/* Someone is here who has a connection to this server; nobody is who has had none to any for long. */
static void check_here(struct world *world, const struct connection *connection, const char *other,
                       bool is_here)
{
    bool must = false, may = known_person_find(world, other)->was_here_ms > world->now_ms - SEEN_MS;
    for (const struct connection *one = world->connections; one; one = one->next) {
        const char *person = one->is_http ? world->actors[one->actor]->person : one->person;
        if (!one->client || !text_is(person, other))
            continue;
        may = true;
        must |=
            one->server == connection->server && connection_may_act(world, one) && !one->is_http;
    }
    if (is_here ? !may : must)
        fail(world, "connection %d: %s is said to be %s", connection->number, other,
             is_here ? "here" : "away");
}

/* A friend's table is public, or one's own. */
static void check_table(struct world *world, const struct connection *connection, const char *other,
                        const json_t *info)
{
    int64_t version = json_integer_value(json_object_get(info, "v"));
    struct truth *truth = truth_reach(world, text_of(info, "id"), version);
    if (!truth || truth_seat(truth, version, other) < 0 ||
        (!truth->table->settings.is_public && truth_seat(truth, version, connection->person) < 0))
        fail(world, "connection %d: %s is said to be at table %s", connection->number, other,
             text_of(info, "id"));
}

static const json_t *line_about(const json_t *lines, const char *person)
{
    const json_t *found = NULL;
    size_t i;
    json_t *line;
    json_array_foreach(lines, i, line)
    {
        if (!text_is(text_of(line, "person"), person))
            continue;
        CHECK(!found);
        found = line;
    }
    return found;
}

static bool is_at(const struct table *table, const char *person)
{
    return table_seat_of(table, person) >= 0 || text_is(table->settings.host, person);
}

/* An invitation of a friend to a table where they wait is in the list, and no other is. */
static void check_invitation(struct world *world, const struct connection *connection,
                             const char *other, const json_t *states, const json_t *line)
{
    json_int_t to = json_integer_value(json_array_get(states, 0)),
               back = json_integer_value(json_array_get(states, 1));
    const json_t *made = json_array_get(states, 2);
    const char *listed = text_of(json_object_get(line, "table"), "id");
    bool is_one = false, must = json_array_size(made) > 0 && to == FOLLOWS && back == FOLLOWS;
    size_t i;
    json_t *one;
    json_array_foreach(made, i, one)
    {
        const char *id = json_string_value(json_array_get(one, 0));
        json_int_t at_ms = json_integer_value(json_array_get(one, 1));
        const struct table *table = table_in_memory(world, connection->server, id);
        bool holds = table && table->state == TABLE_WAITING && is_at(table, other) &&
                     table_seat_of(table, connection->person) < 0;
        is_one |= text_is(id, listed) && holds && at_ms > world->now_ms - INVITED_MS - SKEW_MS;
        must &= holds && at_ms > world->now_ms - INVITED_MS + SKEW_MS;
    }
    if (line ? !is_one || !(to & FOLLOWS && back & FOLLOWS) : must)
        fail(world, "connection %d: the list %s an invitation by %s to '%s'", connection->number,
             line ? "has" : "should have", other, listed);
}

void friends_check_list(struct world *world, const struct connection *connection,
                        const struct pending *pending, const json_t *json)
{
    const json_t *people = json_object_get(json, "people"),
                 *invitations = json_object_get(json, "invitations");
    size_t found = 0, invited = 0;
    const char *other;
    json_t *states;
    json_object_foreach(pending->states, other, states)
    {
        const json_t *line = line_about(people, other),
                     *invitation = line_about(invitations, other),
                     *here = json_object_get(line, "here");
        const char *is = text_of(line, "is");
        found += line != NULL;
        invited += invitation != NULL;
        if (!may_be(is, json_integer_value(json_array_get(states, 0)),
                    json_integer_value(json_array_get(states, 1))))
            fail(world, "connection %d: %s is said to be '%s' to %s", connection->number, other, is,
                 pending->by);
        if ((here != NULL) != text_is(is, "friend") || (json_object_get(line, "table") && !here))
            fail(world, "connection %d: the list says whether %s is here", connection->number,
                 other);
        if (here)
            check_here(world, connection, other, json_is_true(here));
        if (json_object_get(line, "table"))
            check_table(world, connection, other, json_object_get(line, "table"));
        check_invitation(world, connection, other, states, invitation);
    }
    if (found != json_array_size(people) || invited != json_array_size(invitations))
        fail(world, "connection %d: somebody in the list has nothing to do with %s",
             connection->number, pending->by);
    world->counts.lists++;
}

/* ---- What blocking does ---- */

/* Whether this server has read that the person blocks the other: it was asked to itself, or the person came after that. */
static bool is_known_there(const struct world *world, const struct connection *connection,
                           const struct block *block)
{
    if (block->server == connection->server && block->life == connection->life)
        return true;
    for (const struct connection *one = world->connections; one; one = one->next)
        if (one->server == connection->server && one->client && one->opened_ms <= block->at_ms &&
            (one->is_http || text_is(one->person, block->by)))
            return false;
    return true;
}

static void check_line(struct world *world, const struct connection *connection, const json_t *line)
{
    const struct people_model *model = world->people;
    const char *speaker = text_of(line, "person");
    for (size_t i = 0; i < model->block_count; i++) {
        const struct block *block = &model->blocks[i];
        if (!block->ended && text_is(block->by, connection->person) &&
            text_is(block->other, speaker) && is_known_there(world, connection, block))
            fail(world, "connection %d: %s hears %s, whom they block", connection->number,
                 block->by, speaker);
    }
}

void people_pushed(struct world *world, struct connection *connection, const json_t *json)
{
    const char *push = text_of(json, "push");
    size_t i;
    json_t *line;
    if (text_is(push, "chat"))
        check_line(world, connection, json);
    json_array_foreach(json_object_get(json, "chat"), i, line) check_line(world, connection, line);
    if (!text_is(push, "invited"))
        return;
    const struct known_person *person = known_person_find(world, connection->person);
    if (!person || !person->was_invited)
        fail(world, "connection %d: nobody has invited %s", connection->number, connection->person);
    connection->invited -= connection->invited > 0;
}

void people_left(struct world *world, const struct connection *connection)
{
    struct known_person *person = known_person_find(
        world, connection->is_http ? world->actors[connection->actor]->person : connection->person);
    if (person)
        person->was_here_ms = world->now_ms;
}

/* ---- What actors do ---- */

void people_listed(struct world *world, struct actor *actor, const json_t *json)
{
    size_t i;
    json_t *line;
    actor->friend[0] = actor->follower[0] = '\0';
    json_array_foreach(json_object_get(json, "people"), i, line)
    {
        char *place = text_is(text_of(line, "is"), "friend")     ? actor->friend
                      : text_is(text_of(line, "is"), "follower") ? actor->follower
                                                                 : NULL;
        if (place)
            memcpy(place, text_of(line, "person"), STORE_ID_TEXT);
    }
    json_array_foreach(json_object_get(json, "invitations"), i, line)
        known_add(world, actor, text_of(json_object_get(line, "table"), "id"));
}

/* Mostly another actor; sometimes anybody who was ever there. */
static const char *someone(struct world *world, struct actor *actor)
{
    const struct people_model *model = world->people;
    const struct actor *other = world->actors[random_below(&actor->rng, world->actor_count)];
    if (model->people_count > 0 && happens(&actor->rng, 50))
        return model->people[random_below(&actor->rng, (int)model->people_count)].id;
    return other->person[0] ? other->person : actor->person;
}

static void set(struct world *world, struct actor *actor, const char *cmd, bool on,
                const char *other)
{
    ask(world, actor, cmd, json_pack("{s:s, s:b}", "person", other, "on", (int)on));
}

/* The request `invite_friend` or `report`, best at a table that has not begun. */
static void do_at_table(struct world *world, struct actor *actor, const char *cmd,
                        const char *other)
{
    const struct known_table *known = NULL;
    for (int i = 0; i < actor->known_count; i++)
        if (!known || text_is(text_of(actor->known[i]->info, "state"), "waiting"))
            known = actor->known[i];
    if (!known || !known->is_watching) {
        ask(world, actor, "friends", json_object());
        return;
    }
    json_t *request = json_pack("{s:s, s:s}", "table", known->table, "person", other);
    if (text_is(cmd, "report"))
        json_object_set_new(request, "reason", json_string("insults"));
    ask(world, actor, cmd, request);
}

/* In the end people make peace, so that every table finds enough of them. */
static void make_peace(struct world *world, struct actor *actor)
{
    for (size_t i = 0; i < world->people->tie_count; i++) {
        const struct tie *tie = &world->people->ties[i];
        if (tie->kind == STORE_BLOCKS && text_is(tie->from, actor->person)) {
            set(world, actor, "block", false, tie->to);
            return;
        }
    }
}

void people_act(struct world *world, struct actor *actor)
{
    if (world->is_calm) {
        make_peace(world, actor);
        return;
    }
    const char *other = someone(world, actor);
    int what = random_below(&actor->rng, 100);
    if (!actor->login[0])
        account(world, actor);
    else if (what < 25)
        set(world, actor, "follow", true, actor->follower[0] ? actor->follower : other);
    else if (what < 40)
        set(world, actor, "follow", true, other);
    else if (what < 45)
        set(world, actor, "follow", false, other);
    else if (what < 55)
        set(world, actor, "block", true, other);
    else if (what < 60)
        set(world, actor, "block", false, other);
    else if (what < 75)
        do_at_table(world, actor, "invite_friend", actor->friend[0] ? actor->friend : other);
    else if (what < 79)
        do_at_table(world, actor, "report", other);
    else if (what < 80)
        account_delete(world, actor);
    else
        ask(world, actor, "friends", json_object());
}
