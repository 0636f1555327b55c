/* Tables without their geometry: are there any runs and sets that use every required tile and
 * all but a few of the optional ones? Every real table is a solution of this problem, so if it has
 * none, there is no table. The benchmark of the solver poses the same question to an integer
 * program.
 *
 * These facts about real tables are used, and no others (K10 to K12):
 *   - each tile is in one line, or in two that cross there;
 *   - two lines share at most one tile;
 *   - two lines that cross are not parallel, so of three lines at most two pairs cross;
 *   - there are at least as many groups as lines minus crossings ("parts" below), also among the
 *     values of a span that no run can leave; and at least one where a tile is required. On a full
 *     table this matters little, so it is left out at first; for a first placing it matters a lot.
 *
 * The search goes from value 1 to 14 and tracks the open runs of each colour. It needs no more than
 * two runs of a colour and two sets of a value:
 *   - Sets. If there are three or more of one value, one or two suffice that use no tile more
 *     often and cover each colour equally often. (Let A be the colours they contain, and B those of
 *     which they use both tiles. If B has three colours or none, take A and B. If B has two, A has
 *     four, because each tile is in at most two lines. If B has one, A has four and a single tile is
 *     in two of them: take two that cross there.) They may be more parts, though, so parts are
 *     ignored where three are possible.
 *   - Runs. At a value that three or four runs pass, both tiles are present and one or both are
 *     crossings of two of the runs, so that at most one or no set fits. Removing the start of
 *     the third run and the next end leaves runs that are no shorter and use the same tiles. This
 *     loses how often two runs may cross (runs_third and runs_fourth in board.c), and that they are
 *     connected by what was removed (runs_join). While two runs are open they become one part once,
 *     however many runs were removed meanwhile: each of those was another part and crossed another.
 */
#include "games/trakks/solver/solver.h"

#include "base/base.h"

#include <string.h>

enum {
    STEPS_MAX = 400000,
    STATES_MAX = 4096, /* at one value */
    SLOTS = 2 * STATES_MAX,
    CODE_BITS = 4,     /* of one colour in a state */
    CODE_MASK = 15,    /* likewise */
    COVERS = 21,       /* combinations of how often up to two sets contain each colour */
    PARTS_SHIFT = 16,  /* of the parts in a state */
    PARTS_MASK = 4095, /* likewise */
    PARTS_ZERO = 1000, /* their offset */
    GROUPS_SHIFT = 28, /* of the groups in a state */
    CROWD = 7,         /* tiles of one value that suffice for three sets */
    NEVER = 200,       /* tiles left: impossible */
};

/* The states after one value: the open runs of each colour, and the minimal number of tiles left in
 * the end. */
struct layer {
    int count;
    uint32_t state[STATES_MAX];
    uint8_t left[STATES_MAX];
};

/* A value within a span of values that runs can connect. */
struct span {
    bool ends; /* no run continues */
    int least; /* parts of the span */
    int rest;  /* of these, after this value; may be negative */
    int after; /* parts of all later spans, at minimum */
};

struct bound {
    struct trakks_tiles all, required;
    int groups_max;
    const struct trakks_lines *lines;
    uint8_t cover[COVERS][TRAKKS_TILE_COLOURS];
    uint8_t cover_sets[COVERS]; /* how many */
    uint8_t stock[TRAKKS_TILE_VALUE_MAX + 1][TRAKKS_TILE_COLOURS];
    /* The minimal number of tiles of one colour left after a value, by the open runs, if the other
     * colours cooperate in every way. */
    uint8_t rest[TRAKKS_TILE_VALUE_MAX + 1][TRAKKS_TILE_COLOURS][TRAKKS_RUNS_CODES];
    struct span span[TRAKKS_TILE_VALUE_MAX + 1];
    int value; /* the current one */
    int target, steps;
    bool gave_up;
    struct layer layer[2];
    struct layer *next;   /* under construction */
    uint16_t slot[SLOTS]; /* where its states are, plus 1 */
    struct trakks_ways now[TRAKKS_TILE_COLOURS][TRAKKS_SETS_MAX + 1]
                          [TRAKKS_RUNS_CODES]; /* at this value */
};

static void covers_make(struct bound *bound)
{
    static const uint8_t set[] = {0, 7, 11, 13, 14, 15}; /* none, or a bit per colour */
    int count = 0;
    for (int a = 0; a < 6; a++)
        for (int b = 0; b <= a; b++, count++) {
            bound->cover_sets[count] = (uint8_t)((a > 0) + (b > 0));
            for (int colour = 0; colour < TRAKKS_TILE_COLOURS; colour++)
                bound->cover[count][colour] =
                    (uint8_t)(bits_have(set[a], colour) + bits_have(set[b], colour));
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

/* Whether this number of sets can contain each colour this often. They cross at most once. */
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
        for (int code = 0; code < TRAKKS_RUNS_CODES; code++) {
            const struct trakks_runs *runs = &bound->lines->runs[code];
            bool done = runs->length[0] % TRAKKS_LONG == 0 && runs->length[1] % TRAKKS_LONG == 0;
            bound->rest[TRAKKS_TILE_VALUE_MAX][colour][code] = done ? 0 : NEVER;
        }
    for (int value = TRAKKS_TILE_VALUE_MAX; value > 0; value--) {
        int list[COVERS], count = covers_list(bound, value, list);
        for (int colour = 0; colour < TRAKKS_TILE_COLOURS; colour++) {
            unsigned sets = 0;
            for (int i = 0; i < count; i++)
                sets |= 1U << bound->cover[list[i]][colour];
            for (int from = 0; from < TRAKKS_RUNS_CODES; from++) {
                int least = NEVER;
                for (int n = 0; n <= TRAKKS_SETS_MAX; n++) {
                    const struct trakks_ways *ways =
                        &bound->lines->ways[bound->stock[value][colour]][n][from];
                    for (int i = 0; i < ways->count && bits_have(sets, n); i++) {
                        int left = ways->way[i].left + bound->rest[value][colour][ways->way[i].to];
                        least = left < least ? left : least;
                    }
                }
                bound->rest[value - 1][colour][from] = (uint8_t)least;
            }
        }
    }
}

/* The minimal number of parts that one colour adds, in this number of sets. */
static int parts_least(const struct bound *bound, int value, int colour, int sets)
{
    int least = NEVER;
    for (int from = 0; from < TRAKKS_RUNS_CODES; from++) {
        const struct trakks_ways *ways =
            &bound->lines->ways[bound->stock[value][colour]][sets][from];
        for (int i = 0; i < ways->count; i++)
            least = ways->way[i].parts < least ? ways->way[i].parts : least;
    }
    return least;
}

static int parts_at(const struct bound *bound, int value)
{
    int list[COVERS], count = covers_list(bound, value, list), least = NEVER;
    for (int i = 0; i < count; i++) {
        int parts = bound->cover_sets[list[i]];
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
    uint64_t runs = bound->all.one & bound->all.one >> 1 & bound->all.one >> 2; /* from here on */
    uint64_t on = runs | runs << 1;
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

/* The transitions at this value that lead to a solution, with the number of tiles they leave beyond
 * the minimum. */
static void now_make(struct bound *bound, int value)
{
    for (int colour = 0; colour < TRAKKS_TILE_COLOURS; colour++)
        for (int sets = 0; sets <= TRAKKS_SETS_MAX; sets++)
            for (int from = 0; from < TRAKKS_RUNS_CODES; from++) {
                struct trakks_ways *now = &bound->now[colour][sets][from];
                int before = bound->rest[value - 1][colour][from];
                const struct trakks_ways *ways =
                    &bound->lines->ways[bound->stock[value][colour]][sets][from];
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

/* The slot of a state, or an empty one. */
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

/* Adds a state once all colours are done, unless it has too many groups. */
static void state_reach(struct bound *bound, unsigned state, int left)
{
    const struct span *span = &bound->span[bound->value];
    int parts = (int)(state >> PARTS_SHIFT & PARTS_MASK) - PARTS_ZERO + span->rest;
    int groups = (int)(state >> GROUPS_SHIFT) + (parts > span->least ? parts : span->least);
    if (!bound->lines->parts_count)
        state_add(bound, state, left);
    else if (groups + span->after <= bound->groups_max)
        state_add(bound, span->ends ? state_make(groups) : state, left);
}

/* Tries the transitions of this colour and the following ones; the earlier ones are already in
 * `state`. */
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

/* Whether another state, which differs in one colour, can do everything that this one can. */
static bool state_covered(struct bound *bound, int value, unsigned state, int left)
{
    uint16_t fewer = bound->lines->parts_count ? *slot_find(bound, state - (1U << PARTS_SHIFT)) : 0;
    if (fewer && bound->next->left[fewer - 1] <= left)
        return true;
    for (int colour = 0; colour < TRAKKS_TILE_COLOURS; colour++) {
        int shift = CODE_BITS * colour, code = (int)(state >> shift & CODE_MASK);
        const uint8_t *rest = bound->rest[value][colour];
        for (uint64_t codes = bound->lines->covers[code]; codes;) {
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
            unsigned parts = bound->lines->parts_count ? bound->cover_sets[list[k]] : 0;
            colours_go(bound, bound->cover[list[k]], 0, layer->state[i] + (parts << PARTS_SHIFT),
                       layer->left[i], 0);
        }
        bound->gave_up |= bound->steps > STEPS_MAX;
    }
}

/* Removes covered states. A removed state keeps its slot and may cover others: it is itself covered
 * by one that stays. */
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

/* Whether leaving at most `target` tiles may be possible. */
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

/* Raises the target until it may be possible, with or without checking groups, as `lines` say. */
static void target_raise(struct bound *bound, const struct trakks_lines *lines, int enough)
{
    bound->lines = lines;
    rest_make(bound);
    spans_make(bound);
    int least = 0;
    for (int colour = 0; colour < TRAKKS_TILE_COLOURS; colour++)
        least += bound->rest[0][colour][0];
    bound->target = least > bound->target ? least : bound->target;
    while (bound->target < enough && !target_possible(bound, least))
        bound->target++;
}

/* Whether three sets of one value are possible. */
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

static void bound_start(struct bound *bound, struct trakks_tiles required,
                        struct trakks_tiles optional, int groups_max)
{
    bound->all = trakks_tiles_sum(required, optional);
    bound->required = required;
    bound->groups_max = groups_max;
    covers_make(bound);
    stocks_make(bound);
    bound->target = 0;
    bound->steps = 0;
    bound->gave_up = false;
}

/* Whether it is worth checking groups too. */
static bool groups_matter(const struct bound *bound, int enough)
{
    return bound->target < enough && !bound->gave_up && !is_crowded(bound->all);
}

static void lines_make(struct trakks_lines *lines, bool parts_count, bool left_ignored)
{
    lines->parts_count = parts_count;
    lines->left_ignored = left_ignored;
    trakks_lines_start(lines);
    trakks_lines_ways(lines);
}

int trakks_bound(struct trakks_tiles required, struct trakks_tiles optional, int groups_max,
                 int enough)
{
    struct bound bound;
    struct trakks_lines lines;
    bound_start(&bound, required, optional, groups_max);
    lines_make(&lines, false, false);
    target_raise(&bound, &lines, enough);
    if (groups_matter(&bound, enough)) {
        lines_make(&lines, true, false);
        target_raise(&bound, &lines, enough);
    }
    return bound.target < enough ? bound.target : enough;
}

void trakks_fitting_start(struct trakks_fitting *fitting)
{
    lines_make(&fitting->lines, false, true);
    lines_make(&fitting->lines_with_parts, true, true);
}

bool trakks_may_fit(const struct trakks_fitting *fitting, struct trakks_tiles required,
                    struct trakks_tiles optional, int groups_max)
{
    struct bound bound;
    bound_start(&bound, required, optional, groups_max);
    target_raise(&bound, &fitting->lines, 1);
    if (groups_matter(&bound, 1))
        target_raise(&bound, &fitting->lines_with_parts, 1);
    return bound.target == 0;
}
