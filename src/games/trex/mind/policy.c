/* Which card a good player would play: a small network for each number of players, which has learned it
 * from searches (training/games/trex/fit.c). Each card in hand has features, and all cards share those of
 * the situation. Reads only what the moving seat may know.
 *
 * Chapters: features; the network; weights. */
#include "games/trex/mind/mind.h"

#include "base/base.h"

#include <string.h>

/* ---- Features ---- */

enum { ROUNDS = TREX_ROUNDS, HANDS = 9, DECKS = 8, PLACES = 4, CROWDS = 6 };

/* The first feature of each kind. */
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
    FEATURES_END = RIVAL + TREX_LEVELS,
};
static_assert((int)FEATURES_END == TREX_FEATURES && TREX_FEATURES <= UINT8_MAX,
              "a feature takes one byte");

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

/* What the features of all cards in hand need. */
struct situation {
    const struct trex_state *s;
    struct trex_outlook outlook;
    enum trex_moment moment;
    struct others others;
    uint32_t meteors;
    int strongest[2];
};

static void situation_see(const struct situation *situation, int seat, uint8_t *feature)
{
    const struct trex_state *s = situation->s;
    const struct trex_player *player = &s->players[seat];
    int leader = situation->moment == TREX_OPENING ? TREX_CARDS : s->meteor.card;
    *feature++ = (uint8_t)(ROUND + s->round - 1);
    *feature++ = (uint8_t)(HAND + most(trex_hand_size(player), HANDS - 1));
    *feature++ = (uint8_t)(DECK + most(player->deck_count, DECKS - 1));
    *feature++ = (uint8_t)(LATEST + trex_levels_of(s)[situation->outlook.counted]);
    *feature++ = (uint8_t)(LEADER + leader);
    *feature++ = (uint8_t)(RIVAL + rival_level(&situation->outlook));
}

static void card_see(const struct situation *situation, int card, uint8_t *feature)
{
    const struct trex_state *s = situation->s;
    const struct others *others = &situation->others;
    const uint8_t *levels = trex_levels_of(s);
    /* T13: a card of the leading seat that ends nothing opens the final lap again. */
    bool again =
        situation->moment == TREX_LAST && !trex_card_ends(s, s->meteor, s->meteor.seat, card);
    int moment = (int)(again ? TREX_OPENING : situation->moment);
    int left = situation->strongest[card == situation->strongest[0]];
    int counts_as = trex_outlook_counts_as(&situation->outlook, card);
    int ahead = again ? 0 : trex_outlook_beaten_by(&situation->outlook, s, card);
    int beating =
        again ? count_among(others->all, others->count, as_strong(s, counts_as))
              : count_among(others->to_play, others->to_play_count, as_strong(s, counts_as));
    int beating_left = count_among(others->all, others->count, as_strong(s, left));
    enum trex_deed deed = trex_deed_of(s, card);
    int outshining = 0;
    if (deed == TREX_LEADING_METEOR || deed == TREX_SHOWERS)
        outshining = count_among(others->all, others->count,
                                 situation->meteors & ~(trex_card_bit(card) - 1));
    *feature++ = (uint8_t)(LEVEL + moment * TREX_LEVELS + levels[counts_as]);
    *feature++ = (uint8_t)(DEED + moment * TREX_DEEDS + (int)deed);
    *feature++ = (uint8_t)(PLACE + moment * PLACES +
                           (ahead == s->seats - 1 ? PLACES - 1 : most(ahead, PLACES - 2)));
    *feature++ = (uint8_t)(LEFT + levels[left]);
    *feature++ = (uint8_t)(BEATING + crowd_of(beating));
    *feature++ = (uint8_t)(BEATING_LEFT + crowd_of(beating_left));
    *feature++ = (uint8_t)(OUTSHINING + meteor_crowd_of(outshining));
    *feature++ = (uint8_t)(CARD + card);
}

void trex_features_see(struct trex_features *features, const struct trex_state *s, int seat)
{
    struct situation situation = {.s = s, .meteors = meteors(s)};
    int cards = 0;
    trex_outlook_see(&situation.outlook, s, seat);
    situation.moment = trex_outlook_moment(&situation.outlook, s, seat);
    others_see(&situation.others, s, seat, situation.moment);
    find_strongest(s, s->players[seat].hand, situation.strongest);
    situation_see(&situation, seat, features->situation);
    for (uint64_t hand = s->players[seat].hand; hand; cards++)
        card_see(&situation, bits_pop(&hand), features->cards[cards]);
}

/* ---- The network ---- */

static inline void add(int16_t sums[TREX_NEURONS], const int8_t weights[TREX_NEURONS])
{
    for (int i = 0; i < TREX_NEURONS; i++)
        sums[i] = (int16_t)(sums[i] + weights[i]);
}

void trex_policy_likings(const struct trex_policy *policy, const struct trex_features *features,
                         int count, int likings[])
{
    int16_t shared[TREX_NEURONS] = {0};
    for (int i = 0; i < TREX_SITUATION_FEATURES; i++)
        add(shared, policy->features[features->situation[i]]);
    for (int card = 0; card < count; card++) {
        int16_t sums[TREX_NEURONS];
        memcpy(sums, shared, sizeof sums);
        for (int i = 0; i < TREX_CARD_FEATURES; i++)
            add(sums, policy->features[features->cards[card][i]]);
        int32_t output = 0;
        for (int i = 0; i < TREX_NEURONS; i++)
            output += (sums[i] > 0 ? sums[i] : 0) * policy->neurons[i];
        likings[card] = output / (TREX_FEATURE_ONE * TREX_NEURON_ONE);
    }
}

/* ---- Weights ---- */

/* What the mind of T-Rex has learned, for each number of players: which cards good players play
 * (policy.c), and how much everything counts before each round.
 *
 * In data/minds/trex.bin, each number of players has
 *
 *     5 bytes   numbers of players, neurons, features, rounds, and weights of a round
 *               struct trex_learned, in order and little-endian */

void trex_kinds_see(const struct trex_components *components, uint8_t kinds[TREX_CARDS])
{
    uint8_t meteor = TREX_KIND_METEOR;
    for (int card = TREX_NUMBERS - 1; card >= 0; card--) {
        uint8_t symbol = components->symbols[card];
        kinds[card] =
            symbol == TREX_SYMBOL_METEOR ? meteor++ : (uint8_t)(TREX_KIND_DRAW + symbol - 1);
    }
    kinds[TREX_CHAMAELOSAURUS] = TREX_KIND_COPIES;
    kinds[TREX_SHOWER] = TREX_KIND_SHOWERS;
}

/* Numbers within limits, so that sums do not overflow. */
static bool numbers_read(const unsigned char *bytes, int count, int limit, int16_t numbers[])
{
    bool good = true;
    for (int i = 0; i < count; i++) {
        numbers[i] = (int16_t)(bytes[2 * i] | bytes[2 * i + 1] << 8);
        good = good && numbers[i] <= limit && numbers[i] >= -limit;
    }
    return good;
}

static bool learned_read(const unsigned char *bytes, struct trex_learned *learned)
{
    struct trex_policy *policy = &learned->policy;
    memcpy(policy->features, bytes, sizeof policy->features);
    bytes += sizeof policy->features;
    bool good = numbers_read(bytes, TREX_NEURONS, TREX_NEURON_MAX, policy->neurons);
    bytes += sizeof policy->neurons;
    /* struct trex_worth has nothing but such numbers. */
    return numbers_read(bytes, TREX_ROUNDS * TREX_WORTH_WEIGHTS, TREX_WORTH_MAX,
                        (int16_t *)learned->worths) &&
           good;
}

bool trex_weights_read(const unsigned char *bytes, size_t size, void *weights)
{
    static const unsigned char shape[] = {TREX_NEURONS, TREX_FEATURES, TREX_ROUNDS,
                                          TREX_WORTH_WEIGHTS};
    static_assert(sizeof shape + 1 == TREX_WEIGHTS_HEAD, "the number of players comes first");
    struct trex_weights *all = weights;
    if (size == 0 || size % TREX_WEIGHTS_SIZE != 0)
        return false;
    for (; size > 0; size -= TREX_WEIGHTS_SIZE, bytes += TREX_WEIGHTS_SIZE) {
        int seats = bytes[0];
        if (seats > TREX_SEATS_MAX || bits_have(all->policies, seats) ||
            memcmp(bytes + 1, shape, sizeof shape) != 0 ||
            !learned_read(bytes + TREX_WEIGHTS_HEAD, &all->by_seats[seats]))
            return false;
        all->policies |= bit(seats);
        all->worths |= bit(seats);
    }
    return true;
}

const struct trex_policy *trex_policy_learned(const void *weights, int seats)
{
    const struct trex_weights *all = weights;
    return all && bits_have(all->policies, seats) ? &all->by_seats[seats].policy : NULL;
}

const struct trex_learned *trex_worths_learned(const void *weights, int seats)
{
    const struct trex_weights *all = weights;
    return all && bits_have(all->worths, seats) ? &all->by_seats[seats] : NULL;
}
