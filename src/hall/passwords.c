#include "hall/passwords.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

void password_work_do(struct password_work *work)
{
    size_t length = strlen(work->password);
    if (work->hashed[0])
        work->matches = crypto_pwhash_str_verify(work->hashed, work->password, length) == 0;
    else
        work->failed = crypto_pwhash_str(work->hashed, work->password, length,
                                         crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                         crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0;
    sodium_memzero(work->password, sizeof work->password);
}

void passwords_start(struct passwords *passwords, struct environment *environment)
{
    *passwords = (struct passwords){.environment = environment};
}

static void run(struct passwords *passwords, struct password_work *work)
{
    const struct environment *environment = passwords->environment;
    passwords->running++;
    environment->outside.hash(environment->outside.context, work);
}

bool passwords_begin(struct passwords *passwords, struct password_work *work, const char *password,
                     const char *hashed)
{
    const struct hall_limits *limits = &passwords->environment->settings.limits;
    bool must_wait = passwords->running >= limits->hashes;
    if (must_wait && passwords->waiting >= limits->hashes_waiting)
        return false;
    void *context = work->context;
    sodium_memzero(work, sizeof *work);
    work->hall = passwords->environment->hall;
    work->context = context;
    snprintf(work->password, sizeof work->password, "%s", password);
    snprintf(work->hashed, sizeof work->hashed, "%s", hashed);
    if (!must_wait) {
        run(passwords, work);
        return true;
    }
    if (passwords->last)
        passwords->last->next = work;
    else
        passwords->first = work;
    passwords->last = work;
    passwords->waiting++;
    return true;
}

void passwords_done(struct passwords *passwords, struct password_work *work)
{
    sodium_memzero(work->password, sizeof work->password);
    passwords->running--;
    struct password_work *next = passwords->first;
    if (!next || passwords->environment->stopping)
        return;
    passwords->first = next->next;
    if (!passwords->first)
        passwords->last = NULL;
    passwords->waiting--;
    run(passwords, next);
}
