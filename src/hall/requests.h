/* Turns the bytes of a message into a struct request. This is the only place that checks types and
 * lengths: after it every value is of the right type and within its limits. */
#ifndef HALL_REQUESTS_H
#define HALL_REQUESTS_H

#include "base/fault.h"

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

enum request_cmd {
    REQUEST_HELLO,
    REQUEST_RENAME,
    REQUEST_ACCOUNT,
    REQUEST_LOGIN,
    REQUEST_PASSWORD,
    REQUEST_RECOVERY,
    REQUEST_RECOVER,
    REQUEST_DELETE,
    REQUEST_LOGOUT,
    REQUEST_GAMES,
    REQUEST_COMPONENTS,
    REQUEST_LESSON,
    REQUEST_TABLES,
    REQUEST_CREATE,
    REQUEST_INVITE,
    REQUEST_WATCH,
    REQUEST_UNWATCH,
    REQUEST_LOG,
    REQUEST_SIT,
    REQUEST_STAND,
    REQUEST_BOT,
    REQUEST_START,
    REQUEST_MOVE,
    REQUEST_SUGGEST,
    REQUEST_REMATCH,
    REQUEST_CHAT,
    REQUEST_MUTE,
    REQUEST_GESTURE,
    REQUEST_RECORD,
    REQUEST_RECORDS,
    REQUEST_SHARE,
    REQUEST_STATS,
    REQUEST_RATINGS,
    REQUEST_LEADERBOARD,
    REQUEST_LISTING,
    REQUEST_PING,
    REQUEST_INFO,
    REQUEST_KINDS
};

/* Who may send a request. From WATCHER on, the request is about a table that the client watches. */
enum asker { ANYBODY, SOMEBODY, WATCHER, PLAYER, HOST };
enum asker request_asker(enum request_cmd cmd);

/* Absent values are NULL, or the default of docs/api.md, or -1. Texts point into `json`, which the
 * request owns. All zero is an empty request. */
struct request {
    json_t *json;
    enum request_cmd cmd;
    char *id; /* as JSON text; NULL: none */
    const char *table, *invite, *code, *secret, *name, *login, *password, *new_password, *recovery,
        *game, *move, *cid, *text, *person, *level;
    bool has_level; /* `level` was given, perhaps as null */
    int seat;
    int64_t since, before;
    bool views, spectator, on;
    int x, y, power;
};

/* Returns false and sets `fault` if the message is not a valid request. request->id is set even
 * then, if it could be read. The request must be freed in either case. */
bool request_read(struct request *request, char *bytes, size_t size, struct fault *fault);

/* The parts of request_read, for requests that come in another way: */

/* Parses the JSON object and finds the id. */
bool request_read_json(struct request *request, const char *bytes, size_t size,
                       struct fault *fault);
/* Reads the values that request->cmd needs and accepts from request->json. */
bool request_read_fields(struct request *request, struct fault *fault);
/* The key spelled by `text` if the command accepts, but does not need it; else NULL. */
const char *request_optional_key(enum request_cmd cmd, const char *text, size_t length,
                                 bool *is_number);

void request_free(struct request *request);

/* Moves a request out of *from, which becomes empty. */
struct request request_take(struct request *from);

#endif
