/* What people at a table say and do beside the game: chat, who does not want to hear whom, and
 * gestures. Nothing of it goes to the disk: it lasts as long as the table is in memory. */
#include "hall/inside.h"

#include "base/buffer.h"
#include "base/check.h"
#include "text/name.h"

#include <stdlib.h>
#include <string.h>

enum {
    SAID_MAX = 50,
    CHARACTERS_MAX = 300,
    MUTES_OF_ONE_MAX = 30,
    MUTES_MAX = 1000, /* at one table */
    CHATS_BURST = 10,
};

/* One thing said, oldest first in a ring of SAID_MAX. `json` is as it is told. */
struct chat_line {
    char person[STORE_ID_TEXT], name[STORE_NAME_MAX];
    char *json;
};

struct mute {
    char by[STORE_ID_TEXT], whom[STORE_ID_TEXT], name[STORE_NAME_MAX];
    struct mute *next;
};

static struct mute **mute_find(struct live_table *live, const char *by, const char *whom)
{
    struct mute **link = &live->mutes;
    while (*link && (strcmp((*link)->by, by) != 0 || strcmp((*link)->whom, whom) != 0))
        link = &(*link)->next;
    return link;
}

static bool is_muted(const struct live_table *live, const struct person *by, const char *whom)
{
    for (const struct mute *mute = live->mutes; by && mute; mute = mute->next)
        if (strcmp(mute->by, by->id) == 0 && strcmp(mute->whom, whom) == 0)
            return true;
    return false;
}

const char *chat_name(const struct table *table, const struct person *person, struct fault *fault)
{
    const char *held = table_name_held(table, person->id);
    if (held)
        return held;
    if (table_may_show(table, GAME_SPECTATOR, person->name, fault))
        return person->name;
    fault_set(fault, fault->code, fault->rule, "server.name_reveals", NULL);
    return NULL;
}

/* What somebody is called who sits, watches or has spoken here; NULL: nobody does. */
static const char *name_here(const struct live_table *live, const char *person)
{
    int seat = table_seat_of(live->table, person);
    if (seat >= 0)
        return live->table->seat[seat].name;
    for (const struct watch *watch = live->watches; watch; watch = watch->next_at_table) {
        struct fault fault;
        const struct person *other = watch->client->person;
        const char *name =
            other && strcmp(other->id, person) == 0 ? chat_name(live->table, other, &fault) : NULL;
        if (name)
            return name;
    }
    for (int i = 0; i < live->said_count; i++)
        if (strcmp(live->said[i].person, person) == 0)
            return live->said[i].name;
    return NULL;
}

static bool mute_add(struct live_table *live, const char *by, const char *whom, struct fault *fault)
{
    int count = 0, own = 0;
    for (const struct mute *mute = live->mutes; mute; mute = mute->next, count++)
        own += strcmp(mute->by, by) == 0;
    if (own >= MUTES_OF_ONE_MAX || count >= MUTES_MAX)
        return fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_mutes", NULL);
    const char *name = name_here(live, whom);
    if (!name)
        return fault_set(fault, FAULT_BAD_REQUEST, NULL, "server.not_here", NULL);
    struct mute *mute = calloc(1, sizeof *mute);
    CHECK(mute);
    strcpy(mute->by, by);
    strcpy(mute->whom, whom);
    strcpy(mute->name, name);
    mute->next = live->mutes;
    live->mutes = mute;
    return true;
}

static void mute_set(struct client *client, struct live_table *live, const struct request *request)
{
    struct fault fault;
    const char *by = client->person->id;
    struct mute **link = mute_find(live, by, request->person), *mute = *link;
    if (request->on && !mute && !mute_add(live, by, request->person, &fault)) {
        client_refuse(client, request->id, &fault);
        return;
    }
    if (!request->on && mute) {
        *link = mute->next;
        free(mute);
    }
    client_answer(client, request->id, NULL);
}

char *chat_muted_json(const struct live_table *live, const struct person *person)
{
    json_t *list = json_array();
    for (const struct mute *mute = live->mutes; mute; mute = mute->next)
        if (person && strcmp(mute->by, person->id) == 0)
            json_array_append_new(
                list, json_pack("{s:s, s:s}", "person", mute->whom, "name", mute->name));
    char *text = json_dumps(list, JSON_COMPACT);
    CHECK(text);
    json_decref(list);
    return text;
}

/* Keeps it; the oldest goes when there are too many. Takes `json`. */
static void said_add(struct live_table *live, const char *person, const char *name, char *json)
{
    if (!live->said) {
        live->said = calloc(SAID_MAX, sizeof *live->said);
        CHECK(live->said);
    }
    if (live->said_count == SAID_MAX) {
        free(live->said[0].json);
        memmove(live->said, live->said + 1, (SAID_MAX - 1) * sizeof *live->said);
        live->said_count--;
    }
    struct chat_line *said = &live->said[live->said_count++];
    strcpy(said->person, person);
    strcpy(said->name, name);
    said->json = json;
}

char *chat_json(const struct live_table *live, const struct person *person)
{
    size_t size = 3;
    for (int i = 0; i < live->said_count; i++)
        size += strlen(live->said[i].json) + 1;
    char *text = malloc(size);
    CHECK(text);
    struct buffer out;
    buffer_start(&out, text, size);
    buffer_add_char(&out, '[');
    for (int i = 0; i < live->said_count; i++) {
        if (is_muted(live, person, live->said[i].person))
            continue;
        if (out.length > 1)
            buffer_add_char(&out, ',');
        buffer_add(&out, live->said[i].json);
    }
    buffer_add_char(&out, ']');
    CHECK(!out.cut);
    return text;
}

void chat_free(struct live_table *live)
{
    for (int i = 0; i < live->said_count; i++)
        free(live->said[i].json);
    free(live->said);
    live->said = NULL;
    live->said_count = 0;
    while (live->mutes) {
        struct mute *mute = live->mutes;
        live->mutes = mute->next;
        free(mute);
    }
}

/* Whether this may be said here and now. While a match is on, the game has a word in what is said
 * (S5), by those who watch too: they may be players under another name. */
static bool may_say(const struct client *client, const struct watch *watch, const char *text,
                    struct fault *fault)
{
    struct hall *hall = client->hall;
    const struct table *table = watch->table->table;
    if (!table->chat)
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.no_chat", NULL);
    int characters = text_characters(text);
    if (characters < 0)
        return table_bad_request(fault, "text");
    if (characters > CHARACTERS_MAX)
        return fault_set(fault, FAULT_LIMIT, NULL, "server.chat_too_long", NULL);
    if (!table_may_show(table, watch->viewer.seat, text, fault) ||
        !chat_name(table, client->person, fault))
        return false;
    return bucket_take(&client->person->chats, hall->settings.limits.chats_per_minute, CHATS_BURST,
                       hall->now_ms) ||
           fault_set(fault, FAULT_LIMIT, NULL, "server.too_fast", NULL);
}

static struct message *chat_message(const char *table, const char *said)
{
    char text[4096];
    struct buffer out;
    buffer_start(&out, text, sizeof text);
    /* What was said is an object already; the push puts its own keys in front. */
    buffer_add_format(&out, "{\"push\":\"chat\",\"table\":\"%s\",%s", table, said + 1);
    return out.cut ? NULL : message_new(out.text, out.length);
}

static void chat(struct hall *hall, struct client *client, struct watch *watch,
                 const struct request *request)
{
    struct fault fault;
    if (!may_say(client, watch, request->text, &fault)) {
        client_refuse(client, request->id, &fault);
        return;
    }
    struct live_table *live = watch->table;
    const struct person *person = client->person;
    json_t *seat =
        watch->viewer.seat == GAME_SPECTATOR ? json_null() : json_integer(watch->viewer.seat);
    const char *name = chat_name(live->table, person, &fault);
    json_t *said = json_pack("{s:s, s:s, s:o, s:s, s:I}", "person", person->id, "name", name,
                             "seat", seat, "text", request->text, "at", (json_int_t)hall->now_ms);
    char *json = json_dumps(said, JSON_COMPACT);
    json_decref(said);
    CHECK(json);
    struct message *message = chat_message(live->id, json);
    CHECK(message);
    for (struct watch *other = live->watches; other; other = other->next_at_table)
        if (!is_muted(live, other->client->person, person->id))
            client_send(other->client, message);
    message_drop(message);
    said_add(live, person->id, name, json);
    client_answer(client, request->id, NULL);
}

void chat_tell_gesture(struct live_table *live, int seat, const struct stage_gesture *gesture,
                       const struct client *except)
{
    char text[160];
    struct buffer out;
    buffer_start(&out, text, sizeof text);
    buffer_add_format(
        &out, "{\"push\":\"gesture\",\"table\":\"%s\",\"seat\":%d,\"x\":%d,\"y\":%d,\"power\":%d}",
        live->id, seat, gesture->x, gesture->y, gesture->power);
    struct message *message = message_new(out.text, out.length);
    watch_send_all(live, message, except);
    message_drop(message);
}

/* Told to the others at once. The hall has counted the sender's; here a seat's are, so that two
 * connections of one person are no more than one. */
static void make_gesture(struct hall *hall, struct watch *watch, const struct request *request)
{
    struct live_table *live = watch->table;
    const struct table *table = live->table;
    int per_second = hall->settings.limits.gestures_per_second;
    if (table->state != TABLE_PLAYING || !table->game->stage) {
        struct fault fault;
        fault_set(&fault, FAULT_FORBIDDEN, NULL, "server.no_gestures", NULL);
        client_refuse(watch->client, request->id, &fault);
        return;
    }
    if (!bucket_take(&live->gestures[watch->viewer.seat], 60 * per_second, per_second,
                     hall->now_ms))
        return;
    struct stage_gesture gesture = {
        .x = (uint8_t)request->x, .y = (uint8_t)request->y, .power = (uint8_t)request->power};
    chat_tell_gesture(live, watch->viewer.seat, &gesture, watch->client);
    bots_witness(live, watch->viewer.seat, &gesture);
}

void chat_request(struct hall *hall, struct client *client, struct watch *watch,
                  const struct request *request)
{
    switch (request->cmd) {
    case REQUEST_CHAT:
        chat(hall, client, watch, request);
        break;
    case REQUEST_MUTE:
        mute_set(client, watch->table, request);
        break;
    case REQUEST_GESTURE:
        make_gesture(hall, watch, request);
        break;
    default:
        check_failed("a request of talk", __FILE__, __LINE__);
    }
}
