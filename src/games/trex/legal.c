/* Who may make which move. */
#include "games/trex/legal.h"

#include "base/check.h"
#include "games/trex/text.h"

uint32_t trex_to_act(const void *state)
{
    const struct trex_state *s = state;
    return s->phase == TREX_PHASE_OVER ? 0 : (uint32_t)bit(s->turn);
}

static bool refuse(struct fault *fault, const char *rule, const char *text)
{
    return fault_set(fault, FAULT_ILLEGAL_MOVE, rule, text, NULL);
}

static bool check_play(const struct trex_state *s, int seat, const struct move *move,
                       struct fault *fault)
{
    const struct trex_player *player = &s->players[seat];
    bool hand_empty = trex_hand_size(player) == 0;
    if (s->phase != TREX_PHASE_PLAY)
        return refuse(fault, "T13", "trex.round_has_ended");
    if (move->kind == TREX_FLIP)
        return hand_empty || refuse(fault, "T9", "trex.hand_not_empty");
    if (hand_empty)
        return refuse(fault, "T9", "trex.hand_empty");
    if (!bits_have(player->hand, move->a))
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "T8", "trex.not_in_hand", "%s",
                         trex_card_names[move->a]);
    return true;
}

static bool check_remove(const struct trex_state *s, int seat, const struct move *move,
                         struct fault *fault)
{
    const struct trex_player *player = &s->players[seat];
    if (s->phase != TREX_PHASE_REMOVE)
        return refuse(fault, "T17", "trex.no_removal_now");
    bool shower = trex_shower_in_pile(player);
    if (shower && move->kind != TREX_REMOVE_SHOWER)
        return refuse(fault, "T17", "trex.shower_must_go");
    if (!shower && move->kind == TREX_REMOVE_SHOWER)
        return refuse(fault, "T17", "trex.no_shower");
    if (move->kind == TREX_REMOVE_DECK && player->deck_count == 0)
        return refuse(fault, "T17", "trex.deck_empty");
    return true;
}

static bool check_trump(const struct trex_state *s, const struct move *move, struct fault *fault)
{
    if (s->phase != TREX_PHASE_TRUMP)
        return refuse(fault, "T19", "trex.no_trump_now");
    if (move->kind != TREX_TRUMP_KEEP && (move->a == s->strong || move->a == s->weak))
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "T19", "trex.colour_not_aside", "%s",
                         trex_colour_names[move->a]);
    return true;
}

bool trex_check(const void *state, int seat, const struct move *move, struct fault *fault)
{
    const struct trex_state *s = state;
    switch (move->kind) {
    case TREX_PLAY:
    case TREX_FLIP:
        return check_play(s, seat, move, fault);
    case TREX_EGG:
        return s->phase == TREX_PHASE_EGG || refuse(fault, "T16", "trex.no_egg_now");
    case TREX_REMOVE_TOP:
    case TREX_REMOVE_DECK:
    case TREX_REMOVE_SHOWER:
        return check_remove(s, seat, move, fault);
    default:
        CHECK(move->kind <= TREX_TRUMP_WEAK);
        return check_trump(s, move, fault);
    }
}

static int legal_plays(const struct trex_player *player, struct move *moves)
{
    int count = 0;
    for (uint64_t hand = player->hand; hand;)
        moves[count++] = (struct move){.kind = TREX_PLAY, .a = (uint8_t)bits_pop(&hand)};
    if (count == 0)
        moves[count++] = (struct move){.kind = TREX_FLIP};
    return count;
}

static int legal_removals(const struct trex_player *player, struct move *moves)
{
    int count = 0;
    if (trex_shower_in_pile(player)) {
        moves[count++] = (struct move){.kind = TREX_REMOVE_SHOWER};
        return count;
    }
    moves[count++] = (struct move){.kind = TREX_REMOVE_TOP};
    if (player->deck_count > 0)
        moves[count++] = (struct move){.kind = TREX_REMOVE_DECK};
    return count;
}

static int legal_trumps(const struct trex_state *s, struct move *moves)
{
    int count = 0;
    moves[count++] = (struct move){.kind = TREX_TRUMP_KEEP};
    for (uint8_t colour = 0; colour < TREX_COLOURS; colour++) {
        if (colour == s->strong || colour == s->weak)
            continue;
        moves[count++] = (struct move){.kind = TREX_TRUMP_STRONG, .a = colour};
        moves[count++] = (struct move){.kind = TREX_TRUMP_WEAK, .a = colour};
    }
    return count;
}

int trex_legal(const void *state, int seat, struct move *moves)
{
    const struct trex_state *s = state;
    if (!bits_have(trex_to_act(s), seat))
        return 0;
    switch (s->phase) {
    case TREX_PHASE_PLAY:
        return legal_plays(&s->players[seat], moves);
    case TREX_PHASE_EGG:
        moves[0] = (struct move){.kind = TREX_EGG, .a = 0};
        moves[1] = (struct move){.kind = TREX_EGG, .a = 1};
        return 2;
    case TREX_PHASE_REMOVE:
        return legal_removals(&s->players[seat], moves);
    case TREX_PHASE_TRUMP:
        return legal_trumps(s, moves);
    default:
        return 0;
    }
}

void trex_sample(const void *state, int seat, struct rng *rng, struct move *move)
{
    const struct trex_state *s = state;
    uint32_t hand = s->players[seat].hand;
    if (s->phase == TREX_PHASE_PLAY &&
        hand) { /* by far the most frequent case, so without a list */
        int rank = (int)rng_below(rng, (uint32_t)bits_count(hand));
        *move = (struct move){.kind = TREX_PLAY, .a = (uint8_t)bits_nth(hand, rank)};
        return;
    }
    struct move moves[TREX_CARDS];
    int count = trex_legal(s, seat, moves);
    CHECK(count > 0);
    *move = moves[rng_below(rng, (uint32_t)count)];
}
