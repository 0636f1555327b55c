/* The hall: a whole server except sockets, threads and the clock. The caller provides those, so that a
 * test can take their place: it passes in bytes and a time, and gets bytes.
 *
 * The units, lowest first. Each uses only those listed before it, and notifies others through callbacks
 * that it was given (struct x_callbacks). hall.c puts them together; dispatch.c runs requests.
 *
 *     front/           where requests come in: what the caller provides, requests, clients, addresses, limits
 *     cluster/peers/   what servers on one database tell each other, and who watches there
 *     people/          who is connected as whom; ratings, leaderboards, one's own matches
 *     live/            the tables in memory: who watches them, how they change
 *     tables/          where they come from and go: opening, finding, loading, closing
 *     cluster/leases/  which server runs a table's clocks and computer players
 *     play/            computer players, hints, real time, clocks that run out
 *     talk/            chat, mute, gestures
 *     accounts/        sessions, logins, passwords, deleted people
 *     notices/         people who are not there are told when it is their turn
 *     cluster/news/    what other servers say and change
 *
 * The folder cluster/ only exists because several servers may share a database. With one server no messages are sent, all
 * leases are held, and there is no news: the other units read well without it. */
#ifndef HALL_HALL_H
#define HALL_HALL_H

#include "hall/front/front.h"

/* The store must outlive the hall. When hall_free is called, other threads must have returned all
 * decisions and passwords, and no answers of the store may be collected after it. */
struct hall *hall_new(const struct hall_settings *settings, const struct hall_platform *platform,
                      struct store *store);
void hall_free(struct hall *hall);

/* Starts reading the open tables. hall_is_ready returns true once all are there. */
void hall_load(struct hall *hall);
bool hall_is_ready(const struct hall *hall);

/* A connection comes and goes. It counts against the limits of `address`. `owner` is for the caller
 * (client_owner). */
struct client *hall_enter(struct hall *hall, const char *address, void *owner);
void hall_leave(struct hall *hall, struct client *client);
void *client_owner(const struct client *client);

/* One message from a client: any bytes. They may be overwritten. */
void hall_receive(struct hall *hall, struct client *client, char *bytes, size_t size,
                  int64_t now_ms);

/* One HTTP request. `client` was entered for it alone, and is sent one answer, whose status is
 * hall_http_status. */
void hall_http(struct hall *hall, struct client *client, const struct hall_http_request *http,
               int64_t now_ms);
int hall_http_status(const struct client *client);

/* Runs clocks and computer players. Call it every HALL_TICK_MS. */
void hall_tick(struct hall *hall, int64_t now_ms);

/* Other servers have changed something (store_take_news): finds out what, without waiting for the next
 * look. If a call is lost, changes are only found later. */
void hall_look(struct hall *hall);

/* Another thread returns its work. */
void hall_decision_done(struct hall *hall, struct decision *decision, int64_t now_ms);
void hall_password_done(struct hall *hall, struct password_work *work, int64_t now_ms);
void hall_push_done(struct hall *hall, struct push_message *message, int64_t now_ms);

/* Notifies every client that the server stops, and refuses further requests. Work under way in the
 * store is still answered. */
void hall_stop(struct hall *hall);

void hall_read_figures(const struct hall *hall, struct hall_figures *figures);

#endif
