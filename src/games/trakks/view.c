/* What a seat may know, and random states that fit it. */
#include "games/trakks/trakks_internal.h"

#include "base/base.h"
#include "game/reading.h"

#include <string.h>

void trakks_view(const void *state, int viewer, void *view)
{
    const struct trakks_state *s = state;
    struct trakks_state *v = view;
    *v = (struct trakks_state){.pool = s->pool,
                               .table = s->table,
                               .seats = s->seats,
                               .round = s->round,
                               .phase = s->phase,
                               .turn = s->turn,
                               .opened = s->opened,
                               .passes = s->passes,
                               .deal_hidden = !game_deal_is_zero(&s->deal),
                               .bag_count = s->bag_count};
    memcpy(v->options, s->options, sizeof v->options);
    memcpy(v->penalty, s->penalty, sizeof v->penalty);
    memcpy(v->gone, s->gone, sizeof v->gone); /* public */
    memset(v->bag, TRAKKS_TILE_HIDDEN, s->bag_count);
    for (int seat = 0; seat < s->seats; seat++) {
        if (seat == viewer) {
            v->rack[seat] = s->rack[seat];
            memcpy(v->giving[seat], s->giving[seat], sizeof v->giving[seat]);
        } else {
            v->hidden[seat] = (uint8_t)trakks_tiles_count(s->rack[seat]);
            memset(v->giving[seat], TRAKKS_TILE_HIDDEN, (size_t)trakks_given_count(s, seat));
        }
    }
}

/* All tiles of the game that the viewer cannot see. */
static struct trakks_tiles tiles_unseen(const struct trakks_state *v, int viewer)
{
    struct trakks_tiles unseen = {TRAKKS_TILES_ALL, TRAKKS_TILES_ALL};
    unseen = trakks_tiles_difference(unseen, v->pool);
    unseen = trakks_tiles_difference(unseen, trakks_table_tiles(&v->table));
    for (int i = 0; i < v->gone[TRAKKS_ACTION_PLUS]; i++)
        trakks_tiles_remove(&unseen, TRAKKS_TILE_PLUS);
    for (int i = 0; i < v->gone[TRAKKS_ACTION_ARROW]; i++)
        trakks_tiles_remove(&unseen, TRAKKS_TILE_ARROW);
    if (viewer != GAME_SPECTATOR) {
        unseen = trakks_tiles_difference(unseen, v->rack[viewer]);
        for (int i = 0; i < trakks_given_count(v, viewer); i++)
            trakks_tiles_remove(&unseen, v->giving[viewer][i]);
    }
    return unseen;
}

/* Given tiles still count for the rack, since they came from it. */
static struct trakks_unseen unseen_by(const struct trakks_state *v, int viewer)
{
    struct trakks_unseen unseen = {.tiles = tiles_unseen(v, viewer)};
    for (int seat = 0; seat < v->seats; seat++)
        if (seat != viewer)
            unseen.racks[seat] = v->hidden[seat] + trakks_given_count(v, seat);
    return unseen;
}

bool trakks_memory_fits(const void *view, int viewer, const void *memory)
{
    const struct trakks_state *v = view;
    struct trakks_unseen unseen = unseen_by(v, viewer);
    struct trakks_tiles held[TRAKKS_SEATS_MAX];
    struct rng rng;
    rng_start(&rng, 1);
    return trakks_memory_world(memory, v->seats, viewer, &unseen, &rng, held);
}

/* Chooses the tiles of a complete rack that are being given. */
static void giving_choose(struct trakks_state *s, int seat, struct rng *rng)
{
    struct trakks_tiles *rack = &s->rack[seat], given = {0};
    int count = trakks_given_count(s, seat);
    for (int i = 0; i < count; i++) {
        uint8_t tile =
            trakks_tiles_nth(*rack, (int)rng_below(rng, (uint32_t)trakks_tiles_count(*rack)));
        trakks_tiles_remove(rack, tile);
        trakks_tiles_add(&given, tile);
    }
    for (int i = 0; i < count; i++)
        s->giving[seat][i] = trakks_tiles_pop(&given);
}

void trakks_determinize(const void *view, int viewer, const void *memory, struct rng *rng,
                        void *state)
{
    struct trakks_state *s = state;
    *s = *(const struct trakks_state *)view;
    struct trakks_unseen unseen = unseen_by(s, viewer);
    if (memory) {
        struct trakks_tiles held[TRAKKS_SEATS_MAX];
        CHECK(trakks_memory_world(memory, s->seats, viewer, &unseen, rng, held));
        for (int seat = 0; seat < s->seats; seat++) {
            s->rack[seat] = trakks_tiles_sum(s->rack[seat], held[seat]);
            unseen.racks[seat] -= trakks_tiles_count(held[seat]);
            unseen.tiles = trakks_tiles_difference(unseen.tiles, held[seat]);
        }
    }

    uint8_t tiles[TRAKKS_TILES];
    uint8_t count = 0;
    while (unseen.tiles.one)
        tiles[count++] = trakks_tiles_pop(&unseen.tiles);
    rng_shuffle(rng, tiles, count);
    for (int seat = 0; seat < s->seats; seat++) {
        while (unseen.racks[seat]-- > 0)
            trakks_tiles_add(&s->rack[seat], tiles[--count]);
        s->hidden[seat] = 0;
        if (seat != viewer)
            giving_choose(s, seat, rng);
    }
    CHECK(count == s->bag_count);
    memcpy(s->bag, tiles, count);
    if (s->deal_hidden)
        game_deal_fresh(&s->deal, rng);
    s->deal_hidden = 0;
}

/* The tiles of a rack are its owner's secret, those of the bag a secret of chance. What is left in the
 * racks is shown when a round ends (K17), and what is given to others once everybody has chosen (K7). */
enum game_reveals trakks_reveals(const void *state, int seat, const struct move *move)
{
    const struct trakks_state *s = state;
    bool bag = s->bag_count > 0, last = trakks_rack_size(s, seat) == 1;
    switch ((enum trakks_move)move->kind) {
    case TRAKKS_TAKE: /* K3: the pool is filled up */
        return bag ? GAME_REVEALS_MORE : GAME_REVEALS_NOTHING;
    case TRAKKS_PLUS:
        return bag || last ? GAME_REVEALS_MORE : GAME_REVEALS_OWN;
    case TRAKKS_ARROW:
        return GAME_REVEALS_OWN;
    case TRAKKS_PLACE: {
        const struct trakks_table *after = &((const struct trakks_place *)move)->table;
        int laid = after->tile_count - s->table.tile_count;
        return laid == trakks_rack_size(s, seat) ? GAME_REVEALS_MORE : GAME_REVEALS_OWN;
    }
    case TRAKKS_PASS:
        return s->passes + 1 == s->seats ? GAME_REVEALS_MORE : GAME_REVEALS_NOTHING;
    case TRAKKS_GIVE_TILES:
        return trakks_to_act(s) & ~bit32(seat) ? GAME_REVEALS_NO_MOVE : GAME_REVEALS_MORE;
    case TRAKKS_DRAW:
        break;
    }
    return GAME_REVEALS_MORE;
}

/* ---- Aids ---- */

void trakks_aids(const void *view, int viewer, struct doc *doc)
{
    (void)viewer; /* hidden tiles are hidden in the view */
    const struct trakks_state *s = view;
    int limit = trakks_groups_limit(s->seats);
    doc_integer(doc, "groups_limit", limit); /* K12 */
    /* A group is reserved for each player who has not opened yet (K14). */
    doc_integer(doc, "groups_reserved", s->seats - bits_count(s->opened));
    doc_list(doc, "rack_penalties"); /* K17; null for a rack that the viewer does not see */
    for (int seat = 0; seat < s->seats; seat++) {
        if (s->hidden[seat])
            doc_null(doc, NULL);
        else
            doc_integer(doc, NULL, trakks_rack_penalty(s, seat));
    }
    doc_end(doc);
}
