/* People: names, ids, secrets, and who is connected as whom. Only those connected are in memory;
 * what is known of the others is in the store. A secret is there as its hash alone. While the store
 * is asked who somebody is, that client's further requests wait. */
#include "hall/hall.h"
#include "hall/inside.h"

#include "base/check.h"
#include "text/name.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECRET_BYTES = 32 };

bool name_is_fine(const char *name, char clean[STORE_NAME_MAX], struct fault *fault)
{
    switch (name_clean(name, clean, STORE_NAME_MAX)) {
    case NAME_BAD:
        return fault_set(fault, FAULT_BAD_REQUEST, NULL, "server.bad_name", NULL);
    case NAME_TOO_LONG:
        return fault_set(fault, FAULT_LIMIT, NULL, "server.name_too_long", NULL);
    case NAME_FINE:
        break;
    }
    return true;
}

/* Ids and secrets. */

static void letters_new(struct hall *hall, const char *alphabet, char *text, size_t length)
{
    const size_t size = strlen(alphabet);
    for (size_t i = 0; i < length;) {
        unsigned char bytes[32];
        hall->outside.entropy(hall->outside.context, bytes, sizeof bytes);
        /* Bytes beyond the last whole round of the alphabet would favour its first letters. */
        for (size_t k = 0; k < sizeof bytes && i < length; k++)
            if (bytes[k] < 256 / size * size)
                text[i++] = alphabet[bytes[k] % size];
    }
    text[length] = '\0';
}

void id_new(struct hall *hall, char id[STORE_ID_TEXT])
{
    letters_new(hall, "abcdefghijklmnopqrstuvwxyz0123456789", id, STORE_ID_TEXT - 1);
}

static void secret_new(struct hall *hall, char *text, size_t text_size, size_t byte_count)
{
    unsigned char bytes[SECRET_BYTES];
    CHECK(byte_count <= sizeof bytes);
    hall->outside.entropy(hall->outside.context, bytes, byte_count);
    sodium_bin2base64(text, text_size, bytes, byte_count, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(bytes, sizeof bytes);
}

void secret_hash(const char *secret, unsigned char hash[STORE_HASH_BYTES])
{
    crypto_generichash(hash, STORE_HASH_BYTES, (const unsigned char *)secret, strlen(secret), NULL,
                       0);
}

void task_secret_new(struct task *task)
{
    secret_new(task->client->hall, task->secret, sizeof task->secret, SECRET_BYTES);
    secret_hash(task->secret, task->hash);
}

/* No letters that are taken for digits or for each other. */
static const char code_letters[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

void invite_new(struct hall *hall, char invite[INVITE_TEXT], char code[CODE_TEXT])
{
    secret_new(hall, invite, INVITE_TEXT, 16);
    letters_new(hall, code_letters, code, CODE_TEXT - 1);
}

bool code_normalise(const char *typed, char code[CODE_TEXT])
{
    size_t length = 0;
    for (; *typed; typed++) {
        char c = (char)(*typed >= 'a' && *typed <= 'z' ? *typed - 'a' + 'A' : *typed);
        c = c == 'O' ? '0' : c == 'I' || c == 'L' ? '1' : c;
        if (c == '-' || c == ' ')
            continue;
        if (!strchr(code_letters, c) || length == CODE_TEXT - 1)
            return false;
        code[length++] = c;
    }
    code[length] = '\0';
    return length == CODE_TEXT - 1;
}

/* Who is connected. */

void person_leave(struct hall *hall, struct client *client)
{
    while (client->watches)
        watch_end(hall, client->watches);
    struct person *person = client->person;
    if (!person)
        return;
    struct client **link = &person->clients;
    while (*link != client)
        link = &(*link)->next_of_person;
    *link = client->next_of_person;
    client->next_of_person = NULL;
    client->person = NULL;
    memset(client->session, 0, sizeof client->session);
    if (!person->clients) {
        id_map_remove(&hall->people, person->id);
        free(person);
    }
}

static void person_enter(struct hall *hall, struct client *client, const struct store_person *found,
                         const unsigned char session[STORE_HASH_BYTES])
{
    memcpy(client->session, session, STORE_HASH_BYTES);
    if (client->person && strcmp(client->person->id, found->id) == 0)
        return;
    if (client->person) {
        person_leave(hall, client); /* what it watched, it watched as somebody else */
        memcpy(client->session, session, STORE_HASH_BYTES);
    }
    struct person *person = id_map_find(&hall->people, found->id);
    if (!person) {
        person = calloc(1, sizeof *person);
        CHECK(person);
        memcpy(person->id, found->id, sizeof person->id);
        id_map_add(&hall->people, person);
    }
    /* Another server may have changed these. */
    memcpy(person->name, found->name, sizeof person->name);
    memcpy(person->login, found->login, sizeof person->login);
    client->person = person;
    client->next_of_person = person->clients;
    person->clients = client;
}

static json_t *person_json(const struct person *person)
{
    return json_pack("{s:s, s:s, s:s?}", "id", person->id, "name", person->name, "login",
                     person->login[0] ? person->login : NULL);
}

static json_t *tables_json(const struct hall *hall, const struct person *person)
{
    struct live_table *const *tables;
    json_t *list = json_array();
    int count = person_tables_of(hall, person->id, &tables);
    for (int i = 0; i < count; i++)
        if (table_seat_of(tables[i]->table, person->id) >= 0)
            json_array_append_new(list, json_string(tables[i]->id));
    return list;
}

void person_welcome(struct task *task, const struct store_person *person, const char *secret)
{
    struct client *client = task->client;
    person_enter(client->hall, client, person, task->hash);
    json_t *answer = json_pack("{s:o, s:o}", "person", person_json(client->person), "tables",
                               tables_json(client->hall, client->person));
    if (secret)
        json_object_set_new(answer, "secret", json_string(secret));
    client_answer(client, task->request.id, answer);
}

static void refuse(struct client *client, const char *id, enum fault_code code, const char *text)
{
    struct fault fault;
    fault_set(&fault, code, NULL, text, NULL);
    client_refuse(client, id, &fault);
}

/* Hello. */

static void person_made(struct store_job *job)
{
    struct task *task = job->context;
    struct client *client = task->client;
    if (job->outcome != STORE_OK) {
        task_unavailable(task);
    } else if (!client->gone) {
        person_welcome(task, &task->person, task->secret);
    }
    task_resume(task);
}

static void person_make(struct hall *hall, struct client *client, struct request *request)
{
    struct fault fault;
    struct store_person person = {0};
    if (!name_is_fine(request->name, person.name, &fault)) {
        client_refuse(client, request->id, &fault);
        return;
    }
    int limit = hall->settings.limits.new_people_per_minute;
    if (!bucket_take(&client->address->people, limit, limit, hall->now_ms)) {
        refuse(client, request->id, FAULT_LIMIT, "server.too_many_people");
        return;
    }
    id_new(hall, person.id);
    struct task *task = task_new(client, request);
    task->person = person;
    task_secret_new(task);
    struct store_job *job = task_job(task, STORE_PERSON_NEW, person_made);
    job->person = person;
    memcpy(job->hash, task->hash, sizeof job->hash);
    store_submit(hall->store, job);
}

/* Whether the session was found; if not, the task's request is refused. */
static bool session_found(const struct store_job *job, struct task *task)
{
    if (job->outcome == STORE_ABSENT)
        refuse(task->client, task->request.id, FAULT_WHO, "server.unknown_secret");
    else if (job->outcome != STORE_OK)
        task_unavailable(task);
    return job->outcome == STORE_OK;
}

static void person_known(struct store_job *job)
{
    struct task *task = job->context;
    struct client *client = task->client;
    if (!client->gone && session_found(job, task)) {
        person_welcome(task, &job->person, NULL);
    }
    task_resume(task);
}

static void person_identified(struct store_job *job)
{
    struct task *task = job->context;
    struct client *client = task->client;
    if (!client->gone && session_found(job, task)) {
        person_enter(client->hall, client, &job->person, task->hash);
        client->paused = false;
        request_run(client->hall, client, &task->request);
    }
    task_free(task);
}

static void session_find(struct hall *hall, struct client *client, struct request *request,
                         void (*done)(struct store_job *job))
{
    struct task *task = task_new(client, request);
    secret_hash(task->request.secret, task->hash);
    struct store_job *job = task_job(task, STORE_SESSION_FIND, done);
    memcpy(job->hash, task->hash, sizeof job->hash);
    store_submit(hall->store, job);
}

void people_identify(struct hall *hall, struct client *client, struct request *request)
{
    session_find(hall, client, request, person_identified);
}

/* Name and session of those who are known already. */

void person_answer(struct task *task)
{
    struct client *client = task->client;
    if (client->person)
        client_answer(client, task->request.id,
                      json_pack("{s:o}", "person", person_json(client->person)));
    else
        refuse(client, task->request.id, FAULT_WHO, "server.say_hello");
}

static void person_renamed(struct store_job *job)
{
    struct task *task = job->context;
    struct person *person = task->client->person;
    if (job->outcome != STORE_OK) {
        task_unavailable(task);
    } else {
        if (person)
            memcpy(person->name, task->person.name, sizeof person->name);
        person_answer(task);
    }
    task_resume(task);
}

static void rename_person(struct hall *hall, struct client *client, struct request *request)
{
    struct fault fault;
    struct store_person person = {0};
    if (!name_is_fine(request->name, person.name, &fault)) {
        client_refuse(client, request->id, &fault);
        return;
    }
    memcpy(person.id, client->person->id, sizeof person.id);
    struct task *task = task_new(client, request);
    task->person = person;
    struct store_job *job = task_job(task, STORE_PERSON_RENAME, person_renamed);
    job->person = person;
    store_submit(hall->store, job);
}

void people_end_sessions(struct hall *hall, bool (*ended)(const struct client *, const void *),
                         const void *context)
{
    static const char push[] = "{\"push\":\"who\"}";
    struct message *message = message_new(push, sizeof push - 1);
    for (struct client *client = hall->clients; client; client = client->next) {
        if (!client->person || !ended(client, context))
            continue;
        person_leave(hall, client);
        if (!client->is_http)
            client_send(client, message);
    }
    message_drop(message);
}

/* Another connection that said hello with the same secret. */
static bool is_of_session(const struct client *client, const void *context)
{
    const struct task *task = context;
    return client != task->client &&
           memcmp(client->session, task->hash, sizeof client->session) == 0;
}

static void session_ended(struct store_job *job)
{
    struct task *task = job->context;
    struct client *client = task->client;
    if (job->outcome != STORE_OK && job->outcome != STORE_ABSENT) {
        task_unavailable(task);
        task_resume(task);
        return;
    }
    people_end_sessions(client->hall, is_of_session, task);
    if (!client->gone) {
        person_leave(client->hall, client);
        client_answer(client, task->request.id, NULL);
    }
    task_resume(task);
}

static void log_out(struct hall *hall, struct client *client, struct request *request)
{
    struct task *task = task_new(client, request);
    memcpy(task->hash, client->session, sizeof task->hash);
    struct store_job *job = task_job(task, STORE_SESSION_END, session_ended);
    memcpy(job->hash, task->hash, sizeof job->hash);
    store_submit(hall->store, job);
}

void people_request(struct hall *hall, struct client *client, struct request *request)
{
    switch (request->cmd) {
    case REQUEST_HELLO:
        if (request->secret)
            session_find(hall, client, request, person_known);
        else
            person_make(hall, client, request);
        break;
    case REQUEST_RENAME:
        rename_person(hall, client, request);
        break;
    case REQUEST_LOGOUT:
        log_out(hall, client, request);
        break;
    default:
        check_failed("a request about people", __FILE__, __LINE__);
    }
}
