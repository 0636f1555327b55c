/* Trakks beyond the properties of every game: groups are judged as the rules say, by comparison
 * with a slow check that follows K10 and K11 literally; and what a seat remembers is true and holds
 * in the worlds it imagines.
 *
 * usage: trakks_groups; the last line says how many random games passed.
 * size: usual, since its games take long under sanitizers */
#include "trakks_support.h"

#include "base/base.h"
#include "games/trakks/trakks.h"

#include <stdio.h>
#include <string.h>

enum { GAMES = 60, CHANGES = 20 };

/* Changes a tile, or moves one, or leaves some out. */
static void group_change(struct trakks_table *table, struct trakks_group *group, struct rng *rng)
{
    int first = (int)(group->tile - table->tile);
    int i = first + (int)rng_below(rng, (uint32_t)group->count);
    switch (rng_below(rng, 4)) {
    case 0:
        table->tile[i] = (uint8_t)bits_nth(TRAKKS_TILES_NUMBERS, (int)rng_below(rng, 56));
        break;
    case 1:
        table->at[i].x = (int16_t)(table->at[i].x + (int)rng_below(rng, 3) - 1);
        break;
    case 2:
        table->at[i].y = (int16_t)((int)rng_below(rng, 20000) - TRAKKS_COORDINATE_MAX);
        break;
    default:
        group->count = 1 + (int)rng_below(rng, (uint32_t)group->count);
    }
}

static bool test_groups(const struct trakks_state *s, struct rng *rng)
{
    for (int i = 0; i < s->table.group_count; i++)
        for (int k = 0; k < CHANGES; k++) {
            struct trakks_table table = s->table;
            struct trakks_group group = trakks_table_group(&table, i);
            for (uint32_t changes = rng_below(rng, 3); changes > 0; changes--)
                group_change(&table, &group, rng);
            if ((trakks_grid_group_check(&group, NULL) == TRAKKS_GRID_SOUND) !=
                slow_group_is_right(&group)) {
                printf("a group is judged otherwise than K10 and K11 say\n");
                return false;
            }
        }
    return true;
}

static struct trakks_tiles tiles_of(const struct trakks_state *s, int seat)
{
    struct trakks_tiles tiles = s->rack[seat];
    for (int i = 0; i < trakks_given_count(s, seat); i++)
        trakks_tiles_add(&tiles, s->giving[seat][i]);
    return tiles;
}

/* What is known since the last arrow is true, and holds in every imagined world. */
static bool test_memory(const struct trakks_state *s, int viewer,
                        const struct trakks_memory *memory, struct rng *rng)
{
    struct trakks_state view, world;
    game_trakks.view(s, viewer, &view);
    game_trakks.determinize(&view, viewer, memory, rng, &world);
    for (int seat = 0; seat < s->seats; seat++) {
        struct trakks_tiles known = memory->known[memory->arrows][seat];
        if (trakks_tiles_difference(known, tiles_of(s, seat)).one) {
            printf("something is remembered that is not true\n");
            return false;
        }
        if (trakks_tiles_difference(known, tiles_of(&world, seat)).one) {
            printf("something is remembered and not kept to\n");
            return false;
        }
    }
    return true;
}

static void observe(const struct trakks_state *s, int seat, const struct move *move, int viewer,
                    struct trakks_memory *memory)
{
    static struct doc doc;
    game_move_remember(&game_trakks, s, seat, move, viewer, memory, &doc);
}

static bool test_game(int number)
{
    struct trakks_state s;
    struct trakks_memory memories[TRAKKS_SEATS_MAX] = {0};
    struct rng rng;
    rng_start(&rng, (uint64_t)number);
    short_match_start(&s, "", number);
    for (uint32_t to_act; (to_act = game_trakks.to_act(&s));) {
        if (!test_groups(&s, &rng))
            return false;
        for (int viewer = 0; viewer < s.seats; viewer++)
            if (!test_memory(&s, viewer, &memories[viewer], &rng))
                return false;
        int seat = bits_nth(to_act, (int)rng_below(&rng, (uint32_t)bits_count(to_act)));
        union game_move_storage move = {0};
        game_trakks.sample(&s, seat, &rng, &move.head);
        for (int viewer = 0; viewer < s.seats; viewer++)
            observe(&s, seat, &move.head, viewer, &memories[viewer]);
        game_trakks.apply(&s, seat, &move.head, NULL);
    }
    return true;
}

int main(void)
{
    int passed = 0, failed = 0;
    for (int number = 1; number <= GAMES; number++) {
        if (test_game(number)) {
            passed++;
        } else {
            printf("  in game %d\n", number);
            failed++;
        }
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
