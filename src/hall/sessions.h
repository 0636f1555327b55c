/* Who a client is: hello, rename and logout, and the secret of an HTTP request. While the store
 * looks up a person, the client's further requests wait. */
#ifndef HALL_SESSIONS_H
#define HALL_SESSIONS_H

#include "hall/guesses.h"
#include "hall/live_table.h"
#include "hall/people.h"
#include "hall/secret.h"
#include "hall/task.h"

struct sessions {
    struct people *people;
    const struct live_tables *tables;
    struct guesses *guesses; /* learns where logins are in use */
};

/* A request whose answer depends on a person. */
struct session_task {
    struct task task; /* first: see task.h */
    struct sessions *sessions;
    struct store_person person;
    char secret[SECRET_TEXT];             /* a new one, or "" */
    char recovery[RECOVERY_TEXT];         /* the same for a recovery code */
    unsigned char hash[STORE_HASH_BYTES]; /* of the session's secret */
    int64_t used_ms;                      /* its date */
};

void sessions_start(struct sessions *sessions, struct people *people,
                    const struct live_tables *tables, struct guesses *guesses);

/* The requests `hello`, `rename` and `logout`. Take the request. */
void session_hello(struct sessions *sessions, struct client *client, struct request *request);
void session_rename(struct sessions *sessions, struct client *client, struct request *request);
void session_log_out(struct sessions *sessions, struct client *client, struct request *request);

/* Finds the person by the secret of an HTTP request, then runs it. Takes the request. */
void session_identify(struct sessions *sessions, struct client *client, struct request *request);

/* Another server has ended sessions of this person, or of anyone (NULL): looks up the sessions of their
 * clients here, and logs out those whose session is gone. */
void sessions_check(struct sessions *sessions, const char *person);

/* For modules that create sessions in another way: */

/* Initialises a task of `size` bytes that begins with a session_task. Takes the request. */
void *session_task_new(struct sessions *sessions, size_t size, struct client *client,
                       struct request *request);
/* Creates a new secret and its hash. */
void session_task_new_secret(struct session_task *session);
/* The client is session->person from now on; answers `hello` or `login`. */
void session_welcome(struct session_task *session);
/* Answers with who the client is now. Refuses if it has been logged out. */
void session_answer_person(struct session_task *session);

#endif
