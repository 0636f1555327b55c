/* The hall: people, tables, and who watches what. All that a server does but for sockets, threads
 * and the clock, which come in from outside, so that a test can be the outside: it hands in bytes
 * and a time, and gets bytes.
 *
 *     hall.c          clients come, ask, are answered and go
 *     requests.c      bytes to requests, and what is wrong with them
 *     dispatch.c      what each request does, and who may ask it
 *     limits.c        how much may be asked
 *     people.c        persons, names, secrets
 *     accounts.c      logins and passwords
 *     person_tables.c which tables are whose
 *     listing.c       the list of public tables
 *     chat.c          chat, mute, gestures
 *     live_tables.c   the tables in memory: loading, clocks, closing those that nobody needs
 *     new_tables.c    new tables, and rematches
 *     changes.c       how a table changes, one entry at a time
 *     watch.c         who is at a table
 *     bots.c          computer players: when they are asked, hints
 *     thinking.c      sharing the threads that think
 *     live_stage.c    computer players in real time
 *     id_map.c        what is found by its id
 */
#ifndef HALL_HALL_H
#define HALL_HALL_H

#include "hall/outside.h"

/* The store must outlive the hall, but nothing may be collected from it after hall_free. Nor may
 * other threads still have decisions or passwords of this hall then. */
struct hall *hall_new(const struct hall_settings *settings, const struct hall_outside *outside,
                      struct store *store);
void hall_free(struct hall *hall);

/* Asks the store for the open tables. `hall_is_ready` when all are there. */
void hall_load(struct hall *hall);
bool hall_is_ready(const struct hall *hall);

/* A connection comes and goes. `address` is whose limits it counts for. `owner` is the caller's. */
struct client *hall_enter(struct hall *hall, const char *address, void *owner);
void hall_leave(struct hall *hall, struct client *client);
void *client_owner(const struct client *client);

/* One message from a client: any bytes, which may be changed. */
void hall_receive(struct hall *hall, struct client *client, char *bytes, size_t size,
                  int64_t now_ms);

/* One HTTP request to /api/…: `client` was entered for it alone, and gets one answer by `send`, for
 * which hall_http_status then gives the status. `path` begins with "/api/", and ends before the "?";
 * `query` may be "". `secret` is that of the Authorization header, or NULL. */
void hall_http(struct hall *hall, struct client *client, const char *method, const char *path,
               const char *query, const char *secret, char *body, size_t size, int64_t now_ms);
int hall_http_status(const struct client *client);

/* Time passes: clocks, computer players, the stage. To be called every HALL_TICK_MS. */
void hall_tick(struct hall *hall, int64_t now_ms);

void hall_decision_done(struct hall *hall, struct decision *decision, int64_t now_ms);
void hall_password_done(struct hall *hall, struct password_work *work, int64_t now_ms);

/* Tells every client that the server stops; nothing new is taken from now on. What is under way in
 * the store still gets its answer. */
void hall_stop(struct hall *hall);

void hall_figures(const struct hall *hall, struct hall_figures *figures);

#endif
