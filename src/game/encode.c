/* What all encodings share. */
#include "game/encode.h"

#include <string.h>

int game_observation_size(const struct game *game)
{
    int size = 0;
    for (const struct encoding_part *part = game->encoding->observation; part->name; part++)
        size += part->each_seat ? part->size * game->seats_max : part->size;
    return size;
}

int game_action_count(const struct game *game)
{
    int count = 0;
    for (const struct encoding_part *part = game->encoding->actions; part->name; part++)
        count += part->size;
    return count;
}

void game_observe(const struct game *game, const void *view, int viewer, uint8_t *bytes)
{
    int size = game_observation_size(game);
    memset(bytes, 0, (size_t)size);
    struct encoder to = {.at = bytes};
    game->encoding->observe(view, viewer, &to);
    CHECK(to.at == bytes + size);
}

void game_mask(const struct game *game, const void *state, int seat, struct move *moves,
               uint8_t *mask)
{
    memset(mask, 0, (size_t)game_action_count(game));
    int count = game->legal(state, seat, moves);
    for (int i = 0; i < count; i++) {
        int number = game->encoding->number(state, seat, &moves[i]);
        CHECK(number >= 0);
        mask[number] = 1;
    }
    if (game->encoding->open_mask)
        game->encoding->open_mask(state, seat, mask);
}
