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

enum { GAMES = 12, ITERATIONS = 300, MOVES_MAX = 400, LOOKS = 4000, LEFT_MAX = 4 };

/* The reasons that describe a plan; each must occur. */
static const char *const plans[] = {"collects", "collects_many", "draws_on",    "draws_on_many",
                                    "opens",    "opens_next",    "opens_later", "completes",
                                    "goes_out", "draws_to_open"};
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
    struct trakks_puzzle puzzle;
    struct rng rng;
    rng_start(&rng, 7);
    after.rack[seat] = rack;
    trakks_puzzle_make(&after, seat, &puzzle);
    trakks_solve(&puzzle, &(struct mind_budget){.iterations = LOOKS}, &rng, solution);
}

/* Reads the tiles of a list up to the next "; ", each at most twice. */
static struct trakks_tiles list_read(const char **at)
{
    struct trakks_tiles tiles = {0};
    uint8_t tile;
    while (**at && **at != ';') {
        CHECK(trakks_tile_read(at, &tile) && !bits_have(tiles.two, tile));
        trakks_tiles_add(&tiles, tile);
        *at += strncmp(*at, ", ", 2) == 0 ? 2 : 0;
    }
    *at += strncmp(*at, "; ", 2) == 0 ? 2 : 0;
    return tiles;
}

static bool are_within(struct trakks_tiles some, struct trakks_tiles all)
{
    return !trakks_tiles_difference(some, all).one;
}

/* Whether each of these has the colour or the value of a tile. */
static bool go_with(struct trakks_tiles tiles, int tile)
{
    while (tiles.one) {
        int other = trakks_tiles_pop(&tiles);
        if (other / TRAKKS_TILE_COLOUR != tile / TRAKKS_TILE_COLOUR &&
            ((other ^ tile) & TRAKKS_TILE_VALUE) != 0)
            return false;
    }
    return true;
}

/* "12; 14; b9; r3, g11; b7, b8": tiles that fit, all number tiles; tiles to look for, tiles left
 * over unless they are many, and those that go with `taken`, which may be none. */
static bool plan_is_true(const struct trakks_state *view, int seat, struct trakks_tiles rack,
                         int taken, bool many, const char *detail)
{
    int fit, all, begin = 0;
    struct trakks_solution solution;
    struct trakks_tiles table = trakks_table_tiles(&view->table);
    if (sscanf(detail, "%d; %d; %n", &fit, &all, &begin) != 2 || begin == 0)
        return false;
    const char *at = detail + begin;
    struct trakks_tiles wanted = list_read(&at), left = list_read(&at), near = list_read(&at);
    solve(view, seat, rack, &solution);
    int over = all - fit;
    bool counts = fit > 0 && all == trakks_tiles_count(numbers_of(rack)) && over >= solution.bound;
    bool names = many ? over > LEFT_MAX && !left.one
                      : trakks_tiles_count(left) == over && over <= LEFT_MAX && over > 0;
    bool can_come =
        wanted.one && !trakks_tiles_exceed(wanted, trakks_tiles_sum(table, rack)) &&
        (many || are_within(wanted, (struct trakks_tiles){.one = trakks_kinds_beside(left.one)}));
    bool friends = taken ? near.one && go_with(near, taken) : !near.one;
    return counts && names && can_come && friends && *at == '\0' && are_within(left, rack) &&
           are_within(near, trakks_tiles_sum(table, rack));
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
    bool takes = strncmp(reason, "collects", strlen("collects")) == 0;
    if (takes || strncmp(reason, "draws_on", strlen("draws_on")) == 0)
        return opened && plan_is_true(view, seat, rack, takes ? move->a : TRAKKS_TILE_NONE,
                                      strstr(reason, "_many") != NULL, detail);
    if (strcmp(reason, "opens_next") == 0)
        return !opened && opening_is_true(view, seat, rack, detail);
    if (strcmp(reason, "opens_later") == 0 || strcmp(reason, "draws_to_open") == 0)
        return !opened && left_over(view, seat, before) == trakks_tiles_count(numbers_of(before));
    if (strcmp(reason, "completes") == 0)
        return opened && left_over(view, seat, rack) == 0 && !(rack.one & ~TRAKKS_TILES_NUMBERS);
    return true;
}

static bool test_move(const struct trakks_state *view, struct mind_question *question,
                      const struct move *move)
{
    char storage[PLAYER_DETAIL_MAX];
    struct buffer detail;
    buffer_start(&detail, storage, sizeof storage);
    const char *reason = trakks_mind.reason(question, move, &detail);
    if (!reason)
        return move->kind == TRAKKS_TAKE; /* an action tile, if there is nothing else */
    for (int i = 0; i < PLANS; i++)
        seen[i] += strcmp(reason, plans[i]) == 0;
    if (reason_is_true(view, question->seat, move, reason, detail.text))
        return true;
    printf("not so: %s (%s)\n", reason, detail.text);
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
                                         .way = TRAKKS_COLLECTS,
                                         .budget = {.iterations = ITERATIONS}};
        union game_move_storage move = {0};
        trakks_mind.choose(&question, &move.head);
        if (!test_move(&view, &question, &move.head))
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
