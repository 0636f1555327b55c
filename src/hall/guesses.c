#include "hall/guesses.h"

#include "hall/talk.h"

#include <sodium.h>
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

static bool take(struct guesses *guesses, const char *login)
{
    const struct environment *environment = guesses->environment;
    return bucket_take(counter_of(guesses, login), RETURNED_PER_MINUTE,
                       environment->settings.limits.wrong_passwords, environment->now_ms);
}

static void give(struct guesses *guesses, const char *login)
{
    bucket_give(counter_of(guesses, login), guesses->environment->settings.limits.wrong_passwords);
}

bool guesses_take(struct guesses *guesses, const char *login, struct fault *fault)
{
    if (!take(guesses, login))
        return fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_passwords", NULL);
    talk_say(guesses->environment, TALK_ATTEMPT, "%s", login);
    return true;
}

void guesses_return(struct guesses *guesses, const char *login)
{
    talk_say(guesses->environment, TALK_NO_ATTEMPT, "%s", login);
    give(guesses, login);
}

void guesses_wrong(struct guesses *guesses, const char *login, const char *address)
{
    const struct environment *environment = guesses->environment;
    if (!bucket_has(counter_of(guesses, login), RETURNED_PER_MINUTE,
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
        take(guesses, login);
    else
        give(guesses, login);
}
