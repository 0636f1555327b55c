/* The jobs of a memory database about people: job.h says what each does. */
#ifndef STORE_MEMORY_PEOPLE_H
#define STORE_MEMORY_PEOPLE_H

#include "store/memory_rows.h"

enum store_outcome memory_person_new(struct memory *memory, const struct store_job *job);
enum store_outcome memory_person_rename(struct memory *memory, const struct store_job *job);
enum store_outcome memory_session_find(const struct memory *memory, struct store_job *job);
enum store_outcome memory_session_new(struct memory *memory, const struct store_job *job);
enum store_outcome memory_session_end(struct memory *memory, const struct store_job *job);
enum store_outcome memory_session_use(struct memory *memory, const struct store_job *job);
enum store_outcome memory_sessions_expire(struct memory *memory, const struct store_job *job);
enum store_outcome memory_account_new(struct memory *memory, const struct store_job *job);
enum store_outcome memory_account_find(const struct memory *memory, struct store_job *job);
enum store_outcome memory_password_set(struct memory *memory, const struct store_job *job);
enum store_outcome memory_account_recover(struct memory *memory, struct store_job *job);
enum store_outcome memory_recovery_set(struct memory *memory, const struct store_job *job);
enum store_outcome memory_person_delete(struct memory *memory, const struct store_job *job);
enum store_outcome memory_people_purge(struct memory *memory, struct store_job *job);

#endif
