/* How a person with an account appears to others: the face that they have chosen. */
#include "hall/accounts/accounts.h"

#include <string.h>

/* ---- The face ---- */

static void face_set(struct store_job *job)
{
    struct session_task *session = job->context;
    struct person *person = session->task.client->person;
    if (job->outcome == STORE_ABSENT) {
        task_refuse(&session->task, FAULT_FORBIDDEN, "server.no_account");
    } else if (job->outcome != STORE_OK) {
        task_refuse_unavailable(&session->task);
    } else {
        if (person)
            person->face = job->person.face;
        session_answer_person(session);
    }
    task_resume(&session->task);
}

void profile_ask(struct sessions *sessions, struct client *client, struct request *request)
{
    struct session_task *session = session_task_new(sessions, sizeof *session, client, request);
    struct store_job *job = task_job(&session->task, STORE_FACE_SET, face_set);
    memcpy(job->person.id, client->person->id, sizeof job->person.id);
    job->person.face = session->task.request.face;
    store_submit(client->environment->store, job);
}
