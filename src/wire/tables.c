/* Reading component tables. */
#include "wire/tables.h"

#include "data/data.h"
#include "wire/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool wire_tables_load(const struct game *game, const char *folder, struct game_tables_room *tables,
                      struct fault *fault)
{
    memset(tables, 0, sizeof *tables);
    if (!game->tables_load)
        return true;
    char path[64];
    snprintf(path, sizeof path, "components/%s.json", game->id);
    size_t size = 0;
    char *bytes = data_read(folder, path, &size);
    json_t *json = bytes ? wire_parse(bytes, size) : NULL;
    free(bytes);
    struct doc *doc = malloc(sizeof *doc);
    bool good = json && doc && wire_to_doc(json, doc);
    if (good)
        good = game->tables_load(doc, tables->bytes, fault);
    else
        fault_set(fault, FAULT_BAD_TABLES, NULL, "core.tables_unreadable", "%s", path);
    free(doc);
    json_decref(json);
    return good;
}
