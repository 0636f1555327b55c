/* Action tiles and burdens; see actions.h. */
#include "games/trakks/mind/actions.h"

#include "games/trakks/mind/solve.h"

void trakks_move_set(struct move *move, enum trakks_move kind, int a)
{
    *(struct trakks_place *)move =
        (struct trakks_place){.head = {.kind = (uint8_t)kind, .a = (uint8_t)a}};
}

int trakks_seat_ahead(const struct trakks_state *view, int seat)
{
    int ahead = -1;
    for (int other = 0; other < view->seats; other++)
        if (other != seat &&
            (ahead < 0 || trakks_rack_size(view, other) < trakks_rack_size(view, ahead)))
            ahead = other;
    return ahead;
}

bool trakks_action_play(const struct trakks_state *view, int seat, int left, struct move *move)
{
    struct trakks_tiles rack = view->rack[seat];
    int ahead = trakks_seat_ahead(view, seat);
    if (trakks_tiles_have(rack, TRAKKS_TILE_ARROW) && (left >= TRAKKS_GIVE || left == 0)) {
        trakks_move_set(move, TRAKKS_ARROW, 0);
        return true;
    }
    if (trakks_tiles_have(rack, TRAKKS_TILE_PLUS) &&
        (left == 0 || trakks_rack_size(view, ahead) <= TRAKKS_DANGER)) {
        trakks_move_set(move, TRAKKS_PLUS, ahead);
        return true;
    }
    return false;
}

/* How dispensable a tile is: it is left over, and has few neighbours among the others. */
static int tile_burden(struct trakks_tiles rack, struct trakks_tiles left, uint8_t tile)
{
    if (tile == TRAKKS_TILE_PLUS)
        return -1000; /* it would come back at once */
    if (tile == TRAKKS_TILE_ARROW)
        return 1000;
    int burden = trakks_tiles_have(left, tile) ? 100 : 0;
    return burden - 8 * bits_count(trakks_kinds_beside(bit(tile)) & rack.one) +
           (tile & TRAKKS_TILE_VALUE) / 4;
}

uint8_t trakks_burden_take(struct trakks_tiles *rack, struct trakks_tiles *left)
{
    uint8_t worst = TRAKKS_TILE_NONE;
    int most = 0;
    for (uint64_t tiles = rack->one; tiles;) {
        uint8_t tile = (uint8_t)bits_pop(&tiles);
        int burden = tile_burden(*rack, *left, tile);
        if (!worst || burden > most) {
            worst = tile;
            most = burden;
        }
    }
    trakks_tiles_remove(rack, worst);
    if (trakks_tiles_have(*left, worst))
        trakks_tiles_remove(left, worst);
    return worst;
}

void trakks_give_choose(struct trakks_tiles rack, struct trakks_tiles left, struct move *move)
{
    trakks_move_set(move, TRAKKS_GIVE_TILES, trakks_burden_take(&rack, &left));
    if (rack.one)
        move->b = trakks_burden_take(&rack, &left);
}
