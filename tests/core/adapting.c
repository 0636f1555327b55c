/* The level `auto`: which step of the ladder suits a person after these results. */
#include "players/players.h"

#include "base/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h> /* needs the four above */

/* A game that leaves out some steps, and one that has them all. */
static const struct mind_step steps[MIND_STEPS] = {[MIND_CHILD] = {.way = MIND_PLAIN},
                                                   [MIND_CASUAL] = {.way = MIND_PLAIN},
                                                   [MIND_SKILLED] = {.way = MIND_PLAIN}};
static const struct game_mind few_steps = {.ladder = steps}, all_steps = {0};
static const struct game short_game = {.mind = &few_steps}, game = {.mind = &all_steps};

/* A match against `count` players of this name, of which the person beats `beaten`. */
static void play(struct adapting *person, const char *name, int count, int beaten)
{
    struct adapting_match match = {0};
    for (int i = 0; i < count; i++)
        adapting_meet(&match, person->game, player_find(name), i < beaten ? 1 : -1);
    adapting_add(person, &match);
}

static const char *level_of(const struct adapting *person)
{
    return adapting_player(person)->name;
}

static void test_first_matches(void **unused)
{
    (void)unused;
    struct adapting person = adapting_new(&game);
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
    adapting_meet(&tie, &game, player_find("regular"), 0);
    adapting_add(&person, &tie);
    assert_int_equal(person.step, 3000);
}

/* Losing to an expert, or beating a child, hardly moves a person. */
static void test_unequal_matches(void **unused)
{
    (void)unused;
    struct adapting person = adapting_new(&game);
    play(&person, "expert", 3, 0);
    play(&person, "random", 3, 3);
    assert_string_equal(level_of(&person), "casual");
    struct adapting before = person;
    adapting_add(&person, &(struct adapting_match){0});
    assert_memory_equal(&person, &before, sizeof person);
}

static void ends_of_the_ladder(const struct game *of)
{
    struct adapting winner = adapting_new(of), loser = adapting_new(of);
    for (int i = 0; i < 40; i++) {
        play(&winner, level_of(&winner), 1, 1);
        play(&loser, level_of(&loser), 1, 0);
    }
    assert_string_equal(level_of(&winner), "expert");
    assert_string_equal(level_of(&loser), "child");
}

static void test_ends_of_the_ladder(void **unused)
{
    (void)unused;
    ends_of_the_ladder(&game);
    ends_of_the_ladder(&short_game);
}

/* The steps that a game leaves out are never chosen, and count as the step below. */
static void test_missing_steps(void **unused)
{
    (void)unused;
    static const char *const ladder[] = {"child", "casual", "skilled", "expert"};
    for (int i = 0; i < 4; i++) {
        const struct player *player = player_find(ladder[i]);
        assert_ptr_equal(player_on_ladder(&short_game, i), player);
        assert_ptr_equal(player_in_game(&short_game, player), player);
        assert_int_equal(player_step(&short_game, player), i * PLAYER_STEP);
    }
    assert_null(player_on_ladder(&short_game, 4));
    static const char *const left_out[] = {"beginner", "regular", "strong"};
    for (int i = 0; i < 3; i++) {
        const struct player *player = player_find(left_out[i]);
        assert_string_equal(player_in_game(&short_game, player)->name, ladder[i]);
        assert_int_equal(player_step(&short_game, player), i * PLAYER_STEP);
        assert_ptr_equal(player_in_game(&game, player), player);
    }
    assert_int_equal(player_step(&short_game, player_find("hard")), 3 * PLAYER_STEP);
    static const struct mind_step late_steps[MIND_STEPS] = {[MIND_SKILLED] = {.way = MIND_PLAIN}};
    static const struct game_mind late = {.ladder = late_steps};
    static const struct game late_game = {.mind = &late};
    assert_string_equal(player_in_game(&late_game, player_find("casual"))->name, "skilled");
    assert_string_equal(player_in_game(&late_game, player_find("child"))->name, "skilled");
    struct adapting person = adapting_new(&short_game);
    assert_string_equal(level_of(&person), "casual");
    play(&person, "casual", 1, 1);
    assert_string_equal(level_of(&person), "skilled");
    play(&person, "strong", 1, 0); /* it plays like `skilled` there */
    assert_string_equal(level_of(&person), "casual");
}

/* The levels of earlier versions are players of the ladder in every game. */
static void test_earlier_levels(void **unused)
{
    (void)unused;
    assert_string_equal(player_name_in_game(&short_game, "medium"), "expert");
    assert_string_equal(player_name_in_game(&short_game, "hard"), "expert");
    assert_string_equal(player_name_in_game(&short_game, "beginner"), "child");
    assert_string_equal(player_name_in_game(&short_game, "Simon"), "Simon");
    static const struct mind_step named[MIND_STEPS] = {
        [MIND_CHILD] = {.way = MIND_PLAIN},
        [MIND_CASUAL] = {.way = MIND_PLAIN, .earlier = "medium"},
        [MIND_STRONG] = {.way = MIND_PLAIN, .earlier = "hard"}};
    static const struct game_mind naming = {.ladder = named};
    static const struct game naming_game = {.mind = &naming};
    assert_string_equal(player_name_in_game(&naming_game, "medium"), "casual");
    assert_string_equal(player_name_in_game(&naming_game, "hard"), "strong");
    for (const struct game *const *of = games_all; *of; of++) {
        const struct player *medium = player_in_game(*of, player_find("medium"));
        const struct player *hard = player_in_game(*of, player_find("hard"));
        assert_false(medium->is_earlier || hard->is_earlier);
        assert_ptr_equal(player_on_ladder(*of, player_step(*of, medium) / PLAYER_STEP), medium);
        assert_ptr_equal(player_on_ladder(*of, player_step(*of, hard) / PLAYER_STEP), hard);
        assert_true(medium->step <= hard->step);
        assert_int_equal(player_step(*of, player_find("medium")), player_step(*of, medium));
    }
}

/* A person of each strength soon meets players of that strength, most of the time. */
static void converge(const struct game *of)
{
    enum { WARM_UP = 12, MATCHES = 400 };
    for (int step = 0; player_on_ladder(of, step); step++) {
        struct rng rng;
        struct adapting person = adapting_new(of);
        int near = 0, own = step * PLAYER_STEP;
        rng_start(&rng, (uint64_t)step);
        for (int i = 0; i < MATCHES; i++) {
            const struct player *other = adapting_player(&person);
            int ahead = own - player_step(of, other);
            double odds = softmax_exp(-(ahead < 0 ? -ahead : ahead) / 868.6);
            double chance = (ahead < 0 ? odds : 1) / (1 + odds);
            near += i >= WARM_UP && (ahead < 0 ? -ahead : ahead) <= 1000;
            play(&person, other->name, 1, rng_below(&rng, 1000) < chance * 1000);
        }
        assert_in_range(near, (MATCHES - WARM_UP) * 9 / 10, MATCHES);
    }
}

static void test_converges(void **unused)
{
    (void)unused;
    converge(&game);
    converge(&short_game);
}

int adapting_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_matches),      cmocka_unit_test(test_unequal_matches),
        cmocka_unit_test(test_ends_of_the_ladder), cmocka_unit_test(test_missing_steps),
        cmocka_unit_test(test_earlier_levels),     cmocka_unit_test(test_converges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
