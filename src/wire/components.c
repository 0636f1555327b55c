/* Reads the components of a game. */
#include "wire/components.h"

#include "data/data.h"
#include "wire/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMPONENTS_PATH_MAX = 64 };

static void path_of(const struct game *game, char path[COMPONENTS_PATH_MAX])
{
    snprintf(path, COMPONENTS_PATH_MAX, "components/%s.json", game->id);
}

json_t *wire_components_json(const struct game *game, const char *folder)
{
    if (!game->components_load)
        return NULL;
    char path[COMPONENTS_PATH_MAX];
    path_of(game, path);
    size_t size = 0;
    char *bytes = data_read(folder, path, &size);
    json_t *json = bytes ? wire_parse(bytes, size) : NULL;
    free(bytes);
    return json;
}

bool wire_components_load(const struct game *game, const char *folder,
                          struct game_components_storage *components, struct fault *fault)
{
    memset(components, 0, sizeof *components);
    if (!game->components_load)
        return true;
    json_t *json = wire_components_json(game, folder);
    struct doc *doc = doc_new();
    bool good = json && wire_to_doc(json, doc);
    if (good) {
        good = game->components_load(doc, components->bytes, fault);
    } else {
        char path[COMPONENTS_PATH_MAX];
        path_of(game, path);
        fault_set(fault, FAULT_BAD_COMPONENTS, NULL, "core.tables_unreadable", "%s", path);
    }
    free(doc);
    json_decref(json);
    return good;
}
