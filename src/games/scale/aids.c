/* The aids of Scale. */
#include "games/scale/aids.h"

#include "base/bits.h"
#include "games/scale/legal.h"
#include "games/scale/score.h"
#include "games/scale/text.h"

static uint32_t offers_to(const struct scale_state *s, int seat)
{
    uint32_t offers = 0;
    for (int other = 0; other < s->seats; other++)
        if (s->offer[other] == seat + 1)
            offers |= (uint32_t)bit(other);
    return offers;
}

/* What the others are waiting for this seat to do; NULL: nothing. While everybody performs, a seat
 * need not act unless another player has made it an offer. */
static const char *call(const struct scale_state *s, int seat)
{
    if (!bits_have(scale_to_act(s), seat))
        return NULL;
    if (s->phase == SCALE_PHASE_PICK || s->phase == SCALE_PHASE_VOTE)
        return scale_phase_names[s->phase];
    if (bits_have(s->swapping, seat))
        return "swap";
    if (offers_to(s, seat))
        return "offer";
    if (s->answer[seat] == SCALE_ANSWER_NONE)
        for (int other = 0; other < s->seats; other++)
            if (s->answer[other] != SCALE_ANSWER_NONE)
                return "answer";
    return NULL;
}

/* Why it ended (S11, S14). */
static const char *ending(const struct scale_state *s)
{
    if (s->phase != SCALE_PHASE_OVER)
        return NULL;
    if (scale_for_two(s))
        return s->lid == SCALE_GOOD_OF_TWO ? "won" : "lost";
    return s->good == 0 ? "good_gone" : "bad_gone";
}

/* How a tie for the first place was broken (S12). */
static const char *tie(const struct scale_state *s)
{
    struct game_result result;
    scale_result(s, &result);
    if (!result.over || !s->tied)
        return NULL;
    if (s->tied == scale_all_seats(s))
        return "all";
    return bits_count(result.winners) > 1 ? "vote_shared" : "vote";
}

void scale_aids(const void *view, int viewer, struct doc *doc)
{
    (void)viewer; /* offers, answers and votes are public */
    const struct scale_state *s = view;
    doc_list(doc, "totals"); /* S11 */
    for (int seat = 0; seat < s->seats; seat++)
        doc_integer(doc, NULL, s->good_of[seat] - s->bad_of[seat]);
    doc_end(doc);
    doc_bits(doc, "leaders", scale_for_two(s) ? 0 : scale_leaders(s));
    doc_list(doc, "offers");
    for (int seat = 0; seat < s->seats; seat++)
        doc_bits(doc, NULL, offers_to(s, seat));
    doc_end(doc);
    doc_list(doc, "calls");
    for (int seat = 0; seat < s->seats; seat++)
        doc_string_or_null(doc, NULL, call(s, seat));
    doc_end(doc);
    doc_string_or_null(doc, "ending", ending(s));
    doc_string_or_null(doc, "tie", tie(s));
}
