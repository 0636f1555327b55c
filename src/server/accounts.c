/* Accounts: a login and a password, so that a person can be the same on several devices. Passwords
 * are hashed and compared on another thread, which libsodium makes dear on purpose: each costs a
 * guess of the client's address until it was right. */
#include "server/inside.h"

#include "base/check.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOGIN_MIN = 3, LOGIN_MAX = 60 };

static void refuse(struct errand *errand, enum fault_code code, const char *text)
{
    struct fault fault;
    fault_set(&fault, code, NULL, text, NULL);
    client_refuse(errand->client, errand->request.id, &fault);
}

/* A login is what a keyboard anywhere can type, whatever its case. */
static bool login_read(const char *given, char login[STORE_NAME_MAX], struct fault *fault)
{
    size_t length = strlen(given);
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-@+";
    if (length < LOGIN_MIN || length > LOGIN_MAX || strspn(given, allowed) != length)
        return fault_set(fault, FAULT_BAD_REQUEST, NULL, "server.bad_login", NULL);
    for (size_t i = 0; i <= length; i++)
        login[i] = (char)(given[i] >= 'A' && given[i] <= 'Z' ? given[i] - 'A' + 'a' : given[i]);
    return true;
}

void password_work_do(struct password_work *work)
{
    size_t length = strlen(work->password);
    if (work->hashed[0])
        work->matches = crypto_pwhash_str_verify(work->hashed, work->password, length) == 0;
    else
        work->failed = crypto_pwhash_str(work->hashed, work->password, length,
                                         crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                         crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0;
}

/* `hashed` "": hash it. */
static void password_begin(struct errand *errand, const char *password, const char *hashed)
{
    struct hall *hall = errand->client->hall;
    struct password_work *work = errand->work ? errand->work : malloc(sizeof *work);
    CHECK(work);
    sodium_memzero(work, sizeof *work);
    work->hall = hall;
    work->context = errand;
    snprintf(work->password, sizeof work->password, "%s", password);
    snprintf(work->hashed, sizeof work->hashed, "%s", hashed);
    errand->work = work;
    hall->outside.hash(hall->outside.context, work);
}

static void refuse_password(struct errand *errand)
{
    if (errand->request.cmd == REQUEST_LOGIN)
        refuse(errand, FAULT_WHO, "server.wrong_login");
    else
        refuse(errand, FAULT_FORBIDDEN, "server.wrong_password");
}

/* An account is made, or its password is another one: what the person is now. */
static void account_written(struct store_job *job)
{
    struct errand *errand = job->context;
    struct person *person = errand->client->person;
    if (job->outcome == STORE_TAKEN) {
        refuse(errand, FAULT_TAKEN, "server.login_taken");
    } else if (job->outcome == STORE_ABSENT) {
        refuse_password(errand); /* it was changed while this one was being hashed */
    } else if (job->outcome != STORE_OK) {
        errand_unavailable(errand);
    } else {
        if (person)
            memcpy(person->login, errand->person.login, sizeof person->login);
        person_answer(errand);
    }
    errand_resume(errand);
}

static bool is_elsewhere(const struct client *client, const void *context)
{
    const struct errand *errand = context;
    return strcmp(client->person->id, errand->person.id) == 0 &&
           memcmp(client->session, errand->hash, sizeof client->session) != 0;
}

/* Whoever had got in with the old password is out again. */
static void password_changed(struct store_job *job)
{
    struct errand *errand = job->context;
    if (job->outcome == STORE_OK)
        people_end_sessions(errand->client->hall, is_elsewhere, errand);
    account_written(job);
}

static void guess_give_back(const struct client *client)
{
    bucket_give(&client->address->guesses, client->hall->settings.limits.wrong_codes_per_minute);
}

/* Each person can do so once. */
static void account_made(struct store_job *job)
{
    const struct errand *errand = job->context;
    if (job->outcome == STORE_OK && !errand->client->gone)
        guess_give_back(errand->client);
    account_written(job);
}

static void account_write(struct errand *errand, enum store_kind kind,
                          void (*done)(struct store_job *job))
{
    struct store_job *job = errand_job(errand, kind, done);
    job->person = errand->person;
    memcpy(job->hash, errand->hash, sizeof job->hash);
    memcpy(job->password, errand->work->hashed, sizeof job->password);
    memcpy(job->old_password, errand->compared, sizeof job->old_password);
    store_submit(errand->client->hall->store, job);
}

static void logged_in(struct store_job *job)
{
    struct errand *errand = job->context;
    if (job->outcome == STORE_ABSENT)
        refuse_password(errand);
    else if (job->outcome != STORE_OK)
        errand_unavailable(errand);
    else if (!errand->client->gone)
        person_welcome(errand, &errand->person, errand->secret);
    errand_resume(errand);
}

/* A new secret for this device. */
static void log_in(struct errand *errand)
{
    errand_secret_new(errand);
    struct store_job *job = errand_job(errand, STORE_SESSION_NEW, logged_in);
    job->person = errand->person;
    memcpy(job->hash, errand->hash, sizeof job->hash);
    memcpy(job->password, errand->compared, sizeof job->password);
    store_submit(errand->client->hall->store, job);
}

/* The password that was given is, or is not, that of the account. */
static void password_compared(struct errand *errand, bool is_right)
{
    struct client *client = errand->client;
    int limit = client->hall->settings.limits.new_people_per_minute;
    if (!is_right) {
        refuse_password(errand);
        errand_resume(errand);
        return;
    }
    guess_give_back(client);
    /* A secret is kept for ever, like a person, and another password has to be hashed. */
    if (!bucket_take(&client->address->people, limit, limit, client->hall->now_ms)) {
        refuse(errand, FAULT_LIMIT, "server.too_many_people");
        errand_resume(errand);
        return;
    }
    memcpy(errand->compared, errand->work->hashed, sizeof errand->compared);
    if (errand->request.cmd == REQUEST_LOGIN)
        log_in(errand);
    else
        password_begin(errand, errand->request.new_password, "");
}

void hall_password_done(struct hall *hall, struct password_work *work, int64_t now_ms)
{
    hall->now_ms = now_ms;
    struct errand *errand = work->context;
    if (errand->client->gone) {
        errand_resume(errand);
    } else if (errand->comparing) {
        errand->comparing = false;
        password_compared(errand, errand->right && work->matches);
    } else if (work->failed) {
        errand_unavailable(errand);
        errand_resume(errand);
    } else if (errand->request.cmd == REQUEST_ACCOUNT) {
        account_write(errand, STORE_ACCOUNT_NEW, account_made);
    } else {
        account_write(errand, STORE_PASSWORD_SET, password_changed);
    }
}

/* An unknown login takes as long as a wrong password: something is hashed all the same. */
static void account_found(struct store_job *job)
{
    struct errand *errand = job->context;
    if (job->outcome != STORE_OK && job->outcome != STORE_ABSENT) {
        errand_unavailable(errand);
        errand_resume(errand);
        return;
    }
    errand->right = job->outcome == STORE_OK;
    errand->comparing = true;
    errand->person = job->person;
    password_begin(errand, errand->request.password, errand->right ? job->password : "");
}

static bool may_ask(const struct client *client, const struct request *request,
                    struct store_person *person, struct fault *fault)
{
    struct hall *hall = client->hall;
    int limit = hall->settings.limits.wrong_codes_per_minute;
    if (request->login && !login_read(request->login, person->login, fault))
        return false;
    if (request->cmd == REQUEST_ACCOUNT && client->person->login[0])
        return fault_set(fault, FAULT_TAKEN, NULL, "server.account_already", NULL);
    if (request->cmd == REQUEST_PASSWORD && !client->person->login[0])
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.no_account", NULL);
    return bucket_take(&client->address->guesses, limit, limit, hall->now_ms) ||
           fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_guesses", NULL);
}

void account_request(struct hall *hall, struct client *client, struct request *request)
{
    struct fault fault;
    struct store_person person = {0};
    if (!may_ask(client, request, &person, &fault)) {
        client_refuse(client, request->id, &fault);
        return;
    }
    struct errand *errand = errand_new(client, request);
    const struct request *asked = &errand->request;
    if (asked->cmd == REQUEST_PASSWORD) {
        memcpy(person.login, client->person->login, sizeof person.login);
        memcpy(errand->hash, client->session, sizeof errand->hash);
    }
    if (asked->cmd == REQUEST_ACCOUNT)
        memcpy(person.id, client->person->id, sizeof person.id);
    errand->person = person;
    client_pause(client);
    if (asked->cmd == REQUEST_ACCOUNT) {
        password_begin(errand, asked->password, "");
        return;
    }
    struct store_job *job = errand_job(errand, STORE_ACCOUNT_FIND, account_found);
    job->person = person;
    store_submit(hall->store, job);
}
