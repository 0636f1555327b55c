/* Where requests come in: bytes become requests here, and answers and pushes go back to clients. It knows the addresses that
 * clients come from, and how much each may ask. It also has what the caller of a hall provides, which all units use.
 *
 *     requests.c     bytes to struct request
 *     routes.c       HTTP requests to struct request
 *     schema.c       the protocol as JSON Schema
 *     client.c       connections: answers, pushes, requests in order; work for a client that waits
 *     environment.c  settings, store, time and counters; addresses; limits that refill with time */
#ifndef HALL_FRONT_FRONT_H
#define HALL_FRONT_FRONT_H

#include "base/base.h"
#include "base/system/system.h"
#include "game/game.h"
#include "players/players.h"
#include "store/store.h"
#include "text/text.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Requests ---- */

/* Turns the bytes of a message into a struct request. This is the only place that checks types and
 * lengths: after it every value is of the right type and within its limits. */

enum request_cmd {
    REQUEST_HELLO,
    REQUEST_RENAME,
    REQUEST_FACE,
    REQUEST_PAGE,
    REQUEST_PROFILE,
    REQUEST_ACCOUNT,
    REQUEST_LOGIN,
    REQUEST_PASSWORD,
    REQUEST_RECOVERY,
    REQUEST_RECOVER,
    REQUEST_DELETE,
    REQUEST_LOGOUT,
    REQUEST_GAMES,
    REQUEST_COMPONENTS,
    REQUEST_LESSON,
    REQUEST_TABLES,
    REQUEST_CREATE,
    REQUEST_INVITE,
    REQUEST_WATCH,
    REQUEST_UNWATCH,
    REQUEST_LOG,
    REQUEST_SIT,
    REQUEST_STAND,
    REQUEST_BOT,
    REQUEST_REMOVE,
    REQUEST_SEATS,
    REQUEST_START,
    REQUEST_MOVE,
    REQUEST_TAKE_BACK,
    REQUEST_VOTE,
    REQUEST_ADMIT,
    REQUEST_SUGGEST,
    REQUEST_REMATCH,
    REQUEST_CHAT,
    REQUEST_MUTE,
    REQUEST_PAGES,
    REQUEST_GESTURE,
    REQUEST_RECORD,
    REQUEST_RECORDS,
    REQUEST_SHARE,
    REQUEST_STATS,
    REQUEST_RATINGS,
    REQUEST_LEADERBOARD,
    REQUEST_LISTING,
    REQUEST_CALENDAR,
    REQUEST_TURNS,
    REQUEST_PUSH,
    REQUEST_HOLIDAY,
    REQUEST_PING,
    REQUEST_INFO,
    REQUEST_FOLLOW,
    REQUEST_BLOCK,
    REQUEST_FRIENDS,
    REQUEST_INVITE_FRIEND,
    REQUEST_DECLINE,
    REQUEST_REPORT,
    REQUEST_KINDS
};

/* Why people report others; ends with NULL. */
extern const char *const request_reasons[];

/* Who may send a request: ACCOUNT, a person with an account. From WATCHER on, the request is about a table that the client
 * watches. */
enum asker { ANYBODY, SOMEBODY, ACCOUNT, WATCHER, PLAYER, HOST };
enum asker request_asker(enum request_cmd cmd);

/* Absent values are NULL, or the default of docs/api.md, or -1. Texts point into `json`, which the
 * request owns. All zero is an empty request. */
struct request {
    json_t *json;
    enum request_cmd cmd;
    char *id; /* as JSON text; NULL: none */
    const char *table, *invite, *code, *secret, *name, *login, *password, *new_password, *recovery,
        *game, *move, *cid, *text, *phrase, *person, *level, *key, *language, *endpoint, *auth,
        *reason;
    const json_t *from; /* a list of seats, some of them null */
    int seat, face, days;
    int64_t since, before, proposal;
    bool views, spectator, named, on, program, agree;
    /* Not from the client (accounts/friends.c): what its person is to others was looked up; a friend invites them to `table`. */
    bool is_prepared, is_invited;
    int x, y, power;
};

/* Returns false and sets `fault` if the message is not a valid request. request->id is set even
 * then, if it could be read. The request must be freed in either case. */
bool request_read(struct request *request, char *bytes, size_t size, struct fault *fault);

/* The parts of request_read, for requests that come in another way: */

/* Parses the JSON object and finds the id. */
bool request_read_json(struct request *request, const char *bytes, size_t size,
                       struct fault *fault);
/* Reads the values that request->cmd needs and accepts from request->json. */
bool request_read_fields(struct request *request, struct fault *fault);
/* The key spelled by `text` if the command accepts, but does not need it; else NULL. */
const char *request_optional_key(enum request_cmd cmd, const char *text, size_t length,
                                 bool *is_number);

void request_free(struct request *request);

/* Moves a request out of *from, which becomes empty. */
struct request request_take(struct request *from);

/* ---- The schema of requests ---- */

/* The protocol as a document of JSON Schema (docs/schema.md). With the id of a game, which may be one of the templates,
 * its views, aids and events are described in full; NULL: without. Returns NULL if a file of data/schema/ is missing or
 * is not JSON; `data_folder` as in data_read. */
json_t *schema_document(const char *game, const char *data_folder);

/* The schema of a shape in the notation of data/schema/. `shapes` are those that "..." may name. */
json_t *schema_from_shape(const json_t *shape, const json_t *shapes);
/* The schema of each request, by command. */
json_t *requests_schema(void);
/* The addresses of a command, such as "GET /api/tables/{table}". */
json_t *route_addresses(enum request_cmd cmd);

/* ---- Platform ---- */

/* What the hall needs from its caller: settings and limits, a way to send, other threads, entropy and
 * clocks; and the work that it gives to other threads. */

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
    int days_per_person;   /* those of them whose match is played over days */
    int tables;            /* that are not over, in all */
    int watches_per_client;
    int moves_per_match; /* a match that gets there is closed; each seat may make an equal share */
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
    const struct player *player; /* NULL: the teacher, for a hint */
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
    struct player_advice advice;
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

struct push_message;

struct hall_platform {
    void *context;
    /* Sends a message. The callee holds it (message_hold) if it keeps it. */
    void (*send)(void *context, struct client *client, struct message *message);
    /* Ends the connection after what was sent. Must not call back into the hall. */
    void (*end)(void *context, struct client *client);
    /* Work for other threads, to be returned with hall_decision_done and hall_password_done. */
    void (*think)(void *context, struct decision *decision);
    void (*hash)(void *context, struct password_work *work);
    /* Sends a message to a device that is not connected (push/push.h), to be returned with hall_push_done. NULL: push_after_ms
     * is 0. */
    void (*push)(void *context, struct push_message *message);
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
    bool positions;   /* `create` takes `position` and `seed`: for tests only */
    bool leaderboard; /* the request `leaderboard` is answered */
    /* People who do not watch are told by Web Push that it is their turn, so long after it began: connections that have died count
     * until then. 0: they are not. */
    int64_t push_after_ms;
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
    int64_t reports;                            /* of people, by others */
    int64_t pushes[3]; /* messages to devices that are not connected, by enum push_outcome */
    /* From the arrival of a move to its step: latency[i] moves took at most 2^i × 100 µs. */
    int64_t latency[16];
    int64_t latency_count, latency_us;
};

/* ---- Routes of HTTP requests ---- */

/* The paths of /api/: turns HTTP requests into requests. */

/* Like request_read. */
bool route_read(struct request *request, const struct hall_http_request *http, struct fault *fault);

/* ---- Environment ---- */

/* What every unit of the hall uses: settings, the platform, the store, the time and the counters.
 * Set up by hall.c, which also keeps `now_ms` up to date. */

/* Messages that wait to be sent to other servers (cluster/peers/). */
struct peer_messages {
    char *text; /* NULL: nothing */
    size_t length;
};

struct environment {
    struct hall *hall; /* only for decisions and passwords, which come back to it */
    struct hall_settings settings;
    struct hall_platform platform;
    struct store *store;
    int64_t now_ms;
    bool stopping;
    char server[STORE_ID_TEXT]; /* this server, since its start */
    struct peer_messages peer_messages;
    struct hall_figures figures; /* the counters; hall_read_figures fills in the rest */
};

/* The functions of the platform. */
int64_t environment_now_us(const struct environment *environment);
int64_t environment_cpu_us(const struct environment *environment);
void environment_entropy(const struct environment *environment, void *bytes, size_t size);
void environment_log(const struct environment *environment, const char *event, json_t *fields);

/* How long to wait where servers wait `ms`: shorter in simulations (hall_settings.haste). */
int64_t environment_wait_ms(const struct environment *environment, int64_t ms);

/* A random number generator with a seed from the platform. */
struct rng environment_rng(const struct environment *environment);

/* Counts a move that arrived at `arrived_us` and has just been answered. */
void environment_count_latency(struct environment *environment, int64_t arrived_us);

/* ---- Buckets ---- */

/* A token bucket: allows a number of events per minute on average, and a burst. */

/* All zero is a full bucket. */
struct bucket {
    int64_t at_ms; /* when `level` was last brought up to date; 0: never */
    int64_t level; /* in thousandths of a token */
};

/* Takes one token. False if there is none. */
bool bucket_take(struct bucket *bucket, int64_t per_minute, int64_t burst, int64_t now_ms);

/* Whether there is a token to take. */
bool bucket_has(struct bucket *bucket, int64_t per_minute, int64_t burst, int64_t now_ms);

/* Puts one token back: what it was taken for turned out to be harmless. */
void bucket_give(struct bucket *bucket, int64_t burst);

/* ---- Addresses ---- */

/* The network addresses that clients come from: what each has used of its limits, and how much
 * processor time its requests have cost. */

enum { ADDRESS_BYTES = 48 };

struct address {
    char text[ADDRESS_BYTES]; /* must be the first member */
    int clients;
    int64_t seen_ms;                                                 /* when the last client left */
    struct bucket people, tables, guesses, acts, messages, requests; /* requests: by HTTP */
    struct bucket work; /* its level is in µs of processor time, and may be below zero */
};

struct addresses {
    struct environment *environment;
    struct id_map by_text;
    int64_t swept_ms;
    bool measuring; /* between address_work_begin and address_work_end */
};

void addresses_start(struct addresses *addresses, struct environment *environment);
void addresses_free(struct addresses *addresses);

/* The address with this text; a new one if there is none. It stays as long as it has clients, and
 * long enough after them for its limits to be full again. */
struct address *addresses_get(struct addresses *addresses, const char *text);

/* Forgets addresses that are no longer needed. */
void addresses_tick(struct addresses *addresses);

/* Whether requests of this address may use more processor time now. */
bool address_has_work_left(const struct addresses *addresses, struct address *address);

/* Charges an address with the processor time used between begin and end. Pairs may be nested: only
 * the outermost one counts. `address` is NULL if the client has left meanwhile. */
int64_t address_work_begin(struct addresses *addresses);
void address_work_end(struct addresses *addresses, struct address *address, int64_t began_us);
/* Charges time that another thread will use. */
void address_charge(struct address *address, int64_t us);

/* How many clients' worth of messages one address may send. */
enum { ADDRESS_SHARE = 20, ADDRESS_BURST_SECONDS = 3 };

/* ---- Clients ---- */

/* Clients: connections and HTTP requests as the hall knows them. Sends answers and pushes; keeps
 * requests in order while one of them waits for the store.
 *
 * A client may leave while the store or another thread still works for it. It is then only marked
 * as gone, and freed when the last of them has released it. */

struct person;
struct queued_request;
struct task;
struct watch;

struct client {
    struct clients *clients;
    struct environment *environment;
    void *owner;
    struct person *person; /* people.h; NULL before hello */
    unsigned char session[STORE_HASH_BYTES];
    int64_t session_dated_ms; /* accounts/sessions.c */
    struct client *next_of_person;
    struct client *next, *previous; /* all clients */
    struct watch *watches;          /* live/watch.c */
    int watch_count;
    struct address *address; /* NULL once it is gone */
    struct bucket messages, gestures, excess, logs;
    int holders;  /* see client_hold */
    bool gone;    /* has left; freed when no longer held */
    bool ended;   /* the platform was asked to end it: its further messages are ignored */
    bool is_http; /* one request and one answer; cannot watch */
    int http_status;
    /* While paused, further requests wait in this queue. */
    bool paused;
    struct queued_request *queue, **queue_end;
    int queue_count;
    size_t queue_bytes;
};

/* How clients run their requests; given by the unit that knows all commands. */
struct client_callbacks {
    void *context;
    /* Runs the request, and may take it. */
    void (*run)(void *context, struct client *client, struct request *request);
};

struct clients {
    struct environment *environment;
    struct addresses *addresses;
    struct client_callbacks callbacks;
    struct client *first;
    struct task *tasks; /* below */
};

void clients_start(struct clients *clients, struct environment *environment,
                   struct addresses *addresses, const struct client_callbacks *callbacks);

struct client *client_new(struct clients *clients, const char *address, void *owner);
/* Takes a client that is marked as gone out of the list, and frees it unless it is held. */
void client_remove(struct client *client);

/* A client that is held is not freed. */
void client_hold(struct client *client);
void client_release(struct client *client);

/* Runs a request now. */
void client_run(struct client *client, struct request *request);
/* Until client_resume, further requests wait in the queue. The caller holds the client. */
void client_pause(struct client *client);
void client_resume(struct client *client);
/* Queues a request of `bytes` bytes, which is taken. Returns false and sets `fault` if too many
 * wait already. */
bool client_queue(struct client *client, struct request *request, size_t bytes,
                  struct fault *fault);

/* Sends a message, unless the client is gone. */
void client_send(struct client *client, struct message *message);
/* Sends the same message to all connections. */
void clients_send_all(struct clients *clients, const char *text);

/* Answer {"id":…,"ok":true} and the members of `answer`, an object that is taken; or NULL. `id` is
 * JSON text, or NULL. They also set the HTTP status. */
void client_answer(struct client *client, const char *id, json_t *answer);
/* The same with one member, whose value is JSON text. */
void client_answer_text(struct client *client, const char *id, const char *key, const char *json);
/* Sends JSON text as the whole answer to an HTTP request. */
void client_answer_raw(struct client *client, const char *json);
void client_refuse(struct client *client, const char *id, const struct fault *fault);
/* Refuses with a fault that has no rule and no detail. */
void client_refuse_text(struct client *client, const char *id, enum fault_code code,
                        const char *text);

/* ---- Limits ---- */

/* Whether the client may send this message now. A client that keeps sending in spite of refusals is
 * ended. */
bool limits_allow(struct client *client, bool is_gesture);

/* The same for an HTTP request. */
bool limits_allow_http(struct client *client);

/* The same for a request that costs one of its address's guesses at a secret or a code. Returns
 * false and sets `fault` if the address has none left. */
bool limits_take_guess(struct client *client, struct fault *fault);
/* Returns the guess: it was right. */
void limits_return_guess(struct client *client);

/* ---- Tasks ---- */

/* Tasks: work for a client that waits for the store or another thread. A task holds its client, which
 * may have gone when the work is done. All tasks are in a list, so that none is lost when the hall
 * ends.
 *
 * A unit that needs more than a request embeds struct task as the first member of its own struct. */

struct task {
    struct client *client;
    struct request request;
    size_t size; /* of the struct that begins with this one */
    struct task *next, *previous;
};

/* A zeroed struct of `size` bytes that begins with a task. Takes the request, if not NULL. */
void *task_new(size_t size, struct client *client, struct request *request);

/* Wipes the whole struct, which may hold secrets, frees it and releases the client. */
void task_free(struct task *task);

/* A job of the store with the task as its context; the client is paused until task_resume. */
struct store_job *task_job(struct task *task, enum store_kind kind,
                           void (*done)(struct store_job *job));

/* Frees the task and resumes the client. */
void task_resume(struct task *task);

/* The same, when the task's request can be run at last: it is run before those that came after it. */
void task_run(struct task *task);

void task_refuse(struct task *task, enum fault_code code, const char *text);
/* Refuses because the store failed. */
void task_refuse_unavailable(struct task *task);
/* Whether the job, a STORE_RECORD_GET, has found a record. Refuses if not. */
bool task_has_record(struct task *task, const struct store_job *job);

/* Frees the tasks that are left when the hall ends. */
void tasks_free(struct clients *clients);

#endif
