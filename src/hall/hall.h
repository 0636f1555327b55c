/* The hall: a whole server except sockets, threads and the clock. The caller provides those, so that a
 * test can take their place: it passes in bytes and a time, and gets bytes.
 *
 * The modules, lowest layer first. Each uses only those listed before it, and notifies others through
 * callbacks that it was given (struct x_callbacks). hall.c puts them together.
 *
 *     outside.h        what the caller provides, and the work for its threads
 *     environment.h    settings, outside, store, time and counters, for all modules
 *     talk.h           what servers tell each other
 *     bucket.h         limits that refill with time
 *     address.h        network addresses and what they have used of their limits
 *     requests.h       bytes to requests
 *     routes.h         HTTP requests to requests
 *     client.h         connections: answers, pushes, requests in order
 *     limits.h         how many messages a client may send
 *     task.h           work for a client that waits for the store or another thread
 *     secret.h         ids, secrets, invitations, codes
 *     passwords.h      passwords being hashed, a few at a time
 *     guesses.h        wrong passwords per login
 *     aging.h          sessions and people that are not used any more
 *     people.h         who is connected as whom
 *     chat_log.h       what was said at a table
 *     person_tables.h  which tables are whose
 *     elsewhere.h      who watches a table at other servers
 *     live_table.h     the tables in memory
 *     watch.h          who watches a table, and what they are sent
 *     steps.h          entries become part of a table in memory
 *     leases.h         which server runs a table's clocks and computer players
 *     bot_name.h       names of computer players
 *     ratings.h        how strong players are, from records
 *     auto_level.h     which level suits a host
 *     change_check.h   which changes clients may make
 *     change.h         how a table changes, one entry at a time
 *     loading.h        reading tables from the store
 *     thinking.h       sharing the threads that think
 *     decision.h       what a computer player is asked
 *     live_stage.h     computer players in real time
 *     bots.h           when computer players decide and move
 *     timeouts.h       clocks that run out
 *     hints.h          moves suggested to people
 *     origins.h        where tables that do not begin with a new deal start from
 *     opening.h        new tables
 *     rematch.h        the same match again
 *     sweep.h          closing and forgetting tables
 *     chat.h           chat, mute, gestures
 *     listing.h        the list of public tables
 *     history.h        records and statistics
 *     strength.h       ratings for oneself
 *     leaderboards.h   ratings for everyone
 *     finding.h        watch and info; invitations
 *     sessions.h       hello, rename, logout
 *     deleting.h       takes a deleted person out of all tables
 *     changed_people.h people whom another server deleted, or the operator renamed
 *     hearing.h        what other servers say
 *     accounts.h       logins and passwords
 *     dispatch.h       what each request does, and who may ask
 *     parts.h          struct hall
 */
#ifndef HALL_HALL_H
#define HALL_HALL_H

#include "hall/outside.h"

/* The store must outlive the hall. When hall_free is called, other threads must have returned all
 * decisions and passwords, and no answers of the store may be collected after it. */
struct hall *hall_new(const struct hall_settings *settings, const struct hall_outside *outside,
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

/* Notifies every client that the server stops, and refuses further requests. Work under way in the
 * store is still answered. */
void hall_stop(struct hall *hall);

void hall_read_figures(const struct hall *hall, struct hall_figures *figures);

#endif
