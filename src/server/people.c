/* People: names, ids, secrets, and who is connected as whom. Only those connected are in memory;
 * what is known of the others is in the store. A secret is there as its hash alone. While the store
 * is asked who somebody is, that client's further requests wait. */
#include "server/inside.h"

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

void errand_secret_new(struct errand *errand)
{
    secret_new(errand->client->hall, errand->secret, sizeof errand->secret, SECRET_BYTES);
    secret_hash(errand->secret, errand->hash);
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
        tables_unwatch(hall, client->watches);
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
        index_remove(&hall->people, person->id);
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
    struct person *person = index_find(&hall->people, found->id);
    if (!person) {
        person = calloc(1, sizeof *person);
        CHECK(person);
        memcpy(person->id, found->id, sizeof person->id);
        index_add(&hall->people, person);
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
    struct seating *const *tables;
    json_t *list = json_array();
    int count = places_of(hall, person->id, &tables);
    for (int i = 0; i < count; i++)
        if (room_seat_of(tables[i]->room, person->id) >= 0)
            json_array_append_new(list, json_string(tables[i]->id));
    return list;
}

void person_welcome(struct errand *errand, const struct store_person *person, const char *secret)
{
    struct client *client = errand->client;
    person_enter(client->hall, client, person, errand->hash);
    json_t *answer = json_pack("{s:o, s:o}", "person", person_json(client->person), "tables",
                               tables_json(client->hall, client->person));
    if (secret)
        json_object_set_new(answer, "secret", json_string(secret));
    client_answer(client, errand->request.id, answer);
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
    struct errand *errand = job->context;
    struct client *client = errand->client;
    if (job->outcome != STORE_OK) {
        errand_unavailable(errand);
    } else if (!client->gone) {
        person_welcome(errand, &errand->person, errand->secret);
    }
    errand_resume(errand);
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
    struct errand *errand = errand_new(client, request);
    errand->person = person;
    errand_secret_new(errand);
    struct store_job *job = errand_job(errand, STORE_PERSON_NEW, person_made);
    job->person = person;
    memcpy(job->hash, errand->hash, sizeof job->hash);
    store_submit(hall->store, job);
}

/* Whether the session was found; if not, the errand's request is refused. */
static bool session_found(const struct store_job *job, struct errand *errand)
{
    if (job->outcome == STORE_ABSENT)
        refuse(errand->client, errand->request.id, FAULT_WHO, "server.unknown_secret");
    else if (job->outcome != STORE_OK)
        errand_unavailable(errand);
    return job->outcome == STORE_OK;
}

static void person_known(struct store_job *job)
{
    struct errand *errand = job->context;
    struct client *client = errand->client;
    if (!client->gone && session_found(job, errand)) {
        person_welcome(errand, &job->person, NULL);
    }
    errand_resume(errand);
}

static void person_identified(struct store_job *job)
{
    struct errand *errand = job->context;
    struct client *client = errand->client;
    if (!client->gone && session_found(job, errand)) {
        person_enter(client->hall, client, &job->person, errand->hash);
        client->paused = false;
        request_run(client->hall, client, &errand->request);
    }
    errand_free(errand);
}

static void session_find(struct hall *hall, struct client *client, struct request *request,
                         void (*done)(struct store_job *job))
{
    struct errand *errand = errand_new(client, request);
    secret_hash(errand->request.secret, errand->hash);
    struct store_job *job = errand_job(errand, STORE_SESSION_FIND, done);
    memcpy(job->hash, errand->hash, sizeof job->hash);
    store_submit(hall->store, job);
}

void people_identify(struct hall *hall, struct client *client, struct request *request)
{
    session_find(hall, client, request, person_identified);
}

/* Name and session of those who are known already. */

void person_answer(struct errand *errand)
{
    struct client *client = errand->client;
    if (client->person)
        client_answer(client, errand->request.id,
                      json_pack("{s:o}", "person", person_json(client->person)));
    else
        refuse(client, errand->request.id, FAULT_WHO, "server.say_hello");
}

static void person_renamed(struct store_job *job)
{
    struct errand *errand = job->context;
    struct person *person = errand->client->person;
    if (job->outcome != STORE_OK) {
        errand_unavailable(errand);
    } else {
        if (person)
            memcpy(person->name, errand->person.name, sizeof person->name);
        person_answer(errand);
    }
    errand_resume(errand);
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
    struct errand *errand = errand_new(client, request);
    errand->person = person;
    struct store_job *job = errand_job(errand, STORE_PERSON_RENAME, person_renamed);
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
    const struct errand *errand = context;
    return client != errand->client &&
           memcmp(client->session, errand->hash, sizeof client->session) == 0;
}

static void session_ended(struct store_job *job)
{
    struct errand *errand = job->context;
    struct client *client = errand->client;
    if (job->outcome != STORE_OK && job->outcome != STORE_ABSENT) {
        errand_unavailable(errand);
        errand_resume(errand);
        return;
    }
    people_end_sessions(client->hall, is_of_session, errand);
    if (!client->gone) {
        person_leave(client->hall, client);
        client_answer(client, errand->request.id, NULL);
    }
    errand_resume(errand);
}

static void log_out(struct hall *hall, struct client *client, struct request *request)
{
    struct errand *errand = errand_new(client, request);
    memcpy(errand->hash, client->session, sizeof errand->hash);
    struct store_job *job = errand_job(errand, STORE_SESSION_END, session_ended);
    memcpy(job->hash, errand->hash, sizeof job->hash);
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
