/* The moves of a good player. Each move has a liking, the sum of a few table entries; its
 * probability is proportional to the exponential of its liking. */
#include "games/trex/mind/likings.h"

#include "base/check.h"
#include "games/trex/legal.h"
#include "games/trex/mind/outlook.h"
#include "games/trex/mind/worth.h"
#include "games/trex/score.h"

/* The situation in which a card is played: no meteor leads; one leads and one, two, or more seats
 * play after this one; the meteor of this seat leads, so the card is the last. */
enum moment { OPENING, BEFORE_ONE, BEFORE_TWO, BEFORE_MORE, LAST, MOMENTS };

/* The effect of a card. */
enum deed { LOW_METEOR, DRAW_1, DRAW_2, DRAW_3, LEADING_METEOR, SHOWER, COPY, DEEDS };

enum { HAND_KINDS = 3 }; /* up to two cards, three or four, more */

static const float level_liking[MOMENTS][TREX_LEVELS] = {
    [OPENING] = {-1.7f, 1.5f, 1.3f, -0.2f, 0.7f, 0.3f, -1.7f, -1.5f, -3.2f, -2.7f},
    [BEFORE_ONE] = {-0.4f, -0.1f, -0.8f, -0.7f, -0.6f, -0.9f, -1.1f, 1.2f, 0.7f, -0.2f},
    [BEFORE_TWO] = {-0.7f, -0.1f, -0.7f, -1.0f, -0.9f, -1.1f, -1.2f, 0.4f, 0.8f, 1.7f},
    [BEFORE_MORE] = {-1.3f, 0.1f, -0.2f, -0.7f, -0.5f, -0.4f, -0.5f, 0.5f, 0.5f, 1.3f},
    [LAST] = {-1.4f, 1.2f, 0.4f, -1.6f, 0.7f, -0.4f, -1.8f, 0.7f, 0.1f, -1.1f},
};
static const float deed_liking[MOMENTS][DEEDS] = {
    [OPENING] = {0, -0.7f, 0.7f, 1.6f, -1.2f, -1.0f, -4.2f},
    [BEFORE_ONE] = {-1.2f, 0, -0.2f, -0.3f, 1.0f, 0.5f, -0.5f},
    [BEFORE_TWO] = {-1.7f, -0.6f, -0.7f, -0.6f, 1.9f, 0.7f, -0.9f},
    [BEFORE_MORE] = {-1.8f, -0.6f, -0.3f, 0.2f, 1.0f, 0.3f, -1.2f},
    [LAST] = {-0.9f, 0.5f, 0.4f, -0.2f, -1.5f, -2.4f, 0.5f},
};
/* By the number of rivals that stay ahead; last column: all of them. */
static const float beaten_liking[MOMENTS][4] = {
    [BEFORE_ONE] = {3.1f, -1.9f, -3.1f, -3.1f},
    [BEFORE_TWO] = {0.4f, -1.0f, -2.2f, -2.2f},
    [BEFORE_MORE] = {0.2f, -0.7f, -1.5f, -1.5f},
    [LAST] = {3.0f, 1.4f, -5.0f, -3.2f},
};
/* A leading meteor is as good as the best card left to end the round with. */
static const float backed_liking[TREX_LEVELS] = {-0.8f, -0.5f, -0.9f, -1.6f, -2.3f,
                                                 -1.6f, -0.9f, -0.4f, 0.8f,  2.5f};
static const float drawing_liking[HAND_KINDS][TREX_DRAW_MAX + 1] = {
    {0, 0.6f, 1.3f, 1.5f}, {0, 0, 0.5f, 1.1f}, {0, -0.6f, -0.3f, 0.5f}};

static const float egg_weight = 0.8f, deny_weight = 0.3f, keep_weight = 4, trump_weight = 4;

/* What matters when a seat chooses the card to play. */
struct card_choice {
    const struct trex_state *s;
    struct trex_outlook outlook;
    enum moment moment;
    int hand_kind;
    uint64_t hand;
    const uint8_t *levels;
};

static enum moment moment_of(const struct trex_state *s, int seat, int to_come)
{
    if (s->meteor.seat == TREX_NOBODY)
        return OPENING;
    if (s->meteor.seat == seat)
        return LAST;
    return to_come > 2 ? BEFORE_MORE : to_come == 2 ? BEFORE_TWO : BEFORE_ONE;
}

static void think(struct card_choice *choice, const struct trex_state *s, int seat)
{
    choice->s = s;
    trex_outlook_see(&choice->outlook, s, seat);
    choice->moment = moment_of(s, seat, choice->outlook.to_come);
    int cards = bits_count(s->players[seat].hand);
    choice->hand_kind = cards < 3 ? 0 : cards < 5 ? 1 : 2;
    choice->hand = s->players[seat].hand;
    choice->levels = trex_levels_of(s);
}

/* The level of the strongest card in hand besides this one. */
static int backing_level(const struct card_choice *choice, int card)
{
    int best = 0;
    for (uint64_t others = choice->hand & ~bit(card); others;) {
        int level = choice->levels[bits_pop(&others)];
        best = level > best ? level : best;
    }
    return best;
}

static enum deed deed_of(const struct trex_state *s, int card)
{
    if (card == TREX_SHOWER)
        return SHOWER;
    if (card == TREX_CHAMAELOSAURUS)
        return COPY;
    if (s->components.symbols[card] != TREX_SYMBOL_METEOR)
        return (enum deed)s->components.symbols[card];
    return trex_meteor_leads(s, s->meteor, card) ? LEADING_METEOR : LOW_METEOR;
}

static float play_liking(const struct card_choice *choice, int card)
{
    const struct trex_state *s = choice->s;
    enum moment moment = choice->moment;
    enum deed deed = deed_of(s, card);
    int level = choice->levels[trex_outlook_counts_as(&choice->outlook, card)];
    float liking = level_liking[moment][level] + deed_liking[moment][deed];
    if (moment != OPENING) {
        int beaten = trex_outlook_beaten_by(&choice->outlook, s, card);
        liking += beaten_liking[moment][beaten == s->seats - 1 ? 3 : beaten < 2 ? beaten : 2];
    }
    if (moment != LAST && (deed == LEADING_METEOR || deed == SHOWER))
        liking += backed_liking[backing_level(choice, card)];
    if (deed >= DRAW_1 && deed <= DRAW_3)
        liking += drawing_liking[choice->hand_kind][deed];
    return liking;
}

static float egg_liking(const struct trex_state *s, int choice)
{
    int first = s->ranking[0], second = s->ranking[1];
    return egg_weight * trex_egg_worth(s, first, s->eggs[choice]) +
           deny_weight * trex_egg_worth(s, second, s->eggs[choice]);
}

static float end_liking(const struct trex_state *s, int seat, const struct move *move)
{
    const struct trex_player *player = &s->players[seat];
    switch (move->kind) {
    case TREX_EGG:
        return egg_liking(s, move->a);
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

/* The liking of each move of the seat to move. */
static void likings(const struct trex_state *s, int seat, const struct move *moves, int count,
                    float liking[])
{
    if (moves[0].kind == TREX_PLAY) {
        struct card_choice choice;
        think(&choice, s, seat);
        for (int i = 0; i < count; i++)
            liking[i] = play_liking(&choice, moves[i].a);
        return;
    }
    for (int i = 0; i < count; i++)
        liking[i] = end_liking(s, seat, &moves[i]);
}

void trex_prior(const void *state, int seat, const struct move *moves, int count, float chances[])
{
    float best = -1e9f, sum = 0;
    likings(state, seat, moves, count, chances);
    for (int i = 0; i < count; i++)
        best = chances[i] > best ? chances[i] : best;
    for (int i = 0; i < count; i++)
        sum += chances[i] = trex_exp(chances[i] - best);
    float scale = 1 / sum;
    for (int i = 0; i < count; i++)
        chances[i] *= scale;
}

void trex_rollout(const void *state, int seat, struct rng *rng, struct move *move)
{
    struct move moves[TREX_CARDS];
    float chances[TREX_CARDS];
    int count = trex_legal(state, seat, moves), chosen = 0;
    CHECK(count > 0);
    if (count > 1) {
        trex_prior(state, seat, moves, count, chances);
        float point = (float)(rng_next(rng) >> 40) * 0x1p-24f;
        while (chosen < count - 1 && point >= chances[chosen])
            point -= chances[chosen++];
    }
    *move = moves[chosen];
}
