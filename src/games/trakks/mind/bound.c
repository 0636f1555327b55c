/* Tables without their geometry: it asks whether there are rows and sequences at all that use
 * every required tile and all but a few of the optional ones. Every real table is an answer to
 * that, so where there is none there is no table. The benchmark of the solver asks the same of an
 * integer program.
 *
 * What is true of every real table, and all that is used here (K10 to K12):
 *   - each tile is in one line or in two, which cross there;
 *   - two lines share one tile at most;
 *   - two lines that cross are not parallel, so of three lines at most two pairs cross;
 *   - there are at least as many groups as lines less crossings ("parts" below), also among the
 *     values of a span that no row can leave; and one at least where a tile is required. This
 *     matters little on a full table, so it is first left out, and much for a first placing.
 *
 * It goes from the value 1 to 14 and knows of each colour the rows that are open. More than two
 * rows of a colour and two sequences of a value need not be known:
 *   - Sequences. Were there three or more of one value, then one or two would do, that have none
 *     of the tiles more often and cover as many of each colour. (Let A be the colours they have,
 *     and B those of which they have both tiles. If B has three colours or none, take A and B. If
 *     it has two, A has four, because each tile is in two lines at most. If it has one, A has four
 *     and a single tile is in two of them: take two that cross there.) They may be more parts,
 *     though: where three are possible, parts are not looked at.
 *   - Rows. At a value that three or four rows pass, both tiles are there and one or both lie
 *     where two of the rows cross, so that at most one or no sequence fits. Leaving out the
 *     third row's start and the next end leaves rows that are no shorter and use the same tiles.
 *     What is lost is how often two rows may cross (rows_third and rows_fourth in lines.c) and that
 *     they hang together by what was left out (rows_join). As long as two rows are open, they
 *     become one part once, however many rows were left out meanwhile: each of those was a part
 *     more and crossed another. */
#include "games/trakks/mind/bound.h"

#include "base/check.h"
#include "games/trakks/mind/lines.h"

#include <string.h>

enum {
    STEPS_MAX = 400000,
    STATES_MAX = 4096, /* at one value */
    SLOTS = 2 * STATES_MAX,
    CODE_BITS = 4,     /* of one colour in a state */
    CODE_MASK = 15,    /* likewise */
    COVERS = 21,       /* how often up to two sequences can have each colour */
    PARTS_SHIFT = 16,  /* of the parts in a state */
    PARTS_MASK = 4095, /* likewise */
    PARTS_ZERO = 1000, /* what is added to them there */
    GROUPS_SHIFT = 28, /* of the groups in a state */
    CROWD = 7,         /* tiles of one value of which three sequences can be made */
    NEVER = 200,       /* tiles left: not to be finished */
};

/* The states after one value: what is open of each colour, and how many tiles are left at least
 * when all is done. */
struct layer {
    int count;
    uint32_t state[STATES_MAX];
    uint8_t left[STATES_MAX];
};

/* A value, among those that rows can connect. */
struct span {
    bool ends; /* no row goes on from here */
    int least; /* parts of the span */
    int rest;  /* of these after the value; may be below 0 */
    int after; /* parts of all later spans, at least */
};

struct bound {
    struct trakks_tiles all, required;
    int groups_max;
    struct trakks_lines lines;
    uint8_t cover[COVERS][TRAKKS_TILE_COLOURS];
    uint8_t cover_sequences[COVERS]; /* how many */
    uint8_t stock[TRAKKS_TILE_VALUE_MAX + 1][TRAKKS_TILE_COLOURS];
    /* Tiles of one colour that are left at least after a value, by what is open then, even if
     * the other colours did all that is asked of them. */
    uint8_t rest[TRAKKS_TILE_VALUE_MAX + 1][TRAKKS_TILE_COLOURS][TRAKKS_ROWS_CODES];
    struct span span[TRAKKS_TILE_VALUE_MAX + 1];
    int value; /* of the moment */
    int target, steps;
    bool gave_up;
    struct layer layer[2];
    struct layer *next;   /* the one in the making */
    uint16_t slot[SLOTS]; /* where its states are, plus 1 */
    struct trakks_ways now[TRAKKS_TILE_COLOURS][TRAKKS_SEQUENCES_MAX + 1]
                          [TRAKKS_ROWS_CODES]; /* at this value */
};

static void covers_make(struct bound *bound)
{
    static const uint8_t sequence[] = {0, 7, 11, 13, 14, 15}; /* none, or a bit per colour */
    int count = 0;
    for (int a = 0; a < 6; a++)
        for (int b = 0; b <= a; b++, count++) {
            bound->cover_sequences[count] = (uint8_t)((a > 0) + (b > 0));
            for (int colour = 0; colour < TRAKKS_TILE_COLOURS; colour++)
                bound->cover[count][colour] =
                    (uint8_t)(bits_have(sequence[a], colour) + bits_have(sequence[b], colour));
        }
    CHECK(count == COVERS);
}

static void stocks_make(struct bound *bound)
{
    struct trakks_tiles all = bound->all, required = bound->required;
    uint64_t beside = all.two & (all.two << 1 | all.two >> 1);
    for (int value = 1; value <= TRAKKS_TILE_VALUE_MAX; value++)
        for (int colour = 0; colour < TRAKKS_TILE_COLOURS; colour++) {
            int kind = colour * TRAKKS_TILE_COLOUR + value;
            struct trakks_stock stock = {trakks_tiles_copies(all, kind),
                                         trakks_tiles_copies(required, kind),
                                         bits_have(beside, kind)};
            bound->stock[value][colour] = (uint8_t)trakks_stock_code(&stock);
        }
}

/* Whether this number of sequences can have each colour. They cross once at most. */
static bool cover_fits(const struct bound *bound, int value, const uint8_t *cover)
{
    int shared = 0;
    for (int colour = 0; colour < TRAKKS_TILE_COLOURS; colour++) {
        int stock = bound->stock[value][colour], all = stock >= 3 ? 2 : stock >= 1 ? 1 : 0;
        if (cover[colour] > 2 * all)
            return false;
        shared += cover[colour] > all ? cover[colour] - all : 0;
    }
    return shared <= 1;
}

static int covers_list(const struct bound *bound, int value, int list[COVERS])
{
    int count = 0;
    for (int i = 0; i < COVERS; i++)
        if (cover_fits(bound, value, bound->cover[i]))
            list[count++] = i;
    return count;
}

/* From the last value down. */
static void rest_make(struct bound *bound)
{
    for (int colour = 0; colour < TRAKKS_TILE_COLOURS; colour++)
        for (int code = 0; code < TRAKKS_ROWS_CODES; code++) {
            const struct trakks_rows *rows = &bound->lines.rows[code];
            bool done = rows->length[0] % TRAKKS_LONG == 0 && rows->length[1] % TRAKKS_LONG == 0;
            bound->rest[TRAKKS_TILE_VALUE_MAX][colour][code] = done ? 0 : NEVER;
        }
    for (int value = TRAKKS_TILE_VALUE_MAX; value > 0; value--) {
        int list[COVERS], count = covers_list(bound, value, list);
        for (int colour = 0; colour < TRAKKS_TILE_COLOURS; colour++) {
            unsigned sequences = 0;
            for (int i = 0; i < count; i++)
                sequences |= 1U << bound->cover[list[i]][colour];
            for (int from = 0; from < TRAKKS_ROWS_CODES; from++) {
                int least = NEVER;
                for (int n = 0; n <= TRAKKS_SEQUENCES_MAX; n++) {
                    const struct trakks_ways *ways =
                        &bound->lines.ways[bound->stock[value][colour]][n][from];
                    for (int i = 0; i < ways->count && bits_have(sequences, n); i++) {
                        int left = ways->way[i].left + bound->rest[value][colour][ways->way[i].to];
                        least = left < least ? left : least;
                    }
                }
                bound->rest[value - 1][colour][from] = (uint8_t)least;
            }
        }
    }
}

/* What one colour adds to the parts at least, in this number of sequences. */
static int parts_least(const struct bound *bound, int value, int colour, int sequences)
{
    int least = NEVER;
    for (int from = 0; from < TRAKKS_ROWS_CODES; from++) {
        const struct trakks_ways *ways =
            &bound->lines.ways[bound->stock[value][colour]][sequences][from];
        for (int i = 0; i < ways->count; i++)
            least = ways->way[i].parts < least ? ways->way[i].parts : least;
    }
    return least;
}

static int parts_at(const struct bound *bound, int value)
{
    int list[COVERS], count = covers_list(bound, value, list), least = NEVER;
    for (int i = 0; i < count; i++) {
        int parts = bound->cover_sequences[list[i]];
        for (int colour = 0; colour < TRAKKS_TILE_COLOURS; colour++)
            parts += parts_least(bound, value, colour, bound->cover[list[i]][colour]);
        least = parts < least ? parts : least;
    }
    return least;
}

/* The tiles of one value. */
static uint64_t kinds_of(uint64_t kinds, int value)
{
    return kinds >> value & (bit(0) | bit(TRAKKS_TILE_COLOUR) | bit(2 * TRAKKS_TILE_COLOUR) |
                             bit(3 * TRAKKS_TILE_COLOUR));
}

static void spans_make(struct bound *bound)
{
    uint64_t rows = bound->all.one & bound->all.one >> 1 & bound->all.one >> 2; /* from here on */
    uint64_t on = rows | rows << 1;
    int first;
    for (int last = TRAKKS_TILE_VALUE_MAX, after = 0; last > 0; last = first - 1) {
        int least = 0, rest = 0;
        first = last;
        while (first > 1 && kinds_of(on, first - 1))
            first--;
        for (int value = first; value <= last; value++)
            if (kinds_of(bound->required.one, value))
                least = 1;
        for (int value = last; value >= first; value--) {
            bound->span[value] = (struct span){value == last, least, rest, after};
            rest += parts_at(bound, value);
        }
        after += rest > least ? rest : least;
    }
}

/* The ways at this value that lead on, with how many more tiles they leave than had to be. */
static void now_make(struct bound *bound, int value)
{
    for (int colour = 0; colour < TRAKKS_TILE_COLOURS; colour++)
        for (int sequences = 0; sequences <= TRAKKS_SEQUENCES_MAX; sequences++)
            for (int from = 0; from < TRAKKS_ROWS_CODES; from++) {
                struct trakks_ways *now = &bound->now[colour][sequences][from];
                int before = bound->rest[value - 1][colour][from];
                const struct trakks_ways *ways =
                    &bound->lines.ways[bound->stock[value][colour]][sequences][from];
                now->count = 0;
                for (int i = 0; i < ways->count && before < NEVER; i++) {
                    struct trakks_way way = ways->way[i];
                    int after = way.left + bound->rest[value][colour][way.to];
                    if (after > bound->target)
                        continue;
                    way.left = (uint8_t)(after - before);
                    now->way[now->count++] = way;
                }
            }
}

/* The slot of a state: where it is, or an empty one. */
static uint16_t *slot_find(struct bound *bound, unsigned state)
{
    unsigned slot = (state ^ state >> PARTS_SHIFT << 5) * 40503U % SLOTS;
    while (bound->slot[slot] && bound->next->state[bound->slot[slot] - 1] != state)
        slot = (slot + 1) % SLOTS;
    return &bound->slot[slot];
}

static void state_add(struct bound *bound, unsigned state, int left)
{
    struct layer *next = bound->next;
    uint16_t *slot = slot_find(bound, state);
    if (*slot) {
        uint8_t *least = &next->left[*slot - 1];
        *least = left < *least ? (uint8_t)left : *least;
    } else if (next->count == STATES_MAX) {
        bound->gave_up = true;
    } else {
        next->state[next->count] = state;
        next->left[next->count] = (uint8_t)left;
        *slot = (uint16_t)++next->count;
    }
}

static unsigned state_make(int groups)
{
    return (unsigned)groups << GROUPS_SHIFT | (unsigned)PARTS_ZERO << PARTS_SHIFT;
}

/* A state after all colours; unless there are too many groups. */
static void state_reach(struct bound *bound, unsigned state, int left)
{
    const struct span *span = &bound->span[bound->value];
    int parts = (int)(state >> PARTS_SHIFT & PARTS_MASK) - PARTS_ZERO + span->rest;
    int groups = (int)(state >> GROUPS_SHIFT) + (parts > span->least ? parts : span->least);
    if (!bound->lines.parts_count)
        state_add(bound, state, left);
    else if (groups + span->after <= bound->groups_max)
        state_add(bound, span->ends ? state_make(groups) : state, left);
}

/* What the colours from this one on can do; the others have gone from `state` already. */
static void colours_go(struct bound *bound, const uint8_t *cover, int colour, unsigned state,
                       int left, int shared)
{
    if (colour == TRAKKS_TILE_COLOURS) {
        state_reach(bound, state, left);
        return;
    }
    int shift = CODE_BITS * colour;
    const struct trakks_ways *ways = &bound->now[colour][cover[colour]][state >> shift & CODE_MASK];
    unsigned others = state & ~((unsigned)CODE_MASK << shift);
    bound->steps += 1 + ways->count;
    for (int i = 0; i < ways->count; i++) {
        struct trakks_way way = ways->way[i];
        if (left + way.left <= bound->target && shared + way.shared <= 1)
            colours_go(bound, cover, colour + 1,
                       (others | (unsigned)way.to << shift) + ((unsigned)way.parts << PARTS_SHIFT),
                       left + way.left, shared + way.shared);
    }
}

/* Whether there is another state that can all this one can, in one colour more. */
static bool state_covered(struct bound *bound, int value, unsigned state, int left)
{
    uint16_t fewer = bound->lines.parts_count ? *slot_find(bound, state - (1U << PARTS_SHIFT)) : 0;
    if (fewer && bound->next->left[fewer - 1] <= left)
        return true;
    for (int colour = 0; colour < TRAKKS_TILE_COLOURS; colour++) {
        int shift = CODE_BITS * colour, code = (int)(state >> shift & CODE_MASK);
        const uint8_t *rest = bound->rest[value][colour];
        for (uint64_t codes = bound->lines.covers[code]; codes;) {
            int other = bits_pop(&codes);
            uint16_t slot = *slot_find(bound, (state & ~((unsigned)CODE_MASK << shift)) |
                                                  (unsigned)other << shift);
            bound->steps++;
            if (slot && bound->next->left[slot - 1] - rest[other] <= left - rest[code])
                return true;
        }
    }
    return false;
}

static void value_go(struct bound *bound, const struct layer *layer, int value)
{
    int list[COVERS], count = covers_list(bound, value, list);
    bound->next->count = 0;
    memset(bound->slot, 0, sizeof bound->slot);
    now_make(bound, value);
    for (int i = 0; i < layer->count && !bound->gave_up; i++) {
        for (int k = 0; k < count; k++) {
            unsigned parts = bound->lines.parts_count ? bound->cover_sequences[list[k]] : 0;
            colours_go(bound, bound->cover[list[k]], 0, layer->state[i] + (parts << PARTS_SHIFT),
                       layer->left[i], 0);
        }
        bound->gave_up |= bound->steps > STEPS_MAX;
    }
}

/* Takes out what is covered. A state that is taken out stays in its slot, and may cover others: it
 * is covered itself by one that stays. */
static void layer_thin(struct bound *bound, int value, struct layer *layer)
{
    uint8_t keep[STATES_MAX];
    for (int i = 0; i < layer->count; i++)
        keep[i] = !state_covered(bound, value, layer->state[i], layer->left[i]);
    int kept = 0;
    for (int i = 0; i < layer->count; i++)
        if (keep[i]) {
            layer->state[kept] = layer->state[i];
            layer->left[kept++] = layer->left[i];
        }
    layer->count = kept;
}

/* Whether no more than `target` tiles need be left, as far as is seen here. */
static bool target_possible(struct bound *bound, int left)
{
    struct layer *layer = &bound->layer[0];
    layer->count = 1;
    layer->state[0] = state_make(0);
    layer->left[0] = (uint8_t)left;
    for (int value = 1; value <= TRAKKS_TILE_VALUE_MAX && layer->count > 0 && !bound->gave_up;
         value++) {
        bound->next = &bound->layer[value % 2];
        bound->value = value;
        value_go(bound, layer, value);
        layer = bound->next;
        layer_thin(bound, value, layer);
    }
    return bound->gave_up || layer->count > 0;
}

/* Raises the target while it is not possible; with or without a look at the groups. */
static void target_raise(struct bound *bound, bool parts_count, int enough)
{
    bound->lines.parts_count = parts_count;
    trakks_lines_ways(&bound->lines);
    rest_make(bound);
    spans_make(bound);
    int least = 0;
    for (int colour = 0; colour < TRAKKS_TILE_COLOURS; colour++)
        least += bound->rest[0][colour][0];
    bound->target = least > bound->target ? least : bound->target;
    while (bound->target < enough && !target_possible(bound, least))
        bound->target++;
}

/* Three sequences of one value could be made. */
static bool is_crowded(struct trakks_tiles all)
{
    for (int value = 1; value <= TRAKKS_TILE_VALUE_MAX; value++) {
        int count = 0;
        for (int colour = 0; colour < TRAKKS_TILE_COLOURS; colour++)
            count += trakks_tiles_copies(all, colour * TRAKKS_TILE_COLOUR + value);
        if (count >= CROWD)
            return true;
    }
    return false;
}

int trakks_bound(struct trakks_tiles required, struct trakks_tiles optional, int groups_max,
                 int enough)
{
    struct bound bound;
    bound.all = trakks_tiles_sum(required, optional);
    bound.required = required;
    bound.groups_max = groups_max;
    trakks_lines_start(&bound.lines);
    covers_make(&bound);
    stocks_make(&bound);
    bound.target = 0;
    bound.steps = 0;
    bound.gave_up = false;
    target_raise(&bound, false, enough);
    if (bound.target < enough && !bound.gave_up && !is_crowded(bound.all))
        target_raise(&bound, true, enough);
    return bound.target < enough ? bound.target : enough;
}
