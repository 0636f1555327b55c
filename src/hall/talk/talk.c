/* What people at a table do beside the game: chat and phrases, and mute each other. On a device nobody hears them (wasm/alone.c). */
#include "hall/talk/talk.h"

#include "base/base.h"
#include "base/system/system.h"
#include "hall/cluster/peers/peers.h"
#include "hall/play/play.h"
#include "table/table.h"
#include "text/text.h"

#include <stdlib.h>
#include <string.h>

enum { CHARACTERS_MAX = 300, CHATS_BURST = 10, LINE_TEXT = 4000 };

/* The limit of a person counts at all servers together. */
static bool take_chat(const struct environment *environment, struct person *person)
{
    return bucket_take(person->chats, environment->settings.limits.chats_per_minute, CHATS_BURST,
                       environment->now_ms);
}

/* The name of a seat for the person on it, so that nobody speaks under the name of another. */
static const char *speaker_name(const struct table *table, const struct person *person,
                                struct fault *fault)
{
    int seat = table_seat_of(table, person->id);
    return seat >= 0 ? table->seat[seat].name : watch_name(table, person, fault);
}

/* While a match is being played the game decides what may be said (S5). Spectators are no exception:
 * they may be players under another name. Anyone may come to a public table: strangers give each other no addresses. */
static bool may_say_text(const struct watch *watch, const char *text, struct fault *fault)
{
    const struct table *table = watch->table->table;
    int characters = text_characters(text);
    if (characters < 0)
        return fault_bad_request(fault, "text");
    if (characters > CHARACTERS_MAX)
        return fault_set(fault, FAULT_LIMIT, NULL, "server.chat_too_long", NULL);
    if (table->settings.is_public && text_has_address(text))
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.no_addresses", NULL);
    return table_may_show(table, watch->seat, text, fault);
}

/* What the game forbids to say in any language is no phrase either. */
static bool may_say_phrase(const struct watch *watch, const char *phrase, struct fault *fault)
{
    const struct texts *texts = watch->client->environment->settings.texts;
    int i = 0;
    while (text_phrases[i] && strcmp(text_phrases[i], phrase) != 0)
        i++;
    if (!text_phrases[i])
        return fault_bad_request(fault, "phrase");
    for (enum language language = 0; language < LANGUAGES; language++)
        if (!table_may_show(watch->table->table, watch->seat,
                            texts_core(texts, language, "phrases", phrase), fault))
            return false;
    return true;
}

static bool may_say(const struct watch *watch, const struct request *request, struct fault *fault)
{
    const struct environment *environment = watch->client->environment;
    const struct table *table = watch->table->table;
    struct person *person = watch->client->person;
    if (!table->settings.chat)
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.no_chat", NULL);
    if (request->text && request->phrase)
        return fault_bad_request(fault, "phrase");
    bool may = request->text ? may_say_text(watch, request->text, fault)
                             : may_say_phrase(watch, request->phrase, fault);
    if (!may || !speaker_name(table, person, fault))
        return false;
    return take_chat(environment, person) ||
           fault_set(fault, FAULT_LIMIT, NULL, "server.too_fast", NULL);
}

static struct message *chat_message(const char *table, const char *line)
{
    char text[LINE_TEXT + 100];
    struct buffer out;
    buffer_start(&out, text, sizeof text);
    /* The line is an object; the push puts its own keys in front of its members. */
    buffer_add_format(&out, "{\"push\":\"chat\",\"table\":\"%s\",%s", table, line + 1);
    CHECK(!out.cut);
    return message_new(out.text, out.length);
}

/* Sends a line of JSON to all who watch and from whom the person is not hidden, and keeps it: `json` is taken. */
static void show(struct live_table *live, const char *person, const char *name, char *json)
{
    struct message *message = chat_message(live->id, json);
    for (struct watch *other = live->watches; other; other = other->next_at_table) {
        const struct person *listener = other->client->person;
        if (!chat_log_is_hidden(&live->chat, listener, person))
            client_send(other->client, message);
    }
    message_drop(message);
    chat_log_add(&live->chat, person, name, json);
}

void chat_say(struct watch *watch, const struct request *request)
{
    struct client *client = watch->client;
    struct live_table *live = watch->table;
    const struct person *person = client->person;
    struct fault fault;
    if (!may_say(watch, request, &fault)) {
        client_refuse(client, request->id, &fault);
        return;
    }
    json_t *seat = watch->seat == GAME_SPECTATOR ? json_null() : json_integer(watch->seat);
    const char *name = speaker_name(live->table, person, &fault);
    json_t *line = json_pack("{s:s, s:s, s:o, s:s*, s:s*, s:I}", "person", person->id, "name", name,
                             "seat", seat, "text", request->text, "phrase", request->phrase, "at",
                             (json_int_t)live->environment->now_ms);
    int face = watch->seat < 0 ? person->face : live->table->seat[watch->seat].face;
    if (face > 0)
        json_object_set_new(line, "face", json_integer(face));
    char *json = json_dumps(line, JSON_COMPACT);
    json_decref(line);
    CHECK(json);
    peers_say(live->environment, PEER_CHAT, "%s %s", live->id, json);
    show(live, person->id, name, json);
    client_answer(client, request->id, NULL);
}

/* A line of another server, as this one writes it; NULL if it is none. */
static char *line_read(const char *line, json_t **json)
{
    *json = json_loads(line, 0, NULL);
    const char *id = json_string_value(json_object_get(*json, "person"));
    const char *name = json_string_value(json_object_get(*json, "name"));
    bool is_line = id && store_id_is_valid(id) && name && strlen(name) < STORE_NAME_MAX &&
                   json_is_string(json_object_get(
                       *json, json_object_get(*json, "phrase") ? "phrase" : "text")) &&
                   json_is_integer(json_object_get(*json, "at"));
    char *text = is_line ? json_dumps(*json, JSON_COMPACT) : NULL;
    if (text && strlen(text) < LINE_TEXT)
        return text;
    free(text);
    return NULL;
}

void chat_heard(struct live_table *live, const struct people *people, const char *given)
{
    json_t *json;
    char *line = line_read(given, &json);
    if (line && !chat_log_has(&live->chat, line)) {
        const char *id = json_string_value(json_object_get(json, "person"));
        struct person *person = id_map_find(&people->connected, id);
        if (person)
            take_chat(live->environment, person);
        show(live, id, json_string_value(json_object_get(json, "name")), line);
    } else {
        free(line);
    }
    json_decref(json);
}

const char *chat_name_of(const struct live_table *live, const char *person)
{
    int seat = table_seat_of(live->table, person);
    if (seat >= 0)
        return live->table->seat[seat].name;
    for (const struct watch *watch = live->watches; watch; watch = watch->next_at_table) {
        struct fault fault;
        const struct person *other = watch->client->person;
        const char *name =
            other && strcmp(other->id, person) == 0 ? watch_name(live->table, other, &fault) : NULL;
        if (name)
            return name;
    }
    return chat_log_name(&live->chat, person);
}

static bool mute(struct live_table *live, const char *by, const char *whom, struct fault *fault)
{
    if (chat_log_is_muted(&live->chat, by, whom))
        return true;
    const char *name = chat_name_of(live, whom);
    if (!name)
        return fault_set(fault, FAULT_BAD_REQUEST, NULL, "server.not_here", NULL);
    peers_say(live->environment, PEER_MUTE, "%s %s %s %s", live->id, by, whom, name);
    return chat_log_mute(&live->chat, by, whom, name, fault);
}

void chat_mute(struct watch *watch, const struct request *request)
{
    struct client *client = watch->client;
    struct fault fault;
    if (request->on && !mute(watch->table, client->person->id, request->person, &fault)) {
        client_refuse(client, request->id, &fault);
        return;
    }
    if (!request->on) {
        chat_log_unmute(&watch->table->chat, client->person->id, request->person);
        peers_say(client->environment, PEER_UNMUTE, "%s %s %s", watch->table->id,
                  client->person->id, request->person);
    }
    client_answer(client, request->id, NULL);
}

void chat_mute_heard(struct live_table *live, const char *by, const char *whom, const char *name)
{
    struct fault fault;
    if (!name)
        chat_log_unmute(&live->chat, by, whom);
    else if (strlen(name) < STORE_NAME_MAX && !chat_log_is_muted(&live->chat, by, whom))
        chat_log_mute(&live->chat, by, whom, name, &fault);
}
