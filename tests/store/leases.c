/* Leases in every database. The clock is simulated: jobs bring the time.
 *
 * usage: store_leases [URL] */
#include "store_support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

#define ONE_ID "serverserve1"
#define TWO_ID "serverserve2"
#define TABLE "tabletable01"
#define OTHER_TABLE "tabletable02"

static const int64_t begin_ms = 1700000000000;

static struct store_job *renew_job(const char *server, int64_t now_ms)
{
    struct store_job *job = job_new(STORE_LEASES);
    set_text(job->server, server);
    job->now_ms = now_ms;
    return job;
}

/* The server that has the lease after `server` has asked for it. */
static const char *take(struct store *store, const char *server, const char *table, int64_t now_ms)
{
    struct store_job *job = renew_job(server, now_ms);
    store_job_add_lease(job, table);
    assert_int_equal(run(store, job), STORE_OK);
    assert_int_equal(returned->lease_count, 1);
    return returned->leases[0].holder;
}

static void give_back(struct store *store, const char *server, const char *table, int64_t now_ms)
{
    struct store_job *job = renew_job(server, now_ms);
    store_job_add_lease(job, table)->gives_back = true;
    assert_int_equal(run(store, job), STORE_OK);
    assert_string_equal(returned->leases[0].holder, "");
}

static void end(struct store *store, const char *server)
{
    struct store_job *job = job_new(STORE_LEASES_END);
    set_text(job->server, server);
    assert_int_equal(run(store, job), STORE_OK);
}

/* One server gets every lease, also again, and after a restart that ended the one before. */
static void test_alone(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    assert_int_equal(store_is_shared(store), postgres_url != NULL);
    assert_string_equal(take(store, ONE_ID, TABLE, begin_ms), ONE_ID);
    assert_int_equal(returned->server_count, 0);
    assert_string_equal(take(store, ONE_ID, TABLE, begin_ms + 1), ONE_ID);
    assert_string_equal(take(store, ONE_ID, OTHER_TABLE, begin_ms + 1), ONE_ID);
    give_back(store, ONE_ID, TABLE, begin_ms + 2);
    assert_string_equal(take(store, ONE_ID, TABLE, begin_ms + 3), ONE_ID);
    end(store, ONE_ID);
    assert_string_equal(take(store, TWO_ID, TABLE, begin_ms + 4), TWO_ID);
    assert_int_equal(run(store, renew_job(TWO_ID, 0)), STORE_OK);
    store_close(store);
}

/* A lease stays with its holder as long as that renews its leases in time, whichever they are. */
static void test_renewed(void **unused)
{
    (void)unused;
    struct store *one = open_store(), *two = open_store();
    int64_t now_ms = begin_ms;
    assert_string_equal(take(one, ONE_ID, TABLE, now_ms), ONE_ID);
    for (int i = 0; i < 5; i++) {
        now_ms += STORE_LEASE_MS - 1;
        assert_string_equal(take(two, TWO_ID, TABLE, now_ms), ONE_ID);
        assert_int_equal(returned->server_count, 1);
        assert_string_equal(returned->servers[0], ONE_ID);
        run(one, renew_job(ONE_ID, now_ms));
    }
    now_ms += STORE_LEASE_MS;
    assert_string_equal(take(two, TWO_ID, TABLE, now_ms), TWO_ID);
    assert_int_equal(returned->server_count, 0);
    /* The former holder comes back too late. */
    assert_string_equal(take(one, ONE_ID, TABLE, now_ms + 1), TWO_ID);
    assert_string_equal(take(one, ONE_ID, OTHER_TABLE, now_ms + 1), ONE_ID);
    store_close(one);
    store_close(two);
}

static void test_given_back(void **unused)
{
    (void)unused;
    struct store *one = open_store(), *two = open_store();
    take(one, ONE_ID, TABLE, begin_ms);
    take(one, ONE_ID, OTHER_TABLE, begin_ms);
    give_back(two, TWO_ID, TABLE, begin_ms); /* not its own */
    assert_string_equal(take(two, TWO_ID, TABLE, begin_ms), ONE_ID);
    give_back(one, ONE_ID, TABLE, begin_ms);
    assert_string_equal(take(two, TWO_ID, TABLE, begin_ms), TWO_ID);
    assert_string_equal(take(two, TWO_ID, OTHER_TABLE, begin_ms), ONE_ID);
    end(one, ONE_ID);
    assert_string_equal(take(two, TWO_ID, OTHER_TABLE, begin_ms), TWO_ID);
    assert_int_equal(returned->server_count, 0);
    store_close(one);
    store_close(two);
}

/* Several in one job: some are taken, some are not. */
static void test_many(void **unused)
{
    (void)unused;
    struct store *one = open_store(), *two = open_store();
    take(one, ONE_ID, TABLE, begin_ms);
    struct store_job *job = renew_job(TWO_ID, begin_ms);
    store_job_add_lease(job, OTHER_TABLE);
    store_job_add_lease(job, TABLE);
    store_job_add_lease(job, "tabletable03");
    assert_int_equal(run(two, job), STORE_OK);
    assert_string_equal(returned->leases[0].holder, TWO_ID);
    assert_string_equal(returned->leases[1].holder, ONE_ID);
    assert_string_equal(returned->leases[2].holder, TWO_ID);
    store_close(one);
    store_close(two);
}

/* Without a time, the clock of the database counts. */
static void test_clock(void **unused)
{
    (void)unused;
    struct store *one = open_store(), *two = open_store();
    assert_string_equal(take(one, ONE_ID, TABLE, 0), ONE_ID);
    assert_string_equal(take(two, TWO_ID, TABLE, 0), ONE_ID);
    /* That was before 2100. */
    assert_string_equal(take(two, TWO_ID, TABLE, 4102444800000), TWO_ID);
    store_close(one);
    store_close(two);
}

int leases_tests(void)
{
    const struct CMUnitTest alone[] = {TEST(test_alone)};
    const struct CMUnitTest postgres[] = {TEST(test_alone), TEST(test_renewed),
                                          TEST(test_given_back), TEST(test_many), TEST(test_clock)};
    return run_on_databases(STORE_TESTS(alone), STORE_TESTS(alone), STORE_TESTS(postgres));
}
