/* The value of a world of T-Rex: the probability of each seat to win from here.
 *
 * If a round has ended, its eggs, extinctions and trumps are first decided as good players would. The
 * prospects of a seat are a sum of eggs (squares, and how well future eggs fit those it has) and
 * cards (those in its hand, and those it has lost), with weights for each round. Prospects become
 * probabilities in proportion to their exponentials.
 *
 * Chapters: weights; cards; eggs; the end of a round; whole worlds; how the piles look to a seat
 * that is about to play a card; likings. */
#include "games/trex/mind/mind.h"

#include "games/trex/trex.h"

#include <limits.h>
#include <string.h>

#define LEVEL(card, strong, weak)                                                                  \
    ((card) >= TREX_NUMBERS                                                                        \
         ? 0                                                                                       \
         : 1 + 3 * (1 + ((card) % TREX_COLOURS == (strong)) - ((card) % TREX_COLOURS == (weak))) + \
               (card) / TREX_COLOURS)
#define FIVE(card, strong, weak)                                                             \
    LEVEL(card, strong, weak), LEVEL(card + 1, strong, weak), LEVEL(card + 2, strong, weak), \
        LEVEL(card + 3, strong, weak), LEVEL(card + 4, strong, weak)
#define TRUMPS(strong, weak) \
    [strong][weak] = {FIVE(0, strong, weak), FIVE(5, strong, weak), FIVE(10, strong, weak)}
#define STRONG(strong) \
    TRUMPS(strong, 0), TRUMPS(strong, 1), TRUMPS(strong, 2), TRUMPS(strong, 3), TRUMPS(strong, 4)

const uint8_t trex_levels[TREX_COLOURS][TREX_COLOURS][TREX_CARDS] = {
    STRONG(0), STRONG(1), STRONG(2), STRONG(3), STRONG(4)}; /* all other cards count 0 */

enum { WEAK_LEVEL = 1, MIDDLE_LEVEL = 4, STRONG_LEVEL = 7 }; /* the lowest of each trump class */

/* ---- Weights ---- */

/* What was fitted before anything was learned, in the same units. */
static const struct trex_worth formula = {
    .levels = {0, -41, -164, 123, -82, -123, 41, 123, 614, 696},
    .kinds = {123, 287, 451, 205, 205, 205, 205, 205, 205, 492, 123},
    .lost = {901, -123, -614, 451, 451, 451, 451, 451, 451, -287, -1802},
    .lost_square = -242,
    .hands = {-1679, -3604, -2253},
    .places = {492},
};

/* The number of eggs that a seat will still get from this round on, on average. */
static float eggs_from(const struct trex_state *s, int round)
{
    return (float)(2 * (TREX_ROUNDS + 1 - round)) / (float)s->seats;
}

/* The number of eggs that nobody has before this round; some will never be turned up. */
static float eggs_unowned(int round)
{
    return (float)(TREX_EGGS - 2 * (round - 1));
}

static void formula_fill(struct trex_worth *worth, const struct trex_state *s, int round)
{
    float to_come = eggs_from(s, round);
    float pace = 1.0f / (1.5f + 0.9f * to_come); /* a late point counts for more */
    float freedom =
        (float)(s->seats - 2); /* with two players each limits the choice of the other */
    *worth = formula;
    worth->points = (int16_t)(TREX_WORTH_ONE * 1.1f * pace);
    worth->fit = (int16_t)(TREX_WORTH_ONE * freedom * (0.08f + 0.2f * pace) * 2 * to_come /
                           eggs_unowned(round));
}

const struct trex_worth *trex_worth_for(const void *weights, const struct trex_state *s,
                                        struct trex_worth *space)
{
    int round = s->round + (s->phase != TREX_PHASE_PLAY);
    round = round < TREX_ROUNDS ? round : TREX_ROUNDS;
    const struct trex_learned *learned = trex_worths_learned(weights, s->seats);
    if (learned)
        return &learned->worths[round - 1];
    formula_fill(space, s, round);
    return space;
}

/* ---- Cards ---- */

static inline int lost(const struct trex_worth *worth, const uint8_t kinds[], int card)
{
    int square = card < TREX_NUMBERS ? card * card : 0;
    return worth->lost[kinds[card]] + worth->lost_square * square / TREX_WORTH_SQUARES;
}

static inline float in_ones(int worth)
{
    return (float)worth / TREX_WORTH_ONE;
}

float trex_keep_worth(const struct trex_worth *worth, const struct trex_state *s, int card)
{
    uint8_t kinds[TREX_CARDS];
    trex_kinds_see(&s->components, kinds);
    return in_ones(-lost(worth, kinds, card));
}

float trex_deck_top_worth(const struct trex_worth *worth, const struct trex_state *s,
                          const struct trex_player *player)
{
    int top = player->deck[0];
    if (top != TREX_HIDDEN && bits_have(player->seen, top))
        return trex_keep_worth(worth, s, top);
    uint8_t kinds[TREX_CARDS];
    trex_kinds_see(&s->components, kinds);
    uint64_t unseen = TREX_CARDS_ALL & ~player->seen & ~player->hand;
    int sum = 0, count = bits_count(unseen);
    while (unseen)
        sum -= lost(worth, kinds, bits_pop(&unseen));
    return in_ones(sum) / (float)count;
}

float trex_hand_worth_with(const struct trex_worth *worth, const struct trex_state *s,
                           const struct move *move, uint64_t hand)
{
    int strong = move->kind == TREX_TRUMP_STRONG ? move->a : s->strong;
    int weak = move->kind == TREX_TRUMP_WEAK ? move->a : s->weak;
    int sum = 0;
    while (hand)
        sum += worth->levels[trex_levels[strong][weak][bits_pop(&hand)]];
    return in_ones(sum);
}

/* ---- Eggs ---- */

/* The number of eggs of a colour that nobody has yet. */
static int eggs_left(const struct trex_state *s, int colour)
{
    int left = s->components.eggs[colour];
    for (int seat = 0; seat < s->seats; seat++)
        left -= s->players[seat].eggs[colour];
    return left;
}

float trex_egg_worth(const struct trex_state *s, int seat, int colour)
{
    int round = s->round + !trex_eggs_face_up(s);
    return (float)(2 * s->players[seat].eggs[colour] + 1) +
           eggs_from(s, round) * (float)eggs_left(s, colour) / eggs_unowned(round);
}

float trex_egg_liking(const struct trex_state *s, int choice)
{
    static const float egg_weight = 2.0f, deny_weight = 0.8f;
    return egg_weight * trex_egg_worth(s, s->ranking[0], s->eggs[choice]) +
           deny_weight * trex_egg_worth(s, s->ranking[1], s->eggs[choice]);
}

/* ---- The end of a round ---- */

static void eggs_take(struct trex_state *s)
{
    int choice = trex_egg_liking(s, 1) > trex_egg_liking(s, 0);
    s->players[s->ranking[0]].eggs[s->eggs[choice]]++;
    s->players[s->ranking[1]].eggs[s->eggs[1 - choice]]++;
}

static void cards_remove(struct trex_state *s, const struct trex_worth *worth)
{
    int place = 0;
    while (s->phase == TREX_PHASE_REMOVE && s->ranking[place] != s->turn)
        place++;
    for (; place < s->seats; place++) {
        int seat = s->ranking[place], card = TREX_SHOWER;
        struct trex_player *player = &s->players[seat];
        if (!trex_shower_in_pile(player)) {
            card = trex_pile_top(s, seat);
            if (player->deck_count &&
                trex_keep_worth(worth, s, card) > trex_deck_top_worth(worth, s, player))
                card = player->deck[0];
        }
        player->out |= trex_card_bit(card);
    }
}

/* Replaces the trump that adds most to the value of this hand, if any does. */
static void trump_choose(struct trex_state *s, const struct trex_worth *worth, uint64_t hand)
{
    int strong[TREX_COLOURS] = {0}, weak[TREX_COLOURS] = {0}, best = 0;
    const int16_t *levels = worth->levels;
    for (hand &= bit(TREX_NUMBERS) - 1; hand;) {
        int card = bits_pop(&hand), colour = card % TREX_COLOURS, rank = card / TREX_COLOURS;
        strong[colour] += levels[STRONG_LEVEL + rank] - levels[MIDDLE_LEVEL + rank];
        weak[colour] += levels[WEAK_LEVEL + rank] - levels[MIDDLE_LEVEL + rank];
    }
    uint8_t old_strong = s->strong, old_weak = s->weak;
    for (uint8_t colour = 0; colour < TREX_COLOURS; colour++) {
        if (colour == old_strong || colour == old_weak)
            continue;
        if (strong[colour] - strong[old_strong] > best) {
            best = strong[colour] - strong[old_strong];
            s->strong = colour;
            s->weak = old_weak;
        }
        if (weak[colour] - weak[old_weak] > best) {
            best = weak[colour] - weak[old_weak];
            s->strong = old_strong;
            s->weak = colour;
        }
    }
}

/* Ends the round as good players would, in everything that the value depends on. Piles stay where
 * they are. */
static void round_end(struct trex_state *s, const struct trex_worth *worth)
{
    if (s->phase == TREX_PHASE_EGG)
        eggs_take(s);
    if (s->phase != TREX_PHASE_TRUMP)
        cards_remove(s, worth);
    s->turn = s->ranking[s->seats - 1];
    s->play_count = 0;
    s->phase = TREX_PHASE_OVER;
    if (s->round < TREX_ROUNDS) {
        trump_choose(s, worth, s->players[s->turn].hand);
        s->phase = TREX_PHASE_PLAY;
        s->round++;
    }
}

/* ---- Whole worlds ---- */

static inline int least(int a, int b)
{
    return a < b ? a : b;
}

static void value_over(const struct trex_state *s, float values[])
{
    struct game_result result;
    trex_result(s, &result);
    float share = 1.0f / (float)bits_count(result.winners);
    for (int seat = 0; seat < s->seats; seat++)
        values[seat] = bits_have(result.winners, seat) ? share : 0;
}

/* How well a seat stands before a round. */
static int prospect(const struct trex_worth *worth, const uint8_t kinds[],
                    const struct trex_state *s, int seat, const int eggs_left[])
{
    const struct trex_player *player = &s->players[seat];
    const uint8_t *levels = trex_levels_of(s);
    int sum = 0, cards = 0, points = 0, fit = 0;
    for (uint64_t hand = player->hand; hand; cards++) {
        int card = bits_pop(&hand);
        sum += worth->levels[levels[card]] + worth->kinds[kinds[card]];
    }
    for (uint64_t out = player->out; out;)
        sum += lost(worth, kinds, bits_pop(&out));
    for (int colour = 0; colour < TREX_COLOURS; colour++) {
        int eggs = player->eggs[colour];
        points += eggs * eggs;
        fit += eggs * eggs_left[colour];
        sum += worth->eggs[least(eggs, TREX_WORTH_EGGS - 1)];
    }
    int place = seat - s->turn + (seat < s->turn ? s->seats : 0);
    return sum + worth->hands[least(cards, TREX_WORTH_HANDS - 1)] + worth->points * points +
           worth->fit * fit + worth->places[place];
}

void trex_prospects(const struct trex_worth *worth, const struct trex_state *s, int prospects[])
{
    uint8_t kinds[TREX_CARDS];
    int left[TREX_COLOURS];
    trex_kinds_see(&s->components, kinds);
    for (int colour = 0; colour < TREX_COLOURS; colour++)
        left[colour] = eggs_left(s, colour);
    for (int seat = 0; seat < s->seats; seat++)
        prospects[seat] = prospect(worth, kinds, s, seat, left);
}

void trex_value(const void *weights, const void *state, float values[])
{
    struct trex_state ended;
    struct trex_worth space;
    const struct trex_state *s = state;
    const struct trex_worth *worth = trex_worth_for(weights, s, &space);
    if (s->phase != TREX_PHASE_PLAY && s->phase != TREX_PHASE_OVER) {
        ended = *s;
        round_end(&ended, worth);
        s = &ended;
    }
    if (s->phase == TREX_PHASE_OVER) {
        value_over(s, values);
        return;
    }
    int prospects[TREX_SEATS_MAX], best = INT_MIN;
    trex_prospects(worth, s, prospects);
    for (int seat = 0; seat < s->seats; seat++)
        best = prospects[seat] > best ? prospects[seat] : best;
    float sum = 0;
    for (int seat = 0; seat < s->seats; seat++)
        sum += values[seat] = trex_exp(in_ones(prospects[seat] - best));
    for (int seat = 0; seat < s->seats; seat++)
        values[seat] /= sum;
}

/* ---- How the piles look to a seat that is about to play a card ---- */

void trex_outlook_see(struct trex_outlook *outlook, const struct trex_state *s, int seat)
{
    uint8_t counted[TREX_SEATS_MAX];
    trex_counted_cards(s, counted);
    *outlook = (struct trex_outlook){.counted = counted[seat]};
    if (s->meteor.seat == TREX_NOBODY)
        return;
    bool before_owner = s->meteor.seat != seat;
    for (int i = 1, other = seat; i < s->seats; i++) {
        other = other + 1 < s->seats ? other + 1 : 0;
        const struct trex_player *player = &s->players[other];
        if (before_owner && (player->deck_count || trex_hand_size(player)))
            outlook->to_come++;
        else
            outlook->rivals[outlook->rival_count++] = trex_strength(s, counted[other]);
        before_owner = before_owner && other != s->meteor.seat;
    }
}

int trex_pile_top(const struct trex_state *s, int seat)
{
    int at = s->play_count - 1;
    while (s->plays[at].seat != seat)
        at--;
    return s->plays[at].card;
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
    bool leads = deed == TREX_LEADING_METEOR || deed == TREX_SHOWERS;
    int backing =
        leads ? backed_liking[choice->levels[card] == choice->best ? choice->second : choice->best]
              : 0;
    if (choice->moment == TREX_LAST) {
        /* T13: this one opens the final lap again, so the strength of the others does not count. */
        if (leads && choice->s->options[TREX_OWNER_METEOR] == TREX_OWNER_EXTENDS)
            return level_liking[TREX_OPENING][level] + deed_liking[TREX_OPENING][deed] + backing;
        backing = 0;
    }
    int beaten = trex_outlook_beaten_by(&choice->outlook, choice->s, card);
    return level_liking[choice->moment][level] + choice->by_deed[deed] + choice->by_beaten[beaten] +
           backing;
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
    struct trex_features features;
    int likings[TREX_CARDS];
    trex_features_see(&features, s, seat);
    trex_policy_likings(policy, &features, count, likings);
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
