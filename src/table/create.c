#include "table/create.h"

#include "base/alloc.h"
#include "wire/components.h"
#include "wire/json.h"

#include <stdlib.h>
#include <string.h>

bool table_begin(const struct table *table, struct match *match, struct fault *fault)
{
    const struct table_settings *settings = &table->settings;
    if (settings->seed)
        return match_start(match, settings->game, &table->components, settings->seats,
                           settings->options, settings->seed, strlen(settings->seed), fault);
    struct doc *doc = alloc_new(sizeof *doc);
    bool good =
        wire_to_doc(settings->position, doc)
            ? match_load(match, settings->game, &table->components, doc, doc_root(doc), fault)
            : game_bad_position(fault, NULL, "core.too_large", "position");
    free(doc);
    return good;
}

bool table_create(struct table *table, const char *text, struct fault *fault)
{
    struct match match = {0};
    bool good =
        table_settings_read(&table->settings, text, fault) &&
        wire_components_load(table->settings.game, table->data_folder, &table->components, fault) &&
        table_begin(table, &match, fault);
    match_free(&match);
    return good;
}
