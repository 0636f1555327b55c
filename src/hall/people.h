/* People who are connected. The store knows the others; a person without a client is forgotten. */
#ifndef HALL_PEOPLE_H
#define HALL_PEOPLE_H

#include "base/id_map.h"
#include "hall/client.h"

struct person {
    char id[STORE_ID_TEXT]; /* first: for struct id_map */
    char name[STORE_NAME_MAX];
    char login[STORE_NAME_MAX];
    struct client *clients; /* at least one */
    struct bucket *chats;   /* in struct people: coming back is no way to say more */
};

enum { PEOPLE_CHATS = 1 << 12 };

/* Notifies the module that knows what clients watch. */
struct people_callbacks {
    void *context;
    /* The client is about to stop being this person. */
    void (*leaving)(void *context, struct client *client);
};

struct people {
    struct clients *clients;
    struct people_callbacks callbacks;
    struct id_map connected;
    struct bucket chats[PEOPLE_CHATS]; /* by a hash of the person's id */
};

void people_start(struct people *people, struct clients *clients,
                  const struct people_callbacks *callbacks);
void people_free(struct people *people);

/* The client is this person from now on, in this session. */
void people_enter(struct people *people, struct client *client, const struct store_person *found,
                  const unsigned char session[STORE_HASH_BYTES]);

/* Another server may have renamed this person. */
void people_rename(struct people *people, const struct store_person *found);

/* Logs the client out. Does nothing if it has no person. */
void people_leave(struct people *people, struct client *client);

/* Logs out the clients for which `ended` returns true, and notifies them. */
void people_end_sessions(struct people *people, bool (*ended)(const struct client *, const void *),
                         const void *context);

/* Cleans up a name (text/name.h). Returns false and sets `fault` if it is not a valid name. */
bool name_is_fine(const char *name, char clean[STORE_NAME_MAX], struct fault *fault);

#endif
