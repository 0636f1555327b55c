#include "players/adapting.h"

#include "base/softmax.h"

enum {
    PROVISIONAL = 5, /* matches that count more than the later ones */
    GAIN_FIRST =
        2 * PLAYER_RUNG, /* for a result that was not expected at all; half of it between equals */
    GAIN_LATER = 600,
};
/* The chances are e to 1 after this many steps: a step is 200 Elo, so that two are 10 to 1. */
static const double STEPS_A_POWER = 0.8685889638065036;

struct adapting adapting_new(const struct game *game)
{
    return (struct adapting){.game = game, .rung = player_rung(game, player_find("casual"))};
}

void adapting_meet(struct adapting_match *match, const struct game *game,
                   const struct player *player, int order)
{
    match->count++;
    match->rungs += player_rung(game, player);
    match->beaten_halves += order > 0 ? 2 : order == 0;
}

/* The share of matches that one player wins against another who is so much weaker. */
static double expected(double rungs)
{
    double odds = softmax_exp(-(rungs < 0 ? -rungs : rungs) / PLAYER_RUNG / STEPS_A_POWER);
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
    int top = player_rung(person->game, player_find("expert"));
    person->rung = rung < 0 ? 0 : rung > top ? top : (int)(rung + 0.5);
    person->matches++;
}

const struct player *adapting_player(const struct adapting *person)
{
    return player_on_ladder(person->game, (person->rung + PLAYER_RUNG / 2) / PLAYER_RUNG);
}
