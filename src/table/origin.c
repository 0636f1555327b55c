#include "table/origin.h"

#include "wire/json.h"

#include <limits.h>
#include <stdio.h>

bool table_origin_read(struct table_origin *origin, const json_t *json, struct fault *fault)
{
    *origin = (struct table_origin){0};
    if (!json || json_is_null(json))
        return true;
    const json_t *record = json_object_get(json, "record"), *move = json_object_get(json, "move");
    const char *id = wire_text(record);
    if (id ? !store_id_is_valid(id) : record && !json_is_object(record) && !json_is_null(record))
        return fault_bad_request(fault, "origin.record");
    if (!json_is_integer(move) || json_integer_value(move) < 0 ||
        json_integer_value(move) > INT_MAX)
        return fault_bad_request(fault, "origin.move");
    origin->is_set = true;
    origin->moves = (int)json_integer_value(move);
    snprintf(origin->record, sizeof origin->record, "%s", id ? id : "");
    return true;
}

json_t *table_origin_json(const struct table_origin *origin)
{
    return json_pack("{s:s?, s:i}", "record", origin->record[0] ? origin->record : NULL, "move",
                     origin->moves);
}

void table_origin_write(const struct table_origin *origin, struct buffer *out)
{
    const char *quote = origin->record[0] ? "\"" : "";
    buffer_add_format(out, "{\"record\":%s%s%s,\"move\":%d}", quote,
                      origin->record[0] ? origin->record : "null", quote, origin->moves);
}
