/* Reads positions, and the part of a view that placings depend on. Each value is read first;
 * then the whole position is validated. */
#include "games/trakks/trakks_internal.h"

#include "game/reading.h"

#include <string.h>

static bool tile_load(const struct doc *doc, const struct doc_node *item, uint8_t *tile)
{
    const char *text = doc_text(doc, item);
    return text && trakks_tile_read(&text, tile) && !*text;
}

static bool is_hidden(const struct doc *doc, const struct doc_node *item)
{
    const char *text = doc_text(doc, item);
    return text && strcmp(text, "?") == 0;
}

/* A list of tiles in any order, no third copy of any. Hidden tiles are counted in `hidden`; if that
 * is NULL, there may be none. */
static bool tiles_load(const struct doc *doc, const struct doc_node *list,
                       struct trakks_tiles *tiles, uint8_t *hidden)
{
    if (!doc_is(list, DOC_LIST) || doc_count(list) > TRAKKS_TILES)
        return false;
    DOC_EACH (doc, list, item) {
        if (hidden && is_hidden(doc, item)) {
            ++*hidden;
            continue;
        }
        uint8_t tile;
        if (!tile_load(doc, item, &tile) || bits_have(tiles->two, tile))
            return false;
        trakks_tiles_add(tiles, tile);
    }
    return true;
}

static bool group_load(const struct doc *doc, const struct doc_node *list,
                       struct trakks_table *table, struct fault *fault)
{
    int group = table->group_count;
    if (!doc_is(list, DOC_LIST) || doc_count(list) == 0 ||
        doc_count(list) > TRAKKS_GRID_TILES_MAX - table->tile_count)
        return game_bad_position(fault, "K11", "core.position_value", "table[%d]", group);
    DOC_EACH (doc, list, item) {
        const char *text = doc_text(doc, item);
        uint8_t tile;
        struct trakks_square at;
        if (!text || !trakks_placed_read(&text, &tile, &at) || *text)
            return game_bad_position(fault, "K11", "core.position_value", "table[%d]", group);
        if (!trakks_tile_is_number(tile))
            return game_bad_position(fault, "K8", "trakks.action_on_table", "table[%d]", group);
        table->tile[table->tile_count] = tile;
        table->at[table->tile_count++] = at;
    }
    table->size[table->group_count++] = (uint8_t)doc_count(list);
    return true;
}

static bool table_load(const struct doc *doc, const struct doc_node *position,
                       struct trakks_state *s, struct fault *fault)
{
    const struct doc_node *groups = doc_get(doc, position, "table");
    if (!doc_is(groups, DOC_LIST))
        return game_bad_value(fault, "K8", "table");
    if (doc_count(groups) > trakks_groups_limit(s->seats))
        return game_bad_position(fault, "K12", "trakks.position_groups", "table");
    DOC_EACH (doc, groups, list)
        if (!group_load(doc, list, &s->table, fault))
            return false;
    return true;
}

static bool bag_load(const struct doc *doc, const struct doc_node *position, struct trakks_state *s,
                     struct fault *fault)
{
    const struct doc_node *bag = doc_get(doc, position, "bag");
    if (!doc_is(bag, DOC_LIST) || doc_count(bag) > TRAKKS_BAG_MAX)
        return game_bad_value(fault, "K1", "bag");
    int next = s->bag_count = (uint8_t)doc_count(bag);
    DOC_EACH (doc, bag, item)
        if (!tile_load(doc, item, &s->bag[--next]))
            return game_bad_value(fault, "K1", "bag");
    return true;
}

static bool players_load(const struct doc *doc, const struct doc_node *position, bool is_view,
                         struct trakks_state *s, struct fault *fault)
{
    const struct doc_node *players = doc_get(doc, position, "players");
    if (!game_is_list_of(players, s->seats))
        return game_bad_value(fault, "K2", "players");
    int seat = 0;
    DOC_EACH (doc, players, player) {
        bool opened;
        int penalty;
        if (!tiles_load(doc, doc_get(doc, player, "rack"), &s->rack[seat],
                        is_view ? &s->hidden[seat] : NULL))
            return game_bad_player(fault, "K1", seat, "rack");
        if (!doc_truth(doc_get(doc, player, "opened"), &opened))
            return game_bad_player(fault, "K13", seat, "opened");
        if (!doc_number(doc_get(doc, player, "penalty"), 0,
                        TRAKKS_ROUNDS_MAX * TRAKKS_ROUND_PENALTY_FACE, &penalty))
            return game_bad_player(fault, "K17", seat, "penalty");
        s->opened |= (uint8_t)(opened << seat);
        s->penalty[seat++] = (uint32_t)penalty;
    }
    return true;
}

static bool giving_load(const struct doc *doc, const struct doc_node *position,
                        struct trakks_state *s, struct fault *fault)
{
    const struct doc_node *giving = doc_get(doc, position, "giving");
    if (!game_is_list_of(giving, s->seats))
        return game_bad_value(fault, "K7", "giving");
    int seat = 0;
    DOC_EACH (doc, giving, list) {
        struct trakks_tiles tiles = {0};
        int count = doc_count(list);
        bool given = tiles_load(doc, list, &tiles, NULL) && count >= 1 && count <= TRAKKS_GIVE;
        if (!given && !doc_is(list, DOC_NULL))
            return game_bad_position(fault, "K7", "core.position_value", "giving[%d]", seat);
        for (int i = 0; tiles.one; i++)
            s->giving[seat][i] = trakks_tiles_pop(&tiles);
        seat++;
    }
    return true;
}

static bool course_load(const struct doc *doc, const struct doc_node *position,
                        struct trakks_state *s, struct fault *fault)
{
    int round, value;
    if (!doc_number(doc_get(doc, position, "rounds"), trakks_rounds(s), trakks_rounds(s), &value))
        return game_bad_value(fault, "K17", "rounds");
    if (!doc_number(doc_get(doc, position, "round"), 1, trakks_rounds(s), &round))
        return game_bad_value(fault, "K17", "round");
    s->round = (uint8_t)round;
    if (!doc_number(doc_get(doc, position, "starter"), trakks_starter(s), trakks_starter(s),
                    &value))
        return game_bad_value(fault, "K2", "starter");
    if (!game_name_load(doc, doc_get(doc, position, "phase"), trakks_phase_names, TRAKKS_PHASES,
                        &s->phase))
        return game_bad_value(fault, NULL, "phase");
    const struct doc_node *turn = doc_get(doc, position, "turn");
    bool over = s->phase == TRAKKS_PHASE_OVER;
    if (over ? !doc_is(turn, DOC_NULL) : !doc_number(turn, 0, s->seats - 1, &value))
        return game_bad_value(fault, NULL, "turn");
    s->turn = (uint8_t)(over ? 0 : value);
    if (!doc_number(doc_get(doc, position, "passes"), 0, s->seats, &value))
        return game_bad_value(fault, "K16", "passes");
    s->passes = (uint8_t)value;
    return true;
}

/* The values that positions and views begin with. */
static bool head_load(const struct game *game, const struct doc *doc,
                      const struct doc_node *position, struct trakks_state *s, struct fault *fault)
{
    *s = (struct trakks_state){0};
    int seats;
    if (!game_head_load(game, doc, position, &seats, s->options, fault))
        return false;
    s->seats = (uint8_t)seats;
    return course_load(doc, position, s, fault) && table_load(doc, position, s, fault);
}

bool trakks_view_load(const struct game *game, const struct doc *doc, const struct doc_node *view,
                      struct trakks_state *s, struct fault *fault)
{
    return head_load(game, doc, view, s, fault) && players_load(doc, view, true, s, fault);
}

bool trakks_load(const struct game *game, const struct doc *doc, const struct doc_node *position,
                 const void *components, void *state, struct fault *fault)
{
    (void)components;
    struct trakks_state *s = state;
    if (!head_load(game, doc, position, s, fault) || !bag_load(doc, position, s, fault) ||
        !players_load(doc, position, false, s, fault) || !giving_load(doc, position, s, fault))
        return false;
    if (!tiles_load(doc, doc_get(doc, position, "pool"), &s->pool, NULL))
        return game_bad_value(fault, "K3", "pool");
    if (!game_deal_load(doc, position, &s->deal))
        return game_bad_value(fault, NULL, "rng");
    if (s->round == trakks_rounds(s))
        memset(&s->deal, 0, sizeof s->deal); /* the stream would never be used */
    struct trakks_tiles total;
    if (trakks_tiles_total(s, &total)) {
        s->gone[TRAKKS_ACTION_PLUS] = (uint8_t)(2 - trakks_tiles_copies(total, TRAKKS_TILE_PLUS));
        s->gone[TRAKKS_ACTION_ARROW] = (uint8_t)(2 - trakks_tiles_copies(total, TRAKKS_TILE_ARROW));
    }
    /* The penalties at the end follow from racks, which must be valid first. */
    return trakks_invariants(s, fault) && trakks_end_agrees(s, fault);
}

/* ---- Validation ---- */

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
        before[seat] = (int)s->penalty[seat] - before[seat];
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
 * now) or, where only a placing wins, a +3. */
static bool racks_valid(const struct trakks_state *s, struct fault *fault)
{
    int arrows = s->gone[TRAKKS_ACTION_ARROW] - (s->phase == TRAKKS_PHASE_ARROW);
    for (int seat = 0; seat < s->seats; seat++) {
        bool without = !s->rack[seat].one && !trakks_given(s, seat);
        bool plus = s->options[TRAKKS_OPTION_FINISH] == TRAKKS_FINISH_PLACING &&
                    s->gone[TRAKKS_ACTION_PLUS];
        bool excused = arrows > 0 || plus || (s->phase == TRAKKS_PHASE_ARROW && seat == s->turn);
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
        sums[seat] = (int)s->penalty[seat];
    if (!penalties_valid(s, sums, s->round - (s->phase != TRAKKS_PHASE_OVER)))
        return game_bad_position(fault, "K17", "trakks.position_penalties", "players");
    return true;
}
