/* K8 to K14: checks a placing. The checks go from tiles (whose are they?) to shapes (are these
 * groups?) to players (has everyone opened?), so that the first failure names a rule that is broken
 * whatever the later ones say. */
#include "games/trakks/place.h"

#include "games/trakks/text.h"

bool trakks_illegal(struct fault *fault, const char *rule, const char *text, uint8_t tile)
{
    char name[TRAKKS_TILE_TEXT_MAX];
    trakks_tile_text(tile, name);
    return fault_set(fault, FAULT_ILLEGAL_MOVE, rule, text, "%s", name);
}

/* The tiles of a placing, which may be anything that a text can express. */
static bool tiles_gather(const struct trakks_place *place, struct trakks_tiles *tiles,
                         struct fault *fault)
{
    *tiles = (struct trakks_tiles){0};
    for (int i = 0; i < place->table.tile_count; i++) {
        uint8_t tile = place->table.tile[i];
        if (!trakks_tile_is_number(tile))
            return trakks_illegal(fault, "K8", "trakks.action_on_table", tile);
        if (bits_have(tiles->two, tile))
            return trakks_illegal(fault, "K8", "trakks.not_in_rack", tile);
        trakks_tiles_add(tiles, tile);
    }
    if (place->too_many)
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "K8", "trakks.too_many_tiles", NULL);
    return true;
}

/* K8: every tile of the table is still there, and the rest comes from the rack of the player. */
static bool tiles_check(const struct trakks_state *s, int seat, const struct trakks_place *place,
                        struct fault *fault)
{
    struct trakks_tiles after, before = trakks_table_tiles(&s->table);
    if (!tiles_gather(place, &after, fault))
        return false;
    struct trakks_tiles missing = trakks_tiles_difference(before, after);
    if (missing.one)
        return trakks_illegal(fault, "K8", "trakks.tile_missing", trakks_tiles_pop(&missing));
    struct trakks_tiles laid = trakks_tiles_difference(after, before);
    if (!laid.one)
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "K8", "trakks.nothing_laid", NULL);
    struct trakks_tiles foreign = trakks_tiles_difference(laid, s->rack[seat]);
    if (foreign.one)
        return trakks_illegal(fault, "K8", "trakks.not_in_rack", trakks_tiles_pop(&foreign));
    return true;
}

static bool group_refuse(enum trakks_grid_flaw flaw, const struct trakks_grid_line *line,
                         struct fault *fault)
{
    static const char *const texts[] = {
        [TRAKKS_GRID_SHARED] = "trakks.squares_shared",
        [TRAKKS_GRID_APART] = "trakks.group_apart",
        [TRAKKS_GRID_ALONE] = "trakks.tile_alone",
        [TRAKKS_GRID_LINE_OF_TWO] = "trakks.line_of_two",
        [TRAKKS_GRID_LINE_WRONG] = "trakks.line_wrong",
    };
    char storage[sizeof fault->detail], name[TRAKKS_TILE_TEXT_MAX];
    struct buffer tiles;
    buffer_start(&tiles, storage, sizeof storage);
    for (int i = 0; i < line->length && i < TRAKKS_GRID_LINE_MAX; i++) {
        trakks_tile_text(line->tile[i], name);
        buffer_add_format(&tiles, "%s%s", i ? " " : "", name);
    }
    /* Any line of two breaks K11. */
    const char *rule = flaw == TRAKKS_GRID_LINE_WRONG && line->length > 2 ? "K10" : "K11";
    return fault_set(fault, FAULT_ILLEGAL_MOVE, rule, texts[flaw], "%s", tiles.text);
}

/* K13: every group is still there, unchanged, plus one more. That one consists of own tiles,
 * because no others are left (K8). */
static bool opens(const struct trakks_table *before, const struct trakks_table *after)
{
    if (after->group_count != before->group_count + 1)
        return false;
    uint64_t found = 0;
    for (int i = 0; i < before->group_count; i++) {
        struct trakks_group group = trakks_table_group(before, i);
        int same = 0;
        for (; same < after->group_count; same++) {
            struct trakks_group other = trakks_table_group(after, same);
            if (!bits_have(found, same) && trakks_grid_groups_equal(&group, &other))
                break;
        }
        if (same == after->group_count)
            return false;
        found |= bit(same);
    }
    return true;
}

bool trakks_place_check(const struct trakks_state *s, int seat, const struct trakks_place *place,
                        struct fault *fault)
{
    const struct trakks_table *after = &place->table;
    if (!tiles_check(s, seat, place, fault))
        return false;
    if (after->group_count > trakks_groups_limit(s->seats)) /* K12 */
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "K12", "trakks.too_many_groups", "%d",
                         trakks_groups_limit(s->seats));
    for (int i = 0; i < after->group_count; i++) { /* K10, K11 */
        struct trakks_group group = trakks_table_group(after, i);
        struct trakks_grid_line line = {0};
        enum trakks_grid_flaw flaw = trakks_grid_group_check(&group, &line);
        if (flaw != TRAKKS_GRID_SOUND)
            return group_refuse(flaw, &line, fault);
    }
    if (!bits_have(s->opened, seat) && !opens(&s->table, after)) /* K13 */
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "K13", "trakks.open_first", NULL);
    if (!trakks_groups_leave_one_each(s->seats, (uint8_t)(s->opened | bit(seat)),
                                      after->group_count))
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "K14", "trakks.no_room_to_open", NULL);
    return true;
}
