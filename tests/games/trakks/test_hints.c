/* The hints of Trakks are true: in games played by hints alone, every number and tile in a reason
 * is compared with what the rules and the solver say about that position.
 *
 * usage: trakks_hints; the last line says how many games passed.
 * size: usual, since its games take long under sanitizers */
#include "trakks_support.h"

#include "base/base.h"
#include "games/trakks/mind/mind.h"
#include "games/trakks/trakks.h"
#include "players/players.h"

#include <stdio.h>
#include <string.h>

/* Many more looks than hints take: what they have found is found again. */
enum { GAMES = 12, ITERATIONS = 300, MOVES_MAX = 400, LOOKS = 100000, LARGE = 3 };

/* The reasons that describe a plan; each must occur. */
static const char *const plans[] = {"opens",     "opens_next", "opens_later",   "completes",
                                    "goes_out",  "lays",       "draws_to_open", "fits_more",
                                    "goes_with", "holds",      "sooner"};
enum { PLANS = sizeof plans / sizeof *plans };
static int seen[PLANS];

static struct trakks_tiles numbers_of(struct trakks_tiles tiles)
{
    return (struct trakks_tiles){tiles.one & TRAKKS_TILES_NUMBERS,
                                 tiles.two & TRAKKS_TILES_NUMBERS};
}

static void solve(const struct trakks_state *view, int seat, struct trakks_tiles rack,
                  struct trakks_solution *solution)
{
    struct trakks_state after = *view;
    struct trakks_problem problem;
    struct rng rng;
    rng_start(&rng, 7);
    after.rack[seat] = rack;
    trakks_problem_make(&after, seat, &problem);
    trakks_solve(&problem, &(struct mind_budget){.iterations = LOOKS}, &rng, solution);
}

/* The named tiles are on the rack and form a first placing on their own. */
static bool opening_is_true(const struct trakks_state *view, int seat, struct trakks_tiles rack,
                            const char *detail)
{
    struct trakks_tiles named = {0};
    for (const char *at = detail; *at;) {
        uint8_t tile;
        if (!trakks_tile_read(&at, &tile) || !trakks_tiles_have(rack, tile))
            return false;
        trakks_tiles_remove(&rack, tile);
        trakks_tiles_add(&named, tile);
        at += strspn(at, ", ");
    }
    struct trakks_solution solution;
    solve(view, seat, named, &solution);
    return !solution.left.one;
}

/* The number of number tiles of a rack that are left over. */
static int left_over(const struct trakks_state *view, int seat, struct trakks_tiles rack)
{
    struct trakks_solution solution;
    solve(view, seat, rack, &solution);
    return trakks_tiles_count(solution.left);
}

static bool reason_is_true(const struct trakks_state *view, int seat, const struct move *move,
                           const char *reason, const char *detail)
{
    struct trakks_tiles before = view->rack[seat], rack = before;
    bool opened = bits_have(view->opened, seat);
    if (move->kind == TRAKKS_TAKE)
        trakks_tiles_add(&rack, move->a);
    if (strcmp(reason, "fits_more") == 0) {
        struct trakks_solution solution;
        int fit, otherwise;
        solve(view, seat, rack, &solution);
        return opened && sscanf(detail, "%d, %d", &fit, &otherwise) == 2 && fit > otherwise &&
               fit <= trakks_tiles_count(numbers_of(rack)) - solution.bound;
    }
    if (strcmp(reason, "holds") == 0 || strcmp(reason, "sooner") == 0) {
        int wait, otherwise, more; /* and what it gains is said only where it is much */
        bool holds = strcmp(reason, "holds") == 0;
        return sscanf(detail, "%d, %d, %d", &wait, &otherwise, &more) == 3 && wait >= 0 &&
               wait < otherwise &&
               (!holds || (opened && more >= LARGE &&
                           left_over(view, seat, before) < trakks_tiles_count(numbers_of(before))));
    }
    if (strcmp(reason, "opens_next") == 0)
        return !opened && opening_is_true(view, seat, rack, detail);
    if (strcmp(reason, "opens_later") == 0 || strcmp(reason, "draws_to_open") == 0)
        return !opened && left_over(view, seat, before) == trakks_tiles_count(numbers_of(before));
    if (strcmp(reason, "lays") == 0)
        return opened;
    if (strcmp(reason, "completes") == 0)
        return opened && left_over(view, seat, rack) == 0 && !(rack.one & ~TRAKKS_TILES_NUMBERS);
    return true;
}

/* Advice, which becomes the move. */
static bool test_advice(const struct trakks_state *view, const struct mind_question *question,
                        struct move *move)
{
    char storage[PLAYER_DETAIL_MAX];
    struct buffer detail;
    struct player_advice advice;
    buffer_start(&detail, storage, sizeof storage);
    teach_choose(&game_trakks, question, move, &detail, &advice);
    for (int i = 0; i < PLANS; i++)
        seen[i] += strcmp(advice.key, plans[i]) == 0;
    if (reason_is_true(view, question->seat, move, advice.key, detail.text))
        return true;
    printf("not so: %s (%s)\n", advice.key, detail.text);
    return false;
}

static bool test_game(int number)
{
    struct trakks_state s, view;
    struct rng rng;
    rng_start(&rng, (uint64_t)number);
    short_match_start(&s, "hints ", number);
    for (int moves = 0; moves < MOVES_MAX && game_trakks.to_act(&s); moves++) {
        int seat = bits_first(game_trakks.to_act(&s));
        game_trakks.view(&s, seat, &view);
        struct mind_question question = {.seat = seat,
                                         .view = &view,
                                         .rng = &rng,
                                         .way = MIND_FULL,
                                         .budget = {.iterations = ITERATIONS}};
        union game_move_storage move = {0};
        if (!test_advice(&view, &question, &move.head))
            return false;
        game_trakks.apply(&s, seat, &move.head, NULL);
    }
    return true;
}

int main(void)
{
    int passed = 0, failed = 0;
    for (int number = 1; number <= GAMES; number++) {
        bool fine = test_game(number);
        if (!fine)
            printf("  in game %d\n", number);
        passed += fine;
        failed += !fine;
    }
    for (int i = 0; i < PLANS; i++) {
        if (seen[i] == 0)
            printf("never given: %s\n", plans[i]);
        passed += seen[i] > 0;
        failed += seen[i] == 0;
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
