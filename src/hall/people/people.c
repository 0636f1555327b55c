/* People who are connected. The store knows the others; a person without a client is forgotten. */
#include "hall/people/people.h"

#include "base/base.h"
#include "base/system/system.h"
#include "text/text.h"

#include <sodium.h>
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
        free(person->blocks);
        free(person);
    }
}

static uint32_t bucket_of(const char *id)
{
    uint32_t hash = 0;
    for (; *id; id++)
        hash = hash * 31 + (unsigned char)*id;
    return hash % PEOPLE_CHATS;
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
        person->chats = &people->chats[bucket_of(person->id)];
        person->acts = &people->acts[bucket_of(person->id)];
        person->calendars = &people->calendars[bucket_of(person->id)];
        id_map_add(&people->connected, person);
    }
    /* Another server may have changed these. */
    memcpy(person->name, found->name, sizeof person->name);
    memcpy(person->login, found->login, sizeof person->login);
    person->face = found->face;
    memcpy(person->page, found->page, sizeof person->page);
    client->person = person;
    client->next_of_person = person->clients;
    person->clients = client;
}

bool person_blocks(const struct person *person, const char *other)
{
    size_t i = 0;
    while (person && i < person->block_count && strcmp(person->blocks[i], other) != 0)
        i++;
    return person && i < person->block_count;
}

void people_rename(struct people *people, const struct store_person *found)
{
    struct person *person = id_map_find(&people->connected, found->id);
    if (!person)
        return;
    memcpy(person->name, found->name, sizeof person->name);
    person->face = found->face;
    memcpy(person->page, found->page, sizeof person->page);
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

bool name_is_fine(const char *name, bool is_program, char clean[STORE_NAME_MAX],
                  struct fault *fault)
{
    enum name_verdict verdict = name_clean(name, clean, STORE_NAME_MAX);
    if (verdict == NAME_FINE && is_program && !name_is_of_program(clean)) {
        char marked[STORE_NAME_MAX + sizeof " " NAME_OF_PROGRAM];
        snprintf(marked, sizeof marked, "%s " NAME_OF_PROGRAM, clean);
        verdict = name_clean(marked, clean, STORE_NAME_MAX);
    }
    if (verdict == NAME_FINE && name_is_of_program(clean) && !is_program)
        return fault_set(fault, FAULT_BAD_REQUEST, NULL, "server.name_of_program", NULL);
    if (verdict == NAME_FINE && is_program && strcmp(clean, NAME_OF_PROGRAM) == 0)
        verdict = NAME_BAD;
    switch (verdict) {
    case NAME_BAD:
        return fault_set(fault, FAULT_BAD_REQUEST, NULL, "server.bad_name", NULL);
    case NAME_TOO_LONG:
        return fault_set(fault, FAULT_LIMIT, NULL, "server.name_too_long", NULL);
    case NAME_FINE:
        break;
    }
    if (text_has_address(clean)) /* everyone sees it */
        return fault_set(fault, FAULT_BAD_REQUEST, NULL, "server.name_address", NULL);
    return true;
}

/* ---- Secrets ---- */

enum { SECRET_BYTES = 32, INVITE_BYTES = 16, SEED_BYTES = (SEED_TEXT - 1) / 2 };

static void letters_new(const struct environment *environment, const char *alphabet, char *text,
                        size_t length)
{
    const size_t size = strlen(alphabet);
    for (size_t i = 0; i < length;) {
        unsigned char bytes[32];
        environment_entropy(environment, bytes, sizeof bytes);
        /* Larger bytes are skipped: they would favour the first letters of the alphabet. */
        for (size_t k = 0; k < sizeof bytes && i < length; k++)
            if (bytes[k] < 256 / size * size)
                text[i++] = alphabet[bytes[k] % size];
    }
    text[length] = '\0';
}

void id_new(const struct environment *environment, char id[STORE_ID_TEXT])
{
    letters_new(environment, "abcdefghijklmnopqrstuvwxyz0123456789", id, STORE_ID_TEXT - 1);
}

static void base64_new(const struct environment *environment, char *text, size_t text_size,
                       size_t byte_count)
{
    unsigned char bytes[SECRET_BYTES];
    CHECK(byte_count <= sizeof bytes);
    environment_entropy(environment, bytes, byte_count);
    sodium_bin2base64(text, text_size, bytes, byte_count, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(bytes, sizeof bytes);
}

void secret_new(const struct environment *environment, char secret[SECRET_TEXT])
{
    base64_new(environment, secret, SECRET_TEXT, SECRET_BYTES);
}

void secret_hash(const char *secret, unsigned char hash[STORE_HASH_BYTES])
{
    crypto_generichash(hash, STORE_HASH_BYTES, (const unsigned char *)secret, strlen(secret), NULL,
                       0);
}

/* Without letters that are mistaken for digits or for each other. */
static const char code_letters[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

void invite_new(const struct environment *environment, char invite[INVITE_TEXT],
                char code[CODE_TEXT])
{
    base64_new(environment, invite, INVITE_TEXT, INVITE_BYTES);
    letters_new(environment, code_letters, code, CODE_TEXT - 1);
}

/* Writes the letters of a typed code, without blanks and hyphens. False unless they are `wanted`. */
static bool letters_normalise(const char *typed, char *code, size_t wanted)
{
    size_t length = 0;
    for (; *typed; typed++) {
        char c = (char)(*typed >= 'a' && *typed <= 'z' ? *typed - 'a' + 'A' : *typed);
        c = c == 'O' ? '0' : c == 'I' || c == 'L' ? '1' : c;
        if (c == '-' || c == ' ')
            continue;
        if (!strchr(code_letters, c) || length == wanted)
            return false;
        code[length++] = c;
    }
    code[length] = '\0';
    return length == wanted;
}

bool code_normalise(const char *typed, char code[CODE_TEXT])
{
    return letters_normalise(typed, code, CODE_TEXT - 1);
}

enum { RECOVERY_GROUP = 5, RECOVERY_LETTERS = 25 };

void recovery_new(const struct environment *environment, char code[RECOVERY_TEXT])
{
    char letters[RECOVERY_LETTERS + 1];
    size_t length = 0;
    letters_new(environment, code_letters, letters, RECOVERY_LETTERS);
    for (size_t i = 0; i < RECOVERY_LETTERS; i++) {
        if (i > 0 && i % RECOVERY_GROUP == 0)
            code[length++] = '-';
        code[length++] = letters[i];
    }
    code[length] = '\0';
    sodium_memzero(letters, sizeof letters);
}

bool recovery_hash(const char *typed, unsigned char hash[STORE_HASH_BYTES])
{
    char letters[RECOVERY_LETTERS + 1];
    bool good = letters_normalise(typed, letters, RECOVERY_LETTERS);
    if (good)
        secret_hash(letters, hash);
    sodium_memzero(letters, sizeof letters);
    return good;
}

void seed_new(const struct environment *environment, char seed[SEED_TEXT])
{
    unsigned char bytes[SEED_BYTES];
    environment_entropy(environment, bytes, sizeof bytes);
    sodium_bin2hex(seed, SEED_TEXT, bytes, sizeof bytes);
    sodium_memzero(bytes, sizeof bytes);
}
