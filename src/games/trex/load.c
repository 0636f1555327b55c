/* Reads positions. Checks the form of each value; invariants.c then validates the whole. */
#include "games/trex/load.h"

#include "game/reading.h"
#include "games/trex/invariants.h"
#include "games/trex/state.h"
#include "games/trex/text.h"

/* The arguments shared by all steps of reading. */
struct trex_reading {
    const struct doc *doc;
    const struct doc_node *position;
    struct fault *fault;
    struct trex_state *s;
};

static const struct doc_node *value_of(const struct trex_reading *r, const char *key)
{
    return doc_get(r->doc, r->position, key);
}

static bool card_load(const struct trex_reading *r, const struct doc_node *node, uint8_t *card)
{
    return game_name_load(r->doc, node, trex_card_names, TREX_CARDS, card);
}

static bool colour_load(const struct trex_reading *r, const struct doc_node *node, uint8_t *colour)
{
    return game_name_load(r->doc, node, trex_colour_names, TREX_COLOURS, colour);
}

static bool seat_load(const struct trex_reading *r, const struct doc_node *node, uint8_t *seat)
{
    return game_byte_load(node, 0, r->s->seats - 1, seat);
}

static bool head_load(const struct trex_reading *r, const struct game *game)
{
    struct trex_state *s = r->s;
    int seats, round;
    if (!game_head_load(game, r->doc, r->position, &seats, s->options, r->fault))
        return false;
    s->seats = (uint8_t)seats;
    if (!doc_number(value_of(r, "round"), 1, TREX_ROUNDS, &round))
        return game_bad_value(r->fault, "T21", "round");
    s->round = (uint8_t)round;
    if (!game_name_load(r->doc, value_of(r, "phase"), trex_phase_names, TREX_PHASES, &s->phase))
        return game_bad_value(r->fault, NULL, "phase");
    const struct doc_node *turn = value_of(r, "turn");
    if (s->phase == TREX_PHASE_OVER ? !doc_is(turn, DOC_NULL) : !seat_load(r, turn, &s->turn))
        return game_bad_value(r->fault, "T8", "turn");
    return true;
}

static bool trumps_load(const struct trex_reading *r)
{
    struct trex_state *s = r->s;
    if (!colour_load(r, value_of(r, "strong"), &s->strong))
        return game_bad_value(r->fault, "T5", "strong");
    if (!colour_load(r, value_of(r, "weak"), &s->weak))
        return game_bad_value(r->fault, "T5", "weak");
    const struct doc_node *aside = value_of(r, "aside");
    if (!doc_is(aside, DOC_LIST))
        return game_bad_value(r->fault, "T5", "aside");
    uint64_t met = bit(s->strong) | bit(s->weak);
    DOC_EACH (r->doc, aside, item) {
        uint8_t colour;
        if (!colour_load(r, item, &colour))
            return game_bad_value(r->fault, "T5", "aside");
        met |= bit(colour);
    }
    /* Five cards of five colours, so none is there twice. */
    if (bits_count(met) != TREX_COLOURS || doc_count(aside) + 2 != TREX_COLOURS)
        return game_bad_position(r->fault, "T5", "trex.trumps_do_not_add_up", "aside");
    return true;
}

static bool face_up_load(const struct trex_reading *r)
{
    const struct doc_node *eggs = value_of(r, "eggs");
    if (!game_is_list_of(eggs, 2))
        return game_bad_value(r->fault, "T4", "eggs");
    bool face_up = trex_eggs_face_up(r->s);
    const struct doc_node *egg = doc_first(r->doc, eggs);
    for (int i = 0; i < 2; i++, egg = doc_next(r->doc, egg))
        if (face_up ? !colour_load(r, egg, &r->s->eggs[i]) : !doc_is(egg, DOC_NULL))
            return game_bad_value(r->fault, face_up ? "T4" : "T16", "eggs");
    return true;
}

static bool egg_piles_load(const struct trex_reading *r)
{
    const struct doc_node *piles = value_of(r, "egg_piles");
    if (!game_is_list_of(piles, 2))
        return game_bad_value(r->fault, "T4", "egg_piles");
    const struct doc_node *pile = doc_first(r->doc, piles);
    for (int i = 0; i < 2; i++, pile = doc_next(r->doc, pile)) {
        if (!game_is_list_of(pile, trex_egg_pile_count(r->s)))
            return game_bad_position(r->fault, "T4", "trex.egg_pile_size", "egg_piles[%d]", i);
        uint8_t *at = r->s->egg_piles[i];
        DOC_EACH (r->doc, pile, egg)
            if (!colour_load(r, egg, at++))
                return game_bad_value(r->fault, "T4", "egg_piles");
    }
    return true;
}

static bool play_load(const struct trex_reading *r, const struct doc_node *node,
                      struct trex_play *play)
{
    return seat_load(r, doc_get(r->doc, node, "seat"), &play->seat) &&
           card_load(r, doc_get(r->doc, node, "card"), &play->card);
}

/* Adds the played cards of each seat to `met`. */
static bool plays_load(const struct trex_reading *r, uint32_t *met)
{
    struct trex_state *s = r->s;
    const struct doc_node *plays = value_of(r, "plays");
    if (!doc_is(plays, DOC_LIST))
        return game_bad_value(r->fault, "T8", "plays");
    DOC_EACH (r->doc, plays, item) {
        struct trex_play play;
        if (!play_load(r, item, &play))
            return game_bad_value(r->fault, "T8", "plays");
        if (bits_have(met[play.seat], play.card)) /* this also limits the length of the list */
            return game_bad_position(r->fault, "T1", "trex.card_twice", "plays");
        met[play.seat] |= trex_card_bit(play.card);
        s->plays[s->play_count++] = play;
    }
    const struct doc_node *meteor = value_of(r, "meteor");
    if (doc_is(meteor, DOC_NULL))
        s->meteor.seat = TREX_NOBODY;
    else if (!play_load(r, meteor, &s->meteor) || !trex_is_meteor(s, s->meteor.card))
        return game_bad_value(r->fault, "T11", "meteor");
    return true;
}

static bool ranking_load(const struct trex_reading *r)
{
    struct trex_state *s = r->s;
    const struct doc_node *ranking = value_of(r, "ranking");
    if (s->phase == TREX_PHASE_PLAY)
        return doc_is(ranking, DOC_NULL) || game_bad_value(r->fault, "T13", "ranking");
    if (!game_is_list_of(ranking, s->seats))
        return game_bad_value(r->fault, "T15", "ranking");
    uint64_t met = 0;
    int place = 0;
    DOC_EACH (r->doc, ranking, item) {
        uint8_t seat;
        if (!seat_load(r, item, &seat) || bits_have(met, seat))
            return game_bad_value(r->fault, "T15", "ranking");
        met |= bit(seat);
        s->ranking[place++] = seat;
    }
    return true;
}

/* Reads a list of distinct cards as a set, and also their order if `order` is not NULL. They must
 * not be in `met`, to which they are added. */
static bool cards_load(const struct trex_reading *r, const struct doc_node *list, uint32_t *set,
                       uint8_t *order, uint32_t *met)
{
    if (!doc_is(list, DOC_LIST))
        return false;
    DOC_EACH (r->doc, list, item) {
        uint8_t card;
        if (!card_load(r, item, &card) || bits_have(*met, card))
            return false;
        *met |= trex_card_bit(card);
        *set |= trex_card_bit(card);
        if (order)
            *order++ = card;
    }
    return true;
}

static bool player_eggs_load(const struct trex_reading *r, const struct doc_node *eggs,
                             struct trex_player *player)
{
    if (!doc_is(eggs, DOC_LIST) || doc_count(eggs) > TREX_ROUNDS)
        return false;
    DOC_EACH (r->doc, eggs, egg) {
        uint8_t colour;
        if (!colour_load(r, egg, &colour))
            return false;
        player->eggs[colour]++;
    }
    return true;
}

/* `met` holds the cards in the pile of this player. */
static bool player_load(const struct trex_reading *r, const struct doc_node *node, int seat,
                        uint32_t met)
{
    struct trex_player *player = &r->s->players[seat];
    const struct doc_node *deck = doc_get(r->doc, node, "deck");
    uint32_t deck_set = 0, met_seen = 0;
    if (!cards_load(r, doc_get(r->doc, node, "hand"), &player->hand, NULL, &met))
        return game_bad_player(r->fault, "T1", seat, "hand");
    if (!cards_load(r, deck, &deck_set, player->deck, &met))
        return game_bad_player(r->fault, "T1", seat, "deck");
    player->deck_count = (uint8_t)doc_count(deck);
    if (!cards_load(r, doc_get(r->doc, node, "out"), &player->out, NULL, &met))
        return game_bad_player(r->fault, "T1", seat, "out");
    if (!cards_load(r, doc_get(r->doc, node, "seen"), &player->seen, NULL, &met_seen))
        return game_bad_player(r->fault, "T18", seat, "seen");
    if (!player_eggs_load(r, doc_get(r->doc, node, "eggs"), player))
        return game_bad_player(r->fault, "T16", seat, "eggs");
    return true;
}

static bool players_load(const struct trex_reading *r, const uint32_t *met)
{
    const struct doc_node *players = value_of(r, "players");
    if (!game_is_list_of(players, r->s->seats))
        return game_bad_value(r->fault, NULL, "players");
    int seat = 0;
    DOC_EACH (r->doc, players, player) {
        if (!player_load(r, player, seat, met[seat]))
            return false;
        seat++;
    }
    return true;
}

bool trex_load(const struct game *game, const struct doc *doc, const struct doc_node *position,
               const void *components, void *state, struct fault *fault)
{
    struct trex_state *s = state;
    *s = (struct trex_state){.components = *(const struct trex_components *)components};
    const struct trex_reading r = {doc, position, fault, s};
    uint32_t met[TREX_SEATS_MAX] = {0};
    return head_load(&r, game) && trumps_load(&r) && face_up_load(&r) && egg_piles_load(&r) &&
           plays_load(&r, met) && ranking_load(&r) && players_load(&r, met) &&
           trex_invariants(s, fault);
}
