/* Computer players' decisions and password hashing, on the threads of libuv's pool. The results go
 * back to the hall on the loop's thread. */
#include "server/server_internal.h"

#include "base/base.h"
#include "base/system/system.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { WORKER_NICE = 10 }; /* the loop and the store go first */

struct work {
    uv_work_t request;
    struct workers *workers;
    struct decision *decision; /* one of the two */
    struct password_work *password;
    struct work *next, *previous;
};

void workers_start(struct workers *workers, uv_loop_t *loop, const struct steady_clock *clock,
                   int thread_count)
{
    char text[16];
    snprintf(text, sizeof text, "%d", thread_count);
    setenv("UV_THREADPOOL_SIZE", text, 1);
    *workers = (struct workers){.loop = loop, .clock = clock};
}

static void work_run(uv_work_t *request)
{
    static _Thread_local bool is_nice;
    struct work *work = request->data;
    if (!is_nice)
        setpriority(PRIO_PROCESS, 0, WORKER_NICE); /* on Linux: of this thread */
    is_nice = true;
    if (work->decision) {
        atomic_store(&work->decision->begun_ms, steady_clock_ms(work->workers->clock));
        decision_think(work->decision);
    } else {
        password_work_do(work->password);
    }
}

/* Cancelled work comes back too: the hall frees its memory. */
static void finish(uv_work_t *request, int status)
{
    struct work *work = request->data;
    int64_t now_ms = steady_clock_ms(work->workers->clock);
    *(work->previous ? &work->previous->next : &work->workers->first) = work->next;
    if (work->next)
        work->next->previous = work->previous;
    if (work->decision) {
        work->decision->undone = status != 0;
        hall_decision_done(work->decision->hall, work->decision, now_ms);
    } else {
        work->password->failed |= status != 0;
        hall_password_done(work->password->hall, work->password, now_ms);
    }
    free(work);
}

static void start(struct workers *workers, struct decision *decision,
                  struct password_work *password)
{
    struct work *work = alloc_new(sizeof *work);
    *work = (struct work){
        .workers = workers, .decision = decision, .password = password, .next = workers->first};
    work->request.data = work;
    if (work->next)
        work->next->previous = work;
    workers->first = work;
    CHECK(uv_queue_work(workers->loop, &work->request, work_run, finish) == 0);
}

void workers_think(struct workers *workers, struct decision *decision)
{
    start(workers, decision, NULL);
}

void workers_hash(struct workers *workers, struct password_work *password)
{
    start(workers, NULL, password);
}

void workers_finish(struct workers *workers)
{
    for (struct work *work = workers->first; work; work = work->next)
        uv_cancel((uv_req_t *)&work->request);
    while (workers->first)
        uv_run(workers->loop, UV_RUN_ONCE);
}
