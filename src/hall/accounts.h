/* Accounts: a login and a password, with which a person can use several devices. Passwords are hashed
 * and compared on another thread; libsodium makes that slow on purpose. Each costs the client's
 * address a guess, which it gets back if the password is right. */
#ifndef HALL_ACCOUNTS_H
#define HALL_ACCOUNTS_H

#include "hall/sessions.h"

/* The requests `account`, `login` and `password`. Takes the request. */
void account_ask(struct sessions *sessions, struct client *client, struct request *request);

/* Another thread is done with a password. */
void account_password_done(struct password_work *work);

#endif
