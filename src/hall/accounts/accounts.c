/* Accounts: a login and a password, with which a person can use several devices, and a recovery code
 * that replaces a lost password. Each attempt costs the client's address a guess and, if it is about a
 * password, one at the login; they come back if it was right.
 *
 * Then: passwords; logging in; recovering; deleting; what the right password allows; requests. */
#include "hall/accounts/accounts.h"

#include "base/base.h"
#include "hall/front/front.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { LOGIN_MIN = 3, LOGIN_MAX = 60 };

struct account_task {
    struct session_task session; /* first: see accounts.h; `person` is whose account it is */
    struct accounts *accounts;
    struct password_work work;          /* with another thread, or done */
    bool comparing;                     /* the work is to compare, not to hash */
    bool exists;                        /* there is such a login */
    char compared[STORE_PASSWORD_TEXT]; /* the account's hashed password, which was right */
    unsigned char recovery_hash[STORE_HASH_BYTES]; /* of the new code */
};

static struct task *task_of(struct account_task *account)
{
    return &account->session.task;
}

/* A login is limited to what every keyboard can type, and is stored in lower case. */
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

/* ---- Passwords ---- */

/* Compares the password with `hashed`; or hashes it, if that is "". */
static void password_begin(struct account_task *account, const char *password, const char *hashed)
{
    account->work.context = account;
    if (passwords_begin(account->accounts->passwords, &account->work, password, hashed))
        return;
    if (account->comparing) /* this was no attempt */
        attempts_return(account->accounts->attempts, account->session.person.login,
                        task_of(account)->client->address->text);
    task_refuse(task_of(account), FAULT_LIMIT, "server.too_many_hashes");
    task_resume(task_of(account));
}

static void refuse_password(struct account_task *account)
{
    enum request_cmd cmd = task_of(account)->request.cmd;
    if (cmd == REQUEST_LOGIN)
        task_refuse(task_of(account), FAULT_WHO, "server.wrong_login");
    else if (cmd == REQUEST_RECOVER)
        task_refuse(task_of(account), FAULT_WHO, "server.wrong_recovery");
    else
        task_refuse(task_of(account), FAULT_FORBIDDEN, "server.wrong_password");
}

/* Writing: a new account, another password, another recovery code. */

static void recovery_make(struct account_task *account)
{
    recovery_new(task_of(account)->client->environment, account->session.recovery);
    recovery_hash(account->session.recovery, account->recovery_hash);
}

static void written(struct store_job *job)
{
    struct account_task *account = job->context;
    struct person *person = task_of(account)->client->person;
    if (job->outcome == STORE_TAKEN) {
        task_refuse(task_of(account), FAULT_TAKEN, "server.login_taken");
    } else if (job->outcome == STORE_ABSENT) {
        refuse_password(account); /* it was changed while this one was being hashed */
    } else if (job->outcome != STORE_OK) {
        task_refuse_unavailable(task_of(account));
    } else {
        if (person)
            memcpy(person->login, account->session.person.login, sizeof person->login);
        session_answer_person(&account->session);
    }
    task_resume(task_of(account));
}

/* Whether the client is the same person in another session. */
static bool is_other_session(const struct client *client, const void *context)
{
    const struct session_task *session = context;
    return strcmp(client->person->id, session->person.id) == 0 &&
           memcmp(client->session, session->hash, sizeof client->session) != 0;
}

/* Everyone who logged in with the old password is logged out. */
static void password_written(struct store_job *job)
{
    struct account_task *account = job->context;
    if (job->outcome == STORE_OK)
        people_end_sessions(account->session.sessions->people, is_other_session, &account->session);
    written(job);
}

/* A person can create an account only once, so this is no guess. */
static void account_written(struct store_job *job)
{
    struct account_task *account = job->context;
    struct client *client = task_of(account)->client;
    if (job->outcome == STORE_OK && !client->gone) {
        limits_return_guess(client);
        attempts_know(account->accounts->attempts, account->session.person.login,
                      client->address->text);
    }
    written(job);
}

static void submit(struct account_task *account, enum store_kind kind,
                   void (*done)(struct store_job *job))
{
    const struct session_task *session = &account->session;
    struct store_job *job = task_job(task_of(account), kind, done);
    job->person = session->person;
    job->now_ms = session->task.client->environment->now_ms;
    memcpy(job->session_hash, session->hash, sizeof job->session_hash);
    memcpy(job->recovery_hash, account->recovery_hash, sizeof job->recovery_hash);
    memcpy(job->password, account->work.hashed, sizeof job->password);
    memcpy(job->old_password, account->compared, sizeof job->old_password);
    store_submit(session->task.client->environment->store, job);
}

/* ---- Logging in ---- */

static void logged_in(struct store_job *job)
{
    struct account_task *account = job->context;
    if (job->outcome == STORE_ABSENT)
        refuse_password(account);
    else if (job->outcome != STORE_OK)
        task_refuse_unavailable(task_of(account));
    else if (!task_of(account)->client->gone)
        session_welcome(&account->session);
    task_resume(task_of(account));
}

/* Creates a new secret for this device. */
static void log_in(struct account_task *account)
{
    struct session_task *session = &account->session;
    session_task_new_secret(session);
    struct store_job *job = task_job(&session->task, STORE_SESSION_NEW, logged_in);
    job->person = session->person;
    job->now_ms = session->task.client->environment->now_ms;
    memcpy(job->session_hash, session->hash, sizeof job->session_hash);
    memcpy(job->password, account->compared, sizeof job->password);
    store_submit(session->task.client->environment->store, job);
}

/* ---- Recovering ---- */

static bool is_other_client(const struct client *client, const void *context)
{
    const struct session_task *session = context;
    return client != session->task.client && strcmp(client->person->id, session->person.id) == 0;
}

/* All sessions but the new one have ended. */
static void recovered(struct store_job *job)
{
    struct account_task *account = job->context;
    struct client *client = task_of(account)->client;
    account->session.person = job->person;
    if (job->outcome == STORE_OK) {
        people_end_sessions(account->session.sessions->people, is_other_client, &account->session);
        attempts_forget(account->accounts->attempts, account->session.person.login);
    }
    if (job->outcome == STORE_OK && !client->gone) {
        limits_return_guess(client);
        session_welcome(&account->session);
    } else if (job->outcome == STORE_ABSENT) {
        refuse_password(account);
    } else if (job->outcome != STORE_OK) {
        task_refuse_unavailable(task_of(account));
    }
    task_resume(task_of(account));
}

/* The code is compared by the store; it has too many letters to be guessed. */
static void recover(struct account_task *account)
{
    struct session_task *session = &account->session;
    recovery_make(account);
    session_task_new_secret(session);
    struct store_job *job = task_job(&session->task, STORE_ACCOUNT_RECOVER, recovered);
    job->person = session->person;
    job->now_ms = session->task.client->environment->now_ms;
    memcpy(job->session_hash, session->hash, sizeof job->session_hash);
    memcpy(job->new_recovery_hash, account->recovery_hash, sizeof job->new_recovery_hash);
    memcpy(job->password, account->work.hashed, sizeof job->password);
    CHECK(recovery_hash(session->task.request.recovery,
                        job->recovery_hash)); /* may_ask has read it */
    store_submit(session->task.client->environment->store, job);
}

/* ---- Deleting ---- */

static bool is_person(const struct client *client, const void *context)
{
    return strcmp(client->person->id, context) == 0;
}

static void deleted(struct store_job *job)
{
    struct account_task *account = job->context;
    struct client *client = task_of(account)->client;
    struct people *people = account->session.sessions->people;
    if (job->outcome == STORE_OK) {
        deleting_person(account->accounts->deleting, job->person.id);
        if (!client->gone)
            people_leave(people, client);
        people_end_sessions(people, is_person, job->person.id);
        client_answer(client, task_of(account)->request.id, NULL);
    } else if (job->outcome == STORE_ABSENT) {
        refuse_password(account);
    } else {
        task_refuse_unavailable(task_of(account));
    }
    task_resume(task_of(account));
}

/* ---- What the right password allows ---- */

/* A new secret is kept for long, like a new person; and a new password has to be hashed. */
static bool may_go_on(struct client *client)
{
    const struct environment *environment = client->environment;
    int per_minute = environment->settings.limits.new_people_per_minute;
    return bucket_take(&client->address->people, per_minute, per_minute, environment->now_ms);
}

static void go_on(struct account_task *account)
{
    switch (task_of(account)->request.cmd) {
    case REQUEST_LOGIN:
        log_in(account);
        break;
    case REQUEST_RECOVERY:
        recovery_make(account);
        submit(account, STORE_RECOVERY_SET, written);
        break;
    case REQUEST_DELETE:
        submit(account, STORE_PERSON_DELETE, deleted);
        break;
    default:
        password_begin(account, task_of(account)->request.new_password, "");
    }
}

static void password_compared(struct account_task *account, bool is_right)
{
    struct client *client = task_of(account)->client;
    if (!is_right) {
        client->environment->figures.passwords_wrong++;
        attempts_wrong(account->accounts->attempts, account->session.person.login,
                       client->address->text);
        refuse_password(account);
        task_resume(task_of(account));
        return;
    }
    limits_return_guess(client);
    attempts_return(account->accounts->attempts, account->session.person.login,
                    client->address->text);
    if (!may_go_on(client)) {
        task_refuse(task_of(account), FAULT_LIMIT, "server.too_many_people");
        task_resume(task_of(account));
        return;
    }
    memcpy(account->compared, account->work.hashed, sizeof account->compared);
    go_on(account);
}

static void password_hashed(struct account_task *account)
{
    switch (task_of(account)->request.cmd) {
    case REQUEST_ACCOUNT:
        recovery_make(account);
        submit(account, STORE_ACCOUNT_NEW, account_written);
        break;
    case REQUEST_RECOVER:
        recover(account);
        break;
    default:
        recovery_make(account);
        submit(account, STORE_PASSWORD_SET, password_written);
    }
}

void account_password_done(struct password_work *work)
{
    struct account_task *account = work->context;
    struct task *task = task_of(account);
    if (task->client->gone) {
        task_resume(task);
    } else if (account->comparing) {
        account->comparing = false;
        password_compared(account, account->exists && work->matches);
    } else if (work->failed) {
        task_refuse_unavailable(task);
        task_resume(task);
    } else {
        password_hashed(account);
    }
}

/* An unknown login takes as long as a wrong password: something is hashed anyway. */
static void account_found(struct store_job *job)
{
    struct account_task *account = job->context;
    if (job->outcome != STORE_OK && job->outcome != STORE_ABSENT) {
        task_refuse_unavailable(task_of(account));
        task_resume(task_of(account));
        return;
    }
    account->exists = job->outcome == STORE_OK;
    account->comparing = true;
    account->session.person = job->person;
    password_begin(account, task_of(account)->request.password,
                   account->exists ? job->password : "");
}

/* ---- Requests ---- */

/* Whether the request compares a password; then `person->login` says whose. */
static bool compares(enum request_cmd cmd)
{
    return cmd != REQUEST_ACCOUNT && cmd != REQUEST_RECOVER;
}

static bool may_ask(struct accounts *accounts, struct client *client, const struct request *request,
                    struct store_person *person, struct fault *fault)
{
    bool has_login = client->person && client->person->login[0];
    unsigned char hash[STORE_HASH_BYTES];
    if (request->login && !login_read(request->login, person->login, fault))
        return false;
    if (request->recovery && !recovery_hash(request->recovery, hash))
        return fault_set(fault, FAULT_WHO, NULL, "server.wrong_recovery", NULL);
    if (request->cmd == REQUEST_ACCOUNT && has_login)
        return fault_set(fault, FAULT_TAKEN, NULL, "server.account_already", NULL);
    if (!request->login)
        memcpy(person->login, client->person->login, sizeof person->login);
    bool is_allowed = limits_take_guess(client, fault) &&
                      (!compares(request->cmd) || attempts_take(accounts->attempts, person->login,
                                                                client->address->text, fault));
    client->environment->figures.passwords_limited += !is_allowed;
    return is_allowed;
}

void account_ask(struct accounts *accounts, struct client *client, struct request *request)
{
    struct fault fault;
    struct store_person person = {0};
    if (!may_ask(accounts, client, request, &person, &fault)) {
        client_refuse(client, request->id, &fault);
        return;
    }
    struct account_task *account =
        session_task_new(accounts->sessions, sizeof *account, client, request);
    account->accounts = accounts;
    const struct request *asked = &task_of(account)->request;
    if (asked->cmd != REQUEST_LOGIN && asked->cmd != REQUEST_RECOVER) {
        memcpy(person.id, client->person->id, sizeof person.id);
        memcpy(account->session.hash, client->session, sizeof account->session.hash);
    }
    account->session.person = person;
    client_pause(client);
    if (!compares(asked->cmd)) {
        password_begin(account,
                       asked->cmd == REQUEST_ACCOUNT ? asked->password : asked->new_password, "");
        return;
    }
    struct store_job *job = task_job(task_of(account), STORE_ACCOUNT_FIND, account_found);
    job->person = person;
    store_submit(client->environment->store, job);
}
