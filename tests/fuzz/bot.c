/* Fuzzes a computer player for other programs with any lines; each gets one answer, which is JSON. */
#include "support.h"

#include "base/base.h"
#include "referee/referee.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bot_manner manner = {.player = player_find("expert"), .iterations = 2};
    struct bot *bot = bot_new(tested_games(), NULL, tested_texts(), &manner);
    while (size > 0) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t length = end ? (size_t)(end - data) : size;
        char *line = malloc(length + 1);
        CHECK(line);
        memcpy(line, data, length);
        line[length] = '\0';
        char *answer = bot_answer(bot, line, length);
        json_t *json = json_loads(answer, 0, NULL);
        CHECK(json && json_is_boolean(json_object_get(json, "ok")) && !strchr(answer, '\n'));
        json_decref(json);
        free(answer);
        free(line);
        data += length + (end != NULL);
        size -= length + (end != NULL);
    }
    bot_free(bot);
    return 0;
}
