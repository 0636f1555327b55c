/* The thread that carries the log over. */
#include "store/carrier.h"

#include "base/check.h"

#include <pthread.h>
#include <stdlib.h>

struct carrier {
    sqlite3 *connection;
    pthread_t thread;
    pthread_mutex_t lock; /* for all below */
    pthread_cond_t wake;
    enum { RESTS, WORKS, FINISHED, STOPS } state;
};

static void *run(void *argument)
{
    struct carrier *carrier = argument;
    pthread_mutex_lock(&carrier->lock);
    while (carrier->state != STOPS) {
        if (carrier->state != WORKS) {
            pthread_cond_wait(&carrier->wake, &carrier->lock);
            continue;
        }
        pthread_mutex_unlock(&carrier->lock);
        /* What cannot be carried over now stays in the log, and is safe there. */
        sqlite3_wal_checkpoint_v2(carrier->connection, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        pthread_mutex_lock(&carrier->lock);
        if (carrier->state == WORKS)
            carrier->state = FINISHED;
    }
    pthread_mutex_unlock(&carrier->lock);
    return NULL;
}

struct carrier *carrier_new(sqlite3 *connection)
{
    struct carrier *carrier = calloc(1, sizeof *carrier);
    CHECK(carrier);
    carrier->connection = connection;
    CHECK(pthread_mutex_init(&carrier->lock, NULL) == 0);
    CHECK(pthread_cond_init(&carrier->wake, NULL) == 0);
    CHECK(pthread_create(&carrier->thread, NULL, run, carrier) == 0);
    return carrier;
}

void carrier_free(struct carrier *carrier)
{
    if (!carrier)
        return;
    pthread_mutex_lock(&carrier->lock);
    carrier->state = STOPS;
    pthread_mutex_unlock(&carrier->lock);
    pthread_cond_signal(&carrier->wake);
    pthread_join(carrier->thread, NULL);
    sqlite3_close(carrier->connection);
    pthread_cond_destroy(&carrier->wake);
    pthread_mutex_destroy(&carrier->lock);
    free(carrier);
}

bool carrier_push(struct carrier *carrier)
{
    pthread_mutex_lock(&carrier->lock);
    bool finished = carrier->state == FINISHED, starts = carrier->state == RESTS;
    if (finished)
        carrier->state = RESTS;
    if (starts)
        carrier->state = WORKS;
    pthread_mutex_unlock(&carrier->lock);
    if (starts)
        pthread_cond_signal(&carrier->wake);
    return finished;
}
