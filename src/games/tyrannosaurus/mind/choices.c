/* The choices of a seat. */
#include "games/tyrannosaurus/mind/choices.h"

#include "games/tyrannosaurus/legal.h"
#include "games/tyrannosaurus/resolve.h"

int tyrannosaurus_choices(const struct tyrannosaurus_state *s, int seat,
                          uint8_t codes[TYREX_CHOICES_LISTED_MAX])
{
    int count = 0;
    for (uint8_t kind = 0; kind < TYREX_CHOICES; kind++)
        for (uint64_t directions = tyrannosaurus_directions(s, seat, kind); directions;) {
            struct move move = {.kind = kind, .a = (uint8_t)bits_pop(&directions)};
            codes[count++] = tyrannosaurus_choice_pack(&move);
        }
    return count;
}

void tyrannosaurus_choices_reset(struct tyrannosaurus_state *s)
{
    for (int seat = 0; seat < s->seats; seat++)
        s->players[seat].chosen = 0;
    s->waiting = tyrannosaurus_choosers(s);
}

void tyrannosaurus_choose_all(struct tyrannosaurus_state *s, const uint8_t codes[TYREX_SEATS_MAX])
{
    for (int seat = 0; seat < s->seats; seat++)
        s->players[seat].chosen = codes[seat];
    s->waiting = 0;
    tyrannosaurus_resolve(s, NULL);
}

double tyrannosaurus_chance(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) / 9007199254740992.0; /* 2^53 */
}
