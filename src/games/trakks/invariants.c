/* Validates positions. */
#include "games/trakks/invariants.h"

#include "games/trakks/legal.h"
#include "games/trakks/score.h"

bool trakks_tiles_total(const struct trakks_state *s, struct trakks_tiles *total)
{
    *total = s->pool;
    for (int seat = 0; seat < s->seats; seat++) {
        if (trakks_tiles_exceed(*total, s->rack[seat]))
            return false;
        *total = trakks_tiles_sum(*total, s->rack[seat]);
    }
    uint8_t others[TRAKKS_SEATS_MAX * TRAKKS_GIVE + TRAKKS_GRID_TILES_MAX + TRAKKS_BAG_MAX];
    int count = 0;
    for (int seat = 0; seat < s->seats; seat++)
        for (int i = 0; i < trakks_given_count(s, seat); i++)
            others[count++] = s->giving[seat][i];
    for (int i = 0; i < s->table.tile_count; i++)
        others[count++] = s->table.tile[i];
    for (int i = 0; i < s->bag_count; i++)
        others[count++] = s->bag[i];
    for (int i = 0; i < count; i++) {
        if (bits_have(total->two, others[i]))
            return false;
        trakks_tiles_add(total, others[i]);
    }
    return true;
}

/* K1, K5: only action tiles leave the game. */
static bool tiles_add_up(const struct trakks_state *s)
{
    struct trakks_tiles total;
    return trakks_tiles_total(s, &total) &&
           (total.two & TRAKKS_TILES_NUMBERS) == TRAKKS_TILES_NUMBERS &&
           trakks_tiles_copies(total, TRAKKS_TILE_PLUS) + s->gone[TRAKKS_ACTION_PLUS] == 2 &&
           trakks_tiles_copies(total, TRAKKS_TILE_ARROW) + s->gone[TRAKKS_ACTION_ARROW] == 2;
}

/* K17: whether this number of rounds can have produced these totals. Every round has a winner. */
static bool penalties_valid(const struct trakks_state *s, const int *sums, int rounds)
{
    int most = s->options[TRAKKS_OPTION_PENALTY] == TRAKKS_PENALTY_COUNT
                   ? TRAKKS_ROUND_PENALTY_COUNT
                   : TRAKKS_ROUND_PENALTY_FACE;
    int total = 0;
    bool zero = false;
    for (int seat = 0; seat < s->seats; seat++) {
        if (sums[seat] < 0)
            return false;
        total += sums[seat];
        zero |= sums[seat] == 0;
    }
    return total <= rounds * most && (rounds != 1 || zero);
}

bool trakks_end_agrees(const struct trakks_state *s, struct fault *fault)
{
    if (s->phase != TRAKKS_PHASE_OVER)
        return true;
    int before[TRAKKS_SEATS_MAX];
    trakks_round_penalties(s, before);
    for (int seat = 0; seat < s->seats; seat++)
        before[seat] = s->penalty[seat] - before[seat];
    return penalties_valid(s, before, s->round - 1) ||
           game_bad_position(fault, "K17", "trakks.position_penalties", "players");
}

static bool table_valid(const struct trakks_state *s, struct fault *fault)
{
    for (int i = 0; i < s->table.group_count; i++) {
        struct trakks_group group = trakks_table_group(&s->table, i);
        enum trakks_grid_flaw flaw = trakks_grid_group_check(&group, NULL);
        if (flaw != TRAKKS_GRID_SOUND)
            return game_bad_position(fault, flaw == TRAKKS_GRID_LINE_WRONG ? "K10" : "K11",
                                     "trakks.position_group", "table[%d]", i);
    }
    if (s->table.group_count > trakks_groups_limit(s->seats))
        return game_bad_position(fault, "K12", "trakks.position_groups", "table");
    if (!trakks_groups_leave_one_each(s->seats, s->opened, s->table.group_count))
        return game_bad_position(fault, "K14", "trakks.position_no_room", "table");
    if ((s->opened != 0) != (s->table.tile_count > 0))
        return game_bad_position(fault, "K13", "trakks.position_opened", "table");
    return true;
}

/* K15: an empty rack ends the round, unless an arrow emptied it (but not the arrow being played
 * now). */
static bool racks_valid(const struct trakks_state *s, struct fault *fault)
{
    int arrows = s->gone[TRAKKS_ACTION_ARROW] - (s->phase == TRAKKS_PHASE_ARROW);
    for (int seat = 0; seat < s->seats; seat++) {
        bool without = !s->rack[seat].one && !trakks_given(s, seat);
        bool excused = arrows > 0 || (s->phase == TRAKKS_PHASE_ARROW && seat == s->turn);
        if (without && !excused)
            return game_bad_position(fault, "K15", "trakks.position_rack_empty", "players[%d].rack",
                                     seat);
    }
    return true;
}

static bool giving_valid(const struct trakks_state *s, struct fault *fault)
{
    for (int seat = 0; seat < s->seats; seat++) {
        int count = trakks_given_count(s, seat);
        bool too_few = count == 1 && s->rack[seat].one;
        if (too_few || (count > 0 && s->phase != TRAKKS_PHASE_ARROW))
            return game_bad_position(fault, "K7", "trakks.position_giving", "giving[%d]", seat);
    }
    if (s->phase != TRAKKS_PHASE_ARROW)
        return true;
    if (s->gone[TRAKKS_ACTION_ARROW] == 0)
        return game_bad_position(fault, "K5", "trakks.position_no_arrow", "phase");
    if (!trakks_to_act(s))
        return game_bad_position(fault, "K7", "trakks.position_all_given", "giving");
    return true;
}

static bool passes_valid(const struct trakks_state *s, struct fault *fault)
{
    bool dry = s->bag_count == 0 && !s->pool.one, over = s->phase == TRAKKS_PHASE_OVER;
    bool fits = s->passes == 0 || (dry && s->phase != TRAKKS_PHASE_ARROW);
    if (!fits || (!over && s->passes >= s->seats) || (over && s->passes % s->seats != 0))
        return game_bad_position(fault, "K16", "trakks.position_passes", "passes");
    return true;
}

/* K15, K16: the match is over when its last round is. */
static bool end_valid(const struct trakks_state *s, struct fault *fault)
{
    bool out = s->passes == s->seats;
    for (int seat = 0; seat < s->seats; seat++)
        out |= !s->rack[seat].one;
    if (!out || s->round != trakks_rounds(s))
        return game_bad_position(fault, "K15", "trakks.position_not_over", "phase");
    return true;
}

bool trakks_invariants(const void *state, struct fault *fault)
{
    const struct trakks_state *s = state;
    if (!tiles_add_up(s))
        return game_bad_position(fault, "K1", "trakks.position_tiles", "bag");
    int pool = trakks_tiles_count(s->pool);
    if (pool > TRAKKS_POOL || (pool < TRAKKS_POOL && s->bag_count))
        return game_bad_position(fault, "K3", "trakks.position_pool", "pool");
    if (!table_valid(s, fault) || !giving_valid(s, fault) || !passes_valid(s, fault))
        return false;
    if (s->phase == TRAKKS_PHASE_OVER ? !end_valid(s, fault) : !racks_valid(s, fault))
        return false;
    int sums[TRAKKS_SEATS_MAX];
    for (int seat = 0; seat < s->seats; seat++)
        sums[seat] = s->penalty[seat];
    if (!penalties_valid(s, sums, s->round - (s->phase != TRAKKS_PHASE_OVER)))
        return game_bad_position(fault, "K17", "trakks.position_penalties", "players");
    return true;
}
