/* Statistics of a series of matches. */
#include "players/standings.h"

#include <math.h>

void standings_add_deal(struct standings *standings, const struct standings_deal *deal)
{
    for (int i = 0; i < standings->count; i++) {
        if (deal->matches[i] <= 0)
            continue;
        struct standing *standing = &standings->of[i];
        int64_t whole = deal->matches[i] * STANDINGS_WIN;
        int64_t share = (deal->wins[i] * STANDINGS_SHARE + whole / 2) / whole;
        standing->deals++;
        standing->share_sum += share;
        standing->share_squares += share * share / STANDINGS_SHARE;
    }
}

void standings_merge(struct standings *into, const struct standings *from)
{
    for (int i = 0; i < into->count; i++) {
        struct standing *to = &into->of[i];
        const struct standing *more = &from->of[i];
        to->matches += more->matches;
        to->deals += more->deals;
        to->wins += more->wins;
        to->score += more->score;
        to->share_sum += more->share_sum;
        to->share_squares += more->share_squares;
        to->thinking_s += more->thinking_s;
        to->moves += more->moves;
        for (int k = 0; k < into->count; k++)
            into->beaten[i][k] += from->beaten[i][k];
    }
}

double standing_share(const struct standing *standing)
{
    double sum = (double)standing->share_sum / (double)STANDINGS_SHARE;
    return standing->deals ? sum / (double)standing->deals : 0;
}

/* The variance of one deal's share. */
static double share_variance(const struct standing *standing)
{
    double n = (double)standing->deals;
    if (n < 2)
        return 0.25;
    double mean = standing_share(standing);
    double squares = (double)standing->share_squares / (double)STANDINGS_SHARE;
    double variance = (squares - n * mean * mean) / (n - 1);
    return variance > 1e-6 ? variance : 1e-6;
}

void standings_wilson(double share, double n, double z, double *low, double *high)
{
    double middle = (share + z * z / (2 * n)) / (1 + z * z / n);
    double half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    *low = middle - half > 0 ? middle - half : 0;
    *high = middle + half < 1 ? middle + half : 1;
    /* The centre is pulled towards one half, but never so far that the share falls outside the
     * interval, apart from rounding. */
    if (*low > share)
        *low = share;
    if (*high < share)
        *high = share;
}

/* The spread between deals gives the number of independent matches they are worth; without any
 * spread each deal counts as one. */
void standing_interval(const struct standing *standing, double *low, double *high)
{
    *low = 0;
    *high = 1;
    if (!standing->deals)
        return;
    double share = standing_share(standing), n = (double)standing->deals;
    double variance = share_variance(standing), alone = share * (1 - share);
    if (variance > 1e-6 && alone / variance > 1)
        n *= alone / variance;
    standings_wilson(share, n, STANDINGS_Z, low, high);
}

void standings_elo(const struct standings *standings, double elo[STANDINGS_MAX])
{
    /* The Bradley-Terry model by the usual iteration. Half a win each way keeps the rating finite
     * for a player who never won or never lost. */
    double strength[STANDINGS_MAX];
    int count = standings->count;
    for (int i = 0; i < count; i++)
        strength[i] = 1;
    for (int round = 0; round < 500; round++) {
        double product = 0;
        for (int i = 0; i < count; i++) {
            double wins = 0, weight = 0;
            for (int k = 0; k < count; k++) {
                double both = (double)(standings->beaten[i][k] + standings->beaten[k][i]);
                if (k == i || both <= 0)
                    continue;
                wins += (double)standings->beaten[i][k] + 0.5;
                weight += (both + 1) / (strength[i] + strength[k]);
            }
            if (weight > 0)
                strength[i] = wins / weight;
            product += log(strength[i]);
        }
        for (int i = 0; i < count; i++)
            strength[i] /= exp(product / count);
    }
    for (int i = 0; i < count; i++)
        elo[i] = 1500 + 400 * log10(strength[i]);
}

enum standings_verdict standings_decide(const struct standings *standings, double even,
                                        double margin)
{
    /* Two sequential tests, "better by the margin" and "worse by it", each against "even". */
    const struct standing *first = &standings->of[0];
    const double bound = log(19); /* 5 % error each way */
    if (first->deals < 20)
        return STANDINGS_UNDECIDED; /* too few for the variance to mean anything */
    double weight = (double)first->deals * margin / share_variance(first);
    double distance = standing_share(first) - even;
    double better = weight * (distance - margin / 2), worse = weight * (-distance - margin / 2);
    if (better >= bound)
        return STANDINGS_BETTER;
    if (worse >= bound)
        return STANDINGS_WORSE;
    return better <= -bound && worse <= -bound ? STANDINGS_EVEN : STANDINGS_UNDECIDED;
}
