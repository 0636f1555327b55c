/* The jobs of the journal database about people: job.h says what each does. */
#ifndef STORE_JOURNAL_PEOPLE_H
#define STORE_JOURNAL_PEOPLE_H

#include "store/journal_rows.h"

enum store_outcome journal_person_new(struct journal *journal, const struct store_job *job);
enum store_outcome journal_person_rename(struct journal *journal, const struct store_job *job);
enum store_outcome journal_person_rename_everywhere(struct journal *journal,
                                                    const struct store_job *job);
enum store_outcome journal_session_find(const struct journal *journal, struct store_job *job);
enum store_outcome journal_session_new(struct journal *journal, const struct store_job *job);
enum store_outcome journal_session_end(struct journal *journal, const struct store_job *job);
enum store_outcome journal_session_use(struct journal *journal, const struct store_job *job);
enum store_outcome journal_sessions_expire(struct journal *journal, const struct store_job *job);
enum store_outcome journal_account_new(struct journal *journal, const struct store_job *job);
enum store_outcome journal_account_find(const struct journal *journal, struct store_job *job);
enum store_outcome journal_password_set(struct journal *journal, const struct store_job *job);
enum store_outcome journal_account_recover(struct journal *journal, struct store_job *job);
enum store_outcome journal_recovery_set(struct journal *journal, const struct store_job *job);
enum store_outcome journal_person_delete(struct journal *journal, const struct store_job *job);
enum store_outcome journal_people_purge(struct journal *journal, struct store_job *job);
enum store_outcome journal_listing_set(struct journal *journal, const struct store_job *job);
enum store_outcome journal_listings(const struct journal *journal, struct store_job *job);
enum store_outcome journal_people_gone(const struct journal *journal, struct store_job *job);

#endif
