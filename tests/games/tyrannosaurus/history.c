/* Tyrannosaurus Rex: the removed cards and the choices not yet revealed are hidden. */
#include "core/history.h"

#include "games/tyrannosaurus/tyrannosaurus.h"

/* The cards removed in this round and in later ones, as the first round begins. */
static void cards_put_back(const struct tyrannosaurus_player *player,
                           const struct tyrannosaurus_state *world,
                           struct tyrannosaurus_player *start)
{
    if (world->round == 1) {
        start->removed = player->removed;
        start->later = player->later;
    } else if (world->seats != 3) {
        int before = 2 * (world->round - 2); /* bits */
        start->later = (uint8_t)((start->later & ((1 << before) - 1)) | player->removed << before |
                                 player->later << (before + 2));
    }
}

static bool imagine(const struct history *history, struct history_other *other)
{
    size_t now = history->match->move_count;
    const struct tyrannosaurus_state *world = other->world;
    struct tyrannosaurus_state *start = (void *)other->start.bytes;
    for (int seat = 0; seat < world->seats; seat++)
        cards_put_back(&world->players[seat], world, &start->players[seat]);
    uint64_t open = 0; /* seats whose choice is made, but whose move is still to be found */
    for (int seat = 0; seat < world->seats; seat++)
        if (world->players[seat].chosen)
            open |= bit(seat);
    for (size_t number = now; open; number--) {
        int seat = history->match->moves[number - 1].seat;
        if (!bits_have(open, seat))
            return false;
        open &= ~bit(seat);
        history_replace(other, number - 1,
                        tyrannosaurus_choice_unpack(world->players[seat].chosen));
    }
    return true;
}

static bool secret(const void *state, const struct move *move)
{
    (void)move;
    return bits_count(((const struct tyrannosaurus_state *)state)->waiting) > 1;
}

const struct history_game history_tyrannosaurus = {
    .game = &game_tyrannosaurus,
    .imagine = imagine,
    .secret = secret,
    .news = (const struct history_news[]){{"reveal", false}, {0}},
};
