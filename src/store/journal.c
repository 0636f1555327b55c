#include "store/journal.h"

#include "base/alloc.h"
#include "store/journal_compact.h"
#include "store/journal_people.h"
#include "store/journal_statistics.h"
#include "store/journal_tables.h"

#include <stdlib.h>

static enum store_outcome run_person_job(struct journal *journal, struct store_job *job)
{
    switch (job->kind) {
    case STORE_PERSON_NEW:
        return journal_person_new(journal, job);
    case STORE_PERSON_RENAME:
        return journal_person_rename(journal, job);
    case STORE_SESSION_FIND:
        return journal_session_find(journal, job);
    case STORE_PERSON_RENAME_EVERYWHERE:
        return journal_person_rename_everywhere(journal, job);
    case STORE_SESSION_NEW:
        return journal_session_new(journal, job);
    case STORE_SESSION_END:
        return journal_session_end(journal, job);
    case STORE_ACCOUNT_NEW:
        return journal_account_new(journal, job);
    case STORE_ACCOUNT_FIND:
        return journal_account_find(journal, job);
    case STORE_PASSWORD_SET:
        return journal_password_set(journal, job);
    case STORE_SESSION_USE:
        return journal_session_use(journal, job);
    case STORE_SESSIONS_EXPIRE:
        return journal_sessions_expire(journal, job);
    case STORE_PEOPLE_PURGE:
        return journal_people_purge(journal, job);
    case STORE_ACCOUNT_RECOVER:
        return journal_account_recover(journal, job);
    case STORE_RECOVERY_SET:
        return journal_recovery_set(journal, job);
    case STORE_PERSON_DELETE:
        return journal_person_delete(journal, job);
    case STORE_LISTING_SET:
        return journal_listing_set(journal, job);
    case STORE_LISTINGS:
        return journal_listings(journal, job);
    case STORE_PEOPLE_GONE:
        return journal_people_gone(journal, job);
    default:
        return STORE_FAILED;
    }
}

static enum store_outcome run_job(struct journal *journal, struct store_job *job)
{
    switch (job->kind) {
    case STORE_TABLE_NEW:
        return journal_table_new(journal, job);
    case STORE_TABLE_INVITE:
        return journal_table_invite(journal, job);
    case STORE_TABLE_FIND:
        return journal_table_find(journal, job);
    case STORE_TABLE_APPEND:
        return journal_table_append(journal, job);
    case STORE_TABLE_READ:
        return journal_table_read(journal, job);
    case STORE_TABLES_OPEN:
        return journal_tables_open(journal, job);
    case STORE_RECORD_GET:
        return journal_record_get(journal, job);
    case STORE_RECORD_LIST:
        return journal_record_list(journal, job);
    case STORE_RECORD_SHARE:
        return journal_record_share(journal, job);
    case STORE_RECORDS_RATED:
        return journal_records_rated(journal, job);
    case STORE_STATISTICS:
        job->statistics = journal_statistics_new(journal->records, job->game);
        return STORE_OK;
    case STORE_LEASES:
        store_job_grant_leases(job);
        return STORE_OK;
    case STORE_TABLES_CHANGED:
    case STORE_LEASES_END:
    case STORE_TELL:
    case STORE_PROBE:
        return STORE_OK;
    default:
        return run_person_job(journal, job);
    }
}

static void journal_run(struct database *database, struct store_job *jobs)
{
    struct journal *journal = (struct journal *)database;
    journal_frame_begin(&journal->frame);
    for (struct store_job *job = jobs; job; job = job->next) {
        job->outcome = run_job(journal, job);
        if (job->outcome == STORE_OK && job_bytes_is_change(job->kind))
            job_bytes_write(&journal->frame, job);
    }
    if (!journal_frame_end(&journal->frame) || !journal->output.append ||
        journal->output.append(journal->output.context, journal->frame.data,
                               journal->frame.count)) {
        undo_commit(&journal->undo);
        return;
    }
    undo_rollback(&journal->undo);
    for (struct store_job *job = jobs; job; job = job->next) {
        store_job_forget_answer(job);
        job->outcome = STORE_FAILED;
        job->error = "the journal cannot be written";
    }
}

size_t journal_replay(struct database *database, const void *frames, size_t size)
{
    struct journal *journal = (struct journal *)database;
    const unsigned char *bytes = frames;
    size_t done = 0, frame;
    journal->is_replaying = true;
    while ((frame = journal_frame_size(bytes + done, size - done)) > 0) {
        struct store_job *jobs = journal_frame_jobs(bytes + done, frame);
        if (!jobs)
            break;
        while (jobs) {
            struct store_job *next = jobs->next;
            run_job(journal, jobs);
            store_job_free(jobs);
            jobs = next;
        }
        undo_commit(&journal->undo);
        done += frame;
    }
    journal->is_replaying = false;
    return done;
}

bool journal_compact(struct database *database, const struct journal_output *output)
{
    return journal_compact_write((struct journal *)database, output);
}

static void journal_close(struct database *database)
{
    struct journal *journal = (struct journal *)database;
    for (struct journal_person *next; journal->people; journal->people = next) {
        next = journal->people->next;
        free(journal->people);
    }
    for (struct journal_session *next; journal->sessions; journal->sessions = next) {
        next = journal->sessions->next;
        free(journal->sessions);
    }
    for (struct journal_table *next; journal->tables; journal->tables = next) {
        next = journal->tables->next;
        journal_table_free(journal->tables);
    }
    job_bytes_free(&journal->frame);
    undo_close(&journal->undo);
    free(journal);
}

struct database *journal_open(const struct journal_output *output)
{
    struct journal *journal = alloc_new(sizeof *journal);
    journal->database = (struct database){.run = journal_run, .close = journal_close};
    if (output)
        journal->output = *output;
    return &journal->database;
}
