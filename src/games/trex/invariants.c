/* Validates positions.
 *
 * Everything that follows from the rest of a position is computed again and compared: sums, whose
 * turn it is, which meteor leads, how the piles rank. A position need not be reachable from a deal:
 * hands of any size and decks in any order are allowed, since people set up puzzles and lessons.
 * While cards are being removed, the list of plays has gaps; then only what is still certain is
 * compared. */
#include "games/trex/invariants.h"

#include "games/trex/rules.h"
#include "games/trex/score.h"
#include "games/trex/text.h"

#include <string.h>

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
        seats |= (uint32_t)bit(s->ranking[place]);
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
        able |= (uint32_t)bit(seat); /* everybody starts each round with cards, even the last one */
    }
    *leader = (struct trex_play){.seat = TREX_NOBODY};
    *next = s->play_count > 0 ? s->plays[0].seat : s->turn;
    for (int i = 0; i < s->play_count; i++) {
        struct trex_play play = s->plays[i];
        if (play.seat != *next)
            return false;
        if (--left[play.seat] == 0)
            able &= ~(uint32_t)bit(play.seat);
        bool final_card = leader->seat == play.seat; /* T13 */
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
 * may be any meteor (T13). */
static bool meteor_still_leads(const struct trex_state *s)
{
    bool before = false; /* the leading meteor was certainly played earlier */
    for (int i = 0; i < s->play_count; i++) {
        struct trex_play play = s->plays[i];
        if (play.seat == s->meteor.seat) {
            before = before || play.card == s->meteor.card;
        } else if (trex_is_meteor(s, play.card)) {
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
