/* The moves of a good player.
 *
 * The liking of a card is a sum over a few tables. Its odds double with every eight that are added,
 * and its probability is proportional to its odds. Cards need only integers, because the search plays
 * several in every iteration. */
#include "games/trex/mind/likings.h"

#include "base/check.h"
#include "games/trex/mind/outlook.h"
#include "games/trex/mind/worth.h"
#include "games/trex/score.h"

/* The situation in which a card is played: no meteor leads; one leads and one, two, or more seats
 * play after this one; the meteor of this seat leads, so the card is the last. */
enum moment { OPENING, BEFORE_ONE, BEFORE_TWO, BEFORE_MORE, LAST, MOMENTS };

/* The effect of a card. */
enum deed { LOW_METEOR, DRAW_1, DRAW_2, DRAW_3, LEADING_METEOR, SHOWER, COPY, DEEDS };

enum { HAND_KINDS = 3 }; /* up to two cards, three or four, more */

static const int8_t level_liking[MOMENTS][TREX_LEVELS] = {
    [OPENING] = {-20, 17, 15, -2, 8, 3, -20, -17, -37, -31},
    [BEFORE_ONE] = {-5, -1, -9, -8, -7, -10, -13, 14, 8, -2},
    [BEFORE_TWO] = {-8, -1, -8, -12, -10, -13, -14, 5, 9, 20},
    [BEFORE_MORE] = {-15, 1, -2, -8, -6, -5, -6, 6, 6, 15},
    [LAST] = {-16, 14, 5, -18, 8, -5, -21, 8, 1, -13},
};
static const int8_t deed_liking[MOMENTS][DEEDS] = {
    [OPENING] = {0, -8, 8, 18, -14, -12, -48},    [BEFORE_ONE] = {-14, 0, -2, -3, 12, 6, -6},
    [BEFORE_TWO] = {-20, -7, -8, -7, 22, 8, -10}, [BEFORE_MORE] = {-21, -7, -3, 2, 12, 3, -14},
    [LAST] = {-10, 6, 5, -2, -17, -28, 6},
};
/* By the number of rivals that stay ahead; last column: all of them. */
static const int8_t beaten_liking[MOMENTS][4] = {
    [BEFORE_ONE] = {36, -22, -36, -36},
    [BEFORE_TWO] = {5, -12, -25, -25},
    [BEFORE_MORE] = {2, -8, -17, -17},
    [LAST] = {35, 16, -58, -37},
};
/* A leading meteor is as good as the best card left to end the round with. */
static const int8_t backed_liking[TREX_LEVELS] = {-9, -6, -10, -18, -27, -18, -10, -5, 9, 29};
/* By the size of the hand; only drawing counts. */
static const int8_t drawing_liking[HAND_KINDS][DEEDS] = {
    {[DRAW_1] = 7, 15, 17},
    {[DRAW_1] = 0, 6, 13},
    {[DRAW_1] = -7, -3, 6},
};

static const float keep_weight = 8, trump_weight = 5;

static enum moment moment_of(const struct trex_state *s, int seat, int to_come)
{
    if (s->meteor.seat == TREX_NOBODY)
        return OPENING;
    if (s->meteor.seat == seat)
        return LAST;
    return to_come > 2 ? BEFORE_MORE : to_come == 2 ? BEFORE_TWO : BEFORE_ONE;
}

/* What matters when a seat chooses the card to play. */
struct card_choice {
    const struct trex_state *s;
    struct trex_outlook outlook;
    enum moment moment;
    const uint8_t *levels; /* by card */
    int8_t by_deed[DEEDS];
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
    enum moment moment = choice->moment = moment_of(s, seat, choice->outlook.to_come);
    choice->levels = trex_levels_of(s);
    int cards = find_strongest(choice, hand);
    const int8_t *by_drawing = drawing_liking[cards < 3 ? 0 : cards < 5 ? 1 : 2];
    for (int deed = 0; deed < DEEDS; deed++)
        choice->by_deed[deed] = (int8_t)(deed_liking[moment][deed] + by_drawing[deed]);
    for (int beaten = 0; beaten < TREX_SEATS_MAX; beaten++)
        choice->by_beaten[beaten] = beaten_liking[moment][beaten < 2 ? beaten : 2];
    choice->by_beaten[s->seats - 1] = beaten_liking[moment][3];
}

static inline enum deed deed_of(const struct trex_state *s, int card)
{
    if (card >= TREX_NUMBERS)
        return card == TREX_SHOWER ? SHOWER : COPY;
    if (s->components.symbols[card] != TREX_SYMBOL_METEOR)
        return (enum deed)s->components.symbols[card];
    return trex_meteor_leads(s, s->meteor, card) ? LEADING_METEOR : LOW_METEOR;
}

static inline int card_liking(const struct card_choice *choice, int card)
{
    enum deed deed = deed_of(choice->s, card);
    int level = choice->levels[trex_outlook_counts_as(&choice->outlook, card)];
    int beaten = trex_outlook_beaten_by(&choice->outlook, choice->s, card);
    int liking =
        level_liking[choice->moment][level] + choice->by_deed[deed] + choice->by_beaten[beaten];
    if ((deed == LEADING_METEOR || deed == SHOWER) && choice->moment != LAST)
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

static float end_liking(const struct trex_state *s, int seat, const struct move *move)
{
    const struct trex_player *player = &s->players[seat];
    switch (move->kind) {
    case TREX_EGG:
        return trex_egg_liking(s, move->a);
    case TREX_REMOVE_TOP:
        return -keep_weight * trex_keep_worth(s, trex_pile_top(s, seat));
    case TREX_REMOVE_DECK:
        return -keep_weight * trex_deck_top_worth(s, player);
    case TREX_FLIP:
    case TREX_REMOVE_SHOWER:
        return 0; /* the only move */
    default:
        return trump_weight * trex_hand_worth_with(s, move, player->hand);
    }
}

void trex_prior(const void *state, int seat, const struct move *moves, int count, float likely[])
{
    if (moves[0].kind == TREX_PLAY) { /* one for each card in hand, lowest first */
        uint32_t of_cards[TREX_CARDS];
        hand_odds(state, seat, of_cards);
        for (int i = 0; i < count; i++)
            likely[i] = (float)of_cards[i];
        return;
    }
    float best = -1e9f;
    for (int i = 0; i < count; i++) {
        likely[i] = end_liking(state, seat, &moves[i]);
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
