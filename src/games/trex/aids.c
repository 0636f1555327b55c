/* The aids of T-Rex. */
#include "games/trex/aids.h"

#include "games/trex/score.h"
#include "games/trex/text.h"

enum { NOT_PLAYED = -1 };

/* The value of each pile in this round. */
struct piles {
    uint8_t top[TREX_SEATS_MAX];
    uint8_t counted[TREX_SEATS_MAX];
    int latest[TREX_SEATS_MAX]; /* when the top card was played, or NOT_PLAYED */
};

static struct piles piles_of(const struct trex_state *s)
{
    struct piles piles = {0};
    trex_counted_cards(s, piles.counted);
    for (int seat = 0; seat < s->seats; seat++)
        piles.latest[seat] = NOT_PLAYED;
    for (int i = 0; i < s->play_count; i++) {
        piles.top[s->plays[i].seat] = s->plays[i].card;
        piles.latest[s->plays[i].seat] = i;
    }
    return piles;
}

static void piles_save(const struct trex_state *s, const struct piles *piles, struct doc *doc)
{
    doc_list(doc, "piles");
    for (int seat = 0; seat < s->seats; seat++) {
        if (piles->latest[seat] == NOT_PLAYED) {
            doc_null(doc, NULL);
            continue;
        }
        doc_object(doc, NULL);
        doc_string(doc, "top", trex_card_names[piles->top[seat]]);
        if (piles->counted[seat] < TREX_NUMBERS)
            doc_string(doc, "counts", trex_card_names[piles->counted[seat]]);
        else
            doc_null(doc, "counts"); /* T12, T14: 0 */
        doc_end(doc);
    }
    doc_end(doc);
}

static const char *rank_name(const struct trex_state *s, int card)
{
    if (card >= TREX_NUMBERS)
        return "nothing";
    int colour = card % TREX_COLOURS;
    return colour == s->strong ? "strong" : colour == s->weak ? "weak" : "middle";
}

/* Who leads: the seats that have played, from the strongest to the weakest (T15). */
static void standings_save(const struct trex_state *s, const struct piles *piles, struct doc *doc)
{
    uint8_t order[TREX_SEATS_MAX];
    int count = 0;
    if (s->phase == TREX_PHASE_PLAY) {
        uint8_t ranking[TREX_SEATS_MAX];
        trex_rank(s, ranking);
        for (int i = 0; i < s->seats; i++)
            if (piles->latest[ranking[i]] != NOT_PLAYED)
                order[count++] = ranking[i];
    } else { /* the round is over: its ranking */
        for (; count < s->seats; count++)
            order[count] = s->ranking[count];
    }
    doc_list(doc, "standings");
    for (int i = 0; i < count; i++) {
        int card = piles->counted[order[i]];
        doc_object(doc, NULL);
        doc_integer(doc, "seat", order[i]);
        doc_string(doc, "rank", rank_name(s, card));
        /* Equally strong, and ahead only because it was played later. */
        doc_bool(doc, "later",
                 i + 1 < count &&
                     trex_strength(s, card) == trex_strength(s, piles->counted[order[i + 1]]));
        doc_end(doc);
    }
    doc_end(doc);
}

/* How often each seat has played since the leading meteor, or in the whole round. */
static void plays_count(const struct trex_state *s, int plays[TREX_SEATS_MAX])
{
    bool counts = s->meteor.seat == TREX_NOBODY;
    for (int i = 0; i < s->play_count; i++) {
        struct trex_play play = s->plays[i];
        plays[play.seat] += counts;
        counts |= play.seat == s->meteor.seat && play.card == s->meteor.card;
    }
}

static const char *lap_state(const struct trex_state *s, int seat, int plays, int needed)
{
    const struct trex_player *player = &s->players[seat];
    if (s->phase == TREX_PHASE_PLAY && s->turn == seat)
        return "now";
    if (plays > needed)
        return "done";
    return trex_hand_size(player) + player->deck_count ? "waiting" : "passed"; /* T9 */
}

/* The seats in playing order: from the first of the round or, once a meteor leads, of the final
 * lap, which its owner ends (T11). */
static void lap_save(const struct trex_state *s, struct doc *doc)
{
    bool final = s->meteor.seat != TREX_NOBODY;
    int plays[TREX_SEATS_MAX] = {0};
    plays_count(s, plays);
    int first = final ? s->meteor.seat + 1 : s->play_count ? s->plays[0].seat : s->turn;
    int needed = final ? 0 : plays[s->turn];
    doc_list(doc, "lap");
    for (int i = 0; i < s->seats; i++) {
        int seat = (first + i) % s->seats;
        doc_object(doc, NULL);
        doc_integer(doc, "seat", seat);
        doc_string(doc, "state", lap_state(s, seat, plays[seat], needed));
        doc_bool(doc, "last", final && seat == s->meteor.seat);
        doc_end(doc);
    }
    doc_end(doc);
}

/* T21 */
static int nest_points(const struct trex_player *player)
{
    int points = 0;
    for (int colour = 0; colour < TREX_COLOURS; colour++)
        points += player->eggs[colour] * player->eggs[colour];
    return points;
}

/* The points so far, and what each egg on offer would add for each seat. */
static void eggs_save(const struct trex_state *s, struct doc *doc)
{
    doc_list(doc, "points");
    for (int seat = 0; seat < s->seats; seat++)
        doc_integer(doc, NULL, nest_points(&s->players[seat]));
    doc_end(doc);
    doc_list(doc, "gains");
    for (int seat = 0; seat < s->seats && trex_eggs_face_up(s); seat++) {
        doc_list(doc, NULL);
        for (int i = 0; i < 2; i++)
            doc_integer(doc, NULL, 2 * s->players[seat].eggs[s->eggs[i]] + 1);
        doc_end(doc);
    }
    doc_end(doc);
}

/* The meteors in the viewer's hand that would take the lead now (T11, T12). */
static void leading_save(const struct trex_state *s, int viewer, struct doc *doc)
{
    bool plays = viewer >= 0 && s->phase == TREX_PHASE_PLAY && s->meteor.seat != viewer; /* T13 */
    doc_list(doc, "leading");
    for (uint64_t hand = plays ? s->players[viewer].hand : 0; hand;) {
        int card = bits_pop(&hand);
        if (trex_is_meteor(s, card) && trex_meteor_leads(s, s->meteor, card))
            doc_string(doc, NULL, trex_card_names[card]);
    }
    doc_end(doc);
}

/* The seats with the most points (T21). If not all of them win, their remaining cards have decided
 * (T22). */
static uint32_t leaders(const struct trex_state *s)
{
    int best = -1;
    uint32_t seats = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        int points = nest_points(&s->players[seat]);
        if (points > best)
            seats = 0;
        best = points > best ? points : best;
        if (points == best)
            seats |= (uint32_t)bit(seat);
    }
    return seats;
}

void trex_aids(const void *view, int viewer, struct doc *doc)
{
    const struct trex_state *s = view;
    struct piles piles = piles_of(s);
    piles_save(s, &piles, doc);
    standings_save(s, &piles, doc);
    lap_save(s, doc);
    eggs_save(s, doc);
    leading_save(s, viewer, doc);
    doc_bits(doc, "leaders", leaders(s));
}
