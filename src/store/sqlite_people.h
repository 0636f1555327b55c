/* SQLite: jobs about people, sessions and accounts. Each returns its outcome; see job.h. */
#ifndef STORE_SQLITE_PEOPLE_H
#define STORE_SQLITE_PEOPLE_H

#include "store/job.h"
#include "store/sqlite_query.h"

enum store_outcome sqlite_person_new(struct sqlite_connection *connection, struct store_job *job);
enum store_outcome sqlite_person_rename(struct sqlite_connection *connection,
                                        struct store_job *job);
enum store_outcome sqlite_person_rename_everywhere(struct sqlite_connection *connection,
                                                   struct store_job *job);
enum store_outcome sqlite_session_find(struct sqlite_connection *connection, struct store_job *job);
enum store_outcome sqlite_session_new(struct sqlite_connection *connection, struct store_job *job);
enum store_outcome sqlite_session_end(struct sqlite_connection *connection, struct store_job *job);
enum store_outcome sqlite_account_new(struct sqlite_connection *connection, struct store_job *job);
enum store_outcome sqlite_account_find(struct sqlite_connection *connection, struct store_job *job);
enum store_outcome sqlite_password_set(struct sqlite_connection *connection, struct store_job *job);
enum store_outcome sqlite_session_use(struct sqlite_connection *connection, struct store_job *job);
enum store_outcome sqlite_sessions_expire(struct sqlite_connection *connection,
                                          struct store_job *job);
enum store_outcome sqlite_account_recover(struct sqlite_connection *connection,
                                          struct store_job *job);
enum store_outcome sqlite_recovery_set(struct sqlite_connection *connection, struct store_job *job);
enum store_outcome sqlite_person_delete(struct sqlite_connection *connection,
                                        struct store_job *job);
enum store_outcome sqlite_listing_set(struct sqlite_connection *connection, struct store_job *job);
enum store_outcome sqlite_listings(struct sqlite_connection *connection, struct store_job *job);
enum store_outcome sqlite_people_gone(struct sqlite_connection *connection, struct store_job *job);
enum store_outcome sqlite_people_find(struct sqlite_connection *connection, struct store_job *job);
enum store_outcome sqlite_people_purge(struct sqlite_connection *connection, struct store_job *job);

#endif
