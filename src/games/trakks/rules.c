/* Dealing, and what a move does. Then: legal moves; penalties, and who wins. */
#include "games/trakks/trakks_internal.h"

#include "base/base.h"

#include <string.h>

static uint8_t bag_draw(struct trakks_state *s)
{
    CHECK(s->bag_count > 0);
    uint8_t tile = s->bag[--s->bag_count];
    s->bag[s->bag_count] = TRAKKS_TILE_NONE; /* unused bytes stay zero */
    return tile;
}

static void pool_fill(struct trakks_state *s, struct story *story)
{
    while (s->bag_count && trakks_tiles_count(s->pool) < TRAKKS_POOL) { /* K3 */
        uint8_t tile = bag_draw(s);
        trakks_tiles_add(&s->pool, tile);
        if (story)
            trakks_event_refill(story, tile);
    }
}

/* K1, K2: deals `round`. Options, penalties and the random stream are kept from round to round. */
static void round_deal(struct trakks_state *s)
{
    uint8_t tiles[TRAKKS_TILES];
    int count = 0;
    for (struct trakks_tiles all = {TRAKKS_TILES_ALL, TRAKKS_TILES_ALL}; all.one;)
        tiles[count++] = trakks_tiles_pop(&all);
    CHECK(count == TRAKKS_TILES);
    deal_shuffle(&s->deal, tiles, TRAKKS_TILES);
    if (s->round == trakks_rounds(s))
        memset(&s->deal, 0, sizeof s->deal); /* nothing will be shuffled again */

    memset(s->rack, 0, sizeof s->rack);
    for (int seat = 0; seat < s->seats; seat++)
        for (int i = 0; i < TRAKKS_RACK_START; i++)
            trakks_tiles_add(&s->rack[seat], tiles[--count]);
    s->pool = (struct trakks_tiles){0};
    for (int i = 0; i < TRAKKS_POOL; i++)
        trakks_tiles_add(&s->pool, tiles[--count]);
    memset(s->bag, 0, sizeof s->bag);
    memcpy(s->bag, tiles, (size_t)count);
    s->bag_count = (uint8_t)count;

    memset(&s->table, 0, sizeof s->table);
    memset(s->gone, 0, sizeof s->gone);
    s->opened = 0;
    s->passes = 0;
    s->phase = TRAKKS_PHASE_TURN;
    s->turn = (uint8_t)trakks_starter(s);
}

bool trakks_start(void *state, const struct game_setup *setup, struct fault *fault)
{
    (void)fault; /* all combinations of options are valid */
    struct trakks_state *s = state;
    *s = (struct trakks_state){.seats = (uint8_t)setup->seats, .round = 1};
    memcpy(s->options, setup->options, sizeof s->options);
    deal_start(&s->deal, setup->seed, setup->seed_length);
    round_deal(s);
    return true;
}

static void round_end(struct trakks_state *s, struct story *story)
{
    int penalties[TRAKKS_SEATS_MAX];
    trakks_round_penalties(s, penalties);
    for (int seat = 0; seat < s->seats; seat++)
        s->penalty[seat] += (uint32_t)penalties[seat];
    if (story)
        trakks_event_round_end(story, s, penalties);
    if (s->round < trakks_rounds(s)) {
        s->round++;
        round_deal(s);
        if (story)
            trakks_event_round(story, s);
    } else {
        s->phase = TRAKKS_PHASE_OVER;
        s->turn = 0;
        if (story)
            trakks_event_over(story, s);
    }
}

static void turn_end(struct trakks_state *s)
{
    s->turn = (uint8_t)((s->turn + 1) % s->seats);
}

/* K4, K6: up to `count` tiles from the bag. */
static void tiles_draw(struct trakks_state *s, int seat, int count, struct story *story)
{
    uint8_t drawn[TRAKKS_PLUS_DRAW];
    int number = 0;
    while (number < count && s->bag_count) {
        drawn[number] = bag_draw(s);
        trakks_tiles_add(&s->rack[seat], drawn[number++]);
    }
    if (story)
        trakks_event_draw(story, seat, drawn, number);
}

static void take(struct trakks_state *s, int seat, uint8_t tile, struct story *story)
{
    trakks_tiles_remove(&s->pool, tile);
    trakks_tiles_add(&s->rack[seat], tile);
    if (story)
        trakks_event_take(story, seat, tile);
    pool_fill(s, story);
    turn_end(s);
}

static void plus_play(struct trakks_state *s, int seat, int to, struct story *story)
{
    trakks_tiles_remove(&s->rack[seat], TRAKKS_TILE_PLUS);
    s->gone[TRAKKS_ACTION_PLUS]++;
    if (story)
        trakks_event_plus(story, s, seat, to);
    tiles_draw(s, to, TRAKKS_PLUS_DRAW, story);
    if (s->rack[seat].one || s->options[TRAKKS_OPTION_FINISH] == TRAKKS_FINISH_PLACING) /* K15 */
        turn_end(s);
    else
        round_end(s, story);
}

/* K7: once everybody has chosen, all tiles change hands at the same time. */
static void arrow_resolve(struct trakks_state *s, struct story *story)
{
    if (trakks_to_act(s))
        return;
    if (story)
        trakks_event_hand_over(story, s);
    for (int seat = 0; seat < s->seats; seat++)
        for (int i = trakks_given_count(s, seat) - 1; i >= 0; i--)
            trakks_tiles_add(&s->rack[(seat + 1) % s->seats], s->giving[seat][i]);
    memset(s->giving, 0, sizeof s->giving);
    s->phase = TRAKKS_PHASE_TURN;
    turn_end(s);
}

static void arrow_play(struct trakks_state *s, int seat, struct story *story)
{
    trakks_tiles_remove(&s->rack[seat], TRAKKS_TILE_ARROW);
    s->gone[TRAKKS_ACTION_ARROW]++;
    s->phase = TRAKKS_PHASE_ARROW;
    if (story)
        trakks_event_arrow(story, s, seat);
    arrow_resolve(s, story); /* in case nobody has a tile */
}

static void give(struct trakks_state *s, int seat, uint8_t a, uint8_t b, struct story *story)
{
    trakks_tiles_remove(&s->rack[seat], a);
    if (b != TRAKKS_TILE_NONE)
        trakks_tiles_remove(&s->rack[seat], b);
    bool rising = b == TRAKKS_TILE_NONE || a < b;
    s->giving[seat][0] = rising ? a : b;
    s->giving[seat][1] = rising ? b : a;
    if (story)
        trakks_event_give(story, s, seat);
    arrow_resolve(s, story);
}

static void place(struct trakks_state *s, int seat, const struct trakks_table *after,
                  struct story *story)
{
    struct trakks_tiles laid =
        trakks_tiles_difference(trakks_table_tiles(after), trakks_table_tiles(&s->table));
    bool first = !bits_have(s->opened, seat);
    s->rack[seat] = trakks_tiles_difference(s->rack[seat], laid);
    s->table = *after;
    s->opened |= (uint8_t)bit(seat);
    if (story)
        trakks_event_place(story, s, seat, laid, first);
    if (s->rack[seat].one)
        turn_end(s);
    else
        round_end(s, story); /* K15 */
}

static void pass(struct trakks_state *s, int seat, struct story *story)
{
    s->passes++;
    if (story)
        trakks_event_pass(story, s, seat);
    if (s->passes < s->seats)
        turn_end(s);
    else
        round_end(s, story); /* K16 */
}

void trakks_apply(void *state, int seat, const struct move *move, struct story *story)
{
    struct trakks_state *s = state;
    if (move->kind != TRAKKS_PASS)
        s->passes = 0;
    switch ((enum trakks_move)move->kind) {
    case TRAKKS_TAKE:
        take(s, seat, move->a, story);
        break;
    case TRAKKS_DRAW:
        tiles_draw(s, seat, 1, story);
        turn_end(s);
        break;
    case TRAKKS_PLUS:
        plus_play(s, seat, move->a, story);
        break;
    case TRAKKS_ARROW:
        arrow_play(s, seat, story);
        break;
    case TRAKKS_PLACE:
        place(s, seat, &((const struct trakks_place *)move)->table, story);
        break;
    case TRAKKS_PASS:
        pass(s, seat, story);
        break;
    case TRAKKS_GIVE_TILES:
        give(s, seat, move->a, move->b, story);
        break;
    }
}

/* ---- Legal moves ---- */

/* Who may make which move. place.c checks placings. */

uint32_t trakks_to_act(const void *state)
{
    const struct trakks_state *s = state;
    if (s->phase == TRAKKS_PHASE_OVER)
        return 0;
    if (s->phase == TRAKKS_PHASE_TURN)
        return bit32(s->turn);
    uint32_t seats = 0;
    for (int seat = 0; seat < s->seats; seat++)
        if (!trakks_given(s, seat) && trakks_rack_size(s, seat) > 0) /* K7 */
            seats |= bit32(seat);
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

/* ---- Penalties, and who wins ---- */

static int tile_penalty(const struct trakks_state *s, uint8_t tile)
{
    if (!trakks_tile_is_number(tile))
        return TRAKKS_ACTION_VALUE;
    return s->options[TRAKKS_OPTION_PENALTY] == TRAKKS_PENALTY_COUNT ? 1 : tile & TRAKKS_TILE_VALUE;
}

int trakks_rack_penalty(const struct trakks_state *s, int seat)
{
    int penalty = 0;
    for (struct trakks_tiles rack = s->rack[seat]; rack.one;)
        penalty += tile_penalty(s, trakks_tiles_pop(&rack));
    return penalty;
}

void trakks_round_penalties(const struct trakks_state *s, int penalties[TRAKKS_SEATS_MAX])
{
    int lowest = INT32_MAX;
    for (int seat = 0; seat < s->seats; seat++) {
        penalties[seat] = trakks_rack_penalty(s, seat);
        if (penalties[seat] < lowest)
            lowest = penalties[seat];
    }
    /* K15, K16: a player without tiles has the lowest sum, so one rule covers both endings. */
    for (int seat = 0; seat < s->seats; seat++)
        if (penalties[seat] == lowest)
            penalties[seat] = 0;
}

void trakks_result(const void *state, struct game_result *result)
{
    const struct trakks_state *s = state;
    *result = (struct game_result){.over = s->phase == TRAKKS_PHASE_OVER};
    uint32_t lowest = UINT32_MAX;
    for (int seat = 0; seat < s->seats; seat++) {
        result->scores[seat] = (int32_t)s->penalty[seat];
        if (!result->over)
            continue;
        if (s->penalty[seat] < lowest) { /* K17 */
            lowest = s->penalty[seat];
            result->winners = 0;
        }
        if (s->penalty[seat] == lowest)
            result->winners |= bit32(seat);
    }
}
