/* Live tables: the tables in memory, who watches them, and how they change.
 *
 *     live_table.c  the tables, by id and by person; what was said at each
 *     watch.c       who watches a table, and what they are sent
 *     spectators.c  people who watch without a seat and want to be named
 *     host.c        who hosts a table when its host leaves; votes to remove somebody
 *     change.c      how a table changes, one entry at a time, and which changes clients may make
 *     new_bots.c    computer players that come to a table: their names, and the level `auto` */
#ifndef HALL_LIVE_LIVE_H
#define HALL_LIVE_LIVE_H

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

/* A line, from 0 to log->count - 1, as a JSON object. */
const char *chat_log_line(const struct chat_log *log, int number);

/* Whether this line is there already. */
bool chat_log_has(const struct chat_log *log, const char *json);

/* The name of a person who has spoken, or NULL. */
const char *chat_log_name(const struct chat_log *log, const char *person);

/* Calls the function for the person of each line. */
void chat_log_people(const struct chat_log *log, void (*visit)(void *context, const char *person),
                     void *context);

/* Removes what this person has said, and that others have muted them. */
void chat_log_forget(struct chat_log *log, const char *person);

/* The lines as a JSON list, without those that are hidden from `person` (or NULL). Free it. */
char *chat_log_json(const struct chat_log *log, const struct person *person);

/* Whether what the other one says is hidden from this person (or NULL), who has muted or blocks them. */
bool chat_log_is_hidden(const struct chat_log *log, const struct person *person, const char *other);

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

/* ---- Live tables ---- */

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
    int64_t
        noticed_ms; /* the beginning of the turn about which nobody need be told any more (notices/) */
    bool noticing; /* a notice is under way */
    char
        holidays_of[STORE_ID_TEXT]; /* the person whose holidays the table was lent (play/days.c) */
    bool looking;                   /* for the holidays of its person */
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
    char *own_named;        /* those at this server who are named, as a JSON list; or NULL */
    bool presence_changed;  /* to be sent at the next tick */
    int64_t host_away_ms;   /* since when its host does not watch; 0: they do */
    uint32_t resting;       /* the seats whose people are on holiday, as the watchers know it */
    bool is_passing_host;   /* the role passes on to another person: the entry is under way */
    bool is_ending_vote;    /* likewise, of what a vote has decided or that its time is up */
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

/* Whether this person may host or sit at one more table with these settings, as far as these are of a match over days.
 * `others`: tables of theirs that are not in memory yet. */
bool live_tables_allow_days(const struct live_tables *tables, const char *person,
                            const struct table_settings *settings, int others, struct fault *fault);

/* Adds to the table's list of waits; and ends a list of waits. */
void live_table_wait(struct live_table *live, struct table_wait *wait);
void table_waits_end(struct table_wait *waits, struct live_table *live, bool failed);

/* Makes sure that a tick looks at the table by `at_ms`. */
static inline void live_table_due(struct live_table *live, int64_t at_ms)
{
    if (at_ms < live->due_ms)
        live->due_ms = at_ms;
}

/* ---- Watching ---- */

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
    bool is_named;             /* without a seat, the others may know the name */
    bool as_spectator;         /* is sent what a spectator sees, even with a seat */
    struct push_viewer viewer; /* for whom the messages are written */
    struct watch *next_at_table, *next_of_client;
};

/* NULL if the client does not watch this table. */
struct watch *watch_find(const struct client *client, const char *table);

/* Whether the client may watch. A private table is open to its host, to the people who have a seat,
 * and, until it is closed, to a request with the right `invite` or `code`; or to someone whom a friend
 * invites, before the match. */
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
/* Another server says who watches the table there; `named` as in spectators_heard. */
void watch_heard(struct live_table *live, const char *server, uint32_t online, int spectators,
                 const char *named);

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

/* ---- Named spectators ---- */

/* People who watch without a seat are only counted, unless they want to be named. */

/* Brings those at this server up to date; whether they have changed. */
bool spectators_update(struct live_table *live);
/* Another server, which has watchers, names those there: a JSON list. Whether they have changed. */
bool spectators_heard(struct live_table *live, const char *server, const char *text);
/* Those at any server, as far as this person (or NULL) may know, as a JSON list; NULL if there are none. Free it. */
char *spectators_json(const struct live_table *live, const struct person *viewer);

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

/* ---- Changes ---- */

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

/* ---- Host, votes ---- */

/* The role of the host passes on, to the person present who sits there longest, when the host has stood up and
 * gone, or is away for some time: the others are not stuck. */

enum {
    HOST_LEFT_MS = 5 * 1000,     /* without a seat that they had */
    HOST_AWAY_MS = 2 * 60 * 1000 /* otherwise */
};

/* A vote (table/table.h) asks the people who are there. It ends when they have all agreed, or have had some time; then its
 * proposer proposes no other for a while, and the person whom it was about is left in peace. */
enum { VOTE_MS = 60 * 1000, VOTE_PAUSE_MS = 5 * 60 * 1000 };

/* The seat of the person to whom the role passes now, or -1. */
int host_heir(const struct live_table *live);
void host_tick(struct changes *changes, struct live_table *live);

/* A seat votes: proposes to remove the person on another one, or answers. */
void vote_ask(struct changes *changes, const struct watch *watch, const struct request *request);
/* Checks whether it is not too soon for this entry, ENTRY_VOTE. */
bool vote_check(const struct live_table *live, const struct store_entry *entry,
                struct fault *fault);
/* Does what a vote has decided, or ends it. */
void vote_tick(struct changes *changes, struct live_table *live);

/* ---- What clients may change ---- */

/* Which changes clients may make: the checks that need more than the table (table/entry.c). */

enum {
    CHANGE_SEAT_CHANGES_MAX = 1000, /* per table: entries are never deleted */
    CHANGE_PROPOSALS_MAX = 500,     /* per match: proposals, votes and answers */
};

/* Checks whether this person may add the entry: it is about their own seat, they are within the
 * limits on tables, moves and changes, and they replace no one who is present. Returns false and
 * sets `fault` if not. */
bool change_check(const struct live_table *live, const struct store_entry *entry,
                  const char *person, struct fault *fault);

/* ---- The level `auto` ---- */

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

#endif
