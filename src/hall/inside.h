/* What the parts of the hall share; see hall.h for which part does what. Nobody else includes it. */
#ifndef HALL_INSIDE_H
#define HALL_INSIDE_H

#include "hall/outside.h"
#include "table/finished.h"
#include "table/push.h"
#include "table/seats.h"
#include "table/settings.h"
#include "table/table.h"

/* --- id_map.c ---------------------------------------------------------------------------------- */

/* Finds things by their id. Ids are random, so the first bytes of one serve as its hash. */
struct id_map {
    void **slots; /* each begins with char id[STORE_ID_TEXT] */
    size_t count, capacity;
};
void *id_map_find(const struct id_map *map, const char *id);
void id_map_add(struct id_map *map, void *item);
void id_map_remove(struct id_map *map, const char *id);
void id_map_free(struct id_map *map);

/* A limit that fills again with time: so many a minute, and a burst. */
struct bucket {
    int64_t at_ms;
    int64_t level; /* in thousandths */
};
bool bucket_take(struct bucket *bucket, int per_minute, int burst, int64_t now_ms);
/* Whether something could be taken. */
bool bucket_has(struct bucket *bucket, int per_minute, int burst, int64_t now_ms);
/* Gives back what was taken, as what was tried turned out right. */
void bucket_give(struct bucket *bucket, int burst);

/* --- who and what is there -------------------------------------------------------------------- */

struct person {
    char id[STORE_ID_TEXT]; /* first: for struct id_map */
    char name[STORE_NAME_MAX];
    char login[STORE_NAME_MAX];
    struct client *clients; /* its connections; a person without one is forgotten */
    struct bucket chats;
};

/* A connection at a table. In two lists: of the table's watchers, of the client's watches. */
struct watch {
    struct client *client;
    struct live_table *table;
    struct push_viewer viewer;
    struct watch *next_at_table, *next_of_client;
};

struct client {
    struct hall *hall;
    void *owner;
    struct person *person; /* NULL before hello */
    unsigned char session[STORE_HASH_BYTES];
    struct client *next_of_person;
    struct client *next, *previous; /* all clients */
    struct watch *watches;
    int watch_count;
    struct address *address;
    struct bucket messages, gestures, excess, logs;
    int waiting;  /* answers of the store or of other threads still to come */
    bool gone;    /* left while waiting: freed when the last answer comes */
    bool ended;   /* the outside was told to end it: nothing more is taken from it */
    bool is_http; /* one request, one answer; it watches nothing */
    int http_status;
    /* A request is under way on which depends what the next ones may do (hello, watch): they
     * wait here, in their order. */
    bool paused;
    struct queued *queue, **queue_end;
    int queue_count;
    size_t queue_bytes;
};

/* What came from one address lately. */
enum { ADDRESS_BYTES = 48 };
struct address {
    char text[ADDRESS_BYTES];
    int clients;
    int64_t seen_ms;
    struct bucket people, tables, guesses, messages, requests; /* requests: those by HTTP */
    struct bucket work; /* limits.c; its level is in µs of processor time, and may be below zero */
    struct address *next;
};

/* A change to change a table, waiting for its turn; and who is told when it did not work. */
struct change {
    struct store_entry entry;   /* number is given when its turn comes */
    struct client *client;      /* NULL: nobody asked. Held by client->waiting */
    char person[STORE_ID_TEXT]; /* whose it is, or "" */
    bool any_seat;              /* of ENTRY_SIT: the seat is looked for when its turn comes */
    char *answer;               /* the JSON of the request's id, or NULL */
    int64_t arrived_us;
    /* Called when all is done with it, whatever came of it; may be NULL. */
    void (*then)(struct hall *hall, struct live_table *live, void *data);
    void *data; /* freed after */
    struct change *next;
};

/* A table in the hall: the table, who is there, and what is under way. At any time at most one entry
 * of a table is on its way to the disk; further changes wait, and are checked when their turn comes.
 */
struct live_table {
    char id[STORE_ID_TEXT]; /* first: for struct id_map */
    struct hall *hall;
    struct table *table;
    struct watch *watches;
    int watch_count;
    struct change *changes, **changes_end; /* the first one is under way if `busy` */
    int change_count;
    bool busy;
    bool behind;    /* others have appended: to be read before the next change */
    bool overtaken; /* the first change's number was taken: what is there is being read */
    bool broken;    /* its entries cannot be: nothing more is taken */
    bool loading;   /* its entries are being read: not yet to be used */
    struct loading_wait *waits; /* those who asked for it meanwhile */
    bool was_watched;           /* here, not only at another server */
    int64_t empty_since_ms;     /* nobody watches; 0: somebody does */
    uint32_t online;            /* a bit per seat whose person watches */
    int spectators;
    bool presence_changed; /* to be told at the next tick */
    int64_t away_since_ms[GAME_SEATS_MAX];
    uint32_t timing_out; /* a bit per seat whose time was up, and whose move is under way */
    struct rematch_wait *rematch_waits; /* those who asked for the table that is being made */
    int64_t due_ms;                     /* the tick has nothing to do here before */

    char placed[GAME_SEATS_MAX + 1][STORE_ID_TEXT]; /* person_tables.c: whose table it is */
    int placed_count;

    /* bots.c */
    char address
        [ADDRESS_BYTES]; /* that its thinking counts for: thinking.c; "" before anybody came */
    uint32_t thinking;   /* a bit per seat that is being thought for */
    uint32_t suggesting; /* the same for hints */
    int64_t bot_not_before_ms[GAME_SEATS_MAX]; /* when its move is made; 0: not yet decided */
    struct decision
        *bot_decision[GAME_SEATS_MAX]; /* elsewhere now; NULL: none, or not waited for */
    char *bot_move[GAME_SEATS_MAX];    /* thought of, and waiting for its time */
    int64_t bots_rest_ms;              /* after a refusal nobody is asked before */
    struct live_stage *stage;          /* games in real time; NULL otherwise */

    /* chat.c: what was said lately, newest last */
    struct chat_line *said;
    int said_count;
    struct mute *mutes;
    struct bucket gestures[GAME_SEATS_MAX];
};

struct hall {
    struct hall_settings settings;
    struct hall_outside outside;
    struct store *store;
    struct id_map people;      /* those connected */
    struct id_map live_tables; /* those in memory */
    struct id_map places;      /* person_tables.c */
    struct client *clients;
    struct address **addresses; /* by hash */
    int64_t addresses_swept_ms;
    bool working;       /* between work_begin and work_end */
    struct task *tasks; /* what is asked of the store or of other threads */
    struct push_writer *push_writer;
    struct hall_figures figures;
    int64_t now_ms;
    int64_t changes_asked_ms, swept_ms;
    bool changes_asked;             /* and not answered yet */
    int tables_open;                /* that are not over */
    struct opening *openings;       /* tables on their way to the disk */
    struct thinker *thinkers;       /* thinking.c: addresses whose computer players think */
    int thinking;                   /* decisions that are with other threads */
    int64_t thinking_ms;            /* the account of the address that was last given a thread */
    struct suggestion *suggestions; /* hints asked for, the oldest first */
    struct listing *listings;       /* of public tables, as they were told last */
    struct closing *closings;       /* over and no longer in memory: to be closed later */
    size_t closing_count, closing_capacity;
    int loading;            /* answers still to come before the hall is ready */
    int64_t load_again_ms;  /* the store could not say which tables there are; 0: it could */
    const char *load_error; /* why, if it is known */
    struct id_map damaged;  /* tables that cannot be read: struct damaged */
    bool load_failed, loaded, stopping;
};

/* --- requests.c: bytes to requests ----------------------------------------------------------- */

enum request_cmd {
    REQUEST_HELLO,
    REQUEST_RENAME,
    REQUEST_ACCOUNT,
    REQUEST_LOGIN,
    REQUEST_PASSWORD,
    REQUEST_LOGOUT,
    REQUEST_GAMES,
    REQUEST_COMPONENTS,
    REQUEST_TABLES,
    REQUEST_CREATE,
    REQUEST_INVITE,
    REQUEST_WATCH,
    REQUEST_UNWATCH,
    REQUEST_LOG,
    REQUEST_SIT,
    REQUEST_STAND,
    REQUEST_BOT,
    REQUEST_START,
    REQUEST_MOVE,
    REQUEST_SUGGEST,
    REQUEST_REMATCH,
    REQUEST_CHAT,
    REQUEST_MUTE,
    REQUEST_GESTURE,
    REQUEST_RECORD,
    REQUEST_RECORDS,
    REQUEST_STATS,
    REQUEST_PING,
    REQUEST_INFO,
    REQUEST_KINDS
};

/* Who may ask. From WATCHER on it is about a table that is watched. */
enum asker { ANYBODY, SOMEBODY, WATCHER, PLAYER, HOST };
enum asker request_asker(enum request_cmd cmd);

/* A request with every value of the right type and length; what is absent is NULL, -1 or as the
 * interface says. Texts point into `json`, which the request holds. */
struct request {
    json_t *json;
    enum request_cmd cmd;
    char *id; /* as JSON text; NULL: none */
    const char *table, *invite, *code, *secret, *name, *login, *password, *new_password, *game,
        *move, *cid, *text, *person, *level;
    bool has_level; /* null is a value too */
    int seat;
    int64_t since, before;
    bool views, on;
    int x, y, power;
};

/* False, and a fault; request->id is there even so if it could be read. */
bool request_read(struct request *request, char *bytes, size_t size, struct fault *fault);
/* The same for an address of /api/. */
bool request_read_http(struct request *request, const char *method, const char *path,
                       const char *query, const char *secret, char *body, size_t size,
                       struct fault *fault);
void request_free(struct request *request);

/* --- hall.c: answering -------------------------------------------------------------------- */

/* Sends {"id":…,"ok":true} with what is in `answer` (an object, taken; may be NULL). `id` is JSON
 * text or NULL. For HTTP sets the status. */
void client_answer(struct client *client, const char *id, json_t *answer);
void client_refuse(struct client *client, const char *id, const struct fault *fault);
/* The same as client_answer with one value more, which is JSON text already. */
void client_answer_text(struct client *client, const char *id, const char *key, const char *json);
void client_send(struct client *client, struct message *message);
/* While an answer is under way elsewhere the client is held; release frees it if it has gone. */
void client_hold(struct client *client);
void client_release(struct client *client);
/* Until client_resume its further messages wait. It must be held meanwhile. */
void client_pause(struct client *client);
void client_resume(struct client *client);

/* Something asked of the store or of another thread for a client, which is held meanwhile and may
 * have gone when the answer comes. The hall knows all of them, so that none is lost when it ends. */
struct task {
    struct client *client;
    struct request request; /* taken over; all zero if not needed */
    char secret[64];
    char table[STORE_ID_TEXT];
    unsigned char hash[STORE_HASH_BYTES];
    struct password_work *work;         /* under way elsewhere, or NULL */
    char compared[STORE_PASSWORD_TEXT]; /* the account's password, which was found to be right */
    bool comparing;                     /* the password with that of the account, not hashing one */
    bool right;                         /* of a password: there is such a login */
    bool is_latest;                     /* of a table: others' entries were read as well */
    struct store_person person;
    struct task *next, *previous;
};
/* Takes what `request` holds, if it is not NULL. */
struct task *task_new(struct client *client, struct request *request);
void task_free(struct task *task);

/* A job for a task; the client's further requests wait for its end. */
struct store_job *task_job(struct task *task, enum store_kind kind,
                           void (*done)(struct store_job *job));
/* The store could not: refuses the task's request. */
void task_unavailable(struct task *task);
/* The last thing of a task for which the client was paused: frees it, and goes on with what the
 * client has asked meanwhile. */
void task_resume(struct task *task);

/* A move was answered that came at `arrived_us`: for the figures. */
void figures_latency(struct hall *hall, int64_t arrived_us);

/* --- limits.c: how much may be asked ----------------------------------------------------------- */

struct address *address_get(struct hall *hall, const char *text);
void addresses_new(struct hall *hall);
void addresses_tick(struct hall *hall);
void addresses_free(struct hall *hall);

/* Whether the client may send this message now. Going on in spite of refusals ends it. */
bool client_in_time(struct client *client, bool is_gesture);
bool client_in_time_http(struct client *client);

/* Charges the client's address with the processor time between the two. Between them another pair does
 * nothing. The client must be held. */
int64_t work_begin(struct hall *hall);
void work_end(struct client *client, int64_t began_us);
/* The same for time that other threads will need. */
void work_charge(struct client *client, int64_t us);

/* --- dispatch.c: what each request does ------------------------------------------------------- */

/* May take what the request holds. */
void request_run(struct hall *hall, struct client *client, struct request *request);
/* The fault of a request that only the host may make. */
bool client_is_host(const struct client *client, const struct table *table, struct fault *fault);

/* --- listing.c: the list of public tables ----------------------------------------------------- */

void listing_tell(struct hall *hall, struct client *client, const struct request *request);
void listing_free(struct hall *hall);

/* --- chat.c: chat, mute, gestures ------------------------------------------------------------- */

void chat_request(struct hall *hall, struct client *client, struct watch *watch,
                  const struct request *request);
/* The name to show at a table for this person: the one it has in the match, which no renaming
 * changes, or else its own. NULL and a fault while the game does not allow that one (S5). */
const char *chat_name(const struct table *table, const struct person *person, struct fault *fault);
/* What was said lately as a JSON list, without those whom this person has muted (`person` may be
 * NULL). For free. */
char *chat_json(const struct live_table *live, const struct person *person);
/* Whom this person has muted there, the same way. */
char *chat_muted_json(const struct live_table *live, const struct person *person);
void chat_free(struct live_table *live);
/* Tells a gesture of this seat to all who watch, but for `except` (may be NULL). */
void chat_tell_gesture(struct live_table *live, int seat, const struct stage_gesture *gesture,
                       const struct client *except);

/* --- people.c --------------------------------------------------------------------------------- */

void people_request(struct hall *hall, struct client *client, struct request *request);
/* Who asks by HTTP: finds the person by the request's secret, then runs the request. */
void people_identify(struct hall *hall, struct client *client, struct request *request);
/* Answers the task with what its person is now; refuses if the client is nobody any more. */
void person_answer(struct task *task);
/* The task's client is this person from now on, in the session `hash`; answers hello or login.
 * `secret` NULL: the client has it. */
void person_welcome(struct task *task, const struct store_person *person, const char *secret);
/* A new secret and its hash, into the task. */
void task_secret_new(struct task *task);
/* Clients of whom this is so are nobody from now on, and are told. */
void people_end_sessions(struct hall *hall, bool (*ended)(const struct client *, const void *),
                         const void *context);
/* The client is nobody from now on; a person without connections is forgotten. */
void person_leave(struct hall *hall, struct client *client);
/* A name as it is kept (text/name.h). */
bool name_is_fine(const char *name, char clean[STORE_NAME_MAX], struct fault *fault);
/* A new id: lower-case letters and digits. */
void id_new(struct hall *hall, char id[STORE_ID_TEXT]);
/* The way into a table: a link's invite and a code to read aloud. What is stored of either is
 * secret_hash; a code is first made as it was given out, whatever case and dashes were typed. */
enum { INVITE_TEXT = 23, CODE_TEXT = 9 };
void invite_new(struct hall *hall, char invite[INVITE_TEXT], char code[CODE_TEXT]);
bool code_normalise(const char *typed, char code[CODE_TEXT]);
void secret_hash(const char *secret, unsigned char hash[STORE_HASH_BYTES]);

/* --- accounts.c ------------------------------------------------------------------------------- */

/* `account`, `login` and `password`. */
void account_request(struct hall *hall, struct client *client, struct request *request);

/* --- person_tables.c: which tables are whose ---------------------------------------------------------- */

/* Somebody may have sat down, stood up, or the table closed. */
void person_tables_note(struct live_table *live);
void person_tables_forget(struct live_table *live);
/* Tables in memory, not closed, that this person hosts or sits at; how many. */
int person_tables_of(const struct hall *hall, const char *person,
                     struct live_table *const **tables);
void person_tables_free(struct hall *hall);

/* --- live_tables.c: which tables are in memory ------------------------------------------------------ */

/* All times after which something happens by itself, and how much may wait. */
enum {
    TABLES_CHANGES_MS = 500,     /* what others append is told after at most this */
    TABLES_SWEEP_MS = 10 * 1000, /* how often unused tables are looked for */
    TABLES_LOAD_AGAIN_MS = 1000,
    TABLES_WAITING_MS = 3600 * 1000,        /* waiting, and nobody watches: closed */
    TABLES_ELSEWHERE_MS = 24 * 3600 * 1000, /* the same, if another server may see somebody there */
    TABLES_OVER_MEMORY_MS = 60 * 1000, /* over, and nobody watches: forgotten until asked for */
    TABLES_OVER_MS = 3600 * 1000,      /* the same: closed */
    TABLES_CLOSED_MAX = 1000,          /* of those in one sweep: moves go first */
    TABLES_PLAYING_MS = 7 * 24 * 3600 * 1000, /* playing, without a move and unwatched: closed */
    TABLES_AWAY_MS = 30 * 1000,               /* a person without a connection counts as away */
    LIVE_CHANGES_MAX = 64,                    /* waiting at one table */
    TABLES_CHANGES_MAX = 1000,                /* of seats at one table: it is kept for ever */
    TABLES_MOVES_MAX = 10000,                 /* of one match; more, and the table is closed */
    TABLES_RESUME_MAX = 64,                   /* steps told again; more, and all is told instead */
};

/* What is to be done with a table when it is there. NULL: there is none, or, if it failed, the store
 * could not say. */
typedef void live_tables_then(struct hall *hall, struct client *client, struct live_table *live,
                              bool failed, void *data);

/* The table with this id: at once if it is in memory, after reading it otherwise. The client (may be
 * NULL) is held meanwhile; `data` is freed after. */
void live_tables_get(struct hall *hall, const char *id, struct client *client,
                     live_tables_then *then, void *data);
/* Whether the table is there, but cannot be read. */
bool tables_is_damaged(const struct hall *hall, const char *id);
/* The same after reading what others may have appended. */
void live_tables_get_latest(struct live_table *live, struct client *client, live_tables_then *then,
                            void *data);
/* It was read. */
void live_tables_are_latest(struct live_table *live);
/* Takes a table into memory. */
struct live_table *live_tables_add(struct hall *hall, struct table *table);
/* How many tables that are not over this person hosts or sits at. */
int live_tables_of_person(const struct hall *hall, const char *person);
/* The next tick looks at the table not later than this. */
static inline void live_due(struct live_table *live, int64_t at_ms)
{
    if (at_ms < live->due_ms)
        live->due_ms = at_ms;
}

void live_tables_load(struct hall *hall);
void live_tables_tick(struct hall *hall);
void live_tables_free(struct hall *hall);

/* --- new_tables.c: new tables --------------------------------------------------------------------- */

/* A new table: entry 0, then computer players and the host's seat, each as a change. The client is
 * answered when all is on the disk, and watches. */
void new_table(struct hall *hall, struct client *client, const struct request *request);
/* The match again at a new table: the same for all who ask. */
void new_table_rematch(struct hall *hall, struct live_table *live, struct client *client,
                       const struct request *request);
/* Answers those who asked, when the entry is there; or refuses them. */
void rematch_answer(struct live_table *live);
/* Somebody was faster, at another server: the table that was made here goes, and the other one is
 * answered. `text` is that of the entry. */
void rematch_refused(struct live_table *live, const char *text);
void rematch_free(struct live_table *live);
void openings_free(struct hall *hall);

/* --- changes.c: how a table changes ------------------------------------------------------------ */

/* Puts a change into the table's queue; takes what `change` points to. It is refused, or its step is
 * told to everyone watching. ENTRY_SIT with seat -1: the seat this person has left, or the first that
 * is free when its turn comes. */
void change_submit(struct hall *hall, struct live_table *live, struct change *change);
struct change *change_new(enum entry_kind kind, int seat, const char *text, const char *cid,
                          struct client *client, const char *answer);
void change_free(struct change *change);
/* The text of an entry that puts somebody on a seat; from malloc. */
char *change_sit_text(const char *person, const char *name);
char *change_bot_text(const char *level, const char *name);
/* With a name of its own for each seat: the same as at the terminal's tables. A change of ENTRY_BOT
 * without a name, and ENTRY_STAND, get one that nobody at the table has when their turn comes. */
char *change_new_bot_text(const struct hall *hall, const char *level, int seat);
/* Others have appended to the table: reads it, folds it in, tells it. */
void change_catch_up(struct live_table *live);
/* What the server itself does next: begins the match when the last seat is taken. */
void change_settle(struct live_table *live);

/* --- watch.c: who is there ---------------------------------------------------------------------- */

/* A client begins to watch: it is told the table, or what has happened since. A table that is not
 * public is shown to its host, to those who sit there, and to a request that has the (right) `invite`
 * or `code`. */
void watch_table(struct hall *hall, struct live_table *live, struct client *client,
                 const struct request *request);
bool watch_is_allowed(const struct live_table *live, const struct client *client,
                      const struct request *request);
void watch_end(struct hall *hall, struct watch *watch);
/* What has happened at the table, before the version that the request names or until now. */
void watch_tell_log(const struct watch *watch, const struct request *request);
struct watch *watch_find(const struct client *client, const char *table);
/* Watches without an answer, and tells everything. */
void watch_begin(struct live_table *live, struct client *client);
/* Seats have changed: who of the watchers has which. */
void watch_renew(struct live_table *live);
void watch_tell_presence(struct live_table *live);
/* Whether the person on this seat has been away for long enough to be replaced. */
bool watch_is_away(const struct live_table *live, int seat);
/* To all who watch, but for `except` (may be NULL). */
void watch_send_all(struct live_table *live, struct message *message, const struct client *except);

/* --- bots.c: computer players ------------------------------------------------------------------ */

/* Called after every step of the table, and by ticks that are due. */
void bots_look(struct hall *hall, struct live_table *live);
/* The move that a computer player wished for came to nothing. */
void bots_refused(struct live_table *live);
/* A hint for the person on this seat. */
void bots_suggest(struct hall *hall, struct live_table *live, struct client *client, int seat,
                  const struct request *request);
void bots_suggestions_free(struct hall *hall);
/* The move that is made when time is up: by the player `easy`. */
void bots_timeout(struct hall *hall, struct live_table *live, int seat);
void bots_free(struct live_table *live);

/* --- thinking.c: sharing the threads that think ------------------------------------------------- */

/* How long a computer player of this address is to think: the level's own time, or less when many
 * wait, of this address above all. A table should not stand still because others play as well. */
int thinking_ms(const struct hall *hall, const char *address, const struct player *player);
/* Hands the thought over when its turn comes. */
void thinking_add(struct hall *hall, const char *address, struct decision *decision);
/* It came back. */
void thinking_done(struct hall *hall, const struct decision *decision);
void thinking_free(struct hall *hall);

/* --- live_stage.c: games in real time ---------------------------------------------------------- */

/* Every tick: computer players perform, watch, and move when they like. */
void live_stage_tick(struct hall *hall, struct live_table *live);
/* A gesture of a person; it has been told to the others already. */
void bots_witness(struct live_table *live, int seat, const struct stage_gesture *gesture);
void live_stage_free(struct live_table *live);

#endif
