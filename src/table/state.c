#include "table/state.h"

#include "base/check.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct table *table_new(const char *id, const char *data_folder)
{
    struct table *table = memory_new(sizeof *table);
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
    free(table->seed);
    free(table->holders);
    json_decref(table->position);
    match_free(&table->match);
    free(table);
}

bool table_bad_request(struct fault *fault, const char *what)
{
    return fault_set(fault, FAULT_BAD_REQUEST, NULL, "core.bad_request", "%s", what);
}
