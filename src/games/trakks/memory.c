/* What a seat remembers about the racks of the others, and worlds that agree with it.
 *
 * It remembers the tiles that it saw others get, from the open pool or from itself, and those that
 * it saw leave their racks: placed, played, or given to it. Equal tiles are indistinguishable. A
 * tile that leaves a rack cancels one that was seen to enter it since the last arrow, if there is
 * one. Otherwise it may be a tile that was known before and kept or passed on unseen by a
 * neighbour, or one that was never seen. That cannot be decided yet, so it is recorded as a loss.
 * For every arrow it records how many tiles each seat could choose from, and how many of them were
 * passed on unseen.
 *
 * A world is made by replaying the arrows. Each seat passes on that number of its tiles at random,
 * known or not; then its losses happen, and remove a known tile of that kind if there is one.
 * Choices that turn out to be impossible are taken back. Two things are impossible:
 *   - a rack had fewer tiles than are known to have been in it;
 *   - a known tile is left over in a rack although all tiles of its kind are visible elsewhere.
 * Nothing else can contradict what was seen, since an unknown tile can be any unseen one. So every
 * world found agrees with everything that was seen, every such world can be found, and there is
 * always at least one: the real state.
 *
 * The search looks ahead to detect dead ends early. In random games it makes about ten choices for
 * a world. If everybody collects tiles over both arrows and then places them, most worlds still
 * take a few microseconds, and the hardest a few milliseconds. */
#include "games/trakks/memory.h"

#include "base/check.h"
#include "games/trakks/text.h"

#include <string.h>

/* ---- What is seen ---- */

/* These tiles were seen to leave a rack after `arrows` arrows; `left` are still in it. Before the
 * first arrow no tile can have come from elsewhere. */
static void rack_lost(struct trakks_memory *m, int arrows, int seat, struct trakks_tiles tiles,
                      int left)
{
    struct trakks_tiles *known = &m->known[arrows][seat];
    left += trakks_tiles_count(tiles);
    while (tiles.one) {
        uint8_t tile = trakks_tiles_pop(&tiles);
        left--;
        if (trakks_tiles_have(*known, tile)) {
            trakks_tiles_remove(known, tile);
        } else if (arrows > 0) {
            uint8_t *count = &m->loss_count[arrows - 1];
            CHECK(*count < TRAKKS_LOSSES_MAX);
            m->losses[arrows - 1][(*count)++] =
                (struct trakks_loss){.seat = (uint8_t)seat,
                                     .tile = tile,
                                     .most = (uint8_t)(left - trakks_tiles_count(*known))};
        }
    }
}

static void hand_observe(struct trakks_memory *m, int viewer, int seat, int to,
                         struct trakks_tiles tiles, int count, int left)
{
    int arrow = m->arrows - 1;
    int moved = seat == viewer || to == viewer ? 0 : count;
    m->handing[arrow][seat] =
        (struct trakks_handing){.of = (uint8_t)(left + moved), .moved = (uint8_t)moved};
    if (seat == viewer)
        m->known[arrow + 1][to] = tiles;
    else if (to == viewer)
        rack_lost(m, arrow, seat, tiles, left);
}

static int number_of(const struct doc *doc, const struct doc_node *event, const char *key)
{
    int number = 0;
    doc_number(doc_get(doc, event, key), 0, TRAKKS_TILES, &number);
    return number;
}

/* The visible tiles in "tiles" or "tile". */
static struct trakks_tiles tiles_of(const struct doc *doc, const struct doc_node *event)
{
    struct trakks_tiles tiles = {0};
    uint8_t tile;
    const char *text = doc_text(doc, doc_get(doc, event, "tile"));
    if (text && trakks_tile_read(&text, &tile))
        trakks_tiles_add(&tiles, tile);
    DOC_EACH (doc, doc_get(doc, event, "tiles"), item) {
        text = doc_text(doc, item);
        if (text && trakks_tile_read(&text, &tile))
            trakks_tiles_add(&tiles, tile);
    }
    return tiles;
}

void trakks_observe(void *memory, int viewer, const struct doc *doc, const struct doc_node *event)
{
    struct trakks_memory *m = memory;
    const char *type = doc_text(doc, doc_get(doc, event, "type"));
    int seat = number_of(doc, event, "seat"), left = number_of(doc, event, "left");
    struct trakks_tiles tiles = tiles_of(doc, event);
    if (strcmp(type, "round") == 0) {
        *m = (struct trakks_memory){0};
    } else if (strcmp(type, "hand_over") == 0) {
        CHECK(m->arrows < TRAKKS_ARROWS);
        m->arrows++;
    } else if (strcmp(type, "hand") == 0) {
        int count = doc_count(doc_get(doc, event, "tiles"));
        hand_observe(m, viewer, seat, number_of(doc, event, "to"), tiles, count, left);
    } else if (seat == viewer) {
        return; /* the viewer sees its own rack */
    } else if (strcmp(type, "take") == 0) {
        m->known[m->arrows][seat] = trakks_tiles_sum(m->known[m->arrows][seat], tiles);
    } else if (strcmp(type, "place") == 0) {
        rack_lost(m, m->arrows, seat, tiles, left);
    } else if (strcmp(type, "plus") == 0) {
        rack_lost(m, m->arrows, seat, (struct trakks_tiles){.one = bit(TRAKKS_TILE_PLUS)}, left);
    } else if (strcmp(type, "arrow") == 0) {
        rack_lost(m, m->arrows, seat, (struct trakks_tiles){.one = bit(TRAKKS_TILE_ARROW)}, left);
    }
}

/* ---- Worlds ---- */

/* What stays constant during the search for a world. Seats are identified by their place: the
 * viewer is 0, its left neighbour 1, and so on. Each passes tiles to the next, and the last to the
 * viewer. */
struct world_search {
    const struct trakks_memory *memory;
    struct rng *rng;
    int seats;
    int seat_at[TRAKKS_SEATS_MAX];
    struct trakks_tiles unseen; /* unseen tiles whose place is not known */
    struct trakks_tiles lost[TRAKKS_ARROWS + 1]
                            [TRAKKS_SEATS_MAX]; /* by the number of arrows, by place */
    uint64_t lost_kinds;
};

/* The progress of the replay, by place. */
struct racks {
    struct trakks_tiles held[TRAKKS_SEATS_MAX]; /* the known tiles */
    int arrows[TRAKKS_SEATS_MAX];               /* arrows replayed, with the losses that followed */
};

/* What a place can still choose to pass on at an arrow. */
struct choice {
    int arrow, place;
    int count;                 /* number of tiles … */
    struct trakks_tiles known; /* … of these … */
    int unknown;               /* … and number of others */
};

/* A lower bound for the number of known tiles left over that cannot exist, if the places from
 * `handed` on pass on nothing more at this arrow and all others any number of tiles. From the last
 * place backwards, each tile is assumed to be lost as far to the left as it can get. Tiles from
 * earlier places get no farther, so they never compete. The bound is exact after the last arrow. */
static int surplus(const struct world_search *r, int arrow, int handed, const struct racks *racks)
{
    struct trakks_tiles lost[TRAKKS_SEATS_MAX], left_over = {0};
    for (int from = r->seats - 1; from > 0; from--) {
        struct trakks_tiles held = racks->held[from];
        int to = from + r->memory->arrows - arrow - (from >= handed);
        lost[from] = r->lost[racks->arrows[from]][from];
        for (to = to < r->seats ? to : r->seats - 1; to >= from; to--) {
            struct trakks_tiles rest = trakks_tiles_difference(held, lost[to]);
            lost[to] = trakks_tiles_difference(lost[to], held);
            held = rest;
        }
        left_over = trakks_tiles_sum(left_over, held);
    }
    return trakks_tiles_count(trakks_tiles_difference(left_over, r->unseen));
}

/* Removes the known tiles that a rack lost after this number of arrows. False if at some point
 * there were too many of them, by more than `spare`. */
static bool losses_replay(const struct world_search *r, int arrows, int place, int spare,
                          struct trakks_tiles *held)
{
    const struct trakks_memory *m = r->memory;
    int known = trakks_tiles_count(*held);
    for (int i = 0; i < m->loss_count[arrows - 1]; i++) {
        const struct trakks_loss *loss = &m->losses[arrows - 1][i];
        if (loss->seat != r->seat_at[place])
            continue;
        if (trakks_tiles_have(*held, loss->tile)) {
            trakks_tiles_remove(held, loss->tile);
            known--;
        }
        if (known > loss->most + spare)
            return false;
    }
    return true;
}

/* Replays a rack from the moment it received tiles up to the next arrow. Checks in advance whether
 * that arrow can remove enough tiles for the losses that follow. */
static bool rack_replay(const struct world_search *r, int arrows, int place, struct racks *racks)
{
    const struct trakks_memory *m = r->memory;
    int seat = r->seat_at[place];
    struct trakks_tiles *held = &racks->held[place];
    racks->arrows[place] = arrows;
    if (!losses_replay(r, arrows, place, 0, held))
        return false;
    if (arrows == m->arrows)
        return true;
    *held = trakks_tiles_sum(*held, m->known[arrows][seat]);
    struct trakks_tiles ahead = *held;
    return losses_replay(r, arrows + 1, place, m->handing[arrows][seat].moved, &ahead);
}

static bool choice_replay(const struct world_search *r, struct choice choice, struct racks *racks);

/* The places pass on tiles from the last to the first, so that no tile moves twice at one arrow. */
static bool arrow_replay(const struct world_search *r, int arrow, int place, struct racks *racks)
{
    if (arrow == r->memory->arrows)
        return true;
    if (place < 0)
        return arrow_replay(r, arrow + 1, r->seats - 1, racks);
    const struct trakks_handing *handing = &r->memory->handing[arrow][r->seat_at[place]];
    struct choice choice = {.arrow = arrow,
                            .place = place,
                            .count = handing->moved,
                            .known = racks->held[place],
                            .unknown = handing->of - trakks_tiles_count(racks->held[place])};
    return choice_replay(r, choice, racks);
}

/* A random tile, or TRAKKS_TILE_NONE for an unknown one. */
static uint8_t choice_draw(const struct choice *choice, struct rng *rng)
{
    int known = trakks_tiles_count(choice->known);
    int drawn = (int)rng_below(rng, (uint32_t)(known + choice->unknown));
    return drawn < known ? trakks_tiles_nth(choice->known, drawn) : TRAKKS_TILE_NONE;
}

/* This tile led to no world, and equivalent tiles would not either: known tiles of kinds that
 * nobody lost are interchangeable. */
static void choice_exclude(const struct world_search *r, struct choice *choice, uint8_t tile)
{
    if (tile == TRAKKS_TILE_NONE) {
        choice->unknown = 0;
        return;
    }
    uint64_t kinds = bits_have(r->lost_kinds, tile) ? bit(tile) : ~r->lost_kinds;
    choice->known.one &= ~kinds;
    choice->known.two &= ~kinds;
}

/* Tries all possible choices in random order until one leads to a world. */
static bool choice_replay(const struct world_search *r, struct choice choice, struct racks *racks)
{
    int arrow = choice.arrow, place = choice.place;
    if (surplus(r, arrow, place, racks) > choice.count)
        return false; /* each tile passed on reduces it by at most one */
    if (choice.count == 0) {
        bool fits = place + 1 == r->seats || rack_replay(r, arrow + 1, place + 1, racks);
        return fits && arrow_replay(r, arrow, place - 1, racks);
    }
    choice.count--;
    while (choice.known.one || choice.unknown) {
        struct racks next = *racks;
        struct choice rest = choice;
        uint8_t tile = choice_draw(&choice, r->rng);
        if (tile == TRAKKS_TILE_NONE) {
            rest.unknown--;
        } else {
            trakks_tiles_remove(&rest.known, tile);
            trakks_tiles_remove(&next.held[place], tile);
            trakks_tiles_add(&next.held[place + 1], tile);
        }
        if (choice_replay(r, rest, &next)) {
            *racks = next;
            return true;
        }
        choice_exclude(r, &choice, tile);
    }
    return false;
}

/* Sums up the losses of each place after each arrow and all later ones. */
static void losses_sum(struct world_search *r)
{
    const struct trakks_memory *m = r->memory;
    for (int place = 1; place < r->seats; place++)
        for (int arrow = m->arrows - 1; arrow >= 0; arrow--) {
            struct trakks_tiles *lost = &r->lost[arrow][place];
            *lost = r->lost[arrow + 1][place];
            for (int i = 0; i < m->loss_count[arrow]; i++)
                if (m->losses[arrow][i].seat == r->seat_at[place])
                    trakks_tiles_add(lost, m->losses[arrow][i].tile);
            r->lost_kinds |= lost->one;
        }
}

void trakks_memory_world(const struct trakks_memory *memory, int seats, int viewer,
                         struct trakks_tiles unseen, struct rng *rng,
                         struct trakks_tiles held[TRAKKS_SEATS_MAX])
{
    CHECK(viewer != GAME_SPECTATOR); /* only a seat remembers */
    /* Tiles that were seen since the last arrow are where they were seen to go. */
    memcpy(held, memory->known[memory->arrows], sizeof memory->known[0]);
    if (memory->arrows == 0)
        return;
    struct world_search r = {.memory = memory, .rng = rng, .seats = seats, .unseen = unseen};
    struct racks racks = {0};
    for (int place = 0; place < seats; place++) {
        int seat = r.seat_at[place] = (viewer + place) % seats;
        r.unseen = trakks_tiles_difference(r.unseen, held[seat]);
        racks.held[place] = memory->known[0][seat];
    }
    losses_sum(&r);
    CHECK(arrow_replay(&r, 0, seats - 1,
                       &racks)); /* otherwise view and memory do not belong together */
    for (int place = 0; place < seats; place++)
        held[r.seat_at[place]] = trakks_tiles_sum(held[r.seat_at[place]], racks.held[place]);
}
