/* Wrong passwords per login, from all addresses and at all servers together. Servers tell each other of
 * attempts, so those that are made at several of them in the same moment are not limited together.
 * Logins share a fixed number of counters, so that guessing at many logins costs no memory; whether a
 * login exists makes no difference.
 *
 * No one is locked out for long: an attempt comes back every minute, sessions continue, and
 * recovery codes, which cannot be guessed, do not count. Strangers who go on guessing do not keep the
 * owner out: an address where this login has been in use has attempts of its own. */
#ifndef HALL_GUESSES_H
#define HALL_GUESSES_H

#include "base/fault.h"
#include "hall/bucket.h"
#include "hall/environment.h"

enum { GUESSES_COUNTERS = 1 << 13, GUESSES_PLACES = 1 << 12 };

/* An address where a login has been in use since the start; a newer one may replace it. */
struct guesses_place {
    uint64_t of; /* a hash of both; 0: none */
    struct bucket counter;
};

struct guesses {
    struct environment *environment;
    unsigned char
        key[32]; /* random: nobody can choose a login that shares a counter with another */
    struct bucket counters[GUESSES_COUNTERS];
    struct guesses_place places[GUESSES_PLACES];
};

void guesses_start(struct guesses *guesses, struct environment *environment);

/* Someone with this login is at this address. */
void guesses_know(struct guesses *guesses, const char *login, const char *address);

/* Takes an attempt at this login, from this address. Returns false and sets `fault` if there were too
 * many wrong ones. */
bool guesses_take(struct guesses *guesses, const char *login, const char *address,
                  struct fault *fault);
/* The attempt was right. */
void guesses_return(struct guesses *guesses, const char *login, const char *address);
/* The attempt was wrong: logs it if no other is left. */
void guesses_wrong(struct guesses *guesses, const char *login, const char *address);
/* The account was recovered: it has a new password, which nobody has tried yet. */
void guesses_forget(struct guesses *guesses, const char *login);

/* The same at another server. */
void guesses_heard(struct guesses *guesses, const char *login, bool counts);
void guesses_heard_forget(struct guesses *guesses, const char *login);

#endif
