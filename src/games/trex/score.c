/* Comparing cards, the points, and who wins. */
#include "games/trex/score.h"

#include <string.h>

/* ---- Comparing cards ---- */

bool trex_meteor_leads(const struct trex_state *s, struct trex_play leader, int card)
{
    if (leader.seat == TREX_NOBODY || card == TREX_SHOWER) /* T12 */
        return true;
    if (leader.card == TREX_SHOWER)
        return false;
    if (s->options[TREX_METEOR_COMPARE] == TREX_COMPARE_RANK)
        return trex_strength(s, card) >= trex_strength(s, leader.card);
    return card >= leader.card; /* T11: an equal one too */
}

void trex_counted_cards(const struct trex_state *s, uint8_t counted[TREX_SEATS_MAX])
{
    memset(counted, TREX_SHOWER, TREX_SEATS_MAX);
    for (int i = 0; i < s->play_count; i++) {
        struct trex_play play = s->plays[i];
        /* T14: the Chamaelosaurus keeps the value of the card below. */
        if (play.card != TREX_CHAMAELOSAURUS)
            counted[play.seat] = play.card;
    }
}

void trex_rank(const struct trex_state *s, uint8_t ranking[TREX_SEATS_MAX])
{
    uint8_t counted[TREX_SEATS_MAX];
    trex_counted_cards(s, counted);
    int latest[TREX_SEATS_MAX] = {0};
    for (int i = 0; i < s->play_count; i++)
        latest[s->plays[i].seat] = i;
    int strength[TREX_SEATS_MAX];
    for (int seat = 0; seat < s->seats; seat++) { /* T15: of equal cards the later is stronger */
        strength[seat] = trex_strength(s, counted[seat]) * TREX_PLAYS_MAX + latest[seat];
        int place = seat;
        for (; place > 0 && strength[ranking[place - 1]] < strength[seat]; place--)
            ranking[place] = ranking[place - 1];
        ranking[place] = (uint8_t)seat;
    }
}

/* ---- The score ---- */

int trex_remaining(const struct trex_state *s, int seat)
{
    const struct trex_player *player = &s->players[seat];
    if (player->hidden_out)
        return -1;
    /* Cards that are neither removed nor in the pile are in hand or deck, so most views know the
     * sum too. */
    uint64_t elsewhere = player->out;
    for (int i = 0; i < s->play_count; i++)
        if (s->plays[i].seat == seat)
            elsewhere |= bit(s->plays[i].card);
    int sum = 0;
    for (int card = 0; card < TREX_NUMBERS; card++)
        if (!bits_have(elsewhere, card))
            sum += card + 1;
    return sum;
}

/* The seats of `tied` with the highest sum; all of them if a view hides a sum (T22). */
static uint32_t tie_break(const struct trex_state *s, uint32_t tied)
{
    uint32_t winners = 0;
    int best = -1;
    for (uint64_t seats = tied; seats;) {
        int seat = bits_pop(&seats);
        int sum = trex_remaining(s, seat);
        if (sum < 0)
            return tied;
        if (sum > best) {
            best = sum;
            winners = 0;
        }
        if (sum == best)
            winners |= (uint32_t)bit(seat);
    }
    return winners;
}

void trex_result(const void *state, struct game_result *result)
{
    const struct trex_state *s = state;
    *result = (struct game_result){.over = s->phase == TREX_PHASE_OVER};
    uint32_t tied = 0;
    int32_t best = -1;
    for (int seat = 0; seat < s->seats; seat++) {
        int32_t score = 0;
        for (int colour = 0; colour < TREX_COLOURS; colour++) /* T21 */
            score += s->players[seat].eggs[colour] * s->players[seat].eggs[colour];
        result->scores[seat] = score;
        if (score > best) {
            best = score;
            tied = 0;
        }
        if (score == best)
            tied |= (uint32_t)bit(seat);
    }
    if (result->over)
        result->winners = bits_count(tied) > 1 ? tie_break(s, tied) : tied;
}

void trex_result_details(const void *state, struct doc *doc)
{
    const struct trex_state *s = state;
    doc_list(doc, "remaining");
    for (int seat = 0; seat < s->seats; seat++) {
        int sum = trex_remaining(s, seat);
        if (sum < 0)
            doc_string(doc, NULL, "?");
        else
            doc_integer(doc, NULL, sum);
    }
    doc_end(doc);
}
