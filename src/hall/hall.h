/* The hall: people, tables, and who watches what. All that a server does but for sockets, threads
 * and the clock, which come in from outside, so that a test can be the outside: it hands in bytes
 * and a time, and gets bytes.
 *
 *     hall.c          clients come, ask, are answered and go
 *     requests.c      bytes to requests, and what is wrong with them
 *     dispatch.c      what each request does, and who may ask it
 *     limits.c        how much may be asked
 *     people.c        persons, names, secrets
 *     accounts.c      logins and passwords
 *     person_tables.c which tables are whose
 *     listing.c       the list of public tables
 *     chat.c          chat, mute, gestures
 *     live_tables.c   the tables in memory: loading, clocks, closing those that nobody needs
 *     new_tables.c    new tables, and rematches
 *     changes.c       how a table changes, one entry at a time
 *     watch.c         who is at a table
 *     bots.c          computer players: when they are asked, hints
 *     thinking.c      sharing the threads that think
 *     live_stage.c    computer players in real time
 *     id_map.c        what is found by its id
 */
#ifndef HALL_HALL_H
#define HALL_HALL_H

#include "game/game.h"
#include "players/player.h"
#include "store/store.h"
#include "table/message.h"
#include "text/text.h"

#include <jansson.h>

struct hall;
struct client; /* a connection, or one HTTP request, as the hall knows it */

struct hall_limits {
    int message_bytes;          /* of one request: 16384 */
    int messages_per_second;    /* of one connection, on average: 20; a burst of 3 s is fine; and
                                 * 20 times as many of one address, if they cost no more than
                                 * 0.25 ms each */
    int gestures_per_second;    /* 20 */
    int chats_per_minute;       /* 30 */
    int tables_per_person;      /* that one hosts or sits at, and that are not over: 20 */
    int tables;                 /* in all: 20000 */
    int watches_per_client;     /* 50 */
    int new_people_per_minute;  /* from one address: 60 */
    int new_tables_per_minute;  /* the same: 60 */
    int wrong_codes_per_minute; /* from one address: 20; and wrong passwords */
};
extern const struct hall_limits hall_limits_standard;

/* A computer player's turn, thought through elsewhere. What is here is what its seat may know. */
struct decision {
    struct hall *hall;
    char table[STORE_ID_TEXT];
    int64_t version;
    int seat;
    const struct game *game;
    const struct player *player;
    struct game_state_storage view;
    struct game_memory_storage memory;
    struct rng rng;
    int ms; /* 0: the level's own */
    /* When the thinking began, by the clock of hall_tick: set by whoever does it. 0: not yet. */
    _Atomic int64_t begun_ms;
    int64_t iterations;
    union game_move_storage move; /* the answer */
    bool undone;                  /* there is none: the server stops */
    bool with_reason;             /* a hint for a person: */
    bool waits;                   /* it is not to move but to wait */
    const char *reason;
    char detail[PLAYER_DETAIL_MAX];
    /* The hall's own. */
    void *context;
    struct thinker *thinker;
    struct decision *next;
};
/* Does the thinking. On any thread: it uses nothing but the thought. */
void decision_think(struct decision *decision);

/* A password being hashed or compared, elsewhere: libsodium takes its time on purpose. */
struct password_work {
    struct hall *hall;
    char password[256];
    char hashed[STORE_PASSWORD_TEXT]; /* in: compare with this one; "": hash */
    bool matches, failed;
    void *context;
};
void password_work_do(struct password_work *work);

struct hall_outside {
    void *context;
    /* Sends a text; the callee holds the message if it keeps it. */
    void (*send)(void *context, struct client *client, struct message *message);
    /* The connection is to be ended, after what was sent. Never calls back into the hall. */
    void (*end)(void *context, struct client *client);
    /* Work for other threads; it comes back by hall_decision_done and hall_password_done. */
    void (*think)(void *context, struct decision *decision);
    void (*hash)(void *context, struct password_work *work);
    /* Entropy, for ids, secrets, seeds and computer players' chance. */
    void (*entropy)(void *context, void *bytes, size_t size);
    /* A clock that only goes forward, for measuring. */
    int64_t (*now_us)(void *context);
    /* Processor time used by this thread: what requests cost is limited. */
    int64_t (*cpu_us)(void *context);
    /* One line of the log: `event` is a word, `fields` an object that is taken. */
    void (*log)(void *context, const char *event, json_t *fields);
};

struct hall_settings {
    struct hall_limits limits;
    const char *data_folder;
    const struct texts *texts;
    bool positions; /* `create` takes `position` and `seed`: for tests only */
    int thinkers;   /* decisions that are handed over at once: as many as threads; 0: all */
    int64_t now_ms; /* since 1970 */
};

/* The store must outlive the hall, but nothing may be collected from it after hall_free. Nor may
 * other threads still have decisions or passwords of this hall then. */
struct hall *hall_new(const struct hall_settings *settings, const struct hall_outside *outside,
                      struct store *store);
void hall_free(struct hall *hall);

/* Asks the store for the open tables. `hall_is_ready` when all are there. */
void hall_load(struct hall *hall);
bool hall_is_ready(const struct hall *hall);

/* A connection comes and goes. `address` is whose limits it counts for. `owner` is the caller's. */
struct client *hall_enter(struct hall *hall, const char *address, void *owner);
void hall_leave(struct hall *hall, struct client *client);
void *client_owner(const struct client *client);

/* One message from a client: any bytes, which may be changed. */
void hall_receive(struct hall *hall, struct client *client, char *bytes, size_t size,
                  int64_t now_ms);

/* One HTTP request to /api/…: `client` was entered for it alone, and gets one answer by `send`, for
 * which hall_http_status then gives the status. `path` begins with "/api/", and ends before the "?";
 * `query` may be "". `secret` is that of the Authorization header, or NULL. */
void hall_http(struct hall *hall, struct client *client, const char *method, const char *path,
               const char *query, const char *secret, char *body, size_t size, int64_t now_ms);
int hall_http_status(const struct client *client);

/* Time passes: clocks, computer players, the stage. To be called every HALL_TICK_MS. */
enum { HALL_TICK_MS = 50 };
void hall_tick(struct hall *hall, int64_t now_ms);

void hall_decision_done(struct hall *hall, struct decision *decision, int64_t now_ms);
void hall_password_done(struct hall *hall, struct password_work *work, int64_t now_ms);

/* Tells every client that the server stops; nothing new is taken from now on. What is under way in
 * the store still gets its answer. */
void hall_stop(struct hall *hall);

struct hall_figures {
    int64_t clients, watchers, people_online;
    int64_t tables_waiting, tables_playing, tables_over;
    int64_t moves_person, moves_bot, moves_timeout, messages_in, messages_out, errors;
    int64_t thoughts_waiting, thoughts_done;
    /* From the arrival of a move to the sending of its step, in µs: how many took at most 2^i × 100. */
    int64_t latency[16];
    int64_t latency_count, latency_us;
};
void hall_figures(const struct hall *hall, struct hall_figures *figures);

#endif
