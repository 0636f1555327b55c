/* Finds equilibria by regret matching. Each side tracks, for every choice, how much it regrets not
 * having made it, and chooses in proportion to its regrets; the average mixtures of both sides
 * approach an equilibrium. With regrets clipped at zero, alternating updates and more weight on
 * later mixtures ("CFR+"), a few dozen rounds suffice for our small tables. */
#include "games/tyrannosaurus/mind/equilibrium.h"

enum { ROUNDS_MAX = 20000, ROUNDS_BETWEEN_CHECKS = 16 };

struct learner {
    double regret[TYREX_EQUILIBRIUM_CHOICES_MAX];
    double now[TYREX_EQUILIBRIUM_CHOICES_MAX];   /* the mixture of this round */
    double total[TYREX_EQUILIBRIUM_CHOICES_MAX]; /* the weighted sum over all rounds */
};

/* Normalises the weights of a side to 1 in each group; equal weights if all are zero. */
static void mixture_from(const struct tyrannosaurus_equilibrium_side *side, const double *weights,
                         double *mixture)
{
    double sum[TYREX_EQUILIBRIUM_GROUPS_MAX] = {0}, members[TYREX_EQUILIBRIUM_GROUPS_MAX] = {0};
    for (int i = 0; i < side->count; i++) {
        sum[side->group[i]] += weights[i];
        members[side->group[i]] += 1;
    }
    for (int i = 0; i < side->count; i++) {
        int group = side->group[i];
        mixture[i] = sum[group] > 0 ? weights[i] / sum[group] : 1 / members[group];
    }
}

/* The payoff of each choice of a side against the mixture of the other. */
static void winnings(const struct tyrannosaurus_equilibrium *game, int which, const double *against,
                     double won[TYREX_EQUILIBRIUM_CHOICES_MAX])
{
    const struct tyrannosaurus_equilibrium_side *own = &game->sides[which],
                                                *other = &game->sides[!which];
    double weight[TYREX_EQUILIBRIUM_CHOICES_MAX];
    for (int j = 0; j < other->count; j++)
        weight[j] = against[j] * other->group_chance[other->group[j]];
    for (int i = 0; i < own->count; i++)
        won[i] = 0;
    for (int i = 0; i < own->count; i++)
        for (int j = 0; j < other->count; j++)
            won[i] += weight[j] * (which == 0 ? game->payoff[i][j] : -game->payoff[j][i]);
}

/* The best payoff of a side against a mixture of the other. */
static double best_answer(const struct tyrannosaurus_equilibrium *game, int which,
                          const double *against)
{
    const struct tyrannosaurus_equilibrium_side *side = &game->sides[which];
    double won[TYREX_EQUILIBRIUM_CHOICES_MAX], best[TYREX_EQUILIBRIUM_GROUPS_MAX], all = 0;
    bool met[TYREX_EQUILIBRIUM_GROUPS_MAX] = {false};
    winnings(game, which, against, won);
    for (int i = 0; i < side->count; i++) {
        int group = side->group[i];
        if (!met[group] || won[i] > best[group])
            best[group] = won[i];
        met[group] = true;
    }
    for (int group = 0; group < side->groups; group++)
        all += best[group] * side->group_chance[group];
    return all;
}

static void learn(const struct tyrannosaurus_equilibrium *game, int which,
                  struct learner learners[2], int round)
{
    const struct tyrannosaurus_equilibrium_side *side = &game->sides[which];
    struct learner *own = &learners[which];
    double won[TYREX_EQUILIBRIUM_CHOICES_MAX], average[TYREX_EQUILIBRIUM_GROUPS_MAX] = {0};
    winnings(game, which, learners[!which].now, won);
    for (int i = 0; i < side->count; i++)
        average[side->group[i]] += own->now[i] * won[i];
    for (int i = 0; i < side->count; i++) {
        double regret = own->regret[i] + won[i] - average[side->group[i]];
        own->regret[i] = regret > 0 ? regret : 0;
    }
    mixture_from(side, own->regret, own->now);
    for (int i = 0; i < side->count; i++)
        own->total[i] += round * own->now[i];
}

double tyrannosaurus_equilibrium_find(struct tyrannosaurus_equilibrium *game, double tolerance)
{
    struct learner learners[2] = {0};
    double high = 0, low = 0; /* the value lies between */
    for (int which = 0; which < 2; which++)
        mixture_from(&game->sides[which], learners[which].regret, learners[which].now);
    for (int round = 1; round <= ROUNDS_MAX; round++) {
        learn(game, 0, learners, round);
        learn(game, 1, learners, round);
        if (round % ROUNDS_BETWEEN_CHECKS)
            continue;
        for (int which = 0; which < 2; which++)
            mixture_from(&game->sides[which], learners[which].total, game->sides[which].mixture);
        high = best_answer(game, 0, game->sides[1].mixture);
        low = -best_answer(game, 1, game->sides[0].mixture);
        if (high - low <= tolerance)
            break;
    }
    return (high + low) / 2;
}
