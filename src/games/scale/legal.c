/* Who may make which move, or say what. */
#include "games/scale/legal.h"

#include "base/bits.h"
#include "base/check.h"
#include "games/scale/speech.h"
#include "games/scale/state.h"

static uint32_t outsiders(const struct scale_state *s)
{
    return scale_all_seats(s) & ~(uint32_t)s->tied;
}

/* S12: the seats outside the tie that have not chosen yet. */
static uint32_t judges_to_act(const struct scale_state *s)
{
    if (s->phase == SCALE_PHASE_PICK)
        return (uint32_t)bit(bits_first(outsiders(s)));
    uint32_t open = 0;
    for (uint64_t rest = outsiders(s); rest;) {
        int seat = bits_pop(&rest);
        if (!s->vote[seat])
            open |= (uint32_t)bit(seat);
    }
    return open;
}

uint32_t scale_to_act(const void *state)
{
    const struct scale_state *s = state;
    if (s->phase == SCALE_PHASE_OVER)
        return 0;
    if (s->phase != SCALE_PHASE_PLAY)
        return judges_to_act(s);
    if (scale_for_two(s) && s->swapping)
        return s->swapping; /* nobody answers while a colour is being chosen */
    return scale_all_seats(s);
}

/* While everybody performs, the match waits for nobody except a player who holds a multicolour swap
 * (S9). */
uint32_t scale_awaited(const void *state)
{
    const struct scale_state *s = state;
    return s->phase == SCALE_PHASE_PLAY ? s->swapping : scale_to_act(s);
}

/* S5: everybody performs during play, the tied players while the others vote (S12). Spectators are
 * included: a performer may be watching under another name. */
bool scale_may_say(const void *state, int seat, const char *text, struct fault *fault)
{
    const struct scale_state *s = state;
    bool performs =
        s->phase == SCALE_PHASE_PLAY ||
        (s->phase == SCALE_PHASE_VOTE && (seat == GAME_SPECTATOR || bits_have(s->tied, seat)));
    if (!performs || scale_speech_allowed(text))
        return true;
    return fault_set(fault, FAULT_FORBIDDEN, "S5", "scale.speech", NULL);
}

static bool refuse(struct fault *fault, const char *rule, const char *text)
{
    return fault_set(fault, FAULT_ILLEGAL_MOVE, rule, text, NULL);
}

/* In `pick` and `vote`. */
static bool check_judging(const struct scale_state *s, const struct move *move, struct fault *fault)
{
    switch (move->kind) {
    case SCALE_MOVE_PICK:
        if (s->phase != SCALE_PHASE_PICK)
            return refuse(fault, "S12", "scale.picked_already");
        if (move->a == move->b)
            return refuse(fault, "S12", "scale.same_colour");
        return true;
    case SCALE_MOVE_VOTE:
        if (s->phase != SCALE_PHASE_VOTE)
            return refuse(fault, "S12", "scale.pick_first");
        if (!bits_have(s->tied, move->a))
            return refuse(fault, "S12", "scale.vote_for_tied");
        return true;
    case SCALE_MOVE_ANSWER:
        return refuse(fault, "S13", "scale.answer_for_two");
    default:
        return refuse(fault, "S11", "scale.tokens_are_out");
    }
}

/* What the number of players forbids. */
static bool check_for_seats(const struct scale_state *s, const struct move *move,
                            struct fault *fault)
{
    if (!scale_for_two(s))
        return move->kind != SCALE_MOVE_ANSWER || refuse(fault, "S13", "scale.answer_for_two");
    if (move->kind == SCALE_MOVE_OFFER || move->kind == SCALE_MOVE_WITHDRAW)
        return refuse(fault, "S13", "scale.no_offers_for_two");
    return move->kind != SCALE_MOVE_CHANGE || refuse(fault, "S14", "scale.no_change_for_two");
}

static bool check_offer(const struct scale_state *s, int seat, int to, struct fault *fault)
{
    if (to == seat)
        return refuse(fault, "S6", "scale.offer_to_oneself");
    if (bits_have(s->swapping, to))
        return refuse(fault, "S9", "scale.offer_to_swapping");
    if (s->offer[seat] == to + 1)
        return refuse(fault, "S6", "scale.offered_already");
    return true;
}

bool scale_check(const void *state, int seat, const struct move *move, struct fault *fault)
{
    const struct scale_state *s = state;
    CHECK(move->kind < SCALE_MOVES);
    if (s->phase != SCALE_PHASE_PLAY)
        return check_judging(s, move, fault);
    if (move->kind == SCALE_MOVE_PICK || move->kind == SCALE_MOVE_VOTE)
        return refuse(fault, "S12", "scale.no_tie_yet");
    if (!check_for_seats(s, move, fault))
        return false;
    bool swapping = bits_have(s->swapping, seat);
    if (move->kind == SCALE_MOVE_SWAP)
        return swapping || refuse(fault, "S9", "scale.nothing_to_swap");
    if (swapping)
        return refuse(fault, "S9", "scale.choose_colour_first");
    if (move->kind == SCALE_MOVE_OFFER)
        return check_offer(s, seat, move->a, fault);
    if (move->kind == SCALE_MOVE_WITHDRAW && !s->offer[seat])
        return refuse(fault, "S6", "scale.nothing_to_withdraw");
    if (move->kind == SCALE_MOVE_ANSWER && s->answer[seat] == move->a)
        return refuse(fault, "S13", "scale.answered_already");
    return true;
}

/* The seats to which `seat`, who is not swapping, may offer now: check_offer for all at once. */
static uint32_t offer_targets(const struct scale_state *s, int seat)
{
    uint32_t excluded = s->swapping | (uint32_t)bit(seat);
    if (s->offer[seat])
        excluded |= (uint32_t)bit(s->offer[seat] - 1);
    return scale_all_seats(s) & ~excluded;
}

static int legal_in_play(const struct scale_state *s, int seat, struct move *moves)
{
    int count = 0;
    if (bits_have(s->swapping, seat)) {
        for (uint8_t colour = 0; colour < SCALE_COLOURS; colour++)
            moves[count++] = (struct move){.kind = SCALE_MOVE_SWAP, .a = colour};
    } else if (scale_for_two(s)) {
        for (uint8_t answer = SCALE_ANSWER_MATCH; answer <= SCALE_ANSWER_NO_MATCH; answer++)
            if (s->answer[seat] != answer)
                moves[count++] = (struct move){.kind = SCALE_MOVE_ANSWER, .a = answer};
    } else {
        for (uint64_t targets = offer_targets(s, seat); targets;)
            moves[count++] =
                (struct move){.kind = SCALE_MOVE_OFFER, .a = (uint8_t)bits_pop(&targets)};
        if (s->offer[seat])
            moves[count++] = (struct move){.kind = SCALE_MOVE_WITHDRAW};
        moves[count++] = (struct move){.kind = SCALE_MOVE_CHANGE};
    }
    return count;
}

int scale_legal(const void *state, int seat, struct move *moves)
{
    const struct scale_state *s = state;
    int count = 0;
    if (!bits_have(scale_to_act(s), seat))
        return 0;
    if (s->phase == SCALE_PHASE_PLAY)
        return legal_in_play(s, seat, moves);
    if (s->phase == SCALE_PHASE_VOTE) {
        for (uint64_t tied = s->tied; tied;)
            moves[count++] = (struct move){.kind = SCALE_MOVE_VOTE, .a = (uint8_t)bits_pop(&tied)};
        return count;
    }
    for (uint8_t a = 0; a < SCALE_COLOURS; a++)
        for (uint8_t b = 0; b < SCALE_COLOURS; b++)
            if (a != b)
                moves[count++] = (struct move){.kind = SCALE_MOVE_PICK, .a = a, .b = b};
    return count;
}

/* Mostly offers, often to a seat that has already offered: uniformly random players would take very
 * long to finish a game. */
static struct move sample_offer_or_other(const struct scale_state *s, int seat, struct rng *rng)
{
    uint32_t targets = offer_targets(s, seat), chance = rng_below(rng, 16);
    if (chance == 0 && s->offer[seat])
        return (struct move){.kind = SCALE_MOVE_WITHDRAW};
    if (chance == 1 || !targets)
        return (struct move){.kind = SCALE_MOVE_CHANGE};
    uint32_t suitors = 0;
    for (int other = 0; other < s->seats; other++)
        if (s->offer[other] == seat + 1)
            suitors |= (uint32_t)bit(other);
    if ((suitors & targets) && chance < 12)
        targets &= suitors;
    int rank = (int)rng_below(rng, (uint32_t)bits_count(targets));
    return (struct move){.kind = SCALE_MOVE_OFFER, .a = (uint8_t)bits_nth(targets, rank)};
}

void scale_sample(const void *state, int seat, struct rng *rng, struct move *move)
{
    const struct scale_state *s = state;
    if (s->phase == SCALE_PHASE_PLAY && !scale_for_two(s) && !bits_have(s->swapping, seat)) {
        *move = sample_offer_or_other(s, seat, rng);
        return;
    }
    struct move moves[SCALE_SEATS_MAX]; /* enough for the other kinds */
    int count = scale_legal(s, seat, moves);
    CHECK(count > 0);
    *move = moves[rng_below(rng, (uint32_t)count)];
}
