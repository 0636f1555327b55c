/* Shared by the tests of the store: a new database, short ways to make jobs, and their outcomes. */
#ifndef TESTS_STORE_STORE_SUPPORT_H
#define TESTS_STORE_STORE_SUPPORT_H

#include "store/store.h"

/* A new folder for each test, with the database in it. */
extern char folder[], path[128];
int set_up(void **unused);
int tear_down(void **unused);
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

/* Runs the tests of one database: PostgreSQL if $LUDOSAURE_POSTGRES is its URL, otherwise SQLite, and then the one in
 * memory. Returns how many failed. */
struct store_tests {
    const struct CMUnitTest *tests;
    size_t count;
};
#define STORE_TESTS(array) ((struct store_tests){array, sizeof(array) / sizeof((array)[0])})
int run_on_databases(struct store_tests sqlite, struct store_tests memory,
                     struct store_tests postgres);

/* Without a thread: over a SQLite file; on PostgreSQL, if there is a URL; or in memory with this journal,
 * which begins empty. */
struct store *open_store(void);
enum { JOURNAL_BYTES_MAX = 1 << 20 };
extern const char *postgres_url;
extern bool in_journal, journal_fails;
extern unsigned char journal_bytes[JOURNAL_BYTES_MAX];
extern size_t journal_size;

/* Runs one job. `returned` is the finished job, until the next one. */
enum store_outcome run(struct store *store, struct store_job *job);
extern struct store_job *returned;

/* Alternatively, as `done` of jobs: counts each outcome. */
extern int outcomes[STORE_FORBIDDEN + 1];
void count_outcome(struct store_job *job);

void name_hash(unsigned char *hash, const char *name);
void set_text(char *to, const char *text);
struct store_job *job_new(enum store_kind kind);
struct store_job *person_job(enum store_kind kind, const char *id, const char *name,
                             const char *hash);
struct store_job *hash_job(enum store_kind kind, const char *hash);
struct store_job *account_job(enum store_kind kind, const char *id, const char *login,
                              const char *password);
struct store_job *table_job(enum store_kind kind, const char *table);
struct store_job *new_job(const char *table, const char *invite, const char *code);
struct store_job *append_job(const char *table, int64_t number, const char *text);
struct store_job *read_job(const char *table, int64_t from);
/* Appends an entry with a record: a match of Anna against robots, which the first two seats have won. */
struct store_job *ending_job(const char *table, int64_t number, const char *game, int64_t ended_ms,
                             int seats);
/* Makes Anna and six records, of tables 0 to 5: matches of trex if the number is odd, else of scale. That of
 * table 3 is not rated. */
void make_records(struct store *store);

#endif
