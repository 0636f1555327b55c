/* Checks a placing while a person composes it. The whole table lies on one plane; it is divided
 * into groups, every wrong line is marked, and the placing is checked like any other. */
#include "games/trakks/draft.h"

#include "games/trakks/legal.h"
#include "games/trakks/load.h"
#include "games/trakks/text.h"

#include <stdlib.h>

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
