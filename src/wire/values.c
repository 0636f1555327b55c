#include "wire/values.h"

#include "base/bits.h"
#include "base/check.h"

json_t *wire_seats(uint64_t seats)
{
    json_t *list = json_array();
    while (seats)
        json_array_append_new(list, json_integer(bits_pop(&seats)));
    return list;
}

json_t *wire_move(const struct game *game, const void *state, const struct move *move)
{
    char storage[GAME_MOVE_TEXT_MAX];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    game->format(state, move, &text);
    CHECK(!text.cut);
    return json_string(text.text);
}
