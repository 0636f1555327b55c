/* The state of a simulated round: events, servers, connections, actors, and what was counted. */
#ifndef TESTS_SIMULATION_WORLD_H
#define TESTS_SIMULATION_WORLD_H

#include "base/rng.h"
#include "hall/hall.h"
#include "table/table.h"
#include <jansson.h>

enum {
    SERVERS_MAX = 2,
    ACTORS_MAX = 16,
    KNOWN_MAX = 12,       /* tables that one actor knows */
    INVITATIONS_MAX = 64, /* tables that actors tell each other about */
    STREAMS_MAX = 64,     /* tables watched on one connection */
    DELETIONS_MAX = 32,   /* people whose names are followed */
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
struct instant {
    enum table_state table_state;
    char person[GAME_SEATS_MAX][STORE_ID_TEXT];
    bool has_state;
    struct game_state_storage state;
    int64_t left_ms[GAME_SEATS_MAX]; /* on clocks for the whole game */
    uint32_t running;                /* bits of the clocks that run */
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
    char move[GAME_MOVE_TEXT_MAX], cid[STORE_CID_MAX]; /* not acknowledged yet; "": none */
    int sent;                                          /* how often */
    int64_t sent_ms;
    int64_t seen_ms, patience_ms; /* until computer players fill empty seats */
};

struct actor {
    int number;
    struct rng rng;
    char secret[80], person[STORE_ID_TEXT], login[16];
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
        requests, timeouts, people_moves, bot_moves, disk_failures, deleted;
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

    /* How often failures happen (per mille), and how long things take. */
    int latency_ms, drop, disk_ms, decision_ms, double_send, full;
    struct hall_limits limits;
    int64_t session_ms, guest_ms; /* hall_settings, */
    int haste;                    /* likewise */

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

#endif
