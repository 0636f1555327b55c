/* The players there are. */
#include "players/player.h"

#include <string.h>

static const struct player *const players[] = {&player_random};

const struct player *player_find(const char *name)
{
    for (size_t i = 0; i < sizeof players / sizeof *players; i++)
        if (strcmp(players[i]->name, name) == 0)
            return players[i];
    return NULL;
}

struct rng player_rng(const struct game *game, const void *view, size_t move_count)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    const unsigned char *bytes = view;
    for (size_t i = 0; i < game->state_size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    struct rng rng;
    rng_start(&rng, hash + move_count);
    return rng;
}
