/* Reads positions, and the part of a view that placings depend on. Each value is read here;
 * invariants.c then validates a whole position. */
#include "games/trakks/load.h"

#include "game/deal_text.h"
#include "game/reading.h"
#include "games/trakks/invariants.h"
#include "games/trakks/score.h"
#include "games/trakks/text.h"

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
        if (!doc_number(doc_get(doc, player, "penalty"), 0, 9 * TRAKKS_ROUND_PENALTY_FACE,
                        &penalty))
            return game_bad_player(fault, "K17", seat, "penalty");
        s->opened |= (uint8_t)(opened << seat);
        s->penalty[seat++] = (uint16_t)penalty;
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
    return trakks_invariants(s, fault) && trakks_end_agrees(s, fault);
}
