#include "table/past.h"

#include "base/check.h"
#include "table/table.h"

#include <string.h>

/* Starts after entry 0, which need not be read again. */
static struct table *past_new(const struct table *table)
{
    struct table *past = table_new(table->id, table->data_folder);
    past->is_past = true;
    past->version = 0;
    past->created_ms = past->changed_ms = table->created_ms;
    past->settings = table_settings_copy(&table->settings);
    past->components = table->components;
    return past;
}

struct table *table_past(const struct table *table, int64_t number, struct table *past,
                         struct game_state_storage *before)
{
    CHECK(!table->is_past && number >= 0 && number <= table->version);
    if (!past || strcmp(past->id, table->id) != 0 || past->version >= number) {
        table_free(past);
        past = past_new(table);
    }
    past->last = table->entries[past->version];
    while (past->version < number) {
        struct fault fault;
        if (before && past->version == number - 1)
            *before = past->match.state;
        CHECK(table_fold(past, &table->entries[past->version + 1], &fault));
    }
    return past;
}
