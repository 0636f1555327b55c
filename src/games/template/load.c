/* Reads components and positions, and validates them.
 *
 * Chapters: components; positions; whether all numbers agree. */
#include "games/template/template.h"

#include "base/base.h"
#include "game/reading.h"

#include <string.h>

/* ---- Components: data/components/template.json ---- */

bool template_components_load(const struct doc *doc, void *components, struct fault *fault)
{
    int fossils;
    if (!doc_number(doc_get(doc, doc_root(doc), "fossils"), TEMPLATE_FOSSILS_MIN,
                    TEMPLATE_FOSSILS_MAX, &fossils))
        return fault_set(fault, FAULT_BAD_COMPONENTS, "P1", "template.bad_fossils", "fossils");
    *(struct template_components *)components =
        (struct template_components){.fossils = (uint8_t)fossils};
    return true;
}

/* ---- Positions ---- */

/* A list of fossils without repetition, as a set; adds them to *met, which they must not be in. */
static bool fossils_load(const struct template_state *s, const struct doc *doc,
                         const struct doc_node *list, uint32_t *set, uint64_t *met)
{
    if (!doc_is(list, DOC_LIST))
        return false;
    DOC_EACH (doc, list, item) {
        int fossil;
        if (!doc_number(item, 1, s->components.fossils, &fossil) || bits_have(*met, fossil))
            return false;
        *met |= bit(fossil);
        *set |= bit32(fossil);
    }
    return true;
}

static bool pile_load(const struct doc *doc, const struct doc_node *pile, struct template_state *s,
                      uint64_t *met)
{
    uint32_t ignored = 0;
    if (!fossils_load(s, doc, pile, &ignored, met))
        return false;
    DOC_EACH (doc, pile, item)
        s->pile[s->pile_count++] = (uint8_t)item->integer;
    return true;
}

static bool player_load(const struct doc *doc, const struct doc_node *player, int seat,
                        struct template_state *s, uint64_t *met, struct fault *fault)
{
    if (!fossils_load(s, doc, doc_get(doc, player, "hand"), &s->hand[seat], met))
        return game_bad_player(fault, "P1", seat, "hand");
    if (!fossils_load(s, doc, doc_get(doc, player, "open"), &s->open[seat], met))
        return game_bad_player(fault, "P1", seat, "open");
    const struct doc_node *buried = doc_get(doc, player, "buried");
    int fossil;
    if (doc_number(buried, 1, s->components.fossils, &fossil) && !bits_have(*met, fossil)) {
        s->buried[seat] = (uint8_t)fossil;
        *met |= bit(fossil);
    } else if (!doc_is(buried, DOC_NULL)) {
        return game_bad_player(fault, "P1", seat, "buried");
    }
    return true;
}

static bool players_load(const struct doc *doc, const struct doc_node *players,
                         struct template_state *s, uint64_t *met, struct fault *fault)
{
    if (!game_is_list_of(players, s->seats))
        return game_bad_value(fault, "P1", "players");
    int seat = 0;
    DOC_EACH (doc, players, player)
        if (!player_load(doc, player, seat++, s, met, fault))
            return false;
    return true;
}

bool template_load(const struct game *game, const struct doc *doc, const struct doc_node *position,
                   const void *components, void *state, struct fault *fault)
{
    struct template_state *s = state;
    *s = (struct template_state){.components = *(const struct template_components *)components};
    int seats;
    if (!game_head_load(game, doc, position, &seats, s->options, fault))
        return false;
    s->seats = (uint8_t)seats;
    const struct doc_node *turn = doc_get(doc, position, "turn");
    if (!game_byte_load(turn, 0, seats - 1, &s->turn) && !doc_is(turn, DOC_NULL))
        return game_bad_value(fault, "P2", "turn");
    uint64_t met = 0; /* a bit per fossil that has been read */
    if (!pile_load(doc, doc_get(doc, position, "pile"), s, &met))
        return game_bad_value(fault, "P1", "pile");
    if (!players_load(doc, doc_get(doc, position, "players"), s, &met, fault))
        return false;
    const char *phase = doc_text(doc, doc_get(doc, position, "phase"));
    if (!phase || strcmp(phase, template_phase(s)) != 0 ||
        template_over(s) != doc_is(turn, DOC_NULL))
        return game_bad_value(fault, "P4", "phase");
    return true;
}

/* ---- Whether all numbers agree ---- */

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
