#include "table/forget.h"

#include "base/check.h"
#include "wire/json.h"

#include <stdlib.h>
#include <string.h>

void table_named_people(const struct table *table, void (*visit)(void *context, const char *person),
                        void *context)
{
    visit(context, table->settings.host);
    for (size_t i = 0; i < table->entry_count; i++) {
        char person[STORE_ID_TEXT] = "";
        if (table->entries[i].kind == ENTRY_SIT)
            entry_read_person(&table->entries[i], person);
        if (person[0])
            visit(context, person);
    }
}

static void forget(char *name, const char *of, const char *person)
{
    if (strcmp(of, person) == 0)
        name[0] = '\0';
}

/* The member of the text that names this person: the text itself, or its host; NULL if there is none. */
static json_t *naming_part(json_t *json, const char *person)
{
    json_t *host = json_object_get(json, "host");
    const char *sits = wire_text(json_object_get(json, "person"));
    const char *hosts = wire_text(json_object_get(host, "id"));
    if (sits && strcmp(sits, person) == 0)
        return json;
    return hosts && strcmp(hosts, person) == 0 ? host : NULL;
}

static void forget_entry(struct store_entry *entry, const char *person)
{
    if (entry->kind != ENTRY_CREATE && entry->kind != ENTRY_SIT)
        return;
    json_t *json = entry->text ? json_loads(entry->text, 0, NULL) : NULL;
    json_t *part = naming_part(json, person);
    if (part) {
        json_object_set_new(part, "name", json_string(""));
        free(entry->text);
        entry->text = json_dumps(json, JSON_COMPACT);
        CHECK(entry->text);
    }
    json_decref(json);
}

void table_forget_person(struct table *table, const char *person)
{
    forget(table->settings.host_name, table->settings.host, person);
    for (int i = 0; i < table->settings.seats; i++) {
        forget(table->seat[i].name, table->seat[i].person, person);
        forget(table->seat[i].absent_name, table->seat[i].absent, person);
    }
    forget(table->before.name, table->before.person, person);
    forget(table->before.absent_name, table->before.absent, person);
    for (int i = 0; i < table->holder_count; i++)
        forget(table->holders[i].name, table->holders[i].person, person);
    for (size_t i = 0; i < table->entry_count; i++)
        forget_entry(&table->entries[i], person);
    if (table->entry_count > 0)
        table->last.text = table->entries[table->entry_count - 1].text;
}
