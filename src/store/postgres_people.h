/* PostgreSQL: jobs about people, sessions and accounts. Each has a function that sends its statements
 * and, unless postgres_outcome suffices, one that reads their results. */
#ifndef STORE_POSTGRES_PEOPLE_H
#define STORE_POSTGRES_PEOPLE_H

#include "store/postgres_query.h"

void postgres_person_new(struct postgres_connection *connection, const struct store_job *job);
void postgres_person_rename(struct postgres_connection *connection, const struct store_job *job);
void postgres_person_rename_everywhere(struct postgres_connection *connection,
                                       const struct store_job *job);
void postgres_session_new(struct postgres_connection *connection, const struct store_job *job);
void postgres_session_find(struct postgres_connection *connection, const struct store_job *job);
void postgres_session_end(struct postgres_connection *connection, const struct store_job *job);
void postgres_account_new(struct postgres_connection *connection, const struct store_job *job);
void postgres_account_find(struct postgres_connection *connection, const struct store_job *job);
void postgres_password_set(struct postgres_connection *connection, const struct store_job *job);
void postgres_session_use(struct postgres_connection *connection, const struct store_job *job);
void postgres_sessions_expire(struct postgres_connection *connection, const struct store_job *job);
void postgres_account_recover(struct postgres_connection *connection, const struct store_job *job);
void postgres_recovery_set(struct postgres_connection *connection, const struct store_job *job);
void postgres_person_delete(struct postgres_connection *connection, const struct store_job *job);
void postgres_people_purge(struct postgres_connection *connection, const struct store_job *job);

enum store_outcome postgres_person_found(struct postgres_connection *connection,
                                         struct store_job *job);
enum store_outcome postgres_password_was_set(struct postgres_connection *connection,
                                             struct store_job *job);

enum store_outcome postgres_account_was_recovered(struct postgres_connection *connection,
                                                  struct store_job *job);
enum store_outcome postgres_people_purged(struct postgres_connection *connection,
                                          struct store_job *job);

/* Ask whether the change of a job is there already: then there is a row. */
void postgres_session_is(struct postgres_connection *connection, const struct store_job *job);
void postgres_account_is(struct postgres_connection *connection, const struct store_job *job);
void postgres_account_is_recovered(struct postgres_connection *connection,
                                   const struct store_job *job);
void postgres_person_is_gone(struct postgres_connection *connection, const struct store_job *job);

void postgres_listing_set(struct postgres_connection *connection, const struct store_job *job);
void postgres_listings(struct postgres_connection *connection, const struct store_job *job);
enum store_outcome postgres_listings_found(struct postgres_connection *connection,
                                           struct store_job *job);

void postgres_people_gone(struct postgres_connection *connection, const struct store_job *job);
enum store_outcome postgres_people_gone_found(struct postgres_connection *connection,
                                              struct store_job *job);

void postgres_people_find(struct postgres_connection *connection, const struct store_job *job);
enum store_outcome postgres_people_found(struct postgres_connection *connection,
                                         struct store_job *job);

#endif
