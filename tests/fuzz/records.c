/* Fuzzes records with any bytes; a record that can be read is played as far as it is legal. */
#include "support.h"

#include "base/base.h"
#include "wire/wire.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    CHECK(text);
    memcpy(text, data, size);
    text[size] = '\0';
    json_t *json = wire_parse(text, size);
    free(text);
    struct record record;
    struct match match = {0};
    struct fault fault;
    if (json && record_read(&record, json, &fault) && record_start(&record, NULL, &match, &fault)) {
        bool legal = true;
        for (size_t i = 0; i < record.move_count && legal; i++) {
            int seat;
            const char *move;
            record_move(&record, i, &seat, &move);
            legal = match_play(&match, seat, move, NULL, STORY_ALL, &fault);
        }
        record_result_agrees(&record, &match);
    }
    match_free(&match);
    json_decref(json);
    return 0;
}
