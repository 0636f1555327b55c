/* What a key may hold is the same in every request (`fields`); each command says which keys it needs
 * and which it accepts (`commands`).
 *
 * Then: the schema of requests. */
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
    KEY,
    LANGUAGE,
    SEAT,
    FROM,
    SINCE,
    BEFORE,
    VIEWS,
    SPECTATOR,
    NAMED,
    ON,
    PROGRAM,
    PROPOSAL,
    AGREE,
    X,
    Y,
    POWER,
    FACE,
    ENDPOINT,
    AUTH,
    REASON,
    DAYS,
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
    [KEY] = {.key = "key",
             .offset = offsetof(struct request, key),
             .type = FIELD_TEXT,
             .low = 1,
             .high = 128},
    [LANGUAGE] = {.key = "language",
                  .offset = offsetof(struct request, language),
                  .type = FIELD_TEXT,
                  .low = 2,
                  .high = 2},
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
    [NAMED] = {.key = "named", .offset = offsetof(struct request, named), .type = FIELD_BOOL},
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
    [FACE] = {.key = "face",
              .offset = offsetof(struct request, face),
              .type = FIELD_NUMBER,
              .high = STORE_FACE_MAX},
    [ENDPOINT] = {.key = "endpoint",
                  .offset = offsetof(struct request, endpoint),
                  .type = FIELD_TEXT,
                  .low = 1,
                  .high = 1000},
    [AUTH] = {.key = "auth",
              .offset = offsetof(struct request, auth),
              .type = FIELD_TEXT,
              .low = 1,
              .high = 64},
    [REASON] = {.key = "reason",
                .offset = offsetof(struct request, reason),
                .type = FIELD_TEXT,
                .low = 1,
                .high = 31},
    [DAYS] = {.key = "days",
              .offset = offsetof(struct request, days),
              .type = FIELD_NUMBER,
              .high = HOLIDAYS_MAX},
};

const char *const request_reasons[] = {"insults", "offensive", "absent", "cheating", "other", NULL};

/* A set of fields. */
#define F(name) (UINT64_C(1) << (name))

static const struct command {
    const char *name;
    enum asker asker;
    uint64_t needed, taken;
    uint64_t one_of; /* at least one of these is needed */
} commands[REQUEST_KINDS] = {
    [REQUEST_HELLO] = {.name = "hello",
                       .asker = ANYBODY,
                       .taken = F(PROGRAM),
                       .one_of = F(SECRET) | F(NAME)},
    [REQUEST_RENAME] = {.name = "rename", .asker = SOMEBODY, .needed = F(NAME)},
    [REQUEST_FACE] = {.name = "face", .asker = ACCOUNT, .needed = F(FACE)},
    [REQUEST_PAGE] = {.name = "page", .asker = ACCOUNT, .needed = F(ON), .taken = F(NAME)},
    [REQUEST_PROFILE] = {.name = "profile", .asker = ANYBODY, .needed = F(NAME)},
    [REQUEST_ACCOUNT] = {.name = "account", .asker = SOMEBODY, .needed = F(LOGIN) | F(PASSWORD)},
    [REQUEST_LOGIN] = {.name = "login", .asker = ANYBODY, .needed = F(LOGIN) | F(PASSWORD)},
    [REQUEST_PASSWORD] = {.name = "password",
                          .asker = ACCOUNT,
                          .needed = F(PASSWORD) | F(NEW_PASSWORD)},
    [REQUEST_RECOVERY] = {.name = "recovery", .asker = ACCOUNT, .needed = F(PASSWORD)},
    [REQUEST_RECOVER] = {.name = "recover",
                         .asker = ANYBODY,
                         .needed = F(LOGIN) | F(RECOVERY) | F(NEW_PASSWORD)},
    [REQUEST_DELETE] = {.name = "delete", .asker = ACCOUNT, .needed = F(PASSWORD)},
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
                       .taken = F(SINCE) | F(VIEWS) | F(SPECTATOR) | F(NAMED),
                       .one_of = F(TABLE) | F(INVITE) | F(CODE)},
    [REQUEST_UNWATCH] = {.name = "unwatch", .asker = WATCHER, .needed = F(TABLE)},
    [REQUEST_LOG] = {.name = "log", .asker = WATCHER, .needed = F(TABLE), .taken = F(BEFORE)},
    [REQUEST_SIT] = {.name = "sit", .asker = WATCHER, .needed = F(TABLE), .taken = F(SEAT)},
    [REQUEST_STAND] = {.name = "stand", .asker = PLAYER, .needed = F(TABLE)},
    [REQUEST_BOT] = {.name = "bot", .asker = HOST, .needed = F(TABLE) | F(SEAT) | F(LEVEL)},
    [REQUEST_REMOVE] = {.name = "remove", .asker = HOST, .needed = F(TABLE) | F(SEAT)},
    [REQUEST_ADMIT] = {.name = "admit", .asker = HOST, .needed = F(TABLE) | F(PERSON)},
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
    [REQUEST_VOTE] = {.name = "vote",
                      .asker = PLAYER,
                      .needed = F(TABLE),
                      .taken = F(AGREE),
                      .one_of = F(SEAT) | F(PROPOSAL)},
    [REQUEST_SUGGEST] = {.name = "suggest", .asker = PLAYER, .needed = F(TABLE), .taken = F(LEVEL)},
    [REQUEST_REMATCH] = {.name = "rematch", .asker = PLAYER, .needed = F(TABLE)},
    [REQUEST_CHAT] = {.name = "chat",
                      .asker = WATCHER,
                      .needed = F(TABLE),
                      .one_of = F(TEXT) | F(PHRASE)},
    [REQUEST_MUTE] = {.name = "mute", .asker = WATCHER, .needed = F(TABLE) | F(PERSON) | F(ON)},
    [REQUEST_PAGES] = {.name = "pages", .asker = WATCHER, .needed = F(TABLE)},
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
    [REQUEST_LISTING] = {.name = "listing", .asker = ACCOUNT, .needed = F(ON)},
    [REQUEST_CALENDAR] = {.name = "calendar", .asker = ACCOUNT, .taken = F(KEY)},
    [REQUEST_TURNS] = {.name = "turns", .asker = ANYBODY, .needed = F(KEY), .taken = F(LANGUAGE)},
    [REQUEST_PUSH] = {.name = "push",
                      .asker = ACCOUNT,
                      .taken = F(ENDPOINT) | F(KEY) | F(AUTH) | F(LANGUAGE)},
    [REQUEST_HOLIDAY] = {.name = "holiday", .asker = ACCOUNT, .taken = F(DAYS)},
    [REQUEST_PING] = {.name = "ping", .asker = ANYBODY},
    [REQUEST_INFO] = {.name = "info", .asker = ANYBODY, .one_of = F(TABLE) | F(INVITE) | F(CODE)},
    [REQUEST_FOLLOW] = {.name = "follow",
                        .asker = ACCOUNT,
                        .needed = F(ON),
                        .one_of = F(PERSON) | F(NAME)},
    [REQUEST_BLOCK] = {.name = "block",
                       .asker = ACCOUNT,
                       .needed = F(ON),
                       .one_of = F(PERSON) | F(NAME)},
    [REQUEST_REPORT] = {.name = "report",
                        .asker = SOMEBODY,
                        .needed = F(REASON),
                        .taken = F(TABLE),
                        .one_of = F(PERSON) | F(NAME)},
    [REQUEST_FRIENDS] = {.name = "friends", .asker = ACCOUNT},
    [REQUEST_INVITE_FRIEND] = {.name = "invite_friend",
                               .asker = WATCHER,
                               .needed = F(TABLE) | F(PERSON)},
    [REQUEST_DECLINE] = {.name = "decline", .asker = ACCOUNT, .needed = F(PERSON)},
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
    request->days = -1;
    request->since = -1;
    request->proposal = -1;
    request->views = true;
    request->agree = true;
    uint64_t wanted = command->needed | command->taken | command->one_of;
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
    wipe(request->key);
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
    if (field == &fields[REASON])
        return json_pack("{s:s}", "$ref", "#/$defs/ReportReason");
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
    static const char *const askers[] = {
        [ANYBODY] = "anyone",  [SOMEBODY] = "person", [ACCOUNT] = "account",
        [WATCHER] = "watcher", [PLAYER] = "seat",     [HOST] = "host"};
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

json_t *requests_schema(void)
{
    json_t *schemas = json_object();
    for (int cmd = 0; cmd < REQUEST_KINDS; cmd++) {
        json_t *schema = command_schema(&commands[cmd]);
        json_object_set_new(schema, "x-http", route_addresses((enum request_cmd)cmd));
        json_object_set_new(schemas, commands[cmd].name, schema);
    }
    return schemas;
}
