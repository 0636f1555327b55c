/* Which card a good player would play: a small network for each number of players, which has learned it
 * from searches (training/games/trex/fit.c). Each card in hand has facts, and all cards share those of
 * the situation. Reads only what the moving seat may know. */
#include "games/trex/mind/mind.h"

#include "base/base.h"

#include <string.h>

/* ---- Facts ---- */

enum { ROUNDS = TREX_ROUNDS, HANDS = 9, DECKS = 8, PLACES = 4, CROWDS = 6 };

/* The first fact of each kind. */
enum {
    LEVEL = 0,
    DEED = LEVEL + TREX_MOMENTS * TREX_LEVELS,
    PLACE = DEED + TREX_MOMENTS * TREX_DEEDS,
    ROUND = PLACE + TREX_MOMENTS * PLACES,
    HAND = ROUND + ROUNDS,
    DECK = HAND + HANDS,
    LEFT = DECK + DECKS,
    BEATING = LEFT + TREX_LEVELS,
    BEATING_LEFT = BEATING + CROWDS,
    OUTSHINING = BEATING_LEFT + CROWDS,
    CARD = OUTSHINING + CROWDS,
    LATEST = CARD + TREX_CARDS,
    LEADER = LATEST + TREX_LEVELS,
    RIVAL = LEADER + TREX_CARDS + 1,
    FACTS_END = RIVAL + TREX_LEVELS,
};
static_assert((int)FACTS_END == TREX_FACTS && TREX_FACTS <= UINT8_MAX, "a fact takes one byte");

/* Cards that others may have, as far as everyone knows: a set for each of the other seats. */
struct others {
    uint32_t all[TREX_SEATS_MAX], to_play[TREX_SEATS_MAX];
    int count, to_play_count;
};

static void others_see(struct others *others, const struct trex_state *s, int seat,
                       enum trex_moment moment)
{
    bool plays = moment != TREX_LAST;
    *others = (struct others){0};
    for (int i = 1, other = seat; i < s->seats; i++) {
        other = other + 1 < s->seats ? other + 1 : 0;
        const struct trex_player *player = &s->players[other];
        uint32_t cards = (player->hand & player->seen) | (TREX_CARDS_ALL & ~player->seen);
        others->all[others->count++] = cards;
        if (plays)
            others->to_play[others->to_play_count++] = cards;
        plays = plays && other != s->meteor.seat;
    }
}

static int count_among(const uint32_t sets[], int count, uint32_t cards)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += bits_count(sets[i] & cards);
    return sum;
}

/* The cards that are at least as strong as this one. */
static uint32_t as_strong(const struct trex_state *s, int card)
{
    const uint32_t numbers = trex_card_bit(TREX_NUMBERS) - 1, colour = 1 | 1 << 5 | 1 << 10;
    if (card >= TREX_NUMBERS)
        return TREX_CARDS_ALL;
    uint32_t strong = colour << s->strong, weak = colour << s->weak;
    uint32_t middle = numbers & ~strong & ~weak, higher = numbers & ~(trex_card_bit(card) - 1);
    if (bits_have(strong, card))
        return strong & higher;
    if (bits_have(weak, card))
        return strong | middle | (weak & higher);
    return strong | (middle & higher);
}

static uint32_t meteors(const struct trex_state *s)
{
    uint32_t cards = trex_card_bit(TREX_SHOWER);
    for (int card = 0; card < TREX_NUMBERS; card++)
        cards |= (uint32_t)(s->components.symbols[card] == TREX_SYMBOL_METEOR) << card;
    return cards;
}

/* None, few or many of the others' cards. */
static int crowd_of(int cards)
{
    return cards < 1 ? 0 : cards < 3 ? 1 : cards < 6 ? 2 : cards < 10 ? 3 : cards < 16 ? 4 : 5;
}

/* Their meteors are fewer. */
static int meteor_crowd_of(int cards)
{
    return cards < 1 ? 0 : cards < 2 ? 1 : cards < 4 ? 2 : cards < 7 ? 3 : cards < 11 ? 4 : 5;
}

/* The level of the strongest card that will stay. */
static int rival_level(const struct trex_outlook *outlook)
{
    int best = 0;
    for (int i = 0; i < outlook->rival_count; i++)
        best = outlook->rivals[i] > best ? outlook->rivals[i] : best;
    return best ? trex_strength_level(best) : 0;
}

/* The strongest card in hand and the next one; TREX_SHOWER, which counts 0, if there is none. */
static void find_strongest(const struct trex_state *s, uint64_t hand, int strongest[2])
{
    int best = 0, second = 0;
    strongest[0] = strongest[1] = TREX_SHOWER;
    while (hand) {
        int card = bits_pop(&hand), strength = trex_strength(s, card);
        if (strength > best) {
            second = best;
            strongest[1] = strongest[0];
            best = strength;
            strongest[0] = card;
        } else if (strength > second) {
            second = strength;
            strongest[1] = card;
        }
    }
}

static inline int most(int value, int limit)
{
    return value < limit ? value : limit;
}

/* What the facts of all cards in hand need. */
struct situation {
    const struct trex_state *s;
    struct trex_outlook outlook;
    enum trex_moment moment;
    struct others others;
    uint32_t meteors;
    int strongest[2];
};

static void situation_see(const struct situation *situation, int seat, uint8_t *fact)
{
    const struct trex_state *s = situation->s;
    const struct trex_player *player = &s->players[seat];
    int leader = situation->moment == TREX_OPENING ? TREX_CARDS : s->meteor.card;
    *fact++ = (uint8_t)(ROUND + s->round - 1);
    *fact++ = (uint8_t)(HAND + most(trex_hand_size(player), HANDS - 1));
    *fact++ = (uint8_t)(DECK + most(player->deck_count, DECKS - 1));
    *fact++ = (uint8_t)(LATEST + trex_levels_of(s)[situation->outlook.counted]);
    *fact++ = (uint8_t)(LEADER + leader);
    *fact++ = (uint8_t)(RIVAL + rival_level(&situation->outlook));
}

static void card_see(const struct situation *situation, int card, uint8_t *fact)
{
    const struct trex_state *s = situation->s;
    const struct others *others = &situation->others;
    const uint8_t *levels = trex_levels_of(s);
    int moment = (int)situation->moment;
    int left = situation->strongest[card == situation->strongest[0]];
    int counts_as = trex_outlook_counts_as(&situation->outlook, card);
    int ahead = trex_outlook_beaten_by(&situation->outlook, s, card);
    int beating = count_among(others->to_play, others->to_play_count, as_strong(s, counts_as));
    int beating_left = count_among(others->all, others->count, as_strong(s, left));
    enum trex_deed deed = trex_deed_of(s, card);
    int outshining = 0;
    if (deed == TREX_LEADING_METEOR || deed == TREX_SHOWERS)
        outshining = count_among(others->all, others->count,
                                 situation->meteors & ~(trex_card_bit(card) - 1));
    *fact++ = (uint8_t)(LEVEL + moment * TREX_LEVELS + levels[counts_as]);
    *fact++ = (uint8_t)(DEED + moment * TREX_DEEDS + (int)deed);
    *fact++ = (uint8_t)(PLACE + moment * PLACES +
                        (ahead == s->seats - 1 ? PLACES - 1 : most(ahead, PLACES - 2)));
    *fact++ = (uint8_t)(LEFT + levels[left]);
    *fact++ = (uint8_t)(BEATING + crowd_of(beating));
    *fact++ = (uint8_t)(BEATING_LEFT + crowd_of(beating_left));
    *fact++ = (uint8_t)(OUTSHINING + meteor_crowd_of(outshining));
    *fact++ = (uint8_t)(CARD + card);
}

void trex_facts_see(struct trex_facts *facts, const struct trex_state *s, int seat)
{
    struct situation situation = {.s = s, .meteors = meteors(s)};
    int cards = 0;
    trex_outlook_see(&situation.outlook, s, seat);
    situation.moment = trex_outlook_moment(&situation.outlook, s, seat);
    others_see(&situation.others, s, seat, situation.moment);
    find_strongest(s, s->players[seat].hand, situation.strongest);
    situation_see(&situation, seat, facts->situation);
    for (uint64_t hand = s->players[seat].hand; hand; cards++)
        card_see(&situation, bits_pop(&hand), facts->cards[cards]);
}

/* ---- The network ---- */

static inline void add(int16_t sums[TREX_NEURONS], const int8_t weights[TREX_NEURONS])
{
    for (int i = 0; i < TREX_NEURONS; i++)
        sums[i] = (int16_t)(sums[i] + weights[i]);
}

void trex_policy_likings(const struct trex_policy *policy, const struct trex_facts *facts,
                         int count, int likings[])
{
    int16_t shared[TREX_NEURONS] = {0};
    for (int i = 0; i < TREX_SITUATION_FACTS; i++)
        add(shared, policy->facts[facts->situation[i]]);
    for (int card = 0; card < count; card++) {
        int16_t sums[TREX_NEURONS];
        memcpy(sums, shared, sizeof sums);
        for (int i = 0; i < TREX_CARD_FACTS; i++)
            add(sums, policy->facts[facts->cards[card][i]]);
        int32_t output = 0;
        for (int i = 0; i < TREX_NEURONS; i++)
            output += (sums[i] > 0 ? sums[i] : 0) * policy->neurons[i];
        likings[card] = output / (TREX_FACT_ONE * TREX_NEURON_ONE);
    }
}

/* ---- Likings ---- */

/* The moves of a good player.
 *
 * The odds of a card double with every eight that are added to its liking, and its probability is
 * proportional to its odds. In quick moves the liking is a sum over a few tables, because the search
 * plays several cards in every iteration; where the tree grows, a policy knows better. */

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
static int find_best_levels(struct card_choice *choice, uint64_t hand)
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
    int cards = find_best_levels(choice, hand);
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
