#include "base/softmax.h"

double softmax_exp(double x)
{
    if (x < -700)
        return 0;
    double part = x / 1024, power = 1;
    for (int i = 12; i > 0; i--)
        power = 1 + power * part / i;
    for (int i = 0; i < 10; i++)
        power *= power;
    return power;
}

/* How likely a value is, up to a common factor. */
static double weight(float value, float best, double softness)
{
    return softmax_exp(((double)value - (double)best) / softness);
}

int softmax_draw(const float values[], int count, double softness, struct rng *rng)
{
    float best = values[0];
    double sum = 0;
    for (int i = 1; i < count; i++)
        best = values[i] > best ? values[i] : best;
    for (int i = 0; i < count; i++)
        sum += weight(values[i], best, softness);
    double point = (double)(rng_next(rng) >> 11) / 9007199254740992.0 * sum; /* 2^53 */
    int drawn = 0;
    for (; drawn < count - 1; drawn++) {
        point -= weight(values[drawn], best, softness);
        if (point < 0)
            break;
    }
    return drawn;
}
