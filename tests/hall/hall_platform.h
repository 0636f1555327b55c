/* The platform of a hall, without sockets, threads or a clock. Clients are peers that keep what they are
 * sent. Passwords, decisions and the jobs of the store, a real one on its own file, wait until the test
 * does them.
 *
 * In the messages of these tests, ' stands for the quotes of JSON. */
#ifndef TESTS_HALL_HALL_PLATFORM_H
#define TESTS_HALL_HALL_PLATFORM_H

#include "support.h"

#include "hall/hall.h"
#include "hall/hall_internal.h"

#include <setjmp.h>
#include <stdarg.h>

enum { SENT_MAX = 4096, PENDING_MAX = 64 };

#define HOUR_MS (INT64_C(3600) * 1000)
#define DAY_MS (24 * HOUR_MS)
#define WORLD_SESSION_MS (90 * DAY_MS)
#define WORLD_GUEST_MS (30 * DAY_MS)

/* A client. */
struct peer {
    struct client *client;
    char *sent[SENT_MAX];
    int sent_count;
    bool ended;
};

extern struct world {
    struct hall *hall;
    struct store *store;
    struct rng rng;
    int64_t now_ms;
    int64_t cpu_us, cpu_step_us; /* everything costs this much processor time */
    struct password_work *hashes[PENDING_MAX];
    struct decision *decisions[PENDING_MAX];
    int hash_count, decision_count;
    bool hash_at_once;
    int locked; /* events login_locked */
    char folder[64], path[96];
} world;

/* For cmocka: a new store and a hall, before and after each test. */
int world_begin(void **unused);
int world_end(void **unused);
void world_open(void);
void world_close(void);

/* Does all work that the platform has, until nothing is under way; or only the jobs of the store. */
void settle(void);
void store_settle(void);
/* Time passes, with ticks. */
void pass(int64_t ms);

struct peer *peer_at(const char *address);
/* Forgets what the peer was sent. */
void peer_forget(struct peer *peer);
void peer_leave(struct peer *peer);

/* Sends a message, and does not wait. */
void say_bytes(struct peer *peer, const char *bytes, size_t size);
void say(struct peer *peer, const char *format, ...);
/* Forgets what the peer was sent, sends a message and waits. Returns code_of(peer, "7"). */
const char *ask(struct peer *peer, const char *format, ...);

/* Whether the peer was sent these words; " is written as '. */
bool was_told(const struct peer *peer, const char *words);

/* The latest message in which this key has this value, or NULL. Needs json_decref. */
json_t *find(const struct peer *peer, const char *key, const char *value);
/* A text of that message, or "". */
const char *text_of(const struct peer *peer, const char *key, const char *value,
                    const char *wanted);
/* The error code of the answer to this id; "ok" if it is no error; "" if there is no answer. */
const char *code_of(const struct peer *peer, const char *id);
bool has(const char *text, const char *part);

/* A person who has said hello; and the id of a table of T-Rex for two that they host. */
struct peer *person(const char *name);
const char *table_of(struct peer *host, const char *more);

#endif
