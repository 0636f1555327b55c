/* How a person with an account appears to others: the face that they have chosen, and the page about them that everyone may see
 * if they want one.
 *
 * Then: the face; one's own page; the page of someone; pages of the people at a table. */
#include "hall/accounts/accounts.h"

#include "base/base.h"
#include "game/game.h"
#include "table/table.h"

#include <string.h>

enum {
    PAGE_MIN = 3,       /* letters of its address */
    MATCHES_SHOWN = 20, /* the latest */
    MATCHES_MAX = 1000, /* that ratings are computed from, the latest */
    FINDING_US = 500,   /* what it costs the store's thread, roughly */
    READING_US = 10000, /* likewise */
};

/* ---- The face ---- */

static void set_done(struct store_job *job)
{
    struct session_task *session = job->context;
    struct person *person = session->task.client->person;
    bool is_face = job->kind == STORE_FACE_SET;
    if (job->outcome == STORE_TAKEN) {
        task_refuse(&session->task, FAULT_TAKEN, "server.page_taken");
    } else if (job->outcome == STORE_ABSENT) {
        task_refuse(&session->task, FAULT_FORBIDDEN, "server.no_account");
    } else if (job->outcome != STORE_OK) {
        task_refuse_unavailable(&session->task);
    } else {
        if (person && is_face)
            person->face = job->person.face;
        else if (person)
            memcpy(person->page, job->person.page, sizeof person->page);
        session_answer_person(session);
    }
    task_resume(&session->task);
}

/* A job that changes something about the person who asks. Takes the request. */
static struct store_job *set_job(struct sessions *sessions, struct client *client,
                                 struct request *request, enum store_kind kind)
{
    struct session_task *session = session_task_new(sessions, sizeof *session, client, request);
    struct store_job *job = task_job(&session->task, kind, set_done);
    memcpy(job->person.id, client->person->id, sizeof job->person.id);
    return job;
}

void profile_set_face(struct sessions *sessions, struct client *client, struct request *request)
{
    int face = request->face;
    struct store_job *job = set_job(sessions, client, request, STORE_FACE_SET);
    job->person.face = face;
    store_submit(client->environment->store, job);
}

/* ---- One's own page ---- */

/* Addresses are what every keyboard can type, and look different if they are: small letters, digits, and single hyphens inside. */
bool page_address_read(const char *given, char page[STORE_PAGE_TEXT])
{
    size_t length = strlen(given);
    if (length < PAGE_MIN || length >= STORE_PAGE_TEXT)
        return false;
    for (size_t i = 0; i <= length; i++)
        page[i] = (char)(given[i] >= 'A' && given[i] <= 'Z' ? given[i] - 'A' + 'a' : given[i]);
    return strspn(page, "abcdefghijklmnopqrstuvwxyz0123456789-") == length && page[0] != '-' &&
           page[length - 1] != '-' && !strstr(page, "--");
}

void profile_set_page(struct sessions *sessions, struct leaderboards *leaderboards,
                      struct client *client, struct request *request)
{
    struct fault fault;
    char page[STORE_PAGE_TEXT] = "";
    if (request->on && !request->name) {
        fault_bad_request(&fault, "name");
        client_refuse(client, request->id, &fault);
        return;
    }
    if (request->on && !page_address_read(request->name, page)) {
        client_refuse_text(client, request->id, FAULT_BAD_REQUEST, "server.bad_page");
        return;
    }
    char id[STORE_ID_TEXT];
    memcpy(id, client->person->id, sizeof id);
    struct store_job *job = set_job(sessions, client, request, STORE_PAGE_SET);
    memcpy(job->person.page, page, sizeof page);
    store_submit(client->environment->store, job);
    leaderboards_check(leaderboards, id);
}

/* ---- The page of someone ---- */

struct profile_task {
    struct task task; /* first */
    struct store_person person;
};

static json_t *games_json(const struct store_job *job)
{
    json_t *games = json_array();
    for (size_t i = 0; games_all[i]; i++) {
        json_t *strength = strength_json(games_all[i], job->person.id, job);
        if (json_is_object(json_object_get(strength, "rating"))) {
            json_object_del(strength, "levels");
            json_object_set_new(strength, "game", json_string(games_all[i]->id));
            json_array_append(games, strength);
        }
        json_decref(strength);
    }
    return games;
}

/* The matches that everyone may read, and what follows from them. */
static void matches_read(struct store_job *job)
{
    struct profile_task *profile = job->context;
    struct task *task = &profile->task;
    if (job->outcome != STORE_OK) {
        task_refuse_unavailable(task);
        task_resume(task);
        return;
    }
    json_t *records = json_array();
    for (size_t i = 0; i < job->record_count && i < MATCHES_SHOWN; i++)
        json_array_append_new(records, history_record_json(&job->records[i]));
    json_t *answer = json_pack("{s:s, s:s, s:s, s:o, s:o}", "person", profile->person.id, "name",
                               profile->person.name, "page", profile->person.page, "games",
                               games_json(job), "records", records);
    if (profile->person.face > 0)
        json_object_set_new(answer, "face", json_integer(profile->person.face));
    client_answer(task->client, task->request.id, answer);
    task_resume(task);
}

/* No page has this address. The store does not know whether somebody without a page would have chosen
 * it. */
static void person_found(struct store_job *job)
{
    struct profile_task *profile = job->context;
    struct task *task = &profile->task;
    if (job->outcome != STORE_OK) {
        if (job->outcome == STORE_ABSENT)
            task_refuse(task, FAULT_NO_TABLE, "server.no_page");
        else
            task_refuse_unavailable(task);
        task_resume(task);
        return;
    }
    profile->person = job->person;
    address_charge(task->client->address, READING_US);
    struct store_job *reading = store_job_new(STORE_RECORD_LIST, matches_read, profile);
    memcpy(reading->person.id, job->person.id, sizeof reading->person.id);
    reading->limit = MATCHES_MAX;
    store_submit(task->client->environment->store, reading);
}

void profile_ask(struct client *client, struct request *request)
{
    char page[STORE_PAGE_TEXT] = "";
    bool is_address = page_address_read(request->name, page);
    struct profile_task *profile = task_new(sizeof *profile, client, request);
    struct store_job *job = task_job(&profile->task, STORE_PAGE_FIND, person_found);
    address_charge(client->address, FINDING_US);
    if (is_address)
        memcpy(job->person.page, page, sizeof page);
    store_submit(client->environment->store, job);
}

/* ---- Pages of the people at a table ---- */

struct pages_task {
    struct task task; /* first */
    int waiting;
    json_t *pages;
    struct page_of_seat {
        struct pages_task *all;
        size_t seat;
    } seat[GAME_SEATS_MAX];
};

/* One thing less to wait for; answers after the last one. */
static void pages_end(struct pages_task *all)
{
    if (--all->waiting > 0)
        return;
    client_answer(all->task.client, all->task.request.id, json_pack("{s:o}", "pages", all->pages));
    task_free(&all->task);
}

static void page_found(struct store_job *job)
{
    const struct page_of_seat *of = job->context;
    struct pages_task *all = of->all;
    if (job->outcome == STORE_OK)
        json_array_set_new(all->pages, of->seat, json_string(job->person.page));
    pages_end(all);
}

void profile_pages(const struct table *table, struct client *client, struct request *request)
{
    struct pages_task *all = task_new(sizeof *all, client, request);
    struct store *store = client->environment->store;
    address_charge(client->address, FINDING_US);
    all->pages = json_array();
    all->waiting = 1;
    for (int i = 0; i < table->settings.seats; i++) {
        json_array_append_new(all->pages, json_null());
        const struct table_seat *seat = &table->seat[i];
        if (!table->settings.is_public || !seat->person[0] || !seat->name[0])
            continue;
        all->seat[i] = (struct page_of_seat){.all = all, .seat = (size_t)i};
        struct store_job *job = store_job_new(STORE_PAGE_FIND, page_found, &all->seat[i]);
        memcpy(job->person.id, seat->person, sizeof job->person.id);
        all->waiting++;
        store_submit(store, job);
    }
    pages_end(all);
}
