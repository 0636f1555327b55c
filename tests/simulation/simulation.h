/* The state of a simulated round: events, servers, connections, actors, and what was counted. */
#ifndef TESTS_SIMULATION_SIMULATION_H
#define TESTS_SIMULATION_SIMULATION_H

#include "base/base.h"
#include "hall/hall.h"
#include "store/database/database.h"
#include "store/store.h"
#include "table/table.h"

#include <jansson.h>

enum {
    SERVERS_MAX = 2,
    ACTORS_MAX = 16,
    KNOWN_MAX = 12,       /* tables that one actor knows */
    INVITATIONS_MAX = 64, /* tables that actors tell each other about */
    STREAMS_MAX = 64,     /* tables watched on one connection */
    DELETIONS_MAX = 200,  /* people whose names are followed */
    INVITATION_TEXT = 40,
};

/* ---- Events ---- */

enum event_kind {
    EVENT_TICK,                /* the timer of a server */
    EVENT_WORK,                /* its store runs the jobs submitted */
    EVENT_COLLECT,             /* and their outcomes reach the hall */
    EVENT_LOOK,                /* it is notified that another server has changed something */
    EVENT_TO_SERVER,           /* a request arrives */
    EVENT_TO_ACTOR,            /* a message of a server arrives */
    EVENT_SERVER_DISCONNECTED, /* a server learns that a connection is cut */
    EVENT_ACTOR_DISCONNECTED,  /* the same for an actor */
    EVENT_DECISION,            /* a computer player has decided */
    EVENT_PASSWORD,            /* a password was hashed */
    EVENT_WAKE,                /* an actor does something */
    EVENT_KILL,                /* a server is killed, or stops properly */
    EVENT_START,               /* and starts again */
};

/* A request that waits for its answer. */
struct pending {
    json_t *id;
    const char *cmd;
    char table[STORE_ID_TEXT]; /* even if the request names it by a code */
    char cid[STORE_CID_MAX];
    int64_t since; /* of `watch`; -1: none */
    bool arrived;
    int64_t arrived_ms;
    /* For people.c, from its arrival on. */
    char by[STORE_ID_TEXT];    /* who asked */
    char other[STORE_ID_TEXT]; /* whom it is about; of `sit`, the host */
    bool on, was_there, is_fulfilled, is_done, has_rival, is_barred;
    json_t *states;
};

struct event {
    int64_t at_ms;
    uint64_t order; /* of planning; decides between events of the same time */
    enum event_kind kind;
    int who;       /* a server or an actor */
    unsigned life; /* of the server: events for an earlier one are ignored */
    struct connection *connection;
    char *bytes;
    size_t size;
    json_t *json;            /* the bytes parsed, or NULL */
    struct pending answered; /* the request that it answers; cmd is NULL if there is none */
    uint64_t view;           /* hash of the view in it; 0: none */
    void *work;              /* a decision or a password */
};

/* ---- Connections ---- */

/* What was sent about a table on one connection. */
struct stream {
    char table[STORE_ID_TEXT];
    uint32_t online; /* as last sent */
    int spectators;
    bool on;
    int64_t version; /* sent last; -1: none, so a push `table` must come first */
    int64_t again;   /* up to this version, steps are repeated for the present viewer */
};

struct connection {
    int number;
    int actor, server;
    unsigned life;                     /* of the server */
    struct client *client;             /* NULL: not connected, for the server */
    bool open;                         /* for the actor */
    bool cut;                          /* nothing arrives any more in either direction */
    bool ended;                        /* by the server */
    bool wild;                         /* has sent garbage: answers may have any id */
    bool is_http, answered;            /* one request, one answer */
    int64_t to_server_ms, to_actor_ms; /* when the latest message arrives */
    char person[STORE_ID_TEXT];        /* logged in, or "" */
    struct pending *pending;
    size_t pending_count, pending_capacity;
    struct stream streams[STREAMS_MAX];
    int stream_count;
    int64_t opened_ms;
    int invited;             /* pushes that must come */
    struct connection *next; /* all connections, until the end of the round */
};

/* ---- Servers ---- */

struct server {
    struct hall *hall; /* NULL: not running */
    struct store *store;
    unsigned life;
    bool dying;            /* its messages and jobs have no effect */
    bool scheduled;        /* an event for its store is planned */
    int64_t full_until_ms; /* until then its disk is full */
    int64_t skew_ms;       /* error of its clock */
    struct rng entropy;
};

/* ---- The truth: what the database says ---- */

/* A table after one of its entries. */
enum { REMOVED_MAX = 40 };

struct instant {
    enum table_state table_state;
    int seats; /* changes while people wait */
    char person[GAME_SEATS_MAX][STORE_ID_TEXT];
    bool has_state;
    struct game_state_storage state;
    int64_t left_ms[GAME_SEATS_MAX]; /* on clocks for the whole game */
    uint32_t running;                /* bits of the clocks that run */
    /* A vote: whom it is about, or -1; bits of those who were asked, and of those who have agreed. */
    int against;
    uint32_t asked, agreed;
    uint32_t
        lost; /* bits of the seats whose people have left them by a vote, or during one about them */
    char removed[REMOVED_MAX][STORE_ID_TEXT]; /* by the host */
    int removed_count;
    /* JSON for each viewer, spectators first; made when needed. */
    char *view[GAME_SEATS_MAX + 1], *events[GAME_SEATS_MAX + 1];
    json_t *rest[GAME_SEATS_MAX + 1]; /* phase, to_act, legal, open */
};

struct truth {
    char id[STORE_ID_TEXT];
    struct table *table;
    struct instant *instants; /* by version */
    size_t instant_count, instant_capacity;
    json_t *result, *position; /* once it is over */
    char seed_hash[65];
};

/* ---- Clients ---- */

/* A table as an actor knows it. */
struct known_table {
    char table[STORE_ID_TEXT];
    bool is_watching; /* or has asked to, on this connection */
    bool plays;       /* wants a seat */
    bool left;        /* has left a seat, and may come back */
    bool views;       /* requested */
    int64_t version;  /* -1: nothing seen */
    uint64_t view;    /* hash of the view seen; 0: none */
    int you;
    json_t *info, *latest; /* `latest`: the push with the current position */
    json_t *removed;       /* by the host, as far as this actor knows; or NULL */
    char move[GAME_MOVE_TEXT_MAX], cid[STORE_CID_MAX]; /* not acknowledged yet; "": none */
    int sent;                                          /* how often */
    int64_t sent_ms;
    int64_t seen_ms, patience_ms; /* until computer players fill empty seats */
};

struct actor {
    int number;
    struct rng rng;
    char secret[80], person[STORE_ID_TEXT], login[16];
    char friend[STORE_ID_TEXT], follower[STORE_ID_TEXT]; /* in the latest list; or "" */
    struct connection *connection;
    bool greeting, greeted;
    bool has_looked; /* around for tables, and may have a name at one */
    bool is_leaving; /* waits until the account is deleted */
    int64_t back_ms; /* when to connect again */
    int pace_ms;     /* at most, between two actions */
    int twin;        /* the same person on another device; -1: none */
    int mischief;    /* per mille of its actions are bad */
    int64_t next_id;
    int next_cid;
    unsigned char *sends; /* how often each client id of a move was sent */
    struct known_table *known[KNOWN_MAX];
    int known_count;
};

/* A table and how to get in, as friends tell each other. */
struct invitation {
    char table[STORE_ID_TEXT];
    char invite[INVITATION_TEXT], code[INVITATION_TEXT]; /* may be "" */
    bool done;
};

/* Shows that a round was not empty. */
struct counts {
    int64_t events, messages, steps, finished, tables, kills, stops, drops, again, refused,
        requests, timeouts, people_moves, bot_moves, disk_failures, deleted, votes, removed, named,
        holidays, ties, invited, lists, reports, barred;
};

/* The holidays of somebody with an account, as they were acknowledged. While a request that changes them has no answer, or if it
 * never gets one, they may be what they were or not. */
struct rest {
    char person[STORE_ID_TEXT];
    int64_t sent, answered; /* requests that change them */
    bool is_known;
    int64_t until_ms; /* 0: not on holiday */
    int left;
};

/* A refused move. One that was sent only once must never be made. */
struct refused {
    char table[STORE_ID_TEXT], cid[STORE_CID_MAX];
};

struct world {
    int rounds_passed;                            /* before this one */
    char deletions[DELETIONS_MAX][STORE_ID_TEXT]; /* of people who have asked for it */
    int deletion_count;
    uint64_t seed;
    bool verbose;
    struct rng rng;
    int64_t now_ms, calm_ms, begun_ms; /* calm_ms: when failures end */
    bool is_calm;
    bool is_quiet; /* actors send nothing any more */

    struct event *events; /* a heap */
    size_t event_count, event_capacity;
    uint64_t order;

    struct server servers[SERVERS_MAX];
    int server_count;
    struct connection *connections;
    int connection_count;
    struct actor *actors[ACTORS_MAX];
    int actor_count;
    struct invitation invitations[INVITATIONS_MAX];
    int invitation_count;
    int tables_wanted; /* still to be created */

    struct store *store; /* for the truth */
    struct truth *truths[INVITATIONS_MAX * 2];
    int truth_count;
    struct doc *doc;
    char *scratch;
    struct move *moves;

    struct refused *refused;
    size_t refused_count, refused_capacity;
    struct rest rests[ACTORS_MAX];
    int rest_count;

    /* How often failures happen (per mille), and how long things take. */
    int latency_ms, drop, disk_ms, decision_ms, double_send, full;
    struct hall_limits limits;
    int64_t session_ms, guest_ms; /* hall_settings, */
    int haste;                    /* likewise */

    struct people_model *people;
    int social; /* how often actors do something about others, per mille */

    uint64_t digest; /* of all messages: the same for the same seed */
    struct counts counts;
};

/* A message of a server. The view, most of it, is not parsed. */
struct outgoing {
    const char *text;
    size_t length;
    const char *view; /* part of the text; NULL: none */
    size_t view_length;
    json_t *json; /* NULL: none */
};

/* Reports what is wrong and how to reproduce it, and ends the program. */
_Noreturn void fail(const struct world *world, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Prints a line with --verbose. */
void trace(const struct world *world, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

int random_below(struct rng *rng, int below); /* 0 … below - 1 */
bool happens(struct rng *rng, int per_mille);
int random_between(struct rng *rng, int low, int high); /* both included */

/* A text member of a JSON object; "" if there is none. */
const char *text_of(const json_t *object, const char *key);

/* ---- Actors ---- */

/* Actors: the clients of the simulation, the tables that they know, and the invitations that friends
 * pass to each other. */

/* Whether this actor wants to be named where it watches. */
bool actor_wants_name(const struct actor *actor);
struct actor *actor_new(struct world *world, int number);
void actor_free(struct actor *actor);

/* Sends a request, which is taken. */
void ask(struct world *world, struct actor *actor, const char *cmd, json_t *request);
void ask_table(struct world *world, struct actor *actor, const char *cmd,
               const struct known_table *known);
/* A new client id for a move. */
void actor_cid(struct actor *actor, char cid[STORE_CID_MAX]);

/* The connection is lost: the actor will connect again. */
void actor_disconnected(struct world *world, struct actor *actor, struct connection *connection);

struct known_table *known_find(struct actor *actor, const char *table);
/* NULL if the actor knows too many tables. */
struct known_table *known_add(struct world *world, struct actor *actor, const char *table);
void known_forget(struct actor *actor, struct known_table *known);

struct invitation *invitation_find(struct world *world, const char *table);
/* Remembers the invitation in an answer. */
void invitation_add(struct world *world, const json_t *json);

/* ---- Answers to requests ---- */

/* Returns the request that it answers; its `cmd` is NULL if there is none. */
struct pending check_answer(struct world *world, struct connection *connection, const char *text,
                            size_t length, const json_t *json, bool is_step);

/* The answer to a request by HTTP. */
void check_http_answer(struct world *world, struct connection *connection,
                       const struct outgoing *outgoing);

/* What is known of the holidays of this person; NULL if too many are followed. */
struct rest *rest_find(struct world *world, const char *person);

/* The server knows this person on the connection now. `is_other`: not the same as before. */
void become(struct world *world, struct connection *connection, const char *person, bool is_other);

/* ---- Behaviour ---- */

/* What actors do from time to time: good ones behave like the page. */

void actor_wake(struct world *world, struct actor *actor);

/* Asks for an account. */
void account(struct world *world, struct actor *actor);
/* Asks for its end, unless somebody else uses it. */
void account_delete(struct world *world, struct actor *actor);

/* ---- Checks ---- */

/* Checks every message when a server sends it: it reveals nothing that is not on the disk or that the
 * viewer may not know, nothing comes twice or out of order, and every answer has a request. */

/* Returns the request that the message answers; its `cmd` is NULL if there is none. */
struct pending check_message(struct world *world, struct connection *connection,
                             const struct outgoing *outgoing);

/* No message contains the seed of a match that is not over. */
void check_seeds(struct world *world, struct connection *connection, const char *text,
                 size_t length);

/* ---- Connections ---- */

/* Connections. Messages on one connection stay in order; those on different ones do not. A connection
 * may be cut at any time, and the two sides learn of it at different times. */

/* NULL if the server is not ready. */
struct connection *connection_open(struct world *world, int actor, int server);
/* The actor closes it, or the network does. */
void connection_cut(struct world *world, struct connection *connection, bool by_actor);
/* Sends a request, which is taken, and remembers that an answer is due. */
void connection_ask(struct world *world, struct connection *connection, struct actor *actor,
                    const char *cmd, json_t *request);
/* Sends any bytes. */
void connection_send(struct world *world, struct connection *connection, const char *bytes,
                     size_t size);
void connections_free(struct world *world);

/* The request with this id that waits for an answer; NULL if there is none. */
struct pending *pending_find(struct connection *connection, const json_t *id);
/* What was received of a table; a new one if nothing was. */
struct stream *stream_find(struct world *world, struct connection *connection, const char *table);

int64_t later(int64_t a, int64_t b);

/* ---- The database ---- */

/* The database of a simulated round, which several servers share: a SQLite file on a disk that can
 * fail, a PostgreSQL database whose connections can be lost, or a database in memory. */

/* For all rounds: NULL for SQLite, "memory", or the URL of a PostgreSQL database, which is emptied
 * before each round. */
void database_choose(const char *database);

/* The option that chooses it, for messages; "" for SQLite. */
const char *database_option(void);

/* A round begins with an empty database, and removes it at its end. The clock of the database shows
 * `*now_ms`. */
void database_begin(const int64_t *now_ms);
void database_end(void);

/* One more server opens it. NULL if that fails; `error` says why. */
struct store *database_open(char *error, size_t error_size);

/* No server runs and no table is closed: a database in memory begins anew from a shorter journal. */
void database_compact(void);

/* Whether there are accounts, and deleting a person removes the name from entries. Not so in the database of the browser. */
bool database_has_accounts(void);

/* What follows fails after this number of writes: a full disk, or the end of a killed process. On
 * PostgreSQL, an odd number loses the connection instead, which nobody should notice. -1: all is well
 * again. */
void database_break(int writes);

/* ---- The disk ---- */

/* A disk that can fail: the file system of SQLite, but writes fail on demand. Either the disk is full
 * for a while, or the program is killed in the middle of a transaction and later writes never happen. */

void disk_prepare(void);
/* All writes after this number fail; -1: none does. */
void disk_break(int writes);

/* ---- Events in the order of their time ---- */

void event_plan(struct world *world, struct event event);
/* Removes the next one; there must be one. */
struct event event_take(struct world *world);
void event_free(struct event *event);

/* ---- HTTP ---- */

/* Programs that use HTTP: one request, one answer with a status. */

/* Makes a table. */
void http_create(struct world *world, struct actor *actor);
/* Sends a random request. */
void http_ask(struct world *world, struct actor *actor);

/* ---- Leases ---- */

/* Leases of the simulated database in memory, as job.h describes them; and a check that no two servers
 * think for the same seat at the same time. */

/* A round begins: nobody has a lease. */
void leases_model_begin(void);

/* Runs STORE_LEASES or STORE_LEASES_END. */
void leases_model_run(struct store_job *job);

/* A server begins to think. */
void leases_check_thinking(struct world *world, int server, const struct decision *decision);

/* ---- Mischief ---- */

/* Bad clients: they send anything at any time. Nobody else may suffer from it. */

void mischief(struct world *world, struct actor *actor);

/* ---- Names that disappear ---- */

/* Whether the texts of two entries of this kind differ only because one of them has lost a name. */
bool names_lost(int kind, const char *a, const char *b);

/* At the end of a round: no entry names a person who was deleted, and those who were not have their
 * names. */
void names_check(struct world *world);

/* Whether this person has asked for it. Others are purged, with their names at closed tables. */
bool was_deleted(const struct world *world, const char *person);

/* ---- What people are to each other ---- */

/* Actors with an account follow, block, invite and report others. Whatever of that is in the database, is refused, is listed or
 * is heard must follow from what was asked. */

void people_begin(struct world *world);
void people_end(struct world *world);

/* A request arrives at the server, which does not have it yet. */
void people_arrives(struct world *world, struct connection *connection, struct pending *pending,
                    const json_t *json);
/* Its answer is sent. */
void people_answered(struct world *world, struct connection *connection, struct pending *pending,
                     const json_t *json);
/* Any other message is sent. */
void people_pushed(struct world *world, struct connection *connection, const json_t *json);
/* The server learns that the connection has ended, or whose it is. */
void people_left(struct world *world, const struct connection *connection);
/* A store has run its jobs. */
void people_look(struct world *world);
void people_check_quiet(struct world *world);

/* Does something about somebody. */
void people_act(struct world *world, struct actor *actor);
/* Remembers friends and invitations of the list. */
void people_listed(struct world *world, struct actor *actor, const json_t *json);

/* ---- Playing ---- */

/* What actors do at tables: they create them, sit down, and play legal moves. After an interruption
 * they continue from the last version they have seen, and send again what was not acknowledged. */

void create(struct world *world, struct actor *actor);
void watch(struct world *world, struct actor *actor, struct known_table *known);
/* Does something at a table. */
void act_at_table(struct world *world, struct actor *actor, struct known_table *known);

/* Finds a legal move: a listed one, or one of a kind that cannot be listed. */
bool actor_find_move(struct world *world, struct actor *actor, struct known_table *known,
                     char text[GAME_MOVE_TEXT_MAX]);
/* Sends the current move, for the first time or again. */
void actor_send_move(struct world *world, struct actor *actor, struct known_table *known);

/* ---- What actors learn ---- */

void actor_receives(struct world *world, struct actor *actor, struct event *event);

/* ---- Servers ---- */

/* Servers: a hall and a store each. They may be killed between any two events. */

void server_start(struct world *world, int number);
void server_kill(struct world *world, int number, bool in_order);
void server_event(struct world *world, struct event *event);
/* Call it after anything that may have submitted jobs: plans when the store runs them. */
void server_schedule(struct world *world, int number);

/* ---- What servers share ---- */

/* A database in memory that several stores share. Each learns what the others have changed. */

/* One database at a time. */
void shared_begin(void);
void shared_end(void);

/* Begins anew with what a shorter journal restores, as a browser does. No table may be closed: of such a
 * table only the record would be left. */
void shared_compact(void);

/* For one more store. */
struct database *shared_open(void);

/* Whether transactions fail. */
void shared_break(bool is_broken);

/* ---- The truth ---- */

/* The truth: the entries in the database, read with a separate store, and what each viewer may know
 * after each of them, computed by the games and not by the server. */

void truth_open(struct world *world);
void truth_close(struct world *world);
/* The table, read up to this version or further. NULL if the database has no such version. */
struct truth *truth_reach(struct world *world, const char *table, int64_t version);
/* Reads everything again: no entry has disappeared or changed. */
void truth_check_kept(struct world *world);
/* The tables in the memory of a hall equal what their entries say. */
void truth_check_hall(struct world *world, const struct hall *hall);
int truth_seat(const struct truth *truth, int64_t version, const char *person);
const char *truth_view(struct world *world, struct truth *truth, int64_t version, int viewer);
const char *truth_events(struct world *world, struct truth *truth, int64_t version, int viewer);
const json_t *truth_rest(struct world *world, struct truth *truth, int64_t version, int viewer);
const json_t *truth_result(struct world *world, struct truth *truth);
const json_t *truth_position(struct world *world, struct truth *truth);
/* Whether the host has removed this person, as of this version. */
bool truth_is_removed(const struct truth *truth, int64_t version, const char *person);
/* Whether the match is over at this version. */
bool truth_is_over(const struct truth *truth, int64_t version);

#endif
