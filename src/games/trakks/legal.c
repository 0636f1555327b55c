/* Who may make which move. place.c checks placings. */
#include "games/trakks/legal.h"

#include "games/trakks/place.h"

uint32_t trakks_to_act(const void *state)
{
    const struct trakks_state *s = state;
    if (s->phase == TRAKKS_PHASE_OVER)
        return 0;
    if (s->phase == TRAKKS_PHASE_TURN)
        return (uint32_t)bit(s->turn);
    uint32_t seats = 0;
    for (int seat = 0; seat < s->seats; seat++)
        if (!trakks_given(s, seat) && trakks_rack_size(s, seat) > 0) /* K7 */
            seats |= (uint32_t)bit(seat);
    return seats;
}

static bool pass_allowed(const struct trakks_state *s)
{
    return s->bag_count == 0 && !s->pool.one; /* K9 */
}

static bool give_check(const struct trakks_state *s, int seat, const struct move *move,
                       struct fault *fault)
{
    struct trakks_tiles rack = s->rack[seat];
    bool one = move->b == TRAKKS_TILE_NONE;
    if (one != (trakks_tiles_count(rack) == 1))
        return trakks_illegal(fault, "K7", one ? "trakks.give_two" : "trakks.give_one",
                              TRAKKS_TILE_NONE);
    if (!trakks_tiles_have(rack, move->a))
        return trakks_illegal(fault, "K7", "trakks.not_in_rack", move->a);
    trakks_tiles_remove(&rack, move->a);
    if (!one && !trakks_tiles_have(rack, move->b))
        return trakks_illegal(fault, "K7", "trakks.not_in_rack", move->b);
    return true;
}

bool trakks_check(const void *state, int seat, const struct move *move, struct fault *fault)
{
    const struct trakks_state *s = state;
    if (move->kind == TRAKKS_GIVE_TILES)
        return s->phase == TRAKKS_PHASE_ARROW
                   ? give_check(s, seat, move, fault)
                   : trakks_illegal(fault, "K7", "trakks.no_arrow", TRAKKS_TILE_NONE);
    if (s->phase == TRAKKS_PHASE_ARROW)
        return trakks_illegal(fault, "K7", "trakks.give_first", TRAKKS_TILE_NONE);
    switch ((enum trakks_move)move->kind) {
    case TRAKKS_TAKE:
        return trakks_tiles_have(s->pool, move->a) ||
               trakks_illegal(fault, "K3", "trakks.not_in_pool", move->a);
    case TRAKKS_DRAW:
        return s->bag_count > 0 ||
               trakks_illegal(fault, "K4", "trakks.bag_empty", TRAKKS_TILE_NONE);
    case TRAKKS_PLUS:
        if (move->a == seat)
            return trakks_illegal(fault, "K6", "trakks.not_yourself", TRAKKS_TILE_NONE);
        return trakks_tiles_have(s->rack[seat], TRAKKS_TILE_PLUS) ||
               trakks_illegal(fault, "K5", "trakks.no_plus", TRAKKS_TILE_NONE);
    case TRAKKS_ARROW:
        return trakks_tiles_have(s->rack[seat], TRAKKS_TILE_ARROW) ||
               trakks_illegal(fault, "K5", "trakks.no_own_arrow", TRAKKS_TILE_NONE);
    case TRAKKS_PLACE:
        return trakks_place_check(s, seat, (const struct trakks_place *)move, fault);
    case TRAKKS_PASS:
        return pass_allowed(s) || trakks_illegal(fault, "K9", "trakks.no_pass", TRAKKS_TILE_NONE);
    case TRAKKS_GIVE_TILES:
        break; /* handled above */
    }
    return false;
}

/* Both orders of every pair, since a person may name them either way. */
static int legal_gives(struct trakks_tiles rack, struct move *moves)
{
    if (trakks_tiles_count(rack) == 1) {
        *moves = (struct move){.kind = TRAKKS_GIVE_TILES, .a = (uint8_t)bits_first(rack.one)};
        return 1;
    }
    int count = 0;
    for (uint64_t firsts = rack.one; firsts;) {
        uint8_t a = (uint8_t)bits_pop(&firsts);
        struct trakks_tiles rest = rack;
        trakks_tiles_remove(&rest, a);
        for (uint64_t seconds = rest.one; seconds;) {
            uint8_t b = (uint8_t)bits_pop(&seconds);
            moves[count++] = (struct move){.kind = TRAKKS_GIVE_TILES, .a = a, .b = b};
        }
    }
    return count;
}

int trakks_legal(const void *state, int seat, struct move *moves)
{
    const struct trakks_state *s = state;
    if (!bits_have(trakks_to_act(s), seat))
        return 0;
    if (s->phase == TRAKKS_PHASE_ARROW)
        return legal_gives(s->rack[seat], moves);
    int count = 0;
    for (uint64_t pool = s->pool.one; pool;) {
        uint8_t tile = (uint8_t)bits_pop(&pool);
        moves[count++] = (struct move){.kind = TRAKKS_TAKE, .a = tile};
    }
    if (s->bag_count)
        moves[count++] = (struct move){.kind = TRAKKS_DRAW};
    if (trakks_tiles_have(s->rack[seat], TRAKKS_TILE_PLUS))
        for (uint8_t to = 0; to < s->seats; to++)
            if (to != seat)
                moves[count++] = (struct move){.kind = TRAKKS_PLUS, .a = to};
    if (trakks_tiles_have(s->rack[seat], TRAKKS_TILE_ARROW))
        moves[count++] = (struct move){.kind = TRAKKS_ARROW};
    if (pass_allowed(s))
        moves[count++] = (struct move){.kind = TRAKKS_PASS};
    return count;
}

const char *trakks_open_kind(const void *state, int seat)
{
    const struct trakks_state *s = state;
    return s->phase == TRAKKS_PHASE_TURN && s->turn == seat ? "place" : NULL; /* K9 */
}
