/* What a seat remembers: tiles that others were seen to get, from the open pool or from the
 * seat's own hands, and that have not been seen to leave since.
 *
 * Until an arrow is played, such a tile is in the rack of whoever got it. An arrow may carry it on
 * to the left neighbour, unseen by all but those two, and the second arrow of a round once more.
 * So a tile is kept with the seat that got it and with the number of arrows resolved before, and
 * of every arrow is kept how many tiles each seat had to choose from, and how many of them went
 * on unseen. A world is then made by letting the arrows happen again: each seat hands on so many
 * of its tiles at random, known or not.
 *
 * This guarantees that in every world each known tile is where it can have got, that no arrow
 * moved more or fewer tiles than it did, and that no rack ever held more than its size; every such
 * world can come out. Two things it does not try to be perfect in. When a seat lays a tile that
 * may be a known one, it is taken for that one, by the shortest way that it can have come; as
 * there are two of every tile it may have been the other, and then something is forgotten, or in
 * rare cases looked for where it no longer is. And when so much is known of small racks that
 * WORLD_TRIES worlds all overfill one, only tiles known since the last arrow are sure to be right.
 */
#include "games/trakks/trakks.h"

#include "base/check.h"

#include <string.h>

enum { WORLD_TRIES = 64 };

/* Follows a tile from `home`, where it was known to be, over the arrows first to last - 1. `way`
 * has a bit for each: whether it was handed on. Returns where that ends, or -1 if it cannot have
 * gone so. With `commit`, this tile is counted off from those that the arrows could choose. */
static int way_follow(struct trakks_memory *m, int first, int last, int home, unsigned way,
                      bool commit)
{
    int seat = home;
    for (int arrow = first; arrow < last; arrow++) {
        struct trakks_handing *handing = &m->handing[arrow][seat];
        bool moved = way >> (arrow - first) & 1;
        if (moved ? handing->moved == 0 : handing->of <= handing->moved)
            return -1;
        if (commit) {
            handing->of--;
            handing->moved = (uint8_t)(handing->moved - moved);
        }
        if (moved)
            seat = handing->to;
    }
    return seat;
}

/* Finds a known tile that `seat` turned out to have before arrow `last`, the latest known first,
 * and forgets it. */
static void tile_met(struct trakks_memory *m, int seat, uint8_t tile, int last)
{
    for (int first = last; first >= 0; first--)
        for (unsigned way = 0; way < 1u << (last - first); way++)
            for (int home = 0; home < TRAKKS_SEATS_MAX; home++)
                if (tiles_have(m->known[first][home], tile) &&
                    way_follow(m, first, last, home, way, false) == seat) {
                    way_follow(m, first, last, home, way, true);
                    tiles_remove(&m->known[first][home], tile);
                    return;
                }
}

/* These tiles left a rack for all to see, and so many are still in it. */
static void rack_lost(struct trakks_memory *m, int seat, struct tiles tiles, int left)
{
    while (tiles.one)
        tile_met(m, seat, tiles_pop(&tiles), m->arrows);
    if (m->arrows == 0)
        return;
    /* Of what it held after the arrow, no more than this can be there any more. */
    struct trakks_handing *handing = &m->handing[m->arrows - 1][seat];
    int room = left - tiles_count(m->known[m->arrows][seat]);
    if (room < handing->room)
        handing->room = (uint8_t)(room < 0 ? 0 : room);
}

static void hand_observe(struct trakks_memory *m, int viewer, int seat, int to, struct tiles tiles,
                         int count, int left)
{
    int arrow = m->arrows - 1;
    struct trakks_handing *handing = &m->handing[arrow][seat];
    bool seen = seat == viewer || to == viewer;
    handing->to = (uint8_t)to;
    handing->moved = (uint8_t)(seen ? 0 : count);
    handing->of = (uint8_t)(left + handing->moved);
    handing->room = (uint8_t)(handing->room + left);
    if (seat == viewer)
        m->known[m->arrows][to] = tiles;
    else if (to == viewer)
        while (tiles.one)
            tile_met(m, seat, tiles_pop(&tiles), arrow);
    else
        m->handing[arrow][to].room = (uint8_t)(m->handing[arrow][to].room + count);
}

static int number_of(const struct doc *doc, const struct doc_node *event, const char *key)
{
    int number = 0;
    doc_number(doc_get(doc, event, key), 0, TRAKKS_TILES, &number);
    return number;
}

/* The tiles in "tiles" or "tile" that are not hidden. */
static struct tiles tiles_of(const struct doc *doc, const struct doc_node *event)
{
    struct tiles tiles = {0};
    uint8_t tile;
    const char *text = doc_text(doc, doc_get(doc, event, "tile"));
    if (text && trakks_tile_read(&text, &tile))
        tiles_add(&tiles, tile);
    DOC_EACH (doc, doc_get(doc, event, "tiles"), item) {
        text = doc_text(doc, item);
        if (text && trakks_tile_read(&text, &tile))
            tiles_add(&tiles, tile);
    }
    return tiles;
}

void trakks_observe(void *memory, int viewer, const struct doc *doc, const struct doc_node *event)
{
    struct trakks_memory *m = memory;
    const char *type = doc_text(doc, doc_get(doc, event, "type"));
    int seat = number_of(doc, event, "seat"), left = number_of(doc, event, "left");
    struct tiles tiles = tiles_of(doc, event);
    if (strcmp(type, "round") == 0) {
        *m = (struct trakks_memory){0};
    } else if (strcmp(type, "hand_over") == 0) {
        CHECK(m->arrows < TRAKKS_ARROWS);
        m->arrows++;
    } else if (strcmp(type, "hand") == 0) {
        int count = doc_count(doc_get(doc, event, "tiles"));
        hand_observe(m, viewer, seat, number_of(doc, event, "to"), tiles, count, left);
    } else if (seat == viewer) {
        return; /* the own rack is in sight */
    } else if (strcmp(type, "take") == 0) {
        m->known[m->arrows][seat] = tiles_sum(m->known[m->arrows][seat], tiles);
    } else if (strcmp(type, "place") == 0) {
        rack_lost(m, seat, tiles, left);
    } else if (strcmp(type, "plus") == 0) {
        rack_lost(m, seat, (struct tiles){.one = bit(TILE_PLUS)}, left);
    } else if (strcmp(type, "arrow") == 0) {
        rack_lost(m, seat, (struct tiles){.one = bit(TILE_ARROW)}, left);
    }
}

/* Which of the known tiles in a rack an arrow carried on: any `moved` of `of` tiles. */
static struct tiles tiles_carried(struct tiles held, const struct trakks_handing *handing,
                                  struct rng *rng)
{
    struct tiles carried = {0};
    int known = tiles_count(held), of = handing->of > known ? handing->of : known;
    for (int i = 0; i < handing->moved && of > 0; i++, of--) {
        int chosen = (int)rng_below(rng, (uint32_t)of);
        if (chosen >= known)
            continue;
        uint8_t tile = tiles_nth(held, chosen);
        tiles_remove(&held, tile);
        tiles_add(&carried, tile);
        known--;
    }
    return carried;
}

/* Lets the arrows of the round happen again, to all tiles known before the last of them. False:
 * some rack would have held too many. */
static bool world_try(const struct trakks_memory *m, struct rng *rng,
                      struct tiles held[TRAKKS_SEATS_MAX])
{
    memset(held, 0, TRAKKS_SEATS_MAX * sizeof held[0]);
    bool possible = true;
    for (int arrow = 0; arrow < m->arrows; arrow++) {
        const struct trakks_handing *handing = m->handing[arrow];
        struct tiles carried[TRAKKS_SEATS_MAX];
        for (int seat = 0; seat < TRAKKS_SEATS_MAX; seat++) {
            held[seat] = tiles_sum(held[seat], m->known[arrow][seat]);
            carried[seat] = tiles_carried(held[seat], &handing[seat], rng);
            held[seat] = tiles_difference(held[seat], carried[seat]);
        }
        for (int seat = 0; seat < TRAKKS_SEATS_MAX; seat++)
            held[handing[seat].to] = tiles_sum(held[handing[seat].to], carried[seat]);
        for (int seat = 0; seat < TRAKKS_SEATS_MAX; seat++)
            possible &= tiles_count(held[seat]) <= handing[seat].room;
    }
    return possible;
}

void trakks_memory_world(const struct trakks_memory *memory, struct rng *rng,
                         struct tiles sure[TRAKKS_SEATS_MAX], struct tiles held[TRAKKS_SEATS_MAX])
{
    memcpy(sure, memory->known[memory->arrows], sizeof memory->known[0]);
    for (int try = 0; try < WORLD_TRIES; try++)
        if (world_try(memory, rng, held))
            return;
}
