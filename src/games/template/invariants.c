/* Validates positions of Fossils. */
#include "games/template/invariants.h"

#include "base/bits.h"
#include "games/template/state.h"

bool template_invariants(const void *state, struct fault *fault)
{
    const struct template_state *s = state;
    int fossils = s->pile_count;
    for (int seat = 0; seat < s->seats; seat++) {
        int laid = bits_count(s->open[seat]), expected = bits_count(s->open[0]);
        if (seat >= s->turn && s->turn > 0)
            expected--; /* these have not had this lap's turn yet */
        if (laid != expected || template_hand_size(s, seat) + laid != TEMPLATE_HAND_SIZE)
            return game_bad_position(fault, "P2", "template.uneven_turns", "players[%d]", seat);
        fossils += TEMPLATE_HAND_SIZE + (s->buried[seat] != 0);
    }
    if (fossils != s->components.fossils)
        return game_bad_position(fault, "P1", "template.fossils_do_not_add_up", "pile");
    return true;
}
