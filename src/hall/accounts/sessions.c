/* Who a client is: hello, rename and logout, and the secret of an HTTP request. While the store
 * looks up a person, the client's further requests wait.
 *
 * Then: answers; hello of a new person; a secret that is known; rename; logout; sessions that other
 * servers have ended; expiry; deleting. */
#include "hall/accounts/accounts.h"

#include "table/table.h"
#include "text/text.h"

#include <string.h>

void sessions_start(struct sessions *sessions, struct people *people,
                    const struct live_tables *tables, struct attempts *attempts)
{
    *sessions = (struct sessions){.people = people, .tables = tables, .attempts = attempts};
}

/* The client is the person of the session from now on. */
static void enter(const struct session_task *session)
{
    struct client *client = session->task.client;
    people_enter(session->sessions->people, client, &session->person, session->hash);
    if (session->person.login[0])
        attempts_know(session->sessions->attempts, session->person.login, client->address->text);
}

void *session_task_new(struct sessions *sessions, size_t size, struct client *client,
                       struct request *request)
{
    struct session_task *session = task_new(size, client, request);
    session->sessions = sessions;
    return session;
}

void session_task_new_secret(struct session_task *session)
{
    secret_new(session->task.client->environment, session->secret);
    secret_hash(session->secret, session->hash);
    session->used_ms = session->task.client->environment->now_ms;
}

struct store_job *session_job(struct session_task *session, enum store_kind kind,
                              void (*done)(struct store_job *job))
{
    struct store_job *job = task_job(&session->task, kind, done);
    job->person = session->person;
    job->now_ms = session->task.client->environment->now_ms;
    memcpy(job->session_hash, session->hash, sizeof job->session_hash);
    return job;
}

static void submit(struct session_task *session, struct store_job *job)
{
    store_submit(session->task.client->environment->store, job);
}

/* ---- Answers ---- */

static json_t *person_json(const struct person *person)
{
    json_t *json = json_pack("{s:s, s:s, s:s?}", "id", person->id, "name", person->name, "login",
                             person->login[0] ? person->login : NULL);
    if (person->face > 0)
        json_object_set_new(json, "face", json_integer(person->face));
    if (person->page[0])
        json_object_set_new(json, "page", json_string(person->page));
    return json;
}

/* The tables where the person has a seat. */
static json_t *tables_json(const struct live_tables *tables, const struct person *person)
{
    struct live_table *const *found;
    json_t *list = json_array();
    int count = person_tables_of(&tables->by_person, person->id, &found);
    for (int i = 0; i < count; i++)
        if (table_seat_of(found[i]->table, person->id) >= 0)
            json_array_append_new(list, json_string(found[i]->id));
    return list;
}

/* A new recovery code is shown once. */
static void add_recovery(json_t *answer, const struct session_task *session)
{
    if (session->recovery[0])
        json_object_set_new(answer, "recovery", json_string(session->recovery));
}

void session_welcome(struct session_task *session)
{
    struct client *client = session->task.client;
    enter(session);
    json_t *answer = json_pack("{s:o, s:o}", "person", person_json(client->person), "tables",
                               tables_json(session->sessions->tables, client->person));
    expiry_renew(client, session->used_ms);
    if (session->secret[0])
        json_object_set_new(answer, "secret", json_string(session->secret));
    add_recovery(answer, session);
    client_answer(client, session->task.request.id, answer);
}

void session_answer_person(struct session_task *session)
{
    struct client *client = session->task.client;
    if (client->person) {
        json_t *answer = json_pack("{s:o}", "person", person_json(client->person));
        add_recovery(answer, session);
        client_answer(client, session->task.request.id, answer);
    } else {
        task_refuse(&session->task, FAULT_WHO, "server.say_hello");
    }
}

/* ---- Hello of a new person ---- */

static void person_made(struct store_job *job)
{
    struct session_task *session = job->context;
    if (job->outcome != STORE_OK)
        task_refuse_unavailable(&session->task);
    else if (!session->task.client->gone)
        session_welcome(session);
    task_resume(&session->task);
}

static void person_make(struct sessions *sessions, struct client *client, struct request *request)
{
    const struct environment *environment = client->environment;
    struct fault fault;
    struct store_person person = {0};
    if (!name_is_fine(request->name, request->program, person.name, &fault)) {
        client_refuse(client, request->id, &fault);
        return;
    }
    int per_minute = environment->settings.limits.new_people_per_minute;
    if (!bucket_take(&client->address->people, per_minute, per_minute, environment->now_ms)) {
        client_refuse_text(client, request->id, FAULT_LIMIT, "server.too_many_people");
        return;
    }
    id_new(environment, person.id);
    struct session_task *session = session_task_new(sessions, sizeof *session, client, request);
    session->person = person;
    session_task_new_secret(session);
    submit(session, session_job(session, STORE_PERSON_NEW, person_made));
}

/* ---- A secret that is known ---- */

/* Whether the session was found. If not, the request is refused. */
static bool take_found(const struct store_job *job, struct session_task *session)
{
    bool found = job->outcome == STORE_OK &&
                 !expiry_has_passed(session->task.client->environment, job->used_ms);
    if (job->outcome != STORE_OK && job->outcome != STORE_ABSENT)
        task_refuse_unavailable(&session->task);
    else if (!found)
        task_refuse(&session->task, FAULT_WHO, "server.unknown_secret");
    session->person = job->person;
    session->used_ms = job->used_ms;
    return found;
}

static void hello_found(struct store_job *job)
{
    struct session_task *session = job->context;
    if (!session->task.client->gone && take_found(job, session))
        session_welcome(session);
    task_resume(&session->task);
}

static void identified(struct store_job *job)
{
    struct session_task *session = job->context;
    struct client *client = session->task.client;
    if (!client->gone && take_found(job, session)) {
        enter(session);
        expiry_renew(client, session->used_ms);
        task_run(&session->task);
    } else {
        task_free(&session->task);
    }
}

static void find(struct sessions *sessions, struct client *client, struct request *request,
                 void (*done)(struct store_job *job))
{
    struct session_task *session = session_task_new(sessions, sizeof *session, client, request);
    secret_hash(session->task.request.secret, session->hash);
    submit(session, session_job(session, STORE_SESSION_FIND, done));
}

void session_hello(struct sessions *sessions, struct client *client, struct request *request)
{
    if (request->secret)
        find(sessions, client, request, hello_found);
    else
        person_make(sessions, client, request);
}

void session_identify(struct sessions *sessions, struct client *client, struct request *request)
{
    find(sessions, client, request, identified);
}

/* ---- Rename ---- */

static void renamed(struct store_job *job)
{
    struct session_task *session = job->context;
    struct person *person = session->task.client->person;
    if (job->outcome != STORE_OK) {
        task_refuse_unavailable(&session->task);
    } else {
        if (person)
            memcpy(person->name, session->person.name, sizeof person->name);
        session_answer_person(session);
    }
    task_resume(&session->task);
}

void session_rename(struct sessions *sessions, struct client *client, struct request *request)
{
    struct fault fault;
    struct store_person person = {0};
    if (!name_is_fine(request->name, name_is_of_program(client->person->name), person.name,
                      &fault)) {
        client_refuse(client, request->id, &fault);
        return;
    }
    memcpy(person.id, client->person->id, sizeof person.id);
    struct session_task *session = session_task_new(sessions, sizeof *session, client, request);
    session->person = person;
    submit(session, session_job(session, STORE_PERSON_RENAME, renamed));
}

/* ---- Logout ---- */

/* Whether it is another client with the same secret. */
static bool is_same_session(const struct client *client, const void *context)
{
    const struct session_task *session = context;
    return client != session->task.client &&
           memcmp(client->session, session->hash, sizeof client->session) == 0;
}

static void logged_out(struct store_job *job)
{
    struct session_task *session = job->context;
    struct client *client = session->task.client;
    struct people *people = session->sessions->people;
    if (job->outcome != STORE_OK && job->outcome != STORE_ABSENT) {
        task_refuse_unavailable(&session->task);
        task_resume(&session->task);
        return;
    }
    people_end_sessions(people, is_same_session, session);
    if (!client->gone) {
        people_leave(people, client);
        client_answer(client, session->task.request.id, NULL);
    }
    task_resume(&session->task);
}

void session_log_out(struct sessions *sessions, struct client *client, struct request *request)
{
    struct session_task *session = session_task_new(sessions, sizeof *session, client, request);
    memcpy(session->hash, client->session, sizeof session->hash);
    submit(session, session_job(session, STORE_SESSION_END, logged_out));
}

/* ---- Sessions that other servers have ended ---- */

static bool has_session(const struct client *client, const void *hash)
{
    return memcmp(client->session, hash, sizeof client->session) == 0;
}

static void session_checked(struct store_job *job)
{
    const struct sessions *sessions = job->context;
    if (job->outcome == STORE_ABSENT)
        people_end_sessions(sessions->people, has_session, job->session_hash);
    else if (job->outcome == STORE_OK)
        people_rename(sessions->people, &job->person);
}

void sessions_check(struct sessions *sessions, const char *person)
{
    const struct clients *clients = sessions->people->clients;
    for (const struct client *client = clients->first; client; client = client->next) {
        if (!client->person || (person && strcmp(client->person->id, person) != 0))
            continue;
        struct store_job *job = store_job_new(STORE_SESSION_FIND, session_checked, sessions);
        memcpy(job->session_hash, client->session, sizeof job->session_hash);
        store_submit(client->environment->store, job);
    }
}

/* ---- Expiry ---- */

void expiry_start(struct expiry *expiry, struct clients *clients)
{
    *expiry = (struct expiry){.clients = clients, .environment = clients->environment};
}

bool expiry_has_passed(const struct environment *environment, int64_t used_ms)
{
    int64_t lasts_ms = environment->settings.session_ms;
    return lasts_ms > 0 && used_ms > 0 && used_ms < environment->now_ms - lasts_ms;
}

/* A session in use gets a new date after this time: a day, or less if things end soon. */
static int64_t dated_ms(const struct environment *environment)
{
    const struct hall_settings *settings = &environment->settings;
    int64_t ms = environment_wait_ms(environment, EXPIRY_DATED_MS);
    if (settings->session_ms > 0 && settings->session_ms / EXPIRY_PARTS < ms)
        ms = settings->session_ms / EXPIRY_PARTS;
    if (settings->guest_ms > 0 && settings->guest_ms / EXPIRY_PARTS < ms)
        ms = settings->guest_ms / EXPIRY_PARTS;
    return ms;
}

void expiry_renew(struct client *client, int64_t used_ms)
{
    const struct environment *environment = client->environment;
    client->session_dated_ms = used_ms;
    if (used_ms > environment->now_ms - dated_ms(environment))
        return;
    client->session_dated_ms = environment->now_ms;
    struct store_job *job = store_job_new(STORE_SESSION_USE, NULL, NULL);
    job->now_ms = environment->now_ms;
    memcpy(job->session_hash, client->session, sizeof job->session_hash);
    store_submit(environment->store, job);
}

/* Connections that last for days use their session too. */
static void use_connected(const struct expiry *expiry)
{
    const struct environment *environment = expiry->environment;
    int64_t before_ms = environment->now_ms - dated_ms(environment);
    int count = 0;
    for (struct client *client = expiry->clients->first; client && count < EXPIRY_SESSIONS;
         client = client->next) {
        if (!client->person || client->session_dated_ms > before_ms)
            continue;
        expiry_renew(client, client->session_dated_ms);
        count++;
    }
}

static void purged(struct store_job *job)
{
    struct expiry *expiry = job->context;
    expiry->is_under_way = false;
    if (job->outcome != STORE_FAILED)
        expiry->from = job->next_from;
}

void expiry_tick(struct expiry *expiry)
{
    const struct environment *environment = expiry->environment;
    if (environment->stopping || expiry->is_under_way ||
        environment->now_ms - expiry->done_ms < environment_wait_ms(environment, EXPIRY_MS))
        return;
    expiry->done_ms = environment->now_ms;
    use_connected(expiry);
    if (environment->settings.session_ms > 0) {
        struct store_job *job = store_job_new(STORE_SESSIONS_EXPIRE, NULL, NULL);
        job->before_ms = environment->now_ms - environment->settings.session_ms;
        job->limit = EXPIRY_SESSIONS;
        store_submit(environment->store, job);
    }
    if (environment->settings.guest_ms > 0) {
        struct store_job *job = store_job_new(STORE_PEOPLE_PURGE, purged, expiry);
        job->before_ms = environment->now_ms - environment->settings.guest_ms;
        job->from = expiry->from;
        job->limit = EXPIRY_PEOPLE;
        expiry->is_under_way = true;
        store_submit(environment->store, job);
    }
}

/* ---- Deleting ---- */

static void forget(const struct deleting *deleting, const char *person)
{
    size_t at = 0;
    for (struct live_table *live; (live = live_tables_next(deleting->changes->tables, &at));) {
        table_forget_person(live->table, person);
        chat_log_forget(&live->chat, person);
    }
    leaderboards_forget(deleting->leaderboards);
}

void deleting_person(const struct deleting *deleting, const char *person)
{
    struct changes *changes = deleting->changes;
    size_t at = 0;
    for (struct live_table *live; (live = live_tables_next(changes->tables, &at));) {
        const struct table *table = live->table;
        int seat = table_seat_of(table, person);
        if (seat >= 0 && (table->state == TABLE_WAITING || table->state == TABLE_PLAYING))
            change_submit(changes, live, &(struct change){.kind = ENTRY_STAND, .seat = seat});
    }
    forget(deleting, person);
}
