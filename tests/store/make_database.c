/* Makes a database for tests of `ludosaure admin`: a table that waits, one that plays, one that is
 * over and one that is closed.
 *
 * usage: make_database FILE */
#include "base/base.h"
#include "base/system/system.h"
#include "store/store.h"
#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_outcome(struct store_job *job)
{
    CHECK(job->outcome == STORE_OK);
}

static struct store_job *entry_job(enum store_kind kind, const char *table, int64_t number,
                                   enum entry_kind entry_kind, const char *text)
{
    struct store_job *job = store_job_new(kind, check_outcome, NULL);
    snprintf(job->table, sizeof job->table, "%s", table);
    job->entries = alloc_new(sizeof *job->entries);
    job->entry_count = 1;
    *job->entries = (struct store_entry){.number = number,
                                         .at_ms = 1700000000000 + number,
                                         .kind = (int)entry_kind,
                                         .seat = -1,
                                         .text = alloc_text(text)};
    return job;
}

static void make_person(struct store *store)
{
    struct store_job *job = store_job_new(STORE_PERSON_NEW, check_outcome, NULL);
    strcpy(job->person.id, "annaannaanna");
    strcpy(job->person.name, "Anna");
    job->session_hash[0] = 1;
    store_submit(store, job);
}

/* How each of the tables goes: w, p, o or c, as above. */
static void make_table(struct store *store, const char *id, char end)
{
    char create[200];
    snprintf(create, sizeof create,
             "{\"game\":\"trex\",\"seats\":2,\"seed\":\"1\",\"public\":%s,"
             "\"host\":{\"id\":\"annaannaanna\",\"name\":\"Anna\"}}",
             end == 'w' ? "true" : "false");
    store_submit(store, entry_job(STORE_TABLE_NEW, id, 0, ENTRY_CREATE, create));
    if (end == 'w')
        return;
    struct store_job *job;
    for (int seat = 0; seat < 2; seat++) {
        bool is_person = end == 'p' && seat == 0;
        job = entry_job(STORE_TABLE_APPEND, id, 1 + seat, is_person ? ENTRY_SIT : ENTRY_BOT,
                        is_person ? "{\"person\":\"annaannaanna\",\"name\":\"Anna\"}"
                                  : "{\"level\":\"easy\",\"name\":\"Robot\"}");
        strcpy(job->person.id, is_person ? "annaannaanna" : "");
        job->entries[0].seat = seat;
        store_submit(store, job);
    }
    store_submit(store, entry_job(STORE_TABLE_APPEND, id, 3, ENTRY_START, "{}"));
    if (end == 'p')
        return;
    job = entry_job(STORE_TABLE_APPEND, id, 4, ENTRY_MOVE, "flip");
    job->records = alloc_new(sizeof *job->records);
    job->record_count = 1;
    *job->records = (struct store_record){.ended_ms = 1700000001000,
                                          .is_shared = true,
                                          .is_rated = true,
                                          .seats = 2,
                                          .move_count = 1};
    strcpy(job->records->game, "trex");
    strcpy(job->records->seat[0].name, "Anna");
    strcpy(job->records->seat[0].person, "annaannaanna");
    strcpy(job->records->seat[1].name, "Rob\033[1mot");
    strcpy(job->records->seat[1].level, "easy");
    job->records->seat[0].score = 12;
    job->records->seat[0].won = 1;
    job->records->seat[1].score = -3;
    store_submit(store, job);
    if (end == 'o')
        return;
    job = entry_job(STORE_TABLE_APPEND, id, 5, ENTRY_CLOSE, "{}");
    job->closes = true;
    store_submit(store, job);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: make_database FILE\n");
        return 2;
    }
    char error[200];
    struct store *store = store_open(argv[1], NULL, NULL, error, sizeof error);
    if (!store) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    make_person(store);
    make_table(store, "waitingtable", 'w');
    make_table(store, "playingtable", 'p');
    make_table(store, "overovertabl", 'o');
    make_table(store, "closedtables", 'c');
    store_work(store);
    store_collect(store);
    store_close(store);
    return 0;
}
