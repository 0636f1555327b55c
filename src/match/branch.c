#include "match/branch.h"

#include <string.h>

void match_branch(const struct match *match, int viewer, struct rng *rng, struct match *branch)
{
    const struct game *game = match->game;
    bool remembers = game->memory_size > 0 && viewer != GAME_SPECTATOR;
    struct match begun = {.game = game, .components = match->components, .seats = match->seats};
    struct game_state_storage view;
    memcpy(begun.options, match->options, sizeof begun.options);
    game->view(match->state.bytes, viewer, view.bytes);
    game->determinize(view.bytes, viewer, remembers ? match->memories[viewer].bytes : NULL, rng,
                      begun.state.bytes);
    begun.start = begun.state;
    match_free(branch);
    *branch = begun;
}
