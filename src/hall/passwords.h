/* The passwords that are being hashed or compared. Argon2 needs 64 MiB for each, so only a few are with
 * other threads at a time; some more wait for their turn; beyond that, requests are refused. */
#ifndef HALL_PASSWORDS_H
#define HALL_PASSWORDS_H

#include "hall/environment.h"

struct passwords {
    struct environment *environment;
    int running, waiting;
    struct password_work *first, *last; /* those that wait, linked by `next` */
};

void passwords_start(struct passwords *passwords, struct environment *environment);

/* Compares `password` with `hashed`, or hashes it if that is "". False if too many wait already.
 * The owner keeps `work` until it comes back, through hall_password_done. */
bool passwords_begin(struct passwords *passwords, struct password_work *work, const char *password,
                     const char *hashed);

/* One has come back: wipes its password, and starts the next one. */
void passwords_done(struct passwords *passwords, struct password_work *work);

#endif
