#include "store/postgres_jobs.h"

#include "base/check.h"
#include "store/postgres_leases.h"
#include "store/postgres_people.h"
#include "store/postgres_records.h"
#include "store/postgres_tables.h"

static void probe(struct postgres_connection *connection, const struct store_job *job)
{
    (void)job;
    postgres_send(connection, PG_PROBE, "");
}

static void tell(struct postgres_connection *connection, const struct store_job *job)
{
    postgres_send(connection, PG_TELL, "t", job->message);
}

static enum store_outcome ignore_result(struct postgres_connection *connection,
                                        struct store_job *job)
{
    (void)job;
    PQclear(postgres_next(connection));
    return STORE_OK;
}

/* A session that is gone was ended, by this job or by another one. */
static void always(struct postgres_connection *connection, const struct store_job *job)
{
    (void)job;
    postgres_send(connection, PG_NOTHING, "");
}

static const struct {
    void (*send)(struct postgres_connection *connection, const struct store_job *job);
    /* NULL: postgres_outcome. */
    enum store_outcome (*receive)(struct postgres_connection *connection, struct store_job *job);
    /* Sends a query that finds a row if the job was done before. NULL: doing it twice does no harm. */
    void (*ask)(struct postgres_connection *connection, const struct store_job *job);
} jobs[] = {
    [STORE_PERSON_NEW] = {postgres_person_new, NULL, postgres_session_is},
    [STORE_PERSON_RENAME] = {postgres_person_rename, NULL, NULL},
    [STORE_PERSON_RENAME_EVERYWHERE] = {postgres_person_rename_everywhere, NULL, NULL},
    [STORE_SESSION_FIND] = {postgres_session_find, postgres_person_found, NULL},
    [STORE_SESSION_NEW] = {postgres_session_new, NULL, postgres_session_is},
    [STORE_SESSION_END] = {postgres_session_end, NULL, always},
    [STORE_ACCOUNT_NEW] = {postgres_account_new, NULL, postgres_account_is},
    [STORE_ACCOUNT_FIND] = {postgres_account_find, postgres_person_found, NULL},
    [STORE_PASSWORD_SET] = {postgres_password_set, postgres_password_was_set, postgres_account_is},
    [STORE_TABLE_NEW] = {postgres_table_new, NULL, postgres_entry_is},
    [STORE_TABLE_INVITE] = {postgres_table_invite, NULL, NULL},
    [STORE_TABLE_FIND] = {postgres_table_find, postgres_table_found, NULL},
    [STORE_TABLE_APPEND] = {postgres_table_append, NULL, postgres_entry_is},
    [STORE_TABLE_READ] = {postgres_table_read, postgres_table_was_read, NULL},
    [STORE_TABLES_OPEN] = {postgres_tables_open, postgres_tables_listed, NULL},
    [STORE_RECORD_GET] = {postgres_record_get, postgres_records_found, NULL},
    [STORE_RECORD_LIST] = {postgres_record_list, postgres_records_found, NULL},
    [STORE_STATISTICS] = {postgres_statistics, postgres_statistics_found, NULL},
    [STORE_PROBE] = {probe, ignore_result, NULL},
    [STORE_SESSION_USE] = {postgres_session_use, NULL, NULL},
    [STORE_SESSIONS_EXPIRE] = {postgres_sessions_expire, NULL, NULL},
    [STORE_PEOPLE_PURGE] = {postgres_people_purge, postgres_people_purged, NULL},
    [STORE_ACCOUNT_RECOVER] = {postgres_account_recover, postgres_account_was_recovered,
                               postgres_account_is_recovered},
    [STORE_RECOVERY_SET] = {postgres_recovery_set, NULL, NULL},
    [STORE_PERSON_DELETE] = {postgres_person_delete, postgres_password_was_set,
                             postgres_person_is_gone},
    [STORE_RECORD_SHARE] = {postgres_record_share, NULL, NULL},
    [STORE_LEASES] = {postgres_leases_renew, postgres_leases_renewed, NULL},
    [STORE_LEASES_END] = {postgres_leases_end, NULL, NULL},
    [STORE_RECORDS_RATED] = {postgres_records_rated, postgres_records_found, NULL},
    [STORE_LISTING_SET] = {postgres_listing_set, NULL, NULL},
    [STORE_LISTINGS] = {postgres_listings, postgres_listings_found, NULL},
    [STORE_TELL] = {tell, ignore_result, NULL},
    [STORE_PEOPLE_GONE] = {postgres_people_gone, postgres_people_gone_found, NULL},
    [STORE_PEOPLE_FIND] = {postgres_people_find, postgres_people_found, NULL},
};

void postgres_job_send(struct postgres_connection *connection, const struct store_job *job)
{
    CHECK((size_t)job->kind < sizeof jobs / sizeof *jobs && jobs[job->kind].send);
    jobs[job->kind].send(connection, job);
}

enum store_outcome postgres_job_receive(struct postgres_connection *connection,
                                        struct store_job *job)
{
    return jobs[job->kind].receive ? jobs[job->kind].receive(connection, job)
                                   : postgres_outcome(connection);
}

void postgres_job_ask(struct postgres_connection *connection, const struct store_job *job)
{
    if (jobs[job->kind].ask)
        jobs[job->kind].ask(connection, job);
}

enum store_outcome postgres_job_answer(struct postgres_connection *connection,
                                       const struct store_job *job)
{
    if (!jobs[job->kind].ask)
        return job->outcome;
    PGresult *result = postgres_next(connection);
    bool was_done = PQntuples(result) > 0;
    PQclear(result);
    return was_done ? STORE_OK : job->outcome;
}
