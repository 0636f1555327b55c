#include "store/memory.h"

#include "base/memory.h"
#include "store/memory_compact.h"
#include "store/memory_people.h"
#include "store/memory_statistics.h"
#include "store/memory_tables.h"

#include <stdlib.h>

static enum store_outcome run_person_job(struct memory *memory, struct store_job *job)
{
    switch (job->kind) {
    case STORE_PERSON_NEW:
        return memory_person_new(memory, job);
    case STORE_PERSON_RENAME:
        return memory_person_rename(memory, job);
    case STORE_SESSION_FIND:
        return memory_session_find(memory, job);
    case STORE_SESSION_NEW:
        return memory_session_new(memory, job);
    case STORE_SESSION_END:
        return memory_session_end(memory, job);
    case STORE_ACCOUNT_NEW:
        return memory_account_new(memory, job);
    case STORE_ACCOUNT_FIND:
        return memory_account_find(memory, job);
    case STORE_PASSWORD_SET:
        return memory_password_set(memory, job);
    case STORE_SESSION_USE:
        return memory_session_use(memory, job);
    case STORE_SESSIONS_EXPIRE:
        return memory_sessions_expire(memory, job);
    case STORE_PEOPLE_PURGE:
        return memory_people_purge(memory, job);
    case STORE_ACCOUNT_RECOVER:
        return memory_account_recover(memory, job);
    case STORE_RECOVERY_SET:
        return memory_recovery_set(memory, job);
    case STORE_PERSON_DELETE:
        return memory_person_delete(memory, job);
    default:
        return STORE_FAILED;
    }
}

static enum store_outcome run_job(struct memory *memory, struct store_job *job)
{
    switch (job->kind) {
    case STORE_TABLE_NEW:
        return memory_table_new(memory, job);
    case STORE_TABLE_INVITE:
        return memory_table_invite(memory, job);
    case STORE_TABLE_FIND:
        return memory_table_find(memory, job);
    case STORE_TABLE_APPEND:
        return memory_table_append(memory, job);
    case STORE_TABLE_READ:
        return memory_table_read(memory, job);
    case STORE_TABLES_OPEN:
        return memory_tables_open(memory, job);
    case STORE_RECORD_GET:
        return memory_record_get(memory, job);
    case STORE_RECORD_LIST:
        return memory_record_list(memory, job);
    case STORE_RECORD_SHARE:
        return memory_record_share(memory, job);
    case STORE_STATISTICS:
        job->statistics = memory_statistics_new(memory->records, job->game);
        return STORE_OK;
    case STORE_LEASES:
        store_job_grant_leases(job);
        return STORE_OK;
    case STORE_TABLES_CHANGED:
    case STORE_LEASES_END:
    case STORE_PROBE:
        return STORE_OK;
    default:
        return run_person_job(memory, job);
    }
}

static void memory_run(struct database *database, struct store_job *jobs)
{
    struct memory *memory = (struct memory *)database;
    memory_frame_begin(&memory->frame);
    for (struct store_job *job = jobs; job; job = job->next) {
        job->outcome = run_job(memory, job);
        if (job->outcome == STORE_OK && job_bytes_is_change(job->kind))
            job_bytes_write(&memory->frame, job);
    }
    if (!memory_frame_end(&memory->frame) || !memory->log.append ||
        memory->log.append(memory->log.context, memory->frame.data, memory->frame.count)) {
        undo_commit(&memory->undo);
        return;
    }
    undo_rollback(&memory->undo);
    for (struct store_job *job = jobs; job; job = job->next) {
        store_job_forget_answer(job);
        job->outcome = STORE_FAILED;
        job->error = "the log cannot be written";
    }
}

size_t memory_replay(struct database *database, const void *log, size_t size)
{
    struct memory *memory = (struct memory *)database;
    const unsigned char *bytes = log;
    size_t done = 0, frame;
    while ((frame = memory_frame_size(bytes + done, size - done)) > 0) {
        struct store_job *jobs = memory_frame_jobs(bytes + done, frame);
        if (!jobs)
            break;
        while (jobs) {
            struct store_job *next = jobs->next;
            run_job(memory, jobs);
            store_job_free(jobs);
            jobs = next;
        }
        undo_commit(&memory->undo);
        done += frame;
    }
    return done;
}

bool memory_compact(struct database *database, const struct memory_log *log)
{
    return memory_compact_write((struct memory *)database, log);
}

static void memory_close(struct database *database)
{
    struct memory *memory = (struct memory *)database;
    for (struct memory_person *next; memory->people; memory->people = next) {
        next = memory->people->next;
        free(memory->people);
    }
    for (struct memory_session *next; memory->sessions; memory->sessions = next) {
        next = memory->sessions->next;
        free(memory->sessions);
    }
    for (struct memory_table *next; memory->tables; memory->tables = next) {
        next = memory->tables->next;
        memory_table_free(memory->tables);
    }
    job_bytes_free(&memory->frame);
    undo_close(&memory->undo);
    free(memory);
}

struct database *memory_open(const struct memory_log *log)
{
    struct memory *memory = memory_new(sizeof *memory);
    memory->database = (struct database){.run = memory_run, .close = memory_close};
    if (log)
        memory->log = *log;
    return &memory->database;
}
