/* What a key may hold is the same in every request (`fields`); each command says which keys it needs
 * and which it accepts (`commands`). HTTP requests become the same JSON objects (`routes`). */
#include "hall/requests.h"

#include "base/memory.h"
#include "game/game.h"
#include "store/job.h"
#include "table/state.h"
#include "wire/json.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_BYTES_MAX = 512 };

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
    [REQUEST_LOGOUT] = {.name = "logout", .asker = SOMEBODY},
    [REQUEST_GAMES] = {.name = "games", .asker = ANYBODY},
    [REQUEST_COMPONENTS] = {.name = "components", .asker = ANYBODY, .needed = F(GAME)},
    [REQUEST_TABLES] = {.name = "tables", .asker = ANYBODY, .taken = F(GAME)},
    /* The other keys of `create` are table settings: table/settings.h checks them. */
    [REQUEST_CREATE] = {.name = "create", .asker = SOMEBODY, .needed = F(GAME)},
    [REQUEST_INVITE] = {.name = "invite", .asker = HOST, .needed = F(TABLE)},
    [REQUEST_WATCH] = {.name = "watch",
                       .asker = SOMEBODY,
                       .taken = F(TABLE) | F(INVITE) | F(CODE) | F(SINCE) | F(VIEWS)},
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
    [REQUEST_STATS] = {.name = "stats", .asker = ANYBODY, .needed = F(GAME)},
    [REQUEST_PING] = {.name = "ping", .asker = ANYBODY},
    [REQUEST_INFO] = {.name = "info", .asker = ANYBODY, .taken = F(TABLE) | F(INVITE) | F(CODE)},
};

enum asker request_asker(enum request_cmd cmd)
{
    return commands[cmd].asker;
}

static bool id_is_fine(const char *id)
{
    return strlen(id) == STORE_ID_TEXT - 1 &&
           strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789") == STORE_ID_TEXT - 1;
}

static bool text_read(const struct field *field, const json_t *value, const char **text,
                      struct fault *fault)
{
    const char *given = wire_text(value);
    if (!given)
        return table_bad_request(fault, field->key);
    /* No table can have such an id. */
    if (field->type == FIELD_ID && !id_is_fine(given))
        return strcmp(field->key, "table") == 0
                   ? fault_set(fault, FAULT_NO_TABLE, NULL, "server.no_table", NULL)
                   : table_bad_request(fault, field->key);
    size_t length = json_string_length(value);
    if (field->type == FIELD_TEXT && length < (size_t)field->low)
        return table_bad_request(fault, field->key);
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
            return table_bad_request(fault, field->key);
        *(bool *)place = json_is_true(value);
        return true;
    }
    if (!json_is_integer(value) || json_integer_value(value) < field->low ||
        json_integer_value(value) > field->high)
        return table_bad_request(fault, field->key);
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
        return request->secret || request->name || table_bad_request(fault, "name");
    case REQUEST_WATCH:
    case REQUEST_INFO:
        return request->table || request->invite || request->code ||
               table_bad_request(fault, "table");
    case REQUEST_BOT:
        return request->has_level || table_bad_request(fault, "level");
    default:
        return true;
    }
}

/* null counts as absent, except for a level, where it means that there should be none. */
static bool fields_read(struct request *request, struct fault *fault)
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
            return table_bad_request(fault, fields[i].key);
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
        return table_bad_request(fault, "id");
    case WIRE_ID_FOUND:
        break;
    }
    request->id = memory_text(id);
    return true;
}

static bool json_read(struct request *request, const char *bytes, size_t size, struct fault *fault)
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
    if (!json_read(request, bytes, size, fault))
        return false;
    const char *name = wire_text(json_object_get(request->json, "cmd"));
    if (!name)
        return table_bad_request(fault, "cmd");
    for (int cmd = 0; cmd < REQUEST_KINDS; cmd++) {
        if (strcmp(commands[cmd].name, name) != 0)
            continue;
        request->cmd = (enum request_cmd)cmd;
        return fields_read(request, fault);
    }
    return fault_set(fault, FAULT_UNKNOWN_COMMAND, NULL, "core.unknown_command", "%s", name);
}

void request_free(struct request *request)
{
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

/* HTTP. */

/* `last` is the key whose value is the last part of the path; NULL: there is none. */
static const struct route {
    const char *method, *path, *last;
    enum request_cmd cmd;
} routes[] = {
    {"POST", "/api/people", NULL, REQUEST_HELLO},
    {"GET", "/api/me", NULL, REQUEST_HELLO},
    {"POST", "/api/account", NULL, REQUEST_ACCOUNT},
    {"POST", "/api/login", NULL, REQUEST_LOGIN},
    {"POST", "/api/password", NULL, REQUEST_PASSWORD},
    {"GET", "/api/games", NULL, REQUEST_GAMES},
    {"GET", "/api/components", "game", REQUEST_COMPONENTS},
    {"GET", "/api/tables", NULL, REQUEST_TABLES},
    {"POST", "/api/tables", NULL, REQUEST_CREATE},
    {"GET", "/api/tables", "table", REQUEST_INFO},
    {"GET", "/api/records", NULL, REQUEST_RECORDS},
    {"GET", "/api/records", "table", REQUEST_RECORD},
    {"GET", "/api/stats", "game", REQUEST_STATS},
};

static bool route_fits(const struct route *route, const char *path)
{
    size_t length = strlen(route->path);
    if (strncmp(path, route->path, length) != 0)
        return false;
    if (!route->last)
        return path[length] == '\0';
    return path[length] == '/' && path[length + 1] && !strchr(path + length + 1, '/');
}

static const struct route *route_find(const char *method, const char *path, struct fault *fault)
{
    bool is_address = false;
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        if (!route_fits(&routes[i], path))
            continue;
        if (strcmp(routes[i].method, method) == 0)
            return &routes[i];
        is_address = true;
    }
    if (is_address)
        fault_set(fault, FAULT_WRONG_METHOD, NULL, "server.wrong_method", NULL);
    else
        fault_set(fault, FAULT_NO_ADDRESS, NULL, "server.no_address", NULL);
    return NULL;
}

static int hexadecimal(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* Decodes the %xx of a part of a URL into a new JSON text; NULL if it is invalid. */
static json_t *url_text(const char *bytes, size_t size, bool plus_is_space)
{
    char text[VALUE_BYTES_MAX];
    size_t length = 0;
    for (size_t i = 0; i < size; i++) {
        if (length == sizeof text)
            return NULL;
        char c = bytes[i];
        if (c == '%') {
            int high = i + 2 < size ? hexadecimal(bytes[i + 1]) : -1;
            int low = i + 2 < size ? hexadecimal(bytes[i + 2]) : -1;
            if (high < 0 || low < 0)
                return NULL;
            c = (char)(high * 16 + low);
            i += 2;
        } else if (c == '+' && plus_is_space) {
            c = ' ';
        }
        text[length++] = c;
    }
    return json_stringn(text, length);
}

/* The number that a text of a URL spells; NULL if it spells none. */
static json_t *number_json(const json_t *text)
{
    const char *digits = wire_text(text);
    if (!digits || !*digits || strlen(digits) > 18 ||
        strspn(digits, "0123456789") != strlen(digits))
        return NULL;
    return json_integer(strtoll(digits, NULL, 10));
}

/* Keys that the command does not accept are ignored, as in JSON. */
static bool query_read(struct request *request, const char *query, struct fault *fault)
{
    uint32_t wanted = commands[request->cmd].taken;
    while (*query) {
        size_t length = strcspn(query, "&"), key_length = strcspn(query, "=&");
        for (int i = 0; i < FIELDS; i++) {
            const struct field *field = &fields[i];
            if (!(wanted & F(i)) || strlen(field->key) != key_length ||
                strncmp(field->key, query, key_length) != 0 || key_length >= length)
                continue;
            json_t *value = url_text(query + key_length + 1, length - key_length - 1, true);
            if (value && field->type == FIELD_LONG_NUMBER) {
                json_t *number = number_json(value);
                json_decref(value);
                value = number;
            }
            if (!value)
                return table_bad_request(fault, field->key);
            /* A form sends "?game=" for "any". */
            if (json_is_string(value) && json_string_length(value) == 0)
                json_decref(value);
            else
                json_object_set_new(request->json, field->key, value);
        }
        query += length + (query[length] == '&');
    }
    return true;
}

/* The secret of the Authorization header goes into the JSON, except where a new person says hello. */
static bool secret_read(struct request *request, const char *secret, bool is_new_person,
                        struct fault *fault)
{
    json_object_del(request->json, "secret"); /* only the header counts */
    if (!secret || is_new_person)
        return true;
    json_t *value = json_string(secret);
    if (!value || json_string_length(value) == 0 ||
        json_string_length(value) > (size_t)fields[SECRET].high) {
        json_decref(value);
        return fault_set(fault, FAULT_WHO, NULL, "server.unknown_secret", NULL);
    }
    json_object_set_new(request->json, "secret", value);
    request->secret = json_string_value(value);
    return true;
}

bool request_read_http(struct request *request, const char *method, const char *path,
                       const char *query, const char *secret, char *body, size_t size,
                       struct fault *fault)
{
    *request = (struct request){0};
    const struct route *route = route_find(method, path, fault);
    if (!route)
        return false;
    request->cmd = route->cmd;
    bool has_body = strcmp(method, "POST") == 0;
    if (has_body) {
        if (!json_read(request, body, size, fault))
            return false;
    } else {
        request->json = json_object();
        if (!query_read(request, query, fault))
            return false;
    }
    if (route->last) {
        const char *part = path + strlen(route->path) + 1;
        json_t *value = url_text(part, strlen(part), false);
        if (!value)
            return table_bad_request(fault, route->last);
        json_object_set_new(request->json, route->last, value);
    }
    bool is_hello = route->cmd == REQUEST_HELLO;
    if (!secret_read(request, secret, has_body && is_hello, fault))
        return false;
    if (is_hello && !has_body && !secret)
        return fault_set(fault, FAULT_WHO, NULL, "server.say_hello", NULL);
    return fields_read(request, fault);
}
