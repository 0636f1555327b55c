/* K8 to K14: checks a placing. The checks go from tiles (whose are they?) to shapes (are these
 * groups?) to players (has everyone opened?), so that the first failure names a rule that is broken
 * whatever the later ones say.
 *
 * Then: drafts. */
#include "games/trakks/trakks_internal.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

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

/* ---- Drafts ---- */

/* Checks a placing while a person composes it. The whole table lies on one plane; it is divided
 * into groups, every wrong line is marked, and the placing is checked like any other. */

struct draft {
    struct trakks_place place;
    uint8_t origin[TRAKKS_GRID_TILES_MAX]; /* of each tile: its index in the text */
    uint8_t size[TRAKKS_GRID_TILES_MAX];   /* of each group; `place` holds the first few only */
    int groups;
};

/* Tiles on the same square also count: they are in one group, which is refused. */
static bool are_connected(struct trakks_square a, struct trakks_square b)
{
    return abs(a.x - b.x) + abs(a.y - b.y) <= 1;
}

/* Sorts the tiles by groups. */
static void draft_divide(struct draft *draft, const struct trakks_place *plane)
{
    const struct trakks_table *from = &plane->table;
    struct trakks_table *to = &draft->place.table;
    bool taken[TRAKKS_GRID_TILES_MAX] = {false};
    int count = 0;
    *draft = (struct draft){.place = {.head = plane->head, .too_many = plane->too_many}};
    for (int first = 0; first < from->tile_count; first++) {
        if (taken[first])
            continue;
        int begin = count;
        taken[first] = true;
        draft->origin[count++] = (uint8_t)first;
        for (int i = begin; i < count; i++)
            for (int other = 0; other < from->tile_count; other++)
                if (!taken[other] && are_connected(from->at[draft->origin[i]], from->at[other])) {
                    taken[other] = true;
                    draft->origin[count++] = (uint8_t)other;
                }
        draft->size[draft->groups++] = (uint8_t)(count - begin);
    }
    for (int i = 0; i < count; i++) {
        to->tile[i] = from->tile[draft->origin[i]];
        to->at[i] = from->at[draft->origin[i]];
    }
    bool fits = draft->groups <= TRAKKS_GROUPS_MAX;
    to->tile_count = (uint8_t)count;
    to->group_count = (uint8_t)(fits ? draft->groups : TRAKKS_GROUPS_MAX + 1);
    memcpy(to->size, draft->size, sizeof to->size);
}

static void flaw_begin(struct doc *marks, const char *kind)
{
    doc_object(marks, NULL);
    doc_string(marks, "kind", kind);
    doc_list(marks, "tiles");
}

static void flaw_end(struct doc *marks)
{
    doc_end(marks);
    doc_end(marks);
}

static int tile_find(const struct trakks_group *group, int x, int y)
{
    int i = 0;
    while (group->at[i].x != x || group->at[i].y != y)
        i++;
    return i;
}

static void line_mark(const struct trakks_grid *grid, const struct trakks_group *group, int line,
                      const uint8_t *origin, struct doc *marks)
{
    int down = line % 2, step = down ? grid->stride : 1, length = 0;
    struct trakks_square at = group->at[line / 2];
    const uint8_t *first = &grid->cell[trakks_grid_cell(grid, at)];
    while (first[length * step])
        length++;
    bool begins = length == 2 && trakks_tiles_may_touch(first[0], first[step]);
    flaw_begin(marks, begins ? "two" : "wrong");
    for (int i = 0; i < length; i++) {
        int tile = tile_find(group, at.x + (down ? 0 : i), at.y + (down ? i : 0));
        doc_integer(marks, NULL, origin[tile]);
    }
    flaw_end(marks);
}

/* Marks what K10 and K11 refuse. Of a group with two tiles on one square nothing is marked. */
static void group_mark(const struct trakks_group *group, const uint8_t *origin, struct doc *marks)
{
    struct trakks_grid grid;
    if (group->count == 1) {
        flaw_begin(marks, "alone");
        doc_integer(marks, NULL, origin[0]);
        flaw_end(marks);
        return;
    }
    if (trakks_grid_lay(&grid, group) != TRAKKS_GRID_SOUND)
        return;
    for (int line = -1; (line = trakks_grid_line_wrong(&grid, group, line + 1)) >= 0;)
        line_mark(&grid, group, line, origin, marks);
}

static void draft_mark(const struct trakks_state *s, int seat, const struct draft *draft,
                       struct doc *marks)
{
    const struct trakks_table *table = &draft->place.table;
    uint8_t opened = s->opened;
    if (table->tile_count > s->table.tile_count) /* K13 */
        opened = (uint8_t)(opened | bit(seat));
    doc_integer(marks, "groups", draft->groups);
    doc_integer(marks, "groups_reserved", s->seats - bits_count(opened));
    doc_bool(marks, "crowded", !trakks_groups_leave_one_each(s->seats, opened, draft->groups));
    doc_list(marks, "flaws");
    for (int i = 0, first = 0; i < draft->groups; first += draft->size[i++]) {
        struct trakks_group group = {&table->tile[first], &table->at[first], draft->size[i]};
        group_mark(&group, &draft->origin[first], marks);
    }
    doc_end(marks);
}

bool trakks_draft(const struct game *game, const struct doc *view, int seat, const char *text,
                  struct doc *marks, struct fault *fault)
{
    struct trakks_state s;
    struct trakks_place plane;
    struct draft draft;
    if (!trakks_view_load(game, view, doc_root(view), &s, fault))
        return false;
    if (!trakks_parse(&s, text, &plane.head) || plane.head.kind != TRAKKS_PLACE)
        return fault_set(fault, FAULT_BAD_MOVE, NULL, "core.bad_move", "%.60s", text);
    if (!bits_have(trakks_to_act(&s), seat))
        return fault_set(fault, FAULT_NOT_YOUR_TURN, NULL, "core.not_your_turn", NULL);
    draft_divide(&draft, &plane);
    draft_mark(&s, seat, &draft, marks);
    return trakks_check(&s, seat, &draft.place.head, fault);
}
