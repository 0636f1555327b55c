/* What people.c and friends.c share: a model of what people are to each other. */
#ifndef TESTS_SIMULATION_PEOPLE_H
#define TESTS_SIMULATION_PEOPLE_H

#include "simulation.h"

#include "table/table.h"

enum { SKEW_MS = 12 * 1000 }; /* how much the clocks of servers may differ, and more */

/* Someone with an account, now or once. */
struct known_person {
    char id[STORE_ID_TEXT];
    bool is_gone;
    bool has_account; /* it is known that the database has it, and nobody has asked to delete it */
    bool was_invited; /* by a friend, at any time */
    int64_t was_here_ms; /* when the latest connection ended */
};

/* What one person is to another. */
struct tie {
    char from[STORE_ID_TEXT], to[STORE_ID_TEXT];
    enum store_relation_kind kind;
    int64_t at_ms;
    char table[STORE_ID_TEXT];
};

struct known_report {
    int64_t number;
    char by[STORE_ID_TEXT], about[STORE_ID_TEXT]; /* `by` may be "" */
};

/* Someone who blocks another, and was told so by this server in this life. */
struct block {
    char by[STORE_ID_TEXT], other[STORE_ID_TEXT];
    int server;
    unsigned life;
    int64_t at_ms;
    bool ended; /* somebody has asked for the end of it */
};

struct people_model {
    struct known_person *people;
    size_t people_count, people_capacity;
    struct tie *ties;
    size_t tie_count, tie_capacity;
    struct known_report *reports;
    size_t report_count, report_capacity;
    struct block *blocks;
    size_t block_count, block_capacity;
    int64_t look_until_ms; /* somebody may change something */
};

bool text_is(const char *a, const char *b);

/* Someone who is known; NULL if nobody is. */
struct known_person *known_person_find(const struct world *world, const char *id);
/* What one is to the other in the database now; NULL if nothing of this kind. */
const struct tie *tie_find(const struct world *world, const char *from, const char *to,
                           enum store_relation_kind kind);
/* Whether the server to which the connection leads, or led, may still do what was asked. */
bool connection_may_act(const struct world *world, const struct connection *connection);
/* The table as this server has it; NULL if it has not. */
const struct table *table_in_memory(const struct world *world, int server, const char *id);

/* Adds the present to what a request for a list of friends may be told: to pending->states, other → [states, states back,
 * [[table, at], …] of invitations back]. */
void friends_note(struct world *world, struct pending *pending);
/* Checks the list. */
void friends_check_list(struct world *world, const struct connection *connection,
                        const struct pending *pending, const json_t *json);

#endif
