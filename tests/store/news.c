/* What servers on one PostgreSQL learn from each other: entries with their contents, and messages.
 *
 * usage: store_news URL, by with_postgres.sh; everything in the database is lost */
#include "store_support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

/* Entries of others come with their contents, if all before them are known; otherwise only the table. */
static void test_contents(void **unused)
{
    (void)unused;
    struct store *store = open_store(), *other = open_store();
    char longest[9000];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    run(other, new_job("tabletable01", "", ""));
    run(store, job_new(STORE_TABLES_CHANGED));
    assert_int_equal(returned->table_count, 1);
    run(other, append_job("tabletable01", 1, "one"));
    run(store, job_new(STORE_TABLES_CHANGED));
    assert_int_equal(returned->news_count, 1);
    assert_int_equal(run(store, read_job("tabletable01", 0)), STORE_OK);
    assert_int_equal(run(store, append_job("tabletable01", 1, "late")), STORE_TAKEN);
    const char *const texts[] = {"two: 5 -1\n+,!", "", NULL};
    for (int i = 0; i < 3; i++) {
        struct store_job *job = append_job("tabletable01", 2 + i, texts[i]);
        job->entries[0].at_ms = 1700000000000 + i;
        job->entries[0].used_ms = 7;
        job->entries[0].kind = 4;
        job->entries[0].seat = i - 1;
        assert_int_equal(run(other, job), STORE_OK);
        assert_int_equal(run(other, append_job("tabletable01", 2 + i, "refused")), STORE_TAKEN);
        run(store, job_new(STORE_TABLES_CHANGED));
        assert_int_equal(returned->table_count, 0);
        assert_int_equal(returned->news_count, 1);
        const struct store_news *news = &returned->news[0];
        assert_string_equal(news->table, "tabletable01");
        assert_int_equal(news->entry.number, 2 + i);
        assert_int_equal(news->entry.at_ms, 1700000000000 + i);
        assert_int_equal(news->entry.used_ms, 7);
        assert_int_equal(news->entry.kind, 4);
        assert_int_equal(news->entry.seat, i - 1);
        assert_true(texts[i] ? strcmp(news->entry.text, texts[i]) == 0 : !news->entry.text);
    }
    run(other, append_job("tabletable01", 5, longest));
    run(store, job_new(STORE_TABLES_CHANGED));
    assert_int_equal(returned->news_count, 0);
    assert_int_equal(returned->table_count, 1);
    run(store, job_new(STORE_TABLES_CHANGED));
    assert_int_equal(returned->table_count, 0);
    store_close(store);
    store_close(other);
}

static struct store_job *tell_job(const char *message)
{
    struct store_job *job = job_new(STORE_TELL);
    store_job_add_message(job, message);
    return job;
}

/* Each server gets the messages of the others once, in order, and not its own. */
static void test_messages(void **unused)
{
    (void)unused;
    struct store *store = open_store(), *other = open_store();
    char longest[STORE_MESSAGE_MAX];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_int_equal(run(other, tell_job("one\n'two'")), STORE_OK);
    assert_int_equal(run(other, tell_job(longest)), STORE_OK);
    assert_int_equal(run(store, tell_job("its own")), STORE_OK); /* others arrive with the answer */
    assert_int_equal(run(store, job_new(STORE_TABLES_CHANGED)), STORE_OK);
    assert_int_equal(returned->message_count, 2);
    assert_string_equal(returned->messages[0], "one\n'two'");
    assert_string_equal(returned->messages[1], longest);
    run(store, job_new(STORE_TABLES_CHANGED));
    assert_int_equal(returned->message_count, 0);
    store_close(store);
    store_close(other);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {TEST(test_contents), TEST(test_messages)};
    postgres_url = argc > 1 ? argv[1] : NULL;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    store_job_free(returned);
    return failed;
}
