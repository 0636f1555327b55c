/* Where live tables come from and where they go.
 *
 *     opening.c     new tables, and what they start from
 *     lookup.c      looking tables up, to watch them; invitations
 *     public.c      the list of public tables
 *     rematch.c     rematches
 *     loading.c     reading tables from the store; changes of other servers
 *     sweep.c       closing and forgetting tables */
#ifndef HALL_TABLES_TABLES_H
#define HALL_TABLES_TABLES_H

#include "hall/live/live.h"

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
/* The same for a match over days: those are for people with an account, who can come back on any device. */
bool opening_days_allowed(const struct openings *openings, const struct person *person,
                          const struct table_settings *settings, struct fault *fault);
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

/* ---- Looking a table up ---- */

/* Looks tables up for the requests `watch` and `info`: by id, invitation or code, in memory or in the
 * store. Makes new invitations. */

/* The requests `watch` and `info`. Takes the request. */
void lookup_ask(struct loading *loading, struct client *client, struct request *request);

/* The request `invite`. Takes the request. */
void invitation_renew(struct client *client, struct request *request);

/* ---- Rematches ---- */

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
    SWEEP_DAYS_MS =
        14 * 24 * 3600 * 1000,     /* waiting for players of a match over days, without a change */
    SWEEP_EXERCISE_MS = 60 * 1000, /* an exercise: closed; at once if its host has stood up */
    SWEEP_OVER_MEMORY_MS = 15 * 1000,        /* over: it leaves memory until it is requested */
    SWEEP_OVER_MS = 3600 * 1000,             /* over: it is closed */
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
