/* Explains to a person why a move is good. A reason is given only if it is true of what the player
 * sees: tiles that are said to fit have been placed by the solver. */
#include "games/trakks/mind/hint.h"

#include "games/trakks/mind/level.h"
#include "games/trakks/mind/solve.h"
#include "games/trakks/text.h"

enum { LOOKS = 4000 }; /* tables tried before giving up */

static void detail_tiles(struct trakks_tiles tiles, struct buffer *detail)
{
    for (const char *comma = ""; tiles.one; comma = ", ") {
        char name[TRAKKS_TILE_TEXT_MAX];
        trakks_tile_text(trakks_tiles_pop(&tiles), name);
        buffer_add_format(detail, "%s%s", comma, name);
    }
}

static const char *place_reason(const struct trakks_state *view, int seat,
                                const struct trakks_place *place, struct buffer *detail)
{
    struct trakks_tiles laid = trakks_tiles_difference(trakks_table_tiles(&place->table),
                                                       trakks_table_tiles(&view->table));
    if (!trakks_tiles_difference(view->rack[seat], laid).one)
        return "goes_out";
    detail_tiles(laid, detail);
    return bits_have(view->opened, seat) ? "lays" : "opens";
}

/* Places as much of a rack as this seat may now. Returns the tiles left over. */
static struct trakks_tiles rack_lay(const struct mind_question *question, struct trakks_tiles rack)
{
    struct trakks_state after = *(const struct trakks_state *)question->view;
    after.rack[question->seat] = rack;
    struct trakks_puzzle puzzle;
    struct trakks_solution solution;
    trakks_puzzle_make(&after, question->seat, &puzzle);
    trakks_solve(&puzzle, &(struct mind_budget){.iterations = LOOKS}, question->rng, &solution);
    return solution.left;
}

static struct trakks_tiles numbers_of(struct trakks_tiles tiles)
{
    return (struct trakks_tiles){tiles.one & TRAKKS_TILES_NUMBERS,
                                 tiles.two & TRAKKS_TILES_NUMBERS};
}

/* Whether the level collects tiles until everything fits, and has opened. */
static bool collects(const struct mind_question *question)
{
    const struct trakks_state *view = question->view;
    return question->level >= TRAKKS_LEVEL_COLLECTS && bits_have(view->opened, question->seat);
}

/* The state of the collection: the tiles that fit, all tiles, those left over. False if none fits.
 */
static bool plan_detail(struct trakks_tiles rack, struct trakks_tiles left, struct buffer *detail)
{
    int all = trakks_tiles_count(numbers_of(rack)), over = trakks_tiles_count(left);
    if (over == all)
        return false;
    buffer_add_format(detail, "%d, %d, %d", all - over, all, over);
    return true;
}

static const char *take_reason(const struct mind_question *question, uint8_t tile,
                               struct buffer *detail)
{
    const struct trakks_state *view = question->view;
    struct trakks_tiles rack = view->rack[question->seat];
    if (!trakks_tile_is_number(tile))
        return view->bag_count ? NULL : "bag_is_empty";
    struct trakks_tiles friends = {.one = rack.one & trakks_kinds_beside(bit(tile))};
    trakks_tiles_add(&rack, tile);
    bool opened = bits_have(view->opened, question->seat);
    struct trakks_tiles left = rack_lay(question, rack);
    if (opened && !(rack.one & ~TRAKKS_TILES_NUMBERS) && !left.one)
        return "completes";
    struct trakks_tiles first = trakks_tiles_difference(numbers_of(rack), left);
    if (!opened && first.one) {
        detail_tiles(first, detail);
        return "opens_next";
    }
    if (collects(question) && plan_detail(rack, left, detail))
        return "collects";
    detail_tiles(friends, detail);
    if (friends.one)
        return opened ? "goes_with" : "opens_later";
    /* Beginners look for tiles that go together, and otherwise take one only if they must. */
    return question->level > 1 ? "fewest_left" : view->bag_count ? NULL : "bag_is_empty";
}

/* K7: passes on the tiles that mind.c considers the greatest burden. */
static const char *give_reason(const struct mind_question *question, uint8_t one, uint8_t two)
{
    const struct trakks_state *view = question->view;
    if (two == TRAKKS_TILE_NONE)
        return "only_move";
    if (one == TRAKKS_TILE_ARROW || two == TRAKKS_TILE_ARROW)
        return "arrow_on";
    if (one == TRAKKS_TILE_PLUS || two == TRAKKS_TILE_PLUS ||
        trakks_tiles_count(view->rack[question->seat]) == 2)
        return "hardly_any"; /* a +3 is passed on only if nothing else is left */
    return question->level > 1 ? "hardest_to_lay" : "fewest_friends";
}

/* Nothing in the pool is worth taking. */
static const char *draw_reason(const struct mind_question *question, struct buffer *detail)
{
    const struct trakks_state *view = question->view;
    struct trakks_tiles rack = view->rack[question->seat];
    if (!view->pool.one)
        return "pool_is_empty";
    if (collects(question) && plan_detail(rack, rack_lay(question, rack), detail))
        return "draws_on";
    return bits_have(view->opened, question->seat) ? "pool_is_poor" : "draws_to_open";
}

static const char *plus_reason(const struct trakks_state *view, int seat, int to,
                               struct buffer *detail)
{
    if (trakks_tiles_count(view->rack[seat]) == 1)
        return "goes_out";
    int size = trakks_rack_size(view, to);
    for (int other = 0; other < view->seats; other++)
        if (other != seat && trakks_rack_size(view, other) < size)
            return NULL;
    buffer_add_format(detail, "%d", size);
    return "slows_down";
}

const char *trakks_reason(const struct mind_question *question, const struct move *move,
                          struct buffer *detail)
{
    const struct trakks_state *view = question->view;
    switch ((enum trakks_move)move->kind) {
    case TRAKKS_PLACE:
        return place_reason(view, question->seat, (const struct trakks_place *)move, detail);
    case TRAKKS_TAKE:
        return take_reason(question, move->a, detail);
    case TRAKKS_PLUS:
        return plus_reason(view, question->seat, move->a, detail);
    case TRAKKS_ARROW:
        return "arrow_first";
    case TRAKKS_GIVE_TILES:
        return give_reason(question, move->a, move->b);
    case TRAKKS_PASS:
        return "nothing_fits";
    case TRAKKS_DRAW:
        return draw_reason(question, detail);
    }
    return NULL;
}
