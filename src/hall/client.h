/* Clients: connections and HTTP requests as the hall knows them. Sends answers and pushes; keeps
 * requests in order while one of them waits for the store.
 *
 * A client may leave while the store or another thread still works for it. It is then only marked
 * as gone, and freed when the last of them has released it. */
#ifndef HALL_CLIENT_H
#define HALL_CLIENT_H

#include "hall/address.h"
#include "hall/requests.h"

struct person;
struct queued_request;
struct task;
struct watch;

struct client {
    struct clients *clients;
    struct environment *environment;
    void *owner;
    struct person *person; /* people.h; NULL before hello */
    unsigned char session[STORE_HASH_BYTES];
    int64_t session_dated_ms; /* aging.h */
    struct client *next_of_person;
    struct client *next, *previous; /* all clients */
    struct watch *watches;          /* watch.h */
    int watch_count;
    struct address *address; /* NULL once it is gone */
    struct bucket messages, gestures, excess, logs;
    int holders;  /* see client_hold */
    bool gone;    /* has left; freed when no longer held */
    bool ended;   /* the outside was asked to end it: its further messages are ignored */
    bool is_http; /* one request and one answer; cannot watch */
    int http_status;
    /* While paused, further requests wait in this queue. */
    bool paused;
    struct queued_request *queue, **queue_end;
    int queue_count;
    size_t queue_bytes;
};

/* How clients run their requests; given by the module that knows all commands. */
struct client_callbacks {
    void *context;
    /* Runs the request, and may take it. */
    void (*run)(void *context, struct client *client, struct request *request);
};

struct clients {
    struct environment *environment;
    struct addresses *addresses;
    struct client_callbacks callbacks;
    struct client *first;
    struct task *tasks; /* task.h */
};

void clients_start(struct clients *clients, struct environment *environment,
                   struct addresses *addresses, const struct client_callbacks *callbacks);

struct client *client_new(struct clients *clients, const char *address, void *owner);
/* Takes a client that is marked as gone out of the list, and frees it unless it is held. */
void client_remove(struct client *client);

/* A client that is held is not freed. */
void client_hold(struct client *client);
void client_release(struct client *client);

/* Runs a request now. */
void client_run(struct client *client, struct request *request);
/* Until client_resume, further requests wait in the queue. The caller holds the client. */
void client_pause(struct client *client);
void client_resume(struct client *client);
/* Queues a request of `bytes` bytes, which is taken. Returns false and sets `fault` if too many
 * wait already. */
bool client_queue(struct client *client, struct request *request, size_t bytes,
                  struct fault *fault);

/* Sends a message, unless the client is gone. */
void client_send(struct client *client, struct message *message);
/* Sends the same message to all connections. */
void clients_send_all(struct clients *clients, const char *text);

/* Answer {"id":…,"ok":true} and the members of `answer`, an object that is taken; or NULL. `id` is
 * JSON text, or NULL. They also set the HTTP status. */
void client_answer(struct client *client, const char *id, json_t *answer);
/* The same with one member, whose value is JSON text. */
void client_answer_text(struct client *client, const char *id, const char *key, const char *json);
/* Sends JSON text as the whole answer to an HTTP request. */
void client_answer_raw(struct client *client, const char *json);
void client_refuse(struct client *client, const char *id, const struct fault *fault);
/* Refuses with a fault that has no rule and no detail. */
void client_refuse_text(struct client *client, const char *id, enum fault_code code,
                        const char *text);

#endif
