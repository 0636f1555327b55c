/* What is counted as a habit: tiles that are held after a turn, turns that lay, and how much is laid of what fits without
 * moving a tile.
 *
 * usage: trakks_habits; prints what failed. */
#include "games/trakks/mind/mind.h"
#include "games/trakks/trakks.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

enum { HELD, LAYS, LAYS_OBVIOUS, HABITS };

static uint8_t tile(const char *text)
{
    uint8_t read = TRAKKS_TILE_NONE;
    CHECK(trakks_tile_read(&text, &read));
    return read;
}

/* The run y1 y2 y3 lies on the table. The seat has opened, and holds tiles of which one goes on with it, and one fits nowhere. */
static void position(struct trakks_state *s)
{
    static const char *const run[] = {"y1", "y2", "y3"}, *const rack[] = {"y4", "y5", "r9"};
    s->table = (struct trakks_table){.group_count = 1};
    s->rack[0] = (struct trakks_tiles){0};
    for (int i = 0; i < 3; i++) {
        trakks_table_add(&s->table, 0, tile(run[i]), (struct trakks_square){.x = (int16_t)i});
        trakks_tiles_add(&s->rack[0], tile(rack[i]));
    }
    s->opened = 1;
    s->turn = 0;
    s->phase = TRAKKS_PHASE_TURN;
}

static int failed;

/* Makes a move that leaves `held` tiles and lays `laid` of the two that fit. */
static void expect(const struct trakks_state *s, const struct move *move, int held, int laid)
{
    struct habit_tally tallies[GAME_HABITS_MAX] = {{0}};
    struct trakks_state after = *s;
    struct fault fault;
    CHECK(trakks_check(s, 0, move, &fault));
    trakks_apply(&after, 0, move, NULL);
    trakks_habits.count(s, 0, move, &after, tallies);
    const struct habit_tally expected[HABITS] = {
        [HELD] = {held, 1}, [LAYS] = {laid > 0, 1}, [LAYS_OBVIOUS] = {laid, 2}};
    for (int habit = 0; habit < HABITS; habit++) {
        if (tallies[habit].sum == expected[habit].sum &&
            tallies[habit].occasions == expected[habit].occasions)
            continue;
        printf("%d laid: %s is %d of %d\n", laid, trakks_habits.list[habit].name,
               (int)tallies[habit].sum, (int)tallies[habit].occasions);
        failed++;
    }
}

int main(void)
{
    struct match match = {0};
    struct rng rng;
    struct trakks_state s;
    rng_start(&rng, 1);
    tested_match_start(&match, &game_trakks, 2, "habits", &rng);
    memcpy(&s, match.state.bytes, sizeof s);
    position(&s);
    struct trakks_place place = {.head.kind = TRAKKS_DRAW};
    expect(&s, &place.head, 4, 0);
    place = (struct trakks_place){.head.kind = TRAKKS_PLACE, .table = s.table};
    trakks_table_add(&place.table, 0, tile("y4"), (struct trakks_square){.x = 3});
    expect(&s, &place.head, 2, 1);
    trakks_table_add(&place.table, 0, tile("y5"), (struct trakks_square){.x = 4});
    expect(&s, &place.head, 1, 2);
    match_free(&match);
    printf("%d failed\n", failed);
    return failed > 0;
}
