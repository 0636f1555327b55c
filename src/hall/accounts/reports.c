/* People report others to the operator, who reads it with `ludosaure admin reports`. The person who is reported learns nothing.
 *
 * A report is a reason of a short list. With it go what the operator could not find out later: the name that the person had,
 * the table and its game, and the last lines of its chat, with the ids of those who said them instead of their names, so that
 * a name that its person has deleted is not kept here either.
 *
 * Chapters: limits; what is kept; making a report. */
#include "hall/accounts/accounts.h"

#include "base/base.h"
#include "base/system/system.h"
#include "hall/talk/talk.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

enum {
    PEOPLE_PER_DAY = 5,         /* whom a person reports, each of them once */
    ADDRESS_PER_HOUR = 10,      /* reports from an address: guests are quickly made */
    LINES_KEPT = 20,            /* of chat */
    DAY_MS = 24 * 3600 * 1000,  /* rolling */
    HOURS_LIKE_MINUTES_MS = 60, /* so that a bucket counts by the hour */
    REPORTING_US = 2000,        /* what it costs the store's thread, roughly */
};

/* ---- Limits ---- */

static struct bucket *bucket_of_address(struct reports *reports, const char *address)
{
    uint32_t hash = 0;
    for (; *address; address++)
        hash = hash * 31 + (unsigned char)*address;
    return &reports->addresses[hash % REPORTS_ADDRESSES];
}

/* Addresses are forgotten after minutes (front/environment.c), so these buckets are here. */
static bool take_report(struct reports *reports, struct client *client,
                        const struct request *request)
{
    struct bucket *bucket = bucket_of_address(reports, client->address->text);
    if (!friends_take_act(client, request))
        return false;
    if (bucket_take(bucket, ADDRESS_PER_HOUR, ADDRESS_PER_HOUR,
                    client->environment->now_ms / HOURS_LIKE_MINUTES_MS))
        return true;
    client_refuse_text(client, request->id, FAULT_LIMIT, "server.reported_enough");
    return false;
}

/* ---- What is kept ---- */

static bool is_reason(const char *word)
{
    int i = 0;
    while (request_reasons[i] && strcmp(request_reasons[i], word) != 0)
        i++;
    return request_reasons[i] != NULL;
}

static json_t *lines_json(const struct chat_log *log)
{
    json_t *lines = json_array();
    for (int i = log->count > LINES_KEPT ? log->count - LINES_KEPT : 0; i < log->count; i++) {
        json_t *line = json_loads(chat_log_line(log, i), 0, NULL);
        json_object_del(line, "name");
        json_array_append_new(lines, line ? line : json_null());
    }
    return lines;
}

struct named {
    const char *person;
    bool is_named;
};

static void compare_person(void *context, const char *person)
{
    struct named *named = context;
    named->is_named |= strcmp(named->person, person) == 0;
}

/* The name at this table of someone who is or was there, "" if it is not known any more, or NULL. */
static const char *name_at(const struct live_table *live, const char *person)
{
    const struct table *table = live->table;
    const char *name = chat_name_of(live, person);
    for (int i = 0; !name && i < table->holder_count; i++)
        if (strcmp(table->holders[i].person, person) == 0)
            name = table->holders[i].name;
    struct named named = {.person = person};
    table_named_people(table, compare_person, &named);
    return name ? name : named.is_named ? "" : NULL;
}

/* ---- Making a report ---- */

struct report_task {
    struct task task; /* first */
    char person[STORE_ID_TEXT];
    json_t *kept;
};

static void end(struct report_task *report)
{
    json_decref(report->kept);
    task_resume(&report->task);
}

static void report_was_made(struct store_job *job)
{
    struct report_task *report = job->context;
    struct task *task = &report->task;
    if (job->outcome == STORE_OK) {
        task->client->environment->figures.reports++;
        client_answer(task->client, task->request.id, NULL);
    } else if (job->outcome == STORE_TAKEN) {
        task_refuse(task, FAULT_LIMIT, "server.reported_already");
    } else if (job->outcome == STORE_ABSENT) {
        task_refuse(task, FAULT_BAD_REQUEST, "server.report_others");
    } else {
        task_refuse_unavailable(task);
    }
    end(report);
}

/* Someone with this name. */
static void submit(struct report_task *report, const char *other, const char *name)
{
    const struct environment *environment = report->task.client->environment;
    json_object_set_new(report->kept, "name", json_string(name));
    struct store_job *job = store_job_new(STORE_REPORT_NEW, report_was_made, report);
    char *text = json_dumps(report->kept, JSON_COMPACT);
    CHECK(text);
    memcpy(job->person.id, report->person, sizeof job->person.id);
    memcpy(job->other, other, sizeof job->other);
    store_job_add_note(job, text);
    free(text);
    job->now_ms = environment->now_ms;
    job->before_ms = environment->now_ms - DAY_MS;
    job->limit = PEOPLE_PER_DAY;
    store_submit(environment->store, job);
}

/* The public page with the given name was looked up. */
static void page_was_found(struct store_job *job)
{
    struct report_task *report = job->context;
    if (job->outcome == STORE_OK) {
        json_object_set_new(report->kept, "page", json_string(job->person.page));
        submit(report, job->person.id, job->person.name);
        return;
    }
    if (job->outcome == STORE_ABSENT)
        task_refuse(&report->task, FAULT_NO_TABLE, "server.no_page");
    else
        task_refuse_unavailable(&report->task);
    end(report);
}

static struct report_task *report_task_new(struct client *client, struct request *request)
{
    struct report_task *report = task_new(sizeof *report, client, request);
    memcpy(report->person, client->person->id, sizeof report->person);
    report->kept = json_pack("{s:s}", "reason", report->task.request.reason);
    address_charge(client->address, REPORTING_US);
    client_pause(client);
    return report;
}

static void report_page(struct client *client, struct request *request)
{
    struct report_task *report = report_task_new(client, request);
    struct store_job *job = store_job_new(STORE_PAGE_FIND, page_was_found, report);
    if (!page_address_read(report->task.request.name, job->person.page))
        job->person.page[0] = '\0';
    store_submit(client->environment->store, job);
}

static void report_at_table(const struct live_table *live, const char *name, struct client *client,
                            struct request *request)
{
    struct report_task *report = report_task_new(client, request);
    json_object_set_new(report->kept, "table", json_string(live->id));
    json_object_set_new(report->kept, "game", json_string(live->table->settings.game->id));
    json_object_set_new(report->kept, "lines", lines_json(&live->chat));
    submit(report, report->task.request.person, name);
}

void reports_ask(struct reports *reports, struct client *client, struct request *request)
{
    struct fault fault;
    const struct watch *watch = request->table ? watch_find(client, request->table) : NULL;
    const char *name = watch && request->person ? name_at(watch->table, request->person) : NULL;
    bool is_own = request->person && strcmp(request->person, client->person->id) == 0;
    if (!is_reason(request->reason))
        fault_bad_request(&fault, "reason");
    else if (request->person && !request->table)
        fault_bad_request(&fault, "table");
    else if (request->person && !watch)
        fault_set(&fault, FAULT_FORBIDDEN, NULL, "server.watch_first", NULL);
    else if (is_own)
        fault_set(&fault, FAULT_BAD_REQUEST, NULL, "server.report_others", NULL);
    else if (request->person && !name)
        fault_set(&fault, FAULT_BAD_REQUEST, NULL, "server.not_here", NULL);
    else {
        if (!take_report(reports, client, request))
            return;
        if (request->person)
            report_at_table(watch->table, name, client, request);
        else
            report_page(client, request);
        return;
    }
    client_refuse(client, request->id, &fault);
}
