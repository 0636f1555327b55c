/* Ratings: values computed by hand, properties, and bytes that are the same on every machine. */
#include "players/players.h"

#include "base/base.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h> /* needs the four above */

#define NEAR 1e-6

static void assert_near(double value, double expected)
{
    if (!(fabs(value - expected) < NEAR))
        print_error("%.12f is not %.12f\n", value, expected);
    assert_true(fabs(value - expected) < NEAR);
}

static void start(struct rating *ratings, int count)
{
    for (int i = 0; i < count; i++)
        ratings[i] = rating_new();
}

/* Two new players: c = √(2 (500² + 250²)), each had a chance of 1/2. */
static void test_two_new_players(void **unused)
{
    (void)unused;
    struct rating ratings[2];
    start(ratings, 2);
    rating_update(ratings, (int[]){1, 2}, 2);
    assert_near(ratings[0].mean, 1658.113883008419);
    assert_near(ratings[1].mean, 1341.886116991581);
    assert_near(ratings[0].deviation, 483.930378979413);
    assert_near(ratings[1].deviation, 483.930378979413);
}

/* Three new players. The chances of the first place are 1/3 each, of the second 1/2 each: the gains
 * are 2/3, 1/6 and −5/6 of 500² / c. */
static void test_three_new_players(void **unused)
{
    (void)unused;
    struct rating ratings[3];
    start(ratings, 3);
    rating_update(ratings, (int[]){3, 1, 2}, 3);
    double unit = 500.0 * 500.0 / sqrt(3 * (500.0 * 500.0 + 250.0 * 250.0));
    assert_near(ratings[1].mean, 1500 + unit * 2 / 3);
    assert_near(ratings[2].mean, 1500 + unit / 6);
    assert_near(ratings[0].mean, 1500 - unit * 5 / 6);
    double share = 500 / sqrt(3 * (500.0 * 500.0 + 250.0 * 250.0));
    double cube = share * share * share;
    assert_near(ratings[1].deviation, 500 * sqrt(1 - cube * 2 / 9));
    assert_near(ratings[2].deviation, 500 * sqrt(1 - cube * 17 / 36));
    assert_near(ratings[0].deviation, ratings[2].deviation);
}

/* A surprise: the weaker player wins. The chances are those of exp(±100 / c), by a table of exp. */
static void test_unequal_players(void **unused)
{
    (void)unused;
    struct rating ratings[2] = {{1700, 100}, {1500, 200}};
    rating_update(ratings, (int[]){2, 1}, 2);
    double scale = sqrt(100.0 * 100 + 200.0 * 200 + 2 * 250.0 * 250.0); /* 418.33 */
    double chance = 1 / (1 + exp(-200 / scale));                        /* of the stronger one */
    assert_near(ratings[0].mean, 1700 - chance * 100 * 100 / scale);
    assert_near(ratings[1].mean, 1500 + chance * 200 * 200 / scale);
}

static void test_ties(void **unused)
{
    (void)unused;
    struct rating ratings[3];
    start(ratings, 3);
    rating_update(ratings, (int[]){1, 1, 1}, 3);
    for (int i = 0; i < 3; i++) {
        assert_near(ratings[i].mean, 1500);
        assert_near(ratings[i].deviation, ratings[0].deviation);
    }
    assert_true(ratings[0].deviation < RATING_DEVIATION);
    /* Players who share a place end up equal, between those before and after them. */
    struct rating four[4];
    start(four, 4);
    rating_update(four, (int[]){1, 2, 2, 4}, 4);
    assert_near(four[1].mean, four[2].mean);
    assert_true(four[0].mean > four[1].mean && four[1].mean > four[3].mean);
    /* A draw is good for the weaker player. */
    struct rating two[2] = {{1700, 200}, {1500, 200}};
    rating_update(two, (int[]){1, 1}, 2);
    assert_true(two[0].mean < 1700 && two[1].mean > 1500);
}

static void random_match(struct rng *rng, struct rating *ratings, int *places, int count)
{
    for (int i = 0; i < count; i++) {
        ratings[i] = (struct rating){.mean = 500 + (int)rng_below(rng, 2000),
                                     .deviation = 50 + (int)rng_below(rng, 450)};
        places[i] = 1 + (int)rng_below(rng, (uint32_t)count);
    }
}

/* The order in which the players are listed does not matter. */
static void test_order_of_seats(void **unused)
{
    (void)unused;
    struct rng rng;
    rng_start(&rng, 1);
    for (int round = 0; round < 200; round++) {
        int count = 2 + (int)rng_below(&rng, RATING_SEATS_MAX - 1), places[RATING_SEATS_MAX];
        struct rating ratings[RATING_SEATS_MAX], turned[RATING_SEATS_MAX];
        int turned_places[RATING_SEATS_MAX];
        random_match(&rng, ratings, places, count);
        int by = 1 + (int)rng_below(&rng, (uint32_t)count - 1);
        for (int i = 0; i < count; i++) {
            turned[(i + by) % count] = ratings[i];
            turned_places[(i + by) % count] = places[i];
        }
        rating_update(ratings, places, count);
        rating_update(turned, turned_places, count);
        for (int i = 0; i < count; i++) {
            assert_near(turned[(i + by) % count].mean, ratings[i].mean);
            assert_near(turned[(i + by) % count].deviation, ratings[i].deviation);
        }
    }
}

/* What some win, others lose, if all are equally uncertain. Deviations never grow in a match. */
static void test_sums(void **unused)
{
    (void)unused;
    struct rng rng;
    rng_start(&rng, 2);
    for (int round = 0; round < 200; round++) {
        int count = 2 + (int)rng_below(&rng, RATING_SEATS_MAX - 1), places[RATING_SEATS_MAX];
        struct rating ratings[RATING_SEATS_MAX], before[RATING_SEATS_MAX];
        random_match(&rng, ratings, places, count);
        double sum = 0;
        for (int i = 0; i < count; i++) {
            ratings[i].deviation = ratings[0].deviation;
            sum += ratings[i].mean;
            before[i] = ratings[i];
        }
        rating_update(ratings, places, count);
        for (int i = 0; i < count; i++) {
            sum -= ratings[i].mean;
            assert_true(ratings[i].deviation > 0 && ratings[i].deviation <= before[i].deviation);
        }
        assert_near(sum, 0);
    }
}

/* A better place is never worth less. */
static void test_better_places(void **unused)
{
    (void)unused;
    struct rng rng;
    rng_start(&rng, 3);
    for (int round = 0; round < 500; round++) {
        int count = 2 + (int)rng_below(&rng, RATING_SEATS_MAX - 1), places[RATING_SEATS_MAX];
        struct rating ratings[RATING_SEATS_MAX], better[RATING_SEATS_MAX];
        random_match(&rng, ratings, places, count);
        memcpy(better, ratings, sizeof better);
        for (int i = 0; i < count; i++)
            places[i] = 2 * (i + 1); /* no ties */
        int seat = 1 + (int)rng_below(&rng, (uint32_t)count - 1);
        rating_update(ratings, places, count);
        places[seat] = places[seat - 1] - 1;
        rating_update(better, places, count);
        assert_true(better[seat].mean > ratings[seat].mean);
    }
}

/* Uncertainty falls with matches, and settles where drift and information balance. */
static void test_certainty(void **unused)
{
    (void)unused;
    struct rating ratings[2];
    start(ratings, 2);
    for (int i = 0; i < 2000; i++) {
        rating_drift(&ratings[0]);
        rating_drift(&ratings[1]);
        rating_update(ratings, (int[]){i % 2, 1 - i % 2}, 2);
    }
    assert_true(ratings[0].deviation > 30 && ratings[0].deviation < 150);
    assert_true(fabs(ratings[0].mean - ratings[1].mean) < 100);
    struct rating new = rating_new();
    rating_drift(&new);
    assert_near(new.deviation, sqrt(250025.0));
}

/* Extreme values stay finite. */
static void test_extremes(void **unused)
{
    (void)unused;
    struct rating ratings[2] = {{1e9, 1}, {-1e9, 1}};
    for (int i = 0; i < 1000; i++)
        rating_update(ratings, (int[]){2, 1}, 2);
    for (int i = 0; i < 2; i++)
        assert_true(isfinite(ratings[i].mean) && ratings[i].deviation > 0);
}

/* The same bytes on every machine and with every compiler. If the method changes on purpose, so does
 * this number. */
static void test_bytes(void **unused)
{
    (void)unused;
    struct rating ratings[RATING_SEATS_MAX];
    struct rng rng;
    rng_start(&rng, 4);
    start(ratings, RATING_SEATS_MAX);
    uint64_t hash = HASH_START;
    for (int round = 0; round < 1000; round++) {
        int count = 2 + (int)rng_below(&rng, RATING_SEATS_MAX - 1), places[RATING_SEATS_MAX];
        for (int i = 0; i < count; i++) {
            places[i] = 1 + (int)rng_below(&rng, (uint32_t)count);
            rating_drift(&ratings[i]);
        }
        rating_update(ratings, places, count);
        hash = hash_bytes(hash, ratings, sizeof ratings);
    }
    assert_int_equal(hash, UINT64_C(0xc357fbe4fa609b47));
}

int rating_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_new_players), cmocka_unit_test(test_three_new_players),
        cmocka_unit_test(test_unequal_players), cmocka_unit_test(test_ties),
        cmocka_unit_test(test_order_of_seats),  cmocka_unit_test(test_sums),
        cmocka_unit_test(test_better_places),   cmocka_unit_test(test_certainty),
        cmocka_unit_test(test_extremes),        cmocka_unit_test(test_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
