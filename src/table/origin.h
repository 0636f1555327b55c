/* What a table's match starts from, if not from a new deal: a moment of a finished match, a scene of a
 * lesson, or a puzzle. A request `create` only names it. The hall finds the position, so that no client
 * can supply one. */
#ifndef TABLE_ORIGIN_H
#define TABLE_ORIGIN_H

#include "base/buffer.h"
#include "base/fault.h"

#include <jansson.h>

enum table_origin_kind { ORIGIN_NONE, ORIGIN_RECORD, ORIGIN_LESSON, ORIGIN_PUZZLE, ORIGIN_KINDS };

enum { ORIGIN_NAME_MAX = 32 };

/* All zero: none. */
struct table_origin {
    enum table_origin_kind kind;
    /* The table of the finished match, or the game of the lesson or puzzle. "": from a file. */
    char name[ORIGIN_NAME_MAX];
    int number; /* of moves made, or of the scene or puzzle, from 0 */
};

/* Reads {"record","move"}, {"lesson","scene"} or {"puzzle","number"}, from a request or from entry 0;
 * from NULL, none. */
bool table_origin_read(struct table_origin *origin, const json_t *json, struct fault *fault);

/* The value in a request that names the origin, or contains it. NULL: none. */
const json_t *table_origin_named(const struct table_origin *origin, const json_t *json);

/* The origin as JSON; there must be one. */
json_t *table_origin_json(const struct table_origin *origin);
void table_origin_write(const struct table_origin *origin, struct buffer *out);

/* Refuse the origin: its name, or its number. Both return false. */
bool table_origin_bad_name(const struct table_origin *origin, struct fault *fault);
bool table_origin_bad_number(const struct table_origin *origin, struct fault *fault);

/* Whether the match is an exercise: computer players leave the moves to the person, and the end leaves
 * no record. */
bool table_origin_is_exercise(const struct table_origin *origin);

#endif
