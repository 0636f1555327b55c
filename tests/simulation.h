/* What the parts of the simulation share; see simulation.c for what it is. */
#ifndef TESTS_SIMULATION_H
#define TESTS_SIMULATION_H

#include "base/rng.h"
#include "hall/hall.h"
#include "table/table.h"

#include <jansson.h>

enum {
    SERVERS_MAX = 2,
    ACTORS_MAX = 16,
    PLACES_MAX = 12,  /* tables that one actor knows */
    VENUES_MAX = 64,  /* tables that anybody knows the way to */
    STREAMS_MAX = 64, /* tables watched on one line */
    WAY_TEXT = 40,
};

/* ---- What happens, and when ---- */

enum moment_kind {
    MOMENT_TICK,         /* a server's clock */
    MOMENT_WORK,         /* its store writes what was submitted */
    MOMENT_COLLECT,      /* and the hall hears of it */
    MOMENT_TO_SERVER,    /* a message arrives */
    MOMENT_TO_ACTOR,     /* the same, the other way */
    MOMENT_SERVER_LOSES, /* a server learns that a line is cut */
    MOMENT_ACTOR_LOSES,  /* the same for an actor */
    MOMENT_THOUGHT,      /* a computer player has thought */
    MOMENT_PASSWORD,     /* a password was hashed */
    MOMENT_WAKE,         /* an actor does something */
    MOMENT_KILL,         /* a server dies, or stops in good order */
    MOMENT_START,        /* and starts again */
};

/* A request under way. */
struct asked {
    json_t *id;
    const char *cmd;
    char table[STORE_ID_TEXT]; /* also if the request has a code in its place */
    char cid[STORE_CID_MAX];
    int64_t since; /* of `watch`; -1: none */
    bool arrived;
    int64_t arrived_ms;
};

struct moment {
    int64_t at_ms;
    uint64_t order; /* of two at the same time, the one planned first comes first */
    enum moment_kind kind;
    int who;       /* a server or an actor */
    unsigned life; /* of the server; a moment meant for an earlier one is not for this one */
    struct line *line;
    char *bytes;
    size_t size;
    json_t *json;          /* what the bytes say, or NULL */
    struct asked answered; /* what it answers; without an id; cmd NULL: nothing */
    uint64_t view;         /* the hash of the view in it; 0: none */
    void *work;            /* a thought or a password */
};

/* ---- Connections ---- */

/* What a line has been told of a table. */
struct stream {
    char table[STORE_ID_TEXT];
    uint32_t online; /* told last */
    int spectators;
    bool on;
    int64_t version; /* told last; -1: nothing yet, a push `table` must come first */
    int64_t again;   /* up to here, what happened is told again, to whom it is now */
};

struct line {
    int number;
    int actor, server;
    unsigned life;          /* of the server */
    struct client *client;  /* NULL: the server knows nothing of it, or no more */
    bool open;              /* as the actor sees it */
    bool cut;               /* nothing arrives any more, either way */
    bool ended;             /* by the server, after what it has sent */
    bool wild;              /* has sent what is no proper request: answers may have any id */
    bool is_http, answered; /* one request, one answer */
    int64_t to_server_ms, to_actor_ms; /* when the latest message arrives: they do not overtake */
    char person[STORE_ID_TEXT];        /* as the server has said hello to, or "" */
    struct asked *asked;
    size_t asked_count, asked_room;
    struct stream streams[STREAMS_MAX];
    int stream_count;
    struct line *next; /* all of them, until the round is over */
};

/* ---- Servers ---- */

struct server {
    struct hall *hall; /* NULL: down */
    struct store *store;
    unsigned life;
    bool dying;            /* what it says reaches nobody, what it stores is not kept */
    bool scheduled;        /* its store has a moment for working or collecting */
    int64_t full_until_ms; /* its disk takes nothing */
    int64_t skew_ms;       /* its clock is wrong by this */
    struct rng entropy;
};

/* ---- The truth: what the database says ---- */

/* A table after one of its entries. */
struct instant {
    enum table_state table_state;
    char person[GAME_SEATS_MAX][STORE_ID_TEXT];
    bool has_state;
    struct game_state_storage state;
    int64_t left_ms[GAME_SEATS_MAX]; /* on clocks of the whole game */
    uint32_t running;                /* clocks */
    /* As JSON, made when first needed; the spectator first, then the seats. */
    char *view[GAME_SEATS_MAX + 1], *events[GAME_SEATS_MAX + 1];
    json_t *rest[GAME_SEATS_MAX + 1]; /* phase, to_act, legal, open */
};

struct truth {
    char id[STORE_ID_TEXT];
    struct table *table;
    struct instant *instants; /* by version */
    size_t instant_count, instant_room;
    json_t *result, *position; /* when over */
    char seed_hash[65];
};

/* ---- Clients ---- */

/* A table as an actor knows it. */
struct place {
    char table[STORE_ID_TEXT];
    bool asked;      /* for watching, on this line */
    bool plays;      /* wants a seat */
    bool left;       /* has left one, and may come back to it */
    bool views;      /* asked for */
    int64_t version; /* -1: nothing seen */
    uint64_t view;   /* the hash of what was seen; 0: none */
    int you;
    json_t *info, *latest; /* `latest`: the push that told the present position */
    char move[GAME_MOVE_TEXT_MAX], cid[STORE_CID_MAX]; /* not acknowledged yet; "": none */
    int sent;                                          /* so many times */
    int64_t sent_ms;
    int64_t seen_ms, patience_ms; /* for seats that stay empty */
};

struct actor {
    int number;
    struct rng rng;
    char secret[80], person[STORE_ID_TEXT], login[16];
    struct line *line;
    bool greeting, greeted;
    int64_t back_ms; /* connects again then */
    int pace_ms;     /* between what it does, at most */
    int twin;        /* the same person on another device; -1: none */
    int mischief;    /* per mille of what it does is bad */
    int64_t next_id;
    int next_cid;
    unsigned char *sends; /* how often each client id of a move was sent */
    struct place *places[PLACES_MAX];
    int place_count;
};

/* A way into a table, as friends tell each other. */
struct venue {
    char table[STORE_ID_TEXT];
    char invite[WAY_TEXT], code[WAY_TEXT]; /* may be "" */
    bool done;
};

/* What a round was about, to see that it was about something. */
struct tally {
    int64_t moments, messages, steps, finished, tables, kills, stops, drops, again, refused,
        requests, timeouts, people_moves, bot_moves, disk_failures;
};

struct world {
    uint64_t seed;
    bool verbose;
    struct rng rng;
    int64_t now_ms, calm_ms, begun_ms; /* calm: nothing goes wrong any more */
    bool is_calm;
    bool is_quiet; /* nobody asks for anything new */
    char database[256];

    struct moment *moments; /* a heap */
    size_t moment_count, moment_room;
    uint64_t order;

    struct server servers[SERVERS_MAX];
    int server_count;
    struct line *lines;
    int line_count;
    struct actor *actors[ACTORS_MAX];
    int actor_count;
    struct venue venues[VENUES_MAX];
    int venue_count;
    int tables_wanted; /* still to be created */

    struct store *store; /* of the truth */
    struct truth *truths[VENUES_MAX * 2];
    int truth_count;
    struct doc *doc;
    char *scratch;
    struct move *moves;

    /* Moves that were refused, and sent only once: they must never happen. */
    struct refused {
        char table[STORE_ID_TEXT], cid[STORE_CID_MAX];
    } * refused;
    size_t refused_count, refused_room;

    /* How bad it is, per mille or in ms. */
    int latency_ms, drop, disk_ms, decision_ms, double_send, full;
    struct hall_limits limits;

    uint64_t digest; /* of all that servers have said: the same for the same seed */
    struct tally tally;
};

/* simulation.c */
/* Says what is broken and how to see it again, and ends the program. */
_Noreturn void broken(const struct world *world, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void trace(const struct world *world, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int chance(struct rng *rng, int below); /* 0 … below - 1 */
bool happens(struct rng *rng, int per_mille);
int between(struct rng *rng, int low, int high); /* both included */

/* simulation_net.c */
void moment_plan(struct world *world, struct moment moment);
struct moment moment_next(struct world *world);
void moment_free(struct moment *moment);

void server_start(struct world *world, int number);
void server_kill(struct world *world, int number, bool in_order);
void server_moment(struct world *world, struct moment *moment);
/* After something was asked of a server: its store has to work some time. */
void server_schedule(struct world *world, int number);

struct line *line_open(struct world *world, int actor, int server);
/* As the actor closes it, or as the network does. */
void line_cut(struct world *world, struct line *line, bool by_actor);
/* Sends a request; takes it. The id is given here, and the answer waited for. */
void line_ask(struct world *world, struct line *line, struct actor *actor, const char *cmd,
              json_t *request);
/* Sends any bytes. */
void line_throw(struct world *world, struct line *line, const char *bytes, size_t size);
void line_free_all(struct world *world);

/* simulation_truth.c */
void truth_open(struct world *world);
void truth_close(struct world *world);
/* The table, read at least up to this version; NULL: the database has no such version. */
struct truth *truth_reach(struct world *world, const char *table, int64_t version);
/* Everything read anew: nothing that was there is gone or otherwise. */
void truth_check_kept(struct world *world);
/* What a hall has in memory is what the entries say. */
void truth_check_hall(struct world *world, const struct hall *hall);
int truth_seat(const struct truth *truth, int64_t version, const char *person);
const char *truth_view(struct world *world, struct truth *truth, int64_t version, int viewer);
const char *truth_events(struct world *world, struct truth *truth, int64_t version, int viewer);
const json_t *truth_rest(struct world *world, struct truth *truth, int64_t version, int viewer);
const json_t *truth_result(struct world *world, struct truth *truth);
const json_t *truth_position(struct world *world, struct truth *truth);
/* Is the match over after this version? */
bool truth_is_over(const struct truth *truth, int64_t version);

/* A message of a server. Its view, which is most of it, is cut out before the rest is parsed. */
struct letter {
    const char *text;
    size_t length;
    const char *view; /* in the text; NULL: none */
    size_t view_length;
    json_t *json; /* NULL: none */
};
/* simulation_told.c: every message is looked at when a server sends it. Returns what it answers. */
struct asked told(struct world *world, struct line *line, const struct letter *letter);
struct asked *asked_find(struct line *line, const json_t *id);
void check_seeds(struct world *world, struct line *line, const char *text, size_t length);

/* simulation_actor.c */
struct actor *actor_new(struct world *world, int number);
void actor_free(struct actor *actor);
void actor_wake(struct world *world, struct actor *actor);
void actor_hears(struct world *world, struct actor *actor, struct moment *moment);
void actor_loses(struct world *world, struct actor *actor, struct line *line);
/* Sends the move of a place, for the first time or again. */
void actor_send_move(struct world *world, struct actor *actor, struct place *place);
bool actor_find_move(struct world *world, struct actor *actor, struct place *place,
                     char text[GAME_MOVE_TEXT_MAX]);

/* A new client id for a move. */
void actor_cid(struct actor *actor, char cid[STORE_CID_MAX]);

/* simulation_http.c */
void http_ask(struct world *world, struct actor *actor);
void http_told(struct world *world, struct line *line, const struct letter *letter);

/* simulation_disk.c */
void disk_prepare(void);
/* After so many writes all fail; 0: at once; -1: the disk is fine. */
void disk_break(int writes);

/* simulation_mischief.c */
void mischief(struct world *world, struct actor *actor);

#endif
