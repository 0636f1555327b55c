/* Trakks. Equal tiles are indistinguishable, so a rack holds tiles whose kind the viewer knows, and
 * places from which it got unseen tiles: in the bag or in a rack at the start of the round. A tile
 * that turns out to be in a rack, because it is placed, given to the viewer or in the rack of the
 * world, is a known one if there is one; otherwise it is assigned to such a place. Using known ones
 * first loses nothing, since a place can still become any tile later.
 *
 * What others give each other at an arrow (K7) is secret. Every choice of known tiles is tried
 * until one leads to the world, so the search fails only if no history does.
 *
 * Then: racks; moves; arrows; the contract. */
#include "core/history.h"

#include "games/trakks/trakks.h"

#include <string.h>

/* Places: first those of the bag by index, then the racks. */
enum {
    PLACE_OF_RACKS = TRAKKS_BAG_MAX,
    PLACES = PLACE_OF_RACKS + TRAKKS_SEATS_MAX * TRAKKS_RACK_START,
};

struct rack {
    struct trakks_tiles known;
    uint8_t places[PLACES];
    uint8_t place_count;
};

/* What a seat gives at an arrow. */
struct gift {
    size_t number; /* of the move */
    uint8_t count;
    uint8_t tiles[TRAKKS_GIVE];  /* the known ones, TRAKKS_TILE_NONE for the others, … */
    uint8_t places[TRAKKS_GIVE]; /* … which come from here */
};

struct flow {
    struct rack racks[TRAKKS_SEATS_MAX];
    uint8_t tile_at[PLACES]; /* at the start of the round */
    struct gift gifts[TRAKKS_ARROWS][TRAKKS_SEATS_MAX];
    int arrows; /* when all gifts have arrived */
};

struct search {
    const struct history *history;
    struct history_other *other;
};

static const struct trakks_state *state_at(const struct history *history, size_t moves)
{
    return (const void *)history->states[moves].bytes;
}

static int neighbour(const struct search *search, int seat)
{
    return (seat + 1) % search->history->match->seats;
}

/* Everything that a seat has in the world, including what it is giving. */
static struct trakks_tiles tiles_in_world(const struct search *search, int seat)
{
    const struct trakks_state *world = search->other->world;
    struct trakks_tiles tiles = world->rack[seat];
    for (int i = 0; i < trakks_given_count(world, seat); i++)
        trakks_tiles_add(&tiles, world->giving[seat][i]);
    return tiles;
}

/* The tiles that a move visibly removes from the rack of its seat. */
static struct trakks_tiles tiles_shown(const struct search *search, size_t number)
{
    union game_move_storage move;
    history_move(search->history, number, &move);
    struct trakks_tiles none = {0};
    switch ((enum trakks_move)move.head.kind) {
    case TRAKKS_PLUS:
        return (struct trakks_tiles){.one = bit(TRAKKS_TILE_PLUS)};
    case TRAKKS_ARROW:
        return (struct trakks_tiles){.one = bit(TRAKKS_TILE_ARROW)};
    case TRAKKS_PLACE:
        return trakks_tiles_difference(
            trakks_table_tiles(&((const struct trakks_place *)&move.head)->table),
            trakks_table_tiles(&state_at(search->history, number)->table));
    default:
        return none;
    }
}

/* ---- Racks ---- */

/* The rack turns out to have had this tile; removes it. */
static bool tile_leaves(struct flow *flow, int seat, uint8_t tile)
{
    struct rack *rack = &flow->racks[seat];
    if (trakks_tiles_have(rack->known, tile))
        trakks_tiles_remove(&rack->known, tile);
    else if (rack->place_count > 0)
        flow->tile_at[rack->places[--rack->place_count]] = tile;
    else
        return false;
    return true;
}

static bool tiles_leave(struct flow *flow, int seat, struct trakks_tiles tiles)
{
    while (tiles.one)
        if (!tile_leaves(flow, seat, trakks_tiles_pop(&tiles)))
            return false;
    return true;
}

static void place_joins(struct flow *flow, int seat, int place, bool seen)
{
    struct rack *rack = &flow->racks[seat];
    if (seen)
        trakks_tiles_add(&rack->known, flow->tile_at[place]);
    else
        rack->places[rack->place_count++] = (uint8_t)place;
}

/* ---- Moves ---- */

static bool flow_follow(const struct search *search, const struct flow *before, size_t number);
static bool gifts_try(const struct search *search, const struct flow *before, int seat,
                      size_t number);

/* Draws up to `count` tiles from the bag as it is before move `number`. */
static void tiles_drawn(const struct search *search, struct flow *flow, int seat, int count,
                        size_t number)
{
    int bag = state_at(search->history, number)->bag_count;
    for (; count > 0 && bag > 0; count--)
        place_joins(flow, seat, --bag, seat == search->other->viewer);
}

/* Any move except the last gift of an arrow. */
static bool move_follow(const struct search *search, struct flow *flow, size_t number)
{
    int seat = search->history->match->moves[number].seat;
    union game_move_storage move;
    history_move(search->history, number, &move);
    switch ((enum trakks_move)move.head.kind) {
    case TRAKKS_TAKE:
        trakks_tiles_add(&flow->racks[seat].known, move.head.a);
        return true;
    case TRAKKS_DRAW:
        tiles_drawn(search, flow, seat, 1, number);
        return true;
    case TRAKKS_PLUS:
        tiles_drawn(search, flow, move.head.a, TRAKKS_PLUS_DRAW, number);
        break;
    case TRAKKS_GIVE_TILES:
        flow->gifts[flow->arrows][seat] = (struct gift){
            .number = number, .count = (uint8_t)(1 + (move.head.b != TRAKKS_TILE_NONE))};
        return true;
    default:
        break;
    }
    return tiles_leave(flow, seat, tiles_shown(search, number));
}

/* The match has reached the world: assigns everything that is left. */
static bool flow_end(const struct search *search, const struct flow *before)
{
    struct history_other *other = search->other;
    const struct trakks_state *world = other->world;
    struct trakks_state *start = (void *)other->start.bytes;
    struct flow flow = *before;
    for (int seat = 0; seat < world->seats; seat++)
        if (!tiles_leave(&flow, seat, tiles_in_world(search, seat)) || flow.racks[seat].known.one ||
            flow.racks[seat].place_count > 0)
            return false;
    memcpy(start->bag, flow.tile_at, start->bag_count);
    memcpy(start->bag, world->bag, world->bag_count);
    for (int seat = 0; seat < world->seats; seat++) {
        if (seat == other->viewer)
            continue;
        start->rack[seat] = (struct trakks_tiles){0};
        for (int i = 0; i < TRAKKS_RACK_START; i++)
            trakks_tiles_add(&start->rack[seat],
                             flow.tile_at[PLACE_OF_RACKS + seat * TRAKKS_RACK_START + i]);
    }
    for (int arrow = 0; arrow < TRAKKS_ARROWS; arrow++)
        for (int seat = 0; seat < world->seats; seat++) {
            const struct gift *gift = &flow.gifts[arrow][seat];
            uint8_t tiles[TRAKKS_GIVE] = {TRAKKS_TILE_NONE, TRAKKS_TILE_NONE};
            for (int i = 0; i < gift->count; i++)
                tiles[i] = arrow == flow.arrows                 ? world->giving[seat][i]
                           : gift->tiles[i] != TRAKKS_TILE_NONE ? gift->tiles[i]
                                                                : flow.tile_at[gift->places[i]];
            if (gift->count)
                history_replace(other, gift->number,
                                (struct move){TRAKKS_GIVE_TILES, tiles[0], tiles[1], 0});
        }
    return true;
}

static bool flow_follow(const struct search *search, const struct flow *before, size_t number)
{
    struct flow flow = *before;
    for (; number < search->history->match->move_count; number++) {
        if (!move_follow(search, &flow, number))
            return false;
        bool handed = state_at(search->history, number)->phase == TRAKKS_PHASE_ARROW &&
                      state_at(search->history, number + 1)->phase != TRAKKS_PHASE_ARROW;
        if (handed)
            return gifts_try(search, &flow, 0, number + 1);
    }
    return flow_end(search, &flow);
}

/* ---- Arrows ---- */

static bool hand_over(const struct search *search, const struct flow *before, size_t number)
{
    struct flow flow = *before;
    for (int seat = 0; seat < search->history->match->seats; seat++) {
        const struct gift *gift = &flow.gifts[flow.arrows][seat];
        struct rack *rack = &flow.racks[neighbour(search, seat)];
        for (int i = 0; i < gift->count; i++) {
            if (gift->tiles[i] != TRAKKS_TILE_NONE)
                trakks_tiles_add(&rack->known, gift->tiles[i]);
            else
                rack->places[rack->place_count++] = gift->places[i];
        }
    }
    flow.arrows++;
    return flow_follow(search, &flow, number);
}

/* The seat gives these known tiles, and unknown ones for the rest. */
static bool gift_try(const struct search *search, const struct flow *before, int seat,
                     size_t number, struct trakks_tiles known)
{
    struct flow flow = *before;
    struct gift *gift = &flow.gifts[flow.arrows][seat];
    struct rack *rack = &flow.racks[seat];
    int i = 0;
    rack->known = trakks_tiles_difference(rack->known, known);
    while (known.one)
        gift->tiles[i++] = trakks_tiles_pop(&known);
    for (; i < gift->count; i++) {
        if (rack->place_count == 0)
            return false;
        gift->places[i] = rack->places[--rack->place_count];
    }
    return gifts_try(search, &flow, seat + 1, number);
}

/* The kinds that the seat, or another to whom it may pass them on, turns out to have later: no
 * other known tile can have been given to it. */
static uint64_t kinds_wanted(const struct search *search, int seat, size_t number)
{
    const struct history *history = search->history;
    int next = neighbour(search, seat);
    uint64_t wanted = tiles_in_world(search, seat).one | tiles_in_world(search, next).one;
    for (; number < history->match->move_count; number++) {
        union game_move_storage move;
        int by = history->match->moves[number].seat;
        history_move(history, number, &move);
        if (by == seat || by == next)
            wanted |= tiles_shown(search, number).one;
        if (by == seat && next == search->other->viewer && move.head.kind == TRAKKS_GIVE_TILES)
            wanted |= bit(move.head.a) | bit(move.head.b);
    }
    return wanted;
}

static bool gift_secret_try(const struct search *search, const struct flow *before, int seat,
                            size_t number)
{
    struct trakks_tiles known = before->racks[seat].known, none = {0};
    if (gift_try(search, before, seat, number, none))
        return true;
    uint64_t wanted = kinds_wanted(search, neighbour(search, seat), number);
    for (uint64_t kinds = known.one & wanted; kinds;) {
        struct trakks_tiles one = {.one = bit(bits_pop(&kinds))};
        if (gift_try(search, before, seat, number, one))
            return true;
        if (before->gifts[before->arrows][seat].count == 1)
            continue;
        struct trakks_tiles rest = trakks_tiles_difference(known, one);
        for (uint64_t others = rest.one & wanted & ~(one.one - 1); others;) {
            struct trakks_tiles two =
                trakks_tiles_sum(one, (struct trakks_tiles){.one = bit(bits_pop(&others))});
            if (gift_try(search, before, seat, number, two))
                return true;
        }
    }
    return false;
}

/* Tries everything that this seat and those after it can have given. */
static bool gifts_try(const struct search *search, const struct flow *before, int seat,
                      size_t number)
{
    if (seat == search->history->match->seats)
        return hand_over(search, before, number);
    const struct gift *gift = &before->gifts[before->arrows][seat];
    if (gift->count == 0)
        return gifts_try(search, before, seat + 1, number);
    int viewer = search->other->viewer;
    if (seat != viewer && neighbour(search, seat) != viewer)
        return gift_secret_try(search, before, seat, number);
    union game_move_storage move;
    struct flow flow = *before;
    history_move(search->history, gift->number, &move);
    if (!tile_leaves(&flow, seat, move.head.a) ||
        (gift->count > 1 && !tile_leaves(&flow, seat, move.head.b)))
        return false;
    flow.gifts[flow.arrows][seat].tiles[0] = move.head.a;
    flow.gifts[flow.arrows][seat].tiles[1] = move.head.b;
    return gifts_try(search, &flow, seat + 1, number);
}

/* ---- The contract ---- */

static bool imagine(const struct history *history, struct history_other *other)
{
    size_t now = history->match->move_count;
    other->begin = now;
    while (other->begin > 0 &&
           state_at(history, other->begin - 1)->round == state_at(history, now)->round)
        other->begin--;
    other->start = history->states[other->begin];
    const struct trakks_state *start = state_at(history, other->begin);
    struct flow flow = {0};
    memcpy(flow.tile_at, start->bag, start->bag_count);
    for (int seat = 0; seat < start->seats; seat++) {
        if (seat == other->viewer) {
            flow.racks[seat].known = start->rack[seat];
            continue;
        }
        for (int i = 0; i < TRAKKS_RACK_START; i++)
            place_joins(&flow, seat, PLACE_OF_RACKS + seat * TRAKKS_RACK_START + i, false);
    }
    return flow_follow(&(struct search){history, other}, &flow, other->begin);
}

static void stream_clear(void *state)
{
    struct trakks_state *s = state;
    s->deal = (struct deal){0};
}

static bool secret(const void *state, const struct move *move)
{
    return move->kind == TRAKKS_GIVE_TILES && bits_count(trakks_to_act(state)) > 1;
}

const struct history_game history_trakks = {
    .game = &game_trakks,
    .imagine = imagine,
    .stream_clear = stream_clear,
    .secret = secret,
    .news = (const struct history_news[]){{"draw", true},
                                          {"hand", true},
                                          {"refill", false},
                                          {"round", false},
                                          {"round_end", false},
                                          {"score", false},
                                          {"over", false},
                                          {0}},
};
