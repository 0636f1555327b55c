/* Web Push: short messages to browsers that are not connected, by way of the push service of each browser's maker (RFC 8030). The
 * service cannot read them (RFC 8291), and knows by a key of ours who sends (RFC 8292). Nothing here knows what the messages say.
 *
 *     crypto.c  keys, who sends, and messages that only the browser can read
 *     sender.c  the thread that sends */
#ifndef PUSH_PUSH_H
#define PUSH_PUSH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sockaddr;

/* Sizes of texts include the terminating zero. Keys are written in base64url without padding. */
enum {
    PUSH_ENDPOINT_TEXT = 800,
    PUSH_PUBLIC_TEXT = 88, /* a point of P-256, uncompressed */
    PUSH_SECRET_TEXT = 44, /* a private key */
    PUSH_AUTH_TEXT = 23,   /* 16 bytes */
    PUSH_CONTACT_TEXT = 201,
    PUSH_MESSAGE_MAX = 1000, /* bytes */
    PUSH_TOPIC_TEXT = 33,
    PUSH_HEAD = 16 + 4 + 1 + 65, /* before an encrypted message; after it come a mark and a tag */
    PUSH_BODY_MAX = PUSH_HEAD + PUSH_MESSAGE_MAX + 1 + 16,
    PUSH_AUTHORIZATION_TEXT = 1100,
};

/* ---- Crypto ---- */

/* Where a browser can be reached: what its subscription says. */
struct push_target {
    char endpoint[PUSH_ENDPOINT_TEXT]; /* an https address at a push service */
    char key[PUSH_PUBLIC_TEXT];        /* the browser's public key */
    char auth[PUSH_AUTH_TEXT];         /* what the browser and we know, and the service does not */
};

/* Fills in a target. False if this is none: not an https address with the name of a host, not a point of the curve, or too long. */
bool push_target_read(struct push_target *target, const char *endpoint, const char *key,
                      const char *auth);

/* The length of "https://HOST" or "https://HOST:PORT" at the beginning; 0 if there is none. */
size_t push_origin_length(const char *address);

/* Whether a push service may be told to write to this: "mailto:…" or "https://…". */
bool push_contact_is_valid(const char *contact);

/* A new private key; the public key of one, false if it is none. */
void push_secret_new(char secret[PUSH_SECRET_TEXT]);
bool push_public_of(const char *secret, char public[PUSH_PUBLIC_TEXT]);

/* The value of the header Authorization: who sends, at this endpoint only, until this second since 1970. */
void push_authorization_write(char text[PUSH_AUTHORIZATION_TEXT], const char *secret,
                              const char *contact, const char *endpoint, int64_t until_s);

/* Encrypts at most PUSH_MESSAGE_MAX bytes for the browser, and returns how many there are then. `once` and `salt` are new for each
 * message: see push_encrypt_new. */
size_t push_encrypt(const struct push_target *target, const char *once,
                    const unsigned char salt[16], const char *message, size_t size,
                    unsigned char body[PUSH_BODY_MAX]);
size_t push_encrypt_new(const struct push_target *target, const char *message, size_t size,
                        unsigned char body[PUSH_BODY_MAX]);

/* ---- The sender ---- */

/* Sends messages on a thread of its own, many at once, so that a slow service holds up no other one. It only talks to addresses of
 * the public internet, whatever names resolve to, follows no redirects, and reads little of an answer. When a service is away or asks
 * for time, a message waits and is tried again, with growing pauses, for less than an hour in all. */

enum push_outcome {
    PUSH_SENT,
    PUSH_GONE,   /* the subscription has ended: forget it */
    PUSH_FAILED, /* refused, or tried for too long */
};

struct push_message {
    struct push_target target;
    char secret[PUSH_SECRET_TEXT]; /* of who sends */
    char text[PUSH_MESSAGE_MAX + 1];
    char topic
        [PUSH_TOPIC_TEXT]; /* a message replaces one of the same topic that still waits at the service; or "" */
    int64_t lasts_s; /* how long the service keeps it */
    void *context;   /* for the owner */
    /* The answer. */
    enum push_outcome outcome;
    int status; /* of HTTP; 0: there was no answer */
    /* For the sender only. */
    struct push_attempt *attempt;
    struct push_message *next;
    int tries;
    int64_t due_ms, first_ms;
};

struct push_settings {
    const char *contact;           /* push_contact_is_valid */
    const char *test_certificate;  /* tests only: trust this one, at any address; or NULL */
    void (*notify)(void *context); /* called on the sender's thread: there are answers */
    void *context;
};

struct push_sender;
struct push_sender *push_sender_new(const struct push_settings *settings);
/* Stops, and frees what was not collected. */
void push_sender_free(struct push_sender *sender);

/* Takes a message. If too many wait, it fails at once. */
void push_sender_put(struct push_sender *sender, struct push_message *message);
/* A message that is done, to be freed by the caller; or NULL. */
struct push_message *push_sender_take(struct push_sender *sender);

/* Whether this is an address of the public internet. */
bool push_address_is_public(const struct sockaddr *address);

#endif
