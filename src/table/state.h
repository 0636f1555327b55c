/* The data of a table: what its entries have made of it. */
#ifndef TABLE_STATE_H
#define TABLE_STATE_H

#include "match/match.h"
#include "table/entry.h"
#include "table/settings.h"

enum table_state { TABLE_WAITING, TABLE_PLAYING, TABLE_OVER, TABLE_CLOSED };
struct table_seat {
    char person[STORE_ID_TEXT]; /* "": no person */
    char name[STORE_NAME_MAX];
    const struct player *bot;   /* NULL: no computer player */
    bool was_auto;              /* the start of the match decided its level */
    char absent[STORE_ID_TEXT]; /* the person who left this seat during the match, or "" */
    char absent_name[STORE_NAME_MAX];
    int64_t left_ms;          /* of a clock per game */
    int64_t awaited_since_ms; /* when its clock started; 0: it does not run */
};

/* A person who has or had a seat in the match. They keep this name until its end. */
struct table_holder {
    char person[STORE_ID_TEXT];
    char name[STORE_NAME_MAX];
    int seat;
};

struct table {
    char id[STORE_ID_TEXT];
    const char *data_folder;
    enum table_state state;
    int64_t version; /* the number of the latest entry; -1: none yet */
    int64_t created_ms, changed_ms;

    struct table_settings settings;            /* from entry 0 */
    struct game_components_storage components; /* of the game, or of the user's data folder */

    struct table_seat seat[GAME_SEATS_MAX];
    struct table_holder *holders; /* since the match began */
    int holder_count, holder_capacity;
    struct match match; /* once it has started: match.game is not NULL */
    int moves_of[GAME_SEATS_MAX];
    bool has_hint; /* a person was given a hint (ENTRY_HINT) */
    char rematch[STORE_ID_TEXT];

    /* All entries, for clients that come back. The texts of moves belong to the match. */
    struct store_entry *entries;
    uint64_t *cid_hashes; /* of the seat and the client's id of each entry; 0: none */
    size_t entry_count, entry_capacity;
    struct store_entry last;  /* the latest entry; its texts belong to others */
    struct table_seat before; /* if that changed who has a seat: the seat before it */
    bool is_past;             /* made by table_past: has no entries and no memories */
};

/* An empty table, which must be given ENTRY_CREATE first. `data_folder` (see wire_components_load) must
 * outlive the table. */
struct table *table_new(const char *id, const char *data_folder);
void table_free(struct table *table);

/* Whether a seat has the level `auto`, which the start must replace. */
bool table_has_auto(const struct table *table);

/* Whether the match has ended: the table is over, or was closed after it. */
bool table_is_over(const struct table *table);

#endif
