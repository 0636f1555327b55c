/* The mind of Tyrannosaurus Rex: chooses the method for each decision. */
#include "games/tyrannosaurus/mind/mind.h"

#include "game/mind.h"

/* Lower probabilities are noise of the search and are ignored. */
static const double NOISE = 0.06;

static void beginner(const struct mind_question *question, struct move *move)
{
    *move = tyrannosaurus_choice_unpack(
        tyrannosaurus_beginner_choose(question->view, question->seat, question->rng));
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
    bool soft = question->softness > 0;
    bool expert = question->level == TYREX_EXPERT && !soft;
    double noise = 0;
    if (expert && tyrannosaurus_duel_solves(question)) {
        tyrannosaurus_duel(question, &mixture);
    } else if (tyrannosaurus_is_last_turn(question->view) && !soft) {
        tyrannosaurus_last_turn(question->view, question->seat, &mixture);
    } else {
        tyrannosaurus_mixing(question, &mixture);
        noise = soft ? 0 : NOISE;
    }
    *move = tyrannosaurus_choice_unpack(draw(&mixture, noise, question->rng));
}

static const struct mind_step ladder[MIND_STEPS] = {
    [MIND_CHILD] = {.level = 2, .iterations = 40, .softness = 700},
    [MIND_CASUAL] = {.level = 2, .iterations = 40, .softness = 160},
    [MIND_SKILLED] = {.level = 2, .iterations = 40, .softness = 53},
};

const struct game_mind tyrannosaurus_mind = {
    .beginner = beginner,
    .choose = choose,
    .reason = tyrannosaurus_reason,
    .ladder = ladder,
    .weights_size = sizeof(struct tyrannosaurus_networks),
    .weights_read = tyrannosaurus_weights_read,
};

/* ---- Puzzle ---- */

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
    .suits = suits,
    .values = values,
    .margin = 0.5,
    .answers_max = 1,
    .iterations_per_ms = 1,
};
