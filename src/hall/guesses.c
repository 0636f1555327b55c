#include "hall/guesses.h"

#include "hall/address.h"
#include "hall/talk.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { RETURNED_PER_MINUTE = 1 };

void guesses_start(struct guesses *guesses, struct environment *environment)
{
    guesses->environment = environment;
    environment_entropy(environment, guesses->key, sizeof guesses->key);
}

static struct bucket *counter_of(struct guesses *guesses, const char *login)
{
    uint32_t hash[crypto_generichash_BYTES_MIN / sizeof(uint32_t)];
    crypto_generichash((unsigned char *)hash, sizeof hash, (const unsigned char *)login,
                       strlen(login), guesses->key, sizeof guesses->key);
    return &guesses->counters[hash[0] % GUESSES_COUNTERS];
}

static struct guesses_place *place_of(struct guesses *guesses, const char *login,
                                      const char *address, uint64_t *both)
{
    uint64_t hash[crypto_generichash_BYTES_MIN / sizeof(uint64_t)];
    char text[STORE_NAME_MAX + ADDRESS_BYTES];
    snprintf(text, sizeof text, "%s\n%s", login, address);
    crypto_generichash((unsigned char *)hash, sizeof hash, (const unsigned char *)text,
                       strlen(text), guesses->key, sizeof guesses->key);
    *both = hash[1] ? hash[1] : 1;
    return &guesses->places[hash[0] % GUESSES_PLACES];
}

void guesses_know(struct guesses *guesses, const char *login, const char *address)
{
    uint64_t both;
    struct guesses_place *place = place_of(guesses, login, address, &both);
    if (place->of != both)
        *place = (struct guesses_place){.of = both};
}

/* The attempts that this address has for itself; NULL: those of all others. */
static struct bucket *own_counter(struct guesses *guesses, const char *login, const char *address)
{
    uint64_t both;
    struct guesses_place *place = place_of(guesses, login, address, &both);
    return place->of == both ? &place->counter : NULL;
}

static bool take(const struct guesses *guesses, struct bucket *counter)
{
    const struct environment *environment = guesses->environment;
    return bucket_take(counter, RETURNED_PER_MINUTE, environment->settings.limits.wrong_passwords,
                       environment->now_ms);
}

static void give(const struct guesses *guesses, struct bucket *counter)
{
    bucket_give(counter, guesses->environment->settings.limits.wrong_passwords);
}

bool guesses_take(struct guesses *guesses, const char *login, const char *address,
                  struct fault *fault)
{
    struct bucket *own = own_counter(guesses, login, address);
    if (!take(guesses, own ? own : counter_of(guesses, login)))
        return fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_passwords", NULL);
    if (!own)
        talk_say(guesses->environment, TALK_ATTEMPT, "%s", login);
    return true;
}

void guesses_return(struct guesses *guesses, const char *login, const char *address)
{
    struct bucket *own = own_counter(guesses, login, address);
    if (!own)
        talk_say(guesses->environment, TALK_NO_ATTEMPT, "%s", login);
    give(guesses, own ? own : counter_of(guesses, login));
}

void guesses_wrong(struct guesses *guesses, const char *login, const char *address)
{
    const struct environment *environment = guesses->environment;
    struct bucket *own = own_counter(guesses, login, address);
    if (!bucket_has(own ? own : counter_of(guesses, login), RETURNED_PER_MINUTE,
                    environment->settings.limits.wrong_passwords, environment->now_ms))
        environment_log(environment, "login_locked", json_pack("{s:s}", "address", address));
}

void guesses_forget(struct guesses *guesses, const char *login)
{
    talk_say(guesses->environment, TALK_FORGET_ATTEMPTS, "%s", login);
    guesses_heard_forget(guesses, login);
}

void guesses_heard_forget(struct guesses *guesses, const char *login)
{
    *counter_of(guesses, login) = (struct bucket){0};
}

void guesses_heard(struct guesses *guesses, const char *login, bool counts)
{
    if (counts)
        take(guesses, counter_of(guesses, login));
    else
        give(guesses, counter_of(guesses, login));
}
