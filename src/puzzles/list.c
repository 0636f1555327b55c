#include "puzzles/list.h"

#include "data/data.h"
#include "wire/json.h"

#include <stdio.h>
#include <stdlib.h>

json_t *puzzle_list(const struct game *game, const char *folder)
{
    char path[64];
    size_t size = 0;
    snprintf(path, sizeof path, "puzzles/%s.json", game->id);
    char *bytes = game->puzzle ? data_read(folder, path, &size) : NULL;
    json_t *json = bytes ? wire_parse(bytes, size) : NULL;
    free(bytes);
    return json;
}

int puzzle_list_count(const json_t *list)
{
    return (int)json_array_size(json_object_get(list, "puzzles"));
}

const json_t *puzzle_list_entry(const json_t *list, int number)
{
    return json_array_get(json_object_get(list, "puzzles"), (size_t)number);
}
