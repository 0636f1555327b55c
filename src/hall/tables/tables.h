/* The tables in memory: who watches them, how they change, where they come from and go.
 *
 *     live_table.c  the tables, by id and by person; what was said at each
 *     watch.c       who watches a table, and what they are sent
 *     change.c      how a table changes, one entry at a time, and which changes clients may make
 *     opening.c     new tables: where they start from, names and levels of computer players
 *     lookup.c      the list of public tables, watching, invitations, rematches
 *     loading.c     reading tables from the store; closing and forgetting them */
#ifndef HALL_TABLES_TABLES_H
#define HALL_TABLES_TABLES_H

#include "base/base.h"
#include "base/system/system.h"
#include "hall/cluster/peers/peers.h"
#include "hall/front/front.h"
#include "hall/people/people.h"
#include "store/job/job.h"
#include "table/table.h"

/* ---- Tables by person ---- */

/* An index of tables by the people who host them or sit at them. Searching all tables would be too
 * slow when thousands of people come back at once. */

struct live_table;

/* All zero is an empty index. */
struct person_tables {
    struct id_map people;
};

/* The people under whom a table is in the index; a part of the live table. */
struct table_people {
    char id[GAME_SEATS_MAX + 1][STORE_ID_TEXT];
    int count;
};

/* Brings the index up to date after a change of the table's host, seats or state. */
void person_tables_update(struct person_tables *index, struct live_table *live,
                          struct table_people *people, const struct table *table);

/* Takes the table out of the index. */
void person_tables_remove(struct person_tables *index, const struct live_table *live,
                          struct table_people *people);

/* The tables that this person hosts or sits at, and how many they are. Closed tables are not among
 * them. Valid until the index changes. */
int person_tables_of(const struct person_tables *index, const char *person,
                     struct live_table *const **tables);

void person_tables_free(struct person_tables *index);

/* ---- Chat log ---- */

/* The latest chat lines of a table, and who has muted whom. Kept in memory only. */

struct chat_line;
struct mute;

/* All zero is an empty log. */
struct chat_log {
    struct chat_line *lines; /* oldest first */
    int count;
    struct mute *mutes;
};

void chat_log_free(struct chat_log *log);

/* Adds a line, given as a JSON object that is taken. Drops the oldest one if there are too many. */
void chat_log_add(struct chat_log *log, const char *person, const char *name, char *json);

/* Whether this line is there already. */
bool chat_log_has(const struct chat_log *log, const char *json);

/* The name of a person who has spoken, or NULL. */
const char *chat_log_name(const struct chat_log *log, const char *person);

/* Calls the function for the person of each line. */
void chat_log_people(const struct chat_log *log, void (*visit)(void *context, const char *person),
                     void *context);

/* Removes what this person has said, and that others have muted them. */
void chat_log_forget(struct chat_log *log, const char *person);

/* The lines as a JSON list, without those of people whom `person` (or NULL) has muted. Free it. */
char *chat_log_json(const struct chat_log *log, const char *person);

/* `by` may be NULL: no person. */
bool chat_log_is_muted(const struct chat_log *log, const char *by, const char *whom);

/* Mutes a person of this name, who must not be muted yet. Returns false and sets `fault` if too
 * many are muted. */
bool chat_log_mute(struct chat_log *log, const char *by, const char *whom, const char *name,
                   struct fault *fault);
/* Does nothing if the person is not muted. */
void chat_log_unmute(struct chat_log *log, const char *by, const char *whom);

/* The people whom `person` (or NULL) has muted, as a JSON list. Free it. */
char *chat_log_muted_json(const struct chat_log *log, const char *person);

/* ---- Live table ---- */

/* Live tables: the tables in memory, by id and by person. A live table is a table, who watches it,
 * and what other units attach to it. */

struct change_queue;
struct live_realtime;
struct rematch;
struct table_bots;
struct watch;

/* Someone who waits until a table has been read from the store. A part of the struct of the one who
 * waits. */
struct table_wait {
    /* `live` is NULL if there is no such table; or, if `failed`, because the store failed. */
    void (*done)(struct table_wait *wait, struct live_table *live, bool failed);
    struct table_wait *next;
};

struct live_seat {
    struct live_table *live;
    int seat;
    int64_t away_since_ms; /* when its person stopped watching */
    bool timing_out;       /* its time is up, and a move for it is under way (play/bots.c) */
    struct bucket gestures;
};

/* The right to run the clocks and computer players of a table (leases.h). */
struct table_lease {
    bool is_held;               /* by this server, if its leases have not run out */
    bool may_be_own;            /* they have run out, but the database may still name this server */
    char holder[STORE_ID_TEXT]; /* the server that had it when it was last asked for; or "" */
    int64_t asked_ms;           /* when that was; 0: never */
};

struct live_table {
    char id[STORE_ID_TEXT]; /* first: for struct id_map */
    struct live_tables *tables;
    struct environment *environment;
    struct table *table;
    bool loading;         /* its entries are being read: do not use it yet */
    bool must_start_over; /* the store has changed entries that were folded in */
    bool broken; /* an entry of the store could not be folded in: it accepts no more changes */
    struct table_wait *waits; /* for entries that are being read */
    int64_t due_ms;           /* a tick has nothing to do here before this time */

    /* Who is there (watch.c). */
    struct watch *watches;
    int watch_count;
    bool was_watched;       /* at this server, not only at another one */
    int64_t empty_since_ms; /* 0 while someone watches, at any server */
    uint32_t online;        /* a bit per seat whose person watches, at any server */
    int spectators;         /* likewise */
    bool presence_changed;  /* to be sent at the next tick */
    uint32_t own_online;    /* at this server */
    int own_spectators;
    bool own_changed;                    /* other servers are to be notified at the next tick */
    int64_t told_ms;                     /* when they were last notified */
    struct peer_watchers *peer_watchers; /* at other servers */
    char address
        [ADDRESS_BYTES]; /* pays for thinking (play/thinking.c); "" before the first client */
    struct live_seat seat[GAME_SEATS_MAX];

    struct table_lease lease;
    struct table_people people;
    struct chat_log chat;

    /* What other units attach; NULL if they have not. */
    struct change_queue *changes;
    struct table_bots *bots;
    struct live_realtime *realtime;
    struct rematch *rematch;
};

/* Notifies the units that have attached something to a table. */
struct live_table_callbacks {
    void *context;
    /* The table is about to be freed. */
    void (*forgetting)(void *context, struct live_table *live);
};

struct live_tables {
    struct environment *environment;
    struct live_table_callbacks callbacks;
    struct id_map by_id;
    struct person_tables by_person;
    struct push_writer *push_writer;
    int open_count; /* tables that are not over */
};

void live_tables_start(struct live_tables *tables, struct environment *environment,
                       const struct live_table_callbacks *callbacks);
void live_tables_free(struct live_tables *tables);

/* Takes a table into memory. It is not in the index by person, and not counted, before
 * live_table_opened. */
struct live_table *live_table_new(struct live_tables *tables, struct table *table);
/* The table has its entries. */
void live_table_opened(struct live_table *live);
/* Takes the table out of memory. */
void live_table_free(struct live_table *live);

/* NULL if the table is not in memory. It may still be loading. */
struct live_table *live_tables_find(const struct live_tables *tables, const char *id);
/* Iterates over the tables that are not loading, like id_map_next. */
struct live_table *live_tables_next(const struct live_tables *tables, size_t *at);

/* Brings the index by person up to date. */
void live_table_index(struct live_table *live);
/* The number of tables in memory that this person hosts or sits at and that are not over. */
int live_tables_count_of(const struct live_tables *tables, const char *person);

/* Adds to the table's list of waits; and ends a list of waits. */
void live_table_wait(struct live_table *live, struct table_wait *wait);
void table_waits_end(struct table_wait *waits, struct live_table *live, bool failed);

/* Makes sure that a tick looks at the table by `at_ms`. */
static inline void live_table_due(struct live_table *live, int64_t at_ms)
{
    if (at_ms < live->due_ms)
        live->due_ms = at_ms;
}

/* ---- Watch ---- */

/* Who watches a table: their seats, what they are sent, and whom the others see. A person who stops
 * watching keeps the seat. */

enum {
    WATCH_AWAY_MS = 30 * 1000, /* a person who has not watched for this long is away */
    WATCH_RESUME_MAX = 64,     /* steps sent again to a client that comes back; else everything */
};

/* A client at a table. It is in two lists: of the table, and of the client. */
struct watch {
    struct client *client;
    struct live_table *table;
    int seat;                  /* of the person, or GAME_SPECTATOR */
    bool as_spectator;         /* is sent what a spectator sees, even with a seat */
    struct push_viewer viewer; /* for whom the messages are written */
    struct watch *next_at_table, *next_of_client;
};

/* NULL if the client does not watch this table. */
struct watch *watch_find(const struct client *client, const char *table);

/* Whether the client may watch. A private table is open to its host, to the people who have a seat,
 * and, until it is closed, to a request with the right `invite` or `code`. */
bool watch_is_allowed(const struct live_table *live, const struct client *client,
                      const struct request *request);
/* Refuses a request of a client that may not watch. */
void watch_refuse(const struct live_table *live, struct client *client,
                  const struct request *request);

/* The request `watch`: answers it, then sends the table or the steps since `since`. */
void watch_table(struct live_table *live, struct client *client, const struct request *request);
/* Starts watching without an answer, and sends the table. */
void watch_begin(struct live_table *live, struct client *client);
/* Stops watching. */
void watch_end(struct watch *watch);
void watch_end_all(struct client *client);

/* The request `log`. */
void watch_log(const struct watch *watch, const struct request *request);

/* Finds out which seat each watcher has. Called when a person may have sat down or stood up. */
void watch_update_seats(struct live_table *live);

/* Sends a step, the table's latest entry, to all who watch. `before` is the match before it, if it
 * was a move. `asker` (or NULL) is the client who asked for it: its copy is the answer to the request
 * with the id `answer`. False if the asker does not watch. */
bool watch_send_step(struct live_table *live, const struct game_state_storage *before,
                     const struct client *asker, const char *answer);

/* Sends the whole table to all who watch. */
void watch_send_table(const struct live_table *live);

/* Sends who is there, if that has changed, to clients and to other servers. */
void watch_tick(struct live_table *live);
/* Another server says who watches the table there. */
void watch_heard(struct live_table *live, const char *server, uint32_t online, int spectators);

/* Sends a message to all who watch, except one client (or NULL). */
void watch_send_all(struct live_table *live, struct message *message, const struct client *except);

/* Whether the person on this seat has been away long enough to be replaced. */
bool watch_is_away(const struct live_table *live, int seat);

/* Whether computer players have someone to play for: a person who watches or, except in real time,
 * has a seat. */
bool watch_has_audience(const struct live_table *live);

/* The name to show for a person at a table: the one in the match, or else their own. NULL and a fault
 * if the game does not allow it now (S5). */
const char *watch_name(const struct table *table, const struct person *person, struct fault *fault);

/* ---- Steps ---- */

/* Steps: entries of the store become part of a live table, and all who watch receive them. */

/* Folds in an entry and sends it. `asker` (or NULL) is the client who asked for it: its copy is the answer to
 * the request with the id `answer`. False if it cannot be folded in: the table is broken from now on. */
bool steps_add(struct live_table *live, const struct store_entry *entry, struct client *asker,
               const char *answer);

/* Whether these entries of the store, read from the number live->table->version on, begin with the latest
 * entry that was folded in. */
bool steps_continue(const struct live_table *live, const struct store_entry *entries, size_t count);

/* These are all entries of the table, and some that were folded in are not among them: folds in these
 * instead, and sends the table. False as above. */
bool steps_start_over(struct live_table *live, const struct store_entry *entries, size_t count);

/* ---- Public tables ---- */

/* The list of public tables. It is by far the most expensive answer, and anyone may request it
 * repeatedly, so a list is reused for ten times as long as it took to make. */

struct public_tables {
    const struct live_tables *tables;
    struct public_list *first; /* one for each game that was asked for, and one for all games */
};

void public_tables_start(struct public_tables *public, const struct live_tables *tables);
void public_tables_free(struct public_tables *public);

/* The request `tables`. */
void public_tables_answer(struct public_tables *public, struct client *client,
                          const struct request *request);

/* ---- Change ---- */

/* Changes: the only way to add an entry to a table. A change waits for its turn, is checked, goes to
 * the disk as the next entry, and only then becomes part of the table and is sent to those who watch.
 * At most one entry of a table is on its way to the disk at any time. If another server was faster,
 * its entries are read, folded in and sent first, and the change is checked again. */

enum {
    CHANGE_WAITING_MAX = 64, /* changes that clients may have waiting at one table */
    CHANGE_RETRY_MS = 500,   /* after entries of another server could not be read */
};

enum change_outcome { CHANGE_MADE, CHANGE_REFUSED };

/* One change. It is copied when submitted; texts too. */
struct change {
    enum entry_kind kind;
    int seat; /* or -1; ENTRY_SIT with -1: the person's former seat, or the first free one */
    const char *text; /* NULL: {} */
    const char *cid;  /* the client's own id of a move, or NULL */
    /* The client that asked, or NULL. Its step is the answer to the request with the id `answer`
     * (JSON text, or NULL), or the request is refused. */
    struct client *client;
    const char *answer;
    /* Called once, when the change was made or refused; or NULL. `fault` is NULL if it was made. The
     * owner of `context` must keep it until then. Not called when the hall ends before. */
    void (*done)(void *context, enum change_outcome outcome, const struct fault *fault);
    void *context;
};

/* Notifies the units that react to changes. */
struct change_callbacks {
    void *context;
    /* An entry, from here or from another server, was folded in and sent. */
    void (*stepped)(void *context, struct live_table *live, const struct store_entry *entry);
    /* The table was made again from its entries: some that were folded in are not in the store. */
    void (*started_over)(void *context, struct live_table *live);
    /* The table has come to rest after one or more entries. */
    void (*settled)(void *context, struct live_table *live);
};

struct changes {
    struct environment *environment;
    struct live_tables *tables;
    struct change_callbacks callbacks;
};

void changes_start(struct changes *changes, struct live_tables *tables,
                   const struct change_callbacks *callbacks);
/* Frees what is waiting at the table, unanswered. */
void changes_forget(struct live_table *live);

/* The table must not be loading. */
void change_submit(struct changes *changes, struct live_table *live, const struct change *change);
/* Whether nothing is waiting or under way at the table. */
bool change_is_idle(const struct live_table *live);

/* The table has been read from the store: does what the server itself has to do next. */
void change_loaded(struct changes *changes, struct live_table *live);

/* Another server has appended this entry: folds it in and sends it. */
void change_news(struct changes *changes, struct live_table *live, const struct store_entry *entry);

/* Another server has appended to the table, or the entries in memory may not be those of the store:
 * reads them, now or once the table is loaded. */
void change_catch_up(struct changes *changes, struct live_table *live);
/* The same for someone who waits for the result. Fails if the entries cannot be read. */
void change_catch_up_for(struct changes *changes, struct live_table *live, struct table_wait *wait);
/* Reads again what could not be read, when it is time. */
void change_tick(struct changes *changes, struct live_table *live);

/* ---- Change check ---- */

/* Which changes clients may make: the checks that need more than the table (table/entry.c). */

enum {
    CHANGE_SEAT_CHANGES_MAX = 1000, /* per table: entries are never deleted */
    CHANGE_MOVES_MAX = 10000,       /* per match; a match that gets there is closed */
};

/* Checks whether this person may add the entry: it is about their own seat, they are within the
 * limits on tables, moves and changes, and they replace no one who is present. Returns false and
 * sets `fault` if not. */
bool change_check(const struct live_table *live, const struct store_entry *entry,
                  const char *person, struct fault *fault);

/* ---- Auto level ---- */

/* The level `auto`: decided when a match starts, by the host's latest results in the game. */

/* A job that reads the results of the host, to be submitted to the store. */
struct store_job *auto_level_job(const struct live_table *live, void (*done)(struct store_job *job),
                                 void *context);

/* The level that suits the host, by the results that the job has read. Without any, or if the store
 * failed, that of a person who is new. */
const struct player *auto_level(const struct store_job *job);

/* ---- Names of computer players ---- */

/* The name at a new table: a different one for each seat, and not the host's. */
void bot_name_at_new_table(const struct environment *environment, const char *host, int seat,
                           char name[STORE_NAME_MAX]);

/* A name that no one at the table has. */
void bot_name_at_table(const struct environment *environment, const struct table *table, int seat,
                       char name[STORE_NAME_MAX]);

/* Names the computer player that may come to a seat by this entry (ENTRY_STAND or ENTRY_BOT), in its text. */
void bot_name_entry(const struct environment *environment, const struct table *table,
                    struct store_entry *entry);

/* ---- Loading ---- */

/* Reads tables from the store: at the start those that are not over, the others when someone asks
 * for them; and notices when other servers change tables. */

enum {
    LOADING_CHANGES_MS = 500, /* how often the store is asked what other servers have changed */
    LOADING_RETRY_MS = 1000,  /* after a failure at the start */
};

/* Notifies the units that close tables and know sessions. */
struct loading_callbacks {
    void *context;
    /* At the start, these tables of the store are over. May be called again after a failure. */
    void (*found_over)(void *context, const struct store_ended *ended, size_t count);
    /* Another server has ended sessions of this person, deleted them or changed their listing; NULL: of
     * anyone. */
    void (*person_changed)(void *context, const char *person);
    /* Another server has sent a message (cluster/peers/). */
    void (*heard)(void *context, const char *message);
};

struct loading {
    struct changes *changes;
    struct live_tables *tables;
    struct environment *environment;
    struct loading_callbacks callbacks;
    struct id_map damaged; /* tables that cannot be read: set aside until the next start */
    /* The start; again after a table could not be read. */
    bool startup_asked;           /* which tables are open, and not answered yet */
    struct startup_wait *startup; /* one for each table to be read */
    size_t startup_remaining;
    bool is_ready, has_failed;
    const char *error; /* why reading failed last, or NULL */
    int64_t retry_ms;  /* when to try again; 0: no need */
    /* Changes of other servers. */
    bool changes_asked; /* and not answered yet */
    int64_t changes_asked_ms;
    bool is_store_away; /* it could not be asked the last time */
    bool must_look;     /* at once, or after the answer under way */
};

void loading_start(struct loading *loading, struct changes *changes,
                   const struct loading_callbacks *callbacks);
void loading_free(struct loading *loading);

/* Reads the tables that are not over. `is_ready` when all are there. */
void loading_begin(struct loading *loading);
void loading_tick(struct loading *loading);
/* Asks the store what other servers have changed, without waiting for its time. */
void loading_look(struct loading *loading);

/* Gives the table with this id to wait->done: at once if it is in memory, otherwise after reading it.
 * `wait` may be NULL. */
void loading_get(struct loading *loading, const char *id, struct table_wait *wait);

/* Whether the table exists, but cannot be read. */
bool loading_is_damaged(const struct loading *loading, const char *id);

/* ---- Opening ---- */

/* New tables. Entry 0 and those of the people and computer players who have seats from the beginning
 * go to the disk together, so that no one else can take these seats, and no table lacks its host. */

struct openings {
    struct changes *changes;
    struct live_tables *tables;
    struct environment *environment;
    struct opening *first; /* under way */
};

/* A table that is being made. */
struct opening {
    struct table_wait wait; /* first: table_wait.done gets this */
    struct openings *openings;
    struct table *table; /* NULL once it is a live table */
    char invite[INVITE_TEXT], code[CODE_TEXT];
    struct store_entry entries[1 + GAME_SEATS_MAX]; /* ENTRY_CREATE, and who sits down */
    int entry_count;
    int remaining;         /* entries on their way to the disk */
    int stored;            /* those that are there */
    struct client *client; /* who asked, held; or NULL */
    char *answer;          /* the JSON of the request's id, or NULL */
    /* Called once: the table is ready; or it could not be made, and `live` is NULL. Not called when
     * the hall ends before. */
    void (*done)(struct opening *opening, struct live_table *live);
    void *context;
    struct opening *next, *previous;
};

void openings_start(struct openings *openings, struct changes *changes);
void openings_free(struct openings *openings);

/* The request `create`, which may be taken. A WebSocket client then watches the table. */
void opening_create(struct openings *openings, struct client *client, struct request *request);

/* For tables that are made in another way: */

/* Whether this client may have one more table made. Counts it against the limits. */
bool opening_is_allowed(struct openings *openings, const struct client *client,
                        struct fault *fault);
/* Whether this person hosts or sits at as many tables as is allowed. */
bool opening_has_too_many(const struct openings *openings, const char *person);

struct opening *opening_new(struct openings *openings,
                            void (*done)(struct opening *opening, struct live_table *live),
                            void *context);
void opening_free(struct opening *opening);
/* Takes this seat for a person or a computer player. Takes `text`. */
void opening_seat(struct opening *opening, enum entry_kind kind, int seat, char *text);
/* Makes the table with these settings. Returns false and sets `fault` if the match could not start,
 * or someone could not sit down; the opening must then be freed. */
bool opening_submit(struct opening *opening, const struct table_settings *settings,
                    struct fault *fault);

/* ---- Origins ---- */

/* The origin of a table: from its name to a position. */

/* Sets the position of `asked`, whose origin is a moment of this record. The person who plays on
 * from it is the one on asked->sit (match/match.h). Returns false and sets `fault` if the record
 * has no such moment, is of another game or number of seats, or cannot be replayed. */
bool origin_from_record(const struct environment *environment, const json_t *record,
                        struct table_asked *asked, struct fault *fault);

/* Sets the position of `asked`, if its origin is a scene of a lesson or a puzzle: those of its game, or
 * the one in the request where that is allowed. What the person on asked->sit cannot know of a puzzle is
 * dealt anew. False and a fault if there is none with this number, if it is of another game or number of
 * seats, or if the day of the puzzle has not come. */
bool origin_from_file(const struct environment *environment, struct table_asked *asked,
                      struct fault *fault);

/* ---- Lookup ---- */

/* Looks tables up for the requests `watch` and `info`: by id, invitation or code, in memory or in the
 * store. Makes new invitations. */

/* The requests `watch` and `info`. Takes the request. */
void lookup_ask(struct loading *loading, struct client *client, struct request *request);

/* The request `invite`. Takes the request. */
void invitation_renew(struct client *client, struct request *request);

/* ---- Rematch ---- */

/* Rematches: the match again at a new table, the same one for all who ask. */

/* The request `rematch`. */
void rematch_ask(struct openings *openings, struct live_table *live, struct client *client,
                 const struct request *request);

/* An entry was folded in at a table: if it names the new table, answers those who asked. */
void rematch_stepped(struct live_table *live, const struct store_entry *entry);

/* Whether a rematch of this table is under way: the table must stay in memory. */
bool rematch_is_pending(const struct live_table *live);

void rematch_forget(struct live_table *live);

/* ---- Sweep ---- */

/* Closes tables that are no longer used, and takes tables that are over out of memory. */

enum {
    SWEEP_MS = 10 * 1000, /* interval between sweeps */
    /* How long a table must have been unwatched: */
    SWEEP_WAITING_MS = 3600 * 1000, /* waiting: it is closed */
    /* The same, if no one watched it at this server: someone may at another one. */
    SWEEP_ELSEWHERE_MS = 24 * 3600 * 1000,
    SWEEP_EXERCISE_MS = 60 * 1000,    /* an exercise: closed; at once if its host has stood up */
    SWEEP_OVER_MEMORY_MS = 15 * 1000, /* over: it leaves memory until it is requested */
    SWEEP_OVER_MS = 3600 * 1000,      /* over: it is closed */
    SWEEP_PLAYING_MS = 7 * 24 * 3600 * 1000, /* playing, without a move for this long: closed */
    SWEEP_CLOSED_MAX = 1000, /* of those not in memory in one sweep: moves go first */
};

struct sweep {
    struct changes *changes;
    struct live_tables *tables;
    struct loading *loading;
    struct environment *environment;
    struct closing *closings; /* tables that are over and not in memory, to be closed later */
    int closing_count;
    int64_t swept_ms;
};

void sweep_start(struct sweep *sweep, struct loading *loading);
void sweep_free(struct sweep *sweep);

/* At the start: the complete list of tables that are over. */
void sweep_set_over(struct sweep *sweep, const struct store_ended *ended, size_t count);

void sweep_tick(struct sweep *sweep);

#endif
