#include "store/sqlite_checkpointer.h"

#include "base/alloc.h"
#include "base/check.h"

#include <pthread.h>
#include <stdlib.h>

struct sqlite_checkpointer {
    sqlite3 *connection;
    pthread_t thread;
    pthread_mutex_t lock; /* protects everything below */
    pthread_cond_t wake;
    enum { IDLE, RUNNING, FINISHED, STOPPING } state;
};

static void *run(void *argument)
{
    struct sqlite_checkpointer *checkpointer = argument;
    pthread_mutex_lock(&checkpointer->lock);
    while (checkpointer->state != STOPPING) {
        if (checkpointer->state != RUNNING) {
            pthread_cond_wait(&checkpointer->wake, &checkpointer->lock);
            continue;
        }
        pthread_mutex_unlock(&checkpointer->lock);
        /* Pages that cannot be copied now stay in the WAL, where they are safe. */
        sqlite3_wal_checkpoint_v2(checkpointer->connection, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL,
                                  NULL);
        pthread_mutex_lock(&checkpointer->lock);
        if (checkpointer->state == RUNNING)
            checkpointer->state = FINISHED;
    }
    pthread_mutex_unlock(&checkpointer->lock);
    return NULL;
}

struct sqlite_checkpointer *sqlite_checkpointer_new(sqlite3 *connection)
{
    struct sqlite_checkpointer *checkpointer = alloc_new(sizeof *checkpointer);
    checkpointer->connection = connection;
    CHECK(pthread_mutex_init(&checkpointer->lock, NULL) == 0);
    CHECK(pthread_cond_init(&checkpointer->wake, NULL) == 0);
    CHECK(pthread_create(&checkpointer->thread, NULL, run, checkpointer) == 0);
    return checkpointer;
}

void sqlite_checkpointer_free(struct sqlite_checkpointer *checkpointer)
{
    if (!checkpointer)
        return;
    pthread_mutex_lock(&checkpointer->lock);
    checkpointer->state = STOPPING;
    pthread_mutex_unlock(&checkpointer->lock);
    pthread_cond_signal(&checkpointer->wake);
    pthread_join(checkpointer->thread, NULL);
    sqlite3_close(checkpointer->connection);
    pthread_cond_destroy(&checkpointer->wake);
    pthread_mutex_destroy(&checkpointer->lock);
    free(checkpointer);
}

bool sqlite_checkpointer_poll(struct sqlite_checkpointer *checkpointer)
{
    pthread_mutex_lock(&checkpointer->lock);
    bool finished = checkpointer->state == FINISHED, starts = checkpointer->state == IDLE;
    if (finished)
        checkpointer->state = IDLE;
    if (starts)
        checkpointer->state = RUNNING;
    pthread_mutex_unlock(&checkpointer->lock);
    if (starts)
        pthread_cond_signal(&checkpointer->wake);
    return finished;
}
