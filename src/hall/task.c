#include "hall/task.h"

#include "base/alloc.h"
#include "base/check.h"

#include <sodium.h>
#include <stdlib.h>

void *task_new(size_t size, struct client *client, struct request *request)
{
    CHECK(size >= sizeof(struct task));
    struct clients *clients = client->clients;
    struct task *task = alloc_new(size);
    task->client = client;
    task->size = size;
    client_hold(client);
    if (request)
        task->request = request_take(request);
    task->next = clients->tasks;
    if (task->next)
        task->next->previous = task;
    clients->tasks = task;
    return task;
}

/* Does not release the client. */
static void discard(struct task *task)
{
    if (task->previous)
        task->previous->next = task->next;
    else
        task->client->clients->tasks = task->next;
    if (task->next)
        task->next->previous = task->previous;
    request_free(&task->request);
    sodium_memzero(task, task->size);
    free(task);
}

void task_free(struct task *task)
{
    struct client *client = task->client;
    discard(task);
    client_release(client);
}

struct store_job *task_job(struct task *task, enum store_kind kind,
                           void (*done)(struct store_job *job))
{
    client_pause(task->client);
    return store_job_new(kind, done, task);
}

void task_resume(struct task *task)
{
    struct client *client = task->client;
    discard(task);
    client_resume(client);
    client_release(client);
}

void task_refuse(struct task *task, enum fault_code code, const char *text)
{
    client_refuse_text(task->client, task->request.id, code, text);
}

void task_refuse_unavailable(struct task *task)
{
    task_refuse(task, FAULT_UNAVAILABLE, "server.unavailable");
}

bool task_has_record(struct task *task, const struct store_job *job)
{
    if (job->outcome == STORE_OK && job->record_count == 1)
        return true;
    if (job->outcome == STORE_ABSENT)
        task_refuse(task, FAULT_NO_TABLE, "server.no_record");
    else if (job->outcome == STORE_FORBIDDEN)
        task_refuse(task, FAULT_FORBIDDEN, "server.record_private");
    else
        task_refuse_unavailable(task);
    return false;
}

void tasks_free(struct clients *clients)
{
    while (clients->tasks)
        task_free(clients->tasks);
}
