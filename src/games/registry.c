/* The one list of games. It stands with the games, since it is the only thing outside a game's
 * own folder that knows its name. */
#include "game/registry.h"

#include <string.h>

const struct game *const games_all[] = {
    &game_trex, &game_tyrannosaurus, &game_scale, &game_trakks, NULL,
};

const struct game *game_find(const char *id)
{
    for (int i = 0; games_all[i]; i++)
        if (strcmp(games_all[i]->id, id) == 0)
            return games_all[i];
    return NULL;
}
