/* What people are to each other: actors with an account follow and block others, invite friends, and report people. Each change
 * in the database must have been asked for by somebody who waits for the answer; what was answered with ok is in the database,
 * and what was refused is not; lists of friends say what is there; and nobody hears, or has at their table, whom they block.
 *
 * Then: the database; reports; requests. The rest is in friends.c. */
#include "people.h"

#include "base/base.h"
#include "base/system/system.h"
#include "hall/hall_internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOOK_MS = 60 * 1000, /* for this long, a request that waits may be answered */
    REPORTS_READ = 1000,
};

void people_begin(struct world *world)
{
    world->people = alloc_new(sizeof *world->people);
}

void people_end(struct world *world)
{
    free(world->people->people);
    free(world->people->ties);
    free(world->people->reports);
    free(world->people->blocks);
    free(world->people);
}

bool text_is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

struct known_person *known_person_find(const struct world *world, const char *id)
{
    for (size_t i = 0; i < world->people->people_count; i++)
        if (text_is(world->people->people[i].id, id))
            return &world->people->people[i];
    return NULL;
}

static struct known_person *person_add(struct world *world, const char *id)
{
    struct people_model *model = world->people;
    struct known_person *person = known_person_find(world, id);
    if (person || strlen(id) != STORE_ID_TEXT - 1)
        return person;
    model->people = alloc_grow(model->people, model->people_count, &model->people_capacity,
                               sizeof *model->people);
    person = &model->people[model->people_count++];
    *person = (struct known_person){0};
    memcpy(person->id, id, STORE_ID_TEXT);
    return person;
}

static const struct tie *ties_search(const struct tie *ties, size_t count, const char *from,
                                     const char *to, enum store_relation_kind kind)
{
    for (size_t i = 0; i < count; i++)
        if (ties[i].kind == kind && text_is(ties[i].from, from) && text_is(ties[i].to, to))
            return &ties[i];
    return NULL;
}

const struct tie *tie_find(const struct world *world, const char *from, const char *to,
                           enum store_relation_kind kind)
{
    return ties_search(world->people->ties, world->people->tie_count, from, to, kind);
}

static bool asks(const struct pending *pending, const char *cmd)
{
    return pending->arrived && text_is(pending->cmd, cmd);
}

bool connection_may_act(const struct world *world, const struct connection *connection)
{
    const struct server *server = &world->servers[connection->server];
    return server->hall && server->life == connection->life;
}

/* The next request of which nobody knows yet what became of it; NULL for `from`: the first one. */
static struct pending *next_open(const struct world *world, struct connection **connection,
                                 struct pending *from)
{
    struct pending *next = from ? from + 1 : NULL;
    if (!from) {
        *connection = world->connections;
        next = *connection ? (*connection)->pending : NULL;
    }
    while (*connection) {
        if (connection_may_act(world, *connection))
            for (; next && next < (*connection)->pending + (*connection)->pending_count; next++)
                if (next->arrived)
                    return next;
        *connection = (*connection)->next;
        next = *connection ? (*connection)->pending : NULL;
    }
    return NULL;
}

/* ---- The database ---- */

static void finish(struct world *world, struct store_job *job)
{
    store_submit(world->store, job);
    store_work(world->store);
    store_collect(world->store);
}

static void people_asked(struct store_job *job)
{
    struct world *world = job->context;
    CHECK(job->outcome == STORE_OK);
    for (size_t i = 0; i < job->people_count; i++)
        known_person_find(world, job->people[i])->is_gone = true;
}

struct ties_read {
    struct tie *ties;
    size_t count, capacity;
};

static void ties_found(struct store_job *job)
{
    struct ties_read *read = job->context;
    CHECK(job->outcome == STORE_OK);
    for (size_t i = 0; i < job->relation_count; i++) {
        const struct store_relation *relation = &job->relations[i];
        if (!text_is(relation->from.id, job->person.id))
            continue;
        read->ties = alloc_grow(read->ties, read->count, &read->capacity, sizeof *read->ties);
        struct tie *tie = &read->ties[read->count++];
        *tie = (struct tie){.kind = relation->kind, .at_ms = relation->at_ms};
        memcpy(tie->from, relation->from.id, sizeof tie->from);
        memcpy(tie->to, relation->to.id, sizeof tie->to);
        memcpy(tie->table, relation->table, sizeof tie->table);
    }
}

static struct ties_read read_ties(struct world *world)
{
    struct ties_read read = {0};
    struct store_job *gone = store_job_new(STORE_PEOPLE_GONE, people_asked, world);
    for (size_t i = 0; i < world->people->people_count; i++)
        if (!world->people->people[i].is_gone)
            store_job_add_person(gone, world->people->people[i].id);
    finish(world, gone);
    for (size_t i = 0; i < world->people->people_count; i++) {
        struct known_person *person = &world->people->people[i];
        if (person->is_gone)
            continue;
        struct store_job *job = store_job_new(STORE_RELATIONS_FIND, ties_found, &read);
        memcpy(job->person.id, person->id, STORE_ID_TEXT);
        finish(world, job);
    }
    return read;
}

/* Whether this request makes the tie (or ends it) between those two. */
static bool makes(const struct pending *pending, const struct tie *tie, bool ends)
{
    if (!text_is(pending->by, tie->from) || !text_is(pending->other, tie->to))
        return false;
    if (tie->kind == STORE_INVITES)
        return !ends && asks(pending, "invite_friend") && text_is(pending->table, tie->table);
    const char *maker = tie->kind == STORE_FOLLOWS ? "follow" : "block";
    const char *ender = tie->kind == STORE_FOLLOWS ? "block" : "follow";
    if (ends)
        return (asks(pending, maker) && !pending->on) || (asks(pending, ender) && pending->on);
    return asks(pending, maker) && pending->on;
}

/* Someone must have asked for this, and have no answer yet. If only one has, it cannot be refused any more. */
static void check_asked(struct world *world, const struct tie *tie, bool ends)
{
    const struct known_person *from = known_person_find(world, tie->from),
                              *to = known_person_find(world, tie->to);
    if (ends && (from->is_gone || !to || to->is_gone))
        return;
    struct connection *connection;
    struct pending *only = NULL, *pending = NULL;
    int count = 0;
    while ((pending = next_open(world, &connection, pending)))
        if (makes(pending, tie, ends))
            only = pending, count++;
    if (count == 0)
        fail(world, "%s %s '%c' to %s, and nobody has asked for it", tie->from,
             ends ? "is no longer" : "is", tie->kind, tie->to);
    if (count == 1)
        only->is_done = true;
}

static void compare_ties(struct world *world, const struct ties_read *now)
{
    const struct people_model *model = world->people;
    for (size_t i = 0; i < model->tie_count; i++) {
        const struct tie *tie = &model->ties[i];
        if (!ties_search(now->ties, now->count, tie->from, tie->to, tie->kind))
            check_asked(world, tie, true);
    }
    for (size_t i = 0; i < now->count; i++) {
        const struct tie *tie = &now->ties[i];
        const struct tie *before = tie_find(world, tie->from, tie->to, tie->kind);
        bool is_new = !before || (before->at_ms != tie->at_ms && tie->kind == STORE_INVITES);
        if (is_new)
            check_asked(world, tie, false);
        if (is_new && tie->kind == STORE_INVITES) {
            person_add(world, tie->to)->was_invited = true;
            world->counts.invited++;
        }
        world->counts.ties += is_new;
        if (tie->kind != STORE_INVITES &&
            ties_search(now->ties, now->count, tie->from, tie->to,
                        tie->kind == STORE_FOLLOWS ? STORE_BLOCKS : STORE_FOLLOWS))
            fail(world, "%s follows %s and blocks them", tie->from, tie->to);
    }
}

/* ---- Reports ---- */

static void check_report(struct world *world, const struct store_report *report)
{
    struct connection *connection, nobody = {.number = -1};
    struct pending *only = NULL, *pending = NULL;
    int count = 0;
    while ((pending = next_open(world, &connection, pending)))
        if (asks(pending, "report") && text_is(pending->by, report->by.id) &&
            text_is(pending->other, report->about.id))
            only = pending, count++;
    if (count == 0)
        fail(world, "a report of %s by %s, who has not asked for it", report->about.id,
             report->by.id);
    if (count == 1)
        only->is_done = true;
    check_seeds(world, &nobody, report->text, strlen(report->text));
    world->counts.reports++;
}

static void reports_found(struct store_job *job)
{
    struct world *world = job->context;
    struct people_model *model = world->people;
    CHECK(job->outcome == STORE_OK && job->report_count < REPORTS_READ);
    struct known_report *reports = alloc_array(job->report_count + 1, sizeof *reports);
    for (size_t i = 0; i < job->report_count; i++) {
        const struct store_report *report = &job->reports[i];
        reports[i].number = report->number;
        memcpy(reports[i].by, report->by.id, STORE_ID_TEXT);
        memcpy(reports[i].about, report->about.id, STORE_ID_TEXT);
        const struct known_report *before = NULL;
        for (size_t k = 0; k < model->report_count && !before; k++)
            if (model->reports[k].number == report->number &&
                text_is(model->reports[k].about, report->about.id))
                before = &model->reports[k];
        if (!before)
            check_report(world, report);
        else if (!text_is(before->by, reports[i].by) &&
                 (reports[i].by[0] || !known_person_find(world, before->by)->is_gone))
            fail(world, "report %lld of %s was made by %s, and is by '%s' now",
                 (long long)report->number, report->about.id, before->by, reports[i].by);
        for (size_t k = 0; k < i; k++)
            if (reports[i].by[0] && text_is(reports[k].by, reports[i].by) &&
                text_is(reports[k].about, reports[i].about))
                fail(world, "%s has reported %s twice on a day", reports[i].by, reports[i].about);
    }
    for (size_t k = 0; k < model->report_count; k++) {
        bool is_there = known_person_find(world, model->reports[k].about)->is_gone;
        for (size_t i = 0; i < job->report_count && !is_there; i++)
            is_there = reports[i].number == model->reports[k].number;
        if (!is_there)
            fail(world, "report %lld of %s has gone", (long long)model->reports[k].number,
                 model->reports[k].about);
    }
    free(model->reports);
    model->reports = reports;
    model->report_count = job->report_count;
}

static bool is_reported(const struct world *world, const char *by, const char *about)
{
    const struct people_model *model = world->people;
    for (size_t i = 0; i < model->report_count; i++)
        if (text_is(model->reports[i].by, by) && text_is(model->reports[i].about, about))
            return true;
    return false;
}

/* ---- Requests ---- */

static bool is_change(const struct pending *pending)
{
    return asks(pending, "follow") || asks(pending, "block") || asks(pending, "invite_friend") ||
           asks(pending, "report") || asks(pending, "delete");
}

/* The tie that this request is about, or the end of it, is in the database. */
static bool is_fulfilled(const struct world *world, const struct pending *pending)
{
    if (asks(pending, "report"))
        return is_reported(world, pending->by, pending->other);
    enum store_relation_kind kind = asks(pending, "follow")  ? STORE_FOLLOWS
                                    : asks(pending, "block") ? STORE_BLOCKS
                                                             : STORE_INVITES;
    const struct tie *tie = tie_find(world, pending->by, pending->other, kind);
    if (kind == STORE_INVITES)
        return tie && text_is(tie->table, pending->table) &&
               tie->at_ms + SKEW_MS >= pending->arrived_ms;
    return pending->on == (tie != NULL);
}

void people_look(struct world *world)
{
    struct people_model *model = world->people;
    if (world->now_ms > model->look_until_ms || !database_has_accounts())
        return;
    struct ties_read now = read_ties(world);
    compare_ties(world, &now);
    free(model->ties);
    model->ties = now.ties;
    model->tie_count = now.count;
    model->tie_capacity = now.capacity;
    struct store_job *job = store_job_new(STORE_REPORTS_FIND, reports_found, world);
    job->limit = REPORTS_READ;
    finish(world, job);
    struct connection *connection;
    struct pending *pending = NULL;
    while ((pending = next_open(world, &connection, pending))) {
        if (asks(pending, "friends"))
            friends_note(world, pending);
        else if (is_change(pending) && !asks(pending, "delete"))
            pending->is_fulfilled |= is_fulfilled(world, pending);
    }
}

const struct table *table_in_memory(const struct world *world, int server, const char *id)
{
    const struct live_table *live = live_tables_find(&world->servers[server].hall->tables, id);
    return live && !live->loading ? live->table : NULL;
}

static bool is_blocked_for_sure(const struct world *world, const char *by, const char *other)
{
    const struct people_model *model = world->people;
    for (size_t i = 0; i < model->block_count; i++)
        if (text_is(model->blocks[i].by, by) && text_is(model->blocks[i].other, other) &&
            !model->blocks[i].ended)
            return true;
    return false;
}

/* From now on the block of this person, or all from and of this person (other: NULL), may end. */
static void end_blocks(struct world *world, const char *by, const char *other)
{
    struct people_model *model = world->people;
    for (size_t i = 0; i < model->block_count; i++) {
        struct block *block = &model->blocks[i];
        if (other ? text_is(block->by, by) && text_is(block->other, other)
                  : text_is(block->by, by) || text_is(block->other, by))
            block->ended = true;
    }
}

static void arrives_at_table(struct world *world, const struct connection *connection,
                             struct pending *pending)
{
    const struct table *table = table_in_memory(world, connection->server, pending->table);
    if (!table || table_seat_of(table, pending->by) >= 0)
        return;
    memcpy(pending->other, table->settings.host, sizeof pending->other);
    pending->is_barred = is_blocked_for_sure(world, pending->other, pending->by);
}

static bool deletes_one_of(const struct pending *pending, const struct pending *of)
{
    return asks(pending, "delete") &&
           (text_is(pending->by, of->by) || text_is(pending->by, of->other));
}

/* Two requests about the same pair, of which the second one may undo the first one before anybody looks. */
static void note_rivals(struct world *world, struct pending *pending)
{
    struct connection *connection;
    struct pending *other = NULL;
    while ((other = next_open(world, &connection, other))) {
        bool is_same_pair =
            text_is(other->by, pending->by) && text_is(other->other, pending->other);
        if (other != pending && is_change(other) &&
            (is_same_pair || deletes_one_of(other, pending) || deletes_one_of(pending, other)))
            other->has_rival = pending->has_rival = true;
    }
}

void people_arrives(struct world *world, struct connection *connection, struct pending *pending,
                    const json_t *json)
{
    memcpy(pending->by, connection->person, sizeof pending->by);
    if (asks(pending, "sit"))
        arrives_at_table(world, connection, pending);
    if (asks(pending, "friends"))
        friends_note(world, pending);
    if (!is_change(pending))
        return;
    world->people->look_until_ms = world->now_ms + LOOK_MS;
    struct known_person *by = person_add(world, pending->by);
    if (asks(pending, "delete")) {
        if (by)
            by->has_account = false;
        end_blocks(world, pending->by, NULL);
        note_rivals(world, pending);
        return;
    }
    if (!person_add(world, text_of(json, "person")))
        return;
    memcpy(pending->other, text_of(json, "person"), sizeof pending->other);
    pending->on = json_is_true(json_object_get(json, "on"));
    const struct known_person *other = known_person_find(world, pending->other);
    pending->was_there = other->has_account && !text_is(pending->by, pending->other);
    pending->is_fulfilled = asks(pending, "report") && is_fulfilled(world, pending);
    note_rivals(world, pending);
    bool ends_block =
        asks(pending, "follow") ? pending->on : asks(pending, "block") && !pending->on;
    if (ends_block)
        end_blocks(world, pending->by, pending->other);
}

static void block_add(struct world *world, const struct connection *connection,
                      const struct pending *pending)
{
    struct people_model *model = world->people;
    model->blocks = alloc_grow(model->blocks, model->block_count, &model->block_capacity,
                               sizeof *model->blocks);
    struct block *block = &model->blocks[model->block_count++];
    *block = (struct block){
        .server = connection->server, .life = connection->life, .at_ms = world->now_ms};
    memcpy(block->by, pending->by, sizeof block->by);
    memcpy(block->other, pending->other, sizeof block->other);
}

static bool may_hear(const struct connection *connection)
{
    return connection->client && !connection->cut && !connection->ended && !connection->is_http;
}

/* Everyone who is invited at this server is told. */
static void expect_invited(struct world *world, const struct connection *by, const char *person)
{
    for (struct connection *to = world->connections; to; to = to->next)
        if (may_hear(to) && to->server == by->server && text_is(to->person, person))
            to->invited++;
}

static void change_refused(struct world *world, const struct connection *connection,
                           const struct pending *pending, const json_t *json)
{
    const char *code = text_of(json_object_get(json, "error"), "code");
    bool is_unknown = text_is(code, "unavailable");
    if (pending->is_done && !is_unknown)
        fail(world, "connection %d: %s of %s was refused (%s), and done", connection->number,
             pending->cmd, pending->other, code);
    /* Whom somebody blocks is no reason to refuse anything; that there is no such person is one. */
    if (text_is(code, "no_table") && pending->was_there && !text_is(pending->cmd, "invite_friend"))
        fail(world, "connection %d: %s of %s, who is there, was refused", connection->number,
             pending->cmd, pending->other);
}

void people_answered(struct world *world, struct connection *connection, struct pending *pending,
                     const json_t *json)
{
    bool ok = json_is_true(json_object_get(json, "ok"));
    if (ok && asks(pending, "friends"))
        friends_check_list(world, connection, pending, json);
    if (ok && asks(pending, "account")) {
        struct known_person *person = person_add(world, connection->person);
        if (person)
            person->has_account = true;
    }
    if (ok && asks(pending, "sit") && pending->is_barred) {
        const struct table *table = table_in_memory(world, connection->server, pending->table);
        if (table && text_is(table->settings.host, pending->other) &&
            is_blocked_for_sure(world, pending->other, pending->by))
            fail(world, "connection %d: %s sits down at table %s of %s, who blocks them",
                 connection->number, pending->by, pending->table, pending->other);
    }
    world->counts.barred += !ok && asks(pending, "sit") && pending->is_barred;
    if (!is_change(pending) || asks(pending, "delete") || !pending->other[0])
        return;
    if (!ok) {
        change_refused(world, connection, pending, json);
        return;
    }
    if (!pending->is_fulfilled && !pending->has_rival)
        fail(world, "connection %d: %s of %s is not in the database", connection->number,
             pending->cmd, pending->other);
    if (asks(pending, "block") && pending->on && !pending->has_rival)
        block_add(world, connection, pending);
    if (asks(pending, "invite_friend"))
        expect_invited(world, connection, pending->other);
}

void people_check_quiet(struct world *world)
{
    for (const struct connection *to = world->connections; to; to = to->next)
        if (may_hear(to) && connection_may_act(world, to) && to->invited > 0)
            fail(world, "connection %d: %s was not told of %d invitations", to->number, to->person,
                 to->invited);
    world->people->look_until_ms = world->now_ms;
    people_look(world);
}
