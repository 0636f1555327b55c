/* What the hall needs from its caller: settings and limits, a way to send, other threads, entropy and
 * clocks; and the work that it gives to other threads. */
#ifndef HALL_OUTSIDE_H
#define HALL_OUTSIDE_H

#include "base/message.h"
#include "game/game.h"
#include "players/player.h"
#include "store/store.h"
#include "text/text.h"

#include <jansson.h>

enum { HALL_TICK_MS = 50 }; /* how often to call hall_tick */

struct hall;
struct client; /* a connection, or one HTTP request, as the hall knows it */

struct hall_limits {
    int message_bytes;
    int messages_per_second; /* per client on average, with a burst of 3 s; per address 20 times as
                              * many, if they cost no more than 0.25 ms each */
    int gestures_per_second;
    int chats_per_minute;
    int tables_per_person; /* that they host or sit at, and that are not over */
    int tables;            /* that are not over, in all */
    int watches_per_client;
    int new_people_per_minute;  /* per address */
    int new_tables_per_minute;  /* per address */
    int wrong_codes_per_minute; /* per address: codes, invitations and passwords */
    int wrong_passwords;        /* per login, at once; one comes back every minute */
    int hashes, hashes_waiting; /* passwords that are hashed at the same time, and that wait */
};
extern const struct hall_limits hall_limits_standard;

/* What a computer player should do, decided on another thread. It only holds what its seat may know. */
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
    /* When the thinking began, by the clock of hall_tick; 0: not yet. The other thread sets it. */
    _Atomic int64_t begun_ms;
    int64_t iterations;
    union game_move_storage move; /* the answer */
    bool undone;                  /* there is no answer, because the server stops */
    bool with_reason;             /* a hint for a person, with these: */
    bool waits;                   /* the person should wait rather than move */
    const char *reason;
    char detail[PLAYER_DETAIL_MAX];
    /* For the hall only. */
    void (*done)(struct decision *decision); /* called in the hall's thread; owns the decision */
    void *context;
    struct thinker *thinker;
    struct decision *next;
};
/* Does the thinking, on any thread. It uses nothing but the decision. */
void decision_think(struct decision *decision);

/* A password to be hashed or compared on another thread: libsodium makes it slow on purpose. */
struct password_work {
    struct hall *hall;
    char password[256];
    char hashed[STORE_PASSWORD_TEXT]; /* in: compare with this one; "": hash */
    bool matches, failed;
    void *context;
    struct password_work *next; /* for the hall only */
};
/* Wipes the password when it is done. */
void password_work_do(struct password_work *work);

/* An HTTP request to /api/…. */
struct hall_http_request {
    const char *method;
    const char *path;   /* starts with "/api/" and ends before the "?"; not decoded */
    const char *query;  /* after the "?", or "" */
    const char *secret; /* of the Authorization header, or NULL */
    char *body;         /* may be overwritten */
    size_t size;
};

struct hall_outside {
    void *context;
    /* Sends a message. The callee holds it (message_hold) if it keeps it. */
    void (*send)(void *context, struct client *client, struct message *message);
    /* Ends the connection after what was sent. Must not call back into the hall. */
    void (*end)(void *context, struct client *client);
    /* Work for other threads, to be returned with hall_decision_done and hall_password_done. */
    void (*think)(void *context, struct decision *decision);
    void (*hash)(void *context, struct password_work *work);
    /* Random bytes, for ids, secrets, seeds and computer players. */
    void (*entropy)(void *context, void *bytes, size_t size);
    /* A clock that never goes back, and goes on while the machine sleeps. */
    int64_t (*now_us)(void *context);
    /* Processor time used by this thread, to limit what requests cost. */
    int64_t (*cpu_us)(void *context);
    /* Writes a line of the log: `event` is a word, `fields` an object that is taken. */
    void (*log)(void *context, const char *event, json_t *fields);
};

struct hall_settings {
    struct hall_limits limits;
    const char *data_folder;
    const struct texts *texts;
    bool positions;     /* `create` takes `position` and `seed`: for tests only */
    bool leaderboard;   /* the request `leaderboard` is answered */
    bool records;       /* `create` takes whole records and lessons: for a hall of one person */
    int thinkers;       /* how many decisions other threads get at a time; 0: all at once */
    int64_t now_ms;     /* since 1970 */
    int64_t session_ms; /* how long a session lasts without being used; 0: no limit */
    int64_t guest_ms;   /* the same for people without an account and without records */
    /* How many times faster unused tables are closed and sessions age, so that simulated faults meet
     * what takes hours; 0: not. */
    int haste;
};

struct hall_figures {
    int64_t clients, watchers, people_online;
    int64_t tables_waiting, tables_playing, tables_over;
    int64_t tables_run; /* their clocks and computer players, by this server */
    int64_t moves_person, moves_bot, moves_timeout, messages_in, messages_out, errors;
    int64_t thoughts_waiting, thoughts_done;
    int64_t passwords_wrong, passwords_limited; /* refused */
    /* From the arrival of a move to its step: latency[i] moves took at most 2^i × 100 µs. */
    int64_t latency[16];
    int64_t latency_count, latency_us;
};

#endif
