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
