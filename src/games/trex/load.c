/* T-Rex from documents: the components, and positions. What is read here is checked for its
 * form and for what the form repeats; whether the position can be is decided in position.c. */
#include "games/trex/trex.h"

#include <string.h>

/* ---- Components ---- */

static bool bad_table(struct fault *fault, const char *rule, const char *text, const char *detail)
{
    return fault_set(fault, FAULT_BAD_COMPONENTS, rule, text, "%s", detail);
}

static bool symbols_load(const struct doc *doc, struct trex_components *components,
                         struct fault *fault)
{
    static const char *const names[] = {"meteor", "draw 1", "draw 2", "draw 3"};
    const struct doc_node *symbols = doc_get(doc, doc_root(doc), "symbols");
    int meteors = 0;
    for (int card = 0; card < TREX_NUMBERS; card++) {
        const char *name = doc_text(doc, doc_get(doc, symbols, trex_card_names[card]));
        int symbol = trex_name_find(names, TREX_DRAW_MAX + 1, name);
        if (symbol < 0)
            return bad_table(fault, "T2", "trex.bad_symbol", trex_card_names[card]);
        meteors += symbol == TREX_SYMBOL_METEOR;
        components->symbols[card] = (uint8_t)symbol;
    }
    if (doc_count(symbols) != TREX_NUMBERS)
        return bad_table(fault, "T2", "trex.symbols_unknown", "symbols");
    if (meteors != TREX_METEORS)
        return bad_table(fault, "T2", "trex.meteors_not_six", "symbols");
    return true;
}

static bool egg_counts_load(const struct doc *doc, struct trex_components *components,
                            struct fault *fault)
{
    const struct doc_node *eggs = doc_get(doc, doc_root(doc), "eggs");
    int sum = 0;
    for (int colour = 0; colour < TREX_COLOURS; colour++) {
        int count;
        if (!doc_number(doc_get(doc, eggs, trex_colour_names[colour]), 0, TREX_EGGS, &count))
            return bad_table(fault, "T3", "trex.bad_egg_count", trex_colour_names[colour]);
        sum += count;
        components->eggs[colour] = (uint8_t)count;
    }
    if (doc_count(eggs) != TREX_COLOURS)
        return bad_table(fault, "T3", "trex.eggs_unknown", "eggs");
    if (sum != TREX_EGGS)
        return bad_table(fault, "T3", "trex.eggs_not_thirty", "eggs");
    return true;
}

bool trex_components_load(const struct doc *doc, void *components, struct fault *fault)
{
    struct trex_components *t = components;
    *t = (struct trex_components){0};
    return symbols_load(doc, t, fault) && egg_counts_load(doc, t, fault);
}

/* ---- Positions ---- */

/* What every step of reading needs. */
struct reading {
    const struct doc *doc;
    const struct doc_node *position;
    struct fault *fault;
    struct trex_state *s;
};

static const struct doc_node *value_of(const struct reading *r, const char *key)
{
    return doc_get(r->doc, r->position, key);
}

static bool bad_value(const struct reading *r, const char *rule, const char *where)
{
    return game_bad_position(r->fault, rule, "core.position_value", "%s", where);
}

static bool bad_player(const struct reading *r, const char *rule, int seat, const char *key)
{
    return game_bad_position(r->fault, rule, "core.position_value", "players[%d].%s", seat, key);
}

/* The name's index if it is one of `names`. */
static bool name_load(const struct reading *r, const struct doc_node *node,
                      const char *const *names, int count, uint8_t *index)
{
    int found = trex_name_find(names, count, doc_text(r->doc, node));
    *index = (uint8_t)(found < 0 ? 0 : found);
    return found >= 0;
}

static bool card_load(const struct reading *r, const struct doc_node *node, uint8_t *card)
{
    return name_load(r, node, trex_card_names, TREX_CARDS, card);
}

static bool colour_load(const struct reading *r, const struct doc_node *node, uint8_t *colour)
{
    return name_load(r, node, trex_colour_names, TREX_COLOURS, colour);
}

static bool seat_load(const struct reading *r, const struct doc_node *node, uint8_t *seat)
{
    int value;
    if (!doc_number(node, 0, r->s->seats - 1, &value))
        return false;
    *seat = (uint8_t)value;
    return true;
}

static bool head_load(const struct reading *r, const struct game *game)
{
    struct trex_state *s = r->s;
    int seats, round;
    if (!game_head_load(game, r->doc, r->position, &seats, s->options, r->fault))
        return false;
    s->seats = (uint8_t)seats;
    if (!doc_number(value_of(r, "round"), 1, TREX_ROUNDS, &round))
        return bad_value(r, "T21", "round");
    s->round = (uint8_t)round;
    if (!name_load(r, value_of(r, "phase"), trex_phase_names, TREX_PHASES, &s->phase))
        return bad_value(r, NULL, "phase");
    const struct doc_node *turn = value_of(r, "turn");
    if (s->phase == TREX_PHASE_OVER ? !doc_is(turn, DOC_NULL) : !seat_load(r, turn, &s->turn))
        return bad_value(r, "T8", "turn");
    return true;
}

static bool trumps_load(const struct reading *r)
{
    struct trex_state *s = r->s;
    if (!colour_load(r, value_of(r, "strong"), &s->strong))
        return bad_value(r, "T5", "strong");
    if (!colour_load(r, value_of(r, "weak"), &s->weak))
        return bad_value(r, "T5", "weak");
    const struct doc_node *aside = value_of(r, "aside");
    if (!doc_is(aside, DOC_LIST))
        return bad_value(r, "T5", "aside");
    uint64_t met = bit(s->strong) | bit(s->weak);
    DOC_EACH (r->doc, aside, item) {
        uint8_t colour;
        if (!colour_load(r, item, &colour))
            return bad_value(r, "T5", "aside");
        met |= bit(colour);
    }
    /* Five cards, and every colour among them: none is there twice. */
    if (bits_count(met) != TREX_COLOURS || doc_count(aside) + 2 != TREX_COLOURS)
        return game_bad_position(r->fault, "T5", "trex.trumps_do_not_add_up", "aside");
    return true;
}

static bool face_up_load(const struct reading *r)
{
    const struct doc_node *eggs = value_of(r, "eggs");
    if (!doc_is(eggs, DOC_LIST) || doc_count(eggs) != 2)
        return bad_value(r, "T4", "eggs");
    bool face_up = trex_eggs_face_up(r->s);
    const struct doc_node *egg = doc_first(r->doc, eggs);
    for (int i = 0; i < 2; i++, egg = doc_next(r->doc, egg))
        if (face_up ? !colour_load(r, egg, &r->s->eggs[i]) : !doc_is(egg, DOC_NULL))
            return bad_value(r, face_up ? "T4" : "T16", "eggs");
    return true;
}

static bool egg_piles_load(const struct reading *r)
{
    const struct doc_node *piles = value_of(r, "egg_piles");
    if (!doc_is(piles, DOC_LIST) || doc_count(piles) != 2)
        return bad_value(r, "T4", "egg_piles");
    const struct doc_node *pile = doc_first(r->doc, piles);
    for (int i = 0; i < 2; i++, pile = doc_next(r->doc, pile)) {
        if (!doc_is(pile, DOC_LIST) || doc_count(pile) != trex_egg_pile_count(r->s))
            return game_bad_position(r->fault, "T4", "trex.egg_pile_size", "egg_piles[%d]", i);
        uint8_t *at = r->s->egg_piles[i];
        DOC_EACH (r->doc, pile, egg)
            if (!colour_load(r, egg, at++))
                return bad_value(r, "T4", "egg_piles");
    }
    return true;
}

static bool play_load(const struct reading *r, const struct doc_node *node, struct trex_play *play)
{
    return seat_load(r, doc_get(r->doc, node, "seat"), &play->seat) &&
           card_load(r, doc_get(r->doc, node, "card"), &play->card);
}

/* Adds what was played to each seat's cards in `met`. */
static bool plays_load(const struct reading *r, uint32_t *met)
{
    struct trex_state *s = r->s;
    const struct doc_node *plays = value_of(r, "plays");
    if (!doc_is(plays, DOC_LIST))
        return bad_value(r, "T8", "plays");
    DOC_EACH (r->doc, plays, item) {
        struct trex_play play;
        if (!play_load(r, item, &play))
            return bad_value(r, "T8", "plays");
        if (bits_have(met[play.seat], play.card)) /* also keeps the list as short as it may be */
            return game_bad_position(r->fault, "T1", "trex.card_twice", "plays");
        met[play.seat] |= trex_card_bit(play.card);
        s->plays[s->play_count++] = play;
    }
    const struct doc_node *meteor = value_of(r, "meteor");
    if (doc_is(meteor, DOC_NULL))
        s->meteor.seat = TREX_NOBODY;
    else if (!play_load(r, meteor, &s->meteor) || !trex_is_meteor(s, s->meteor.card))
        return bad_value(r, "T11", "meteor");
    return true;
}

static bool ranking_load(const struct reading *r)
{
    struct trex_state *s = r->s;
    const struct doc_node *ranking = value_of(r, "ranking");
    if (s->phase == TREX_PHASE_PLAY)
        return doc_is(ranking, DOC_NULL) || bad_value(r, "T13", "ranking");
    if (!doc_is(ranking, DOC_LIST) || doc_count(ranking) != s->seats)
        return bad_value(r, "T15", "ranking");
    uint64_t met = 0;
    int place = 0;
    DOC_EACH (r->doc, ranking, item) {
        uint8_t seat;
        if (!seat_load(r, item, &seat) || bits_have(met, seat))
            return bad_value(r, "T15", "ranking");
        met |= bit(seat);
        s->ranking[place++] = seat;
    }
    return true;
}

/* A list of different cards as a set, and their order too if `order` is not NULL. They must not
 * be in `met`, to which they are added. */
static bool cards_load(const struct reading *r, const struct doc_node *list, uint32_t *set,
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

static bool player_eggs_load(const struct reading *r, const struct doc_node *eggs,
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

/* `met`: the cards in this player's pile. */
static bool player_load(const struct reading *r, const struct doc_node *node, int seat,
                        uint32_t met)
{
    struct trex_player *player = &r->s->players[seat];
    const struct doc_node *deck = doc_get(r->doc, node, "deck");
    uint32_t deck_set = 0, met_seen = 0;
    if (!cards_load(r, doc_get(r->doc, node, "hand"), &player->hand, NULL, &met))
        return bad_player(r, "T1", seat, "hand");
    if (!cards_load(r, deck, &deck_set, player->deck, &met))
        return bad_player(r, "T1", seat, "deck");
    player->deck_count = (uint8_t)doc_count(deck);
    if (!cards_load(r, doc_get(r->doc, node, "out"), &player->out, NULL, &met))
        return bad_player(r, "T1", seat, "out");
    if (!cards_load(r, doc_get(r->doc, node, "seen"), &player->seen, NULL, &met_seen))
        return bad_player(r, "T18", seat, "seen");
    if (!player_eggs_load(r, doc_get(r->doc, node, "eggs"), player))
        return bad_player(r, "T16", seat, "eggs");
    return true;
}

static bool players_load(const struct reading *r, const uint32_t *met)
{
    const struct doc_node *players = value_of(r, "players");
    if (!doc_is(players, DOC_LIST) || doc_count(players) != r->s->seats)
        return bad_value(r, NULL, "players");
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
    const struct reading r = {doc, position, fault, s};
    uint32_t met[TREX_SEATS_MAX] = {0};
    return head_load(&r, game) && trumps_load(&r) && face_up_load(&r) && egg_piles_load(&r) &&
           plays_load(&r, met) && ranking_load(&r) && players_load(&r, met) &&
           trex_invariants(s, fault);
}
