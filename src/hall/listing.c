/* The list of public tables. Anybody may ask for it, again and again, and it is by far the dearest
 * answer there is: so one that took long to make is given out for ten times as long. */
#include "hall/inside.h"

#include "base/check.h"
#include "game/registry.h"

#include <stdlib.h>
#include <string.h>

enum { LISTED_MAX = 200, KEPT_TIMES = 10 };

struct listing {
    const struct game *game; /* NULL: all */
    char *json;
    int64_t made_us, took_us;
    struct listing *next;
};

static int newer_first(const void *a, const void *b)
{
    const struct live_table *first = *(struct live_table *const *)a;
    const struct live_table *second = *(struct live_table *const *)b;
    int64_t difference = second->table->created_ms - first->table->created_ms;
    return difference ? (difference > 0) - (difference < 0) : strcmp(first->id, second->id);
}

/* All that can be listed; how many. */
static size_t collect(const struct hall *hall, const struct game *game, struct live_table **found)
{
    size_t count = 0;
    for (size_t i = 0; i < hall->live_tables.capacity; i++) {
        struct live_table *live = hall->live_tables.slots[i];
        if (!live || live->loading || !live->table->is_public)
            continue;
        const struct table *table = live->table;
        if ((table->state == TABLE_WAITING || table->state == TABLE_PLAYING) &&
            (!game || game == table->game))
            found[count++] = live;
    }
    qsort(found, count, sizeof *found, newer_first);
    return count;
}

static char *make(const struct hall *hall, const struct game *game)
{
    struct live_table **found = malloc((hall->live_tables.count + 1) * sizeof *found);
    CHECK(found);
    size_t count = collect(hall, game, found);
    if (count > LISTED_MAX)
        count = LISTED_MAX;
    size_t size = count * PUSH_INFO_BYTES_MAX + 3;
    char *json = malloc(size);
    CHECK(json);
    struct buffer out;
    buffer_start(&out, json, size);
    buffer_add_char(&out, '[');
    for (size_t i = 0; i < count; i++) {
        if (i)
            buffer_add_char(&out, ',');
        push_info_write(found[i]->table, &out);
    }
    buffer_add_char(&out, ']');
    CHECK(!out.cut);
    free(found);
    char *smaller = realloc(json, out.length + 1);
    return smaller ? smaller : json;
}

static struct listing *listing_of(struct hall *hall, const struct game *game)
{
    struct listing *listing = hall->listings;
    while (listing && listing->game != game)
        listing = listing->next;
    if (listing)
        return listing;
    listing = calloc(1, sizeof *listing);
    CHECK(listing);
    listing->game = game;
    listing->next = hall->listings;
    hall->listings = listing;
    return listing;
}

void listing_tell(struct hall *hall, struct client *client, const struct request *request)
{
    const struct game *game = request->game ? game_find(games_all, request->game) : NULL;
    struct listing *listing = listing_of(hall, game);
    int64_t now_us = hall->outside.now_us(hall->outside.context);
    if (!listing->json || now_us - listing->made_us >= KEPT_TIMES * listing->took_us) {
        free(listing->json);
        listing->json = make(hall, game);
        listing->made_us = hall->outside.now_us(hall->outside.context);
        listing->took_us = listing->made_us - now_us;
    }
    client_answer_text(client, request->id, "tables", listing->json);
}

void listing_free(struct hall *hall)
{
    for (struct listing *listing; (listing = hall->listings);) {
        hall->listings = listing->next;
        free(listing->json);
        free(listing);
    }
}
