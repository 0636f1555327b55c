#include "players/adapting.h"

#include "base/softmax.h"

enum {
    STEP = 1000,      /* between two players of the ladder */
    START = 2 * STEP, /* casual */
    TOP = MIND_STEPS * STEP,
    PROVISIONAL = 5, /* matches that count more than the later ones */
    GAIN_FIRST =
        2 * STEP, /* for a result that was not expected at all; between equals, half of it */
    GAIN_LATER = 600,
};
/* The chances are e to 1 after this many steps: a step is 200 Elo, so that two are 10 to 1. */
static const double STEPS_A_POWER = 0.8685889638065036;

struct adapting adapting_new(void)
{
    return (struct adapting){.rung = START};
}

void adapting_meet(struct adapting_match *match, const struct player *player, int order)
{
    match->count++;
    match->rungs += player->rung;
    match->beaten_halves += order > 0 ? 2 : order == 0;
}

/* The share of matches that one player wins against another who is so much weaker. */
static double expected(double rungs)
{
    double odds = softmax_exp(-(rungs < 0 ? -rungs : rungs) / STEP / STEPS_A_POWER);
    return (rungs < 0 ? odds : 1) / (1 + odds);
}

void adapting_add(struct adapting *person, const struct adapting_match *match)
{
    if (match->count == 0)
        return;
    double others = (double)match->rungs / match->count;
    double score = match->beaten_halves / (2.0 * match->count);
    int gain = person->matches < PROVISIONAL ? GAIN_FIRST : GAIN_LATER;
    double rung = person->rung + gain * (score - expected(person->rung - others));
    person->rung = rung < 0 ? 0 : rung > TOP ? TOP : (int)(rung + 0.5);
    person->matches++;
}

const struct player *adapting_player(const struct adapting *person)
{
    return player_on_ladder((person->rung + STEP / 2) / STEP);
}
