/* Finds equilibria by regret matching. Each side tracks, for every choice, how much it regrets not
 * having made it, and chooses in proportion to its regrets; the average mixtures of both sides
 * approach an equilibrium. With regrets clipped at zero, alternating updates and more weight on
 * later mixtures ("CFR+"), a few dozen rounds suffice for our small tables. */
#include "games/tyrannosaurus/mind/equilibrium.h"

enum { ROUNDS_MAX = 20000, ROUNDS_BETWEEN_CHECKS = 16 };

struct learner {
    double regret[TYREX_HANDS_MAX][TYREX_CHOICES_LISTED_MAX];
    double now[TYREX_HANDS_MAX][TYREX_CHOICES_LISTED_MAX];   /* the mixtures of this round */
    double total[TYREX_HANDS_MAX][TYREX_CHOICES_LISTED_MAX]; /* weighted sums over all rounds */
};

/* Normalises the weights of each hand to 1; equal weights if all are zero. */
static void mixtures_from(const struct tyrannosaurus_equilibrium_side *side,
                          double weights[][TYREX_CHOICES_LISTED_MAX],
                          double mixtures[][TYREX_CHOICES_LISTED_MAX])
{
    for (int hand = 0; hand < side->hands; hand++) {
        double sum = 0;
        for (int i = 0; i < side->count; i++)
            sum += weights[hand][i];
        double scale = sum > 0 ? 1 / sum : 0, equal = 1.0 / bits_count(side->allowed[hand]);
        for (int i = 0; i < side->count; i++)
            mixtures[hand][i] = sum > 0                             ? weights[hand][i] * scale
                                : bits_have(side->allowed[hand], i) ? equal
                                                                    : 0;
    }
}

static void seen_of(const struct tyrannosaurus_equilibrium_side *side,
                    const double mixtures[][TYREX_CHOICES_LISTED_MAX], double *chances)
{
    for (int i = 0; i < side->count; i++)
        chances[i] = side->bound * side->habit[i];
    for (int hand = 0; hand < side->hands; hand++)
        for (int i = 0; i < side->count; i++)
            chances[i] += (1 - side->bound) * side->chance[hand] * mixtures[hand][i];
}

void tyrannosaurus_equilibrium_seen(const struct tyrannosaurus_equilibrium_side *side,
                                    double chances[TYREX_CHOICES_LISTED_MAX])
{
    seen_of(side, side->mixture, chances);
}

/* The payoff of each choice of a side against the mixtures of the other. */
static void winnings(const struct tyrannosaurus_equilibrium *game, int which,
                     const double against[][TYREX_CHOICES_LISTED_MAX],
                     double won[TYREX_CHOICES_LISTED_MAX])
{
    const struct tyrannosaurus_equilibrium_side *own = &game->sides[which],
                                                *other = &game->sides[!which];
    double seen[TYREX_CHOICES_LISTED_MAX];
    seen_of(other, against, seen);
    for (int i = 0; i < own->count; i++)
        won[i] = 0;
    if (which == 0) {
        for (int i = 0; i < own->count; i++)
            for (int j = 0; j < other->count; j++)
                won[i] += seen[j] * game->payoff[i][j];
        return;
    }
    for (int j = 0; j < other->count; j++)
        for (int i = 0; i < own->count; i++)
            won[i] -= seen[j] * game->payoff[j][i];
}

void tyrannosaurus_equilibrium_winnings(const struct tyrannosaurus_equilibrium *game, int which,
                                        double won[TYREX_CHOICES_LISTED_MAX])
{
    winnings(game, which, game->sides[!which].mixture, won);
}

/* The best payoff of a side against mixtures of the other. */
static double best_answer(const struct tyrannosaurus_equilibrium *game, int which,
                          const double against[][TYREX_CHOICES_LISTED_MAX])
{
    const struct tyrannosaurus_equilibrium_side *side = &game->sides[which];
    double won[TYREX_CHOICES_LISTED_MAX], all = 0;
    winnings(game, which, against, won);
    for (int hand = 0; hand < side->hands; hand++) {
        double best = won[bits_first(side->allowed[hand])];
        for (uint64_t left = side->allowed[hand]; left;) {
            int i = bits_pop(&left);
            best = won[i] > best ? won[i] : best;
        }
        all += (1 - side->bound) * side->chance[hand] * best;
    }
    for (int i = 0; i < side->count; i++)
        all += side->bound * side->habit[i] * won[i];
    return all;
}

static void learn(const struct tyrannosaurus_equilibrium *game, int which,
                  struct learner learners[2], int round)
{
    const struct tyrannosaurus_equilibrium_side *side = &game->sides[which];
    struct learner *own = &learners[which];
    double won[TYREX_CHOICES_LISTED_MAX];
    winnings(game, which, learners[!which].now, won);
    for (int hand = 0; hand < side->hands; hand++) {
        double average = 0;
        for (int i = 0; i < side->count; i++)
            average += own->now[hand][i] * won[i];
        for (int i = 0; i < side->count; i++) {
            double regret = own->regret[hand][i] + won[i] - average;
            own->regret[hand][i] = regret > 0 && bits_have(side->allowed[hand], i) ? regret : 0;
        }
    }
    mixtures_from(side, own->regret, own->now);
    for (int hand = 0; hand < side->hands; hand++)
        for (int i = 0; i < side->count; i++)
            own->total[hand][i] += round * own->now[hand][i];
}

double tyrannosaurus_equilibrium_find(struct tyrannosaurus_equilibrium *game, double tolerance)
{
    struct learner learners[2] = {0};
    double high = 0, low = 0; /* the value lies between */
    for (int which = 0; which < 2; which++)
        mixtures_from(&game->sides[which], learners[which].regret, learners[which].now);
    for (int round = 1; round <= ROUNDS_MAX; round++) {
        learn(game, 0, learners, round);
        learn(game, 1, learners, round);
        if (round % ROUNDS_BETWEEN_CHECKS)
            continue;
        for (int which = 0; which < 2; which++)
            mixtures_from(&game->sides[which], learners[which].total, game->sides[which].mixture);
        high = best_answer(game, 0, game->sides[1].mixture);
        low = -best_answer(game, 1, game->sides[0].mixture);
        if (high - low <= tolerance)
            break;
    }
    return (high + low) / 2;
}
