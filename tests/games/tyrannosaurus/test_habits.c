/* What is counted as a habit: in each of these positions a choice shows exactly the habits that are expected.
 *
 * usage: tyrannosaurus_habits; prints what failed. */
#include "games/tyrannosaurus/mind/mind.h"
#include "games/tyrannosaurus/tyrannosaurus.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

enum { SEATS = 3, HABITS = 5, NEVER = -1 };
enum { A1 = 9, A5 = 41, B3 = 26, B4 = 34, D2 = 20, E1 = 13, E5 = 45 };
#define BIT_B2 (UINT64_C(1) << 18)

/* A diplodocus chooses; the Lake is on a5, the Volcano on e1. Expected: rests, takes the tree, rests beside a tree, leaves
 * danger, loses at sight; NEVER: there was no occasion. */
static const struct place {
    uint8_t at[SEATS], tyrex;
    uint64_t trees;
    uint8_t kind, direction;
    int expected[HABITS];
} places[] = {
    /* A tree beside it, nobody near. */
    {{A1, E5, E5}, TYREX_NOWHERE, BIT_B2, TYREX_CHOICE_MOVE, TYREX_NORTH_EAST, {0, 1, 0, NEVER, 0}},
    {{A1, E5, E5}, TYREX_NOWHERE, BIT_B2, TYREX_CHOICE_MOVE, TYREX_EAST, {0, 0, 0, NEVER, 0}},
    {{A1, E5, E5}, TYREX_NOWHERE, BIT_B2, TYREX_CHOICE_REST, 0, {1, 0, 1, NEVER, 0}},
    /* The same tree, with somebody on it; and none. */
    {{A1, 18, E5}, TYREX_NOWHERE, BIT_B2, TYREX_CHOICE_REST, 0, {1, NEVER, NEVER, NEVER, 0}},
    {{A1, E5, E5}, TYREX_NOWHERE, 0, TYREX_CHOICE_REST, 0, {1, NEVER, NEVER, NEVER, 0}},
    /* On a tree: who rests takes it. */
    {{18, E5, E5}, TYREX_NOWHERE, BIT_B2, TYREX_CHOICE_REST, 0, {1, 1, NEVER, NEVER, 0}},
    /* The Ty-Rex beside it: away, along, and into its mouth. */
    {{B3, E5, E5}, B4, 0, TYREX_CHOICE_MOVE, TYREX_SOUTH, {0, NEVER, NEVER, 1, 0}},
    {{B3, E5, E5}, B4, 0, TYREX_CHOICE_MOVE, TYREX_EAST, {0, NEVER, NEVER, 0, 0}},
    {{B3, E5, E5}, B4, 0, TYREX_CHOICE_MOVE, TYREX_NORTH, {0, NEVER, NEVER, 0, 1}},
    {{B4, E5, E5}, B3, 0, TYREX_CHOICE_MOVE, TYREX_NORTH_WEST, {0, NEVER, NEVER, 1, 0}},
    /* A refuge that is off limits, and one's own. */
    {{D2, E5, E5},
     TYREX_NOWHERE,
     0,
     TYREX_CHOICE_PANIC,
     TYREX_SOUTH_EAST,
     {0, NEVER, NEVER, NEVER, 1}},
};
enum { PLACES = sizeof places / sizeof *places };

int main(void)
{
    struct match match = {0};
    struct rng rng;
    int failed = 0;
    rng_start(&rng, 1);
    tested_match_start(&match, &game_tyrannosaurus, SEATS, "habits", &rng);
    for (int i = 0; i < PLACES; i++) {
        struct tyrannosaurus_state s;
        struct habit_tally tallies[GAME_HABITS_MAX] = {{0}};
        memcpy(&s, match.state.bytes, sizeof s);
        for (int seat = 0; seat < SEATS; seat++) {
            s.players[seat].at = places[i].at[seat];
            s.players[seat].dino = (uint8_t)((TYREX_DIPLODOCUS + seat) % TYREX_DINOSAURS);
        }
        s.phase = TYREX_PHASE_ACT;
        s.waiting = tyrannosaurus_seats_all(&s);
        s.lake = A5;
        s.volcano = E1;
        s.tyrex = places[i].tyrex;
        s.trees = places[i].trees;
        struct move move = {.kind = places[i].kind, .a = places[i].direction};
        tyrannosaurus_habits.count(&s, 0, &move, &s, tallies);
        for (int habit = 0; habit < HABITS; habit++) {
            int expected = places[i].expected[habit];
            if (tallies[habit].occasions == (expected != NEVER) &&
                tallies[habit].sum == (expected == 1))
                continue;
            printf("position %d: %s is %d of %d\n", i, tyrannosaurus_habits.list[habit].name,
                   (int)tallies[habit].sum, (int)tallies[habit].occasions);
            failed++;
        }
    }
    match_free(&match);
    printf("%d failed\n", failed);
    return failed > 0;
}
