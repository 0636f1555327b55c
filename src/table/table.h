/* A table of a server as the fold of its entries: settings, seats, clocks, the match, and what each viewer is sent. It knows no
 * clients and does no I/O.
 *
 *     entry.c     kinds and texts of entries; what may be taken back; which entry may come next
 *     table.c     the data, what an entry changes, seats, clocks
 *     removal.c   removing a person
 *     record.c    the record of a finished match; names to forget
 *     push.c      the one place that writes what a viewer may know */
#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include "base/base.h"
#include "base/system/system.h"
#include "match/match.h"
#include "players/players.h"
#include "store/job/job.h"
#include "table/holidays/holidays.h"
#include "table/settings/settings.h"

#include <jansson.h>

/* ---- Entries ---- */

/* The entries of a table's log: their kinds, and the texts in which they are stored. */

enum entry_kind {
    ENTRY_CREATE,       /* entry 0; text: the settings as JSON (settings.c) */
    ENTRY_SIT,          /* seat; text: {"person","name","face"} */
    ENTRY_STAND,        /* seat; text: {}, or {"name"} of the computer player that takes over */
    ENTRY_BOT,          /* seat; text: {"level","name"}, or {} to remove the computer player */
    ENTRY_START,        /* text: {}, or {"level"}: what `auto` means in this match */
    ENTRY_MOVE,         /* seat; text: the move; by a person */
    ENTRY_MOVE_BOT,     /* by a computer player */
    ENTRY_MOVE_TIMEOUT, /* because the seat's time was up */
    ENTRY_CLOSE,        /* text: {"why"}; seat: the one that has lost on time, or -1 */
    ENTRY_REMATCH,      /* text: {"table"}; seat: of the person who asked first, or -1 */
    ENTRY_HINT,         /* a person was given the first hint of a match that was rated until then */
    ENTRY_SEATS, /* text: {"from"}: for each seat from now on, the seat of its player before, or null */
    ENTRY_HOST, /* seat: of the person who hosts the table from now on */
    /* seat, which proposes to take back its latest move; text: {}, or {"proposal","agree"} of one that
     * answers */
    ENTRY_TAKE_BACK,
    /* seat, which proposes to remove the person on another one during the match, or answers; text: {"against","asked"}, or
     * {"proposal","agree"}, or {"proposal","by"} once the time is up */
    ENTRY_VOTE,
    ENTRY_ADMIT, /* text: {"person"}, whom the host had removed and who may sit down again */
    ENTRY_KINDS
};

/* Whether an entry of this kind is a move. */
bool entry_is_move(int kind);
/* Whether it changes who has a seat. */
bool entry_is_seat_change(int kind);

/* The members of an entry's JSON text; NULL if absent, of the wrong type or too long. They point into
 * `json`. */
struct entry_content {
    json_t *json; /* NULL if the text is not JSON */
    const char *person, *name, *level, *table;
    const json_t *from;
    int64_t proposal; /* -1: none */
    int face;         /* 0: none */
    bool by_host, by_clock, by_vote, agrees;
};
void entry_content_read(struct entry_content *content, const char *text);
void entry_content_free(struct entry_content *content);

/* Copies the person of an entry ENTRY_SIT; "" if there is none. */
void entry_read_person(const struct store_entry *entry, char person[STORE_ID_TEXT]);

/* Texts of entries. Free them. */
char *entry_sit_text(const char *person, const char *name, int face);
char *entry_stand_text(const char *bot_name, const char *by); /* `by` may be NULL */
char *entry_bot_text(const char *level, const char *name);    /* `name` may be NULL */
char *entry_start_text(const char *level);
char *entry_rematch_text(const char *table);
char *entry_seats_text(const json_t *from);
char *entry_proposal_text(int64_t proposal, bool agree); /* or, without a proposal, {} */
char *entry_admit_text(const char *person);
char *entry_vote_text(int against, uint32_t asked);
char *entry_vote_end_text(int64_t proposal); /* the time is up */
/* Of ENTRY_STAND: the host has removed the person, before the match. */
extern const char entry_stand_by_host[];
/* Of ENTRY_STAND and ENTRY_CLOSE: in a match over days, the time of the seat is up. */
extern const char entry_by_clock[];
/* Of ENTRY_STAND: the others have removed the person by a vote, during the match. */
extern const char entry_by_vote[];

/* ---- The data ---- */

/* The data of a table: what its entries have made of it, and the holidays that the hall lends it. */

enum table_state { TABLE_WAITING, TABLE_PLAYING, TABLE_OVER, TABLE_CLOSED };
struct table_seat {
    char person[STORE_ID_TEXT]; /* "": no person */
    char name[STORE_NAME_MAX];
    int face;                   /* of the person; 0: none was chosen */
    const struct player *bot;   /* NULL: no computer player */
    bool was_auto;              /* the start of the match decided its level */
    bool is_lost;               /* by a vote: the person who left it does not get it back */
    char absent[STORE_ID_TEXT]; /* the person who left this seat during the match, or "" */
    char absent_name[STORE_NAME_MAX];
    int absent_face;
    int64_t sat;              /* the entry with which its person sat down */
    int64_t left_ms;          /* of a clock per game */
    int64_t awaited_since_ms; /* when its clock started; 0: it does not run */
};

/* A person who has or had a seat in the match. They keep this name until its end. */
struct table_holder {
    char person[STORE_ID_TEXT];
    char name[STORE_NAME_MAX];
    int seat;
};

/* A person whom the host has removed. They may not sit down before the host admits them again. */
struct table_removed {
    char person[STORE_ID_TEXT];
    char name[STORE_NAME_MAX]; /* which they had at their seat; "": was deleted */
};

/* What a seat would need to take back its latest move. */
enum table_taking {
    TABLE_TAKES_NOT,    /* it cannot */
    TABLE_TAKES_SECRET, /* nothing: nobody else knows the move */
    TABLE_TAKES_ALONE,  /* nobody: it plays against computer players */
    TABLE_TAKES_ASKING, /* the people on the other seats */
};

/* A proposal to take back the latest move of a seat, or a vote: to remove the person on a seat. It ends with an answer of
 * no, or a change of seats; of a vote, only those of the people who vote, and of the one it is about. The former ends
 * with a move, too. */
struct table_proposal {
    int64_t version; /* of its entry; 0: there is none */
    bool is_vote;
    int seat;               /* whose move, or who is to be removed */
    int proposer;           /* a seat */
    uint32_t asked, agreed; /* a bit per seat; the proposer is among them */
    int64_t at_ms;
};

struct table {
    char id[STORE_ID_TEXT];
    const char *data_folder;
    enum table_state state;
    int64_t version; /* the number of the latest entry; -1: none yet */
    int64_t created_ms, changed_ms;

    /* From entry 0, except what later entries have changed of it: its seats and its host. */
    struct table_settings settings;
    struct {
        int seats;
        char host[STORE_ID_TEXT], host_name[STORE_NAME_MAX];
    } given;                                   /* those of entry 0 */
    bool host_left;                            /* the host has stood up since they sat down */
    struct game_components_storage components; /* of the game, or of the user's data folder */

    struct table_seat seat[GAME_SEATS_MAX];
    struct holidays *holidays[GAME_SEATS_MAX]; /* of the people there; NULL: none are known */
    struct table_holder *holders;              /* since the match began */
    int holder_count;
    size_t holder_capacity;
    struct table_removed *removed; /* by the host */
    int removed_count;
    size_t removed_capacity;
    struct match match; /* once it has started: match.game is not NULL */
    int moves_of[GAME_SEATS_MAX];
    bool has_hint; /* a person was given a hint (ENTRY_HINT) */
    struct table_proposal proposal;
    int proposed_seat; /* of the proposal that the latest entry is about, if it is ENTRY_TAKE_BACK or ENTRY_VOTE */
    uint32_t refused; /* the seats whose proposal was refused since the latest move, a bit each */
    bool has_taken_back; /* a move that others knew */
    bool has_lost;       /* a seat, because its time was up: ENTRY_CLOSE of `loser` */
    int loser;
    int64_t proposal_count; /* entries ENTRY_TAKE_BACK and ENTRY_VOTE */
    int64_t move_count;     /* with those that were taken back */
    char rematch[STORE_ID_TEXT];

    /* All entries, for clients that come back. The texts of moves belong to the match. */
    struct store_entry *entries;
    uint64_t *cid_hashes; /* of the seat and the client's id of each entry; 0: none */
    size_t entry_count, entry_capacity;
    struct store_entry last;  /* the latest entry; its texts belong to others */
    struct table_seat before; /* if that changed who has a seat: the seat before it */
    bool is_past;             /* made by table_past: has no entries and no memories */

    struct {
        int64_t proposed_ms, concerned_ms;
    } vote
        [GAME_SEATS_MAX]; /* when the seat last proposed a vote, and when one last was about it; 0: never */
};

/* An empty table, which must be given ENTRY_CREATE first. `data_folder` (see wire_components_load) must
 * outlive the table. */
struct table *table_new(const char *id, const char *data_folder);
void table_free(struct table *table);

/* Whether a seat has the level `auto`, which the start must replace. */
bool table_has_auto(const struct table *table);

/* Whether the match has ended: the table is over, or was closed after it. */
bool table_is_over(const struct table *table);

/* ---- Table ---- */

/* A table is the fold of its entries. No clients, no database, no clock: time comes in as a number.
 *
 * Everything that happens at a table is an entry. table_check decides whether an
 * entry may come next; table_fold makes it part of the table; in between it goes to the disk. The same
 * functions run when a server starts, and when another server was faster. */

/* Folds in an entry, which is copied. Returns false and sets `fault` if it cannot come next: the
 * database is broken. */
bool table_fold(struct table *table, const struct store_entry *entry, struct fault *fault);

/* Folds in all entries of a table. Returns false and sets `fault` if one cannot come next: that one
 * has the number table->version + 1. */
bool table_fold_all(struct table *table, const struct store_entry *entries, size_t count,
                    struct fault *fault);

/* The number of the entry at this seat whose client-chosen id is `cid`, or -1. */
int64_t table_cid_version(const struct table *table, int seat, const char *cid);

/* ---- Taking back ---- */

/* What the seat would need now to take back its latest move. If that is TABLE_TAKES_NOT, `fault`, unless it is
 * NULL, says why. Nothing is taken back in real time, or in an exercise. */
enum table_taking table_taking(const struct table *table, int seat, struct fault *fault);

/* The seats whose agreement that needs: those of people, also of one who has left and may come back. */
uint32_t table_people(const struct table *table);

/* A proposal to take back a move, or an answer to one. */
void table_take_back(struct table *table, const struct store_entry *entry,
                     const struct entry_content *content);

/* ---- Removing a person ---- */

/* Whether the host has removed this person, and not admitted them again: they may take no seat, and come to no table that
 * is not public. */
bool table_is_removed(const struct table *table, const char *person);

/* Whether this person (or "") may know that somebody was removed: the host, and those themselves. */
bool table_knows_removed(const struct table *table, const char *person);

/* Writes whom this person may know of, as a member `removed` of a JSON object that has others before it; nothing if there is
 * nobody. */
void table_removed_write(const struct table *table, const char *person, struct buffer *out);

/* The host removes the person on this seat; and admits one again, who may not be among the removed: before there were any,
 * people could sit down again. */
void table_remove(struct table *table, const struct table_seat *seat);
void table_admit(struct table *table, const char *person);

/* Whether ENTRY_ADMIT may come next. */
bool table_check_admit(const struct table *table, const struct store_entry *entry,
                       const struct entry_content *content, struct fault *fault);

/* The seat whose person an entry ENTRY_VOTE proposes to remove; -1: none, it is an answer. */
int table_vote_against(const struct store_entry *entry);

/* Whether ENTRY_VOTE may come next. */
bool table_check_vote(const struct table *table, const struct store_entry *entry,
                      const struct entry_content *content, struct fault *fault);

/* A vote, or an answer to one. Once everyone agrees, the server adds ENTRY_STAND. */
void table_vote(struct table *table, const struct store_entry *entry,
                const struct entry_content *content);

/* The person a vote is about has left this seat. */
void table_vote_end(struct table *table, struct table_seat *seat);

/* Writes what a viewer may know of votes, as members of a JSON object that has others before them. */
void table_vote_write(const struct table *table, int viewer, struct buffer *out);

/* The seats that still have to agree to the proposal, of either kind. */
uint32_t table_proposal_awaits(const struct table *table);

/* From now on, the person on this seat hosts the table. */
void table_set_host(struct table *table, const struct table_seat *seat);

/* ---- Clocks ---- */

/* The clocks of a table. A clock runs for each seat that is awaited and has no computer player. */

/* A bit per seat without which the match cannot go on (game_awaited). */
uint32_t table_awaited(const struct table *table);

/* A bit per seat whose clock runs, if its person is not on holiday; and per seat whose person is. 0 if the table has no clock. */
uint32_t table_running(const struct table *table);
uint32_t table_resting(const struct table *table, int64_t now_ms);

/* How long a seat still has, in ms; INT64_MAX without a clock. */
int64_t table_left_ms(const struct table *table, int seat, int64_t now_ms);

/* How long the match has waited for this seat, without holidays: used_ms of its next move. */
int64_t table_used_ms(const struct table *table, int seat, int64_t now_ms);

/* Of a match over days: these are the holidays of the person on the seat, until somebody else has it. NULL: not known. */
void table_lend_holidays(struct table *table, int seat, const struct holidays *holidays);

/* When the time of a seat whose clock runs will be up, as things are. */
int64_t table_deadline_ms(const struct table *table, int seat, int64_t now_ms);

/* After a restart of the server: the running clocks started now, except those over days. */
void table_clocks_restart(struct table *table, int64_t now_ms);

/* Whether a computer player takes over a seat whose person leaves during the match, or, in a match over days, has let
 * the time run out. */
bool table_takes_over(const struct table *table);

/* Starts and stops clocks after an entry. `mover`, or -1, has just moved. */
void table_clocks_update(struct table *table, int64_t at_ms, int mover);

/* ---- Entry 0 ---- */

/* Reads entry 0 into an empty table: settings and components. Returns false and sets `fault` if it
 * is not valid, or if its match could not start. */
bool table_create(struct table *table, const char *text, struct fault *fault);

/* Starts the match of the table in `match`. */
bool table_begin(const struct table *table, struct match *match, struct fault *fault);

/* ---- Which entry may come next ---- */

/* Checks whether the entry may come next, except its number. Returns false and sets `fault` if
 * not. */
bool table_check(const struct table *table, const struct store_entry *entry, struct fault *fault);

/* The subset of table_check that stored entries must pass, too: some were written before the other
 * checks existed. Not for ENTRY_CREATE; does not check whether a move is legal. */
bool table_check_stored(const struct table *table, const struct store_entry *entry,
                        struct fault *fault);

/* ---- Records of finished matches ---- */

/* What is kept of a finished match: its record, which `ludosaure verify` reads, and a row for lists and
 * statistics. */

/* Whether the match counts for ratings, or would if it ended now: everyone plays for themselves, from the
 * beginning to the end. Hints are help: where several people play, they must not be allowed at all, or a
 * player about to lose could ask for one; one person against computer players must not have asked. */
bool table_is_rated(const struct table *table);

/* The record of a finished match. */
struct store_record *table_record(const struct table *table, int64_t ended_ms);

/* The record after `entry`, which table_check allows, so that both go to the disk together. NULL if the
 * match goes on after it, or is an exercise (struct table_origin). */
struct store_record *table_record_after(const struct table *table, const struct store_entry *entry);

/* ---- Names to forget ---- */

/* The people whose names a table has; and forgetting the name of a person who has deleted their account. */

/* Calls the function for everyone whom the table's entries name, some of them several times. */
void table_named_people(const struct table *table, void (*visit)(void *context, const char *person),
                        void *context);

/* Replaces the person's name by "" wherever the table and its entries have it. The store does the same to
 * the stored entries (STORE_PERSON_DELETE). */
void table_forget_person(struct table *table, const char *person);

/* ---- A table from outside ---- */

/* What a table looks like from outside: `info` of the interface. It is the same for every viewer, and
 * says nothing about the match. */

enum { TABLE_INFO_BYTES_MAX = 8192 };

/* Writes it as a JSON object. */
void table_info_write(const struct table *table, struct buffer *out);

/* The same as a new JSON value. */
json_t *table_info(const struct table *table);

/* Writes seats, a bit each, as a list of numbers. */
void table_seats_write(uint64_t seats, struct buffer *out);

/* Writes who has a seat, as in `seat` of `info`. */
void table_info_write_seat(const struct table_seat *seat, struct buffer *out);

/* ---- Earlier steps ---- */

/* The table as it was after entry `number`, with what push.c needs. `past` is NULL or the result of
 * an earlier call, which is reused if possible and freed otherwise. If `before` is not NULL, it gets
 * the state of the match before that entry. */
struct table *table_past(const struct table *table, int64_t number, struct table *past,
                         struct game_state_storage *before);

/* ---- Push ---- */

/* The one place that turns a match into what a viewer may know. Everything that reaches a client about
 * a match is written here, from the view of that client's seat: nothing else in the server calls
 * game->save, match_result or a story for a client.
 *
 * What a viewer gets for an entry depends on the entry's number and kind, and on what the game shows
 * that viewer. It depends on nothing else: not on what others receive, nor on how long they took. */

/* Memory that is reused from one message to the next. */
struct push_writer;
struct push_writer *push_writer_new(void);
void push_writer_free(struct push_writer *push_writer);

struct push_presence {
    uint32_t online; /* a bit per seat */
    int spectators;
    const char *chat_json;  /* the latest chat lines, as a JSON list; NULL: none */
    const char *muted_json; /* the people whom the viewer has muted; likewise */
    const char *named_json; /* spectators who are named; likewise */
};

struct push_viewer {
    int seat;   /* or GAME_SPECTATOR */
    int held;   /* the viewer's seat in the match, now or before (table_seat_held), or -1 */
    bool views; /* whether the viewer wants `view` and `aids` */
    char person[STORE_ID_TEXT]; /* or "" */
};

/* The whole table: a push `table`. */
struct message *push_table(struct push_writer *push_writer, const struct table *table,
                           const struct push_viewer *viewer, const struct push_presence *presence,
                           int64_t now_ms);

/* The latest entry: a push `step`. `before` is the state of the match before it, if it was a move.
 * `answer` is the id, as JSON, of the request that asked for it, or NULL. */
struct message *push_step(struct push_writer *push_writer, const struct table *table,
                          const struct game_state_storage *before, const struct push_viewer *viewer,
                          const char *answer, int64_t now_ms);

/* The clocks, which have changed without an entry: a push `clocks`. */
struct message *push_clocks(struct push_writer *push_writer, const struct table *table,
                            int64_t now_ms);

/* An earlier entry again, for a client that comes back. The view and all that belongs to it are the
 * same bytes as then; only `may_sit`, and the clocks of the latest entry, are those of now. Several
 * entries of a table are cheap if asked for in order. */
struct message *push_step_again(struct push_writer *push_writer, const struct table *table,
                                int64_t number, const struct push_viewer *viewer, int64_t now_ms);

/* The entries from `first` to `last` as a JSON list: what the step of each said about the entry, but not
 * how the table looked then. Valid until the next call. */
const char *push_log(struct push_writer *push_writer, const struct table *table, int64_t first,
                     int64_t last, int viewer);

/* ---- Who has a seat at a table, and who may take one ---- */

/* Whether neither a person nor a computer player has the seat. */
bool table_seat_is_free(const struct table_seat *seat);

/* Whether no seat is free. */
bool table_is_full(const struct table *table);

/* The seat of a person, or -1. */
int table_seat_of(const struct table *table, const char *person);

/* The same in a match over days, if it is their turn; or -1. */
int table_seat_due(const struct table *table, const char *person);

/* The seat that this person has or had in the match, and the only one they may have there; or -1. */
int table_seat_held(const struct table *table, const char *person);

/* The seat that this person takes if they do not choose: the one they held, or else the first free one; -1:
 * none. */
int table_seat_for(const struct table *table, const char *person);

/* A bit per seat that this person (or "") may take now, who has no seat and has held `held` (or -1). */
uint32_t table_may_sit(const struct table *table, const char *person, int held);

/* The name of this person in the match, whatever they are called now; NULL if they have had no seat. */
const char *table_name_held(const struct table *table, const char *person);

/* Whether the game allows this text, a chat line of `viewer` or a person's name, to be shown
 * now. */
bool table_may_show(const struct table *table, int viewer, const char *text, struct fault *fault);

/* Whether a computer player has the seat that this person had in the match. */
bool table_may_return(const struct table *table, int seat, const char *person);

/* Returns false and sets `fault` if the person has held another seat in the match. */
bool table_check_own_seat(const struct table *table, int seat, const char *person,
                          struct fault *fault);

/* Notes who holds which seat. Called when the match starts, and when a person sits down. */
void table_seats_hold(struct table *table);

#endif
