/* The entries of a table's log: their kinds, and the texts in which they are stored. */
#ifndef TABLE_ENTRY_H
#define TABLE_ENTRY_H

#include "store/job.h"

#include <jansson.h>

enum entry_kind {
    ENTRY_CREATE,       /* entry 0; text: the settings as JSON (table/settings.h) */
    ENTRY_SIT,          /* seat; text: {"person","name"} */
    ENTRY_STAND,        /* seat; text: {}, or {"name"} of the computer player that takes over */
    ENTRY_BOT,          /* seat; text: {"level","name"}, or {} to remove the computer player */
    ENTRY_START,        /* text: {}, or {"level"}: what `auto` means in this match */
    ENTRY_MOVE,         /* seat; text: the move; by a person */
    ENTRY_MOVE_BOT,     /* by a computer player */
    ENTRY_MOVE_TIMEOUT, /* because the seat's time was up */
    ENTRY_CLOSE,        /* text: {"why"} */
    ENTRY_REMATCH,      /* text: {"table"} */
    ENTRY_HINT,         /* a person was given the first hint of a match that was rated until then */
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
};
void entry_content_read(struct entry_content *content, const char *text);
void entry_content_free(struct entry_content *content);

/* Copies the person of an entry ENTRY_SIT; "" if there is none. */
void entry_read_person(const struct store_entry *entry, char person[STORE_ID_TEXT]);

/* Texts of entries. Free them. */
char *entry_sit_text(const char *person, const char *name);
char *entry_stand_text(const char *bot_name);
char *entry_bot_text(const char *level, const char *name); /* `name` may be NULL */
char *entry_start_text(const char *level);
char *entry_rematch_text(const char *table);

#endif
