#include "hall/people.h"

#include "base/alloc.h"
#include "text/name.h"

#include <stdlib.h>
#include <string.h>

void people_start(struct people *people, struct clients *clients,
                  const struct people_callbacks *callbacks)
{
    *people = (struct people){.clients = clients, .callbacks = *callbacks};
}

void people_free(struct people *people)
{
    id_map_free(&people->connected);
}

void people_leave(struct people *people, struct client *client)
{
    people->callbacks.leaving(people->callbacks.context, client);
    struct person *person = client->person;
    if (!person)
        return;
    struct client **link = &person->clients;
    while (*link != client)
        link = &(*link)->next_of_person;
    *link = client->next_of_person;
    client->next_of_person = NULL;
    client->person = NULL;
    memset(client->session, 0, sizeof client->session);
    if (!person->clients) {
        id_map_remove(&people->connected, person->id);
        free(person);
    }
}

static struct bucket *chats_of(struct people *people, const char *id)
{
    uint32_t hash = 0;
    for (; *id; id++)
        hash = hash * 31 + (unsigned char)*id;
    return &people->chats[hash % PEOPLE_CHATS];
}

void people_enter(struct people *people, struct client *client, const struct store_person *found,
                  const unsigned char session[STORE_HASH_BYTES])
{
    bool is_same = client->person && strcmp(client->person->id, found->id) == 0;
    if (client->person && !is_same)
        people_leave(people, client); /* it stops watching what it watched as another person */
    memcpy(client->session, session, STORE_HASH_BYTES);
    if (is_same)
        return;
    struct person *person = id_map_find(&people->connected, found->id);
    if (!person) {
        person = alloc_new(sizeof *person);
        memcpy(person->id, found->id, sizeof person->id);
        person->chats = chats_of(people, person->id);
        id_map_add(&people->connected, person);
    }
    /* Another server may have changed these. */
    memcpy(person->name, found->name, sizeof person->name);
    memcpy(person->login, found->login, sizeof person->login);
    client->person = person;
    client->next_of_person = person->clients;
    person->clients = client;
}

void people_rename(struct people *people, const struct store_person *found)
{
    struct person *person = id_map_find(&people->connected, found->id);
    if (person)
        memcpy(person->name, found->name, sizeof person->name);
}

void people_end_sessions(struct people *people, bool (*ended)(const struct client *, const void *),
                         const void *context)
{
    static const char push[] = "{\"push\":\"who\"}";
    struct message *message = message_new(push, sizeof push - 1);
    for (struct client *client = people->clients->first; client; client = client->next) {
        if (!client->person || !ended(client, context))
            continue;
        people_leave(people, client);
        if (!client->is_http)
            client_send(client, message);
    }
    message_drop(message);
}

bool name_is_fine(const char *name, char clean[STORE_NAME_MAX], struct fault *fault)
{
    switch (name_clean(name, clean, STORE_NAME_MAX)) {
    case NAME_BAD:
        return fault_set(fault, FAULT_BAD_REQUEST, NULL, "server.bad_name", NULL);
    case NAME_TOO_LONG:
        return fault_set(fault, FAULT_LIMIT, NULL, "server.name_too_long", NULL);
    case NAME_FINE:
        break;
    }
    return true;
}
