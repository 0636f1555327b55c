/* Who follows whom: people with an account who follow each other are friends. Friends see who of them is here. Somebody who is
 * blocked is told nothing of it: every request gets the answer that it would get otherwise.
 *
 * Chapters: limits; following and blocking; invitations; the list of friends; who is here; what blocking does; requests that wait. */
#include "hall/accounts/accounts.h"

#include "base/base.h"
#include "base/system/system.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

enum {
    RELATIONS_MAX = 200,         /* people whom somebody follows, and as many whom they block */
    ACTS_PER_MINUTE = 20,        /* of a person; of an address three times as many */
    INVITED_MS = 10 * 60 * 1000, /* how long an invitation lasts */
    INVITATIONS_MAX = 10,        /* of a person in that time */
    SETTING_US = 1000,           /* what it costs the store's thread, roughly */
    READING_US = 2000,           /* likewise */
    SEEN_MS = 60 * 1000,         /* how often the store learns that somebody is here */
    SEEN_LATE_MS = 90 * 1000,    /* how much later than that they are not */
    SEEN_LOOK_MS = 1000,         /* how often to look who is */
    SEEN_MAX = 500,              /* people in a job */
};

void friends_start(struct friends *friends, struct people *people, const struct live_tables *tables)
{
    *friends = (struct friends){.people = people, .tables = tables};
}

/* ---- Limits ---- */

/* Of a person at all their devices, and of an address with all people there. */
bool friends_take_act(struct client *client, const struct request *request)
{
    int64_t now_ms = client->environment->now_ms;
    if (bucket_take(&client->address->acts, 3 * ACTS_PER_MINUTE, 3 * ACTS_PER_MINUTE, now_ms) &&
        bucket_take(client->person->acts, ACTS_PER_MINUTE, ACTS_PER_MINUTE, now_ms))
        return true;
    client_refuse_text(client, request->id, FAULT_LIMIT, "server.too_fast");
    return false;
}

/* ---- Following and blocking ---- */

struct relation_task {
    struct task task; /* first */
    struct friends *friends;
    char person[STORE_ID_TEXT]; /* who asks, */
    char other[STORE_ID_TEXT];  /* about whom */
    char host[STORE_ID_TEXT];   /* of the table, if somebody sits down */
    enum store_relation_kind kind;
};

static struct relation_task *relation_task_new(struct friends *friends, struct client *client,
                                               struct request *request)
{
    struct relation_task *relation = task_new(sizeof *relation, client, request);
    relation->friends = friends;
    memcpy(relation->person, client->person->id, sizeof relation->person);
    return relation;
}

static void refuse(struct relation_task *relation, enum store_outcome outcome)
{
    bool is_invitation = relation->kind == STORE_INVITES;
    if (outcome == STORE_TAKEN)
        task_refuse(&relation->task, FAULT_LIMIT,
                    is_invitation ? "server.too_many_invited" : "server.too_many_listed");
    else if (outcome == STORE_ABSENT && is_invitation)
        task_refuse(&relation->task, FAULT_FORBIDDEN, "server.no_friend");
    else if (outcome == STORE_ABSENT)
        task_refuse(&relation->task, FAULT_NO_TABLE, "server.no_person");
    else
        task_refuse_unavailable(&relation->task);
}

/* What a person is to others, and others to them. */
static struct store_job *find_job(const char *person, void (*done)(struct store_job *job),
                                  void *context)
{
    struct store_job *job = store_job_new(STORE_RELATIONS_FIND, done, context);
    memcpy(job->person.id, person, sizeof job->person.id);
    job->before_ms = INT64_MAX;
    return job;
}

static void tell(struct friends *friends, const char *person, bool is_invitation)
{
    struct people *people = friends->people;
    peers_say(people->clients->environment, is_invitation ? PEER_INVITED : PEER_FOLLOWED, "%s",
              person);
    friends_tell(people, person, is_invitation);
}

/* Somebody follows this person, who is told unless they block them. */
static void follower_was_found(struct store_job *job)
{
    bool is_blocked = job->outcome != STORE_OK;
    for (size_t i = 0; i < job->relation_count; i++)
        is_blocked |= job->relations[i].kind == STORE_BLOCKS &&
                      strcmp(job->relations[i].from.id, job->person.id) == 0;
    if (!is_blocked)
        tell(job->context, job->person.id, false);
}

static void tell_followed(struct friends *friends, const char *by, const char *person)
{
    struct store_job *job = find_job(person, follower_was_found, friends);
    memcpy(job->other, by, sizeof job->other);
    store_submit(friends->people->clients->environment->store, job);
}

static void take_blocks(struct friends *friends, const struct store_job *job);

static void answer(struct relation_task *relation)
{
    struct task *task = &relation->task;
    client_answer(task->client, task->request.id, json_pack("{s:s}", "person", relation->other));
}

/* Who is told that somebody is blocked hears nothing of them any more. */
static void blocks_were_changed(struct store_job *job)
{
    struct relation_task *relation = job->context;
    const struct request *request = &relation->task.request;
    take_blocks(relation->friends, job);
    if (job->outcome == STORE_OK)
        answer(relation);
    else
        refuse(relation, job->outcome);
    if (request->cmd == REQUEST_FOLLOW && request->on)
        tell_followed(relation->friends, relation->person, relation->other);
    task_resume(&relation->task);
}

static void relation_was_set(struct store_job *job)
{
    struct relation_task *relation = job->context;
    struct task *task = &relation->task;
    const struct request *request = &task->request;
    bool is_declined = request->cmd == REQUEST_DECLINE;
    bool is_end = request->cmd != REQUEST_INVITE_FRIEND && (is_declined || !request->on);
    bool is_set = job->outcome == STORE_OK || (is_end && job->outcome == STORE_ABSENT);
    memcpy(relation->other, is_declined ? job->person.id : job->relations[0].to.id,
           sizeof relation->other);
    if (is_set && relation->kind != STORE_INVITES) {
        store_submit(task->client->environment->store,
                     find_job(relation->person, blocks_were_changed, relation));
        return;
    }
    if (is_set) {
        answer(relation);
        tell(relation->friends, job->relations[0].to.id, true);
    } else {
        refuse(relation, job->outcome);
    }
    task_resume(task);
}

static void set(struct relation_task *relation, const char *other)
{
    struct task *task = &relation->task;
    const struct environment *environment = task->client->environment;
    struct store_job *job = store_job_new(STORE_RELATION_SET, relation_was_set, relation);
    struct store_relation *wanted = store_job_add_relation(job);
    memcpy(job->person.id, relation->person, sizeof job->person.id);
    wanted->kind = relation->kind;
    memcpy(wanted->to.id, other, sizeof wanted->to.id);
    job->now_ms = environment->now_ms;
    job->limit = task->request.on ? RELATIONS_MAX : 0;
    if (relation->kind == STORE_INVITES) {
        memcpy(wanted->table, task->request.table, sizeof wanted->table);
        job->before_ms = environment->now_ms - INVITED_MS;
        job->limit = INVITATIONS_MAX;
    }
    store_submit(environment->store, job);
}

/* The public page with the given name was looked up. */
static void page_was_found(struct store_job *job)
{
    struct relation_task *relation = job->context;
    struct task *task = &relation->task;
    if (job->outcome == STORE_OK) {
        set(relation, job->person.id);
        return;
    }
    refuse(relation, job->outcome);
    task_resume(task);
}

/* The invitation of the other one ends. */
static void decline(struct relation_task *relation, const char *other)
{
    struct store_job *job = store_job_new(STORE_RELATION_SET, relation_was_set, relation);
    struct store_relation *wanted = store_job_add_relation(job);
    memcpy(job->person.id, other, sizeof job->person.id);
    wanted->kind = STORE_INVITES;
    memcpy(wanted->to.id, relation->person, sizeof wanted->to.id);
    store_submit(relation->task.client->environment->store, job);
}

void friends_set(struct friends *friends, struct client *client, struct request *request)
{
    if (!friends_take_act(client, request))
        return;
    enum store_relation_kind kind = request->cmd == REQUEST_BLOCK     ? STORE_BLOCKS
                                    : request->cmd == REQUEST_DECLINE ? STORE_INVITES
                                                                      : STORE_FOLLOWS;
    struct relation_task *relation = relation_task_new(friends, client, request);
    relation->kind = kind;
    address_charge(client->address, SETTING_US);
    client_pause(client);
    const struct request *asked = &relation->task.request;
    if (asked->cmd == REQUEST_DECLINE) {
        decline(relation, asked->person);
        return;
    }
    if (asked->person) {
        set(relation, asked->person);
        return;
    }
    struct store_job *job = store_job_new(STORE_PAGE_FIND, page_was_found, relation);
    if (!page_address_read(asked->name, job->person.page))
        job->person.page[0] = '\0';
    store_submit(client->environment->store, job);
}

/* ---- Invitations ---- */

void friends_tell(const struct people *people, const char *id, bool is_invitation)
{
    const char *push = is_invitation ? "{\"push\":\"invited\"}" : "{\"push\":\"followed\"}";
    const struct person *person = id_map_find(&people->connected, id);
    struct message *message = message_new(push, strlen(push));
    for (struct client *client = person ? person->clients : NULL; client;
         client = client->next_of_person)
        if (!client->is_http)
            client_send(client, message);
    message_drop(message);
}

static bool is_of_table(const struct table *table, const char *person)
{
    return table_seat_of(table, person) >= 0 || strcmp(table->settings.host, person) == 0;
}

void friends_invite(struct friends *friends, const struct watch *watch, struct request *request)
{
    struct client *client = watch->client;
    const struct table *table = watch->table->table;
    if (!client->person->login[0]) {
        client_refuse_text(client, request->id, FAULT_FORBIDDEN, "server.no_account");
        return;
    }
    if (table->state != TABLE_WAITING || !is_of_table(table, client->person->id)) {
        client_refuse_text(client, request->id, FAULT_FORBIDDEN, "server.no_inviting");
        return;
    }
    if (!friends_take_act(client, request))
        return;
    struct relation_task *relation = relation_task_new(friends, client, request);
    relation->kind = STORE_INVITES;
    address_charge(client->address, SETTING_US);
    client_pause(client);
    set(relation, relation->task.request.person);
}

/* Whether this is an invitation of a friend that still holds. */
static bool is_invitation(const struct store_relation *relation, const char *person)
{
    return relation->kind == STORE_INVITES && relation->is_mutual &&
           strcmp(relation->to.id, person) == 0;
}

/* The table to which somebody is invited, if the person who invites them is still there. */
static const struct table *invited_to(const struct friends *friends,
                                      const struct store_relation *relation)
{
    const struct live_table *live = live_tables_find(friends->tables, relation->table);
    bool holds = live && !live->loading && live->table->state == TABLE_WAITING &&
                 is_of_table(live->table, relation->from.id) &&
                 table_seat_of(live->table, relation->to.id) < 0;
    return holds ? live->table : NULL;
}

/* ---- The list of friends ---- */

static bool is_here(const struct friends *friends, const struct store_person *person,
                    int64_t seen_ms)
{
    const struct environment *environment = friends->people->clients->environment;
    return id_map_find(&friends->people->connected, person->id) ||
           seen_ms > environment->now_ms - SEEN_MS - SEEN_LATE_MS;
}

/* The table where a friend is now, if the one who asks could find it without them: a public one, or one of their own. */
static const struct table *table_of(const struct friends *friends, const char *person,
                                    const char *asker)
{
    struct live_table *const *tables;
    int count = person_tables_of(&friends->tables->by_person, person, &tables);
    for (int i = 0; i < count; i++) {
        const struct live_table *live = tables[i];
        const struct table *table = live->table;
        int seat = table_seat_of(table, person);
        bool is_open = table->state == TABLE_WAITING || table->state == TABLE_PLAYING;
        bool may_watch = table->settings.is_public || table_seat_of(table, asker) >= 0;
        if (is_open && may_watch && seat >= 0 && bits_have(live->online, seat))
            return table;
    }
    return NULL;
}

static json_t *someone_json(const struct store_person *person)
{
    json_t *json = json_pack("{s:s, s:s}", "person", person->id, "name", person->name);
    if (person->face > 0)
        json_object_set_new(json, "face", json_integer(person->face));
    if (person->page[0])
        json_object_set_new(json, "page", json_string(person->page));
    return json;
}

static json_t *friend_json(const struct friends *friends, const struct store_relation *relation,
                           const char *asker)
{
    bool is_own = strcmp(relation->from.id, asker) == 0;
    const struct store_person *other = is_own ? &relation->to : &relation->from;
    const char *is = relation->kind == STORE_BLOCKS ? "blocked"
                     : !is_own                      ? "follower"
                     : relation->is_mutual          ? "friend"
                                                    : "followed";
    json_t *json = someone_json(other);
    json_object_set_new(json, "is", json_string(is));
    if (!is_own || !relation->is_mutual)
        return json;
    bool here = is_here(friends, other, relation->to_seen_ms);
    const struct table *table = here ? table_of(friends, other->id, asker) : NULL;
    json_object_set_new(json, "here", json_boolean(here));
    if (table)
        json_object_set_new(json, "table", table_info(table));
    return json;
}

static json_t *invitation_json(const struct store_relation *relation, const struct table *table)
{
    json_t *json = someone_json(&relation->from);
    json_object_set_new(json, "at", json_integer((json_int_t)relation->at_ms));
    json_object_set_new(json, "table", table_info(table));
    return json;
}

static void relations_were_found(struct store_job *job)
{
    struct relation_task *list = job->context;
    struct task *task = &list->task;
    if (job->outcome != STORE_OK) {
        task_refuse_unavailable(task);
        task_resume(task);
        return;
    }
    json_t *people = json_array(), *invitations = json_array();
    for (size_t i = 0; i < job->relation_count; i++) {
        const struct store_relation *relation = &job->relations[i];
        if (relation->kind == STORE_FOLLOWS || relation->kind == STORE_BLOCKS)
            json_array_append_new(people, friend_json(list->friends, relation, list->person));
        const struct table *table =
            is_invitation(relation, list->person) ? invited_to(list->friends, relation) : NULL;
        if (table)
            json_array_append_new(invitations, invitation_json(relation, table));
    }
    client_answer(task->client, task->request.id,
                  json_pack("{s:o, s:o}", "people", people, "invitations", invitations));
    task_resume(task);
}

void friends_list(struct friends *friends, struct client *client, struct request *request)
{
    struct relation_task *list = relation_task_new(friends, client, request);
    client_pause(client);
    struct store_job *job = find_job(list->person, relations_were_found, list);
    job->before_ms = client->environment->now_ms - INVITED_MS;
    address_charge(client->address, READING_US);
    store_submit(client->environment->store, job);
}

/* ---- Who is here ---- */

static void submit_seen(const struct environment *environment, struct store_job *job)
{
    job->now_ms = environment->now_ms;
    store_submit(environment->store, job);
}

void friends_tick(struct friends *friends)
{
    const struct environment *environment = friends->people->clients->environment;
    int64_t now_ms = environment->now_ms;
    if (environment->stopping || now_ms - friends->looked_ms < SEEN_LOOK_MS)
        return;
    friends->looked_ms = now_ms;
    struct store_job *job = NULL;
    size_t at = 0;
    for (struct person *person; (person = id_map_next(&friends->people->connected, &at));) {
        if (!person->login[0] || now_ms - person->seen_ms < SEEN_MS)
            continue;
        person->seen_ms = now_ms;
        if (!job)
            job = store_job_new(STORE_PEOPLE_SEEN, NULL, NULL);
        store_job_add_person(job, person->id);
        if (job->people_count == SEEN_MAX) {
            submit_seen(environment, job);
            job = NULL;
        }
    }
    if (job)
        submit_seen(environment, job);
}

/* ---- What blocking does ---- */

/* The people whom each person here blocks are in memory, read when a client comes to its first table and when they change: also
 * of somebody who had no account when they came. */

static void take_blocks(struct friends *friends, const struct store_job *job)
{
    struct person *person = id_map_find(&friends->people->connected, job->person.id);
    if (!person || job->outcome != STORE_OK)
        return;
    free(person->blocks);
    person->blocks = alloc_array(job->relation_count + 1, sizeof *person->blocks);
    person->block_count = 0;
    person->has_blocks = true;
    for (size_t i = 0; i < job->relation_count; i++)
        if (job->relations[i].kind == STORE_BLOCKS)
            memcpy(person->blocks[person->block_count++], job->relations[i].to.id, STORE_ID_TEXT);
}

static void blocks_were_read(struct store_job *job)
{
    take_blocks(job->context, job);
}

void friends_check(struct friends *friends, const char *id)
{
    const struct environment *environment = friends->people->clients->environment;
    size_t at = 0;
    for (struct person *person; (person = id_map_next(&friends->people->connected, &at));)
        if (id ? strcmp(person->id, id) == 0 : person->has_blocks)
            store_submit(environment->store, find_job(person->id, blocks_were_read, friends));
}

/* ---- Requests that wait ---- */

/* The host of a table where somebody sits down blocks them. */
static bool is_blocked(const struct relation_task *held, const struct store_job *job)
{
    for (size_t i = 0; held->host[0] && i < job->relation_count; i++)
        if (job->relations[i].kind == STORE_BLOCKS &&
            strcmp(job->relations[i].from.id, held->host) == 0)
            return true;
    return false;
}

/* A store that does not work keeps nobody from looking at a table that is in memory. */
static void run_again(struct store_job *job)
{
    struct relation_task *held = job->context;
    struct task *task = &held->task;
    struct client *client = task->client;
    struct request *request = &task->request;
    if (held->host[0] && job->outcome != STORE_OK) {
        task_refuse_unavailable(task);
        task_resume(task);
        return;
    }
    if (client->gone || is_blocked(held, job)) {
        task_refuse(task, FAULT_FORBIDDEN, "server.not_invited");
        task_resume(task);
        return;
    }
    if (!held->host[0])
        take_blocks(held->friends, job);
    for (size_t i = 0; request->table && i < job->relation_count; i++)
        request->is_invited |= is_invitation(&job->relations[i], held->person) &&
                               strcmp(job->relations[i].table, request->table) == 0;
    request->is_prepared = true;
    task_run(task);
}

bool friends_hold(struct friends *friends, struct client *client, struct request *request)
{
    const struct person *person = client->person;
    bool is_watch = request->cmd == REQUEST_WATCH;
    if (request->is_prepared || !person || !person->login[0] ||
        (!is_watch && request->cmd != REQUEST_INFO && request->cmd != REQUEST_CREATE))
        return false;
    const struct live_table *live =
        request->table ? live_tables_find(friends->tables, request->table) : NULL;
    bool may_be_invited = request->table && !request->invite && !request->code &&
                          !(live && !live->loading && watch_is_allowed(live, client, request));
    bool needs_blocks = request->cmd != REQUEST_INFO && !person->has_blocks;
    if (!may_be_invited && !needs_blocks)
        return false;
    struct relation_task *held = relation_task_new(friends, client, request);
    struct store_job *job = find_job(held->person, run_again, held);
    job->before_ms = client->environment->now_ms - INVITED_MS;
    address_charge(client->address, READING_US);
    client_pause(client);
    store_submit(client->environment->store, job);
    return true;
}

bool friends_hold_seat(struct friends *friends, const struct watch *watch, struct request *request)
{
    struct client *client = watch->client;
    const char *host = watch->table->table->settings.host;
    if (request->is_prepared || watch->seat != GAME_SPECTATOR || !host[0] ||
        strcmp(host, client->person->id) == 0)
        return false;
    struct relation_task *held = relation_task_new(friends, client, request);
    memcpy(held->host, host, sizeof held->host);
    struct store_job *job = find_job(host, run_again, held);
    memcpy(job->other, held->person, sizeof job->other);
    address_charge(client->address, SETTING_US);
    client_pause(client);
    store_submit(client->environment->store, job);
    return true;
}
