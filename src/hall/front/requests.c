/* What a key may hold is the same in every request (`fields`); each command says which keys it needs
 * and which it accepts (`commands`).
 *
 * Then: the schema of requests; routes of HTTP requests. */
#include "hall/front/front.h"

#include "base/system/system.h"
#include "game/game.h"
#include "store/job/job.h"
#include "table/table.h"
#include "wire/wire.h"

#include <sodium.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum field_type { FIELD_TEXT, FIELD_ID, FIELD_NUMBER, FIELD_LONG_NUMBER, FIELD_BOOL, FIELD_SEATS };
enum field_name {
    TABLE,
    INVITE,
    CODE,
    NAME,
    SECRET,
    LOGIN,
    PASSWORD,
    NEW_PASSWORD,
    RECOVERY,
    GAME,
    MOVE,
    CID,
    TEXT,
    PHRASE,
    PERSON,
    LEVEL,
    SEAT,
    FROM,
    SINCE,
    BEFORE,
    VIEWS,
    SPECTATOR,
    ON,
    PROGRAM,
    PROPOSAL,
    AGREE,
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
    [NAME] = {.key = "name",
              .offset = offsetof(struct request, name),
              .type = FIELD_TEXT,
              .low = 1,
              .high = 256},
    [SECRET] = {.key = "secret",
                .offset = offsetof(struct request, secret),
                .type = FIELD_TEXT,
                .low = 1,
                .high = 128},
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
    [PHRASE] = {.key = "phrase",
                .offset = offsetof(struct request, phrase),
                .type = FIELD_TEXT,
                .low = 1,
                .high = 31},
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
    [FROM] = {.key = "from",
              .offset = offsetof(struct request, from),
              .type = FIELD_SEATS,
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
    [PROGRAM] = {.key = "program", .offset = offsetof(struct request, program), .type = FIELD_BOOL},
    [PROPOSAL] = {.key = "proposal",
                  .offset = offsetof(struct request, proposal),
                  .type = FIELD_LONG_NUMBER,
                  .high = INT64_MAX},
    [AGREE] = {.key = "agree", .offset = offsetof(struct request, agree), .type = FIELD_BOOL},
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
    uint32_t one_of; /* at least one of these is needed */
} commands[REQUEST_KINDS] = {
    [REQUEST_HELLO] = {.name = "hello",
                       .asker = ANYBODY,
                       .taken = F(PROGRAM),
                       .one_of = F(SECRET) | F(NAME)},
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
    /* The other keys of `create` are table settings: table/settings.c checks them. */
    [REQUEST_CREATE] = {.name = "create", .asker = SOMEBODY, .needed = F(GAME)},
    [REQUEST_INVITE] = {.name = "invite", .asker = HOST, .needed = F(TABLE)},
    [REQUEST_WATCH] = {.name = "watch",
                       .asker = SOMEBODY,
                       .taken = F(SINCE) | F(VIEWS) | F(SPECTATOR),
                       .one_of = F(TABLE) | F(INVITE) | F(CODE)},
    [REQUEST_UNWATCH] = {.name = "unwatch", .asker = WATCHER, .needed = F(TABLE)},
    [REQUEST_LOG] = {.name = "log", .asker = WATCHER, .needed = F(TABLE), .taken = F(BEFORE)},
    [REQUEST_SIT] = {.name = "sit", .asker = WATCHER, .needed = F(TABLE), .taken = F(SEAT)},
    [REQUEST_STAND] = {.name = "stand", .asker = PLAYER, .needed = F(TABLE)},
    [REQUEST_BOT] = {.name = "bot", .asker = HOST, .needed = F(TABLE) | F(SEAT) | F(LEVEL)},
    [REQUEST_REMOVE] = {.name = "remove", .asker = HOST, .needed = F(TABLE) | F(SEAT)},
    [REQUEST_SEATS] = {.name = "seats", .asker = HOST, .needed = F(TABLE) | F(FROM)},
    [REQUEST_START] = {.name = "start", .asker = HOST, .needed = F(TABLE)},
    [REQUEST_MOVE] = {.name = "move",
                      .asker = PLAYER,
                      .needed = F(TABLE) | F(MOVE),
                      .taken = F(CID)},
    [REQUEST_TAKE_BACK] = {.name = "take_back",
                           .asker = PLAYER,
                           .needed = F(TABLE),
                           .taken = F(PROPOSAL) | F(AGREE)},
    [REQUEST_SUGGEST] = {.name = "suggest", .asker = PLAYER, .needed = F(TABLE), .taken = F(LEVEL)},
    [REQUEST_REMATCH] = {.name = "rematch", .asker = PLAYER, .needed = F(TABLE)},
    [REQUEST_CHAT] = {.name = "chat",
                      .asker = WATCHER,
                      .needed = F(TABLE),
                      .one_of = F(TEXT) | F(PHRASE)},
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
    [REQUEST_INFO] = {.name = "info", .asker = ANYBODY, .one_of = F(TABLE) | F(INVITE) | F(CODE)},
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
        if (!((commands[cmd].taken | commands[cmd].one_of) & F(i)) ||
            strlen(field->key) != length || strncmp(field->key, text, length) != 0)
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

static bool is_seat(const struct field *field, const json_t *value)
{
    return json_is_integer(value) && json_integer_value(value) >= field->low &&
           json_integer_value(value) <= field->high;
}

/* The table decides whether these seats may be. */
static bool seats_read(const struct field *field, const json_t *value, const json_t **seats,
                       struct fault *fault)
{
    size_t count = json_array_size(value);
    bool good = json_is_array(value) && count <= GAME_SEATS_MAX;
    for (size_t i = 0; good && i < count; i++)
        good = json_is_null(json_array_get(value, i)) || is_seat(field, json_array_get(value, i));
    *seats = value;
    return good || fault_bad_request(fault, field->key);
}

static bool field_read(const struct field *field, const json_t *value, struct request *request,
                       struct fault *fault)
{
    void *place = (char *)request + field->offset;
    if (field->type == FIELD_TEXT || field->type == FIELD_ID)
        return text_read(field, value, place, fault);
    if (field->type == FIELD_SEATS)
        return seats_read(field, value, place, fault);
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

/* null counts as absent, except for a level that is needed: there it means that there should be none. */
bool request_read_fields(struct request *request, struct fault *fault)
{
    const struct command *command = &commands[request->cmd];
    const char *missing = NULL; /* the first key of `one_of` */
    bool has_one = command->one_of == 0;
    request->seat = -1;
    request->since = -1;
    request->proposal = -1;
    request->views = true;
    request->agree = true;
    uint32_t wanted = command->needed | command->taken | command->one_of;
    for (int i = 0; i < FIELDS; i++) {
        if (!(wanted & F(i)))
            continue;
        const json_t *value = json_object_get(request->json, fields[i].key);
        bool is_one = command->one_of & F(i);
        if (value && !json_is_null(value)) {
            if (!field_read(&fields[i], value, request, fault))
                return false;
            has_one = has_one || is_one;
        } else if (command->needed & F(i) && !(value && i == LEVEL)) {
            return fault_bad_request(fault, fields[i].key);
        }
        if (is_one && !missing)
            missing = fields[i].key;
    }
    return has_one || fault_bad_request(fault, missing);
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

/* ---- The schema of requests ---- */

static json_t *field_schema(const struct field *field)
{
    if (field == &fields[LEVEL])
        return json_pack("{s:s}", "$ref", "#/$defs/Level");
    if (field == &fields[PHRASE])
        return json_pack("{s:s}", "$ref", "#/$defs/Phrase");
    switch (field->type) {
    case FIELD_ID:
        return json_pack("{s:s}", "$ref", "#/$defs/Id");
    case FIELD_BOOL:
        return json_pack("{s:s}", "type", "boolean");
    case FIELD_TEXT: /* the limits here are bytes, those of JSON Schema characters, which are fewer */
        return json_pack("{s:s, s:i, s:I}", "type", "string", "minLength", field->low > 0,
                         "maxLength", (json_int_t)field->high);
    case FIELD_SEATS:
        return json_pack("{s:s, s:{s:[{s:s, s:I, s:I}, {s:s}]}}", "type", "array", "items", "anyOf",
                         "type", "integer", "minimum", (json_int_t)field->low, "maximum",
                         (json_int_t)field->high, "type", "null");
    default:
        break;
    }
    json_t *schema = json_pack("{s:s, s:I}", "type", "integer", "minimum", (json_int_t)field->low);
    if (field->high < INT64_MAX)
        json_object_set_new(schema, "maximum", json_integer((json_int_t)field->high));
    return schema;
}

static json_t *command_schema(const struct command *command)
{
    static const char *const askers[] = {[ANYBODY] = "anyone",
                                         [SOMEBODY] = "person",
                                         [WATCHER] = "watcher",
                                         [PLAYER] = "seat",
                                         [HOST] = "host"};
    json_t *settings = command == &commands[REQUEST_CREATE] ? table_settings_shape(true) : NULL;
    json_t *schema = settings ? schema_from_shape(settings, NULL)
                              : json_pack("{s:s, s:{}, s:[], s:b}", "type", "object", "properties",
                                          "required", "additionalProperties", 0);
    json_t *properties = json_object_get(schema, "properties");
    json_t *required = json_object_get(schema, "required"), *any = json_array();
    json_object_set_new(properties, "id", json_object());
    json_object_set_new(properties, "cmd", json_pack("{s:s}", "const", command->name));
    json_array_append_new(required, json_string("cmd"));
    for (int i = 0; i < FIELDS && !settings; i++) {
        json_t *field = field_schema(&fields[i]);
        if (i == LEVEL && command->needed & F(i))
            field = json_pack("{s:[o, {s:s}]}", "anyOf", field, "type", "null");
        if ((command->needed | command->taken | command->one_of) & F(i))
            json_object_set(properties, fields[i].key, field);
        json_decref(field);
        if (command->needed & F(i))
            json_array_append_new(required, json_string(fields[i].key));
        if (command->one_of & F(i))
            json_array_append_new(any, json_pack("{s:[s]}", "required", fields[i].key));
    }
    if (json_array_size(any) > 0)
        json_object_set(schema, "anyOf", any);
    json_object_set_new(schema, "x-who", json_string(askers[command->asker]));
    json_decref(any);
    json_decref(settings);
    return schema;
}

/* ---- Routes of HTTP requests ---- */

/* An HTTP request becomes the JSON object of the same command, which is read like any other. */

enum { VALUE_BYTES_MAX = 512, SECRET_BYTES_MAX = 128 };

/* `last` is the key whose value is the last part of the path; NULL: there is none. */
static const struct route {
    const char *method, *path, *last;
    enum request_cmd cmd;
} routes[] = {
    {.method = "POST", .path = "/api/people", .cmd = REQUEST_HELLO},
    {.method = "GET", .path = "/api/me", .cmd = REQUEST_HELLO},
    {.method = "POST", .path = "/api/account", .cmd = REQUEST_ACCOUNT},
    {.method = "POST", .path = "/api/login", .cmd = REQUEST_LOGIN},
    {.method = "POST", .path = "/api/password", .cmd = REQUEST_PASSWORD},
    {.method = "POST", .path = "/api/recovery", .cmd = REQUEST_RECOVERY},
    {.method = "POST", .path = "/api/recover", .cmd = REQUEST_RECOVER},
    {.method = "POST", .path = "/api/delete", .cmd = REQUEST_DELETE},
    {.method = "GET", .path = "/api/games", .cmd = REQUEST_GAMES},
    {.method = "GET", .path = "/api/components", .last = "game", .cmd = REQUEST_COMPONENTS},
    {.method = "GET", .path = "/api/lessons", .last = "game", .cmd = REQUEST_LESSON},
    {.method = "GET", .path = "/api/tables", .cmd = REQUEST_TABLES},
    {.method = "POST", .path = "/api/tables", .cmd = REQUEST_CREATE},
    {.method = "GET", .path = "/api/tables", .last = "table", .cmd = REQUEST_INFO},
    {.method = "GET", .path = "/api/records", .cmd = REQUEST_RECORDS},
    {.method = "GET", .path = "/api/records", .last = "table", .cmd = REQUEST_RECORD},
    {.method = "POST", .path = "/api/share", .cmd = REQUEST_SHARE},
    {.method = "GET", .path = "/api/stats", .last = "game", .cmd = REQUEST_STATS},
    {.method = "GET", .path = "/api/ratings", .last = "game", .cmd = REQUEST_RATINGS},
    {.method = "GET", .path = "/api/leaderboard", .last = "game", .cmd = REQUEST_LEADERBOARD},
    {.method = "POST", .path = "/api/listing", .cmd = REQUEST_LISTING},
};

/* The addresses of a command, such as "GET /api/tables/{table}". */
static json_t *addresses_of(enum request_cmd cmd)
{
    json_t *addresses = json_array();
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        const struct route *route = &routes[i];
        char last[32] = "";
        if (route->last)
            snprintf(last, sizeof last, "/{%s}", route->last);
        if (route->cmd == cmd)
            json_array_append_new(addresses,
                                  json_sprintf("%s %s%s", route->method, route->path, last));
    }
    return addresses;
}

json_t *requests_schema(void)
{
    json_t *schemas = json_object();
    for (int cmd = 0; cmd < REQUEST_KINDS; cmd++) {
        json_t *schema = command_schema(&commands[cmd]);
        json_object_set_new(schema, "x-http", addresses_of((enum request_cmd)cmd));
        json_object_set_new(schemas, commands[cmd].name, schema);
    }
    return schemas;
}

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
    bool path_exists = false;
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        if (!route_fits(&routes[i], path))
            continue;
        if (strcmp(routes[i].method, method) == 0)
            return &routes[i];
        path_exists = true;
    }
    if (path_exists)
        fault_set(fault, FAULT_WRONG_METHOD, NULL, "server.wrong_method", NULL);
    else
        fault_set(fault, FAULT_NO_PATH, NULL, "server.no_path", NULL);
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

/* A value of a query; NULL if it is invalid. */
static json_t *query_value(const char *bytes, size_t size, bool is_number)
{
    json_t *text = url_text(bytes, size, true);
    if (!is_number || !text)
        return text;
    json_t *number = number_json(text);
    json_decref(text);
    return number;
}

/* Keys that the command does not accept are ignored, as in JSON. */
static bool query_read(struct request *request, const char *query, struct fault *fault)
{
    while (*query) {
        size_t length = strcspn(query, "&"), key_length = strcspn(query, "=&");
        bool is_number;
        const char *key = key_length < length
                              ? request_optional_key(request->cmd, query, key_length, &is_number)
                              : NULL;
        if (key) {
            json_t *value = query_value(query + key_length + 1, length - key_length - 1, is_number);
            if (!value)
                return fault_bad_request(fault, key);
            /* A form sends "?game=" for "any". */
            if (json_is_string(value) && json_string_length(value) == 0)
                json_decref(value);
            else
                json_object_set_new(request->json, key, value);
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
    if (!value || json_string_length(value) == 0 || json_string_length(value) > SECRET_BYTES_MAX) {
        json_decref(value);
        return fault_set(fault, FAULT_WHO, NULL, "server.unknown_secret", NULL);
    }
    json_object_set_new(request->json, "secret", value);
    request->secret = json_string_value(value);
    return true;
}

/* The last part of the path, if the route has one. */
static bool last_part_read(struct request *request, const struct route *route, const char *path,
                           struct fault *fault)
{
    if (!route->last)
        return true;
    const char *part = path + strlen(route->path) + 1;
    json_t *value = url_text(part, strlen(part), false);
    if (!value)
        return fault_bad_request(fault, route->last);
    json_object_set_new(request->json, route->last, value);
    return true;
}

bool route_read(struct request *request, const struct hall_http_request *http, struct fault *fault)
{
    *request = (struct request){0};
    const struct route *route = route_find(http->method, http->path, fault);
    if (!route)
        return false;
    request->cmd = route->cmd;
    bool has_body = strcmp(http->method, "POST") == 0;
    bool is_hello = route->cmd == REQUEST_HELLO;
    if (!has_body)
        request->json = json_object();
    bool good = has_body ? request_read_json(request, http->body, http->size, fault)
                         : query_read(request, http->query, fault);
    if (!good || !last_part_read(request, route, http->path, fault) ||
        !secret_read(request, http->secret, has_body && is_hello, fault))
        return false;
    if (is_hello && !has_body && !http->secret)
        return fault_set(fault, FAULT_WHO, NULL, "server.say_hello", NULL);
    return request_read_fields(request, fault);
}
