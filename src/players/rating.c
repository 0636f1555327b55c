/* How strong someone is, as the results of their matches suggest: ratings, and the level `auto`, which adapts to a person. */
#include "players/players.h"

#include "base/base.h"

#include <assert.h>
#include <float.h>
#include <math.h>

/* ---- Adapting ---- */

enum {
    PROVISIONAL = 5, /* matches that count more than the later ones */
    GAIN_FIRST =
        2 * PLAYER_STEP, /* for a result that was not expected at all; half of it between equals */
    GAIN_LATER = 600,
};
/* The chances are e to 1 after this many steps: a step is 200 Elo, so that two are 10 to 1. */
static const double STEPS_A_POWER = 0.8685889638065036;

struct adapting adapting_new(const struct game *game)
{
    return (struct adapting){.game = game, .step = player_step(game, player_find("casual"))};
}

void adapting_meet(struct adapting_match *match, const struct game *game,
                   const struct player *player, int order)
{
    match->count++;
    match->steps += player_step(game, player);
    match->beaten_halves += order > 0 ? 2 : order == 0;
}

/* The share of matches that one player wins against another who is so much weaker. */
static double expected(double steps)
{
    double odds = softmax_exp(-(steps < 0 ? -steps : steps) / PLAYER_STEP / STEPS_A_POWER);
    return (steps < 0 ? odds : 1) / (1 + odds);
}

void adapting_add(struct adapting *person, const struct adapting_match *match)
{
    if (match->count == 0)
        return;
    double others = (double)match->steps / match->count;
    double score = match->beaten_halves / (2.0 * match->count);
    int gain = person->matches < PROVISIONAL ? GAIN_FIRST : GAIN_LATER;
    double step = person->step + gain * (score - expected(person->step - others));
    int top = player_step(person->game, player_find("expert"));
    person->step = step < 0 ? 0 : step > top ? top : (int)(step + 0.5);
    person->matches++;
}

const struct player *adapting_player(const struct adapting *person)
{
    return player_on_ladder(person->game, (person->step + PLAYER_STEP / 2) / PLAYER_STEP);
}

/* ---- Ratings ---- */

static_assert(FLT_EVAL_METHOD == 0, "intermediate results are rounded to double everywhere");

/* What is left of a variance after a match at least, as a share. */
static const double variance_kept = 0.0001;

struct rating rating_new(void)
{
    return (struct rating){.mean = RATING_MEAN, .deviation = RATING_DEVIATION};
}

void rating_drift(struct rating *rating)
{
    double variance = rating->deviation * rating->deviation;
    rating->deviation = sqrt(variance + (double)RATING_DRIFT * RATING_DRIFT);
}

/* The match as Plackett–Luce sees it: places are filled one after the other, by players whose chances
 * are in proportion to their weights. */
struct contest {
    int count;
    double spread;                    /* c in the paper */
    double weight[RATING_SEATS_MAX];  /* exp(mean / spread), up to a common factor */
    double rivals[RATING_SEATS_MAX];  /* sum of the weights of those not placed better */
    double sharing[RATING_SEATS_MAX]; /* how many have the same place */
};

static void contest_start(struct contest *contest, const struct rating *ratings, const int *places,
                          int count)
{
    double variance = 0, best = ratings[0].mean;
    for (int i = 0; i < count; i++) {
        variance += ratings[i].deviation * ratings[i].deviation + (double)RATING_LUCK * RATING_LUCK;
        best = ratings[i].mean > best ? ratings[i].mean : best;
    }
    *contest = (struct contest){.count = count, .spread = sqrt(variance)};
    for (int i = 0; i < count; i++)
        contest->weight[i] = softmax_exp((ratings[i].mean - best) / contest->spread);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++) {
            contest->rivals[i] += places[k] >= places[i] ? contest->weight[k] : 0;
            contest->sharing[i] += places[k] == places[i];
        }
}

static struct rating updated(const struct contest *contest, const struct rating *before,
                             const int *places, int seat)
{
    double gain = 0, information = 0;
    for (int i = 0; i < contest->count; i++) {
        if (places[i] > places[seat])
            continue;
        double chance = contest->weight[seat] / contest->rivals[i];
        gain += ((i == seat) - chance) / contest->sharing[i];
        information += chance * (1 - chance) / contest->sharing[i];
    }
    double share = before->deviation / contest->spread;
    double kept = 1 - information * share * share * share;
    return (struct rating){
        .mean = before->mean + gain * before->deviation * share,
        .deviation = before->deviation * sqrt(kept > variance_kept ? kept : variance_kept),
    };
}

void rating_update(struct rating *ratings, const int *places, int count)
{
    CHECK(count >= 2 && count <= RATING_SEATS_MAX);
    struct contest contest;
    struct rating after[RATING_SEATS_MAX];
    contest_start(&contest, ratings, places, count);
    for (int i = 0; i < count; i++)
        after[i] = updated(&contest, &ratings[i], places, i);
    for (int i = 0; i < count; i++)
        ratings[i] = after[i];
}
