/* Regret matching over imagined worlds (external sampling).
 *
 * Every iteration imagines a world that fits the view, draws a choice for each of the others from
 * its current mixture, and tries every choice of one seat against them. The world is then played out
 * by instinct; experts stop at the end of the turn, and value.c says what it is worth. The difference
 * between the value of a choice and that of the mixture is added to the regret of the choice, and
 * mixtures follow regrets. The seats learn in turn; the seat of the question learns every other time.
 *
 * A mixture may depend only on what its seat knows. The regrets of the others are therefore kept
 * separately for each card that may have been removed (Y5), and worlds draw that card among those
 * not yet discarded. */
#include "games/tyrannosaurus/mind/mind.h"

#include "base/base.h"
#include "games/tyrannosaurus/tyrannosaurus.h"

/* The others sometimes follow their instinct, as people do; a mixture that only expects perfect
 * play gives too much away. */
static const double INSTINCT = 0.3;
static const double WINNING = 0.5; /* the rest of the value of a world is the margin in trees */
enum { MARGIN_MAX = 8 };

static struct tyrannosaurus_seat_mind *mind_of(struct tyrannosaurus_mixing *m,
                                               const struct tyrannosaurus_state *world, int seat)
{
    return &m->minds[seat][world->players[seat].removed];
}

/* Lists the choices of a seat in proportion to its regrets or, without any, to instinct. */
static void mixture_now(struct tyrannosaurus_mixing *m, const struct tyrannosaurus_state *world,
                        int seat, struct tyrannosaurus_mixture *mixture)
{
    const struct tyrannosaurus_seat_mind *mind = mind_of(m, world, seat);
    double sum = 0;
    mixture->count = tyrannosaurus_choices(world, seat, mixture->codes);
    for (int i = 0; i < mixture->count; i++) {
        double regret = mind->regret[mixture->codes[i]];
        mixture->chances[i] = regret > 0 ? regret : 0;
        sum += mixture->chances[i];
    }
    if (sum <= 0) {
        int weights[TYREX_CHOICES_LISTED_MAX];
        tyrannosaurus_instinct(world, seat, mixture->count, mixture->codes, weights);
        for (int i = 0; i < mixture->count; i++)
            sum += mixture->chances[i] = weights[i];
    }
    for (int i = 0; i < mixture->count; i++)
        mixture->chances[i] /= sum;
}

uint8_t tyrannosaurus_mixture_draw(const struct tyrannosaurus_mixture *mixture, struct rng *rng)
{
    double rank = tyrannosaurus_chance(rng);
    int chosen = 0;
    while (chosen < mixture->count - 1 && rank >= mixture->chances[chosen])
        rank -= mixture->chances[chosen++];
    return mixture->codes[chosen];
}

/* The value of a world, from 0 to 1: the share of the win, and the lead over the best other seat.
 */
static double world_value(const struct tyrannosaurus_state *s, int seat)
{
    int best = 0;
    for (int other = 0; other < s->seats; other++)
        if (other != seat && tyrannosaurus_score(s, other) > best)
            best = tyrannosaurus_score(s, other);
    int margin = tyrannosaurus_score(s, seat) - best;
    margin = margin > MARGIN_MAX ? MARGIN_MAX : margin < -MARGIN_MAX ? -MARGIN_MAX : margin;
    double win = bits_have(s->winners, seat) ? 1.0 / bits_count(s->winners) : 0;
    return WINNING * win + (1 - WINNING) * (margin + MARGIN_MAX) / (2.0 * MARGIN_MAX);
}

static void instinct_step(struct tyrannosaurus_state *world, struct rng *rng)
{
    uint8_t codes[TYREX_SEATS_MAX] = {0};
    for (uint64_t seats = world->waiting; seats;) {
        int seat = bits_pop(&seats);
        codes[seat] = tyrannosaurus_instinct_choose(world, seat, rng);
    }
    tyrannosaurus_choose_all(world, codes);
}

void tyrannosaurus_play_turn(struct tyrannosaurus_state *world, struct rng *rng)
{
    while (world->phase != TYREX_PHASE_OVER && world->phase != TYREX_PHASE_ACT)
        instinct_step(world, rng);
}

void tyrannosaurus_play_out(struct tyrannosaurus_state *world, struct rng *rng)
{
    while (world->phase != TYREX_PHASE_OVER)
        instinct_step(world, rng);
}

/* What follows from choices that were just made is worth to a seat. */
static double outcome(struct tyrannosaurus_mixing *m, struct tyrannosaurus_state *after, int seat)
{
    if (m->weights) {
        tyrannosaurus_play_turn(after, m->question->rng);
        return tyrannosaurus_value(m->weights, after, seat);
    }
    tyrannosaurus_play_out(after, m->question->rng);
    return world_value(after, seat);
}

static uint8_t other_draw(struct tyrannosaurus_mixing *m, const struct tyrannosaurus_state *world,
                          int seat)
{
    struct rng *rng = m->question->rng;
    if (seat != m->question->seat && tyrannosaurus_chance(rng) < INSTINCT)
        return tyrannosaurus_instinct_choose(world, seat, rng);
    struct tyrannosaurus_mixture mixture;
    mixture_now(m, world, seat, &mixture);
    return tyrannosaurus_mixture_draw(&mixture, rng);
}

static void learn(struct tyrannosaurus_mixing *m, const struct tyrannosaurus_state *world,
                  int learner)
{
    uint8_t codes[TYREX_SEATS_MAX] = {0};
    for (uint64_t seats = world->waiting & ~bit(learner); seats;) {
        int seat = bits_pop(&seats);
        codes[seat] = other_draw(m, world, seat);
    }
    struct tyrannosaurus_seat_mind *mind = mind_of(m, world, learner);
    struct tyrannosaurus_mixture mixture;
    mixture_now(m, world, learner, &mixture);
    double values[TYREX_CHOICES_LISTED_MAX], average = 0;
    for (int i = 0; i < mixture.count; i++) {
        struct tyrannosaurus_state after = *world;
        codes[learner] = mixture.codes[i];
        tyrannosaurus_choose_all(&after, codes);
        values[i] = outcome(m, &after, learner);
        average += mixture.chances[i] * values[i];
    }
    mind->rounds++;
    for (int i = 0; i < mixture.count; i++) {
        mind->regret[mixture.codes[i]] += values[i] - average;
        mind->total[mixture.codes[i]] += mind->rounds * mixture.chances[i];
    }
}

/* The seat that learns in an iteration; -1 if nobody chooses. */
static int learner_of(const struct tyrannosaurus_mixing *m, const struct tyrannosaurus_state *world,
                      int64_t done)
{
    int seat = m->question->seat;
    bool chooses = seat >= 0 && bits_have(world->waiting, seat);
    uint64_t others = chooses ? world->waiting & ~bit(seat) : world->waiting;
    if (chooses && (done % 2 == 0 || !others))
        return seat;
    return others ? bits_nth(others, (int)(done / 2 % bits_count(others))) : -1;
}

void tyrannosaurus_mixing_learn(struct tyrannosaurus_mixing *m,
                                const struct mind_question *question,
                                const struct tyrannosaurus_weights *weights)
{
    *m = (struct tyrannosaurus_mixing){.question = question, .weights = weights};
    int learner = 0;
    for (int64_t done = 0; learner >= 0 && mind_goes_on(&question->budget, done); done++) {
        struct tyrannosaurus_state world;
        if (question->truth) /* even then, choices made at the same time stay secret */
            world = *(const struct tyrannosaurus_state *)question->truth;
        else
            tyrannosaurus_determinize(question->view, question->seat, NULL, question->rng, &world);
        tyrannosaurus_choices_reset(&world);
        learner = learner_of(m, &world, done);
        if (learner >= 0)
            learn(m, &world, learner);
    }
}

void tyrannosaurus_mixing_learned(const struct tyrannosaurus_mixing *m,
                                  const struct tyrannosaurus_state *world, int seat,
                                  struct tyrannosaurus_mixture *mixture)
{
    const struct tyrannosaurus_seat_mind *mind = &m->minds[seat][world->players[seat].removed];
    double sum = 0;
    mixture->count = tyrannosaurus_choices(world, seat, mixture->codes);
    for (int i = 0; i < mixture->count; i++)
        sum += mind->total[mixture->codes[i]];
    for (int i = 0; i < mixture->count; i++)
        mixture->chances[i] = sum > 0 ? mind->total[mixture->codes[i]] / sum : 1.0 / mixture->count;
}

double tyrannosaurus_mixing_chance(const struct tyrannosaurus_mixing *m,
                                   const struct tyrannosaurus_state *world, int seat, uint8_t code)
{
    const struct tyrannosaurus_seat_mind *mind = &m->minds[seat][world->players[seat].removed];
    double gained = mind->rounds > 0 ? mind->regret[code] / mind->rounds : 0;
    return m->weights ? tyrannosaurus_value_chance(gained) - tyrannosaurus_value_chance(0) : gained;
}

void tyrannosaurus_mixing(const struct mind_question *question,
                          struct tyrannosaurus_mixture *mixture)
{
    struct tyrannosaurus_mixing m;
    struct tyrannosaurus_state own = *(const struct tyrannosaurus_state *)question->view;
    tyrannosaurus_choices_reset(&own);
    mixture->count = tyrannosaurus_choices(&own, question->seat, mixture->codes);
    if (mixture->count == 1) {
        mixture->chances[0] = 1;
        return;
    }
    bool expert = question->way == MIND_FULL;
    const struct tyrannosaurus_weights *weights =
        tyrannosaurus_weights_for(question->weights, own.seats);
    tyrannosaurus_mixing_learn(&m, question, expert ? weights : NULL);
    tyrannosaurus_mixing_learned(&m, &own, question->seat, mixture);
}
