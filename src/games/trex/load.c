/* Reads positions. Checks the form of each value, then validates the whole.
 *
 * Then: invariants; sums; the course of the round. */
#include "games/trex/trex_internal.h"

#include "game/reading.h"

#include <string.h>

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
           plays_load(&r, met) && ranking_load(&r) && players_load(&r, met);
}

/* ---- Invariants ---- */

/* Validates positions.
 *
 * Everything that follows from the rest of a position is computed again and compared: sums, whose
 * turn it is, which meteor leads, how the piles rank. A position need not be reachable from a deal:
 * hands of any size and decks in any order are allowed, since people set up puzzles and lessons.
 * While cards are being removed, the list of plays has gaps; then only what is still certain is
 * compared. */

/* The number of seats that have removed their card in this round. */
static int removed_count(const struct trex_state *s)
{
    if (s->phase == TREX_PHASE_PLAY || s->phase == TREX_PHASE_EGG)
        return 0;
    if (s->phase != TREX_PHASE_REMOVE)
        return s->seats;
    int place = 0;
    while (s->ranking[place] != s->turn)
        place++;
    return place;
}

static uint32_t removed_seats(const struct trex_state *s)
{
    uint32_t seats = 0;
    for (int place = 0; place < removed_count(s); place++)
        seats |= bit32(s->ranking[place]);
    return seats;
}

static uint32_t pile_cards(const struct trex_state *s, int seat)
{
    uint32_t cards = 0;
    for (int i = 0; i < s->play_count; i++)
        if (s->plays[i].seat == seat)
            cards |= trex_card_bit(s->plays[i].card);
    return cards;
}

static uint32_t deck_cards(const struct trex_player *player)
{
    uint32_t cards = 0;
    for (int i = 0; i < player->deck_count; i++)
        cards |= trex_card_bit(player->deck[i]);
    return cards;
}

static uint32_t meteor_cards(const struct trex_state *s)
{
    uint32_t cards = 0;
    for (int card = 0; card < TREX_CARDS; card++)
        if (trex_is_meteor(s, card))
            cards |= trex_card_bit(card);
    return cards;
}

/* ---- Sums ---- */

static bool eggs_add_up(const struct trex_state *s, struct fault *fault)
{
    int left[TREX_COLOURS];
    for (int colour = 0; colour < TREX_COLOURS; colour++)
        left[colour] = s->components.eggs[colour];
    for (int pile = 0; pile < 2; pile++) {
        if (trex_eggs_face_up(s))
            left[s->eggs[pile]]--;
        for (int i = 0; i < trex_egg_pile_count(s); i++)
            left[s->egg_piles[pile][i]]--;
    }
    int rounds = trex_eggs_face_up(s) ? s->round - 1 : s->round;
    for (int seat = 0; seat < s->seats; seat++) {
        int own = 0;
        for (int colour = 0; colour < TREX_COLOURS; colour++) {
            own += s->players[seat].eggs[colour];
            left[colour] -= s->players[seat].eggs[colour];
        }
        if (own > rounds) /* T16: the two eggs of a round go to two players */
            return game_bad_position(fault, "T16", "trex.too_many_eggs", "players[%d].eggs", seat);
    }
    for (int colour = 0; colour < TREX_COLOURS; colour++)
        if (left[colour] != 0)
            return game_bad_position(fault, "T3", "trex.eggs_do_not_add_up", "%s",
                                     trex_colour_names[colour]);
    return true;
}

static bool player_fits(const struct trex_state *s, int seat, bool removed, struct fault *fault)
{
    const struct trex_player *player = &s->players[seat];
    uint32_t pile = pile_cards(s, seat), deck = deck_cards(player);
    int count =
        bits_count(player->hand) + player->deck_count + bits_count(player->out) + bits_count(pile);
    if (count != TREX_CARDS || (player->hand | deck | player->out | pile) != TREX_CARDS_ALL)
        return game_bad_position(fault, "T1", "trex.cards_do_not_add_up", "players[%d]", seat);
    if (bits_count(player->out) != s->round - 1 + removed)
        return game_bad_position(fault, "T17", "trex.wrong_out_count", "players[%d].out", seat);
    if (pile & ~player->seen)
        return game_bad_position(fault, "T18", "trex.played_not_seen", "players[%d].seen", seat);
    bool shower_in_pile = bits_have(pile, TREX_SHOWER);
    if (trex_shower_in_pile(player) != shower_in_pile || (removed && shower_in_pile))
        return game_bad_position(fault, "T17", "trex.shower_was_kept", "players[%d]", seat);
    return true;
}

static bool players_fit(const struct trex_state *s, struct fault *fault)
{
    uint32_t removed = removed_seats(s);
    for (int seat = 0; seat < s->seats; seat++)
        if (!player_fits(s, seat, bits_have(removed, seat), fault))
            return false;
    return true;
}

/* ---- The course of the round ---- */

/* Replays the round: finds the leading meteor and the seat to play next (TREX_NOBODY if the round
 * is over). False if the plays cannot have happened in this order. */
static bool round_replay(const struct trex_state *s, struct trex_play *leader, uint8_t *next)
{
    int left[TREX_SEATS_MAX]; /* cards in hand and deck at that moment */
    uint32_t able = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        left[seat] = bits_count(s->players[seat].hand) + s->players[seat].deck_count +
                     bits_count(pile_cards(s, seat));
        able |= bit32(seat); /* everybody starts each round with cards, even the last one */
    }
    *leader = (struct trex_play){.seat = TREX_NOBODY};
    *next = s->play_count > 0 ? s->plays[0].seat : s->turn;
    for (int i = 0; i < s->play_count; i++) {
        struct trex_play play = s->plays[i];
        if (play.seat != *next)
            return false;
        if (--left[play.seat] == 0)
            able &= ~bit32(play.seat);
        bool final_card = trex_card_ends(s, *leader, play.seat, play.card);
        if (!final_card && trex_is_meteor(s, play.card) && trex_meteor_leads(s, *leader, play.card))
            *leader = play;
        *next = final_card ? TREX_NOBODY : trex_next_player(s, play.seat, able, leader->seat);
    }
    return true;
}

/* As long as no card has been removed, the list of plays is complete. */
static bool whole_round_fits(const struct trex_state *s, struct fault *fault)
{
    struct trex_play leader;
    uint8_t next;
    if (!round_replay(s, &leader, &next))
        return game_bad_position(fault, "T8", "trex.impossible_order", "plays");
    if (s->round == 1 && s->play_count > 0 && s->plays[0].seat != 0)
        return game_bad_position(fault, "T7", "trex.wrong_starter", "plays");
    if (s->round == 1 && s->play_count == 0 && s->phase == TREX_PHASE_PLAY && s->turn != 0)
        return game_bad_position(fault, "T7", "trex.wrong_starter", "turn");
    if (leader.seat != s->meteor.seat || leader.card != s->meteor.card)
        return game_bad_position(fault, "T11", "trex.wrong_meteor", "meteor");
    if (s->phase != TREX_PHASE_PLAY && next != TREX_NOBODY)
        return game_bad_position(fault, "T13", "trex.round_not_over", "phase");
    if (s->phase == TREX_PHASE_PLAY && next == TREX_NOBODY)
        return game_bad_position(fault, "T13", "trex.round_is_over", "phase");
    if (s->phase == TREX_PHASE_PLAY && next != s->turn)
        return game_bad_position(fault, "T8", "trex.wrong_turn", "turn");
    return true;
}

/* Whether the seats with complete piles are ranked by their top cards. */
static bool ranking_fits(const struct trex_state *s, struct fault *fault)
{
    uint8_t ranking[TREX_SEATS_MAX];
    uint32_t removed = removed_seats(s);
    int place = removed_count(s);
    trex_rank(s, ranking);
    for (int i = 0; i < s->seats; i++) {
        if (bits_have(removed, ranking[i]))
            continue;
        if (!pile_cards(s, ranking[i]))
            return game_bad_position(fault, "T8", "trex.pile_empty", "players[%d]", ranking[i]);
        if (ranking[i] != s->ranking[place++])
            return game_bad_position(fault, "T15", "trex.wrong_ranking", "ranking");
    }
    return true;
}

/* Whether no meteor among the remaining plays would have taken the lead. The last card of the owner
 * may be any meteor, if it ends the round (T13). */
static bool meteor_still_leads(const struct trex_state *s)
{
    bool before = false; /* the leading meteor was certainly played earlier */
    for (int i = 0; i < s->play_count; i++) {
        struct trex_play play = s->plays[i];
        bool own = play.seat == s->meteor.seat;
        if (own && play.card == s->meteor.card) {
            before = true;
        } else if (trex_is_meteor(s, play.card) &&
                   !(own && s->options[TREX_OWNER_METEOR] == TREX_OWNER_ENDS)) {
            bool higher = !trex_meteor_leads(s, play, s->meteor.card);
            if (higher || (before && trex_meteor_leads(s, s->meteor, play.card)))
                return false;
        }
    }
    return true;
}

/* After cards have been removed, the leading meteor must be among the played cards of its owner.
 * Without one, nobody can have had cards left to play (T13). */
static bool past_meteor_fits(const struct trex_state *s)
{
    bool removing = s->phase == TREX_PHASE_REMOVE;
    if (s->meteor.seat != TREX_NOBODY) {
        const struct trex_player *owner = &s->players[s->meteor.seat];
        uint32_t played = removing ? pile_cards(s, s->meteor.seat) : deck_cards(owner);
        return bits_have(owner->seen & (played | owner->out), s->meteor.card) &&
               meteor_still_leads(s);
    }
    for (int seat = 0; seat < s->seats; seat++) {
        const struct trex_player *player = &s->players[seat];
        uint32_t played = pile_cards(s, seat) | deck_cards(player);
        if (player->hand || (removing && player->deck_count) || (played & meteor_cards(s)))
            return false;
    }
    return true;
}

static bool phase_fits(const struct trex_state *s, struct fault *fault)
{
    enum trex_phase phase = (enum trex_phase)s->phase;
    if (phase == TREX_PHASE_TRUMP && s->round == TREX_ROUNDS) /* T21: none after the last round */
        return game_bad_position(fault, "T21", "trex.wrong_phase", "phase");
    if (phase == TREX_PHASE_OVER && s->round != TREX_ROUNDS)
        return game_bad_position(fault, "T21", "trex.wrong_phase", "phase");
    if (removed_count(s) == s->seats && s->play_count > 0)
        return game_bad_position(fault, "T18", "trex.piles_left", "plays");
    if (phase == TREX_PHASE_EGG && s->turn != s->ranking[0])
        return game_bad_position(fault, "T16", "trex.wrong_turn", "turn");
    if (phase == TREX_PHASE_TRUMP && s->turn != s->ranking[s->seats - 1])
        return game_bad_position(fault, "T19", "trex.wrong_turn", "turn");
    return true;
}

static bool round_fits(const struct trex_state *s, struct fault *fault)
{
    if (removed_count(s) == 0) {
        if (!whole_round_fits(s, fault))
            return false;
    } else if (!past_meteor_fits(s)) {
        return game_bad_position(fault, "T13", "trex.wrong_meteor", "meteor");
    }
    return s->phase == TREX_PHASE_PLAY || ranking_fits(s, fault);
}

bool trex_invariants(const void *state, struct fault *fault)
{
    const struct trex_state *s = state;
    if (s->strong == s->weak)
        return game_bad_position(fault, "T5", "trex.trumps_do_not_add_up", "weak");
    return phase_fits(s, fault) && eggs_add_up(s, fault) && players_fit(s, fault) &&
           round_fits(s, fault);
}
