#include "standings.h"

#include "whole_numbers.h"

#include "games/trex/mind/worth.h"

#include <math.h>
#include <string.h>

enum { WEIGHTS = TREX_WORTH_WEIGHTS };

void standing_see(struct standing *standing, const struct trex_state *s)
{
    enum { UNIT = TREX_WORTH_SQUARES };
    *standing = (struct standing){.round = s->round, .seats = s->seats};
    for (int i = 0; i < WEIGHTS; i++) {
        struct trex_worth unit = {0};
        int prospects[TREX_SEATS_MAX];
        ((int16_t *)&unit)[i] = UNIT; /* it has nothing but such numbers */
        trex_prospects(&unit, s, prospects);
        for (int seat = 0; seat < s->seats; seat++)
            standing->counts[seat][i] = (float)prospects[seat] / UNIT;
    }
}

static void chances_of(const struct standing *standing, const double worth[WEIGHTS],
                       double chances[TREX_SEATS_MAX])
{
    double best = -INFINITY, sum = 0;
    for (int seat = 0; seat < standing->seats; seat++) {
        chances[seat] = 0;
        for (int i = 0; i < WEIGHTS; i++)
            chances[seat] += worth[i] * (double)standing->counts[seat][i];
        best = fmax(best, chances[seat]);
    }
    for (int seat = 0; seat < standing->seats; seat++)
        sum += chances[seat] = exp(chances[seat] - best);
    for (int seat = 0; seat < standing->seats; seat++)
        chances[seat] /= sum;
}

/* Slopes and curvature of the loss. */
struct curve {
    double slopes[WEIGHTS], bends[WEIGHTS][WEIGHTS]; /* the lower half */
};

/* Adds `share` times the product of counts. */
static void bends_add(struct curve *curve, const float counts[WEIGHTS], double share)
{
    for (int i = 0; i < WEIGHTS; i++)
        if (counts[i] != 0)
            for (int j = 0; j <= i; j++)
                curve->bends[i][j] += share * (double)counts[i] * (double)counts[j];
}

static void standing_learn(struct curve *curve, const struct standing *standing,
                           const double worth[WEIGHTS])
{
    double chances[TREX_SEATS_MAX];
    float mean[WEIGHTS] = {0};
    chances_of(standing, worth, chances);
    for (int seat = 0; seat < standing->seats; seat++) {
        const float *counts = standing->counts[seat];
        double off = chances[seat] - (double)standing->values[seat];
        for (int i = 0; i < WEIGHTS; i++) {
            curve->slopes[i] += off * (double)counts[i];
            mean[i] += (float)chances[seat] * counts[i];
        }
        bends_add(curve, counts, chances[seat]);
    }
    bends_add(curve, mean, -1);
}

/* Turns slopes into the step to the lowest point, by Cholesky's decomposition of the bends. */
static void solve(struct curve *curve)
{
    double(*low)[WEIGHTS] = curve->bends, *step = curve->slopes;
    for (int i = 0; i < WEIGHTS; i++) {
        for (int j = 0; j <= i; j++) {
            double rest = low[i][j];
            for (int k = 0; k < j; k++)
                rest -= low[i][k] * low[j][k];
            low[i][j] = i == j ? sqrt(rest) : rest / low[j][j];
        }
        for (int k = 0; k < i; k++)
            step[i] -= low[i][k] * step[k];
        step[i] /= low[i][i];
    }
    for (int i = WEIGHTS - 1; i >= 0; i--) {
        for (int k = i + 1; k < WEIGHTS; k++)
            step[i] -= low[k][i] * step[k];
        step[i] /= low[i][i];
    }
}

void standings_fit(struct standings *standings, const struct sample *all, size_t count)
{
    static const double FAITH = 5; /* in the weights of the next round */
    struct curve curve = {0};
    double *worth = standings->worths[all->standing.round - 1];
    const double *next = standings->worths[all->standing.round];
    for (size_t i = 0; i < count; i++)
        if (i % SAMPLES_HELD_OUT != 0)
            standing_learn(&curve, &all[i].standing, worth);
    for (int i = 0; i < WEIGHTS; i++) {
        curve.slopes[i] += FAITH * (worth[i] - next[i]);
        curve.bends[i][i] += FAITH;
    }
    solve(&curve);
    for (int i = 0; i < WEIGHTS; i++)
        worth[i] -= curve.slopes[i];
}

double standings_error(const struct standings *standings, const struct sample *all, size_t count,
                       double *variance)
{
    const double *worth = standings->worths[all->standing.round - 1];
    double error = 0, spread = 0;
    int held_out = 0;
    for (size_t i = 0; i < count; i += SAMPLES_HELD_OUT) {
        const struct standing *standing = &all[i].standing;
        double chances[TREX_SEATS_MAX];
        chances_of(standing, worth, chances);
        for (int seat = 0; seat < standing->seats; seat++, held_out++) {
            double value = (double)standing->values[seat];
            error += pow(chances[seat] - value, 2);
            spread += pow(value - 1.0 / standing->seats, 2);
        }
    }
    *variance = spread / held_out;
    return error / held_out;
}

void standings_round(const struct standings *standings, struct trex_worth worths[TREX_ROUNDS])
{
    for (int round = 0; round < TREX_ROUNDS; round++) {
        int16_t *worth = (int16_t *)&worths[round];
        for (int i = 0; i < WEIGHTS; i++)
            worth[i] = (int16_t)weight_round((float)standings->worths[round][i], TREX_WORTH_ONE,
                                             TREX_WORTH_MAX);
    }
}
