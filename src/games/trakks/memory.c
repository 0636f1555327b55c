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
 * always at least one: the real state. Only events that another program made up have none.
 *
 * The search looks ahead to detect dead ends early. In random games it makes about ten choices for
 * a world. If everybody collects tiles over both arrows and then places them, most worlds still
 * take a few microseconds, and the hardest a few milliseconds. */
#include "games/trakks/trakks_internal.h"

#include "base/base.h"

#include <string.h>

/* ---- What is seen ---- */

/* These tiles were seen to leave a rack after `arrows` arrows; `left` are still in it. Before the
 * first arrow no tile can have come from elsewhere. False if that is impossible. */
static bool rack_lost(struct trakks_memory *m, int arrows, int seat, struct trakks_tiles tiles,
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
            int most = left - trakks_tiles_count(*known);
            if (*count == TRAKKS_LOSSES_MAX || most < 0)
                return false;
            m->losses[arrows - 1][(*count)++] =
                (struct trakks_loss){.seat = (uint8_t)seat, .tile = tile, .most = (uint8_t)most};
        }
    }
    return true;
}

/* An event as an observer reads it. Numbers that it has not are 0. */
struct seen {
    const char *type;
    int seat, to;
    int left, count;           /* of the rack after it; of tiles, hidden ones included */
    struct trakks_tiles tiles; /* those that are visible */
};

static bool hand_observe(struct trakks_memory *m, int viewer, const struct seen *seen)
{
    int arrow = m->arrows - 1, seat = seen->seat, to = seen->to;
    if (arrow < 0 || seat == to || seen->count > TRAKKS_GIVE)
        return false;
    int moved = seat == viewer || to == viewer ? 0 : seen->count;
    m->handing[arrow][seat] =
        (struct trakks_handing){.of = (uint8_t)(seen->left + moved), .moved = (uint8_t)moved};
    if (seat == viewer)
        m->known[arrow + 1][to] = seen->tiles;
    else if (to == viewer)
        return rack_lost(m, arrow, seat, seen->tiles, seen->left);
    return true;
}

/* A number up to `max`; 0 if there is none. */
static bool number_read(const struct doc *doc, const struct doc_node *event, const char *key,
                        int max, int *number)
{
    const struct doc_node *node = doc_get(doc, event, key);
    *number = 0;
    return !node || doc_number(node, 0, max, number);
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

static bool seen_read(const struct doc *doc, const struct doc_node *event, struct seen *seen)
{
    *seen = (struct seen){.type = doc_text(doc, doc_get(doc, event, "type")),
                          .count = doc_count(doc_get(doc, event, "tiles")),
                          .tiles = tiles_of(doc, event)};
    return seen->type && number_read(doc, event, "seat", TRAKKS_SEATS_MAX - 1, &seen->seat) &&
           number_read(doc, event, "to", TRAKKS_SEATS_MAX - 1, &seen->to) &&
           number_read(doc, event, "left", TRAKKS_TILES, &seen->left);
}

/* Changes the memory even if it returns false. */
static bool seen_observe(struct trakks_memory *m, int viewer, const struct seen *seen)
{
    const char *type = seen->type;
    struct trakks_tiles *known = &m->known[m->arrows][seen->seat];
    if (strcmp(type, "round") == 0)
        *m = (struct trakks_memory){0};
    else if (strcmp(type, "hand_over") == 0)
        return m->arrows++ < TRAKKS_ARROWS;
    else if (strcmp(type, "hand") == 0)
        return hand_observe(m, viewer, seen);
    else if (seen->seat == viewer)
        return true; /* the viewer sees its own rack */
    else if (strcmp(type, "take") == 0 && trakks_tiles_exceed(*known, seen->tiles))
        return false;
    else if (strcmp(type, "take") == 0)
        *known = trakks_tiles_sum(*known, seen->tiles);
    else if (strcmp(type, "place") == 0)
        return rack_lost(m, m->arrows, seen->seat, seen->tiles, seen->left);
    else if (strcmp(type, "plus") == 0)
        return rack_lost(m, m->arrows, seen->seat,
                         (struct trakks_tiles){.one = bit(TRAKKS_TILE_PLUS)}, seen->left);
    else if (strcmp(type, "arrow") == 0)
        return rack_lost(m, m->arrows, seen->seat,
                         (struct trakks_tiles){.one = bit(TRAKKS_TILE_ARROW)}, seen->left);
    return true;
}

bool trakks_observe(void *memory, int viewer, const struct doc *doc, const struct doc_node *event)
{
    struct trakks_memory *m = memory, before = *m;
    struct seen seen;
    if (seen_read(doc, event, &seen) && seen_observe(m, viewer, &seen))
        return true;
    *m = before;
    return false;
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
    int rest[TRAKKS_SEATS_MAX]; /* by place: how many of them are in the rack */
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

/* Takes known tiles of a rack from those that are unseen, of which the rack has this many. */
static bool known_take(struct trakks_tiles known, struct trakks_tiles *unseen, int *rest)
{
    int before = trakks_tiles_count(*unseen), count = trakks_tiles_count(known);
    *unseen = trakks_tiles_difference(*unseen, known);
    *rest -= count;
    return *rest >= 0 && before - trakks_tiles_count(*unseen) == count;
}

/* Whether the known tiles can be in the racks. If they were really seen, they always can. */
static bool racks_fit(const struct world_search *r, const struct racks *racks)
{
    struct trakks_tiles unseen = r->unseen;
    for (int place = 0; place < r->seats; place++) {
        int rest = r->rest[place];
        if (!known_take(racks->held[place], &unseen, &rest))
            return false;
    }
    return true;
}

/* The places pass on tiles from the last to the first, so that no tile moves twice at one arrow. */
static bool arrow_replay(const struct world_search *r, int arrow, int place, struct racks *racks)
{
    if (arrow == r->memory->arrows)
        return racks_fit(r, racks);
    if (place < 0)
        return arrow_replay(r, arrow + 1, r->seats - 1, racks);
    const struct trakks_handing *handing = &r->memory->handing[arrow][r->seat_at[place]];
    int known = trakks_tiles_count(racks->held[place]);
    if (known > handing->of || (handing->moved > 0 && place + 1 == r->seats))
        return false; /* the viewer sees what the last place passes on to it */
    struct choice choice = {.arrow = arrow,
                            .place = place,
                            .count = handing->moved,
                            .known = racks->held[place],
                            .unknown = handing->of - known};
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

bool trakks_memory_world(const struct trakks_memory *memory, int seats, int viewer,
                         const struct trakks_unseen *unseen, struct rng *rng,
                         struct trakks_tiles held[TRAKKS_SEATS_MAX])
{
    CHECK(viewer != GAME_SPECTATOR); /* only a seat remembers */
    /* Tiles that were seen since the last arrow are where they were seen to go. */
    memcpy(held, memory->known[memory->arrows], sizeof memory->known[0]);
    struct world_search r = {.memory = memory, .rng = rng, .seats = seats, .unseen = unseen->tiles};
    struct racks racks = {0};
    for (int place = 0; place < seats; place++) {
        int seat = r.seat_at[place] = (viewer + place) % seats;
        r.rest[place] = unseen->racks[seat];
        if (!known_take(held[seat], &r.unseen, &r.rest[place]))
            return false;
        racks.held[place] = memory->known[0][seat];
    }
    if (memory->arrows == 0)
        return true;
    losses_sum(&r);
    if (!arrow_replay(&r, 0, seats - 1, &racks))
        return false;
    for (int place = 0; place < seats; place++)
        held[r.seat_at[place]] = trakks_tiles_sum(held[r.seat_at[place]], racks.held[place]);
    return true;
}
