/* The data of a table, as its entries have made it, and of the entries. */
#ifndef TABLE_STATE_H
#define TABLE_STATE_H

#include "match/match.h"
#include "table/entry.h"

#include <jansson.h>

enum table_state { TABLE_WAITING, TABLE_PLAYING, TABLE_OVER, TABLE_CLOSED };
enum table_clock { TABLE_CLOCK_NONE, TABLE_CLOCK_MOVE, TABLE_CLOCK_GAME };

/* How quickly computer players move: as people do, slowly for beginners, or at once. */
enum table_pace { TABLE_PACE_HUMAN, TABLE_PACE_CALM, TABLE_PACE_FAST };

struct table_seat {
    char person[STORE_ID_TEXT]; /* "": no person */
    char name[STORE_NAME_MAX];
    const struct player *bot;   /* NULL: no computer player */
    char absent[STORE_ID_TEXT]; /* who left this seat during the match, and may come back; or "" */
    char absent_name[STORE_NAME_MAX];
    int64_t left_ms;          /* of the game's clock */
    int64_t awaited_since_ms; /* 0: the clock does not run */
};

/* Somebody who has a seat in the match or has had it, and the name it has there to the end. */
struct table_holder {
    char person[STORE_ID_TEXT];
    char name[STORE_NAME_MAX];
    int seat;
};

struct table {
    char id[STORE_ID_TEXT]; /* first: for struct id_map */
    const char *data_folder;
    enum table_state state;
    int64_t version; /* number of the latest entry; -1: none yet */
    int64_t created_ms, changed_ms;

    /* From entry 0. */
    const struct game *game;
    struct game_components_storage components;
    int seats;
    uint8_t options[GAME_OPTIONS_MAX];
    bool is_public, takeover, hints, chat, open_hands_after, autostart;
    enum table_pace pace;
    enum table_clock clock;
    int64_t clock_ms;
    char host[STORE_ID_TEXT], host_name[STORE_NAME_MAX];
    /* Of a rematch: who sat at the table before, and may watch this one. */
    char guests[GAME_SEATS_MAX][STORE_ID_TEXT];
    int guest_count;
    char *seed; /* NULL: begins from `position`, for tests */
    json_t *position;
    char seed_hash[65];

    struct table_seat seat[GAME_SEATS_MAX];
    struct table_holder *holders; /* since the match began */
    int holder_count, holder_capacity;
    struct match match; /* from the start on */
    int moves_of[GAME_SEATS_MAX];
    char rematch[STORE_ID_TEXT];

    /* Every entry, for clients that come back. The text of a move is the match's own. */
    struct store_entry *entries;
    uint64_t *cid_hashes; /* of seat and client id, one an entry; 0: none */
    size_t entry_count, entry_capacity;
    struct store_entry last;  /* the latest; what it points to is not its own */
    struct table_seat before; /* if that was about who has a seat: that seat before it */
    bool is_past;             /* made by table_past: keeps no entries, and no memories */
};

/* An empty table; the first entry folded in must be ENTRY_CREATE. `data_folder` as in
 * wire_components_load; it must outlive the table. */
struct table *table_new(const char *id, const char *data_folder);
void table_free(struct table *table);

/* The fault of a value that is missing or cannot stand there; false. */
bool table_bad_request(struct fault *fault, const char *what);

#endif
