/* Accounts: a login and a password, so that a person can be the same on several devices. Passwords
 * are hashed and compared on another thread, which libsodium makes dear on purpose: each costs a
 * guess of the client's address until it was right. */
#include "hall/hall.h"
#include "hall/inside.h"

#include "base/check.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOGIN_MIN = 3, LOGIN_MAX = 60 };

static void refuse(struct task *task, enum fault_code code, const char *text)
{
    struct fault fault;
    fault_set(&fault, code, NULL, text, NULL);
    client_refuse(task->client, task->request.id, &fault);
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
static void password_begin(struct task *task, const char *password, const char *hashed)
{
    struct hall *hall = task->client->hall;
    struct password_work *work = task->work ? task->work : malloc(sizeof *work);
    CHECK(work);
    sodium_memzero(work, sizeof *work);
    work->hall = hall;
    work->context = task;
    snprintf(work->password, sizeof work->password, "%s", password);
    snprintf(work->hashed, sizeof work->hashed, "%s", hashed);
    task->work = work;
    hall->outside.hash(hall->outside.context, work);
}

static void refuse_password(struct task *task)
{
    if (task->request.cmd == REQUEST_LOGIN)
        refuse(task, FAULT_WHO, "server.wrong_login");
    else
        refuse(task, FAULT_FORBIDDEN, "server.wrong_password");
}

/* An account is made, or its password is another one: what the person is now. */
static void account_written(struct store_job *job)
{
    struct task *task = job->context;
    struct person *person = task->client->person;
    if (job->outcome == STORE_TAKEN) {
        refuse(task, FAULT_TAKEN, "server.login_taken");
    } else if (job->outcome == STORE_ABSENT) {
        refuse_password(task); /* it was changed while this one was being hashed */
    } else if (job->outcome != STORE_OK) {
        task_unavailable(task);
    } else {
        if (person)
            memcpy(person->login, task->person.login, sizeof person->login);
        person_answer(task);
    }
    task_resume(task);
}

static bool is_elsewhere(const struct client *client, const void *context)
{
    const struct task *task = context;
    return strcmp(client->person->id, task->person.id) == 0 &&
           memcmp(client->session, task->hash, sizeof client->session) != 0;
}

/* Whoever had got in with the old password is out again. */
static void password_changed(struct store_job *job)
{
    struct task *task = job->context;
    if (job->outcome == STORE_OK)
        people_end_sessions(task->client->hall, is_elsewhere, task);
    account_written(job);
}

static void guess_give_back(const struct client *client)
{
    bucket_give(&client->address->guesses, client->hall->settings.limits.wrong_codes_per_minute);
}

/* Each person can do so once. */
static void account_made(struct store_job *job)
{
    const struct task *task = job->context;
    if (job->outcome == STORE_OK && !task->client->gone)
        guess_give_back(task->client);
    account_written(job);
}

static void account_write(struct task *task, enum store_kind kind,
                          void (*done)(struct store_job *job))
{
    struct store_job *job = task_job(task, kind, done);
    job->person = task->person;
    memcpy(job->hash, task->hash, sizeof job->hash);
    memcpy(job->password, task->work->hashed, sizeof job->password);
    memcpy(job->old_password, task->compared, sizeof job->old_password);
    store_submit(task->client->hall->store, job);
}

static void logged_in(struct store_job *job)
{
    struct task *task = job->context;
    if (job->outcome == STORE_ABSENT)
        refuse_password(task);
    else if (job->outcome != STORE_OK)
        task_unavailable(task);
    else if (!task->client->gone)
        person_welcome(task, &task->person, task->secret);
    task_resume(task);
}

/* A new secret for this device. */
static void log_in(struct task *task)
{
    task_secret_new(task);
    struct store_job *job = task_job(task, STORE_SESSION_NEW, logged_in);
    job->person = task->person;
    memcpy(job->hash, task->hash, sizeof job->hash);
    memcpy(job->password, task->compared, sizeof job->password);
    store_submit(task->client->hall->store, job);
}

/* The password that was given is, or is not, that of the account. */
static void password_compared(struct task *task, bool is_right)
{
    struct client *client = task->client;
    int limit = client->hall->settings.limits.new_people_per_minute;
    if (!is_right) {
        refuse_password(task);
        task_resume(task);
        return;
    }
    guess_give_back(client);
    /* A secret is kept for ever, like a person, and another password has to be hashed. */
    if (!bucket_take(&client->address->people, limit, limit, client->hall->now_ms)) {
        refuse(task, FAULT_LIMIT, "server.too_many_people");
        task_resume(task);
        return;
    }
    memcpy(task->compared, task->work->hashed, sizeof task->compared);
    if (task->request.cmd == REQUEST_LOGIN)
        log_in(task);
    else
        password_begin(task, task->request.new_password, "");
}

void hall_password_done(struct hall *hall, struct password_work *work, int64_t now_ms)
{
    hall->now_ms = now_ms;
    struct task *task = work->context;
    if (task->client->gone) {
        task_resume(task);
    } else if (task->comparing) {
        task->comparing = false;
        password_compared(task, task->right && work->matches);
    } else if (work->failed) {
        task_unavailable(task);
        task_resume(task);
    } else if (task->request.cmd == REQUEST_ACCOUNT) {
        account_write(task, STORE_ACCOUNT_NEW, account_made);
    } else {
        account_write(task, STORE_PASSWORD_SET, password_changed);
    }
}

/* An unknown login takes as long as a wrong password: something is hashed all the same. */
static void account_found(struct store_job *job)
{
    struct task *task = job->context;
    if (job->outcome != STORE_OK && job->outcome != STORE_ABSENT) {
        task_unavailable(task);
        task_resume(task);
        return;
    }
    task->right = job->outcome == STORE_OK;
    task->comparing = true;
    task->person = job->person;
    password_begin(task, task->request.password, task->right ? job->password : "");
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
    struct task *task = task_new(client, request);
    const struct request *asked = &task->request;
    if (asked->cmd == REQUEST_PASSWORD) {
        memcpy(person.login, client->person->login, sizeof person.login);
        memcpy(task->hash, client->session, sizeof task->hash);
    }
    if (asked->cmd == REQUEST_ACCOUNT)
        memcpy(person.id, client->person->id, sizeof person.id);
    task->person = person;
    client_pause(client);
    if (asked->cmd == REQUEST_ACCOUNT) {
        password_begin(task, asked->password, "");
        return;
    }
    struct store_job *job = task_job(task, STORE_ACCOUNT_FIND, account_found);
    job->person = person;
    store_submit(hall->store, job);
}
