#include "hall/listing.h"

#include "base/alloc.h"
#include "base/check.h"
#include "game/registry.h"
#include "table/info.h"

#include <stdlib.h>
#include <string.h>

enum { LISTED_MAX = 200, REUSED_TIMES = 10 };

struct listing {
    const struct game *game; /* NULL: all */
    char *json;
    int64_t made_us, took_us;
    struct listing *next;
};

void listings_start(struct listings *listings, const struct live_tables *tables)
{
    *listings = (struct listings){.tables = tables};
}

void listings_free(struct listings *listings)
{
    for (struct listing *listing; (listing = listings->first);) {
        listings->first = listing->next;
        free(listing->json);
        free(listing);
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
    char *json = alloc_resize(NULL, size, 1);
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

static struct listing *listing_of(struct listings *listings, const struct game *game)
{
    struct listing *listing = listings->first;
    while (listing && listing->game != game)
        listing = listing->next;
    if (listing)
        return listing;
    listing = alloc_new(sizeof *listing);
    listing->game = game;
    listing->next = listings->first;
    listings->first = listing;
    return listing;
}

void listing_answer(struct listings *listings, struct client *client, const struct request *request)
{
    const struct environment *environment = client->environment;
    const struct game *game = request->game ? game_find(games_all, request->game) : NULL;
    struct listing *listing = listing_of(listings, game);
    int64_t now_us = environment_now_us(environment);
    if (!listing->json || now_us - listing->made_us >= REUSED_TIMES * listing->took_us) {
        free(listing->json);
        listing->json = make(listings->tables, game);
        listing->made_us = environment_now_us(environment);
        listing->took_us = listing->made_us - now_us;
    }
    client_answer_text(client, request->id, "tables", listing->json);
}
