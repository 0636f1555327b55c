#include "hall/bot_name.h"

#include "table/entry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bot_name_for_seat(const struct environment *environment, int seat, char name[STORE_NAME_MAX])
{
    const char *all = texts_core(environment->settings.texts, ENGLISH, "play", "computer_names");
    const char *at = all;
    for (; seat > 0; seat--) {
        const char *comma = strchr(at, ',');
        at = comma ? comma + 1 : all;
    }
    snprintf(name, STORE_NAME_MAX, "%.*s", (int)strcspn(at, ","), at);
}

static bool is_called(const struct table *table, const char *name)
{
    for (int seat = 0; seat < table->settings.seats; seat++)
        if (strcmp(table->seat[seat].name, name) == 0)
            return true;
    return false;
}

/* The list has at least GAME_SEATS_MAX names, so one is free. */
void bot_name_at_table(const struct environment *environment, const struct table *table, int seat,
                       char name[STORE_NAME_MAX])
{
    for (int i = 0; i < GAME_SEATS_MAX; i++) {
        bot_name_for_seat(environment, seat + i, name);
        if (!is_called(table, name))
            return;
    }
}

void bot_name_entry(const struct environment *environment, const struct table *table,
                    struct store_entry *entry)
{
    struct entry_content content;
    entry_content_read(&content, entry->text);
    if ((entry->kind == ENTRY_STAND || content.level) && !content.name) {
        char name[STORE_NAME_MAX];
        bot_name_at_table(environment, table, entry->seat, name);
        free(entry->text);
        entry->text = entry->kind == ENTRY_STAND ? entry_stand_text(name)
                                                 : entry_bot_text(content.level, name);
    }
    entry_content_free(&content);
}
