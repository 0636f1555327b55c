#include "turned_board.h"

#include "base/base.h"

static uint8_t square_turned(uint8_t square)
{
    return square == TYREX_NOWHERE ? square : (uint8_t)(square % 8 * 8 + 6 - square / 8);
}

struct tyrannosaurus_state board_turned(const struct tyrannosaurus_state *s)
{
    struct tyrannosaurus_state other = *s;
    other.trees = 0;
    for (uint64_t left = s->trees; left;)
        other.trees |= bit(square_turned((uint8_t)bits_pop(&left)));
    for (int seat = 0; seat < s->seats; seat++)
        other.players[seat].at = square_turned(s->players[seat].at);
    other.lake = square_turned(s->lake);
    other.volcano = square_turned(s->volcano);
    other.tyrex = square_turned(s->tyrex);
    return other;
}
