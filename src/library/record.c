/* Matches from records. */
#include "library/match.h"

#include "library/ludosaure.h"
#include "library/scratch.h"
#include "wire/json.h"
#include "wire/record.h"

#include <string.h>

/* Makes all moves of a record. Returns false and sets `fault` if one is not legal. */
static bool record_play(const struct record *record, struct ludosaure_match *match)
{
    for (size_t i = 0; i < record->move_count; i++) {
        int seat;
        const char *text;
        record_move(record, i, &seat, &text);
        if (!ludosaure_match_play(match, seat, text))
            return false;
    }
    return true;
}

struct ludosaure_match *ludosaure_match_from_record(const char *record, const char *folder)
{
    struct scratch *scratch = scratch_get();
    struct record read;
    json_t *json = wire_parse(record, strlen(record));
    if (!json) {
        fault_set(&scratch->fault, FAULT_BAD_JSON, NULL, "core.bad_json", NULL);
        return NULL;
    }
    struct ludosaure_match *match = library_match_new();
    bool good = record_read(&read, json, &scratch->fault) &&
                record_start(&read, folder, &match->match, &scratch->fault) &&
                record_play(&read, match);
    if (good && !record_result_agrees(&read, &match->match))
        good = fault_set(&scratch->fault, FAULT_BAD_RECORD, NULL, "core.record_value", "result");
    json_decref(json);
    if (good)
        return match;
    ludosaure_match_free(match);
    return NULL;
}
