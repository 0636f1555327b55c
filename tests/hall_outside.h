/* An outside for the hall, without sockets, threads or a clock: clients are peers that keep what
 * they are sent, passwords and decisions wait until the test lets them be done, and so does the store,
 * a real one on a file of its own.
 *
 * In every text that is said here, ' stands for the quotes of JSON. */
#ifndef TESTS_HALL_OUTSIDE_H
#define TESTS_HALL_OUTSIDE_H

#include "support.h"

#include "hall/hall.h"
#include "hall/parts.h"

#include <setjmp.h>
#include <stdarg.h>

enum { SENT_MAX = 4096, PENDING_MAX = 64 };

/* A client, as seen from outside. */
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
    char folder[64], path[96];
} world;

/* For cmocka: a new store and a hall, before and after each test. */
int world_begin(void **unused);
int world_end(void **unused);
void world_open(void);
void world_close(void);

/* Everything outside happens, until nothing is under way; or only what the store does. */
void settle(void);
void store_settle(void);
/* Time passes, with ticks. */
void pass(int64_t ms);

struct peer *peer_at(const char *address);
void peer_forget(struct peer *peer); /* what it was sent */
void peer_leave(struct peer *peer);

/* Sends it, and does not wait. */
void say_bytes(struct peer *peer, const char *bytes, size_t size);
void say(struct peer *peer, const char *format, ...);
/* Forgets what was sent before, sends it and waits. Returns code_of the id 7. */
const char *ask(struct peer *peer, const char *format, ...);

/* The latest message with this key having this value; NULL: none. For json_decref. */
json_t *find(const struct peer *peer, const char *key, const char *value);
/* A copy of a text in it, or "". */
const char *text_of(const struct peer *peer, const char *key, const char *value,
                    const char *wanted);
/* The code of the error in the answer to this id; "ok", or "" if there is none. */
const char *code_of(const struct peer *peer, const char *id);
bool has(const char *text, const char *part);

/* One who has said hello; and a table of T-Rex for two of this person's, as its id. */
struct peer *person(const char *name);
const char *table_of(struct peer *host, const char *more);

#endif
