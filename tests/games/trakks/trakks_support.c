/* What the tests of Trakks share. Chapters: short matches; slow checks; a composer under test. */
#include "trakks_support.h"

#include "base/base.h"
#include "base/system/system.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs some of the above */

/* ---- Short matches ---- */

void short_match_start(struct trakks_state *s, const char *prefix, int number)
{
    struct fault fault;
    char seed[32];
    int length = snprintf(seed, sizeof seed, "%s%d", prefix, number);
    CHECK(game_trakks.start(s,
                            &(struct game_setup){.seats = 2 + number % 3,
                                                 .options = {[TRAKKS_OPTION_ROUNDS] = 1},
                                                 .seed = seed,
                                                 .seed_length = (size_t)length},
                            &fault));
}

/* ---- Slow checks ---- */

int slow_tile_at(const struct trakks_group *group, int x, int y)
{
    for (int i = 0; i < group->count; i++)
        if (group->at[i].x == x && group->at[i].y == y)
            return group->tile[i];
    return TRAKKS_TILE_NONE;
}

/* K10, of at most 14 tiles; longer lines are neither. */
static bool is_run_or_set(const int *tiles, int count)
{
    bool set = count <= 4, up = true, down = true;
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++) {
            int steps = (tiles[j] & TRAKKS_TILE_VALUE) - (tiles[i] & TRAKKS_TILE_VALUE);
            bool same_colour = tiles[i] / TRAKKS_TILE_COLOUR == tiles[j] / TRAKKS_TILE_COLOUR;
            set = set && steps == 0 && !same_colour;
            up = up && same_colour && steps == j - i;
            down = down && same_colour && steps == i - j;
        }
    return count >= 3 && (set || up || down);
}

bool slow_may_touch(int a, int b)
{
    for (int third = 0; third < TRAKKS_TILE_COLOURS * TRAKKS_TILE_COLOUR; third++) {
        const int before[] = {third, a, b}, after[] = {a, b, third};
        if (trakks_tile_is_number(third) && (is_run_or_set(before, 3) || is_run_or_set(after, 3)))
            return true;
    }
    return false;
}

bool slow_line_is_right(const struct trakks_group *group, int x, int y, int dx, int dy)
{
    int tiles[TRAKKS_TILE_VALUE_MAX + 1], count = 0;
    while (slow_tile_at(group, x - dx, y - dy))
        x -= dx, y -= dy;
    for (; count <= TRAKKS_TILE_VALUE_MAX && slow_tile_at(group, x, y); x += dx, y += dy)
        tiles[count++] = slow_tile_at(group, x, y);
    return count == 1 || is_run_or_set(tiles, count);
}

static bool hangs_together(const struct trakks_group *group)
{
    bool reached[TRAKKS_GRID_TILES_MAX] = {true};
    int count = 0;
    for (int times = 0; times < group->count; times++)
        for (int i = 0; i < group->count; i++)
            for (int j = 0; j < group->count && reached[i]; j++)
                if (abs(group->at[i].x - group->at[j].x) + abs(group->at[i].y - group->at[j].y) ==
                    1)
                    reached[j] = true;
    for (int i = 0; i < group->count; i++)
        count += reached[i];
    return count == group->count;
}

bool slow_group_is_right(const struct trakks_group *group)
{
    for (int i = 0; i < group->count; i++) {
        for (int j = 0; j < i; j++)
            if (group->at[i].x == group->at[j].x && group->at[i].y == group->at[j].y)
                return false;
        if (!slow_line_is_right(group, group->at[i].x, group->at[i].y, 1, 0) ||
            !slow_line_is_right(group, group->at[i].x, group->at[i].y, 0, 1))
            return false;
    }
    return group->count > 1 && hangs_together(group);
}

/* ---- A composer under test ---- */

static const char *const names[] = {"Ann", "Ben"};

static bool check(void *context, const char *move, struct fault *fault)
{
    struct composing *composing = context;
    snprintf(composing->asked, sizeof composing->asked, "%s", move);
    return composing->allows ||
           fault_set(fault, FAULT_ILLEGAL_MOVE, "K11", "trakks.line_of_two", "b3 b4");
}

static void add_list(struct doc *doc, const char *key, const char *texts)
{
    char copy[512];
    snprintf(copy, sizeof copy, "%s", texts);
    doc_list(doc, key);
    char *rest;
    for (char *text = strtok_r(copy, " ", &rest); text; text = strtok_r(NULL, " ", &rest))
        doc_string(doc, NULL, text);
    doc_end(doc);
}

struct composing *composing_start(enum language language, const char *const *groups,
                                  const char *rack)
{
    struct composing *composing = alloc_new(sizeof *composing);
    struct fault fault;
    composing->console = (struct console){.language = language, .texts = texts_load(NULL, &fault)};
    composing->terminal =
        (struct terminal){.out = open_memstream(&composing->printed, &composing->printed_length),
                          .columns = COMPOSING_COLUMNS};
    doc_start(&composing->view);
    doc_object(&composing->view, NULL);
    doc_list(&composing->view, "table");
    for (; *groups; groups++)
        add_list(&composing->view, NULL, *groups);
    doc_end(&composing->view);
    doc_list(&composing->view, "players");
    doc_object(&composing->view, NULL);
    add_list(&composing->view, "rack", rack);
    doc_end(&composing->view);
    doc_end(&composing->view);
    doc_end(&composing->view);
    struct drawing drawing = {.console = &composing->console,
                              .terminal = &composing->terminal,
                              .game = &game_trakks,
                              .view = &composing->view,
                              .viewer = 0,
                              .names = names};
    composing->composer = composer_new(&drawing, check, composing);
    memset(&composing->view, 0xA5,
           sizeof composing->view); /* the composer must not need it any more */
    return composing;
}

void composing_end(struct composing *composing)
{
    composer_free(composing->composer);
    fclose(composing->terminal.out);
    free(composing->printed);
    texts_free(composing->console.texts);
    free(composing);
}

void composing_type(struct composing *composing, const char *line)
{
    char storage[GAME_MOVE_TEXT_MAX];
    struct buffer move;
    buffer_start(&move, storage, sizeof storage);
    rewind(composing->terminal.out);
    bool complete = composer_line(composing->composer, line, &move);
    fputc('\0', composing->terminal.out);
    fflush(composing->terminal.out);
    assert_false(complete);
}

const char *composing_sheet(struct composing *composing)
{
    composing_type(composing, "show");
    return composing->asked;
}

void composing_expect(struct composing *composing, const char *line, const char *said)
{
    composing_type(composing, line);
    if (!strstr(composing->printed, said))
        fail_msg("“%s” does not print “%s” but:\n%s", line, said, composing->printed);
}
