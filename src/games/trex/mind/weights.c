#include "games/trex/mind/weights.h"

#include <string.h>

void trex_kinds_see(const struct trex_components *components, uint8_t kinds[TREX_CARDS])
{
    uint8_t meteor = TREX_KIND_METEOR;
    for (int card = TREX_NUMBERS - 1; card >= 0; card--) {
        uint8_t symbol = components->symbols[card];
        kinds[card] =
            symbol == TREX_SYMBOL_METEOR ? meteor++ : (uint8_t)(TREX_KIND_DRAW + symbol - 1);
    }
    kinds[TREX_CHAMAELOSAURUS] = TREX_KIND_COPIES;
    kinds[TREX_SHOWER] = TREX_KIND_SHOWERS;
}

/* Numbers within limits, so that sums do not overflow. */
static bool numbers_read(const unsigned char *bytes, int count, int limit, int16_t numbers[])
{
    bool good = true;
    for (int i = 0; i < count; i++) {
        numbers[i] = (int16_t)(bytes[2 * i] | bytes[2 * i + 1] << 8);
        good = good && numbers[i] <= limit && numbers[i] >= -limit;
    }
    return good;
}

static bool learned_read(const unsigned char *bytes, struct trex_learned *learned)
{
    struct trex_policy *policy = &learned->policy;
    memcpy(policy->facts, bytes, sizeof policy->facts);
    bytes += sizeof policy->facts;
    bool good = numbers_read(bytes, TREX_NEURONS, TREX_NEURON_MAX, policy->neurons);
    bytes += sizeof policy->neurons;
    /* struct trex_worth has nothing but such numbers. */
    return numbers_read(bytes, TREX_ROUNDS * TREX_WORTH_WEIGHTS, TREX_WORTH_MAX,
                        (int16_t *)learned->worths) &&
           good;
}

bool trex_weights_read(const unsigned char *bytes, size_t size, void *weights)
{
    static const unsigned char shape[] = {TREX_NEURONS, TREX_FACTS, TREX_ROUNDS,
                                          TREX_WORTH_WEIGHTS};
    static_assert(sizeof shape + 1 == TREX_WEIGHTS_HEAD, "the number of players comes first");
    struct trex_weights *all = weights;
    if (size == 0 || size % TREX_WEIGHTS_SIZE != 0)
        return false;
    for (; size > 0; size -= TREX_WEIGHTS_SIZE, bytes += TREX_WEIGHTS_SIZE) {
        int seats = bytes[0];
        if (seats > TREX_SEATS_MAX || bits_have(all->policies, seats) ||
            memcmp(bytes + 1, shape, sizeof shape) != 0 ||
            !learned_read(bytes + TREX_WEIGHTS_HEAD, &all->by_seats[seats]))
            return false;
        all->policies |= bit(seats);
        all->worths |= bit(seats);
    }
    return true;
}

const struct trex_policy *trex_policy_learned(const void *weights, int seats)
{
    const struct trex_weights *all = weights;
    return all && bits_have(all->policies, seats) ? &all->by_seats[seats].policy : NULL;
}

const struct trex_learned *trex_worths_learned(const void *weights, int seats)
{
    const struct trex_weights *all = weights;
    return all && bits_have(all->worths, seats) ? &all->by_seats[seats] : NULL;
}
