/* Looks tables up for the requests `watch` and `info`: by id, invitation or code, in memory or in the
 * store. Makes new invitations. */
#include "hall/tables/tables.h"

#include "base/base.h"
#include "base/system/system.h"
#include "game/game.h"
#include "hall/front/front.h"
#include "hall/people/people.h"
#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Looking a table up ---- */

struct lookup {
    struct task task; /* first: see front.h */
    struct table_wait wait;
    struct loading *loading;
    char table[STORE_ID_TEXT];
    bool is_latest; /* entries of other servers were read as well */
};

static struct lookup *lookup_of(struct table_wait *wait)
{
    return (struct lookup *)(void *)((char *)wait - offsetof(struct lookup, wait));
}

static json_t *may_sit_json(const struct table *table, const struct person *person)
{
    bool sits = person && table_seat_of(table, person->id) >= 0;
    uint64_t seats = sits     ? 0
                     : person ? table_may_sit(table, person->id, table_seat_held(table, person->id))
                              : table_may_sit(table, "", -1);
    json_t *list = json_array();
    CHECK(list);
    while (seats)
        json_array_append_new(list, json_integer(bits_pop(&seats)));
    return list;
}

static void answer_info(struct task *task, const struct live_table *live)
{
    struct client *client = task->client;
    if (!watch_find(client, live->id) && !watch_is_allowed(live, client, &task->request))
        watch_refuse(live, client, &task->request);
    else
        client_answer(client, task->request.id,
                      json_pack("{s:o, s:o}", "info", table_info(live->table), "may_sit",
                                may_sit_json(live->table, client->person)));
}

/* Another server may know more of the table, and the client may have been there: it has seen more
 * entries than this server, or claims a seat that this server does not know of. */
static bool is_behind(const struct lookup *lookup, const struct live_table *live)
{
    const struct client *client = lookup->task.client;
    const struct request *request = &lookup->task.request;
    return !lookup->is_latest && client->person &&
           (request->since > live->table->version || !watch_is_allowed(live, client, request));
}

static void answer(struct lookup *lookup, struct live_table *live, bool failed)
{
    struct task *task = &lookup->task;
    if (failed)
        task_refuse_unavailable(task);
    else if (!live && loading_is_damaged(lookup->loading, lookup->table))
        task_refuse(task, FAULT_UNAVAILABLE, "server.table_damaged");
    else if (!live)
        task_refuse(task, FAULT_NO_TABLE, "server.no_table");
    else if (task->request.cmd == REQUEST_INFO)
        answer_info(task, live);
    else
        watch_table(live, task->client, &task->request);
}

static void found(struct table_wait *wait, struct live_table *live, bool failed)
{
    struct lookup *lookup = lookup_of(wait);
    struct client *client = lookup->task.client;
    struct addresses *addresses = client->clients->addresses;
    if (!client->gone && live && is_behind(lookup, live)) {
        lookup->is_latest = true;
        change_catch_up_for(lookup->loading->changes, live, &lookup->wait);
        return;
    }
    int64_t began_us = address_work_begin(addresses);
    if (!client->gone)
        answer(lookup, live, failed);
    address_work_end(addresses, client->address, began_us);
    task_resume(&lookup->task);
}

static void get(struct lookup *lookup, const char *id)
{
    snprintf(lookup->table, sizeof lookup->table, "%s", id);
    lookup->wait.done = found;
    loading_get(lookup->loading, id, &lookup->wait);
}

/* The invitation was looked up. If it is wrong, the table's id may still do. */
static void invitation_found(struct store_job *job)
{
    struct lookup *lookup = job->context;
    struct task *task = &lookup->task;
    struct request *request = &task->request;
    if (task->client->gone) {
        task_resume(task);
        return;
    }
    bool is_right =
        job->outcome == STORE_OK && (!request->table || strcmp(request->table, job->table) == 0);
    if (is_right) {
        limits_return_guess(task->client);
        get(lookup, job->table);
    } else if (job->outcome == STORE_FAILED) {
        task_refuse_unavailable(task);
        task_resume(task);
    } else if (request->table) {
        request->invite = request->code = NULL;
        get(lookup, request->table);
    } else {
        task_refuse(task, FAULT_NO_TABLE, "server.wrong_invitation");
        task_resume(task);
    }
}

void lookup_ask(struct loading *loading, struct client *client, struct request *request)
{
    char code[CODE_TEXT];
    struct fault fault;
    bool has_invitation = request->invite || request->code;
    if (!request->invite && request->code && !code_normalise(request->code, code)) {
        client_refuse_text(client, request->id, FAULT_NO_TABLE, "server.wrong_invitation");
        return;
    }
    if (has_invitation && !limits_take_guess(client, &fault)) {
        client_refuse(client, request->id, &fault);
        return;
    }
    struct lookup *lookup = task_new(sizeof *lookup, client, request);
    lookup->loading = loading;
    if (!has_invitation) {
        client_pause(client);
        get(lookup, lookup->task.request.table);
        return;
    }
    struct store_job *job = task_job(&lookup->task, STORE_TABLE_FIND, invitation_found);
    const char *invite = lookup->task.request.invite;
    secret_hash(invite ? invite : code, job->invite_hash);
    store_submit(client->environment->store, job);
}

/* ---- New invitations ---- */

struct invitation {
    struct task task; /* first: see front.h */
    char invite[INVITE_TEXT], code[CODE_TEXT];
};

static void invitation_made(struct store_job *job)
{
    struct invitation *invitation = job->context;
    struct task *task = &invitation->task;
    if (job->outcome != STORE_OK)
        task_refuse_unavailable(task);
    else
        client_answer(
            task->client, task->request.id,
            json_pack("{s:s, s:s}", "invite", invitation->invite, "code", invitation->code));
    task_free(task);
}

void invitation_renew(struct client *client, struct request *request)
{
    struct invitation *invitation = task_new(sizeof *invitation, client, request);
    invite_new(client->environment, invitation->invite, invitation->code);
    struct store_job *job = store_job_new(STORE_TABLE_INVITE, invitation_made, invitation);
    strcpy(job->table, invitation->task.request.table);
    secret_hash(invitation->invite, job->invite_hash);
    secret_hash(invitation->code, job->code_hash);
    store_submit(client->environment->store, job);
}
