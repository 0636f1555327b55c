/* The passwords that are being hashed or compared. Argon2 needs 64 MiB for each, so only a few are with
 * other threads at a time; some more wait for their turn; beyond that, requests are refused.
 *
 * Then: password attempts. */
#include "hall/accounts/accounts.h"

#include "hall/cluster/peers/peers.h"
#include "hall/front/front.h"

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
    environment->platform.hash(environment->platform.context, work);
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

/* ---- Password attempts ---- */

enum { RETURNED_PER_MINUTE = 1 };

void attempts_start(struct attempts *attempts, struct environment *environment)
{
    attempts->environment = environment;
    environment_entropy(environment, attempts->key, sizeof attempts->key);
}

static struct bucket *counter_of(struct attempts *attempts, const char *login)
{
    uint32_t hash[crypto_generichash_BYTES_MIN / sizeof(uint32_t)];
    crypto_generichash((unsigned char *)hash, sizeof hash, (const unsigned char *)login,
                       strlen(login), attempts->key, sizeof attempts->key);
    return &attempts->counters[hash[0] % ATTEMPTS_COUNTERS];
}

static struct attempts_place *place_of(struct attempts *attempts, const char *login,
                                       const char *address, uint64_t *both)
{
    uint64_t hash[crypto_generichash_BYTES_MIN / sizeof(uint64_t)];
    char text[STORE_NAME_MAX + ADDRESS_BYTES];
    snprintf(text, sizeof text, "%s\n%s", login, address);
    crypto_generichash((unsigned char *)hash, sizeof hash, (const unsigned char *)text,
                       strlen(text), attempts->key, sizeof attempts->key);
    *both = hash[1] ? hash[1] : 1;
    return &attempts->places[hash[0] % ATTEMPTS_PLACES];
}

void attempts_know(struct attempts *attempts, const char *login, const char *address)
{
    uint64_t both;
    struct attempts_place *place = place_of(attempts, login, address, &both);
    if (place->of != both)
        *place = (struct attempts_place){.of = both};
}

/* The attempts that this address has for itself; NULL: those of all others. */
static struct bucket *own_counter(struct attempts *attempts, const char *login, const char *address)
{
    uint64_t both;
    struct attempts_place *place = place_of(attempts, login, address, &both);
    return place->of == both ? &place->counter : NULL;
}

static bool take(const struct attempts *attempts, struct bucket *counter)
{
    const struct environment *environment = attempts->environment;
    return bucket_take(counter, RETURNED_PER_MINUTE, environment->settings.limits.wrong_passwords,
                       environment->now_ms);
}

static void give(const struct attempts *attempts, struct bucket *counter)
{
    bucket_give(counter, attempts->environment->settings.limits.wrong_passwords);
}

bool attempts_take(struct attempts *attempts, const char *login, const char *address,
                   struct fault *fault)
{
    struct bucket *own = own_counter(attempts, login, address);
    if (!take(attempts, own ? own : counter_of(attempts, login)))
        return fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_passwords", NULL);
    if (!own)
        peers_say(attempts->environment, PEER_ATTEMPT, "%s", login);
    return true;
}

void attempts_return(struct attempts *attempts, const char *login, const char *address)
{
    struct bucket *own = own_counter(attempts, login, address);
    if (!own)
        peers_say(attempts->environment, PEER_NO_ATTEMPT, "%s", login);
    give(attempts, own ? own : counter_of(attempts, login));
}

void attempts_wrong(struct attempts *attempts, const char *login, const char *address)
{
    const struct environment *environment = attempts->environment;
    struct bucket *own = own_counter(attempts, login, address);
    if (!bucket_has(own ? own : counter_of(attempts, login), RETURNED_PER_MINUTE,
                    environment->settings.limits.wrong_passwords, environment->now_ms))
        environment_log(environment, "login_locked", json_pack("{s:s}", "address", address));
}

void attempts_forget(struct attempts *attempts, const char *login)
{
    peers_say(attempts->environment, PEER_FORGET_ATTEMPTS, "%s", login);
    attempts_heard_forget(attempts, login);
}

void attempts_heard_forget(struct attempts *attempts, const char *login)
{
    *counter_of(attempts, login) = (struct bucket){0};
}

void attempts_heard(struct attempts *attempts, const char *login, bool counts)
{
    if (counts)
        take(attempts, counter_of(attempts, login));
    else
        give(attempts, counter_of(attempts, login));
}
