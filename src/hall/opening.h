/* New tables. Entry 0 and those of the people and computer players who have seats from the beginning
 * go to the disk together, so that no one else can take these seats, and no table lacks its host. */
#ifndef HALL_OPENING_H
#define HALL_OPENING_H

#include "hall/change.h"
#include "hall/secret.h"

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

#endif
