/* Accounts: a login and a password, with which a person can use several devices, and a recovery code
 * that replaces a lost password. Each attempt costs the client's address a guess and, if it is about a
 * password, one at the login; they come back if it was right. */
#ifndef HALL_ACCOUNTS_H
#define HALL_ACCOUNTS_H

#include "hall/change.h"
#include "hall/deleting.h"
#include "hall/guesses.h"
#include "hall/passwords.h"
#include "hall/sessions.h"

struct accounts {
    struct sessions *sessions;
    struct passwords *passwords;
    struct guesses *guesses;
    const struct deleting *deleting;
};

/* The requests `account`, `login`, `password`, `recovery`, `recover` and `delete`. Takes the request. */
void account_ask(struct accounts *accounts, struct client *client, struct request *request);

/* Another thread is done with a password. */
void account_password_done(struct password_work *work);

#endif
