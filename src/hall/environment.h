/* What every module of the hall uses: settings, the outside, the store, the time and the counters.
 * Set up by hall.c, which also keeps `now_ms` up to date. */
#ifndef HALL_ENVIRONMENT_H
#define HALL_ENVIRONMENT_H

#include "base/rng.h"
#include "hall/outside.h"

/* What is to be told to other servers (talk.h). */
struct talk {
    char *text; /* NULL: nothing */
    size_t length;
};

struct environment {
    struct hall *hall; /* only for decisions and passwords, which come back to it */
    struct hall_settings settings;
    struct hall_outside outside;
    struct store *store;
    int64_t now_ms;
    bool stopping;
    char server[STORE_ID_TEXT]; /* this server, since its start */
    struct talk talk;
    struct hall_figures figures; /* the counters; hall_read_figures fills in the rest */
};

/* The functions of the outside. */
int64_t environment_now_us(const struct environment *environment);
int64_t environment_cpu_us(const struct environment *environment);
void environment_entropy(const struct environment *environment, void *bytes, size_t size);
void environment_log(const struct environment *environment, const char *event, json_t *fields);

/* How long to wait where servers wait `ms`: shorter in simulations (hall_settings.haste). */
int64_t environment_wait_ms(const struct environment *environment, int64_t ms);

/* A random number generator with a seed from the outside. */
struct rng environment_rng(const struct environment *environment);

/* Counts a move that arrived at `arrived_us` and has just been answered. */
void environment_count_latency(struct environment *environment, int64_t arrived_us);

#endif
