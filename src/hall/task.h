/* Tasks: work for a client that waits for the store or another thread. A task holds its client, which
 * may have gone when the work is done. All tasks are in a list, so that none is lost when the hall
 * ends.
 *
 * A module that needs more than a request embeds struct task as the first member of its own struct. */
#ifndef HALL_TASK_H
#define HALL_TASK_H

#include "hall/client.h"

struct task {
    struct client *client;
    struct request request;
    size_t size; /* of the struct that begins with this one */
    struct task *next, *previous;
};

/* A zeroed struct of `size` bytes that begins with a task. Takes the request, if not NULL. */
void *task_new(size_t size, struct client *client, struct request *request);

/* Wipes the whole struct, which may hold secrets, frees it and releases the client. */
void task_free(struct task *task);

/* A job of the store with the task as its context; the client is paused until task_resume. */
struct store_job *task_job(struct task *task, enum store_kind kind,
                           void (*done)(struct store_job *job));

/* Frees the task and resumes the client. */
void task_resume(struct task *task);

void task_refuse(struct task *task, enum fault_code code, const char *text);
/* Refuses because the store failed. */
void task_refuse_unavailable(struct task *task);
/* Whether the job, a STORE_RECORD_GET, has found a record. Refuses if not. */
bool task_has_record(struct task *task, const struct store_job *job);

/* Frees the tasks that are left when the hall ends. */
void tasks_free(struct clients *clients);

#endif
