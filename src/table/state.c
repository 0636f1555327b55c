#include "table/state.h"

#include "base/alloc.h"
#include "base/check.h"

#include <stdlib.h>
#include <string.h>

struct table *table_new(const char *id, const char *data_folder)
{
    struct table *table = alloc_new(sizeof *table);
    CHECK(strlen(id) < sizeof table->id);
    strcpy(table->id, id);
    table->data_folder = data_folder;
    table->version = -1;
    return table;
}

void table_free(struct table *table)
{
    if (!table)
        return;
    for (size_t i = 0; i < table->entry_count; i++) {
        if (!entry_is_move(table->entries[i].kind))
            free(table->entries[i].text);
        free(table->entries[i].cid);
    }
    free(table->entries);
    free(table->cid_hashes);
    free(table->holders);
    table_settings_free(&table->settings);
    match_free(&table->match);
    free(table);
}

bool table_has_auto(const struct table *table)
{
    for (int i = 0; i < table->settings.seats; i++)
        if (table->seat[i].bot == &player_auto)
            return true;
    return false;
}

bool table_is_over(const struct table *table)
{
    return table->match.game && match_is_over(&table->match);
}
