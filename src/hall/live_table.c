#include "hall/live_table.h"

#include "base/alloc.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

void live_tables_start(struct live_tables *tables, struct environment *environment,
                       const struct live_table_callbacks *callbacks)
{
    *tables = (struct live_tables){
        .environment = environment, .callbacks = *callbacks, .push_writer = push_writer_new()};
}

struct live_table *live_table_new(struct live_tables *tables, struct table *table)
{
    struct live_table *live = alloc_new(sizeof *live);
    int64_t now_ms = tables->environment->now_ms;
    memcpy(live->id, table->id, sizeof live->id);
    live->tables = tables;
    live->environment = tables->environment;
    live->table = table;
    live->empty_since_ms = now_ms;
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++)
        live->seat[seat] = (struct live_seat){.live = live, .seat = seat, .away_since_ms = now_ms};
    id_map_add(&tables->by_id, live);
    return live;
}

void live_table_opened(struct live_table *live)
{
    live_table_index(live);
    live->tables->open_count += live->table->state < TABLE_OVER;
}

/* Leaves it in the map. */
static void discard(struct live_table *live)
{
    const struct live_table_callbacks *callbacks = &live->tables->callbacks;
    callbacks->forgetting(callbacks->context, live);
    person_tables_remove(&live->tables->by_person, live, &live->people);
    chat_log_free(&live->chat);
    elsewhere_free(&live->elsewhere);
    table_free(live->table);
    free(live);
}

void live_table_free(struct live_table *live)
{
    id_map_remove(&live->tables->by_id, live->id);
    discard(live);
}

void live_tables_free(struct live_tables *tables)
{
    size_t at = 0;
    for (struct live_table *live; (live = id_map_next(&tables->by_id, &at));)
        discard(live);
    id_map_free(&tables->by_id);
    person_tables_free(&tables->by_person);
    push_writer_free(tables->push_writer);
}

struct live_table *live_tables_find(const struct live_tables *tables, const char *id)
{
    return id_map_find(&tables->by_id, id);
}

struct live_table *live_tables_next(const struct live_tables *tables, size_t *at)
{
    struct live_table *live;
    do
        live = id_map_next(&tables->by_id, at);
    while (live && live->loading);
    return live;
}

void live_table_index(struct live_table *live)
{
    person_tables_update(&live->tables->by_person, live, &live->people, live->table);
}

int live_tables_count_of(const struct live_tables *tables, const char *person)
{
    struct live_table *const *found;
    int count = 0;
    for (int i = person_tables_of(&tables->by_person, person, &found) - 1; i >= 0; i--)
        count += found[i]->table->state < TABLE_OVER;
    return count;
}

void live_table_wait(struct live_table *live, struct table_wait *wait)
{
    struct table_wait **end = &live->waits;
    while (*end)
        end = &(*end)->next;
    wait->next = NULL;
    *end = wait;
}

void table_waits_end(struct table_wait *waits, struct live_table *live, bool failed)
{
    while (waits) {
        struct table_wait *wait = waits;
        waits = wait->next; /* the one who waits may free it */
        wait->done(wait, live, failed);
    }
}
