/* The policy of T-Rex: its features depend on nothing that the moving seat does not know, and it takes only
 * networks of its shape. */
#include "base/base.h"
#include "data/data.h"
#include "games/trex/mind/mind.h"
#include "games/trex/trex.h"
#include "players/players.h"
#include "wire/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

static unsigned char *bytes; /* of all networks */
static size_t size;

static void assert_same_features(const struct trex_state *one, const struct trex_state *other)
{
    struct trex_features features[2] = {0};
    trex_features_see(&features[0], one, one->turn);
    trex_features_see(&features[1], other, one->turn);
    assert_memory_equal(&features[0], &features[1], sizeof features[0]);
    for (int card = 0; card < bits_count(one->players[one->turn].hand); card++)
        for (int i = 0; i < TREX_CARD_FEATURES; i++)
            assert_true(features[0].cards[card][i] < TREX_FEATURES);
}

/* T13: where the leader's meteors extend the round, one that does is like one that opens the final lap. */
static void assert_extending_opens(const struct trex_state *s)
{
    struct trex_state fresh = *s;
    struct trex_features features, opening;
    int seat = s->turn, place = 0;
    fresh.meteor = (struct trex_play){.seat = TREX_NOBODY};
    trex_features_see(&features, s, seat);
    trex_features_see(&opening, &fresh, seat);
    for (uint64_t hand = s->players[seat].hand; hand; place++)
        if (!trex_card_ends(s, s->meteor, seat, bits_pop(&hand)))
            assert_memory_equal(features.cards[place], opening.cards[place], TREX_CARD_FEATURES);
}

/* The real state, what its seat sees, and a world that this seat imagines. */
static void play_and_compare(int seats, struct rng *rng)
{
    struct game_components_storage components;
    struct trex_state s, view, world;
    struct fault fault;
    struct move move;
    uint64_t seed = rng_next(rng);
    struct game_setup setup = {.seats = seats,
                               .options = {[TREX_METEOR_COMPARE] = (uint8_t)(seed & 1),
                                           [TREX_OWNER_METEOR] = (uint8_t)(seed >> 1 & 1)},
                               .components = components.bytes,
                               .seed = (const char *)&seed,
                               .seed_length = sizeof seed};
    assert_true(wire_components_load(&game_trex, NULL, &components, &fault));
    assert_true(game_trex.start(&s, &setup, &fault));
    while (s.phase != TREX_PHASE_OVER) {
        if (s.phase == TREX_PHASE_PLAY) {
            game_trex.view(&s, s.turn, &view);
            game_trex.determinize(&view, s.turn, NULL, rng, &world);
            assert_same_features(&s, &view);
            assert_same_features(&s, &world);
            if (s.meteor.seat == s.turn)
                assert_extending_opens(&s);
        }
        game_trex.sample(&s, s.turn, rng, &move);
        game_trex.apply(&s, s.turn, &move, NULL);
    }
}

static void test_features(void **unused)
{
    (void)unused;
    struct rng rng;
    rng_start(&rng, 1);
    for (int seats = 2; seats <= TREX_SEATS_MAX; seats++)
        for (int game = 0; game < 20; game++)
            play_and_compare(seats, &rng);
}

static bool is_read(const unsigned char *from, size_t length, uint64_t fitted)
{
    static struct trex_weights weights;
    memset(&weights, 0, sizeof weights);
    return trex_weights_read(from, length, &weights) && weights.policies == fitted &&
           weights.worths == fitted;
}

static void test_numbers_of_players(void **unused)
{
    (void)unused;
    assert_true(is_read(bytes, size, bit(2) | bit(3) | bit(4) | bit(5)));
    assert_true(is_read(bytes + TREX_WEIGHTS_SIZE, 2 * TREX_WEIGHTS_SIZE, bit(3) | bit(4)));
    bytes[0] = 4; /* twice */
    assert_false(is_read(bytes, size, bit(3) | bit(4) | bit(5)));
    bytes[0] = TREX_SEATS_MAX + 1;
    assert_false(is_read(bytes, TREX_WEIGHTS_SIZE, bit(TREX_SEATS_MAX + 1)));
    bytes[0] = 2;
    assert_null(trex_policy_learned(NULL, 3));
}

static void test_shape(void **unused)
{
    (void)unused;
    assert_false(is_read(bytes, 0, 0));
    assert_false(is_read(bytes, TREX_WEIGHTS_SIZE - 1, bit(2)));
    for (int i = 1; i < TREX_WEIGHTS_HEAD; i++) {
        bytes[i]++;
        assert_false(is_read(bytes, TREX_WEIGHTS_SIZE, bit(2)));
        bytes[i]--;
    }
    unsigned char *high = &bytes[TREX_WEIGHTS_SIZE - 1], before = *high;
    *high = 0x7f; /* a weight that is too large */
    assert_false(is_read(bytes, TREX_WEIGHTS_SIZE, bit(2)));
    *high = before;
    assert_true(is_read(bytes, TREX_WEIGHTS_SIZE, bit(2)));
}

int main(void)
{
    struct weights_file file;
    size_t file_size;
    char *content = data_read(NULL, "minds/trex.bin", &file_size);
    if (!content || !weights_file_open(&file, content, file_size))
        return 1;
    bytes = (unsigned char *)content + (file.weights - (const unsigned char *)content);
    size = file.weights_size;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_features),
        cmocka_unit_test(test_numbers_of_players),
        cmocka_unit_test(test_shape),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(content);
    return failed;
}
