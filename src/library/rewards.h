/* What a result is worth to each seat; ludosaure.h says how it is counted. */
#ifndef LIBRARY_REWARDS_H
#define LIBRARY_REWARDS_H

#include "game/game.h"

/* One for each of the seats; all 0 before the end. */
static inline void rewards_write(const struct game *game, int seats,
                                 const struct game_result *result, float *rewards)
{
    bool together = seats == 1 || game->seats_together == seats;
    for (int seat = 0; seat < seats; seat++) {
        bool wins = bits_have(result->winners, seat);
        float share = wins ? 1 / (float)bits_count(result->winners) : 0;
        rewards[seat] = !result->over ? 0
                        : together    ? (wins ? 1.0f : -1.0f)
                                      : ((float)seats * share - 1) / (float)(seats - 1);
    }
}

#endif
