/* Reads positions. Each value is read here; invariants.c then validates the whole. */
#include "games/scale/load.h"

#include "base/bits.h"
#include "game/deal_text.h"
#include "game/reading.h"
#include "games/scale/invariants.h"
#include "games/scale/state.h"
#include "games/scale/text.h"

/* A seat, stored as its number + 1, or null. */
static bool seat_load(const struct doc_node *node, int seats, uint8_t *seat_code)
{
    int seat;
    if (doc_number(node, 0, seats - 1, &seat))
        *seat_code = (uint8_t)(seat + 1);
    return *seat_code || doc_is(node, DOC_NULL);
}

/* Adds one action card to the set *met, which must not contain it yet. Returns 0 if it is not a
 * card. */
static uint8_t action_load(const struct doc *doc, const struct doc_node *node, int colour,
                           uint64_t *met)
{
    uint8_t action = scale_action_find(colour, doc_text(doc, node));
    if (bits_have(*met, action))
        return 0;
    *met |= bit(action);
    return action;
}

static bool actions_load(const struct doc *doc, const struct doc_node *position, int colour,
                         struct scale_state *s)
{
    const char *name = scale_colour_names[colour];
    const struct doc_node *up = doc_get(doc, doc_get(doc, position, "actions"), name);
    const struct doc_node *pile = doc_get(doc, doc_get(doc, position, "action_piles"), name);
    const struct doc_node *discards = doc_get(doc, doc_get(doc, position, "action_discards"), name);
    uint64_t met = bit(0); /* 0 is no card */
    s->action_up[colour] = action_load(doc, up, colour, &met);
    if (!s->action_up[colour] || !doc_is(pile, DOC_LIST) || !doc_is(discards, DOC_LIST))
        return false;
    int place = doc_count(pile);
    if (place >= SCALE_ACTION_CARDS)
        return false;
    s->action_count[colour] = (uint8_t)place;
    DOC_EACH (doc, pile, item) /* the next card comes first in the document and last in the state */
        if (!(s->action_pile[colour][--place] = action_load(doc, item, colour, &met)))
            return false;
    DOC_EACH (doc, discards, item) {
        uint8_t action = action_load(doc, item, colour, &met);
        if (!action)
            return false;
        s->action_discards[colour] |= (uint32_t)bit(action);
    }
    return true;
}

static bool numbers_load(const struct doc *doc, const struct doc_node *position,
                         struct scale_state *s, struct fault *fault)
{
    const struct doc_node *pile = doc_get(doc, position, "number_pile");
    const struct doc_node *discards = doc_get(doc, position, "number_discards");
    int place = doc_count(pile);
    if (!doc_is(pile, DOC_LIST) || place > SCALE_NUMBER_CARDS)
        return game_bad_value(fault, "S2", "number_pile");
    s->number_count = (uint8_t)place;
    DOC_EACH (doc, pile, item)
        if (!(s->number_pile[--place] = scale_card_find(doc_text(doc, item))))
            return game_bad_value(fault, "S2", "number_pile");
    if (!doc_is(discards, DOC_LIST) || doc_count(discards) > SCALE_NUMBER_CARDS)
        return game_bad_value(fault, "S2", "number_discards");
    DOC_EACH (doc, discards, item) {
        uint8_t card = scale_card_find(doc_text(doc, item));
        if (!card)
            return game_bad_value(fault, "S2", "number_discards");
        s->number_discards[card]++;
    }
    return true;
}

static bool player_load(const struct doc *doc, const struct doc_node *player, int seat,
                        struct scale_state *s, struct fault *fault)
{
    const struct doc_node *card = doc_get(doc, player, "card");
    const struct doc_node *answer = doc_get(doc, player, "answer");
    bool swapping = false;
    s->card[seat] = scale_card_find(doc_text(doc, card));
    if (!s->card[seat] && !doc_is(card, DOC_NULL))
        return game_bad_player(fault, "S2", seat, "card");
    if (!game_byte_load(doc_get(doc, player, "good"), 0, UINT8_MAX, &s->good_of[seat]))
        return game_bad_player(fault, "S3", seat, "good");
    if (!game_byte_load(doc_get(doc, player, "bad"), 0, UINT8_MAX, &s->bad_of[seat]))
        return game_bad_player(fault, "S3", seat, "bad");
    if (!seat_load(doc_get(doc, player, "offer"), s->seats, &s->offer[seat]))
        return game_bad_player(fault, "S6", seat, "offer");
    bool answered =
        game_name_load(doc, answer, scale_answer_names, SCALE_ANSWERS, &s->answer[seat]);
    if (answered ? s->answer[seat] == SCALE_ANSWER_NONE : !doc_is(answer, DOC_NULL))
        return game_bad_player(fault, "S13", seat, "answer");
    if (!doc_truth(doc_get(doc, player, "swapping"), &swapping))
        return game_bad_player(fault, "S9", seat, "swapping");
    s->swapping |= (uint8_t)(swapping << seat);
    return true;
}

static bool players_load(const struct doc *doc, const struct doc_node *players,
                         struct scale_state *s, struct fault *fault)
{
    if (!game_is_list_of(players, s->seats))
        return game_bad_value(fault, NULL, "players");
    int seat = 0;
    DOC_EACH (doc, players, player)
        if (!player_load(doc, player, seat++, s, fault))
            return false;
    return true;
}

static bool picked_load(const struct doc *doc, const struct doc_node *picked, struct scale_state *s)
{
    if (!doc_is(picked, DOC_LIST) || doc_count(picked) == 1 || doc_count(picked) > 2)
        return false;
    int place = 0;
    DOC_EACH (doc, picked, item) {
        uint8_t colour;
        if (!game_name_load(doc, item, scale_colour_names, SCALE_COLOURS, &colour))
            return false;
        s->picked[place++] = (uint8_t)(colour + 1);
    }
    return place == 0 || s->picked[0] != s->picked[1];
}

static bool votes_load(const struct doc *doc, const struct doc_node *votes, struct scale_state *s)
{
    if (!game_is_list_of(votes, s->seats))
        return false;
    int seat = 0;
    DOC_EACH (doc, votes, item)
        if (!seat_load(item, s->seats, &s->vote[seat++]))
            return false;
    return true;
}

bool scale_load(const struct game *game, const struct doc *doc, const struct doc_node *position,
                const void *components, void *state, struct fault *fault)
{
    struct scale_state *s = state;
    *s = (struct scale_state){.components = *(const struct scale_components *)components};
    int seats;
    if (!game_head_load(game, doc, position, &seats, s->options, fault))
        return false;
    s->seats = (uint8_t)seats;
    if (!game_name_load(doc, doc_get(doc, position, "phase"), scale_phase_names, SCALE_PHASES,
                        &s->phase))
        return game_bad_value(fault, NULL, "phase");
    for (int colour = 0; colour < SCALE_COLOURS; colour++)
        if (!actions_load(doc, position, colour, s))
            return game_bad_position(fault, "S1", "scale.actions_do_not_add_up", "%s",
                                     scale_colour_names[colour]);
    if (!numbers_load(doc, position, s, fault))
        return false;
    if (!game_byte_load(doc_get(doc, position, "good"), 0, UINT8_MAX, &s->good))
        return game_bad_value(fault, "S3", "good");
    if (!game_byte_load(doc_get(doc, position, "bad"), 0, UINT8_MAX, &s->bad))
        return game_bad_value(fault, "S3", "bad");
    if (!game_byte_load(doc_get(doc, position, "lid"), 0, UINT8_MAX, &s->lid))
        return game_bad_value(fault, "S14", "lid");
    if (!players_load(doc, doc_get(doc, position, "players"), s, fault))
        return false;
    if (!game_seats_load(doc, doc_get(doc, position, "tied"), seats, &s->tied))
        return game_bad_value(fault, "S12", "tied");
    if (!picked_load(doc, doc_get(doc, position, "picked"), s))
        return game_bad_value(fault, "S12", "picked");
    if (!votes_load(doc, doc_get(doc, position, "votes"), s))
        return game_bad_value(fault, "S12", "votes");
    if (!game_deal_load(doc, position, &s->deal))
        return game_bad_value(fault, NULL, "rng");
    return scale_invariants(s, fault);
}
