/* The mind of Tyrannosaurus Rex: chooses the method for each decision. Then: puzzles; weights;
 * habits. */
#include "games/tyrannosaurus/mind/mind.h"

#include "game/mind.h"

/* Lower probabilities are noise of the search and are ignored. */
static const double NOISE = 0.06;

/* A step of the ladder, if it is soft. */
static void beginner(const struct mind_question *question, struct move *move)
{
    uint8_t code =
        question->softness > 0
            ? tyrannosaurus_sight_choose(question->view, question->seat, question->softness,
                                         question->rng)
            : tyrannosaurus_beginner_choose(question->view, question->seat, question->rng);
    *move = tyrannosaurus_choice_unpack(code);
}

/* Draws from a mixture without its smallest parts; the most likely choice always counts. */
static uint8_t draw(const struct tyrannosaurus_mixture *mixture, double noise, struct rng *rng)
{
    double most = 0, sum = 0;
    int last = 0;
    for (int i = 0; i < mixture->count; i++)
        most = mixture->chances[i] > most ? mixture->chances[i] : most;
    for (int i = 0; i < mixture->count; i++)
        if (mixture->chances[i] >= noise * most) {
            sum += mixture->chances[i];
            last = i;
        }
    double rank = tyrannosaurus_chance(rng) * sum;
    for (int i = 0; i < last; i++) {
        if (mixture->chances[i] < noise * most)
            continue;
        if (rank < mixture->chances[i])
            return mixture->codes[i];
        rank -= mixture->chances[i];
    }
    return mixture->codes[last];
}

static void choose(const struct mind_question *question, struct move *move)
{
    struct tyrannosaurus_mixture mixture;
    double noise = 0;
    if (question->softness > 0) {
        beginner(question, move);
        return;
    }
    if (question->way == MIND_FULL && tyrannosaurus_duel_solves(question)) {
        tyrannosaurus_duel(question, &mixture);
    } else if (tyrannosaurus_is_last_turn(question->view)) {
        tyrannosaurus_last_turn(question->view, question->seat, &mixture);
    } else {
        tyrannosaurus_mixing(question, &mixture);
        noise = NOISE;
    }
    *move = tyrannosaurus_choice_unpack(draw(&mixture, noise, question->rng));
}

static const struct mind_step ladder[MIND_STEPS] = {
    [MIND_CHILD] = {.way = MIND_RULES, .softness = 1000},
    [MIND_CASUAL] = {.way = MIND_RULES, .softness = 760},
    [MIND_SKILLED] = {.way = MIND_RULES, .softness = 100, .earlier = "medium"},
};

const struct game_mind tyrannosaurus_mind = {
    .beginner = beginner,
    .choose = choose,
    .teaching = &tyrannosaurus_teaching,
    .ladder = ladder,
    .weights_size = sizeof(struct tyrannosaurus_networks),
    .weights_read = tyrannosaurus_weights_read,
};

/* ---- Puzzles ---- */

/* The value of a choice is what it is worth in the worst case, as the last turn is solved exactly. */

enum { CHOICES_MIN = 5 };

static bool suits(const struct mind_question *question)
{
    const struct tyrannosaurus_state *view = question->view;
    uint8_t codes[TYREX_CHOICES_LISTED_MAX];
    return tyrannosaurus_is_last_turn(view) &&
           (view->phase == TYREX_PHASE_ACT || view->phase == TYREX_PHASE_TYREX) &&
           tyrannosaurus_choices(view, question->seat, codes) >= CHOICES_MIN;
}

static void values(const struct mind_question *question, const struct move *moves, int count,
                   double values[])
{
    struct tyrannosaurus_worst worst;
    tyrannosaurus_last_turn_worst(question->view, question->seat, &worst);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < worst.count; j++)
            if (worst.codes[j] == tyrannosaurus_choice_pack(&moves[i]))
                values[i] = worst.values[j];
}

const struct game_puzzle tyrannosaurus_puzzle = {
    .seats_max = 2,
    .suits = PUZZLE_MAKING(suits),
    .values = PUZZLE_MAKING(values),
    .margin = 0.5,
    .answers_max = 1,
    .iterations_per_ms = 1,
};

/* ---- Weights ---- */

/* The weights of the network: one network for each number of players that has been fitted.
 * In data/minds/tyrannosaurus.bin, each network is
 *
 *     4 bytes   numbers of players, neurons, turns, margins
 *     2 bytes   number of features, little-endian
 *               the three arrays of struct tyrannosaurus_weights, in order and little-endian */

static bool numbers_read(const unsigned char *bytes, int count, int16_t numbers[])
{
    for (int i = 0; i < count; i++) {
        numbers[i] = (int16_t)(bytes[2 * i] | bytes[2 * i + 1] << 8);
        if (numbers[i] > TYREX_WEIGHT_MAX || numbers[i] < -TYREX_WEIGHT_MAX)
            return false;
    }
    return true;
}

static bool network_read(const unsigned char *bytes, struct tyrannosaurus_weights *weights)
{
    memcpy(weights->features, bytes, sizeof weights->features);
    bytes += sizeof weights->features;
    bool good = numbers_read(bytes, TYREX_NEURONS, weights->neurons);
    bytes += sizeof weights->neurons;
    for (int turn = 0; turn < TYREX_TURNS_MAX; turn++, bytes += sizeof *weights->lead)
        good = good && numbers_read(bytes, TYREX_MARGINS, weights->lead[turn]);
    return good;
}

bool tyrannosaurus_weights_read(const unsigned char *bytes, size_t size, void *networks)
{
    static const unsigned char shape[] = {TYREX_NEURONS, TYREX_TURNS_MAX, TYREX_MARGINS,
                                          TYREX_FEATURES & 0xff, TYREX_FEATURES >> 8};
    static_assert(sizeof shape + 1 == TYREX_NETWORK_HEAD, "the number of players comes first");
    struct tyrannosaurus_networks *all = networks;
    if (size == 0 || size % TYREX_NETWORK_SIZE != 0)
        return false;
    for (; size > 0; size -= TYREX_NETWORK_SIZE, bytes += TYREX_NETWORK_SIZE) {
        int seats = bytes[0];
        if (seats > TYREX_SEATS_MAX || bits_have(all->fitted, seats) ||
            memcmp(bytes + 1, shape, sizeof shape) != 0 ||
            !network_read(bytes + TYREX_NETWORK_HEAD, &all->by_seats[seats]))
            return false;
        all->fitted |= bit(seats);
    }
    return true;
}

const struct tyrannosaurus_weights *tyrannosaurus_weights_for(const void *networks, int seats)
{
    const struct tyrannosaurus_networks *all = networks;
    return all && bits_have(all->fitted, seats) ? &all->by_seats[seats] : NULL;
}

/* ---- Habits ---- */

/* What everybody sees, of the choice of a card alone: where the dinosaur will be if nobody else moves. All cards but
 * one are played, so how often a dinosaur rests says nothing, but when it does. */
enum tyrannosaurus_habit { RESTS, TAKES_TREE, RESTS_AT_TREE, FLEES, LOSES_AT_SIGHT, HABITS };
static const struct game_habit habit_list[HABITS + 1] = {
    [RESTS] = {.name = "rests", .is_share = true},
    [TAKES_TREE] = {.name = "takes_tree", .is_share = true},
    [RESTS_AT_TREE] = {.name = "rests_at_tree", .is_share = true},
    [FLEES] = {.name = "flees", .is_share = true},
    [LOSES_AT_SIGHT] = {.name = "loses_at_sight", .is_share = true},
};

/* What a choice leads to, if nobody else moves. */
struct tyrannosaurus_sight {
    bool tree;   /* to a tree on a square of its own */
    bool danger; /* as near to the Ty-Rex as one step */
    bool loss;   /* onto the Ty-Rex, or into a refuge that is off limits */
};

static struct tyrannosaurus_sight sight_of(const struct tyrannosaurus_state *s, int seat,
                                           struct move move)
{
    uint8_t from = s->players[seat].at, at = from;
    struct tyrannosaurus_sight sight = {.tree = false};
    if (move.kind != TYREX_CHOICE_REST)
        at = tyrannosaurus_square_next(from, move.a);
    if (!tyrannosaurus_square_on_board(at))
        at = from;
    if (at != from && tyrannosaurus_is_forbidden(s, seat, at)) {
        sight.loss = true;
        at = from;
    }
    sight.loss |= at != from && at == s->tyrex;
    sight.tree = bits_have(s->trees, at) && at != s->tyrex;
    for (int other = 0; other < s->seats; other++)
        sight.tree &= other == seat || s->players[other].at != at;
    sight.danger = s->tyrex != TYREX_NOWHERE && at != s->lake && at != s->volcano &&
                   tyrannosaurus_distance(at, s->tyrex) <= 1;
    return sight;
}

static void habits_count(const void *before, int seat, const struct move *move, const void *after,
                         struct habit_tally tallies[])
{
    const struct tyrannosaurus_state *s = before;
    struct move moves[TYREX_CHOICES_LISTED_MAX];
    (void)after;
    if (s->phase != TYREX_PHASE_ACT)
        return;
    struct tyrannosaurus_sight own = sight_of(s, seat, *move), any = {.tree = false};
    struct tyrannosaurus_sight stays = sight_of(s, seat, (struct move){.kind = TYREX_CHOICE_REST});
    bool can_rest = false, can_flee = false;
    int count = tyrannosaurus_legal(s, seat, moves);
    for (int i = 0; i < count; i++) {
        struct tyrannosaurus_sight other = sight_of(s, seat, moves[i]);
        any.tree |= other.tree && !other.loss && moves[i].kind != TYREX_CHOICE_PANIC;
        can_flee |= !other.danger;
        can_rest |= moves[i].kind == TYREX_CHOICE_REST;
    }
    bool rests = move->kind == TYREX_CHOICE_REST;
    habit_add(&tallies[RESTS], rests);
    habit_add(&tallies[LOSES_AT_SIGHT], own.loss);
    if (any.tree)
        habit_add(&tallies[TAKES_TREE], own.tree && !own.loss);
    if (any.tree && can_rest && !stays.tree)
        habit_add(&tallies[RESTS_AT_TREE], rests);
    if (stays.danger && can_flee)
        habit_add(&tallies[FLEES], !own.danger);
}

const struct game_habits tyrannosaurus_habits = {.list = habit_list, .count = habits_count};
