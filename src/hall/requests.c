/* Bytes from clients, made into requests: the one place where types and lengths are looked at, so
 * that nothing behind it meets a value that is not what it should be. What a key may hold is the
 * same in every request; a request says which keys it needs and which it takes. */
#include "hall/inside.h"

#include "base/check.h"
#include "wire/json.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_BYTES_MAX = 512 };

enum field_type { FIELD_TEXT, FIELD_ID, FIELD_NUMBER, FIELD_LONG_NUMBER, FIELD_BOOL };
enum {
    TABLE = 1 << 0,
    INVITE = 1 << 1,
    CODE = 1 << 2,
    SECRET = 1 << 3,
    NAME = 1 << 4,
    LOGIN = 1 << 5,
    PASSWORD = 1 << 6,
    GAME = 1 << 7,
    MOVE = 1 << 8,
    CID = 1 << 9,
    TEXT = 1 << 10,
    PERSON = 1 << 11,
    LEVEL = 1 << 12,
    SEAT = 1 << 13,
    SINCE = 1 << 14,
    BEFORE = 1 << 15,
    VIEWS = 1 << 16,
    ON = 1 << 17,
    X = 1 << 18,
    Y = 1 << 19,
    POWER = 1 << 20,
    NEW_PASSWORD = 1 << 21,
};

/* Texts: from `low` to `high` bytes. Numbers: from `low` to `high`. */
static const struct field {
    const char *key;
    size_t offset;
    enum field_type type;
    int64_t low, high;
} fields[] = {
    {"table", offsetof(struct request, table), FIELD_ID, 0, 0},
    {"invite", offsetof(struct request, invite), FIELD_TEXT, 1, 64},
    {"code", offsetof(struct request, code), FIELD_TEXT, 1, 64},
    {"secret", offsetof(struct request, secret), FIELD_TEXT, 1, 128},
    {"name", offsetof(struct request, name), FIELD_TEXT, 1, 256},
    {"login", offsetof(struct request, login), FIELD_TEXT, 1, 128},
    {"password", offsetof(struct request, password), FIELD_TEXT, 8, 200},
    {"game", offsetof(struct request, game), FIELD_TEXT, 1, 31},
    {"move", offsetof(struct request, move), FIELD_TEXT, 0, GAME_MOVE_TEXT_MAX - 1},
    {"cid", offsetof(struct request, cid), FIELD_TEXT, 1, STORE_CID_MAX - 1},
    {"text", offsetof(struct request, text), FIELD_TEXT, 1, 1200},
    {"person", offsetof(struct request, person), FIELD_ID, 0, 0},
    {"level", offsetof(struct request, level), FIELD_TEXT, 1, 15},
    {"seat", offsetof(struct request, seat), FIELD_NUMBER, 0, GAME_SEATS_MAX - 1},
    {"since", offsetof(struct request, since), FIELD_LONG_NUMBER, -1, INT64_MAX},
    {"before", offsetof(struct request, before), FIELD_LONG_NUMBER, 0, INT64_MAX},
    {"views", offsetof(struct request, views), FIELD_BOOL, 0, 0},
    {"on", offsetof(struct request, on), FIELD_BOOL, 0, 0},
    {"x", offsetof(struct request, x), FIELD_NUMBER, 0, 255},
    {"y", offsetof(struct request, y), FIELD_NUMBER, 0, 255},
    {"power", offsetof(struct request, power), FIELD_NUMBER, 0, 255},
    {"new", offsetof(struct request, new_password), FIELD_TEXT, 8, 200},
};

static const struct command {
    const char *name;
    enum asker asker;
    uint32_t needed, taken;
} commands[REQUEST_KINDS] = {
    [REQUEST_HELLO] = {"hello", ANYBODY, 0, SECRET | NAME},
    [REQUEST_RENAME] = {"rename", SOMEBODY, NAME, 0},
    [REQUEST_ACCOUNT] = {"account", SOMEBODY, LOGIN | PASSWORD, 0},
    [REQUEST_LOGIN] = {"login", ANYBODY, LOGIN | PASSWORD, 0},
    [REQUEST_PASSWORD] = {"password", SOMEBODY, PASSWORD | NEW_PASSWORD, 0},
    [REQUEST_LOGOUT] = {"logout", SOMEBODY, 0, 0},
    [REQUEST_GAMES] = {"games", ANYBODY, 0, 0},
    [REQUEST_COMPONENTS] = {"components", ANYBODY, GAME, 0},
    [REQUEST_TABLES] = {"tables", ANYBODY, 0, GAME},
    /* What else `create` takes is checked with the table's first entry, in create.c. */
    [REQUEST_CREATE] = {"create", SOMEBODY, GAME, 0},
    [REQUEST_INVITE] = {"invite", HOST, TABLE, 0},
    [REQUEST_WATCH] = {"watch", SOMEBODY, 0, TABLE | INVITE | CODE | SINCE | VIEWS},
    [REQUEST_UNWATCH] = {"unwatch", WATCHER, TABLE, 0},
    [REQUEST_LOG] = {"log", WATCHER, TABLE, BEFORE},
    [REQUEST_SIT] = {"sit", WATCHER, TABLE, SEAT},
    [REQUEST_STAND] = {"stand", PLAYER, TABLE, 0},
    [REQUEST_BOT] = {"bot", HOST, TABLE | SEAT, LEVEL},
    [REQUEST_START] = {"start", HOST, TABLE, 0},
    [REQUEST_MOVE] = {"move", PLAYER, TABLE | MOVE, CID},
    [REQUEST_SUGGEST] = {"suggest", PLAYER, TABLE, LEVEL},
    [REQUEST_REMATCH] = {"rematch", PLAYER, TABLE, 0},
    [REQUEST_CHAT] = {"chat", WATCHER, TABLE | TEXT, 0},
    [REQUEST_MUTE] = {"mute", WATCHER, TABLE | PERSON | ON, 0},
    [REQUEST_GESTURE] = {"gesture", PLAYER, TABLE | X | Y | POWER, 0},
    [REQUEST_RECORD] = {"record", ANYBODY, TABLE, 0},
    [REQUEST_RECORDS] = {"records", ANYBODY, 0, PERSON | GAME | BEFORE},
    [REQUEST_STATS] = {"stats", ANYBODY, GAME, 0},
    [REQUEST_PING] = {"ping", ANYBODY, 0, 0},
    [REQUEST_INFO] = {"info", ANYBODY, 0, TABLE | INVITE | CODE},
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
    /* Nobody has such an id: it need not be looked for. */
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

/* What one key alone does not show. */
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

/* What is null counts as left out, but for a level, where it says that there is to be none. */
static bool fields_read(struct request *request, struct fault *fault)
{
    const struct command *command = &commands[request->cmd];
    request->seat = -1;
    request->since = -1;
    request->views = true;
    uint32_t wanted = command->needed | command->taken;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (!(wanted >> i & 1))
            continue;
        const json_t *value = json_object_get(request->json, fields[i].key);
        request->has_level = request->has_level || (value && 1 << i == LEVEL);
        if (value && !json_is_null(value)) {
            if (!field_read(&fields[i], value, request, fault))
                return false;
        } else if (command->needed >> i & 1) {
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
    request->id = malloc(strlen(id) + 1);
    CHECK(request->id);
    strcpy(request->id, id);
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

/* HTTP. */

/* `last` is the key that the last part of the address stands for; NULL: there is none. */
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

/* A part of an address with its %xx read, as a new JSON text; NULL if it cannot be one. */
static json_t *address_text(const char *bytes, size_t size, bool plus_is_space)
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

/* A text of an address as the number that it is, where a number is wanted. */
static json_t *number_json(const json_t *text)
{
    const char *digits = wire_text(text);
    if (!digits || !*digits || strlen(digits) > 18 ||
        strspn(digits, "0123456789") != strlen(digits))
        return NULL;
    return json_integer(strtoll(digits, NULL, 10));
}

/* Keys that the request does not take are passed over, as in its JSON. */
static bool query_read(struct request *request, const char *query, struct fault *fault)
{
    uint32_t wanted = commands[request->cmd].taken;
    while (*query) {
        size_t length = strcspn(query, "&"), key_length = strcspn(query, "=&");
        for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
            const struct field *field = &fields[i];
            if (!(wanted >> i & 1) || strlen(field->key) != key_length ||
                strncmp(field->key, query, key_length) != 0 || key_length >= length)
                continue;
            json_t *value = address_text(query + key_length + 1, length - key_length - 1, true);
            if (value && field->type == FIELD_LONG_NUMBER) {
                json_t *number = number_json(value);
                json_decref(value);
                value = number;
            }
            if (!value)
                return table_bad_request(fault, field->key);
            /* "?game=" is what a form sends for "any". */
            if (json_is_string(value) && json_string_length(value) == 0)
                json_decref(value);
            else
                json_object_set_new(request->json, field->key, value);
        }
        query += length + (query[length] == '&');
    }
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
        json_t *value = address_text(part, strlen(part), false);
        if (!value)
            return table_bad_request(fault, route->last);
        json_object_set_new(request->json, route->last, value);
    }
    /* Who asks is said in the header alone. */
    json_object_del(request->json, "secret");
    if (secret && !(has_body && route->cmd == REQUEST_HELLO)) {
        json_t *value = json_string(secret);
        if (!value || json_string_length(value) == 0 || json_string_length(value) > 128) {
            json_decref(value);
            return fault_set(fault, FAULT_WHO, NULL, "server.unknown_secret", NULL);
        }
        json_object_set_new(request->json, "secret", value);
        request->secret = json_string_value(value);
    }
    if (route->cmd == REQUEST_HELLO && !has_body && !secret)
        return fault_set(fault, FAULT_WHO, NULL, "server.say_hello", NULL);
    return fields_read(request, fault);
}
