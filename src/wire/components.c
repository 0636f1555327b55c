/* Reading component tables. */
#include "wire/components.h"

#include "data/data.h"
#include "wire/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLES_PATH_MAX = 64 };

static void path_of(const struct game *game, char path[TABLES_PATH_MAX])
{
    snprintf(path, TABLES_PATH_MAX, "components/%s.json", game->id);
}

json_t *wire_tables_json(const struct game *game, const char *folder)
{
    if (!game->tables_load)
        return NULL;
    char path[TABLES_PATH_MAX];
    path_of(game, path);
    size_t size = 0;
    char *bytes = data_read(folder, path, &size);
    json_t *json = bytes ? wire_parse(bytes, size) : NULL;
    free(bytes);
    return json;
}

bool wire_tables_load(const struct game *game, const char *folder, struct game_tables_room *tables,
                      struct fault *fault)
{
    memset(tables, 0, sizeof *tables);
    if (!game->tables_load)
        return true;
    json_t *json = wire_tables_json(game, folder);
    struct doc *doc = malloc(sizeof *doc);
    bool good = json && doc && wire_to_doc(json, doc);
    if (good) {
        good = game->tables_load(doc, tables->bytes, fault);
    } else {
        char path[TABLES_PATH_MAX];
        path_of(game, path);
        fault_set(fault, FAULT_BAD_TABLES, NULL, "core.tables_unreadable", "%s", path);
    }
    free(doc);
    json_decref(json);
    return good;
}
