/* The outlook of a rack: imagined orders hold the unseen tiles and no others, and a wait is the smallest
 * number of tiles after which everything may fit.
 *
 * usage: trakks_outlook; the last line says how many positions passed. */
#include "trakks_support.h"

#include "base/base.h"
#include "games/trakks/mind/mind.h"
#include "games/trakks/trakks.h"

#include <stdio.h>

enum { GAMES = 6, MOVES_MAX = 60, EVERY = 6, TAKEN = 3 };

static int checks, failed;

static void check(bool holds, const char *what, int game, int move)
{
    checks++;
    if (holds)
        return;
    failed++;
    printf("game %d, move %d: %s\n", game, move, what);
}

static int smallest_wait(const struct trakks_outlook *outlook,
                         const struct trakks_prospect *prospect)
{
    struct trakks_tiles more = outlook->staying;
    for (int i = prospect->first;; i++) {
        if (trakks_may_fit(&outlook->fitting, prospect->have, more, outlook->groups_max) ||
            i > prospect->last)
            return i - prospect->first;
        if (i < prospect->last)
            trakks_tiles_add(&more, outlook->order[i]);
    }
}

static void position_check(const struct trakks_state *s, int game, int move, struct rng *rng)
{
    int seat = s->turn, other = (seat + 1) % s->seats;
    struct trakks_state view;
    struct trakks_memory memory = {0};
    struct trakks_problem problem;
    static struct trakks_outlook outlook;
    trakks_view(s, seat, &view);
    trakks_problem_make(&view, seat, &problem);
    struct trakks_tiles table = trakks_table_tiles(&view.table);
    struct trakks_tiles rack = trakks_tiles_numbers(s->rack[other]);
    for (int i = 0; i < TAKEN && rack.one; i++) /* seen to be taken */
        trakks_tiles_add(&memory.known[0][other], trakks_tiles_pop(&rack));
    struct mind_question question = {.seat = seat, .view = &view, .memory = &memory, .rng = rng};
    trakks_outlook_start(&outlook, &question, table, 3);
    trakks_outlook_imagine(&outlook, &question);

    struct trakks_tiles order = {0}, unseen = {TRAKKS_TILES_NUMBERS, TRAKKS_TILES_NUMBERS};
    const struct trakks_tiles seen[] = {table, view.rack[seat], view.pool, memory.known[0][other]};
    for (int i = 0; i < 4; i++)
        unseen = trakks_tiles_difference(unseen, seen[i]);
    for (int i = 0; i < outlook.count; i++)
        trakks_tiles_add(&order, outlook.order[i]);
    check(order.one == unseen.one && order.two == unseen.two, "an order has other tiles", game,
          move);
    check(!trakks_tiles_difference(outlook.staying, outlook.pool).one, "a tile stays that is gone",
          game, move);

    int last = outlook.count < view.bag_count ? outlook.count : view.bag_count;
    struct trakks_tiles have = trakks_tiles_sum(table, trakks_tiles_numbers(view.rack[seat]));
    struct trakks_prospect prospect = {have, outlook.pool, 0, last};
    int wait = smallest_wait(&outlook, &prospect);
    check(wait <= last + 1, "a wait is too long", game, move);
    for (int guess = 0; guess <= last + 2; guess += 3)
        check(trakks_outlook_wait(&outlook, &prospect, guess) == wait, "a wait is not the smallest",
              game, move);

    question.truth = s;
    trakks_outlook_imagine(&outlook, &question);
    for (int i = 0, bag = s->bag_count; i < outlook.count; i++) {
        do
            bag--;
        while (!trakks_tile_is_number(s->bag[bag]));
        check(outlook.order[i] == s->bag[bag], "the clairvoyant order is not that of the bag", game,
              move);
    }
}

int main(void)
{
    for (int game = 0; game < GAMES; game++) {
        struct trakks_state s;
        struct rng rng;
        short_match_start(&s, "outlook", game);
        rng_start(&rng, (uint64_t)game);
        for (int move = 0; move < MOVES_MAX && s.phase != TRAKKS_PHASE_OVER; move++) {
            if (s.phase == TRAKKS_PHASE_TURN && move % EVERY == 0)
                position_check(&s, game, move, &rng);
            struct trakks_place chosen = {0};
            int seat = bits_first(game_trakks.to_act(&s));
            trakks_sample(&s, seat, &rng, &chosen.head);
            game_trakks.apply(&s, seat, &chosen.head, NULL);
        }
    }
    printf("%d passed, %d failed\n", checks - failed, failed);
    return failed > 0;
}
