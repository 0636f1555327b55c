/* Routes of HTTP requests: each becomes the JSON object of the same command, which is read like any other. */
#include "hall/front/front.h"

#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_BYTES_MAX = 512, SECRET_BYTES_MAX = 128 };

/* `last` is the key whose value is the last part of the path; NULL: there is none. */
static const struct route {
    const char *method, *path, *last;
    enum request_cmd cmd;
} routes[] = {
    {.method = "POST", .path = "/api/people", .cmd = REQUEST_HELLO},
    {.method = "GET", .path = "/api/people", .last = "name", .cmd = REQUEST_PROFILE},
    {.method = "GET", .path = "/api/me", .cmd = REQUEST_HELLO},
    {.method = "POST", .path = "/api/face", .cmd = REQUEST_FACE},
    {.method = "POST", .path = "/api/page", .cmd = REQUEST_PAGE},
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
    {.method = "POST", .path = "/api/calendar", .cmd = REQUEST_CALENDAR},
    {.method = "POST", .path = "/api/push", .cmd = REQUEST_PUSH},
    {.method = "POST", .path = "/api/holiday", .cmd = REQUEST_HOLIDAY},
    {.method = "POST", .path = "/api/follow", .cmd = REQUEST_FOLLOW},
    {.method = "POST", .path = "/api/block", .cmd = REQUEST_BLOCK},
    {.method = "POST", .path = "/api/report", .cmd = REQUEST_REPORT},
    {.method = "GET", .path = "/api/friends", .cmd = REQUEST_FRIENDS},
    {.method = "GET", .path = "/api/turns", .last = "key", .cmd = REQUEST_TURNS},
};

json_t *route_addresses(enum request_cmd cmd)
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
