/* What the hall gets from outside: settings and limits, a way to send, other threads, entropy and
 * clocks; and what it hands out to them. */
#ifndef HALL_OUTSIDE_H
#define HALL_OUTSIDE_H

#include "game/game.h"
#include "players/player.h"
#include "store/store.h"
#include "table/message.h"
#include "text/text.h"

#include <jansson.h>

enum { HALL_TICK_MS = 50 }; /* how often hall_tick is to be called */

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

struct hall_figures {
    int64_t clients, watchers, people_online;
    int64_t tables_waiting, tables_playing, tables_over;
    int64_t moves_person, moves_bot, moves_timeout, messages_in, messages_out, errors;
    int64_t thoughts_waiting, thoughts_done;
    /* From the arrival of a move to the sending of its step, in µs: how many took at most 2^i × 100. */
    int64_t latency[16];
    int64_t latency_count, latency_us;
};

#endif
