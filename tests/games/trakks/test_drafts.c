/* Drafts of placings agree with the rules: a draft is allowed exactly if the match accepts the
 * placing, and exactly the lines that K10 and K11 refuse are marked. Random drafts in random games;
 * the core gets the view as a document, as the page has it.
 *
 * usage: trakks_drafts; the last line says how many games passed.
 * size: usual, since its games take long under sanitizers */
#include "trakks_support.h"

#include "base/base.h"
#include "games/trakks/trakks.h"

#include <stdio.h>
#include <stdlib.h>

enum { GAMES = 16, DRAFTS = 12, APART = 130 };

/* A table on one plane. */
struct plane {
    struct trakks_square at[TRAKKS_GRID_TILES_MAX];
    uint8_t tile[TRAKKS_GRID_TILES_MAX];
    int count;
};

static struct trakks_group plane_group(const struct plane *plane)
{
    return (struct trakks_group){plane->tile, plane->at, plane->count};
}

static struct plane plane_from(const struct trakks_table *table)
{
    struct plane plane = {.count = 0};
    for (int i = 0; i < table->group_count; i++) {
        struct trakks_group group = trakks_table_group(table, i);
        struct trakks_box box = trakks_group_box(&group);
        for (int j = 0; j < group.count; j++) {
            int x = group.at[j].x - box.left + i * APART, y = group.at[j].y - box.top;
            plane.tile[plane.count] = group.tile[j];
            plane.at[plane.count++] = (struct trakks_square){(int16_t)x, (int16_t)y};
        }
    }
    return plane;
}

/* A square beside a random tile, or elsewhere. */
static struct trakks_square square_choose(const struct plane *plane, struct rng *rng)
{
    int way = (int)rng_below(rng, 9);
    if (plane->count == 0 || way == 8)
        return (struct trakks_square){(int16_t)rng_below(rng, 500), -60};
    struct trakks_square at = plane->at[rng_below(rng, (uint32_t)plane->count)];
    int distance = way < 4 ? 1 : 1 + (int)rng_below(rng, 3);
    int x = at.x + (way % 4 == 0 ? distance : way % 4 == 1 ? -distance : 0);
    int y = at.y + (way % 4 == 2 ? distance : way % 4 == 3 ? -distance : 0);
    return (struct trakks_square){(int16_t)x, (int16_t)y};
}

static void plane_change(struct plane *plane, struct trakks_tiles rack, struct rng *rng)
{
    struct trakks_square at = square_choose(plane, rng);
    struct trakks_group group = plane_group(plane);
    bool is_free = !plane->count || !slow_tile_at(&group, at.x, at.y);
    uint32_t what = rng_below(rng, 8);
    if (what == 0 && plane->count > 0) {
        plane->count--;
    } else if (what < 3 && plane->count > 0 && is_free) {
        plane->at[rng_below(rng, (uint32_t)plane->count)] = at;
    } else if (is_free && rack.one && plane->count < TRAKKS_GRID_TILES_MAX) {
        int count = trakks_tiles_count(rack);
        plane->tile[plane->count] = trakks_tiles_nth(rack, (int)rng_below(rng, (uint32_t)count));
        plane->at[plane->count++] = at;
    }
}

/* Labels each tile with the first tile of its group. */
static void plane_label(const struct plane *plane, int label[TRAKKS_GRID_TILES_MAX])
{
    for (int i = 0; i < plane->count; i++)
        label[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < plane->count; i++)
            for (int j = 0; j < plane->count; j++)
                if (abs(plane->at[i].x - plane->at[j].x) + abs(plane->at[i].y - plane->at[j].y) ==
                        1 &&
                    label[j] < label[i]) {
                    label[i] = label[j];
                    changed = true;
                }
    }
}

/* The placing of a plane, or its draft: without groups. */
static void plane_format(const struct plane *plane, bool divided, struct buffer *text)
{
    int label[TRAKKS_GRID_TILES_MAX] = {0};
    if (divided)
        plane_label(plane, label);
    buffer_add(text, "place");
    for (int group = 0; group < plane->count; group++)
        for (int i = 0; i < plane->count; i++) {
            char name[TRAKKS_TILE_TEXT_MAX];
            if (label[i] != group)
                continue;
            trakks_tile_text(plane->tile[i], name);
            buffer_add_format(text, "%s %s@%d,%d", group > 0 && i == group ? " |" : "", name,
                              plane->at[i].x, plane->at[i].y);
        }
}

/* The flaws of a plane, counted slowly. */
static int flaws_count(const struct plane *plane)
{
    struct trakks_group group = plane_group(plane);
    int flaws = 0;
    for (int i = 0; i < plane->count; i++) {
        int neighbours = 0;
        for (int down = 0; down < 2; down++) {
            int x = plane->at[i].x, y = plane->at[i].y, dx = !down, dy = down;
            bool before = slow_tile_at(&group, x - dx, y - dy);
            bool after = slow_tile_at(&group, x + dx, y + dy);
            neighbours += before + after;
            flaws += !before && after && !slow_line_is_right(&group, x, y, dx, dy);
        }
        flaws += neighbours == 0;
    }
    return flaws;
}

/* Whether a flaw names a whole line that is wrong, from its first tile to its last, or one tile. */
static bool flaw_is_true(const struct plane *plane, const struct doc *doc,
                         const struct doc_node *flaw)
{
    const struct doc_node *tiles = doc_get(doc, flaw, "tiles");
    const char *kind = doc_text(doc, doc_get(doc, flaw, "kind"));
    struct trakks_group group = plane_group(plane);
    int numbers[TRAKKS_GRID_TILES_MAX], count = 0;
    DOC_EACH (doc, tiles, node)
        CHECK(doc_number(node, 0, plane->count - 1, &numbers[count++]));
    if (count == 1)
        return strcmp(kind, "alone") == 0;
    bool begins = count == 2 && slow_may_touch(plane->tile[numbers[0]], plane->tile[numbers[1]]);
    if (strcmp(kind, begins ? "two" : "wrong") != 0)
        return false;
    struct trakks_square first = plane->at[numbers[0]], last = plane->at[numbers[count - 1]];
    int dx = first.y == last.y, dy = !dx;
    for (int i = 0; i < count; i++)
        if (plane->at[numbers[i]].x != first.x + i * dx ||
            plane->at[numbers[i]].y != first.y + i * dy)
            return false;
    return !slow_tile_at(&group, first.x - dx, first.y - dy) &&
           !slow_tile_at(&group, last.x + dx, last.y + dy) &&
           !slow_line_is_right(&group, first.x, first.y, dx, dy);
}

static bool marks_are_true(const struct plane *plane, const struct doc *marks)
{
    int label[TRAKKS_GRID_TILES_MAX], groups = 0, told;
    plane_label(plane, label);
    for (int i = 0; i < plane->count; i++)
        groups += label[i] == i;
    const struct doc_node *root = doc_root(marks), *flaws = doc_get(marks, root, "flaws");
    DOC_EACH (marks, flaws, flaw)
        if (!flaw_is_true(plane, marks, flaw))
            return false;
    return doc_number(doc_get(marks, root, "groups"), groups, groups, &told) &&
           doc_count(flaws) == flaws_count(plane);
}

static bool draft_ask(const struct trakks_state *s, int seat, const char *text, struct doc *marks,
                      struct fault *fault)
{
    static struct doc doc;
    struct trakks_state view;
    game_trakks.view(s, seat, &view);
    doc_start(&doc);
    game_trakks.save(&game_trakks, &view, &doc, NULL);
    doc_start(marks);
    doc_object(marks, NULL);
    bool allowed = game_trakks.draft(&game_trakks, &doc, seat, text, marks, fault);
    doc_end(marks);
    return allowed;
}

/* Adds to `allowed` if the draft is a legal placing. */
static bool test_draft(const struct trakks_state *s, int seat, const struct plane *plane,
                       int *allowed)
{
    static struct doc marks;
    char draft_storage[GAME_MOVE_TEXT_MAX], move_storage[GAME_MOVE_TEXT_MAX];
    struct buffer draft, text;
    struct fault here = {0}, there = {0};
    struct trakks_place place;
    buffer_start(&draft, draft_storage, sizeof draft_storage);
    buffer_start(&text, move_storage, sizeof move_storage);
    plane_format(plane, false, &draft);
    plane_format(plane, true, &text);
    CHECK(game_trakks.parse(s, text.text, &place.head));
    bool accepted = game_trakks.check(s, seat, &place.head, &there);
    bool drafted = draft_ask(s, seat, draft.text, &marks, &here);
    const struct doc_node *flaws = doc_get(&marks, doc_root(&marks), "flaws");
    /* Of several wrong lines, the order of the tiles decides which one is named. */
    bool same = accepted == drafted && here.code == there.code &&
                (accepted || doc_count(flaws) > 0 || strcmp(here.text, there.text) == 0);
    if (!same || !marks_are_true(plane, &marks)) {
        printf("a draft is judged otherwise than the placing: %s\n", text.text);
        return false;
    }
    if (accepted) {
        struct trakks_state after = *s;
        game_trakks.apply(&after, seat, &place.head, NULL);
        CHECK(game_trakks.invariants(&after, &there));
        ++*allowed;
    }
    return true;
}

static bool test_turn(const struct trakks_state *s, int seat, struct rng *rng, int *allowed)
{
    for (int i = 0; i < DRAFTS; i++) {
        struct plane plane = plane_from(&s->table);
        union game_move_storage move = {0};
        game_trakks.sample(s, seat, rng, &move.head);
        if (move.head.kind == TRAKKS_PLACE)
            plane = plane_from(&((const struct trakks_place *)&move)->table);
        for (uint32_t changes = rng_below(rng, 4); changes > 0; changes--)
            plane_change(&plane, s->rack[seat], rng);
        if (plane.count > 0 && !test_draft(s, seat, &plane, allowed))
            return false;
    }
    return true;
}

static bool test_others(const struct trakks_state *s, int seat)
{
    static struct doc marks;
    struct fault fault = {0};
    int other = (seat + 1) % s->seats;
    if (draft_ask(s, other, "place r1@0,0", &marks, &fault) || fault.code != FAULT_NOT_YOUR_TURN)
        return false;
    if (draft_ask(s, seat, "draw", &marks, &fault) || fault.code != FAULT_BAD_MOVE)
        return false;
    return !draft_ask(s, seat, "place r1@0,0 r2@0,0", &marks, &fault) &&
           fault.code == FAULT_ILLEGAL_MOVE;
}

static bool test_game(int number, int *allowed)
{
    struct trakks_state s;
    struct rng rng;
    rng_start(&rng, (uint64_t)number);
    short_match_start(&s, "", number);
    for (uint32_t to_act; (to_act = game_trakks.to_act(&s));) {
        int seat = bits_nth(to_act, (int)rng_below(&rng, (uint32_t)bits_count(to_act)));
        if (s.phase == TRAKKS_PHASE_TURN &&
            (!test_turn(&s, seat, &rng, allowed) || !test_others(&s, seat)))
            return false;
        union game_move_storage move = {0};
        game_trakks.sample(&s, seat, &rng, &move.head);
        game_trakks.apply(&s, seat, &move.head, NULL);
    }
    return true;
}

int main(void)
{
    int passed = 0, failed = 0, allowed = 0;
    for (int number = 1; number <= GAMES; number++) {
        if (test_game(number, &allowed)) {
            passed++;
        } else {
            printf("  in game %d\n", number);
            failed++;
        }
    }
    if (allowed < 10 * GAMES) {
        printf("only %d drafts were legal placings\n", allowed);
        failed++;
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
