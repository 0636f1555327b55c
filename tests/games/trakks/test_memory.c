/* What a seat of Trakks can know, by exhaustive enumeration. In small games with few tiles, the
 * test keeps a list of all racks that the others can have, given what a viewer has seen, and
 * updates it move by move. Worlds that the viewer imagines from its memory must be in the list, and
 * if the list is short, all of its entries must occur.
 *
 * The tiles not in play lie on the table from the start, in no particular shape: memory does not
 * depend on whether a table is legal.
 *
 * usage: trakks_memory [GAMES [FIRST]]; the last line says how many passed.
 *
 * Chapters: lists; tiles; what can have happened; games; tests. */
#include "base/base.h"
#include "games/trakks/trakks.h"
#include "games/trakks/trakks_internal.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOVES = 60,
    KINDS_MIN = 4, /* of number tiles in play */
    KINDS_MAX = 9,
    RACK_MAX = 2,        /* at the start */
    POSSIBLE_MAX = 4000, /* with more, the game is abandoned */
    WORLDS = 3,          /* imagined at each moment */
    SHORT = 40,          /* with this many possibilities, all must occur … */
    PATIENCE = 400,      /* … within this many times as many worlds */
};

/* What the others can have, including what they are giving; empty for the viewer. */
struct possibility {
    struct trakks_tiles rack[TRAKKS_SEATS_MAX];
};

struct belief {
    struct possibility *all; /* sorted, without repetition */
    size_t count, table;
};

struct game_run {
    struct trakks_state s;
    int viewer;
    struct trakks_memory memory;
    struct belief belief;
    struct rng rng;
};

/* ---- Lists ---- */

static int possibility_compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct possibility));
}

static void belief_add(struct belief *belief, const struct possibility *possible)
{
    if (belief->count == belief->table) {
        belief->table = belief->table ? 2 * belief->table : 64;
        belief->all = realloc(belief->all, belief->table * sizeof *belief->all);
        CHECK(belief->all);
    }
    belief->all[belief->count++] = *possible;
}

static void belief_sort(struct belief *belief)
{
    size_t count = 0;
    if (belief->count)
        qsort(belief->all, belief->count, sizeof *belief->all, possibility_compare);
    for (size_t i = 0; i < belief->count; i++)
        if (i == 0 || possibility_compare(&belief->all[count - 1], &belief->all[i]) != 0)
            belief->all[count++] = belief->all[i];
    belief->count = count;
}

static const struct possibility *belief_find(const struct belief *belief,
                                             const struct possibility *possible)
{
    return belief->count ? bsearch(possible, belief->all, belief->count, sizeof *possible,
                                   possibility_compare)
                         : NULL;
}

/* ---- Tiles ---- */

static struct possibility racks_of(const struct trakks_state *s, int viewer)
{
    struct possibility racks = {0};
    for (int seat = 0; seat < s->seats; seat++) {
        if (seat == viewer)
            continue;
        racks.rack[seat] = s->rack[seat];
        for (int i = 0; i < trakks_given_count(s, seat); i++)
            trakks_tiles_add(&racks.rack[seat], s->giving[seat][i]);
    }
    return racks;
}

/* False if there are more than two of some kind. */
static bool racks_total(const struct possibility *racks, struct trakks_tiles *total)
{
    *total = (struct trakks_tiles){0};
    for (int seat = 0; seat < TRAKKS_SEATS_MAX; seat++) {
        if (trakks_tiles_exceed(*total, racks->rack[seat]))
            return false;
        *total = trakks_tiles_sum(*total, racks->rack[seat]);
    }
    return true;
}

static struct trakks_tiles tiles_unseen(const struct trakks_state *s, int viewer)
{
    struct trakks_tiles unseen;
    struct possibility racks = racks_of(s, viewer);
    CHECK(racks_total(&racks, &unseen));
    for (int i = 0; i < s->bag_count; i++)
        trakks_tiles_add(&unseen, s->bag[i]);
    return unseen;
}

static bool tiles_take(struct trakks_tiles *from, struct trakks_tiles tiles)
{
    if (trakks_tiles_difference(tiles, *from).one)
        return false;
    *from = trakks_tiles_difference(*from, tiles);
    return true;
}

/* ---- What can have happened ---- */

/* Adds every possibility in which the seat draws `count` of these tiles. */
static void draws_follow(struct belief *belief, const struct possibility *before, int seat,
                         struct trakks_tiles bag, int count)
{
    if (count == 0) {
        belief_add(belief, before);
        return;
    }
    for (uint64_t kinds = bag.one; kinds;) {
        int tile = bits_pop(&kinds);
        struct possibility after = *before;
        struct trakks_tiles rest = bag;
        trakks_tiles_remove(&rest, tile);
        trakks_tiles_add(&after.rack[seat], tile);
        draws_follow(belief, &after, seat, rest, count - 1);
        bag.one &= ~bit(tile), bag.two &= ~bit(tile); /* each combination once */
    }
}

/* Adds every possibility in which `seat` and those after it pass on what they give in `s`, if the
 * viewer sees it, and otherwise any tiles of that number. `coming` is what the seats before have
 * passed on. */
static void gifts_follow(struct belief *belief, const struct trakks_state *s, int viewer, int seat,
                         const struct possibility *kept, const struct possibility *coming)
{
    if (seat == s->seats) {
        struct possibility after = *kept;
        for (int to = 0; to < s->seats; to++)
            after.rack[to] = trakks_tiles_sum(after.rack[to], coming->rack[to]);
        belief_add(belief, &after);
        return;
    }
    CHECK(seat < TRAKKS_SEATS_MAX);
    int to = (seat + 1) % s->seats;
    struct belief gifts = {0};
    struct possibility gift = {0};
    if (seat == viewer || to == viewer) {
        for (int i = 0; i < trakks_given_count(s, seat); i++)
            trakks_tiles_add(&gift.rack[to], s->giving[seat][i]);
        belief_add(&gifts, &gift);
    } else {
        draws_follow(&gifts, &gift, to, kept->rack[seat], trakks_given_count(s, seat));
    }
    for (size_t i = 0; i < gifts.count; i++) {
        struct possibility rest = *kept, more = *coming;
        if (seat != viewer && !tiles_take(&rest.rack[seat], gifts.all[i].rack[to]))
            continue;
        if (to != viewer)
            more.rack[to] = gifts.all[i].rack[to];
        gifts_follow(belief, s, viewer, seat + 1, &rest, &more);
    }
    free(gifts.all);
}

/* Adds every possibility after a move that led from one state to another. */
static void move_follow(struct belief *belief, const struct trakks_state *before,
                        const struct trakks_state *after, int viewer, int seat,
                        const struct move *move, const struct possibility *was)
{
    struct possibility now = *was, none = {0};
    struct trakks_state given = *before;
    struct trakks_tiles bag, shown = {0};
    int drawer = seat, drawn = 0;
    CHECK(racks_total(was, &bag));
    bag = trakks_tiles_difference(tiles_unseen(before, viewer), bag);
    switch ((enum trakks_move)move->kind) {
    case TRAKKS_TAKE:
        if (seat != viewer)
            trakks_tiles_add(&now.rack[seat], move->a);
        break;
    case TRAKKS_DRAW:
        drawn = 1;
        break;
    case TRAKKS_PLUS:
        shown = (struct trakks_tiles){.one = bit(TRAKKS_TILE_PLUS)};
        drawer = move->a;
        drawn = before->bag_count - after->bag_count;
        break;
    case TRAKKS_ARROW:
        shown = (struct trakks_tiles){.one = bit(TRAKKS_TILE_ARROW)};
        break;
    case TRAKKS_PLACE:
        shown = trakks_tiles_difference(before->rack[seat], after->rack[seat]);
        break;
    case TRAKKS_GIVE_TILES:
        given.giving[seat][0] = move->a;
        given.giving[seat][1] = move->b;
        if (after->phase != TRAKKS_PHASE_ARROW) {
            gifts_follow(belief, &given, viewer, 0, &now, &none);
            return;
        }
        break;
    case TRAKKS_PASS:
        break;
    }
    if (seat == viewer || tiles_take(&now.rack[seat], shown))
        draws_follow(belief, &now, drawer, bag, drawer == viewer ? 0 : drawn);
}

/* Removes possibilities that contradict what has become visible. */
static void belief_filter(struct belief *belief, struct trakks_tiles unseen)
{
    size_t count = 0;
    struct trakks_tiles total;
    for (size_t i = 0; i < belief->count; i++)
        if (racks_total(&belief->all[i], &total) && !trakks_tiles_difference(total, unseen).one)
            belief->all[count++] = belief->all[i];
    belief->count = count;
}

/* ---- Games ---- */

static void run_start(struct game_run *run, int number)
{
    struct trakks_state *s = &run->s;
    uint8_t kinds[TRAKKS_GRID_TILES_MAX / 2], tiles[TRAKKS_TILES];
    int kind_count = 0, count = 0;
    *run = (struct game_run){.s = {.seats = (uint8_t)(2 + number % 3), .round = 1, .opened = 1}};
    rng_start(&run->rng, (uint64_t)number);
    for (uint64_t numbers = TRAKKS_TILES_NUMBERS; numbers;)
        kinds[kind_count++] = (uint8_t)bits_pop(&numbers);
    rng_shuffle(&run->rng, kinds, (size_t)kind_count);
    int played = KINDS_MIN + (int)rng_below(&run->rng, KINDS_MAX - KINDS_MIN + 1);
    for (int i = 0; i < 2 * played; i++)
        tiles[count++] = kinds[i / 2];
    for (int i = 2 * played; i < 2 * kind_count; i++)
        s->table.tile[s->table.tile_count++] = kinds[i / 2];
    for (int i = 0; i < 2 * TRAKKS_ACTIONS; i++)
        tiles[count++] = i % 2 ? TRAKKS_TILE_PLUS : TRAKKS_TILE_ARROW;
    rng_shuffle(&run->rng, tiles, (size_t)count);

    run->viewer = (int)rng_below(&run->rng, s->seats);
    s->turn = (uint8_t)rng_below(&run->rng, s->seats);
    for (int seat = 0; seat < s->seats; seat++)
        for (uint32_t i = rng_below(&run->rng, RACK_MAX + 1); i > 0; i--)
            trakks_tiles_add(&s->rack[seat], tiles[--count]);
    for (uint32_t i = rng_below(&run->rng, TRAKKS_POOL + 1); i > 0 && count > 0; i--)
        trakks_tiles_add(&s->pool, tiles[--count]);
    s->bag_count = (uint8_t)count;
    memcpy(s->bag, tiles, (size_t)count);
}

/* Each of the others can have any unseen tiles, in the right number. */
static void belief_start(struct game_run *run)
{
    const struct trakks_state *s = &run->s;
    struct possibility nothing = {0};
    belief_add(&run->belief, &nothing);
    for (int seat = 0; seat < s->seats; seat++) {
        if (seat == run->viewer)
            continue;
        struct belief next = {0};
        for (size_t i = 0; i < run->belief.count; i++) {
            struct trakks_tiles total;
            CHECK(racks_total(&run->belief.all[i], &total));
            draws_follow(&next, &run->belief.all[i], seat,
                         trakks_tiles_difference(tiles_unseen(s, run->viewer), total),
                         trakks_tiles_count(s->rack[seat]));
        }
        free(run->belief.all);
        run->belief = next;
    }
    belief_sort(&run->belief);
}

/* A placing of some tiles, in no shape. False if the rack has no others. */
static bool place_choose(struct game_run *run, int seat, struct trakks_place *place)
{
    struct trakks_tiles rack = run->s.rack[seat];
    struct trakks_tiles numbers = {rack.one & TRAKKS_TILES_NUMBERS,
                                   rack.two & TRAKKS_TILES_NUMBERS};
    *place = (struct trakks_place){.head = {.kind = TRAKKS_PLACE}, .table = run->s.table};
    for (uint32_t count = 1 + rng_below(&run->rng, 3); count > 0 && numbers.one; count--) {
        uint8_t tile = trakks_tiles_nth(
            numbers, (int)rng_below(&run->rng, (uint32_t)trakks_tiles_count(numbers)));
        trakks_tiles_remove(&numbers, tile);
        trakks_tiles_remove(&rack, tile);
        place->table.tile[place->table.tile_count++] = tile;
    }
    return rack.one && place->table.tile_count > run->s.table.tile_count;
}

static void move_choose(struct game_run *run, int seat, union game_move_storage *move)
{
    static struct move moves[GAME_MOVES_MAX];
    memset(move, 0, sizeof *move);
    uint32_t eagerness = 1 + 3u * run->memory.arrows; /* tiles must accumulate first */
    if (run->s.phase == TRAKKS_PHASE_TURN && rng_below(&run->rng, 10) < eagerness &&
        place_choose(run, seat, (struct trakks_place *)move))
        return;
    memset(move, 0, sizeof *move);
    int count = game_trakks.legal(&run->s, seat, moves);
    move->head = moves[rng_below(&run->rng, (uint32_t)count)];
}

static void move_make(struct game_run *run)
{
    static struct doc doc;
    uint32_t to_act = game_trakks.to_act(&run->s);
    int seat = bits_nth(to_act, (int)rng_below(&run->rng, (uint32_t)bits_count(to_act)));
    struct trakks_state before = run->s;
    union game_move_storage move;
    move_choose(run, seat, &move);
    game_move_remember(&game_trakks, &run->s, seat, &move.head, run->viewer, &run->memory, &doc);
    game_trakks.apply(&run->s, seat, &move.head, NULL);

    struct belief after = {0};
    for (size_t i = 0; i < run->belief.count; i++)
        move_follow(&after, &before, &run->s, run->viewer, seat, &move.head, &run->belief.all[i]);
    free(run->belief.all);
    run->belief = after;
    belief_filter(&run->belief, tiles_unseen(&run->s, run->viewer));
    belief_sort(&run->belief);
}

/* ---- Tests ---- */

static const struct possibility *world_imagine(struct game_run *run,
                                               const struct trakks_state *view)
{
    struct trakks_state world;
    game_trakks.determinize(view, run->viewer, &run->memory, &run->rng, &world);
    struct possibility racks = racks_of(&world, run->viewer);
    return belief_find(&run->belief, &racks);
}

static bool test_worlds(struct game_run *run)
{
    struct trakks_state view;
    struct possibility truth = racks_of(&run->s, run->viewer);
    CHECK(belief_find(&run->belief, &truth));
    game_trakks.view(&run->s, run->viewer, &view);
    bool come_out[SHORT] = {false};
    size_t count = run->belief.count, missing = count <= SHORT ? count : 0;
    for (size_t i = 0; i < WORLDS || (missing && i < PATIENCE * count); i++) {
        const struct possibility *found = world_imagine(run, &view);
        if (!found) {
            printf("a world contradicts what was seen\n");
            return false;
        }
        size_t index = (size_t)(found - run->belief.all);
        if (missing && !come_out[index]) {
            come_out[index] = true;
            missing--;
        }
    }
    if (missing)
        printf("%zu of %zu possible worlds do not come out\n", missing, count);
    return !missing;
}

static bool test_game(int number)
{
    struct game_run run;
    bool passed = true;
    run_start(&run, number);
    belief_start(&run);
    for (int i = 0;
         i < MOVES && run.s.phase != TRAKKS_PHASE_OVER && run.belief.count <= POSSIBLE_MAX; i++) {
        passed = test_worlds(&run);
        if (!passed) {
            printf("  in game %d, after %d moves, for seat %d\n", number, i, run.viewer);
            break;
        }
        move_make(&run);
    }
    free(run.belief.all);
    return passed;
}

int main(int argc, char **argv)
{
    int games = 1000, first = 1;
    if (argc > 3 || (argc > 1 && !tested_number(argv[1], &games)) ||
        (argc > 2 && !tested_number(argv[2], &first)))
        return tested_usage(argv[0], "[GAMES [FIRST]]");
    int passed = 0, failed = 0;
    for (int number = first; number < first + games; number++) {
        if (test_game(number))
            passed++;
        else
            failed++;
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
