/* A table, as the server has it: what its entries say, one folded in after the other. No sockets,
 * no database, no clock of its own: time comes in as a number.
 *
 * Whatever happens at a table is an entry (store/store.h). room_check says whether an entry may be
 * the next one, room_fold makes it so; in between it goes to the disk. The same two functions run
 * when a server starts again and when another server was faster. */
#ifndef SERVER_ROOM_H
#define SERVER_ROOM_H

#include "match/match.h"
#include "store/store.h"

#include <jansson.h>

enum room_kind {
    ROOM_CREATE, /* entry 0; text: JSON, everything that stays as it is */
    ROOM_SIT,    /* seat; text: {"person","name"} */
    ROOM_STAND,  /* seat; text: {} or {"name"}: what a computer player that takes over is called */
    ROOM_BOT,    /* seat; text: {"level","name"}, or {} for taking it away */
    ROOM_START,
    ROOM_MOVE,         /* seat, text: the move; by a person */
    ROOM_MOVE_BOT,     /* by a computer player */
    ROOM_MOVE_TIMEOUT, /* because time was up */
    ROOM_CLOSE,        /* text: {"why"} */
    ROOM_REMATCH,      /* text: {"table"} */
    ROOM_KINDS
};

enum room_stage { ROOM_WAITING, ROOM_PLAYING, ROOM_OVER, ROOM_CLOSED };
enum room_clock { ROOM_CLOCK_NONE, ROOM_CLOCK_MOVE, ROOM_CLOCK_GAME };

/* How quickly computer players move: as people do, slowly for beginners, or at once. */
enum room_pace { ROOM_PACE_HUMAN, ROOM_PACE_CALM, ROOM_PACE_FAST };

struct room_seat {
    char person[STORE_ID_TEXT]; /* "": no person */
    char name[STORE_NAME_MAX];
    const struct player *bot;   /* NULL: no computer player */
    char absent[STORE_ID_TEXT]; /* who left this seat during the match, and may come back; or "" */
    char absent_name[STORE_NAME_MAX];
    int64_t left_ms;          /* of the game's clock */
    int64_t awaited_since_ms; /* 0: the clock does not run */
};

/* Somebody who has a seat in the match or has had it, and the name it has there to the end. */
struct room_holder {
    char person[STORE_ID_TEXT];
    char name[STORE_NAME_MAX];
    int seat;
};

struct room {
    char id[STORE_ID_TEXT]; /* first: for struct index */
    const char *data_folder;
    enum room_stage stage;
    int64_t version; /* number of the latest entry; -1: none yet */
    int64_t created_ms, changed_ms;

    /* From entry 0. */
    const struct game *game;
    struct game_components_storage components;
    int seats;
    uint8_t options[GAME_OPTIONS_MAX];
    bool is_public, takeover, hints, chat, open_hands_after, autostart;
    enum room_pace pace;
    enum room_clock clock;
    int64_t clock_ms;
    char host[STORE_ID_TEXT], host_name[STORE_NAME_MAX];
    /* Of a rematch: who sat at the table before, and may watch this one. */
    char guests[GAME_SEATS_MAX][STORE_ID_TEXT];
    int guest_count;
    char *seed; /* NULL: begins from `position`, for tests */
    json_t *position;
    char seed_hash[65];

    struct room_seat seat[GAME_SEATS_MAX];
    struct room_holder *holders; /* since the match began */
    int holder_count, holder_room;
    struct match match; /* from the start on */
    int moves_of[GAME_SEATS_MAX];
    char rematch[STORE_ID_TEXT];

    /* Every entry, to tell again to those who come back. The text of a move is the match's own. */
    struct store_entry *entries;
    uint64_t *cid_hashes; /* of seat and client id, one an entry; 0: none */
    size_t entry_count, entry_room;
    struct store_entry last; /* the latest; what it points to is not its own */
    struct room_seat before; /* if that was about who has a seat: that seat before it */
    bool is_past;            /* made by room_past: keeps no entries, and no memories */
};

/* An empty room; the first entry folded in must be ROOM_CREATE. `data_folder` as in
 * wire_components_load; it must outlive the room. */
struct room *room_new(const char *id, const char *data_folder);
void room_free(struct room *room);

/* The fault of a value that is missing or cannot stand there; false. */
bool room_bad_request(struct fault *fault, const char *what);

/* As `create` takes it. */
const char *room_pace_name(const struct room *room);

/* --- create.c: entry 0 ---------------------------------------------------------------------- */

/* The text of entry 0 for what a client wishes: an object as `create` of the interface takes it,
 * with every default filled in. `bots` and `sit` are looked at, but are not in the text: they
 * become entries of their own. `seed` NULL: the wish has a `seed` or a `position`, for tests. From
 * malloc; NULL, and a fault. What only the game can say of it, room_check does. */
char *room_create_text(const json_t *wish, const char *host_id, const char *host_name,
                       const char *seed, struct fault *fault);

/* Fills in what entry 0 says. */
bool room_read(struct room *room, const json_t *json, struct fault *fault);

/* Begins the match in `match`. */
bool room_begin(const struct room *room, struct match *match, struct fault *fault);

/* --- room.c ----------------------------------------------------------------------------------- */

/* Whether the entry can be the next one (its number is not looked at). For ROOM_CREATE the text is
 * read as a client's wish would be: everything is checked. */
bool room_check(const struct room *room, const struct store_entry *entry, struct fault *fault);

/* Makes it so; takes a copy of the entry. False, and a fault, if it cannot be: a broken database. */
bool room_fold(struct room *room, const struct store_entry *entry, struct fault *fault);

/* Folds in all of these, which must be all there are. False, and a fault: `version` + 1 is the number
 * of the first that cannot be. */
bool room_fold_all(struct room *room, const struct store_entry *entries, size_t count,
                   struct fault *fault);

/* The room as it was after entry `number`, for telling it again. `past` is what this gave before,
 * which is gone on with if it can be, and freed otherwise; or NULL. Only what a teller needs is in
 * it. If `before` is not NULL, it gets the state of the match before that entry. */
struct room *room_past(const struct room *room, int64_t number, struct room *past,
                       struct game_state_storage *before);

/* The version that this client id made at this seat, or -1. */
int64_t room_cid_version(const struct room *room, int seat, const char *cid);

/* Whether an entry of this kind is a move, whoever makes it; or puts somebody on a seat or away. */
bool room_is_move(int kind);
bool room_is_seating(int kind);

/* A bit per seat that the match waits for now. In real time nobody is waited for but those who
 * alone can go on (game->awaited). */
uint32_t room_awaited(const struct room *room);

/* Clocks run for seats that are awaited and have no computer player: a bit for each. */
uint32_t room_running(const struct room *room);

/* How long a seat still has, in ms, at `now_ms`; INT64_MAX without a clock. */
int64_t room_left_ms(const struct room *room, int seat, int64_t now_ms);

/* How long the match has waited for this seat: what used_ms of its next move is to be. */
int64_t room_used_ms(const struct room *room, int seat, int64_t now_ms);

/* After a restart: the clocks that run began to do so now. */
void room_clocks_restart(struct room *room, int64_t now_ms);

/* Whether the match has come to its end: OVER, or CLOSED after it. */
bool room_is_over(const struct room *room);

/* --- room_seats.c ------------------------------------------------------------------------------ */

/* Nobody sits there, and no computer player does. */
bool room_seat_is_free(const struct room_seat *seat);

/* The seat of a person, or -1. */
int room_seat_of(const struct room *room, const char *person);

/* The seat that this person has, or has had, in the match: the only one it may have there. -1: none
 * yet. */
int room_seat_held(const struct room *room, const char *person);

/* A bit per seat that somebody who sits nowhere and has held this one (-1: none) may take now. */
uint32_t room_may_sit(const struct room *room, int held);

/* The name that this person has in the match, whatever it is called elsewhere by now; NULL: none. */
const char *room_name_held(const struct room *room, const char *person);

/* Whether the game lets this text be shown at the table now, be it said or a name. `viewer` is who
 * sends it, a seat or GAME_SPECTATOR. */
bool room_may_show(const struct room *room, int viewer, const char *text, struct fault *fault);

/* Whether a computer player has a seat of the match that was this person's. */
bool room_may_return(const struct room *room, int seat, const char *person);

/* False, and a fault, for another seat than the one that this person has held. */
bool room_check_own_seat(const struct room *room, int seat, const char *person,
                         struct fault *fault);

/* The match begins, or somebody has sat down in it: those who sit there now hold their seats. */
void room_seats_hold(struct room *room);

/* --- room_record.c ----------------------------------------------------------------------------- */

/* For a record: what each seat is called. */
void room_names(const struct room *room, const char *names[GAME_SEATS_MAX]);

/* The record of the finished match, and its row for the store. NULL if the match began from a
 * position: such a match has no record. */
struct store_record *room_record(const struct room *room, int64_t ended_ms);

/* The same for the match as it will be after `entry`, which room_check allows, so that both go to
 * the disk together; NULL as well if the match goes on after it. */
struct store_record *room_record_after(const struct room *room, const struct store_entry *entry);

#endif
