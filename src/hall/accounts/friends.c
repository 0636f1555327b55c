/* Who follows whom: people with an account who follow each other are friends. Friends see who of them is here. Somebody who is
 * blocked is told nothing of it: every request gets the answer that it would get otherwise.
 *
 * Chapters: limits; following and blocking; the list of friends; who is here; what blocking does. */
#include "hall/accounts/accounts.h"

#include "base/base.h"
#include "base/system/system.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

enum {
    RELATIONS_MAX = 200,      /* people whom somebody follows, and as many whom they block */
    ACTS_PER_MINUTE = 20,     /* of a person; of an address three times as many */
    SETTING_US = 1000,        /* what it costs the store's thread, roughly */
    READING_US = 2000,        /* likewise */
    SEEN_MS = 60 * 1000,      /* how often the store learns that somebody is here */
    SEEN_LATE_MS = 90 * 1000, /* how much later than that they are not */
    SEEN_LOOK_MS = 1000,      /* how often to look who is */
    SEEN_MAX = 500,           /* people in a job */
};

void friends_start(struct friends *friends, struct people *people, const struct live_tables *tables)
{
    *friends = (struct friends){.people = people, .tables = tables};
}

/* ---- Limits ---- */

static bool has_account(struct client *client, const struct request *request)
{
    if (client->person->login[0])
        return true;
    client_refuse_text(client, request->id, FAULT_FORBIDDEN, "server.no_account");
    return false;
}

/* Of a person at all their devices, and of an address with all people there. */
static bool take_act(struct client *client, const struct request *request)
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
    char person[STORE_ID_TEXT]; /* who asks */
    enum store_relation_kind kind;
};

static void relation_was_set(struct store_job *job)
{
    struct relation_task *relation = job->context;
    struct task *task = &relation->task;
    bool is_end = !task->request.on;
    if (job->outcome == STORE_OK || (is_end && job->outcome == STORE_ABSENT)) {
        friends_check(relation->friends, relation->person);
        client_answer(task->client, task->request.id,
                      json_pack("{s:s}", "person", job->relations[0].to.id));
    } else if (job->outcome == STORE_TAKEN) {
        task_refuse(task, FAULT_LIMIT, "server.too_many_listed");
    } else if (job->outcome == STORE_ABSENT) {
        task_refuse(task, FAULT_NO_TABLE, "server.no_person");
    } else {
        task_refuse_unavailable(task);
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
    if (job->outcome == STORE_ABSENT)
        task_refuse(task, FAULT_NO_TABLE, "server.no_person");
    else
        task_refuse_unavailable(task);
    task_resume(task);
}

void friends_set(struct friends *friends, struct client *client, struct request *request)
{
    if (!has_account(client, request) || !take_act(client, request))
        return;
    enum store_relation_kind kind = request->cmd == REQUEST_BLOCK ? STORE_BLOCKS : STORE_FOLLOWS;
    struct relation_task *relation = task_new(sizeof *relation, client, request);
    relation->friends = friends;
    relation->kind = kind;
    memcpy(relation->person, client->person->id, sizeof relation->person);
    address_charge(client->address, SETTING_US);
    client_pause(client);
    const struct request *asked = &relation->task.request;
    if (asked->person) {
        set(relation, asked->person);
        return;
    }
    struct store_job *job = store_job_new(STORE_PAGE_FIND, page_was_found, relation);
    if (!page_address_read(asked->name, job->person.page))
        job->person.page[0] = '\0';
    store_submit(client->environment->store, job);
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

static void relations_were_found(struct store_job *job)
{
    struct relation_task *list = job->context;
    struct task *task = &list->task;
    if (job->outcome != STORE_OK) {
        task_refuse_unavailable(task);
        task_resume(task);
        return;
    }
    json_t *people = json_array();
    for (size_t i = 0; i < job->relation_count; i++) {
        const struct store_relation *relation = &job->relations[i];
        if (relation->kind == STORE_FOLLOWS || relation->kind == STORE_BLOCKS)
            json_array_append_new(people, friend_json(list->friends, relation, list->person));
    }
    client_answer(task->client, task->request.id, json_pack("{s:o}", "people", people));
    task_resume(task);
}

void friends_list(struct friends *friends, struct client *client, struct request *request)
{
    if (!has_account(client, request))
        return;
    struct relation_task *list = task_new(sizeof *list, client, request);
    list->friends = friends;
    memcpy(list->person, client->person->id, sizeof list->person);
    struct store_job *job = task_job(&list->task, STORE_RELATIONS_FIND, relations_were_found);
    memcpy(job->person.id, list->person, sizeof job->person.id);
    job->before_ms = client->environment->now_ms;
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

/* The people whom each person here blocks are in memory, read when a client comes to its first table and when they change. */

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

static struct store_job *blocks_job(const char *person, void (*done)(struct store_job *job),
                                    void *context)
{
    struct store_job *job = store_job_new(STORE_RELATIONS_FIND, done, context);
    memcpy(job->person.id, person, sizeof job->person.id);
    job->before_ms = INT64_MAX;
    return job;
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
        if (person->has_blocks && (!id || strcmp(person->id, id) == 0))
            store_submit(environment->store, blocks_job(person->id, blocks_were_read, friends));
}
