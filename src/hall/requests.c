/* What a key may hold is the same in every request (`fields`); each command says which keys it needs
 * and which it accepts (`commands`). */
#include "hall/requests.h"

#include "base/alloc.h"
#include "game/game.h"
#include "store/job.h"
#include "table/state.h"
#include "wire/json.h"

#include <sodium.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum field_type { FIELD_TEXT, FIELD_ID, FIELD_NUMBER, FIELD_LONG_NUMBER, FIELD_BOOL };
enum field_name {
    TABLE,
    INVITE,
    CODE,
    SECRET,
    NAME,
    LOGIN,
    PASSWORD,
    NEW_PASSWORD,
    RECOVERY,
    GAME,
    MOVE,
    CID,
    TEXT,
    PERSON,
    LEVEL,
    SEAT,
    SINCE,
    BEFORE,
    VIEWS,
    SPECTATOR,
    ON,
    X,
    Y,
    POWER,
    FIELDS
};

/* Texts have from `low` to `high` bytes; numbers are from `low` to `high`. */
static const struct field {
    const char *key;
    size_t offset; /* in struct request */
    enum field_type type;
    int64_t low, high;
} fields[FIELDS] = {
    [TABLE] = {.key = "table", .offset = offsetof(struct request, table), .type = FIELD_ID},
    [INVITE] = {.key = "invite",
                .offset = offsetof(struct request, invite),
                .type = FIELD_TEXT,
                .low = 1,
                .high = 64},
    [CODE] = {.key = "code",
              .offset = offsetof(struct request, code),
              .type = FIELD_TEXT,
              .low = 1,
              .high = 64},
    [SECRET] = {.key = "secret",
                .offset = offsetof(struct request, secret),
                .type = FIELD_TEXT,
                .low = 1,
                .high = 128},
    [NAME] = {.key = "name",
              .offset = offsetof(struct request, name),
              .type = FIELD_TEXT,
              .low = 1,
              .high = 256},
    [LOGIN] = {.key = "login",
               .offset = offsetof(struct request, login),
               .type = FIELD_TEXT,
               .low = 1,
               .high = 128},
    [PASSWORD] = {.key = "password",
                  .offset = offsetof(struct request, password),
                  .type = FIELD_TEXT,
                  .low = 8,
                  .high = 200},
    [NEW_PASSWORD] = {.key = "new",
                      .offset = offsetof(struct request, new_password),
                      .type = FIELD_TEXT,
                      .low = 8,
                      .high = 200},
    [RECOVERY] = {.key = "recovery",
                  .offset = offsetof(struct request, recovery),
                  .type = FIELD_TEXT,
                  .low = 1,
                  .high = 64},
    [GAME] = {.key = "game",
              .offset = offsetof(struct request, game),
              .type = FIELD_TEXT,
              .low = 1,
              .high = 31},
    [MOVE] = {.key = "move",
              .offset = offsetof(struct request, move),
              .type = FIELD_TEXT,
              .high = GAME_MOVE_TEXT_MAX - 1},
    [CID] = {.key = "cid",
             .offset = offsetof(struct request, cid),
             .type = FIELD_TEXT,
             .low = 1,
             .high = STORE_CID_MAX - 1},
    [TEXT] = {.key = "text",
              .offset = offsetof(struct request, text),
              .type = FIELD_TEXT,
              .low = 1,
              .high = 1200},
    [PERSON] = {.key = "person", .offset = offsetof(struct request, person), .type = FIELD_ID},
    [LEVEL] = {.key = "level",
               .offset = offsetof(struct request, level),
               .type = FIELD_TEXT,
               .low = 1,
               .high = 15},
    [SEAT] = {.key = "seat",
              .offset = offsetof(struct request, seat),
              .type = FIELD_NUMBER,
              .high = GAME_SEATS_MAX - 1},
    [SINCE] = {.key = "since",
               .offset = offsetof(struct request, since),
               .type = FIELD_LONG_NUMBER,
               .low = -1,
               .high = INT64_MAX},
    [BEFORE] = {.key = "before",
                .offset = offsetof(struct request, before),
                .type = FIELD_LONG_NUMBER,
                .high = INT64_MAX},
    [VIEWS] = {.key = "views", .offset = offsetof(struct request, views), .type = FIELD_BOOL},
    [SPECTATOR] = {.key = "spectator",
                   .offset = offsetof(struct request, spectator),
                   .type = FIELD_BOOL},
    [ON] = {.key = "on", .offset = offsetof(struct request, on), .type = FIELD_BOOL},
    [X] = {.key = "x", .offset = offsetof(struct request, x), .type = FIELD_NUMBER, .high = 255},
    [Y] = {.key = "y", .offset = offsetof(struct request, y), .type = FIELD_NUMBER, .high = 255},
    [POWER] = {.key = "power",
               .offset = offsetof(struct request, power),
               .type = FIELD_NUMBER,
               .high = 255},
};

/* A set of fields. */
#define F(name) (UINT32_C(1) << (name))

static const struct command {
    const char *name;
    enum asker asker;
    uint32_t needed, taken;
} commands[REQUEST_KINDS] = {
    [REQUEST_HELLO] = {.name = "hello", .asker = ANYBODY, .taken = F(SECRET) | F(NAME)},
    [REQUEST_RENAME] = {.name = "rename", .asker = SOMEBODY, .needed = F(NAME)},
    [REQUEST_ACCOUNT] = {.name = "account", .asker = SOMEBODY, .needed = F(LOGIN) | F(PASSWORD)},
    [REQUEST_LOGIN] = {.name = "login", .asker = ANYBODY, .needed = F(LOGIN) | F(PASSWORD)},
    [REQUEST_PASSWORD] = {.name = "password",
                          .asker = SOMEBODY,
                          .needed = F(PASSWORD) | F(NEW_PASSWORD)},
    [REQUEST_RECOVERY] = {.name = "recovery", .asker = SOMEBODY, .needed = F(PASSWORD)},
    [REQUEST_RECOVER] = {.name = "recover",
                         .asker = ANYBODY,
                         .needed = F(LOGIN) | F(RECOVERY) | F(NEW_PASSWORD)},
    [REQUEST_DELETE] = {.name = "delete", .asker = SOMEBODY, .needed = F(PASSWORD)},
    [REQUEST_LOGOUT] = {.name = "logout", .asker = SOMEBODY},
    [REQUEST_GAMES] = {.name = "games", .asker = ANYBODY},
    [REQUEST_COMPONENTS] = {.name = "components", .asker = ANYBODY, .needed = F(GAME)},
    [REQUEST_LESSON] = {.name = "lesson", .asker = ANYBODY, .needed = F(GAME)},
    [REQUEST_TABLES] = {.name = "tables", .asker = ANYBODY, .taken = F(GAME)},
    /* The other keys of `create` are table settings: table/settings.h checks them. */
    [REQUEST_CREATE] = {.name = "create", .asker = SOMEBODY, .needed = F(GAME)},
    [REQUEST_INVITE] = {.name = "invite", .asker = HOST, .needed = F(TABLE)},
    [REQUEST_WATCH] = {.name = "watch",
                       .asker = SOMEBODY,
                       .taken =
                           F(TABLE) | F(INVITE) | F(CODE) | F(SINCE) | F(VIEWS) | F(SPECTATOR)},
    [REQUEST_UNWATCH] = {.name = "unwatch", .asker = WATCHER, .needed = F(TABLE)},
    [REQUEST_LOG] = {.name = "log", .asker = WATCHER, .needed = F(TABLE), .taken = F(BEFORE)},
    [REQUEST_SIT] = {.name = "sit", .asker = WATCHER, .needed = F(TABLE), .taken = F(SEAT)},
    [REQUEST_STAND] = {.name = "stand", .asker = PLAYER, .needed = F(TABLE)},
    [REQUEST_BOT] = {.name = "bot", .asker = HOST, .needed = F(TABLE) | F(SEAT), .taken = F(LEVEL)},
    [REQUEST_START] = {.name = "start", .asker = HOST, .needed = F(TABLE)},
    [REQUEST_MOVE] = {.name = "move",
                      .asker = PLAYER,
                      .needed = F(TABLE) | F(MOVE),
                      .taken = F(CID)},
    [REQUEST_SUGGEST] = {.name = "suggest", .asker = PLAYER, .needed = F(TABLE), .taken = F(LEVEL)},
    [REQUEST_REMATCH] = {.name = "rematch", .asker = PLAYER, .needed = F(TABLE)},
    [REQUEST_CHAT] = {.name = "chat", .asker = WATCHER, .needed = F(TABLE) | F(TEXT)},
    [REQUEST_MUTE] = {.name = "mute", .asker = WATCHER, .needed = F(TABLE) | F(PERSON) | F(ON)},
    [REQUEST_GESTURE] = {.name = "gesture",
                         .asker = PLAYER,
                         .needed = F(TABLE) | F(X) | F(Y) | F(POWER)},
    [REQUEST_RECORD] = {.name = "record", .asker = ANYBODY, .needed = F(TABLE)},
    [REQUEST_RECORDS] = {.name = "records",
                         .asker = ANYBODY,
                         .taken = F(PERSON) | F(GAME) | F(BEFORE)},
    [REQUEST_SHARE] = {.name = "share", .asker = SOMEBODY, .needed = F(TABLE)},
    [REQUEST_STATS] = {.name = "stats", .asker = ANYBODY, .needed = F(GAME)},
    [REQUEST_RATINGS] = {.name = "ratings", .asker = SOMEBODY, .needed = F(GAME)},
    [REQUEST_LEADERBOARD] = {.name = "leaderboard", .asker = ANYBODY, .needed = F(GAME)},
    [REQUEST_LISTING] = {.name = "listing", .asker = SOMEBODY, .needed = F(ON)},
    [REQUEST_PING] = {.name = "ping", .asker = ANYBODY},
    [REQUEST_INFO] = {.name = "info", .asker = ANYBODY, .taken = F(TABLE) | F(INVITE) | F(CODE)},
};

enum asker request_asker(enum request_cmd cmd)
{
    return commands[cmd].asker;
}

const char *request_optional_key(enum request_cmd cmd, const char *text, size_t length,
                                 bool *is_number)
{
    for (int i = 0; i < FIELDS; i++) {
        const struct field *field = &fields[i];
        if (!(commands[cmd].taken & F(i)) || strlen(field->key) != length ||
            strncmp(field->key, text, length) != 0)
            continue;
        *is_number = field->type == FIELD_LONG_NUMBER;
        return field->key;
    }
    return NULL;
}

static bool text_read(const struct field *field, const json_t *value, const char **text,
                      struct fault *fault)
{
    const char *given = wire_text(value);
    if (!given)
        return fault_bad_request(fault, field->key);
    /* No table can have such an id. */
    if (field->type == FIELD_ID && !store_id_is_valid(given))
        return strcmp(field->key, "table") == 0
                   ? fault_set(fault, FAULT_NO_TABLE, NULL, "server.no_table", NULL)
                   : fault_bad_request(fault, field->key);
    size_t length = json_string_length(value);
    if (field->type == FIELD_TEXT && length < (size_t)field->low)
        return fault_bad_request(fault, field->key);
    if (field->type == FIELD_TEXT && length > (size_t)field->high)
        return fault_set(fault, FAULT_LIMIT, NULL, "server.value_too_long", "%s", field->key);
    *text = given;
    return true;
}

static bool field_read(const struct field *field, const json_t *value, struct request *request,
                       struct fault *fault)
{
    void *place = (char *)request + field->offset;
    if (field->type == FIELD_TEXT || field->type == FIELD_ID)
        return text_read(field, value, place, fault);
    if (field->type == FIELD_BOOL) {
        if (!json_is_boolean(value))
            return fault_bad_request(fault, field->key);
        *(bool *)place = json_is_true(value);
        return true;
    }
    if (!json_is_integer(value) || json_integer_value(value) < field->low ||
        json_integer_value(value) > field->high)
        return fault_bad_request(fault, field->key);
    if (field->type == FIELD_NUMBER)
        *(int *)place = (int)json_integer_value(value);
    else
        *(int64_t *)place = json_integer_value(value);
    return true;
}

/* Checks that involve more than one key. */
static bool together_fine(const struct request *request, struct fault *fault)
{
    switch (request->cmd) {
    case REQUEST_HELLO:
        return request->secret || request->name || fault_bad_request(fault, "name");
    case REQUEST_WATCH:
    case REQUEST_INFO:
        return request->table || request->invite || request->code ||
               fault_bad_request(fault, "table");
    case REQUEST_BOT:
        return request->has_level || fault_bad_request(fault, "level");
    default:
        return true;
    }
}

/* null counts as absent, except for a level, where it means that there should be none. */
bool request_read_fields(struct request *request, struct fault *fault)
{
    const struct command *command = &commands[request->cmd];
    request->seat = -1;
    request->since = -1;
    request->views = true;
    uint32_t wanted = command->needed | command->taken;
    for (int i = 0; i < FIELDS; i++) {
        if (!(wanted & F(i)))
            continue;
        const json_t *value = json_object_get(request->json, fields[i].key);
        request->has_level = request->has_level || (value && i == LEVEL);
        if (value && !json_is_null(value)) {
            if (!field_read(&fields[i], value, request, fault))
                return false;
        } else if (command->needed & F(i)) {
            return fault_bad_request(fault, fields[i].key);
        }
    }
    return together_fine(request, fault);
}

static bool id_read(struct request *request, const char *bytes, size_t size, struct fault *fault)
{
    char id[WIRE_ID_MAX + 1];
    switch (wire_id_find(bytes, size, id)) {
    case WIRE_ID_NONE:
        return true;
    case WIRE_ID_TOO_LONG:
        return fault_bad_request(fault, "id");
    case WIRE_ID_FOUND:
        break;
    }
    request->id = alloc_text(id);
    return true;
}

bool request_read_json(struct request *request, const char *bytes, size_t size, struct fault *fault)
{
    request->json = wire_parse(bytes, size);
    if (!request->json)
        return fault_set(fault, FAULT_BAD_JSON, NULL, "server.bad_json", NULL);
    if (!json_is_object(request->json))
        return fault_set(fault, FAULT_BAD_REQUEST, NULL, "core.not_an_object", NULL);
    return id_read(request, bytes, size, fault);
}

bool request_read(struct request *request, char *bytes, size_t size, struct fault *fault)
{
    *request = (struct request){0};
    if (!request_read_json(request, bytes, size, fault))
        return false;
    const char *name = wire_text(json_object_get(request->json, "cmd"));
    if (!name)
        return fault_bad_request(fault, "cmd");
    for (int cmd = 0; cmd < REQUEST_KINDS; cmd++) {
        if (strcmp(commands[cmd].name, name) != 0)
            continue;
        request->cmd = (enum request_cmd)cmd;
        return request_read_fields(request, fault);
    }
    return fault_set(fault, FAULT_UNKNOWN_COMMAND, NULL, "core.unknown_command", "%s", name);
}

/* jansson owns these texts; nothing else refers to them. */
static void wipe(const char *text)
{
    if (text)
        sodium_memzero((char *)(uintptr_t)text, strlen(text));
}

void request_free(struct request *request)
{
    wipe(request->password);
    wipe(request->new_password);
    wipe(request->recovery);
    wipe(request->secret);
    json_decref(request->json);
    free(request->id);
    *request = (struct request){0};
}

struct request request_take(struct request *from)
{
    struct request request = *from;
    *from = (struct request){0};
    return request;
}
