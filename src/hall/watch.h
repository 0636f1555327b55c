/* Who watches a table: their seats, what they are sent, and whom the others see. A person who stops
 * watching keeps the seat. */
#ifndef HALL_WATCH_H
#define HALL_WATCH_H

#include "hall/live_table.h"
#include "hall/people.h"

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

#endif
