/* The level `auto`: which step of the ladder suits a person after these results. */
#include "players/adapting.h"

#include "base/rng.h"
#include "base/softmax.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h> /* needs the four above */

/* A match against `count` players of this name, of which the person beats `beaten`. */
static void play(struct adapting *person, const char *name, int count, int beaten)
{
    struct adapting_match match = {0};
    for (int i = 0; i < count; i++)
        adapting_meet(&match, player_find(name), i < beaten ? 1 : -1);
    adapting_add(person, &match);
}

static const char *level_of(const struct adapting *person)
{
    return adapting_player(person)->name;
}

static void test_first_matches(void **unused)
{
    (void)unused;
    struct adapting person = adapting_new();
    assert_string_equal(level_of(&person), "casual");
    play(&person, "casual", 1, 1);
    assert_string_equal(level_of(&person), "regular");
    play(&person, "regular", 3, 3);
    assert_string_equal(level_of(&person), "skilled");
    play(&person, "skilled", 3, 0);
    assert_string_equal(level_of(&person), "regular");
    assert_int_equal(person.matches, 3);
    /* Half of the others beaten, and a tie: as expected. */
    play(&person, "regular", 2, 1);
    assert_string_equal(level_of(&person), "regular");
    struct adapting_match tie = {0};
    adapting_meet(&tie, player_find("regular"), 0);
    adapting_add(&person, &tie);
    assert_int_equal(person.rung, 3000);
}

/* Losing to an expert, or beating a child, hardly moves a person. */
static void test_unequal_matches(void **unused)
{
    (void)unused;
    struct adapting person = adapting_new();
    play(&person, "expert", 3, 0);
    play(&person, "random", 3, 3);
    assert_string_equal(level_of(&person), "casual");
    struct adapting before = person;
    adapting_add(&person, &(struct adapting_match){0});
    assert_memory_equal(&person, &before, sizeof person);
}

static void test_ends_of_the_ladder(void **unused)
{
    (void)unused;
    struct adapting winner = adapting_new(), loser = adapting_new();
    for (int i = 0; i < 40; i++) {
        play(&winner, level_of(&winner), 1, 1);
        play(&loser, level_of(&loser), 1, 0);
    }
    assert_string_equal(level_of(&winner), "expert");
    assert_string_equal(level_of(&loser), "child");
}

/* A person of each strength soon meets players of that strength, most of the time. */
static void test_converges(void **unused)
{
    (void)unused;
    enum { WARM_UP = 12, MATCHES = 400 };
    for (int step = 0; step <= MIND_STEPS; step++) {
        struct rng rng;
        struct adapting person = adapting_new();
        int near = 0, own = player_on_ladder(step)->rung;
        rng_start(&rng, (uint64_t)step);
        for (int i = 0; i < MATCHES; i++) {
            const struct player *other = adapting_player(&person);
            int ahead = own - other->rung;
            double odds = softmax_exp(-(ahead < 0 ? -ahead : ahead) / 868.6);
            double chance = (ahead < 0 ? odds : 1) / (1 + odds);
            near += i >= WARM_UP && (ahead < 0 ? -ahead : ahead) <= 1000;
            play(&person, other->name, 1, rng_below(&rng, 1000) < chance * 1000);
        }
        assert_in_range(near, (MATCHES - WARM_UP) * 9 / 10, MATCHES);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_matches),
        cmocka_unit_test(test_unequal_matches),
        cmocka_unit_test(test_ends_of_the_ladder),
        cmocka_unit_test(test_converges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
