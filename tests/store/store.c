/* The store: every job, with good and bad arguments; two stores on one database; a full disk.
 *
 * usage: store [URL]   on SQLite and in memory; or on PostgreSQL, where everything is lost */
#include "store_support.h"

#include "base/base.h"
#include "base/system/system.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h> /* needs those above */

static void test_people(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    assert_int_equal(run(store, hash_job(STORE_SESSION_FIND, "a")), STORE_ABSENT);
    assert_int_equal(run(store, person_job(STORE_PERSON_NEW, "annaannaanna", "Anna", "a")),
                     STORE_OK);
    assert_int_equal(run(store, hash_job(STORE_SESSION_FIND, "a")), STORE_OK);
    assert_string_equal(returned->person.id, "annaannaanna");
    assert_string_equal(returned->person.name, "Anna");
    assert_string_equal(returned->person.login, "");
    /* Ids and sessions are unique, and a refused job leaves nothing behind. */
    assert_int_equal(run(store, person_job(STORE_PERSON_NEW, "annaannaanna", "Eva", "b")),
                     STORE_TAKEN);
    assert_int_equal(run(store, hash_job(STORE_SESSION_FIND, "b")), STORE_ABSENT);
    assert_int_equal(run(store, person_job(STORE_PERSON_NEW, "evaevaevaeva", "Eva", "a")),
                     STORE_TAKEN);
    assert_int_equal(run(store, person_job(STORE_PERSON_RENAME, "evaevaevaeva", "Eve", "")),
                     STORE_ABSENT);
    assert_int_equal(
        run(store, person_job(STORE_PERSON_RENAME, "annaannaanna", "O'«Brien»; --", "")), STORE_OK);
    /* Sessions come and go. */
    assert_int_equal(run(store, person_job(STORE_SESSION_NEW, "annaannaanna", "", "c")), STORE_OK);
    assert_int_equal(run(store, person_job(STORE_SESSION_NEW, "annaannaanna", "", "c")),
                     STORE_TAKEN);
    assert_int_equal(run(store, person_job(STORE_SESSION_NEW, "nobodynobody", "", "d")),
                     STORE_ABSENT);
    assert_int_equal(run(store, hash_job(STORE_SESSION_END, "a")), STORE_OK);
    assert_int_equal(run(store, hash_job(STORE_SESSION_END, "a")), STORE_ABSENT);
    assert_int_equal(run(store, hash_job(STORE_SESSION_FIND, "a")), STORE_ABSENT);
    assert_int_equal(run(store, hash_job(STORE_SESSION_FIND, "c")), STORE_OK);
    assert_string_equal(returned->person.name, "O'«Brien»; --");
    store_close(store);
}

static void test_accounts(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    run(store, person_job(STORE_PERSON_NEW, "annaannaanna", "Anna", "a"));
    run(store, person_job(STORE_PERSON_NEW, "lucluclucluc", "Luc", "l"));
    assert_int_equal(run(store, account_job(STORE_ACCOUNT_FIND, "", "anna", "")), STORE_ABSENT);
    assert_int_equal(run(store, account_job(STORE_ACCOUNT_FIND, "", "", "")), STORE_ABSENT);
    assert_int_equal(run(store, account_job(STORE_ACCOUNT_NEW, "annaannaanna", "anna", "$x$")),
                     STORE_OK);
    assert_int_equal(run(store, account_job(STORE_ACCOUNT_NEW, "lucluclucluc", "anna", "$y$")),
                     STORE_TAKEN);
    assert_int_equal(run(store, account_job(STORE_ACCOUNT_NEW, "annaannaanna", "other", "$y$")),
                     STORE_TAKEN);
    assert_int_equal(run(store, account_job(STORE_ACCOUNT_NEW, "nobodynobody", "no", "$y$")),
                     STORE_ABSENT);
    assert_int_equal(run(store, account_job(STORE_ACCOUNT_FIND, "", "anna", "")), STORE_OK);
    assert_string_equal(returned->person.id, "annaannaanna");
    assert_string_equal(returned->person.login, "anna");
    assert_string_equal(returned->password, "$x$");
    assert_int_equal(run(store, hash_job(STORE_SESSION_FIND, "a")), STORE_OK);
    assert_string_equal(returned->person.login, "anna");

    /* A new password leaves one session of this person, and those of others. */
    static const char *const devices[] = {"b", "c"};
    for (int i = 0; i < 2; i++) {
        struct store_job *login = account_job(STORE_SESSION_NEW, "annaannaanna", "", "$x$");
        name_hash(login->session_hash, devices[i]);
        assert_int_equal(run(store, login), STORE_OK);
    }
    struct store_job *job = account_job(STORE_PASSWORD_SET, "annaannaanna", "", "$z$");
    name_hash(job->session_hash, "b");
    snprintf(job->old_password, sizeof job->old_password, "$y$");
    assert_int_equal(run(store, job), STORE_ABSENT);
    job = account_job(STORE_PASSWORD_SET, "annaannaanna", "", "$z$");
    name_hash(job->session_hash, "b");
    snprintf(job->old_password, sizeof job->old_password, "$x$");
    assert_int_equal(run(store, job), STORE_OK);
    /* And who was about to log in with the one before is too late. */
    job = account_job(STORE_SESSION_NEW, "annaannaanna", "", "$x$");
    name_hash(job->session_hash, "d");
    assert_int_equal(run(store, job), STORE_ABSENT);
    assert_int_equal(run(store, account_job(STORE_ACCOUNT_FIND, "", "anna", "")), STORE_OK);
    assert_string_equal(returned->password, "$z$");
    assert_int_equal(run(store, hash_job(STORE_SESSION_FIND, "b")), STORE_OK);
    assert_int_equal(run(store, hash_job(STORE_SESSION_FIND, "l")), STORE_OK);
    assert_int_equal(run(store, hash_job(STORE_SESSION_FIND, "a")), STORE_ABSENT);
    assert_int_equal(run(store, hash_job(STORE_SESSION_FIND, "c")), STORE_ABSENT);
    assert_int_equal(run(store, account_job(STORE_PASSWORD_SET, "lucluclucluc", "", "$z$")),
                     STORE_ABSENT); /* no account */
    store_close(store);
}

static struct store_job *find_job(const char *hash)
{
    struct store_job *job = job_new(STORE_TABLE_FIND);
    name_hash(job->invite_hash, hash);
    return job;
}

static void test_tables(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    assert_int_equal(run(store, read_job("tabletable01", 0)), STORE_ABSENT);
    assert_int_equal(run(store, append_job("tabletable01", 1, "x")), STORE_ABSENT);
    assert_int_equal(run(store, table_job(STORE_TABLE_INVITE, "tabletable01")), STORE_ABSENT);
    assert_int_equal(run(store, new_job("tabletable01", "invite", "code")), STORE_OK);
    assert_int_equal(run(store, new_job("tabletable01", "", "")), STORE_TAKEN);
    assert_int_equal(run(store, new_job("tabletable02", "invite", "")), STORE_TAKEN);
    assert_int_equal(run(store, new_job("tabletable02", "", "code")), STORE_TAKEN);
    assert_int_equal(run(store, new_job("tabletable02", "", "")), STORE_OK);
    assert_int_equal(run(store, new_job("tabletable03", "", "")), STORE_OK);
    /* The ways in. */
    assert_int_equal(run(store, find_job("invite")), STORE_OK);
    assert_string_equal(returned->table, "tabletable01");
    assert_int_equal(run(store, find_job("code")), STORE_OK);
    assert_int_equal(run(store, find_job("")), STORE_ABSENT);
    assert_int_equal(run(store, find_job("other")), STORE_ABSENT);
    struct store_job *invite = table_job(STORE_TABLE_INVITE, "tabletable02");
    name_hash(invite->invite_hash, "invite");
    assert_int_equal(run(store, invite), STORE_TAKEN);
    invite = table_job(STORE_TABLE_INVITE, "tabletable01");
    name_hash(invite->invite_hash, "invite2");
    name_hash(invite->code_hash, "code2");
    assert_int_equal(run(store, invite), STORE_OK);
    assert_int_equal(run(store, find_job("invite")), STORE_ABSENT);
    assert_int_equal(run(store, find_job("code2")), STORE_OK);
    assert_string_equal(returned->table, "tabletable01");
    store_close(store);
}

static void test_entries(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    run(store, new_job("tabletable01", "", ""));
    assert_int_equal(run(store, append_job("tabletable01", 0, "x")), STORE_TAKEN);
    assert_int_equal(run(store, append_job("tabletable01", 2, "x")), STORE_ABSENT);
    assert_int_equal(run(store, append_job("tabletable01", -1, "x")), STORE_ABSENT);
    assert_int_equal(run(store, append_job("tabletable01", 1, "play y6")), STORE_OK);
    assert_int_equal(run(store, append_job("tabletable01", 1, "play y7")), STORE_TAKEN);
    assert_int_equal(run(store, append_job("tabletable01", 2, NULL)), STORE_OK);
    assert_int_equal(run(store, append_job("tabletable01", 4, "x")), STORE_ABSENT);
    assert_int_equal(run(store, read_job("tabletable01", 1)), STORE_OK);
    assert_int_equal(returned->entry_count, 2);
    const struct store_entry *entry = &returned->entries[0];
    assert_int_equal(entry->number, 1);
    assert_int_equal(entry->at_ms, 1700000000001);
    assert_int_equal(entry->used_ms, 250);
    assert_int_equal(entry->kind, 5);
    assert_int_equal(entry->seat, -1);
    assert_string_equal(entry->text, "play y6");
    assert_string_equal(entry->cid, "cid");
    assert_null(returned->entries[1].text);
    assert_null(returned->entries[1].cid);
    assert_int_equal(run(store, read_job("tabletable01", 3)), STORE_OK);
    assert_int_equal(returned->entry_count, 0);
    /* A long one, in its order among others, after opening again. */
    char *text = alloc_new(100001);
    memset(text, 'a', 100000);
    assert_int_equal(run(store, append_job("tabletable01", 3, text)), STORE_OK);
    store_close(store);
    store = open_store();
    assert_int_equal(run(store, append_job("tabletable01", 3, "x")), STORE_TAKEN);
    assert_int_equal(run(store, append_job("tabletable01", 4, "x")), STORE_OK);
    assert_int_equal(run(store, read_job("tabletable01", 0)), STORE_OK);
    assert_int_equal(returned->entry_count, 5);
    for (int i = 0; i < 5; i++)
        assert_int_equal(returned->entries[i].number, i);
    assert_string_equal(returned->entries[3].text, text);
    free(text);
    store_close(store);
}

static bool listed(const char *table)
{
    for (size_t i = 0; i < returned->table_count; i++)
        if (strcmp(returned->tables[i], table) == 0)
            return true;
    return false;
}

static void test_closing(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    for (int i = 0; i < 300; i++) {
        char id[STORE_ID_TEXT];
        snprintf(id, sizeof id, "table%07d", i);
        assert_int_equal(run(store, new_job(id, "", "")), STORE_OK);
        if (i % 3 == 0) {
            struct store_job *job = append_job(id, 1, "{}");
            job->closes = true;
            assert_int_equal(run(store, job), STORE_OK);
        }
    }
    for (int again = 0; again < 2; again++) {
        assert_int_equal(run(store, job_new(STORE_TABLES_OPEN)), STORE_OK);
        assert_int_equal(returned->table_count, 200);
        assert_string_equal(returned->tables[0], "table0000001");
        assert_false(listed("table0000003"));
        /* A closed one can still be read, and its numbers are taken. */
        assert_int_equal(run(store, read_job("table0000003", 0)), STORE_OK);
        assert_int_equal(returned->entry_count, 2);
        assert_int_equal(run(store, append_job("table0000003", 1, "")), STORE_TAKEN);
        store_close(store);
        store = open_store();
    }
    store_close(store);
}

/* A job that is refused harms no other of its transaction. */
static void test_refusals_harm_nobody(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    store_submit(store, new_job("tabletable01", "", ""));
    store_submit(store, new_job("tabletable01", "", ""));
    store_submit(store, append_job("tabletable01", 2, ""));
    store_submit(store, append_job("tabletable01", 1, ""));
    store_submit(store, append_job("tabletable01", 1, ""));
    store_submit(store, person_job(STORE_SESSION_NEW, "nobodynobody", "", "s"));
    store_submit(store, append_job("tabletable01", 2, ""));
    store_submit(store, read_job("tabletable01", 0));
    struct store_figures figures;
    store_figures(store, &figures);
    assert_int_equal(figures.waiting, 8);
    assert_int_equal(store_collect(store), 0);
    store_work(store);
    assert_int_equal(store_collect(store), 8);
    assert_int_equal(returned->entry_count, 3);
    store_figures(store, &figures);
    assert_int_equal(figures.waiting, 0);
    assert_int_equal(figures.transactions, 1);
    assert_int_equal(figures.jobs, 8);
    assert_int_equal(figures.failures, 0);
    store_close(store);
}

static struct store_job *list_job(const char *person, const char *game, int64_t before_ms,
                                  int limit)
{
    struct store_job *job = person_job(STORE_RECORD_LIST, person, "", "");
    set_text(job->game, game);
    job->before_ms = before_ms;
    job->limit = limit;
    return job;
}

static void test_records(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    assert_int_equal(run(store, table_job(STORE_RECORD_GET, "table0000003")), STORE_ABSENT);
    make_records(store);
    assert_int_equal(run(store, ending_job("table0000003", 1, "trex", 1, 2)), STORE_TAKEN);
    assert_int_equal(run(store, table_job(STORE_RECORD_GET, "table0000002")), STORE_OK);
    assert_int_equal(returned->record_count, 1);
    const struct store_record *record = &returned->records[0];
    assert_string_equal(record->table, "table0000002");
    assert_string_equal(record->game, "scale");
    assert_string_equal(record->record, "{\"record\":1}");
    assert_int_equal(record->ended_ms, 1002);
    assert_int_equal(record->seats, 4);
    assert_int_equal(record->move_count, 40);
    assert_string_equal(record->seat[0].person, "annaannaanna");
    assert_string_equal(record->seat[1].level, "easy");
    assert_string_equal(record->seat[1].person, "");
    assert_int_equal(record->seat[3].score, -25);
    assert_true(record->seat[1].won == 0.5);
    /* Lists. */
    assert_int_equal(run(store, list_job("", "", 0, 50)), STORE_OK);
    assert_int_equal(returned->record_count, 6);
    assert_string_equal(returned->records[0].table, "table0000005");
    assert_null(returned->records[0].record);
    assert_int_equal(returned->records[0].seats, 4);
    assert_string_equal(returned->records[0].seat[3].name, "Robot");
    run(store, list_job("", "trex", 0, 2));
    assert_int_equal(returned->record_count, 2);
    assert_string_equal(returned->records[1].table, "table0000003");
    run(store, list_job("annaannaanna", "", 1003, 50));
    assert_int_equal(returned->record_count, 3);
    assert_string_equal(returned->records[0].table, "table0000002");
    run(store, list_job("annaannaanna", "scale", 0, 50));
    assert_int_equal(returned->record_count, 3);
    run(store, list_job("nobodynobody", "", 0, 50));
    assert_int_equal(returned->record_count, 0);
    /* Records of the same millisecond are not separated: the next list begins before them. */
    run(store, new_job("table0000009", "", ""));
    run(store, ending_job("table0000009", 1, "trex", 1004, 2));
    run(store, list_job("", "", 0, 2));
    assert_int_equal(returned->record_count, 3);
    assert_int_equal(returned->records[2].ended_ms, 1004);
    run(store, list_job("", "", 1004, 2));
    assert_int_equal(returned->record_count, 2);
    assert_string_equal(returned->records[0].table, "table0000003");
    store_close(store);
}

static struct store_job *statistics_job(const char *game)
{
    struct store_job *job = job_new(STORE_STATISTICS);
    set_text(job->game, game);
    return job;
}

static void check_statistics(struct store *store)
{
    assert_int_equal(run(store, statistics_job("trex")), STORE_OK);
    const struct store_statistics *statistics = returned->statistics;
    assert_int_equal(statistics->matches, 3); /* tables 1, 3, 5: with 3, 2 and 4 seats */
    assert_int_equal(statistics->moves, 90);
    assert_int_equal(statistics->by_seats[1].matches, 0);
    assert_int_equal(statistics->by_seats[3].matches, 1);
    assert_int_equal(statistics->by_seats[3].seats, 3);
    assert_true(statistics->by_seats[3].mean_moves == 30);
    assert_true(statistics->by_seats[3].mean_score == -5);
    assert_true(statistics->by_seats[3].mean_best_score == 5);
    assert_int_equal(statistics->by_seats[3].shortest, 30);
    assert_int_equal(statistics->by_seats[3].longest, 30);
    assert_int_equal(statistics->by_seats[3].lowest_score, -15);
    assert_int_equal(statistics->by_seats[3].highest_score, 5);
    assert_true(statistics->by_seats[3].seat_shares[2] == 0);
    assert_true(statistics->by_seats[3].seat_shares[0] == 0.5);
    assert_int_equal(statistics->level_count, 2);
    assert_string_equal(statistics->by_level[0].level, "");
    assert_int_equal(statistics->by_level[0].seats, 3);
    assert_true(statistics->by_level[0].won == 1.5);
    assert_string_equal(statistics->by_level[1].level, "easy");
    assert_int_equal(statistics->by_level[1].seats, 6);
    assert_true(statistics->by_level[1].mean_score == (-5 * 3 - 15 * 2 - 25) / 6.0);
    assert_int_equal(statistics->part_count, 1);
    assert_string_equal(statistics->by_part[0].part, "stegosaurus");
    assert_int_equal(statistics->by_part[0].seats, 4);
    assert_true(statistics->by_part[0].won == 1.5);
}

static void test_statistics(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    assert_int_equal(run(store, statistics_job("trex")), STORE_OK);
    assert_int_equal(returned->statistics->matches, 0);
    make_records(store);
    check_statistics(store);
    check_statistics(store); /* nothing is counted twice */
    /* Nor is a match that did not begin with a deal. */
    run(store, new_job("table0000009", "", ""));
    struct store_job *continued = ending_job("table0000009", 1, "trex", 2000, 2);
    continued->records->is_continued = true;
    assert_int_equal(run(store, continued), STORE_OK);
    check_statistics(store);
    run(store, list_job("", "trex", 0, 50));
    assert_int_equal(returned->record_count, 4);
    assert_true(returned->records[0].is_continued);
    assert_false(returned->records[1].is_continued);
    store_close(store);
    store = open_store();
    check_statistics(store);
    store_close(store);
}

/* Whether the answer to STORE_TABLES_CHANGED is about nothing but this table, or about nothing (NULL). */
static void check_changed(struct store *store, const char *table)
{
    assert_int_equal(run(store, job_new(STORE_TABLES_CHANGED)), STORE_OK);
    assert_int_equal(returned->table_count + returned->news_count, table != NULL);
    if (table)
        assert_string_equal(returned->news_count ? returned->news[0].table : returned->tables[0],
                            table);
}

/* Two servers on one database. */
static void test_two_stores(void **unused)
{
    (void)unused;
    struct store *stores[2] = {open_store(), open_store()};
    assert_int_equal(run(stores[0], new_job("tabletable01", "", "")), STORE_OK);
    check_changed(stores[1], "tabletable01");
    assert_int_equal(run(stores[1], read_job("tabletable01", 0)), STORE_OK);
    check_changed(stores[0], NULL); /* its own changes are not listed */
    for (int number = 1; number < 50; number++) {
        struct store *first = stores[number / 3 % 2], *second = stores[!(number / 3 % 2)];
        store_submit(first, append_job("tabletable01", number, "first"));
        store_submit(second, append_job("tabletable01", number, "second"));
        store_work(first);
        store_work(second);
        store_collect(first);
        assert_int_equal(returned->outcome, STORE_OK);
        store_collect(second);
        assert_int_equal(returned->outcome, STORE_TAKEN);
        if (number % 5 == 0) {
            run(second, read_job("tabletable01", number)); /* nor entries that it has read */
            assert_string_equal(returned->entries[0].text, "first");
        } else {
            check_changed(second, "tabletable01");
        }
        check_changed(second, NULL);
        check_changed(first, NULL);
    }
    /* If one closes it, the other learns of it, once. */
    struct store_job *job = append_job("tabletable01", 50, "{}");
    job->closes = true;
    assert_int_equal(run(stores[1], job), STORE_OK);
    check_changed(stores[0], "tabletable01");
    check_changed(stores[0], NULL);
    assert_int_equal(run(stores[0], append_job("tabletable01", 50, "")), STORE_TAKEN);
    store_close(stores[0]);
    store_close(stores[1]);
}

/* A transaction fails because the disk is full (by a limit on file sizes): nothing of it is stored or
 * remembered, and later ones work. */
static void test_full_disk(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    run(store, new_job("tabletable01", "", ""));
    make_records(store);
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit before;
    getrlimit(RLIMIT_FSIZE, &before);
    struct rlimit small = {.rlim_cur = 1000, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    memset(outcomes, 0, sizeof outcomes);
    struct store_job *jobs[] = {append_job("tabletable01", 1, "lost"),
                                append_job("tabletable01", 3, "absent anyway"),
                                new_job("tabletable02", "", ""),
                                ending_job("table0000003", 2, "trex", 2000, 2),
                                statistics_job("trex"),
                                job_new(STORE_TABLES_CHANGED),
                                read_job("tabletable01", 0)};
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        jobs[i]->done = count_outcome;
        store_submit(store, jobs[i]);
    }
    store_work(store);
    setrlimit(RLIMIT_FSIZE, &before);
    store_collect(store);
    assert_int_equal(outcomes[STORE_FAILED], sizeof jobs / sizeof *jobs);
    setrlimit(RLIMIT_FSIZE, &small);
    assert_int_equal(run(store, job_new(STORE_TABLES_CHANGED)), STORE_OK); /* reading still works */
    assert_int_equal(run(store, job_new(STORE_PROBE)), STORE_FAILED);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(run(store, job_new(STORE_PROBE)), STORE_OK);
    assert_int_equal(run(store, append_job("tabletable01", 2, "")), STORE_ABSENT);
    assert_int_equal(run(store, append_job("tabletable02", 1, "")), STORE_ABSENT);
    assert_int_equal(run(store, new_job("tabletable02", "", "")), STORE_OK);
    assert_int_equal(run(store, append_job("tabletable01", 1, "kept")), STORE_OK);
    run(store, job_new(STORE_TABLES_CHANGED));
    assert_int_equal(returned->table_count, 0);
    check_statistics(store);
    run(store, read_job("tabletable01", 0));
    assert_int_equal(returned->entry_count, 2);
    assert_string_equal(returned->entries[1].text, "kept");
    store_close(store);
}

#define FOR_EVERY_DATABASE                                                        \
    TEST(test_people), TEST(test_tables), TEST(test_entries), TEST(test_closing), \
        TEST(test_refusals_harm_nobody), TEST(test_records), TEST(test_statistics)

int store_tests(void)
{
    const struct CMUnitTest sqlite[] = {FOR_EVERY_DATABASE, TEST(test_accounts),
                                        TEST(test_two_stores), TEST(test_full_disk)};
    const struct CMUnitTest postgres[] = {FOR_EVERY_DATABASE, TEST(test_accounts),
                                          TEST(test_two_stores)};
    const struct CMUnitTest memory[] = {FOR_EVERY_DATABASE};
    return run_on_databases(STORE_TESTS(sqlite), STORE_TESTS(memory), STORE_TESTS(postgres));
}
