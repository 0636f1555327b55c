/* The list of public tables, made at most as often as it pays, for each game and for all. */
#include "hall/tables/tables.h"

#include "base/base.h"
#include "base/system/system.h"
#include "game/game.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

enum { LISTED_MAX = 200, REUSED_TIMES = 10 };

struct public_list {
    const struct game *game; /* NULL: all */
    char *json;
    int64_t made_us, took_us;
    struct public_list *next;
};

void public_tables_start(struct public_tables *public, const struct live_tables *tables)
{
    *public = (struct public_tables){.tables = tables};
}

void public_tables_free(struct public_tables *public)
{
    for (struct public_list *list; (list = public->first);) {
        public->first = list->next;
        free(list->json);
        free(list);
    }
}

static int newer_first(const void *a, const void *b)
{
    const struct live_table *first = *(struct live_table *const *)a;
    const struct live_table *second = *(struct live_table *const *)b;
    int64_t difference = second->table->created_ms - first->table->created_ms;
    return difference ? (difference > 0) - (difference < 0) : strcmp(first->id, second->id);
}

/* All tables that can be listed; returns how many. */
static size_t collect(const struct live_tables *tables, const struct game *game,
                      struct live_table **found)
{
    size_t count = 0, at = 0;
    for (struct live_table *live; (live = live_tables_next(tables, &at));) {
        const struct table *table = live->table;
        if (table->settings.is_public &&
            (table->state == TABLE_WAITING || table->state == TABLE_PLAYING) &&
            (!game || game == table->settings.game))
            found[count++] = live;
    }
    qsort(found, count, sizeof *found, newer_first);
    return count;
}

static char *make(const struct live_tables *tables, const struct game *game)
{
    struct live_table **found = alloc_array(tables->by_id.count + 1, sizeof(struct live_table *));
    size_t count = collect(tables, game, found);
    if (count > LISTED_MAX)
        count = LISTED_MAX;
    size_t size = count * TABLE_INFO_BYTES_MAX + 3;
    char *json = alloc_raw(size, 1);
    struct buffer out;
    buffer_start(&out, json, size);
    buffer_add_char(&out, '[');
    for (size_t i = 0; i < count; i++) {
        if (i)
            buffer_add_char(&out, ',');
        table_info_write(found[i]->table, &out);
    }
    buffer_add_char(&out, ']');
    CHECK(!out.cut);
    free(found);
    return alloc_resize(json, out.length + 1, 1);
}

static struct public_list *list_of(struct public_tables *public, const struct game *game)
{
    struct public_list *list = public->first;
    while (list && list->game != game)
        list = list->next;
    if (list)
        return list;
    list = alloc_new(sizeof *list);
    list->game = game;
    list->next = public->first;
    public->first = list;
    return list;
}

void public_tables_answer(struct public_tables *public, struct client *client,
                          const struct request *request)
{
    const struct environment *environment = client->environment;
    const struct game *game = request->game ? game_find(games_all, request->game) : NULL;
    struct public_list *list = list_of(public, game);
    int64_t now_us = environment_now_us(environment);
    if (!list->json || now_us - list->made_us >= REUSED_TIMES * list->took_us) {
        free(list->json);
        list->json = make(public->tables, game);
        list->made_us = environment_now_us(environment);
        list->took_us = list->made_us - now_us;
    }
    client_answer_text(client, request->id, "tables", list->json);
}
