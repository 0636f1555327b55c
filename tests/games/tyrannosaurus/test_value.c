/* What the start of a turn is worth, in random games with three and four seats: a number between -1
 * and 1, the same on a turned board; more trees are worth more; and the end of a match is worth what
 * it is.
 *
 * usage: tyrannosaurus_value; prints what failed. */
#include "games/tyrannosaurus/mind/mind.h"
#include "games/tyrannosaurus/tyrannosaurus.h"
#include "players/players.h"
#include "support.h"
#include "turned_board.h"

#include <stdio.h>
#include <string.h>

enum { GAMES = 40, MORE_TREES = 4 };

static int failed, positions, richer;

static void expect(bool right, const char *what, int seed)
{
    if (!right)
        failed += printf("game %d: %s\n", seed, what) > 0;
}

static void test_turn(const struct tyrannosaurus_state *s, int seed)
{
    const struct tyrannosaurus_weights *weights =
        tyrannosaurus_weights_for(weights_of(&game_tyrannosaurus), s->seats);
    struct tyrannosaurus_state board = board_turned(s);
    for (int seat = 0; seat < s->seats; seat++) {
        double value = tyrannosaurus_value(weights, s, seat);
        expect(value >= -1 && value < 1, "a value is between -1 and 1", seed);
        expect(tyrannosaurus_value(weights, &board, seat) == value, "directions are alike", seed);
        if (!bits_have(s->playing, seat)) {
            expect(value == -1, "who is out cannot win", seed);
            continue;
        }
        struct tyrannosaurus_state rich = *s;
        rich.players[seat].trees = (uint8_t)(rich.players[seat].trees + MORE_TREES);
        richer += tyrannosaurus_value(weights, &rich, seat) > value;
        positions++;
    }
}

static void test_end(const struct tyrannosaurus_state *s, int seed)
{
    const struct tyrannosaurus_weights *weights =
        tyrannosaurus_weights_for(weights_of(&game_tyrannosaurus), s->seats);
    for (int seat = 0; seat < s->seats; seat++) {
        double share = bits_have(s->winners, seat) ? 1.0 / bits_count(s->winners) : 0;
        double chance = tyrannosaurus_value_chance(tyrannosaurus_value(weights, s, seat));
        expect(bits_count(s->winners) > 2 || chance == share, "the chance is the share", seed);
        for (int other = 0; other < s->seats; other++)
            expect(!bits_have(s->winners, seat) || bits_have(s->winners, other) ||
                       tyrannosaurus_value(weights, s, seat) >
                           tyrannosaurus_value(weights, s, other),
                   "winning is worth more", seed);
    }
}

static void play(struct tyrannosaurus_state *s, struct rng *rng)
{
    uint8_t codes[TYREX_SEATS_MAX] = {0};
    for (uint64_t seats = s->waiting; seats;) {
        int seat = bits_pop(&seats);
        struct move move;
        game_tyrannosaurus.sample(s, seat, rng, &move);
        codes[seat] = tyrannosaurus_choice_pack(&move);
    }
    tyrannosaurus_choose_all(s, codes);
}

int main(void)
{
    for (int seed = 1; seed <= GAMES; seed++) {
        struct match match = {0};
        struct tyrannosaurus_state s;
        struct rng rng;
        char text[32];
        snprintf(text, sizeof text, "value %d", seed);
        rng_start(&rng, (uint64_t)seed);
        tested_match_start(&match, &game_tyrannosaurus, 3 + seed % 2, text, &rng);
        memcpy(&s, match.state.bytes, sizeof s);
        for (; s.phase != TYREX_PHASE_OVER; play(&s, &rng))
            if (s.phase == TYREX_PHASE_ACT)
                test_turn(&s, seed);
        test_end(&s, seed);
        match_free(&match);
    }
    expect(positions > 100 && richer > positions * 9 / 10, "more trees are worth more", 0);
    printf("%d failed\n", failed);
    return failed > 0;
}
