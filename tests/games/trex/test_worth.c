/* How worlds of T-Rex are valued: what each weight counts, by weights of which only one is not zero; and what
 * chances come of it, learned or not. */
#include "games/trex/mind/mind.h"
#include "games/trex/trex.h"
#include "players/players.h"
#include "wire/wire.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

enum { SEATS = 4 };

static void trex_match_start(struct trex_state *s)
{
    struct game_components_storage components;
    struct fault fault;
    struct game_setup setup = {
        .seats = SEATS, .components = components.bytes, .seed = "worth", .seed_length = 5};
    assert_true(wire_components_load(&game_trex, NULL, &components, &fault));
    assert_true(game_trex.start(s, &setup, &fault));
}

static int prospect(const struct trex_worth *worth, const struct trex_state *s, int seat)
{
    int prospects[TREX_SEATS_MAX];
    trex_prospects(worth, s, prospects);
    return prospects[seat];
}

static void test_cards(void **unused)
{
    (void)unused;
    struct trex_state s;
    trex_match_start(&s);
    s.strong = TREX_RED;
    s.weak = TREX_BROWN;
    struct trex_player *player = &s.players[1];
    player->hand =
        trex_card_bit(14) | trex_card_bit(12); /* 15 draws one, 13 is the highest meteor */
    player->out = trex_card_bit(2) | trex_card_bit(7) | trex_card_bit(TREX_SHOWER); /* 3, 8 */
    struct trex_worth worth = {.levels = {[9] = 1, [3] = 10}}; /* high and strong, high and weak */
    assert_int_equal(prospect(&worth, &s, 1), 11);
    worth = (struct trex_worth){
        .kinds = {[TREX_KIND_DRAW] = 1, [TREX_KIND_METEOR] = 10, [TREX_KIND_METEOR + 1] = 100}};
    assert_int_equal(prospect(&worth, &s, 1), 11);
    worth = (struct trex_worth){.lost = {[TREX_KIND_METEOR + TREX_METEORS - 1] = 1,
                                         [TREX_KIND_DRAW + 2] = 10,
                                         [TREX_KIND_SHOWERS] = 100,
                                         [TREX_KIND_COPIES] = 1000}};
    assert_int_equal(prospect(&worth, &s, 1), 111);
    assert_int_equal(prospect(&worth, &s, 0), 0);
    worth = (struct trex_worth){.lost_square = TREX_WORTH_SQUARES};
    assert_int_equal(prospect(&worth, &s, 1), 2 * 2 + 7 * 7);
    worth = (struct trex_worth){.hands = {[2] = 1, [TREX_WORTH_HANDS - 1] = 10}};
    assert_int_equal(prospect(&worth, &s, 1), 1);
    assert_int_equal(prospect(&worth, &s, 0), 10);
    player->hand = TREX_CARDS_ALL & ~player->out; /* more than are counted apart */
    assert_int_equal(prospect(&worth, &s, 1), 10);
}

static void test_eggs_and_places(void **unused)
{
    (void)unused;
    struct trex_state s;
    trex_match_start(&s);
    s.turn = 3;
    s.players[1].eggs[TREX_BLUE] = 3;
    s.players[1].eggs[TREX_RED] = 1;
    s.players[2].eggs[TREX_BLUE] = 2;
    struct trex_worth worth = {.points = 1};
    assert_int_equal(prospect(&worth, &s, 1), 10);
    worth = (struct trex_worth){.eggs = {[1] = 1, [3] = 10, [2] = 100}};
    assert_int_equal(prospect(&worth, &s, 1), 11);
    worth = (struct trex_worth){.fit = 1}; /* one blue and five red ones are left */
    assert_int_equal(prospect(&worth, &s, 1), 3 * 1 + 1 * 5);
    worth = (struct trex_worth){.places = {1, 2, 3, 4}};
    for (int place = 0; place < SEATS; place++)
        assert_int_equal(prospect(&worth, &s, (3 + place) % SEATS), 1 + place);
}

static void assert_chances(const void *weights, struct trex_state *s)
{
    float before[TREX_SEATS_MAX], after[TREX_SEATS_MAX], sum = 0;
    trex_value(weights, s, before);
    s->players[2].eggs[TREX_GREEN]++;
    trex_value(weights, s, after);
    s->players[2].eggs[TREX_GREEN]--;
    for (int seat = 0; seat < SEATS; seat++) {
        sum += before[seat];
        assert_true(before[seat] > 0 && before[seat] <= 1);
    }
    assert_true(fabsf(sum - 1) < 1e-5f);
    assert_true(after[2] >= before[2]);
    assert_true(s->round > 6 || after[2] > before[2]); /* later it may be decided */
}

/* In every round of a match, an egg more is better. */
static void test_chances(void **unused)
{
    (void)unused;
    struct trex_state s;
    struct rng rng;
    struct move move;
    rng_start(&rng, 1);
    trex_match_start(&s);
    while (s.phase != TREX_PHASE_OVER) {
        if (s.phase == TREX_PHASE_PLAY && s.play_count == 0) {
            assert_chances(NULL, &s);
            assert_chances(weights_of(&game_trex), &s);
        }
        game_trex.sample(&s, s.turn, &rng, &move);
        game_trex.apply(&s, s.turn, &move, NULL);
    }
    float values[TREX_SEATS_MAX], sum = 0;
    trex_value(weights_of(&game_trex), &s, values);
    for (int seat = 0; seat < SEATS; seat++) {
        assert_true(values[seat] == 0 || values[seat] >= 1.0f / SEATS);
        sum += values[seat];
    }
    assert_true(sum == 1);
}

static void test_exponential(void **unused)
{
    (void)unused;
    for (float x = 0; x > -6; x -= 0.01f)
        assert_true(fabsf(trex_exp(x) / expf(x) - 1) < 0.08f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cards),
        cmocka_unit_test(test_eggs_and_places),
        cmocka_unit_test(test_chances),
        cmocka_unit_test(test_exponential),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
