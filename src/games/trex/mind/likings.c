/* The moves of a good player.
 *
 * The odds of a card double with every eight that are added to its liking, and its probability is
 * proportional to its odds. In quick moves the liking is a sum over a few tables, because the search
 * plays several cards in every iteration; where the tree grows, a policy knows better (policy.h). */
#include "games/trex/mind/likings.h"

#include "base/check.h"
#include "games/trex/mind/outlook.h"
#include "games/trex/mind/policy.h"
#include "games/trex/mind/worth.h"

enum { HAND_KINDS = 3 }; /* up to two cards, three or four, more */

static const int8_t level_liking[TREX_MOMENTS][TREX_LEVELS] = {
    [TREX_OPENING] = {-11, 14, 20, 3, 8, 6, -8, -7, -22, -21},
    [TREX_BEFORE_ONE] = {-1, 12, 1, -5, 5, -4, -11, 19, 12, -5},
    [TREX_BEFORE_TWO] = {-15, 3, -1, -13, -4, -10, -14, 5, 8, 13},
    [TREX_BEFORE_MORE] = {-7, 10, 7, -8, 2, -2, -10, 5, -1, 1},
    [TREX_LAST] = {-7, 31, 14, -10, 22, 7, -15, 22, 11, -7},
};
static const int8_t deed_liking[TREX_MOMENTS][TREX_DEEDS] = {
    [TREX_OPENING] = {0, -3, 10, 14, -13, -2, -35},
    [TREX_BEFORE_ONE] = {-1, -1, -2, -16, 9, 11, 4},
    [TREX_BEFORE_TWO] = {-13, -12, -12, -20, 14, 9, -1},
    [TREX_BEFORE_MORE] = {-3, 0, 2, -2, 3, -2, -1},
    [TREX_LAST] = {6, 10, 8, -10, -17, -26, 20},
};
/* By the number of rivals that stay ahead; last column: all of them. */
static const int8_t beaten_liking[TREX_MOMENTS][4] = {
    [TREX_OPENING] = {0, 0, 0, 0},     [TREX_BEFORE_ONE] = {25, -24, -24, 0},
    [TREX_BEFORE_TWO] = {1, -1, 0, 0}, [TREX_BEFORE_MORE] = {0, 0, 0, 0},
    [TREX_LAST] = {46, 26, -49, -27},
};
/* A leading meteor is as good as the best card left to end the round with. */
static const int8_t backed_liking[TREX_LEVELS] = {-14, 5, -23, -6, -27, -15, -14, -9, -1, 15};
/* By the size of the hand. */
static const int8_t drawing_liking[HAND_KINDS][TREX_DEEDS] = {
    {-19, 2, 6, 11, 3, 2, -6},
    {-11, -2, 0, 7, 8, 2, -10},
    {-4, -5, -4, 4, 8, -5, -13},
};

static const float keep_weight = 8, trump_weight = 5;

/* What matters when a seat chooses the card to play. */
struct card_choice {
    const struct trex_state *s;
    struct trex_outlook outlook;
    enum trex_moment moment;
    const uint8_t *levels; /* by card */
    int8_t by_deed[TREX_DEEDS];
    int8_t by_beaten[TREX_SEATS_MAX]; /* by the number of rivals that stay ahead */
    int best, second;                 /* levels of the two strongest cards in hand */
};

/* Returns the number of cards in the hand. */
static int find_strongest(struct card_choice *choice, uint64_t hand)
{
    int cards = 0, best = 0, second = 0;
    for (; hand; cards++) {
        int level = choice->levels[bits_pop(&hand)];
        int lower = level < best ? level : best;
        best = level > best ? level : best;
        second = lower > second ? lower : second;
    }
    choice->best = best;
    choice->second = second;
    return cards;
}

static void think(struct card_choice *choice, const struct trex_state *s, int seat)
{
    uint64_t hand = s->players[seat].hand;
    choice->s = s;
    trex_outlook_see(&choice->outlook, s, seat);
    enum trex_moment moment = choice->moment = trex_outlook_moment(&choice->outlook, s, seat);
    choice->levels = trex_levels_of(s);
    int cards = find_strongest(choice, hand);
    const int8_t *by_drawing = drawing_liking[cards < 3 ? 0 : cards < 5 ? 1 : 2];
    for (int deed = 0; deed < TREX_DEEDS; deed++)
        choice->by_deed[deed] = (int8_t)(deed_liking[moment][deed] + by_drawing[deed]);
    for (int beaten = 0; beaten < TREX_SEATS_MAX; beaten++)
        choice->by_beaten[beaten] = beaten_liking[moment][beaten < 2 ? beaten : 2];
    choice->by_beaten[s->seats - 1] = beaten_liking[moment][3];
}

static inline int card_liking(const struct card_choice *choice, int card)
{
    enum trex_deed deed = trex_deed_of(choice->s, card);
    int level = choice->levels[trex_outlook_counts_as(&choice->outlook, card)];
    int beaten = trex_outlook_beaten_by(&choice->outlook, choice->s, card);
    int liking =
        level_liking[choice->moment][level] + choice->by_deed[deed] + choice->by_beaten[beaten];
    if ((deed == TREX_LEADING_METEOR || deed == TREX_SHOWERS) && choice->moment != TREX_LAST)
        liking +=
            backed_liking[choice->levels[card] == choice->best ? choice->second : choice->best];
    return liking;
}

/* Two to the power of an eighth of the liking, times a constant. Very high and very low likings are
 * cut off, so that the sum of the odds of all cards stays below 2^32. */
static inline uint32_t odds(int liking)
{
    enum { LOWEST = -80, RANGE = 160 };
    static const uint16_t eighths[8] = {256, 279, 304, 332, 362, 395, 431, 470};
    int above = liking - LOWEST;
    above = above < 0 ? 0 : above < RANGE ? above : RANGE - 1;
    return (uint32_t)eighths[above % 8] << above / 8;
}

/* The odds of each card in hand, lowest card first. Returns their sum. */
static uint64_t hand_odds(const struct trex_state *s, int seat, uint32_t of_cards[TREX_CARDS])
{
    struct card_choice choice;
    think(&choice, s, seat);
    uint64_t sum = 0;
    for (uint64_t hand = s->players[seat].hand; hand;)
        sum += *of_cards++ = odds(card_liking(&choice, bits_pop(&hand)));
    return sum;
}

/* The same as the policy sees it, which is slower, if there is one for this many players. */
static void hand_prior(const void *weights, const struct trex_state *s, int seat, int count,
                       uint32_t of_cards[TREX_CARDS])
{
    const struct trex_policy *policy = trex_policy_learned(weights, s->seats);
    if (!policy) {
        hand_odds(s, seat, of_cards);
        return;
    }
    struct trex_facts facts;
    int likings[TREX_CARDS];
    trex_facts_see(&facts, s, seat);
    trex_policy_likings(policy, &facts, count, likings);
    for (int i = 0; i < count; i++)
        of_cards[i] = odds(likings[i]);
}

static float end_liking(const struct trex_worth *worth, const struct trex_state *s, int seat,
                        const struct move *move)
{
    const struct trex_player *player = &s->players[seat];
    switch (move->kind) {
    case TREX_EGG:
        return trex_egg_liking(s, move->a);
    case TREX_REMOVE_TOP:
        return -keep_weight * trex_keep_worth(worth, s, trex_pile_top(s, seat));
    case TREX_REMOVE_DECK:
        return -keep_weight * trex_deck_top_worth(worth, s, player);
    case TREX_FLIP:
    case TREX_REMOVE_SHOWER:
        return 0; /* the only move */
    default:
        return trump_weight * trex_hand_worth_with(worth, s, move, player->hand);
    }
}

void trex_prior(const void *weights, const void *state, int seat, const struct move *moves,
                int count, float likely[])
{
    if (moves[0].kind == TREX_PLAY) { /* one for each card in hand, lowest first */
        uint32_t of_cards[TREX_CARDS];
        hand_prior(weights, state, seat, count, of_cards);
        for (int i = 0; i < count; i++)
            likely[i] = (float)of_cards[i];
        return;
    }
    struct trex_worth space;
    const struct trex_worth *worth = trex_worth_for(weights, state, &space);
    float best = -1e9f;
    for (int i = 0; i < count; i++) {
        likely[i] = end_liking(worth, state, seat, &moves[i]);
        best = likely[i] > best ? likely[i] : best;
    }
    for (int i = 0; i < count; i++)
        likely[i] = trex_exp(likely[i] - best);
}

void trex_rollout(const void *state, int seat, struct rng *rng, struct move *move)
{
    const struct trex_state *s = state;
    CHECK(s->phase == TREX_PHASE_PLAY); /* worlds are valued when a round ends */
    uint64_t hand = s->players[seat].hand;
    if (hand == 0) {
        *move = (struct move){.kind = TREX_FLIP};
        return;
    }
    if (hand & (hand - 1)) { /* more than one card */
        uint32_t of_cards[TREX_CARDS];
        uint64_t point = (rng_next(rng) >> 32) * hand_odds(s, seat, of_cards) >> 32;
        for (int i = 0; point >= of_cards[i]; i++) {
            point -= of_cards[i];
            hand &= hand - 1;
        }
    }
    *move = (struct move){.kind = TREX_PLAY, .a = (uint8_t)bits_first(hand)};
}
