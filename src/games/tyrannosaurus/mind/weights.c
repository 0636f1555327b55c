#include "games/tyrannosaurus/mind/weights.h"

#include <string.h>

static bool numbers_read(const unsigned char *bytes, int count, int16_t numbers[])
{
    for (int i = 0; i < count; i++) {
        numbers[i] = (int16_t)(bytes[2 * i] | bytes[2 * i + 1] << 8);
        if (numbers[i] > TYREX_WEIGHT_MAX || numbers[i] < -TYREX_WEIGHT_MAX)
            return false;
    }
    return true;
}

static bool network_read(const unsigned char *bytes, struct tyrannosaurus_weights *weights)
{
    memcpy(weights->facts, bytes, sizeof weights->facts);
    bytes += sizeof weights->facts;
    bool good = numbers_read(bytes, TYREX_NEURONS, weights->neurons);
    bytes += sizeof weights->neurons;
    for (int turn = 0; turn < TYREX_TURNS_MAX; turn++, bytes += sizeof *weights->lead)
        good = good && numbers_read(bytes, TYREX_MARGINS, weights->lead[turn]);
    return good;
}

bool tyrannosaurus_weights_read(const unsigned char *bytes, size_t size, void *networks)
{
    static const unsigned char shape[] = {TYREX_NEURONS, TYREX_TURNS_MAX, TYREX_MARGINS,
                                          TYREX_FACTS & 0xff, TYREX_FACTS >> 8};
    static_assert(sizeof shape + 1 == TYREX_NETWORK_HEAD, "the number of players comes first");
    struct tyrannosaurus_networks *all = networks;
    if (size == 0 || size % TYREX_NETWORK_SIZE != 0)
        return false;
    for (; size > 0; size -= TYREX_NETWORK_SIZE, bytes += TYREX_NETWORK_SIZE) {
        int seats = bytes[0];
        if (seats > TYREX_SEATS_MAX || bits_have(all->fitted, seats) ||
            memcmp(bytes + 1, shape, sizeof shape) != 0 ||
            !network_read(bytes + TYREX_NETWORK_HEAD, &all->by_seats[seats]))
            return false;
        all->fitted |= bit(seats);
    }
    return true;
}

const struct tyrannosaurus_weights *tyrannosaurus_weights_for(const void *networks, int seats)
{
    const struct tyrannosaurus_networks *all = networks;
    return all && bits_have(all->fitted, seats) ? &all->by_seats[seats] : NULL;
}
