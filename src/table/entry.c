#include "table/entry.h"

#include "base/check.h"
#include "wire/json.h"

#include <stdio.h>
#include <string.h>

bool entry_is_move(int kind)
{
    return kind == ENTRY_MOVE || kind == ENTRY_MOVE_BOT || kind == ENTRY_MOVE_TIMEOUT;
}

bool entry_is_seat_change(int kind)
{
    return kind == ENTRY_SIT || kind == ENTRY_STAND || kind == ENTRY_BOT;
}

static const char *short_text(const json_t *json, const char *key, size_t size)
{
    const char *text = wire_text(json_object_get(json, key));
    return text && strlen(text) < size ? text : NULL;
}

void entry_content_read(struct entry_content *content, const char *text)
{
    content->json = text ? json_loads(text, 0, NULL) : NULL;
    content->person = short_text(content->json, "person", STORE_ID_TEXT);
    content->name = short_text(content->json, "name", STORE_NAME_MAX);
    content->level = short_text(content->json, "level", STORE_NAME_MAX);
    content->table = short_text(content->json, "table", STORE_ID_TEXT);
}

void entry_content_free(struct entry_content *content)
{
    json_decref(content->json);
}

void entry_read_person(const struct store_entry *entry, char person[STORE_ID_TEXT])
{
    struct entry_content content;
    entry_content_read(&content, entry->text);
    snprintf(person, STORE_ID_TEXT, "%s", content.person ? content.person : "");
    entry_content_free(&content);
}

/* Takes the JSON. */
static char *dump(json_t *json)
{
    CHECK(json);
    char *text = json_dumps(json, JSON_COMPACT);
    CHECK(text);
    json_decref(json);
    return text;
}

char *entry_sit_text(const char *person, const char *name)
{
    return dump(json_pack("{s:s, s:s}", "person", person, "name", name));
}

char *entry_stand_text(const char *bot_name)
{
    return dump(json_pack("{s:s}", "name", bot_name));
}

char *entry_bot_text(const char *level, const char *name)
{
    return dump(json_pack("{s:s, s:s*}", "level", level, "name", name));
}

char *entry_start_text(const char *level)
{
    return dump(json_pack("{s:s}", "level", level));
}

char *entry_rematch_text(const char *table)
{
    return dump(json_pack("{s:s}", "table", table));
}
