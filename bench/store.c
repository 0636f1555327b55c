/* The speed of the store: moves per second on the disk, how long each of them takes, and what it
 * costs. As in the server, 1,000 tables have one move in flight each; a game of 100 entries ends with a
 * record, and a new table replaces it.
 *
 * usage: bench_store FILE [SECONDS [RATE]]    RATE: appends per second; 0 (the default): all it can
 *
 * FILE must not exist; it decides which disk is measured. */
#include "store/store.h"
#include "base/base.h"
#include "base/system/system.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { TABLES = 1000, GAME_ENTRIES = 100, LATENCIES = 1 << 22 };

static struct store_bench {
    struct store *store;
    int bell[2];
    struct bench_table {
        char id[STORE_ID_TEXT];
        int64_t next, since_us;
    } tables[TABLES];
    int ready[TABLES], ready_count; /* tables with no move in flight */
    uint64_t made;
    int64_t done;
    int32_t *latency_us;
} bench;

static void ring(void *context)
{
    (void)context;
    CHECK(write(bench.bell[1], "", 1) == 1);
}

static void done(struct store_job *job)
{
    struct bench_table *table = job->context;
    CHECK(job->outcome == STORE_OK);
    if (bench.done < LATENCIES)
        bench.latency_us[bench.done] = (int32_t)(clock_us() - table->since_us);
    bench.done++;
    table->next = job->closes ? 0 : table->next + 1;
    bench.ready[bench.ready_count++] = (int)(table - bench.tables);
}

static void give_record(struct store_job *job)
{
    job->closes = true;
    job->record_count = 1;
    job->records = alloc_new(sizeof *job->records);
    strcpy(job->records->game, "trex");
    job->records->seats = 4;
    job->records->move_count = GAME_ENTRIES;
    job->records->ended_ms = 1700000000000 + (int64_t)bench.made;
    job->records->record = alloc_new(3001);
    memset(job->records->record, '1', 3000);
    for (int i = 0; i < 4; i++)
        snprintf(job->records->seat[i].person, STORE_ID_TEXT, "person%06d", i);
}

static void submit(struct bench_table *table, int64_t since_us)
{
    struct store_job *job =
        store_job_new(table->next ? STORE_TABLE_APPEND : STORE_TABLE_NEW, done, table);
    if (table->next == 0)
        snprintf(table->id, sizeof table->id, "t%011llx",
                 (unsigned long long)(++bench.made * 0x9e3779b97f4a7c15) & 0xfffffffffff);
    strcpy(job->table, table->id);
    job->entries = alloc_new(sizeof *job->entries);
    job->entry_count = 1;
    job->entries[0] = (struct store_entry){.number = table->next,
                                           .at_ms = 1700000000000 + since_us / 1000,
                                           .used_ms = 1234,
                                           .kind = 5,
                                           .seat = (int)(table->next % 4),
                                           .text = alloc_text("play y6 12"),
                                           .cid = alloc_text("k3j5h2-123")};
    if (table->next == GAME_ENTRIES - 1)
        give_record(job);
    table->since_us = since_us;
    store_submit(bench.store, job);
}

static int by_size(const void *left, const void *right)
{
    int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
    return (a > b) - (a < b);
}

/* Submits what is due, in random order, so that moves of one batch do not stay together. */
static void submit_due(int64_t due, int64_t at_us)
{
    static uint64_t chance = 1;
    while (bench.ready_count && due-- > 0) {
        chance = chance * 6364136223846793005u + 1442695040888963407u;
        int at = (int)((chance >> 33) % (uint64_t)bench.ready_count);
        int table = bench.ready[at];
        bench.ready[at] = bench.ready[--bench.ready_count];
        submit(&bench.tables[table], at_us);
    }
}

static void run(int64_t seconds, int64_t rate)
{
    int64_t begin_us = clock_us(), submitted = 0;
    for (int64_t now; (now = clock_us()) < begin_us + seconds * 1000000;) {
        int64_t due = rate ? (now - begin_us) * rate / 1000000 - submitted : TABLES;
        int free_before = bench.ready_count;
        submit_due(due, now);
        submitted += free_before - bench.ready_count;
        struct pollfd poll_bell = {.fd = bench.bell[0], .events = POLLIN};
        char bytes[64];
        if (poll(&poll_bell, 1, rate ? 1 : 1000) > 0 &&
            read(bench.bell[0], bytes, sizeof bytes) > 0)
            store_collect(bench.store);
    }
}

int main(int argc, char **argv)
{
    if (argc < 2 || access(argv[1], F_OK) == 0) {
        fprintf(stderr, "usage: bench_store NEW_FILE [SECONDS [RATE]]\n");
        return 2;
    }
    int64_t seconds = argc > 2 ? atoi(argv[2]) : 10, rate = argc > 3 ? atoi(argv[3]) : 0;
    char error[200];
    bench.latency_us = alloc_array(LATENCIES, sizeof *bench.latency_us);
    CHECK(pipe(bench.bell) == 0);
    bench.store = store_open(argv[1], ring, NULL, error, sizeof error);
    if (!bench.store) {
        fprintf(stderr, "%s: %s\n", argv[1], error);
        return 1;
    }
    for (int i = 0; i < TABLES; i++)
        bench.ready[bench.ready_count++] = i;
    run(seconds, rate);
    struct store_figures figures;
    store_figures(bench.store, &figures);
    int64_t cpu_us = clock_cpu_ns() / 1000;
    size_t count = bench.done < LATENCIES ? (size_t)bench.done : LATENCIES;
    qsort(bench.latency_us, count, sizeof *bench.latency_us, by_size);
    CHECK(count > 0);
    printf("%lld appends/s, %.1f µs CPU each (of two threads), %.1f per transaction\n",
           (long long)(bench.done / seconds), (double)cpu_us / (double)bench.done,
           (double)figures.jobs / (double)figures.transactions);
    printf("ms: p50 %.2f, p99 %.2f, p99.9 %.2f, longest %.2f\n", bench.latency_us[count / 2] / 1e3,
           bench.latency_us[count * 99 / 100] / 1e3, bench.latency_us[count * 999 / 1000] / 1e3,
           bench.latency_us[count - 1] / 1e3);
    store_close(bench.store);
    return 0;
}
