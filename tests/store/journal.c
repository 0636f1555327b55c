/* The journal database: the same answers as SQLite to any sequence of jobs; a journal cut off at any
 * byte gives back whole transactions; a transaction that cannot be written leaves nothing behind.
 *
 * Chapters: random jobs; comparing; the journal. */
#include "store_support.h"

#include "base/base.h"
#include "base/system/system.h"
#include "store/journal/journal.h"
#include "store/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

/* ---- Random jobs ---- */

/* Few of everything, so that jobs meet. */
enum { PEOPLE = 4, HASHES = 8, TABLES = 5, NUMBERS = 6, SEEDS = 40, BATCHES = 40, BATCH_MAX = 6 };

static void pick_id(struct rng *rng, char *id, const char *letters, uint32_t count)
{
    snprintf(id, STORE_ID_TEXT, "%s%07u", letters, rng_below(rng, count));
}

static void pick_hash(struct rng *rng, unsigned char *hash)
{
    uint32_t number = rng_below(rng, HASHES);
    memset(hash, 0, STORE_HASH_BYTES);
    if (number > 0)
        memset(hash, (int)number, STORE_HASH_BYTES);
}

static void pick_person(struct rng *rng, struct store_job *job)
{
    if (job->kind == STORE_TABLE_APPEND && rng_below(rng, 2))
        return; /* nobody sits down */
    pick_id(rng, job->person.id, "perso", PEOPLE);
    snprintf(job->person.name, sizeof job->person.name, "Name %u", rng_below(rng, 100));
}

static void pick_entry(struct rng *rng, struct store_job *job)
{
    job->entries = alloc_new(sizeof *job->entries);
    job->entry_count = 1;
    char text[20];
    snprintf(text, sizeof text, "text %u", rng_below(rng, 1000));
    bool is_new = job->kind == STORE_TABLE_NEW;
    job->entries[0] =
        (struct store_entry){.number = is_new ? 0 : (int64_t)rng_below(rng, NUMBERS) - 1,
                             .at_ms = (int64_t)(rng_next(rng) >> 20),
                             .used_ms = rng_below(rng, 1000),
                             .kind = (int)rng_below(rng, 9),
                             .seat = (int)rng_below(rng, 9) - 1,
                             .text = rng_below(rng, 5) > 0 ? alloc_text(text) : NULL,
                             .cid = rng_below(rng, 2) > 0 ? alloc_text("cid") : NULL};
}

static void pick_record(struct rng *rng, struct store_job *job)
{
    static const char *const levels[] = {"", "easy", "strong"};
    job->records = alloc_new(sizeof *job->records);
    job->record_count = 1;
    struct store_record *record = job->records;
    set_text(record->game, rng_below(rng, 2) ? "trex" : "scale");
    record->ended_ms = rng_below(rng, 5);
    record->seats = 2 + (int)rng_below(rng, 3);
    record->move_count = (int)rng_below(rng, 100);
    record->record = alloc_text("{}");
    record->is_shared = rng_below(rng, 2);
    record->is_rated = rng_below(rng, 2);
    record->is_continued = record->move_count % 3 == 0;
    for (int i = 0; i < record->seats; i++) {
        struct store_result_seat *seat = &record->seat[i];
        snprintf(seat->name, sizeof seat->name, "Name %u", rng_below(rng, 100));
        set_text(seat->level, levels[rng_below(rng, 3)]);
        if (!seat->level[0]) /* a person has one seat */
            snprintf(seat->person, sizeof seat->person, "perso%07d", i);
        seat->score = (int32_t)rng_below(rng, 100) - 50;
        seat->won = rng_below(rng, 3) / 2.0;
        set_text(seat->part, rng_below(rng, 2) ? "stegosaurus" : "");
    }
}

static void pick_session(struct rng *rng, struct store_job *job)
{
    pick_hash(rng, job->session_hash);
    if (!job->session_hash[0]) /* a session always has a hash */
        memset(job->session_hash, HASHES, STORE_HASH_BYTES);
    set_text(job->password, rng_below(rng, 4) ? "" : "$a$"); /* nobody has one */
    set_text(job->old_password, rng_below(rng, 4) ? "" : "$a$");
}

static void pick_table(struct rng *rng, struct store_job *job)
{
    pick_hash(rng, job->invite_hash);
    pick_hash(rng, job->code_hash);
    job->code_hash[0] |= job->code_hash[1] ? 0x80 : 0; /* no code equals an invitation */
    if (job->kind == STORE_TABLE_FIND && rng_below(rng, 2))
        memcpy(job->invite_hash, job->code_hash, sizeof job->invite_hash);
    job->closes = rng_below(rng, 8) == 0;
    set_text(job->game, rng_below(rng, 2) ? "trex" : "scale");
    if (rng_below(rng, 2))
        pick_id(rng, job->viewer, "perso", PEOPLE);
    job->sees_all = rng_below(rng, 4) == 0;
    if (job->kind == STORE_RECORD_LIST && rng_below(rng, 2))
        job->person.id[0] = '\0';
    if (job->kind == STORE_RECORD_LIST && rng_below(rng, 2))
        job->game[0] = '\0';
    if (job->kind == STORE_TABLE_NEW || job->kind == STORE_TABLE_APPEND)
        pick_entry(rng, job);
    if (job->kind == STORE_TABLE_APPEND && rng_below(rng, 4) == 0)
        pick_record(rng, job);
}

/* Any job that needs no account, and is not for several servers. */
static struct store_job *pick_job(struct rng *rng)
{
    enum store_kind kind =
        rng_below(rng, 2) ? STORE_TABLE_APPEND : rng_below(rng, STORE_TABLES_CHANGED + 1);
    struct store_job *job = job_new(kind);
    pick_person(rng, job);
    pick_id(rng, job->table, "table", TABLES);
    job->from = rng_below(rng, kind == STORE_PEOPLE_PURGE ? PEOPLE : NUMBERS);
    job->before_ms = rng_below(rng, 6);
    job->now_ms = 1 + rng_below(rng, 6);
    job->limit = 1 + (int)rng_below(rng, 4);
    if (store_job_part(kind) == STORE_PERSON_PART)
        pick_session(rng, job);
    if (store_job_part(kind) == STORE_TABLE_PART)
        pick_table(rng, job);
    return job;
}

/* ---- Comparing ---- */

/* What came back, as text. */
static FILE *output;

static bool append_compacted(void *context, const void *frame, size_t size)
{
    struct job_bytes *bytes = context;
    job_bytes_add(bytes, frame, size);
    return true;
}

/* Replaces the journal by a shorter one. */
static void compact(void)
{
    struct job_bytes bytes = {0};
    struct database *database = journal_open(NULL);
    assert_int_equal(journal_replay(database, journal_bytes, journal_size), journal_size);
    assert_true(journal_compact(database, &(struct journal_output){&bytes, append_compacted}));
    database->close(database);
    assert_true(bytes.count <= JOURNAL_BYTES_MAX);
    if (bytes.count > 0)
        memcpy(journal_bytes, bytes.data, bytes.count);
    journal_size = bytes.count;
    job_bytes_free(&bytes);
}

static void print_entries(const struct store_job *job)
{
    for (size_t i = 0; i < job->entry_count; i++) {
        const struct store_entry *entry = &job->entries[i];
        fprintf(output, " entry %lld %lld %lld %d %d %s %s", (long long)entry->number,
                (long long)entry->at_ms, (long long)entry->used_ms, entry->kind, entry->seat,
                entry->text ? entry->text : "-", entry->cid ? entry->cid : "-");
    }
}

static void print_records(const struct store_job *job)
{
    for (size_t i = 0; i < job->record_count; i++) {
        const struct store_record *record = &job->records[i];
        fprintf(output, " record %s %s %lld %d %d %s %d %d %d %s", record->table, record->game,
                (long long)record->ended_ms, record->seats, record->move_count,
                record->record ? record->record : "-", record->is_shared, record->is_rated,
                record->is_continued, record->host);
        for (int k = 0; k < record->seats; k++)
            fprintf(output, " (%s %s %s %d %g %s)", record->seat[k].person, record->seat[k].name,
                    record->seat[k].level, record->seat[k].score, record->seat[k].won,
                    record->seat[k].part);
    }
}

static int compare_levels(const void *a, const void *b)
{
    return strcmp(((const struct store_statistics_level *)a)->level,
                  ((const struct store_statistics_level *)b)->level);
}

static void print_statistics(struct store_statistics *statistics)
{
    fprintf(output, " %lld matches %lld moves", (long long)statistics->matches,
            (long long)statistics->moves);
    for (int i = 0; i <= STORE_SEATS_MAX; i++) {
        const struct store_statistics_line *line = &statistics->by_seats[i];
        fprintf(output, " (%d %lld %g %g %g %lld %lld %lld %lld", line->seats,
                (long long)line->matches, line->mean_moves, line->mean_score, line->mean_best_score,
                (long long)line->shortest, (long long)line->longest, (long long)line->lowest_score,
                (long long)line->highest_score);
        for (int k = 0; k < STORE_SEATS_MAX; k++)
            fprintf(output, " %g", line->seat_shares[k]);
        fputc(')', output);
    }
    /* In any order. */
    qsort(statistics->by_level, (size_t)statistics->level_count, sizeof *statistics->by_level,
          compare_levels);
    for (int i = 0; i < statistics->level_count; i++) {
        const struct store_statistics_level *line = &statistics->by_level[i];
        fprintf(output, " (%s %lld %g %g)", line->level, (long long)line->seats, line->won,
                line->mean_score);
    }
    for (int i = 0; i < statistics->part_count; i++)
        fprintf(output, " (%s %lld %g)", statistics->by_part[i].part,
                (long long)statistics->by_part[i].seats, statistics->by_part[i].won);
}

static void print_tables(const struct store_job *job)
{
    for (size_t i = 0; i < job->table_count; i++)
        fprintf(output, " table %s", job->tables[i]);
    for (size_t i = 0; i < job->ended_count; i++)
        fprintf(output, " ended %s %lld", job->ended[i].table, (long long)job->ended[i].number);
}

static void tell(struct store_job *job)
{
    enum store_part part = store_job_part(job->kind);
    fprintf(output, "kind %d outcome %d", job->kind, job->outcome);
    if (part == STORE_PERSON_PART)
        fprintf(output, " next %lld", (long long)job->next_from);
    if (job->outcome == STORE_OK) {
        fprintf(output, " person %s %s %s table %s", job->person.id, job->person.name,
                job->person.login, job->table);
        if (part == STORE_PERSON_PART)
            fprintf(output, " used %lld", (long long)job->used_ms);
        if (part == STORE_TABLE_PART)
            print_entries(job);
        /* An APPEND has the record it was given. */
        if (part == STORE_TABLE_PART && job->kind != STORE_TABLE_APPEND)
            print_records(job);
        if (part == STORE_TABLE_PART && job->statistics)
            print_statistics(job->statistics);
        if (part == STORE_SERVER_PART)
            print_tables(job);
    }
    fputc('\n', output);
}

/* Runs random batches; what came back is the text, to be freed. The store is opened again between
 * two batches at times, in memory with a shorter journal. Then no table is closed, since little of it would be left,
 * and nobody is purged, since places change. */
static char *run_random(uint64_t seed, bool compacts)
{
    char *text = NULL;
    size_t size;
    struct rng rng;
    rng_start(&rng, seed);
    output = open_memstream(&text, &size);
    CHECK(output);
    struct store *store = open_store();
    for (int batch = 0; batch < BATCHES; batch++) {
        for (uint32_t i = 0; i < 1 + rng_below(&rng, BATCH_MAX); i++) {
            struct store_job *job = pick_job(&rng);
            if (compacts && job->kind == STORE_PEOPLE_PURGE) {
                store_job_free(job);
                continue;
            }
            job->done = tell;
            if (compacts && job->kind == STORE_TABLE_APPEND)
                job->closes = false;
            store_submit(store, job);
        }
        store_work(store);
        store_collect(store);
        if (rng_below(&rng, 8) == 0) {
            store_close(store);
            if (compacts && in_journal)
                compact();
            store = open_store();
        }
    }
    store_close(store);
    fclose(output);
    return text;
}

static void print_difference(uint64_t seed, const char *expected, const char *text)
{
    const char *line[2] = {expected, text};
    for (size_t i = 0; expected[i] && expected[i] == text[i]; i++)
        if (expected[i] == '\n') {
            line[0] = expected + i + 1;
            line[1] = text + i + 1;
        }
    print_error("seed %d\nSQLite %.*s\njournal %.*s\n", (int)seed, (int)strcspn(line[0], "\n"),
                line[0], (int)strcspn(line[1], "\n"), line[1]);
}

static void test_same_as_sqlite(void **unused)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        in_journal = false;
        bool compacts = seed % 2 == 0;
        char *expected = run_random(seed, compacts);
        in_journal = true;
        journal_size = 0;
        char *text = run_random(seed, compacts);
        if (strcmp(text, expected) != 0)
            print_difference(seed, expected, text);
        assert_true(strcmp(text, expected) == 0);
        free(text);
        free(expected);
        tear_down(unused);
        set_up(unused);
    }
}

/* ---- The journal ---- */

static enum store_outcome run_over(struct database *database, struct store_job *job)
{
    database->run(database, job);
    enum store_outcome outcome = job->outcome;
    store_job_free(job);
    return outcome;
}

/* How many of the tables 1, 2, … are there; 0 if there is a gap. */
static int count_tables(struct database *database, int most)
{
    int count = 0;
    for (int i = 1; i <= most; i++) {
        char id[STORE_ID_TEXT];
        snprintf(id, sizeof id, "table%07u", (unsigned)i % 10000000);
        enum store_outcome outcome = run_over(database, read_job(id, 0));
        assert_true(outcome == STORE_OK || outcome == STORE_ABSENT);
        if (outcome == STORE_OK) {
            assert_int_equal(count, i - 1);
            count = i;
        }
    }
    return count;
}

/* One transaction makes two tables, or none of them. */
static void test_cut_anywhere(void **unused)
{
    (void)unused;
    enum { FRAMES = 5 };
    size_t ends[FRAMES + 1] = {0};
    in_journal = true;
    struct store *store = open_store();
    for (int frame = 0; frame < FRAMES; frame++) {
        for (int i = 1; i <= 2; i++) {
            char id[STORE_ID_TEXT];
            snprintf(id, sizeof id, "table%07d", 2 * frame + i);
            store_submit(store, new_job(id, "", ""));
        }
        store_work(store);
        assert_int_equal(store_collect(store), 2);
        ends[frame + 1] = journal_size;
    }
    store_close(store);
    for (size_t size = 0; size <= journal_size; size++) {
        int whole = 0;
        while (whole < FRAMES && ends[whole + 1] <= size)
            whole++;
        struct database *database = journal_open(NULL);
        assert_int_equal(journal_replay(database, journal_bytes, size), ends[whole]);
        assert_int_equal(count_tables(database, 2 * FRAMES), 2 * whole);
        database->close(database);
    }
}

/* A byte that changed ends the journal before its frame. */
static void test_damaged_anywhere(void **unused)
{
    (void)unused;
    in_journal = true;
    struct store *store = open_store();
    run(store, new_job("table0000001", "", ""));
    size_t first = journal_size;
    run(store, new_job("table0000002", "invite", "code"));
    store_close(store);
    for (size_t i = 0; i < journal_size; i++) {
        journal_bytes[i] ^= 0x41;
        struct database *database = journal_open(NULL);
        assert_int_equal(journal_replay(database, journal_bytes, journal_size),
                         i < first ? 0 : first);
        assert_int_equal(count_tables(database, 2), i < first ? 0 : 1);
        database->close(database);
        journal_bytes[i] ^= 0x41;
    }
}

/* Of a closed table with a record, two entries and the record are left; of one without, nothing; tables that
 * are open stay whole. */
static void test_compacted(void **unused)
{
    (void)unused;
    in_journal = true;
    struct store *store = open_store();
    static const char *const ids[] = {"table0000001", "table0000002", "table0000003"};
    for (int i = 0; i < 3; i++) {
        run(store, new_job(ids[i], "", ""));
        for (int number = 1; number <= 5; number++) {
            struct store_job *job = append_job(ids[i], number, "a move");
            job->closes = number == 5 && i > 0;
            if (number == 4 && i < 2) {
                struct store_record *record = store_job_add_record(job);
                set_text(record->game, "trex");
                record->seats = 2;
                record->record = alloc_text(ids[i]);
            }
            assert_int_equal(run(store, job), STORE_OK);
        }
    }
    store_close(store);
    size_t before = journal_size;
    compact();
    assert_true(journal_size < before);
    size_t after = journal_size;
    compact();
    assert_int_equal(journal_size, after);
    store = open_store();
    for (int i = 0; i < 3; i++) {
        assert_int_equal(run(store, read_job(ids[i], 0)), i < 2 ? STORE_OK : STORE_ABSENT);
        if (i < 2)
            assert_int_equal(returned->entry_count, i == 0 ? 6 : 2);
        struct store_job *get = table_job(STORE_RECORD_GET, ids[i]);
        get->sees_all = true;
        assert_int_equal(run(store, get), i < 2 ? STORE_OK : STORE_ABSENT);
        if (i < 2)
            assert_string_equal(returned->records[0].record, ids[i]);
    }
    assert_int_equal(run(store, table_job(STORE_TABLES_OPEN, "")), STORE_OK);
    assert_int_equal(returned->table_count, 0);
    assert_int_equal(returned->ended_count, 1);
    assert_string_equal(returned->ended[0].table, ids[0]);
    store_close(store);
}

/* Every second transaction cannot be written. What is left equals a database that never tried. */
static void test_journal_fails(void **unused)
{
    in_journal = true;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct rng rng;
        rng_start(&rng, seed);
        struct store *store = open_store();
        for (int batch = 0; batch < BATCHES; batch++) {
            journal_fails = rng_below(&rng, 2);
            memset(outcomes, 0, sizeof outcomes);
            store_submit(store, store_job_new(STORE_PROBE, count_outcome, NULL));
            for (uint32_t i = 0; i < rng_below(&rng, BATCH_MAX); i++) {
                struct store_job *job = pick_job(&rng);
                job->done = count_outcome;
                store_submit(store, job);
            }
            store_work(store);
            size_t count = store_collect(store);
            assert_int_equal(outcomes[STORE_FAILED], journal_fails ? count : 0);
        }
        journal_fails = false;
        struct store *other = open_store(); /* from the journal */
        char *texts[2] = {NULL, NULL};
        for (int i = 0; i < 2; i++) {
            size_t size;
            output = open_memstream(&texts[i], &size);
            struct rng again;
            rng_start(&again, 1000 + seed);
            for (int k = 0; k < 100; k++) {
                struct store_job *job = pick_job(&again);
                job->done = tell;
                store_submit(i ? other : store, job);
            }
            store_work(i ? other : store);
            store_collect(i ? other : store);
            fclose(output);
        }
        assert_string_equal(texts[0], texts[1]);
        free(texts[0]);
        free(texts[1]);
        store_close(store);
        store_close(other);
        tear_down(unused);
        set_up(unused);
    }
}

/* Jobs about accounts fail and say why; in a journal they are skipped. */
static void test_no_accounts(void **unused)
{
    (void)unused;
#define KIND(kind, ...) STORE_##kind,
    static const enum store_kind kinds[] = {STORE_EVERY_ACCOUNT_JOB(KIND)};
#undef KIND
    in_journal = true;
    struct store *store = open_store();
    run(store, person_job(STORE_PERSON_NEW, "annaannaanna", "Anna", "a"));
    size_t size = journal_size;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        assert_int_equal(run(store, account_job(kinds[i], "annaannaanna", "anna", "$x$")),
                         STORE_FAILED);
        assert_non_null(strstr(returned->error, "no accounts"));
    }
    assert_int_equal(journal_size, size);
    assert_int_equal(run(store, job_new(STORE_LISTINGS)), STORE_OK);
    assert_int_equal(returned->listed_count, 0);
    store_close(store);
    struct job_bytes frame = {0};
    struct store_job *account = account_job(STORE_ACCOUNT_NEW, "annaannaanna", "anna", "$x$");
    journal_frame_begin(&frame);
    job_bytes_write(&frame, account);
    store_job_free(account);
    assert_true(journal_frame_end(&frame));
    memcpy(journal_bytes + journal_size, frame.data, frame.count);
    journal_size += frame.count;
    job_bytes_free(&frame);
    store = open_store();
    assert_int_equal(run(store, person_job(STORE_SESSION_NEW, "annaannaanna", "", "b")), STORE_OK);
    assert_int_equal(run(store, hash_job(STORE_SESSION_FIND, "b")), STORE_OK);
    assert_string_equal(returned->person.login, "");
    store_close(store);
}

int journal_tests(void)
{
    if (postgres_url) /* where deleted people leave gaps between the places of STORE_PEOPLE_PURGE */
        return 0;
    const struct CMUnitTest tests[] = {TEST(test_same_as_sqlite),   TEST(test_cut_anywhere),
                                       TEST(test_damaged_anywhere), TEST(test_compacted),
                                       TEST(test_journal_fails),    TEST(test_no_accounts)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    in_journal = false;
    store_job_free(returned);
    returned = NULL;
    return failed;
}
