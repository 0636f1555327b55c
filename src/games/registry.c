/* The list of games: the only shared file that names one. */
#include "game/game.h"

#include <string.h>

/* clang-format off */
#define EVERY_GAME(game) \
    game(trex) \
    game(tyrannosaurus) \
    game(scale) \
    game(trakks)
/* clang-format on */

#define DECLARE(id) extern const struct game game_##id;
EVERY_GAME(DECLARE)

#define LIST(id) &game_##id,
const struct game *const games_all[] = {EVERY_GAME(LIST) NULL};

const struct game *game_find(const struct game *const *games, const char *id)
{
    while (*games && strcmp((*games)->id, id) != 0)
        games++;
    return *games;
}
