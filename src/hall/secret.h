/* Random texts: ids, secrets, invitations and codes. The store keeps only hashes of secrets. */
#ifndef HALL_SECRET_H
#define HALL_SECRET_H

#include "hall/environment.h"

/* A new id: lower-case letters and digits. */
void id_new(const struct environment *environment, char id[STORE_ID_TEXT]);

/* A new secret of a person. */
enum { SECRET_TEXT = 64 };
void secret_new(const struct environment *environment, char secret[SECRET_TEXT]);
/* What the store keeps of a secret, an invitation or a code. */
void secret_hash(const char *secret, unsigned char hash[STORE_HASH_BYTES]);

/* The two ways into a table: an invitation, which is part of a link, and a code to read aloud. */
enum { INVITE_TEXT = 23, CODE_TEXT = 9 };
void invite_new(const struct environment *environment, char invite[INVITE_TEXT],
                char code[CODE_TEXT]);
/* A code as it was given out, from one that a person typed. False if it cannot be one. */
bool code_normalise(const char *typed, char code[CODE_TEXT]);

/* A code that replaces a lost password: five groups of five letters, 125 bits. */
enum { RECOVERY_TEXT = 30 };
void recovery_new(const struct environment *environment, char code[RECOVERY_TEXT]);
/* The hash that the store keeps, from a code as a person typed it. Returns false if it cannot be
 * one. */
bool recovery_hash(const char *typed, unsigned char hash[STORE_HASH_BYTES]);

/* A new seed of a match. */
enum { SEED_TEXT = 65 };
void seed_new(const struct environment *environment, char seed[SEED_TEXT]);

#endif
