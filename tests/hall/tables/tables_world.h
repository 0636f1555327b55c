/* The platform of a hall as a struct: connections are structs, the test sets the time, and computer
 * players think when the test waits for them. */
#ifndef TESTS_TABLES_TABLES_WORLD_H
#define TESTS_TABLES_TABLES_WORLD_H

#include "hall/hall.h"
#include "hall/hall_internal.h"
#include "table/table.h"

enum {
    CONNECTIONS_MAX = 12,
    THOUGHTS_MAX = 64,
    PUSHES_MAX = 64,
    WHOLE_GAME = 1000000, /* moves: as many as it takes */
};

/* A connection, and what it was sent. It watches one table at a time. */
struct connection {
    struct world *world;
    struct client *client;
    char secret[64], person[STORE_ID_TEXT], table[STORE_ID_TEXT];
    int64_t version; /* of the table, as it was sent */
    int you;
    json_t *answer;                         /* the latest message with an id; may be a step */
    json_t *step, *shown, *online, *clocks; /* the latest pushes of these kinds */
    int steps, gestures, tables_received;
};

struct world {
    struct store *store;
    struct hall *hall;
    int64_t now_ms;
    struct rng rng;
    struct connection connection[CONNECTIONS_MAX];
    int count;
    struct decision *decisions[THOUGHTS_MAX];
    int decision_count;
    bool thinks_never;
    struct push_message *pushes[PUSHES_MAX]; /* to devices, with the sender */
    int push_count;
};

extern char world_path[128];    /* the database */
extern int world_logs_expected; /* lines of the log; one more is a failure */
extern struct texts *world_texts;
/* Wraps the databases of worlds that are opened from now on; NULL: they are used as they are. */
extern struct database *(*world_wrap)(struct database *database);

extern int64_t world_push_after_ms; /* see struct hall_settings; 0 if no test sets it */

#define WORLD_BEGIN_MS INT64_C(1700000000000)

/* For cmocka, before and after each test: two worlds, of which the first is open. */
int world_set_up(void **state);
int world_tear_down(void **state);
/* For cmocka, before and after all tests. */
int world_load_texts(void **state);
int world_free_texts(void **state);

/* Opens a hall on the database, and loads its tables. The seed decides ids and deals. */
void world_open(struct world *world, uint64_t seed, int64_t now_ms);
void world_close(struct world *world);
/* Does everything that needs no time. */
void world_settle(struct world *world);
/* Lets time pass, tick by tick; or in long steps. */
void world_pass(struct world *world, int64_t ms);
void world_pass_long(struct world *world, int64_t ms);
struct live_table *world_live(struct world *world, const char *table);
struct table *world_table(struct world *world, const char *table);
/* The connection of the person on this seat, or NULL. */
struct connection *world_on_seat(struct world *world, const struct table *table, int seat);

/* A new person. */
struct connection *world_come(struct world *world, const char *name);
/* The same person again, perhaps in another world. */
void connection_come_back(struct world *world, struct connection *connection, const char *secret);
void connection_go(struct connection *connection);
/* Frees what it was sent. */
void connection_forget(struct connection *connection);
/* Sends a request. After world_settle the answer is in connection->answer. */
void connection_say(struct connection *connection, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A text of the latest answer. */
const char *connection_answer(const struct connection *connection, const char *key);
void assert_answered(const struct connection *connection);
void assert_refused(const struct connection *connection, const char *code);
void connection_watch(struct connection *connection, const char *table, int64_t since);

/* A table with `more` settings; its host watches. */
void play_create(struct connection *host, const char *game, int seats, const char *more);
/* Three people at a table that the first of them has made. */
struct connection *three_at(struct world *world, const char *game, const char *more);
/* These people join with the code and sit down. */
void play_sit_down(struct connection *host, int count, struct connection **others);
void play_start(struct connection *host);
/* The text of a random legal move of this seat. */
void play_sample(struct world *world, const struct table *table, int seat, char *text, size_t size);
/* Makes a random move of a person whose turn it is. False if it is nobody's. */
bool play_move(struct world *world, const char *table);
/* Random moves of people, while computer players make theirs. */
void play_on(struct world *world, const char *table, int moves);

#endif
